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

/// The same pattern for ECMA-262 and for validators that use another language; `None` if an operator has no
/// equivalent: flags, names, Unicode classes, `\A`, `\z`, and `.`, which excludes different line breaks. Classes
/// are written out, because `\s` differs, and some validators let `\w` and `\d` match all letters and digits.
pub(super) fn portable(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len());
    let mut chars = pattern.chars().peekable();
    let mut in_class = false;
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next()? {
                'd' | 'w' | 's' if in_class && out.ends_with('-') => return None,
                class @ ('d' | 'w' | 's') => {
                    let members = match class {
                        'd' => "0-9",
                        'w' => "0-9A-Za-z_",
                        _ => r"\t\n\f\r ",
                    };
                    match in_class {
                        true => out.push_str(members),
                        false => out.extend(["[", members, "]"]),
                    }
                    // it would be a range with the last member
                    if in_class && chars.peek() == Some(&'-') {
                        chars.next();
                        out.push_str(r"\-");
                    }
                }
                escaped @ ('\\' | '.' | '+' | '*' | '?' | '^' | '$' | '(' | ')' | '[' | ']' | '{' | '}'
                | '|' | '/') => out.extend(['\\', escaped]),
                '-' if in_class => out.push_str(r"\-"),
                '-' => out.push('-'),
                _ => return None,
            },
            // RE2 has classes such as `[:alpha:]` here, but ECMA-262 does not.
            '[' if in_class => return None,
            '[' => {
                in_class = true;
                out.push('[');
                out.extend(chars.next_if_eq(&'^'));
                // RE2 treats a bracket in the first position as a member
                if chars.peek() == Some(&']') {
                    return None;
                }
            }
            ']' if in_class => {
                in_class = false;
                out.push(']');
            }
            // With Unicode patterns, which JSON Schema recommends, ECMA-262 rejects these outside of a class.
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
                out.extend(["{", &count, "}"]);
            }
            '(' if !in_class && chars.peek() == Some(&'?') => {
                chars.next();
                if chars.next() != Some(':') {
                    return None;
                }
                out.push_str("(?:");
            }
            '.' if !in_class => return None,
            c if c.is_control() => return None,
            c => out.push(c),
        }
    }
    (!in_class).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_the_same_everywhere_is_taken_over() {
        for same in ["^[a-z][a-z0-9-]{1,62}$", "^(?:a|b)+$", r"^a\.b$", "", "^arn:aws", r"[a\-z]"] {
            assert_eq!(portable(same).as_deref(), Some(same));
        }
        for (pattern, other) in [
            (r"^\d+\.\d+$", r"^[0-9]+\.[0-9]+$"),
            (r"^[\w\-]+$", r"^[0-9A-Za-z_\-]+$"),
            (r"[\w-.]", r"[0-9A-Za-z_\-.]"),
            (r"[\w-]", r"[0-9A-Za-z_\-]"),
            (r"[^\s]+\s", r"[^\t\n\f\r ]+[\t\n\f\r ]"),
            (r"a\-b", "a-b"),
        ] {
            assert_eq!(portable(pattern).as_deref(), Some(other));
        }
        for other in [
            "(?i)a",
            "(?P<a>b)",
            r"\Aa\z",
            "[[:alpha:]]",
            r"\p{L}",
            "[]a]",
            "a{x}",
            "a]",
            "}",
            "[a",
            "a.b",
            r"[a-\w]",
            r"\D",
            "a{,2}",
        ] {
            assert_eq!(portable(other), None, "{other}");
        }
        assert_eq!(literal("a.b/"), r"a\.b\/");
    }
}
