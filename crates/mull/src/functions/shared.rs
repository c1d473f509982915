//! Functions with the same meaning in HCL: HCL's rows run, including their ranges for unknown arguments.

use std::sync::LazyLock;

use hclx_core::{Type, Value};
use hclx_diag::mull_codes::FUNCTION_FAILED;

use super::{Answer, Call, EarlyReturn};
use crate::value::{RULES, Val};
use hclx_eval::Environment;
use hclx_eval::functions::{FunctionTable, invoke, library};

static TABLE: LazyLock<FunctionTable> = LazyLock::new(|| FunctionTable::new(library()));

/// Runs the HCL function with this name.
pub(super) fn run(name: &str, call: &Call<'_>) -> Answer {
    let function = TABLE.get(name).expect("shared functions are in the table");
    let arguments =
        call.args.iter().map(to_core).collect::<Option<Vec<Value>>>().ok_or(EarlyReturn::Unknown)?;
    let env = Environment { functions: &TABLE, rules: RULES, ..Environment::without_names() };
    match invoke(function, &arguments, &env, call.budget) {
        Ok(value) => Ok(Val::from_core(&value)),
        Err(fault) if fault.code().is_limit() => Err(fault.in_mull().into()),
        Err(fault) => Err(fault.with_code(FUNCTION_FAILED).into()),
    }
}

/// Converts primitives, and arrays of one kind of primitives.
fn to_core(value: &Val) -> Option<Value> {
    let Val::Array(values) = value else { return value.to_core() };
    let values = values.iter().map(Val::to_core).collect::<Option<Vec<_>>>()?;
    // The element type of an empty array does not matter.
    let element = values.first().map_or(Type::BOOL, |value| value.ty().clone());
    let alike = values.iter().all(|value| *value.ty() == element);
    alike.then(|| Value::list(element, values))
}
