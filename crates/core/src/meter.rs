//! A meter of this thread's work, in ticks, and of the bytes that it creates.
//!
//! A tick is about a nanosecond of work. Work is charged in the one place where it is done, so that no function
//! can omit it: elements where they are created and read ([`crate::Elements`]), bytes of strings where they are
//! accessed ([`crate::Text`]). The evaluation's [`crate::Budget`] lends the meter the rest of its limits, so
//! that [`pay`] can refuse work in advance; work that cannot fail ([`work`], [`made`]) is bounded and counts
//! toward the next step.

use std::cell::{Cell, RefCell};

use hclx_diag::code_names::EVALUATION_LIMIT;
use hclx_diag::{Fallible, Fault};

use crate::cancel::Cancel;

/// The number of ticks in a step, which is one visited expression.
pub(crate) const TICKS_PER_STEP: u64 = 64;
/// The cost in ticks of reading an element; creating one costs [`ELEMENT_MADE`].
const ELEMENT_READ: u64 = 16;
const ELEMENT_MADE: u64 = 32;
/// The number of bytes of a string per tick when they are only compared, searched or copied.
pub(crate) const BYTES_PER_TICK: u64 = 8;
/// The cost in ticks of a byte of a string that is segmented, normalized or case-mapped.
pub(crate) const SEGMENTED: u64 = 32;
/// The length up to which compared strings fit in the processor's cache.
const IN_CACHE: usize = 4096;
/// The number of bytes of a node of a collection, or of a string, in addition to its contents.
const NODE: u64 = 48;
const STRING: u64 = 32;
/// The number of bytes of a type or of one of its parts; most types exist already.
const TYPE: u64 = 32;
const PART_OF_TYPE: u64 = 16;
/// The bytes of a set of marks.
const MARKS: u64 = 96;
/// The number of ticks between two checks of the cancellation token.
const LOOK_AFTER: u64 = 1 << 18;

thread_local! {
    /// The ticks spent.
    static TICKS: Cell<u64> = const { Cell::new(0) };
    /// The number of ticks at which the next check is due; 0 once too many bytes were created.
    static STOP: Cell<u64> = const { Cell::new(u64::MAX) };
    /// The number of bytes created, and their maximum.
    static MADE: Cell<u64> = const { Cell::new(0) };
    static MOST: Cell<u64> = const { Cell::new(u64::MAX) };
    /// Bytes that were paid for before the values exist.
    static AHEAD: Cell<u64> = const { Cell::new(0) };
    static TERMS: Cell<Terms> = const { Cell::new(Terms::NONE) };
    /// Set once a limit of the question was exceeded, even if only by work that was then skipped.
    static IS_EXCEEDED: Cell<bool> = const { Cell::new(false) };
    static CANCEL: RefCell<Option<Cancel>> = const { RefCell::new(None) };
}

/// The limits of the current budget, except the limit of bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    /// The number of ticks that may be spent.
    pub ticks: u64,
    /// The flags that raise the limits, if there are any.
    pub raise: Raise,
    pub whose: LimitOwner,
    pub is_canceled: bool,
}

/// The scope that a limit belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitOwner {
    /// The question, which is exceeded when the limit is.
    Question,
    /// A part of it, with lower limits of its own.
    Part,
}

/// The means of raising a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raise {
    /// `--max-steps` and `--max-memory`.
    ByFlag,
    /// It cannot be raised.
    Never,
    /// Not for this unit: other units have used up what the run may spend beyond the first round.
    NotInThisRun,
}

impl Terms {
    const NONE: Self =
        Self { ticks: u64::MAX, raise: Raise::Never, whose: LimitOwner::Question, is_canceled: false };
}

/// The reading of the meter for one budget.
#[derive(Debug)]
pub(crate) struct Account {
    ticks: u64,
    stop: u64,
    made: u64,
    most: u64,
    ahead: u64,
    terms: Terms,
    cancel: Option<Cancel>,
}

impl Account {
    /// An account with nothing spent.
    pub(crate) fn new(terms: Terms, most: u64, cancel: Option<Cancel>) -> Self {
        Self { ticks: 0, stop: 0, made: 0, most, ahead: 0, terms, cancel }
    }
}

