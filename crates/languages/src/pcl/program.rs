//! The declarations in a directory's files, and the order in which they are judged.

use std::sync::Arc;

use hclx_analysis::Broken;
use hclx_analysis::graph::{Cycle, Graph, NodeId, references};
use hclx_diag::code_names as codes;
use hclx_diag::{Arrange, Diagnostic, Ordered, SourceId, Span, TextRange, nearest};
use hclx_schema::lay;
use hclx_syntax::Parsed;
use hclx_syntax::ast::{BodyId, ExprId, ExprKind, Item, Tree};
use hclx_syntax::body::{AttributeView, BlockView, BodyView, Form};

use super::blocks;
use hclx_module::declared_twice;

/// A file of a program.
pub(super) struct ProgramFile {
    pub(super) id: SourceId,
    pub(super) parsed: Arc<Parsed>,
}

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
    fn of(block_type: &str) -> Option<Self> {
        Some(match block_type {
            "config" => Kind::Config,
            "resource" => Kind::Resource,
            "read" => Kind::Read,
            "output" => Kind::Output,
            "component" => Kind::Component,
            "hook" => Kind::Hook,
            "package" => Kind::Package,
            "pulumi" => Kind::Pulumi,
            _ => return None,
        })
    }

    /// The first part of the paths of its rows.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Kind::Config => "config",
            Kind::Local => "local",
            Kind::Resource => "resource",
            Kind::Read => "read",
            Kind::Output => "output",
            Kind::Component => "component",
            Kind::Hook => "hook",
            Kind::Package => "package",
            Kind::Pulumi => "pulumi",
        }
    }

    /// Returns `true` if it shares the scope of the program.
    const fn is_in_scope(self) -> bool {
        !matches!(self, Kind::Output | Kind::Package | Kind::Pulumi)
    }
}

/// The syntax of a declaration.
#[derive(Clone, Debug)]
pub(super) enum Written<'t> {
    Attribute(AttributeView<'t>),
    Block(BlockView<'t>),
}

/// A declaration of a program.
#[derive(Clone, Debug)]
pub(super) struct Declaration<'t> {
    pub(super) kind: Kind,
    /// The name; empty for blocks without one.
    pub(super) name: &'t str,
    /// The place of the name.
    pub(super) name_span: Span,
    /// The header of the block, or the name of the local.
    pub(super) span: Span,
    /// The place of the whole declaration.
    pub(super) whole: Span,
    pub(super) written: Written<'t>,
    pub(super) tree: &'t Tree,
    pub(super) source: SourceId,
    /// Set if the labels are wrong, which is already reported.
    pub(super) mislabelled: bool,
}

/// The declarations of a directory's files.
pub(super) struct Program<'t> {
    pub(super) declarations: Vec<Declaration<'t>>,
    /// Declarations in scope by name; the first one for each name.
    pub(super) names: Ordered<&'t str, usize>,
    /// Outputs by name.
    pub(super) outputs: Ordered<&'t str, usize>,
    /// Indices of declarations in dependency order.
    pub(super) order: Vec<usize>,
    /// Set for declarations that depend on themselves.
    pub(super) circular: Vec<bool>,
    /// Components that use each other.
    pub(super) mutual: Vec<usize>,
    /// Second arguments of `recover`, in which `error` refers to the error.
    pub(super) recoveries: Vec<Span>,
    /// The syntax errors of files: missing declarations may be in parts that could not be parsed.
    pub(super) broken: Ordered<SourceId, Broken>,
    pub(super) findings: Vec<Diagnostic>,
}

impl<'t> Program<'t> {
    /// Returns `true` if a place touches a syntax error, which is already reported.
    pub(super) fn is_broken(&self, place: Span) -> bool {
        self.broken.get(&place.source).is_some_and(|broken| broken.touches(place.range))
    }

    pub(super) fn of(files: &'t [ProgramFile]) -> Self {
        let mut program = Self {
            declarations: Vec::new(),
            names: Ordered::new(),
            outputs: Ordered::new(),
            order: Vec::new(),
            circular: Vec::new(),
            mutual: Vec::new(),
            recoveries: Vec::new(),
            broken: Ordered::new(),
            findings: Vec::new(),
        };
        for file in files {
            if file.parsed.diagnostics.iter().any(Diagnostic::is_error) {
                program.broken.insert(file.id, Broken::new(&file.parsed.diagnostics));
            }
            program.findings.extend(file.parsed.diagnostics.iter().cloned());
            program.recoveries.extend(recoveries(file));
            program.file(file);
        }
        program.declare();
        program.sort();
        program
    }

    // Declarations.

