//! A pack under construction: the releases of a provider, and for each type its bodies by release.
//!
//! The bytes of a pack depend only on the releases in it, not on the order in which they were added.

use std::cmp::Ordering;

use hclx_diag::{Arrange, Ordered};

use super::super::kind::KINDS;
use super::super::{Kind, ProviderAddress, compare_versions};
use super::group::{MOST_UNPACKED, Section, deflated, put_list};
use super::index::{Segment, part_in, put_name, put_segments};
use super::stored::{Bodies, BodyCopier, Docs, Strings};
use super::{GROUP, MAGIC, MOST_RELEASES, Pack, Release, VERSION};
use crate::wire::{Corrupt, checksum, put, put_text};

/// The schemas of one release, as numbers of parts.
#[derive(Default)]
pub(in super::super) struct ReleaseParts {
    pub(in super::super) provider: Option<u64>,
    pub(in super::super) functions: Option<u64>,
    pub(in super::super) kinds: Ordered<(Kind, String), u64>,
}

/// The releases of a provider.
pub struct History {
    address: ProviderAddress,
    bodies: Bodies,
    docs: Strings,
    releases: Vec<(Release, ReleaseParts)>,
}

/// Selects the part of a release that segments in the index are about.
type SegmentSubject<'h> = Box<dyn Fn(&ReleaseParts) -> Option<u64> + 'h>;

impl History {
    /// A history without releases.
    pub fn new(address: ProviderAddress) -> Self {
        Self { address, bodies: Bodies::default(), docs: Strings::default(), releases: Vec::new() }
    }

    /// A history with one release.
    pub(in super::super) fn of_release(
        address: ProviderAddress,
        (bodies, docs): (Bodies, Strings),
        release: (Release, ReleaseParts),
    ) -> Self {
        Self { address, bodies, docs, releases: vec![release] }
    }

    /// The number of releases.
    pub fn len(&self) -> usize {
        self.releases.len()
    }

    /// Returns `true` if there is no release.
    pub fn is_empty(&self) -> bool {
        self.releases.is_empty()
    }

    /// Adds the releases of a pack, without documentation. An existing release is replaced.
    ///
    /// # Errors
    /// If the pack belongs to another provider, or is damaged.
    pub fn add(&mut self, pack: &Pack) -> Result<(), String> {
        if *pack.address() != self.address {
            return Err(format!("expected a pack of {}, found one of {}", self.address, pack.address()));
        }
        let damaged = |Corrupt| format!("the pack of {} is damaged", self.address);
        let unnamed = |release: &Release| Release { origin: String::new(), ..release.clone() };
        let mut added: Vec<_> =
            pack.releases().iter().map(|release| (unnamed(release), ReleaseParts::default())).collect();
        copy_groups(pack, &mut self.bodies, &mut added).map_err(damaged)?;
        for (release, parts) in added {
            self.releases.retain(|(known, _)| known.version != release.version);
            self.releases.push((release, parts));
        }
        self.releases.arrange_by(|(one, _), (other, _)| oldest_first(one, other));
        Ok(())
    }

    /// The bytes of the pack.
    ///
    /// # Errors
    /// If a part of it is larger than the limits of the form.
    pub fn bytes(&self) -> Result<Vec<u8>, String> {
        let too_large = || format!("the schemas of {} are too large for a pack", self.address);
        if self.releases.len() > MOST_RELEASES {
            return Err(too_large());
        }
        self.encoded().map_err(|Corrupt| too_large())
    }

    fn encoded(&self) -> Result<Vec<u8>, Corrupt> {
        let mut index = Vec::new();
        let (mut groups, mut facts) = (Vec::new(), Vec::new());
        let mut first = GroupBuilder::new(self);
        first.put(&mut index, Box::new(|parts| parts.provider), |copying, to, number| {
            copying.body(to, number)
        })?;
        first.put(&mut index, Box::new(|parts| parts.functions), |copying, to, number| {
            copying.functions(to, number)
        })?;
        first.finish(&mut facts, &mut groups)?;
        let mut count = 1u64;
        let names = self.names();
        let mut lists = vec![Vec::new(); KINDS.len()];
        for chunk in names.chunks(GROUP) {
            let mut group = GroupBuilder::new(self);
            for (kind, name) in chunk {
                let list = &mut lists[KINDS.iter().position(|one| one == kind).unwrap_or_default()];
                let part: SegmentSubject<'_> =
                    Box::new(|parts| parts.kinds.get(&(*kind, (*name).to_owned())).copied());
                let mut segments = Vec::new();
                group.put(&mut segments, part, |copying, to, number| copying.body(to, number))?;
                list.push((*name, segments));
            }
            group.finish(&mut facts, &mut groups)?;
            count += 1;
        }
        for list in lists {
            put(&mut index, list.len() as u64);
            let mut before = "";
            for (name, segments) in list {
                put_name(&mut index, before, name);
                index.extend(segments);
                before = name;
            }
        }
        let mut docs = Vec::new();
        put_list(&mut docs, &self.docs.all);
        let (stored_docs, stored_index) = (deflated(&docs), deflated(&index));
        let mut header = self.header();
        put(&mut header, count);
        header.extend(facts);
        Section::put(&mut header, &stored_docs, docs.len());
        Section::put(&mut header, &stored_index, index.len());
        if index.len().max(docs.len()) > MOST_UNPACKED {
            return Err(Corrupt);
        }
        let mut out = [MAGIC, &VERSION.to_le_bytes(), &checksum(&header).to_le_bytes()].concat();
        put(&mut out, header.len() as u64);
        Ok([out, header, groups, stored_docs, stored_index].concat())
    }

