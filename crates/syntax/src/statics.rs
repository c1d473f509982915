//! Static analysis: expressions that are interpreted as written, without evaluation, such as keywords, calls,
//! references, lists and maps (HCL specification, "Static Analysis").
//!
//! A JSON string is parsed as the native expression that it contains; ranges refer to the source. Out of
//! scope: values.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use hclx_diag::{Diagnostic, SourceId, TextRange};

use crate::ast::{
    Call, ExprId, ExprKind, For, Item, Language, Name, ObjectItem, Root, Slice, Str, Traverse, TraverseKind,
    Tree,
};
use crate::build::TreeBuilder;
use crate::escape::escaped;
use crate::{expression, json};

/// A reference: a name and constant steps. Names are borrowed from the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<'t> {
    /// The name at the root.
    pub root: Cow<'t, str>,
    /// The range of the root name.
    pub root_range: TextRange,
    /// The steps from left to right.
    pub steps: Vec<ReferenceStep<'t>>,
}

/// A step of a [`Reference`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceStep<'t> {
    /// The kind of step.
    pub kind: ReferenceKey<'t>,
    /// The range from the dot or bracket to the end of the step.
    pub range: TextRange,
}

/// The kind of a step of a [`Reference`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReferenceKey<'t> {
    /// `.name`.
    Attr(Cow<'t, str>),
    /// `["key"]`.
    Text(Cow<'t, str>),
    /// `[0]` or `.0`: the digits.
    Number(Cow<'t, str>),
    /// `[true]`, `[false]`.
    Bool(bool),
    /// `[null]`.
    Null,
}

impl ReferenceKey<'_> {
    fn into_owned(self) -> ReferenceKey<'static> {
        let owned = |text: Cow<'_, str>| Cow::Owned(text.into_owned());
        match self {
            Self::Attr(name) => ReferenceKey::Attr(owned(name)),
            Self::Text(text) => ReferenceKey::Text(owned(text)),
            Self::Number(text) => ReferenceKey::Number(owned(text)),
            Self::Bool(value) => ReferenceKey::Bool(value),
            Self::Null => ReferenceKey::Null,
        }
    }
}

/// Prints the reference as HCL, on one line and without legacy forms.
impl fmt::Display for Reference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.root)?;
        self.steps.iter().try_for_each(|step| match &step.kind {
            ReferenceKey::Attr(name) => write!(f, ".{name}"),
            ReferenceKey::Text(key) => write!(f, "[\"{}\"]", escaped(key)),
            ReferenceKey::Number(digits) => write!(f, "[{digits}]"),
            ReferenceKey::Bool(value) => write!(f, "[{value}]"),
            ReferenceKey::Null => f.write_str("[null]"),
        })
    }
}

impl Reference<'_> {
    /// The reference with owned names, independent of the tree.
    pub fn into_owned(self) -> Reference<'static> {
        let step =
            |step: ReferenceStep<'_>| ReferenceStep { kind: step.kind.into_owned(), range: step.range };
        // owned references may live long, so they keep no spare capacity
        let mut steps: Vec<_> = self.steps.into_iter().map(step).collect();
        steps.shrink_to_fit();
        Reference { root: Cow::Owned(self.root.into_owned()), root_range: self.root_range, steps }
    }

    /// The name in a step, if the step is `.name`.
    pub fn attribute(&self, at: usize) -> Option<&str> {
        match &self.steps.get(at)?.kind {
            ReferenceKey::Attr(name) => Some(name),
            _ => None,
        }
    }

    /// The whole range.
    pub fn range(&self) -> TextRange {
        self.steps.iter().fold(self.root_range, |range, step| range.cover(step.range))
    }
}

/// A function call.
#[derive(Clone, Debug)]
pub struct StaticCall {
    /// The name, namespaces joined by `::`.
    pub name: String,
    /// The range of the name.
    pub name_range: TextRange,
    /// The arguments, as expressions of [`StaticCall::tree`].
    pub args: Vec<ExprId>,
    /// The parentheses with everything in between.
    pub args_range: TextRange,
    /// The tree of the arguments, if it differs from the given one: a JSON string has its own.
    pub tree: Option<Arc<Tree>>,
}

