//! Patterns in RE2 syntax, as in Go, translated to patterns of the crate `regex`.
//!
//! RE2's syntax and that of the crate `regex` differ in a few places: classes such as `\d` are ASCII only,
//! `[` and `&&` have no meaning inside a class, braces that are not a repetition are literals, and a
//! repetition cannot be repeated. Everything else has the same meaning in both.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use hclx_core::Fallible;
use hclx_core::pay;
use regex_syntax::hir::ErrorKind;

use crate::search::{self, CheckedPattern, Engines, MOST_BYTES, MOST_REPEATS, Match, NotCompiled, parser};

/// A compiled pattern.
#[derive(Debug)]
pub struct Pattern {
    engines: Engines,
    price: Price,
    /// Set if the pattern is small enough for a cache.
    is_small: bool,
    /// The names of the capturing groups; `None` for unnamed ones.
    pub groups: Vec<Option<String>>,
}

/// The cost of compiling a pattern.
#[derive(Clone, Copy, Debug)]
struct Price {
    ticks_of_parsing: u64,
    size: search::Size,
}

/// The state of payment for compiling a pattern. An evaluation pays once, regardless of how often it uses the
/// pattern and of who else has compiled it, so that its cost does not depend on others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payment {
    /// Not paid yet.
    Due,
    /// Already paid.
    Made,
}

/// The reason why there is no pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPattern {
    /// The mistake, with its position.
    Mistake(String),
    /// Compiling it would cost more than the rest of the budget.
    Spent,
}

impl fmt::Display for NotPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mistake(what) => f.write_str(what),
            Self::Spent => f.write_str("needs more work than is left of the limit"),
        }
    }
}

impl From<String> for NotPattern {
    fn from(what: String) -> Self {
        Self::Mistake(what)
    }
}

/// A cache of compiled patterns, for loops and for modules that are called repeatedly. Only small patterns
/// are cached, and a full cache is cleared.
#[derive(Debug, Default)]
pub struct Patterns(Mutex<HashMap<Box<str>, Arc<Pattern>>>);

/// The maximum number of cached patterns.
const MOST_KEPT: usize = 128;
/// The maximum memory of a cached pattern, and of the additional memory for searching.
const MOST_BYTES_KEPT: usize = 128 << 10;

impl Patterns {
    /// Like [`compile`], with the cached result if there is one.
    ///
    /// # Errors
    /// The error in the pattern, with its position, or an exhausted budget.
    pub fn compile(&self, pattern: &str, payment: Payment) -> Result<Arc<Pattern>, NotPattern> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().get(pattern).cloned();
        if let Some(known) = known {
            known.price.pay(payment)?;
            return Ok(known);
        }
        let read = TranslatedPattern::new(pattern, payment)?;
        match read.compile(MOST_BYTES_KEPT) {
            // a pattern beyond the limit of the cache may still be within the limit of a single one
            Err(NotCompiled::TooLarge) => read.compile_alone().map(Arc::new),
            Err(NotCompiled::Mistake) => Err(read.mistake().into()),
            Ok(small) => {
                let small = Arc::new(small);
                let mut kept = kept();
                if kept.len() >= MOST_KEPT {
                    kept.clear();
                }
                kept.insert(pattern.into(), Arc::clone(&small));
                Ok(small)
            }
        }
    }
}

/// Compiles a pattern.
///
/// # Errors
/// The error in the pattern, with its position, or an exhausted budget.
pub fn compile(pattern: &str, payment: Payment) -> Result<Pattern, NotPattern> {
    TranslatedPattern::new(pattern, payment)?.compile_alone()
}

/// Compiles a pattern that must match whole strings.
///
/// # Errors
/// The error in the pattern, with its position, or an exhausted budget.
pub fn compile_whole(pattern: &str) -> Result<Pattern, NotPattern> {
    let mut read = TranslatedPattern::new(pattern, Payment::Due)?;
    read.checked.source = format!("\\A(?:{})\\z", read.checked.source);
    read.compile_alone()
}

impl Price {
    fn pay(self, payment: Payment) -> Result<(), NotPattern> {
        let paid = match payment {
            Payment::Due => pay(self.ticks_of_parsing).and_then(|()| self.size.pay()),
            Payment::Made => Ok(()),
        };
        paid.map_err(|_| NotPattern::Spent)
    }
}

/// A pattern that is translated and checked.
struct TranslatedPattern {
    checked: CheckedPattern,
    ticks_of_parsing: u64,
    places: Vec<(usize, usize)>,
    groups: Vec<Option<String>>,
}

