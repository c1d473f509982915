//! The index of a pack: for each type, its bodies and the releases that they start in.

use std::ops::Range;

use super::super::Kind;
use super::super::kind::KINDS;
use crate::wire::{Corrupt, Cursor, put, put_text};

/// The releases from one on, up to the next segment, in which a type has the same part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Segment {
    /// The position of the first release.
    pub(super) first: usize,
    /// The number of the part; `None` if the type does not exist.
    pub(super) part: Option<u64>,
}

/// The part that applies to a release.
pub(super) fn part_in(segments: &[Segment], release: usize) -> Option<u64> {
    segments.iter().take_while(|one| one.first <= release).last()?.part
}

/// Writes segments, each as the distance from the previous one and its part plus one.
pub(super) fn put_segments(out: &mut Vec<u8>, segments: &[Segment]) {
    put(out, segments.len() as u64);
    let mut before = 0;
    for segment in segments {
        put(out, (segment.first - before) as u64);
        put(out, segment.part.map_or(0, |part| part + 1));
        before = segment.first;
    }
}

fn each_segment(
    cursor: &mut Cursor<'_>,
    releases: usize,
    mut keep: impl FnMut(Segment),
) -> Result<(), Corrupt> {
    let mut first = 0usize;
    for _ in 0..cursor.count()? {
        first = first.checked_add(cursor.index()?).filter(|first| *first < releases).ok_or(Corrupt)?;
        keep(Segment { first, part: cursor.number()?.checked_sub(1) });
    }
    Ok(())
}

fn read_segments(cursor: &mut Cursor<'_>, releases: usize) -> Result<Vec<Segment>, Corrupt> {
    let mut segments = Vec::new();
    each_segment(cursor, releases, |segment| segments.push(segment))?;
    Ok(segments)
}

/// Writes a name as the length of the prefix that it shares with the previous one, and the rest.
pub(super) fn put_name(out: &mut Vec<u8>, before: &str, name: &str) {
    let shared = before.bytes().zip(name.bytes()).take_while(|(one, other)| one == other).count();
    let shared = (0..=shared).rev().find(|at| name.is_char_boundary(*at)).unwrap_or_default();
    put(out, shared as u64);
    put_text(out, &name[shared..]);
}

/// The maximum length of all names in an index, in bytes.
const MOST_NAMES: usize = 16 << 20;

/// A type in the index.
struct Entry {
    name: Range<usize>,
    /// The position of its segments in bytes.
    segments: usize,
}

/// The index of a pack.
pub(super) struct Index {
    bytes: Vec<u8>,
    names: String,
    entries: Vec<Entry>,
    /// The range of the entries of each kind.
    kinds: Vec<Range<usize>>,
    releases: usize,
    pub(super) provider: Vec<Segment>,
    pub(super) functions: Vec<Segment>,
}

impl Index {
    /// Reads an index.
    ///
    /// # Errors
    /// If the bytes are not an index, or if names are out of order.
    pub(super) fn read(bytes: Vec<u8>, releases: usize) -> Result<Self, Corrupt> {
        let mut index = Self {
            bytes: Vec::new(),
            names: String::new(),
            entries: Vec::new(),
            kinds: Vec::new(),
            releases,
            provider: Vec::new(),
            functions: Vec::new(),
        };
        let mut cursor = Cursor::at(&bytes, 0)?;
        index.provider = read_segments(&mut cursor, releases)?;
        index.functions = read_segments(&mut cursor, releases)?;
        let mut names = Vec::new();
        for _ in KINDS {
            let start = index.entries.len();
            for _ in 0..cursor.count()? {
                index.read_entry(&mut cursor, (&mut names, start), bytes.len())?;
            }
            index.kinds.push(start..index.entries.len());
        }
        // checking all names at once is faster than checking each
        index.names = String::from_utf8(names).map_err(|_| Corrupt)?;
        if index.entries.iter().any(|entry| !index.names.is_char_boundary(entry.name.start)) {
            return Err(Corrupt);
        }
        index.bytes = bytes;
        Ok(index)
    }

    /// Reads the next entry of a kind, whose entries start at the position `first`; `names` are those read so far.
    fn read_entry(
        &mut self,
        cursor: &mut Cursor<'_>,
        (names, first): (&mut Vec<u8>, usize),
        len: usize,
    ) -> Result<(), Corrupt> {
        let before = self.entries[first..].last().map_or(0..0, |entry| entry.name.clone());
        let shared = cursor.index().ok().filter(|shared| *shared <= before.len()).ok_or(Corrupt)?;
        let rest = cursor.count()?;
        let rest = cursor.bytes(rest)?;
        // after a shared prefix, the rest determines the order
        let is_first = self.entries.len() == first;
        if names.len() > MOST_NAMES || !is_first && names[before.start + shared..before.end] >= *rest {
            return Err(Corrupt);
        }
        let start = names.len();
        names.extend_from_within(before.start..before.start + shared);
        names.extend_from_slice(rest);
        let segments = len - cursor.rest().len();
        // Segments are read again on demand; here, they are only checked.
        each_segment(cursor, self.releases, drop)?;
        self.entries.push(Entry { name: start..names.len(), segments });
        Ok(())
    }

    fn of_kind(&self, kind: Kind) -> Range<usize> {
        KINDS.iter().position(|one| *one == kind).map_or(0..0, |at| self.kinds[at].clone())
    }

    fn name(&self, entry: &Entry) -> &str {
        &self.names[entry.name.clone()]
    }

    /// The number of types of all kinds.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The position of a type.
    pub(super) fn position(&self, kind: Kind, name: &str) -> Option<usize> {
        let range = self.of_kind(kind);
        let found = self.entries[range.clone()].binary_search_by(|entry| self.name(entry).cmp(name));
        Some(range.start + found.ok()?)
    }

    /// The types of a kind with their positions, sorted by name.
    pub(super) fn names(&self, kind: Kind) -> impl Iterator<Item = (usize, &str)> {
        self.of_kind(kind).map(|at| (at, self.name(&self.entries[at])))
    }

    /// The segments of the type at a position.
    pub(super) fn segments(&self, position: usize) -> Vec<Segment> {
        let Some(entry) = self.entries.get(position) else { return Vec::new() };
        let cursor = Cursor::at(&self.bytes, entry.segments);
        cursor.and_then(|mut cursor| read_segments(&mut cursor, self.releases)).unwrap_or_default()
    }

    /// The part that the type at a position has in a release.
    pub(super) fn part_in(&self, position: usize, release: usize) -> Option<u64> {
        part_in(&self.segments(position), release)
    }
}
