//! Functions of providers: `provider::NAME::FUNCTION`, which the schema of a provider types.
//!
//! Source of the rules: Terraform's "Provider-Defined Functions".

use std::cell::OnceCell;

use hclx_analysis::Snapshot;
use hclx_diag::{Arrange, Diagnostic, Ordered, SourceId, Span, code_names as codes, nearest};
use hclx_eval::{Declared, DeclaredParameter, FunctionTable};
use hclx_syntax::ast::{Call, ExprId, ExprKind, Tree};

use super::packages::{FunctionSchema, Parameter, ProviderAddress};
use super::provider_schemas;
use crate::terraform::declare::module::Module;
use crate::terraform::files::roles::Flavor;
use crate::terraform::resolve::guarded::Guards;

/// What all names of such functions begin with.
const PREFIX: &str = "provider::";

/// Functions of the provider that every Terraform has.
const BUILT_IN: &[&str] = &["encode_tfvars", "decode_tfvars", "encode_expr"];

/// A call of a function of a provider.
#[derive(Clone, Debug)]
pub(crate) struct ProviderCall {
    /// The whole name.
    name: String,
    place: Span,
    /// `try` or `can` is around it.
    is_guarded: bool,
}

/// The calls in a file, and whether `try` or `can` is around them.
pub(crate) fn calls(tree: &Tree, source: SourceId) -> Vec<ProviderCall> {
    let all = || {
        (0..tree.expr_count()).map(|id| ExprId(id as u32)).filter_map(|id| match tree.expr(id).kind {
            ExprKind::Call(call) => Some((tree.expr(id).range, tree.node(call))),
            _ => None,
        })
    };
    let name = |call: &Call| tree.text(call.name.text);
    let guards = OnceCell::new();
    let is_tried = |place| guards.get_or_init(|| Guards::of(tree)).is_tried(place);
    all()
        .filter(|(_, call)| name(call).starts_with(PREFIX))
        .map(|(range, call)| ProviderCall {
            name: name(call).to_owned(),
            place: call.name.range.in_source(source),
            is_guarded: is_tried(range),
        })
        .collect()
}

/// The functions of providers that a module calls, and what is wrong with the names of the others.
pub(crate) fn connect(snapshot: &Snapshot, flavor: Flavor, module: &mut Module) {
    let calls = std::mem::take(&mut module.provider_calls);
    let mut judged: Ordered<String, Named> = Ordered::new();
    let mut findings = Vec::new();
    for call in &calls {
        let named = judged.or_insert_with(call.name.clone(), || named(snapshot, flavor, module, &call.name));
        if let Named::Wrong { message, help } = named
            && !call.is_guarded
        {
            let finding = Diagnostic::error(codes::UNKNOWN_FUNCTION, call.place, message.clone());
            findings.push(finding.help(help.clone()));
        }
    }
    module.findings.extend(findings);
    let declared = judged.into_iter().filter_map(|(name, named)| match named {
        Named::Known(function) => Some(declared(name, function)),
        _ => None,
    });
    let table = FunctionTable::provided(declared);
    module.functions = (!table.functions().is_empty()).then_some(table);
}

/// What a name refers to.
enum Named {
    /// A function with this signature.
    Known(FunctionSchema),
    /// Nothing is known.
    Open,
    /// There is no such function.
    Wrong { message: String, help: String },
}

fn named(snapshot: &Snapshot, flavor: Flavor, module: &Module, name: &str) -> Named {
    let parts: Vec<&str> = name[PREFIX.len()..].split("::").collect();
    // OpenTofu takes the alias of a configuration between them
    let ([local, function] | [local, _, function]) = parts.as_slice() else {
        return Named::Wrong {
            message: format!("`{name}` does not name a function of a provider"),
            help: "write `provider::NAME::FUNCTION`".to_owned(),
        };
    };
    let required = provider_schemas::required(module);
    if !required.contains_key(&local.to_lowercase()) {
        if module.may_be_torn(local) {
            return Named::Open;
        }
        let help = match nearest(local, required.keys().map(String::as_str)) {
            Some(near) => format!("did you mean `provider::{near}::{function}`?"),
            None => {
                let source = if *local == "terraform" { "terraform.io/builtin/terraform" } else { "…" };
                format!("add `{local} = {{ source = \"{source}\" }}` to `required_providers`")
            }
        };
        let message =
            format!("the module does not require the provider `{local}`, so it has no functions of it");
        return Named::Wrong { message, help };
    }
    let found = provider_schemas::package(snapshot, flavor, module, local);
    let Some((address, package)) = &*found else { return Named::Open };
    if *address == ProviderAddress::built_in() {
        return match BUILT_IN.contains(function) {
            true => Named::Open,
            false => missing(local, function, BUILT_IN.iter().copied()),
        };
    }
    let functions = package.iter().flatten().next().map(|package| package.functions()).unwrap_or_default();
    // a schema that an older version printed has none at all
    if functions.is_empty() {
        return Named::Open;
    }
    match functions.iter().find(|known| known.name == *function) {
        Some(known) => Named::Known(known.clone()),
        None => missing(local, function, functions.iter().map(|known| &*known.name)),
    }
}

fn missing<'n>(local: &str, function: &str, known: impl Iterator<Item = &'n str>) -> Named {
    let mut known: Vec<&str> = known.collect();
    known.arrange();
    let help = match nearest(function, known.iter().copied()) {
        Some(near) => format!("did you mean `provider::{local}::{near}`?"),
        None => format!("it has {}", crate::terraform::resolve::references::listed(&known)),
    };
    Named::Wrong { message: format!("the provider `{local}` has no function `{function}`"), help }
}

fn declared(name: String, function: FunctionSchema) -> Declared {
    let parameter = |one: Parameter| DeclaredParameter { name: one.name, ty: one.ty, nullable: one.nullable };
    Declared {
        name,
        parameters: function.parameters.into_iter().map(parameter).collect(),
        variadic: function.variadic.map(parameter),
        result: function.returns,
    }
}
