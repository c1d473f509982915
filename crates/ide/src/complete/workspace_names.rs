//! Names that the workspace uses elsewhere, for bodies and values without a schema: the attributes that blocks
//! of the same type set, and the members that are read from their values.

use std::collections::BTreeMap;
use std::sync::Arc;

use hclx_analysis::symbols::unquoted;
use hclx_analysis::{Snapshot, query};
use hclx_diag::{SourceId, is_identifier};
use hclx_syntax::ast::{Block, BodyId, ExprId, ExprKind, Item, Traverse, TraverseKind, Tree};
use hclx_syntax::cursor::OpenBody;
use hclx_syntax::tokens::LexemeKind;

use super::frequency::{MentionSum, Mentions, counts, in_body};
use crate::tokens::{is_keyword, lexemes};

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The names in the bodies at a path.
pub(super) type Names = BTreeMap<Box<str>, Set>;

/// The parts of a path of bodies: the type of the outermost block, its label, and the path inside it.
type PathParts<'p> = (&'p str, &'p str, &'p str);

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

/// The names in a file that other places may also use.
struct InFile {
    written: WrittenInFile,
    members: MembersInFile,
}

/// The names that a workspace uses, by the number of the file. They are not merged, because few places need few of
/// them.
pub(super) struct Elsewhere(Vec<Option<(u64, Arc<InFile>)>>);

query! {
    /// The names that the workspace uses.
    struct WorkspaceNames -> Elsewhere, when Volatile;
    |_, snapshot, cx| {
        let before = cx.previous();
        let mut known: Vec<Option<(u64, Arc<InFile>)>> = Vec::new();
        for file in snapshot.units().iter().flat_map(|unit| unit.files.iter().copied()) {
            let index = file.0 as usize;
            known.resize(known.len().max(index + 1), None);
            if known[index].is_some() {
                continue;
            }
            let version = snapshot.version_of(file);
            let last = before.as_ref().and_then(|before| before.0.get(index)?.as_ref());
            let same = last.filter(|(before, _)| *before == version).cloned();
            known[index] = Some(same.unwrap_or_else(|| (version, InFile::of(snapshot, file))));
        }
        Elsewhere(known)
    }
}

