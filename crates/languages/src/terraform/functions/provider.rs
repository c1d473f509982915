//! Functions of Terraform's built-in provider, which write values as HCL and parse variable files.
//!
//! The layout is that of Terraform's formatter: two spaces per open bracket, and aligned equals signs on
//! neighboring lines.

use std::fmt::Write;
use std::sync::Arc;

use hclx_core::{Data, TypeKind, Value, characters, pay};
use hclx_diag::{Diagnostic, Fallible, SourceId};
use hclx_eval::functions::bodies::{self, is_identifier};
use hclx_eval::functions::{Answer, Args, EarlyReturn, FunctionRow};
use hclx_eval::{Environment, Scope, evaluate};
use hclx_syntax::ast::{Item, Root};

pub(super) const ROWS: &[FunctionRow] = &[
    FunctionRow::new(
        "provider::terraform::decode_tfvars",
        "(src: string) -> any",
        "the values of a variables file, as an object",
        &[("provider::terraform::decode_tfvars(\"a = 1\")", "{ a = 1 }")],
        decode,
    )
    .since(Some("1.8"), Some("1.10")),
    FunctionRow::new(
        "provider::terraform::encode_expr",
        "(value: any) -> string",
        "a value as an expression in HCL",
        &[("provider::terraform::encode_expr([1, \"a\"])", "\"[1, \\\"a\\\"]\"")],
        |args| {
            let mut text = Text::default();
            let value = args.wholly(0)?;
            pay(TICKS_OF_PART * value.size())?;
            text.value(value);
            bodies::text(args, text.finish())
        },
    )
    .since(Some("1.8"), Some("1.10")),
    FunctionRow::new(
        "provider::terraform::encode_tfvars",
        "(value: any) -> string",
        "an object in the format of a variables file",
        &[("provider::terraform::encode_tfvars({ a = 1 })", "\"a = 1\\n\"")],
        encode,
    )
    .typed(|args| match args.get(0).ty().kind() {
        TypeKind::Object(_) | TypeKind::Map(_) => Ok(args.result.clone()),
        _ => args.wrong_type(0, "an object"),
    })
    .since(Some("1.8"), Some("1.10")),
];

/// The ticks for writing a part of a value, and for a byte of its strings.
const TICKS_OF_PART: u64 = 12;

/// The ticks for a separate parser and evaluation.
const TICKS_OF_PARSER: u64 = 1024;

fn encode(args: &Args<'_>) -> Answer {
    let mut text = Text::default();
    pay(TICKS_OF_PART * args.get(0).size())?;
    for (name, value) in args.wholly(0)?.iter_entries() {
        if !is_identifier(name) {
            return Err(args.fault(0, format!("must have valid variable names, found `{name}`")).into());
        }
        text.entry(name, value);
        text.line();
    }
    bodies::text(args, text.finish())
}

fn decode(args: &Args<'_>) -> Answer {
    // The source is not a file: its findings become a fault of the call, so no place with this id is ever shown.
    const SOURCE: SourceId = SourceId(0);
    let text = args.string(0)?.scan()?;
    pay(TICKS_OF_PARSER)?;
    bodies::pay_nodes(text)?;
    // names beyond ASCII are normalized
    args.string(0)?.unicode()?;
    let parsed = hclx_syntax::parse_body(SOURCE, Arc::from(text.as_bytes()));
    let refuse = |found: &[Diagnostic]| match found.iter().find(|found| found.is_error()) {
        Some(first) => Err(args.fault(0, format!("is not a variables file: {}", first.message))),
        None => Ok(()),
    };
    refuse(&parsed.diagnostics)?;
    let Root::Body(body) = parsed.tree.root() else { return Err(EarlyReturn::Unknown) };
    let env = Environment { rules: *args.rules, ..Environment::without_names() };
    let read = |item: &Item| -> Fallible<(Arc<str>, Value)> {
        let Item::Attribute(attribute) = item else {
            return Err(args.fault(0, "must contain only variable values, found a block"));
        };
        let outcome = evaluate(&parsed.tree, SOURCE, attribute.value, &Scope::root(), &env, args.budget);
        refuse(&outcome.diagnostics)?;
        Ok((parsed.tree.text(attribute.name.text).into(), outcome.value))
    };
    let items = parsed.tree.slice(parsed.tree.body(body).items);
    Ok(Value::object(items.iter().map(read).collect::<Fallible<Vec<_>>>()?))
}

