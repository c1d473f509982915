//! Module calls: the callers of a module, including test runs and units of other tools, and the modules that
//! it calls.

use std::sync::Arc;

use hclx_analysis::{Snapshot, file_name, query};
use hclx_diag::{Arrange, SourceId, Span, TextRange};
use hclx_syntax::ast::{BodyId, Item, Tree};

use crate::Index;
use crate::names::block_at;

/// A call of a module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Call {
    /// The name of the call; if it has none, the path of the called module.
    pub name: Span,
    /// The whole call.
    pub whole: Span,
    /// The root of the calling module.
    pub caller: Arc<str>,
    /// The root of the called module.
    pub called: Arc<str>,
}

/// The calls between the modules of a session.
#[derive(Debug, Default)]
pub struct Calls {
    /// The calls, sorted by place.
    all: Vec<Call>,
}

query! {
    /// The calls between the modules of the session.
    struct ModuleCalls -> Calls;
    |_, snapshot| {
        let mut all = Vec::new();
        for unit in snapshot.units() {
            let symbols = snapshot.symbols(unit);
            all.extend(symbols.calls().map(|call| Call {
                name: call.name,
                whole: call.whole,
                caller: Arc::clone(&unit.root),
                called: Arc::clone(&call.called),
            }));
        }
        all.arrange();
        all.dedup();
        Calls { all }
    }
}

impl Calls {
    /// The calls in a snapshot, computed once.
    pub fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.get(&ModuleCalls)
    }

    /// The calls to a module, sorted by place.
    pub fn incoming(&self, module: &str) -> impl Iterator<Item = &Call> {
        self.all.iter().filter(move |call| *call.called == *module)
    }

    /// The calls of other modules in a module, sorted by place.
    pub fn outgoing(&self, module: &str) -> impl Iterator<Item = &Call> {
        // A run of a test calls the module that it belongs to.
        self.all.iter().filter(move |call| *call.caller == *module && call.called != call.caller)
    }

    /// The module that a place refers to: the called module in the header of a call, at its `source` and in mentions of
    /// the call, otherwise the module of the file.
    pub fn module_at(&self, snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<Arc<str>> {
        let index = Index::of(snapshot);
        let named = index.at(file, offset).and_then(|(key, _)| index.symbol(key)).map(|symbol| symbol.name);
        let called = |name: Span| self.all.iter().find(|call| call.name == name);
        let around = |block: Span| self.all.iter().find(|call| call.whole == block);
        let call = named.and_then(called).or_else(|| around(calling_block(snapshot, file, offset)?));
        match call {
            Some(call) => Some(Arc::clone(&call.called)),
            None => {
                let unit = snapshot.unit_of(file)?;
                Some(Arc::clone(&unit.root))
            }
        }
    }
}

/// The block whose header or `source` contains a place.
fn calling_block(snapshot: &Snapshot, file: SourceId, offset: u32) -> Option<Span> {
    let parsed = snapshot.parsed(file);
    let tree = &parsed.tree;
    let block = block_at(tree, TextRange::at(offset))?;
    let is_meant = offset <= block.open.start || is_source(tree, block.body, offset);
    is_meant.then(|| block.range.in_source(file))
}

/// Returns `true` if a place is in the attribute `source` of a body or of a block in it.
fn is_source(tree: &Tree, body: BodyId, offset: u32) -> bool {
    tree.slice(tree.body(body).items).iter().any(|item| match item {
        Item::Attribute(one) => {
            tree.is_text(one.name.text, "source") && one.range.start <= offset && offset <= one.range.end
        }
        // Terragrunt has its `source` inside a block.
        Item::Block(block) => is_source(tree, tree.node(*block).body, offset),
    })
}

/// The file that represents a module: `main`, otherwise its first file.
pub fn main_file(snapshot: &Snapshot, module: &str) -> Option<SourceId> {
    let files = || snapshot.units().iter().filter(|unit| *unit.root == *module).flat_map(|unit| &unit.files);
    let is_main = |file: &&SourceId| file_name(&snapshot.path(**file)).starts_with("main.");
    files().find(is_main).or_else(|| files().next()).copied()
}
