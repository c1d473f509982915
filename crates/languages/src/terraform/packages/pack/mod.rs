//! A pack: the schemas of all known releases of a provider. Opening it reads the index; the bodies of types are in
//! groups, which are unpacked on demand.
//!
//! The bytes are `HCLXPS`, the version of the form (2 bytes), and the checksum (4 bytes) and length of the header; then
//! the header: address, releases, and the length, unpacked length and checksum of each group, of the documentation and
//! of the index; then these sections themselves, each deflated. The first group contains the bodies and functions of
//! the provider itself, and each of the others the bodies of 256 types, in the order of the index. A group is a list of
//! strings and a list of parts, each of which refers to earlier ones only. A body that does not change from one release
//! to the next is stored once.

mod decode;
mod group;
mod history;
mod index;
mod stored;

pub use history::History;

pub(super) use decode::NESTINGS;
pub(super) use history::ReleaseParts;
pub(super) use stored::{
    Bodies, Parts, StoredAttribute, StoredBody, StoredFunction, StoredNested, StoredParameter, StoredType,
    Strings, Words, flag, read_functions,
};

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use hclx_schema::Block;

use super::kind::KINDS;
use super::{FunctionSchema, Kind, ProviderAddress, is_version};
use crate::wire::{Corrupt, Cursor, checksum, put, put_text};
use group::{Group, Section, read_list};
use index::{Index, part_in};

const MAGIC: &[u8] = b"HCLXPS";
/// The version of the form. Packs in other versions are not read and must be imported again.
const VERSION: u16 = 2;
/// The number of types in one group.
const GROUP: usize = 256;
/// The maximum number of releases in a pack.
const MOST_RELEASES: usize = 10_000;

/// A release of a provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// The version, if it is known.
    pub version: Option<String>,
    /// The schema file that it was imported from; empty for a release of a shipped pack.
    pub origin: String,
    /// Set if the schemas were derived from language bindings. Such schemas contain names, types, and which attributes
    /// are required or computed, but neither limits of blocks nor which attributes are sensitive or write-only.
    pub is_derived: bool,
    /// The kinds supported by the program that printed the schemas, as bits.
    known_kinds: u64,
}

impl Release {
    const DERIVED: u64 = 1;

    /// A release whose schemas cover only the given kinds.
    pub(super) fn new(version: Option<String>, origin: &str, is_derived: bool, kinds: &[Kind]) -> Self {
        let bits = kinds.iter().filter_map(|kind| KINDS.iter().position(|one| one == kind));
        let known_kinds = bits.fold(0, |all, bit| all | 1 << bit);
        Self { version, origin: origin.to_owned(), is_derived, known_kinds }
    }

    /// Returns `true` if the schemas cover all types of a kind.
    pub fn knows(&self, kind: Kind) -> bool {
        KINDS.iter().position(|one| *one == kind).is_some_and(|bit| self.known_kinds & 1 << bit != 0)
    }

    fn put(&self, out: &mut Vec<u8>) {
        put_text(out, self.version.as_deref().unwrap_or_default());
        put_text(out, &self.origin);
        put(out, if self.is_derived { Self::DERIVED } else { 0 });
        put(out, self.known_kinds);
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, Corrupt> {
        let version = Some(cursor.text()?.to_owned()).filter(|version| !version.is_empty());
        // a version is part of file names
        if version.as_deref().is_some_and(|version| !is_version(version)) {
            return Err(Corrupt);
        }
        let origin = cursor.text()?.to_owned();
        let flags = cursor.number()?;
        Ok(Self { version, origin, is_derived: flags & Self::DERIVED != 0, known_kinds: cursor.number()? })
    }
}

/// A body in a pack, identified by its group and its number there. Equal bodies are the same variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Variant {
    group: usize,
    part: u64,
}

/// The bytes of a pack.
#[derive(Clone)]
pub enum PackBytes {
    /// Read from a file.
    Read(Arc<[u8]>),
    /// Built into the program.
    Shipped(&'static [u8]),
}

impl std::ops::Deref for PackBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            PackBytes::Read(bytes) => bytes,
            PackBytes::Shipped(bytes) => bytes,
        }
    }
}

