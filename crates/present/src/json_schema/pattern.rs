//! Patterns with the same meaning in RE2 and in ECMA-262.

/// A pattern that matches exactly this text.
pub(super) fn literal(text: &str) -> String {
    let escaped = |c: char| match c {
        '\\' | '^' | '$' | '.' | '|' | '?' | '*' | '+' | '(' | ')' | '[' | ']' | '{' | '}' | '/' => {
            format!("\\{c}")
        }
        c => c.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// The pattern, if all its operators have the same meaning in both: no flags, no names, no Unicode classes,
/// none of the escapes that differ (`\s`, `\A`, `\z`), and no `.`, which excludes different line breaks.
pub(super) fn portable(pattern: &str) -> Option<&str> {
    let mut chars = pattern.chars().peekable();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next()? {
                'd' | 'w' | '\\' | '.' | '+' | '*' | '?' | '^' | '$' | '(' | ')' | '[' | ']' | '{' | '}'
                | '|' | '/' => {}
                '-' if in_class => {}
                _ => return None,
            },
            '[' if in_class => return None,
            '[' => {
                in_class = true;
                chars.next_if_eq(&'^');
                // RE2 treats a bracket in the first position as a member
                if chars.peek() == Some(&']') {
                    return None;
                }
            }
            ']' if in_class => in_class = false,
            ']' | '}' => return None,
            '{' if !in_class => {
                let mut count = String::new();
                while let Some(digit) = chars.next_if(|c| c.is_ascii_digit() || *c == ',') {
                    count.push(digit);
                }
                let is_count = count.starts_with(|c: char| c.is_ascii_digit()) && chars.next() == Some('}');
                if !is_count {
                    return None;
                }
            }
            '(' if !in_class && chars.peek() == Some(&'?') => {
                chars.next();
                if chars.next() != Some(':') {
                    return None;
                }
            }
            '.' if !in_class => return None,
            c if c.is_control() => return None,
            _ => {}
        }
    }
    (!in_class).then_some(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_the_same_everywhere_is_taken_over() {
        for same in ["^[a-z][a-z0-9-]{1,62}$", "^(?:a|b)+$", r"^\d+\.\d+$", r"^[\w\-]+$", "", "^arn:aws"] {
            assert_eq!(portable(same), Some(same));
        }
        for other in [
            "(?i)a",
            "(?P<a>b)",
            r"\s",
            r"\Aa\z",
            "[[:alpha:]]",
            "a.b",
            r"\p{L}",
            "[]a]",
            "a{x}",
            "a]",
            "}",
            "[a",
            r"\-",
            "a{,2}",
        ] {
            assert_eq!(portable(other), None, "{other}");
        }
        assert_eq!(literal("a.b/"), r"a\.b\/");
    }
}
