//! Output of findings, for people and for machines: the only crate that prints them.
//!
//! [`render`] writes a list of findings in one of the [`Format`]s. A new format needs one row in the table
//! below and one module with a function `write`. Out of scope: deciding what is wrong, the order of findings,
//! detecting properties of the terminal (the binary passes them as [`Style`]), and output on stderr (the
//! binary prints [`summary`]).
//!
//! | format | for | columns count |
//! |---|---|---|
//! | `full` | people | grapheme clusters |
//! | `concise` | people, `grep`, quickfix lists | grapheme clusters |
//! | `json` | readers of `terraform validate -json` and scripts | grapheme clusters |
//! | `ndjson` | readers of a stream | grapheme clusters |
//! | `sarif` | code scanning | code points |
//! | `github` | GitHub Actions annotations | code points |
//! | `gitlab` | GitLab Code Quality report | lines only |
//! | `junit` | Jenkins and others that show tests | code points |
//! | `checkstyle` | servers and editors | code points |
//! | `rdjson` | reviewdog | bytes |
//! | `agent` | programs that read one line for each finding | grapheme clusters |
//!
//! `ndjson` has one finding per line, the same object as in `json`, and a last line `{"totals": {…}}` with
//! the totals of `json`: the last line shows that the output is complete.

use std::io::{self, Write};

use hclx_diag::{Diagnostic, OrderedSet, Severity, SourceId, Sources, counted};

mod agent;
mod by_file;
mod checkstyle;
mod concise;
mod edits;
mod excerpt;
mod full;
mod github;
mod gitlab;
mod html;
mod json;
mod json_text;
mod junit;
mod line;
mod paint;
mod places;
mod policies;
mod prose;
mod rdjson;
mod sarif;
mod snippet;
mod test_results;
mod text;
mod unchecked;
mod xml;

pub use edits::{Op, script};
pub use github::step_summary;
pub use html::{Call, Declaration, Module};
pub use json::diagnostic_json;
pub use json_text::safe_json_bytes;
pub use policies::{CasePlace, CaseValue, JudgedCase, JudgedVerdict, PolicyTotals};
pub use test_results::{TestCase, TestOutcome, TestSuite, render_tests};
pub use text::is_unsafe;
pub use unchecked::{CheckedExtent, NextStep, UncheckedProvider};

/// The indentation of the continuation lines of a message.
pub(crate) const INDENT: usize = 4;

/// The home page of the program.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

/// The address of a code's documentation.
fn help_uri(code: hclx_diag::Code) -> String {
    format!("{HOME}/blob/main/docs/codes.md#{}", code.id().to_lowercase())
}

/// Declares the formats: a variant, its name on the command line, its reader, a description, and the writer.
macro_rules! formats {
    ($($variant:ident = $name:literal for $reader:ident, $about:literal, $write:path;)*) => {
        /// An output format for findings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Format {
            $(#[doc = $about] $variant,)*
        }

        impl Format {
            /// All formats, in the order of the help text.
            pub const ALL: &[Format] = &[$(Format::$variant),*];

            /// Their names, for the table of flags.
            pub const NAMES: &[&str] = &[$($name),*];

            /// The name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Format::$variant => $name,)* }
            }

            /// A description in a few words.
            pub const fn about(self) -> &'static str {
                match self { $(Format::$variant => $about,)* }
            }

            /// The reader of the format.
            pub const fn reader(self) -> Reader {
                match self { $(Format::$variant => Reader::$reader,)* }
            }

            fn writer(self) -> fn(&Report<'_>, &mut dyn Write) -> io::Result<()> {
                match self { $(Format::$variant => $write,)* }
            }
        }
    };
}