/// The schemas of all known releases of a provider. Packs of a run are equal if they have the same bytes, and are both
/// with or both without documentation.
pub struct Pack {
    bytes: PackBytes,
    address: ProviderAddress,
    releases: Vec<Release>,
    sections: Vec<Section>,
    groups: Vec<OnceLock<Option<Group>>>,
    docs_section: Section,
    index: Index,
    docs: OnceLock<Vec<Arc<str>>>,
    with_docs: bool,
    /// The same pack with documentation.
    documented: OnceLock<Arc<Pack>>,
}

impl PartialEq for Pack {
    fn eq(&self, other: &Self) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Pack {}

impl Hash for Pack {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.identity().hash(to);
    }
}

impl Pack {
    /// Opens a pack. Only the header and the index are read and, for a pack from a file, the checksums.
    ///
    /// # Errors
    /// If the bytes are in another form, in another version of it, or corrupt.
    pub fn open(bytes: PackBytes) -> Result<Self, Corrupt> {
        let stored = |range: std::ops::Range<usize>| bytes.get(range).ok_or(Corrupt);
        if !bytes.starts_with(MAGIC) || stored(6..8)? != VERSION.to_le_bytes() {
            return Err(Corrupt);
        }
        let mut cursor = Cursor::at(&bytes, 12)?;
        let len = cursor.index()?;
        let header = cursor.bytes(len)?;
        if stored(8..12)? != checksum(header).to_le_bytes() {
            return Err(Corrupt);
        }
        let (mut start, mut header) = (bytes.len() - cursor.rest().len(), Cursor::at(header, 0)?);
        let address = ProviderAddress::parse(header.text()?).ok_or(Corrupt)?;
        let count = header.count()?;
        if count == 0 || count > MOST_RELEASES {
            return Err(Corrupt);
        }
        let releases = (0..count).map(|_| Release::read(&mut header)).collect::<Result<Vec<_>, _>>()?;
        let mut sections = Vec::new();
        // two more, for the documentation and the index
        for _ in 0..header.count()?.checked_add(2).ok_or(Corrupt)? {
            let section = Section::read(&mut header, start)?;
            start = section.place.end;
            sections.push(section);
        }
        if start != bytes.len() || !header.rest().is_empty() {
            return Err(Corrupt);
        }
        if matches!(bytes, PackBytes::Read(_)) {
            // A damaged file fails when it is opened, not at the first lookup.
            sections.iter().try_for_each(|section| section.verify(&bytes))?;
        }
        let (index, docs_section) = (sections.pop().ok_or(Corrupt)?, sections.pop().ok_or(Corrupt)?);
        let index = Index::read(index.unpacked(&bytes)?, releases.len())?;
        if sections.len() != 1 + index.len().div_ceil(GROUP) {
            return Err(Corrupt);
        }
        let groups = sections.iter().map(|_| OnceLock::new()).collect();
        Ok(Self {
            bytes,
            address,
            releases,
            sections,
            groups,
            docs_section,
            index,
            docs: OnceLock::new(),
            with_docs: false,
            documented: OnceLock::new(),
        })
    }

    /// The same pack with all documentation, opened once.
    pub fn documented(self: &Arc<Self>) -> Arc<Self> {
        if self.with_docs {
            return Arc::clone(self);
        }
        // The bytes are shared, but not the decoded bodies, because those of `self` have no documentation.
        let again = || Self::open(self.bytes.clone()).ok().map(|pack| Self { with_docs: true, ..pack });
        let make = || again().map_or_else(|| Arc::clone(self), Arc::new);
        Arc::clone(self.documented.get_or_init(make))
    }

    /// The pack in its stored form.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The address of the provider.
    pub fn address(&self) -> &ProviderAddress {
        &self.address
    }

    /// The releases, oldest first.
    pub fn releases(&self) -> &[Release] {
        &self.releases
    }

    /// The properties that distinguish it from the other packs of a run.
    fn identity(&self) -> impl Eq + Hash {
        let last = self.releases.last().map(|last| (&last.version, &last.origin));
        // another pack may have the same releases, derived from a different source
        let sum = self.bytes.get(8..12).unwrap_or_default();
        (&self.address, self.releases.len(), last, sum, self.with_docs)
    }

    /// The first and the last known release for messages, and `true` if there are several.
    pub fn known_releases(&self) -> (String, bool) {
        let mut versions = self.releases.iter().filter_map(|release| release.version.as_deref());
        match (versions.next(), versions.next_back()) {
            (Some(first), Some(last)) => (format!("{first} to {last}"), true),
            (only, _) => (only.unwrap_or("any version").to_owned(), false),
        }
    }

