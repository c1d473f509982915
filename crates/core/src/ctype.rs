//! The JSON form of types that cty defines, out and in: `["object",{"a":"string"},["a"]]`.
//!
//! The extensions: `"int"`, `"none"`, `["union",[…]]`, `["promise",T]`, `["output",T]`. `any` is `"dynamic"`,
//! as in cty. Any valid JSON is accepted (whitespace, escapes, any order of attributes). Out of scope: JSON
//! values.

use hclx_diag::{Arrange, Fallible, Fault, code_names as codes};

use crate::budget::{MAX_DEPTH, too_deep};
use crate::json_text::{FOR_HTML, JsonText};
use crate::stack::{deep, grow};
use crate::{ObjectAttribute, ObjectType, Type, TypeKind};

impl Type {
    /// The type in cty's JSON form, attributes in the order of their names, without blanks.
    ///
    /// ```
    /// use hclx_core::Type;
    /// let ty = Type::list(Type::object([("a", Type::STRING)]));
    /// assert_eq!(ty.to_cty_json(), r#"["list",["object",{"a":"string"}]]"#);
    /// assert_eq!(Type::from_cty_json(&ty.to_cty_json()).unwrap(), ty);
    /// ```
    pub fn to_cty_json(&self) -> String {
        let mut out = JsonText::compact(FOR_HTML);
        self.write_cty_json(&mut out);
        out.finish()
    }

    /// Writes the type in cty's JSON form.
    pub(crate) fn write_cty_json(&self, out: &mut JsonText) {
        write_type(out, self);
    }

    /// Decodes a type in cty's JSON form.
    ///
    /// # Errors
    /// `TYPE_JSON` with the byte offset of the error.
    pub fn from_cty_json(text: &str) -> Fallible<Type> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let ty = reader.ty()?;
        reader.blanks();
        if reader.at < text.len() { Err(reader.fault("nothing more")) } else { Ok(ty) }
    }
}

fn write_type(out: &mut JsonText, ty: &Type) {
    let word = ty.kind().word();
    deep(ty, || match ty.kind() {
        TypeKind::Any => out.string("dynamic"),
        TypeKind::List(part)
        | TypeKind::Set(part)
        | TypeKind::Map(part)
        | TypeKind::Promise(part)
        | TypeKind::Output(part) => write_compound(out, word, |out| write_type(out, part)),
        TypeKind::Tuple(parts) | TypeKind::Union(parts) => {
            write_compound(out, word, |out| write_array(out, parts, write_type));
        }
        TypeKind::Object(object) => write_compound(out, word, |out| write_object(out, object)),
        _ => out.string(word),
    });
}

fn write_compound(out: &mut JsonText, word: &str, rest: impl FnOnce(&mut JsonText)) {
    out.open('[');
    out.element();
    out.string(word);
    out.element();
    rest(out);
    out.close(']');
}

fn write_object(out: &mut JsonText, object: &ObjectType) {
    out.open('{');
    for attribute in object.attributes() {
        out.member(&attribute.name);
        write_type(out, &attribute.ty);
    }
    out.close('}');
    // cty only writes the third part if there are optional attributes.
    if object.has_optional() {
        let optional: Vec<_> = object.attributes().iter().filter(|attribute| attribute.optional).collect();
        out.element();
        write_array(out, &optional, |out, attribute| out.string(&attribute.name));
    }
}

fn write_array<T>(out: &mut JsonText, items: &[T], mut write: impl FnMut(&mut JsonText, &T)) {
    out.open('[');
    for item in items {
        out.element();
        write(out, item);
    }
    out.close(']');
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// The current nesting depth of types.
    depth: u32,
}

