//! Measures Rust loops over arrays of 2^20 elements, on one thread. `benches/python/speed.py` compares `run` of the
//! Python package with these times.
//!
//! Prints the nanoseconds per element of each instruction, for the fastest pass. The argument is the number of passes.

use ptx_core as p;
use ptx_core::Comparison::*;
use ptx_core::Rounding::*;
use ptx_core::mode::{ByteMask, ByteSelector};
use ptx_core::{
    Amount, Combination, Limit, Merge, Nans, Permutation, Property, Rectification, Saturation, Sm,
    Subnormals,
};
use ptx_wide::wide;
use std::hint::black_box;
use std::time::Instant;

const COUNT: usize = 1 << 20;
const KEEP: Subnormals = Subnormals::Keep;
const FLUSH: Subnormals = Subnormals::Flush;
const OFF: Saturation = Saturation::Off;
const SAT: Saturation = Saturation::Sat;
const LINEAR: Rectification = Rectification::Linear;
const SM: Sm = Sm(90);

/// A generator of pseudo-random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    }

    /// Returns a random number from 1 to 4.
    fn number(&mut self) -> f64 {
        1.0 + 3.0 * (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A type of operands and results.
trait Word: Copy {
    const ZERO: Self;
    fn draw(random: &mut Random) -> Self;
}

macro_rules! words {
    ($($ty:ty: $zero:expr, |$random:ident| $draw:expr;)*) => { $(
        impl Word for $ty {
            const ZERO: Self = $zero;
            fn draw($random: &mut Random) -> Self {
                $draw
            }
        }
    )* };
}

words! {
    f32: 0.0, |random| random.number() as f32;
    f64: 0.0, |random| random.number();
    // A random f16 number from 1 to 2.
    u16: 0, |random| 0x3c00 | random.next() as u16 & 0x3ff;
    u32: 0, |random| random.next() as u32;
    u64: 0, |random| random.next();
    i32: 0, |random| random.next() as i32;
    bool: false, |random| random.next() & 1 == 1;
}

fn operands<T: Word>(seed: u64) -> Vec<T> {
    let mut random = Random(seed);
    (0..COUNT).map(|_| T::draw(&mut random)).collect()
}

/// Runs a loop several times and prints the time per element of the fastest pass.
fn time(name: &str, passes: usize, mut pass: impl FnMut()) {
    let mut best = f64::INFINITY;
    for _ in 0..passes {
        let start = Instant::now();
        pass();
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("{name}\t{:.4}", best * 1e9 / COUNT as f64);
}

macro_rules! maps {
    ($($map:ident $($ty:ident $x:ident $seed:literal)*;)*) => { $(
        fn $map<$($ty: Word,)* R: Word>(name: &str, passes: usize, f: impl Fn($($ty),*) -> R + Copy) {
            $(let $x: Vec<$ty> = operands($seed);)*
            let mut results = vec![R::ZERO; COUNT];
            time(name, passes, || {
                $(let $x = &black_box(&$x)[..COUNT];)*
                let results = &mut black_box(&mut results)[..COUNT];
                wide(|| {
                    for i in 0..COUNT {
                        results[i] = f($($x[i]),*);
                    }
                });
            });
        }
    )* };
}
maps! {
    map1 A a 1;
    map2 A a 1 B b 2;
    map3 A a 1 B b 2 C c 3;
}

#[rustfmt::skip]
fn main() {
    let n = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(5);
    // The instructions in the table "Operations" of `benches/RESULTS.md`.
    map2("add.rn.f32", n, |a, b| p::add_f32(a, b, Rn, KEEP, OFF));
    map2("add.rz.f32", n, |a, b| p::add_f32(a, b, Rz, KEEP, OFF));
    map2("mul.rn.f32", n, |a, b| p::mul_f32(a, b, Rn, KEEP, OFF));
    map2("mul.rn.ftz.sat.f32", n, |a, b| p::mul_f32(a, b, Rn, FLUSH, SAT));
    map2("mul.rz.f32", n, |a, b| p::mul_f32(a, b, Rz, KEEP, OFF));
    map2("div.rn.f32", n, |a, b| p::div_f32(a, b, Rn, KEEP));
    map2("div.rz.f32", n, |a, b| p::div_f32(a, b, Rz, KEEP));
    map2("div.rp.f32", n, |a, b| p::div_f32(a, b, Rp, KEEP));
    map1("rcp.rn.f32", n, |a| p::rcp_f32(a, Rn, KEEP));
    map1("rcp.rp.f32", n, |a| p::rcp_f32(a, Rp, KEEP));
    map1("sqrt.rn.f32", n, |a| p::sqrt_f32(a, Rn, KEEP));
    map1("sqrt.rz.f32", n, |a| p::sqrt_f32(a, Rz, KEEP));
    map3("fma.rn.f32", n, |a, b, c| p::fma_f32(a, b, c, Rn, KEEP, OFF));
    map3("fma.rz.f32", n, |a, b, c| p::fma_f32(a, b, c, Rz, KEEP, OFF));
    map3("fma.rp.f32", n, |a, b, c| p::fma_f32(a, b, c, Rp, KEEP, OFF));
    map3("fma.rn.ftz.sat.f32", n, |a, b, c| p::fma_f32(a, b, c, Rn, FLUSH, SAT));
    map2("add.rn.f64", n, |a, b| p::add_f64(a, b, Rn));
    map2("add.rz.f64", n, |a, b| p::add_f64(a, b, Rz));
    map2("mul.rn.f64", n, |a, b| p::mul_f64(a, b, Rn));
    map2("mul.rz.f64", n, |a, b| p::mul_f64(a, b, Rz));
    map2("div.rn.f64", n, |a, b| p::div_f64(a, b, Rn));
    map2("div.rz.f64", n, |a, b| p::div_f64(a, b, Rz));
    map2("div.rp.f64", n, |a, b| p::div_f64(a, b, Rp));
    map1("rcp.rn.f64", n, |a| p::rcp_f64(a, Rn));
    map1("sqrt.rn.f64", n, |a| p::sqrt_f64(a, Rn));
    map1("sqrt.rz.f64", n, |a| p::sqrt_f64(a, Rz));
    map3("fma.rn.f64", n, |a, b, c| p::fma_f64(a, b, c, Rn));
    map3("fma.rz.f64", n, |a, b, c| p::fma_f64(a, b, c, Rz));
    map3("fma.rp.f64", n, |a, b, c| p::fma_f64(a, b, c, Rp));
    map1("rcp.approx.f32", n, |a| p::rcp_approx_f32(a, KEEP));
    map1("rsqrt.approx.f32", n, |a| p::rsqrt_approx_f32(a, KEEP));
    map1("sqrt.approx.f32", n, |a| p::sqrt_approx_f32(a, KEEP, SM));
    map1("lg2.approx.f32", n, |a| p::lg2_approx_f32(a, KEEP));
    map1("ex2.approx.f32", n, |a| p::ex2_approx_f32(a, KEEP, SM));
    map1("ex2.approx.ftz.f32", n, |a| p::ex2_approx_f32(a, FLUSH, SM));
    map1("sin.approx.f32", n, |a| p::sin_approx_f32(a, KEEP, SM));
    map1("cos.approx.f32", n, |a| p::cos_approx_f32(a, KEEP, SM));
    map2("div.approx.f32", n, |a, b| p::div_approx_f32(a, b, KEEP));
    map2("div.full.f32", n, |a, b| p::div_full_f32(a, b, KEEP));
    map2("add.rn.f16", n, |a, b| p::add_f16(a, b, Rn, KEEP, OFF));
    map2("mul.rn.f16", n, |a, b| p::mul_f16(a, b, Rn, KEEP, OFF));
    map3("fma.rn.f16", n, |a, b, c| p::fma_f16(a, b, c, Rn, KEEP, OFF));
    map3("fma.rn.ftz.sat.f16", n, |a, b, c| p::fma_f16(a, b, c, Rn, FLUSH, SAT));
    map3("fma.rn.f16x2", n, |a, b, c| p::fma_f16x2(a, b, c, Rn, KEEP, OFF));
    map2("add.rn.bf16", n, |a, b| p::add_bf16(a, b, Rn));
    map2("sub.rn.bf16", n, |a, b| p::sub_bf16(a, b, Rn));
    map2("mul.rn.bf16", n, |a, b| p::mul_bf16(a, b, Rn));
    map3("fma.rn.bf16", n, |a, b, c| p::fma_bf16(a, b, c, Rn, LINEAR));
    map3("fma.rn.bf16x2", n, |a, b, c| p::fma_bf16x2(a, b, c, Rn, LINEAR));
    map1("cvt.rn.f16.f32", n, |a| p::cvt_f16_f32(a, Rn, KEEP, OFF));
    map1("cvt.rn.bf16.f32", n, |a| p::cvt_bf16_f32(a, Rn, KEEP));
    map1("cvt.rni.s32.f32", n, |a| p::cvt_s32_f32(a, Rn, KEEP, OFF));
    map1("cvt.rzi.s32.f32", n, |a| p::cvt_s32_f32(a, Rz, KEEP, OFF));
    map1("cvt.rni.f32.f32", n, |a| p::cvt_irnd_f32_f32(a, Rn, KEEP, OFF));
    map1("cvt.rn.f32.s32", n, |a| p::cvt_f32_s32(a, Rn, KEEP, OFF));
    map1("cvt.rn.f32.f64", n, |a| p::cvt_f32_f64(a, Rn, KEEP, OFF));
    map1("cvt.f32.f16", n, |a| p::cvt_f32_f16(a, KEEP, OFF));
    map1("cvt.f32.bf16", n, |a| p::cvt_f32_bf16(a, KEEP));
    println!();
    // Some other common instructions, which the table "Operations" in RESULTS.md does not list.
    map2("min.f32", n, |a, b| p::min_f32(a, b, KEEP, Nans::Ignored));
    map2("setp.lt.f32 p", n, |a: f32, b: f32| p::setp_f32(a, b, Lt, KEEP)[0]);
    map3("setp.lt.and.f32 p", n, |a: f32, b: f32, c: bool| p::boolop(p::setp_f32(a, b, Lt, KEEP), c, Combination::And)[0]);
    map2("set.lt.u32.f32", n, |a: f32, b: f32| p::set_u32(p::setp_f32(a, b, Lt, KEEP)));
    map3("selp.b32", n, |a: u32, b: u32, c: bool| p::selp(a, b, c));
    map1("tanh.approx.f32", n, p::tanh_approx_f32);
    map2("add.u32", n, p::add_u32);
    map2("mul.hi.s32", n, p::mul_hi_s32);
    map2("div.u32", n, p::div_u32);
    map1("popc.b32", n, p::popc_b32);
    map1("brev.b32", n, p::brev_b32);
    map3("prmt.b32", n, |a, b, c| p::prmt_b32(a, b, c, Permutation::Selected));
    map3("shf.l.wrap.b32", n, |a, b, c| p::shf_l_b32(a, b, c, Amount::Wrap));
    map3("dp4a.s32.s32", n, p::dp4a_s32_s32);
    map3("fma.rn.f32x2", n, |a, b, c| p::fma_f32x2(a, b, c, Rn, KEEP));
    map2("mov.b64", n, |a: u32, b: u32| p::pack_b64_b32(a, b));
    println!();
    // Rare instructions. The package has one loop for each, which receives the modes at run time and is not compiled for
    // wider vectors (`build.rs`).
    map1("MUFU.RCP", n, |a| p::sass::mufu_rcp(a, OFF));
    map1("MUFU.RSQ", n, |a| p::sass::mufu_rsq(a, OFF));
    map1("MUFU.SQRT", n, |a| p::sass::mufu_sqrt(a, OFF));
    map1("MUFU.LG2", n, |a| p::sass::mufu_lg2(a, OFF));
    map1("cvt.rz.f16.f32", n, |a| p::cvt_f16_f32(a, Rz, KEEP, OFF));
    map1("cvt.rz.f32.s32", n, |a| p::cvt_f32_s32(a, Rz, KEEP, OFF));
    map1("testp.normal.f32", n, |a| p::testp_f32(a, Property::Normal));
    map3("vadd4.u32.u32.u32.add", n, |a, b, c| p::vadd4_u32_u32_u32(a, b, c, ByteMask(15), ByteSelector(0x3210), ByteSelector(0x7654), Merge::Sum));
    map3("vavrg4.u32.u32.u32.add", n, |a, b, c| p::vavrg4_u32_u32_u32(a, b, c, ByteMask(15), ByteSelector(0x3210), ByteSelector(0x7654), Merge::Sum));
    map3("vmin2.s32.s32.s32.sat", n, |a, b, c| p::vmin2_s32_s32_s32(a, b, c, p::mode::HalfMask(3), p::mode::HalfSelector(0x10), p::mode::HalfSelector(0x32), Merge::Saturated));
    map2("cvt.rn.satfinite.e4m3x2.f32", n, |a, b| p::cvt_e4m3x2_f32(a, b, Rn, LINEAR, p::NegativeZero::Unchanged));
    map1("cvt.rn.f16x2.e4m3x2", n, |a| p::cvt_f16x2_e4m3x2(a, LINEAR));
    map3("cvt.rs.satfinite.bf16x2.f32", n, |a, b, c| p::cvt_rs_bf16x2_f32(a, b, c, LINEAR, Limit::Satfinite));
}
