//! Functions that are declared by data, for example by the schema of a provider.

use std::collections::HashSet;
use std::sync::{LazyLock, Mutex};

use hclx_core::Type;
use hclx_diag::locked;

use super::{ALL, EarlyReturn, Function, FunctionRow, Parameter, Signature};

/// A function known only by its signature.
#[derive(Clone, Debug)]
pub struct ForeignFunction {
    /// The name in calls.
    pub name: String,
    /// Parameters by position.
    pub parameters: Vec<DeclaredParameter>,
    /// The parameter that collects all additional arguments.
    pub variadic: Option<DeclaredParameter>,
    /// The type of the result.
    pub result: Type,
}

/// A parameter of such a function.
#[derive(Clone, Debug)]
pub struct DeclaredParameter {
    /// The name.
    pub name: String,
    /// The type that arguments are converted to.
    pub ty: Type,
    /// Set if the argument can be null.
    pub nullable: bool,
}

impl ForeignFunction {
    pub(super) fn function(self) -> Function {
        let shown = |parameter: &DeclaredParameter, rest: &str| {
            let null = if parameter.nullable { "?" } else { "" };
            format!("{}: {}{null}{rest}", parameter.name, parameter.ty)
        };
        let mut parameters: Vec<String> = self.parameters.iter().map(|one| shown(one, "")).collect();
        parameters.extend(self.variadic.as_ref().map(|one| shown(one, "...")));
        let signature = format!("({}) -> {}", parameters.join(", "), self.result);
        let row = FunctionRow::new(kept(self.name), kept(signature), "", &[], |_| Err(EarlyReturn::Unknown))
            .any(ALL);
        let parameter =
            |one: DeclaredParameter| Parameter { name: kept(one.name), ty: one.ty, nullable: one.nullable };
        let signature = Signature {
            parameters: self.parameters.into_iter().map(parameter).collect(),
            variadic: self.variadic.map(parameter),
            result: self.result,
        };
        let signature = LazyLock::new(Box::new(|| signature) as Box<dyn FnOnce() -> Signature + Send>);
        Function { row: FunctionRow { nullable: true, ..row }, signature }
    }
}

/// Leaks a string, once per distinct string, because rows consist of constants.
fn kept(text: String) -> &'static str {
    static KEPT: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut kept = locked(&KEPT);
    let kept = kept.get_or_insert_default();
    match kept.get(text.as_str()) {
        Some(known) => known,
        None => {
            let text: &'static str = text.leak();
            kept.insert(text);
            text
        }
    }
}