impl Elsewhere {
    /// The names in a workspace; each version of a file is read once.
    pub(super) fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.get(&WorkspaceNames)
    }

    fn files(&self) -> impl Iterator<Item = &InFile> {
        self.0.iter().flatten().map(|(_, names)| &**names)
    }

    /// The names in bodies at a path.
    fn at(&self, path: &str) -> Names {
        let names = self.files().filter_map(|file| file.written.0.get(path)).flatten();
        sum_of_sets(names.map(|(name, set)| (name, *set)))
    }

    /// The names in bodies like the innermost open one.
    pub(super) fn like(&self, open: &[OpenBody]) -> Names {
        self.at(&path_of(open))
    }

    /// The names in bodies at the same place as the innermost open one, in blocks with other labels; those of the same
    /// provider count double.
    pub(super) fn akin(&self, open: &[OpenBody]) -> Names {
        let path = path_of(open);
        let Some((block_type, label, inner)) = parts(&path) else { return Names::new() };
        let same_place = self.files().flat_map(|file| &file.written.0).filter_map(|(other, names)| {
            let (of_type, of_label, at) = parts(other)?;
            let weight = 1 + u16::from(provider(of_label) == provider(label));
            (of_type == block_type && at == inner).then_some((weight, names))
        });
        sum_of_sets(same_place.flat_map(|(weight, names)| {
            let weighed = move |set: &Set| Set { count: set.count.saturating_mul(weight), ..*set };
            names.iter().map(move |(name, set)| (name, weighed(set)))
        }))
    }

    /// The number of files with a name, and the names in their roots with the number of files that have them.
    pub(super) fn roots(&self, snapshot: &Snapshot, name: &str) -> (u16, BTreeMap<&str, u16>) {
        let (mut files, mut sum) = (0, BTreeMap::new());
        for (at, known) in self.0.iter().enumerate() {
            let Some((_, names)) = known else { continue };
            if hclx_analysis::file_name(&snapshot.path(SourceId(at as u32))) != name {
                continue;
            }
            files += 1;
            for own in names.written.0.get("").into_iter().flat_map(Names::keys) {
                *sum.entry(&**own).or_default() += 1;
            }
        }
        (files, sum)
    }

    /// The names in the roots of other files of the same kind.
    pub(super) fn roots_like(&self, snapshot: &Snapshot, file: SourceId) -> Names {
        let role = |file: SourceId| snapshot.row(file).map(|(language, row)| (language.row().name, row.role));
        let own = role(file);
        let others = self.0.iter().enumerate().filter_map(|(at, known)| {
            let other = SourceId(at as u32);
            known.as_ref().filter(|_| other != file && role(other) == own)
        });
        let names = others.filter_map(|(_, names)| names.written.0.get("")).flatten();
        sum_of_sets(names.map(|(name, set)| (name, *set)))
    }

    /// The strings to which bodies like the innermost open one set an attribute, with the number of bodies. For a module
    /// call, the sources of all calls.
    pub(super) fn texts(&self, open: &[OpenBody], attribute: &str) -> Names {
        let path = path_of(open);
        if attribute != "source" || parts(&path).is_none_or(|(block_type, ..)| block_type != "module") {
            return self.at(&path_of_texts(&path, attribute));
        }
        let mut sum = Names::new();
        let calls = self.files().flat_map(|file| file.written.0.keys());
        let sources = calls.filter_map(|path| path.strip_prefix("/module "));
        for source in sources.filter(|source| !source.is_empty() && !source.starts_with(['.', '/'])) {
            let known = sum.entry(source.into()).or_default();
            // one call is enough
            known.count = known.count.saturating_add(2);
        }
        sum
    }

    /// The wanted words of a workspace, with the number of their mentions: those in a unit's own files count more.
    pub(super) fn words(
        snapshot: &Snapshot,
        own: &[SourceId],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<(Arc<str>, u32)> {
        let own: Vec<Arc<Words>> = own.iter().map(|file| snapshot.get(&WordsInFile(*file))).collect();
        let mut words = snapshot.get(&WorkspaceWords).choose(is_wanted);
        for (word, count) in &mut words {
            let mentions = own.iter().filter_map(|file| file.0.get(word)).map(|count| u32::from(*count));
            *count += (OWN - 1) * mentions.sum::<u32>();
        }
        words
    }

    /// The members read from the names of loops at an address, with the number of mentions.
    pub(super) fn of_loops(&self, address: &str) -> BTreeMap<&str, u16> {
        summed(self.files().filter_map(|file| file.members.of_loops.get(address)))
    }
}

/// The path of the innermost open body.
fn path_of(open: &[OpenBody]) -> String {
    open.iter().skip(1).fold(String::new(), |path, body| {
        step(&path, &body.block_type, || {
            let source = body.items.iter().find(|item| item.name == "source");
            Header {
                label: body.labels.first().cloned(),
                source: source.and_then(|source| source.text.clone()),
            }
        })
    })
}

/// The parts of a path; `None` for the root of a file, and for other paths.
fn parts(path: &str) -> Option<PathParts<'_>> {
    let path = path.strip_prefix('/')?;
    // The label of a module call is its source, which has slashes.
    let (block_type, rest) = path.split_once(' ').unwrap_or((path, ""));
    match block_type {
        "module" => Some((block_type, rest, "")),
        _ => {
            let (label, inner) = rest.split_once('/').unwrap_or((rest, ""));
            Some((block_type, label, inner))
        }
    }
}

/// The prefix of a type's name, which denotes its provider.
fn provider(of_type: &str) -> &str {
    of_type.split_once('_').map_or(of_type, |(provider, _)| provider)
}

