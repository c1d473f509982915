//! Words that all messages are made of.

/// A number of things: `1 file`, `2 files`.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Words with a link before the last: `a, b or c`.
pub fn listed(words: &[String], link: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} {link} {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::{counted, listed};

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
}
