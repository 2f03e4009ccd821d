//! Finds the function of `ptx-core` that computes an instruction.

use ptx_core::*;
use std::array::from_fn;

/// An instruction as a function of the bits of its operands.
pub(super) type Function = Box<dyn Fn([u64; 3]) -> u64 + Sync>;

fn single<const N: usize>(f: impl Fn([f32; N]) -> f32 + Sync + 'static) -> Function {
    Box::new(move |x| f(from_fn(|i| f32::from_bits(x[i] as u32))).to_bits().into())
}
fn double<const N: usize>(f: impl Fn([f64; N]) -> f64 + Sync + 'static) -> Function {
    Box::new(move |x| f(from_fn(|i| f64::from_bits(x[i]))).to_bits())
}
fn half(f: impl Fn(u16) -> u16 + Sync + 'static) -> Function {
    Box::new(move |[a, ..]| f(a as u16).into())
}
/// Converts a function on an `.f32` number. The result of the function is the word that the chip writes to a 32-bit
/// register.
fn word(f: impl Fn(f32) -> u32 + Sync + 'static) -> Function {
    Box::new(move |[a, ..]| f(f32::from_bits(a as u32)).into())
}

/// Returns the function for an instruction on an H100. The operands and the result are bits.
pub(super) fn function(instruction: &str) -> Function {
    let (mut r, mut s) = (Rounding::Rn, Subnormals::Keep);
    let (mut sat, mut nans) = (Saturation::Off, Nans::Ignored);
    // `words` is the instruction without its modes. In `words`, `irnd` stands for any rounding to an integer.
    let mut words = Vec::new();
    for word in instruction.split('.') {
        match word {
            "ftz" => s = Subnormals::Flush,
            "sat" => sat = Saturation::Sat,
            "NaN" => nans = Nans::Propagated,
            "rn" | "rni" => r = Rounding::Rn,
            "rz" | "rzi" => r = Rounding::Rz,
            "rm" | "rmi" => r = Rounding::Rm,
            "rp" | "rpi" => r = Rounding::Rp,
            _ => words.push(word),
        }
        if matches!(word, "rni" | "rzi" | "rmi" | "rpi") {
            words.push("irnd");
        }
    }
    let sm = Sm(90);
    match words.join(".").as_str() {
        "rcp.approx.f32" => single(move |[a]| rcp_approx_f32(a, s)),
        "rsqrt.approx.f32" => single(move |[a]| rsqrt_approx_f32(a, s)),
        "sqrt.approx.f32" => single(move |[a]| sqrt_approx_f32(a, s, sm)),
        "lg2.approx.f32" => single(move |[a]| lg2_approx_f32(a, s)),
        "ex2.approx.f32" => single(move |[a]| ex2_approx_f32(a, s, sm)),
        "sin.approx.f32" => single(move |[a]| sin_approx_f32(a, s, sm)),
        "cos.approx.f32" => single(move |[a]| cos_approx_f32(a, s, sm)),
        "tanh.approx.f32" => single(move |[a]| tanh_approx_f32(a)),
        "div.approx.f32" => single(move |[a, b]| div_approx_f32(a, b, s)),
        "div.full.f32" => single(move |[a, b]| div_full_f32(a, b, s)),
        "rcp.f32" => single(move |[a]| rcp_f32(a, r, s)),
        "sqrt.f32" => single(move |[a]| sqrt_f32(a, r, s)),
        "add.f32" => single(move |[a, b]| add_f32(a, b, r, s, sat)),
        "mul.f32" => single(move |[a, b]| mul_f32(a, b, r, s, sat)),
        "fma.f32" => single(move |[a, b, c]| fma_f32(a, b, c, r, s, sat)),
        "div.f32" => single(move |[a, b]| div_f32(a, b, r, s)),
        "min.f32" => single(move |[a, b]| min_f32(a, b, s, nans)),
        "max.f32" => single(move |[a, b]| max_f32(a, b, s, nans)),
        "copysign.f32" => single(move |[a, b]| copysign_f32(a, b)),
        "neg.f32" => single(move |[a]| neg_f32(a, s)),
        "abs.f32" => single(move |[a]| abs_f32(a, s)),
        "cvt.f32.f32" => single(move |[a]| cvt_f32_f32(a, s, sat)),
        "cvt.irnd.f32.f32" => single(move |[a]| cvt_irnd_f32_f32(a, r, s, sat)),
        "cvt.f16.f32" => word(move |a| cvt_f16_f32(a, r, s, sat).into()),
        "cvt.bf16.f32" => word(move |a| cvt_bf16_f32(a, r, s).into()),
        "cvt.rna.tf32.f32" => word(move |a| cvt_rna_tf32_f32(a, Limit::Unlimited)),
        "cvt.irnd.s32.f32" => word(move |a| cvt_s32_f32(a, r, s, sat) as u32),
        "cvt.irnd.u32.f32" => word(move |a| cvt_u32_f32(a, r, s, sat)),
        // If a register is wider than the type, the chip sign-extends a signed result and zero-extends an unsigned one.
        "cvt.irnd.s8.f32" => word(move |a| i32::from(cvt_s8_f32(a, r, s, sat)) as u32),
        "cvt.irnd.u16.f32" => word(move |a| cvt_u16_f32(a, r, s, sat).into()),
        "ex2.approx.f16" => half(ex2_approx_f16),
        "ex2.approx.bf16" => half(ex2_approx_ftz_bf16),
        "tanh.approx.f16" => half(tanh_approx_f16),
        "tanh.approx.bf16" => half(tanh_approx_bf16),
        // `rcp.approx.f64` and `rsqrt.approx.ftz.f64` read and write only the high word.
        "rcp.approx.f64" => double(|[a]| rcp_approx_ftz_f64(a)),
        "rsqrt.approx.f64" if s == Subnormals::Flush => double(|[a]| rsqrt_approx_ftz_f64(a)),
        "rsqrt.approx.f64" => double(|[a]| rsqrt_approx_f64(a)),
        "rcp.f64" => double(move |[a]| rcp_f64(a, r)),
        "sqrt.f64" => double(move |[a]| sqrt_f64(a, r)),
        "add.f64" => double(move |[a, b]| add_f64(a, b, r)),
        "mul.f64" => double(move |[a, b]| mul_f64(a, b, r)),
        "fma.f64" => double(move |[a, b, c]| fma_f64(a, b, c, r)),
        "div.f64" => double(move |[a, b]| div_f64(a, b, r)),
        "min.f64" => double(|[a, b]| min_f64(a, b)),
        "max.f64" => double(|[a, b]| max_f64(a, b)),
        _ => panic!("no function computes `{instruction}`"),
    }
}

/// Returns the function for an instruction with one operand. Operand and result are words of 32 bits. For `.f64` these
/// words are the high words, and the low words are 0.
pub(super) fn of_one_word(instruction: &str) -> impl Fn(u32) -> u32 {
    let f = function(instruction);
    let shift = if instruction.ends_with(".f64") { 32 } else { 0 };
    move |x| (f([u64::from(x) << shift, 0, 0]) >> shift) as u32
}
