//! The data that all blocks of a launch share.

pub(crate) mod argument;
pub(crate) mod counter;
pub(crate) mod execute;

use crate::code::{Cluster, Width};
use crate::memory::address::{Buffer, RESERVED_SHARED};
use crate::memory::heap::Heap;
use crate::module::Kernel;
use crate::options::Options;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// The size of a launch: the blocks of the grid, the threads of a block, and the bytes of dynamic shared
/// memory.
///
/// ```
/// use ptx_run::Grid;
///
/// assert_eq!(Grid::new(512, 128), Grid { blocks: [512, 1, 1], threads: [128, 1, 1], shared: 0 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The number of blocks in x, y and z.
    pub blocks: [u32; 3],
    /// The number of threads of a block in x, y and z.
    pub threads: [u32; 3],
    /// The number of bytes of dynamic shared memory of a block.
    pub shared: u32,
}

impl Grid {
    /// Returns the number of blocks.
    pub(crate) fn count(&self) -> u64 {
        self.blocks.iter().map(|count| u64::from(*count)).product()
    }

    /// Returns a grid in one dimension, without dynamic shared memory.
    #[must_use]
    pub fn new(blocks: u32, threads: u32) -> Self {
        Self { blocks: [blocks, 1, 1], threads: [threads, 1, 1], shared: 0 }
    }
}

/// The data that all blocks of a launch share.
#[derive(Debug)]
pub(crate) struct Launch<'k> {
    pub(crate) grid: Grid,
    /// The blocks of the grid that run, by their linear numbers in the grid. All other block numbers of the engine
    /// count from the start of this range.
    pub(crate) part: Range<u64>,
    pub(crate) parameters: Vec<u8>,
    /// The buffers of the module's variables. `None` stands for a variable without a value.
    pub(crate) variables: Vec<Option<Buffer>>,
    /// For each buffer that is an argument of the launch: the number of the buffer, and the number of its parameter.
    pub(crate) passed: Vec<(usize, usize)>,
    /// The number of blocks of a cluster in x, y and z.
    pub(crate) cluster: [u32; 3],
    /// The size in bytes of a block's shared memory, without the reserved part.
    pub(crate) shared_bytes: usize,
    pub(crate) options: Options,
    /// The heap of `malloc` before the launch, if a kernel has used it.
    pub(crate) heap: Option<Heap>,
    /// The workspace of a cooperative launch, if the kernel reads its address.
    pub(crate) workspace: Option<Buffer>,
    /// Whether the condition of `Options::stop_if` has been true.
    pub(crate) is_stopped: AtomicBool,
    pub(crate) kernel: &'k Kernel,
}

/// The alignment in bytes of reserved shared memory.
const RESERVED_ALIGNMENT: usize = 128;

/// The size in bytes of the widest load. A GPU allocates shared memory in larger units, so the assembler may merge loads to
/// one that ends after the last variable.
const WIDEST_LOAD: usize = 16;

impl Launch<'_> {
    /// Returns the offset of reserved shared memory, which follows the kernel's own as on sm_80.
    pub(crate) fn reserved_start(&self) -> usize {
        self.shared_bytes.next_multiple_of(RESERVED_ALIGNMENT)
    }

    /// Returns the size in bytes of a block's shared memory. The reserved part only counts if the kernel refers to it.
    pub(crate) fn block_shared_bytes(&self) -> usize {
        match self.kernel.code.shared.is_reserved {
            true => self.reserved_start() + RESERVED_SHARED,
            false if self.kernel.code.machine.is_some() => {
                self.shared_bytes.next_multiple_of(WIDEST_LOAD)
            }
            false => self.shared_bytes,
        }
    }

    /// Returns the number of threads of a block.
    pub(crate) fn threads(&self) -> usize {
        self.grid.threads.iter().map(|count| *count as usize).product()
    }

    /// Returns the number of blocks of a cluster.
    pub(crate) fn cluster_blocks(&self) -> usize {
        self.cluster.iter().map(|count| *count as usize).product()
    }

    /// Returns the number of threads of a cluster.
    pub(crate) fn lanes(&self) -> usize {
        self.threads() * self.cluster_blocks()
    }

    /// Returns the value of a special register about clusters, in the block of this number in its run.
    pub(crate) fn cluster_register(&self, register: Cluster, block: usize) -> u64 {
        let rank = block % self.cluster_blocks();
        let of = |all: [u32; 3], axis: usize| u64::from(all[axis]);
        match register {
            Cluster::Id(_) => 0,
            Cluster::Count(axis) => of(self.grid.blocks, axis) / of(self.cluster, axis),
            Cluster::Ctaid(axis) => of(coordinates(rank as u64, self.cluster), axis),
            Cluster::Nctaid(axis) => of(self.cluster, axis),
            Cluster::Ctarank => rank as u64,
            Cluster::Nctarank => self.cluster_blocks() as u64,
            Cluster::IsExplicit => self.is_explicit_cluster().into(),
        }
    }

    fn is_explicit_cluster(&self) -> bool {
        self.options.cluster.is_some() || self.kernel.signature().required_cluster.is_some()
    }

    /// Returns the number of blocks that run.
    pub(crate) fn blocks(&self) -> u64 {
        self.part.end - self.part.start
    }

    /// Adds `blocks` to the counter of blocks that have ended, if the launch has a counter.
    pub(crate) fn count(&self, blocks: u64) {
        if let Some(counter) = &self.options.counter {
            counter.add(blocks);
        }
    }

    /// Returns whether the condition of `Options::stop_if` is true, or has been true on any thread.
    pub(crate) fn is_stopped(&self) -> bool {
        let Some(condition) = &self.options.stop_if else { return false };
        let is_stopped = self.is_stopped.load(Ordering::Relaxed) || condition.is_true();
        self.is_stopped.fetch_or(is_stopped, Ordering::Relaxed);
        is_stopped
    }

    /// Returns the coordinates of the block whose number is `number`. The blocks of a cluster have consecutive numbers, and
    /// the clusters are numbered in the order of their first blocks.
    pub(crate) fn block(&self, number: u64) -> [u32; 3] {
        let (number, size) = (self.part.start + number, self.cluster_blocks() as u64);
        let clusters = [0, 1, 2].map(|axis| self.grid.blocks[axis] / self.cluster[axis]);
        let cluster = coordinates(number / size, clusters);
        let within = coordinates(number % size, self.cluster);
        [0, 1, 2].map(|axis| cluster[axis] * self.cluster[axis] + within[axis])
    }

    /// Returns the coordinates of a thread in its block. `number` is the thread's linear number.
    pub(crate) fn thread(&self, number: usize) -> [u32; 3] {
        coordinates(number as u64, self.grid.threads)
    }

    /// Returns the value of this width at an offset in the kernel's parameters. Bytes after the parameters are zero: machine
    /// code loads whole words.
    pub(crate) fn parameter(&self, offset: usize, width: Width) -> u64 {
        let bytes = self.parameters.iter().skip(offset).take(width.bytes());
        bytes.rev().fold(0, |value, byte| value << 8 | u64::from(*byte))
    }
}

/// Returns the coordinates for a linear number. The x coordinate varies fastest.
fn coordinates(number: u64, extent: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = extent.map(u64::from);
    [number % x, number / x % y, number / x / y].map(|axis| axis as u32)
}
