//! Messages and locations for malformed YAML, in place of the parser's own.
//!
//! The parser returns a kind of error and an offset; the messages here also consider the surrounding source.
//! Out of scope: the parser itself (see `events`).

use std::ops::Range;

/// The kinds of errors.
#[derive(Debug)]
pub(super) enum Mistake {
    /// Collections nest too deep.
    Depth,
    /// A tag with an undeclared handle.
    TagHandle,
    /// A malformed tag.
    Tag,
    /// A bracket that is closed by a different one.
    Bracket(char),
    /// An unclosed bracket.
    Unclosed(char),
    /// A closing bracket without an opening one.
    ClosesNothing,
    /// A token in place of a separator or closing bracket.
    Separator,
    /// A quoted scalar that is not closed, or continues on a line that is not indented.
    UnclosedString,
    /// A token after the closing quote.
    AfterString,
    /// An unknown escape.
    Escape,
    /// An escape without its hexadecimal digits.
    HexEscape,
    /// An unpaired surrogate, or a number that is not a character.
    Surrogate,
    /// A line that should be a key has no colon.
    NoColon,
    /// A colon where no mapping can start.
    Colon,
    /// A line that is neither an entry nor the end of the mapping.
    Entry,
    /// A line that is neither an element nor the end of the sequence.
    Element,
    /// A dash where no sequence can start.
    Dash,
    /// A dash inside brackets.
    DashInBrackets,
    /// A tab as indentation.
    Tab,
    /// A character that cannot start a scalar.
    Character(char),
    /// An anchor or alias without a name.
    Anchor,
    /// A token after the indicator of a block scalar.
    BlockHeader,
    /// The indicator `|0`.
    ZeroIndent,
    /// A line of a block scalar that is indented less than the first.
    BlockIndent,
    /// A scalar that continues after a comment.
    Comment,
    /// A malformed directive.
    Directive,
    /// A token after the complete root, or a missing `---` after directives.
    Document,
    /// Any other error, in the parser's words.
    Other(String),
}

/// The explanation of an error.
pub(super) struct Explanation {
    pub span: Range<u32>,
    pub message: String,
    pub help: Option<String>,
    pub label: Option<(Range<u32>, &'static str)>,
}

/// The position of an error.
pub(super) struct Place<'t> {
    pub text: &'t str,
    /// The offset where the parser stopped.
    pub at: usize,
    /// The end of the last token that the parser accepted.
    pub last_end: usize,
    /// The innermost open bracket.
    pub bracket: Option<usize>,
    /// Set once the document has started.
    pub begun: bool,
}

impl Mistake {
    /// Explains the error at a position.
    pub(super) fn explain(&self, place: &Place<'_>) -> Explanation {
        match self {
            Mistake::UnclosedString | Mistake::AfterString => place.string(self),
            Mistake::Escape | Mistake::HexEscape | Mistake::Surrogate => place.escape(self),
            Mistake::Separator | Mistake::Colon if place.bracket.is_some() => place.separator(),
            Mistake::Colon => place.colon(),
            Mistake::Entry | Mistake::Element => place.entry(self),
            Mistake::Bracket(close) => {
                let open = if *close == ']' { '{' } else { '[' };
                let found = place.rest(place.last_end).find(*close);
                let at = found.map_or(place.at, |found| place.last_end + found);
                let label = place.bracket.map(|bracket| (place.character(bracket), "opened here"));
                Explanation { label, ..place.said_at(at, format!("close `{open}` with `{close}`")) }
            }
            Mistake::Document if !place.begun => place.said("expected `---` after the directives"),
            _ => {
                let (message, help) = self.words();
                Explanation { help: help.map(str::to_owned), ..place.said(message) }
            }
        }
    }

