//! Infers types of untyped inputs in the language before Terraform 0.12, where the default determines the type.
//!
//! Source of the rules: the documentation of Terraform 0.11.

use std::collections::HashSet;

use hclx_analysis::describe::{DeclaredItem, Details, Input};
use hclx_core::{Type, TypeKind};
use hclx_syntax::ast::{ExprKind, Tree};

use crate::terraform::declare::declaration::Declaration;
use crate::terraform::declare::module::Module;
use crate::terraform::schemas;
use crate::terraform::schemas::kind::Kind;

/// Gives untyped inputs the type that their default implies, if the module was written for versions before 0.12.
pub(super) fn imply_types(module: &Module, declarations: &mut [DeclaredItem]) {
    let is_untyped = |item: &DeclaredItem| item.input().is_some_and(|input| input.written.is_none());
    if !declarations.iter().any(is_untyped) || !is_legacy(module) {
        return;
    }
    for item in declarations {
        if let Details::Input(input) = &mut item.details
            && input.written.is_none()
        {
            input.implied = Some(implied_type(input));
        }
    }
}

/// Returns `true` for a module with an expression that consists of a single interpolation, and with only quoted types.
fn is_legacy(module: &Module) -> bool {
    let mut met = HashSet::new();
    let all = || module.names.nodes().map(|node| module.declaration(node));
    let is_quoted = |declaration: &Declaration| {
        let given = declaration.attribute(&schemas::variable(), "type");
        given.is_none_or(|(written, attribute)| written.parsed.tree.string(attribute.value).is_some())
    };
    let wraps =
        |tree: &Tree| tree.expr_ids().any(|id| matches!(tree.expr(id).kind, ExprKind::TemplateWrap(_)));
    all().filter(|one| one.kind == Kind::Variable).all(is_quoted)
        && all().any(|one| met.insert(one.written.source) && wraps(&one.written.parsed.tree))
}

fn implied_type(input: &Input) -> Type {
    match input.default.as_ref().map(|default| default.value.ty()) {
        None => Type::STRING,
        Some(ty) => match ty.kind() {
            TypeKind::Tuple(_) | TypeKind::List(_) => Type::list(Type::ANY),
            TypeKind::Object(_) | TypeKind::Map(_) => Type::map(Type::ANY),
            _ => ty.clone(),
        },
    }
}
