//! Rules about strings as languages: the languages of two versions are compared by inclusion.

use hclx_core::Value;
use hclx_formats::{Member, escape, member};

use crate::describe::Rule;

/// The maximum repetition count in a pattern.
const MAX_COUNT: usize = 1_000;

/// A pattern of strings.
enum Language {
    /// The strings that match.
    Of(String),
    /// The strings that do not match.
    Except(String),
}

/// The way in which a rule is approximated by a language.
#[derive(Clone, Copy)]
enum Approximation {
    /// Every string that the rule accepts, and possibly others.
    Superset,
    /// Only strings that the rule accepts.
    Subset,
    /// Exact for strings of printable ASCII, in which each character is a grapheme cluster.
    Ascii,
}

/// Printable ASCII.
const ASCII: &str = "^[ -~]*$";

/// Returns `true` for a rule that only strings satisfy, unlike a rule about the length of a string or
/// collection.
pub(super) fn is_about_strings(rule: &Rule) -> bool {
    match rule {
        Rule::Pattern(_) | Rule::Prefix(_) => true,
        Rule::OneOf(values) | Rule::NoneOf(values) => values.iter().any(|value| value.as_str().is_some()),
        _ => false,
    }
}

/// Returns `true` if every string that satisfies all old rules satisfies the new one.
pub(super) fn implies(old: &[&Rule], new: &Rule) -> bool {
    if matches!(new, Rule::NotNull) {
        return false;
    }
    let Some(new) = language(new, Approximation::Subset) else { return false };
    let old: Vec<Language> = old.iter().filter_map(|rule| language(rule, Approximation::Superset)).collect();
    find(&old, Some(&new), &[]) == Member::Empty
}

/// A string that satisfies all old rules and not the new one; `None` if there may be none.
pub(super) fn refused(old: &[&Rule], new: &Rule) -> Option<String> {
    let new = language(new, Approximation::Ascii)?;
    let old: Option<Vec<Language>> = old.iter().map(|rule| language(rule, Approximation::Ascii)).collect();
    found(find(&old?, Some(&new), &[ASCII]))
}

/// Returns `true` if some string satisfies all rules.
pub(super) fn are_satisfiable(rules: &[&Rule]) -> bool {
    let all: Option<Vec<Language>> = rules.iter().map(|rule| language(rule, Approximation::Ascii)).collect();
    all.is_some_and(|all| found(find(&all, None, &[ASCII])).is_some())
}

/// One of the shortest strings of printable ASCII that satisfies the rules about strings and is not excluded.
pub fn example_string(rules: &[&Rule], except: &[String]) -> Option<String> {
    let languages = rules.iter().filter_map(|rule| language(rule, Approximation::Ascii));
    let except = except.iter().map(|text| Language::Except(format!("^{}$", escape(text))));
    let languages: Vec<Language> = languages.chain(except).collect();
    found(find(&languages, None, &[ASCII]))
}

fn found(member: Member) -> Option<String> {
    match member {
        Member::Found(text) => Some(text),
        Member::Empty | Member::Open => None,
    }
}

/// Searches for a string in some languages, but not in another one.
fn find(within: &[Language], without: Option<&Language>, also: &[&str]) -> Member {
    let (mut all, mut none) = (also.to_vec(), Vec::new());
    for language in within {
        match language {
            Language::Of(pattern) => all.push(pattern),
            Language::Except(pattern) => none.push(&**pattern),
        }
    }
    match without {
        Some(Language::Of(pattern)) => none.push(pattern),
        Some(Language::Except(pattern)) => all.push(pattern),
        None => {}
    }
    member(&all, &none)
}

/// The strings that satisfy a rule; `None` if it concerns other values, or cannot be expressed as a pattern.
fn language(rule: &Rule, form: Approximation) -> Option<Language> {
    let counted = |length: usize| (length <= MAX_COUNT).then_some(length);
    let words = |values: &[Value]| {
        let words = values.iter().map(|value| Some(escape(value.as_str()?)));
        Some(format!("^(?:{})$", words.collect::<Option<Vec<String>>>()?.join("|")))
    };
    Some(match (rule, form) {
        (Rule::NotNull, _) => Language::Of(String::new()),
        (Rule::Pattern(pattern), _) => Language::Of(pattern.to_string()),
        (Rule::Prefix(prefix), _) => Language::Of(format!("^{}", escape(prefix))),
        // no string at all
        (Rule::OneOf(values), _) if values.is_empty() => Language::Except(String::new()),
        (Rule::OneOf(values), _) => Language::Of(words(values)?),
        (Rule::NoneOf(values), _) => Language::Except(words(values)?),
        // A grapheme cluster has at least one character, and in ASCII exactly one, except for `\r\n`.
        (Rule::LengthMin(least), Approximation::Subset) if *least > 1 => {
            Language::Of(format!(r"^[\x00-\x0c\x0e-\x7f]{{{},}}$", counted(*least)?))
        }
        (Rule::LengthMin(least), _) => Language::Of(format!("^(?s:.){{{},}}$", counted(*least)?)),
        (Rule::LengthMax(_), Approximation::Superset) => Language::Of(String::new()),
        (Rule::LengthMax(most), _) => Language::Of(format!("^(?s:.){{0,{}}}$", counted(*most)?)),
        (Rule::Min(_) | Rule::Max(_) | Rule::Whole | Rule::Distinct | Rule::Text { .. }, _) => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Rule {
        Rule::Pattern(text.into())
    }

    #[test]
    fn rules_about_strings_imply_each_other() {
        let words = Rule::OneOf(["ab", "a.b"].map(Value::string).into());
        assert!(implies(&[&words], &pattern("^a.?b$")));
        assert!(implies(&[&words], &Rule::Prefix("a".into())));
        assert!(implies(&[&pattern("^[a-z]{2,5}$")], &Rule::LengthMin(2)));
        assert!(implies(&[&pattern("^.{2,5}$")], &Rule::LengthMax(5)));
        // letters that combine form a shorter string
        assert!(!implies(&[&pattern("^.{2,5}$")], &Rule::LengthMin(2)));
        assert!(!implies(&[&Rule::LengthMax(5)], &pattern("^.{0,5}$")));
        assert!(implies(&[&pattern("^a"), &pattern("z$")], &pattern("^a(.|\n)*z$|^az?$")));
        assert!(implies(&[&pattern("^[ab]$"), &Rule::NoneOf([Value::string("b")].into())], &pattern("^a$")));
    }

    #[test]
    fn a_refused_string_is_an_example() {
        assert_eq!(refused(&[&pattern("^[a-c]$")], &pattern("^[ab]$")), Some("c".to_owned()));
        assert_eq!(refused(&[&pattern("^[a-cé]$")], &pattern("^[a-c]$")), None);
        assert_eq!(refused(&[&Rule::LengthMax(3)], &Rule::LengthMax(2)), Some("aaa".to_owned()));
        assert_eq!(refused(&[], &Rule::NoneOf([Value::string("x")].into())), Some("x".to_owned()));
    }
}