/// The expression as a reference, if it consists only of a name and constant steps. `true`, `false` and
/// `null` count as names.
pub fn as_reference(tree: &Tree, source: SourceId, id: ExprId) -> Option<Reference<'_>> {
    match tree.language() {
        Language::Native => native_reference(tree, id),
        Language::Json => {
            let (inner, root) = inner_tree(tree, source, id)?;
            // HCL parses such a string with `ParseTraversalAbs`, which has no legacy indexes.
            let reference = native_reference(&inner, root).filter(|_| !has_legacy_index(&inner, root));
            reference.map(Reference::into_owned)
        }
    }
}

/// The expression as a keyword: a reference without steps.
pub fn as_keyword(tree: &Tree, source: SourceId, id: ExprId) -> Option<String> {
    as_reference(tree, source, id).filter(|found| found.steps.is_empty()).map(|found| found.root.into_owned())
}

/// The expression as a function call.
pub fn as_call(tree: &Tree, source: SourceId, id: ExprId) -> Option<StaticCall> {
    match tree.language() {
        Language::Native => native_call(tree, id),
        Language::Json => {
            let (inner, root) = inner_tree(tree, source, id)?;
            let call = native_call(&inner, root)?;
            Some(StaticCall { tree: Some(Arc::new(inner)), ..call })
        }
    }
}

/// The elements, if the expression is a list constructor.
pub fn as_list(tree: &Tree, id: ExprId) -> Option<&[ExprId]> {
    match tree.expr(id).kind {
        ExprKind::Tuple(elements) => Some(tree.slice(elements)),
        _ => None,
    }
}

/// The keys and values, if the expression is an object constructor.
pub fn as_map(tree: &Tree, id: ExprId) -> Option<&[ObjectItem]> {
    match tree.expr(id).kind {
        ExprKind::Object(items) => Some(tree.slice(items)),
        _ => None,
    }
}

/// Parses a JSON string as a native expression in a tree of its own, and returns it with its diagnostics;
/// ranges refer to the source. `None` if `id` is not a string.
pub fn inner_expression(
    tree: &Tree,
    source: SourceId,
    id: ExprId,
) -> Option<(Tree, ExprId, Vec<Diagnostic>)> {
    let expr = tree.expr(id);
    let (ExprKind::String(_) | ExprKind::JsonString { .. }) = expr.kind else { return None };
    let (text, map) = json::string_places(tree.source(), expr.range)?;
    let mut builder = TreeBuilder::new(Language::Native, source, tree.source().clone());
    let (root, findings) = expression::parse_into(&mut builder, &text, &map);
    Some((builder.finish(crate::ast::Root::Expr(root)), root, findings))
}

/// Like [`inner_expression`], for expressions without diagnostics.
fn inner_tree(tree: &Tree, source: SourceId, id: ExprId) -> Option<(Tree, ExprId)> {
    inner_expression(tree, source, id)
        .and_then(|(inner, root, findings)| findings.is_empty().then_some((inner, root)))
}

fn native_reference(tree: &Tree, id: ExprId) -> Option<Reference<'_>> {
    let (base, steps) = match tree.expr(id).kind {
        ExprKind::Traversal { base, steps } => (base, tree.slice(steps)),
        _ => (id, &[][..]),
    };
    let root = match tree.expr(base).kind {
        ExprKind::Variable(name) => tree.text(name),
        ExprKind::Null => "null",
        ExprKind::Bool(true) => "true",
        ExprKind::Bool(false) => "false",
        _ => return None,
    };
    let steps = steps.iter().map(|step| constant_step(tree, step)).collect::<Option<_>>()?;
    Some(Reference { root: root.into(), root_range: tree.expr(base).range, steps })
}

fn has_legacy_index(tree: &Tree, id: ExprId) -> bool {
    let ExprKind::Traversal { steps, .. } = tree.expr(id).kind else { return false };
    tree.slice(steps).iter().any(|step| matches!(step.kind, TraverseKind::LegacyIndex(_)))
}

fn constant_step<'t>(tree: &'t Tree, step: &Traverse) -> Option<ReferenceStep<'t>> {
    let kind = match step.kind {
        TraverseKind::Attr(name) => ReferenceKey::Attr(tree.text(name).into()),
        TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => {
            let expr = tree.expr(key);
            match expr.kind {
                ExprKind::Number => ReferenceKey::Number(tree.number(expr.range).into()),
                ExprKind::String(text) => ReferenceKey::Text(tree.text(text).into()),
                ExprKind::Bool(value) => ReferenceKey::Bool(value),
                ExprKind::Null => ReferenceKey::Null,
                _ => return None,
            }
        }
    };
    Some(ReferenceStep { kind, range: step.range })
}

