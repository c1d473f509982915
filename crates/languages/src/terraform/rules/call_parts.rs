//! Dependencies between declarations and parts of module calls. In this graph, a call consists of several nodes, so
//! that an output depends only on the arguments that its value needs.

use std::sync::{Arc, OnceLock};

use hclx_analysis::graph::{self, Edge, Graph, NodeId};
use hclx_diag::Span;
use hclx_syntax::body::AttributeView;
use hclx_syntax::statics::Mention;

use crate::terraform::declare::declaration::{BlockSource, Declaration};
use crate::terraform::declare::merge::replaced;
use crate::terraform::declare::module::Module;
use crate::terraform::files::run::Run;
use crate::terraform::resolve::{call_targets, dependencies};
use crate::terraform::schemas::kind::Kind;

/// A node of the graph, identified by a declaration of the module.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    /// A declaration that is not a call.
    Declared(NodeId),
    /// The instances of a call: `count`, `for_each`, and its `depends_on`.
    Instances(NodeId),
    /// An argument of a call.
    Argument(NodeId, Arc<str>),
    /// An output of a call.
    Output(NodeId, Arc<str>),
    /// The entire call.
    Everything(NodeId),
}

/// The graph of a module, with its calls split into parts.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    pub(crate) graph: Graph,
    parts: Vec<Part>,
}

/// The meta-arguments on which all instances depend.
const OF_INSTANCES: &[&str] = &["count", "for_each", "depends_on"];

/// The meta-arguments that cannot depend on declarations of the module.
const OF_LANGUAGE: &[&str] = &["source", "version", "providers"];

impl Parts {
    /// The graph of a module.
    pub(crate) fn of(run: Run<'_>, module: &Module) -> Arc<Self> {
        // it is rebuilt for each version
        let build = || run.snapshot.inner(|| Arc::new(PartsBuilder::new(run, module).run()));
        let kept = module.memory.rules.get::<OnceLock<Arc<Self>>>();
        Arc::clone(hclx_diag::grow(|| kept.get_or_init(|| module.later.during(build))))
    }

    pub(crate) fn part(&self, node: NodeId) -> &Part {
        &self.parts[node.index()]
    }

    /// The variables that an output depends on, directly or indirectly.
    fn needs(&self, run: Run<'_>, module: &Module, output: &str) -> Vec<Arc<str>> {
        let mut needed = Vec::new();
        let start = module.get(Kind::Output, "", output).and_then(|(_, found)| found.find_in(&self.graph));
        let mut seen = vec![false; self.graph.len()];
        let mut left: Vec<NodeId> = start.into_iter().collect();
        while let Some(node) = left.pop() {
            if std::mem::replace(&mut seen[node.index()], true) || run.budget.spend(1).is_err() {
                continue;
            }
            if let Part::Declared(declared) = self.part(node)
                && module.declaration(*declared).kind == Kind::Variable
            {
                needed.push(Arc::clone(&module.declaration(*declared).name));
            }
            left.extend(self.graph.uses(node).iter().map(|(used, _)| *used));
        }
        needed
    }
}

struct PartsBuilder<'r> {
    run: Run<'r>,
    module: &'r Module,
    made: Parts,
    edges: Vec<Edge>,
}

impl<'r> PartsBuilder<'r> {
    fn new(run: Run<'r>, module: &'r Module) -> Self {
        Self { run, module, made: Parts::default(), edges: Vec::new() }
    }

    fn run(mut self) -> Parts {
        for node in self.module.names.nodes() {
            let declaration = self.module.declaration(node);
            if declaration.kind != Kind::Module {
                self.node(declaration.key(), Part::Declared(node), declaration.name_span);
            }
        }
        // All declarations become nodes before the first edge, whose target may be any of them.
        for node in self.module.names.nodes() {
            let declaration = self.module.declaration(node);
            match declaration.kind {
                Kind::Module => self.call(node, declaration),
                _ => self.declaration(node, declaration),
            }
        }
        self.made.graph.connect(&self.edges);
        self.made
    }

    fn node(&mut self, key: impl Into<Arc<str>>, part: Part, place: Span) -> NodeId {
        match self.made.graph.declare(key, place) {
            Ok(node) => {
                self.made.parts.push(part);
                node
            }
            Err(node) => node,
        }
    }

    fn declaration(&mut self, node: NodeId, declaration: &Declaration) {
        let Some(from) = declaration.find_in(&self.made.graph) else { return };
        dependencies::references_of(declaration, &mut |mention, source| {
            // the conditions of a variable refer to the variable itself
            let own = || dependencies::mentioned(self.module, &mention) == Some(node);
            if declaration.kind != Kind::Variable || !own() {
                self.refer(from, &mention, source);
            }
        });
    }

