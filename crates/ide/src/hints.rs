//! Inlay hints in a file: types of declarations without one, numbers of instances, known values, and
//! parameter names.

use std::sync::Arc;

use hclx_analysis::symbols::SymbolKind;
use hclx_analysis::{Question, TypeRow, Unit, query};
use hclx_core::{Type, TypeKind, Value};
use hclx_diag::{Arrange, Span, TextRange};
use hclx_eval::Budget;
use hclx_syntax::ast::{BodyId, Call, ExprKind, TraverseKind, Tree};

use crate::names::block_at;
use crate::{CompletionPlace, Index};

/// The maximum number of characters of a hint; longer ones are truncated.
const LONGEST: usize = 40;

/// The enabled kinds of hints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HintKinds {
    /// Types of local values, outputs and variables, and numbers of instances.
    pub types: bool,
    /// Values of references.
    pub values: bool,
    /// Names of parameters.
    pub parameters: bool,
}

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The offset in bytes.
    pub offset: u32,
    /// The text.
    pub label: String,
    /// The full text, if the label is truncated.
    pub whole: Option<String>,
    /// The kind.
    pub kind: HintKind,
}

/// The kind of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintKind {
    /// A type after a name.
    Type,
    /// A value or a number after an expression.
    Value,
    /// The name of a parameter before an argument.
    Parameter,
}

/// The hints in a range of a file, by place.
pub fn hints(place: &CompletionPlace<'_>, range: TextRange, wanted: HintKinds) -> Vec<Hint> {
    let Some(unit) = place.snapshot.unit_of(place.file) else {
        return Vec::new();
    };
    let parsed = place.snapshot.parsed(place.file);
    let tree = &parsed.tree;
    let mut all = Hints { place, tree, range, found: Vec::new() };
    if wanted.parameters {
        all.parameters();
    }
    if wanted.types || wanted.values {
        let rows = rows(place, unit);
        if wanted.types {
            all.types(&rows);
        }
        if wanted.values {
            all.values(&rows);
        }
    }
    all.found.arrange_by(|one, other| (one.offset, &one.label).cmp(&(other.offset, &other.label)));
    all.found
}

/// The types and values of a unit, computed once.
fn rows(place: &CompletionPlace<'_>, unit: &Unit) -> Arc<Vec<TypeRow>> {
    place.snapshot.get_within(&HintRows(unit.clone()), &(place.budget)())
}

query! {
    /// The types and values of a unit.
    struct HintRows(Unit) -> Vec<TypeRow>, within Budget, of Unit |HintRows(unit)| &unit.root;
    |HintRows(unit), snapshot, cx| snapshot.answer(unit, &Question::Infer, cx.budget()).rows
}

/// The row of a declared name.
fn row_of(rows: &[TypeRow], name: Span) -> Option<&TypeRow> {
    rows.iter().find(|row| row.name_span.source == name.source && row.name_span.range.contains(name.range))
}

struct Hints<'a> {
    place: &'a CompletionPlace<'a>,
    tree: &'a Tree,
    range: TextRange,
    found: Vec<Hint>,
}

