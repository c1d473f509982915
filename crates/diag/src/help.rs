//! Suggested actions, and words that were probably meant.

use std::fmt;
use std::ops::Deref;

use crate::{Fix, Span};

/// A suggested action: its text, and the word that it suggests if it is a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    text: String,
    meant: Option<Box<Suggestion>>,
}

/// A word that was probably meant in place of a mistaken one. Both the question and the fix are derived from
/// it, so they always agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The word as shown in the question.
    word: String,
    /// The replacement that the fix inserts, if it differs from the word.
    written: Option<String>,
}

impl Suggestion {
    /// A word that is inserted as shown.
    pub fn word(word: impl Into<String>) -> Self {
        Self { word: word.into(), written: None }
    }

    /// A word that is inserted as `text`, for example in quotes.
    pub fn written_as(word: impl Into<String>, text: impl Into<String>) -> Self {
        Self { word: word.into(), written: Some(text.into()) }
    }

    /// A word that is inserted as a quoted string.
    pub fn quoted(word: &str) -> Self {
        Self::written_as(word, format!("\"{}\"", word.replace('\\', r"\\").replace('"', "\\\"")))
    }

    fn question(&self) -> String {
        format!("did you mean `{}`?", self.word)
    }

    /// The fix that inserts the word at a location; its title is the question.
    pub(crate) fn edit(self, place: Span) -> Fix {
        Fix::suggested(self.question(), place, self.written.unwrap_or(self.word))
    }
}

impl<T: Into<String>> From<T> for Suggestion {
    fn from(word: T) -> Self {
        Self::word(word)
    }
}

impl Help {
    /// The suggested word, if the action is a question.
    pub fn meant(&self) -> Option<&str> {
        self.meant.as_ref().map(|meant| &*meant.word)
    }

    /// The fix that inserts the suggested word at a location.
    pub(crate) fn into_edit(self, place: Span) -> Option<Fix> {
        self.meant.map(|meant| meant.edit(place))
    }

    /// Rewords the text, for example to hide a part of it.
    pub fn reworded(&mut self, change: impl FnOnce(&mut String)) {
        change(&mut self.text);
    }
}

impl From<Suggestion> for Help {
    fn from(meant: Suggestion) -> Self {
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
