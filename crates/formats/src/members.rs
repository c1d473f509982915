//! Members of the languages of RE2 patterns: the strings that some patterns match and others do not. A pattern includes
//! another one if no string matches only the other one.
//!
//! The automata of all patterns run in parallel, and the first state in which all agree is at the end of a shortest
//! member. If an automaton would be too large, the question stays open.

use std::collections::HashSet;

use regex_automata::hybrid::LazyStateID;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::{Anchored, Input, nfa::thompson};

use crate::re2::translate;

/// The result of the search for a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// One of the shortest members.
    Found(String),
    /// No string is a member.
    Empty,
    /// The search exceeds its limits, or a pattern is invalid.
    Open,
}

/// The maximum number of combined states.
const MAX_STATES: usize = 20_000;
/// The maximum memory of an automaton in bytes.
const MAX_BYTES: usize = 8 << 20;

/// One of the shortest strings in which every pattern of `all` and no pattern of `none` finds a match. Among strings of
/// one length, letters and digits are preferred.
///
/// ```
/// use hclx_formats::{Member, member};
/// assert_eq!(member(&["^a+$"], &["^a"]), Member::Empty);
/// assert_eq!(member(&["^[a-z-]{2,4}$"], &["^a"]), Member::Found("ba".to_owned()));
/// ```
pub fn member(all: &[&str], none: &[&str]) -> Member {
    // Without patterns, invalid UTF-8 would be a member.
    let everything: &[&str] = if all.is_empty() { &[""] } else { &[] };
    let all: Vec<&str> = all.iter().chain(everything).copied().collect();
    let count = all.len();
    let automata: Option<Vec<Automaton>> = all.iter().chain(none).map(|one| Automaton::of(one)).collect();
    automata.and_then(|mut automata| search(&mut automata, count)).unwrap_or(Member::Open)
}

/// The automaton of the strings in which a pattern finds a match.
struct Automaton {
    dfa: DFA,
    cache: Cache,
    start: LazyStateID,
}

impl Automaton {
    fn of(pattern: &str) -> Option<Self> {
        let translated = translate(pattern).ok()?;
        let whole = format!("\\A(?s:.)*(?:{translated})(?s:.)*\\z");
        let states = thompson::Compiler::new()
            .configure(thompson::Config::new().nfa_size_limit(Some(MAX_BYTES / 4)))
            .build(&whole)
            .ok()?;
        let dfa = of_states(states)?;
        let mut cache = dfa.create_cache();
        let start = dfa.start_state_forward(&mut cache, &Input::new("").anchored(Anchored::Yes)).ok()?;
        Some(Self { dfa, cache, start })
    }

    /// The state after another byte; `None` beyond the limit of memory.
    fn next(&mut self, state: LazyStateID, byte: u8) -> Option<LazyStateID> {
        self.dfa.next_state(&mut self.cache, state, byte).ok().filter(|state| !state.is_quit())
    }

    /// Returns `true` if the string may end in a state.
    fn accepts(&mut self, state: LazyStateID) -> Option<bool> {
        Some(self.dfa.next_eoi_state(&mut self.cache, state).ok()?.is_match())
    }
}

/// An automaton that fails instead of evicting states, because the search compares states.
fn of_states(states: thompson::NFA) -> Option<DFA> {
    let config = DFA::config()
        .cache_capacity(MAX_BYTES)
        .skip_cache_capacity_check(true)
        .minimum_cache_clear_count(Some(0));
    DFA::builder().configure(config).build_from_nfa(states).ok()
}

/// A step of the search: the previous step, the byte between them, and the states of all automata.
struct Step {
    before: usize,
    byte: u8,
    states: Box<[LazyStateID]>,
}

/// A breadth-first search; the first `count` automata must accept, the others must not.
fn search(automata: &mut [Automaton], count: usize) -> Option<Member> {
    let bytes = representatives(automata);
    let start: Box<[LazyStateID]> = automata.iter().map(|one| one.start).collect();
    let mut seen = HashSet::from([start.clone()]);
    let mut steps = vec![Step { before: 0, byte: 0, states: start }];
    let mut at = 0;
    while at < steps.len() {
        let states = steps[at].states.clone();
        let mut is_member = true;
        for (index, (automaton, state)) in automata.iter_mut().zip(&states).enumerate() {
            is_member &= automaton.accepts(*state)? == (index < count);
        }
        if is_member {
            return Some(found(&steps, at));
        }
        for byte in &bytes {
            let next =
                automata.iter_mut().zip(&states).map(|(automaton, state)| automaton.next(*state, *byte));
            let next: Box<[LazyStateID]> = next.collect::<Option<_>>()?;
            if next[..count].iter().any(|state| state.is_dead()) || !seen.insert(next.clone()) {
                continue;
            }
            if steps.len() == MAX_STATES {
                return None;
            }
            steps.push(Step { before: at, byte: *byte, states: next });
        }
        at += 1;
    }
    Some(Member::Empty)
}