impl TranslatedPattern {
    fn new(pattern: &str, payment: Payment) -> Result<Self, NotPattern> {
        /// The cost in ticks of a byte, and of a Unicode class, which has many ranges.
        const BYTE: u64 = 64;
        const CLASS: u64 = 16_384;
        let classes = pattern.bytes().filter(|byte| matches!(byte, b'p' | b'P')).count() as u64;
        let folded = if pattern.contains("(?") { 8 } else { 1 };
        let ticks_of_parsing = BYTE * folded * pattern.len() as u64 + CLASS * folded * classes;
        if payment == Payment::Due {
            pay(ticks_of_parsing).map_err(|_| NotPattern::Spent)?;
        }
        let Translator { out, places, groups, .. } = Translator::of(pattern)?;
        let checked = search::check(out.clone()).map_err(|at| match at {
            Some(at) => repeated_too_often(original(&places, at)),
            None => mistake(&out, &places),
        })?;
        if payment == Payment::Due {
            checked.size.pay().map_err(|_| NotPattern::Spent)?;
        }
        Ok(Self { checked, ticks_of_parsing, places, groups })
    }

    fn compile(&self, bytes: usize) -> Result<Pattern, NotCompiled> {
        let engines = Engines::new(&self.checked, bytes)?;
        let price = Price { ticks_of_parsing: self.ticks_of_parsing, size: self.checked.size };
        Ok(Pattern { engines, price, is_small: bytes <= MOST_BYTES_KEPT, groups: self.groups.clone() })
    }

    fn compile_alone(&self) -> Result<Pattern, NotPattern> {
        self.compile(MOST_BYTES).map_err(|failure| match failure {
            NotCompiled::TooLarge => {
                format!("needs more than the limit of {MOST_BYTES} bytes of memory; repeat less").into()
            }
            NotCompiled::Mistake => self.mistake().into(),
        })
    }

    fn mistake(&self) -> String {
        mistake(&self.checked.source, &self.places)
    }
}

fn repeated_too_often(at: usize) -> String {
    format!(
        "is not a regular expression: nested repetitions have more than the limit of {MOST_REPEATS} copies \
         (at byte {at} of the pattern)"
    )
}

/// The position in the original pattern of one in the translated pattern.
fn original(places: &[(usize, usize)], at: usize) -> usize {
    let place = places.partition_point(|(out, _)| *out <= at);
    places[..place].last().map_or(0, |(_, original)| *original)
}

impl Pattern {
    /// Returns `true` if [`Patterns`] caches the pattern, so that it is paid for once.
    pub const fn is_small(&self) -> bool {
        self.is_small
    }

    /// Returns `true` if the pattern matches in the string.
    ///
    /// # Errors If the rest of the budget does not cover the search.
    pub fn is_match(&self, text: &str) -> Fallible<bool> {
        self.engines.is_match(text)
    }

    /// The first match.
    ///
    /// # Errors
    /// Like [`Pattern::is_match`].
    pub fn first_match<'t>(&self, text: &'t str) -> Fallible<Option<Match<'t>>> {
        let mut first = None;
        self.engines.for_each_match(text, 1, &mut |found| {
            first = Some(found);
            Ok(())
        })?;
        Ok(first)
    }

    /// Calls a function with all matches, in order.
    ///
    /// # Errors Like [`Pattern::is_match`], and the errors of the function.
    pub fn for_each_match<'t>(
        &self,
        text: &'t str,
        mut each: impl FnMut(Match<'t>) -> Fallible<()>,
    ) -> Fallible<()> {
        self.engines.for_each_match(text, usize::MAX, &mut each)
    }
}