impl Reader<'_> {
    fn ty(&mut self) -> Fallible<Type> {
        self.blanks();
        let start = self.at;
        if self.rest().starts_with('"') {
            let word = self.string()?;
            return primitive(&word).ok_or_else(|| Reader { at: start, ..*self }.fault("the name of a type"));
        }
        if self.depth > MAX_DEPTH {
            return Err(too_deep());
        }
        self.depth += 1;
        let ty = grow(|| self.compound());
        self.depth -= 1;
        ty
    }

    fn compound(&mut self) -> Fallible<Type> {
        self.expect("[")?;
        self.blanks();
        let start = self.at;
        let word = self.string()?;
        self.expect(",")?;
        let ty = match word.as_str() {
            "list" => Type::list(self.ty()?),
            "set" => Type::set(self.ty()?),
            "promise" => Type::promise(self.ty()?),
            "output" => Type::output(self.ty()?),
            "map" => Type::map(self.ty()?),
            "tuple" => Type::tuple(self.many("[", "]", Self::ty)?),
            "union" => Type::union(self.many("[", "]", Self::ty)?),
            "object" => self.object()?,
            _ => return Err(Reader { at: start, ..*self }.fault("the name of a kind of type")),
        };
        self.expect("]")?;
        Ok(ty)
    }

    fn object(&mut self) -> Fallible<Type> {
        let mut attributes = self.many("{", "}", |reader| {
            reader.blanks();
            let name = reader.string()?;
            reader.expect(":")?;
            Ok(ObjectAttribute { name: name.into(), ty: reader.ty()?, optional: false })
        })?;
        // The last of several attributes with the same name counts, as in Go's decoder.
        attributes.reverse();
        if self.eat(",") {
            attributes.arrange_by(|a, b| a.name.cmp(&b.name));
            self.many("[", "]", |reader| reader.optional(&mut attributes))?;
        }
        Ok(Type::object_with(attributes))
    }

    /// Reads the name of an attribute and makes the attribute optional.
    fn optional(&mut self, attributes: &mut [ObjectAttribute]) -> Fallible<()> {
        self.blanks();
        let start = self.at;
        let name = self.string()?;
        let first = attributes.partition_point(|attribute| *attribute.name < *name);
        match attributes.get_mut(first).filter(|attribute| *attribute.name == *name) {
            Some(attribute) => {
                attribute.optional = true;
                Ok(())
            }
            None => Err(Reader { at: start, ..*self }.fault("the name of an attribute of the object")),
        }
    }

    fn many<T>(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Fallible<T>,
    ) -> Fallible<Vec<T>> {
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.eat(close) {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn string(&mut self) -> Fallible<String> {
        self.expect("\"")?;
        let mut out = String::new();
        loop {
            let Some(c) = self.rest().chars().next() else { return Err(self.fault("the end of a string")) };
            match c {
                '"' => {
                    self.at += 1;
                    return Ok(out);
                }
                '\\' => out.push(self.escape()?),
                '\0'..='\x1f' => return Err(self.fault("no control character in a string")),
                c => {
                    self.at += c.len_utf8();
                    out.push(c);
                }
            }
        }
    }

    fn escape(&mut self) -> Fallible<char> {
        let mut chars = self.rest().chars().skip(1);
        let simple = match chars.next() {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('u') => return self.unicode_escape(),
            _ => return Err(self.fault("an escape")),
        };
        self.at += 2;
        Ok(simple)
    }

    /// Reads `\u0041`, or two of these for a surrogate pair; an unpaired surrogate becomes the replacement
    /// character.
    fn unicode_escape(&mut self) -> Fallible<char> {
        let first = self.hex().ok_or_else(|| self.fault("four hexadecimal digits"))?;
        self.at += 6;
        if (0xd800..0xdc00).contains(&first)
            && let Some(second @ 0xdc00..0xe000) = self.hex()
        {
            self.at += 6;
            let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&self) -> Option<u32> {
        let digits = self.rest().strip_prefix("\\u")?.get(..4)?;
        digits.bytes().all(|b| b.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())?
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        // JSON has only these four blanks; Unicode's others are errors.
        self.at = self.text.len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    fn eat(&mut self, wanted: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    fn expect(&mut self, wanted: &str) -> Fallible<()> {
        if self.eat(wanted) { Ok(()) } else { Err(self.fault(&format!("`{wanted}`"))) }
    }

    fn fault(&self, expected: &str) -> Fault {
        let found = self.rest().chars().next().map_or("the end".to_owned(), |c| format!("{c:?}"));
        Fault::new(
            codes::TYPE_JSON,
            format!("expected {expected} at byte {} of the type, found {found}", self.at),
        )
    }
}

fn primitive(word: &str) -> Option<Type> {
    Some(match word {
        "bool" => Type::BOOL,
        "string" => Type::STRING,
        "number" => Type::NUMBER,
        "int" => Type::INT,
        "none" => Type::NONE,
        "asset" => Type::ASSET,
        "archive" => Type::ARCHIVE,
        "dynamic" => Type::ANY,
        _ => return None,
    })
}
