//! The names that expressions of a unit mention, counted: what is written often is likely to be written again.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use hclx_analysis::graph::each_reference;
use hclx_analysis::{Snapshot, Unit};
use hclx_diag::{OrderedSet, SourceId};
use hclx_syntax::ast::{Item, Root, Tree};
use hclx_syntax::cursor::Around;

/// The mentions in a file: by the name of the attribute, and by address.
#[derive(Default)]
struct Counts(HashMap<Box<str>, HashMap<Box<str>, u16>>);

/// The maximum number of names in the address of a declaration.
const MOST_NAMES: usize = 4;

/// The names that the files of a unit mention.
pub(super) struct Habits(Vec<Arc<Counts>>);

impl Habits {
    /// The mentions of a unit, those of each file counted once.
    pub(super) fn of(snapshot: &Snapshot, unit: &Unit) -> Self {
        Self(unit.files.iter().map(|file| counts(snapshot, *file)).collect())
    }

    /// Returns true if an attribute is given the member of its own name behind an address.
    pub(super) fn passes_on(&self, address: &str) -> bool {
        let all = self.0.iter().flat_map(|counts| &counts.0);
        all.into_iter().any(|(attribute, names)| names.contains_key(&*format!("{address}.{attribute}")))
    }

    /// The number of mentions of an address in attributes of the name around a place, and in all.
    pub(super) fn counts(&self, around: Option<&Around>, address: &str) -> (u16, u16) {
        let attribute = match around {
            Some(Around::Attribute(name)) => &**name,
            _ => "",
        };
        let sum = |one: &dyn Fn(&Counts) -> u16| {
            self.0.iter().map(|counts| one(counts)).fold(0, u16::saturating_add)
        };
        let own = |counts: &Counts| {
            counts.0.get(attribute).and_then(|names| names.get(address)).copied().unwrap_or_default()
        };
        let all = |counts: &Counts| {
            counts.0.values().filter_map(|names| names.get(address)).copied().fold(0, u16::saturating_add)
        };
        (sum(&own), sum(&all))
    }
}

/// The names that are read of things of which nothing is known: members that are mentioned behind addresses anywhere in
/// the workspace, by address.
pub(super) struct Members(HashMap<Box<str>, BTreeSet<Box<str>>>);

impl Members {
    /// The members that are mentioned in a workspace, found once.
    pub(super) fn of(snapshot: &Snapshot) -> Arc<Self> {
        snapshot.memo("mentioned members", || {
            let mut found: HashMap<Box<str>, BTreeSet<Box<str>>> = HashMap::new();
            let files: OrderedSet<SourceId> =
                snapshot.units().iter().flat_map(|unit| unit.files.iter().copied()).collect();
            for file in files {
                let counts = counts(snapshot, file);
                for address in counts.0.values().flat_map(HashMap::keys) {
                    let Some((before, member)) = address.rsplit_once('.') else { continue };
                    found.entry(before.into()).or_default().insert(member.into());
                }
            }
            Self(found)
        })
    }

    /// Those behind an address.
    pub(super) fn after(&self, address: &str) -> impl Iterator<Item = &str> + use<'_> {
        self.0.get(address).into_iter().flatten().map(|member| &**member)
    }
}

/// The mentions in a file.
fn counts(snapshot: &Snapshot, file: SourceId) -> Arc<Counts> {
    snapshot.derive(file, |file, _| {
        let mut counts = Counts::default();
        count(&snapshot.parsed(file).tree, &mut counts);
        counts
    })
}

fn count(tree: &Tree, counts: &mut Counts) {
    let Root::Body(root) = tree.root() else { return };
    let mut left = vec![root];
    while let Some(body) = left.pop() {
        for item in tree.slice(tree.body(body).items) {
            let attribute = match item {
                Item::Attribute(attribute) => attribute,
                Item::Block(block) => {
                    left.push(tree.node(*block).body);
                    continue;
                }
            };
            let names = counts.0.entry(tree.text(attribute.name.text).into()).or_default();
            each_reference(tree, attribute.value, &mut |mention| {
                let mut address = mention.root.to_owned();
                let rest = (0..MOST_NAMES).map_while(|at| mention.attribute(at));
                for name in rest {
                    address = format!("{address}.{name}");
                    let number = names.entry(address.as_str().into()).or_default();
                    *number = number.saturating_add(1);
                }
            });
        }
    }
}
