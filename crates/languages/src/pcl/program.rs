//! The declarations in a directory's files, and the order in which they are checked.

use hclx_analysis::graph::{Cycle, NodeId};
use hclx_core::{Type, Value};
use hclx_diag::code_names as codes;
use hclx_diag::{Arrange, Diagnostic, SourceId, Span, TextRange};
use hclx_eval::Scope;
use hclx_module::{
    Declarations, ExprRef as Expression, SourceFile, SourceFiles, cycle_finding, declared_twice,
};
use hclx_schema::match_body;
use hclx_syntax::ast::{BodyId, ExprId, ExprKind, Item, Tree};
use hclx_syntax::body::{AttributeView, BlockView, BodyView, Form};

use super::blocks;
use super::names::{ERROR, Names, OUTPUT, find};

/// The kind of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Config,
    Local,
    Resource,
    Read,
    Output,
    Component,
    Hook,
    Package,
    Pulumi,
}

impl Kind {
    /// The kinds of blocks, by type.
    const BLOCKS: [(&str, Self); 8] = [
        ("config", Kind::Config),
        ("resource", Kind::Resource),
        ("read", Kind::Read),
        ("output", Kind::Output),
        ("component", Kind::Component),
        ("hook", Kind::Hook),
        ("package", Kind::Package),
        ("pulumi", Kind::Pulumi),
    ];

    fn of(block_type: &str) -> Option<Self> {
        Self::BLOCKS.iter().find(|(word, _)| *word == block_type).map(|(_, kind)| *kind)
    }

    /// The first part of the paths of its rows.
    pub(super) fn word(self) -> &'static str {
        Self::BLOCKS.iter().find(|(_, kind)| *kind == self).map_or("local", |(word, _)| word)
    }

    /// Returns `true` if it shares the scope of the program.
    const fn is_in_scope(self) -> bool {
        !matches!(self, Kind::Output | Kind::Package | Kind::Pulumi)
    }
}

/// The syntax of a declaration.
#[derive(Clone, Debug)]
pub(super) enum DeclarationView<'t> {
    Attribute(AttributeView<'t>),
    Block(BlockView<'t>),
}

/// A declaration of a program: a block or a local.
#[derive(Clone, Debug)]
pub(super) struct Declaration<'t> {
    pub(super) kind: Kind,
    /// The name; empty for blocks without one.
    pub(super) name: &'t str,
    pub(super) name_span: Span,
    /// The header of the block, or the name of the local.
    pub(super) span: Span,
    /// The place of the whole declaration.
    pub(super) whole: Span,
    pub(super) written: DeclarationView<'t>,
    pub(super) tree: &'t Tree,
    pub(super) source: SourceId,
    /// Set if the labels are wrong, which is already reported.
    pub(super) mislabelled: bool,
}

/// The declarations in the files of a directory.
pub(super) struct Program<'t> {
    pub(super) declarations: Vec<Declaration<'t>>,
    /// Their names and references, by the same indices.
    pub(super) declared: Declarations<'t, bool>,
    /// The source files that contain the declarations.
    pub(super) sources: &'t SourceFiles,
    /// The declarations in dependency order.
    pub(super) order: Vec<NodeId>,
    /// Set for declarations that depend on themselves.
    pub(super) circular: Vec<bool>,
    /// Components that use each other.
    pub(super) mutual: Vec<NodeId>,
    /// Second arguments of `recover`, in which `error` refers to the error.
    recoveries: Vec<Span>,
    pub(super) findings: Vec<Diagnostic>,
}

impl<'t> Program<'t> {
    /// Returns `true` if a place touches a syntax error, which is already reported.
    pub(super) fn is_broken(&self, place: Span) -> bool {
        self.sources.get(place.source).is_some_and(|file| file.is_broken_at(place.range))
    }

