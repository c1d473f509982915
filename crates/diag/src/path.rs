//! Paths from a value or type to one of its parts.

use std::fmt::{self, Display, Write};
use std::sync::Arc;

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// An attribute of an object: `.name`.
    Attr(Arc<str>),
    /// An element of a list or tuple: `[3]`.
    Index(usize),
    /// An element of a map: `["key"]`.
    Key(Arc<str>),
    /// Any element of a collection: `[*]`.
    Each,
    /// An element of a set, as its printed value: sets have no keys.
    Member(Arc<str>),
}

impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Attr(name) if is_identifier(name) => write!(f, ".{name}"),
            Step::Attr(name) | Step::Key(name) => write!(f, "[{name:?}]"),
            Step::Index(index) => write!(f, "[{index}]"),
            Step::Each => f.write_str("[*]"),
            Step::Member(text) => write!(f, "[{text}]"),
        }
    }
}

/// Returns `true` for a name that an expression can refer to.
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_alphabetic() || c == '_')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// Steps from the outside in. Displayed as `.a[*]["k"]`; empty for the whole value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(pub Vec<Step>);

impl Path {
    /// The path of the whole value.
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// Returns `true` for the path of the whole value.
    pub fn is_root(&self) -> bool {
        self.0.is_empty()
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for step in &self.0 {
            write!(text, "{step}")?;
        }
        f.write_str(&text)
    }
}