    /// Adds the arguments of a call; its outputs depend on its instances.
    fn call(&mut self, node: NodeId, call: &Declaration) {
        let instances = self.instances(node, call);
        for (written, attribute) in arguments(call) {
            let from = match OF_INSTANCES.contains(&attribute.name) {
                true => instances,
                false => self.argument(node, call, attribute.name, written.span(attribute.name_range)),
            };
            graph::each_reference(&written.parsed.tree, attribute.value, &mut |mention| {
                self.refer(from, &mention, written.source);
            });
        }
    }

    fn instances(&mut self, node: NodeId, call: &Declaration) -> NodeId {
        self.node(call.key() + " instances", Part::Instances(node), call.name_span)
    }

    fn argument(&mut self, node: NodeId, call: &Declaration, name: &str, place: Span) -> NodeId {
        let key = call.key() + " argument " + name;
        let known = self.made.graph.find(&key);
        let argument = self.node(key, Part::Argument(node, name.into()), place);
        if known.is_none() {
            let instances = self.instances(node, call);
            self.edges.push((Some(argument), instances, place));
        }
        argument
    }

    /// Adds an edge to the target of a reference.
    fn refer(&mut self, from: NodeId, mention: &Mention<'_>, source: hclx_diag::SourceId) {
        let Some(target) = dependencies::mentioned(self.module, mention) else { return };
        let declaration = self.module.declaration(target);
        let place = mention.range().in_source(source);
        let to = match declaration.kind {
            Kind::Module => match output_of(mention) {
                Some(output) => self.output(target, declaration, output),
                None => self.everything(target, declaration),
            },
            _ => match declaration.find_in(&self.made.graph) {
                Some(node) => node,
                None => return,
            },
        };
        self.edges.push((Some(from), to, place));
    }

    fn output(&mut self, node: NodeId, call: &Declaration, name: &str) -> NodeId {
        let key = call.key() + " output " + name;
        if let Some(known) = self.made.graph.find(&key) {
            return known;
        }
        let child = call_targets::called_module(self.run, self.module, call);
        let declared = child.as_ref().and_then(|child| child.get(Kind::Output, "", name));
        let place = declared.map_or(call.name_span, |(_, output)| output.name_span);
        let output = self.node(key, Part::Output(node, name.into()), place);
        let instances = self.instances(node, call);
        self.edges.push((Some(output), instances, call.name_span));
        let needed = child.as_ref().map(|child| Parts::of(self.run, child).needs(self.run, child, name));
        for variable in needed.unwrap_or_default() {
            let argument = self.argument(node, call, &variable, call.name_span);
            self.edges.push((Some(output), argument, place));
        }
        output
    }

    /// A node for all arguments of a call, for dependents of the whole call.
    fn everything(&mut self, node: NodeId, call: &Declaration) -> NodeId {
        let key = call.key() + " everything";
        if let Some(known) = self.made.graph.find(&key) {
            return known;
        }
        let whole = self.node(key, Part::Everything(node), call.name_span);
        let instances = self.instances(node, call);
        self.edges.push((Some(whole), instances, call.name_span));
        for (written, attribute) in arguments(call) {
            if !OF_INSTANCES.contains(&attribute.name) {
                let place = written.span(attribute.name_range);
                let argument = self.argument(node, call, attribute.name, place);
                self.edges.push((Some(whole), argument, place));
            }
        }
        whole
    }
}

/// The arguments of a call that something depends on, including those of overrides and without those that they replace.
fn arguments(call: &Declaration) -> Vec<(&BlockSource, AttributeView<'_>)> {
    let replaced = replaced(call);
    let mut found = Vec::new();
    for written in std::iter::once(&call.written).chain(&call.overrides) {
        let own = written.view().just_attributes().0.into_iter().filter(|attribute| {
            let place = written.span(attribute.range);
            !OF_LANGUAGE.contains(&attribute.name) && replaced.iter().all(|(one, _)| *one != place)
        });
        found.extend(own.map(|attribute| (&**written, attribute)));
    }
    found
}

/// The output in `module.x.y` or `module.x[k].y`.
fn output_of<'t>(mention: &Mention<'t>) -> Option<&'t str> {
    // An instance key is not an attribute, so with a key, the output is the step after it.
    mention.attribute(1).or_else(|| mention.attribute(2))
}