    pub(super) fn of(sources: &'t SourceFiles) -> Self {
        let mut program = Self {
            declarations: Vec::new(),
            declared: Declarations::default(),
            sources,
            order: Vec::new(),
            circular: Vec::new(),
            mutual: Vec::new(),
            recoveries: sources.iter().flat_map(recoveries).collect(),
            findings: sources.findings(),
        };
        for file in sources.iter() {
            program.file(file);
        }
        program.declare();
        program.sort();
        program
    }

    // Declarations.

    fn file(&mut self, file: &'t SourceFile) {
        let (view, _) = file.body();
        let laid = match_body(&view, &blocks::ROOT);
        self.findings.extend(laid.findings);
        let first = self.declarations.len();
        for other in laid.others {
            if let Form::Attribute(attribute) = other.form {
                self.declarations.push(local(&view, attribute));
            }
        }
        let blocks = laid.content.blocks.into_iter().map(|block| (block, false));
        for (block, mislabelled) in blocks.chain(laid.mislabelled.into_iter().map(|block| (block, true))) {
            self.declarations.extend(declared(&view, block, mislabelled));
        }
        self.declarations[first..].arrange_by_key(|declaration| declaration.whole);
    }

    fn declare(&mut self) {
        let mut pulumi: Option<Span> = None;
        for index in 0..self.declarations.len() {
            let declaration = &self.declarations[index];
            let (name, span) = (declaration.name, declaration.name_span);
            if declaration.kind == Kind::Pulumi {
                match pulumi {
                    Some(first) => self.findings.push(declared_twice("`pulumi` block", span, first)),
                    None => pulumi = Some(span),
                }
            }
            let key = match declaration.kind {
                _ if name.is_empty() => None,
                Kind::Output => Some(format!("{OUTPUT}{name}")),
                kind => kind.is_in_scope().then(|| name.to_owned()),
            };
            let first = key.as_ref().and_then(|key| self.declared.graph.find(key));
            let node = declaration.node();
            // declarations without a name of their own are in the graph too
            let key = key.filter(|_| first.is_none()).unwrap_or_else(|| format!("\0{index}"));
            self.declared.add(key, span, node).expect("keys differ");
            let Some(first) = first.map(|first| &self.declarations[first.index()]) else { continue };
            // the parser reports duplicate attributes of one file
            let is_said = [first.kind, declaration.kind] == [Kind::Local; 2] && first.source == span.source;
            if !is_said {
                let what = format!("declaration of `{name}`");
                self.findings.push(declared_twice(&what, span, first.name_span));
            }
        }
    }

    // Order.

    fn sort(&mut self) {
        let mut of_hooks = Scope::root();
        of_hooks.define("args", Value::dynamic());
        self.declared.connect(&Names { variables: &of_hooks });
        let order = self.declared.graph.order();
        self.order = order.sorted;
        self.circular = vec![false; self.declarations.len()];
        for cycle in order.cycles {
            // components may depend on each other, as long as none depends on itself
            let is_component =
                |(node, _): &(NodeId, Span)| self.declarations[node.index()].kind == Kind::Component;
            if cycle.iter().all(is_component) && cycle.len() > 1 {
                self.mutual.extend(cycle.iter().map(|(node, _)| *node));
                continue;
            }
            for (node, _) in &cycle {
                self.circular[node.index()] = true;
            }
            self.findings.push(self.circle(&cycle));
        }
    }

    fn circle(&self, cycle: &Cycle) -> Diagnostic {
        let names: Vec<&str> = cycle.iter().map(|(node, _)| self.declarations[node.index()].name).collect();
        let edge = |name: &str, next: &str| format!("`{name}` depends on `{next}`");
        let finding = cycle_finding(cycle, &names, edge);
        match names.as_slice() {
            [first, second, ..] => finding.label(edge(first, second)).help("remove one of the references"),
            _ => Diagnostic { code: codes::OWN_REFERENCE, ..finding }.help("remove this reference"),
        }
    }

