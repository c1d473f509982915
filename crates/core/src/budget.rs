//! Budgets limit the cost of one question. When a limit is exceeded, evaluation stops with a finding that
//! names it.
//!
//! A budget is passed down from the question; lower layers never create one of their own. The cost of values
//! is charged where they are created and read, on the thread's meter (`meter`), which has the limits of the
//! budget as long as it lives.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;
use std::marker::PhantomData;

use hclx_diag::{Diagnostic, Fallible, Fault, refill_suggestions};

use crate::cancel::Cancel;
use crate::meter::{Account, LimitOwner, Raise, TICKS_PER_STEP, Terms, exceeded};
use crate::{Value, meter};

/// The limits of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of visited expressions; the body of a loop counts once per element. The work of
    /// functions and conversions counts too; about 64 ns of work make one step.
    pub steps: u64,
    /// The maximum number of bytes of strings and elements created in total, whether they still live or not,
    /// and the maximum size of one value with all parts written out.
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
    /// Likewise for steps.
    pub steps_per_source_byte: u64,
    /// The means of raising the limits, for messages.
    pub raise: Raise,
}

/// Values and brackets nest no deeper than this by default.
pub const MAX_DEPTH: u32 = 10_000;

impl Default for Limits {
    /// 20 million steps (about 1.3 seconds), 128 MiB, values of 10,000 levels, answers of 64 MiB.
    fn default() -> Self {
        Self {
            steps: 20_000_000,
            bytes: 128 << 20,
            depth: MAX_DEPTH,
            nesting: 1_000_000,
            answer: 64 << 20,
            per_source_byte: 128,
            steps_per_source_byte: 64,
            raise: Raise::Never,
        }
    }
}

impl Limits {
    /// Divides the limits on steps and bytes by `by`, for a first attempt.
    #[must_use]
    pub fn divided(self, by: u64) -> Self {
        Self { steps: self.steps / by, bytes: self.bytes / by, raise: Raise::NotInThisRun, ..self }
    }

    /// The lower of the two limits, for each resource.
    fn within(self, around: Limits) -> Self {
        Self {
            steps: self.steps.min(around.steps),
            // parts raise the limit in proportion to their own source; a limit that does not depend on
            // sources is shared by all parts
            bytes: if around.per_source_byte == 0 { self.bytes.min(around.bytes) } else { self.bytes },
            depth: self.depth.min(around.depth),
            nesting: self.nesting.min(around.nesting),
            answer: self.answer.min(around.answer),
            per_source_byte: self.per_source_byte.min(around.per_source_byte),
            steps_per_source_byte: self.steps_per_source_byte.min(around.steps_per_source_byte),
            raise: around.raise,
        }
    }
}

thread_local! {
    /// The limits of the most recent question on this thread, which the limits of its parts never exceed.
    static QUESTION: Cell<Option<Limits>> = const { Cell::new(None) };
    /// Set while the budget of this thread's question is spent.
    static IS_SPENT: Cell<bool> = const { Cell::new(false) };
}

/// Returns `true` if the budget of this thread's current question is spent: a result computed now may be
/// incomplete and must not be cached for other questions.
pub fn is_question_spent() -> bool {
    IS_SPENT.get() || meter::is_exceeded() || meter::is_question_spent()
}

/// The remaining budget. One budget may serve many evaluations of one thread, and never leaves that thread. What
/// it has spent is recorded on the thread's meter while it lives, so budgets end in the reverse order of their
/// creation.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    /// The finding about the exhausted limit.
    spent: RefCell<Option<Diagnostic>>,
    /// The files that could not be read, with reasons, until the evaluator has reported them.
    unread: RefCell<Unread>,
    /// The names of values that were paid for and are kept.
    used: RefCell<HashSet<Box<str>>>,
    /// The account that resumes after this budget.
    around: Option<Account>,
    extent: Extent,
    /// The meter belongs to a thread.
    thread: PhantomData<*const ()>,
}

/// The part of a question that a budget covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extent {
    Question,
    Part,
}

/// Files that were not read: the first of them, and the number of the others.
#[derive(Debug, Default)]
struct Unread {
    named: Vec<String>,
    more: usize,
}

