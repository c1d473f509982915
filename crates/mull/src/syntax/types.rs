//! Type expressions (Mull §4.1), in strings of declarations and in assertions.

#![expect(clippy::result_large_err, reason = "a finding is made once, and ends its type")]

use hclx_diag::mull_codes::{STATIC_LIMIT, TYPE_SYNTAX};
use hclx_diag::{Diagnostic, SourceId};

use super::ast::{Document, NodeId, NodeKind, TypeExpr, TypeKind, TypeProperty, Word};
use super::build::Builder;
use super::lexer::TokenKind;
use super::quotation::{Failure, HoleSource, Parser};

/// The maximum nesting of types.
pub(super) const MAX_TYPE_DEPTH: u32 = 32;

/// The type expression in a string of a document.
///
/// # Errors
/// MU3001 at the token that breaks the grammar.
pub fn parse_type(document: &Document, string: NodeId, source: SourceId) -> Result<TypeExpr, Diagnostic> {
    let NodeKind::String(text) = document.kind(string) else {
        let at = document.range(string).in_source(source);
        return Err(Diagnostic::error(TYPE_SYNTAX, at, "expected a type expression"));
    };
    let known = document.places.binary_search_by_key(&string, |(id, _)| *id).ok();
    let base = [(0, document.range(string).start)];
    let places = known.map_or(&base[..], |at| &document.places[at].1);
    let inside = HoleSource { text, places: places.into() };
    parse_inside(&inside, source)
}

/// Parses a type expression outside of a document, for example in a signature; ranges are relative to its
/// start.
///
/// # Errors
/// MU3001 at the token that breaks the grammar.
pub fn parse_type_text(text: &str, source: SourceId) -> Result<TypeExpr, Diagnostic> {
    parse_inside(&HoleSource { text, places: [(0, 0)].as_slice().into() }, source)
}

pub(super) fn parse_inside(inside: &HoleSource<'_>, source: SourceId) -> Result<TypeExpr, Diagnostic> {
    let end = inside.place(inside.text.len()..inside.text.len());
    let mut nodes = Builder::new(source);
    let mut parser = Parser::new(&mut nodes, inside, end, TYPE_SYNTAX);
    parser.ty().and_then(|ty| parser.end().map(|()| ty)).map_err(|failure| failure.diagnostic(source))
}

