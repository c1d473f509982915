//! The recorder: frames on the thread that collect the reads of a value while it is computed.

use std::cell::RefCell;
use std::sync::Arc;

use hclx_diag::SourceId;

use super::node::{
    ActiveQuery, Database, Dependencies, Dependency, Effect, LazyDependencies, SharedDependencies,
};

thread_local! {
    static FRAMES: RefCell<Vec<ActiveQuery>> = const { RefCell::new(Vec::new()) };
}

/// Records a read for the value that is being computed.
pub(crate) fn note(read: impl FnOnce() -> Dependency) {
    FRAMES.with_borrow_mut(|frames| {
        if let Some(frame) = frames.last_mut() {
            frame.note(read());
        }
    });
}

/// Records a side effect of computing the value.
pub(crate) fn effect(effect: impl FnOnce() -> Effect) {
    FRAMES.with_borrow_mut(|frames| {
        if let Some(frame) = frames.last_mut() {
            frame.reads.effects.push(effect());
        }
    });
}

/// Removes the frame of a value, even if computing it panics.
struct Last;

impl Drop for Last {
    fn drop(&mut self) {
        FRAMES.with_borrow_mut(Vec::pop);
    }
}

/// Computes a value in its own frame.
pub(crate) fn recorded<T>(make: impl FnOnce() -> T) -> (T, Dependencies) {
    FRAMES.with_borrow_mut(|frames| frames.push(ActiveQuery::default()));
    let last = Last;
    let made = make();
    let reads = FRAMES
        .with_borrow_mut(|frames| frames.last_mut().map(|frame| std::mem::take(&mut frame.reads)))
        .unwrap_or_default();
    drop(last);
    (made, reads)
}

/// Computes a part of a value that is not valid in other revisions, without recording its reads.
pub(crate) fn in_revision<T>(make: impl FnOnce() -> T) -> T {
    let (made, _) = recorded(make);
    FRAMES.with_borrow_mut(|frames| {
        if let Some(frame) = frames.last_mut() {
            frame.reads.is_volatile = true;
        }
    });
    made
}

/// Returns `true` if a newly computed value is incomplete because the question's budget was exhausted, or an
/// incomplete value was read.
pub(crate) fn is_partial(reads: &Dependencies) -> bool {
    let is_partial = |read: &Dependency| matches!(read, Dependency::Node(node) if !node.is_whole());
    hclx_core::is_question_spent() || reads.all().any(is_partial)
}

/// Computes something with parts of another value, which is compared separately wherever this value is taken
/// over.
pub(crate) fn inner<T>(make: impl FnOnce() -> T) -> T {
    let (made, reads) = recorded(make);
    FRAMES.with_borrow_mut(|frames| {
        let Some(frame) = frames.last_mut() else { return };
        reads.all().for_each(|read| frame.note_inner(read.clone()));
        frame.reads.effects.extend(reads.effects);
        frame.reads.is_volatile |= reads.is_volatile;
    });
    made
}

/// The reads of a value that are unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnchangedReads {
    /// None: one of its own reads has changed.
    None,
    /// Its own: only other values, whose parts it had computed, have changed.
    Own,
    /// All of them.
    All,
}

impl LazyDependencies {
    /// Adopts the dependencies of an earlier value that are still valid, except for the contents of some files: its own
    /// dependencies and, if none of these has changed, those of other values.
    pub(crate) fn take_over(&self, before: &Self, now: &dyn Database, own: &[SourceId]) -> UnchangedReads {
        let reads = before.noted().map(|noted| noted.reads.clone());
        let Some(reads) = reads.filter(|reads| !reads.is_volatile) else { return UnchangedReads::None };
        let valid = |taken, new| valid_reads(taken, new, now, own);
        let Some(taken) = valid(before.taken(), reads.list) else { return UnchangedReads::None };
        self.take(taken);
        let Some(taken) = valid(before.taken_inner(), reads.inner) else { return UnchangedReads::Own };
        self.take_inner(taken);
        UnchangedReads::All
    }

    /// Computes a part of the value. An incomplete part prevents the value from being reused.
    pub fn during<T>(self: &Arc<Self>, make: impl FnOnce() -> T) -> T {
        self.noting(make, |reads| {
            if is_partial(reads) {
                self.spoil();
            }
        })
    }

    /// Computes something that the value keeps only if it is complete.
    pub fn beside<T>(self: &Arc<Self>, make: impl FnOnce() -> T) -> T {
        self.noting(make, |_| {})
    }

    fn noting<T>(self: &Arc<Self>, make: impl FnOnce() -> T, look: impl FnOnce(&Dependencies)) -> T {
        if self.noted().is_none() {
            return make();
        }
        let (made, reads) = recorded(make);
        look(&reads);
        reads.list.iter().for_each(|read| self.note(read));
        reads.inner.iter().for_each(|read| self.note_inner(read));
        if let Some(mut noted) = self.noted() {
            // another reader of the part would not repeat its side effects
            noted.reads.is_volatile |= reads.is_volatile || !reads.effects.is_empty();
        }
        // Code that needs the part now depends on the same data.
        FRAMES.with_borrow_mut(|frames| {
            let Some(frame) = frames.last_mut() else { return };
            reads.list.into_iter().for_each(|read| frame.note(read));
            reads.inner.into_iter().for_each(|read| frame.note_inner(read));
            frame.reads.effects.extend(reads.effects);
            frame.reads.is_volatile |= reads.is_volatile;
        });
        made
    }
}

/// The dependencies of an earlier value, except for the contents of some files, if all of them are still
/// valid.
fn valid_reads(
    mut taken: Arc<SharedDependencies>,
    reads: Vec<Dependency>,
    now: &dyn Database,
    own: &[SourceId],
) -> Option<Arc<SharedDependencies>> {
    let is_own = |read: &Dependency| matches!(read, Dependency::File(file, _) if own.contains(file));
    let is_new = |read: &Dependency| !is_own(read) && !taken.contains(read);
    let new: Vec<Dependency> = reads.into_iter().filter(is_new).collect();
    if !taken.list.iter().chain(&new).all(|read| read.holds(now)) {
        return None;
    }
    // most edits add nothing
    if !new.is_empty() {
        let sum = Arc::make_mut(&mut taken);
        new.into_iter().for_each(|read| sum.add(read));
    }
    Some(taken)
}
