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

/// The part of checking that reports a finding, from the file to its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stage {
    /// Reading files, settings and requests, and the limits of all parts.
    Tool,
    /// The syntax of a file; findings that would follow from a syntax error are not reported.
    Syntax,
    /// The form of a Mull document; a document with an error here is not read further.
    Document,
    /// The syntax inside a quotation of Mull, whose surrounding document is intact.
    Quotations,
    /// The meaning of names.
    Names,
    /// The names of functions and the numbers of their arguments, which hold for all values.
    Calls,
    /// Types of values.
    Types,
    /// Null where a value is required; types do not exclude null.
    Nulls,
    /// Values of arguments, and results of calls.
    Arguments,
    /// Values in general.
    Values,
    /// Schemas of bodies and modules.
    Schema,
    /// The notation of unknown values.
    Unknown,
    /// Changes between versions.
    Versions,
    /// Policies.
    Policies,
    /// Lints.
    Lint,
}

/// A fact that several codes report in different words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeKind {
    /// A limit is exceeded, which says nothing about the configuration.
    Limit,
    /// Nothing has the name.
    Undeclared,
    /// The schema of a body has no such attribute or block.
    UnexpectedItem,
}

/// The style in which editors show the place of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CodeTag {
    /// Faded: the code is not needed.
    Unnecessary,
    /// Struck through.
    Deprecated,
}

/// The description of a kind of finding, as `hclx explain` prints it.
#[derive(Debug)]
pub struct CodeInfo {
    /// The id, for example `HX1001`; never reused.
    pub id: &'static str,
    /// The group of a lint; `None` for findings about syntax, types, names or schemas.
    pub group: Option<Group>,
    /// The part of checking that reports it.
    pub stage: Stage,
    /// The fact that it shares with other codes.
    pub kind: Option<CodeKind>,
    /// The style of its place in editors.
    pub tag: Option<CodeTag>,
    /// The code of Mull for the same fact.
    pub mull: Option<Code>,
    /// Set if the finding reports the absence of something. An unreadable file may declare it, so the finding
    /// is withheld for units with such files.
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

    /// The stage of checking that reports the finding.
    pub const fn stage(self) -> Stage {
        self.0.stage
    }

    /// Returns `true` if a limit is exceeded, which says nothing about the configuration.
    pub const fn is_limit(self) -> bool {
        matches!(self.0.kind, Some(CodeKind::Limit))
    }

    /// Returns `true` if the finding reports an unknown variable or function.
    pub const fn is_undeclared(self) -> bool {
        matches!(self.0.kind, Some(CodeKind::Undeclared))
    }

    /// Returns `true` if the finding reports an attribute or block that the schema does not have.
    pub const fn is_unexpected_item(self) -> bool {
        matches!(self.0.kind, Some(CodeKind::UnexpectedItem))
    }

    /// The row of the table of codes.
    pub const fn info(self) -> &'static CodeInfo {
        self.0
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Self) -> bool {
        // Each use of a code's constant may have its own copy of the row, so addresses cannot be compared.
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