impl Parser<'_> {
    /// Parses `A | B`.
    pub(super) fn ty(&mut self) -> Result<TypeExpr, Failure> {
        let first = self.postfix_type()?;
        if !self.is("|") {
            return Ok(first);
        }
        let mut range = first.range;
        let mut members = vec![first];
        while self.eat("|") {
            let member = self.postfix_type()?;
            range = range.cover(member.range);
            members.push(member);
        }
        Ok(TypeExpr { kind: TypeKind::Union(members), range })
    }

    /// Parses `T[]` and `T?`.
    pub(super) fn postfix_type(&mut self) -> Result<TypeExpr, Failure> {
        self.type_depth += 1;
        if self.type_depth > MAX_TYPE_DEPTH {
            let message = format!("this type nests deeper than the limit of {MAX_TYPE_DEPTH}");
            return Err(self.failure_here(STATIC_LIMIT, message));
        }
        let mut ty = self.primary_type()?;
        // Suffixes nest the type, but not the parser.
        let mut suffixes = 0;
        loop {
            let boxed = |ty| Box::new(ty);
            if self.is("[") && self.is_at(1, "]") {
                self.advance();
                let range = ty.range.cover(self.advance());
                ty = TypeExpr { kind: TypeKind::Array(boxed(ty)), range };
            } else if self.is("?") || self.in_type() && self.is("??") {
                // `T??` is the same type as `T?`.
                let range = ty.range.cover(self.advance());
                ty = TypeExpr { kind: TypeKind::Optional(boxed(ty)), range };
            } else {
                self.type_depth -= 1;
                return Ok(ty);
            }
            suffixes += 1;
            if suffixes > MAX_TYPE_DEPTH {
                let message = format!("this type nests deeper than the limit of {MAX_TYPE_DEPTH}");
                return Err(self.failure_here(STATIC_LIMIT, message));
            }
        }
    }

    fn primary_type(&mut self) -> Result<TypeExpr, Failure> {
        let token = self.token().clone();
        let range = self.here();
        match &token.kind {
            TokenKind::Name => self.named_type(),
            TokenKind::String(text) => {
                self.advance();
                Ok(TypeExpr { kind: TypeKind::Text(text.as_str().into()), range })
            }
            TokenKind::Number { .. } => {
                let text = self.text(&token).into();
                self.advance();
                Ok(TypeExpr { kind: TypeKind::Numeral(text), range })
            }
            TokenKind::Symbol("(") => {
                self.advance();
                let ty = self.ty()?;
                let close = self.expect(")")?;
                Ok(TypeExpr { kind: ty.kind, range: range.cover(close) })
            }
            TokenKind::Symbol("{") => self.braces_type(),
            _ => Err(self.unexpected("a type")),
        }
    }

    fn named_type(&mut self) -> Result<TypeExpr, Failure> {
        let token = self.token().clone();
        let name = self.text(&token);
        let mut range = self.advance();
        let kind = match name {
            "any" => TypeKind::Any,
            "bool" => TypeKind::Bool,
            "int" => TypeKind::Int,
            "number" => TypeKind::Number,
            "string" => TypeKind::String,
            "none" | "null" => TypeKind::None,
            "true" => TypeKind::Truth(true),
            "false" => TypeKind::Truth(false),
            "map" => return self.map_type(range),
            "set" | "promise" | "output" => {
                self.expect("[")?;
                let inner = Box::new(self.ty()?);
                range = range.cover(self.expect("]")?);
                match name {
                    "set" => TypeKind::Set(inner),
                    "promise" => TypeKind::Promise(inner),
                    _ => TypeKind::Output(inner),
                }
            }
            "list" if self.is("(") => return Err(Failure::of_hcl(range)),
            name => TypeKind::Named(name.into()),
        };
        Ok(TypeExpr { kind, range })
    }

    /// Parses `map[K, V]` or `map[K]V`.
    fn map_type(&mut self, name: hclx_diag::TextRange) -> Result<TypeExpr, Failure> {
        self.expect("[")?;
        let key = Box::new(self.ty()?);
        let (value, end) = if self.eat(",") {
            let value = self.ty()?;
            (value, self.expect("]")?)
        } else {
            self.expect("]")?;
            let value = self.postfix_type()?;
            let end = value.range;
            (value, end)
        };
        Ok(TypeExpr { kind: TypeKind::Map { key, value: Box::new(value) }, range: name.cover(end) })
    }

    /// Parses `{A, B}` or `{a: A, b?: B}`.
    fn braces_type(&mut self) -> Result<TypeExpr, Failure> {
        let open = self.expect("{")?;
        if self.is("}") {
            return Ok(TypeExpr { kind: TypeKind::Object(Vec::new()), range: open.cover(self.advance()) });
        }
        // The first member decides between an object and a tuple.
        let object = self.at_property();
        let (mut members, mut properties) = (Vec::new(), Vec::new());
        while !self.is("}") {
            if object {
                properties.push(self.property()?);
            } else {
                members.push(self.ty()?);
            }
            if !self.eat(",") {
                break;
            }
        }
        let range = open.cover(self.expect("}")?);
        let kind = if object { TypeKind::Object(properties) } else { TypeKind::Tuple(members) };
        Ok(TypeExpr { kind, range })
    }

    /// Returns `true` at a name or string, an optional `?`, and a colon.
    fn at_property(&self) -> bool {
        let named = matches!(self.token().kind, TokenKind::Name | TokenKind::String(_));
        named && (self.is_at(1, ":") || self.is_at(1, "?") && self.is_at(2, ":"))
    }

    fn property(&mut self) -> Result<TypeProperty, Failure> {
        let token = self.token().clone();
        let text = match &token.kind {
            TokenKind::Name => self.text(&token),
            TokenKind::String(text) => text.as_str(),
            _ => return Err(self.unexpected("the name of a property")),
        };
        let name = Word { text: text.into(), range: self.here() };
        self.advance();
        let optional = self.eat("?");
        self.expect(":")?;
        Ok(TypeProperty { name, optional, ty: self.ty()? })
    }
}
