//! The locations of the parts of a type expression, so that a finding can label `port = number`.

use std::sync::Arc;

use hclx_diag::{Path, Span, Step};

/// The location of a type expression and of its parts.
#[derive(Clone, Debug)]
pub struct Places {
    /// The type expression; for an attribute of an object, starting at its name.
    pub whole: Span,
    /// The parts by the step that leads to them in a value: attributes, indices, and [`Step::Each`] for the
    /// elements of a collection.
    pub parts: Vec<(Step, Places)>,
}

impl Drop for Places {
    /// Drops the parts on a stack that grows, because types and the locations of their parts may be deep.
    fn drop(&mut self) {
        if !self.parts.is_empty() {
            hclx_diag::grow(|| self.parts.clear());
        }
    }
}

impl Places {
    /// The same parts with a larger whole.
    #[must_use]
    pub(super) fn around(mut self, whole: Span) -> Self {
        self.whole = whole;
        self
    }

    /// A location without parts.
    pub(super) const fn leaf(whole: Span) -> Self {
        Self { whole, parts: Vec::new() }
    }

    /// The location of the part that a path in a value leads to, or of the innermost enclosing part in the
    /// expression.
    pub fn at(&self, path: &Path) -> Span {
        let mut places = self;
        for step in &path.0 {
            let found = places.parts.iter().find(|(own, _)| own == step || *own == Step::Each);
            match found {
                Some((_, inner)) => places = inner,
                None => break,
            }
        }
        places.whole
    }

    pub(super) fn attribute(&mut self, name: &str, places: Places) {
        self.parts.push((Step::Attr(Arc::from(name)), places));
    }
}