impl Elsewhere {
    /// The keys of objects in attributes with a name, at a depth of this many objects and lists, or at any depth.
    pub(super) fn keys(&self, attribute: &str, depth: Option<usize>) -> Names {
        match depth {
            Some(depth) => self.at(&path_of_keys(attribute, depth)),
            None => (0..=MOST_LEVELS).flat_map(|depth| self.at(&path_of_keys(attribute, depth))).collect(),
        }
    }

    /// The first labels of blocks with a type, with the number of files that have them.
    pub(super) fn labels(&self, block_type: &str) -> std::collections::HashMap<&str, u16> {
        let mut counts = std::collections::HashMap::new();
        for path in self.files().flat_map(|file| file.written.0.keys()) {
            let rest = path.strip_prefix('/').and_then(|path| path.strip_prefix(block_type));
            let label = rest.and_then(|rest| rest.strip_prefix(' ')).filter(|inner| !inner.contains('/'));
            if let Some(label) = label {
                let count: &mut u16 = counts.entry(label).or_default();
                *count = count.saturating_add(1);
            }
        }
        counts
    }

    /// The attributes that blocks with a type and a first label set.
    pub(super) fn attributes(&self, block_type: &str, label: &str) -> Vec<Box<str>> {
        let names = self.at(&format!("/{block_type} {label}")).into_iter();
        names.filter(|(_, set)| !set.is_block).map(|(name, _)| name).collect()
    }

    /// The members mentioned after an address, with the number of mentions.
    pub(super) fn after(&self, address: &str) -> BTreeMap<&str, u16> {
        summed(self.files().filter_map(|file| file.members.by_address.get(address)))
    }

    /// The functions, with the number of calls.
    pub(super) fn functions(&self) -> BTreeMap<&str, u16> {
        summed(self.files().map(|file| &file.members.functions))
    }

    /// The members mentioned after the addresses of objects with the same type, with the number of mentions.
    pub(super) fn of_type(&self, address: &str) -> BTreeMap<&str, u16> {
        let Some(address) = of_type(address) else { return BTreeMap::new() };
        summed(self.files().filter_map(|file| file.members.by_type.get(&*address)))
    }
}

/// The sum of the bodies that set each name.
fn sum_of_sets<'n>(names: impl Iterator<Item = (&'n Box<str>, Set)>) -> Names {
    let mut sum = Names::new();
    for (name, set) in names {
        let known = sum.entry(name.clone()).or_default();
        *known = Set { count: known.count.saturating_add(set.count), ..set };
    }
    sum
}

fn summed<'m>(counts: impl Iterator<Item = &'m NameCounts>) -> BTreeMap<&'m str, u16> {
    let mut sum = BTreeMap::new();
    for (name, count) in counts.flatten() {
        let known: &mut u16 = sum.entry(&**name).or_default();
        *known = known.saturating_add(*count);
    }
    sum
}

impl InFile {
    fn of(snapshot: &Snapshot, file: SourceId) -> Arc<Self> {
        snapshot.get(&NamesInFile(file))
    }
}

/// The words of a file with the number of their mentions.
struct Words(Mentions);

query! {
    /// The words of a workspace, by the number of the file.
    struct WorkspaceWords -> MentionSum<Words>, when Volatile;
    |_, snapshot, cx| {
        let mut files: Vec<Option<Arc<Words>>> = Vec::new();
        for file in snapshot.units().iter().flat_map(|unit| unit.files.iter().copied()) {
            let index = file.0 as usize;
            files.resize_with(files.len().max(index + 1), || None);
            files[index].get_or_insert_with(|| snapshot.get(&WordsInFile(file)));
        }
        MentionSum::of(files, |words| &words.0, cx.previous().as_deref())
    }
}