/// The pattern for the occurrences of a string.
pub fn escape(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len());
    for c in text.chars() {
        if r"\.+*?()|[]{}^$".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// Translates an RE2 pattern to the syntax of the crate `regex`, and checks it.
///
/// # Errors
/// The error in the pattern, with its position.
pub fn translate(pattern: &str) -> Result<String, String> {
    let Translator { out, places, .. } = Translator::of(pattern)?;
    match search::check(out.clone()) {
        Ok(_) => Ok(out),
        Err(Some(at)) => Err(repeated_too_often(original(&places, at))),
        Err(None) => Err(mistake(&out, &places)),
    }
}

/// The error in a translated pattern, with its position in the original one.
fn mistake(translated: &str, places: &[(usize, usize)]) -> String {
    let (what, at) = match parser().parse(translated) {
        Err(regex_syntax::Error::Parse(error)) => (error.kind().to_string(), error.span().start.offset),
        Err(regex_syntax::Error::Translate(error)) => {
            let what = match error.kind() {
                ErrorKind::UnicodePropertyValueNotFound => "unknown Unicode script".to_owned(),
                kind => kind.to_string(),
            };
            (what, error.span().start.offset)
        }
        _ => return "is not a regular expression".to_owned(),
    };
    let place = original(places, at);
    format!("is not a regular expression: {what} (at byte {place} of the pattern)")
}

/// A general category or a script, by its name in RE2, which supports no other properties and no other
/// spellings.
fn class_of(name: &str) -> Option<String> {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    if !is_word || !name.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    Some(match name.len() {
        // Names of categories have one or two letters, those of scripts have more.
        _ if name == "Any" => "any".to_owned(),
        1 | 2 => format!("gc={name}"),
        _ => format!("sc={name}"),
    })
}

struct Translator<'p> {
    pattern: &'p str,
    at: usize,
    out: String,
    /// The positions in the original that parts of the output come from.
    places: Vec<(usize, usize)>,
    groups: Vec<Option<String>>,
}

/// The characters of `\d`, `\s` and `\w` inside a class.
const fn perl_class(letter: char) -> Option<&'static str> {
    Some(match letter {
        'd' => "[0-9]",
        'D' => "[^0-9]",
        's' => "[\\t\\n\\x0C\\r ]",
        'S' => "[^\\t\\n\\x0C\\r ]",
        'w' => "[0-9A-Za-z_]",
        'W' => "[^0-9A-Za-z_]",
        _ => return None,
    })
}

impl<'p> Translator<'p> {
    fn of(pattern: &'p str) -> Result<Self, String> {
        let mut translator =
            Translator { pattern, at: 0, out: String::new(), places: Vec::new(), groups: Vec::new() };
        translator.run()?;
        Ok(translator)
    }

