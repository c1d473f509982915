//! Progress of a long run: a line on stderr, shown only on a terminal and only after a second.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use hclx_diag::locked;

/// The time before progress is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The interval between updates.
const BEAT: Duration = Duration::from_millis(100);

/// The width of the bar in columns.
const BAR: usize = 24;

/// Counts finished work; dropping it clears the line.
pub(crate) struct Progress {
    done: Arc<AtomicUsize>,
    over: Arc<(Mutex<bool>, Condvar)>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Progress {
    /// Starts counting `total` units; shows progress only if `wanted` and stderr is a terminal.
    pub(crate) fn new(total: usize, wanted: bool) -> Self {
        let done = Arc::new(AtomicUsize::new(0));
        let over = Arc::new((Mutex::new(false), Condvar::new()));
        let shown = wanted && crate::output::are_messages_watched();
        let thread = shown.then(|| {
            let (done, over) = (Arc::clone(&done), Arc::clone(&over));
            std::thread::spawn(move || show(&done, total, &over))
        });
        Self { done, over, thread: Mutex::new(thread) }
    }

    /// Counts one more finished unit.
    pub(crate) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Clears the line for other output.
    pub(crate) fn end(&self) {
        let Some(thread) = locked(&self.thread).take() else { return };
        *locked(&self.over.0) = true;
        self.over.1.notify_all();
        // a thread that panicked has nothing to clear
        let _ = thread.join();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

fn show(done: &AtomicUsize, total: usize, over: &(Mutex<bool>, Condvar)) {
    let wait = |time| {
        let ended = locked(&over.0);
        *over.1.wait_timeout_while(ended, time, |ended| !*ended).unwrap_or_else(PoisonError::into_inner).0
    };
    if wait(PATIENCE) {
        return;
    }
    let mut stderr = crate::output::messages();
    loop {
        let _ = write!(stderr, "\r\x1b[K{}", line(done.load(Ordering::Relaxed), total));
        let _ = stderr.flush();
        if wait(BEAT) {
            break;
        }
    }
    let _ = write!(stderr, "\r\x1b[K");
    let _ = stderr.flush();
}

fn line(done: usize, total: usize) -> String {
    let filled = (BAR * done.min(total)).checked_div(total).unwrap_or(BAR);
    format!("[{}{}] {done} of {total}", "=".repeat(filled), " ".repeat(BAR - filled))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_fills() {
        assert_eq!(line(0, 4), format!("[{}] 0 of 4", " ".repeat(24)));
        assert_eq!(line(1, 4), format!("[{}{}] 1 of 4", "=".repeat(6), " ".repeat(18)));
        assert_eq!(line(9, 4), format!("[{}] 9 of 4", "=".repeat(24)));
        assert_eq!(line(0, 0), format!("[{}] 0 of 0", "=".repeat(24)));
        Progress::new(3, true).step();
    }
}
