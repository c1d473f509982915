//! YAML as events. The parser is generic and is instantiated here, so that other crates contain no copies of
//! it.

use std::fmt::Write;

pub use granit_parser::{ErrorKind, Event, ScalarStyle, Span, Tag};
use granit_parser::{Options, Parser, ScanError, StrInput};

/// The parser events of a YAML 1.2 document, with byte offsets; they end after the first error.
pub struct Events<'t>(Parser<'t, StrInput<'t>>);

impl<'t> Events<'t> {
    /// Creates events; an alias without an anchor is an error.
    pub fn new(text: &'t str) -> Self {
        Self::with(text, false)
    }

    /// Creates events; an alias without an anchor is an event too.
    pub fn with_unresolved_aliases(text: &'t str) -> Self {
        Self::with(text, true)
    }

    #[inline(never)]
    fn with(text: &'t str, unresolved_aliases: bool) -> Self {
        let mut options = Options::default();
        options.set_emit_comments(false);
        options.emit_unresolved_aliases = unresolved_aliases;
        Self(Parser::new_from_str_with_options(text, options))
    }
}

impl<'t> Iterator for Events<'t> {
    type Item = Result<(Event<'t>, Span), ScanError>;

    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        self.0.next_event()
    }
}

/// Writes a string and a line break as Terraform does: in double quotes or, if it has several lines, as a
/// literal block. Returns `true` if a block contains Unicode line separators, which are not written.
pub fn write_text(out: &mut String, text: &str, indent: usize) -> bool {
    if !text.contains('\n') || !fits_block(text) {
        write_quoted(out, text);
        out.push('\n');
        return false;
    }
    // If a block starts with a space or an empty line, its indentation must be given.
    let spaced = text.starts_with([' ', '\n']);
    let body = text.strip_suffix('\n');
    let open = body.is_some_and(|body| body.is_empty() || body.ends_with('\n'));
    // `+` keeps all line breaks at the end, `-` keeps none, and the default keeps one.
    let chomping = if open { "+" } else { body.map_or("-", |_| "") };
    let _ = writeln!(out, "|{}{chomping}", if spaced { "2" } else { "" });
    for line in body.unwrap_or(text).split('\n') {
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(' ', indent));
            out.push_str(line);
        }
        out.push('\n');
    }
    text.contains(['\u{2028}', '\u{2029}'])
}

/// Writes a string in double quotes.
pub fn write_quoted(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match escape(c) {
            Some(letter) => out.extend(['\\', letter]),
            None if is_printable(c) => out.push(c),
            None => {
                let code = u32::from(c);
                let _ = match code {
                    0..=0xff => write!(out, "\\x{code:02X}"),
                    0x100..=0xffff => write!(out, "\\u{code:04X}"),
                    _ => write!(out, "\\U{code:08X}"),
                };
            }
        }
    }
    out.push('"');
}

/// Returns `true` if a string can be written as a block: it is printable and its lines have no trailing
/// spaces.
fn fits_block(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || is_printable(c)) && !text.contains(" \n") && !text.ends_with(' ')
}

const fn is_printable(c: char) -> bool {
    // As in Terraform, the byte order mark and characters of more than 16 bits are escaped.
    matches!(c, ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

/// The letter of an escape, for characters that have one.
const fn escape(c: char) -> Option<char> {
    Some(match c {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => return None,
    })
}
