//! A group of types with its own strings and bodies, deflated until one of its types is needed.

use std::io::Write;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use flate2::{Decompress, FlushDecompress, Status};
use hclx_core::Type;
use hclx_diag::{Ordered, locked};
use hclx_schema::Block;

use super::stored::Parts;
use crate::wire::{Corrupt, Cursor, checksum, put};

/// A deflated section of a pack.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// The range in the pack.
    pub(super) place: Range<usize>,
    /// The unpacked length in bytes.
    pub(super) len: usize,
    pub(super) checksum: u32,
}

/// The maximum ratio of data to its deflated form.
const MOST_GROWTH: usize = 1032;

/// The maximum length of an unpacked section.
pub(super) const MOST_UNPACKED: usize = 64 << 20;

impl Section {
    /// Writes the entry of a section in the header.
    pub(super) fn put(out: &mut Vec<u8>, deflated: &[u8], len: usize) {
        put(out, deflated.len() as u64);
        put(out, len as u64);
        out.extend(checksum(deflated).to_le_bytes());
    }

    /// Reads the entry of a section that begins at `start`.
    ///
    /// # Errors
    /// If it is larger than the limit.
    pub(super) fn read(cursor: &mut Cursor<'_>, start: usize) -> Result<Self, Corrupt> {
        let end = start.checked_add(cursor.index()?).ok_or(Corrupt)?;
        let len = cursor.index()?;
        let checksum = cursor.bytes(4)?.try_into().map(u32::from_le_bytes).map_err(|_| Corrupt)?;
        if len > MOST_UNPACKED { Err(Corrupt) } else { Ok(Self { place: start..end, len, checksum }) }
    }

    /// The stored bytes.
    fn stored<'b>(&self, pack: &'b [u8]) -> Result<&'b [u8], Corrupt> {
        pack.get(self.place.clone()).ok_or(Corrupt)
    }

    /// Compares the checksum.
    ///
    /// # Errors
    /// If the stored bytes are not those that were written.
    pub(super) fn verify(&self, pack: &[u8]) -> Result<(), Corrupt> {
        if checksum(self.stored(pack)?) == self.checksum { Ok(()) } else { Err(Corrupt) }
    }

    /// The unpacked bytes; the checksum was compared when the pack was opened.
    ///
    /// # Errors
    /// If the length is wrong.
    pub(super) fn unpacked(&self, pack: &[u8]) -> Result<Vec<u8>, Corrupt> {
        let stored = self.stored(pack)?;
        // The length in the pack may be wrong, but deflated data grows at most this much.
        let mut out = Vec::with_capacity(self.len.min(stored.len().saturating_mul(MOST_GROWTH)).max(1));
        let read = Decompress::new(false).decompress_vec(stored, &mut out, FlushDecompress::Finish);
        let is_whole = matches!(read, Ok(Status::StreamEnd));
        if is_whole && out.len() == self.len { Ok(out) } else { Err(Corrupt) }
    }
}

/// Deflates a section.
pub(super) fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    // writing to memory cannot fail
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.unwrap_or_default()
}

/// Writes a list of byte strings: their number, their lengths, and then all of them.
pub(super) fn put_list(out: &mut Vec<u8>, parts: &[impl AsRef<[u8]>]) {
    put(out, parts.len() as u64);
    parts.iter().for_each(|part| put(out, part.as_ref().len() as u64));
    parts.iter().for_each(|part| out.extend(part.as_ref()));
}

/// The places of the items of a list.
pub(super) fn read_list(cursor: &mut Cursor<'_>, len: usize) -> Result<Vec<Range<usize>>, Corrupt> {
    let count = cursor.count()?;
    let lengths = (0..count).map(|_| cursor.index()).collect::<Result<Vec<_>, _>>()?;
    let mut end = len - cursor.rest().len();
    let mut places = Vec::with_capacity(count);
    for length in lengths {
        cursor.bytes(length)?;
        places.push(end..end + length);
        end += length;
    }
    Ok(places)
}

/// An unpacked group.
pub(in super::super) struct Group {
    bytes: Vec<u8>,
    strings: Vec<Range<usize>>,
    parts: Vec<Range<usize>>,
    /// The bodies that were decoded so far, by number.
    blocks: Mutex<Ordered<u64, Arc<Block>>>,
    types: Mutex<Ordered<u64, Type>>,
}

impl Group {
    /// Reads the tables of a group.
    ///
    /// # Errors
    /// If the bytes are not a group.
    pub(super) fn read(bytes: Vec<u8>) -> Result<Self, Corrupt> {
        let mut cursor = Cursor::at(&bytes, 0)?;
        let strings = read_list(&mut cursor, bytes.len())?;
        let parts = read_list(&mut cursor, bytes.len())?;
        // the strings are adjacent, and checking all of them at once is faster than checking each
        let all = strings.first().map_or(0, |first| first.start)..strings.last().map_or(0, |last| last.end);
        let all_text = std::str::from_utf8(&bytes[all.clone()]).map_err(|_| Corrupt)?;
        if strings.iter().any(|place| !all_text.is_char_boundary(place.start - all.start)) {
            return Err(Corrupt);
        }
        Ok(Self { strings, parts, blocks: Mutex::default(), types: Mutex::default(), bytes })
    }

    /// The body with a number, decoded once.
    pub(super) fn block(
        &self,
        number: u64,
        make: impl FnOnce() -> Result<Arc<Block>, Corrupt>,
    ) -> Result<Arc<Block>, Corrupt> {
        let known = locked(&self.blocks).get(&number).cloned();
        if let Some(known) = known {
            return Ok(known);
        }
        // The lock is not held here, because decoding a body calls this function for its nested attributes. Two threads
        // may decode the same body; the first result is kept.
        let made = make()?;
        Ok(Arc::clone(locked(&self.blocks).or_insert(number, made)))
    }

    /// The type with a number, which is stored as JSON.
    ///
    /// # Errors
    /// If it is not a type.
    pub(in super::super) fn ty(&self, number: u64) -> Result<Type, Corrupt> {
        let mut types = locked(&self.types);
        if let Some(known) = types.get(&number) {
            return Ok(known.clone());
        }
        let ty = Type::from_cty_json(self.string(number)?).map_err(|_| Corrupt)?;
        types.insert(number, ty.clone());
        Ok(ty)
    }
}

impl Parts for Group {
    fn string(&self, number: u64) -> Result<&str, Corrupt> {
        let place = usize::try_from(number).ok().and_then(|at| self.strings.get(at)).ok_or(Corrupt)?;
        std::str::from_utf8(&self.bytes[place.clone()]).map_err(|_| Corrupt)
    }

    fn part(&self, number: u64) -> Result<&[u8], Corrupt> {
        let place = usize::try_from(number).ok().and_then(|at| self.parts.get(at)).ok_or(Corrupt)?;
        Ok(&self.bytes[place.clone()])
    }
}
