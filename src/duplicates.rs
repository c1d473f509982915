//! Files that a run reached under several names through links: their findings are reported once.
//!
//! Each name is checked, because a link may belong to a different module than its target. A finding under
//! both names is reported under the one that is not a link, or under the first one if all are links. Out of
//! scope: hard links, which are all equal names; ripgrep and ruff also report each of them.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::Path;

use hclx_analysis::Snapshot;
use hclx_diag::{Arrange, Diagnostic, SourceId};

use crate::disk::Disk;
use crate::names;

/// The groups of names that refer to the same file.
#[derive(Clone, Default)]
pub(crate) struct SameFiles {
    groups: Vec<Vec<String>>,
    /// The group of each name, and its index in the group.
    place_of: HashMap<String, (usize, usize)>,
}

impl SameFiles {
    /// Finds the groups among the sorted paths of a run.
    pub(crate) fn among(paths: &[String], disk: &Disk) -> Self {
        // real paths are compared as strings
        let mut by_file: HashMap<OsString, Vec<&String>, foldhash::fast::RandomState> = HashMap::default();
        for path in paths {
            if let Some(real) = disk.real_path(&names::path(path)) {
                by_file.entry(real.into_os_string()).or_default().push(path);
            }
        }
        let several = by_file.into_values().filter(|names| names.len() > 1);
        let mut groups: Vec<Vec<String>> =
            several.map(|names| names.into_iter().cloned().collect()).collect();
        groups.arrange();
        for names in &mut groups {
            names.sort_by_cached_key(|name| Path::new(&*names::path(name)).is_symlink());
        }
        let place_of = groups.iter().enumerate().flat_map(|(group, names)| {
            names.iter().enumerate().map(move |(place, name)| (name.clone(), (group, place)))
        });
        Self { place_of: place_of.collect(), groups }
    }

    /// Returns `true` if no file has several names.
    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// The groups of names that refer to the same file.
    pub(crate) fn groups(&self) -> &[Vec<String>] {
        &self.groups
    }

    /// All names of the file at a path; empty if there are no others.
    pub(crate) fn names(&self, path: &str) -> &[String] {
        self.place_of.get(path).map_or(&[], |(group, _)| &self.groups[*group])
    }

    /// Drops findings that were reported under another name of the same file.
    pub(crate) fn tell_once(&self, snapshot: &Snapshot, findings: &mut Vec<Diagnostic>) {
        if self.is_empty() {
            return;
        }
        // the index of each name in its group; the first one wins
        let mut place_of: HashMap<SourceId, Option<(usize, usize)>> = HashMap::new();
        let mut place = |finding: &Diagnostic| {
            let source = finding.span?.source;
            *place_of.entry(source).or_insert_with(|| self.place_of.get(&*snapshot.path(source)).copied())
        };
        let places: Vec<Option<(usize, usize)>> = findings.iter().map(&mut place).collect();
        let mut order: Vec<usize> = (0..findings.len()).filter(|index| places[*index].is_some()).collect();
        order.arrange_by_key(|index| places[*index]);
        let mut told = HashSet::new();
        let mut again = HashSet::new();
        for index in order {
            let finding = &findings[index];
            let range = finding.span.map(|span| span.range);
            let group = places[index].map(|(group, _)| group);
            if !told.insert((group, range, finding.code, &*finding.message)) {
                again.insert(index);
            }
        }
        let mut index = 0..;
        findings.retain(|_| index.next().is_none_or(|index| !again.contains(&index)));
    }
}
