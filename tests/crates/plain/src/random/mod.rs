//! Random kernels: barriers, warp operations, divergence, shared memory and atomics, without races.
//!
//! A kernel is free of races by construction. Every thread writes only its own slots. It reads other slots after a
//! barrier or a warp operation that both threads pass, and passes a second one before the next write. Other words take
//! commutative atomics, whose old values are unused. So the results do not depend on the order of threads.

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

/// The name of every random kernel.
pub const KERNEL: &str = "random";

/// The words of the input.
const INPUT: usize = 256;
/// The bytes that a thread writes to the output.
const OUTPUT: usize = 64;
/// The bytes of a thread's own memory.
const OWN: usize = 16;
/// The words of global memory that take atomics.
const SUMS: usize = 32;

/// Where threads of a kernel exit before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exits {
    Nowhere,
    AfterBarriers,
    Anywhere,
}

/// A random kernel with its launch.
#[derive(Clone, Debug)]
pub struct Program {
    /// The PTX text; the kernel's name is [`KERNEL`].
    pub text: String,
    /// The numbers of blocks and threads.
    pub shape: Shape,
    /// The bytes of dynamic shared memory.
    pub shared: usize,
    /// The bytes of the buffers. The kernel reads the first and writes the others.
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
    /// Generates the kernel of a seed.
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

    /// Returns the launch in an order of threads.
    #[must_use]
    pub fn launch(&self, order: Order) -> Launch {
        Launch { shape: self.shape, shared: self.shared, order }
    }

    /// Returns the arguments: the addresses of the buffers, in order.
    #[must_use]
    pub fn arguments(&self) -> Vec<Argument> {
        (0..self.buffers.len()).map(Argument::Buffer).collect()
    }
}

/// Returns a random word: small, any, or a float.
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
