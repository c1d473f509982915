//! The subject of a place and the facts about it: a declaration or a mention of one, a function, an argument
//! or a block of a schema, a code in a comment, or an expression.

use std::sync::Arc;

use hclx_analysis::bodies::{BodyPart, BodyPlace, EnclosingHeader, Header, body_place, inside};
use hclx_analysis::describe::DeclaredItem;
use hclx_analysis::symbols::{How, Symbol, SymbolKey, SymbolKind};
use hclx_analysis::{Answer, Question, Snapshot, Unit};
use hclx_core::{Type, Value};
use hclx_diag::{Code, SourceId, Span, TextRange, find_code};
use hclx_eval::Budget;
use hclx_schema::{Attribute, Block, ExprMode, Nested};
use hclx_syntax::ast::Tree;
use hclx_syntax::tokens::LexemeKind;

use crate::complete::{CompletionPlace, ScopedName, scoped};
use crate::tokens::lexemes;
use crate::{Index, Role};

/// The facts about a place.
#[derive(Clone, Debug)]
pub struct Hover {
    /// The place of the subject; `None` for an expression.
    pub span: Option<Span>,
    /// The subject.
    pub subject: Subject,
    /// Its value, as far as it is known.
    pub value: Option<Value>,
}

/// The subject of a place.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A declaration, or a mention of one.
    Name {
        /// The declaration.
        symbol: Symbol,
        /// The declaration as one line of HCL: `variable "zones"`.
        header: String,
        /// Its description for callers.
        declared: Option<Box<DeclaredItem>>,
        /// The places that set its value.
        origins: Vec<Origin>,
        /// The documentation of the resource type.
        docs: Option<Arc<str>>,
    },
    /// The name of a called function, with namespaces joined by `::`.
    Function(String),
    /// An attribute of a schema.
    Attribute {
        /// The attribute.
        row: Box<Attribute>,
        /// Its documentation.
        docs: Option<Arc<str>>,
        /// The releases of its owner that have it, such as `since 6.2.0`, if not all do.
        releases: Option<String>,
    },
    /// A block type.
    Block {
        /// The header as one line.
        header: String,
        /// The combination and the number of such blocks, for a nested block.
        shape: Option<String>,
        /// The releases of its owner that have it, such as `since 6.2.0`, if not all do.
        releases: Option<String>,
        /// The documentation.
        docs: Option<Arc<str>>,
        /// The replacement of a deprecated type, which may be empty; `None` if it is not
        /// deprecated.
        deprecated: Option<Arc<str>>,
    },
    /// A name of the language or of a loop, or a keyword of a type.
    ScopedName {
        /// The name.
        header: String,
        /// Its type, if it is known.
        ty: Option<Type>,
        /// Its documentation.
        docs: Option<Arc<str>>,
    },
    /// A code in a comment.
    Code(Code),
    /// An expression.
    Expression,
}

/// A place that sets the value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// An attribute of a values file, or of a block that assigns values.
    Given(Span),
    /// An argument of the call with an address.
    Argument(String, Span),
}

/// The facts about an offset in a file; `None` if there are none. Each evaluation is limited by `budget`.
pub fn hover(snapshot: &Snapshot, file: SourceId, offset: u32, budget: &dyn Fn() -> Budget) -> Option<Hover> {
    let asked = HoverRequest { snapshot, file, offset, budget };
    // The most specific subject comes first.
    let named = || asked.name().or_else(|| asked.function()).or_else(|| asked.scoped());
    let part = || named().or_else(|| asked.part());
    asked.code().or_else(part).or_else(|| {
        let value = asked.value(snapshot.unit_of(file)?, file, offset)?;
        Some(Hover { span: None, subject: Subject::Expression, value: Some(value) })
    })
}

struct HoverRequest<'a> {
    snapshot: &'a Snapshot,
    file: SourceId,
    offset: u32,
    budget: &'a dyn Fn() -> Budget,
}

