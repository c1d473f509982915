//! The engines of regular expressions: compiling and searching, each paid for.
//!
//! Short work runs in the crate `regex` in one piece. Longer work steps through a lazy automaton manually, so
//! that every visited byte and every newly built state is paid for, and the search can be canceled. The cost
//! depends only on the pattern and the string.

use std::sync::OnceLock;

use hclx_core::Fallible;
use hclx_core::pay;
use regex::{Regex, RegexBuilder};
use regex_automata::Input;
use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::hybrid::regex as lazy;
use regex_syntax::ast::{self, Ast};
use regex_syntax::hir::{Class, Hir, HirKind};

/// The memory limit of one compiled pattern.
pub(crate) const MOST_BYTES: usize = 1 << 20;
/// The maximum count of a repetition, and of nested repetitions together, as in Go.
pub(crate) const MOST_REPEATS: u32 = 1000;
/// The maximum nesting of a pattern, as in Go.
pub(crate) const MAX_NESTING: u32 = 1000;
/// The cost in ticks of compiling a pattern, of each of its states, and of each range of a class.
const COMPILED: u64 = 16_384;
const STATE_COMPILED: u64 = 3_072;
const RANGE_COMPILED: u64 = 512;
/// The ticks of a search.
const SEARCH: u64 = 64;
/// The product of states, bytes and matches up to which a search is short, and the cost of a part of it.
const LONGEST_SHORT: u64 = 1 << 14;
const SHORT: u64 = 7;
/// The cost in ticks of a visited byte, and of a byte of the automaton when it is built.
const VISITED: u64 = 6;
const BUILT: u64 = 32;
/// The cost in ticks of a state and byte when groups of a match are searched for, or when an automaton would
/// exceed its memory.
const SIMULATED: u64 = 32;
/// The number of bytes that are visited at a time.
const SLICE: usize = 4096;
/// The size of the first slice, before the number of built states is known.
const FIRST_SLICE: usize = 64;

/// The engines of a pattern.
#[derive(Debug)]
pub(crate) struct Engines {
    regex: Regex,
    /// The pattern in the syntax of the crate.
    source: Box<str>,
    states: u64,
    lazy: OnceLock<Option<Box<lazy::Regex>>>,
}

/// The work of compiling a pattern, known in advance.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Size {
    states: u64,
    ranges: u64,
}

impl Size {
    /// The number of states, and of ranges of classes.
    fn of(pattern: &Hir) -> Self {
        let sum = |parts: &[Hir]| {
            parts.iter().map(Self::of).fold(Self::default(), |all, one| Self {
                states: all.states.saturating_add(one.states),
                ranges: all.ranges.saturating_add(one.ranges),
            })
        };
        let one = |states: usize| Self { states: states as u64, ranges: 0 };
        match pattern.kind() {
            HirKind::Empty | HirKind::Look(_) => one(1),
            HirKind::Literal(literal) => one(literal.0.len()),
            HirKind::Class(Class::Bytes(class)) => Self { ranges: class.ranges().len() as u64, ..one(1) },
            HirKind::Class(Class::Unicode(class)) => Self { ranges: class.ranges().len() as u64, ..one(1) },
            HirKind::Capture(capture) => Self::of(&capture.sub).plus(2),
            HirKind::Concat(parts) => sum(parts),
            HirKind::Alternation(parts) => sum(parts).plus(parts.len() as u64),
            HirKind::Repetition(repetition) => {
                let times = repetition.max.unwrap_or(repetition.min + 1).max(1);
                Self::of(&repetition.sub).plus(1).times(times)
            }
        }
    }

    fn plus(self, states: u64) -> Self {
        Self { states: self.states.saturating_add(states), ..self }
    }

    fn times(self, times: u32) -> Self {
        let times = u64::from(times);
        Self { states: self.states.saturating_mul(times), ranges: self.ranges.saturating_mul(times) }
    }

    /// Pays for compiling.
    ///
    /// # Errors
    /// If less is left of the budget.
    pub(crate) fn pay(self) -> Fallible<()> {
        // Compiling stops when the program is too large, so no more states are created than fit.
        let states = self.states.min(MOST_BYTES as u64 / 32);
        let ranges = self.ranges.min(MOST_BYTES as u64 / 8);
        pay(COMPILED + STATE_COMPILED * states + RANGE_COMPILED * ranges)
    }

