//! Random calls of the functions of a table, generated from their signatures, so that a new row is
//! covered without a change here.

use hclx_core::{Type, TypeKind, Value};
use hclx_eval::functions::Function;
use hclx_eval::{Budget, Environment, FunctionTable, Scope};

use crate::eval_in;
use crate::programs::{Maker, expression};

/// Functions that are not called, with the reason.
const LEFT_OUT: &[(&str, &str)] = &[
    ("abspath", "where it runs is not known"),
    ("pathexpand", "whose home it is is not known"),
    ("bcrypt", "another answer each time"),
    ("plantimestamp", "another answer each time"),
    ("timestamp", "another answer each time"),
    ("uuid", "another answer each time"),
    ("file", "reads files"),
    ("filebase64", "reads files"),
    ("filebase64sha256", "reads files"),
    ("filebase64sha512", "reads files"),
    ("fileexists", "reads files"),
    ("filemd5", "reads files"),
    ("fileset", "reads files"),
    ("filesha1", "reads files"),
    ("filesha256", "reads files"),
    ("filesha512", "reads files"),
    ("templatefile", "reads files"),
    ("issensitive", "of an unknown, marks are those that it may have"),
    ("ephemeralasnull", "of an unknown, marks are those that it may have"),
    ("nonsensitive", "of an unknown, marks are those that it or its parts may have"),
];

/// The functions that may be called.
pub(crate) struct Calls<'a> {
    env: &'a Environment<'a>,
    functions: &'a [&'a Function],
    /// Names for the arguments of examples, with their values.
    pub named: Vec<(String, Value)>,
}

impl<'a> Calls<'a> {
    pub(crate) fn new(env: &'a Environment<'a>, functions: &'a [&'a Function]) -> Self {
        Self { env, functions, named: Vec::new() }
    }

    /// The number of functions that may be called.
    pub(crate) fn count(&self) -> usize {
        self.functions.len()
    }

    /// Defines a name for the value of an expression, if it has one.
    fn name_of(&mut self, source: &str) -> Option<String> {
        let outcome = eval_in(source, &Scope::root(), self.env, &Budget::default());
        if outcome.has_errors() || !outcome.value.is_wholly_known() {
            return None;
        }
        let name = format!("x{}", self.named.len());
        self.named.push((name.clone(), outcome.value));
        Some(name)
    }
}

/// The functions of a table that may be called.
pub(crate) fn callable(table: &FunctionTable) -> Vec<&Function> {
    let kept = |function: &&Function| LEFT_OUT.iter().all(|(name, _)| *name != function.row.name);
    table.functions().iter().filter(kept).collect()
}

/// A call of any function.
pub(crate) fn call(maker: &mut Maker<'_>, depth: usize) -> String {
    let which = maker.below(maker.calls.count());
    call_of(maker, which, depth)
}

/// A call of one of the functions.
pub(crate) fn call_of(maker: &mut Maker<'_>, which: usize, depth: usize) -> String {
    let function = maker.calls.functions[which];
    let example = match function.row.examples {
        [] => Vec::new(),
        examples => arguments_of(examples[maker.below(examples.len())].0, function.row.name),
    };
    let least = function.signature.parameters.len();
    let further = if function.signature.variadic.is_some() { maker.below(3) } else { 0 };
    let count = if maker.below(3) > 0 && example.len() >= least { example.len() } else { least + further };
    let is_form = ["try", "can", "convert"].contains(&function.row.name);
    let arguments: Vec<String> = (0..count)
        .map(|position| match example.get(position) {
            // a type, or a reference
            Some(source) if function.row.name == "convert" && position == 1 => (*source).to_owned(),
            _ if function.row.name == "templatestring" && position == 0 => maker.pick(&["s", "t"]).to_owned(),
            Some(source) if !is_form && maker.below(3) > 0 => {
                maker.calls.name_of(source).unwrap_or_else(|| (*source).to_owned())
            }
            _ => match function.signature.parameter(position) {
                Some(parameter) => argument(maker, &parameter.ty, depth),
                None => part(maker, depth),
            },
        })
        .collect();
    format!("{}({})", function.row.name, arguments.join(", "))
}

fn part(maker: &mut Maker<'_>, depth: usize) -> String {
    let depth = maker.below(depth.max(1));
    expression(maker, depth)
}

/// An argument that usually fits a type.
fn argument(maker: &mut Maker<'_>, ty: &Type, depth: usize) -> String {
    if maker.below(5) == 0 {
        return part(maker, depth);
    }
    let inner = depth.saturating_sub(1);
    match ty.kind() {
        TypeKind::Bool => maker.pick(&["b", "true", "(n == 0)", "!b"]).to_owned(),
        TypeKind::Number | TypeKind::Int => {
            maker.pick(&["n", "m", "0", "1", "2", "-1", "2.5", "length(l)", "s"]).to_owned()
        }
        TypeKind::String => maker
            .pick(&[
                "s",
                "t",
                "z",
                "i",
                "\"\"",
                "\"a\"",
                "\"a-b\"",
                "\"x${s}\"",
                "\"${s}a\"",
                "(b ? \"a\" : \"ab\")",
                "n",
            ])
            .to_owned(),
        TypeKind::List(element) | TypeKind::Set(element) => match maker.below(4) {
            0 => format!("[{}]", argument(maker, element, inner)),
            1 => format!("[{}, {}]", argument(maker, element, inner), argument(maker, element, inner)),
            _ if *element == Type::STRING => maker.pick(&["l", "e", "[]", "values(q)"]).to_owned(),
            _ => maker.pick(&["l", "e", "j", "r", "p", "[]", "keys(k)"]).to_owned(),
        },
        TypeKind::Map(element) => match maker.below(3) {
            0 => format!("{{ a = {} }}", argument(maker, element, inner)),
            _ => maker.pick(&["k", "q", "o", "{}"]).to_owned(),
        },
        _ => match maker.below(3) {
            0 => part(maker, depth),
            1 => maker.pick(&["l", "e", "j", "r", "p"]).to_owned(),
            _ => maker.pick(&["o", "k", "q", "n", "s", "b", "z"]).to_owned(),
        },
    }
}

/// The arguments of an example that consists of a single call of a function.
fn arguments_of<'a>(example: &'a str, name: &str) -> Vec<&'a str> {
    let inside = example.strip_prefix(name).and_then(|rest| rest.strip_prefix('(')?.strip_suffix(')'));
    let Some(text) = inside else { return Vec::new() };
    let (mut pieces, mut depth, mut quoted, mut escaped, mut start) = (Vec::new(), 0i32, false, false, 0);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                pieces.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    pieces.push(text[start..].trim());
    // `f(a) + f(b)` is not a single call
    if depth != 0 || quoted || pieces.iter().any(|piece| piece.is_empty()) { Vec::new() } else { pieces }
}

/// Every excluded function exists in a table; otherwise the entry is stale.
#[test]
fn what_is_left_out_exists() {
    let table = hclx_languages::dialect("terraform").expect("a dialect").functions();
    for (name, why) in LEFT_OUT {
        assert!(table.get(name).is_some(), "{name} ({why})");
    }
}
