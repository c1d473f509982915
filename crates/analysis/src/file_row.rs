//! Recognition of files by name: the rows of all languages, and their precedence.
//!
//! Source of the rules: the command line's contract. Out of scope: the rows themselves, and recognition by
//! contents (crate `languages`).

use hclx_syntax::ast::Language as Syntax;

/// A pattern of file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The whole name of the file.
    Name(&'static str),
    /// The end of its name.
    Suffix(&'static str),
    /// The start and the end of its name.
    Around(&'static str, &'static str),
}

impl Pattern {
    /// Returns `true` if a file name (without directories) matches.
    pub fn fits(self, name: &str) -> bool {
        let (start, end) = match self {
            Pattern::Name(whole) => return name == whole,
            Pattern::Suffix(end) => ("", end),
            Pattern::Around(start, end) => (start, end),
        };
        name.len() >= start.len() + end.len() && name.ends_with(end) && name.starts_with(start)
    }

    /// The last byte of matching names, if it is the same for all of them.
    fn last(self) -> Option<u8> {
        let (Pattern::Name(end) | Pattern::Suffix(end) | Pattern::Around(_, end)) = self;
        end.as_bytes().last().copied()
    }

    /// The precedence among matching patterns: a whole name first, then the longer literal.
    fn specificity(self) -> (bool, usize) {
        match self {
            Pattern::Name(whole) => (true, whole.len()),
            Pattern::Suffix(end) => (false, end.len()),
            Pattern::Around(start, end) => (false, start.len() + end.len()),
        }
    }
}

/// A kind of file of one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileRow {
    /// The pattern of its name.
    pub pattern: Pattern,
    /// The syntax in which it is parsed.
    pub syntax: Syntax,
    /// The role in its language (`module`, `values`, `tests`, …).
    pub role: &'static str,
    /// Set if searches of directories include it.
    pub walked: bool,
    /// Set if the name alone is not conclusive, so that languages are asked whether they recognize the
    /// contents.
    pub by_content: bool,
    /// Set if a file of this name may belong to a language whose files use it, so that languages are asked
    /// whether they [claim](crate::Language::claims) it.
    pub by_use: bool,
}

impl FileRow {
    /// A kind of file in native syntax that searches of directories include.
    pub const fn native(pattern: Pattern, role: &'static str) -> Self {
        Self { pattern, syntax: Syntax::Native, role, walked: true, by_content: false, by_use: false }
    }

    /// A kind of file in JSON that searches of directories include.
    pub const fn json(pattern: Pattern, role: &'static str) -> Self {
        Self { syntax: Syntax::Json, ..Self::native(pattern, role) }
    }

    /// Restricts the row to files that are named on the command line.
    #[must_use]
    pub const fn only_named(self) -> Self {
        Self { walked: false, ..self }
    }

    /// Requires a check of the contents of matching files.
    #[must_use]
    pub const fn asks_content(self) -> Self {
        Self { by_content: true, by_use: true, ..self }
    }

    /// Requires a check of the files that use a matching file.
    #[must_use]
    pub const fn asks_users(self) -> Self {
        Self { by_use: true, ..self }
    }
}

/// The last part of a path, with `/` or `\` between parts.
pub fn file_name(path: &str) -> &str {
    let last = path.bytes().rposition(|byte| byte == b'/' || byte == b'\\');
    last.map_or(path, |at| &path[at + 1..])
}

/// The row for a file name among rows that each belong to a language `L`: the most specific one, and the
/// first of equally specific ones.
pub(crate) fn best<L>(
    rows: impl IntoIterator<Item = (L, &'static FileRow)>,
    path: &str,
) -> Option<(L, &'static FileRow)> {
    let name = file_name(path);
    let mut best: Option<(L, &'static FileRow)> = None;
    for (language, row) in rows.into_iter().filter(|(_, row)| row.pattern.fits(name)) {
        if best.as_ref().is_none_or(|(_, known)| known.pattern.specificity() < row.pattern.specificity()) {
            best = Some((language, row));
        }
    }
    best
}

/// The rows of languages, indexed for the names of many files.
pub struct Rows<L> {
    /// The candidate rows by the last byte of the name.
    of_last: Vec<Vec<(L, &'static FileRow)>>,
}

impl<L: Copy> Rows<L> {
    /// The rows, each with its language.
    pub fn new(rows: impl IntoIterator<Item = (L, &'static FileRow)>) -> Self {
        let mut of_last = vec![Vec::new(); 1 << 8];
        for (language, row) in rows {
            match row.pattern.last() {
                Some(last) => of_last[usize::from(last)].push((language, row)),
                None => of_last.iter_mut().for_each(|rows| rows.push((language, row))),
            }
        }
        Self { of_last }
    }

    /// The row for a file name.
    pub fn of(&self, path: &str) -> Option<(L, &'static FileRow)> {
        let last = *path.as_bytes().last()?;
        best(self.of_last[usize::from(last)].iter().copied(), path)
    }
}
