//! What an evaluation may cost; beyond it the evaluation ends with the limit named.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use hclx_diag::code_names::EVALUATION_LIMIT;
use hclx_diag::{Fallible, Fault};

/// The limits of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many expressions may be visited, a loop's body once for each element.
    pub steps: u64,
    /// How many bytes of text and elements functions, templates and loops may make together.
    pub bytes: u64,
    /// How deeply expressions may nest; the parser has its own limit below this one, but chains such
    /// as `a[*][*]…` nest without brackets.
    pub depth: u32,
}

impl Default for Limits {
    /// 500 million steps (about a minute), 256 MiB, 1 million levels.
    fn default() -> Self {
        Self { steps: 500_000_000, bytes: 256 << 20, depth: 1_000_000 }
    }
}

/// What is left to spend. One budget may serve many evaluations of one thread.
#[derive(Debug, Default)]
pub struct Budget {
    limits: Limits,
    steps: Cell<u64>,
    bytes: Cell<u64>,
    cancelled: Option<Arc<AtomicBool>>,
    /// What was not read, and why, until the evaluator has said so.
    unread: RefCell<Vec<String>>,
}

/// The flag is read once in this many steps.
const LOOK_EVERY: u64 = 1024;

impl Budget {
    /// A full budget.
    pub fn new(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// The evaluation ends soon after another thread sets `flag`.
    #[must_use]
    pub fn cancelled_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.cancelled = Some(flag);
        self
    }

    /// The limits it started with.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Spends one step.
    ///
    /// # Errors
    /// If none is left, or if the evaluation was cancelled.
    pub fn step(&self) -> Fallible<()> {
        let steps = self.steps.get() + 1;
        self.steps.set(steps);
        if steps > self.limits.steps {
            return Err(exceeded("evaluation steps", self.limits.steps));
        }
        if steps.is_multiple_of(LOOK_EVERY) && self.is_cancelled() {
            return Err(Fault::new(EVALUATION_LIMIT, "the evaluation was cancelled"));
        }
        Ok(())
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    /// Spends bytes of made text or elements, before they are made.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn spend(&self, bytes: u64) -> Fallible<()> {
        let spent = self.bytes.get().saturating_add(bytes);
        if spent > self.limits.bytes {
            return Err(exceeded("bytes of results", self.limits.bytes));
        }
        self.bytes.set(spent);
        Ok(())
    }

    /// Keeps in mind that a file was not read, so that what follows from it is unknown.
    pub(crate) fn not_read(&self, what: String) {
        self.unread.borrow_mut().push(what);
    }

    /// What was not read since this was last asked.
    pub(crate) fn take_unread(&self) -> Vec<String> {
        self.unread.take()
    }

    /// # Errors
    /// If expressions nest deeper than the limit.
    pub fn check_depth(&self, depth: u32) -> Fallible<()> {
        if depth > self.limits.depth {
            return Err(exceeded("levels of nested expressions", u64::from(self.limits.depth)));
        }
        Ok(())
    }
}

fn exceeded(what: &'static str, limit: u64) -> Fault {
    Fault::late(EVALUATION_LIMIT, move || format!("this needs more than the limit of {limit} {what}"))
}