    /// The approximate number of states of the program.
    fn all(self) -> u64 {
        self.states.saturating_add(self.ranges).max(1)
    }
}

/// A pattern that is checked, but not compiled yet.
#[derive(Debug)]
pub(crate) struct CheckedPattern {
    pub(crate) source: String,
    pub(crate) size: Size,
}

/// The parser of the crate's syntax.
pub(crate) fn parser() -> regex_syntax::Parser {
    regex_syntax::ParserBuilder::new().nest_limit(MAX_NESTING).build()
}

/// Checks a pattern in the syntax of the crate.
///
/// # Errors The offset of a repetition with too many copies, or `None` for any other error.
pub(crate) fn check(source: String) -> Result<CheckedPattern, Option<usize>> {
    let parsed = ast::parse::ParserBuilder::new().nest_limit(MAX_NESTING).build().parse(&source);
    if let Some(at) = parsed.ok().and_then(|pattern| repeated(&pattern, MOST_REPEATS)) {
        return Err(Some(at));
    }
    let size = Size::of(&parser().parse(&source).map_err(|_| None)?);
    Ok(CheckedPattern { source, size })
}

/// The offset of a repetition that, together with the enclosing ones, has more than `left` copies. This is
/// Go's check of nested repetitions.
fn repeated(pattern: &Ast, left: u32) -> Option<usize> {
    match pattern {
        Ast::Repetition(repetition) => {
            use ast::{RepetitionKind, RepetitionRange};
            let most = match repetition.op.kind {
                RepetitionKind::Range(
                    RepetitionRange::Exactly(count)
                    | RepetitionRange::AtLeast(count)
                    | RepetitionRange::Bounded(_, count),
                ) => count,
                _ => 1,
            };
            let is_nothing = matches!(
                repetition.op.kind,
                RepetitionKind::Range(RepetitionRange::Exactly(0) | RepetitionRange::Bounded(_, 0))
            );
            match most {
                0 if is_nothing => None,
                0 => repeated(&repetition.ast, left),
                most if most > left => Some(repetition.op.span.start.offset),
                most => repeated(&repetition.ast, left / most),
            }
        }
        Ast::Group(group) => repeated(&group.ast, left),
        Ast::Concat(parts) => parts.asts.iter().find_map(|part| repeated(part, left)),
        Ast::Alternation(parts) => parts.asts.iter().find_map(|part| repeated(part, left)),
        _ => None,
    }
}

/// The reason why a checked pattern does not compile.
pub(crate) enum NotCompiled {
    /// The program would exceed the memory limit.
    TooLarge,
    Mistake,
}

/// The reason for ending a step-by-step search without an answer: the automaton has none for this string.
struct GaveUp;

impl Engines {
    /// Compiles a pattern within a memory limit.
    pub(crate) fn new(checked: &CheckedPattern, bytes: usize) -> Result<Self, NotCompiled> {
        let mut builder = RegexBuilder::new(&checked.source);
        builder.size_limit(bytes).dfa_size_limit(bytes).nest_limit(MAX_NESTING);
        match builder.build() {
            Ok(regex) => Ok(Self {
                regex,
                source: checked.source.as_str().into(),
                states: checked.size.all(),
                lazy: OnceLock::new(),
            }),
            Err(regex::Error::CompiledTooBig(_)) => Err(NotCompiled::TooLarge),
            Err(_) => Err(NotCompiled::Mistake),
        }
    }

    /// Returns `true` if a search through this many bytes, for this many matches, is short.
    fn is_short(&self, bytes: usize, matches: usize) -> bool {
        self.states.saturating_mul(bytes as u64).saturating_mul(matches as u64) <= LONGEST_SHORT
    }

    /// Pays for a short search.
    fn pay_short(&self, bytes: usize) -> Fallible<()> {
        pay(SEARCH + SHORT * self.states * bytes as u64)
    }

    /// Returns `true` if the pattern matches in the string.
    pub(crate) fn is_match(&self, text: &str) -> Fallible<bool> {
        if self.is_short(text.len(), 1) {
            self.pay_short(text.len())?;
            return Ok(self.regex.is_match(text));
        }
        Ok(Search::new(self, text)?.find(0)?.is_some())
    }