/// Starts an account, and returns the previous one.
pub(crate) fn open(account: Account) -> Account {
    let before = Account {
        ticks: TICKS.replace(account.ticks),
        stop: STOP.replace(account.stop),
        made: MADE.replace(account.made),
        most: MOST.replace(account.most),
        ahead: AHEAD.replace(account.ahead),
        terms: TERMS.replace(account.terms),
        cancel: CANCEL.replace(account.cancel),
    };
    if account.stop == 0 {
        STOP.set(next_stop());
    }
    before
}

/// Counts the bytes of a value that is created in several parts, such as a value of another language.
#[inline]
pub fn made(bytes: usize) {
    made_bytes(bytes as u64);
}

#[inline]
fn made_bytes(bytes: u64) {
    let made = MADE.get().saturating_add(bytes);
    MADE.set(made);
    if made > MOST.get() {
        made_too_many(bytes);
    }
}

/// Bytes that were paid for before the values existed do not count twice, which only matters at the limit.
#[cold]
fn made_too_many(_bytes: u64) {
    let ahead = AHEAD.take();
    MADE.set(MADE.get().saturating_sub(ahead));
    if MADE.get() > MOST.get() {
        STOP.set(0);
    }
}

/// Counts the elements of a new collection.
#[inline]
pub fn made_elements(count: usize, bytes_of_one: usize) {
    work(ELEMENT_MADE * count as u64);
    made_bytes(NODE + (count * bytes_of_one) as u64);
}

/// Counts a new string.
#[inline]
pub fn made_string(bytes: usize) {
    work(bytes as u64 / BYTES_PER_TICK);
    made_bytes(STRING + (bytes as u64).next_multiple_of(16));
}

/// Counts a new set of marks.
pub(crate) fn made_marks() {
    made_bytes(MARKS);
}

/// Counts a type with parts that is looked up, as if it were created: whether it exists already depends on
/// other questions.
pub(crate) fn made_type(parts: usize) {
    work(PART_OF_TYPE * parts as u64);
    made_bytes(TYPE + PART_OF_TYPE * parts as u64);
}

/// Counts elements that are read.
#[inline]
pub(crate) fn read_elements(count: usize) {
    work(ELEMENT_READ * count as u64);
}

/// Counts the bytes of strings that are compared, copied or searched, where this cannot fail.
#[inline]
pub(crate) fn compared(bytes: usize) {
    // Long strings are not in the processor's cache when they are compared with many others.
    let per_tick = if bytes > IN_CACHE { BYTES_PER_TICK / 4 } else { BYTES_PER_TICK };
    work(ELEMENT_READ + bytes as u64 / per_tick);
}

/// The ticks for segmenting, normalizing or mapping a string.
pub(crate) fn of_unicode(text: &str) -> u64 {
    let bytes = text.len() as u64;
    if text.is_ascii() { bytes / BYTES_PER_TICK } else { bytes * SEGMENTED }
}

/// Counts work that cannot fail and whose length is bounded.
#[inline]
pub fn work(ticks: u64) {
    TICKS.set(TICKS.get().saturating_add(ticks));
}

/// Pays for work before it is done.
///
/// # Errors
/// If less is left of the budget, or the answer is no longer wanted.
#[inline]
pub fn pay(ticks: u64) -> Fallible<()> {
    work(ticks);
    if TICKS.get() < STOP.get() || goes_on() { Ok(()) } else { Err(nothing_left()) }
}

/// Fails if the rest of the budget does not cover work that is charged where it is done.
///
/// # Errors If less is left of the budget, which then counts as spent.
pub(crate) fn afford(ticks: u64) -> Fallible<()> {
    if TICKS.get().saturating_add(ticks) <= TERMS.get().ticks {
        return Ok(());
    }
    pay(ticks)
}

/// Pays for bytes before they are created.
///
/// # Errors
/// If fewer are left.
pub fn pay_bytes(bytes: u64) -> Fallible<()> {
    let most = MOST.get();
    if MADE.get().saturating_sub(AHEAD.get()).saturating_add(bytes) > most {
        // Nothing is created and the budget is unchanged, but repeated requests are work too.
        work(TICKS_PER_STEP);
        return Err(exceeded("bytes of results", most, "--max-memory"));
    }
    AHEAD.set(AHEAD.get().saturating_add(bytes));
    MADE.set(MADE.get().saturating_add(bytes));
    Ok(())
}

/// Counts a step; returns `false` if nothing is left.
#[inline]
pub(crate) fn step() -> bool {
    work(TICKS_PER_STEP);
    is_enough()
}

#[inline]
pub(crate) fn is_enough() -> bool {
    TICKS.get() < STOP.get() || goes_on()
}

