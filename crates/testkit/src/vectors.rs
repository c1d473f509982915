//! Reading vectors: JSON lines, or one JSON array.

use std::ops::Index;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use crate::root::inside;

/// One recorded question with its answer.
#[derive(Debug, Clone)]
pub struct Vector {
    file: String,
    line: usize,
    /// The object as recorded; numbers keep their digits.
    pub value: Value,
}

impl Vector {
    /// The file below `tests/vectors` that contains it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The field `id`, or file and line if it has none.
    pub fn id(&self) -> String {
        match &self.value["id"] {
            Value::String(id) => id.clone(),
            Value::Null => format!("{}:{}", self.file, self.line),
            id => id.to_string(),
        }
    }

    /// A string field.
    ///
    /// # Panics
    /// If the field is not a string.
    pub fn str(&self, key: &str) -> &str {
        let text = self.value[key].as_str();
        text.unwrap_or_else(|| panic!("{}: `{key}` of {} must be a string", self.file, self.id()))
    }
}

impl Index<&str> for Vector {
    type Output = Value;

    /// A field; null if it is missing.
    fn index(&self, key: &str) -> &Value {
        &self.value[key]
    }
}

/// The vectors of a file below `tests/vectors`: a `.json` file contains an array of them, other files one per
/// non-empty line.
///
/// # Panics
/// If the file cannot be read, is not JSON, or is empty.
pub fn vectors(file: &str) -> Vec<Vector> {
    let path = inside(Path::new("tests/vectors").join(file));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let list = parse(file, &text);
    assert!(!list.is_empty(), "{file}: no vectors");
    list
}

fn parse(file: &str, text: &str) -> Vec<Vector> {
    let vector = |(line, value): (usize, Value)| Vector { file: file.to_owned(), line, value };
    let read = |line: usize, text: &str| -> Value {
        let mut reader = serde_json::Deserializer::from_str(text);
        // recorded answers may nest deeper than the limit for untrusted sources
        reader.disable_recursion_limit();
        Value::deserialize(&mut reader).unwrap_or_else(|error| panic!("{file}:{line}: {error}"))
    };
    if file.ends_with(".json") {
        let Value::Array(values) = read(1, text) else { panic!("{file}: must be an array") };
        return values.into_iter().enumerate().map(|(i, value)| vector((i + 1, value))).collect();
    }
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(number, line)| vector((number, read(number, line)))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_arrays_are_read() {
        let list = parse("a.jsonl", "{\"id\":\"x\",\"n\":1.10}\n\n{\"s\":\"y\"}\n");
        assert_eq!(list.iter().map(Vector::id).collect::<Vec<_>>(), ["x", "a.jsonl:3"]);
        assert_eq!(list[0]["n"].to_string(), "1.10");
        assert_eq!(list[1].str("s"), "y");
        assert_eq!(
            parse("a.json", "[{\"id\":7},{}]").iter().map(Vector::id).collect::<Vec<_>>(),
            ["7", "a.json:2"]
        );
    }

    #[test]
    #[should_panic(expected = "a.jsonl:2: ")]
    fn what_is_not_json_names_its_line() {
        parse("a.jsonl", "{}\n{\n");
    }

    #[test]
    #[should_panic(expected = "`s` of x must be a string")]
    fn a_missing_field_names_the_vector() {
        parse("a.jsonl", "{\"id\":\"x\"}")[0].str("s");
    }
}
