//! Budgets: limits on the cost of one question. When one is exceeded, evaluation stops with a finding that
//! names the limit.
//!
//! A budget is passed down from the question; lower layers never create one of their own. The cost of values
//! is charged where they are created and read (`meter`); the budget collects it at every step.

use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hclx_diag::code_names::EVALUATION_LIMIT;
use hclx_diag::{Diagnostic, Fallible, Fault, refill_suggestions};

use crate::{Value, meter};

/// The limits of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of visited expressions; the body of a loop counts once per element. Elements that
    /// functions and conversions iterate over count too, two per step.
    pub steps: u64,
    /// The maximum number of bytes of strings and elements created in total, and the maximum size of one
    /// value with all parts written out.
    pub bytes: u64,
    /// The maximum nesting of values; the parser has the same limit for brackets.
    pub depth: u32,
    /// The maximum nesting of expressions. The parser has its own, lower limit, but chains such as `a[*][*]…`
    /// nest without brackets.
    pub nesting: u32,
    /// The maximum length of a printed answer in bytes.
    pub answer: u64,
    /// The additional limit of bytes per byte of source: large files need proportionally more even without
    /// repetition. 0 leaves the limit unchanged.
    pub per_source_byte: u64,
}

/// Values and brackets nest no deeper than this by default.
pub const MAX_DEPTH: u32 = 10_000;

impl Default for Limits {
    /// 100 million steps (about ten seconds), 256 MiB, values of 10,000 levels, answers of 64 MiB.
    fn default() -> Self {
        Self {
            steps: 100_000_000,
            bytes: 256 << 20,
            depth: MAX_DEPTH,
            nesting: 1_000_000,
            answer: 64 << 20,
            per_source_byte: 128,
        }
    }
}

impl Limits {
    /// The lower of the two limits, for each resource.
    fn within(self, around: Limits) -> Self {
        Self {
            steps: self.steps.min(around.steps),
            // parts raise the limit by their own source; a limit that does not depend on sources is shared by
            // all parts
            bytes: if around.per_source_byte == 0 { self.bytes.min(around.bytes) } else { self.bytes },
            depth: self.depth.min(around.depth),
            nesting: self.nesting.min(around.nesting),
            answer: self.answer.min(around.answer),
            per_source_byte: self.per_source_byte.min(around.per_source_byte),
        }
    }
}

thread_local! {
    /// The limits of the most recent question on this thread: a part of it never has higher ones.
    static QUESTION: Cell<Option<Limits>> = const { Cell::new(None) };
    /// Set while the budget of this thread's question is spent.
    static IS_SPENT: Cell<bool> = const { Cell::new(false) };
}

/// Returns `true` if the budget of this thread's current question is spent: a result computed now may be
/// incomplete and must not be cached for other questions.
pub fn is_question_spent() -> bool {
    IS_SPENT.get()
}

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
}

/// The number of steps between two checks for cancellation.
const LOOK_AFTER: u64 = 1024;

/// The remaining budget. One budget may serve many evaluations of one thread, and never leaves that thread.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    /// The limit of bytes, raised by sources.
    most_bytes: Cell<u64>,
    steps: Cell<u64>,
    /// The number of steps at which the next check is due; 0 once too many bytes were created.
    stop: Cell<u64>,
    bytes: Cell<u64>,
    /// Bytes that were charged in advance for values created next.
    ahead: Cell<u64>,
    /// The finding about the exhausted limit.
    spent: RefCell<Option<Diagnostic>>,
    /// The files that could not be read, with reasons, until the evaluator has reported them.
    unread: RefCell<Vec<String>>,
    /// The meter readings when this budget started inside another question.
    around: Option<(u64, u64)>,
    /// The cancellation token of the answer, if it can be canceled.
    cancel: Option<Cancel>,
    is_canceled: Cell<bool>,
    /// The meter belongs to a thread.
    thread: PhantomData<*const ()>,
}

/// The steps allowed for a constant expression of any length, and the additional ones per byte of its source.
const STEPS_OF_CONSTANT: u64 = 1024;
const STEPS_PER_BYTE: u64 = 16;
const BYTES_OF_CONSTANT: u64 = 1 << 20;
/// The number of iterated elements per step.
const ELEMENTS_PER_STEP: u64 = 2;

impl Default for Budget {
    #[inline]
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

impl Budget {
    /// A full budget.
    #[inline]
    pub fn new(limits: Limits) -> Self {
        // values created before the question do not count
        meter::take();
        refill_suggestions();
        QUESTION.set(Some(limits));
        IS_SPENT.set(false);
        Self::full(limits)
    }

