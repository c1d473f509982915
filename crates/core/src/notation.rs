//! Values printed as HCL.
//!
//! Known values are printed as literals, unknown values as `unknown(TYPE, REFINEMENT…)`, and marked values as
//! `sensitive(VALUE)`, `ephemeral(VALUE)` or `mark(VALUE, "name")`. The output, parsed and converted to the
//! type of the value, is the same value: lists, sets and tuples look alike, and so do maps and objects. An
//! infinity is `1 / 0`, because HCL has no literal for it. Out of scope: parsing, which needs the evaluator.

use std::fmt::{self, Write};

use crate::range::{Bound, Nullness};
use crate::stack;
use crate::ty::{AttributeName, quote};
use crate::value::Data;
use crate::{Marks, Number, Range, Type, Value};

/// The maximum width of a line of [`Value::pretty`], in columns. Parts indented beyond it are printed on one
/// line, because the indentation of deep values would otherwise dominate the output.
const WIDTH: usize = 80;

impl fmt::Display for Value {
    /// Prints the value on one line.
    ///
    /// ```
    /// use hclx_core::{Type, Value};
    /// let value = Value::tuple(vec!["a\n".into(), true.into(), Value::unknown(Type::NUMBER)]);
    /// assert_eq!(value.to_string(), r#"["a\n", true, unknown(number)]"#);
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(f, self)
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({})", self.ty)
    }
}

impl Value {
    /// The value printed over several lines where one would be too long: an attribute or element per line.
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        // writing to a string cannot fail
        let _ = self.write_pretty(&mut text);
        text
    }

    /// Writes the form that [`Self::pretty`] returns.
    ///
    /// # Errors If writing to `out` fails.
    pub fn write_pretty(&self, out: &mut dyn Write) -> fmt::Result {
        Pretty { out: Columns { out, column: 0 }, indent: 0 }.value(self)
    }
}

impl fmt::Display for Range {
    /// Prints the refinements: `not_null, prefix("a-")`; nothing for a range without facts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        write_refinements(f, self, &mut |f| {
            f.write_str(separator)?;
            separator = ", ";
            Ok(())
        })
    }
}

fn write_value(out: &mut dyn Write, value: &Value) -> fmt::Result {
    open_marks(out, value.marks())?;
    stack::grow(|| write_data(out, value))?;
    close_marks(out, value.marks())
}

/// Writes `sensitive(` and the like before a marked value.
fn open_marks(out: &mut dyn Write, marks: &Marks) -> fmt::Result {
    for mark in marks.iter() {
        out.write_str(if is_function(mark) { mark } else { "mark" })?;
        out.write_char('(')?;
    }
    Ok(())
}

/// Writes the ends of the marks, in reverse order.
fn close_marks(out: &mut dyn Write, marks: &Marks) -> fmt::Result {
    for mark in marks.iter().collect::<Vec<_>>().into_iter().rev() {
        if !is_function(mark) {
            out.write_str(", ")?;
            quote(out, mark)?;
        }
        out.write_char(')')?;
    }
    Ok(())
}

/// Returns `true` if there is a function named after the mark.
fn is_function(mark: &str) -> bool {
    matches!(mark, "sensitive" | "ephemeral")
}

fn write_data(out: &mut dyn Write, value: &Value) -> fmt::Result {
    match value.data() {
        Data::Null => out.write_str("null"),
        Data::Unknown(range) => write_unknown(out, value.ty(), range),
        Data::Bool(value) => write!(out, "{value}"),
        Data::Number(number) => out.write_str(&number_text(number)),
        Data::String(text) => quote(out, text),
        Data::Sequence(_) | Data::Map(_) if is_keyed(value) => {
            let mut separator = "{ ";
            for (name, part) in value.iter_entries() {
                out.write_str(separator)?;
                separator = ", ";
                write!(out, "{} = ", AttributeName(name))?;
                write_value(out, part)?;
            }
            out.write_str(if separator == ", " { " }" } else { "{}" })
        }
        Data::Sequence(elements) => {
            out.write_char('[')?;
            for (index, element) in elements.iter().enumerate() {
                out.write_str(if index > 0 { ", " } else { "" })?;
                write_value(out, element)?;
            }
            out.write_char(']')
        }
        Data::Map(_) => out.write_str("{}"),
    }
}

