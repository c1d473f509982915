//! Type positions: nodes that denote types, and type expressions in them (Mull §4.1).

use std::sync::Arc;

use crate::syntax::ast::{Entry, NodeId, NodeKind, TypeExpr, TypeKind};
use crate::syntax::parse_type;
use hclx_diag::{
    Applicability, Diagnostic, Edit, Fix, Ordered, SourceId, Span, TextRange, mull_codes as codes, nearest,
};

use super::super::ty::{CustomId, Literal, Prop, Ty, TyKind, grow};
use super::{Binder, DocId, Program, Types};

impl Program {
    /// The type of a type expression of a document. Unknown names are reported (MU2003, MU3011) and become
    /// `any`.
    pub fn type_of(&self, types: &Types, doc: DocId, expr: &TypeExpr, findings: &mut Vec<Diagnostic>) -> Ty {
        let doc = self.doc(doc);
        let mut reading = Naming { names: &doc.header.types, source: doc.source, keys: Vec::new(), findings };
        let ty = reading.ty(expr);
        let keys = std::mem::take(&mut reading.keys);
        keys.iter().for_each(|(key, at)| check_key(types, key, at.in_source(doc.source), findings));
        ty
    }
}

/// Reports a type that is not allowed for keys.
pub(super) fn check_key(types: &Types, key: &Ty, at: Span, findings: &mut Vec<Diagnostic>) {
    let root = types.resolved(key);
    let right = matches!(root.kind(), TyKind::Bool | TyKind::Int | TyKind::Number | TyKind::String);
    // a name that resolves to any has an invalid declaration, which was reported
    if !right && (key.is_any() || !root.is_any()) {
        let message = format!("`{}` is not a valid type for map keys", types.show_short(key));
        findings.push(
            Diagnostic::error(codes::ILLEGAL_KEY_TYPE, at, message)
                .help("use `bool`, `int`, `number`, `string`, or a type declared from them"),
        );
    }
}

impl Binder<'_> {
    /// The type that a node denotes; `any` if it is malformed.
    pub(super) fn position(&mut self, node: NodeId) -> Ty {
        if !self.static_only(node) {
            return Ty::any();
        }
        let document = self.document.clone();
        match document.kind(node) {
            NodeKind::String(_) => self.written(node),
            NodeKind::Mapping(entries) => grow(|| match self.inline(node) {
                Some(declared) => declared,
                None if is_tuple(entries, |value| matches!(document.kind(value), NodeKind::Null)) => {
                    let entries = self.static_entries(node);
                    Ty::tuple(entries.into_iter().map(|(key, _)| self.written(key)).collect())
                }
                None => self.object(node),
            }),
            NodeKind::Missing => Ty::any(),
            _ => {
                let message = "expected a type: a string such as `string[]`, or a mapping";
                let finding =
                    Diagnostic::error(codes::BAD_DECLARATION, self.span(document.range(node)), message);
                let help = match document.kind(node) {
                    NodeKind::Sequence(_) => Some("write the type of an array as `\"T[]\"`"),
                    NodeKind::Null => Some("write `none` for the type of null, `any` for anything"),
                    _ => None,
                };
                self.found(match help {
                    Some(help) => finding.help(help),
                    None => finding,
                });
                Ty::any()
            }
        }
    }

    /// The type of a mapping whose values are in type positions.
    fn object(&mut self, node: NodeId) -> Ty {
        let props = self.static_entries(node).into_iter().filter_map(|(key, value)| {
            let name = self.document.static_key(key)?.clone();
            let ty = self.position(value);
            Some(match name.strip_suffix('?') {
                Some(name) => Prop::new(name, ty, true),
                None => Prop::new(name, ty, false),
            })
        });
        let props = props.collect();
        Ty::object(props)
    }

    /// The type of a type expression in a string.
    fn written(&mut self, string: NodeId) -> Ty {
        let document = self.document.clone();
        match parse_type(&document, string, self.source) {
            Ok(expr) => {
                // The names are moved out, because the reader also borrows the findings.
                let names = std::mem::take(&mut self.header.types);
                let mut reading = Naming {
                    names: &names,
                    source: self.source,
                    keys: Vec::new(),
                    findings: &mut self.findings,
                };
                let ty = reading.ty(&expr);
                let keys = reading.keys;
                self.keys.extend(keys);
                self.header.types = names;
                ty
            }
            Err(finding) => {
                let text = self.static_text(string).unwrap_or_default();
                let of_hcl = ["list(", "set(", "map(", "object("].iter().any(|word| text.contains(word));
                self.found(if of_hcl && finding.help.is_empty() {
                    finding.help("write types as `T[]`, `set[T]`, `map[string, T]`, `{a: T}`")
                } else {
                    finding
                });
                Ty::any()
            }
        }
    }
}

