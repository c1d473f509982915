//! Block types that a body may have.

use std::sync::Arc;

use hclx_diag::Span;

use crate::{Block, Body};

/// A block type that a body may have.
#[derive(Clone, Debug)]
pub struct Nested {
    /// The type.
    pub block_type: Arc<str>,
    /// The names of the labels.
    pub labels: Vec<Arc<str>>,
    /// The number of trailing labels that are optional.
    pub optional_labels: usize,
    /// The attribute in the body that replaces the last label where that is missing; exactly one of the two is
    /// required.
    pub label_attribute: Option<Arc<str>>,
    /// The combination of several blocks.
    pub nesting: Nesting,
    /// The minimum number of blocks.
    pub min: usize,
    /// The maximum number of blocks.
    pub max: Option<usize>,
    /// The body.
    pub body: Body,
    /// Set if there is an attribute with the same name; a body has one or the other.
    pub also_attribute: bool,
    /// Set if `dynamic` blocks can generate these blocks.
    pub dynamic: bool,
    /// The treatment of several blocks with the same labels.
    pub repeats: Repeats,
    /// Set if the application may create blocks when there are none in the configuration.
    pub computed: bool,
    /// The replacement of deprecated blocks, in lower case, or empty.
    pub deprecated: Option<Arc<str>>,
    /// The replacement of removed blocks, in lower case, or empty.
    pub removed: Option<Arc<str>>,
    /// The names that these blocks declare.
    pub declares: Option<Arc<DeclaredNames>>,
    /// Documentation in Markdown.
    pub docs: Option<Arc<str>>,
    /// The location of the declaration, if it is in a source.
    pub place: Option<Span>,
}

/// The names that blocks of a type declare: their labels, or without labels the attributes of their bodies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeclaredNames {
    /// The first name of references, such as `var`.
    pub root: Arc<str>,
    /// The kind of declaration in prose, such as `variable`.
    pub noun: Arc<str>,
    /// Set if the application reads only declarations that something refers to.
    pub is_lazy: bool,
}

/// The treatment of several blocks with the same labels, which must be different.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeats {
    /// An error.
    #[default]
    Fail,
    /// The last one counts.
    LastCounts,
}

/// The combined value of the blocks of a type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Nesting {
    /// An object, or null; at most one block.
    Single,
    /// An object even if there is no block; at most one block.
    Group,
    /// A list of objects.
    #[default]
    List,
    /// A set of objects.
    Set,
    /// A map of objects by their labels, which must differ; one level of maps per label.
    Map,
}

impl Nested {
    /// Creates a block type without labels, with any number of blocks and an opaque body.
    pub fn new(block_type: impl Into<Arc<str>>) -> Self {
        Self {
            block_type: block_type.into(),
            labels: Vec::new(),
            optional_labels: 0,
            label_attribute: None,
            nesting: Nesting::List,
            min: 0,
            max: None,
            body: Body::Opaque,
            also_attribute: false,
            dynamic: false,
            repeats: Repeats::Fail,
            computed: false,
            deprecated: None,
            removed: None,
            declares: None,
            docs: None,
            place: None,
        }
    }

    /// Sets the body.
    #[must_use]
    pub fn body(mut self, body: impl Into<Body>) -> Self {
        self.body = body.into();
        self
    }

    /// Sets the body from a schema that is already built.
    #[must_use]
    pub fn holding(self, block: Block) -> Self {
        self.body(Arc::new(block))
    }

    /// Sets the names of the labels.
    #[must_use]
    pub fn labels<T: Into<Arc<str>>>(mut self, labels: impl IntoIterator<Item = T>) -> Self {
        self.labels = labels.into_iter().map(Into::into).collect();
        self
    }

    /// Sets the combination of several blocks.
    #[must_use]
    pub fn nesting(mut self, nesting: Nesting) -> Self {
        self.nesting = nesting;
        self
    }

    /// Allows at most one block.
    #[must_use]
    pub fn single(self) -> Self {
        self.nesting(Nesting::Single)
    }

    /// Sets the minimum number of blocks.
    #[must_use]
    pub fn at_least(mut self, min: usize) -> Self {
        self.min = min;
        self
    }

    /// Sets the maximum number of blocks.
    #[must_use]
    pub fn at_most(mut self, max: usize) -> Self {
        self.max = Some(max);
        self
    }

    /// Allows `dynamic` blocks to generate these blocks.
    #[must_use]
    pub fn dynamic(mut self) -> Self {
        self.dynamic = true;
        self
    }

    /// The combination and the number of blocks in words, such as `list of blocks, at most 1`.
    pub fn described(&self) -> String {
        let many = match self.nesting {
            Nesting::Single | Nesting::Group => "block",
            Nesting::List => "list of blocks",
            Nesting::Set => "set of blocks",
            Nesting::Map => "map of blocks",
        };
        let limits = match (self.min, self.most()) {
            (0, None) => String::new(),
            (0, Some(most)) => format!(", at most {most}"),
            (min, Some(most)) if min == most => format!(", exactly {min}"),
            (min, Some(most)) => format!(", {min} to {most}"),
            (min, None) => format!(", at least {min}"),
        };
        format!("{many}{limits}")
    }

    /// The maximum number of blocks.
    pub fn most(&self) -> Option<usize> {
        match self.nesting {
            Nesting::Single | Nesting::Group => Some(1),
            Nesting::List | Nesting::Set | Nesting::Map => self.max,
        }
    }
}