/// Returns `true` for a value that is printed with braces.
fn is_keyed(value: &Value) -> bool {
    matches!(value.data(), Data::Map(_)) || value.ty_now().as_object().is_some()
}

fn write_unknown(out: &mut dyn Write, ty: &Type, range: &Range) -> fmt::Result {
    write!(out, "unknown({ty}")?;
    write_refinements(out, range, &mut |out| out.write_str(", "))?;
    out.write_char(')')
}

/// Writes the refinements, each after a call of `before`.
fn write_refinements(
    out: &mut dyn Write,
    range: &Range,
    before: &mut dyn FnMut(&mut dyn Write) -> fmt::Result,
) -> fmt::Result {
    // Facts about values of unknown type have no notation, and their lengths are not refinements of this
    // type.
    if range.is_of_unknown_type() {
        return Ok(());
    }
    let mut item = |out: &mut dyn Write, text: &str| {
        before(out)?;
        out.write_str(text)
    };
    match range.null() {
        Nullness::Maybe => {}
        Nullness::Never => item(out, "not_null")?,
        Nullness::Always => item(out, "null")?,
    }
    if let Some(prefix) = range.prefix() {
        item(out, &format!("prefix({})", quoted(prefix)))?;
    }
    if let Some(min) = range.min() {
        item(out, &Bound::lower_text(min))?;
    }
    if let Some(max) = range.max() {
        item(out, &Bound::upper_text(max))?;
    }
    match (range.len_min(), range.len_max()) {
        (min, Some(max)) if min == max => item(out, &format!("length({min})"))?,
        (min, max) => {
            if min > 0 {
                item(out, &format!("length_min({min})"))?;
            }
            if let Some(max) = max {
                item(out, &format!("length_max({max})"))?;
            }
        }
    }
    if let Some(values) = range.one_of() {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        item(out, &format!("one_of({})", values.join(", ")))?;
    }
    Ok(())
}

/// The number as an HCL expression.
pub(crate) fn number_text(number: &Number) -> String {
    match (number.is_infinite(), number.is_negative()) {
        (true, false) => "1 / 0".to_owned(),
        (true, true) => "-1 / 0".to_owned(),
        _ => number.to_string(),
    }
}

/// The string as a quoted HCL literal.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    // writing to a string cannot fail
    let _ = quote(&mut out, text);
    out
}

/// A writer of values over several lines.
struct Pretty<'a> {
    out: Columns<'a>,
    indent: usize,
}

/// A writer that counts the bytes of the last line.
struct Columns<'a> {
    out: &'a mut dyn Write,
    column: usize,
}

impl Write for Columns<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.column = match text.rfind('\n') {
            Some(end) => text.len() - end - 1,
            None => self.column + text.len(),
        };
        self.out.write_str(text)
    }
}

impl Pretty<'_> {
    fn value(&mut self, value: &Value) -> fmt::Result {
        let broken = value.length().is_some_and(|length| length > 0)
            && self.indent < WIDTH
            && !fits(value, WIDTH.saturating_sub(self.out.column));
        if !broken {
            return write_value(&mut self.out, value);
        }
        open_marks(&mut self.out, value.marks())?;
        stack::grow(|| self.parts(value))?;
        close_marks(&mut self.out, value.marks())
    }

    /// Writes the parts of a value in brackets, each on its own line.
    fn parts(&mut self, value: &Value) -> fmt::Result {
        let keyed = is_keyed(value);
        self.indent += 2;
        self.out.write_char(if keyed { '{' } else { '[' })?;
        for (name, part) in value.iter_entries() {
            self.line()?;
            write!(self.out, "{} = ", AttributeName(name))?;
            self.value(part)?;
        }
        for element in value.elements().filter(|_| !keyed).unwrap_or_default() {
            self.line()?;
            self.value(element)?;
            self.out.write_char(',')?;
        }
        self.indent -= 2;
        self.line()?;
        self.out.write_char(if keyed { '}' } else { ']' })
    }

    fn line(&mut self) -> fmt::Result {
        write!(self.out, "\n{:width$}", "", width = self.indent)
    }
}

/// Returns `true` if a value on one line fits into a number of bytes. Counting stops beyond it.
fn fits(value: &Value, width: usize) -> bool {
    struct Room(usize);
    impl Write for Room {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
            Ok(())
        }
    }
    write_value(&mut Room(width), value).is_ok()
}
