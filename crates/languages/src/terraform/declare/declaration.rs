//! The declarations of a module: blocks and local values with their places, independent of tree lifetimes.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use hclx_analysis::graph::{Graph, NodeId};
use hclx_core::{Defaults, Type, Value};
use hclx_diag::{SourceId, Span, TextRange};
use hclx_eval::type_syntax::Places;
use hclx_schema::Block;
use hclx_syntax::Parsed;
use hclx_syntax::ast::{ExprId, ExprKind};
use hclx_syntax::body::{AttributeView, BlockView, BodyRef, BodyView};

use super::mentions::Mentions;
use super::typos::Misspelling;
use crate::terraform::packages::FoundPackage;
use crate::terraform::schemas::kind::Kind;

/// A name and its place.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) text: Arc<str>,
    pub(crate) range: TextRange,
}

/// A block in a source.
#[derive(Clone)]
pub(crate) struct BlockSource {
    pub(crate) parsed: Arc<Parsed>,
    pub(crate) source: SourceId,
    pub(crate) block_type: Arc<str>,
    pub(crate) labels: Vec<Label>,
    pub(crate) header: TextRange,
    pub(crate) body: BodyRef,
    /// Set if the block is in an override file.
    pub(crate) is_override: bool,
}

impl BlockSource {
    pub(crate) fn new(parsed: &Arc<Parsed>, block: &BlockView<'_>) -> Self {
        let label =
            |label: &hclx_syntax::body::LabelView<'_>| Label { text: label.text.into(), range: label.range };
        Self {
            parsed: Arc::clone(parsed),
            source: block.body.source(),
            block_type: block.block_type.into(),
            labels: block.labels.iter().map(label).collect(),
            header: block.def_range,
            body: block.body.reference(),
            is_override: false,
        }
    }

    pub(crate) fn view(&self) -> BodyView<'_> {
        BodyView::at(&self.parsed.tree, self.source, self.body)
    }

    /// The place of the block's header.
    pub(crate) fn place(&self) -> Span {
        self.header.in_source(self.source)
    }

    /// The place of a part of the block.
    pub(crate) fn span(&self, range: TextRange) -> Span {
        range.in_source(self.source)
    }

    /// An expression of the file.
    pub(crate) fn expression(&self, expr: ExprId) -> hclx_module::ExprRef<'_> {
        hclx_module::ExprRef { tree: &self.parsed.tree, source: self.source, expr }
    }

    /// The place of an expression.
    pub(crate) fn expr_span(&self, expr: ExprId) -> Span {
        self.span(self.parsed.tree.expr(expr).range)
    }

    /// An attribute of the body, looked up among the names that a schema allows.
    pub(crate) fn attribute<'s>(
        &'s self,
        block: &hclx_schema::Block,
        name: &str,
    ) -> Option<AttributeView<'s>> {
        let view = self.view();
        let tree = view.tree();
        let Some(body) = view.native_id() else {
            // In JSON, only the schema distinguishes attributes from blocks, so the whole body is matched.
            return view.sorted(block.prepared()).content.attribute(name).copied();
        };
        let attribute = tree.attribute(body, name).filter(|_| block.find_attribute(name).is_some());
        attribute.map(|attribute| AttributeView {
            name: tree.text(attribute.name.text),
            name_range: attribute.name.range,
            value: attribute.value,
            range: attribute.range,
        })
    }
}

/// A declaration. All versions of a module in which its file is unchanged share it.
#[derive(Clone)]
pub(crate) struct Declaration {
    /// The kind, stored separately because passes over all declarations of a large module read nothing else.
    pub(crate) kind: Kind,
    whole: Arc<DeclarationParts>,
    /// Facts that are computed on demand, because most are never needed.
    found: OnceLock<Box<DeclarationFacts>>,
}

