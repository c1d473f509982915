//! Lines that changed since a revision. They are compared here, because an untrusted repository can configure
//! filters and drivers that `git diff` and `git status` would run.
//!
//! Conversions of contents are deliberately not supported: a file that is stored in another form (LFS,
//! encryption) counts as completely changed.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use anyhow::Context;
use hclx_diag::{Diagnostic, MAX_SOURCE_BYTES, Sources, Span};

use crate::findings::diff::changed_lines;
use crate::git::{Entry, Revision};
use crate::{names, open_file};

/// The changed lines of files.
pub(crate) struct ChangedLines {
    /// The changed lines by source name.
    files: HashMap<String, Lines>,
}

enum Lines {
    All,
    Some(Vec<RangeInclusive<u32>>),
}

impl ChangedLines {
    /// Compares files, given by name, with a revision; a file that the revision does not have counts as
    /// completely changed.
    ///
    /// # Errors
    /// If there is no `git`, repository or such revision.
    pub(crate) fn since<'n>(
        revision: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> anyhow::Result<Self> {
        let why = |what: &str| format!("`--since {revision}`: {what}");
        let revision = Revision::open(revision);
        let mut revision = revision.map_err(|error| anyhow::anyhow!(why(&format!("{error:#}"))))?;
        let mut files = HashMap::new();
        for name in names {
            if files.contains_key(name) {
                continue;
            }
            // Sources such as standard input are not files.
            let Ok(real) = std::fs::canonicalize(names::path(name)) else { continue };
            let Ok(inside) = real.strip_prefix(&revision.root) else { continue };
            let lines = match revision.entry(inside).with_context(|| why("cannot read the revision"))? {
                Entry::Blob(object) => {
                    let old = revision
                        .read(&object)
                        .with_context(|| why("cannot read the revision"))?
                        .unwrap_or_default();
                    let new = open_file::read(&real, &|_| Ok(()), MAX_SOURCE_BYTES as u64);
                    new.map_or(Lines::All, |new| Lines::Some(changed_lines(&old, &new)))
                }
                Entry::New => Lines::All,
                // A submodule has revisions of its own.
                Entry::Submodule => continue,
            };
            files.insert(name.to_owned(), lines);
        }
        Ok(Self { files })
    }

    /// Notes about the changed files that git was told to treat as unchanged: their changes count here, but git does
    /// not show them.
    ///
    /// # Errors
    /// If there is no `git`, repository or such revision.
    pub(crate) fn notes(revision: &str) -> anyhow::Result<Vec<String>> {
        let names = crate::git::taken_as_unchanged();
        if names.is_empty() {
            return Ok(names);
        }
        let changed = Self::since(revision, names.iter().map(String::as_str))?;
        let hidden = names.into_iter().filter(|name| changed.has(name));
        let note =
            |name| format!("`{name}` changed since {revision}, but git is told to take it as unchanged");
        Ok(hidden.map(note).collect())
    }

    /// Returns `true` if one of a finding's places is on a changed line, or it has no place.
    pub(crate) fn touches(&self, sources: &Sources, finding: &Diagnostic) -> bool {
        finding.span.is_none() || places(finding).any(|span| self.holds(sources, span))
    }

    /// Returns `true` if the file with a name has changed lines.
    pub(crate) fn has(&self, name: &str) -> bool {
        match self.files.get(name) {
            Some(Lines::Some(lines)) => !lines.is_empty(),
            lines => lines.is_some(),
        }
    }

    fn holds(&self, sources: &Sources, span: Span) -> bool {
        let source = sources.get(span.source);
        match self.files.get(source.name()) {
            None => false,
            Some(Lines::All) => true,
            Some(Lines::Some(ranges)) => {
                // The end is exclusive: a range that ends with a line break does not touch the next line.
                let last = span.range.end.saturating_sub(u32::from(!span.range.is_empty()));
                let (first, last) =
                    (source.lines().line_of(span.range.start) + 1, source.lines().line_of(last) + 1);
                ranges.iter().any(|range| *range.start() <= last && first <= *range.end())
            }
        }
    }
}

/// The names of the sources that findings refer to.
pub(crate) fn names_of<'s>(sources: &'s Sources, findings: &[Diagnostic]) -> Vec<&'s str> {
    findings.iter().flat_map(places).map(|span| sources.get(span.source).name()).collect()
}

/// The place of a finding and the places of its labels.
fn places(finding: &Diagnostic) -> impl Iterator<Item = Span> {
    finding.span.into_iter().chain(finding.labels.iter().map(|label| label.span))
}