/// The string that is spelled by the steps.
fn found(steps: &[Step], mut at: usize) -> Member {
    let mut bytes = Vec::new();
    while at > 0 {
        bytes.push(steps[at].byte);
        at = steps[at].before;
    }
    bytes.reverse();
    String::from_utf8(bytes).map_or(Member::Open, Member::Found)
}

/// One byte of each class of bytes that all automata treat alike, letters first.
fn representatives(automata: &[Automaton]) -> Vec<u8> {
    let rank = |byte: &u8| match byte {
        b'a'..=b'z' => 0,
        b'0'..=b'9' => 1,
        b'A'..=b'Z' => 2,
        b'-' | b'_' | b'.' | b'/' => 3,
        b' '..=b'~' => 4,
        _ => 5,
    };
    let mut bytes: Vec<u8> = (0..=u8::MAX).collect();
    bytes.sort_by_key(rank);
    let class = |byte: u8| automata.iter().map(|one| one.dfa.byte_classes().get(byte)).collect::<Vec<u8>>();
    let mut met = HashSet::new();
    bytes.retain(|byte| met.insert(class(*byte)));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::re2::{Payment, compile};

    /// Combinations of patterns over the letters of [`strings`].
    fn patterns() -> Vec<String> {
        let atoms = [
            "a", "b", "[ab]", "[^a]", ".", "(ab|a)", "a?", "b*", "a{1,2}", "(?i)B", "-", "(?:)", "\\w", "\\b",
        ];
        let ends = [("^", "$"), ("", "$"), ("^", ""), ("", "")];
        let pairs = atoms.iter().flat_map(|one| atoms.iter().map(move |other| format!("{one}{other}")));
        let bodies = pairs.chain(["a|b".to_owned(), "(a|b-)*".to_owned(), "a+|^b".to_owned(), String::new()]);
        bodies
            .enumerate()
            .map(|(index, body)| {
                let (start, end) = ends[index % ends.len()];
                format!("{start}{body}{end}")
            })
            .collect()
    }

    /// All strings of up to four letters from a few.
    fn strings() -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..4 {
            let longer = last.iter().flat_map(|one| ['a', 'b', 'B', '-', 'é'].map(|c| format!("{one}{c}")));
            last = longer.collect();
            all.extend(last.iter().cloned());
        }
        all
    }

    #[test]
    fn inclusion_agrees_with_short_strings() {
        let strings = strings();
        let matched: Vec<(String, Vec<bool>)> = patterns()
            .into_iter()
            .map(|pattern| {
                let regex = compile(&pattern, Payment::Due).expect("a pattern");
                let matched = strings.iter().map(|one| regex.is_match(one).expect("no limit")).collect();
                (pattern, matched)
            })
            .collect();
        let pairs = (0..matched.len())
            .flat_map(|one| [1, 5, 14, 77, 131].map(|step| (one, (one + step) % matched.len())));
        for (one, other) in pairs {
            let ((old, in_old), (new, in_new)) = (&matched[one], &matched[other]);
            let shortest =
                strings.iter().zip(in_old.iter().zip(in_new)).find(|(_, (old, new))| **old && !**new);
            match (member(&[old], &[new]), shortest) {
                (Member::Found(found), _) => {
                    let is_match = |pattern: &str| {
                        compile(pattern, Payment::Due).expect("a pattern").is_match(&found).expect("no limit")
                    };
                    assert!(is_match(old) && !is_match(new), "{found:?} in {old} and not in {new}");
                    let shortest = shortest.map_or(usize::MAX, |(one, _)| one.len());
                    assert!(found.len() <= shortest, "{found:?} in {old} and not in {new}");
                }
                (Member::Empty, Some((one, _))) => panic!("{one:?} is in {old} and not in {new}"),
                (answer, _) => assert_eq!(answer, Member::Empty, "{old} and {new}"),
            }
        }
    }

    #[test]
    fn large_automata_leave_the_question_open() {
        assert_eq!(member(&["a.{8}$"], &["b"]), Member::Found("aaaaaaaaa".to_owned()));
        assert_eq!(member(&["a.{40}$", "b.{40}$"], &[]), Member::Open);
        assert_eq!(member(&["("], &[]), Member::Open);
    }
}
