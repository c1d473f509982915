//! The paths that the data of the page names by number.

use std::collections::HashMap;

use crate::text;

/// Paths, each once.
#[derive(Default)]
pub(super) struct Paths {
    all: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Paths {
    /// The number of a path.
    pub(super) fn number(&mut self, path: &str) -> usize {
        if let Some(number) = self.numbers.get(path) {
            return *number;
        }
        self.all.push(text::lines(path));
        self.numbers.insert(path.to_owned(), self.all.len() - 1);
        self.all.len() - 1
    }

    /// The paths as they are shown, by number.
    pub(super) fn into_shown(self) -> Vec<String> {
        self.all
    }
}
