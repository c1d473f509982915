//! The clock of the worker, which tests can move manually.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Tells the time, and waits for tasks.
pub(crate) trait Clock<T>: Send {
    /// The time since some moment.
    fn now(&self) -> Duration;

    /// The next task.
    ///
    /// # Errors If there is no task until a time, or no more tasks at all.
    fn wait(&self, tasks: &Receiver<T>, until: Option<Duration>) -> Result<T, RecvTimeoutError>;
}

/// The clock of the system.
pub(crate) struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }
}

impl<T> Clock<T> for SystemClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn wait(&self, tasks: &Receiver<T>, until: Option<Duration>) -> Result<T, RecvTimeoutError> {
        match until {
            Some(until) => tasks.recv_timeout(until.saturating_sub(Clock::<T>::now(self))),
            None => tasks.recv().map_err(|_| RecvTimeoutError::Disconnected),
        }
    }
}
