//! Random small programs over a few names, generated from a seed. Calls are generated in `calls`.

use crate::calls::{Calls, call};

/// A pseudorandom sequence that is the same on every platform.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }
}

/// A generator of programs.
pub(crate) struct Maker<'a> {
    random: Random,
    /// The functions that may be called, and the names defined by calls.
    pub calls: Calls<'a>,
}

impl<'a> Maker<'a> {
    pub(crate) fn new(random: Random, calls: Calls<'a>) -> Self {
        Self { random, calls }
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    pub(crate) fn pick<'b, T: ?Sized>(&mut self, from: &[&'b T]) -> &'b T {
        self.random.pick(from)
    }
}

/// The names that programs use.
pub(crate) const NAMES: &[&str] =
    &["n", "m", "s", "t", "b", "l", "e", "o", "p", "k", "z", "i", "j", "q", "r"];

const LEAVES: &[&str] = &[
    "n", "m", "s", "t", "b", "l", "e", "o", "p", "k", "z", "j", "q", "r", "1", "0", "-2.5", "\"a\"", "\"7\"",
    "\"\"", "true", "null", "[]", "{}",
];

const OPERATORS: &[&str] = &["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"];

/// An expression with a maximum depth.
pub(crate) fn expression(random: &mut Maker<'_>, depth: usize) -> String {
    if depth == 0 {
        return random.pick(LEAVES).to_owned();
    }
    let part = |random: &mut Maker<'_>| {
        let depth = random.below(depth);
        expression(random, depth)
    };
    match random.below(22) {
        0..=2 => {
            let (left, right) = (part(random), part(random));
            format!("({left} {} {right})", random.pick(OPERATORS))
        }
        3..=4 => format!("({} ? {} : {})", part(random), part(random), part(random)),
        5 => template(random, depth),
        6 => format!("[{}, {}]", part(random), part(random)),
        7 => object(random, depth),
        8 => format!("({}).{}", part(random), random.pick(&["a", "b", "c", "0", "1"])),
        9 => format!("({})[{}]", part(random), part(random)),
        10..=11 => splat(random, depth),
        12..=14 => a_loop(random, depth),
        15 => format!("({}{})", random.pick(&["!", "-"]), part(random)),
        16 => {
            let name = random.pick(&["max", "min", "concat", "merge", "coalesce", "format", "setunion"]);
            format!("{name}({}, {}...)", part(random), part(random))
        }
        _ => call(random, depth),
    }
}

/// A template, with interpolations or directives.
fn template(random: &mut Maker<'_>, depth: usize) -> String {
    let part = |random: &mut Maker<'_>| expression(random, depth - 1);
    let marker = |random: &mut Maker<'_>| random.pick(&["", "~"]).to_owned();
    match random.below(4) {
        0 => format!("\"x-${{{}}}-${{{}}}\"", part(random), part(random)),
        1 => format!(
            "\"x%{{ if {} {}}} y %{{ else }}${{{}}}%{{ endif }}z\"",
            part(random),
            marker(random),
            part(random)
        ),
        2 => format!(
            "\"x%{{ for i, v in {} {}}} ${{{}}}%{{ endfor }}\"",
            part(random),
            marker(random),
            loop_part(random, depth)
        ),
        _ => format!("\"${{{}}}\"", part(random)),
    }
}

/// An object, with known and computed keys.
fn object(random: &mut Maker<'_>, depth: usize) -> String {
    let part = |random: &mut Maker<'_>| expression(random, depth - 1);
    match random.below(3) {
        0 => format!("{{ ({}) = {}, b = {} }}", part(random), part(random), part(random)),
        _ => format!("{{ a = {}, b = {} }}", part(random), part(random)),
    }
}

fn splat(random: &mut Maker<'_>, depth: usize) -> String {
    let source = expression(random, depth - 1);
    match random.below(5) {
        0 => format!("({source})[*].a"),
        1 => format!("({source}).*.a"),
        2 => format!("({source}).*.a[{}]", expression(random, depth - 1)),
        3 => format!("({source})[*].a[{}]", expression(random, depth - 1)),
        _ => format!("({source})[*]"),
    }
}

fn a_loop(random: &mut Maker<'_>, depth: usize) -> String {
    let collection = expression(random, depth - 1);
    let condition = match random.below(3) {
        0 => format!(" if {}", loop_part(random, depth)),
        _ => String::new(),
    };
    let value = loop_part(random, depth);
    match random.below(5) {
        0..=1 => format!("[for v in {collection} : {value}{condition}]"),
        2 => {
            format!("{{ for i, v in {collection} : {} => {value}...{condition} }}", loop_part(random, depth))
        }
        3 => format!("{{ for i, v in {collection} : {} => {value}{condition} }}", loop_part(random, depth)),
        _ => format!("{{ for i, v in {collection} : i => {value}{condition} }}"),
    }
}

/// An expression that may use the names of a loop.
fn loop_part(random: &mut Maker<'_>, depth: usize) -> String {
    match random.below(5) {
        0 | 1 => "v".to_owned(),
        2 => "\"${i}\"".to_owned(),
        3 => format!("(v == {})", expression(random, depth - 1)),
        _ => expression(random, depth - 1),
    }
}
