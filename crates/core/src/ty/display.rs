//! Printing of types in canonical form: equal types print equally, and the printed form parses to the same
//! type.

use std::fmt::{self, Display, Write};

use hclx_diag::counted;

use super::{ObjectAttribute, Type, TypeKind};
use crate::stack::deep;

impl Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        deep(self, || match self.kind() {
            TypeKind::List(part)
            | TypeKind::Set(part)
            | TypeKind::Map(part)
            | TypeKind::Promise(part)
            | TypeKind::Output(part) => {
                f.write_str(self.kind().word())?;
                f.write_char('(')?;
                part.fmt(f)?;
                f.write_char(')')
            }
            TypeKind::Tuple(elements) => {
                f.write_str("tuple([")?;
                separated(f, elements, Type::fmt)?;
                f.write_str("])")
            }
            TypeKind::Union(members) => {
                f.write_str("union(")?;
                separated(f, members, Type::fmt)?;
                f.write_char(')')
            }
            TypeKind::Object(object) => {
                f.write_str("object({")?;
                separated(f, &object.attributes, attribute)?;
                f.write_str("})")
            }
            _ => f.write_str(self.kind().word()),
        })
    }
}

/// The maximum length of a type in a message, in bytes.
const MAX_IN_MESSAGES: usize = 240;

/// Types that nest deeper than this are described as deeply nested.
const DEEP: u32 = 8;

/// A type for a message; see [`Type::shown`].
#[derive(Clone, Copy)]
pub struct ShownType<'a>(&'a Type);

impl Type {
    /// The type for use in a message: a long type is truncated and followed by its kind. Only the printed
    /// part is visited.
    ///
    /// ```
    /// use hclx_core::Type;
    /// let wide = Type::tuple(vec![Type::STRING; 1000]);
    /// assert_eq!(Type::list(Type::STRING).shown().to_string(), "list(string)");
    /// assert!(wide.shown().to_string().ends_with("… (a tuple of 1000 elements)"));
    /// ```
    pub fn shown(&self) -> ShownType<'_> {
        ShownType(self)
    }

    /// The type without the attributes of its objects: `list(object)`.
    pub fn without_attributes(&self) -> String {
        hclx_diag::grow(|| match self.kind() {
            TypeKind::List(element) => format!("list({})", element.without_attributes()),
            TypeKind::Set(element) => format!("set({})", element.without_attributes()),
            TypeKind::Map(element) => format!("map({})", element.without_attributes()),
            TypeKind::Object(object) if !object.attributes().is_empty() => "object".to_owned(),
            _ => self.to_string(),
        })
    }

    /// The kind of a type that is too long to be shown: `a tuple of 1000 elements`, `an output`. A type that
    /// nests too deeply is described as such.
    pub fn kind_in_words(&self) -> String {
        match self.kind() {
            TypeKind::Tuple(elements) => format!("a tuple of {}", counted(elements.len(), "element")),
            TypeKind::Object(object) => {
                format!("an object of {}", counted(object.attributes.len(), "attribute"))
            }
            TypeKind::Union(members) => format!("a union of {}", counted(members.len(), "type")),
            kind => {
                let article = if kind.word().starts_with(['a', 'i', 'o']) { "an" } else { "a" };
                let nested = format!(" nested {}", counted(self.depth() as usize, "level"));
                let how_deep = if self.depth() > DEEP { nested.as_str() } else { "" };
                format!("{article} {}{how_deep}", kind.word())
            }
        }
    }
}

impl Display for ShownType<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut start = Start(String::new());
        match write!(start, "{:.*}", MAX_IN_MESSAGES, self.0) {
            Ok(()) => f.write_str(&start.0),
            Err(_) => write!(f, "{}… ({})", start.0, self.0.kind_in_words()),
        }
    }
}

/// A bounded prefix of a printed form; writing beyond the bound is an error.
struct Start(String);

impl Write for Start {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = MAX_IN_MESSAGES - self.0.len();
        self.0.push_str(prefix(text, room));
        if text.len() <= room { Ok(()) } else { Err(fmt::Error) }
    }
}

/// The longest prefix of at most this many bytes.
fn prefix(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

impl TypeKind {
    /// The first word of the printed form.
    pub const fn word(&self) -> &'static str {
        match self {
            TypeKind::Bool => "bool",
            TypeKind::String => "string",
            TypeKind::Number => "number",
            TypeKind::Int => "int",
            TypeKind::Any => "any",
            TypeKind::None => "none",
            TypeKind::Asset => "asset",
            TypeKind::Archive => "archive",
            TypeKind::List(_) => "list",
            TypeKind::Set(_) => "set",
            TypeKind::Map(..) => "map",
            TypeKind::Tuple(_) => "tuple",
            TypeKind::Object(_) => "object",
            TypeKind::Union(_) => "union",
            TypeKind::Promise(_) => "promise",
            TypeKind::Output(_) => "output",
        }
    }
}

fn separated<'f, T>(
    f: &mut fmt::Formatter<'f>,
    items: &[T],
    write: impl Fn(&T, &mut fmt::Formatter<'f>) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write(item, f)?;
    }
    Ok(())
}

fn attribute(attribute: &ObjectAttribute, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    AttributeName(&attribute.name).fmt(f)?;
    f.write_str(" = ")?;
    if attribute.optional {
        f.write_str("optional(")?;
        attribute.ty.fmt(f)?;
        f.write_char(')')
    } else {
        attribute.ty.fmt(f)
    }
}

/// The name of an attribute as printed in an object type or an object: bare if it is an identifier, else
/// quoted as HCL quotes strings. If the formatter has a precision, only this many bytes are examined.
pub struct AttributeName<'a>(pub &'a str);

impl AttributeName<'_> {
    /// Returns `true` if the name needs no quotes. `for` needs them, because it starts a `for` expression at
    /// the front of an object.
    pub fn is_bare(&self) -> bool {
        // most names are ASCII and need no lookup in a table
        if self.0.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')) {
            let first = self.0.as_bytes().first();
            return first.is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'_') && self.0 != "for";
        }
        let mut chars = self.0.chars();
        chars.next().is_some_and(|c| c == '_' || unicode_ident::is_xid_start(c))
            && chars.all(|c| c == '-' || unicode_ident::is_xid_continue(c))
            && self.0 != "for"
    }
}

impl Display for AttributeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = prefix(self.0, f.precision().unwrap_or(usize::MAX));
        if AttributeName(start).is_bare() { f.write_str(start) } else { quote(f, start) }
    }
}

/// Writes a quoted HCL string, with escapes for quotes, templates and control characters.
pub(crate) fn quote(f: &mut dyn Write, text: &str) -> fmt::Result {
    f.write_char('"')?;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '$' | '%' if chars.peek() == Some(&'{') => write!(f, "{c}{c}")?,
            c if c.is_control() => write!(f, "\\u{:04x}", c as u32)?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_in_messages_are_cut() {
        for (letter, quotes) in [("a", ""), ("0", "\""), ("é", ""), ("\u{301}", "\"")] {
            let shown = Type::object([(letter.repeat(100_000), Type::STRING)]).shown().to_string();
            assert!(shown.starts_with(&format!("object({{{quotes}{letter}{letter}")), "{shown}");
            assert!(shown.ends_with("… (an object of 1 attribute)") && shown.len() < 300, "{shown}");
        }
    }
}