    /// Calls `each` with the matches in order, until it returns `false`.
    pub(crate) fn for_each_match<'t>(
        &self,
        text: &'t str,
        most: usize,
        each: &mut dyn FnMut(Match<'t>) -> Fallible<()>,
    ) -> Fallible<()> {
        if self.is_short(text.len(), most.min(text.len() + 1)) {
            self.pay_short(text.len() * most.min(text.len() + 1))?;
            for found in self.regex.captures_iter(text).take(most) {
                each(Match::of(text, &found))?;
            }
            return Ok(());
        }
        let mut search = Search::new(self, text)?;
        let (mut at, mut last) = (0, None);
        for _ in 0..most {
            let Some((mut start, mut end)) = search.find(at)? else { break };
            // An empty match directly after the previous one does not count.
            if start == end && last == Some(end) {
                let Some(next) = text[end..].chars().next() else { break };
                let Some(found) = search.find(end + next.len_utf8())? else { break };
                (start, end) = found;
            }
            each(search.groups(start, end)?)?;
            (at, last) = (end, Some(end));
        }
        Ok(())
    }

    fn lazy(&self) -> Option<&lazy::Regex> {
        let build = || {
            let mut builder = lazy::Regex::builder();
            builder
                .syntax(regex_automata::util::syntax::Config::new().nest_limit(MAX_NESTING))
                .thompson(regex_automata::nfa::thompson::Config::new().nfa_size_limit(Some(4 * MOST_BYTES)))
                .dfa(DFA::config().unicode_word_boundary(true).skip_cache_capacity_check(true));
            builder.build(&self.source).ok().map(Box::new)
        };
        self.lazy.get_or_init(build).as_deref()
    }
}

/// A match: the string, and the spans of the whole match and of its groups.
#[derive(Debug)]
pub struct Match<'t> {
    text: &'t str,
    spans: Vec<Option<(usize, usize)>>,
}

impl<'t> Match<'t> {
    fn of(text: &'t str, found: &regex::Captures<'t>) -> Self {
        let spans = found.iter().map(|group| group.map(|group| (group.start(), group.end())));
        Self { text, spans: spans.collect() }
    }

    /// The contents of a group, if it participated; group 0 is the whole match.
    pub fn group(&self, index: usize) -> Option<&'t str> {
        let (start, end) = (*self.spans.get(index)?)?;
        Some(&self.text[start..end])
    }

    /// The start and the end of the match.
    pub fn span(&self) -> (usize, usize) {
        self.spans.first().copied().flatten().unwrap_or_default()
    }
}

/// A long search.
struct Search<'e, 't> {
    engines: &'e Engines,
    text: &'t str,
    /// The position up to which the last search has read.
    reached: usize,
    /// The automata that find an end and a start, with the states that were built.
    automata: Option<(&'e lazy::Regex, Cache, Cache)>,
}

impl<'e, 't> Search<'e, 't> {
    fn new(engines: &'e Engines, text: &'t str) -> Fallible<Self> {
        pay(SEARCH)?;
        let automata =
            engines.lazy().map(|lazy| (lazy, lazy.forward().create_cache(), lazy.reverse().create_cache()));
        if let Some((_, forward, reverse)) = &automata {
            pay((forward.memory_usage() + reverse.memory_usage()) as u64 / 8)?;
        }
        Ok(Self { engines, text, reached: 0, automata })
    }

    /// The leftmost match from a position on.
    fn find(&mut self, at: usize) -> Fallible<Option<(usize, usize)>> {
        if at > self.text.len() {
            return Ok(None);
        }
        let mut from = at;
        while let Ok(found) = self.stepped(from)? {
            match found {
                // there are no matches inside a character
                Some((start, end)) if start == end && !self.text.is_char_boundary(start) => from = start + 1,
                found => return Ok(found),
            }
        }
        self.reached = self.text.len();
        let rest = (self.text.len() - at) as u64;
        pay(SIMULATED.saturating_mul(self.engines.states).saturating_mul(rest))?;
        Ok(self.engines.regex.find_at(self.text, at).map(|found| (found.start(), found.end())))
    }

