//! Provider configurations, in the form that references use.

use hclx_diag::Span;
use hclx_syntax::ast::{ExprId, ExprKind, TraverseKind, Tree};
use hclx_syntax::statics::{self, ReferenceKey};

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::schemas;

/// The name of a provider configuration: the local name and the alias.
pub(crate) type Config = (String, Option<String>);

/// Parses `aws` or `aws.west`.
pub(crate) fn config(written: &BlockSource, expr: ExprId) -> Option<Config> {
    let tree = &written.parsed.tree;
    if let Some(text) = tree.string(expr) {
        // a bare key of an object, or a quoted reference
        return Some(match text.split_once('.') {
            Some((name, alias)) => {
                let alias = alias.split('[').next().unwrap_or(alias);
                (name.to_owned(), Some(alias.to_owned()))
            }
            None => (text.to_owned(), None),
        });
    }
    if let Some((name, alias, _)) = chosen(tree, expr) {
        return Some((name.to_owned(), Some(alias.to_owned())));
    }
    let reference = statics::as_reference(tree, written.source, expr)?;
    match reference.steps.as_slice() {
        [] => Some((reference.root.into_owned(), None)),
        [step] => match &step.kind {
            ReferenceKey::Attr(alias) => Some((reference.root.into_owned(), Some(alias.to_string()))),
            _ => None,
        },
        // OpenTofu's `aws.west["key"]`
        [step, _] => match &step.kind {
            ReferenceKey::Attr(alias) => Some((reference.root.into_owned(), Some(alias.to_string()))),
            _ => None,
        },
        _ => None,
    }
}

/// Parses OpenTofu's `NAME.ALIAS[KEY]`: one of the configurations of a provider with `for_each`.
pub(crate) fn chosen(tree: &Tree, expr: ExprId) -> Option<(&str, &str, ExprId)> {
    let ExprKind::Traversal { base, steps } = tree.expr(expr).kind else { return None };
    let name = match tree.expr(base).kind {
        ExprKind::Variable(name) => tree.text(name),
        // the provider named `null`
        ExprKind::Null => "null",
        _ => return None,
    };
    match tree.slice(steps) {
        [alias, key] => match (alias.kind, key.kind) {
            (TraverseKind::Attr(alias), TraverseKind::Index(key)) => Some((name, tree.text(alias), key)),
            _ => None,
        },
        _ => None,
    }
}

pub(crate) fn shown((name, alias): &Config) -> String {
    match alias {
        Some(alias) => format!("{name}.{alias}"),
        None => name.clone(),
    }
}

/// The provider configuration of a resource, by name, and the place that sets it.
pub(crate) fn configuration_of(declaration: &Declaration) -> Option<(String, Span)> {
    match declaration.attribute(&schemas::data(), "provider") {
        Some((written, attribute)) => {
            let place = written.expr_span(attribute.value);
            config(written, attribute.value).map(|config| (shown(&config), place))
        }
        None => {
            // Without `provider`, the prefix of a resource's type is the local name of its provider.
            let name = declaration.of_type.split('_').next()?.to_owned();
            Some((name, declaration.written.span(declaration.written.labels.first()?.range)))
        }
    }
}

/// The provider configuration that an expression refers to.
pub(crate) fn named(written: &BlockSource, expr: ExprId) -> Option<String> {
    config(written, expr).as_ref().map(shown)
}

/// The name by which resources refer to a declared configuration: `aws` or `aws.west`.
pub(crate) fn declared_name(declaration: &Declaration) -> Option<String> {
    let name = &declaration.written.labels.first()?.text;
    let Some((written, alias)) = declaration.attribute(&schemas::provider(), "alias") else {
        return Some(name.to_string());
    };
    let tree = &written.parsed.tree;
    match tree.expr(alias.value).kind {
        ExprKind::String(text) => Some(format!("{name}.{}", tree.text(text))),
        _ => None,
    }
}
