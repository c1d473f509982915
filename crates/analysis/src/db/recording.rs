//! The recorder: frames on the thread that note what is read while a value is made.

use std::cell::RefCell;
use std::sync::Arc;

use super::node::{Effect, Frame, LaterReads, Node, Read, Reads};

thread_local! {
    static FRAMES: RefCell<Vec<Frame>> = const { RefCell::new(Vec::new()) };
    /// What was made while an answer was, which may not be valid.
    static ON_TRIAL: RefCell<Vec<Vec<OnTrial>>> = const { RefCell::new(Vec::new()) };
}

enum OnTrial {
    Node(Arc<Node>),
    Later(Arc<LaterReads>),
}

/// Notes a read of the value that is being made.
pub(crate) fn note(read: impl FnOnce() -> Read) {
    FRAMES.with_borrow_mut(|frames| {
        if let Some(frame) = frames.last_mut() {
            frame.note(read());
        }
    });
}

/// Notes something that making the value records.
pub(crate) fn effect(effect: impl FnOnce() -> Effect) {
    FRAMES.with_borrow_mut(|frames| {
        if let Some(frame) = frames.last_mut() {
            frame.reads.effects.push(effect());
        }
    });
}

/// Removes the frame of a value, also if making it panics.
struct Last;

impl Drop for Last {
    fn drop(&mut self) {
        FRAMES.with_borrow_mut(Vec::pop);
    }
}

/// Makes a value in a frame of its own.
pub(crate) fn recorded<T>(make: impl FnOnce() -> T) -> (T, Reads) {
    FRAMES.with_borrow_mut(|frames| frames.push(Frame::default()));
    let last = Last;
    let made = make();
    let reads = FRAMES
        .with_borrow_mut(|frames| frames.last_mut().map(|frame| std::mem::take(&mut frame.reads)))
        .unwrap_or_default();
    drop(last);
    (made, reads)
}

/// Puts a value on trial, if an answer is being made.
pub(crate) fn made(node: &Arc<Node>) {
    ON_TRIAL.with_borrow_mut(|all| {
        if let Some(all) = all.last_mut() {
            all.push(OnTrial::Node(Arc::clone(node)));
        }
    });
}

/// Makes an answer. If it is not valid, for example because its budget was spent, nothing that was made meanwhile holds
/// in another revision.
pub(crate) fn trial<T>(make: impl FnOnce() -> T, is_valid: impl FnOnce() -> bool) -> T {
    ON_TRIAL.with_borrow_mut(|all| all.push(Vec::new()));
    let answer = make();
    let all = ON_TRIAL.with_borrow_mut(Vec::pop).unwrap_or_default();
    if is_valid() {
        return answer;
    }
    FRAMES.with_borrow_mut(|frames| frames.iter_mut().for_each(|frame| frame.reads.is_volatile = true));
    for one in all {
        match one {
            OnTrial::Node(node) => node.kill(),
            OnTrial::Later(later) => {
                if let Some(mut noted) = later.noted() {
                    noted.reads.is_volatile = true;
                }
            }
        }
    }
    answer
}

impl LaterReads {
    /// Computes a part of the value.
    pub fn during<T>(self: &Arc<Self>, make: impl FnOnce() -> T) -> T {
        if self.noted().is_none() {
            return make();
        }
        let (made, reads) = recorded(make);
        if let Some(mut noted) = self.noted() {
            reads.list.iter().for_each(|read| noted.note(read.clone()));
            // another reader of the part would not record this
            noted.reads.is_volatile |= reads.is_volatile || !reads.effects.is_empty();
        }
        FRAMES.with_borrow_mut(|frames| {
            let Some(frame) = frames.last_mut() else { return };
            reads.list.into_iter().for_each(|read| frame.note(read));
            frame.reads.effects.extend(reads.effects);
            frame.reads.is_volatile |= reads.is_volatile;
        });
        ON_TRIAL.with_borrow_mut(|all| {
            if let Some(all) = all.last_mut() {
                all.push(OnTrial::Later(Arc::clone(self)));
            }
        });
        made
    }
}
