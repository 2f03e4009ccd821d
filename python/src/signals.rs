//! Lets Ctrl-C end a computation that does not hold the interpreter lock.

use pyo3::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The time between two calls of the signal handlers.
pub(crate) const PERIOD: Duration = Duration::from_millis(100);

/// Calls Python's signal handlers during a computation. Python runs the handlers only on its main thread. So the thread
/// that starts the computation must also call the handlers, and all threads of the computation stop if a handler raises
/// an exception.
pub(crate) struct Signals {
    caller: ThreadId,
    start: Instant,
    /// The number of periods that had passed at the last call of the handlers.
    periods: AtomicU64,
    raised: OnceLock<PyErr>,
}

impl Signals {
    pub(crate) fn new() -> Self {
        Self {
            caller: thread::current().id(),
            start: Instant::now(),
            periods: AtomicU64::new(0),
            raised: OnceLock::new(),
        }
    }

    /// Returns whether a signal handler has raised an exception. On the thread that called `new`, first calls the
    /// handlers, at most once in a period.
    pub(crate) fn have_raised(&self) -> bool {
        if thread::current().id() == self.caller {
            let periods = (self.start.elapsed().as_millis() / PERIOD.as_millis()) as u64;
            if self.periods.swap(periods, Ordering::Relaxed) != periods
                && let Some(Err(error)) = Python::try_attach(|py| py.check_signals())
            {
                // Keep only the first exception.
                let _ = self.raised.set(error);
            }
        }
        self.raised.get().is_some()
    }

    /// Returns the exception of a signal handler as an error.
    pub(crate) fn result(&self, py: Python<'_>) -> PyResult<()> {
        self.raised.get().map_or(Ok(()), |error| Err(error.clone_ref(py)))
    }
}