/// Returns `true` if all entries are keys without values, as YAML parses `{ string, number }`.
fn is_tuple(entries: &[Entry], empty: impl Fn(NodeId) -> bool) -> bool {
    let valueless = |entry: &Entry| matches!(entry, Entry::Pair { value, .. } if empty(*value));
    !entries.is_empty() && entries.iter().all(valueless)
}

/// Resolves the names of type expressions.
struct Naming<'a> {
    names: &'a Ordered<Arc<str>, CustomId>,
    source: SourceId,
    keys: Vec<(Ty, TextRange)>,
    findings: &'a mut Vec<Diagnostic>,
}

impl Naming<'_> {
    fn ty(&mut self, expr: &TypeExpr) -> Ty {
        grow(|| match &expr.kind {
            TypeKind::Missing | TypeKind::Any => Ty::any(),
            TypeKind::Bool => Ty::bool(),
            TypeKind::Int => Ty::int(),
            TypeKind::Number => Ty::number(),
            TypeKind::String => Ty::string(),
            TypeKind::None => Ty::none(),
            TypeKind::Map { key, value } => {
                let before = self.findings.len();
                let key_ty = self.ty(key);
                // An unknown name in the key was reported already.
                if self.findings.len() == before {
                    self.keys.push((key_ty.clone(), key.range));
                }
                Ty::map(key_ty, self.ty(value))
            }
            TypeKind::Set(inner) => Ty::set(self.ty(inner)),
            TypeKind::Promise(inner) => Ty::promise(self.ty(inner)),
            TypeKind::Output(inner) => Ty::output(self.ty(inner)),
            TypeKind::Array(inner) => Ty::array(self.ty(inner)),
            TypeKind::Optional(inner) => Ty::optional(self.ty(inner)),
            TypeKind::Tuple(elements) => Ty::tuple(elements.iter().map(|element| self.ty(element)).collect()),
            TypeKind::Union(members) => Ty::union(members.iter().map(|member| self.ty(member)).collect()),
            TypeKind::Object(props) => {
                let props = props.iter().map(|prop| Prop {
                    name: prop.name.text.clone(),
                    ty: self.ty(&prop.ty),
                    optional: prop.optional,
                });
                let props = props.collect();
                Ty::object(props)
            }
            TypeKind::Text(text) => Ty::literal(Literal::String(text.clone())),
            TypeKind::Numeral(text) => numeral(text),
            TypeKind::Truth(truth) => Ty::literal(Literal::Bool(*truth)),
            TypeKind::Named(name) => self.named(name, expr.range),
        })
    }

    fn named(&mut self, name: &Arc<str>, at: TextRange) -> Ty {
        if let Some(id) = self.names.get(name) {
            return Ty::custom(*id);
        }
        let span = at.in_source(self.source);
        let finding = Diagnostic::error(codes::UNKNOWN_TYPE, span, format!("unknown type `{name}`"));
        let words = super::RESERVED.iter().copied().filter(|word| !matches!(*word, "true" | "false"));
        let known = self.names.keys().map(|name| &**name).chain(words);
        self.findings.push(match (elsewhere(name), nearest(name, known)) {
            (Some(Elsewhere::Word(word)), _) => finding.fix(replaced(span, word)),
            (Some(Elsewhere::Form(help)), _) => finding.help(help),
            (None, Some(near)) => finding.fix(replaced(span, near)),
            (None, None) => finding,
        });
        Ty::any()
    }
}

/// The replacement of a type in the notation of another language.
enum Elsewhere {
    Word(&'static str),
    Form(&'static str),
}

fn elsewhere(name: &str) -> Option<Elsewhere> {
    Some(match name {
        "boolean" => Elsewhere::Word("bool"),
        "integer" | "long" => Elsewhere::Word("int"),
        "float" | "double" | "decimal" => Elsewhere::Word("number"),
        "str" | "text" => Elsewhere::Word("string"),
        "list" | "array" => Elsewhere::Form("write `T[]` for an array of T"),
        "object" => Elsewhere::Form("write `{name: T}`, `map[string, T]`, or `any`"),
        _ => return None,
    })
}

fn replaced(span: Span, word: &str) -> Fix {
    Fix {
        title: format!("write `{word}`"),
        edits: vec![Edit { span, text: word.to_owned() }],
        applicability: Applicability::Suggested,
    }
}

/// The type of a number literal; `number` if it exceeds the limits of numbers.
fn numeral(text: &str) -> Ty {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let integral = plain || text.contains("0x") || text.contains("0o");
    Literal::numeral(text, integral).map_or_else(Ty::number, Ty::literal)
}