/// Returns `true` if a step can be part of a [`Reference`].
fn is_constant_step(tree: &Tree, step: &Traverse) -> bool {
    match step.kind {
        TraverseKind::Attr(_) => true,
        TraverseKind::Index(key) | TraverseKind::LegacyIndex(key) => matches!(
            tree.expr(key).kind,
            ExprKind::Number | ExprKind::String(_) | ExprKind::Bool(_) | ExprKind::Null
        ),
    }
}

fn native_call(tree: &Tree, id: ExprId) -> Option<StaticCall> {
    let ExprKind::Call(call) = tree.expr(id).kind else { return None };
    let call = tree.node(call);
    Some(StaticCall {
        name: tree.text(call.name.text).to_owned(),
        name_range: call.name.range,
        args: tree.slice(call.args).to_vec(),
        args_range: call.open.cover(call.close),
        tree: None,
    })
}

/// The references in an expression to names of the outer scope, in source order. A JSON string is parsed as a
/// template, unless the template is malformed.
pub fn variables<'t>(tree: &'t Tree, id: ExprId) -> Vec<Reference<'t>> {
    let mut found = Vec::new();
    let mut add = |mention: Mention<'t>| found.push(mention.reference());
    Variables::new(tree, None, &mut add).visit(id);
    found
}

/// Like [`variables`], but without the second argument of `function`, which is a type.
pub fn variables_but_types<'t>(tree: &'t Tree, id: ExprId, function: &'t str) -> Vec<Reference<'t>> {
    let mut found = Vec::new();
    each_variable_but_types(tree, id, function, &mut |mention| found.push(mention.reference()));
    found
}

/// Like [`variables_but_types`], but passes slices of the source to a function, without copies.
pub fn each_variable_but_types<'t>(
    tree: &'t Tree,
    id: ExprId,
    function: &'t str,
    found: &mut dyn FnMut(Mention<'t>),
) {
    Variables::new(tree, Some(function), found).visit(id);
}

/// Like [`each_variable_but_types`], for all attributes of a tree.
pub fn each_mention<'t>(tree: &'t Tree, function: &'t str, found: &mut dyn FnMut(Mention<'t>)) {
    Variables::new(tree, Some(function), found).visit_file();
}

/// A name that a `for` expression or directive declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopName<'t> {
    /// The name.
    pub text: &'t str,
    /// Its range.
    pub place: TextRange,
    /// The whole loop.
    pub whole: TextRange,
    /// The collection of the loop, in which its names are not in scope.
    pub collection: TextRange,
    /// The ranges of the references to the name, in order.
    pub uses: Vec<TextRange>,
}

/// The names of all loops of a tree, outer ones first.
pub fn loop_names(tree: &Tree) -> Vec<LoopName<'_>> {
    let mut ignored = |_: Mention<'_>| {};
    let mut walk = Variables::new(tree, None, &mut ignored);
    walk.loops = Some(Vec::new());
    walk.visit_file();
    walk.loops.unwrap_or_default()
}

/// A name and its steps in a tree, where only the first steps are required to be constant.
#[derive(Clone, Copy, Debug)]
pub struct Mention<'t> {
    tree: &'t Tree,
    /// The name at the root.
    pub root: &'t str,
    root_range: TextRange,
    steps: &'t [Traverse],
    /// The steps that an enclosing splat applies to each element.
    of_each: &'t [Traverse],
}

impl<'t> Mention<'t> {
    /// The range of the name at the root.
    pub const fn root_range(&self) -> TextRange {
        self.root_range
    }

    /// The range of the name in a step, without its dot.
    pub fn name_range(&self, at: usize) -> Option<TextRange> {
        self.steps.get(at).map(|step| self.name_in(step))
    }

    fn name_in(&self, step: &Traverse) -> TextRange {
        step_name(self.tree, step)
    }

    /// The name of the member that is accessed after the steps before `from`, with its range: `c` of
    /// `a.b[0].c`, `a.b[*].c` and `a.b.c` for 1. `None` if the object is used as a whole.
    pub fn member(&self, from: usize) -> Option<(&'t str, TextRange)> {
        let steps = self.steps.iter().chain(self.of_each).skip(from);
        let named = steps.skip_while(|step| !matches!(step.kind, TraverseKind::Attr(_))).take(1).next()?;
        let TraverseKind::Attr(name) = named.kind else { return None };
        Some((self.tree.text(name), self.name_in(named)))
    }