    /// The address and the releases.
    fn header(&self) -> Vec<u8> {
        let mut out = Vec::new();
        put_text(&mut out, &self.address.to_string());
        put(&mut out, self.releases.len() as u64);
        for (release, _) in &self.releases {
            release.put(&mut out);
        }
        out
    }

    /// The types of all kinds, in the order of the index.
    fn names(&self) -> Vec<(Kind, &str)> {
        let all = self.releases.iter().flat_map(|(_, parts)| parts.kinds.keys());
        let mut names: Vec<(Kind, &str)> = all.map(|(kind, name)| (*kind, &**name)).collect();
        names.arrange();
        names.dedup();
        names
    }
}

/// Compares releases by version; one without a version sorts first.
fn oldest_first(one: &Release, other: &Release) -> Ordering {
    match (&one.version, &other.version) {
        (Some(one), Some(other)) => compare_versions(one, other).then_with(|| one.cmp(other)),
        (one, other) => one.is_some().cmp(&other.is_some()),
    }
}

/// Copies the parts of all releases of a pack.
fn copy_groups(
    pack: &Pack,
    bodies: &mut Bodies,
    added: &mut [(Release, ReleaseParts)],
) -> Result<(), Corrupt> {
    let first = pack.unpacked_group(0)?;
    let mut copying = BodyCopier::new(&first, Docs::Drop);
    for (number, (_, parts)) in added.iter_mut().enumerate() {
        let provider = part_in(&pack.index.provider, number);
        parts.provider = provider.map(|part| copying.body(bodies, part)).transpose()?;
        let functions = part_in(&pack.index.functions, number);
        parts.functions = functions.map(|part| copying.functions(bodies, part)).transpose()?;
    }
    let names = KINDS.iter().flat_map(|kind| pack.index.names(*kind).map(|(at, name)| (*kind, at, name)));
    let names: Vec<_> = names.collect();
    for (at, chunk) in names.chunks(GROUP).enumerate() {
        let group = pack.unpacked_group(at + 1)?;
        let mut copying = BodyCopier::new(&group, Docs::Drop);
        for (kind, position, name) in chunk {
            let segments = pack.index.segments(*position);
            for (number, (_, parts)) in added.iter_mut().enumerate() {
                let Some(part) = part_in(&segments, number) else { continue };
                parts.kinds.insert((*kind, (*name).to_owned()), copying.body(bodies, part)?);
            }
        }
    }
    Ok(())
}

/// A group under construction.
struct GroupBuilder<'h> {
    history: &'h History,
    copying: BodyCopier<'h>,
    bodies: Bodies,
}

impl<'h> GroupBuilder<'h> {
    fn new(history: &'h History) -> Self {
        Self { history, copying: BodyCopier::new(&history.bodies, Docs::Keep), bodies: Bodies::default() }
    }

    /// Writes the segments of one type, and copies its bodies.
    fn put(
        &mut self,
        index: &mut Vec<u8>,
        part: SegmentSubject<'_>,
        copy: impl Fn(&mut BodyCopier<'h>, &mut Bodies, u64) -> Result<u64, Corrupt>,
    ) -> Result<(), Corrupt> {
        let (mut segments, mut last) = (Vec::new(), None);
        for (first, (_, parts)) in self.history.releases.iter().enumerate() {
            let now = part(parts);
            if now != last {
                let part = now.map(|now| copy(&mut self.copying, &mut self.bodies, now)).transpose()?;
                segments.push(Segment { first, part });
                last = now;
            }
        }
        put_segments(index, &segments);
        Ok(())
    }

    /// Adds the deflated group, and its entry in the header.
    fn finish(self, facts: &mut Vec<u8>, groups: &mut Vec<u8>) -> Result<(), Corrupt> {
        let mut out = Vec::new();
        put_list(&mut out, &self.bodies.strings.all);
        put_list(&mut out, &self.bodies.parts);
        if out.len() > MOST_UNPACKED {
            return Err(Corrupt);
        }
        let stored = deflated(&out);
        Section::put(facts, &stored, out.len());
        groups.extend(stored);
        Ok(())
    }
}