impl HoverRequest<'_> {
    /// A code in a comment.
    fn code(&self) -> Option<Hover> {
        let bytes = self.snapshot.bytes(self.file).ok()?;
        let tokens = lexemes(self.snapshot, self.file);
        let after = tokens.partition_point(|token| token.range.start <= self.offset);
        let comment = tokens[..after].last().filter(|token| token.kind == LexemeKind::Comment)?;
        let text = bytes.get(comment.range.start as usize..comment.range.end as usize)?;
        let at = (self.offset - comment.range.start) as usize;
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
        let start = text[..at.min(text.len())].iter().rposition(|byte| !is_part(byte)).map_or(0, |at| at + 1);
        let length = text[start..].iter().position(|byte| !is_part(byte)).unwrap_or(text.len() - start);
        let word = std::str::from_utf8(&text[start..start + length]).ok()?;
        let code = find_code(word)?;
        let start = comment.range.start + start as u32;
        let span = TextRange::new(start, start + length as u32).in_source(self.file);
        Some(Hover { span: Some(span), subject: Subject::Code(code), value: None })
    }

    /// A declaration, or a mention of one.
    fn name(&self) -> Option<Hover> {
        let snapshot = self.snapshot;
        let index = Index::of(snapshot);
        let (key, span) = index.meant(snapshot, self.file, self.offset)?;
        let symbol = index.symbol(key)?.clone();
        let unit = snapshot.unit_of(symbol.name.source)?;
        let Answer { value, description, .. } =
            self.answer(unit, symbol.name.source, symbol.name.range.start);
        let declared = description.map(|one| one.declarations).unwrap_or_default().pop();
        let (header, docs) = self.header_of(unit, &symbol);
        let subject = Subject::Name {
            header,
            docs,
            declared: declared.map(Box::new),
            origins: origins(snapshot, &index, key, symbol.kind),
            symbol,
        };
        Some(Hover { span: Some(span), subject, value })
    }

    fn function(&self) -> Option<Hover> {
        let (span, name) = function_at(self.snapshot, self.file, self.offset)?;
        Some(Hover { span: Some(span), subject: Subject::Function(name), value: None })
    }

    /// A name of the language or of a loop, or a keyword of a type.
    fn scoped(&self) -> Option<Hover> {
        let Self { snapshot, file, offset, budget } = *self;
        let at = CompletionPlace { snapshot, file, offset, dialect: None, budget };
        let ScopedName { span, header, ty, docs } = scoped(&at)?;
        // an evaluated value is more informative than its type
        let value = self.value(snapshot.unit_of(file)?, file, offset);
        let value = value.filter(|value| ty.as_ref() == Some(&value.described_type()));
        Some(Hover { span: Some(span), subject: Subject::ScopedName { header, ty, docs }, value })
    }

    /// An attribute or a block of the schema of the body.
    fn part(&self) -> Option<Hover> {
        let snapshot = self.snapshot;
        let unit = snapshot.unit_of(self.file)?;
        let parsed = snapshot.parsed(self.file);
        let BodyPlace { blocks, part } = body_place(&parsed.tree, self.offset)?;
        match part {
            BodyPart::AttributeName(name, range) => {
                let schema = self.schema(unit, self.file, &blocks);
                let row = schema.as_ref().and_then(|block| block.find_attribute(name)).cloned();
                let own = row.as_ref().and_then(|row| row.docs.clone());
                let sentence = || unit.language.row().documentation?.of_attribute(&headers(&blocks), name);
                let docs = own.or_else(|| sentence().map(Into::into));
                // addresses, keywords and types have no values
                let reading = row.as_ref().map(|row| row.reading).unwrap_or_default();
                let is_value = matches!(
                    reading,
                    ExprMode::Value | ExprMode::Literal | ExprMode::Duration | ExprMode::LateDuration
                );
                let start = value_of(&parsed.tree, self.offset)?;
                let value = is_value.then(|| self.value(unit, self.file, start)).flatten();
                let releases = unit.language.offers(unit, snapshot).releases(&headers(&blocks), name);
                let is_known = docs.is_some() || releases.is_some();
                let subject = match row.or_else(|| is_known.then(|| Attribute::new(name, Type::ANY))) {
                    Some(row) => Subject::Attribute { row: Box::new(row), docs, releases },
                    None if value.is_none() => return None,
                    None => Subject::Expression,
                };
                Some(Hover { span: Some(range.in_source(self.file)), subject, value })
            }
            BodyPart::BlockType | BodyPart::Label(_) => {
                let (last, outer) = blocks.split_last()?;
                let schema = self.schema(unit, self.file, outer);
                let row = schema.as_ref().and_then(|block| block.find_block(last.block_type));
                let range = match part {
                    BodyPart::Label(number) => last.labels.get(number).map_or(last.name, |(_, place)| *place),
                    _ => last.name,
                };
                let docs = self.block_docs(unit, self.file, &blocks);
                // Without a schema and a description, there is nothing to show.
                let releases =
                    unit.language.offers(unit, snapshot).releases(&headers(outer), last.block_type);
                if row.is_none() && docs.is_none() && releases.is_none() {
                    return None;
                }
                let subject = Subject::Block {
                    header: header(&parsed.tree, last),
                    shape: row.filter(|_| !outer.is_empty()).map(Nested::described),
                    docs,
                    releases,
                    deprecated: row.and_then(|row| row.deprecated.clone()),
                };
                Some(Hover { span: Some(range.in_source(self.file)), subject, value: None })
            }
            BodyPart::Value(_) | BodyPart::Between => None,
        }
    }

    /// The header of a declaration, and the documentation of its schema.
    fn header_of(&self, unit: &Unit, symbol: &Symbol) -> (String, Option<Arc<str>>) {
        let (file, parsed) = (symbol.name.source, self.snapshot.parsed(symbol.name.source));
        let place = body_place(&parsed.tree, symbol.name.range.start);
        let block = place.as_ref().filter(|place| matches!(place.part, BodyPart::Label(_)));
        match block.and_then(|place| Some((place, place.blocks.last()?))) {
            Some((place, block)) => {
                let docs = self.schema(unit, file, &place.blocks).and_then(|body| body.docs.clone());
                (header(&parsed.tree, block), docs)
            }
            None => (symbol.key.key.to_string(), None),
        }
    }

    /// The documentation of the last of these blocks, from its schema or otherwise from its type.
    fn block_docs(&self, unit: &Unit, file: SourceId, blocks: &[EnclosingHeader<'_>]) -> Option<Arc<str>> {
        let own = || Some(unit.language.row().documentation?.of_block(&headers(blocks))?.into());
        self.schema(unit, file, blocks).and_then(|block| block.docs.clone()).or_else(own)
    }

    fn schema(&self, unit: &Unit, file: SourceId, blocks: &[EnclosingHeader<'_>]) -> Option<Arc<Block>> {
        inside(&unit.language.schema(unit, self.snapshot, file)?, headers(blocks))
    }

    /// The value of the smallest expression or declaration at a place.
    fn value(&self, unit: &Unit, file: SourceId, offset: u32) -> Option<Value> {
        self.answer(unit, file, offset).value
    }

    fn answer(&self, unit: &Unit, file: SourceId, offset: u32) -> Answer {
        self.snapshot.answer(unit, &Question::TypeAt { file, offset }, &(self.budget)())
    }
}

fn headers<'t>(blocks: &[EnclosingHeader<'t>]) -> Vec<Header<'t>> {
    blocks.iter().map(EnclosingHeader::header).collect()
}

