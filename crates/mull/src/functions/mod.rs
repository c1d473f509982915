//! The functions of Mull as rows (Mull §10): name, signature in Mull's type syntax, documentation, examples,
//! and implementation. The type checker calls [`Row::check`], the evaluator [`Row::call`]. A row with the
//! name and meaning of an HCL function runs that function (`shared`). Functions that create strings or
//! collections are Mull's own, because HCL normalizes strings, sorts the keys of maps, and has no undefined.
//!
//! Out of scope: `import`, which needs other documents; its row contains only its signature.

mod collections;
mod format;
mod numbers;
mod objects;
mod shared;
mod signature;
mod text;
mod values;

use crate::maps::HashMap;
use std::sync::LazyLock;

use hclx_diag::mull_codes::{ARGUMENT_COUNT, ARGUMENT_TYPE, FUNCTION_FAILED, MAYBE_NOTHING, MULL_LIMIT};
use hclx_diag::{Arrange, Fallible, Fault};

use super::declare::Types;
use super::ty::{Literal, Ty};
use super::value::{Val, equal};
use hclx_core::{Text, Tri};
use hclx_eval::Budget;
use hclx_eval::functions::{EarlyReturn, FunctionDoc};
use signature::Signature;

/// The maximum length of a string or array that a function creates.
pub const MAX_RESULT: usize = 1_000_000;

/// The result of a function. Faults have no location: [`Fault::argument_index`] is the argument at fault.
/// Without an index, the fault is about the whole call or, for a wrong number of arguments, about the
/// function's name.
type Answer = Result<Val, EarlyReturn>;

/// The types of the arguments of a call.
#[derive(Clone, Copy)]
pub struct Arguments<'a> {
    /// The declared types.
    pub types: &'a Types,
    /// The type of each argument.
    pub tys: &'a [Ty],
    /// The values of the arguments that are literals.
    pub literals: &'a [Option<Literal>],
}

/// The values of the arguments of a call.
#[derive(Clone, Copy)]
pub struct Call<'a> {
    /// The declared types.
    pub types: &'a Types,
    /// The arguments.
    pub args: &'a [Val],
    /// The static type of each argument.
    pub tys: &'a [Ty],
    /// The static type of the result.
    pub result: &'a Ty,
    /// The budget of the evaluation.
    pub budget: &'a Budget,
}

