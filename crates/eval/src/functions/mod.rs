//! Functions as rows of tables: name, signature in the type syntax, documentation, examples, and
//! implementation. Rows have no access to source locations; the evaluator finds the argument at fault.
//!
//! A name can have different meanings in different dialects, so each dialect's table is built from lists of
//! rows.

mod affix;
mod args;
mod cidr;
mod convert;
mod csv;
mod date;
mod declared;
mod encoding;
mod file;
mod hash;
mod impure;
mod invoke;
mod json;
mod mapping;
mod math;
mod number;
mod path;
mod regex;
mod secrecy;
mod selection;
mod sequence;
mod set;
pub(crate) mod shape;
mod signature;
mod string;
mod tables;
mod template;
mod terraform;
mod text;
mod wording;
mod yaml_decode;
mod yaml_encode;

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;
use hclx_core::{Type, Value};
use hclx_diag::{Arrange, Fallible, Fault};

pub use args::Args;
pub use declared::{DeclaredParameter, ForeignFunction};
pub use invoke::invoke;
pub(crate) use invoke::{comes_later, fit, takes};
pub use signature::{Arity, Parameter, Signature, WrittenParameter, read as read_signature};
pub use tables::{ONLY_HCL, hcl, library, none, reference};
pub use terraform::ROWS as IN_TERRAFORM;

/// Rows that several dialects share.
pub mod bodies {
    pub use super::json::{encode, encoded_head, pay_nodes};
    pub use super::path::dirname;
    pub use super::selection::only_type;
    pub use super::sequence::{equal, range, same_length};
    pub use super::shape::only_element;
    pub use super::string::text;
    pub use super::template::is_identifier;
    pub use super::terraform::length;
}

/// The reason why a function returns early.
#[derive(Debug)]
pub enum EarlyReturn {
    /// A required argument is unknown: the result is an unknown of the result type.
    Unknown,
    /// The call failed.
    Failed(Fault),
}

impl From<Fault> for EarlyReturn {
    fn from(fault: Fault) -> Self {
        EarlyReturn::Failed(fault)
    }
}

/// The result of a function.
pub type Answer = Result<Value, EarlyReturn>;

/// A set of parameter positions as bits; the last bit represents all later positions.
pub type Positions = u8;
/// All parameters.
pub const ALL: Positions = Positions::MAX;

/// The implementation of a function.
#[derive(Clone, Copy)]
pub(crate) enum Run {
    /// A function of the values of its arguments.
    Values(fn(&Args<'_>) -> Answer),
    /// A form: the evaluator handles its arguments as expressions.
    Form(Form),
}

/// Functions that take expressions rather than values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The first argument that succeeds.
    Try,
    /// Tests whether the argument succeeds.
    Can,
    /// The second argument is a type expression.
    Convert,
}

/// The versions in which products that share a dialect introduced a function; `None` if a product does not
/// have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Since {
    /// The version of Terraform.
    pub terraform: Option<&'static str>,
    /// The version of OpenTofu; 1.6 is its first version.
    pub opentofu: Option<&'static str>,
}

impl Since {
    /// A function that exists in all supported versions.
    pub const EVER: Self = Self { terraform: Some("1.0"), opentofu: Some("1.6") };
}

/// The documentation of a function, in any language.
#[derive(Clone, Copy, Debug)]
pub struct FunctionDoc {
    /// The name, namespaces joined by `::`.
    pub name: &'static str,
    /// `(list: list(any), size: number) -> list(list(any))`: a nullable type ends in `?`, a parameter that
    /// collects all additional arguments in `...`. `int` means `number` under rules without integers. Types
    /// are in the notation of the language.
    pub signature: &'static str,
    /// A one-sentence description of the result, without a period.
    pub summary: &'static str,
    /// Expressions with their results, in the notation of values.
    pub examples: &'static [(&'static str, &'static str)],
}

