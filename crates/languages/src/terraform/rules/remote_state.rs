//! The backends of `terraform_remote_state`, a data source of the built-in provider.

use hclx_core::{Type, TypeKind};
use hclx_diag::{Diagnostic, code_names as codes, nearest};
use hclx_schema::Filled;
use hclx_syntax::ast::{ExprId, ExprKind, ObjectItem};
use hclx_syntax::statics;

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::schemas::backends;
use crate::terraform::values::instance::Instance;
use crate::terraform::values::rule::{FilledResource, Rule};

/// Checks the arguments of `terraform_remote_state`.
pub(crate) struct RemoteState;

impl Rule for RemoteState {
    fn resource(&self, instance: &mut Instance<'_>, resource: &FilledResource<'_>) {
        if resource.known.is_some() {
            remote_state(instance, resource.declaration, resource.filled);
        }
    }
}

/// Checks the arguments of `terraform_remote_state`.
pub(crate) fn remote_state(instance: &mut Instance<'_>, declaration: &Declaration, filled: &Filled<'_>) {
    if &*declaration.of_type != "terraform_remote_state" {
        return;
    }
    let written = &declaration.written;
    let found = |name: &str| filled.body.attribute(name).map(|it| (it.value.clone(), it.view.value));
    let backend = found("backend");
    if let Some((value, expr)) = &backend
        && let Some(name) = value.as_str()
    {
        // a name that is not allowed in a backend block may still be readable
        let finding = (name != "cloud").then(|| backends::no_backend(name, written.expr_span(*expr)));
        instance.findings.extend(finding.flatten());
    }
    let is_object = |ty: &Type| matches!(ty.kind(), TypeKind::Object(_) | TypeKind::Map(_) | TypeKind::Any);
    for name in ["config", "defaults"] {
        let Some((value, expr)) = found(name) else { continue };
        if !value.is_null() && !is_object(value.ty()) {
            let message = format!("`{name}` must be an object, found {}", value.ty());
            let place = written.expr_span(expr);
            instance.findings.push(Diagnostic::error(codes::NOT_CONVERTIBLE, place, message));
        }
        if name == "config"
            && let Some(backend) = backend.as_ref().and_then(|(value, _)| value.as_str())
        {
            instance.findings.extend(unknown_arguments(written, backend, expr));
        }
        let local = backend.as_ref().is_some_and(|(value, _)| value.as_str() == Some("local"));
        for part in ["path", "workspace_dir"].into_iter().filter(|_| local && name == "config") {
            let Some(value) = value.get_attr_value(part) else { continue };
            let primitive = value.ty().is_primitive() || value.ty().is_any();
            if !primitive && !value.is_null() {
                let message = format!("`config.{part}` must be a string, found {}", value.ty());
                let place = written.expr_span(expr);
                instance.findings.push(Diagnostic::error(codes::NOT_CONVERTIBLE, place, message));
            }
        }
    }
}

/// Arguments that a backend does not support. Names that are not typos may belong to a later version.
fn unknown_arguments(written: &BlockSource, backend: &str, config: ExprId) -> Vec<Diagnostic> {
    let tree = &written.parsed.tree;
    let known = backends::backend(backend);
    if known.any_attribute.is_some() {
        return Vec::new();
    }
    let wrong = |item: &ObjectItem| {
        let ExprKind::String(text) = tree.expr(item.key).kind else { return None };
        let name = tree.text(text);
        if known.find_attribute(name).is_some() || known.find_block(name).is_some() {
            return None;
        }
        let (place, message) =
            (written.expr_span(item.key), format!("unexpected argument `{name}` for backend `{backend}`"));
        Some(match nearest(name, known.attributes().iter().map(|one| &*one.name)) {
            Some(near) => Diagnostic::error(codes::UNSUPPORTED_ATTRIBUTE, place, message).meant(near),
            None => Diagnostic::warning(codes::UNSUPPORTED_ATTRIBUTE, place, message),
        })
    };
    statics::as_map(tree, config).unwrap_or_default().iter().filter_map(wrong).collect()
}
