//! File patterns of settings and flags, and which of them have matched.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use hclx_diag::Span;

/// File patterns, relative to the directory of the settings file.
///
/// Clones share the record of the patterns that matched.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    set: GlobSet,
    /// The patterns in the order of the set.
    patterns: Arc<[Pattern]>,
}

/// A pattern.
#[derive(Debug)]
pub(crate) struct Pattern {
    /// The pattern as written.
    pub(crate) written: String,
    /// The place in the settings file; `None` for a pattern of a flag.
    pub(crate) place: Option<Span>,
    /// Set once a path matched.
    matched: AtomicBool,
}

/// The forms of a pattern.
const FORMS: &str = "`*` matches a part of a name, `**` any directories, `[ab]` a letter, `{a,b}` one of several; `[[]` matches `[`";

impl Pattern {
    /// Returns `true` if a path matched.
    pub(crate) fn has_matched(&self) -> bool {
        self.matched.load(Ordering::Relaxed)
    }
}

impl Patterns {
    /// Parses patterns; `place` finds the place of one.
    ///
    /// # Errors
    /// The first malformed pattern, and a message.
    pub(super) fn parse(
        patterns: &[String],
        place: impl Fn(&str) -> Option<Span>,
    ) -> Result<Self, (String, String)> {
        let pattern = |written: &String| Pattern {
            written: written.clone(),
            place: place(written),
            matched: AtomicBool::new(false),
        };
        Self::of(patterns.iter().map(pattern).collect())
    }

    /// Parses the patterns of a flag.
    ///
    /// # Errors
    /// If a pattern is malformed; the first such pattern.
    pub(crate) fn read(patterns: &[String]) -> anyhow::Result<Self> {
        Self::parse(patterns, |_| None).map_err(|(_, why)| anyhow::anyhow!("{why}\n  help: {FORMS}"))
    }

    fn of(patterns: Arc<[Pattern]>) -> Result<Self, (String, String)> {
        let mut set = GlobSetBuilder::new();
        for pattern in &*patterns {
            let invalid = |error: globset::Error| {
                let written = pattern.written.clone();
                let message = format!("invalid pattern `{written}`: {}", error.kind());
                (written, message)
            };
            set.add(glob(&pattern.written).map_err(invalid)?);
        }
        let too_large =
            |error: globset::Error| (String::new(), format!("the patterns cannot be used: {}", error.kind()));
        Ok(Self { set: set.build().map_err(too_large)?, patterns })
    }

    /// Returns `true` if a path below the directory, or a directory above it, matches.
    pub(crate) fn fit(&self, path: &Path) -> bool {
        let mut fits = false;
        let parts = path.ancestors().filter(|part| !part.as_os_str().is_empty());
        for part in parts.filter(|part| self.set.is_match(part)) {
            fits = true;
            for index in self.set.matches(part) {
                self.patterns[index].matched.store(true, Ordering::Relaxed);
            }
        }
        fits
    }

    /// The patterns that matched no file of a search.
    pub(crate) fn without_match(&self) -> impl Iterator<Item = &str> {
        self.patterns.iter().filter(|pattern| !pattern.has_matched()).map(|pattern| &*pattern.written)
    }

    /// The patterns.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Pattern> {
        self.patterns.iter()
    }
}

/// Parses a path pattern.
fn glob(pattern: &str) -> Result<globset::Glob, globset::Error> {
    // A pattern for a directory matches everything below it, so a final `/` has no effect.
    let pattern = pattern.trim_end_matches('/');
    // As in ignore files, `*` does not match `/`.
    GlobBuilder::new(pattern.strip_prefix("./").unwrap_or(pattern)).literal_separator(true).build()
}