    /// Returns `true` if the object with the [`member`](Self::member) is selected by a key that is not
    /// constant, or is each of several objects: `a.b[c].d` and `a.b[*].d` for 1.
    pub fn is_member_of_some(&self, from: usize) -> bool {
        let steps = self.steps.get(from..).unwrap_or_default();
        let is_named = |step: &Traverse| matches!(step.kind, TraverseKind::Attr(_));
        match steps.iter().position(is_named) {
            Some(at) => !steps[..at].iter().all(|step| is_constant_step(self.tree, step)),
            None => self.member(from).is_some(),
        }
    }

    /// The name in a step, if that step and all before it are constant.
    pub fn attribute(&self, at: usize) -> Option<&'t str> {
        let (step, before) = self.steps.get(..=at)?.split_last()?;
        match step.kind {
            TraverseKind::Attr(name) if before.iter().all(|step| is_constant_step(self.tree, step)) => {
                Some(self.tree.text(name))
            }
            _ => None,
        }
    }

    /// The range of the name with its constant steps.
    pub fn range(&self) -> TextRange {
        let constant = self.steps.iter().take_while(|step| is_constant_step(self.tree, step));
        constant.fold(self.root_range, |range, step| range.cover(step.range))
    }

    /// The name with its constant steps.
    pub fn reference(&self) -> Reference<'t> {
        let steps = self.steps.iter().map_while(|step| constant_step(self.tree, step)).collect();
        Reference { root: self.root.into(), root_range: self.root_range, steps }
    }
}

/// The range of the name in a step, without its dot.
pub fn step_name(tree: &Tree, step: &Traverse) -> TextRange {
    // spaces and comments may follow the dot; the name is at the end
    let written = tree.written(step.range);
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-' || !c.is_ascii();
    let length = written.len() - written.trim_end_matches(is_name).len();
    TextRange::new(step.range.end - length as u32, step.range.end)
}

/// Returns `true` for a name, alone or with steps.
fn is_name(tree: &Tree, id: ExprId) -> bool {
    let base = match tree.expr(id).kind {
        ExprKind::Traversal { base, .. } => base,
        _ => id,
    };
    matches!(tree.expr(base).kind, ExprKind::Variable(_))
}

struct Variables<'t, 'f> {
    tree: &'t Tree,
    /// The function whose second argument is skipped because it is a type.
    without: Option<&'t str>,
    /// The names of the enclosing loops, with their indices in `loops`.
    locals: Vec<(&'t str, usize)>,
    /// All loops, if requested.
    loops: Option<Vec<LoopName<'t>>>,
    /// The steps of a splat, while its source is visited.
    of_each: &'t [Traverse],
    found: &'f mut dyn FnMut(Mention<'t>),
}

