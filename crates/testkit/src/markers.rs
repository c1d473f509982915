//! Markers: findings written as comments below the lines of a source.

/// A range from one line and column to another, counted from 1, with columns in grapheme clusters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The first column.
    pub start: (u32, u32),
    /// The column after the last.
    pub end: (u32, u32),
}

/// A finding, or a secondary label of one (with the severity `label`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The index of the file in the case.
    pub file: usize,
    /// The range; `None` for a finding without a location.
    pub place: Option<Place>,
    /// `error`, `warning`, `note` or `label`.
    pub severity: String,
    /// The code, if there is one.
    pub code: Option<String>,
    /// The message; line breaks are written `\n`.
    pub message: String,
    /// Suggested actions.
    pub help: Vec<String>,
}

impl Finding {
    /// Creates a finding in the first file, without a location.
    pub fn new(severity: &str, code: Option<&str>, message: impl Into<String>) -> Self {
        let (severity, code) = (severity.to_owned(), code.map(str::to_owned));
        Self { file: 0, place: None, severity, code, message: message.into(), help: Vec::new() }
    }

    /// Sets the location: a range in a file of the case.
    #[must_use]
    pub fn at(mut self, file: usize, start: (u32, u32), end: (u32, u32)) -> Self {
        self.file = file;
        self.place = Some(Place { start, end });
        self
    }

    /// Adds a suggested action.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    fn head(&self) -> String {
        let code = self.code.as_ref().map(|code| format!("[{code}]")).unwrap_or_default();
        format!("{}{code} {}", self.severity, escape(&self.message))
    }
}

/// A type or value that was inferred for a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The index of the file in the case.
    pub file: usize,
    /// The line, from 1; for an item over several lines, its last line.
    pub line: u32,
    /// The type or value, printed.
    pub text: String,
}

/// The outcome of a case. The order of findings is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// All findings.
    pub findings: Vec<Finding>,
    /// The types of lines; those without a marker are ignored.
    pub types: Vec<Note>,
    /// The values of lines; those without a marker are ignored.
    pub values: Vec<Note>,
}

/// A source without its markers, and the expectations in the markers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Clean {
    pub(crate) lines: Vec<String>,
    /// The lines, from 1, with a type marker.
    pub(crate) types: Vec<u32>,
    /// The lines, from 1, with a value marker.
    pub(crate) values: Vec<u32>,
}

/// Returns `true` if sources of the language can contain markers.
fn has_comments(lang: &str) -> bool {
    !lang.ends_with("json")
}

/// Separates a source from its markers.
pub(crate) fn strip(lang: &str, lines: &[String]) -> Clean {
    let mut clean = Clean::default();
    let mut after_finding = false;
    for line in lines {
        let marker = if has_comments(lang) { marker(line, after_finding) } else { None };
        let number = clean.lines.len() as u32;
        match marker {
            Some(Marker::Type) => clean.types.push(number),
            Some(Marker::Value) => clean.values.push(number),
            Some(Marker::Finding) => {}
            None => clean.lines.push(line.clone()),
        }
        after_finding = marker == Some(Marker::Finding);
    }
    clean.types.dedup();
    clean.values.dedup();
    clean
}

#[derive(Clone, Copy, PartialEq)]
enum Marker {
    Finding,
    Type,
    Value,
}

fn marker(line: &str, after_finding: bool) -> Option<Marker> {
    let rest = line.trim_start().strip_prefix('#')?;
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(' ');
    if rest.strip_prefix(':').is_some_and(ends) {
        return Some(Marker::Type);
    }
    if rest.strip_prefix('=').is_some_and(ends) {
        return Some(Marker::Value);
    }
    let rest = rest.strip_prefix(' ')?.trim_start();
    if after_finding && rest.starts_with("help:") {
        return Some(Marker::Finding);
    }
    let (place, text) = rest.split_once(' ')?;
    let columns = |text: &str| text.split_once('-').is_some_and(|(a, b)| is_number(a) && is_number(b));
    let points = place.bytes().all(|b| b == b'^') || place.strip_prefix('@').is_some_and(columns);
    let word: String = text.trim_start().chars().take_while(char::is_ascii_alphabetic).collect();
    let known = ["error", "warning", "note", "label"].contains(&word.as_str());
    (points && known).then_some(Marker::Finding)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The source of a file with the markers of an outcome.
pub(crate) fn with_markers(lang: &str, clean: &Clean, file: usize, outcome: &Outcome) -> Vec<String> {
    let mut lines = Vec::new();
    for (line, number) in clean.lines.iter().zip(1..) {
        lines.push(line.clone());
        let indent = &line[..line.len() - line.trim_start().len()];
        for finding in inline(lang, clean, file, outcome) {
            let Some(Place { start, end }) = finding.place else { continue };
            if start.0 == number {
                lines.push(format!("{} {}", pointer(indent, start.1, end.1), finding.head()));
                lines.extend(finding.help.iter().map(|help| format!("{indent}#   help: {}", escape(help))));
            }
        }
        for (asked, sign, notes) in
            [(&clean.types, ':', &outcome.types), (&clean.values, '=', &outcome.values)]
        {
            if asked.contains(&number) {
                lines.extend(answers(notes, file, number).map(|text| format!("{indent}#{sign} {text}")));
            }
        }
    }
    lines
}

/// The notes for a line, or a question mark if there is none.
fn answers(notes: &[Note], file: usize, line: u32) -> impl Iterator<Item = String> {
    let known: Vec<String> = notes
        .iter()
        .filter(|note| note.file == file && note.line == line)
        .map(|note| escape(&note.text))
        .collect();
    let nothing = known.is_empty().then(|| "?".to_owned());
    known.into_iter().chain(nothing)
}

/// The findings that are printed below their lines.
fn inline<'a>(
    lang: &'a str,
    clean: &'a Clean,
    file: usize,
    outcome: &'a Outcome,
) -> impl Iterator<Item = &'a Finding> {
    outcome.findings.iter().filter(move |finding| finding.file == file && is_inline(lang, clean, finding))
}