formats! {
    Full = "full" for Person, "source excerpts", full::write;
    Concise = "concise" for Person, "one line for each finding", concise::write;
    Json = "json" for Machine, "one JSON object, a superset of `terraform validate -json`", json::write;
    Ndjson = "ndjson" for Machine, "one JSON object on each line, one for each finding, then the totals", json::write_lines;
    Sarif = "sarif" for Machine, "SARIF 2.1.0, for code scanning", sarif::write;
    Github = "github" for Machine, "GitHub Actions annotations", github::write;
    Gitlab = "gitlab" for Machine, "GitLab Code Quality report", gitlab::write;
    Junit = "junit" for Machine, "JUnit XML, a suite for each file", junit::write;
    Checkstyle = "checkstyle" for Machine, "Checkstyle XML", checkstyle::write;
    Rdjson = "rdjson" for Machine, "the format of reviewdog, with edits", rdjson::write;
    Html = "html" for Machine, "one page for a browser, with search", html::write;
    Agent = "agent" for Machine, "one line for each finding, with help and edits", agent::write;
}

/// The kind of reader of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reader {
    /// A person: the output has colors, wrapping and a summary.
    Person,
    /// A program: the output contains only the report, and the style has no effect.
    Machine,
}

impl Format {
    /// The format with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// Returns `true` if modules are described next to findings ([`Summary::modules`]).
    pub const fn describes_modules(self) -> bool {
        matches!(self, Self::Html)
    }

    /// Returns `true` if more findings can be appended to earlier output. Formats for people allow this: they
    /// have no frame, and users want to see findings as soon as they are found.
    pub const fn is_continuable(self) -> bool {
        matches!(self.reader(), Reader::Person)
    }
}

/// The style of output for people; machine formats do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Use ANSI colors.
    pub color: bool,
    /// The width of the terminal in columns, or [`Style::UNWRAPPED`] without a terminal, as in a
    /// pipe.
    pub width: usize,
}

impl Style {
    /// A width at which messages are never wrapped; long source lines are still truncated.
    pub const UNWRAPPED: usize = usize::MAX;
}

impl Default for Style {
    fn default() -> Self {
        Self { color: false, width: Self::UNWRAPPED }
    }
}

/// The facts about a run other than its findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The number of checked files.
    pub files: usize,
    /// Approximations, one sentence each, for machines.
    pub approximations: Vec<String>,
    /// Providers with parts that were not checked against the schema of one release.
    pub unchecked: Vec<UncheckedProvider>,
    /// The results of policies, if there are policies.
    pub policies: Option<PolicyTotals>,
    /// The names of the checked files, for formats that also list files without findings.
    pub checked: Vec<String>,
    /// Hidden findings, for formats that can represent them.
    pub suppressed: Vec<Suppressed>,
    /// The modules that were checked, for formats that describe them.
    pub modules: Vec<Module>,
    /// The run, for formats that name it.
    pub run: RunFacts,
    /// The number of findings that were omitted because there were too many.
    pub left_out: usize,
    /// The number of findings on unchanged lines, if only changed ones are reported.
    pub elsewhere: usize,
}

/// Facts about a run that a page shows; empty ones are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunFacts {
    /// The date and time.
    pub date: String,
    /// The name and version of the program.
    pub version: String,
    /// The commit of the repository.
    pub commit: String,
    /// The command line, without given values.
    pub command: String,
    /// The name of the repository or directory.
    pub repository: String,
}

impl Summary {
    /// The verdict if nothing is reported, depending on whether a baseline hides findings.
    fn verdict(&self, is_hidden: bool) -> &'static str {
        // unchanged lines also hide findings
        if is_hidden || self.elsewhere > 0 { "nothing new" } else { "nothing wrong" }
    }

    /// The findings that a baseline hides.
    fn known(&self) -> impl Iterator<Item = &Diagnostic> {
        let known = self.suppressed.iter().filter(|hidden| hidden.by == Suppression::Baseline);
        known.map(|hidden| &hidden.finding)
    }
}

/// A finding that is not reported, and the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppressed {
    /// The finding.
    pub finding: Diagnostic,
    /// The suppression.
    pub by: Suppression,
    /// The reason given in the comment.
    pub reason: String,
}

