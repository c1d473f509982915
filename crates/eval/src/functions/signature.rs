//! Signatures of functions, written in our own type syntax and read by our own parser.

use hclx_core::{Rules, Type};
use hclx_diag::SourceId;

use crate::type_syntax::{TypeOptions, parse_type_text};

/// A parameter of a function.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The type that arguments are converted to.
    pub ty: Type,
    /// Whether null is an argument.
    pub nullable: bool,
}

/// What a function takes and gives.
#[derive(Clone, Debug)]
pub struct Signature {
    /// Parameters by position.
    pub parameters: Vec<Parameter>,
    /// The parameter that takes all further arguments.
    pub variadic: Option<Parameter>,
    /// The type of the result; `any` where it depends on the arguments.
    pub result: Type,
}

impl Signature {
    /// Reads `(name: type, rest: type...) -> type`. Rows are constants and a test reads them all.
    ///
    /// # Panics
    /// On a text that is not a signature.
    pub(crate) fn read(text: &'static str) -> Self {
        let (parameters, result) = text.split_once(" -> ").expect("a signature has a result");
        let inside = parameters.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        let mut signature = Signature {
            parameters: Vec::new(),
            variadic: None,
            result: read_type(result.trim_end_matches('?')),
        };
        for parameter in top_level(inside.expect("parameters are in parentheses")) {
            let (name, ty) = parameter.split_once(':').expect("a parameter has a type");
            let ty = ty.trim();
            let (ty, rest) = ty.strip_suffix("...").map_or((ty, false), |ty| (ty, true));
            let (ty, nullable) = ty.strip_suffix('?').map_or((ty, false), |ty| (ty, true));
            let parameter = Parameter { name: name.trim(), ty: read_type(ty), nullable };
            if rest {
                signature.variadic = Some(parameter);
            } else {
                signature.parameters.push(parameter);
            }
        }
        signature
    }

    /// The parameter that takes the argument at a position.
    pub fn parameter(&self, position: usize) -> Option<&Parameter> {
        self.parameters.get(position).or(self.variadic.as_ref())
    }

    /// The result type under rules; `int` is `number` where there are no integers.
    pub(crate) fn result_under(&self, rules: &Rules) -> Type {
        if self.result == Type::INT && !rules.int_literals { Type::NUMBER } else { self.result.clone() }
    }
}

fn read_type(text: &str) -> Type {
    let read = parse_type_text(SourceId(0), text, &TypeOptions::signature());
    assert!(read.diagnostics.is_empty(), "`{text}` is not a type: {:?}", read.diagnostics);
    read.ty
}

/// The pieces between commas that are in no brackets.
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