    /// The match with its groups, which are searched for in its span.
    fn groups(&mut self, start: usize, end: usize) -> Fallible<Match<'t>> {
        let mut found = Match { text: self.text, spans: vec![Some((start, end))] };
        let groups = self.engines.regex.captures_len();
        if groups > 1 {
            // The engine searches for the match again before it searches for groups.
            let visited = (self.reached - start) as u64;
            let simulated = self.engines.states.saturating_mul((end - start) as u64 + 1);
            pay(VISITED * visited + SIMULATED.saturating_mul(simulated))?;
            if let Some(captures) = self.engines.regex.captures_at(self.text, start) {
                found = Match::of(self.text, &captures);
            }
        }
        Ok(found)
    }

    fn stepped(&mut self, at: usize) -> Fallible<Result<Option<(usize, usize)>, GaveUp>> {
        let states = self.engines.states;
        let Some((lazy, forward, reverse)) = &mut self.automata else { return Ok(Err(GaveUp)) };
        let bytes = self.text.as_bytes();
        let input = Input::new(bytes).span(at..bytes.len());
        let Ok(first) = lazy.forward().start_state_forward(forward, &input) else { return Ok(Err(GaveUp)) };
        let mut walk = Walk { automaton: lazy.forward(), cache: forward, state: first, states };
        let Some(end) = (match walk.forward(bytes, at, &mut self.reached)? {
            Ok(end) => end,
            Err(gave_up) => return Ok(Err(gave_up)),
        }) else {
            return Ok(Ok(None));
        };
        let input = Input::new(bytes).span(at..end).anchored(regex_automata::Anchored::Yes);
        let Ok(first) = lazy.reverse().start_state_reverse(reverse, &input) else { return Ok(Err(GaveUp)) };
        let mut walk = Walk { automaton: lazy.reverse(), cache: reverse, state: first, states };
        Ok(walk.backward(bytes, at, end)?.and_then(|start| Ok(Some((start.ok_or(GaveUp)?, end)))))
    }
}

/// A walk through an automaton, paid for in slices.
struct Walk<'w> {
    automaton: &'w DFA,
    cache: &'w mut Cache,
    state: LazyStateID,
    states: u64,
}

