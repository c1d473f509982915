//! Archives of packs in their published form: tar, plain or compressed.
//!
//! Only the contents of regular files are read; their names are not used as paths. Source of the format: POSIX.1-1988,
//! `ustar`.

use std::ops::Range;

/// The size of a header in bytes, and the unit of contents.
const BLOCK: usize = 512;

/// The maximum number of files in an archive.
const MOST_FILES: usize = 10_000;

/// The range of the magic bytes of an archive.
const MARK: Range<usize> = 257..262;

/// Returns `true` if a file is an archive.
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.get(MARK) == Some(b"ustar")
}

/// The regular files of an archive: the name and the contents of each.
///
/// # Errors
/// The reason why it cannot be read, in lower case.
pub fn archived(bytes: &[u8]) -> Result<Vec<(String, &[u8])>, String> {
    let mut files = Vec::new();
    let mut at = 0;
    while let Some(header) = bytes.get(at..at + BLOCK) {
        if header.iter().all(|byte| *byte == 0) {
            return Ok(files);
        }
        if !is_archive(header) {
            return Err(format!("the header at byte {at} of the archive is malformed"));
        }
        let size =
            octal(&header[124..136]).ok_or_else(|| format!("the file at byte {at} has no valid size"))?;
        let start = at + BLOCK;
        let end = start.checked_add(size).filter(|end| *end <= bytes.len());
        let end = end.ok_or_else(|| "the archive is truncated".to_owned())?;
        // `0` and, in old archives, NUL are regular files
        if matches!(header[156], b'0' | 0) {
            if files.len() >= MOST_FILES {
                return Err(format!("the archive has more than {MOST_FILES} files"));
            }
            let name = header[..100].split(|byte| *byte == 0).next().unwrap_or_default();
            files.push((String::from_utf8_lossy(name).into_owned(), &bytes[start..end]));
        }
        at = start + size.div_ceil(BLOCK) * BLOCK;
    }
    Err("the archive is truncated".to_owned())
}

/// A number in octal digits, which ends at a space or NUL.
fn octal(field: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(field).ok()?;
    usize::from_str_radix(text.trim_matches(['\0', ' ']), 8).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str, kind: u8, contents: &[u8]) -> Vec<u8> {
        let mut out = vec![0; BLOCK];
        out[..name.len()].copy_from_slice(name.as_bytes());
        out[124..135].copy_from_slice(format!("{:011o}", contents.len()).as_bytes());
        out[156] = kind;
        out[MARK].copy_from_slice(b"ustar");
        out.extend(contents);
        out.resize(out.len().div_ceil(BLOCK) * BLOCK, 0);
        out
    }

    #[test]
    fn regular_files_are_read_and_others_left_out() {
        let end = vec![0; 2 * BLOCK];
        let bytes =
            [entry("d/", b'5', b""), entry("d/a", b'0', b"one"), entry("b", b'0', &[7; 600]), end].concat();
        let files = archived(&bytes).expect("an archive");
        let found: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.len())).collect();
        assert_eq!(found, [("d/a", 3), ("b", 600)]);
        assert!(is_archive(&bytes) && !is_archive(b"{}"));
    }

    #[test]
    fn damaged_archives_are_refused() {
        let whole = [entry("a", b'0', &[7; 600]), vec![0; BLOCK]].concat();
        for len in 0..whole.len() - BLOCK {
            assert_eq!(archived(&whole[..len]).err().as_deref(), Some("the archive is truncated"), "{len}");
        }
        let mut huge = whole.clone();
        huge[124..135].copy_from_slice(b"77777777777");
        assert_eq!(archived(&huge).err().as_deref(), Some("the archive is truncated"));
        let mut odd = whole;
        odd[124] = b'9';
        assert_eq!(archived(&odd).err().as_deref(), Some("the file at byte 0 has no valid size"));
    }
}