    /// The message and the help for errors whose position adds nothing.
    fn words(&self) -> (String, Option<&'static str>) {
        let (message, help) = match self {
            Mistake::Unclosed(open) => return (format!("unclosed `{open}`"), None),
            Mistake::Character(c) => {
                return (format!("a plain string cannot start with `{c}`"), Some("quote the string"));
            }
            Mistake::Other(words) => return (format!("not YAML: {words}"), None),
            Mistake::Depth => ("nodes nest too deep", None),
            Mistake::TagHandle => ("unknown tag handle", None),
            Mistake::Tag => ("malformed tag", None),
            Mistake::ClosesNothing => ("unexpected closing bracket", None),
            Mistake::NoColon => ("expected `:` after this key", None),
            Mistake::Dash => ("a list cannot start here", Some("start it on a line of its own")),
            Mistake::DashInBrackets => {
                ("`- ` is not allowed inside brackets", Some("separate elements with commas"))
            }
            Mistake::Tab => ("a tab cannot indent a line", Some("indent with spaces")),
            Mistake::Anchor => ("expected a name after `&` or `*`", None),
            Mistake::BlockHeader => {
                ("unexpected content after the start of a block string", Some("start it on the next line"))
            }
            Mistake::ZeroIndent => ("the indentation of a block string must be at least 1", None),
            Mistake::BlockIndent => {
                ("a line of a block string cannot be indented less than its first line", None)
            }
            Mistake::Comment => ("a string cannot continue after a comment", None),
            Mistake::Directive => ("malformed directive", None),
            Mistake::Document => ("unexpected content after the end of the document", None),
            _ => ("not YAML", None),
        };
        (message.to_owned(), help)
    }
}