/// The parts of a declaration.
#[derive(Clone)]
pub(crate) struct DeclarationParts {
    /// The key among the declarations of the module.
    pub(crate) key: Arc<str>,
    /// The address as it appears in references: `var.region`, `aws_instance.web`.
    pub(crate) address: Arc<str>,
    /// The type of a resource; empty for declarations without one.
    pub(crate) of_type: Arc<str>,
    pub(crate) name: Arc<str>,
    pub(crate) name_span: Span,
    /// The block that contains the declaration; local values of one block share it.
    pub(crate) written: Arc<BlockSource>,
    /// The expression of a local value.
    pub(crate) expr: Option<ExprId>,
    /// The blocks of override files that change the declaration, in order.
    pub(crate) overrides: Vec<Arc<BlockSource>>,
    /// The properties of a variable.
    pub(crate) variable: Option<Arc<Variable>>,
    /// Set if the declaration is inside a `check` block.
    pub(crate) inside_check: bool,
    /// The names that the declaration mentions, if they are stored with its file.
    pub(crate) mentions: Option<Arc<Mentions>>,
    /// The local name of its provider, computed on demand.
    local_name: OnceLock<Arc<str>>,
}

impl Deref for Declaration {
    type Target = DeclarationParts;

    fn deref(&self) -> &DeclarationParts {
        &self.whole
    }
}

/// Facts about a declaration, computed once on demand.
#[derive(Clone, Default)]
pub(crate) struct DeclarationFacts {
    /// The provider of a resource.
    pub(crate) provider: OnceLock<Arc<FoundPackage>>,
    /// The body of the resource type in the newest allowed release of the provider.
    pub(crate) block: OnceLock<Option<Arc<Block>>>,
    /// The repetition: a single object, a list or a map.
    repetition: OnceLock<Repetition>,
    /// The misspelled names of language constructs in it.
    pub(crate) slips: OnceLock<Box<[Misspelling]>>,
}

impl Declaration {
    /// Returns `true` if a place is in the header or the body, not counting overrides.
    pub(crate) fn covers(&self, place: Span) -> bool {
        let whole = self.written.place().range.cover(self.written.view().range());
        place.source == self.written.source && whole.contains(place.range)
    }

    /// A declaration without computed facts.
    pub(crate) fn new(kind: Kind, of_type: Arc<str>, label: &Label, written: Arc<BlockSource>) -> Self {
        let (key, address) = names(kind, &of_type, &label.text);
        let whole = DeclarationParts {
            key,
            address,
            of_type,
            name: Arc::clone(&label.text),
            name_span: written.span(label.range),
            written,
            expr: None,
            overrides: Vec::new(),
            variable: None,
            inside_check: false,
            mentions: None,
            local_name: OnceLock::new(),
        };
        Self { kind, whole: Arc::new(whole), found: OnceLock::new() }
    }

    /// The parts, for modification.
    pub(crate) fn change(&mut self) -> &mut DeclarationParts {
        let whole = Arc::make_mut(&mut self.whole);
        // The local name depends on the parts that are about to change.
        whole.local_name = OnceLock::new();
        whole
    }

    /// The local name of its provider, found once.
    pub(crate) fn local_name(&self, find: impl FnOnce() -> Arc<str>) -> &str {
        self.whole.local_name.get_or_init(find)
    }

    /// The same declaration in another version of its module, without computed facts.
    pub(crate) fn again(&self) -> Self {
        Self { kind: self.kind, whole: Arc::clone(&self.whole), found: OnceLock::new() }
    }

    /// Changes the name, and with it the key and the address.
    pub(crate) fn rename(&mut self, name: Arc<str>) {
        let kind = self.kind;
        let whole = self.change();
        (whole.key, whole.address) = names(kind, &whole.of_type, &name);
        whole.name = name;
    }

