//! Encoding of numbers, offsets and checksums in the compact forms of stored schemas.

/// The error for bytes that are not a compact form of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corrupt;

/// The checksum of a compact form's content.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Writes a string, preceded by its length.
pub(crate) fn put_text(out: &mut Vec<u8>, text: &str) {
    put(out, text.len() as u64);
    out.extend(text.as_bytes());
}

/// Writes a number in groups of seven bits, least significant group first.
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A reading position in a compact form.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'b> {
    bytes: &'b [u8],
}

impl<'b> Cursor<'b> {
    pub(crate) fn at(bytes: &'b [u8], offset: usize) -> Result<Self, Corrupt> {
        Ok(Self { bytes: bytes.get(offset..).ok_or(Corrupt)? })
    }

    pub(crate) fn number(&mut self) -> Result<u64, Corrupt> {
        // most numbers are small
        if let Some((first, rest)) = self.bytes.split_first()
            && *first < 0x80
        {
            self.bytes = rest;
            return Ok(u64::from(*first));
        }
        let mut number = 0;
        // Nine groups are enough for every number that is written; more indicate corruption.
        for shift in (0..63).step_by(7) {
            let (first, rest) = self.bytes.split_first().ok_or(Corrupt)?;
            self.bytes = rest;
            number |= u64::from(first & 0x7f) << shift;
            if first & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Corrupt)
    }

    pub(crate) fn index(&mut self) -> Result<usize, Corrupt> {
        usize::try_from(self.number()?).map_err(|_| Corrupt)
    }

    /// Reads a number of items, each of which takes at least one byte.
    pub(crate) fn count(&mut self) -> Result<usize, Corrupt> {
        self.index().ok().filter(|count| *count <= self.bytes.len()).ok_or(Corrupt)
    }

    pub(crate) fn bytes(&mut self, len: usize) -> Result<&'b [u8], Corrupt> {
        if len > self.bytes.len() {
            return Err(Corrupt);
        }
        let (taken, rest) = self.bytes.split_at(len);
        self.bytes = rest;
        Ok(taken)
    }

    /// Reads a string preceded by its length.
    pub(crate) fn text(&mut self) -> Result<&'b str, Corrupt> {
        let len = self.count()?;
        std::str::from_utf8(self.bytes(len)?).map_err(|_| Corrupt)
    }

    pub(crate) fn rest(self) -> &'b [u8] {
        self.bytes
    }
}

/// A table of consecutive parts with four-byte end offsets.
#[derive(Clone, Copy)]
pub(crate) struct Table<'b> {
    offsets: &'b [u8],
    parts: &'b [u8],
}

impl<'b> Table<'b> {
    /// Writes parts, preceded by their end offsets.
    pub(crate) fn put(out: &mut Vec<u8>, parts: &[impl AsRef<[u8]>]) {
        put(out, parts.len() as u64);
        let mut end = 0u32;
        for part in parts {
            end += part.as_ref().len() as u32;
            out.extend(end.to_le_bytes());
        }
        put(out, u64::from(end));
        parts.iter().for_each(|part| out.extend(part.as_ref()));
    }

    pub(crate) fn read(cursor: &mut Cursor<'b>) -> Result<Self, Corrupt> {
        let count = cursor.count()?;
        let offsets = cursor.bytes(count.checked_mul(4).ok_or(Corrupt)?)?;
        let len = cursor.index()?;
        Ok(Self { offsets, parts: cursor.bytes(len)? })
    }

    fn end(&self, index: usize) -> Option<usize> {
        let bytes = self.offsets.get(index * 4..index * 4 + 4)?;
        Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize)
    }

    pub(crate) fn get(&self, index: usize) -> Result<&'b [u8], Corrupt> {
        let start = if index == 0 { Some(0) } else { self.end(index - 1) };
        let range = start.ok_or(Corrupt)?..self.end(index).ok_or(Corrupt)?;
        self.parts.get(range).ok_or(Corrupt)
    }

    /// The number of parts.
    pub(crate) fn len(&self) -> usize {
        self.offsets.len() / 4
    }

    /// The position of a string in the sorted table.
    pub(crate) fn position(&self, text: &str) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            match self.text(middle).ok()?.cmp(text) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    pub(crate) fn text(&self, index: usize) -> Result<&'b str, Corrupt> {
        std::str::from_utf8(self.get(index)?).map_err(|_| Corrupt)
    }
}