fn is_inline(lang: &str, clean: &Clean, finding: &Finding) -> bool {
    let on_one_line = |place: Place| place.start.0 == place.end.0 && place.start.1 <= place.end.1;
    let exists = |place: Place| (1..=clean.lines.len()).contains(&(place.start.0 as usize));
    has_comments(lang) && finding.place.is_some_and(|place| on_one_line(place) && exists(place))
}

/// The lines of the block `findings`: those that cannot be printed below a line.
pub(crate) fn block(lang: &str, clean: &Clean, file: usize, outcome: &Outcome) -> Vec<String> {
    let mut lines = Vec::new();
    for finding in &outcome.findings {
        if finding.file == file && !is_inline(lang, clean, finding) {
            let place = match finding.place {
                Some(Place { start, end }) => format!("{}:{}-{}:{}", start.0, start.1, end.0, end.1),
                None => "-".to_owned(),
            };
            lines.push(format!("{place} {}", finding.head()));
            lines.extend(finding.help.iter().map(|help| format!("  help: {}", escape(help))));
        }
    }
    lines
}

/// A comment that points at columns, with carets or, if there is no space for carets next to the `#`, with
/// numbers.
fn pointer(indent: &str, start: u32, end: u32) -> String {
    let indented = indent.chars().count() as u32;
    let carets = "^".repeat(end.saturating_sub(start) as usize);
    match start {
        _ if start >= end || start < 3 => format!("{indent}# @{start}-{end}"),
        _ if start >= indented + 3 => {
            format!("{indent}#{}{carets}", " ".repeat((start - indented - 2) as usize))
        }
        _ => format!("#{}{carets}", " ".repeat(start as usize - 2)),
    }
}

fn escape(text: &str) -> String {
    text.replace('\r', "\\r").replace('\n', "\\n").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<String> {
        text.lines().map(str::to_owned).collect()
    }

    const MARKED: &str = "\
a = b c
#     ^ error[HX1] one
#   help: first
#   help: second
# @1-2 warning two
  x = <<E
  # @3-3 note empty
  # not a marker ^^^
#: also marker
  E
#= value
#== no marker
# help: none before";

    #[test]
    fn markers_are_taken_out() {
        let clean = strip("hcl", &lines(MARKED));
        assert_eq!(
            clean.lines,
            ["a = b c", "  x = <<E", "  # not a marker ^^^", "  E", "#== no marker", "# help: none before"]
        );
        assert_eq!((clean.types, clean.values), (vec![3], vec![4]));
        assert_eq!(strip("tf.json", &lines(MARKED)).lines, lines(MARKED));
    }

    #[test]
    fn markers_are_put_back_in_one_form() {
        let clean = strip("hcl", &lines("a = b c\n\tk = v\n    deep = 1\n#:\n#=\n"));
        let outcome = Outcome {
            findings: vec![
                Finding::new("error", Some("E1"), "two\nlines").at(0, (1, 7), (1, 8)).help("do"),
                Finding::new("label", None, "start").at(0, (1, 1), (1, 2)),
                Finding::new("error", None, "far left").at(0, (3, 3), (3, 5)),
                Finding::new("error", None, "empty").at(0, (3, 8), (3, 8)),
                Finding::new("error", None, "tab").at(0, (2, 6), (2, 7)),
                Finding::new("error", None, "several lines").at(0, (2, 1), (3, 2)).help("act"),
                Finding::new("error", None, "past the end").at(0, (4, 1), (4, 1)),
                Finding::new("error", None, "nowhere"),
                Finding::new("error", None, "elsewhere").at(1, (1, 1), (1, 2)),
            ],
            types: vec![Note { file: 0, line: 3, text: "number".into() }],
            values: vec![Note { file: 0, line: 1, text: "not asked for".into() }],
        };
        let marked = with_markers("hcl", &clean, 0, &outcome);
        assert_eq!(
            marked.join("\n"),
            "a = b c
#     ^ error[E1] two\\nlines
#   help: do
# @1-2 label start
\tk = v
\t#   ^ error tab
    deep = 1
# ^^ error far left
    # @8-8 error empty
    #: number
    #= ?"
        );
        let again = strip("hcl", &marked);
        assert_eq!(again, clean);
        assert_eq!(
            block("hcl", &clean, 0, &outcome),
            ["2:1-3:2 error several lines", "  help: act", "4:1-4:1 error past the end", "- error nowhere"]
        );
        assert_eq!(block("json", &clean, 1, &outcome), ["1:1-1:2 error elsewhere"]);
    }
}
