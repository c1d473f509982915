//! Types in the notation of other languages: `list<string>`, `string[]`, `int | string`, `string?`,
//! `{ name: string }`. In HCL, types are words and calls.
//!
//! Out of scope: types in HCL's own notation, which are expressions.

/// The maximum nesting of a recognized type.
const DEEPEST: u32 = 32;

/// A type in the notation of another language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignType {
    /// The offset of its end.
    pub end: usize,
    /// The type in HCL; `None` if HCL has no equivalent type.
    pub written: Option<String>,
}

/// Parses a type of another language at the start of a string; `None` if there is none. The `extended` model
/// has unions and `none`; otherwise null is a value of every type.
///
/// ```
/// use hclx_syntax::foreign_type;
/// let read = |text| foreign_type(text, true).and_then(|ty| ty.written);
/// assert_eq!(read("map<string, int?>").as_deref(), Some("map(union(int, none))"));
/// assert_eq!(read("list(string)"), None);
/// ```
pub fn foreign_type(text: &str, extended: bool) -> Option<ForeignType> {
    let mut reader = Reader { text, at: 0, depth: 0, extended, foreign: false };
    let read = reader.one_of()?;
    let written = read.written(extended);
    reader.foreign.then_some(ForeignType { end: reader.at, written })
}

/// The HCL name for a type name of another language.
pub fn type_word_elsewhere(text: &str, int: bool) -> Option<&'static str> {
    Some(match text.to_ascii_lowercase().as_str() {
        "str" | "text" => "string",
        "boolean" => "bool",
        "int" | "integer" | "long" if int => "int",
        "int" | "integer" | "float" | "double" | "long" => "number",
        "array" | "slice" | "vector" => "list",
        "dict" | "dictionary" | "hash" | "hashmap" => "map",
        "struct" | "record" => "object",
        "dynamic" | "unknown" => "any",
        _ => return None,
    })
}

/// Returns `true` if a word can start a type of another language; the parser checks no other words.
pub(crate) fn begins_type(word: &[u8]) -> bool {
    std::str::from_utf8(word).is_ok_and(|word| known(word, true).is_some())
}

/// The HCL name of the type that a word denotes.
fn known(word: &str, extended: bool) -> Option<&'static str> {
    const BASE: [&str; 9] = ["string", "number", "bool", "any", "list", "set", "map", "object", "tuple"];
    const EXTENDED: [&str; 5] = ["int", "none", "union", "promise", "output"];
    let own = BASE.iter().chain(EXTENDED.iter().filter(|_| extended));
    let same = own.copied().find(|own| own.eq_ignore_ascii_case(word));
    same.or_else(|| type_word_elsewhere(word, extended))
}

/// A parsed type: its alternatives in HCL, and whether null is among them.
struct ParsedForeignType {
    members: Vec<String>,
    null: bool,
}

impl ParsedForeignType {
    fn one(text: impl Into<String>) -> Self {
        Self { members: vec![text.into()], null: false }
    }