impl<'t> Place<'t> {
    fn rest(&self, at: usize) -> &'t str {
        self.text.get(at..).unwrap_or_default()
    }

    fn character(&self, at: usize) -> Range<u32> {
        let end = at + self.rest(at).chars().next().map_or(0, char::len_utf8);
        at as u32..end as u32
    }

    fn said(&self, message: impl Into<String>) -> Explanation {
        self.said_at(self.at, message)
    }

    fn said_at(&self, at: usize, message: impl Into<String>) -> Explanation {
        Explanation { span: self.character(at), message: message.into(), help: None, label: None }
    }

    /// The opening quote of the string at fault: the first one after the accepted tokens that starts a
    /// scalar.
    fn opening_quote(&self) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut at = self.last_end;
        while at <= self.at && at < bytes.len() {
            let before = if at == 0 { b'\n' } else { bytes[at - 1] };
            let starts = matches!(before, b' ' | b'\t' | b'\n' | b'\r' | b'[' | b'{' | b',' | b':');
            match bytes[at] {
                b'"' | b'\'' if starts => return Some(at),
                b'#' if starts => at += memchr::memchr2(b'\n', b'\r', &bytes[at..])?,
                _ => at += 1,
            }
        }
        None
    }

    fn string(&self, mistake: &Mistake) -> Explanation {
        let Some(open) = self.opening_quote() else { return self.said("unclosed string") };
        let quote = char::from(self.text.as_bytes()[open]);
        if matches!(mistake, Mistake::UnclosedString) {
            let line = self.rest(open);
            let line = line[..line.find(['\n', '\r']).unwrap_or(line.len())].trim_end();
            let last = open + line.char_indices().next_back().map_or(0, |(at, _)| at);
            let label =
                (last > open).then(|| (self.character(last), "the line ends without a closing quote"));
            let help = Some(format!("close it with `{quote}`"));
            return Explanation { help, label, ..self.said_at(open, "unclosed string") };
        }
        let goes_on = self.text[open..self.at].contains('\n');
        let label = goes_on.then(|| (self.character(open), "the string starts here"));
        let help = if quote == '"' {
            "write a quote inside the string as `\\\"`"
        } else {
            "write a quote inside the string as `''`"
        };
        let said = self.said("unexpected content after the closing quote");
        Explanation { help: Some(help.to_owned()), label, ..said }
    }

    /// The explanation of the first invalid escape of the string at fault.
    fn escape(&self, mistake: &Mistake) -> Explanation {
        let open = self.opening_quote().unwrap_or(self.at);
        let bytes = self.text.as_bytes();
        let mut at = open + 1;
        while let Some(found) = memchr::memchr(b'\\', bytes.get(at..).unwrap_or_default()) {
            at += found;
            let Some(letter) = self.rest(at + 1).chars().next() else { break };
            let wanted = match letter {
                'x' => 2,
                'u' => 4,
                'U' => 8,
                _ => 0,
            };
            let end = at + 1 + letter.len_utf8();
            let digits = self.rest(end).bytes().take(wanted).take_while(u8::is_ascii_hexdigit).count();
            let code = u32::from_str_radix(&self.text[end..end + digits], 16).unwrap_or(0);
            let wrong = match mistake {
                Mistake::Escape => !"0abtnvfe \"/\\N_LP\t\n\r".contains(letter) && wanted == 0,
                Mistake::HexEscape => digits < wanted,
                _ => wanted > 2 && char::from_u32(code).is_none() && !self.is_pair(code, end + digits),
            };
            if wrong {
                let end = end + digits;
                let written = &self.text[at..end];
                let (message, help) = match mistake {
                    Mistake::Escape => (
                        format!("unknown escape `{written}`"),
                        Some("write a backslash as `\\\\`".to_owned()),
                    ),
                    Mistake::HexEscape => {
                        (format!("`\\{letter}` must be followed by {wanted} hexadecimal digits"), None)
                    }
                    _ => (format!("`{written}` is not a character"), None),
                };
                return Explanation { span: at as u32..end as u32, message, help, label: None };
            }
            let pair = wanted == 4 && (0xd800..0xdc00).contains(&code);
            at = end + digits + if pair { 6 } else { 0 };
        }
        self.said_at(open, "malformed escape in this string")
    }

    /// Returns `true` if a high surrogate is followed by a low one.
    fn is_pair(&self, code: u32, at: usize) -> bool {
        let low = self.text.get(at + 2..at + 6).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        (0xd800..0xdc00).contains(&code)
            && self.rest(at).starts_with("\\u")
            && low.is_some_and(|low| (0xdc00..0xe000).contains(&low))
    }

    /// The explanation of a token inside brackets that is neither a separator nor the end.
    fn separator(&self) -> Explanation {
        let open = self.bracket.unwrap_or(self.at);
        let close = if self.text.as_bytes().get(open) == Some(&b'[') { ']' } else { '}' };
        let label = Some((self.character(open), "unclosed bracket"));
        Explanation { label, ..self.said(format!("expected `,` or `{close}`")) }
    }

    /// The start of a line, and the column of its content.
    fn line(&self, at: usize) -> (usize, usize) {
        let start = self.text[..at].rfind(['\n', '\r']).map_or(0, |found| found + 1);
        (start, self.rest(start).bytes().take_while(|byte| *byte == b' ').count())
    }

    /// The explanation of a colon where no mapping can start.
    fn colon(&self) -> Explanation {
        let (start, column) = self.line(self.at);
        if self.text[start..self.at].contains(": ") {
            let said = self.said("a value that contains `: ` must be quoted");
            return Explanation {
                help: Some("quote the value, or start a new line after the first `:`".to_owned()),
                ..said
            };
        }
        let before = self.text[..start].trim_end();
        let (above, above_column) = self.line(before.len());
        if start > 0 && above_column == column {
            let end = before.len() as u32;
            let label = Some(((above + above_column) as u32..end, "this line is not a key: it has no `:`"));
            return Explanation { label, ..self.said("this key cannot follow a string") };
        }
        let help = Some("align the keys of a mapping".to_owned());
        Explanation {
            help,
            ..self.said("this key is indented deeper than the entry above it, which has a value")
        }
    }

    /// The explanation of a line that belongs to no open collection.
    fn entry(&self, mistake: &Mistake) -> Explanation {
        let (start, column) = self.line(self.at);
        let line = &self.text[start + column..];
        let (message, help) = match mistake {
            _ if self.at > start + column + 2 => ("unexpected content after this value", None),
            Mistake::Entry if line.starts_with("- ") => {
                ("a list item cannot follow the entries of a mapping", None)
            }
            Mistake::Element if !line.starts_with("- ") => {
                ("expected a list item, as on the lines above", Some("start the line with `- `"))
            }
            _ => (
                "the indentation of this line matches no line above it",
                Some("align it with the entries of its block"),
            ),
        };
        Explanation { help: help.map(str::to_owned), ..self.said(message) }
    }
}