impl Walk<'_> {
    /// The end of the leftmost match; matches are known one byte late.
    fn forward(
        &mut self,
        bytes: &[u8],
        from: usize,
        reached: &mut usize,
    ) -> Fallible<Result<Option<usize>, GaveUp>> {
        let (mut at, mut size, mut last) = (from, FIRST_SLICE, None);
        while at < bytes.len() {
            let slice = &bytes[at..bytes.len().min(at + size)];
            let before = self.before(slice.len())?;
            for &byte in slice {
                let Ok(next) = self.automaton.next_state(self.cache, self.state, byte) else {
                    return Ok(Err(GaveUp));
                };
                self.state = next;
                if next.is_tagged() {
                    if next.is_match() {
                        last = Some(at);
                    } else if next.is_dead() {
                        *reached = at;
                        self.after(before, slice.len())?;
                        return Ok(Ok(last));
                    } else if next.is_quit() {
                        return Ok(Err(GaveUp));
                    }
                }
                at += 1;
            }
            size = if self.after(before, slice.len())? { FIRST_SLICE } else { SLICE.min(2 * size) };
        }
        *reached = bytes.len();
        let Ok(end) = self.automaton.next_eoi_state(self.cache, self.state) else { return Ok(Err(GaveUp)) };
        Ok(Ok(if end.is_match() { Some(bytes.len()) } else { last }))
    }

    /// The start of the longest match that ends at `end`.
    fn backward(&mut self, bytes: &[u8], from: usize, end: usize) -> Fallible<Result<Option<usize>, GaveUp>> {
        let (mut at, mut size, mut last) = (end, FIRST_SLICE, None);
        while at > from {
            let slice = &bytes[from.max(at.saturating_sub(size))..at];
            let before = self.before(slice.len())?;
            for &byte in slice.iter().rev() {
                let Ok(next) = self.automaton.next_state(self.cache, self.state, byte) else {
                    return Ok(Err(GaveUp));
                };
                self.state = next;
                if next.is_tagged() {
                    if next.is_match() {
                        last = Some(at);
                    } else if next.is_dead() {
                        self.after(before, slice.len())?;
                        return Ok(Ok(last));
                    } else if next.is_quit() {
                        return Ok(Err(GaveUp));
                    }
                }
                at -= 1;
            }
            size = if self.after(before, slice.len())? { FIRST_SLICE } else { SLICE.min(2 * size) };
        }
        let last_state = match from.checked_sub(1) {
            Some(before) => self.automaton.next_state(self.cache, self.state, bytes[before]),
            None => self.automaton.next_eoi_state(self.cache, self.state),
        };
        match last_state {
            Ok(state) if state.is_match() => Ok(Ok(Some(from))),
            Ok(state) if !state.is_quit() => Ok(Ok(last)),
            _ => Ok(Err(GaveUp)),
        }
    }

    /// Pays for the bytes of a slice; returns the size of the automaton.
    fn before(&self, bytes: usize) -> Fallible<(usize, usize)> {
        pay(VISITED * bytes as u64)?;
        Ok((self.cache.clear_count(), self.cache.memory_usage()))
    }

    /// Pays for the states that were built in a slice; returns `true` if there are any.
    fn after(&self, (cleared, memory): (usize, usize), bytes: usize) -> Fallible<bool> {
        if self.cache.clear_count() != cleared {
            pay(SIMULATED.saturating_mul(self.states).saturating_mul(bytes as u64))?;
            return Ok(true);
        }
        let built = self.cache.memory_usage().saturating_sub(memory);
        pay(BUILT * built as u64)?;
        Ok(built > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engines(source: &str) -> Engines {
        let checked = check(source.to_owned()).expect("a pattern");
        Engines::new(&checked, MOST_BYTES).unwrap_or_else(|_| panic!("{source} is short"))
    }

    /// A long search finds the same matches as the crate.
    #[test]
    fn searches_of_any_length_find_the_same() {
        let texts =
            ["", "a", "abcabcabc", "aé0b 0é", "é", "0.0.0.1 and 10.1.2.3", "aaa\nbbb\r\nccc", "x=1,y=22,"];
        let patterns = [
            "",
            "a*",
            "b|",
            "a|ab",
            "(a)|(b)",
            "[^0]+",
            "0*1",
            "^",
            "$",
            "(?m)^b",
            "(?m)$",
            "é?",
            "(?-u:\\b)",
            "([a-z])=([0-9]+),",
            "([0-9]{1,3}\\.){3}[0-9]{1,3}",
            "c.*c",
            "c.*?c",
            "\\PL",
            "\\Aa",
            "c\\z",
            "(?i)ABC",
        ];
        for pattern in patterns {
            let engines = engines(pattern);
            for text in texts.map(|text| [text.to_owned(), text.repeat(40)]).concat() {
                let want: Vec<Vec<Option<(usize, usize)>>> =
                    engines.regex.captures_iter(&text).map(|found| Match::of(&text, &found).spans).collect();
                let mut search = Search::new(&engines, &text).expect("no limit");
                let (mut got, mut at, mut last) = (Vec::new(), 0, None);
                while let Some((mut start, mut end)) = search.find(at).expect("no limit") {
                    if start == end && last == Some(end) {
                        let Some(next) = text[end..].chars().next() else { break };
                        match search.find(end + next.len_utf8()).expect("no limit") {
                            Some(found) => (start, end) = found,
                            None => break,
                        }
                    }
                    got.push(search.groups(start, end).expect("no limit").spans);
                    (at, last) = (end, Some(end));
                }
                assert_eq!(got, want, "{pattern} in {text:?}");
                assert_eq!(
                    engines.is_match(&text).expect("no limit"),
                    !want.is_empty(),
                    "{pattern} in {text:?}"
                );
            }
        }
    }

    #[test]
    fn nested_repetitions_have_the_limit_of_go() {
        for (pattern, at) in [
            ("(a{10}){100}", None),
            ("(a{10}){101}", Some(2)),
            ("(0{1,90}){1,90}1", Some(2)),
            ("((a{2}){2}){251}", Some(3)),
            ("(a{1000,}){2}", Some(2)),
            ("(a*){1000}", None),
            ("(a{0}){1000}", None),
            ("(a{500}b{600})c{1000}", None),
            ("(a{500}|b{600}){2}", Some(9)),
        ] {
            let found = check(pattern.to_owned()).map(|_| ());
            assert_eq!(found, at.map_or(Ok(()), |at| Err(Some(at))), "{pattern}");
        }
    }
}
