//! Provider functions, `provider::NAME::FUNCTION`, whose types are in the provider's schema.
//!
//! Source of the rules: Terraform's "Provider-Defined Functions".

use hclx_diag::{Arrange, Diagnostic, Help, Ordered, Suggestion, code_names as codes, nearest};
use hclx_eval::{DeclaredParameter, ForeignFunction, FunctionTable};

use super::{provider_schemas, requirements};
use crate::terraform::declare::module::Module;
use crate::terraform::declare::provider_calls::PREFIX;
use crate::terraform::files::run::Run;
use crate::terraform::packages::{FunctionSchema, Parameter, ProviderAddress};
use hclx_module::Guards;

/// Functions of Terraform's built-in provider.
const BUILT_IN: &[&str] = &["encode_tfvars", "decode_tfvars", "encode_expr"];

/// The provider functions that a module calls.
#[derive(Default)]
pub(crate) struct ProviderFunctions {
    /// The functions with a schema, by full name.
    pub(crate) table: Option<FunctionTable>,
    /// The findings about the names of the other functions.
    pub(crate) findings: Vec<Diagnostic>,
}

/// The provider functions that a module calls, computed once.
pub(crate) fn of<'m>(run: Run<'_>, module: &'m Module) -> &'m ProviderFunctions {
    super::kept(module).functions.get_or_init(|| module.later.during(|| find(run, module)))
}

fn find(run: Run<'_>, module: &Module) -> ProviderFunctions {
    let mut judged: Ordered<&str, FunctionTarget> = Ordered::new();
    let mut findings = Vec::new();
    for call in &module.provider_calls {
        let named = judged.or_insert_with(&call.name, || named(run, module, &call.name));
        if let FunctionTarget::Wrong { message, help } = named
            && !Guards::new(&run.snapshot.parsed(call.source).tree).is_tried(call.whole)
        {
            let place = call.place.in_source(call.source);
            let finding = Diagnostic::error(codes::UNKNOWN_FUNCTION, place, message.clone());
            findings.push(finding.help(help.clone()));
        }
    }
    let declared = judged.into_iter().filter_map(|(name, named)| match named {
        FunctionTarget::Known(function) => Some(declared(name.to_owned(), function)),
        _ => None,
    });
    let table = FunctionTable::provided(declared);
    ProviderFunctions { table: (!table.functions().is_empty()).then_some(table), findings }
}

/// The result of resolving a function name.
enum FunctionTarget {
    /// A function with this signature.
    Known(FunctionSchema),
    /// A function that may exist, with an unknown signature.
    Open,
    /// A function that does not exist.
    Wrong { message: String, help: Help },
}

fn named(run: Run<'_>, module: &Module, name: &str) -> FunctionTarget {
    let parts: Vec<&str> = name[PREFIX.len()..].split("::").collect();
    // OpenTofu allows the alias of a configuration between the two names
    let ([local, function] | [local, _, function]) = parts.as_slice() else {
        return FunctionTarget::Wrong {
            message: format!("`{name}` is not a provider function"),
            help: "use `provider::NAME::FUNCTION`".into(),
        };
    };
    let required = requirements::required(module);
    if !required.contains_key(&local.to_lowercase()) {
        if module.may_declare(local) || module.holes.is_fragment() {
            return FunctionTarget::Open;
        }
        let help = match nearest(local, required.keys().map(String::as_str)) {
            Some(near) => Suggestion::word(format!("provider::{near}::{function}")).into(),
            None => {
                let source = if *local == "terraform" { "terraform.io/builtin/terraform" } else { "…" };
                format!("add `{local} = {{ source = \"{source}\" }}` to `required_providers`").into()
            }
        };
        let message =
            format!("provider `{local}` is not required by this module, so its functions are not available");
        return FunctionTarget::Wrong { message, help };
    }
    let found = provider_schemas::package(run.snapshot, run.flavor, module, local);
    let Some((address, package)) = &*found else { return FunctionTarget::Open };
    if *address == ProviderAddress::built_in() {
        return match BUILT_IN.contains(function) {
            // These functions are rows of the dialect, so no schema is needed for their signatures.
            true => FunctionTarget::Open,
            false => missing(local, function, BUILT_IN.iter().copied()),
        };
    }
    let functions = package.iter().flatten().next().map(|package| package.functions()).unwrap_or_default();
    // a schema written by an older version lacks functions altogether
    if functions.is_empty() {
        return FunctionTarget::Open;
    }
    match functions.iter().find(|known| known.name == *function) {
        Some(known) => FunctionTarget::Known(known.clone()),
        None => missing(local, function, functions.iter().map(|known| &*known.name)),
    }
}

fn missing<'n>(local: &str, function: &str, known: impl Iterator<Item = &'n str>) -> FunctionTarget {
    let mut known: Vec<&str> = known.collect();
    known.arrange();
    let help = match nearest(function, known.iter().copied()) {
        Some(near) => Suggestion::word(format!("provider::{local}::{near}")).into(),
        None => format!("available: {}", crate::terraform::resolve::references::listed(&known)).into(),
    };
    FunctionTarget::Wrong { message: format!("unknown function `{function}` of provider `{local}`"), help }
}

fn declared(name: String, function: FunctionSchema) -> ForeignFunction {
    let parameter = |one: Parameter| DeclaredParameter { name: one.name, ty: one.ty, nullable: one.nullable };
    ForeignFunction {
        name,
        parameters: function.parameters.into_iter().map(parameter).collect(),
        variadic: function.variadic.map(parameter),
        result: function.returns,
    }
}
