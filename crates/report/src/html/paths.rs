//! The paths to which the data of the page refers by number.

use std::collections::HashMap;

use crate::text;

/// A set of paths.
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

    /// The paths by number, in the form in which they are shown.
    pub(super) fn into_shown(self) -> Vec<String> {
        self.all
    }
}