    /// A budget for a small part of a question. Its cost counts for the question too: on drop, the outer
    /// budget is charged. Its limits are at most those of the question.
    pub fn inside(limits: Limits) -> Self {
        let mut budget = Self::full(limits.within(QUESTION.get().unwrap_or_default()));
        budget.around = Some(meter::take());
        budget
    }

    /// A budget for an expression that must be constant, from the length of its source in bytes: literals
    /// cost less than that, and no loop runs for longer. Its cost counts for the question too.
    pub fn constant(length: usize) -> Self {
        let length = length as u64;
        let limits = Limits::default();
        Self::inside(Limits {
            steps: limits.steps.min(STEPS_OF_CONSTANT + STEPS_PER_BYTE * length),
            bytes: limits.bytes.min(BYTES_OF_CONSTANT).max(limits.per_source_byte * length),
            ..limits
        })
    }

    #[inline]
    fn full(limits: Limits) -> Self {
        Self {
            limits,
            most_bytes: Cell::new(limits.bytes),
            steps: Cell::default(),
            stop: Cell::new(limits.steps.saturating_add(1)),
            bytes: Cell::default(),
            ahead: Cell::default(),
            spent: RefCell::default(),
            unread: RefCell::default(),
            around: None,
            cancel: None,
            is_canceled: Cell::new(false),
            thread: PhantomData,
        }
    }

    /// The budget with a cancellation token: it counts as spent once the answer is canceled. A canceled
    /// answer must be discarded.
    #[must_use]
    pub fn until(mut self, cancel: Cancel) -> Self {
        self.cancel = Some(cancel);
        self.stop.set(self.next_stop());
        self
    }

    /// Raises the limit of bytes for a source of a length, as far as [`Limits::per_source_byte`] allows.
    pub fn allow_for_source(&self, length: usize) {
        let needed = (length as u64).saturating_mul(self.limits.per_source_byte);
        self.most_bytes.set(self.most_bytes.get().max(needed));
        // An exceeded limit has set `stop` to 0, which only a limit that is high enough again may undo.
        if self.bytes.get() <= self.most_bytes.get() {
            self.stop.set(self.next_stop());
        }
    }

    /// The number of steps at which the next check is due: the limit, or the next look at the cancellation
    /// token.
    fn next_stop(&self) -> u64 {
        let end = self.limits.steps.saturating_add(1);
        match &self.cancel {
            Some(cancel) => end.min(cancel.steps).min(self.steps.get().saturating_add(LOOK_AFTER)),
            None => end,
        }
    }

    /// The limits that the budget started with.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The steps and bytes spent so far, as of the last collection.
    pub fn used(&self) -> (u64, u64) {
        (self.steps.get(), self.bytes.get())
    }

    /// Charges one step, and collects the cost of values since the last one.
    ///
    /// # Errors
    /// If the budget is spent.
    #[inline]
    pub fn step(&self) -> Fallible<()> {
        if self.take_step() { Ok(()) } else { Err(self.nothing_left()) }
    }

    /// Like [`Self::step`], but returns `false` instead of a fault if the budget is spent.
    #[inline]
    pub fn take_step(&self) -> bool {
        self.steps.set(self.steps.get() + 1);
        self.is_enough()
    }

    /// Collects the cost of values since the last call.
    ///
    /// # Errors
    /// If a limit is exceeded.
    #[inline]
    pub fn collect(&self) -> Fallible<()> {
        if self.is_enough() { Ok(()) } else { Err(self.nothing_left()) }
    }

    #[inline]
    fn is_enough(&self) -> bool {
        if meter::has_counted() {
            self.collect_counted();
        }
        self.steps.get() < self.stop.get() || self.goes_on()
    }

    /// Performs the check that is due; returns `true` if evaluation may continue.
    #[cold]
    fn goes_on(&self) -> bool {
        if self.is_canceled() || self.is_spent() {
            // A part of a question has its own, lower limits: that it is spent says nothing about the
            // question.
            if self.around.is_none() {
                IS_SPENT.set(true);
            }
            return false;
        }
        self.stop.set(self.next_stop());
        true
    }

    /// Returns `true` if the answer is no longer wanted: all further evaluation fails.
    pub fn is_canceled(&self) -> bool {
        let Some(cancel) = &self.cancel else { return false };
        if !self.is_canceled.get() && (cancel.is_canceled() || self.steps.get() >= cancel.steps) {
            self.is_canceled.set(true);
            self.stop.set(0);
            IS_SPENT.set(true);
        }
        self.is_canceled.get()
    }

