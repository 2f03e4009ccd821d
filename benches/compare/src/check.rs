//! Compares correctly rounded operations with SoftFloat. The operands are like those of Berkeley
//! TestFloat: exponents and significands near their limits, and significands with one or two runs of bits.

use crate::data::{Layout, Random};
use crate::harness::Word;
use crate::rivals::{mode, softfloat};
use ptx_core::{Rounding, Saturation::Off, Subnormals::Keep};

/// Returns the bits of a random operand. Its fields are often at a limit, or have few bits set.
fn operand<T: Word>(random: &mut Random) -> T {
    let Layout { exponent_bits, fraction_bits } = T::LAYOUT;
    let choice = random.next();
    let power = |at: u64, width: u32| 1_u64 << (at % u64::from(width + 1));
    let field = |choice: u64, value: u64, width: u32| {
        let mask = (1 << width) - 1;
        let value = match choice % 8 {
            0 => 0,
            1 => mask,
            2 => power(value, width),
            3 => power(value, width).wrapping_sub(1),
            4 => mask.wrapping_sub(power(value, width)),
            5 => power(value, width).wrapping_add(power(value >> 8, width)),
            _ => value,
        };
        value & mask
    };
    let fraction = field(choice, random.next(), fraction_bits);
    let bias = (1_u64 << (exponent_bits - 1)) - 1;
    let value = random.next();
    let exponent = match choice >> 8 & 3 {
        0 => field(choice >> 16, value, exponent_bits),
        1 => bias - 4 + value % 9,
        2 => bias - u64::from(fraction_bits) - 4 + value % (2 * u64::from(fraction_bits) + 9),
        _ => value & ((1 << exponent_bits) - 1),
    };
    let exponent = exponent & ((1 << exponent_bits) - 1);
    let sign = choice >> 63;
    T::of((sign << exponent_bits | exponent) << fraction_bits | fraction)
}

fn is_nan<T: Word>(x: T) -> bool {
    let Layout { exponent_bits, fraction_bits } = T::LAYOUT;
    let infinity = ((1 << exponent_bits) - 1) << fraction_bits;
    let magnitude = x.bits() & ((1 << (exponent_bits + fraction_bits)) - 1);
    magnitude > infinity
}

fn agree<T: Word, R: Word>(
    name: &str,
    count: u64,
    ours: impl Fn([T; 3]) -> R,
    theirs: impl Fn([T; 3]) -> R,
) {
    let mut random = Random::new(name.len() as u64);
    for _ in 0..count {
        let x = [operand::<T>(&mut random), operand(&mut random), operand(&mut random)];
        let (got, want) = (ours(x), theirs(x));
        assert!(
            got.bits() == want.bits() || is_nan(got) && is_nan(want),
            "{name} of {:x?}: {:x}, SoftFloat {:x}",
            x.map(Word::bits),
            got.bits(),
            want.bits()
        );
    }
    println!("{name}: {count} agree");
}

/// Compares the results of each operation with SoftFloat, for `count` operands in each rounding mode.
pub fn all(count: u64) {
    let modes = [
        (Rounding::Rn, mode::rn as fn()),
        (Rounding::Rz, mode::rz),
        (Rounding::Rm, mode::rm),
        (Rounding::Rp, mode::rp),
    ];
    for (r, set) in modes {
        set();
        println!("{r:?}");
        agree(
            "add.f32",
            count,
            |[a, b, _]| ptx_core::add_f32(a, b, r, Keep, Off),
            |[a, b, _]| softfloat::add_f32(a, b),
        );
        agree(
            "mul.f32",
            count,
            |[a, b, _]| ptx_core::mul_f32(a, b, r, Keep, Off),
            |[a, b, _]| softfloat::mul_f32(a, b),
        );
        agree(
            "div.f32",
            count,
            |[a, b, _]| ptx_core::div_f32(a, b, r, Keep),
            |[a, b, _]| softfloat::div_f32(a, b),
        );
        agree(
            "sqrt.f32",
            count,
            |[a, _, _]| ptx_core::sqrt_f32(a, r, Keep),
            |[a, _, _]| softfloat::sqrt_f32(a),
        );
        agree(
            "fma.f32",
            count,
            |[a, b, c]| ptx_core::fma_f32(a, b, c, r, Keep, Off),
            |[a, b, c]| softfloat::fma_f32(a, b, c),
        );
        agree(
            "add.f64",
            count,
            |[a, b, _]| ptx_core::add_f64(a, b, r),
            |[a, b, _]| softfloat::add_f64(a, b),
        );
        agree(
            "mul.f64",
            count,
            |[a, b, _]| ptx_core::mul_f64(a, b, r),
            |[a, b, _]| softfloat::mul_f64(a, b),
        );
        agree(
            "div.f64",
            count,
            |[a, b, _]| ptx_core::div_f64(a, b, r),
            |[a, b, _]| softfloat::div_f64(a, b),
        );
        agree(
            "sqrt.f64",
            count,
            |[a, _, _]| ptx_core::sqrt_f64(a, r),
            |[a, _, _]| softfloat::sqrt_f64(a),
        );
        agree(
            "fma.f64",
            count,
            |[a, b, c]| ptx_core::fma_f64(a, b, c, r),
            |[a, b, c]| softfloat::fma_f64(a, b, c),
        );
        agree(
            "add.f16",
            count,
            |[a, b, _]| ptx_core::add_f16(a, b, r, Keep, Off),
            |[a, b, _]| softfloat::add_f16(a, b),
        );
        agree(
            "mul.f16",
            count,
            |[a, b, _]| ptx_core::mul_f16(a, b, r, Keep, Off),
            |[a, b, _]| softfloat::mul_f16(a, b),
        );
        agree(
            "fma.f16",
            count,
            |[a, b, c]| ptx_core::fma_f16(a, b, c, r, Keep, Off),
            |[a, b, c]| softfloat::fma_f16(a, b, c),
        );
        agree(
            "cvt.f16.f32",
            count,
            |[a, _, _]: [f32; 3]| ptx_core::cvt_f16_f32(a, r, Keep, Off),
            |[a, _, _]| softfloat::cvt_f16_f32(a),
        );
        agree(
            "cvt.f32.f64",
            count,
            |[a, _, _]: [f64; 3]| ptx_core::cvt_f32_f64(a, r, Keep, Off),
            |[a, _, _]| softfloat::cvt_f32_f64(a),
        );
        agree(
            "cvt.f32.s32",
            count,
            |[a, _, _]: [i32; 3]| ptx_core::cvt_f32_s32(a, r, Keep, Off),
            |[a, _, _]| softfloat::cvt_f32_s32(a),
        );
    }
}