    /// Returns `true` if both come from the same parse of the same file.
    pub(crate) fn is_identical(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.whole, &other.whole)
    }

    /// The computed facts.
    pub(crate) fn found(&self) -> &DeclarationFacts {
        self.found.get_or_init(Box::default)
    }

    /// The key among the declarations of the module, as an owned string.
    pub(crate) fn key(&self) -> String {
        self.key.to_string()
    }

    /// Finds the node of the declaration in a graph.
    pub(crate) fn find_in(&self, graph: &Graph) -> Option<NodeId> {
        graph.find(&self.key)
    }

    /// The address as it appears in references: `var.region`, `aws_instance.web`.
    pub(crate) fn address(&self) -> String {
        self.address.to_string()
    }

    /// The attribute with a name, and the last block that sets it.
    pub(crate) fn attribute<'s>(
        &'s self,
        block: &hclx_schema::Block,
        name: &str,
    ) -> Option<(&'s BlockSource, AttributeView<'s>)> {
        // The last override that sets an attribute wins.
        let bodies = self.overrides.iter().rev().chain([&self.written]);
        bodies.into_iter().find_map(|written| Some((&**written, written.attribute(block, name)?)))
    }

    /// The constant bool value of an attribute, which may be quoted.
    pub(crate) fn flag(&self, block: &hclx_schema::Block, name: &str) -> Option<bool> {
        let (written, attribute) = self.attribute(block, name)?;
        let tree = &written.parsed.tree;
        match tree.expr(attribute.value).kind {
            ExprKind::Bool(value) => Some(value),
            _ => tree.string(attribute.value)?.parse().ok(),
        }
    }

    /// The repetition: a single object, a list or a map.
    pub(crate) fn repetition(&self) -> Repetition {
        let find = || match self.stated_repetition() {
            Repetition::One if super::typos::repetition(self).is_some() => Repetition::Unclear,
            stated => stated,
        };
        *self.found().repetition.get_or_init(find)
    }

    /// The repetition according to its arguments, unless one of them is misspelled.
    pub(crate) fn stated_repetition(&self) -> Repetition {
        let block = match self.kind {
            Kind::Module => crate::terraform::schemas::module(),
            _ => crate::terraform::schemas::resource(),
        };
        let place = |name: &str| self.attribute(&block, name).map(|(written, _)| written.source);
        match (place("count"), place("for_each")) {
            // one of the two must be removed, and either may be meant
            (Some(count), Some(for_each)) if count == for_each => Repetition::Unclear,
            (Some(_), _) => Repetition::Count,
            (None, Some(_)) => Repetition::ForEach,
            (None, None) => Repetition::One,
        }
    }
}

/// Finds a declaration by kind, type and name.
pub(crate) fn find(graph: &Graph, kind: Kind, of_type: &str, name: &str) -> Option<NodeId> {
    match of_type.is_empty() {
        true => graph.find_joined(&[kind.prefix(), name]),
        false => graph.find_joined(&[kind.prefix(), of_type, ".", name]),
    }
}

/// The key and the address for a kind, type and name; only those of resources differ.
fn names(kind: Kind, of_type: &str, name: &str) -> (Arc<str>, Arc<str>) {
    let key: Arc<str> = key(kind, of_type, name).into();
    let address = match kind {
        Kind::Resource => [of_type, ".", name].concat().into(),
        _ => Arc::clone(&key),
    };
    (key, address)
}

/// The key for a kind, type and name.
pub(crate) fn key(kind: Kind, of_type: &str, name: &str) -> String {
    let prefix = kind.prefix();
    if of_type.is_empty() { [prefix, name].concat() } else { [prefix, of_type, ".", name].concat() }
}

/// The repetition of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repetition {
    One,
    Count,
    ForEach,
    /// Unclear, because `count` or `for_each` is misspelled, or both are set.
    Unclear,
}

/// The marks that a variable or output declares.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DeclaredMarks {
    pub(crate) sensitive: bool,
    pub(crate) ephemeral: bool,
}

impl Variable {
    /// A variable without properties: of any type, without a default.
    pub(crate) fn of_any_type() -> Self {
        Self {
            ty: Type::ANY,
            defaults: None,
            places: None,
            default: None,
            default_span: None,
            nullable: true,
            marks: DeclaredMarks::default(),
            has_rules: false,
            is_doubtful: false,
        }
    }
}

/// The properties of a variable.
#[derive(Debug)]
pub(crate) struct Variable {
    /// The type, with optional attributes.
    pub(crate) ty: Type,
    pub(crate) defaults: Option<Defaults>,
    /// The places that declare the parts of the type.
    pub(crate) places: Option<Arc<Places>>,
    /// The converted default; unknown if it is invalid.
    pub(crate) default: Option<Value>,
    pub(crate) default_span: Option<Span>,
    pub(crate) nullable: bool,
    pub(crate) marks: DeclaredMarks,
    /// Set if the variable has validation rules.
    pub(crate) has_rules: bool,
    /// Set if the intended type is uncertain, because the type has syntax errors or the default does not match it.
    pub(crate) is_doubtful: bool,
}
