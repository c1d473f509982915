//! Types of blocks that a body may have.

use std::sync::Arc;

use hclx_diag::Span;

use crate::{Block, Body};

/// A type of blocks that a body may have.
#[derive(Clone, Debug)]
pub struct Nested {
    /// The type.
    pub block_type: Arc<str>,
    /// What each label is called.
    pub labels: Vec<Arc<str>>,
    /// How many of the last labels may be left out.
    pub optional_labels: usize,
    /// What several of them make.
    pub nesting: Nesting,
    /// How many there must be.
    pub min: usize,
    /// How many there may be.
    pub max: Option<usize>,
    /// What they hold.
    pub body: Body,
    /// There is an attribute of the same name; a body has either.
    pub also_attribute: bool,
    /// `dynamic` blocks may make them.
    pub dynamic: bool,
    /// Where none is written the application may make some.
    pub computed: bool,
    /// They still work: what to use instead, lower case, or empty.
    pub deprecated: Option<Arc<str>>,
    /// They no longer work: what to use instead, lower case, or empty.
    pub removed: Option<Arc<str>>,
    /// For people, in Markdown.
    pub docs: Option<Arc<str>>,
    /// Where they are declared, if that is in a source.
    pub place: Option<Span>,
}

/// What the blocks of a type make together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// An object, or null; at most one block.
    Single,
    /// An object also if there is no block; at most one block.
    Group,
    /// A list of objects.
    #[default]
    List,
    /// A set of objects.
    Set,
    /// A map of objects by their labels, which differ; a level of maps for each label.
    Map,
}

impl Nested {
    /// Any number of blocks without labels, about which nothing is known.
    pub fn new(block_type: impl Into<Arc<str>>) -> Self {
        Self {
            block_type: block_type.into(),
            labels: Vec::new(),
            optional_labels: 0,
            nesting: Nesting::List,
            min: 0,
            max: None,
            body: Body::Opaque,
            also_attribute: false,
            dynamic: false,
            computed: false,
            deprecated: None,
            removed: None,
            docs: None,
            place: None,
        }
    }

    /// What they hold.
    #[must_use]
    pub fn body(mut self, body: impl Into<Body>) -> Self {
        self.body = body.into();
        self
    }

    /// What they hold, if that is known now.
    #[must_use]
    pub fn holding(self, block: Block) -> Self {
        self.body(Arc::new(block))
    }

    /// What the labels are called.
    #[must_use]
    pub fn labels<T: Into<Arc<str>>>(mut self, labels: impl IntoIterator<Item = T>) -> Self {
        self.labels = labels.into_iter().map(Into::into).collect();
        self
    }

    /// What several of them make.
    #[must_use]
    pub fn nesting(mut self, nesting: Nesting) -> Self {
        self.nesting = nesting;
        self
    }

    /// At most one.
    #[must_use]
    pub fn single(self) -> Self {
        self.nesting(Nesting::Single)
    }

    /// How many there are at least.
    #[must_use]
    pub fn at_least(mut self, min: usize) -> Self {
        self.min = min;
        self
    }

    /// Maximum number.
    #[must_use]
    pub fn at_most(mut self, max: usize) -> Self {
        self.max = Some(max);
        self
    }

    /// `dynamic` blocks may make them.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }

    /// How many there may be.
    pub fn most(&self) -> Option<usize> {
        match self.nesting {
            Nesting::Single | Nesting::Group => Some(1),
            Nesting::List | Nesting::Set | Nesting::Map => self.max,
        }
    }
}
