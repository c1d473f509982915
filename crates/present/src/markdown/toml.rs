//! TOML as terraform-docs writes it: tables with indentation, and members that are not tables first.

use hclx_core::{TypeKind, Value};
use hclx_diag::Arrange;

use super::node::Node;
use super::yaml::number_text;

/// A value of TOML.
enum Item {
    /// A string, a number or a truth value, as written.
    Scalar(String),
    Array(Vec<Item>),
    Table(Vec<(String, Item)>),
}

impl Item {
    /// Returns `true` for a part that is written under its own header.
    fn is_table(&self) -> bool {
        matches!(self, Self::Table(_)) || self.is_table_array()
    }

    fn is_table_array(&self) -> bool {
        match self {
            Self::Array(items) => {
                !items.is_empty() && items.iter().all(|item| matches!(item, Self::Table(_)))
            }
            _ => false,
        }
    }
}

/// Writes a document, without a line break at its end.
///
/// # Errors
/// If a list contains null, for which TOML has no value.
pub(super) fn document(node: &Node) -> Result<String, String> {
    let mut out = String::new();
    if let Item::Table(members) = item(node)? {
        write_members(&mut out, &mut Vec::new(), &members);
    }
    out.truncate(out.trim_end_matches('\n').len());
    Ok(out)
}

fn item(node: &Node) -> Result<Item, String> {
    Ok(match node {
        Node::Value(value) => of_value(value)?.unwrap_or(Item::Table(Vec::new())),
        Node::Optional(text) => Item::Scalar(basic_string(text)),
        Node::Items(items) => Item::Array(items.iter().map(item).collect::<Result<_, _>>()?),
        Node::Members(members) => {
            let member = |(name, member): &(&str, Node)| {
                let item = item(member).map_err(|why| match own_name(members) {
                    Some(own) => format!("`{own}`: {why}"),
                    None => why,
                })?;
                Ok(((*name).to_owned(), item))
            };
            Item::Table(members.iter().map(member).collect::<Result<_, String>>()?)
        }
    })
}

/// The name of the declaration that members describe.
fn own_name<'n>(members: &'n [(&str, Node)]) -> Option<&'n str> {
    members.iter().find_map(|(name, member)| match member {
        Node::Value(value) if *name == "name" => value.as_str(),
        _ => None,
    })
}

/// A value of the configuration; `None` for null.
fn of_value(value: &Value) -> Result<Option<Item>, String> {
    if !value.is_known() || value.is_null() {
        return Ok(None);
    }
    if matches!(value.ty().kind(), TypeKind::Object(_) | TypeKind::Map(_)) {
        let mut members = Vec::new();
        for (name, member) in value.iter_entries() {
            let member = hclx_diag::grow(|| of_value(member))?;
            members.extend(member.map(|member| (name.to_string(), member)));
        }
        members.arrange_by(|(a, _), (b, _)| a.cmp(b));
        return Ok(Some(Item::Table(members)));
    }
    if let Some(elements) = value.elements() {
        let element = |element| {
            let item = hclx_diag::grow(|| of_value(element))?;
            item.ok_or_else(|| "a list contains null, for which TOML has no value".to_owned())
        };
        return Ok(Some(Item::Array(elements.iter().map(element).collect::<Result<_, _>>()?)));
    }
    let scalar = match (value.as_str(), value.as_bool(), value.as_number()) {
        (Some(text), ..) => basic_string(text),
        (_, Some(truth), _) => truth.to_string(),
        (_, _, Some(number)) => float(number_text(number)),
        _ => return Ok(None),
    };
    Ok(Some(Item::Scalar(scalar)))
}

/// All numbers are floats, with a fraction or an exponent.
fn float(text: String) -> String {
    if text.contains(['.', 'e']) { text } else { format!("{text}.0") }
}

fn basic_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\0'..='\u{1f}' | '\u{7f}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { basic_string(name) }
}

/// Writes the members of the table with a path of keys.
fn write_members(out: &mut String, path: &mut Vec<String>, members: &[(String, Item)]) {
    for (name, item) in members.iter().filter(|(_, item)| !item.is_table()) {
        out.push_str(&"  ".repeat(path.len()));
        out.push_str(&key(name));
        out.push_str(" = ");
        write_inline(out, item);
        out.push('\n');
    }
    for (name, item) in members.iter().filter(|(_, item)| item.is_table()) {
        path.push(key(name));
        match item {
            Item::Array(items) => {
                items.iter().for_each(|item| write_table(out, path, item, ("\n", "[[", "]]")))
            }
            item => write_table(out, path, item, (if path.len() == 1 { "\n" } else { "" }, "[", "]")),
        }
        path.pop();
    }
}

/// Writes a table under its header, which follows `gap` and is enclosed in marks.
fn write_table(
    out: &mut String,
    path: &mut Vec<String>,
    item: &Item,
    (gap, open, close): (&str, &str, &str),
) {
    let Item::Table(members) = item else { return };
    let indent = "  ".repeat(path.len().saturating_sub(1));
    out.push_str(&format!("{gap}{indent}{open}{}{close}\n", path.join(".")));
    hclx_diag::grow(|| write_members(out, path, members));
}

fn write_inline(out: &mut String, item: &Item) {
    let mut list = |open: char, close: char, parts: Vec<String>| {
        out.push(open);
        out.push_str(&parts.join(", "));
        out.push(close);
    };
    let inline = |item: &Item| {
        let mut out = String::new();
        hclx_diag::grow(|| write_inline(&mut out, item));
        out
    };
    match item {
        Item::Scalar(text) => out.push_str(text),
        Item::Array(items) => list('[', ']', items.iter().map(inline).collect()),
        Item::Table(members) => {
            let (tables, direct): (Vec<_>, Vec<_>) = members.iter().partition(|(_, item)| item.is_table());
            let member = |(name, item): &(String, Item)| format!("{} = {}", key(name), inline(item));
            list('{', '}', direct.into_iter().chain(tables).map(member).collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(value: Value) -> Result<String, String> {
        let name = Node::Value(Value::string("n"));
        document(&Node::Members(vec![("name", name), ("default", Node::Value(value))]))
    }

    #[test]
    fn tables_follow_other_members() {
        let number = |text: &str| Value::number(hclx_core::Number::parse_string(text).expect("a number"));
        let inner = Value::object([("y z".into(), number("1000000")), ("x".into(), Value::bool(true))]);
        let mixed = Value::tuple(vec![Value::string("\u{1b}\"\n"), inner.clone()]);
        let value = Value::object([
            ("a".into(), inner.clone()),
            ("b".into(), mixed),
            ("c".into(), Value::tuple(vec![inner])),
            ("d".into(), Value::null(hclx_core::Type::ANY)),
            ("e".into(), number("2")),
        ]);
        let expected = "name = \"n\"\n\n[default]\n  b = [\"\\u001b\\\"\\n\", {x = true, \"y z\" = 1e+06}]\n  e = 2.0\n  \
                        [default.a]\n    x = true\n    \"y z\" = 1e+06\n\n  [[default.c]]\n    x = true\n    \
                        \"y z\" = 1e+06";
        assert_eq!(written(value), Ok(expected.to_owned()));
    }

    #[test]
    fn null_in_a_list_is_refused() {
        let list = Value::tuple(vec![Value::null(hclx_core::Type::ANY)]);
        assert_eq!(written(list), Err("`n`: a list contains null, for which TOML has no value".to_owned()));
    }
}
