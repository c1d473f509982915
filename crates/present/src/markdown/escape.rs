//! Text in markdown, escaped as terraform-docs does in tables, documents and separate sections.

use std::sync::LazyLock;

use regex::Regex;

/// The context of a text, which determines the escapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A cell of a table.
    Cell,
    /// A paragraph.
    Paragraph,
    /// A separate section, such as a header.
    Section,
}

/// The escapes that the settings enable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Escapes {
    /// Escapes characters with a meaning in markdown.
    pub(crate) characters: bool,
    /// Writes HTML where markdown tables have no equivalent.
    pub(crate) html: bool,
}

impl Escapes {
    /// Writes a name, escaped.
    pub(crate) fn write_name(self, out: &mut String, name: &str) {
        if self.characters { replace(out, name, b'_', "\\_") } else { out.push_str(name) }
    }

    /// Escapes a text in a context; "n/a" if it is empty.
    pub(crate) fn text(self, text: &str, place: Place) -> String {
        let mut out = String::new();
        self.write(&mut out, text, place);
        out
    }

    /// Writes a string, escaped as by [`Self::text`].
    pub(crate) fn write(self, out: &mut String, text: &str, place: Place) {
        if text.is_empty() {
            return out.push_str("n/a");
        }
        if is_plain(text) {
            return out.push_str(if place == Place::Cell { text.trim() } else { text });
        }
        segments(out, text, "```", |out, segment| match segment.is_code {
            true => out.push_str(&self.code(segment, place)),
            false => {
                let escaped = self.escaped(segment.text, place == Place::Cell);
                let lines = self.lines(escaped, place);
                out.push_str(&if self.characters { with_links(lines) } else { lines });
            }
        });
    }

    /// A text in a cell of AsciiDoc.
    pub(crate) fn asciidoc_cell(text: &str) -> String {
        let mut out = String::new();
        segments(&mut out, text, "```", |out, segment| match segment.is_code {
            true => out.push_str(&format!("[source]\n----\n{}\n----", segment.text.trim())),
            false => out.push_str(&Self { characters: false, html: false }.escaped(segment.text, true)),
        });
        out
    }

    /// Writes [`code`] in a context.
    pub(crate) fn write_code(self, out: &mut String, text: &str, place: Place) {
        if text.is_empty() || !is_plain_code(text) {
            return self.write(out, &code(text, "").0, place);
        }
        ["`", text, "`"].into_iter().for_each(|part| out.push_str(part));
    }

    fn code(self, segment: &Segment<'_>, place: Place) -> String {
        if place == Place::Cell {
            return self.cell_code(segment);
        }
        let last = segment.text.rsplit('\n').next().unwrap_or_default();
        let is_ended = match place {
            Place::Section => last.trim().is_empty(),
            _ => segment.text.ends_with('\n'),
        };
        format!("```{}{}```", segment.text, if is_ended { "" } else { "\n" })
    }

    fn cell_code(self, segment: &Segment<'_>) -> String {
        let text = segment.text.trim();
        if self.html {
            return format!("<pre>{}</pre>", text.replace('\n', "<br/>").replace('\r', ""));
        }
        let before = if segment.is_first { "```" } else { " ```" };
        let after = if segment.is_last { "```" } else { "``` " };
        format!("{before}{}{after}", one_line(text).replace('\r', ""))
    }

    /// Escapes characters outside of code in a line.
    fn escaped(self, text: &str, is_cell: bool) -> String {
        let of_segments = |text: &str, write: fn(&mut String, &str)| {
            let mut out = String::with_capacity(text.len());
            segments(&mut out, text, "`", |out, segment| match segment.is_code {
                true => ["`", segment.text, "`"].into_iter().for_each(|part| out.push_str(part)),
                false => write(out, segment.text),
            });
            out
        };
        let text = match is_cell {
            true => of_segments(text, |out, text| replace(out, text, b'|', "\\|")),
            false => text.to_owned(),
        };
        if !self.characters {
            return text;
        }
        of_segments(&text, |out, text| {
            for (index, line) in text.split('\n').enumerate() {
                out.push_str(if index > 0 { "\n" } else { "" });
                underscores(out, line);
            }
        })
    }

