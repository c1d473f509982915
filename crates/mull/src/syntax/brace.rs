//! The ends of quotations, and the recognition of statements by their first word (Mull §2.2, §2.5).
//!
//! Out of scope: the contents of quotations (see `quotation`).

use super::quotation::is_statement;

/// The offset after the `}` that closes the quotation whose `${` is at `at`. Strings are skipped; nested
/// braces are counted, other brackets are not.
pub(super) fn end_of_quotation(bytes: &[u8], at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    // The brace of the opener counts as the first level.
    let mut pos = at + 1;
    while let Some(byte) = bytes.get(pos) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(pos + 1),
            b'}' => depth -= 1,
            b'"' => pos = end_of_string(bytes, pos)?,
            b'\'' => pos += 1 + memchr::memchr(b'\'', &bytes[pos + 1..])?,
            _ => {}
        }
        pos += 1;
    }
    None
}

/// The offset of the quote that closes the string at `at`.
fn end_of_string(bytes: &[u8], at: usize) -> Option<usize> {
    let mut pos = at + 1;
    loop {
        pos += memchr::memchr2(b'"', b'\\', bytes.get(pos..)?)?;
        if bytes[pos] == b'"' {
            return Some(pos);
        }
        pos += 2;
    }
}

/// The message for a statement in a scalar.
pub(super) const MISPLACED: &str = "a statement must be on a line of its own, or the key of a mapping";

/// The help for a keyword that ends groups in another language.
pub(crate) const END_OF_GROUP: &str = "end a group with `${done}`";

/// The help for a loop as an element of a sequence.
pub(super) const ON_ITS_LINE: &str =
    "write it alone on a line, with the elements below: `${for a}`, then `- ${item}`, then `${done}`";

/// The equivalent expression for a statement of another language.
pub(crate) fn foreign_statement(inside: &str) -> Option<&'static str> {
    let mut words = inside.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
    Some(match words.next()? {
        "end" | "endif" | "endfor" | "fi" | "esac" | "od" | "endeach" => END_OF_GROUP,
        "elif" | "elsif" | "elseif" => "write `${else if …}`",
        "foreach" | "each" | "while" => "write `${for …}`",
        "unless" => "write `${if !…}`",
        "switch" | "case" | "when" => "write `${if …}` and `${else if …}`",
        "var" | "set" | "const" | "local" => "write `${let name = …}`",
        "not" => "write `!`",
        "include" => "write `${insert}` with `import(…)` as its value",
        _ => return None,
    })
}

/// The statements, by their keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Let,
    If,
    ElseIf,
    Else,
    For,
    Done,
    Insert,
    As,
}

impl Keyword {
    /// The keyword of a quotation, if it is a statement.
    pub(super) fn of(inside: &str) -> Option<Self> {
        if !is_statement(inside) {
            return None;
        }
        let mut words = inside.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty());
        match words.next()? {
            "let" => Some(Keyword::Let),
            "if" => Some(Keyword::If),
            "else" if words.next().is_some_and(|word| word == "if") => Some(Keyword::ElseIf),
            "else" => Some(Keyword::Else),
            "for" => Some(Keyword::For),
            "done" => Some(Keyword::Done),
            "insert" => Some(Keyword::Insert),
            "as" => Some(Keyword::As),
            _ => None,
        }
    }

    /// Returns `true` if the statement can be on a separate line.
    pub(super) fn is_line(self) -> bool {
        !matches!(self, Keyword::Insert | Keyword::As)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_inner_braces_are_skipped() {
        for text in ["${\"}\"}", "${{ \"a\": {} }}", "${'}'''}", "${\"\\\"}\"}", "${(}"] {
            assert_eq!(end_of_quotation(text.as_bytes(), 0), Some(text.len()), "{text}");
        }
        for text in ["${", "${{}", "${\"}", "${'", "${\"\\"] {
            assert_eq!(end_of_quotation(text.as_bytes(), 0), None, "{text}");
        }
    }

    #[test]
    fn statements_start_with_a_keyword_and_a_blank() {
        assert_eq!(Keyword::of(" if x"), Some(Keyword::If));
        assert_eq!(Keyword::of("if(x, y)"), None);
        assert_eq!(Keyword::of("else  if x"), Some(Keyword::ElseIf));
        assert_eq!(Keyword::of("else "), Some(Keyword::Else));
        assert_eq!(Keyword::of("iffy"), None);
    }
}
