//! Path patterns as in shells: `*` and `?` within a component, `**` across components, `[a-z]`, `{a,b}`.
//!
//! Most patterns have neither classes nor alternatives and are matched directly. Others are compiled to
//! regular expressions of the crate `regex`.

use regex::{Regex, RegexBuilder};

use crate::search::MOST_BYTES;

/// A path pattern.
#[derive(Debug)]
pub struct Glob(Form);

#[derive(Debug)]
enum Form {
    /// A literal prefix of every matching path, and the steps after it.
    Steps(String, Vec<Step>),
    Regex(Box<Regex>),
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A literal character.
    Literal(char),
    /// `?`: one character within a component.
    One,
    /// `*`: any characters within a component.
    Some,
    /// `**/`: any number of whole components, each with the following `/`.
    Parts,
    /// `**`: anything.
    All,
    /// A character class, in the syntax of the crate `regex`.
    Class(String),
    /// The start of alternatives, the separator between them, and their end.
    Open,
    Or,
    Close,
}

/// Parses a pattern.
///
/// # Errors
/// The error, as a phrase that follows the name of the pattern.
pub fn glob(pattern: &str) -> Result<Glob, String> {
    let steps = steps(pattern)?;
    let is_simple = |step: &Step| !matches!(step, Step::Class(_) | Step::Open | Step::Or | Step::Close);
    let literal = |step: &Step| if let Step::Literal(c) = step { Some(*c) } else { None };
    let start: String = steps.iter().map_while(literal).collect();
    let rest = &steps[start.chars().count()..];
    // There is one more position than there are steps, and each takes one bit.
    if rest.len() < Places::BITS as usize && rest.iter().all(is_simple) {
        return Ok(Glob(Form::Steps(start, rest.to_vec())));
    }
    let out = format!("^{}$", steps.iter().map(Step::regex).collect::<String>());
    let regex = RegexBuilder::new(&out).size_limit(MOST_BYTES).dot_matches_new_line(true).build();
    regex.map(|regex| Glob(Form::Regex(regex.into()))).map_err(|_| "is not a valid glob pattern".to_owned())
}

/// A set of positions between steps as bits; the first position precedes the first step.
type Places = u64;

impl Glob {
    /// Returns `true` if the whole path matches.
    pub fn is_match(&self, path: &str) -> bool {
        let (start, steps) = match &self.0 {
            Form::Regex(regex) => return regex.is_match(path),
            Form::Steps(start, steps) => (start, steps),
        };
        let Some(rest) = path.strip_prefix(&**start) else { return false };
        // the positions reached by the path so far, and those in the middle of a component
        let (mut at, mut inside) = (skipping(steps, 1), 0);
        for c in rest.chars() {
            let (mut next, mut next_inside): (Places, Places) = (0, 0);
            for (index, step) in steps.iter().enumerate() {
                let here = 1 << index;
                let is_at = at & here != 0;
                match step {
                    Step::Literal(own) if is_at && *own == c => next |= here << 1,
                    Step::One if is_at && c != '/' => next |= here << 1,
                    Step::Some if is_at && c != '/' => next |= here,
                    Step::All if is_at => next |= here,
                    Step::Parts if c == '/' => next |= inside & here,
                    Step::Parts => next_inside |= (at | inside) & here,
                    _ => {}
                }
            }
            (at, inside) = (skipping(steps, next), next_inside);
            if at | inside == 0 {
                return false;
            }
        }
        at & (1 << steps.len()) != 0
    }
}

/// The positions, extended past steps that can match nothing.
fn skipping(steps: &[Step], mut at: Places) -> Places {
    for (index, step) in steps.iter().enumerate() {
        if matches!(step, Step::Some | Step::Parts | Step::All) {
            at |= (at & (1 << index)) << 1;
        }
    }
    at
}

impl Step {
    fn regex(&self) -> String {
        match self {
            Self::Literal(c) => regex_syntax::escape(&c.to_string()),
            Self::One => "[^/]".to_owned(),
            Self::Some => "[^/]*".to_owned(),
            Self::Parts => "(?:[^/]+/)*".to_owned(),
            Self::All => ".*".to_owned(),
            Self::Class(class) => class.clone(),
            Self::Open => "(?:".to_owned(),
            Self::Or => "|".to_owned(),
            Self::Close => ")".to_owned(),
        }
    }
}

