//! Functions as rows of tables: name, signature in the type syntax, documentation, examples, and
//! implementation. A row knows no places; the evaluator finds the argument to blame.
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

use foldhash::fast::FixedState;
use hclx_core::{Type, Value};
use hclx_diag::{Arrange, Fallible, Fault};

pub use args::Args;
pub use declared::{Declared, DeclaredParameter};
pub use invoke::invoke;
pub(crate) use invoke::{comes_later, fit, takes};
pub use signature::{Arity, Parameter, Signature, WrittenParameter, read as read_signature};
pub use tables::{ONLY_HCL, hcl, library, none, reference};
pub use terraform::ROWS as IN_TERRAFORM;

/// Rows that several dialects share.
pub mod bodies {
    pub use super::json::{encode, encoded_head};
    pub use super::selection::only_type;
    pub use super::sequence::{equal, range, same_length};
    pub use super::shape::only_element;
    pub use super::string::text;
    pub use super::template::is_identifier;
    pub use super::terraform::length;
    pub use super::text::characters;
}

/// The reason why a function returns early.
#[derive(Debug)]
pub enum EarlyReturn {
    /// An argument that it needs is unknown: the result is an unknown of the result type.
    Unknown,
    /// Failed.
    Failed(Fault),
}

impl From<Fault> for EarlyReturn {
    fn from(fault: Fault) -> Self {
        EarlyReturn::Failed(fault)
    }
}

/// The result of a function.
pub type Answer = Result<Value, EarlyReturn>;

/// Parameters by position, as bits; the last bit is for all further ones.
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

/// Functions that see expressions rather than values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The first argument that succeeds.
    Try,
    /// Tests whether the argument succeeds.
    Can,
    /// The second argument is a type expression.
    Convert,
}

/// Since which version products that share a dialect have a function; nothing if one does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Since {
    /// The version of Terraform.
    pub terraform: Option<&'static str>,
    /// The version of OpenTofu, whose first one is 1.6.
    pub opentofu: Option<&'static str>,
}

impl Since {
    /// All supported versions have it.
    pub const EVER: Self = Self { terraform: Some("1.0"), opentofu: Some("1.6") };
}

/// The documentation of a function, in whichever language.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    /// The name, namespaces joined by `::`.
    pub name: &'static str,
    /// `(list: list(any), size: number) -> list(list(any))`: a type that may be null ends in `?`, a
    /// parameter that takes the rest of the arguments in `...`. `int` reads as `number` under rules
    /// without integers. Types are in the notation of the language.
    pub signature: &'static str,
    /// The result, described in one sentence without a period.
    pub summary: &'static str,
    /// Expressions with their results, in the notation of values.
    pub examples: &'static [(&'static str, &'static str)],
}