/// The maximum factor by which a question of several parts raises its limits.
const MOST_PARTS: u64 = 10;
/// The maximum number of recorded values that are paid for once.
const MOST_USED: usize = 128;
/// The maximum number of unread files that a finding names.
const MOST_UNREAD: usize = 100;
/// The steps allowed for a constant expression of any length, and the additional ones per byte of its source.
const STEPS_OF_CONSTANT: u64 = 1024;
const STEPS_PER_BYTE: u64 = 16;
const BYTES_OF_CONSTANT: u64 = 1 << 20;

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
        refill_suggestions();
        QUESTION.set(Some(limits));
        IS_SPENT.set(false);
        meter::forget_exceeded();
        Self::open(limits, Extent::Question, LimitOwner::Question, None)
    }

    /// A budget for a small part of a question. Its cost counts for the question too: on drop, the outer
    /// budget is charged. Its limits are at most those of the question.
    pub fn inside(limits: Limits) -> Self {
        let around = QUESTION.get().unwrap_or_default();
        let within = limits.within(around);
        let (raise, whose) = if within.steps == around.steps || within.bytes == around.bytes {
            (around.raise, LimitOwner::Question)
        } else {
            (Raise::Never, LimitOwner::Part)
        };
        Self::open(Limits { raise, ..within }, Extent::Part, whose, meter::cancel())
    }

    /// A budget for an expression that must be constant, computed from the length of its source in bytes.
    /// Literals cost less than this, and no loop runs for longer. The cost counts for the question too.
    pub fn constant(length: usize) -> Self {
        let length = length as u64;
        let limits = Limits::default();
        Self::inside(Limits {
            steps: limits.steps.min(STEPS_OF_CONSTANT + STEPS_PER_BYTE * length),
            bytes: limits.bytes.min(BYTES_OF_CONSTANT).max(limits.per_source_byte * length),
            ..limits
        })
    }

    fn open(limits: Limits, extent: Extent, whose: LimitOwner, cancel: Option<Cancel>) -> Self {
        let ticks = limits.steps.saturating_mul(TICKS_PER_STEP);
        let terms = Terms { ticks, raise: limits.raise, whose, is_canceled: false };
        Self {
            limits,
            spent: RefCell::default(),
            unread: RefCell::default(),
            used: RefCell::default(),
            around: Some(meter::open(Account::new(terms, limits.bytes, cancel))),
            extent,
            thread: PhantomData,
        }
    }

    /// The budget with a cancellation token: it counts as spent once the answer is canceled. A canceled
    /// answer must be discarded.
    #[must_use]
    pub fn until(self, cancel: Cancel) -> Self {
        meter::cancel_with(cancel);
        self
    }

    /// Raises the limits for a source of the given length, up to [`Limits::per_source_byte`].
    pub fn allow_for_source(&self, length: usize) {
        let Limits { per_source_byte, steps_per_source_byte, .. } = self.limits;
        let of_source = |each: u64| (length as u64).saturating_mul(each);
        meter::raise_to(of_source(steps_per_source_byte * TICKS_PER_STEP), of_source(per_source_byte));
    }

    /// Raises the limits for a question that consists of equal parts, each with the limits of a question, at most
    /// [`MOST_PARTS`] times.
    pub fn allow_for_parts(&self, parts: usize) {
        let parts = (parts as u64).min(MOST_PARTS);
        let ticks = self.limits.steps.saturating_mul(TICKS_PER_STEP);
        meter::raise_to(ticks.saturating_mul(parts), self.limits.bytes.saturating_mul(parts));
    }

    /// Performs work that may end early, and returns its result and whether it was completed. If the work exhausts a
    /// limit, its cost is refunded and the finding about the limit is dropped.
    pub fn attempt<T>(&self, part: impl FnOnce() -> T) -> (T, bool) {
        let before = meter::spent();
        let was_spent = self.is_spent();
        let result = part();
        let is_whole = was_spent || !self.is_spent();
        if !is_whole {
            meter::rewind(before);
            self.spent.take();
        }
        (result, is_whole)
    }

    /// The limits that the budget started with.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The steps and bytes spent so far.
    pub fn used(&self) -> (u64, u64) {
        let (ticks, bytes) = meter::spent();
        (ticks / TICKS_PER_STEP, bytes)
    }

    /// Charges one step.
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
        meter::step() || self.stops()
    }

    /// Accounts for everything charged since the last step.
    ///
    /// # Errors
    /// If a limit is exceeded.
    #[inline]
    pub fn collect(&self) -> Fallible<()> {
        if meter::is_enough() || self.stops() { Ok(()) } else { Err(self.nothing_left()) }
    }

    /// Records that the budget is exhausted, and returns `false`.
    #[cold]
    fn stops(&self) -> bool {
        // A part of a question has lower limits of its own, so exhausting them does not exhaust the question.
        if self.extent == Extent::Question || self.is_canceled() {
            IS_SPENT.set(true);
        }
        false
    }

    /// Returns `true` if the answer is no longer wanted: all further evaluation fails.
    pub fn is_canceled(&self) -> bool {
        let is_canceled = meter::looks_canceled();
        if is_canceled {
            IS_SPENT.set(true);
        }
        is_canceled
    }

    /// Returns `true` if a limit of the question was exceeded, even if only by work that was then skipped.
    pub fn is_exceeded(&self) -> bool {
        meter::is_exceeded()
    }

    /// The fault for an exhausted limit.
    #[cold]
    pub fn nothing_left(&self) -> Fault {
        meter::nothing_left()
    }

    /// Returns `true` if a limit is exhausted, or the answer was canceled: all further evaluation fails.
    pub fn is_spent(&self) -> bool {
        meter::is_spent()
    }

    /// Charges bytes of strings or elements before they are created, for operations that may create many.
    ///
    /// # Errors
    /// If fewer are left.
    pub fn spend(&self, bytes: u64) -> Fallible<()> {
        meter::pay_bytes(bytes)
    }

    /// Returns `true` if a value that is created once and then kept was already paid for.
    pub fn is_paid(&self, name: &str) -> bool {
        self.used.borrow().contains(name)
    }

    /// Records that a value that is created once and then kept was paid for. Like the caches that keep such
    /// values, the record is cleared when it is full.
    pub fn keep_paid(&self, name: &str) {
        let mut used = self.used.borrow_mut();
        if used.len() >= MOST_USED {
            used.clear();
        }
        used.insert(name.into());
    }

    /// Records that a file was not read, so that its contents are unknown.
    pub fn not_read(&self, what: String) {
        let mut unread = self.unread.borrow_mut();
        if unread.named.len() < MOST_UNREAD {
            unread.named.push(what);
        } else {
            unread.more += 1;
        }
    }

    /// Takes the files that were not read since the last call.
    pub fn take_unread(&self) -> Vec<String> {
        if self.unread.borrow().named.is_empty() {
            return Vec::new();
        }
        let Unread { mut named, more } = self.unread.take();
        if more > 0 {
            named.push(format!("{more} more files"));
        }
        named
    }

    /// Checks the nesting of expressions.
    ///
    /// # Errors
    /// If expressions nest deeper than the limit.
    #[inline]
    pub fn check_nesting(&self, nesting: u32) -> Fallible<()> {
        if nesting > self.limits.nesting {
            return Err(exceeded("levels of nested expressions", u64::from(self.limits.nesting), ""));
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
            return Err(exceeded("levels of nested values", u64::from(self.limits.depth), ""));
        }
        if size > meter::most_bytes() {
            return Err(exceeded("bytes of results", meter::most_bytes(), "--max-memory"));
        }
        Ok(())
    }

    /// Records the first finding that is reported after a limit was exhausted.
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
            !other.code.is_limit() || other.message != first.message
        });
        findings.push(first.into());
    }
}

/// The fault for a value that nests deeper than [`MAX_DEPTH`].
pub(crate) fn too_deep() -> Fault {
    exceeded("levels of nested values", u64::from(MAX_DEPTH), "")
}

impl Drop for Budget {
    fn drop(&mut self) {
        if self.extent == Extent::Question {
            IS_SPENT.set(false);
        }
        let (ticks, bytes) = meter::spent();
        if let Some(around) = self.around.take() {
            meter::open(around);
        }
        if self.extent == Extent::Part {
            meter::work(ticks);
            meter::made(usize::try_from(bytes).unwrap_or(usize::MAX));
        }
    }
}
