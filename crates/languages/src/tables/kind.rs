//! Kinds: the types of a table's attributes, with restrictions such as `required(enum("a", "b"))`.

use hclx_core::Type;
use hclx_diag::{Diagnostic, SourceId, code_names as codes};
use hclx_eval::type_syntax::{TypeOptions, TypeWords, parse_type};
use hclx_schema::{Attribute, ExprMode};
use hclx_syntax::ast::{Call, ExprId, ExprKind, Tree, UnaryOp};

/// A kind being read.
pub(super) struct KindReader<'t> {
    pub(super) tree: &'t Tree,
    pub(super) source: SourceId,
    /// Set if the language of the table is HCL 1.
    pub(super) is_hcl1: bool,
    pub(super) findings: Vec<Diagnostic>,
}

impl KindReader<'_> {
    /// The attribute that a kind describes.
    pub(super) fn read(&mut self, name: &str, expr: ExprId) -> Attribute {
        match self.tree.expr(expr).kind {
            ExprKind::Variable(word) => match self.tree.text(word) {
                "int" => Attribute { whole: true, ..Attribute::new(name, Type::NUMBER) },
                "port" => Attribute::new(name, Type::NUMBER).between(0, 65_535),
                // in HCL 1, a number is always accepted as a bool
                "flag" if !self.is_hcl1 => Attribute::new(name, Type::union([Type::BOOL, Type::NUMBER])),
                "flag" => Attribute::new(name, Type::BOOL),
                "duration" => read_as(name, ExprMode::Duration),
                "type" => read_as(name, ExprMode::TypeExpression),
                "keyword" => read_as(name, ExprMode::Keyword),
                "reference" => read_as(name, ExprMode::StaticReference),
                "opaque" => read_as(name, ExprMode::Opaque),
                _ => self.of_type(name, expr),
            },
            ExprKind::Call(call) => {
                let call = self.tree.slice(call)[0];
                hclx_diag::grow(|| self.call(name, expr, &call))
            }
            _ => self.of_type(name, expr),
        }
    }

    fn call(&mut self, name: &str, expr: ExprId, call: &Call) -> Attribute {
        let arguments = self.tree.slice(call.args);
        match (self.tree.text(call.name.text), arguments) {
            ("required", [inner]) => self.read(name, *inner).required(),
            ("sensitive", [inner]) => Attribute { sensitive: true, ..self.read(name, *inner) },
            ("deprecated", [inner]) => self.read(name, *inner).deprecated(""),
            ("deprecated", [inner, instead]) => {
                let instead = advice(self.text(*instead));
                self.read(name, *inner).deprecated(instead)
            }
            ("any_case", [inner]) => Attribute { in_any_case: true, ..self.read(name, *inner) },
            ("one_or_more", [inner]) => self.around(name, *inner, |ty| {
                let all = Type::list(ty.clone());
                Type::union([ty, all])
            }),
            ("list", [inner]) => self.around(name, *inner, Type::list),
            ("set", [inner]) => self.around(name, *inner, Type::set),
            ("map", [inner]) => self.around(name, *inner, Type::map),
            ("int", _) => self.int(name, expr, arguments),
            ("enum", [_, ..]) => {
                let words: Vec<String> = arguments.iter().map(|word| self.text(*word)).collect();
                Attribute::new(name, Type::STRING).one_of(words)
            }
            ("required" | "sensitive" | "any_case" | "one_or_more", _) => {
                let word = self.tree.text(call.name.text);
                self.wrong(name, expr, &format!("`{word}` takes one kind"))
            }
            ("deprecated", _) => self.wrong(name, expr, "`deprecated` takes a kind, and what to use instead"),
            ("enum", []) => self.wrong(name, expr, "`enum` takes one string or more"),
            _ => self.of_type(name, expr),
        }
    }

    fn int(&mut self, name: &str, expr: ExprId, arguments: &[ExprId]) -> Attribute {
        let bounds = match arguments {
            [least, most] => self.whole(*least).zip(self.whole(*most)),
            _ => None,
        };
        match bounds {
            Some((least, most)) if least > most => self.wrong(
                name,
                expr,
                &format!("the least number, {least}, is greater than the most, {most}"),
            ),
            Some((least, most)) => Attribute::new(name, Type::NUMBER).between(least, most),
            None => self.wrong(name, expr, "`int` takes two whole numbers: the least and the most"),
        }
    }

    /// The attribute for a collection; restrictions on its elements are kept.
    fn around(&mut self, name: &str, inner: ExprId, collection: impl FnOnce(Type) -> Type) -> Attribute {
        let element = self.read(name, inner);
        let (allowed, in_any_case) = (element.allowed, element.in_any_case);
        Attribute { ty: collection(element.ty), allowed, in_any_case, ..Attribute::new(name, Type::ANY) }
    }

    fn of_type(&mut self, name: &str, expr: ExprId) -> Attribute {
        let options = TypeOptions { words: TypeWords::Extended, ..TypeOptions::constraint() };
        let read = parse_type(self.tree, self.source, expr, &options);
        self.findings.extend(read.diagnostics);
        Attribute::new(name, read.ty)
    }

    fn text(&mut self, expr: ExprId) -> String {
        match self.tree.string(expr) {
            Some(text) => text.to_owned(),
            None => {
                self.report(expr, "expected a string");
                String::new()
            }
        }
    }

    fn whole(&self, expr: ExprId) -> Option<i64> {
        match self.tree.expr(expr).kind {
            ExprKind::Number => self.tree.number(self.tree.expr(expr).range).parse().ok(),
            ExprKind::Unary { op: UnaryOp::Negate, operand } => {
                let ExprKind::Number = self.tree.expr(operand).kind else { return None };
                self.tree.number(self.tree.expr(operand).range).parse::<i64>().ok()?.checked_neg()
            }
            _ => None,
        }
    }

    fn wrong(&mut self, name: &str, expr: ExprId, message: &str) -> Attribute {
        self.report(expr, message);
        Attribute::new(name, Type::ANY)
    }

    fn report(&mut self, expr: ExprId, message: &str) {
        let place = self.tree.expr(expr).range.in_source(self.source);
        self.findings.push(Diagnostic::error(codes::SPECIFICATION, place, message));
    }
}

fn read_as(name: &str, reading: ExprMode) -> Attribute {
    Attribute::new(name, Type::ANY).reading(reading)
}

/// The help about the replacement of a name. A name on its own becomes a sentence.
pub(super) fn advice(instead: String) -> String {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    match !instead.is_empty() && instead.bytes().all(is_name) {
        true => format!("use `{instead}`"),
        false => instead,
    }
}
