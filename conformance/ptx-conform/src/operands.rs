//! Generates steered operands: operands near hard cases, from the crate `steered`. The operands depend only on a
//! counter and a seed, so they are the same on all machines.

use crate::instruction::{Computes, Instruction};
use crate::matrix::Warp;
use crate::random::mixed;
use ptx_core::mma::{self, Operand};
use steered::{Format, Kind, Region, Steering};

/// Returns operands for this many threads. All words of one thread are consecutive.
#[must_use]
pub fn operands(instruction: &Instruction, seed: u64, threads: usize) -> Vec<u64> {
    let width = instruction.sources.len();
    let mut all = vec![0; threads * width];
    let part = threads.div_ceil(std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    std::thread::scope(|scope| {
        for (i, words) in all.chunks_mut(part * width).enumerate() {
            scope.spawn(move || fill(instruction, seed, i * part, words));
        }
    });
    all
}

/// Fills the words of consecutive threads, starting with the thread number `first`.
fn fill(instruction: &Instruction, seed: u64, first: usize, all: &mut [u64]) {
    let width = instruction.sources.len();
    let inputs = all.chunks_mut(width).enumerate().map(|(i, words)| (first + i, words));
    match &instruction.computes {
        Computes::Thread(..) => {
            let steering = Steering::of(&instruction.selection, &instruction.sources);
            inputs.for_each(|(thread, words)| steering.fill(words, mixed(seed ^ thread as u64)));
        }
        Computes::Warp(warp) => {
            let elements = of_registers(warp);
            for (thread, words) in inputs {
                let tile = mixed(!seed ^ (thread / 32) as u64);
                for (k, (register, element)) in words.iter_mut().zip(&elements).enumerate() {
                    let random = mixed(seed ^ (thread * width + k) as u64);
                    *register = packed(*element, instruction.sources[k].bits(), tile, random);
                }
            }
        }
    }
}

/// Fills a register with elements.
fn packed(element: Kind, bits: u32, tile: u64, random: u64) -> u64 {
    let each = (0..bits.div_ceil(element.bits())).map(|i| {
        let random = mixed(random ^ u64::from(i) << 56);
        element.value(in_tile(tile, random), mixed(random)) << (i * element.bits())
    });
    each.fold(0, |word, element| word | element) & u64::MAX >> (64 - bits)
}

/// Selects the kind of numbers for a matrix element. The argument `tile` is a random number for the matrices of one
/// warp (a tile). An infinity or NaN hides all other products of its row. So in most tiles, all elements have similar
/// exponents, few bits, or small values.
fn in_tile(tile: u64, random: u64) -> Region {
    match tile & 7 {
        0..=3 => Region::Moderate,
        4 => Region::Tail,
        5 => Region::Short,
        6 => Region::Least,
        _ => Region::of(random >> 60),
    }
}

/// Returns the kind of elements for each register of a lane: A, then B, then C.
fn of_registers(warp: &Warp) -> Vec<Kind> {
    let of = |operand| {
        let kind = kind(warp.form.element_type(operand), warp.spacing(operand));
        vec![kind; warp.registers(operand)]
    };
    [Operand::A, Operand::B, Operand::C].into_iter().flat_map(of).collect()
}

fn kind(ty: mma::Type, bits: u32) -> Kind {
    Kind::Float(match ty {
        mma::Type::F16 => Format::BINARY16,
        mma::Type::Bf16 => Format::BFLOAT16,
        mma::Type::Tf32 | mma::Type::F32 => Format::BINARY32,
        mma::Type::F64 => Format::BINARY64,
        mma::Type::E4m3 => Format::E4M3,
        mma::Type::E5m2 => Format::E5M2,
        _ => return Kind::Integer { bits, signed: false },
    })
}
