//! Signatures of functions, written in our own type syntax and parsed by our own parser.

use hclx_core::{Rules, Type};
use hclx_diag::SourceId;

use crate::type_syntax::{TypeOptions, parse_type_text};

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// The type that arguments are converted to.
    pub ty: Type,
    /// Set if the argument can be null.
    pub nullable: bool,
}

/// The parameters and the result of a function.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Parameters by position.
    pub parameters: Vec<Parameter>,
    /// The parameter that collects all additional arguments.
    pub variadic: Option<Parameter>,
    /// The type of the result; `any` if it depends on the arguments.
    pub result: Type,
}

impl Signature {
    /// Parses a signature. Rows are constants, and a test parses all of them.
    ///
    /// # Panics
    /// If the string is not a signature.
    pub(crate) fn read(text: &'static str) -> Self {
        let (parameters, result) = read(text);
        let mut signature = Signature {
            parameters: Vec::new(),
            variadic: None,
            result: read_type(result.trim_end_matches('?')),
        };
        for WrittenParameter { name, ty, nullable, rest, .. } in parameters {
            let parameter = Parameter { name, ty: read_type(ty), nullable };
            if rest {
                signature.variadic = Some(parameter);
            } else {
                signature.parameters.push(parameter);
            }
        }
        signature
    }

    pub(crate) fn arity(&self) -> Arity {
        let least = self.parameters.len();
        Arity { least, most: self.variadic.is_none().then_some(least) }
    }

    /// The parameter for the argument at a position.
    pub fn parameter(&self, position: usize) -> Option<&Parameter> {
        self.parameters.get(position).or(self.variadic.as_ref())
    }

    /// The result type under the given rules; without integers, `int` becomes `number`.
    pub(crate) fn result_under(&self, rules: &Rules) -> Type {
        if self.result == Type::INT && !rules.int_literals { Type::NUMBER } else { self.result.clone() }
    }
}

fn read_type(text: &str) -> Type {
    let read = parse_type_text(SourceId(0), text, &TypeOptions::signature());
    assert!(read.diagnostics.is_empty(), "`{text}` is not a type: {:?}", read.diagnostics);
    read.ty
}

/// The number of arguments that a call can have.
#[derive(Clone, Copy, Debug)]
pub struct Arity {
    /// The minimum number of arguments.
    pub least: usize,
    /// The maximum number of arguments; `None` for any number.
    pub most: Option<usize>,
}

impl Arity {
    /// The message for a call with the wrong number of arguments; `next` is the first parameter without an
    /// argument.
    pub fn misfit(self, name: &str, given: usize, next: Option<&str>) -> Option<String> {
        let Self { least, most } = self;
        if given >= least && most.is_none_or(|most| given <= most) {
            return None;
        }
        let takes = match most {
            None => format!("at least {least}"),
            Some(most) if most == least => least.to_string(),
            Some(most) => format!("{least} to {most}"),
        };
        let word = if most.unwrap_or(least) == 1 { "argument" } else { "arguments" };
        let missing = next.filter(|_| given < least);
        let missing = missing.map_or_else(String::new, |next| format!(": missing `{next}`"));
        Some(format!("`{name}` takes {takes} {word}, found {given}{missing}"))
    }
}

/// A parameter as written in signatures: `name?: type?...`.
#[derive(Clone, Copy, Debug)]
pub struct WrittenParameter {
    /// The name.
    pub name: &'static str,
    /// The type in the notation of the language.
    pub ty: &'static str,
    /// Set if the argument is optional.
    pub optional: bool,
    /// Set if the argument can be null.
    pub nullable: bool,
    /// Set if the parameter collects all additional arguments.
    pub rest: bool,
}

/// Parses the parameters and the result of a signature `(name: type, rest: type...) -> type`.
///
/// # Panics
/// If the string is not a signature.
pub fn read(text: &'static str) -> (Vec<WrittenParameter>, &'static str) {
    let (parameters, result) = text.split_once(" -> ").expect("a signature has a result");
    let inside = parameters.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let parameters = top_level(inside.expect("parameters are in parentheses"));
    (parameters.into_iter().map(parameter).collect(), result)
}

fn parameter(text: &'static str) -> WrittenParameter {
    let (name, ty) = text.split_once(':').expect("a parameter has a type");
    let (name, optional) = without(name.trim(), "?");
    let (ty, rest) = without(ty.trim(), "...");
    let (ty, nullable) = without(ty, "?");
    WrittenParameter { name, ty, optional, nullable, rest }
}

fn without(text: &'static str, end: &str) -> (&'static str, bool) {
    text.strip_suffix(end).map_or((text, false), |text| (text, true))
}

/// Splits a string at the commas outside of brackets.
fn top_level(text: &'static str) -> Vec<&'static str> {
    let mut pieces = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                pieces.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(&text[start..]);
    pieces.retain(|piece| !piece.trim().is_empty());
    pieces
}
