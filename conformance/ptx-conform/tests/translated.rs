//! Tests kernels without a GPU: loads, stores, conversions, carries and hashes. The macro `include_ptx!` translates the
//! kernels to Rust, and the test compares their results with those of the host.
//!
//! The test `kernels` checks that `translated/kernels.ptx` is up to date.

#[path = "translated/list.rs"]
mod list;

use list::with_kernels;
use ptx::Thread;
use ptx_conform::compare::{Inputs, operands_of};
use ptx_conform::device::Chip;
use ptx_conform::digests::{BLOCK, digest};
use ptx_conform::host;
use ptx_conform::instruction;
use ptx_conform::kernel::{Kernel, Work};

type Run = fn(Thread, &[u64], &mut [u64], u32);

macro_rules! kernels {
    ($($name:ident: $work:ident $form:literal;)*) => {
        ptx::include_ptx! {
            "translated/kernels.ptx"
            $(fn $name(thread: ptx::Thread, input: &[u64], output: &mut [u64], count: u32);)*
        }

        const KERNELS: &[(&str, Work, &str, Run)] = &[$((
            stringify!($name),
            Work::$work,
            $form,
            |thread, input, output, count| $name(thread, input, output, count),
        )),*];
    };
}

with_kernels!(kernels);

fn all() -> Vec<Kernel> {
    let chip = Chip { name: String::new(), sm: 90, driver: 12_090 };
    let all = instruction::all(&chip.dialect());
    let kernel = |(entry, work, form, _): &(&str, Work, &str, Run)| {
        let found = all.iter().find(|instruction| instruction.name == *form);
        let instruction = found.unwrap_or_else(|| panic!("{form} does not run on a chip")).clone();
        Kernel { entry: (*entry).into(), instruction, work: *work }
    };
    KERNELS.iter().map(kernel).collect()
}

/// Returns the threads of a grid with blocks of 32 threads. The grid has one block more than needed, so the test also
/// runs threads without operands.
fn threads(count: u32) -> impl Iterator<Item = Thread> {
    ptx::grid([count.div_ceil(32) + 1, 1, 1], [32, 1, 1])
}

#[test]
fn kernels_give_what_the_host_computes() {
    const COUNT: usize = 1000;
    for (kernel, (name, work, form, run)) in all().iter().zip(KERNELS) {
        let instruction = &*kernel.instruction;
        match work {
            Work::Each => {
                let operands = operands_of(instruction, Inputs::Steered(COUNT), 5);
                let mut results = vec![0; COUNT * instruction.results.len()];
                for thread in threads(COUNT as u32) {
                    run(thread, &operands, &mut results, COUNT as u32);
                }
                assert_eq!(results, host::results(instruction, &operands), "{name}: {form}");
            }
            // Hash two blocks. As `f32`, operands that begin with 3f80 are 1 or slightly more, and
            // operands that begin with c77f are large negative numbers.
            Work::Hash | Work::HashHigh => {
                for block in [0x3f80_usize, 0xc77f] {
                    let mut results = vec![0; block + 1];
                    let at = block as u32;
                    let thread = Thread {
                        tid: [at % 128, 0, 0],
                        ntid: [128, 1, 1],
                        ctaid: [at / 128, 0, 0],
                        nctaid: [512, 1, 1],
                    };
                    run(thread, &[0], &mut results, 1 << 16);
                    let expected = match work {
                        Work::Hash => digest(host::block(instruction, block)),
                        _ => {
                            let high = (0..BLOCK).map(|i| ((block * BLOCK + i) as u64) << 32);
                            let words = host::results(instruction, &high.collect::<Vec<_>>());
                            digest(words.iter().map(|word| word >> 32))
                        }
                    };
                    assert_eq!(results[block], expected, "{name}: {form}");
                }
            }
        }
    }
}
