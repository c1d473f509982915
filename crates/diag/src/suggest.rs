//! Did you mean: the nearest of several names, deterministically.

/// Edits between two words: insertions, deletions, replacements and transpositions count one each.
pub fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = vec![0; b.len() + 1];
    let mut previous: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = previous[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(previous[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut previous, row);
    }
    previous[b.len()]
}

/// How far a name may be off and still be meant: a third of its length, at least 1.
fn tolerance(word: &str) -> usize {
    (word.chars().count() / 3).max(1)
}

/// Names longer than this are not compared: the comparison is quadratic.
const LONGEST_COMPARED: usize = 128;

/// The candidates near enough to `word`, nearest first, ties in the order given. A word of which no
/// letter stays is another word.
pub fn similar<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    if word.len() > LONGEST_COMPARED {
        return Vec::new();
    }
    let far = tolerance(word);
    let mut near: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter(|name| name.len().abs_diff(word.len()) <= 4 * far && name.len() <= LONGEST_COMPARED)
        .map(|name| (distance(word, name), name))
        .filter(|(edits, name)| *edits <= far && *edits < word.chars().count().max(name.chars().count()))
        .collect();
    near.sort_by_key(|(edits, _)| *edits);
    near.into_iter().map(|(_, name)| name).collect()
}

/// The best candidate for what was meant by `word`.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    similar(word, candidates).first().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transpositions_count_one() {
        assert_eq!(distance("tpye", "type"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn the_nearest_wins_and_ties_keep_their_order() {
        assert_eq!(nearest("strng", ["number", "string"]), Some("string"));
        assert_eq!(nearest("ab", ["ac", "bb"]), Some("ac"));
        assert_eq!(nearest("zzz", ["string"]), None);
        assert_eq!(nearest("a", ["b", "ab"]), Some("ab"));
    }
}
