//! Wording that all messages share.

use crate::Arrange;

/// A count with its noun: `1 file`, `2 files`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// A list with a conjunction before the last item: `a, b or c`.
pub fn listed(words: &[String], link: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {link} {last}", rest.join(", ")),
    }
}

/// The maximum number of names in a cycle that a message shows whole.
const LONGEST_CYCLE: usize = 16;

/// The message for declarations that depend on each other: ``dependency cycle: `a` → `b` → `a` ``. A long cycle shows
/// its first names.
pub fn dependency_cycle<T: AsRef<str>>(names: &[T]) -> String {
    let shown = if names.len() > LONGEST_CYCLE { &names[..LISTED] } else { names };
    let more = names.len() - shown.len();
    let mut way: Vec<String> = shown.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    way.extend((more > 0).then(|| format!("{more} more")));
    way.extend(names.first().map(|name| format!("`{}`", name.as_ref())));
    format!("dependency cycle: {}", way.join(" → "))
}

/// The maximum number of names that a message lists.
const LISTED: usize = 8;

/// A list of names in backticks, at most eight: `` `a`, `b`, and 3 more ``. In a complete list, `link`
/// precedes the last name; with an empty `link` there are only commas.
pub fn listed_names<'a>(names: impl IntoIterator<Item = &'a str>, link: &str) -> String {
    let mut names = names.into_iter();
    let shown: Vec<String> = names.by_ref().take(LISTED).map(|name| format!("`{name}`")).collect();
    match names.count() {
        0 if link.is_empty() => shown.join(", "),
        0 => listed(&shown, link),
        more => {
            let choice = if link == "or" { "one of " } else { "" };
            format!("{choice}{} and {more} more", shown.join(", "))
        }
    }
}

/// Like [`listed_names`], for the names that could replace `word`: an incomplete list starts with the most
/// similar ones.
pub fn alternatives<'a>(word: &str, names: impl IntoIterator<Item = &'a str>, link: &str) -> String {
    let mut names: Vec<&str> = names.into_iter().collect();
    if names.len() > LISTED {
        let near = crate::similar(word, names.iter().copied());
        names.arrange_by_key(|name| near.iter().position(|known| known == name).unwrap_or(near.len()));
    }
    listed_names(names, link)
}

#[cfg(test)]
mod tests {
    use super::{alternatives, counted, listed, listed_names};

    #[test]
    fn one_is_singular() {
        assert_eq!([0, 1, 2].map(|count| counted(count, "file")), ["0 files", "1 file", "2 files"]);
    }

    #[test]
    fn the_last_word_has_a_link() {
        let words = ["a", "b", "c"].map(str::to_owned);
        assert_eq!(listed(&words, "or"), "a, b or c");
        assert_eq!(listed(&words[..2], "and"), "a and b");
        assert_eq!(listed(&words[..1], "or"), "a");
        assert_eq!(listed(&[], "or"), "");
    }

    #[test]
    fn of_many_names_eight_are_listed_the_nearest_first() {
        let names = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "number", "i9"];
        let all = "`a1`, `b2`, `c3`, `d4`, `e5`, `f6`, `g7`";
        assert_eq!(listed_names(names, "or"), format!("one of {all}, `h8` and 2 more"));
        assert_eq!(alternatives("nubmer", names, "or"), format!("one of `number`, {all} and 2 more"));
        assert_eq!(alternatives("nubmer", names[..3].iter().copied(), "or"), "`a1`, `b2` or `c3`");
        assert_eq!(listed_names(names[..8].iter().copied(), ""), format!("{all}, `h8`"));
    }
}
