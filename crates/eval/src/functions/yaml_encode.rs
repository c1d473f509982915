//! `yamlencode`: values as block YAML, written as Terraform writes it: strings in double quotes or, if
//! they have several lines, as literal blocks.

use std::fmt::Write;

use hclx_core::{Text, TypeKind, Value, normalized};
use hclx_formats::yaml::{write_quoted, write_text};

use super::{ALL, Answer, Args, EarlyReturn, FunctionRow};

pub(super) const ROWS: &[FunctionRow] = &[FunctionRow::new(
    "yamlencode",
    "(value: any?) -> string",
    "a value encoded as YAML",
    &[(
        "yamlencode({ a = [1, true], b = \"c\" })",
        "\"\\\"a\\\":\\n- 1\\n- true\\n\\\"b\\\": \\\"c\\\"\\n\"",
    )],
    encode,
)
.unknown(ALL)
.any(ALL)];

fn encode(args: &Args<'_>) -> Answer {
    let value = args.wholly(0)?;
    super::json::pay(value)?;
    let mut writer = Writer { out: String::new(), args, lost: false };
    writer.document(value)?;
    if writer.lost {
        return Err(EarlyReturn::Unknown);
    }
    Ok(normalized(&writer.out)?)
}

/// The maximum length of simple keys; longer or multi-line keys need a different form, which is not
/// supported.
const LONGEST_KEY: usize = 128;

struct Writer<'w, 'a> {
    out: String,
    args: &'w Args<'a>,
    /// Set if a block contained Unicode line separators, which are lost.
    lost: bool,
}

impl Writer<'_, '_> {
    fn document(&mut self, value: &Value) -> Result<(), EarlyReturn> {
        match Shape::of(value) {
            Shape::Mapping => self.mapping(value, 0, true),
            Shape::Sequence => self.sequence(value, 0, true),
            Shape::Text(text) => {
                self.lost |= write_text(&mut self.out, text, 2);
                Ok(())
            }
            Shape::Empty(brackets) => {
                self.out.push_str(brackets);
                self.out.push('\n');
                Ok(())
            }
            // A plain scalar at the top level needs an end marker.
            Shape::Plain(text) => {
                let _ = writeln!(self.out, "{text}\n...");
                Ok(())
            }
        }
    }

    fn indent(&mut self, indent: usize) {
        self.out.extend(std::iter::repeat_n(' ', indent));
    }

    fn mapping(&mut self, value: &Value, indent: usize, mut first: bool) -> Result<(), EarlyReturn> {
        for (key, inner) in value.iter_entries() {
            if key.len() > LONGEST_KEY || key.contains(['\n', '\u{85}', '\u{2028}', '\u{2029}']) {
                return Err(EarlyReturn::Unknown);
            }
            if !first || indent == 0 {
                self.indent(indent);
            }
            first = false;
            write_quoted(&mut self.out, key);
            self.out.push(':');
            match Shape::of(inner) {
                // A sequence is placed below its key, not next to it.
                Shape::Sequence => {
                    self.out.push('\n');
                    self.nested(|this| this.sequence(inner, indent, false))?;
                }
                Shape::Mapping => {
                    self.out.push('\n');
                    self.nested(|this| this.mapping(inner, indent + 2, false))?;
                }
                scalar => self.scalar(scalar, indent),
            }
        }
        Ok(())
    }

    fn sequence(&mut self, value: &Value, indent: usize, mut first: bool) -> Result<(), EarlyReturn> {
        for inner in value.elements().unwrap_or_default() {
            if !first {
                self.indent(indent);
            }
            first = false;
            self.out.push('-');
            match Shape::of(inner) {
                Shape::Sequence => {
                    self.out.push(' ');
                    self.nested(|this| this.sequence(inner, indent + 2, true))?;
                }
                Shape::Mapping => {
                    self.out.push(' ');
                    self.nested(|this| this.mapping(inner, indent + 2, true))?;
                }
                scalar => self.scalar(scalar, indent),
            }
        }
        Ok(())
    }

    /// Enters a nesting level, within the budget and the stack.
    fn nested(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), EarlyReturn>,
    ) -> Result<(), EarlyReturn> {
        let before = self.out.len();
        hclx_diag::grow(|| write(self))?;
        self.args.budget.spend((self.out.len() - before) as u64 / 8 + 1)?;
        Ok(())
    }

    /// Writes a scalar after a key or a dash, and ends the line.
    fn scalar(&mut self, scalar: Shape<'_>, indent: usize) {
        self.out.push(' ');
        match scalar {
            Shape::Text(text) => self.lost |= write_text(&mut self.out, text, indent + 2),
            Shape::Plain(text) => {
                let _ = writeln!(self.out, "{text}");
            }
            Shape::Empty(brackets) => {
                let _ = writeln!(self.out, "{brackets}");
            }
            Shape::Mapping | Shape::Sequence => {}
        }
    }
}

/// The style of a value.
enum Shape<'v> {
    Mapping,
    Sequence,
    Text(&'v str),
    Plain(String),
    Empty(&'static str),
}

impl<'v> Shape<'v> {
    fn of(value: &'v Value) -> Self {
        if value.is_null() {
            return Shape::Plain("null".to_owned());
        }
        match value.ty().kind() {
            TypeKind::Object(_) | TypeKind::Map(..) if value.length() == Some(0) => Shape::Empty("{}"),
            TypeKind::Object(_) | TypeKind::Map(..) => Shape::Mapping,
            _ => match (value.elements(), value.text().map(Text::paid)) {
                (Some([]), _) => Shape::Empty("[]"),
                (Some(_), _) => Shape::Sequence,
                (_, Some(text)) => Shape::Text(text),
                _ => Shape::Plain(plain(value)),
            },
        }
    }
}

fn plain(value: &Value) -> String {
    match value.as_number() {
        Some(number) if number.is_infinite() => {
            if number.is_negative() { "-.Inf" } else { "+.Inf" }.to_owned()
        }
        _ => value.to_string(),
    }
}
