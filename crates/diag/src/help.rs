//! Actions that findings propose, and words that were probably meant.

use std::fmt;
use std::ops::Deref;

use crate::{Fix, Span};

/// An action: a text for people, and the word that it asks for if it is a question about one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    text: String,
    meant: Option<Box<Meant>>,
}

/// A word that was probably meant in place of a mistaken one. It makes the question and the edit, so that the two
/// agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meant {
    /// The word as the question shows it.
    word: String,
    /// The text that the edit writes, if that is not the word.
    written: Option<String>,
}

impl Meant {
    /// A word that is written as it is shown.
    pub fn word(word: impl Into<String>) -> Self {
        Self { word: word.into(), written: None }
    }

    /// A word that an edit writes as `text`, such as in quotes.
    pub fn written_as(word: impl Into<String>, text: impl Into<String>) -> Self {
        Self { word: word.into(), written: Some(text.into()) }
    }

    fn question(&self) -> String {
        format!("did you mean `{}`?", self.word)
    }

    /// The edit that writes the word at a place; its title is the question.
    pub(crate) fn edit(self, place: Span) -> Fix {
        Fix::suggested(self.question(), place, self.written.unwrap_or(self.word))
    }
}

impl<T: Into<String>> From<T> for Meant {
    fn from(word: T) -> Self {
        Self::word(word)
    }
}

impl Help {
    /// The word that it asks for.
    pub fn meant(&self) -> Option<&str> {
        self.meant.as_ref().map(|meant| &*meant.word)
    }

    /// The edit that writes that word at a place.
    pub(crate) fn into_edit(self, place: Span) -> Option<Fix> {
        self.meant.map(|meant| meant.edit(place))
    }

    /// The text in other words, as when a part of it is hidden.
    pub fn reworded(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.text);
    }
}

impl From<Meant> for Help {
    fn from(meant: Meant) -> Self {
        Self { text: meant.question(), meant: Some(Box::new(meant)) }
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self { text, meant: None }
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<&String> for Help {
    fn from(text: &String) -> Self {
        text.clone().into()
    }
}

impl From<Help> for String {
    fn from(help: Help) -> Self {
        help.text
    }
}

impl Deref for Help {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl AsRef<str> for Help {
    fn as_ref(&self) -> &str {
        self
    }
}

impl std::borrow::Borrow<str> for Help {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl PartialEq<str> for Help {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Help {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}