/// A line of the output.
#[derive(Default)]
struct Line {
    /// The part before the equals sign, or the entire line.
    lead: String,
    /// The part from the equals sign on, if the line has one.
    assigned: Option<String>,
    /// The number of opened brackets minus the number of closed ones.
    brackets: isize,
}

/// Multi-line text under construction.
#[derive(Default)]
struct Text {
    done: Vec<Line>,
    open: Line,
}

impl Text {
    fn push(&mut self, text: &str) {
        self.open.assigned.as_mut().unwrap_or(&mut self.open.lead).push_str(text);
    }

    fn bracket(&mut self, text: &str, change: isize) {
        self.push(text);
        self.open.brackets += change;
    }

    fn line(&mut self) {
        let mut line = std::mem::take(&mut self.open);
        // As in Terraform's formatter, a line that leaves a bracket open is not aligned with its neighbors.
        if line.brackets != 0
            && let Some(assigned) = line.assigned.take()
        {
            let _ = write!(line.lead, " {assigned}");
        }
        self.done.push(line);
    }

    fn entry(&mut self, name: &str, value: &Value) {
        let key = if is_identifier(name) { name.to_owned() } else { quoted(name) };
        self.push(&key);
        self.open.assigned = Some("= ".to_owned());
        self.value(value);
    }

    fn value(&mut self, value: &Value) {
        match (value.data(), value.ty().kind()) {
            // Callers pass wholly known values, so no unknown value is written as null.
            (Data::Null | Data::Unknown(_), _) => self.push("null"),
            (Data::Bool(known), _) => self.push(if *known { "true" } else { "false" }),
            (Data::Number(known), _) => self.push(&known.to_string()),
            (Data::String(known), _) => self.push(&quoted(known)),
            (_, TypeKind::Object(_) | TypeKind::Map(_)) => self.object(value),
            _ => {
                self.bracket("[", 1);
                for (index, element) in value.elements().unwrap_or_default().iter().enumerate() {
                    self.push(if index > 0 { ", " } else { "" });
                    hclx_diag::grow(|| self.value(element));
                }
                self.bracket("]", -1);
            }
        }
    }

    fn object(&mut self, value: &Value) {
        self.bracket("{", 1);
        for (name, part) in value.iter_entries() {
            self.line();
            hclx_diag::grow(|| self.entry(name, part));
        }
        if value.length() != Some(0) {
            self.line();
        }
        self.bracket("}", -1);
    }

    fn finish(mut self) -> String {
        self.line();
        let mut out = String::new();
        let mut indents: Vec<isize> = Vec::new();
        // the column of the equals signs of adjacent assignments, and the line after the last one of them
        let (mut column, mut end) = (0, 0);
        for (index, line) in self.done.iter().enumerate() {
            let mut closed = -line.brackets;
            while closed > 0
                && let Some(last) = indents.last_mut()
            {
                let taken = closed.min(*last);
                *last -= taken;
                closed -= taken;
                if *last == 0 {
                    indents.pop();
                }
            }
            if index > 0 {
                out.push('\n');
            }
            if !line.lead.is_empty() {
                out.push_str(&"  ".repeat(indents.len()));
            }
            out.push_str(&line.lead);
            if let Some(assigned) = &line.assigned {
                if index >= end {
                    (column, end) = self.column(index);
                }
                let _ = write!(out, "{} {assigned}", " ".repeat(column - characters(&line.lead)));
            }
            // All brackets that one line opens share one level of indentation.
            if line.brackets > 0 {
                indents.push(line.brackets);
            }
        }
        out
    }

    /// The maximum width before the equals sign in a line and the assignments after it, and the index of the line after
    /// these.
    fn column(&self, first: usize) -> (usize, usize) {
        let adjacent = self.done[first..].iter().take_while(|line| line.assigned.is_some());
        adjacent.fold((0, first), |(width, end), line| (width.max(characters(&line.lead)), end + 1))
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", hclx_syntax::escaped(text))
}
