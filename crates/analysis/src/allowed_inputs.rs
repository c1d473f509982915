//! The search for allowed inputs that make a unit fail.
//!
//! Out of scope: which values an input allows, and the evaluation with one of them (the languages).

use hclx_diag::{Diagnostic, OrderedSet, SourceId, Span, counted};
use hclx_eval::Budget;

/// The maximum number of values tried for one input.
pub const MOST_OF_INPUT: usize = 16;

/// The maximum number of values tried in one unit.
const MOST_OF_UNIT: usize = 10_000;

/// The maximum number of additional places shown for one value.
const MOST_PLACES: usize = 3;

/// The maximum length of a value that is shown in full.
const MOST_SHOWN: usize = 60;

/// The reason why an input allows a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allows {
    /// It is the default.
    Default,
    /// It is one of the two values of a bool.
    Bool,
    /// A part of the declaration lists it; contains the name of that part (`validation`).
    Listed(&'static str),
}

/// An input with a value that its declaration allows.
#[derive(Clone, Debug)]
pub struct AllowedInput<'n> {
    /// The name of the input.
    pub name: &'n str,
    /// The value in the language's notation; `None` for a secret.
    pub shown: Option<String>,
    /// The reason why the value is allowed.
    pub allows: Allows,
    /// The place that allows it, with a label.
    pub declared: (Span, &'static str),
}

impl AllowedInput<'_> {
    /// The input and its value as a clause: ``fails if `env` is "prd"``.
    fn clause(&self) -> String {
        let name = self.name;
        match (self.allows, self.shown.as_ref().filter(|shown| shown.len() <= MOST_SHOWN)) {
            (Allows::Default, Some(shown)) => format!("fails with the default of `{name}`, which is {shown}"),
            (Allows::Default, None) => format!("fails with the default of `{name}`"),
            (Allows::Bool, Some(shown)) => format!("fails if `{name}` is {shown}"),
            (Allows::Bool, None) => format!("fails for one of the two values of `{name}`"),
            (Allows::Listed(part), Some(shown)) => {
                format!("fails if `{name}` is {shown}, which its {part} accepts")
            }
            (Allows::Listed(part), None) => {
                format!("fails for a value of `{name}` that its {part} accepts")
            }
        }
    }
}

/// A place as a sort key.
type Place = (SourceId, u32, u32);

fn place_of(span: Span) -> Place {
    (span.source, span.range.start, span.range.end)
}

/// A search in a unit. Each value is assumed separately, and the failures that it causes form one finding.
#[derive(Debug)]
pub struct FailingInputs<'b> {
    budget: &'b Budget,
    found: Vec<Diagnostic>,
    /// The places of known findings.
    places: OrderedSet<Place>,
    /// The number of values that can still be tried.
    left: usize,
}

impl<'b> FailingInputs<'b> {
    /// A search that does not report the places of known findings again.
    pub fn beside<'d>(known: impl Iterator<Item = &'d Diagnostic>, budget: &'b Budget) -> Self {
        let places = known.filter_map(|finding| finding.span).map(place_of).collect();
        Self { budget, found: Vec::new(), places, left: MOST_OF_UNIT }
    }

    /// Assumes a value. `failures` are the failures that it causes, in order; each place counts once, regardless of
    /// the cause. Returns `false` if the search ends because a limit was exceeded.
    pub fn assume(&mut self, input: &AllowedInput<'_>, failures: impl FnOnce() -> Vec<Diagnostic>) -> bool {
        if self.left == 0 || self.budget.is_spent() {
            return false;
        }
        self.left -= 1;
        let failures = failures();
        // results would be missing here after the budget is spent
        if self.budget.is_spent() {
            return false;
        }
        let told = self.summary(&input.clause(), input.declared, failures);
        self.found.extend(told);
        true
    }

    /// Adds failures that the defaults of several inputs cause together, but none of them alone.
    pub fn assume_defaults(&mut self, defaults: &[(&str, Span)], failures: Vec<Diagnostic>) {
        let names: Vec<String> = defaults.iter().map(|(name, _)| format!("`{name}`")).collect();
        let clause = format!("fails with the defaults of {}", names.join(" and "));
        let Some(((_, first), others)) = defaults.split_first() else { return };
        let told = self.summary(&clause, (*first, "one default"), failures);
        let label = |told: Diagnostic, (_, place): &(&str, Span)| told.also(*place, "another default");
        self.found.extend(told.map(|told| others.iter().fold(told, label)));
    }

    /// Returns `true` for a place that has a finding.
    pub fn is_known(&self, place: Span) -> bool {
        self.places.contains(&place_of(place))
    }

    /// The finding about failures with one cause.
    fn summary(
        &mut self,
        clause: &str,
        declared: (Span, &'static str),
        failures: Vec<Diagnostic>,
    ) -> Option<Diagnostic> {
        let mut told: Option<Diagnostic> = None;
        let mut first = String::new();
        let mut untold = 0;
        for failure in failures {
            let Some(place) = failure.span.filter(|place| self.places.insert(place_of(*place))) else {
                continue;
            };
            // one value of one input counts as one cause
            told = Some(match told.take() {
                None => {
                    failure.message.clone_into(&mut first);
                    Diagnostic::failing_input(clause, &failure, place, declared)
                }
                Some(told) if told.labels.len() <= MOST_PLACES => match failure.message == first {
                    true => told.also(place, "fails here too"),
                    false => told.also(place, format!("fails here too: {}", failure.message)),
                },
                Some(told) => {
                    untold += 1;
                    told
                }
            });
        }
        if untold > 0 {
            told = told.map(|told| told.help(format!("{} fail too", counted(untold, "other place"))));
        }
        told
    }

    /// The findings.
    pub fn finish(self) -> Vec<Diagnostic> {
        self.found
    }
}

