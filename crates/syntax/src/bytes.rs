//! Classes of bytes and characters for the lexer: tokens, identifiers, UTF-8.
//!
//! Out of scope: anything longer than a character.

/// The tokens that a byte can start outside of template literals.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    Space,
    Newline,
    Return,
    IdentStart,
    Digit,
    /// A character that is a token, or the first character of a longer one.
    Punct,
    /// `#` or `/`.
    Comment,
    /// A non-ASCII byte: any byte from 0x80.
    Wide,
    /// A character that HCL uses only inside strings and comments.
    Bad,
}

pub(crate) const CLASS: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Bad; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' => Class::Space,
            b'\n' => Class::Newline,
            b'\r' => Class::Return,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => Class::IdentStart,
            b'0'..=b'9' => Class::Digit,
            b'#' | b'/' => Class::Comment,
            b'"' | b'{' | b'}' | b'[' | b']' | b'(' | b')' | b',' | b'.' | b':' | b'?' | b'=' | b'!' => {
                Class::Punct
            }
            b'|' | b'&' | b'<' | b'>' | b'+' | b'-' | b'*' | b'%' | b'~' => Class::Punct,
            0x80.. => Class::Wide,
            _ => Class::Bad,
        };
        byte += 1;
    }
    table
}

/// Marks the ASCII bytes that continue an identifier.
pub(crate) const IDENT: [bool; 256] = ident_table();

const fn ident_table() -> [bool; 256] {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_' || byte as u8 == b'-';
        byte += 1;
    }
    table
}

/// The character at `at`, or the number of invalid UTF-8 bytes there. There must be a byte at `at`.
pub(crate) fn char_at(bytes: &[u8], at: usize) -> Result<char, usize> {
    // A character has at most four bytes, so no more have to be validated.
    let piece = &bytes[at..bytes.len().min(at + 4)];
    let valid = match std::str::from_utf8(piece) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => {
            std::str::from_utf8(&piece[..error.valid_up_to()]).expect("checked just now")
        }
        Err(error) => return Err(error.error_len().unwrap_or(piece.len())),
    };
    Ok(valid.chars().next().expect("at least one byte"))
}

/// Returns `true` if a character can start an identifier: Unicode's `ID_Start` and `_` (HCL native syntax
/// spec, Identifiers).
pub(crate) fn starts_identifier(c: char) -> bool {
    c == '_' || unicode_ident::is_xid_start(c) || only_in_id_start(c)
}

/// Returns `true` if a character can continue an identifier: Unicode's `ID_Continue` and `-`. Joiners and
/// middle dots, which Unicode added after HCL was defined, are excluded.
pub(crate) fn continues_identifier(c: char) -> bool {
    let late = matches!(c, '\u{200C}' | '\u{200D}' | '\u{30FB}' | '\u{FF65}');
    !late && (c == '-' || unicode_ident::is_xid_continue(c) || only_in_id_start(c))
}

/// Returns `true` for the members of `ID_Start` that are not in `XID_Start`, the closed form that the crate
/// implements.
fn only_in_id_start(c: char) -> bool {
    matches!(
        c,
        '\u{37A}' | '\u{E33}' | '\u{EB3}' | '\u{309B}' | '\u{309C}' | '\u{FC5E}'
            ..='\u{FC63}'
                | '\u{FDFA}'
                | '\u{FDFB}'
                | '\u{FE70}'
                | '\u{FE72}'
                | '\u{FE74}'
                | '\u{FE76}'
                | '\u{FE78}'
                | '\u{FE7A}'
                | '\u{FE7C}'
                | '\u{FE7E}'
                | '\u{FF9E}'
                | '\u{FF9F}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_broken_bytes() {
        assert_eq!(char_at("é".as_bytes(), 0), Ok('é'));
        assert_eq!(char_at(b"a\xff", 0), Ok('a'));
        assert_eq!(char_at(b"\xff", 0), Err(1));
        assert_eq!(char_at(b"\xe2\x82", 0), Err(2));
    }

    #[test]
    fn identifiers_follow_unicode() {
        assert!(starts_identifier('℘') && starts_identifier('変') && starts_identifier('\u{37A}'));
        assert!(!starts_identifier('-') && !starts_identifier('😀') && !starts_identifier('1'));
        assert!(continues_identifier('-') && continues_identifier('\u{301}'));
        assert!(!continues_identifier('\u{200D}'));
    }
}