    fn file(&mut self, file: &'t ProgramFile) {
        let (view, _) = BodyView::root(&file.parsed.tree, file.id);
        let laid = lay(&view, &blocks::ROOT);
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
            if name.is_empty() {
                continue;
            }
            let first = match declaration.kind {
                Kind::Output => *self.outputs.or_insert(name, index),
                kind if kind.is_in_scope() => *self.names.or_insert(name, index),
                _ => continue,
            };
            // the parser reports duplicate attributes of one file
            let other = &self.declarations[first];
            let is_said =
                [other.kind, declaration.kind] == [Kind::Local; 2] && other.source == declaration.source;
            if first != index && !is_said {
                let first = self.declarations[first].name_span;
                self.findings.push(declared_twice(&format!("declaration of `{name}`"), span, first));
            }
        }
    }

    // Order.

    fn sort(&mut self) {
        let mut graph = Graph::default();
        let nodes: Vec<NodeId> = (0..self.declarations.len())
            .map(|index| {
                let place = self.declarations[index].name_span;
                graph.declare(index.to_string(), place).expect("numbers differ")
            })
            .collect();
        let mut edges = Vec::new();
        for (index, declaration) in self.declarations.iter().enumerate() {
            for (name, range) in declaration.references() {
                let to = self.names.get(&*name).or_else(|| self.outputs.get(&*name));
                if let Some(to) = to {
                    edges.push((Some(nodes[index]), nodes[*to], range.in_source(declaration.source)));
                }
            }
        }
        graph.connect(&edges);
        let order = graph.order();
        self.order = order.sorted.iter().map(|node| node.index()).collect();
        self.circular = vec![false; self.declarations.len()];
        for cycle in order.cycles {
            // components may depend on each other, as long as none depends on itself
            let components =
                cycle.iter().all(|(node, _)| self.declarations[node.index()].kind == Kind::Component);
            if components && cycle.len() > 1 {
                self.mutual.extend(cycle.iter().map(|(node, _)| node.index()));
                continue;
            }
            for (node, _) in &cycle {
                self.circular[node.index()] = true;
            }
            self.findings.push(self.circle(&cycle));
        }
    }

    fn circle(&self, cycle: &Cycle) -> Diagnostic {
        let name = |node: &NodeId| self.declarations[node.index()].name;
        let names: Vec<&str> = cycle.iter().map(|(node, _)| name(node)).collect();
        let (_, first) = cycle[0];
        if let [one] = names.as_slice() {
            return Diagnostic::error(codes::OWN_REFERENCE, first, format!("`{one}` depends on itself"))
                .help("remove this reference");
        }
        let message = hclx_diag::dependency_cycle(&names);
        let mut finding = Diagnostic::error(codes::CYCLE, first, message);
        finding = finding.label(format!("`{}` depends on `{}`", names[0], names[1]));
        for (index, (_, at)) in cycle.iter().enumerate().skip(1) {
            let next = names[(index + 1) % names.len()];
            finding = finding.also(*at, format!("`{}` depends on `{next}`", names[index]));
        }
        finding.help("remove one of the references")
    }

    /// Returns `true` if a name can be used at a place.
    pub(super) fn declares(&self, name: &str, at: Span) -> bool {
        let inside = |around: &Span| {
            around.source == at.source
                && around.range.start <= at.range.start
                && at.range.end <= around.range.end
        };
        self.names.contains_key(name)
            || self.outputs.contains_key(name)
            || name == ERROR && self.recoveries.iter().any(inside)
    }

    /// The name in scope that an unknown name probably refers to.
    pub(super) fn nearest(&self, name: &str) -> Option<&str> {
        let names = self.declarations.iter().filter(|declaration| declaration.kind.is_in_scope());
        nearest(name, names.map(|declaration| declaration.name).filter(|name| !name.is_empty()))
    }
}

/// The name that refers to the error in the second argument of `recover`.
pub(super) const ERROR: &str = "error";

fn recoveries(file: &ProgramFile) -> impl Iterator<Item = Span> {
    let tree = &file.parsed.tree;
    (0..tree.expr_count() as u32).filter_map(|number| {
        let ExprKind::Call(call) = tree.expr(ExprId(number)).kind else { return None };
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
        written: Written::Attribute(attribute),
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
        written: Written::Block(block),
    })
}

impl<'t> Declaration<'t> {
    pub(super) fn block(&self) -> Option<&BlockView<'t>> {
        match &self.written {
            Written::Block(block) => Some(block),
            Written::Attribute(_) => None,
        }
    }

    /// The contents and the place of a label.
    pub(super) fn label(&self, position: usize) -> Option<(&'t str, Span)> {
        let label = self.block()?.labels.get(position)?;
        Some((label.text, label.range.in_source(self.source)))
    }

    /// The names that it uses from the scope of the program.
    pub(super) fn references(&self) -> Vec<(String, TextRange)> {
        let mut found = Vec::new();
        let mut add = |expr| {
            for reference in references(self.tree, expr) {
                found.push((reference.root.into_owned(), reference.root_range));
            }
        };
        match &self.written {
            Written::Attribute(attribute) => add(attribute.value),
            Written::Block(block) => {
                if let Some(body) = block.body.native_id() {
                    expressions(self.tree, body, &mut add);
                }
            }
        }
        if self.kind == Kind::Hook {
            found.retain(|(name, _)| name != "args");
        }
        found
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