/// Computes the type of a result from the types of the arguments.
type FunctionTyping = fn(&Arguments<'_>) -> Fallible<Ty>;

/// A function.
#[derive(Clone, Copy)]
pub struct Row {
    /// The documentation. In a signature such as `(a: T[], i: int, n?: int, rest: any?...) -> T`, a `?` after
    /// the name marks an optional parameter, and single capitals are type variables. Results of examples are
    /// compact JSON.
    pub described: FunctionDoc,
    /// Computes the type of the result, if the signature cannot express it.
    typing: Option<FunctionTyping>,
    run: fn(&Call<'_>) -> Answer,
    /// Computes facts about the result if the function could not run.
    bounds: Option<fn(&Call<'_>) -> Option<Val>>,
    /// Finds the argument that becomes the result and must then be checked against the result's type: a
    /// default may violate the constraints of the values that it replaces.
    stand_in: Option<fn(&Call<'_>) -> Option<usize>>,
}

impl std::ops::Deref for Row {
    type Target = FunctionDoc;

    fn deref(&self) -> &FunctionDoc {
        &self.described
    }
}

impl Row {
    const fn new(
        name: &'static str,
        signature: &'static str,
        summary: &'static str,
        examples: &'static [(&'static str, &'static str)],
        run: fn(&Call<'_>) -> Answer,
    ) -> Self {
        let described = FunctionDoc { name, signature, summary, examples };
        Self { described, typing: None, run, bounds: None, stand_in: None }
    }

    const fn typed(self, typing: FunctionTyping) -> Self {
        Self { typing: Some(typing), ..self }
    }

    const fn bounded(self, bounds: fn(&Call<'_>) -> Option<Val>) -> Self {
        Self { bounds: Some(bounds), ..self }
    }

    const fn standing_in(self, stand_in: fn(&Call<'_>) -> Option<usize>) -> Self {
        Self { stand_in: Some(stand_in), ..self }
    }

    /// The argument that becomes the result and must still be checked against the result's type.
    pub fn stand_in(&self, call: &Call<'_>) -> Option<usize> {
        self.stand_in.and_then(|stand_in| stand_in(call))
    }

    /// The type of the result.
    ///
    /// # Errors
    /// MU4009, MU4010 and MU4008 (Mull §10).
    pub fn check(&self, arguments: &Arguments<'_>) -> Fallible<Ty> {
        let signature = signature_of(self);
        signature.check_count(self, arguments.tys.len())?;
        let result = signature.check(arguments)?;
        match self.typing {
            Some(typing) => typing(arguments),
            None => Ok(result),
        }
    }

    /// Calls the function; the result is unknown if it depends on unknown values.
    ///
    /// # Errors
    /// MU5004, MU5006, MU5008 and, for arguments of type any, those of [`Row::check`].
    pub fn call(&self, call: &Call<'_>) -> Fallible<Val> {
        signature_of(self).check_values(call)?;
        match (self.run)(call) {
            Ok(value) => Ok(value),
            Err(EarlyReturn::Failed(fault)) => Err(fault.in_mull()),
            Err(EarlyReturn::Unknown) => {
                let bounded = self.bounds.and_then(|bounds| bounds(call));
                Ok(bounded.unwrap_or_else(|| call.types.unknown_of(call.result)))
            }
        }
    }
}

impl Call<'_> {
    /// The contents of a known string argument.
    fn string(&self, position: usize) -> Result<Text<'_>, EarlyReturn> {
        match &self.args[position] {
            Val::String(text) => Ok(Text::new(text)),
            Val::Unknown(_) => Err(EarlyReturn::Unknown),
            _ => Err(self.wrong(position, "string")),
        }
    }

    fn bool(&self, position: usize) -> Result<bool, EarlyReturn> {
        match &self.args[position] {
            Val::Bool(truth) => Ok(*truth),
            Val::Unknown(_) => Err(EarlyReturn::Unknown),
            _ => Err(self.wrong(position, "bool")),
        }
    }

    fn number(&self, position: usize) -> Result<&hclx_core::Number, EarlyReturn> {
        match &self.args[position] {
            Val::Number(number) => Ok(number),
            Val::Unknown(_) => Err(EarlyReturn::Unknown),
            _ => Err(self.wrong(position, "number")),
        }
    }

    /// A 64-bit int; integers beyond are clamped.
    fn int(&self, position: usize) -> Result<i64, EarlyReturn> {
        let number = self.number(position)?;
        if !number.is_integer() {
            let found = self.args[position].show();
            return Err(failed(position, format!("expected an integer, found {found}")));
        }
        // No index or length is this large, so a clamped number fails the same checks as the exact one.
        Ok(number.to_i64().unwrap_or(if number.is_negative() { i64::MIN } else { i64::MAX }))
    }

    fn array(&self, position: usize) -> Result<&[Val], EarlyReturn> {
        match &self.args[position] {
            Val::Array(elements) => {
                hclx_core::pay(16 * elements.len() as u64)?;
                Ok(elements)
            }
            Val::Unknown(_) => Err(EarlyReturn::Unknown),
            _ => Err(self.wrong(position, "array")),
        }
    }

    fn object(&self, position: usize) -> Result<&super::value::Fields, EarlyReturn> {
        match &self.args[position] {
            Val::Object(fields) => {
                hclx_core::pay(16 * fields.len() as u64)?;
                Ok(fields)
            }
            Val::Unknown(_) => Err(EarlyReturn::Unknown),
            _ => Err(self.wrong(position, "map or object")),
        }
    }

    /// The equality of two values; each pair of parts costs a step.
    fn same(&self, a: &Val, b: &Val) -> Result<Tri, EarlyReturn> {
        let mut spent = None;
        let same = equal(a, b, &mut || match self.budget.step() {
            Ok(()) => true,
            Err(fault) => {
                spent = Some(fault);
                false
            }
        });
        match spent {
            Some(fault) => Err(fault.with_code(MULL_LIMIT).into()),
            None => Ok(same.unwrap_or(Tri::Unknown)),
        }
    }

    /// A string that is the same for equal values.
    fn identity(&self, value: &Val) -> Result<String, EarlyReturn> {
        identity(value, self.budget)?.ok_or(EarlyReturn::Unknown)
    }

    fn wrong(&self, position: usize, expected: &str) -> EarlyReturn {
        let found = self.args[position].show();
        Fault::new(ARGUMENT_TYPE, format!("expected {expected}, found {found}")).argument(position).into()
    }
}

/// A string that is the same for equal values; `None` for a value that is not completely known. Shared parts
/// can make it far larger than the value in memory, so it is charged to the budget.
pub(crate) fn identity(value: &Val, budget: &Budget) -> Fallible<Option<String>> {
    if value.count(MAX_RESULT) > MAX_RESULT {
        return Err(Fault::new(
            MULL_LIMIT,
            format!("a compared value has more than the limit of {MAX_RESULT} parts"),
        ));
    }
    let Some(text) = value.to_compact_json() else { return Ok(None) };
    let paid = hclx_core::pay(64 + 4 * text.len() as u64).and_then(|()| budget.spend(text.len() as u64));
    paid.map_err(|fault| fault.with_code(MULL_LIMIT))?;
    Ok(Some(text))
}

/// A failure because of the value of an argument.
fn failed(position: usize, message: impl Into<hclx_diag::Text>) -> EarlyReturn {
    Fault::new(FUNCTION_FAILED, message).argument(position).into()
}

/// The failure for a result that would be too large.
fn too_large(what: &str) -> EarlyReturn {
    Fault::new(MULL_LIMIT, format!("{what} would be longer than the limit of {MAX_RESULT}")).into()
}

/// A string as a result, unless it is too long.
fn bounded_text(text: String) -> Answer {
    if text.len() > MAX_RESULT { Err(too_large("the string")) } else { Ok(Val::string(text)) }
}

static TABLE: LazyLock<HashMap<&'static str, (&'static Row, Signature)>> = LazyLock::new(|| {
    let rows = [text::ROWS, format::ROWS, numbers::ROWS, collections::ROWS, objects::ROWS, values::ROWS];
    rows.into_iter().flatten().map(|row| (row.name, (row, Signature::read(row.signature)))).collect()
});

fn signature_of(row: &Row) -> &'static Signature {
    &TABLE[row.name].1
}

/// The function with this name.
pub fn find(name: &str) -> Option<&'static Row> {
    TABLE.get(name).map(|(row, _)| *row)
}

/// Functions of other languages, with their equivalents in Mull.
const ELSEWHERE: &[(&str, &str)] = &[
    ("append", "concat"),
    ("assert", "require"),
    ("count", "length"),
    ("dig", "lookup"),
    ("error", "fail"),
    ("float", "number"),
    ("fromjson", "jsondecode"),
    ("get", "lookup"),
    ("haskey", "has"),
    ("hasprefix", "startswith"),
    ("hassuffix", "endswith"),
    ("include", "import"),
    ("len", "length"),
    ("nindent", "indent"),
    ("orelse", "lookup"),
    ("panic", "fail"),
    ("printf", "format"),
    ("regex", "matches"),
    ("regexmatch", "matches"),
    ("size", "length"),
    ("sprintf", "format"),
    ("str", "string"),
    ("strcontains", "contains"),
    ("strip", "trim"),
    ("substring", "substr"),
    ("tobool", "bool"),
    ("toint", "int"),
    ("tojson", "jsonencode"),
    ("tolower", "lower"),
    ("tonumber", "number"),
    ("tostring", "string"),
    ("toupper", "upper"),
    ("trimspace", "trim"),
    ("uniq", "distinct"),
    ("unique", "distinct"),
];

/// The equivalent of a function of another language.
pub fn of_other_languages(name: &str) -> Option<&'static str> {
    // Names in snake case and camel case are equal here.
    let plain: String = name.chars().filter(|c| *c != '_').flat_map(char::to_lowercase).collect();
    ELSEWHERE.iter().find(|(theirs, _)| *theirs == plain).map(|(_, here)| *here)
}

/// All functions, by name.
pub fn all() -> Vec<&'static Row> {
    let mut rows: Vec<&'static Row> = TABLE.values().map(|(row, _)| *row).collect();
    rows.arrange_by_key(|row| row.name);
    rows
}