impl Hints<'_> {
    fn add(&mut self, offset: u32, text: String, kind: HintKind) {
        let cut = text.char_indices().nth(LONGEST).map(|(end, _)| format!("{}…", &text[..end]));
        let (label, whole) = match cut {
            Some(cut) => (cut, Some(text)),
            None => (text, None),
        };
        self.found.push(Hint { offset, label, whole, kind });
    }

    fn is_asked(&self, offset: u32) -> bool {
        self.range.start <= offset && offset <= self.range.end
    }

    /// Adds types of declarations without a type, and numbers of instances.
    fn types(&mut self, rows: &[TypeRow]) {
        let index = Index::of(self.place.snapshot);
        for symbol in index.of_file(self.place.file) {
            if !self.is_asked(symbol.name.range.end) {
                continue;
            }
            let Some(row) = row_of(rows, symbol.name) else { continue };
            let block = block_at(self.tree, symbol.name.range);
            match symbol.kind {
                SymbolKind::Variable | SymbolKind::Local | SymbolKind::Output => {
                    let has_type =
                        block.is_some_and(|block| self.tree.attribute(block.body, "type").is_some());
                    let text =
                        type_text(&row.ty).filter(|_| symbol.kind != SymbolKind::Variable || !has_type);
                    if let Some(text) = text {
                        let end = self.behind_quote(symbol.name);
                        self.add(end, format!(": {text}"), HintKind::Type);
                    }
                }
                SymbolKind::Resource | SymbolKind::Data | SymbolKind::Module => {
                    if let (Some(block), Some(number)) = (block, instances(&row.value)) {
                        self.instances(block.body, number);
                    }
                }
                SymbolKind::Block => {}
            }
        }
    }

    /// Adds the number of instances after the argument that determines it.
    fn instances(&mut self, body: BodyId, number: usize) {
        let argument = ["for_each", "count"].iter().find_map(|name| self.tree.attribute(body, name));
        let value = argument.map(|argument| self.tree.expr(argument.value));
        // A literal number is the number of instances.
        if let Some(value) = value.filter(|value| !matches!(value.kind, ExprKind::Number)) {
            let noun = if number == 1 { "instance" } else { "instances" };
            self.add(value.range.end, format!("# {number} {noun}"), HintKind::Value);
        }
    }

    /// The end of a name, including a closing quote.
    fn behind_quote(&self, name: Span) -> u32 {
        let end = name.range.end;
        end + u32::from(self.tree.source().get(end as usize) == Some(&b'"'))
    }

    /// Adds the values of references to declarations, if they are short.
    fn values(&mut self, rows: &[TypeRow]) {
        let index = Index::of(self.place.snapshot);
        let exprs = self.tree.expr_ids().map(|id| self.tree.expr(id));
        for expr in exprs {
            let ExprKind::Traversal { steps, .. } = expr.kind else { continue };
            let is_name = |step: &hclx_syntax::ast::Traverse| matches!(step.kind, TraverseKind::Attr(_));
            if !self.is_asked(expr.range.end) || !self.tree.slice(steps).iter().all(is_name) {
                continue;
            }
            let Some((key, name)) = index.at(self.place.file, expr.range.end) else { continue };
            let Some(symbol) = index.symbol(key).filter(|symbol| symbol.name != name) else { continue };
            let value = row_of(rows, symbol.name).map(|row| &row.value).filter(|value| is_shown(value));
            if let Some(value) = value {
                self.add(expr.range.end, format!("= {value}"), HintKind::Value);
            }
        }
    }

    /// Adds parameter names before the arguments of calls with more than one.
    fn parameters(&mut self) {
        let Some(dialect) = self.place.dialect else { return };
        for id in self.tree.expr_ids() {
            let expr = self.tree.expr(id);
            let ExprKind::Call(call) = expr.kind else { continue };
            let call: &Call = self.tree.node(call);
            let arguments = self.tree.slice(call.args);
            if arguments.len() < 2 || expr.range.end < self.range.start || self.range.end < expr.range.start {
                continue;
            }
            let Some(function) = dialect.functions().get(self.tree.text(call.name.text)) else { continue };
            for (argument, parameter) in arguments.iter().zip(&function.signature.parameters) {
                let range = self.tree.expr(*argument).range;
                // A name that the argument repeats is not informative.
                let is_said = || {
                    let written = self.tree.written(range);
                    let last = written.rsplit(['.', '"']).find(|word| !word.is_empty()).unwrap_or_default();
                    last.eq_ignore_ascii_case(parameter.name)
                };
                if self.is_asked(range.start) && !is_said() {
                    self.add(range.start, format!("{}:", parameter.name), HintKind::Parameter);
                }
            }
        }
    }
}

/// The text of a type; `None` if nothing is known about it.
fn type_text(ty: &Type) -> Option<String> {
    Some(ty.to_string()).filter(|_| !ty.is_any())
}

/// The number of instances of a resource or a call, derived from its value, if it is known.
fn instances(value: &Value) -> Option<usize> {
    match value.ty().kind() {
        TypeKind::Tuple(elements) => Some(elements.len()),
        TypeKind::Object(object) if !object.attributes().is_empty() => {
            let is_instance = |ty: &Type| matches!(ty.kind(), TypeKind::Object(_));
            object
                .attributes()
                .iter()
                .all(|object_attribute| is_instance(&object_attribute.ty))
                .then(|| object.attributes().len())
        }
        _ => None,
    }
}

/// Returns `true` if a value is known, short and not secret.
fn is_shown(value: &Value) -> bool {
    value.is_wholly_known()
        && !value.marks_within().contains("sensitive")
        && value.ty().is_primitive()
        && value.to_string().len() <= LONGEST
}
