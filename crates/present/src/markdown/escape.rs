//! Text in markdown, escaped like terraform-docs does in tables, documents and separate sections.

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
    /// Escapes a name.
    pub(crate) fn name(self, name: &str) -> String {
        if self.characters { name.replace('_', "\\_") } else { name.to_owned() }
    }

    /// Escapes a text in a context; "n/a" if it is empty.
    pub(crate) fn text(self, text: &str, place: Place) -> String {
        if text.is_empty() {
            return "n/a".to_owned();
        }
        if is_plain(text) {
            return if place == Place::Cell { text.trim() } else { text }.to_owned();
        }
        segments(text, "```", |segment| match segment.is_code {
            true => self.code(segment, place),
            false => {
                let escaped = self.escaped(segment.text, place == Place::Cell);
                let lines = self.lines(escaped, place);
                if self.characters { with_links(lines) } else { lines }
            }
        })
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
        let quoted = |segment: &Segment<'_>| format!("`{}`", segment.text);
        let text = match is_cell {
            true => segments(text, "`", |segment| match segment.is_code {
                true => quoted(segment),
                false => segment.text.replace('|', "\\|"),
            }),
            false => text.to_owned(),
        };
        if !self.characters {
            return text;
        }
        segments(&text, "`", |segment| match segment.is_code {
            true => quoted(segment),
            false => segment.text.split('\n').map(underscores).collect::<Vec<_>>().join("\n"),
        })
    }

    /// Writes the line breaks of a text as the context requires.
    fn lines(self, text: String, place: Place) -> String {
        let text = if place == Place::Cell { text.trim().to_owned() } else { text };
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

/// Returns `true` if nothing needs escaping: a single line of plain characters, or a single code span. This holds for most
/// cells.
fn is_plain(text: &str) -> bool {
    let code = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).filter(|code| !code.is_empty());
    let special: &[u8] = if code.is_some() { b"`\r\n" } else { b"`\r\n|_" };
    let is_special = |byte| special.contains(&byte);
    !code.unwrap_or(text).bytes().any(is_special) && !text.contains("://")
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

/// Maps the parts of a text inside and outside of marks; a mark that is immediately repeated does
/// not count.
fn segments(text: &str, mark: &str, map: impl Fn(&Segment<'_>) -> String) -> String {
    let parts: Vec<&str> = text.split(mark).collect();
    let mut is_code = text.starts_with(mark);
    let mut out = String::with_capacity(text.len());
    for (index, part) in parts.iter().enumerate().filter(|(_, part)| !part.is_empty()) {
        let is_first = index == 0 || parts[index - 1].trim().is_empty();
        let is_last = index + 1 == parts.len() || parts[index + 1].trim().is_empty();
        out.push_str(&map(&Segment { text: part, is_code, is_first, is_last }));
        is_code = !is_code;
    }
    out
}

static RULE: LazyLock<Regex> = LazyLock::new(|| pattern(r"^(\s*)(_+)(\s+)(.*)"));
static EMPHASIS: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(\s+)(_+)([^\t\n\f\r _])(.*)([^\t\n\f\r _])(_+)(\s+)"));
static ASSIGNMENT: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\s*)=(\s*)"));
static BREAK: LazyLock<Regex> = LazyLock::new(|| pattern(r"(\r?\n)(\s*)([0-9A-Za-z_]+)"));
static LINK: LazyLock<Regex> =
    LazyLock::new(|| pattern(r#"(?i)(?:https?|ftp|ftps|git|ssh|file|s3|sftp)://[^\s<>"`|\[\]{}]+"#));

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a pattern of this file")
}

/// Escapes the underscores of a line, except those that stand alone or mark emphasis.
fn underscores(line: &str) -> String {
    const KEPT: &str = "\u{0}";
    let mut line = line.to_owned();
    for (pattern, groups) in [(&RULE, &[2][..]), (&EMPHASIS, &[6, 2][..])] {
        let Some(found) = pattern.captures(&line) else { continue };
        let ranges: Vec<_> =
            groups.iter().filter_map(|group| found.get(*group)).map(|it| it.range()).collect();
        for range in ranges {
            line.replace_range(range.clone(), &KEPT.repeat(range.len()));
        }
    }
    line.replace('_', "\\_").replace(KEPT, "_")
}

/// Adds two spaces before each line break that is followed by a word.
fn broken(text: &str) -> String {
    // A line of a list begins with a mark and needs no break before it.
    BREAK.replace_all(text, "  $1$2$3").into_owned()
}

/// Puts code on one line.
fn one_line(text: &str) -> String {
    let lines = text.split('\n').filter(|line| !line.trim().is_empty());
    let lines = lines.map(|line| ASSIGNMENT.replace_all(line, " = ").trim_start().to_owned());
    lines.collect::<Vec<_>>().join(" ")
}

/// Removes the escapes in links.
fn with_links(text: String) -> String {
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
    fn pages_have_single_blank_lines() {
        assert_eq!(tidied("a \n\n\n\nb  \nc\n\n"), "a\n\nb  \nc");
    }
}