    /// Returns `true` if a name is in scope at a place.
    pub(super) fn declares(&self, name: &str, at: Span) -> bool {
        let inside = |around: &Span| around.contains(at);
        find(&self.declared.graph, name).is_some() || name == ERROR && self.recoveries.iter().any(inside)
    }
}

fn recoveries(file: &SourceFile) -> impl Iterator<Item = Span> {
    let tree = &file.parsed.tree;
    tree.expr_ids().filter_map(|id| {
        let ExprKind::Call(call) = tree.expr(id).kind else { return None };
        let call = tree.node(call);
        let argument = tree.slice(call.args).get(1).filter(|_| tree.text(call.name.text) == "recover")?;
        Some(tree.expr(*argument).range.in_source(file.id))
    })
}

fn local<'t>(view: &BodyView<'t>, attribute: AttributeView<'t>) -> Declaration<'t> {
    let place = |range: TextRange| range.in_source(view.source());
    Declaration {
        kind: Kind::Local,
        name: attribute.name,
        name_span: place(attribute.name_range),
        span: place(attribute.name_range),
        whole: place(attribute.range),
        tree: view.tree(),
        source: view.source(),
        mislabelled: false,
        written: DeclarationView::Attribute(attribute),
    }
}

fn declared<'t>(view: &BodyView<'t>, block: BlockView<'t>, mislabelled: bool) -> Option<Declaration<'t>> {
    let kind = Kind::of(block.block_type)?;
    let place = |range: TextRange| range.in_source(view.source());
    let label = match kind {
        Kind::Hook => block.labels.get(1),
        Kind::Pulumi | Kind::Package => None,
        _ => block.labels.first(),
    };
    Some(Declaration {
        kind,
        name: label.map_or("", |label| label.text),
        name_span: place(label.map_or(block.type_range, |label| label.range)),
        span: place(block.def_range),
        whole: place(block.def_range.cover(block.body.range())),
        tree: view.tree(),
        source: view.source(),
        mislabelled,
        written: DeclarationView::Block(block),
    })
}

impl<'t> Declaration<'t> {
    pub(super) fn block(&self) -> Option<&BlockView<'t>> {
        match &self.written {
            DeclarationView::Block(block) => Some(block),
            DeclarationView::Attribute(_) => None,
        }
    }

    /// The contents and the place of a label.
    pub(super) fn label(&self, position: usize) -> Option<(&'t str, Span)> {
        let label = self.block()?.labels.get(position)?;
        Some((label.text, label.range.in_source(self.source)))
    }

    /// The declaration with the expressions that it depends on.
    fn node(&self) -> hclx_module::Declaration<'t, bool> {
        let (tree, source) = (self.tree, self.source);
        let mut needs = Vec::new();
        let mut add = |expr| needs.push(Expression { tree, source, expr });
        match &self.written {
            DeclarationView::Attribute(attribute) => add(attribute.value),
            DeclarationView::Block(block) => {
                if let Some(body) = block.body.native_id() {
                    expressions(tree, body, &mut add);
                }
            }
        }
        let has_variables = self.kind == Kind::Hook;
        hclx_module::Declaration { needs, ..hclx_module::Declaration::unknown(has_variables, Type::ANY) }
    }
}

/// Visits the expressions of a body, except those that only list inputs of a resource.
fn expressions(tree: &Tree, body: BodyId, add: &mut dyn FnMut(ExprId)) {
    let mut bodies = vec![(body, false)];
    while let Some((body, in_options)) = bodies.pop() {
        for item in tree.slice(tree.body(body).items) {
            match item {
                Item::Attribute(attribute) => {
                    let name = tree.text(attribute.name.text);
                    if !(in_options && blocks::INPUT_LISTS.contains(&name)) {
                        add(attribute.value);
                    }
                }
                Item::Block(block) => {
                    let block = tree.node(*block);
                    bodies.push((block.body, tree.text(block.block_type.text) == "options"));
                }
            }
        }
    }
}