query! {
    /// The words of a file that can be names of attributes: identifiers and strings, but for types of blocks, functions,
    /// keywords and the first words of references.
    struct WordsInFile(SourceId) -> Words, of File |WordsInFile(file)| *file;
    |WordsInFile(file), snapshot| {
        let contents = snapshot.contents(*file);
        let tokens = lexemes(snapshot, *file);
        let mut found = Words(Mentions::default());
        let mut before = LexemeKind::Newline;
        for (at, token) in tokens.iter().enumerate() {
            let word = std::str::from_utf8(&contents[token.range.range()]).unwrap_or_default();
            let next = tokens.get(at + 1).map(|token| token.kind);
            let is_name = match token.kind {
                LexemeKind::Ident => match next {
                    Some(LexemeKind::OpenQuote | LexemeKind::OpenParen | LexemeKind::DoubleColon) => false,
                    Some(LexemeKind::Dot) => before == LexemeKind::Dot,
                    _ => !is_keyword(word),
                },
                LexemeKind::Literal => is_identifier(word),
                _ => false,
            };
            if is_name && word.len() <= LONGEST_TEXT {
                let count = found.0.entry(word.into()).or_default();
                *count = count.saturating_add(1);
            }
            before = token.kind;
        }
        found
    }
}

query! {
    /// The names in a file that other places may also use.
    struct NamesInFile(SourceId) -> InFile, of File |NamesInFile(file)| *file;
    |NamesInFile(file), snapshot| InFile {
        written: in_body(snapshot, *file, |own: &mut WrittenInFile, tree, root| own.add(tree, root, "")),
        members: MembersInFile::of(snapshot, *file),
    }
}

impl WrittenInFile {
    fn add(&mut self, tree: &Tree, body: BodyId, path: &str) {
        for item in tree.slice(tree.body(body).items) {
            let (name, is_block) = match item {
                Item::Attribute(one) => {
                    let name = tree.text(one.name.text);
                    if let Some(text) = tree.string(one.value).filter(|text| text.len() <= LONGEST_TEXT) {
                        self.count(&path_of_texts(path, name), text, false);
                    }
                    self.add_keys(tree, one.value, (name, 0));
                    (name, false)
                }
                Item::Block(block) => {
                    let block = tree.node(*block);
                    let block_type = tree.text(block.block_type.text);
                    let label = tree.slice(block.labels).first().map(|label| tree.text(label.text));
                    self.add(tree, block.body, &step(path, block_type, || header(tree, block)));
                    // A `dynamic` block counts as the blocks that it generates.
                    (label.filter(|_| block_type == "dynamic").unwrap_or(block_type), true)
                }
            };
            self.count(path, name, is_block);
        }
    }

    fn count(&mut self, path: &str, name: &str, is_block: bool) {
        let set = self.0.entry(path.into()).or_default().entry(name.into()).or_default();
        *set = Set { count: set.count.saturating_add(1), is_block };
    }

    /// Adds the keys of objects in an attribute, including objects in arguments of calls.
    fn add_keys(&mut self, tree: &Tree, expr: ExprId, (attribute, depth): (&str, usize)) {
        if depth > MOST_LEVELS {
            return;
        }
        let inner = (attribute, depth + 1);
        match tree.expr(expr).kind {
            ExprKind::Object(items) => {
                for item in tree.slice(items) {
                    if let Some(key) = tree.string(item.key) {
                        self.count(&path_of_keys(attribute, depth), key, false);
                    }
                    self.add_keys(tree, item.value, inner);
                }
            }
            ExprKind::Tuple(elements) => {
                tree.slice(elements).iter().for_each(|element| self.add_keys(tree, *element, inner));
            }
            ExprKind::Call(call) => {
                let arguments = tree.slice(tree.node(call).args);
                arguments.iter().for_each(|argument| self.add_keys(tree, *argument, (attribute, depth)));
            }
            _ => {}
        }
    }
}

/// The weight of a mention in a unit's own files.
pub(super) const OWN: u32 = 32;

/// The maximum number of objects and lists around keys that are offered elsewhere.
const MOST_LEVELS: usize = 6;

