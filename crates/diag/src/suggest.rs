//! "Did you mean": the most similar of several names, deterministically.
//!
//! Suggestions have a budget of their own per question: when thousands of unknown names are compared with
//! thousands of known ones, the later ones get no suggestion.

use std::cell::{Cell, LazyCell};

use crate::Arrange;

/// The maximum edit distance of a suggestion: a third of the name's length in characters, at least 1.
fn tolerance(length: usize) -> usize {
    (length / 3).max(1)
}

/// The maximum length of a compared name: the comparison is quadratic.
const LONGEST_COMPARED: usize = 128;

/// The budget for the comparisons of one question, in characters.
const FUEL: u64 = 30_000_000;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Resets the budget for suggestions: a new question begins.
#[inline]
pub fn refill_suggestions() {
    SPENT.set(0);
}

/// Subtracts a cost from the budget; returns `false` if too little is left.
fn spend(cost: usize) -> bool {
    let spent = SPENT.get() + cost as u64;
    SPENT.set(spent);
    spent <= FUEL
}

/// The edit distance of two words if it is at most `most`: insertions, deletions, replacements and
/// transpositions cost one each. Only cells near the diagonal are computed.
fn edits(a: &[char], b: &[char], most: usize) -> Option<usize> {
    // Beyond the limit, all distances count as the same.
    let far = most + 1;
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    // Equal ends cost nothing: names of one family share their first words.
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    // A transposition needs the row before the previous one.
    let mut before = vec![far; b.len() + 1];
    let mut previous: Vec<usize> = (0..=b.len()).map(|j| j.min(far)).collect();
    let mut row = previous.clone();
    for i in 1..=a.len() {
        let first = i.saturating_sub(most).max(1);
        let last = (i + most).min(b.len());
        row.fill(far);
        if i <= most {
            row[0] = i;
        }
        // the least of a row never shrinks
        let mut least = row[0];
        for j in first..=last {
            let replaced = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(previous[j] + 1).min(row[j - 1] + 1).min(far);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
            least = least.min(row[j]);
        }
        if least > most {
            return None;
        }
        std::mem::swap(&mut before, &mut previous);
        std::mem::swap(&mut previous, &mut row);
    }
    previous.get(b.len()).copied().filter(|edits| *edits <= most)
}