/// A function: documentation and implementation.
#[derive(Clone, Copy)]
pub struct FunctionRow {
    /// The documentation.
    pub described: FunctionDoc,
    /// The versions of Terraform and OpenTofu that introduced it.
    pub since: Since,
    pub(crate) run: Run,
    /// Computes a result type that depends on the arguments.
    pub(crate) typing: Option<fn(&Args<'_>) -> Fallible<Type>>,
    /// Computes facts about the result for unknown arguments.
    pub(crate) bounds: Option<fn(&Args<'_>, Value) -> Value>,
    /// The parameters whose unknown arguments the function handles itself.
    pub(crate) unknown: Positions,
    /// The parameters of type `any` that accept arguments of unknown type.
    pub(crate) any: Positions,
    /// The parameters whose parts keep their marks; marks of the argument itself go to the result.
    pub(crate) marks: Positions,
    /// Set if every part of those arguments is a part of the result.
    pub(crate) keeps_parts: bool,
    /// The parameters whose arguments may be the result; their marks count only if they are.
    pub(crate) choices: Positions,
    /// Set if the result may be null.
    pub(crate) nullable: bool,
    /// Set if the function receives the marks of its arguments.
    pub(crate) sees_marks: bool,
    /// Set if the first argument must be a reference to an external value.
    pub(crate) reference: bool,
    /// Set if the result of a form is eventual when one of its arguments is.
    pub(crate) later: bool,
    /// Set if the result depends on the types of the arguments' parts, so that unions in parts are separated
    /// too.
    pub(crate) meets: bool,
}

impl std::ops::Deref for FunctionRow {
    type Target = FunctionDoc;

    fn deref(&self) -> &FunctionDoc {
        &self.described
    }
}

impl FunctionRow {
    /// A function on values whose result is never null.
    pub const fn new(
        name: &'static str,
        signature: &'static str,
        summary: &'static str,
        examples: &'static [(&'static str, &'static str)],
        run: fn(&Args<'_>) -> Answer,
    ) -> Self {
        Self {
            described: FunctionDoc { name, signature, summary, examples },
            since: Since::EVER,
            run: Run::Values(run),
            typing: None,
            bounds: None,
            unknown: 0,
            any: 0,
            marks: 0,
            keeps_parts: false,
            choices: 0,
            nullable: false,
            sees_marks: false,
            reference: false,
            later: false,
            meets: false,
        }
    }

    /// A function on expressions.
    pub const fn form(
        name: &'static str,
        signature: &'static str,
        summary: &'static str,
        examples: &'static [(&'static str, &'static str)],
        form: Form,
    ) -> Self {
        Self {
            run: Run::Form(form),
            ..Self::new(name, signature, summary, examples, |_| Err(EarlyReturn::Unknown))
        }
    }

    /// Sets the versions of Terraform and OpenTofu that introduced the function.
    pub const fn since(self, terraform: Option<&'static str>, opentofu: Option<&'static str>) -> Self {
        Self { since: Since { terraform, opentofu }, ..self }
    }

    /// Sets the computation of a result type that depends on the arguments.
    pub const fn typed(self, typing: fn(&Args<'_>) -> Fallible<Type>) -> Self {
        Self { typing: Some(typing), ..self }
    }

    /// Sets the computation of facts about the result for unknown arguments.
    pub const fn bounded(self, bounds: fn(&Args<'_>, Value) -> Value) -> Self {
        Self { bounds: Some(bounds), ..self }
    }

    /// Sets the positions whose unknown arguments the function handles itself.
    pub const fn unknown(self, unknown: Positions) -> Self {
        Self { unknown, ..self }
    }

    /// Sets the positions that accept arguments of unknown type.
    pub const fn any(self, any: Positions) -> Self {
        Self { any, ..self }
    }

    /// Sets the positions at which parts of arguments keep their marks.
    pub const fn marks(self, marks: Positions) -> Self {
        Self { marks, ..self }
    }

    /// Keeps all parts of the arguments at [`Self::marks`] in the result.
    pub const fn keeps_parts(self) -> Self {
        Self { keeps_parts: true, ..self }
    }

    /// Sets the positions of arguments that may be the result; their marks count only if they are.
    pub const fn choices(self, choices: Positions) -> Self {
        Self { choices, ..self }
    }

    /// Allows the result to be null.
    pub const fn nullable(self) -> Self {
        Self { nullable: true, ..self }
    }

    /// Passes arguments with their marks, and leaves the marks of the result to the function.
    pub const fn sees_marks(self) -> Self {
        Self { sees_marks: true, ..self }
    }

    /// Requires the first argument to be a reference.
    pub const fn reference(self) -> Self {
        Self { reference: true, ..self }
    }

    /// Makes the result of a form eventual if one of its arguments is.
    pub const fn later(self) -> Self {
        Self { later: true, ..self }
    }

    /// Declares that the types of the arguments' parts are unified in the result, or determine it.
    pub const fn meets(self) -> Self {
        Self { meets: true, ..self }
    }

    /// The row with a different signature.
    pub const fn with_signature(self, signature: &'static str) -> Self {
        Self { described: FunctionDoc { signature, ..self.described }, ..self }
    }

    /// The row under a different name, with examples of its own.
    pub const fn named(self, name: &'static str, examples: &'static [(&'static str, &'static str)]) -> Self {
        Self { described: FunctionDoc { name, examples, ..self.described }, ..self }
    }
}

/// A function of a table: its row with the signature.
pub struct Function {
    /// The row.
    pub row: FunctionRow,
    /// The signature, parsed on demand: most files call few functions.
    pub signature: LazyLock<Signature, Box<dyn FnOnce() -> Signature + Send>>,
}

/// The functions of a dialect.
pub struct FunctionTable {
    functions: Vec<Function>,
    positions: HashMap<&'static str, usize, FixedState>,
    namespace: Option<&'static str>,
    /// Functions that exist in related dialects: calls of them are not reported.
    elsewhere: &'static [&'static str],
}

impl std::fmt::Debug for FunctionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl FunctionTable {
    /// A table of rows; of several rows with the same name, the last one counts.
    pub fn new(rows: impl IntoIterator<Item = FunctionRow>) -> Self {
        Self::of_rows(rows.into_iter().collect())
    }

    fn of_rows(mut rows: Vec<FunctionRow>) -> Self {
        // Sorting is stable, so of several rows the last one comes first and is kept.
        rows.reverse();
        rows.arrange_by_key(|row| row.name);
        rows.dedup_by_key(|row| row.name);
        let function = |row: FunctionRow| Function {
            row,
            signature: LazyLock::new(Box::new(move || Signature::read(row.signature))),
        };
        let functions: Vec<Function> = rows.into_iter().map(function).collect();
        let positions = functions.iter().enumerate().map(|(at, function)| (function.row.name, at)).collect();
        Self { functions, positions, namespace: None, elsewhere: &[] }
    }

    /// A table of functions that are declared by data and known only by their signatures: results are unknown
    /// and may be null. Each distinct string is leaked once.
    pub fn provided(declared: impl IntoIterator<Item = ForeignFunction>) -> Self {
        let mut functions: Vec<Function> = declared.into_iter().map(ForeignFunction::function).collect();
        functions.arrange_by_key(|function| function.row.name);
        functions.dedup_by_key(|function| function.row.name);
        let positions = functions.iter().enumerate().map(|(at, function)| (function.row.name, at)).collect();
        Self { functions, positions, namespace: None, elsewhere: &[] }
    }

    /// Adds every function under a prefix as well.
    #[must_use]
    pub fn with_namespace(self, prefix: &'static str) -> Self {
        Self { namespace: Some(prefix), ..self }
    }

    /// Sets the names of functions that exist in related dialects.
    #[must_use]
    pub fn with_elsewhere(self, elsewhere: &'static [&'static str]) -> Self {
        Self { elsewhere, ..self }
    }

    /// Returns `true` if a function that is not in the table may still exist: providers add their own.
    pub(crate) fn may_exist(&self, name: &str) -> bool {
        self.namespace.is_some() && name.starts_with("provider::") || self.elsewhere.contains(&name)
    }

    /// The function with this name.
    pub fn get(&self, name: &str) -> Option<&Function> {
        self.position(name).and_then(|position| self.at(position))
    }

    /// The position of the function with this name.
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        let name = self.namespace.and_then(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
        self.positions.get(name).copied()
    }

    /// The function at a position.
    pub(crate) fn at(&self, position: usize) -> Option<&Function> {
        self.functions.get(position)
    }

    /// All functions, by name.
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// All names, in order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.functions.iter().map(|function| function.row.name)
    }
}

/// Returns `true` if a mask includes a position.
pub(crate) const fn includes(which: Positions, position: usize) -> bool {
    let last = Positions::BITS as usize - 1;
    which & (1 << if position > last { last } else { position }) != 0
}
