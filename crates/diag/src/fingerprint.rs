//! Fingerprints: the identity of a finding across runs.
//!
//! A fingerprint is a hash of the code, the path, the source at its location without layout (or the subject
//! of a finding without a location), and a counter for repetitions. It contains no line, column, message,
//! label or help, so it survives insertions above, renames elsewhere, and rewording of messages. Fingerprints
//! are used by the baseline and by formats that track findings across runs.

use std::collections::HashMap;

use crate::{Diagnostic, Sources};

/// The maximum number of hashed bytes of a location; a longer one is identified by its beginning.
const MOST_BYTES: usize = 200;

/// The fingerprints of findings, in the given order: 32 hexadecimal digits each.
///
/// Findings with the same code, path and source are numbered in the given order, so no two fingerprints are
/// equal.
pub fn fingerprints(sources: &Sources, findings: &[Diagnostic]) -> Vec<String> {
    fingerprints_by(&portable_path, sources, findings)
}

/// Like [`fingerprints`], with the path that `path_of` returns for the name of a source.
pub fn fingerprints_by(
    path_of: &dyn Fn(&str) -> String,
    sources: &Sources,
    findings: &[Diagnostic],
) -> Vec<String> {
    let mut repeats: HashMap<u128, u64> = HashMap::new();
    let one = |finding: &Diagnostic| {
        let hash = hash(path_of, sources, finding);
        let repeat = repeats.entry(hash.0).and_modify(|count| *count += 1).or_insert(0);
        format!("{:032x}", hash.part(&repeat.to_le_bytes()).0)
    };
    findings.iter().map(one).collect()
}

/// The portable form of a path in fingerprints and output formats: forward slashes, without a leading `./`.
pub fn portable_path(name: &str) -> String {
    let mut rest = name;
    while let Some(shorter) = rest.strip_prefix("./") {
        // More slashes may follow the dot: `.//a`.
        rest = shorter.trim_start_matches('/');
    }
    if rest.is_empty() { name } else { rest }.to_owned()
}

fn hash(path_of: &dyn Fn(&str) -> String, sources: &Sources, finding: &Diagnostic) -> Hash {
    let code = Hash::new().part(finding.code.id().as_bytes());
    let start = finding.subject.iter().fold(code, |hash, subject| hash.part(subject.as_bytes()));
    let Some(span) = finding.span else { return start };
    let source = sources.get(span.source);
    let bytes = source.bytes();
    let start = start.part(path_of(source.name()).as_bytes());
    let (from, to) = (span.range.range().start.min(bytes.len()), span.range.range().end.min(bytes.len()));
    let place = first_line(&bytes[from..to]);
    if place.iter().any(|byte| !byte.is_ascii_whitespace()) {
        return start.part(&normalized(place));
    }
    // a missing part has no source of its own: the adjacent lines identify its location
    let line = source.lines().range(bytes, source.lines().line_of(from as u32));
    let from = from.clamp(line.start, line.end);
    let before = &bytes[line.start.max(from.saturating_sub(MOST_BYTES))..from];
    start.part(&normalized(before)).part(&normalized(first_line(&bytes[from..line.end])))
}

/// The first line of a location: edits on its further lines do not change the fingerprint.
fn first_line(place: &[u8]) -> &[u8] {
    let place = place.trim_ascii_start();
    let line = place.split(|byte| *byte == b'\n').next().unwrap_or_default();
    &line[..line.len().min(MOST_BYTES)]
}

/// The source with its whitespace collapsed, so that layout does not count.
fn normalized(text: &[u8]) -> Vec<u8> {
    let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(&b' ')
}

/// 128-bit FNV-1a: the same on every machine and in every version.
#[derive(Clone, Copy)]
struct Hash(u128);

impl Hash {
    const fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    /// Hashes a part together with its length.
    fn part(self, bytes: &[u8]) -> Self {
        // The length keeps parts apart: `ab` and `c` do not hash like `a` and `bc`.
        let length = (bytes.len() as u64).to_le_bytes();
        bytes.iter().chain(&length).fold(self, |hash, byte| {
            Self((hash.0 ^ u128::from(*byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, TextRange, code_names};

    #[test]
    fn known_by_code_path_and_text() {
        let of = |name: &str, text: &str, needle: &str| {
            let mut sources = Sources::new();
            let id = sources.add(Source::new(name, text.as_bytes()));
            let at = text.find(needle).expect("needle") as u32;
            let span = TextRange::new(at, at + needle.len() as u32).in_source(id);
            let finding = Diagnostic::error(code_names::NO_INDEX, span, "message");
            fingerprints(&sources, &[finding.clone(), finding])
        };
        let first = of("a.hcl", "a = [1][2]\n", "[2]");
        assert_ne!(first[0], first[1]);
        assert_eq!(first, of("./a.hcl", "# more\n\n   a   =  [1][2]\n", "[2]"));
        assert_ne!(first, of("b.hcl", "a = [1][2]\n", "[2]"));
        assert_ne!(first, of("a.hcl", "a = [1][3]\n", "[3]"));
        assert_eq!(of("a", "a = [1,\n2]", "[1,\n2]"), of("a", "a = [1,\n3]", "[1,\n3]"));
    }

    #[test]
    fn wording_does_not_count() {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("a.hcl", b"a = [1][2]\n".as_slice()));
        let span = TextRange::new(7, 10).in_source(id);
        let placed = |message: &str, label: &str| {
            let finding = Diagnostic::error(code_names::NO_INDEX, span, message).label(label).help(message);
            fingerprints(&sources, &[finding])
        };
        assert_eq!(
            placed("no element 2", "here"),
            placed("index 2 is out of range", "the list has 1 element")
        );
        let placeless = |message: &str, subject: &str| {
            fingerprints(&sources, &[Diagnostic::placeless(code_names::UNREADABLE, message).about(subject)])
        };
        assert_eq!(placeless("cannot read `b`", "b"), placeless("`b` does not exist", "b"));
        assert_ne!(placeless("cannot read it", "b"), placeless("cannot read it", "c"));
    }

    #[test]
    fn paths_are_portable() {
        assert_eq!(portable_path("././/a/b.tf"), "a/b.tf");
        assert_eq!(portable_path("../a.tf"), "../a.tf");
        assert_eq!(portable_path("./"), "./");
    }
}