/// A function: documentation and implementation.
#[derive(Clone, Copy)]
pub struct Row {
    /// The documentation.
    pub described: Described,
    /// Since when Terraform and OpenTofu have it.
    pub since: Since,
    pub(crate) run: Run,
    /// The result type where it depends on the arguments.
    pub(crate) typing: Option<fn(&Args<'_>) -> Fallible<Type>>,
    /// The facts about the result for unknown arguments.
    pub(crate) bounds: Option<fn(&Args<'_>, Value) -> Value>,
    /// Parameters whose unknown arguments the function reads itself.
    pub(crate) unknown: Positions,
    /// Parameters of type any that take arguments of unknown type.
    pub(crate) any: Positions,
    /// Parameters whose parts keep their marks; marks of the argument itself go to the result.
    pub(crate) marks: Positions,
    /// The result may be null.
    pub(crate) nullable: bool,
    /// The function reads the marks of its arguments.
    pub(crate) sees_marks: bool,
    /// The first argument must be a reference to an external value.
    pub(crate) reference: bool,
    /// The result of a form is eventual if one of its arguments is.
    pub(crate) later: bool,
    /// The result depends on the types of the arguments' parts, so unions are separated there too.
    pub(crate) meets: bool,
}

impl std::ops::Deref for Row {
    type Target = Described;

    fn deref(&self) -> &Described {
        &self.described
    }
}

impl Row {
    /// A function of values, whose result is never null.
    pub const fn new(
        name: &'static str,
        signature: &'static str,
        summary: &'static str,
        examples: &'static [(&'static str, &'static str)],
        run: fn(&Args<'_>) -> Answer,
    ) -> Self {
        Self {
            described: Described { name, signature, summary, examples },
            since: Since::EVER,
            run: Run::Values(run),
            typing: None,
            bounds: None,
            unknown: 0,
            any: 0,
            marks: 0,
            nullable: false,
            sees_marks: false,
            reference: false,
            later: false,
            meets: false,
        }
    }

    /// A function of expressions.
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

    /// The result type depends on the arguments.
    pub const fn typed(self, typing: fn(&Args<'_>) -> Fallible<Type>) -> Self {
        Self { typing: Some(typing), ..self }
    }

    /// Something is known of the result when an argument is unknown.
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

    /// Parts of arguments keep their marks.
    pub const fn marks(self, marks: Positions) -> Self {
        Self { marks, ..self }
    }

    /// The result may be null.
    pub const fn nullable(self) -> Self {
        Self { nullable: true, ..self }
    }

    /// Passes arguments with their marks, and leaves the marks of the result to the function.
    pub const fn sees_marks(self) -> Self {
        Self { sees_marks: true, ..self }
    }

    /// The first argument must be a reference.
    pub const fn reference(self) -> Self {
        Self { reference: true, ..self }
    }

    /// The result of a form comes later if one of its arguments does.
    pub const fn later(self) -> Self {
        Self { later: true, ..self }
    }

    /// The types of the parts of arguments meet in the result, or decide about it.
    pub const fn meets(self) -> Self {
        Self { meets: true, ..self }
    }

    /// The same function with a signature of its own.
    pub const fn with_signature(self, signature: &'static str) -> Self {
        Self { described: Described { signature, ..self.described }, ..self }
    }

    /// The same function under another name, with examples of its own.
    pub const fn named(self, name: &'static str, examples: &'static [(&'static str, &'static str)]) -> Self {
        Self { described: Described { name, examples, ..self.described }, ..self }
    }
}

/// A function of a table: its row with the signature read.
pub struct Function {
    /// The row.
    pub row: Row,
    /// The signature, read.
    pub signature: Signature,
}

/// The functions of a dialect.
pub struct FunctionTable {
    functions: Vec<Function>,
    positions: HashMap<&'static str, usize, FixedState>,
    namespace: Option<&'static str>,
    /// Functions that exist elsewhere: calls to them are not judged.
    elsewhere: &'static [&'static str],
}

impl std::fmt::Debug for FunctionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.names()).finish()
    }
}

impl FunctionTable {
    /// A table of rows; the last of several rows with the same name counts.
    pub fn new(rows: impl IntoIterator<Item = Row>) -> Self {
        Self::of_rows(rows.into_iter().collect())
    }

    fn of_rows(mut rows: Vec<Row>) -> Self {
        rows.reverse();
        rows.arrange_by_key(|row| row.name);
        rows.dedup_by_key(|row| row.name);
        let functions: Vec<Function> =
            rows.into_iter().map(|row| Function { row, signature: Signature::read(row.signature) }).collect();
        let positions = functions.iter().enumerate().map(|(at, function)| (function.row.name, at)).collect();
        Self { functions, positions, namespace: None, elsewhere: &[] }
    }

    /// Functions that are declared by data, known by their signatures only: results are unknown and may be
    /// null. Their strings stay in memory, each once.
    pub fn provided(declared: impl IntoIterator<Item = Declared>) -> Self {
        let mut functions: Vec<Function> = declared.into_iter().map(Declared::function).collect();
        functions.arrange_by_key(|function| function.row.name);
        functions.dedup_by_key(|function| function.row.name);
        let positions = functions.iter().enumerate().map(|(at, function)| (function.row.name, at)).collect();
        Self { functions, positions, namespace: None, elsewhere: &[] }
    }

    /// Every function is also found under a prefix.
    #[must_use]
    pub fn with_namespace(self, prefix: &'static str) -> Self {
        Self { namespace: Some(prefix), ..self }
    }

    /// Functions of these names exist in relatives of the dialect.
    #[must_use]
    pub fn with_elsewhere(self, elsewhere: &'static [&'static str]) -> Self {
        Self { elsewhere, ..self }
    }

    /// Returns `true` if a function that is not in the table may still exist: providers add their own.
    pub(crate) fn may_exist(&self, name: &str) -> bool {
        self.namespace.is_some() && name.starts_with("provider::") || self.elsewhere.contains(&name)
    }

    /// The function of a name.
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