    /// Returns `true` if the pack is built into the program.
    pub fn is_shipped(&self) -> bool {
        matches!(self.bytes, PackBytes::Shipped(_))
    }

    /// Marks all releases as derived from language bindings.
    pub fn mark_derived(&mut self) {
        self.releases.iter_mut().for_each(|release| release.is_derived = true);
    }

    /// The number of groups that are unpacked.
    pub fn unpacked_groups(&self) -> usize {
        self.groups.iter().filter(|group| group.get().is_some()).count()
    }

    /// The body of a type in a release.
    pub fn variant(&self, kind: Kind, name: &str, release: usize) -> Option<Variant> {
        let position = self.index.position(kind, name)?;
        let part = self.index.part_in(position, release)?;
        Some(Variant { group: 1 + position / GROUP, part })
    }

    /// The body of a `provider` block in a release.
    pub fn provider(&self, release: usize) -> Option<Variant> {
        Some(Variant { group: 0, part: part_in(&self.index.provider, release)? })
    }

    /// The types of a kind in a release, sorted by name.
    pub fn names(&self, kind: Kind, release: usize) -> impl Iterator<Item = &str> {
        let has = move |(position, name)| self.index.part_in(position, release).map(|_| name);
        self.index.names(kind).filter_map(has)
    }

    /// The functions of a release, sorted by name.
    pub fn functions(&self, release: usize) -> Vec<FunctionSchema> {
        let part = part_in(&self.index.functions, release);
        let read = |part| decode::functions(self.group(0).ok_or(Corrupt)?, part);
        part.and_then(|part| read(part).ok()).unwrap_or_default()
    }

    /// The body of a variant. Nested blocks are decoded on demand while the pack exists; afterwards they are
    /// opaque, and so is a body that cannot be decoded.
    pub fn block(self: &Arc<Self>, variant: Variant) -> Arc<Block> {
        self.decoded(variant).unwrap_or_else(|_| Block::opaque())
    }

    /// The body of a variant, decoded once.
    ///
    /// # Errors
    /// If it cannot be decoded.
    pub(super) fn decoded(self: &Arc<Self>, variant: Variant) -> Result<Arc<Block>, Corrupt> {
        let group = self.group(variant.group).ok_or(Corrupt)?;
        group.block(variant.part, || {
            let stored = StoredBody::read(group.part(variant.part)?)?;
            if stored.words.has(flag::OPAQUE) {
                return Ok(Block::opaque());
            }
            decode::block(self, group, (variant, stored)).map(Arc::new)
        })
    }

    fn group(&self, number: usize) -> Option<&Group> {
        let unpacked = || self.unpacked_group(number).ok();
        self.groups.get(number)?.get_or_init(unpacked).as_ref()
    }

    fn unpacked_group(&self, number: usize) -> Result<Group, Corrupt> {
        Group::read(self.sections.get(number).ok_or(Corrupt)?.unpacked(&self.bytes)?)
    }

    /// A documentation string, if documentation is requested.
    pub(super) fn doc(&self, number: Option<u64>) -> Option<Arc<str>> {
        let number = usize::try_from(number.filter(|_| self.with_docs)?).ok()?;
        self.docs.get_or_init(|| self.read_docs().unwrap_or_default()).get(number).cloned()
    }

    fn read_docs(&self) -> Result<Vec<Arc<str>>, Corrupt> {
        let bytes = self.docs_section.unpacked(&self.bytes)?;
        let places = read_list(&mut Cursor::at(&bytes, 0)?, bytes.len())?;
        let text = |place: std::ops::Range<usize>| std::str::from_utf8(&bytes[place]).map(Arc::from);
        places.into_iter().map(text).collect::<Result<_, _>>().map_err(|_| Corrupt)
    }
}

impl Variant {
    /// The body with a number in the same group, which must precede this one. This rules out cycles in damaged files,
    /// which decoding would follow forever.
    pub(super) fn inner(self, part: u64) -> Result<Self, Corrupt> {
        if part < self.part { Ok(Self { part, ..self }) } else { Err(Corrupt) }
    }
}

impl fmt::Debug for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let versions = self.releases.iter().map(|release| release.version.as_deref().unwrap_or("any"));
        f.debug_struct("Pack")
            .field("address", &self.address)
            .field("releases", &versions.collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
