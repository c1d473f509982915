//! Text that is safe on a terminal and fits it. This module does not depend on findings.
//!
//! Sources, file names and messages may contain anything, including escape sequences. Characters that would
//! move the cursor, change the writing direction or be invisible are replaced by visible ones.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The character to show in place of an unsafe or invisible one; any other character is unchanged.
pub(crate) fn visible(c: char) -> char {
    match c {
        // Unicode has a picture of each of these from U+2400 on.
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '␡',
        // C1 controls, bidirectional controls, line separators, invisible characters
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'
        | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e001f}' => char::REPLACEMENT_CHARACTER,
        c => c,
    }
}

/// The width of a character in columns, as miette counts it.
pub(crate) fn char_width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// The width of a string in columns, as the sum of its characters' widths, which is how miette places carets.
pub(crate) fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

/// Makes a string safe, keeping its line breaks.
pub(crate) fn lines(text: &str) -> String {
    text.replace("\r\n", "\n").chars().map(|c| if c == '\n' { c } else { visible(c) }).collect()
}

/// Returns `true` if a terminal would interpret or hide a character: controls except line breaks and
/// tabs, bidirectional controls, invisible characters.
pub fn is_unsafe(c: char) -> bool {
    !matches!(c, '\n' | '\t') && visible(c) != c
}

/// Makes a string safe and puts it on one line; line breaks become `\n`.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            c => line.push(visible(c)),
        }
    }
    line
}

/// The minimum width for wrapping: one letter per line would not be readable.
pub(crate) const NARROWEST: usize = 10;

/// Wraps a string into lines, the first of at most `first` columns, the others of at most `rest`.
///
/// Breaks between words where possible, and inside words that are too long for a line; line breaks in the
/// text are kept.
pub(crate) fn wrap(text: &str, first: usize, rest: usize) -> Vec<String> {
    let (first, rest) = (first.max(NARROWEST), rest.max(NARROWEST));
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let mut used = 0;
        for word in paragraph.split_inclusive(' ') {
            let room = if lines.is_empty() { first } else { rest };
            // The spaces at the end of a line are removed below, so they need no space.
            if used > 0 && used + word.trim_end_matches(' ').width() > room {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            for c in word.chars() {
                let room = if lines.is_empty() { first } else { rest };
                if c != ' ' && used + char_width(c) > room {
                    lines.push(std::mem::take(&mut line));
                    used = 0;
                }
                line.push(c);
                used += char_width(c);
            }
        }
        lines.push(line);
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_and_long_ones_break() {
        assert_eq!(wrap("one two three four five six", 20, 24), ["one two three four", "five six"]);
        let long = "x".repeat(50);
        assert_eq!(wrap(&long, 20, 25), ["x".repeat(20), "x".repeat(25), "x".repeat(5)]);
        assert_eq!(wrap("two\nlines", 80, 80), ["two", "lines"]);
        assert_eq!(wrap("", 80, 80), [""]);
        assert_eq!(wrap("日本語日本語日本語日本語", 20, 20), ["日本語日本語日本語日", "本語"]);
        assert_eq!(wrap(&"a ".repeat(1000), usize::MAX, usize::MAX).len(), 1);
    }

    #[test]
    fn what_a_terminal_would_obey_is_replaced() {
        assert_eq!(one_line("a\x1b[31m\n\u{202e}b\u{9b}"), "a␛[31m\\n\u{fffd}b\u{fffd}");
        assert_eq!(lines("a\r\nb\r"), "a\nb␍");
        assert_eq!(one_line("👩\u{200d}💻 e\u{301}"), "👩\u{200d}💻 e\u{301}");
    }
}