    /// Writes the line breaks of a text as the context requires.
    fn lines(self, text: String, place: Place) -> String {
        let text = match place {
            Place::Cell if text.trim().len() < text.len() => text.trim().to_owned(),
            _ => text,
        };
        let text = match place {
            Place::Section => return text,
            _ if !text.contains('\n') => return text,
            _ => broken(&text),
        };
        let text = text.replace("    \n", "  \n").replace("  \n\n", "\n\n").replace("\n  \n", "\n\n");
        if place != Place::Cell {
            return text;
        }
        let line = if self.html { "<br/>" } else { " " };
        text.replace("  \n", line).replace('\n', line)
    }
}

/// Returns `true` if nothing needs escaping, as in most cells: a single line of plain characters, or a single code
/// span.
fn is_plain(text: &str) -> bool {
    let code = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).filter(|code| !code.is_empty());
    match code {
        Some(code) => is_plain_code(code),
        None => is_plain_code(text) && !text.bytes().any(|byte| matches!(byte, b'|' | b'_')),
    }
}

/// Returns `true` for a single line that needs no escaping in a code span.
fn is_plain_code(text: &str) -> bool {
    let is_special = |(at, byte)| match byte {
        b'`' | b'\r' | b'\n' => true,
        b':' => text.as_bytes()[at..].starts_with(b"://"),
        _ => false,
    };
    !text.bytes().enumerate().any(is_special)
}

/// Writes a string with an ASCII character replaced.
fn replace(out: &mut String, text: &str, from: u8, to: &str) {
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte == from {
            out.push_str(&text[start..at]);
            out.push_str(to);
            start = at + 1;
        }
    }
    out.push_str(&text[start..]);
}

/// A part of a text inside or outside of code marks.
struct Segment<'t> {
    text: &'t str,
    is_code: bool,
    /// Set if it starts the text.
    is_first: bool,
    /// Set if it ends the text.
    is_last: bool,
}

/// Writes the parts of a string inside and outside of marks, which are backticks; a mark that is immediately repeated
/// does not count.
fn segments(out: &mut String, text: &str, mark: &str, write: impl Fn(&mut String, &Segment<'_>)) {
    if !text.contains('`') {
        return write(out, &Segment { text, is_code: false, is_first: true, is_last: true });
    }
    let mut is_code = text.starts_with(mark);
    let mut parts = text.split(mark).peekable();
    let mut before: Option<&str> = None;
    while let Some(part) = parts.next() {
        let is_first = before.is_none_or(|before| before.trim().is_empty());
        before = Some(part);
        if !part.is_empty() {
            let is_last = parts.peek().is_none_or(|after| after.trim().is_empty());
            write(out, &Segment { text: part, is_code, is_first, is_last });
            is_code = !is_code;
        }
    }
}

static RULE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\s*)(_+)(\s+)(.*)"));
static EMPHASIS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\s+)(_+)([^\t\n\f\r _])(.*)([^\t\n\f\r _])(_+)(\s+)"));
static ASSIGNMENT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\s*)=(\s*)"));
static LINK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?i)(?:https?|ftp|ftps|git|ssh|file|s3|sftp)://[^\s<>"`|\[\]{}]+"#));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this file")
}

/// Escapes the underscores of a line, except those that are separate words or mark emphasis.
fn underscores(out: &mut String, line: &str) {
    const KEPT: &str = "\u{0}";
    // both begin a word
    let mut before = line.split('_');
    before.next_back();
    let is_kept = before.any(|before| before.is_empty() || before.ends_with(char::is_whitespace));
    if !is_kept && !line.contains(KEPT) {
        return replace(out, line, b'_', "\\_");
    }
    let mut line = line.to_owned();
    for (pattern, groups) in [(&RULE, &[2][..]), (&EMPHASIS, &[6, 2][..])] {
        let Some(found) = pattern.captures(&line) else { continue };
        let ranges: Vec<_> =
            groups.iter().filter_map(|group| found.get(*group)).map(|it| it.range()).collect();
        for range in ranges {
            line.replace_range(range.clone(), &KEPT.repeat(range.len()));
        }
    }
    out.push_str(&line.replace('_', "\\_").replace(KEPT, "_"));
}

