//! The provider that every Terraform has: its functions, and the backends of `terraform_remote_state`.

use hclx_core::{Type, TypeKind};
use hclx_diag::{Diagnostic, SourceId, Span, code_names as codes, nearest};
use hclx_schema::Filled;
use hclx_syntax::ast::{ExprId, ExprKind, Tree};

use super::declaration::Declaration;
use super::instance::Instance;
use super::module::Module;
use super::settings;

/// Functions of the provider `terraform`.
const FUNCTIONS: &[&str] = &["encode_tfvars", "decode_tfvars", "encode_expr"];

/// Calls of functions of providers that the module does not require, and of functions that the built-in provider
/// does not have.
pub(crate) fn functions(module: &Module, tree: &Tree, source: SourceId) -> Vec<Diagnostic> {
    let calls = (0..tree.expr_count()).filter_map(|id| match tree.expr(ExprId(id as u32)).kind {
        ExprKind::Call(call) => Some(tree.node(call)),
        _ => None,
    });
    let mut of_providers = calls
        .filter_map(|call| Some((call, tree.text(call.name.text).strip_prefix("provider::")?)))
        .peekable();
    if of_providers.peek().is_none() {
        return Vec::new();
    }
    let required = settings::requirements(module);
    let wrong = of_providers.filter_map(|(call, name)| {
        let place = call.name.range.in_source(source);
        let (provider, name) = name.split_once("::")?;
        if !required.contains_key(provider) {
            return (!module.may_be_torn(provider)).then(|| undeclared(provider, place));
        }
        if provider != "terraform" || FUNCTIONS.contains(&name) {
            return None;
        }
        let message = format!("the provider `terraform` has no function `{name}`");
        let finding = Diagnostic::error(codes::UNKNOWN_FUNCTION, place, message);
        Some(match nearest(name, FUNCTIONS.iter().copied()) {
            Some(near) => finding.help(format!("did you mean `provider::terraform::{near}`?")),
            None => finding.help("it has `encode_tfvars`, `decode_tfvars` and `encode_expr`"),
        })
    });
    wrong.collect()
}

fn undeclared(provider: &str, place: Span) -> Diagnostic {
    let message =
        format!("the module does not require the provider `{provider}`, so it has no functions of it");
    let finding = Diagnostic::error(codes::UNKNOWN_FUNCTION, place, message);
    let source = if provider == "terraform" { "terraform.io/builtin/terraform" } else { "…" };
    finding.help(format!("add `{provider} = {{ source = \"{source}\" }}` to `required_providers`"))
}

/// Judges the arguments of `terraform_remote_state`.
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
        instance.findings.extend(settings::no_backend(name, written.expr_span(*expr)));
    }
    let is_object = |ty: &Type| matches!(ty.kind(), TypeKind::Object(_) | TypeKind::Map(_) | TypeKind::Any);
    for name in ["config", "defaults"] {
        let Some((value, expr)) = found(name) else { continue };
        if !value.is_null() && !is_object(value.ty()) {
            let message = format!("`{name}` must be an object, found {}", value.ty());
            let place = written.expr_span(expr);
            instance.findings.push(Diagnostic::error(codes::NOT_CONVERTIBLE, place, message));
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
