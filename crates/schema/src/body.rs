//! The bodies of nested blocks, which are shared and built on demand.

use std::fmt;
use std::sync::{Arc, OnceLock};

use hclx_syntax::body::LabelView;

use crate::Block;

type Make = dyn Fn() -> Arc<Block> + Send + Sync;
type Resolve = dyn Fn(&[LabelView<'_>]) -> Option<Arc<Block>> + Send + Sync;

/// The body of a block type.
#[derive(Clone)]
pub enum Body {
    /// A fixed schema.
    Fixed(Arc<Block>),
    /// Built on first use.
    Lazy(Arc<Lazy>),
    /// Selected by a label; for an unknown label it is opaque.
    ByLabel {
        /// The index of the label.
        index: usize,
        /// Returns the body for the given labels.
        resolve: Arc<Resolve>,
        /// The values of the label that have a body.
        known: Arc<[Arc<str>]>,
    },
    /// Opaque: names are arbitrary, and expressions are evaluated.
    Opaque,
}

/// A body that is built on first use.
pub struct Lazy {
    made: OnceLock<Arc<Block>>,
    make: Box<Make>,
}

impl Body {
    /// Creates a body that is built on first use.
    pub fn lazy(make: impl Fn() -> Arc<Block> + Send + Sync + 'static) -> Self {
        Self::Lazy(Arc::new(Lazy { made: OnceLock::new(), make: Box::new(make) }))
    }

    /// Creates a body selected by a label.
    pub fn by_label(
        index: usize,
        resolve: impl Fn(&str) -> Option<Arc<Block>> + Send + Sync + 'static,
    ) -> Self {
        Self::by_labels(index, move |labels| resolve(labels.get(index)?.text))
    }

    /// Creates a body selected by all labels; the known values are those of the label at `index`.
    pub fn by_labels(
        index: usize,
        resolve: impl Fn(&[LabelView<'_>]) -> Option<Arc<Block>> + Send + Sync + 'static,
    ) -> Self {
        Self::ByLabel { index, resolve: Arc::new(resolve), known: Arc::from([]) }
    }

    /// The same body, with the known values of its label.
    #[must_use]
    pub fn knowing<T: Into<Arc<str>>>(mut self, labels: impl IntoIterator<Item = T>) -> Self {
        if let Self::ByLabel { known, .. } = &mut self {
            *known = labels.into_iter().map(Into::into).collect();
        }
        self
    }

    /// The index of the label that selects the body, and its known values; `None` if the body does not depend
    /// on a label.
    pub fn by(&self) -> Option<(usize, &[Arc<str>])> {
        match self {
            Self::ByLabel { index, known, .. } => Some((*index, known)),
            _ => None,
        }
    }

    /// The body of a block with these labels.
    pub fn of(&self, labels: &[LabelView<'_>]) -> Arc<Block> {
        match self {
            Self::Fixed(block) => block.clone(),
            Self::Lazy(lazy) => lazy.made.get_or_init(|| (lazy.make)()).clone(),
            Self::ByLabel { resolve, .. } => resolve(labels).unwrap_or_else(Block::opaque),
            Self::Opaque => Block::opaque(),
        }
    }

    /// The body, unless it depends on labels.
    pub fn fixed(&self) -> Arc<Block> {
        self.of(&[])
    }
}

impl Drop for Body {
    /// Drops the body, if this is its last owner, on a stack that grows: bodies may be deeply nested.
    fn drop(&mut self) {
        let own = match self {
            Self::Fixed(block) => Arc::get_mut(block),
            Self::Lazy(lazy) => Arc::get_mut(lazy).and_then(|lazy| Arc::get_mut(lazy.made.get_mut()?)),
            _ => None,
        };
        if let Some(block) = own {
            hclx_diag::grow(|| drop(std::mem::take(block)));
        }
    }
}

impl From<Arc<Block>> for Body {
    fn from(block: Arc<Block>) -> Self {
        Self::Fixed(block)
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(block) => f.debug_tuple("Fixed").field(block).finish(),
            Self::Lazy(_) => f.write_str("Lazy"),
            Self::ByLabel { index, .. } => f.debug_struct("ByLabel").field("index", index).finish(),
            Self::Opaque => f.write_str("Opaque"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nested;

    #[test]
    fn deep_bodies_are_dropped() {
        let around = |body: Body, _| Body::from(Arc::new(Block::new().nested(Nested::new("b").body(body))));
        drop((0..100_000).fold(Body::Opaque, around));
    }
}
