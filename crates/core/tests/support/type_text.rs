//! Reads the printed form of a type: `object({a = optional(string), "x y" = int})`, with or without spaces.

use hclx_core::{ObjectAttribute, Type};

/// The type with this printed form; panics on anything else, because only recorded types are read.
pub(crate) fn read(text: &str) -> Type {
    let mut reader = Reader { text, at: 0 };
    let ty = reader.ty();
    reader.blanks();
    assert_eq!(reader.at, text.len(), "text after the type in {text}");
    ty
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn ty(&mut self) -> Type {
        hclx_diag::grow(|| self.any_type())
    }

    fn any_type(&mut self) -> Type {
        let word = self.word();
        match word.as_str() {
            "bool" => Type::BOOL,
            "string" => Type::STRING,
            "number" => Type::NUMBER,
            "int" => Type::INT,
            "any" => Type::ANY,
            "none" => Type::NONE,
            "list" => Type::list(self.one()),
            "set" => Type::set(self.one()),
            "map" => Type::map(self.one()),
            "promise" => Type::promise(self.one()),
            "output" => Type::output(self.one()),
            "union" => Type::union(self.many("(", ")", Self::ty)),
            "tuple" => {
                self.expect("(");
                let elements = self.many("[", "]", Self::ty);
                self.expect(")");
                Type::tuple(elements)
            }
            "object" => {
                self.expect("(");
                let attributes = self.many("{", "}", Self::attribute);
                self.expect(")");
                Type::object_with(attributes)
            }
            _ => panic!("no type {word:?} in {}", self.text),
        }
    }

    fn one(&mut self) -> Type {
        self.expect("(");
        let ty = self.ty();
        self.expect(")");
        ty
    }

    fn attribute(&mut self) -> ObjectAttribute {
        let name = self.name();
        self.expect("=");
        let before = self.at;
        let optional = self.word() == "optional";
        let ty = if optional {
            self.one()
        } else {
            self.at = before;
            self.ty()
        };
        ObjectAttribute { name: name.into(), ty, optional }
    }

    fn many<T>(&mut self, open: &str, close: &str, mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        self.expect(open);
        let mut items = Vec::new();
        while !self.eat(close) {
            if !items.is_empty() {
                self.expect(",");
            }
            items.push(item(self));
        }
        items
    }

    fn name(&mut self) -> String {
        self.blanks();
        if !self.rest().starts_with('"') {
            return self.word();
        }
        let mut stream = serde_json::Deserializer::from_str(self.rest()).into_iter::<String>();
        let name = stream.next().expect("a name").expect("a quoted name");
        self.at += stream.byte_offset();
        name.replace("$${", "${").replace("%%{", "%{")
    }

    fn word(&mut self) -> String {
        self.blanks();
        let end = |c: char| c.is_whitespace() || "()[]{},=\"".contains(c);
        let length = self.rest().find(end).unwrap_or(self.rest().len());
        let word = self.rest()[..length].to_owned();
        self.at += length;
        word
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, wanted: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    fn expect(&mut self, wanted: &str) {
        assert!(self.eat(wanted), "expected {wanted} at byte {} of {}", self.at, self.text);
    }
}