fn steps(pattern: &str) -> Result<Vec<Step>, String> {
    let mut out = Vec::new();
    let mut chars = pattern.chars().peekable();
    let mut depth = 0;
    // The start of the pattern is the start of a component.
    let mut before = '/';
    while let Some(c) = chars.next() {
        out.push(match c {
            '*' if chars.peek() == Some(&'*') => {
                chars.next();
                // `**` next to other characters of a component is the same as `*`.
                let whole = before == '/' && matches!(chars.peek(), None | Some('/'));
                match chars.peek() {
                    Some('/') if whole => {
                        chars.next();
                        Step::Parts
                    }
                    None if whole => Step::All,
                    _ => Step::Some,
                }
            }
            '*' => Step::Some,
            '?' => Step::One,
            '[' => Step::Class(class(&mut chars)?),
            '{' => {
                depth += 1;
                Step::Open
            }
            // Outside of alternatives, a closing brace or a comma is literal.
            '}' if depth > 0 => {
                depth -= 1;
                Step::Close
            }
            ',' if depth > 0 => Step::Or,
            '\\' => Step::Literal(chars.next().ok_or("ends with an incomplete escape")?),
            c => Step::Literal(c),
        });
        before = if out.last() == Some(&Step::Parts) { '/' } else { c };
    }
    match depth {
        0 => Ok(out),
        _ => Err("has an unclosed `{`".to_owned()),
    }
}

fn class(chars: &mut impl Iterator<Item = char>) -> Result<String, String> {
    let mut out = String::from("[");
    let mut first = true;
    loop {
        let c = chars.next().ok_or("has an unclosed `[`")?;
        match c {
            '^' | '!' if first => out.push('^'),
            ']' if !first => break,
            '-' => out.push('-'),
            '\\' => {
                let c = chars.next().ok_or("has an unclosed `[`")?;
                out.push_str(&regex_syntax::escape(&c.to_string()));
            }
            c => out.push_str(&regex_syntax::escape(&c.to_string())),
        }
        first = false;
    }
    Ok(out + "]")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways of matching a pattern agree: a group with a single alternative forces the use of the crate
    /// `regex`.
    #[test]
    fn patterns_fit_the_same_paths_both_ways() {
        let parts = ["a", "b", "/", "*", "**", "**/", "?", ".", "\\*"];
        let texts =
            ["", "a", "b", "/", "a/", "ab", "/a", ".a", "a*", "*", "a/b", "a//b", "a/b/a", "a.b/\na", "ä/a"];
        let mut patterns = vec![String::new()];
        for _ in 0..3 {
            let longer = |one: &String| parts.map(|part| format!("{one}{part}"));
            patterns.extend(patterns.iter().flat_map(longer).collect::<Vec<_>>());
            patterns.sort();
            patterns.dedup();
        }
        assert!(patterns.len() > 500, "{}", patterns.len());
        for pattern in &patterns {
            let simple = glob(pattern).expect("a pattern");
            assert!(matches!(simple.0, Form::Steps(..)), "{pattern}");
            let steps = steps(pattern).expect("a pattern");
            let regex = format!("(?s)^{}$", steps.iter().map(Step::regex).collect::<String>());
            let regex = Regex::new(&regex).expect("a pattern");
            for text in texts {
                assert_eq!(simple.is_match(text), regex.is_match(text), "{pattern} {text}");
            }
        }
    }

    #[test]
    fn alternatives_and_classes_fit() {
        let fits = |pattern, path| glob(pattern).map(|glob| glob.is_match(path));
        assert_eq!(fits("a/{b,c}/*.[jt]s", "a/c/x.ts"), Ok(true));
        assert_eq!(fits("a/{b,c}/*.[!jt]s", "a/c/x.ts"), Ok(false));
        assert_eq!((fits("**/**/x", "x"), fits("**/**/x", "a/b/x")), (Ok(true), Ok(true)));
        assert_eq!((fits("**/**", "a/b"), fits("**/**/x", "ax")), (Ok(true), Ok(false)));
        assert_eq!(fits("{a", "a"), Err("has an unclosed `{`".to_owned()));
        assert_eq!(fits("[z-a]", "a"), Err("is not a valid glob pattern".to_owned()));
        let long = "a/*".repeat(40);
        assert_eq!((fits(&long, &long), fits(&long, "a/b")), (Ok(true), Ok(false)));
    }
}