    fn rest(&self) -> &str {
        &self.pattern[self.at..]
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest().chars().next()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    fn wrong(&self, what: &str, at: usize) -> String {
        format!("is not a regular expression: {what} (at byte {at} of the pattern)")
    }

    fn run(&mut self) -> Result<(), String> {
        let mut repeated = false;
        while self.at < self.pattern.len() {
            let start = self.at;
            self.places.push((self.out.len(), start));
            let repetition = self.repetition()?;
            if repetition && repeated {
                return Err(self.wrong("a repetition cannot be repeated", start));
            }
            repeated = repetition;
            if !repetition {
                self.piece()?;
            }
        }
        Ok(())
    }

    /// Copies `*`, `+`, `?`, `{2,3}`, each with the `?` that makes it lazy.
    fn repetition(&mut self) -> Result<bool, String> {
        let start = self.at;
        let length = match self.rest().chars().next() {
            Some('*' | '+' | '?') => 1,
            Some('{') => self.counted()?,
            _ => 0,
        };
        if length == 0 {
            return Ok(false);
        }
        self.at += length;
        self.eat("?");
        self.out.push_str(&self.pattern[start..self.at]);
        Ok(true)
    }

    /// The length of `{2}`, `{2,}` or `{2,3}`; any other brace is a literal.
    fn counted(&self) -> Result<usize, String> {
        let Some(end) = self.rest().find('}') else { return Ok(0) };
        let inside = &self.rest()[1..end];
        let (least, most) = inside.split_once(',').unwrap_or((inside, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if least.is_empty() || !digits(least) || !digits(most) {
            return Ok(0);
        }
        for count in [least, most].into_iter().filter(|count| !count.is_empty()) {
            if count.parse::<u32>().map_or(true, |count| count > MOST_REPEATS) {
                let what = format!("{count} repetitions are more than the limit of {MOST_REPEATS}");
                return Err(self.wrong(&what, self.at));
            }
        }
        Ok(end + 1)
    }

    fn piece(&mut self) -> Result<(), String> {
        let start = self.at;
        match self.next() {
            Some('\\') => self.escape(start),
            Some('[') => self.class(start),
            Some('(') => self.group(start),
            Some('{') => {
                self.out.push_str("\\{");
                Ok(())
            }
            Some('}') => {
                self.out.push_str("\\}");
                Ok(())
            }
            Some(c) => {
                self.out.push(c);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// `(`, `(?:`, `(?P<name>`, `(?i)`.
    fn group(&mut self, start: usize) -> Result<(), String> {
        if !self.rest().starts_with('?') {
            self.groups.push(None);
            self.out.push('(');
            return Ok(());
        }
        if ["?=", "?!", "?<=", "?<!"].iter().any(|look| self.rest().starts_with(look)) {
            return Err(self.wrong("look-around is not supported", start));
        }
        if self.eat("?P<") || self.eat("?<") {
            // Without an end the name is empty, which is an error below.
            let end = self.rest().find('>').unwrap_or(0);
            let name = self.rest()[..end].to_owned();
            let word = |c: char| c == '_' || c.is_ascii_alphanumeric();
            if name.is_empty() || !name.chars().all(word) {
                return Err(self.wrong("a group's name must be letters, digits and underscores", start));
            }
            self.at += end + 1;
            // Go accepts duplicate names, and names that start with a digit, so groups are numbered instead.
            self.out.push('(');
            self.groups.push(Some(name));
            return Ok(());
        }
        let end = self.rest().find([':', ')']).unwrap_or(self.rest().len());
        let flags = self.rest()[1..end].to_owned();
        if !flags.chars().all(|c| matches!(c, 'i' | 'm' | 's' | 'U' | '-')) {
            return Err(self.wrong("expected a name or flags after `(?`", start));
        }
        self.out.push_str("(?");
        self.out.push_str(&flags);
        self.at += end;
        if let Some(c) = self.next() {
            self.out.push(c);
        }
        Ok(())
    }

    fn escape(&mut self, start: usize) -> Result<(), String> {
        let Some(letter) = self.rest().chars().next() else {
            return Err(self.wrong("trailing backslash", start));
        };
        if let Some(class) = perl_class(letter) {
            self.at += 1;
            self.out.push_str(class);
            return Ok(());
        }
        match letter {
            'b' | 'B' => {
                self.at += 1;
                // In Go, only ASCII characters are part of words.
                self.out.push_str(&format!("(?-u:\\{letter})"));
                if letter == 'B' {
                    // The crate rejects matches inside a character; between characters the meaning is the
                    // same.
                    self.out.truncate(self.out.len() - "(?-u:\\B)".len());
                    self.out.push_str("\\B");
                }
                Ok(())
            }
            'A' | 'z' => {
                self.at += 1;
                self.out.push('\\');
                self.out.push(letter);
                Ok(())
            }
            'Q' => {
                self.at += 1;
                let end = self.rest().find("\\E").unwrap_or(self.rest().len());
                let quoted = regex_syntax::escape(&self.rest()[..end]);
                self.out.push_str(&quoted);
                self.at += end;
                self.eat("\\E");
                Ok(())
            }
            'p' | 'P' => {
                let name = self.unicode_class(start)?;
                self.out.push_str(&name);
                Ok(())
            }
            'C' => Err(self.wrong("`\\C` (a single byte) is not supported", start)),
            _ => {
                let c = self.escaped_char(start)?;
                self.literal(c);
                Ok(())
            }
        }
    }

    /// `pN`, `p{Greek}`, `p{^Greek}` after a backslash.
    fn unicode_class(&mut self, start: usize) -> Result<String, String> {
        let mut negated = self.next() == Some('P');
        let name = if self.eat("{") {
            if self.eat("^") {
                negated = !negated;
            }
            let end = self.rest().find('}').ok_or_else(|| self.wrong("unclosed class `\\p{…}`", start))?;
            let name = self.rest()[..end].to_owned();
            self.at += end + 1;
            name
        } else {
            self.next().map(String::from).unwrap_or_default()
        };
        let Some(class) = class_of(&name) else {
            return Err(self.wrong(
                &format!("unknown class `{name}`; use a category such as `Lu` or a script such as `Greek`"),
                start,
            ));
        };
        Ok(format!("\\{}{{{class}}}", if negated { 'P' } else { 'p' }))
    }

    /// The character denoted by an escape.
    fn escaped_char(&mut self, start: usize) -> Result<char, String> {
        let unknown = |this: &Self| this.wrong("unknown escape sequence", start);
        Ok(match self.next() {
            Some('a') => '\u{7}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\u{b}',
            Some('x') => self.hexadecimal(start)?,
            Some(c @ '0'..='7') => self.octal(c).ok_or_else(|| unknown(self))?,
            Some(c) if c.is_ascii() && !c.is_ascii_alphanumeric() => c,
            _ => return Err(unknown(self)),
        })
    }

    fn hexadecimal(&mut self, start: usize) -> Result<char, String> {
        let wrong = self.wrong("`\\x` must be followed by two digits or by digits in braces", start);
        let digits = if self.eat("{") {
            let end = self.rest().find('}').ok_or_else(|| wrong.clone())?;
            let digits = self.rest()[..end].to_owned();
            self.at += end + 1;
            digits
        } else {
            let digits = self.rest().get(..2).ok_or_else(|| wrong.clone())?.to_owned();
            self.at += 2;
            digits
        };
        u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).ok_or(wrong)
    }

    /// `\0` with up to two more digits, or three digits; any other single digit would be a back reference.
    fn octal(&mut self, first: char) -> Option<char> {
        let more = self.rest().bytes().take(2).take_while(|byte| (b'0'..=b'7').contains(byte)).count();
        if first != '0' && more == 0 {
            return None;
        }
        let value = u32::from_str_radix(&format!("{first}{}", &self.rest()[..more]), 8).ok()?;
        self.at += more;
        char::from_u32(value)
    }

    fn literal(&mut self, c: char) {
        // In the crate, `\<` and `\>` are word boundaries.
        if c.is_ascii_punctuation() && c != '<' && c != '>' {
            self.out.push('\\');
            self.out.push(c);
        } else {
            self.out.push(c);
        }
    }

    /// `[…]`: in Go only ranges, escapes and `[:name:]` have a meaning inside it.
    fn class(&mut self, start: usize) -> Result<(), String> {
        self.out.push('[');
        if self.eat("^") {
            self.out.push('^');
        }
        let mut first = true;
        // A `]` at the start is a literal.
        while first || !self.rest().starts_with(']') {
            first = false;
            let here = self.at;
            self.places.push((self.out.len(), here));
            if self.rest().is_empty() {
                return Err(self.wrong("unclosed character class `[`", start));
            }
            if !self.class_set(here)? {
                self.class_range(here)?;
            }
        }
        self.at += 1;
        self.out.push(']');
        Ok(())
    }

    /// A named set inside a class.
    fn class_set(&mut self, start: usize) -> Result<bool, String> {
        if self.rest().starts_with("[:")
            && let Some(end) = self.rest().find(":]")
        {
            let set = self.rest()[..end + 2].to_owned();
            self.out.push_str(&set);
            self.at += end + 2;
            return Ok(true);
        }
        let mut chars = self.rest().chars();
        match (chars.next(), chars.next()) {
            (Some('\\'), Some(letter)) if perl_class(letter).is_some() => {
                self.at += 2;
                self.out.push_str(perl_class(letter).unwrap_or_default());
                Ok(true)
            }
            (Some('\\'), Some('p' | 'P')) => {
                self.at += 1;
                let set = self.unicode_class(start)?;
                self.out.push_str(&set);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn class_range(&mut self, start: usize) -> Result<(), String> {
        let least = self.class_char()?;
        self.literal(least);
        // A `-` before the end of the class is a literal.
        if self.rest().starts_with('-') && !self.rest()[1..].starts_with(']') && self.rest().len() > 1 {
            self.at += 1;
            let most = self.class_char()?;
            if most < least {
                return Err(self.wrong(&format!("the range `{least}-{most}` is empty"), start));
            }
            self.out.push('-');
            self.literal(most);
        }
        Ok(())
    }

    fn class_char(&mut self) -> Result<char, String> {
        let start = self.at;
        match self.next() {
            Some('\\') => self.escaped_char(start),
            Some(c) => Ok(c),
            None => Err(self.wrong("incomplete class", start)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_patterns_are_kept_and_others_are_answered_all_the_same() {
        let patterns = Patterns::default();
        let compiled = |text: &str| patterns.compile(text, Payment::Due);
        let kept = || patterns.0.lock().unwrap_or_else(PoisonError::into_inner).len();
        let first = compiled("a(b)").expect("a pattern");
        assert!(Arc::ptr_eq(&first, &compiled("a(b)").expect("a pattern")));
        assert_eq!(first.groups, [None]);
        for wrong in ["(", "a{1001}", "(a{900}){900}", "\\pL{900}"] {
            let expected = compile(wrong, Payment::Due).map(|pattern| pattern.groups);
            assert_eq!(compiled(wrong).map(|pattern| pattern.groups.clone()), expected, "{wrong}");
        }
        let large = compiled("a{1000}b{1000}c{1000}\\pL{10}").expect("a pattern");
        assert!(!large.is_match("b").expect("no limit"));
        assert_eq!(kept(), 1);
        for at in 0..3 * MOST_KEPT {
            compiled(&format!("a{at}")).expect("a pattern");
        }
        assert!(kept() <= MOST_KEPT);
    }
}
