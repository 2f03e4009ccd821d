//! The progress of a launch.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of blocks of a launch that have ended. Another host thread can read this number during the
/// launch.
///
/// ```
/// use ptx_run::{Counter, Grid, Memory, Module, Options};
///
/// let text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }";
/// let kernel = Module::new("nothing.ptx", text)?.kernel("nothing")?;
/// let counter = Counter::default();
/// let options = Options::default().counter(&counter);
/// kernel.launch(Grid::new(5, 32), &[], &mut Memory::new(), &options)?;
/// assert_eq!(counter.blocks(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Counter(Arc<AtomicU64>);

impl Counter {
    /// Returns the number of blocks that have ended.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    pub(crate) fn add(&self, blocks: u64) {
        self.0.fetch_add(blocks, Ordering::Relaxed);
    }

    pub(crate) fn reset(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

impl PartialEq for Counter {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Counter {}
