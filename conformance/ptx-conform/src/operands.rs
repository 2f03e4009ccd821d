//! Operands that are steered to where instructions differ: limits, ties, special values, small
//! amounts. They come from a counter and a seed, so that any machine makes the same ones.

use crate::asked::{Asked, Computes};
use crate::made::Made;
use crate::matrix::Warp;
use crate::random::mixed;
use ptx_core::mma::{self, Operand};
use ptx_isa::{Kind, Type};

/// What a part of an operand is.
#[derive(Clone, Copy)]
enum Lane {
    Float { exponent: u32, fraction: u32 },
    Integer { bits: u32 },
}

impl Lane {
    fn of(ty: Type) -> Self {
        match ty {
            Type::F16 | Type::F16x2 => Self::Float { exponent: 5, fraction: 10 },
            Type::Bf16 | Type::Bf16x2 => Self::Float { exponent: 8, fraction: 7 },
            Type::F32 | Type::F32x2 | Type::Tf32 => Self::Float { exponent: 8, fraction: 23 },
            Type::F64 => Self::Float { exponent: 11, fraction: 52 },
            Type::U16x2 | Type::S16x2 => Self::Integer { bits: 16 },
            Type::U8x4 | Type::S8x4 => Self::Integer { bits: 8 },
            ty if ty.kind() == Kind::Narrow => Self::Integer { bits: 8 },
            ty => Self::Integer { bits: ty.bits() },
        }
    }

    fn of_matrix(ty: mma::Type, bits: u32) -> Self {
        match ty {
            mma::Type::F16 => Self::Float { exponent: 5, fraction: 10 },
            mma::Type::Bf16 => Self::Float { exponent: 8, fraction: 7 },
            mma::Type::Tf32 | mma::Type::F32 => Self::Float { exponent: 8, fraction: 23 },
            mma::Type::F64 => Self::Float { exponent: 11, fraction: 52 },
            mma::Type::E4m3 => Self::Float { exponent: 4, fraction: 3 },
            mma::Type::E5m2 => Self::Float { exponent: 5, fraction: 2 },
            _ => Self::Integer { bits },
        }
    }

    fn bits(self) -> u32 {
        match self {
            Self::Float { exponent, fraction } => 1 + exponent + fraction,
            Self::Integer { bits } => bits,
        }
    }

    /// A value that a choice of 16 and a random number decide.
    fn value(self, choice: u64, random: u64) -> u64 {
        match self {
            Self::Float { exponent, fraction } => float(exponent, fraction, choice, random),
            Self::Integer { bits } => integer(bits, choice, random) & ones(bits),
        }
    }
}

/// That many ones.
fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

fn float(exponent: u32, fraction: u32, choice: u64, random: u64) -> u64 {
    let bits = random & ones(1 + exponent + fraction);
    let sign = bits & 1 << (exponent + fraction);
    let (greatest, bias) = (ones(exponent), ones(exponent - 1));
    let tail = bits & ones(fraction);
    let with = |exponent: u64, fraction_bits: u64| {
        sign | exponent.min(greatest) << fraction | fraction_bits & ones(fraction)
    };
    // What chooses among few is taken from bits that are not used otherwise.
    let few = random >> 52 & 15;
    let ends = [0, 1, ones(fraction), 1 << (fraction - 1)];
    match choice {
        0 => match few {
            0..4 => with(0, ends[few as usize]),
            4..8 => with(greatest, ends[few as usize - 4]),
            8..10 => with(greatest, tail),
            10 => with(greatest - 1, ones(fraction)),
            11 => with(1, 0),
            12 => with(bias, 0),
            13 => with(bias, 1),
            14 => with(bias - 1, ones(fraction)),
            _ => with(bias + 1, 0),
        },
        1 => with(bits >> fraction & greatest, ends[few as usize % 4]),
        2..=4 => with(bias + few % 6 - 3, tail),
        5 => with(few % 4, tail),
        6 => with(greatest - few % 4, tail),
        // Few bits, high or low: ties.
        7 => with(bias + few % 8, tail >> (fraction - 2) << (fraction - 2)),
        8 => with(bias - few % 8, tail & 7),
        // Around the limits of integers, and where fractions end.
        9 | 10 => with(bias - 1 + random % 66, tail),
        11 => with(bias - 1 + random % 66, tail >> (fraction / 2) << (fraction / 2)),
        _ => bits,
    }
}

fn integer(bits: u32, choice: u64, random: u64) -> u64 {
    let sign = 1_u64 << (bits - 1);
    match choice {
        0 => [0, 1, ones(bits), sign, sign - 1, sign + 1, 2, sign - 2][(random & 7) as usize],
        // Amounts, positions and lengths.
        1..=3 => random % 72,
        4 => (1 << (random % u64::from(bits))) + (random >> 32) % 3 - 1,
        5 => (random % 72).wrapping_neg(),
        6..=9 => (random & ones(bits)) >> (random >> 58),
        _ => random,
    }
}

/// Operands of so many threads, those of a thread one after the other; every other thread has those
/// made from a result, where the operation is known.
#[must_use]
pub fn operands(asked: &Asked, seed: u64, threads: usize) -> Vec<u64> {
    let width = asked.sources.len();
    let mut all = Vec::with_capacity(threads * width);
    let lanes: Vec<_> = match &asked.computes {
        Computes::Thread(..) => asked.sources.iter().map(|ty| Lane::of(*ty)).collect(),
        Computes::Warp(warp) => of_registers(warp),
    };
    let is_of_warp = asked.threads() > 1;
    for thread in 0..threads {
        let start = all.len();
        let tile = mixed(!seed ^ (thread / 32) as u64);
        for (k, (ty, lane)) in asked.sources.iter().zip(&lanes).enumerate() {
            let random = mixed(seed ^ (thread * width + k) as u64);
            // Some operands are like the first, or its neighbour, or its opposite.
            let like = (k > 0 && !is_of_warp && random & 7 == 0)
                .then(|| all[start] ^ [0, 0, 1, 1 << (ty.bits() - 1)][(random >> 3 & 3) as usize]);
            let each = (0..ty.bits().div_ceil(lane.bits())).map(|i| {
                let random = mixed(random ^ u64::from(i) << 56);
                let choice = if is_of_warp { in_tile(tile, random) } else { random >> 60 };
                lane.value(choice, mixed(random)) << (i * lane.bits())
            });
            let word = like.unwrap_or_else(|| each.fold(0, |word, lane| word | lane));
            all.push(word & ones(ty.bits()));
        }
    }
    if let Some(made) = Made::of(asked) {
        for (thread, operands) in all.chunks_mut(width).enumerate().skip(1).step_by(2) {
            made.fill(operands, mixed(!seed ^ thread as u64));
        }
    }
    all
}

/// What an element of a matrix is. One that is not finite spoils a whole row, so most tiles have
/// none: they have exponents that are close together, or few bits, or are small.
fn in_tile(tile: u64, random: u64) -> u64 {
    match tile & 7 {
        0..=3 => 2,
        4 => 8,
        5 => 7,
        6 => 5,
        _ => random >> 60,
    }
}

/// The lanes of a warp's registers, those of A, B and C one after the other.
fn of_registers(warp: &Warp) -> Vec<Lane> {
    let of = |operand| {
        let lane = Lane::of_matrix(warp.form.element_type(operand), warp.spacing(operand));
        vec![lane; warp.registers(operand)]
    };
    [Operand::A, Operand::B, Operand::C].into_iter().flat_map(of).collect()
}