impl<'t, 'f> Variables<'t, 'f> {
    fn new(tree: &'t Tree, without: Option<&'t str>, found: &'f mut dyn FnMut(Mention<'t>)) -> Self {
        Self { tree, without, locals: Vec::new(), loops: None, of_each: &[], found }
    }

    fn visit_file(&mut self) {
        let tree = self.tree;
        match tree.root() {
            Root::Expr(root) => self.visit(root),
            Root::Body(_) => tree.items.iter().for_each(|item| {
                if let Item::Attribute(attribute) = item {
                    self.visit(attribute.value);
                }
            }),
        }
    }

    fn visit(&mut self, id: ExprId) {
        match self.tree.expr(id).kind {
            // most expressions contain no other expressions
            ExprKind::Number | ExprKind::String(_) => {}
            ExprKind::Variable(name) => self.visit_name(id, name, &[]),
            _ => hclx_diag::grow(|| self.visit_here(id)),
        }
    }

    fn visit_all(&mut self, list: Slice<ExprId>) {
        for id in self.tree.slice(list) {
            self.visit(*id);
        }
    }

    fn visit_call(&mut self, call: &Call) {
        match self.tree.slice(call.args) {
            [value, _] if self.without == Some(self.tree.text(call.name.text)) => self.visit(*value),
            _ => self.visit_all(call.args),
        }
    }

    fn visit_here(&mut self, id: ExprId) {
        let tree = self.tree;
        match tree.expr(id).kind {
            ExprKind::Missing
            | ExprKind::Null
            | ExprKind::Bool(_)
            | ExprKind::Number
            | ExprKind::String(_)
            | ExprKind::SplatItem
            | ExprKind::JsonString { template: None, .. } => {}
            ExprKind::Template(parts) | ExprKind::Tuple(parts) => self.visit_all(parts),
            ExprKind::TemplateWrap(inner) | ExprKind::Paren(inner) => self.visit(inner),
            ExprKind::Unary { operand, .. } => self.visit(operand),
            ExprKind::JsonString { template: Some(template), .. } => {
                if tree.template_diagnostics(id).is_empty() {
                    self.visit(template.into());
                }
            }
            ExprKind::TemplateIf(branch) => {
                let branch = tree.node(branch);
                self.visit(branch.condition);
                self.visit(branch.yes);
                self.visit(branch.no);
            }
            ExprKind::TemplateFor(repeat) => {
                let repeat = tree.node(repeat);
                self.visit(repeat.collection);
                let places = (tree.expr(id).range, tree.expr(repeat.collection).range);
                self.inside([repeat.key, Some(repeat.value)], places, |walk| walk.visit(repeat.body));
            }
            ExprKind::For(repeat) => self.visit_for(id, tree.node(repeat)),
            ExprKind::Variable(name) => self.visit_name(id, name, &[]),
            ExprKind::Traversal { base, steps } => self.visit_traversal(base, tree.slice(steps)),
            ExprKind::Splat { source, each, .. } => {
                if is_name(tree, source)
                    && let ExprKind::Traversal { base, steps } = tree.expr(each).kind
                    && matches!(tree.expr(base).kind, ExprKind::SplatItem)
                {
                    self.of_each = tree.slice(steps);
                }
                self.visit(source);
                // If the source has no name, the steps were not used.
                self.of_each = &[];
                self.visit(each);
            }
            ExprKind::Call(call) => self.visit_call(tree.node(call)),
            ExprKind::Conditional { condition, yes, no } => {
                self.visit(condition);
                self.visit(yes);
                self.visit(no);
            }
            ExprKind::Binary { left, right, .. } => {
                self.visit(left);
                self.visit(right);
            }
            ExprKind::Object(items) => {
                for item in tree.slice(items) {
                    if !item.bare {
                        self.visit(item.key);
                    }
                    self.visit(item.value);
                }
            }
        }
    }

    fn visit_for(&mut self, id: ExprId, repeat: &'t For) {
        self.visit(repeat.collection);
        let places = (self.tree.expr(id).range, self.tree.expr(repeat.collection).range);
        self.inside([repeat.key_name, Some(repeat.value_name)], places, |walk| {
            if let Some(key) = repeat.key {
                walk.visit(key.into());
            }
            walk.visit(repeat.value);
            if let Some(condition) = repeat.condition {
                walk.visit(condition.into());
            }
        });
    }

    /// Visits the inside of a loop with these names; the ranges are those of the whole loop and of its
    /// collection.
    fn inside(
        &mut self,
        names: [Option<Name>; 2],
        (whole, collection): (TextRange, TextRange),
        visit: impl FnOnce(&mut Self),
    ) {
        let outer = self.locals.len();
        for name in names.into_iter().flatten() {
            let text = self.tree.text(name.text);
            let number = self.loops.as_ref().map_or(0, Vec::len);
            self.locals.push((text, number));
            if let Some(loops) = &mut self.loops {
                loops.push(LoopName { text, place: name.range, whole, collection, uses: Vec::new() });
            }
        }
        visit(self);
        self.locals.truncate(outer);
    }

    /// Visits a name with its constant steps, then the contents of brackets in later steps.
    fn visit_traversal(&mut self, base: ExprId, steps: &'t [Traverse]) {
        match self.tree.expr(base).kind {
            ExprKind::Variable(name) => self.visit_name(base, name, steps),
            _ => self.visit(base),
        }
        for step in steps {
            if let TraverseKind::Index(key) = step.kind {
                self.visit(key);
            }
        }
    }

    /// Visits a name, unless an enclosing loop declares it.
    fn visit_name(&mut self, id: ExprId, name: Str, steps: &'t [Traverse]) {
        let (tree, root) = (self.tree, self.tree.text(name));
        // The steps belong to the name of the splat's source, which is visited first.
        let of_each = std::mem::take(&mut self.of_each);
        let place = tree.expr(id).range;
        match (self.locals.iter().rfind(|(name, _)| *name == root), &mut self.loops) {
            (None, _) => (self.found)(Mention { tree, root, root_range: place, steps, of_each }),
            (Some((_, number)), Some(loops)) => loops[*number].uses.push(place),
            (Some(_), None) => {}
        }
    }
}
