//! Options that are not evaluated: lists of inputs, and hooks.

use std::sync::Arc;

use hclx_diag::code_names as codes;
use hclx_diag::{Diagnostic, Span, alternatives, nearest};
use hclx_schema::FilledAttribute;
use hclx_syntax::ast::{ExprId, ExprKind, TraverseKind, Tree};
use hclx_syntax::statics;

use super::blocks;
use super::judge::{Judge, NameFacts};
use super::package::Object;
use super::program::Declaration;

fn unknown_hook(key: &str, place: Span) -> Diagnostic {
    let finding = Diagnostic::error(codes::HOOK_KIND, place, format!("unknown hook `{key}`"));
    finding.meant_or(
        nearest(key, blocks::HOOK_LISTS),
        format!("available hooks: {}", alternatives(key, blocks::HOOK_LISTS, "and")),
    )
}

impl<'t> Judge<'_, 't> {
    /// Checks a list of inputs of the resource, given as references.
    pub(super) fn input_list(
        &mut self,
        declaration: &Declaration<'t>,
        attribute: &FilledAttribute<'_>,
        inputs: Option<&Object>,
    ) {
        let (tree, source) = (declaration.tree, declaration.source);
        let name = attribute.view.name;
        let place = |expr: ExprId| tree.expr(expr).range.in_source(source);
        let Some(elements) = statics::as_list(tree, attribute.view.value) else {
            let message = format!("`{name}` must be a list of inputs of the resource");
            let finding = Diagnostic::error(codes::STATIC_EXPRESSION, place(attribute.view.value), message);
            self.judged.findings.push(finding.help(format!("use `{name} = [NAME, …]`, without quotes")));
            return;
        };
        for element in elements {
            let reference = statics::as_reference(tree, source, *element);
            let Some(reference) = reference.filter(|_| !is_keyword(tree, *element)) else {
                let message = format!("`{name}` must be a list of inputs of the resource");
                let finding = Diagnostic::error(codes::STATIC_EXPRESSION, place(*element), message);
                self.judged.findings.push(match tree.expr(*element).kind {
                    ExprKind::String(text) => {
                        finding.help(format!("write `{}` without quotes", tree.text(text)))
                    }
                    _ => finding.help("use the name of an input, without quotes"),
                });
                continue;
            };
            if let Some(inputs) = inputs.filter(|inputs| inputs.get(&reference.root).is_none()) {
                let at = reference.root_range.in_source(source);
                let near = nearest(&reference.root, inputs.properties.iter().map(|property| &*property.name));
                self.judged.findings.push(no_such_input(at, name, &reference.root, near));
            }
        }
    }

    /// Checks an object of hook lists.
    pub(super) fn hooks(&mut self, declaration: &Declaration<'t>, attribute: &FilledAttribute<'_>) {
        let (tree, source) = (declaration.tree, declaration.source);
        let place = |expr: ExprId| tree.expr(expr).range.in_source(source);
        let wrong = |expr: ExprId| {
            let message = "`hooks` must be an object of lists of hooks";
            Diagnostic::error(codes::STATIC_EXPRESSION, place(expr), message)
                .help("for example `hooks = { beforeCreate = [NAME] }`")
        };
        let Some(items) = statics::as_map(tree, attribute.view.value) else {
            return self.judged.findings.push(wrong(attribute.view.value));
        };
        for item in items {
            let ExprKind::String(key) = tree.expr(item.key).kind else { continue };
            let key = tree.text(key);
            if !blocks::HOOK_LISTS.contains(&key) {
                self.judged.findings.push(unknown_hook(key, place(item.key)));
                continue;
            }
            let Some(elements) = statics::as_list(tree, item.value) else {
                self.judged.findings.push(wrong(item.value));
                continue;
            };
            for element in elements {
                self.hook_of_kind(tree, key, *element, place(*element));
            }
        }
    }

    fn hook_of_kind(&mut self, tree: &Tree, key: &str, element: ExprId, at: Span) {
        let ExprKind::Variable(name) = tree.expr(element).kind else { return };
        let name = tree.text(name);
        let Some((kind, declared)) = self.judged.known.hooks.get(name).cloned() else { return };
        let wanted = if key == "onError" { "error" } else { "resource" };
        if *kind != *wanted {
            let message =
                format!("expected a hook of kind `{wanted}` in `{key}`, found `{name}` of kind `{kind}`");
            let finding = Diagnostic::error(codes::HOOK_KIND, at, message);
            self.judged.findings.push(finding.also(declared, format!("`{name}` is declared here")));
        }
    }
}

fn is_keyword(tree: &Tree, expr: ExprId) -> bool {
    matches!(tree.expr(expr).kind, ExprKind::Null | ExprKind::Bool(_))
}

fn no_such_input(at: Span, option: &str, name: &str, near: Option<&str>) -> Diagnostic {
    let message = format!("unknown input `{name}`{}", hclx_diag::did_you_mean(near));
    Diagnostic::error(codes::UNKNOWN_NAME, at, message)
        .help(format!("use inputs of the resource in `{option}`: nothing else is in scope"))
}

impl NameFacts {
    /// The token of the resource that an expression refers to.
    pub(super) fn token_of(&self, tree: &Tree, mut expr: ExprId) -> Option<Arc<str>> {
        while let ExprKind::Paren(inner) | ExprKind::TemplateWrap(inner) = tree.expr(expr).kind {
            expr = inner;
        }
        let (root, steps) = match tree.expr(expr).kind {
            ExprKind::Variable(name) => (name, Default::default()),
            ExprKind::Traversal { base, steps } => match tree.expr(base).kind {
                ExprKind::Variable(name) => (name, tree.slice(steps)),
                _ => return None,
            },
            _ => return None,
        };
        if !self.parts.is_empty() {
            let mut path = tree.text(root).to_owned();
            for step in steps {
                let TraverseKind::Attr(name) = step.kind else { break };
                path = format!("{path}.{}", tree.text(name));
            }
            if let Some(token) = self.parts.get(&path) {
                return Some(token.clone());
            }
        }
        let indexes = steps.len();
        let resource = self.resources.get(tree.text(root))?;
        // With `range`, the name refers to all instances, and an index selects one.
        let one = if resource.is_ranged { indexes == 1 } else { indexes == 0 };
        resource.token.clone().filter(|_| one)
    }

    /// Records the resources in a local value: the value itself, or its attributes.
    pub(super) fn keep_parts(&mut self, tree: &Tree, path: &str, expr: ExprId) {
        // longer paths are rare
        const MOST_STEPS: usize = 8;
        if let Some(token) = self.token_of(tree, expr) {
            self.parts.insert(path.to_owned(), token);
        } else if let ExprKind::Object(items) = tree.expr(expr).kind
            && path.matches('.').count() < MOST_STEPS
        {
            for item in tree.slice(items) {
                let name = match tree.expr(item.key).kind {
                    ExprKind::String(name) | ExprKind::Variable(name) => tree.text(name),
                    _ => continue,
                };
                self.keep_parts(tree, &format!("{path}.{name}"), item.value);
            }
        }
    }
}
