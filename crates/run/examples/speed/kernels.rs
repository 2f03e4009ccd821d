//! The kernels, their launches, and a check of their results.

use crate::{Result, least};
use ptx_run::{Argument, Grid, Memory, Module, Options};

/// The number of elements of the saxpy kernel and of the reduction kernel.
pub(crate) const COUNT: u32 = 65536;
/// The number of start values of the Collatz kernel.
pub(crate) const NUMBERS: u32 = 8192;
/// The number of rows (`ROWS`) and of elements per row (`ROW`) of the softmax kernel.
const ROWS: u32 = 256;
const ROW: u32 = 200;
/// The number of rows and of columns of each matrix.
const SIDE: u32 = 64;

pub(crate) const THREADS: &str = include_str!("threads.ptx");
pub(crate) const BLOCKS: &str = include_str!("blocks.ptx");

/// A kernel to measure.
pub(crate) struct Kernel {
    pub(crate) name: &'static str,
    pub(crate) shown: &'static str,
    pub(crate) text: &'static str,
    /// The time in ns that one instruction of one thread should not exceed, in blocks of 256 threads.
    pub(crate) bound: Option<f64>,
    /// The number of threads per block that the kernel requires. `None` if the kernel runs in blocks of any size.
    block: Option<u32>,
}

/// The time and the number of instructions of a launch.
pub(crate) struct Measured {
    /// The time of the fastest launch in ms.
    pub(crate) launch: f64,
    /// The number of instructions that all threads of one launch run.
    instructions: u64,
}

impl Measured {
    /// Returns the time in ns of one instruction of one thread.
    pub(crate) fn each(&self) -> f64 {
        self.launch * 1e6 / self.instructions as f64
    }
}

pub(crate) const KERNELS: [Kernel; 5] = [
    Kernel { name: "saxpy", shown: "saxpy, 65,536", text: THREADS, bound: Some(0.5), block: None },
    Kernel {
        name: "reduction",
        shown: "reduction, 65,536",
        text: BLOCKS,
        bound: Some(1.0),
        block: None,
    },
    Kernel {
        name: "softmax",
        shown: "softmax, 256 rows of 200",
        text: BLOCKS,
        bound: Some(1.2),
        block: None,
    },
    Kernel {
        name: "matmul",
        shown: "tiled matmul, 64",
        text: BLOCKS,
        // This bound is for processors without AVX-512.
        bound: Some(1.5),
        block: Some(256),
    },
    Kernel { name: "collatz", shown: "Collatz, 8,192", text: THREADS, bound: None, block: None },
];

/// Returns the operands: multiples of 1/16 below 6.1.
pub(crate) fn operands() -> Vec<f32> {
    (0..COUNT).map(|i| (i % 97) as f32 / 16.0).collect()
}

impl Kernel {
    /// Returns whether the kernel runs in blocks of this many threads.
    pub(crate) fn has(&self, block: u32) -> bool {
        self.block.is_none_or(|only| only == block)
    }

    /// Returns the module of the PTX text.
    pub(crate) fn module(&self) -> Result<Module> {
        Ok(Module::new(self.name, self.text)?)
    }

    /// Measures launches in blocks of `threads` threads. `module` has the kernel as PTX or as machine code.
    pub(crate) fn measure(&self, module: &Module, threads: u32) -> Result<Measured> {
        let kernel = module.kernel(self.name)?;
        let mut memory = Memory::new();
        let numbers = operands();
        let x = memory.add(&numbers);
        let y = memory.add(&vec![1.0_f32; COUNT as usize]);
        let (grid, arguments): (_, Vec<Argument>) = match self.name {
            "saxpy" => (
                Grid::new(COUNT.div_ceil(threads), threads),
                vec![x.into(), y.into(), 1.7_f32.into(), COUNT.into()],
            ),
            "collatz" => {
                (Grid::new(NUMBERS.div_ceil(threads), threads), vec![y.into(), NUMBERS.into()])
            }
            "reduction" => (Grid::new(COUNT / threads, threads), vec![x.into(), y.into()]),
            "softmax" => (Grid::new(ROWS, threads), vec![x.into(), y.into(), ROW.into()]),
            _ => {
                let blocks = [SIDE / 16, SIDE / 16, 1];
                let grid = Grid { blocks, threads: [16, 16, 1], shared: 0 };
                (grid, vec![x.into(), x.into(), y.into(), SIDE.into()])
            }
        };
        let options = Options::default();
        let instructions = kernel.launch(grid, &arguments, &mut memory, &options)?.instructions;
        self.check(&numbers, &memory.read::<f32>(y), threads);
        let launch = least(|| {
            kernel.launch(grid, &arguments, &mut memory, &options)?;
            Ok(())
        })?;
        Ok(Measured { launch, instructions })
    }

    /// Checks the results of the first launch, so that no faulty kernel is measured.
    fn check(&self, x: &[f32], y: &[f32], threads: u32) {
        let is_near =
            |value: f32, exact: f64| (f64::from(value) - exact).abs() < exact.abs() * 1e-5;
        let sum = |part: &[f32]| part.iter().map(|x| f64::from(*x)).sum::<f64>();
        let is_right = match self.name {
            "saxpy" => x.iter().zip(y).all(|(x, y)| *y == x.mul_add(1.7, 1.0)),
            "collatz" => y.iter().take(4).map(|y| y.to_bits()).eq([0, 1, 7, 2]),
            "reduction" => {
                x.chunks(threads as usize).zip(y).all(|(part, y)| is_near(*y, sum(part)))
            }
            "softmax" => {
                y.chunks_exact(ROW as usize).take(ROWS as usize).all(|row| is_near(1.0, sum(row)))
            }
            _ => {
                let side = SIDE as usize;
                (0..side * side).all(|i| {
                    let (row, column) = (i / side, i % side);
                    let step =
                        |sum: f32, k: usize| x[side * row + k].mul_add(x[side * k + column], sum);
                    y[i] == (0..side).fold(0.0, step)
                })
            }
        };
        assert!(is_right, "{} in blocks of {threads}", self.name);
    }
}