/// The cause of a hidden finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suppression {
    /// A comment in the file.
    Comment,
    /// A baseline.
    Baseline,
}

/// The inputs of a format.
pub(crate) struct Report<'a> {
    sources: &'a Sources,
    diagnostics: &'a [Diagnostic],
    summary: &'a Summary,
    style: Style,
    /// Set if other findings were written before these.
    is_continued: bool,
}

impl Report<'_> {
    fn count(&self, severity: Severity) -> usize {
        self.diagnostics.iter().filter(|finding| finding.severity == severity).count()
    }
}

/// Writes the findings in the order given.
///
/// Every span must come from `sources`; offsets past the end of a source count as its end. The
/// writer should be buffered.
///
/// # Errors
/// The errors of the writer.
pub fn render(
    format: Format,
    sources: &Sources,
    diagnostics: &[Diagnostic],
    summary: &Summary,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let report = Report { sources, diagnostics, summary, style, is_continued: false };
    format.writer()(&report, out)
}

/// Writes findings as [`Format::Json`]. A program that only calls this function is built without the other
/// formats, which are a tenth of the playground's module.
///
/// # Errors
/// The errors of the writer.
pub fn render_json(
    sources: &Sources,
    diagnostics: &[Diagnostic],
    summary: &Summary,
    out: &mut impl Write,
) -> io::Result<()> {
    let report = Report { sources, diagnostics, summary, style: Style::default(), is_continued: false };
    json::write(&report, out)
}

/// Writes more findings after earlier ones, in a format that [can be continued](Format::is_continuable). The
/// parts together equal the output of [`render`] for all findings.
///
/// # Errors
/// The errors of the writer.
pub fn render_more(
    format: Format,
    sources: &Sources,
    diagnostics: &[Diagnostic],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let summary = &Summary::default();
    let report = Report { sources, diagnostics, summary, style, is_continued: true };
    format.writer()(&report, out)
}

/// A line for people, wrapped like a finding if it is wider than a terminal of `width` columns: continuation
/// lines are indented.
///
/// ```
/// assert_eq!(hclx_report::hanging("note: one two three four", 14), "note: one two\n    three four");
/// ```
pub fn hanging(line: &str, width: usize) -> String {
    text::wrap(line, width, width.saturating_sub(INDENT)).join(&format!("\n{:INDENT$}", ""))
}

/// The number of findings by severity, and of files with findings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    severities: [usize; 3],
    // A set, because the findings of one file may be counted in several parts.
    sources: OrderedSet<SourceId>,
}

impl Counts {
    const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

    /// Counts more findings.
    pub fn add(&mut self, diagnostics: &[Diagnostic]) {
        for (severity, count) in Self::SEVERITIES.iter().zip(&mut self.severities) {
            *count += diagnostics.iter().filter(|finding| finding.severity == *severity).count();
        }
        self.sources.extend(diagnostics.iter().filter_map(|finding| Some(finding.span?.source)));
    }
}

/// The number of findings as a sentence: `3 errors and 1 warning in 2 files (15 checked)`.
pub fn summary(found: &Counts, run: &Summary) -> String {
    let counts: Vec<String> = Counts::SEVERITIES
        .iter()
        .zip(found.severities)
        .filter(|(_, count)| *count > 0)
        .map(|(severity, count)| counted(count, severity.name()))
        .collect();
    let checked = counted(run.files, "file");
    let Some((last, before)) = counts.split_last() else {
        // without files there is no verdict
        let verdict = (run.files > 0).then(|| format!(", {}", run.verdict(run.known().next().is_some())));
        return format!("{checked} checked{}", verdict.unwrap_or_default());
    };
    let counts = if before.is_empty() { last.clone() } else { format!("{} and {last}", before.join(", ")) };
    match found.sources.len() {
        // Findings without a location are in no file.
        0 => format!("{counts} ({checked} checked)"),
        wrong => format!("{counts} in {} ({} checked)", counted(wrong, "file"), run.files),
    }
}