/// Performs the check that is due; returns `true` if evaluation may continue.
#[cold]
#[inline(never)]
fn goes_on() -> bool {
    if looks_canceled() || is_spent() {
        STOP.set(0);
        return false;
    }
    STOP.set(next_stop());
    true
}

fn next_stop() -> u64 {
    let terms = TERMS.get();
    if terms.is_canceled || MADE.get() > MOST.get() {
        return 0;
    }
    let end = terms.ticks.saturating_add(1);
    CANCEL.with_borrow(|cancel| match cancel {
        Some(cancel) => end.min(ticks_until(cancel)).min(TICKS.get().saturating_add(LOOK_AFTER)),
        None => end,
    })
}

/// The number of ticks after which a token cancels the answer.
fn ticks_until(cancel: &Cancel) -> u64 {
    cancel.steps().saturating_mul(TICKS_PER_STEP)
}

/// Checks the cancellation token.
pub(crate) fn looks_canceled() -> bool {
    let mut terms = TERMS.get();
    if !terms.is_canceled {
        let spent = TICKS.get();
        terms.is_canceled = CANCEL.with_borrow(|cancel| {
            cancel.as_ref().is_some_and(|cancel| cancel.ends(spent) || spent >= ticks_until(cancel))
        });
        if terms.is_canceled {
            TERMS.set(terms);
            STOP.set(0);
        }
    }
    terms.is_canceled
}

/// Returns `true` if a limit is exceeded, or the answer was canceled.
pub(crate) fn is_spent() -> bool {
    let terms = TERMS.get();
    TICKS.get() > terms.ticks || MADE.get() > MOST.get() || terms.is_canceled
}

/// Returns `true` if a limit of the question is exceeded, rather than only one of a part of it.
pub(crate) fn is_question_spent() -> bool {
    TERMS.get().whose == LimitOwner::Question && is_spent()
}

/// Returns `true` if a limit of the question was exceeded since this was last set to `false`.
pub(crate) fn is_exceeded() -> bool {
    IS_EXCEEDED.get()
}

/// Starts a question.
pub(crate) fn forget_exceeded() {
    IS_EXCEEDED.set(false);
}

/// The ticks and bytes spent.
pub(crate) fn spent() -> (u64, u64) {
    (TICKS.get(), MADE.get())
}

/// Sets the ticks and bytes spent back to an earlier reading, unless the answer was canceled.
pub(crate) fn rewind((ticks, bytes): (u64, u64)) {
    if !TERMS.get().is_canceled {
        TICKS.set(ticks);
        MADE.set(bytes);
        STOP.set(next_stop());
    }
}

/// The limit of bytes.
pub(crate) fn most_bytes() -> u64 {
    MOST.get()
}

/// Raises the limits to at least these.
pub(crate) fn raise_to(ticks: u64, bytes: u64) {
    let terms = TERMS.get();
    TERMS.set(Terms { ticks: terms.ticks.max(ticks), ..terms });
    MOST.set(MOST.get().max(bytes));
    STOP.set(next_stop());
}

/// Sets the cancellation token of the answer.
pub(crate) fn cancel_with(cancel: Cancel) {
    CANCEL.set(Some(cancel));
    STOP.set(next_stop());
}

/// The token of the current answer.
pub(crate) fn cancel() -> Option<Cancel> {
    CANCEL.with_borrow(Clone::clone)
}

/// The fault for an exhausted limit.
#[cold]
pub(crate) fn nothing_left() -> Fault {
    let terms = TERMS.get();
    if TICKS.get() > terms.ticks {
        exceeded("evaluation steps", terms.ticks / TICKS_PER_STEP, "--max-steps")
    } else {
        exceeded("bytes of results", MOST.get(), "--max-memory")
    }
}

/// The fault for an exceeded limit, with the flag that raises it.
#[cold]
pub(crate) fn exceeded(what: &'static str, limit: u64, flag: &'static str) -> Fault {
    let Terms { raise, whose, .. } = TERMS.get();
    if whose == LimitOwner::Question {
        IS_EXCEEDED.set(true);
    }
    Fault::late(EVALUATION_LIMIT, move || {
        let flag = match raise {
            Raise::ByFlag if !flag.is_empty() => format!("; raise it with {flag}"),
            Raise::NotInThisRun if !flag.is_empty() => {
                " (the limit of the run was spent by other units)".to_owned()
            }
            _ => String::new(),
        };
        format!("this needs more than the limit of {limit} {what}{flag}")
    })
}
