//! Names that the workspace uses elsewhere, for bodies and values without a schema: what blocks of the same type
//! set, and what is read from their values.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use hclx_analysis::Snapshot;
use hclx_analysis::symbols::unquoted;
use hclx_diag::{Arrange, SourceId};
use hclx_syntax::ast::{Block, BodyId, Item, Tree};
use hclx_syntax::cursor::OpenBody;

use super::habits::{counts, of_body};

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The names in the bodies at a path.
pub(super) type Names = BTreeMap<Box<str>, Set>;

/// A name that bodies set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    /// The number of bodies.
    pub count: u16,
    /// Set for a block.
    pub is_block: bool,
}

/// The names that bodies of a file set, by the path of their blocks.
#[derive(Default)]
struct WrittenInFile(HashMap<Box<str>, Names>);

/// The names that bodies of a workspace set, by file: few places ask for few of them, so they are not put together.
pub(super) struct Written(Vec<Arc<WrittenInFile>>);

impl Written {
    /// The names in a workspace; each file is read once.
    pub(super) fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.memo("names that bodies set", || {
            Self(files(snapshot).iter().map(|file| WrittenInFile::of(snapshot, *file)).collect())
        })
    }

    /// The names in bodies at a path.
    fn at(&self, path: &str) -> Names {
        let mut sum = Names::new();
        for (name, set) in self.0.iter().filter_map(|file| file.0.get(path)).flatten() {
            let known = sum.entry(name.clone()).or_default();
            *known = Set { count: known.count.saturating_add(set.count), is_block: set.is_block };
        }
        sum
    }

    /// The names in bodies like the innermost open one.
    pub(super) fn like(&self, open: &[OpenBody]) -> Names {
        let path = open.iter().skip(1).fold(String::new(), |path, body| {
            step(&path, &body.block_type, || {
                let source = body.items.iter().find(|item| item.name == "source");
                Header {
                    label: body.labels.first().cloned(),
                    source: source.and_then(|source| source.text.clone()),
                }
            })
        });
        self.at(&path)
    }

    /// The attributes that blocks with a type and a first label set.
    pub(super) fn attributes(&self, block_type: &str, label: &str) -> Vec<Box<str>> {
        let names = self.at(&format!("/{block_type} {label}")).into_iter();
        names.filter(|(_, set)| !set.is_block).map(|(name, _)| name).collect()
    }
}

impl WrittenInFile {
    fn of(snapshot: &Snapshot, file: SourceId) -> Arc<Self> {
        of_body(snapshot, file, |own: &mut Self, tree, root| own.add(tree, root, ""))
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
                    // A `dynamic` block counts as the blocks that it generates.
                    (label.filter(|_| block_type == "dynamic").unwrap_or(block_type), true)
                }
            };
            let set = self.0.entry(path.into()).or_default().entry(name.into()).or_default();
            *set = Set { count: set.count.saturating_add(1), is_block };
        }
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
    let source = tree.attribute(block.body, "source").map(|one| text(tree.expr(one.value).range));
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

/// The members mentioned in a file.
#[derive(Default)]
struct MembersInFile {
    /// By address.
    by_address: HashMap<Box<str>, BTreeSet<Box<str>>>,
    /// By address, in which an asterisk takes the place of an object's name.
    by_type: HashMap<Box<str>, BTreeSet<Box<str>>>,
}

impl MembersInFile {
    fn of(snapshot: &Snapshot, file: SourceId) -> Arc<Self> {
        snapshot.derive(file, |file, _| {
            let mut found = Self::default();
            for address in counts(snapshot, file).in_all.keys() {
                let Some((before, member)) = address.rsplit_once('.') else { continue };
                found.by_address.entry(before.into()).or_default().insert(member.into());
                if let Some(before) = of_type(before) {
                    found.by_type.entry(before.into()).or_default().insert(member.into());
                }
            }
            found
        })
    }
}

/// Names that are read from values of unknown type: the members mentioned after addresses anywhere in the
/// workspace, by file.
pub(super) struct Members(Vec<Arc<MembersInFile>>);

impl Members {
    /// The members mentioned in a workspace; each file is read once.
    pub(super) fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.memo("mentioned members", || {
            Self(files(snapshot).iter().map(|file| MembersInFile::of(snapshot, *file)).collect())
        })
    }

    /// The members mentioned after an address.
    pub(super) fn after(&self, address: &str) -> BTreeSet<&str> {
        let files = self.0.iter().filter_map(|file| file.by_address.get(address));
        files.flatten().map(|member| &**member).collect()
    }

    /// The members mentioned after the addresses of objects with the same type.
    pub(super) fn of_type(&self, address: &str) -> BTreeSet<&str> {
        let Some(address) = of_type(address) else { return BTreeSet::new() };
        let files = self.0.iter().filter_map(|file| file.by_type.get(&*address));
        files.flatten().map(|member| &**member).collect()
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

/// Reads each file of a workspace; `false` if this was canceled.
pub(super) fn read(snapshot: &Snapshot, is_canceled: &dyn Fn() -> bool) -> bool {
    let mut left = files(snapshot).into_iter();
    left.all(|file| {
        WrittenInFile::of(snapshot, file);
        MembersInFile::of(snapshot, file);
        !is_canceled()
    })
}

/// The files of a workspace, each once.
fn files(snapshot: &Snapshot) -> Vec<SourceId> {
    let mut files: Vec<SourceId> =
        snapshot.units().iter().flat_map(|unit| unit.files.iter().copied()).collect();
    files.arrange();
    files.dedup();
    files
}
