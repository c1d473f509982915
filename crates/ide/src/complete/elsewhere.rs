//! Names that the workspace uses elsewhere, for bodies and values without a schema: what blocks of the same type
//! set, and what is read from their values.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::unquoted;
use hclx_diag::{OrderedSet, SourceId};
use hclx_syntax::ast::{Block, BodyId, Item, Root, Tree};
use hclx_syntax::cursor::OpenBody;

use super::habits::counts;

/// The names in the bodies at a path.
type Names = BTreeMap<Box<str>, Set>;

/// A name that bodies set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    /// The number of bodies.
    pub count: u16,
    /// Set for a block.
    pub is_block: bool,
}

/// The names that bodies set, by the path of their blocks.
#[derive(Default)]
pub(super) struct Written(HashMap<Box<str>, Names>);

impl Written {
    /// The names in a workspace, found once; each file is read once.
    pub(super) fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.memo("names that bodies set", || {
            let mut all = Self::default();
            for file in files(snapshot) {
                let own: Arc<Self> = snapshot.derive(file, |file, _| {
                    let mut own = Self::default();
                    let parsed = snapshot.parsed(file);
                    if let Root::Body(root) = parsed.tree.root() {
                        own.add(&parsed.tree, root, "");
                    }
                    own
                });
                for (path, names) in &own.0 {
                    let known = all.0.entry(path.clone()).or_default();
                    for (name, set) in names {
                        let sum = known.entry(name.clone()).or_default();
                        *sum = Set { count: sum.count.saturating_add(set.count), is_block: set.is_block };
                    }
                }
            }
            all
        })
    }

    fn add(&mut self, tree: &Tree, body: BodyId, path: &str) {
        for item in tree.slice(tree.body(body).items) {
            let (name, is_block) = match item {
                Item::Attribute(one) => (tree.text(one.name.text), false),
                Item::Block(block) => {
                    let block = tree.node(*block);
                    let block_type = tree.text(block.block_type.text);
                    let label = tree.slice(block.labels).first().map(|label| tree.text(label.text));
                    self.add(tree, block.body, &step(path, block_type, || header(tree, block)));
                    (label.filter(|_| block_type == "dynamic").unwrap_or(block_type), true)
                }
            };
            let set = self.0.entry(path.into()).or_default().entry(name.into()).or_default();
            *set = Set { count: set.count.saturating_add(1), is_block };
        }
    }

    /// The names in bodies like the innermost open one.
    pub(super) fn like(&self, open: &[OpenBody]) -> impl Iterator<Item = (&str, Set)> {
        let path = open.iter().skip(1).fold(String::new(), |path, body| {
            step(&path, &body.block_type, || {
                let source = body.items.iter().find(|item| item.name == "source");
                Header {
                    label: body.labels.first().cloned(),
                    source: source.and_then(|source| source.text.clone()),
                }
            })
        });
        let names = self.0.get(&*path).into_iter().flatten();
        names.map(|(name, set)| (&**name, *set))
    }

    /// The attributes that blocks with a type and a first label set.
    pub(super) fn attributes(&self, block_type: &str, label: &str) -> impl Iterator<Item = &str> {
        let names = self.0.get(&*format!("/{block_type} {label}")).into_iter().flatten();
        names.filter(|(_, set)| !set.is_block).map(|(name, _)| &**name)
    }
}

/// The parts of a block that tell what it may contain.
struct Header {
    label: Option<String>,
    source: Option<String>,
}

fn header(tree: &Tree, block: &Block) -> Header {
    let text = |range| tree.written(unquoted(tree, range)).into_owned();
    let label = tree.slice(block.labels).first().map(|label| text(label.range));
    let source = tree.slice(tree.body(block.body).items).iter().find_map(|item| match item {
        Item::Attribute(one) if tree.is_text(one.name.text, "source") => {
            Some(text(tree.expr(one.value).range))
        }
        _ => None,
    });
    Header { label, source }
}

/// The path of the bodies of a block, with the source of a module call or the first label of another block. The
/// `content` of a `dynamic` block has the path of the blocks that it generates.
fn step(path: &str, block_type: &str, header: impl FnOnce() -> Header) -> String {
    let generated = path.rsplit_once("/dynamic ").filter(|(_, inner)| !inner.contains('/'));
    if let Some((outer, label)) = generated.filter(|_| block_type == "content") {
        return format!("{outer}/{label}");
    }
    let own = match (path, block_type) {
        (_, "dynamic") => format!("dynamic {}", header().label.unwrap_or_default()),
        ("", "module") => format!("module {}", header().source.unwrap_or_default()),
        ("", _) => header().label.map_or(block_type.to_owned(), |label| format!("{block_type} {label}")),
        _ => block_type.to_owned(),
    };
    format!("{path}/{own}")
}

/// Names that are read from values of unknown type: the members mentioned after addresses anywhere in the
/// workspace.
#[derive(Default)]
pub(super) struct Members {
    /// By address.
    by_address: HashMap<Box<str>, BTreeSet<Box<str>>>,
    /// By address, in which an asterisk takes the place of an object's name.
    by_type: HashMap<Box<str>, BTreeSet<Box<str>>>,
}

impl Members {
    /// The members mentioned in a workspace, computed once.
    pub(super) fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.memo("mentioned members", || {
            let mut found = Self::default();
            for file in files(snapshot) {
                for address in counts(snapshot, file).in_all.keys() {
                    let Some((before, member)) = address.rsplit_once('.') else { continue };
                    found.by_address.entry(before.into()).or_default().insert(member.into());
                    if let Some(before) = of_type(before) {
                        found.by_type.entry(before.into()).or_default().insert(member.into());
                    }
                }
            }
            found
        })
    }

    /// The members mentioned after an address.
    pub(super) fn after(&self, address: &str) -> impl Iterator<Item = &str> + use<'_> {
        self.by_address.get(address).into_iter().flatten().map(|member| &**member)
    }

    /// The members mentioned after the addresses of objects with the same type.
    pub(super) fn of_type(&self, address: &str) -> impl Iterator<Item = &str> + use<'_> {
        let found = of_type(address).and_then(|address| self.by_type.get(&*address));
        found.into_iter().flatten().map(|member| &**member)
    }
}

/// The type of the blocks that an address may lead to, and the address from their first label on.
pub(super) fn block_of(address: &str) -> (&'static str, &str) {
    match address.split_once('.') {
        Some(("data", rest)) => ("data", rest),
        Some(("ephemeral", rest)) => ("ephemeral", rest),
        _ => ("resource", address),
    }
}

/// An address with an asterisk in place of the object's name.
fn of_type(address: &str) -> Option<String> {
    let (_, rest) = block_of(address);
    let mut words: Vec<&str> = rest.split('.').collect();
    *words.get_mut(1)? = "*";
    Some(address[..address.len() - rest.len()].to_owned() + &words.join("."))
}

/// The files of a workspace, each once.
fn files(snapshot: &Snapshot) -> OrderedSet<SourceId> {
    snapshot.units().iter().flat_map(|unit| unit.files.iter().copied()).collect()
}
