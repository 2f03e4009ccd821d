//! The thread pool.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;
use std::sync::{Arc, Mutex, PoisonError};

/// Returns the thread pool, or `None` if the pool cannot be created. The pool has `RAYON_NUM_THREADS` threads, by
/// default one for each core.
#[must_use]
pub fn pool() -> Option<Arc<ThreadPool>> {
    /// The thread pool, and the id of the process that created it. A forked process does not have the threads of its
    /// parent, so it creates its own pool.
    static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);
    let mut known = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = process::id();
    if let Some((owner, pool)) = &*known
        && *owner == process
    {
        return Some(Arc::clone(pool));
    }
    let pool = Arc::new(ThreadPoolBuilder::new().build().ok()?);
    // The pool of the parent process must not be dropped here, because its threads do not exist in this process.
    let other = known.replace((process, Arc::clone(&pool)));
    std::mem::forget(other);
    Some(pool)
}