/// Returns `true` if the edit distance of two words is at most one.
pub fn one_edit_apart(a: &str, b: &str) -> bool {
    // The lengths are in bytes, and a character has up to four.
    if a.len().abs_diff(b.len()) > 4 || !spend(a.len()) || Letters::of(a).least_edits(&Letters::of(b)) > 1 {
        return false;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    edits(&a, &b, 1) == Some(1)
}

/// Returns `true` if the edit distance of two words is from one to `most`.
pub fn within_edits(a: &str, b: &str, most: usize) -> bool {
    if a.len().max(b.len()) > LONGEST_COMPARED || !spend(a.len() * most) {
        return false;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    edits(&a, &b, most).is_some_and(|edits| edits > 0)
}

/// Letter frequencies in a few classes: words with very different frequencies cannot be similar.
#[derive(Clone, Copy)]
struct Letters([u8; 32]);

impl Letters {
    fn of(word: &str) -> Self {
        let mut counts = [0; 32];
        for c in word.chars() {
            // Modulo 32, both cases of an ASCII letter are one class.
            let count: &mut u8 = &mut counts[c as usize % 32];
            *count = count.saturating_add(1);
        }
        Self(counts)
    }

    /// A lower bound of the edit distance: one edit changes at most two counts.
    fn least_edits(&self, other: &Self) -> usize {
        let differ: u32 = self.0.iter().zip(&other.0).map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
        differ.div_ceil(2) as usize
    }
}

/// The candidates similar to `word`, nearest first, ties in the given order. A candidate that shares no
/// letter with the word is never similar.
pub fn similar<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    near(word, &mut candidates.into_iter(), false)
}

/// The end of a message about an unknown word: a question, if there is a similar word.
pub fn did_you_mean(near: Option<impl std::fmt::Display>) -> String {
    near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The most similar candidate.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(word, &mut candidates.into_iter(), true).first().copied()
}

// takes a trait object, so that it is compiled once and not for each kind of iterator
fn near<'a>(word: &str, candidates: &mut dyn Iterator<Item = &'a str>, only_best: bool) -> Vec<&'a str> {
    if word.len() > LONGEST_COMPARED {
        return Vec::new();
    }
    // for most words, there is no name of similar length, or none with similar letters
    let length = word.chars().count();
    let letters = LazyCell::new(|| Letters::of(word));
    let chars = LazyCell::new(|| word.chars().collect::<Vec<char>>());
    let mut most = tolerance(length);
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut other: Vec<char> = Vec::new();
    for name in candidates {
        if !spend(1) {
            break;
        }
        // the first of equally similar ones counts, so a later one has to be better
        if name.len() > LONGEST_COMPARED || name.len().abs_diff(word.len()) > 4 * most {
            continue;
        }
        if !spend(name.len()) || letters.least_edits(&Letters::of(name)) > most {
            continue;
        }
        other.clear();
        other.extend(name.chars());
        // The cost is the number of cells that `edits` computes.
        if !spend(length * (2 * most + 1).min(other.len())) {
            break;
        }
        // a difference in case counts as one edit, however many letters differ
        let is_cased = length > 1 && name.eq_ignore_ascii_case(word) && name != word;
        let Some(edits) = (if is_cased { Some(1) } else { edits(&chars, &other, most) }) else { continue };
        if edits < length.max(other.len()) {
            found.push((edits, name));
            if only_best && edits == 0 {
                break;
            }
            if only_best {
                most = edits - 1;
            }
        }
    }
    found.arrange_by_key(|(edits, _)| *edits);
    found.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distance(a: &str, b: &str) -> usize {
        let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
        edits(&a, &b, a.len().max(b.len())).expect("no word is farther than its length")
    }

    #[test]
    fn transpositions_count_one() {
        assert_eq!(distance("tpye", "type"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn equal_ends_do_not_change_a_distance() {
        // the ends may take part in a transposition, or repeat the middle
        let words = ["", "a", "ab", "ba", "aba", "bab", "abab", "aab", "baa", "abba", "cab", "bca", "acb"];
        for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (*a, *b))) {
            let apart = distance(&format!("x{a}y"), &format!("z{b}w"));
            assert_eq!(distance(a, b), apart - 2, "{a} {b}");
            for (start, end) in [("a", ""), ("", "a"), ("b", "b"), ("ab", "ba")] {
                assert_eq!(
                    distance(&format!("{start}{a}{end}"), &format!("{start}{b}{end}")),
                    distance(a, b)
                );
            }
        }
    }

    #[test]
    fn the_nearest_wins_and_ties_keep_their_order() {
        assert_eq!(nearest("strng", ["number", "string"]), Some("string"));
        assert_eq!(nearest("ab", ["ac", "bb"]), Some("ac"));
        assert_eq!(nearest("zzz", ["string"]), None);
        assert_eq!(nearest("a", ["b", "ab"]), Some("ab"));
        assert_eq!(nearest("same", ["sane", "same"]), Some("same"));
    }

    #[test]
    fn cells_near_the_diagonal_are_enough() {
        let words = ["attribute", "atribute", "attirbute", "tribute", "attributes", "xattribute", "a", "été"];
        for a in words {
            for b in words {
                let exact = distance(a, b);
                let (x, y): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
                for most in 0..12 {
                    assert_eq!(edits(&x, &y, most), Some(exact).filter(|exact| *exact <= most), "{a} {b}");
                }
                assert!(Letters::of(a).least_edits(&Letters::of(b)) <= exact, "{a} {b}");
            }
        }
    }

    #[test]
    fn suggestions_have_a_budget() {
        refill_suggestions();
        let known: Vec<String> = (0..2000).map(|n| format!("attribute_name_{n}")).collect();
        let names = || known.iter().map(String::as_str);
        let answered = (0..100_000).take_while(|_| nearest("attribute_nome_7", names()).is_some()).count();
        assert!((100..50_000).contains(&answered), "{answered}");
        assert_eq!(nearest("strng", ["string"]), None);
        refill_suggestions();
        assert_eq!(nearest("strng", ["string"]), Some("string"));
    }
}
