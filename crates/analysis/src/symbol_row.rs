//! The blocks that declare names, as data.

/// The kind of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// An input.
    Variable,
    /// A named expression.
    Local,
    /// An output.
    Output,
    /// A call of a module.
    Module,
    /// A managed object.
    Resource,
    /// An object that is read.
    Data,
    /// Any other block with a name.
    Block,
}

/// The names that a block declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declares {
    /// Its labels; the first ones, this many, form the name.
    Labels(usize),
    /// Each attribute of its body.
    Attributes,
}

/// A kind of declaration: blocks of a type at the root of a file.
#[derive(Clone, Copy, Debug)]
pub struct SymbolRow {
    /// The type of the block; empty for root attributes.
    pub block: &'static str,
    /// The number of labels.
    pub labels: usize,
    /// The names that it declares.
    pub declares: Declares,
    /// The first word of references; empty if they start with the name.
    pub root: &'static str,
    /// The kind.
    pub kind: SymbolKind,
    /// The kind in prose.
    pub noun: &'static str,
    /// The reason why names cannot be changed, if something other than references uses them.
    pub fixed: Option<&'static str>,
}

impl SymbolRow {
    /// Blocks with one label, referred to by `root.NAME`.
    pub const fn named(
        block: &'static str,
        root: &'static str,
        kind: SymbolKind,
        noun: &'static str,
    ) -> Self {
        Self { block, labels: 1, declares: Declares::Labels(1), root, kind, noun, fixed: None }
    }

    /// `locals` blocks.
    pub const fn locals() -> Self {
        let declares = Declares::Attributes;
        let (kind, noun) = (SymbolKind::Local, "local value");
        Self { block: "locals", labels: 0, declares, root: "local", kind, noun, fixed: None }
    }

    /// Root attributes, referred to by their names.
    pub const fn at_root(noun: &'static str) -> Self {
        let declares = Declares::Attributes;
        Self { block: "", labels: 0, declares, root: "", kind: SymbolKind::Local, noun, fixed: None }
    }

    /// The same blocks with this many labels, the first `name` of which form the name.
    #[must_use]
    pub const fn labeled(self, labels: usize, name: usize) -> Self {
        Self { labels, declares: Declares::Labels(name), ..self }
    }

    /// The same blocks, with names that cannot be changed.
    #[must_use]
    pub const fn fixed(self, reason: &'static str) -> Self {
        Self { fixed: Some(reason), ..self }
    }

    /// The number of words in a name.
    pub(crate) const fn words(&self) -> usize {
        match self.declares {
            Declares::Labels(count) => count,
            Declares::Attributes => 1,
        }
    }

    /// The key of a declaration with a name of these words.
    pub(crate) fn key(&self, words: &[&str]) -> String {
        let root = Some(self.root).filter(|root| !root.is_empty());
        root.into_iter().chain(words.iter().copied()).collect::<Vec<_>>().join(".")
    }
}