/// The maximum length of a string that is offered for other attributes.
const LONGEST_TEXT: usize = 80;

/// The path of the strings in an attribute of bodies at a path; no body has this path.
fn path_of_texts(path: &str, attribute: &str) -> String {
    format!("\"{attribute} {path}")
}

/// The path of the keys in an attribute; no body has this path.
fn path_of_keys(attribute: &str, depth: usize) -> String {
    format!("={attribute} {depth}")
}

/// The parts of a block that determine its possible contents.
struct Header {
    label: Option<String>,
    source: Option<String>,
}

fn header(tree: &Tree, block: &Block) -> Header {
    let text = |range| tree.written(unquoted(tree, range)).into_owned();
    let label = tree.slice(block.labels).first().map(|label| text(label.range));
    let source = tree.attribute(block.body, "source").map(|attribute| text(tree.expr(attribute.value).range));
    Header { label, source }
}

/// The path of the bodies of a block, with the source of a module call or the first label of another block. The
/// `content` of a `dynamic` block has the path of the generated blocks.
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

/// Names with the number of their mentions.
type NameCounts = BTreeMap<Box<str>, u16>;

/// The members mentioned in a file.
#[derive(Default)]
struct MembersInFile {
    /// By address.
    by_address: HashMap<Box<str>, NameCounts>,
    /// Names by address, with an asterisk in place of the object's name.
    by_type: HashMap<Box<str>, NameCounts>,
    /// Names that loops declare, by address.
    of_loops: HashMap<Box<str>, NameCounts>,
    /// Functions, with the number of calls.
    functions: NameCounts,
}

impl MembersInFile {
    fn of(snapshot: &Snapshot, file: SourceId) -> Self {
        let mut found = Self::default();
        let add = |counts: &mut HashMap<Box<str>, NameCounts>, before: &str, member: &str, count: u16| {
            let known = counts.entry(before.into()).or_default().entry(member.into()).or_default();
            *known = known.saturating_add(count);
        };
        for (address, count) in &counts(snapshot, file).in_all {
            if let Some(function) = address.strip_suffix('(') {
                found.functions.insert(function.into(), *count);
            }
            let Some((before, member)) = address.rsplit_once('.') else { continue };
            add(&mut found.by_address, before, member, *count);
            if let Some(before) = of_type(before) {
                add(&mut found.by_type, &before, member, *count);
            }
        }
        let parsed = snapshot.parsed(file);
        for part in parsed.tree.expr_ids() {
            let names = names_in(&parsed.tree, part);
            // A name that no loop declares was counted above.
            if names.first().is_some_and(|root| found.by_address.contains_key(*root)) {
                continue;
            }
            for at in 1..names.len() {
                add(&mut found.of_loops, &names[..at].join("."), names[at], 1);
            }
        }
        found
    }
}

/// The names in a traversal, without its indexes.
fn names_in(tree: &Tree, expr: ExprId) -> Vec<&str> {
    let ExprKind::Traversal { base, steps } = tree.expr(expr).kind else { return Vec::new() };
    let ExprKind::Variable(root) = tree.expr(base).kind else { return Vec::new() };
    let name = |step: &Traverse| match step.kind {
        TraverseKind::Attr(name) => Some(tree.text(name)),
        _ => None,
    };
    std::iter::once(tree.text(root)).chain(tree.slice(steps).iter().filter_map(name)).collect()
}

/// The type of the blocks that an address may refer to, and the address from their first label on.
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

/// Reads each file of a workspace; returns `false` if canceled.
pub(super) fn read(snapshot: &Snapshot, is_canceled: &dyn Fn() -> bool) -> bool {
    let mut left = snapshot.units().iter().flat_map(|unit| unit.files.iter());
    left.all(|file| {
        InFile::of(snapshot, *file);
        snapshot.get(&WordsInFile(*file));
        !is_canceled()
    })
}
