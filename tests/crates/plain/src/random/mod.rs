//! Random kernels with barriers, warp operations, divergence, shared memory and atomics, but
//! without races.
//!
//! The following rules exclude races, so the results do not depend on the order of threads:
//!
//! - The stores of a thread change only its own words in shared and global memory (its slots).
//! - Between a write of a slot and a read by another thread, both threads pass a barrier or a warp
//!   operation. They pass a second barrier or warp operation before the next write of the slot.
//! - Only atomics that commute change the other words, and the kernel does not use the old values
//!   that these atomics return.

mod arithmetic;
mod control;
mod exchange;
mod lanes;
mod matrices;
mod writer;

use crate::{Argument, Launch, Order, Shape};
use control::Context;
use steered::Random;
use writer::Writer;

/// The name of all random kernels.
pub const KERNEL: &str = "random";

/// The number of words in the input buffer.
const INPUT: usize = 256;
/// The number of output bytes for each thread.
const OUTPUT: usize = 64;
/// The number of bytes of each thread's own memory.
const OWN: usize = 16;
/// The number of words in global memory that all threads change with atomics.
const SUMS: usize = 32;

/// Where threads may exit before the end of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exits {
    Nowhere,
    AfterBarriers,
    Anywhere,
}

/// A random kernel and the settings of its launch.
#[derive(Clone, Debug)]
pub struct Program {
    /// The PTX text. The name of the kernel is [`KERNEL`].
    pub text: String,
    /// The number of blocks and threads.
    pub shape: Shape,
    /// The size of dynamic shared memory in bytes.
    pub shared: usize,
    /// The contents of the buffers. The kernel reads the first buffer and writes the others.
    pub buffers: Vec<Vec<u8>>,
}

const THREADS: [[u32; 3]; 10] = [
    [32, 1, 1],
    [128, 1, 1],
    [256, 1, 1],
    [70, 1, 1],
    [16, 8, 1],
    [33, 1, 1],
    [5, 3, 7],
    [7, 1, 1],
    [64, 1, 2],
    [96, 1, 1],
];

const BLOCKS: [[u32; 3]; 4] = [[1, 1, 1], [2, 1, 1], [3, 1, 1], [2, 1, 2]];

impl Program {
    /// Generates the kernel for a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let mut random = Random(seed);
        let shape = Shape {
            threads: THREADS[random.below(THREADS.len() as u64) as usize],
            blocks: BLOCKS[random.below(BLOCKS.len() as u64) as usize],
        };
        let words = |random: &mut Random, count: usize| -> Vec<u8> {
            (0..count).flat_map(|_| word(random).to_le_bytes()).collect()
        };
        let count: u32 = shape.blocks.iter().chain(&shape.threads).product();
        let buffers = vec![
            words(&mut random, INPUT),
            vec![0; OUTPUT * count as usize],
            words(&mut random, SUMS),
            words(&mut random, OWN / 4 * count as usize),
        ];
        let threads = shape.threads.iter().product();
        let exits =
            [Exits::Nowhere, Exits::AfterBarriers, Exits::Anywhere][random.below(3) as usize];
        let is_dynamic = random.below(3) == 0;
        let mut writer = Writer::new(random, threads, exits, is_dynamic);
        writer.start();
        writer.statements(&Context::block(), 14);
        let text = writer.finish();
        let shared = if is_dynamic { writer::REGIONS * 4 * threads as usize } else { 0 };
        Self { text, shape, shared, buffers }
    }

    /// Returns the settings of a launch with this order of threads.
    #[must_use]
    pub fn launch(&self, order: Order) -> Launch {
        Launch { shape: self.shape, shared: self.shared, order }
    }

    /// Returns the arguments, which are the addresses of the buffers.
    #[must_use]
    pub fn arguments(&self) -> Vec<Argument> {
        (0..self.buffers.len()).map(Argument::Buffer).collect()
    }
}

/// Returns a random word: a small integer, any word, a float, or a special value.
fn word(random: &mut Random) -> u32 {
    let bits = random.next() as u32;
    match random.below(4) {
        0 => bits & 15,
        1 => bits,
        2 => (bits as i32 as f32 / 65536.0).to_bits(),
        _ => {
            [0x7f80_0000, 0x8000_0000, 0xffff_ffff, 1, 0x3f80_0000, 0x7fff_ffff][bits as usize % 6]
        }
    }
}