/// Adds two spaces before each line break that is followed by a word.
fn broken(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find('\n') {
        let start = if rest[..at].ends_with('\r') { at - 1 } else { at };
        let word = rest[at..].trim_start();
        out.push_str(&rest[..start]);
        // A list item begins with a marker and needs no break before it.
        let is_word = word.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        out.push_str(if is_word { "  " } else { "" });
        out.push_str(&rest[start..rest.len() - word.len()]);
        rest = word;
    }
    out + rest
}

/// Puts code on one line.
fn one_line(text: &str) -> String {
    let lines = text.split('\n').filter(|line| !line.trim().is_empty());
    let lines = lines.map(|line| ASSIGNMENT.replace_all(line, " = ").trim_start().to_owned());
    lines.collect::<Vec<_>>().join(" ")
}

/// Removes the escapes in links.
fn with_links(text: String) -> String {
    if !text.contains("://") {
        return text;
    }
    let mut out = text.clone();
    for link in LINK.find_iter(&text) {
        let link = link.as_str().trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '\\']);
        let is_open = link.matches(')').count() > link.matches('(').count();
        let link = if is_open { link.split(')').next().unwrap_or(link) } else { link };
        if link.contains('\\') {
            out = out.replace(link, &link.replace('\\', ""));
        }
    }
    out
}

/// Code as a span, or as a fenced block if it has several lines; `true` for a block.
pub(crate) fn code(text: &str, language: &str) -> (String, bool) {
    if text.contains('\n') {
        return (format!("\n\n```{language}\n{text}\n```\n"), true);
    }
    (format!("`{text}`"), false)
}

/// Removes trailing spaces and repeated blank lines from a page; two spaces at the end of a line are a line
/// break and are kept.
pub(crate) fn tidied(page: &str) -> String {
    let mut out = String::with_capacity(page.len());
    let mut blank = 0;
    for line in page.split('\n') {
        let trimmed = line.trim_end_matches(' ');
        let line = if line.len() - trimmed.len() >= 2 && !trimmed.is_empty() { line } else { trimmed };
        blank = if line.is_empty() { blank + 1 } else { 0 };
        if blank < 2 {
            out.push_str(line);
            out.push('\n');
        }
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Escapes = Escapes { characters: true, html: true };

    #[test]
    fn cells_hold_code_lines_and_pipes() {
        let cell = |text: &str| ALL.text(text, Place::Cell);
        assert_eq!(cell(""), "n/a");
        assert_eq!(cell("v1 | `a|b`"), "v1 \\| `a|b`");
        assert_eq!(cell("a_b\nc"), "a\\_b<br/>c");
        assert_eq!(cell("a\n\n```\nx = 1\n```\n"), "a<pre>x = 1</pre>");
        assert_eq!(cell("see https://a.b/c_d."), "see https://a.b/c_d.");
        assert_eq!(cell("an _emphasis_ here"), "an _emphasis_ here");
        assert_eq!(cell(" plain: words "), "plain: words");
        assert_eq!(cell("`a_b|c`"), "`a_b|c`");
        assert_eq!(cell("`a_b` or `c|d`|"), "`a_b` or `c|d`\\|");
        assert_eq!(cell("``"), "");
    }

    #[test]
    fn paragraphs_keep_their_lines() {
        assert_eq!(ALL.text("a\nb\n\n- c", Place::Paragraph), "a  \nb\n\n- c");
        assert_eq!(ALL.text("a_b\nc", Place::Section), "a\\_b\nc");
    }

    #[test]
    fn underscores_that_mark_emphasis_or_stand_alone_are_kept() {
        let line = |text: &str| {
            let mut out = String::new();
            underscores(&mut out, text);
            out
        };
        assert_eq!(line("a_b __c d_"), "a\\_b \\_\\_c d\\_");
        assert_eq!(line("__ a_b"), "__ a\\_b");
        assert_eq!(line("a _bc_ d_e"), "a _bc_ d\\_e");
        assert_eq!(line("é_a"), "é\\_a");
    }

    #[test]
    fn a_line_break_before_a_word_is_one_in_markdown_too() {
        assert_eq!(broken("a\nb\r\n  c\n\n_d\n- e\n"), "a  \nb  \r\n  c  \n\n_d\n- e\n");
    }

    #[test]
    fn pages_have_single_blank_lines() {
        assert_eq!(tidied("a \n\n\n\nb  \nc\n\n"), "a\n\nb  \nc");
    }
}