/// The start of the value of the attribute whose name is at an offset.
fn value_of(tree: &Tree, offset: u32) -> Option<u32> {
    use hclx_syntax::ast::{Item, Root};
    let Root::Body(body) = tree.root() else { return None };
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(one) if one.name.range.start <= offset && offset <= one.name.range.end => {
                    return Some(tree.expr(one.value).range.start);
                }
                Item::Attribute(_) => {}
                Item::Block(block) => {
                    let block = tree.node(*block);
                    let covers = block.range.start <= offset && offset <= block.range.end;
                    bodies.extend(covers.then_some(block.body));
                }
            }
        }
    }
    None
}

/// A header as written.
fn header(tree: &Tree, block: &EnclosingHeader<'_>) -> String {
    let end = block.labels.last().map_or(block.name.end, |(_, place)| place.end);
    tree.written(TextRange::new(block.name.start, end)).into_owned()
}

/// The places that set the value of a declaration, without duplicates.
fn origins(snapshot: &Snapshot, index: &Index, key: &SymbolKey, kind: SymbolKind) -> Vec<Origin> {
    if kind != SymbolKind::Variable {
        return Vec::new();
    }
    let gives = |role: Role| role == Role::Mentioned(How::Gives);
    let places = index.places(key);
    let places = places.iter().filter(|place| gives(place.role));
    let origin = |span: Span| {
        let parsed = snapshot.parsed(span.source);
        let place = body_place(&parsed.tree, span.range.start);
        let blocks = place.map(|place| place.blocks).unwrap_or_default();
        match blocks.last() {
            Some(block) if !block.labels.is_empty() => {
                let label = block.labels.last().map_or("", |(text, _)| *text);
                Origin::Argument(format!("{}.{label}", block.block_type), span)
            }
            _ => Origin::Given(span),
        }
    };
    places.map(|place| origin(place.span)).collect()
}

/// The function whose name in a call covers an offset.
fn function_at(snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<(Span, String)> {
    let bytes = snapshot.bytes(file).ok()?;
    let tokens = lexemes(snapshot, file);
    let after = tokens.partition_point(|token| token.range.start <= offset);
    let at = tokens[..after].len().checked_sub(1)?;
    let is_name = tokens[at].kind == LexemeKind::Ident && offset <= tokens[at].range.end;
    let is_called = tokens.get(at + 1).is_some_and(|next| next.kind == LexemeKind::OpenParen);
    let text = |index: usize| {
        let range = tokens[index].range;
        std::str::from_utf8(bytes.get(range.start as usize..range.end as usize)?).ok()
    };
    if !is_name || !is_called {
        return None;
    }
    // include the namespaces of `provider::name::function`
    let mut start = at;
    while start >= 2 && text(start - 1) == Some("::") && tokens[start - 2].kind == LexemeKind::Ident {
        start -= 2;
    }
    let name: Option<String> = (start..=at).map(text).collect();
    Some((tokens[at].range.in_source(file), name?))
}
