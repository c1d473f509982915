//! How long what was made of a unit is held: until it is answered and nobody is left who may need it.
//!
//! Deliberately absent: what is made (`session`), and who may need whom (each language).

use std::sync::Arc;

use hclx_diag::SourceId;

use crate::{Snapshot, Unit};

type HashMap<K, V> = std::collections::HashMap<K, V, foldhash::fast::RandomState>;

/// The units that are not done, by root.
#[derive(Default)]
pub(crate) struct Holding {
    held: HashMap<Arc<str>, Held>,
}

/// The units of a root.
#[derive(Default)]
struct Held {
    /// How many of them are not answered, and how many other roots that may need them are not done.
    left: usize,
    /// Whether nobody knows who may need one of them.
    stays: bool,
    /// The roots that these may need.
    needs: Vec<Arc<str>>,
    files: Vec<DoneFile>,
}

/// A file of a unit that was answered.
pub(crate) struct DoneFile {
    pub(crate) file: SourceId,
    /// Whether its content is still needed.
    pub(crate) keeps_content: bool,
}

impl Holding {
    /// Nothing is answered yet.
    pub(crate) fn new(snapshot: &Snapshot) -> Self {
        let mut held: HashMap<Arc<str>, Held> = HashMap::default();
        for unit in snapshot.units() {
            let needs = unit.language.needs(unit, snapshot).into_iter();
            let of_root = held.entry(Arc::clone(&unit.root)).or_default();
            of_root.left += 1;
            of_root.needs.extend(needs.filter(|root| *root != unit.root));
        }
        let needed: Vec<Arc<str>> = held
            .values_mut()
            .flat_map(|of_root| {
                of_root.needs.sort_unstable();
                of_root.needs.dedup();
                of_root.needs.iter().cloned()
            })
            .collect();
        for root in needed {
            if let Some(of_root) = held.get_mut(&root) {
                of_root.left += 1;
            }
        }
        Self { held }
    }

    /// Takes that a unit is answered, and gives the roots that are done now, with the files of their units.
    /// Units that need each other in a circle are never done.
    pub(crate) fn answered(
        &mut self,
        unit: &Unit,
        is_shared: bool,
        keeps_content: impl Fn(SourceId) -> bool,
    ) -> Vec<(Arc<str>, Vec<DoneFile>)> {
        if let Some(of_root) = self.held.get_mut(&unit.root) {
            of_root.stays |= is_shared;
            let files = unit.files.iter();
            of_root.files.extend(files.map(|&file| DoneFile { file, keeps_content: keeps_content(file) }));
        }
        let mut done = Vec::new();
        let mut left = vec![Arc::clone(&unit.root)];
        while let Some(root) = left.pop() {
            let Some(of_root) = self.held.get_mut(&root) else { continue };
            of_root.left -= 1;
            if of_root.left > 0 || of_root.stays {
                continue;
            }
            if let Some(of_root) = self.held.remove(&root) {
                left.extend(of_root.needs);
                done.push((root, of_root.files));
            }
        }
        done
    }
}
