//! Codes of findings: rows of a table.

use std::fmt;

/// A group of lints: findings about configuration that works, but perhaps not as intended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// Almost certainly a mistake; on.
    Correctness,
    /// Works for some inputs and fails for others that are accepted; on, as warnings.
    Inputs,
    /// Probably a mistake; on, as warnings.
    Suspicious,
    /// Could be written better; off.
    Style,
    /// Stricter than most users need; off by default.
    Pedantic,
}

impl Group {
    /// All groups, the most serious first.
    pub const ALL: &[Group] =
        &[Group::Correctness, Group::Inputs, Group::Suspicious, Group::Style, Group::Pedantic];

    /// The name on the command line and in `hclx.toml`.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Correctness => "correctness",
            Group::Inputs => "inputs",
            Group::Suspicious => "suspicious",
            Group::Style => "style",
            Group::Pedantic => "pedantic",
        }
    }

    /// Returns `true` if the lints of the group are reported by default.
    pub const fn is_on(self) -> bool {
        matches!(self, Group::Correctness | Group::Inputs | Group::Suspicious)
    }
}

/// The description of a kind of finding, as `hclx explain` prints it.
#[derive(Debug)]
pub struct CodeInfo {
    /// The id, for example `HX1001`; never reused.
    pub id: &'static str,
    /// The group of a lint; `None` for findings about syntax, types, names or schemas.
    pub group: Option<Group>,
    /// Set if the finding reports the absence of something, which a file that could not be read may hold: it is
    /// withheld from a unit with such a file.
    pub needs_all_files: bool,
    /// A short lower-case name.
    pub title: &'static str,
    /// The rule and what to do about a violation, in plain words; blank lines separate paragraphs.
    pub explanation: &'static str,
    /// A configuration with this finding.
    pub example: &'static str,
    /// The configuration after the fix.
    pub fixed: &'static str,
}

/// A kind of finding.
#[derive(Clone, Copy)]
pub struct Code(pub &'static CodeInfo);

impl Code {
    /// The id, for example `HX1001`.
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// The group of a lint.
    pub const fn group(self) -> Option<Group> {
        self.0.group
    }

    /// The row of the table.
    pub const fn info(self) -> &'static CodeInfo {
        self.0
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        // Each use of a code's constant may have its own copy of the row, so addresses do not tell.
        self.0.id == other.0.id
    }
}

impl Eq for Code {}

impl PartialOrd for Code {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Code {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.id.cmp(other.0.id)
    }
}

impl std::hash::Hash for Code {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.id)
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.id)
    }
}
