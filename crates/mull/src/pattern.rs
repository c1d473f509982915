//! Regular expressions for whole strings, in linear time, and their implications for strings with a known
//! prefix.
//!
//! The syntax is RE2's, without features that require backtracking (Mull §5.5). Out of scope: partial
//! matches, and captures.

use std::sync::Arc;

use hclx_formats::compile_whole;
use regex_automata::hybrid::dfa::DFA;
use regex_automata::{Anchored, Input, nfa::thompson};
use regex_syntax::hir::{Hir, HirKind};

/// The maximum size of a compiled pattern.
const MAX_BYTES: usize = 1 << 20;

/// A regular expression for whole strings.
#[derive(Clone, Debug)]
pub struct Pattern {
    text: Arc<str>,
    whole: Arc<hclx_formats::Pattern>,
    /// The automaton for prefixes; `None` for patterns without one.
    automaton: Option<Arc<DFA>>,
    head: Arc<str>,
    bytes: usize,
}

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// The reason why it is invalid or too large.
    ///
    /// ```
    /// use hclx_mull::constraint::Pattern;
    /// let pattern = Pattern::new("arn:aws:[a-z]+").unwrap();
    /// assert!(pattern.matches("arn:aws:iam") && !pattern.matches("an arn:aws:iam"));
    /// assert!(pattern.may_start("arn:") && !pattern.may_start("http://"));
    /// assert_eq!(pattern.head(), "arn:aws:");
    /// ```
    pub fn new(text: &str) -> Result<Self, String> {
        let translated = hclx_formats::translate(text)?;
        let anchored = format!("\\A(?:{translated})\\z");
        let whole = compile_whole(text).map(Arc::new).map_err(|reason| reason.to_string())?;
        // The automaton of the `regex` crate is not accessible, so prefixes have a separate one.
        let states = thompson::Compiler::new()
            .configure(thompson::Config::new().nfa_size_limit(Some(MAX_BYTES)))
            .build(&anchored)
            .map_err(|error| format!("is not a regular expression: {error}"))?;
        let bytes = text.len() + states.memory_usage();
        let automaton = DFA::builder().build_from_nfa(states).ok().map(Arc::new);
        Ok(Self { text: text.into(), whole, automaton, head: head(&translated).into(), bytes })
    }

    /// The approximate memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The source of the pattern.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// Returns `true` if the whole string matches.
    pub fn matches(&self, text: &str) -> bool {
        // When the budget is exhausted, the next step of the evaluation reports it.
        self.whole.is_match(text).unwrap_or(true)
    }

    /// The common prefix of all matching strings.
    pub fn head(&self) -> &str {
        &self.head
    }

    /// Returns `false` if no string with this prefix can match.
    pub fn may_start(&self, prefix: &str) -> bool {
        let Some(automaton) = &self.automaton else { return true };
        let mut cache = automaton.create_cache();
        let input = Input::new(prefix).anchored(Anchored::Yes);
        let Ok(mut state) = automaton.start_state_forward(&mut cache, &input) else { return true };
        for byte in prefix.bytes() {
            state = match automaton.next_state(&mut cache, state, byte) {
                Ok(next) if next.is_dead() => return false,
                Ok(next) if !next.is_quit() => next,
                _ => return true,
            };
        }
        true
    }
}

/// The literal prefix of a pattern in the syntax of the crate.
fn head(translated: &str) -> String {
    let Ok(pattern) = regex_syntax::Parser::new().parse(translated) else { return String::new() };
    let mut bytes = Vec::new();
    collect(&pattern, &mut bytes);
    match String::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let end = error.utf8_error().valid_up_to();
            String::from_utf8_lossy(&error.as_bytes()[..end]).into_owned()
        }
    }
}

/// Collects literals from the front; returns `true` if the next part also belongs to the prefix.
fn collect(pattern: &Hir, out: &mut Vec<u8>) -> bool {
    match pattern.kind() {
        HirKind::Empty => true,
        HirKind::Look(look) => matches!(look, regex_syntax::hir::Look::Start),
        HirKind::Literal(literal) => {
            out.extend_from_slice(&literal.0);
            true
        }
        HirKind::Capture(capture) => super::ty::grow(|| collect(&capture.sub, out)),
        HirKind::Concat(parts) => parts.iter().all(|part| super::ty::grow(|| collect(part, out))),
        _ => false,
    }
}
