//! The tree of a document in printed form, without ranges.

use std::fmt::Write;
use std::sync::Arc;

use hclx_diag::{Diagnostic, SourceId};
use hclx_mull::syntax::ast::{Entry, NodeId, NodeKind};
use hclx_mull::syntax::{Document, Form, read};

/// Parses a source.
pub(super) fn reading(text: &str, form: Form) -> (Document, Vec<Diagnostic>) {
    read(SourceId(0), Arc::from(text.as_bytes()), form)
}

/// The codes of the findings, with the source at their locations.
pub(super) fn findings(text: &str, form: Form) -> Vec<String> {
    let (_, diagnostics) = reading(text, form);
    let shown = |diagnostic: &Diagnostic| {
        let range = diagnostic.span.expect("every finding has a place").range;
        format!("{} {:?}", diagnostic.code, &text[range.range()])
    };
    diagnostics.iter().map(shown).collect()
}

/// The tree of a source without errors.
pub(super) fn shape(text: &str, form: Form) -> String {
    let (document, diagnostics) = reading(text, form);
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
    shape_of(&document)
}

/// The tree of a document.
pub(super) fn shape_of(document: &Document) -> String {
    let mut out = String::new();
    match document.root() {
        Some(root) => node(document, root, &mut out),
        None => out.push_str("nothing"),
    }
    out
}

fn list(document: &Document, nodes: &[NodeId], out: &mut String) {
    for id in nodes {
        out.push(' ');
        node(document, *id, out);
    }
}

fn node(document: &Document, id: NodeId, out: &mut String) {
    let start = out.len();
    out.push('(');
    match document.kind(id) {
        NodeKind::String(text) => write!(out, "{text:?}").expect("a string takes it"),
        NodeKind::Number { text, integral } => write!(out, "{text} {integral}").expect("a string takes it"),
        NodeKind::Bool(value) => write!(out, "{value}").expect("a string takes it"),
        NodeKind::Null => out.push_str("null"),
        NodeKind::Name(name) => write!(out, "name {name}").expect("a string takes it"),
        NodeKind::Text(parts) => {
            out.push_str("text");
            list(document, parts, out);
        }
        NodeKind::Mapping(parts) => entries(document, "map", parts, out),
        NodeKind::Sequence(parts) => entries(document, "seq", parts, out),
        NodeKind::Statement(parts) => entries(document, "statement", parts, out),
        NodeKind::Call { name, args } => {
            write!(out, "call {}", name.text).expect("a string takes it");
            list(document, args, out);
        }
        NodeKind::Binary { op, left, right, .. } => {
            write!(out, "{op:?}").expect("a string takes it");
            list(document, &[*left, *right], out);
        }
        NodeKind::Assert { value, .. } => {
            out.push_str("assert");
            list(document, &[*value], out);
        }
        NodeKind::Array(parts) => {
            out.push_str("array");
            list(document, parts, out);
        }
        NodeKind::Map(pairs) => {
            out.push_str("braces");
            for (key, value) in pairs {
                list(document, &[*key, *value], out);
            }
        }
        NodeKind::Missing => out.push_str("missing"),
        NodeKind::Undefined => out.push_str("undefined"),
        other => write!(out, "{other:?}").expect("a string takes it"),
    }
    out.push(')');
    // a single word needs no parentheses
    if out[start..].starts_with("(\"") || !out[start..].contains(' ') {
        out.pop();
        out.remove(start);
    }
}

fn entries(document: &Document, word: &str, parts: &[Entry], out: &mut String) {
    out.push_str(word);
    for part in parts {
        match part {
            Entry::Pair { key, value } => {
                list(document, &[*key], out);
                out.push(':');
                list(document, &[*value], out);
            }
            Entry::Element(value) => list(document, &[*value], out),
            Entry::Let { name, value } => {
                write!(out, " let {} =", name.text).expect("a string takes it");
                list(document, &[*value], out);
            }
            Entry::Insert(value) => {
                out.push_str(" insert");
                list(document, &[*value], out);
            }
            Entry::If(arms) => {
                for arm in arms {
                    out.push_str(if arm.condition.is_some() { " if" } else { " else" });
                    list(document, arm.condition.as_slice(), out);
                    list(document, &[arm.body], out);
                }
            }
            Entry::For { subject, body, .. } => {
                out.push_str(" for");
                list(document, &[*subject, *body], out);
            }
        }
    }
}