#[cfg(test)]
mod tests {
    use hclx_diag::{TextRange, code_names as codes};
    use hclx_eval::Limits;

    use super::*;

    fn at(start: u32) -> Span {
        TextRange::new(start, start + 1).in_source(SourceId(0))
    }

    fn failure(start: u32) -> Diagnostic {
        Diagnostic::error(codes::INPUT_FAILS, at(start), format!("wrong {start}"))
    }

    fn input(allows: Allows, shown: Option<&str>) -> AllowedInput<'static> {
        AllowedInput {
            name: "a",
            shown: shown.map(str::to_owned),
            allows,
            declared: (at(0), "declared here"),
        }
    }

    #[test]
    fn a_value_is_one_cause_and_a_place_is_told_once() {
        let budget = Budget::default();
        let known = [failure(1)];
        let mut search = FailingInputs::beside(known.iter(), &budget);
        let first = input(Allows::Listed("validation"), Some("1"));
        assert!(search.assume(&first, || (1..9).map(failure).collect()));
        assert!(search.assume(&input(Allows::Bool, Some("true")), || vec![failure(2)]));
        let found = search.finish();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "fails if `a` is 1, which its validation accepts: wrong 2");
        assert_eq!((found[0].span, found[0].labels.len()), (Some(at(2)), 1 + MOST_PLACES));
    }

    #[test]
    fn long_and_secret_values_are_not_shown() {
        let long = "x".repeat(MOST_SHOWN + 1);
        for (allows, shown, expected) in [
            (Allows::Default, Some("1"), "fails with the default of `a`, which is 1"),
            (Allows::Default, Some(&*long), "fails with the default of `a`"),
            (Allows::Bool, None, "fails for one of the two values of `a`"),
            (
                Allows::Listed("declaration"),
                Some(&*long),
                "fails for a value of `a` that its declaration accepts",
            ),
            (Allows::Listed("declaration"), None, "fails for a value of `a` that its declaration accepts"),
        ] {
            assert_eq!(input(allows, shown).clause(), expected);
        }
    }

    #[test]
    fn a_search_ends_with_the_budget_or_the_number_of_values() {
        let budget = Budget::default();
        let mut search = FailingInputs::beside(std::iter::empty(), &budget);
        let allowed_input = input(Allows::Default, None);
        for _ in 0..MOST_OF_UNIT {
            assert!(search.assume(&allowed_input, Vec::new));
        }
        assert!(!search.assume(&allowed_input, || panic!("not tried")));
        let budget = Budget::new(Limits { steps: 10, ..Limits::default() });
        let mut search = FailingInputs::beside(std::iter::empty(), &budget);
        assert!(!search.assume(&allowed_input, || {
            while budget.take_step() {}
            vec![failure(1)]
        }));
        assert!(search.finish().is_empty());
    }
}
