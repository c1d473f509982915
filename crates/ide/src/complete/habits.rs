//! Counts of the names that expressions of a unit mention: names that are used often are likely to be used
//! again.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use hclx_analysis::graph::each_reference;
use hclx_analysis::{Snapshot, Unit};
use hclx_diag::{OrderedSet, SourceId};
use hclx_syntax::ast::{Item, Root, Tree};
use hclx_syntax::cursor::Around;

/// The number of mentions in a file, by attribute name and address.
#[derive(Default)]
struct Counts(HashMap<Box<str>, HashMap<Box<str>, u16>>);

/// The maximum number of names in an address.
const MOST_NAMES: usize = 4;

/// The names mentioned in the files of a unit.
pub(super) struct Habits(Vec<Arc<Counts>>);

impl Habits {
    /// Counts the mentions of a unit; each file is counted once.
    pub(super) fn of(snapshot: &Snapshot, unit: &Unit) -> Self {
        Self(unit.files.iter().map(|file| counts(snapshot, *file)).collect())
    }

    /// Returns `true` if an attribute anywhere is set to the member of the same name after an
    /// address.
    pub(super) fn passes_on(&self, address: &str) -> bool {
        let all = self.0.iter().flat_map(|counts| &counts.0);
        all.into_iter().any(|(attribute, names)| names.contains_key(&*format!("{address}.{attribute}")))
    }

    /// The number of mentions of an address in attributes with the same name as the one around the
    /// place, and in total.
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

/// Names that are read from values of unknown type: the members mentioned after addresses anywhere in the
/// workspace, by address.
pub(super) struct Members(HashMap<Box<str>, BTreeSet<Box<str>>>);

impl Members {
    /// The members mentioned in a workspace, computed once.
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

    /// The members mentioned after an address.
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
