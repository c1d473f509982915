//! The token with which a caller cancels an answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A cancellation token: the answer is canceled as soon as a shared number differs from the expected one.
#[derive(Clone, Debug)]
pub struct Cancel {
    wanted: Arc<AtomicU64>,
    mine: u64,
    /// The number of steps after which the answer is canceled.
    steps: u64,
    /// The state that a long-running answer depends on.
    basis: Option<Basis>,
    /// Set once an answer has ended early.
    is_ended: Arc<AtomicBool>,
}

/// The state that an answer depends on, as a shared number, and its expected value.
#[derive(Clone, Debug)]
struct Basis {
    now: Arc<AtomicU64>,
    then: u64,
}

/// The number of ticks that an answer may take although its basis has changed: so short an answer is worth
/// finishing.
const TICKS_WITHOUT_BASIS: u64 = 1 << 21;

impl Cancel {
    /// A token that is canceled when `wanted` is no longer `mine`.
    pub fn new(wanted: &Arc<AtomicU64>, mine: u64) -> Self {
        Self { wanted: Arc::clone(wanted), mine, steps: u64::MAX, basis: None, is_ended: Arc::default() }
    }

    /// A token that cancels after a number of steps, to test what a canceled answer leaves behind.
    pub fn after(steps: u64) -> Self {
        Self { steps, ..Self::new(&Arc::default(), 0) }
    }

    /// The token, which now also cancels when a shared number changes, unless the answer takes only a few
    /// milliseconds.
    #[must_use]
    pub fn about(self, state: &Arc<AtomicU64>) -> Self {
        let then = state.load(Ordering::Relaxed);
        Self { basis: Some(Basis { now: Arc::clone(state), then }), ..self }
    }

    /// Returns `true` if an answer that has taken this many ticks must end, and records that it did.
    pub(crate) fn ends(&self, ticks: u64) -> bool {
        let is_outdated =
            |basis: &Basis| ticks >= TICKS_WITHOUT_BASIS && basis.now.load(Ordering::Relaxed) != basis.then;
        let ends = self.is_canceled() || self.basis.as_ref().is_some_and(is_outdated);
        if ends {
            self.is_ended.store(true, Ordering::Relaxed);
        }
        ends
    }

    /// Returns `true` if an answer has ended early.
    pub fn has_ended(&self) -> bool {
        self.is_ended.load(Ordering::Relaxed)
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
