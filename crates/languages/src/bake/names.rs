//! Names in bake files: variables and root attributes by their bare names, attributes of targets and groups,
//! parameters of functions and keys of matrices.

use std::sync::Arc;

use hclx_diag::{Arrange, Ordered, OrderedSet};

use hclx_analysis::graph::Graph;
use hclx_core::{Range, Type, Value};
use hclx_eval::Scope;

use super::FACTS;
use super::compose::Services;
use super::source::{Contents, by_name};
use hclx_module::{NameResolver, NameTarget, Traversal, Undeclared};

/// Names that bake itself defines.
const BUILT_IN: &[&str] = &["BAKE_CMD_CONTEXT", "BAKE_LOCAL_PLATFORM"];

/// The context of an expression.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct NameScope {
    /// The index of the enclosing variables.
    variables: usize,
    /// Set if unknown variables may be in scope.
    is_open: bool,
}

/// The names of a unit.
pub(crate) struct Names<'t> {
    pub(super) contents: Arc<Contents<'t>>,
    /// The scopes of the results of functions, by the index of the block.
    pub functions: Ordered<usize, NameScope>,
    /// The variable scopes of expressions; the first one is empty.
    pub scopes: Vec<Scope<'static>>,
    /// The blocks of each target and group.
    blocks: Ordered<(&'static str, &'t str), Vec<usize>>,
    /// Targets with a matrix, whose attributes depend on the combination.
    matrices: OrderedSet<&'t str>,
}

impl<'t> Names<'t> {
    /// The names of a unit.
    pub(super) fn new(contents: Contents<'t>) -> Self {
        let contents = Arc::new(contents);
        let mut blocks = Ordered::new();
        for kind in ["target", "group"] {
            blocks.extend(by_name(&contents, kind).into_iter().map(|(name, parts)| ((kind, name), parts)));
        }
        let is_matrix = |index: &usize| contents.blocks[*index].written("matrix").is_some();
        let matrices = blocks.iter().filter(|(_, parts)| parts.iter().any(is_matrix));
        let matrices = matrices.map(|((_, name), _)| *name).collect();
        Self { contents, functions: Ordered::new(), scopes: vec![Scope::root()], blocks, matrices }
    }

    /// Returns `true` if a target has a matrix.
    pub(crate) fn is_matrix(&self, target: &str) -> bool {
        self.matrices.contains(target)
    }

    /// Adds variables for the expressions of a body.
    pub(crate) fn around(&mut self, scope: Scope<'static>, is_open: bool) -> NameScope {
        self.scopes.push(scope);
        NameScope { variables: self.scopes.len() - 1, is_open }
    }

    /// Resolves `target.NAME.ATTRIBUTE` and `group.NAME.ATTRIBUTE`.
    fn member(&self, graph: &Graph, kind: &'static str, name: &Traversal<'_>) -> NameTarget {
        let Some(block) = name.step(0) else { return NameTarget::Open };
        if !self.blocks.contains_key(&(kind, block)) {
            let Services { names, are_open } = &*self.contents.services;
            let open = kind == "target" && (*are_open || names.contains(block) || !self.matrices.is_empty());
            // a matrix creates targets with other names
            if self.contents.is_elsewhere(block) || open {
                return NameTarget::Open;
            }
            let names = self.blocks.keys().filter(|(known, _)| *known == kind).map(|(_, name)| *name);
            let mut names: Vec<&str> = names.collect();
            names.arrange();
            return NameTarget::Undeclared(
                Undeclared::new(1, format!("unknown {kind} `{block}`")).near(block, names),
            );
        }
        let Some(attribute) = name.step(1) else { return NameTarget::Open };
        if let Some(node) = graph.find(&format!("{kind}.{block}.{attribute}")) {
            return NameTarget::Declaration(node, 2);
        }
        let body = FACTS.body(kind);
        if self.is_matrix(block) || body.find_attribute(attribute).is_some() {
            return NameTarget::Open;
        }
        let names = body.attributes().iter().map(|one| &*one.name);
        NameTarget::Undeclared(
            Undeclared::new(2, format!("no attribute `{attribute}` on a {kind}")).near(attribute, names),
        )
    }

    fn undeclared(&self, graph: &Graph, scope: NameScope, name: &Traversal<'_>) -> NameTarget {
        let root = name.root;
        if let ("var" | "local" | "variable", Some(step)) = (root, name.step(0))
            && graph.find(step).is_some()
        {
            let mut wrong =
                Undeclared::new(1, format!("unknown name `{root}`: bake variables have no prefix"));
            (wrong.meant, wrong.replaces_all) = (Some(step.to_owned()), true);
            return NameTarget::Undeclared(wrong);
        }
        let known = graph.nodes().map(|node| graph.key(node)).filter(|key| !key.contains('.'));
        let around = self.variables(scope).into_iter().flat_map(Scope::names);
        // suggestions have a budget, and are skipped once it is spent
        let known = around.chain(known).chain(BUILT_IN.iter().copied());
        let wrong =
            Undeclared::new(0, format!("unknown variable `{root}`")).near(root, known).or_quoted(name);
        let help = format!("declare it with `variable \"{root}\" {{ default = … }}`");
        NameTarget::Undeclared(if wrong.meant.is_none() { wrong.help(help) } else { wrong })
    }
}

impl NameResolver for Names<'_> {
    type Scope = NameScope;

    fn meaning(&self, graph: &Graph, scope: NameScope, name: &Traversal<'_>) -> NameTarget {
        if let Some(node) = graph.find(name.root) {
            return NameTarget::Declaration(node, 0);
        }
        match name.root {
            "target" => self.member(graph, "target", name),
            "group" => self.member(graph, "group", name),
            root if BUILT_IN.contains(&root) => {
                NameTarget::Value(Value::unknown_in(Type::STRING, Range::not_null()), 0)
            }
            root if scope.is_open || self.contents.is_elsewhere(root) => NameTarget::Open,
            _ => self.undeclared(graph, scope, name),
        }
    }

    fn variables(&self, scope: NameScope) -> Option<&Scope<'static>> {
        self.scopes.get(scope.variables).filter(|_| scope.variables > 0)
    }
}
