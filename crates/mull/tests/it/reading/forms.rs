//! Both forms mean the same: generated documents, written in YAML with statement lines, in YAML with
//! statement keys, and in JSON, result in the same tree.

use std::fmt::Write;

use hclx_mull::syntax::Form;

use super::shape::shape;

/// A small random number generator (xorshift), so that failures are reproducible.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

#[derive(Debug)]
enum Value {
    /// A literal in JSON notation.
    Literal(&'static str),
    Quotation(&'static str),
    Mapping(Vec<Part>),
    Sequence(Vec<Part>),
}

#[derive(Debug)]
enum Part {
    Pair(String, Value),
    Element(Value),
    Let(&'static str),
    Insert(&'static str),
    If(Vec<Vec<Part>>),
    For(Vec<Part>),
}

const LITERALS: &[&str] =
    &["1", "-2.5", "true", "null", "\"text\"", "\"a b\"", "\"\"", "\"x ${y} z\"", "\"$${q}\""];
const EXPRESSIONS: &[&str] = &["x", "f(a, b)", "a + 1", "{ k: v }", "[1, 2]", "'s'"];
const ARMS: &[&str] = &["if c", "else if d", "else"];

fn value(random: &mut Random, depth: usize) -> Value {
    match random.below(if depth == 0 { 4 } else { 9 }) {
        0..=2 => Value::Literal(random.of(LITERALS)),
        3 => Value::Quotation(random.of(EXPRESSIONS)),
        4..=6 => {
            let mut keys = 0;
            Value::Mapping(parts(random, depth - 1, false, &mut keys))
        }
        _ => Value::Sequence(parts(random, depth - 1, true, &mut 0)),
    }
}

/// Random parts, at least one of them plain, so that the kind is evident.
fn parts(random: &mut Random, depth: usize, sequence: bool, keys: &mut usize) -> Vec<Part> {
    let plain = |random: &mut Random, keys: &mut usize| {
        if sequence {
            return Part::Element(value(random, depth));
        }
        *keys += 1;
        let key = if random.below(6) == 0 { format!("p${{x}}{keys}") } else { format!("k{keys}") };
        Part::Pair(key, value(random, depth))
    };
    let mut all = vec![plain(random, keys)];
    for _ in 0..random.below(4) {
        let part = match random.below(if depth == 0 { 3 } else { 8 }) {
            3 => Part::Let("let n = 1"),
            4 => Part::Insert(random.of(EXPRESSIONS)),
            5 | 6 => {
                let count = 1 + random.below(3);
                Part::If((0..count).map(|_| parts(random, depth - 1, sequence, &mut *keys)).collect())
            }
            7 => Part::For(parts(random, depth - 1, sequence, keys)),
            _ => plain(random, keys),
        };
        all.push(part);
    }
    all
}

fn json(value: &Value, out: &mut String) {
    match value {
        Value::Literal(text) => out.push_str(text),
        Value::Quotation(inside) => write!(out, "${{{inside}}}").expect("a string takes it"),
        Value::Mapping(parts) => json_entries(parts, out),
        Value::Sequence(parts) => json_elements(parts, out),
    }
}

fn json_entries(parts: &[Part], out: &mut String) {
    let mut texts = Vec::new();
    for part in parts {
        let mut text = String::new();
        match part {
            Part::Pair(key, value) => {
                write!(text, "{key:?}: ").expect("a string takes it");
                json(value, &mut text);
            }
            other => json_statement(other, false, &mut text),
        }
        texts.push(text);
    }
    write!(out, "{{{}}}", texts.join(", ")).expect("a string takes it");
}

fn json_elements(parts: &[Part], out: &mut String) {
    let mut texts = Vec::new();
    for part in parts {
        let mut text = String::new();
        match part {
            Part::Element(value) => json(value, &mut text),
            other => {
                text.push('{');
                json_statement(other, true, &mut text);
                text.push('}');
            }
        }
        texts.push(text);
    }
    write!(out, "[{}]", texts.join(", ")).expect("a string takes it");
}

fn json_statement(part: &Part, sequence: bool, out: &mut String) {
    let body = |parts: &[Part], out: &mut String| {
        if sequence { json_elements(parts, out) } else { json_entries(parts, out) }
    };
    match part {
        Part::Let(text) => write!(out, "\"${{{text}}}\": null").expect("a string takes it"),
        Part::Insert(inside) => write!(out, "\"${{insert}}\": ${{{inside}}}").expect("a string takes it"),
        Part::If(arms) => {
            for (index, arm) in arms.iter().enumerate() {
                let comma = if index > 0 { ", " } else { "" };
                write!(out, "{comma}\"${{{}}}\": ", ARMS[index]).expect("a string takes it");
                body(arm, out);
            }
        }
        Part::For(parts) => {
            out.push_str("\"${for x}\": ");
            body(parts, out);
        }
        Part::Pair(..) | Part::Element(_) => unreachable!("these are no statements"),
    }
}

/// Block style; bodies are indented by a varying number of columns.
fn yaml(parts: &[Part], indent: usize, random: &mut Random, out: &mut String) {
    let pad = " ".repeat(indent);
    for part in parts {
        if random.below(8) == 0 {
            out.push_str("# ${comment\n\n");
        }
        match part {
            Part::Pair(key, value) => {
                write!(out, "{pad}{key}:").expect("a string takes it");
                yaml_value(value, indent, random, out);
            }
            Part::Element(value) => {
                write!(out, "{pad}-").expect("a string takes it");
                yaml_value(value, indent, random, out);
            }
            Part::Let(text) => writeln!(out, "{pad}${{{text}}}").expect("a string takes it"),
            Part::Insert(inside) => writeln!(out, "{pad}${{{inside}}}  # there").expect("a string takes it"),
            Part::If(arms) => {
                for (index, arm) in arms.iter().enumerate() {
                    writeln!(out, "{pad}${{{}}}", ARMS[index]).expect("a string takes it");
                    let deeper = random.below(4) * 2;
                    yaml(arm, indent + deeper, random, out);
                }
                writeln!(out, "{pad}${{done}}").expect("a string takes it");
            }
            Part::For(parts) => {
                writeln!(out, "{pad}${{for x}}").expect("a string takes it");
                let deeper = random.below(4);
                yaml(parts, indent + deeper, random, out);
                writeln!(out, "{pad}${{done}}").expect("a string takes it");
            }
        }
    }
}

fn yaml_value(value: &Value, indent: usize, random: &mut Random, out: &mut String) {
    match value {
        Value::Mapping(parts) | Value::Sequence(parts) => {
            out.push('\n');
            yaml(parts, indent + 1 + random.below(3), random, out);
        }
        Value::Quotation(inside) => match random.below(3) {
            0 => writeln!(out, " ${{{inside}}}"),
            1 => writeln!(out, " \"${{{inside}}}\""),
            _ => writeln!(out, " |-\n{}${{{inside}}}", " ".repeat(indent + 2)),
        }
        .expect("a string takes it"),
        Value::Literal(text) => writeln!(out, " {text}").expect("a string takes it"),
    }
}

#[test]
fn lines_keys_and_json_give_the_same_tree() {
    let count = if std::env::var_os("HCLX_LONG").is_some() { 20_000 } else { 400 };
    for seed in 1..=count as u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let sequence = random.below(3) == 0;
        let all = parts(&mut random, 4, sequence, &mut 0);
        let mut data = String::new();
        if sequence {
            json_elements(&all, &mut data)
        } else {
            json_entries(&all, &mut data)
        };
        let mut lines = String::new();
        yaml(&all, 0, &mut random, &mut lines);
        let expected = shape(&data, Form::Json);
        assert_eq!(shape(&data, Form::Yaml), expected, "seed {seed}, as flow YAML\n{data}");
        assert_eq!(shape(&lines, Form::Yaml), expected, "seed {seed}\n{data}\n{lines}");
    }
}