    /// The type in HCL.
    fn written(&self, extended: bool) -> Option<String> {
        match (self.members.as_slice(), self.null) {
            ([], true) => extended.then(|| "none".to_owned()),
            ([only], false) => Some(only.clone()),
            ([only], true) if !extended => Some(only.clone()),
            _ if !extended => None,
            (members, null) => {
                let none = if null { ", none" } else { "" };
                Some(format!("union({}{none})", members.join(", ")))
            }
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: u32,
    extended: bool,
    /// Set if anything differs from HCL's notation.
    foreign: bool,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Consumes a token, after spaces on the line.
    fn eat(&mut self, mark: &str) -> bool {
        let rest = self.rest();
        let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let there = rest[blanks..].starts_with(mark);
        if there {
            self.at += blanks + mark.len();
        }
        there
    }

    fn blanks_and_lines(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn word(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let length = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let starts = rest.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        self.at += if starts { length } else { 0 };
        starts.then(|| &rest[..length])
    }

    /// `A | B`
    fn one_of(&mut self) -> Option<ParsedForeignType> {
        self.depth += 1;
        if self.depth > DEEPEST {
            // A failure ends the parse of the type, so the depth is not restored.
            return None;
        }
        let mut read = self.marked()?;
        // `||` is an operator of HCL, not an empty alternative.
        while !self.rest().trim_start_matches([' ', '\t']).starts_with("||") && self.eat("|") {
            self.foreign = true;
            self.blanks_and_lines();
            let other = self.marked()?;
            read.null |= other.null;
            read.members.extend(other.members);
        }
        self.depth -= 1;
        Some(read)
    }

    /// A type with its suffixes: `T?`, `T[]`.
    fn marked(&mut self) -> Option<ParsedForeignType> {
        let mut read = self.plain()?;
        loop {
            if self.rest().starts_with("[]") {
                self.at += 2;
                read = ParsedForeignType::one(format!("list({})", read.written(self.extended)?));
            } else if self.eat("?") {
                read.null = true;
            } else {
                return Some(read);
            }
            self.foreign = true;
        }
    }

    fn plain(&mut self) -> Option<ParsedForeignType> {
        match self.rest().bytes().next()? {
            b'{' => {
                self.foreign = true;
                self.attributes().map(|attributes| ParsedForeignType::one(format!("object({attributes})")))
            }
            b'[' => {
                self.at += 1;
                self.foreign = true;
                let elements = self.several("]")?;
                Some(ParsedForeignType::one(match elements.as_slice() {
                    [only] => format!("list({only})"),
                    _ => format!("tuple([{}])", elements.join(", ")),
                }))
            }
            _ => {
                let word = self.word()?;
                if word == "null" {
                    return Some(ParsedForeignType { members: Vec::new(), null: true });
                }
                let meant = known(word, self.extended)?;
                self.foreign |= meant != word;
                self.arguments(meant)
            }
        }
    }

    /// A type constructor with its arguments.
    fn arguments(&mut self, word: &'static str) -> Option<ParsedForeignType> {
        let call = self.rest().bytes().next() == Some(b'(');
        let close = match self.rest().bytes().next() {
            Some(b'<') => ">",
            // `[]` is a suffix of the type, not a list of arguments.
            Some(b'[') if !self.rest().starts_with("[]") => "]",
            Some(b'(') => ")",
            _ => {
                let whole = matches!(word, "string" | "number" | "bool" | "any" | "int" | "none");
                return match word {
                    "none" => Some(ParsedForeignType { members: Vec::new(), null: true }),
                    _ => whole.then(|| ParsedForeignType::one(word)),
                };
            }
        };
        self.foreign |= !call;
        self.at += 1;
        self.blanks_and_lines();
        match (word, call) {
            ("object", true) => {
                let attributes = self.attributes()?;
                self.blanks_and_lines();
                self.eat(")").then(|| ParsedForeignType::one(format!("object({attributes})")))
            }
            ("tuple", true) => {
                let elements = self.eat("[").then(|| self.several("]"))??;
                self.eat(")").then(|| ParsedForeignType::one(format!("tuple([{}])", elements.join(", "))))
            }
            ("tuple", false) => {
                Some(ParsedForeignType::one(format!("tuple([{}])", self.several(close)?.join(", "))))
            }
            ("union", _) => {
                Some(ParsedForeignType::one(format!("union({})", self.several(close)?.join(", "))))
            }
            ("list" | "set" | "map" | "promise" | "output", _) => {
                let parts = self.several(close)?;
                match (word, parts.as_slice()) {
                    (_, [only]) => Some(ParsedForeignType::one(format!("{word}({only})"))),
                    // keys are strings in HCL
                    ("map", [key, element]) if key == "string" => {
                        self.foreign = true;
                        Some(ParsedForeignType::one(format!("map({element})")))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A list of types up to a closing bracket.
    fn several(&mut self, close: &str) -> Option<Vec<String>> {
        let mut types = Vec::new();
        loop {
            self.blanks_and_lines();
            types.push(self.one_of()?.written(self.extended)?);
            self.blanks_and_lines();
            if self.eat(close) {
                return Some(types);
            }
            if !self.eat(",") {
                return None;
            }
        }
    }

    /// `{ name: T, name?: T }`, converted to the attributes of an HCL object type.
    fn attributes(&mut self) -> Option<String> {
        if !self.eat("{") {
            return None;
        }
        let mut attributes = Vec::new();
        loop {
            self.blanks_and_lines();
            if self.eat("}") {
                return Some(match attributes.is_empty() {
                    true => "{}".to_owned(),
                    false => format!("{{ {} }}", attributes.join(", ")),
                });
            }
            let name = self.word()?;
            let missing = self.eat("?");
            self.foreign |= missing;
            if !self.eat("=") && !self.eat(":") {
                return None;
            }
            self.blanks_and_lines();
            let call = self.rest().starts_with("optional(");
            self.at += if call { "optional(".len() } else { 0 };
            let ty = self.one_of()?;
            if call && !self.eat(")") {
                return None;
            }
            // in this case a missing attribute is null
            let optional = missing || call;
            let ty = ParsedForeignType { null: ty.null && !optional, ..ty }.written(self.extended)?;
            attributes.push(match optional {
                true => format!("{name} = optional({ty})"),
                false => format!("{name} = {ty}"),
            });
            // a line break or a comma ends an attribute
            let line = self.rest().trim_start_matches([' ', '\t', '\r']).starts_with('\n');
            if !self.eat(",") && !self.eat(";") && !line && !self.rest().trim_start().starts_with('}') {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::foreign_type;

    /// The HCL notation under the extended and the plain model; `-` if HCL has no equivalent type.
    fn read(text: &str) -> [String; 2] {
        [true, false].map(|extended| match foreign_type(text, extended) {
            Some(ty) => {
                assert_eq!(&text[ty.end..], "", "{text}");
                ty.written.unwrap_or_else(|| "-".to_owned())
            }
            None => "not foreign".to_owned(),
        })
    }

    #[test]
    fn what_other_languages_write() {
        for (text, extended, plain) in [
            ("list<string>", "list(string)", "list(string)"),
            ("List<Map<String, Integer>>", "list(map(int))", "list(map(number))"),
            ("string[][]", "list(list(string))", "list(list(string))"),
            ("[string]", "list(string)", "list(string)"),
            ("[string, bool]", "tuple([string, bool])", "tuple([string, bool])"),
            ("tuple<string, bool>", "tuple([string, bool])", "tuple([string, bool])"),
            ("list[string]", "list(string)", "list(string)"),
            ("string | number", "union(string, number)", "-"),
            ("string | null", "union(string, none)", "string"),
            ("string?", "union(string, none)", "string"),
            ("list(string)?", "union(list(string), none)", "list(string)"),
            ("list(string?)", "list(union(string, none))", "list(string)"),
            ("list(string | number)", "list(union(string, number))", "not foreign"),
            (
                "{ a: string, b?: bool }",
                "object({ a = string, b = optional(bool) })",
                "object({ a = string, b = optional(bool) })",
            ),
            (
                "object({ a = string?, b = optional(bool?) })",
                "object({ a = union(string, none), b = optional(bool) })",
                "object({ a = string, b = optional(bool) })",
            ),
            ("{}", "object({})", "object({})"),
            ("null", "not foreign", "not foreign"),
            ("list(string)", "not foreign", "not foreign"),
            ("map(string, string)", "map(string)", "map(string)"),
            ("foo<string>", "not foreign", "not foreign"),
            ("list<foo>", "not foreign", "not foreign"),
            ("list", "not foreign", "not foreign"),
            ("string || number", "not foreign", "not foreign"),
        ] {
            assert_eq!(read(text), [extended, plain], "{text}");
        }
    }
}
