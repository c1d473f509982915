//! The token by which a caller says that it no longer wants an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A cancellation token: the answer is canceled as soon as a shared number differs from the expected one.
#[derive(Clone, Debug)]
pub struct Cancel {
    wanted: Arc<AtomicU64>,
    mine: u64,
    /// The number of steps after which the answer is canceled.
    steps: u64,
}

impl Cancel {
    /// A token that is canceled when `wanted` is no longer `mine`.
    pub fn new(wanted: &Arc<AtomicU64>, mine: u64) -> Self {
        Self { wanted: Arc::clone(wanted), mine, steps: u64::MAX }
    }

    /// A token that is canceled after a number of steps, for tests of what a canceled answer leaves behind.
    pub fn after(steps: u64) -> Self {
        Self { wanted: Arc::default(), mine: 0, steps }
    }

    /// Returns `true` if the answer is no longer wanted.
    pub fn is_canceled(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) != self.mine
    }

    /// The number of steps after which the answer is canceled.
    pub(crate) const fn steps(&self) -> u64 {
        self.steps
    }
}