    #[inline(never)]
    fn collect_counted(&self) {
        let (made, walked) = meter::take();
        // Bytes that [`Self::spend`] charged before the values existed do not count twice.
        let paid = self.ahead.get().min(made);
        self.ahead.set(self.ahead.get() - paid);
        self.bytes.set(self.bytes.get().saturating_add(made - paid));
        self.steps.set(self.steps.get() + walked / ELEMENTS_PER_STEP);
        if self.bytes.get() > self.most_bytes.get() {
            self.stop.set(0);
        }
    }

    /// The fault for an exhausted step limit.
    #[cold]
    pub fn nothing_left(&self) -> Fault {
        if self.steps.get() > self.limits.steps {
            exceeded("evaluation steps", self.limits.steps)
        } else {
            exceeded("bytes of results", self.most_bytes.get())
        }
    }

    /// Returns `true` if a limit is exhausted, or the answer was canceled: all further evaluation fails.
    pub fn is_spent(&self) -> bool {
        self.steps.get() > self.limits.steps
            || self.bytes.get() > self.most_bytes.get()
            || self.is_canceled.get()
    }

    /// Charges bytes of strings or elements before they are created, for operations that may create many.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn spend(&self, bytes: u64) -> Fallible<()> {
        let spent = self.bytes.get().saturating_add(bytes);
        if spent > self.most_bytes.get() {
            return Err(exceeded("bytes of results", self.most_bytes.get()));
        }
        self.bytes.set(spent);
        self.ahead.set(self.ahead.get().saturating_add(bytes));
        Ok(())
    }

    /// Records that a file was not read, so that its contents are unknown.
    pub fn not_read(&self, what: String) {
        self.unread.borrow_mut().push(what);
    }

    /// Takes the files that were not read since the last call.
    pub fn take_unread(&self) -> Vec<String> {
        if self.unread.borrow().is_empty() { Vec::new() } else { self.unread.take() }
    }

    /// Checks the nesting of expressions.
    ///
    /// # Errors
    /// If expressions nest deeper than the limit.
    #[inline]
    pub fn check_nesting(&self, nesting: u32) -> Fallible<()> {
        if nesting > self.limits.nesting {
            return Err(exceeded("levels of nested expressions", u64::from(self.limits.nesting)));
        }
        Ok(())
    }

    /// Checks the depth and size of a created value. Parts may be shared and cost little memory, so each
    /// counts as often as it occurs.
    ///
    /// # Errors
    /// If it nests deeper, or is larger, than the limit.
    #[inline]
    pub fn admit(&self, value: &Value) -> Fallible<()> {
        let (size, depth) = value.size_and_depth();
        if depth > self.limits.depth {
            return Err(exceeded("levels of nested values", u64::from(self.limits.depth)));
        }
        if size > self.most_bytes.get() {
            return Err(exceeded("bytes of results", self.most_bytes.get()));
        }
        Ok(())
    }

    /// Records the first finding that was made after a limit was exhausted.
    pub fn note(&self, finding: &Diagnostic) {
        if self.is_spent() {
            self.spent.borrow_mut().get_or_insert_with(|| finding.clone());
        }
    }

    /// Reports an exhausted limit exactly once, however many evaluations followed, and even if the finding
    /// was discarded. Every question ends with this call.
    pub fn settle<T: From<Diagnostic>>(&self, findings: &mut Vec<T>, diagnostic: impl Fn(&T) -> &Diagnostic) {
        let Some(first) = self.spent.take() else { return };
        // The same finding may be among them already.
        findings.retain(|finding| {
            let other = diagnostic(finding);
            other.code != EVALUATION_LIMIT || other.message != first.message
        });
        findings.push(first.into());
    }
}

/// The fault for a value that nests deeper than [`MAX_DEPTH`].
pub(crate) fn too_deep() -> Fault {
    exceeded("levels of nested values", u64::from(MAX_DEPTH))
}

impl Drop for Budget {
    fn drop(&mut self) {
        if self.around.is_none() {
            IS_SPENT.set(false);
        }
        if let Some((made, walked)) = self.around {
            // `around` is the cost of the question that was not yet collected when this part began.
            let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
            meter::made(size(made.saturating_add(self.bytes.get())));
            meter::walked(size(walked.saturating_add(self.steps.get().saturating_mul(ELEMENTS_PER_STEP))));
        }
    }
}

fn exceeded(what: &'static str, limit: u64) -> Fault {
    Fault::late(EVALUATION_LIMIT, move || format!("this needs more than the limit of {limit} {what}"))
}
