//! Quantises a tensor to NVFP4 and MXFP8, first with correctly rounded and then with approximate instructions. Counts
//! the elements and the scales that differ.
//!
//! ```text
//! cargo run --release --example quantize
//! ```

use ptx::ptx;

/// A quantised block: the bytes of the packed elements, and the scale.
type Block<const N: usize> = ([u8; N], u8);

/// Returns the largest absolute value. Ignores NaN.
fn largest(block: &[f32]) -> f32 {
    block.iter().fold(0.0, |largest, x| {
        let x = *x;
        ptx! { .reg .f32 t; abs.f32 t, x; max.f32 t, t, largest; t }
    })
}

/// Quantises 16 numbers to `.e2m1` with one `.ue4m3` scale.
fn nvfp4(block: &[f32; 16], global: f32, is_fast: bool) -> Block<8> {
    let largest = largest(block);
    let wanted = match is_fast {
        true => ptx! {
            .reg .f32 sixth, t;
            rcp.approx.ftz.f32 sixth, 6.0;
            mul.rn.f32 t, largest, sixth;
            mul.rn.f32 t, global, t;
            t
        },
        false => ptx! {
            .reg .f32 t;
            div.rn.f32 t, largest, 6.0;
            mul.rn.f32 t, t, global;
            min.f32 t, t, 0f7F7FFFFF;
            t
        },
    };
    let (scale, rounded): (u16, f32) = ptx! {
        .reg .b16 scale, low, high;
        .reg .b32 pair;
        .reg .f32 t;
        cvt.rn.satfinite.e4m3x2.f32 scale, 0.0, wanted;
        cvt.rn.f16x2.e4m3x2 pair, scale;
        mov.b32 {low, high}, pair;
        cvt.f32.f16 t, low;
        (scale, t)
    };
    let factor = match is_fast {
        true => ptx! {
            .reg .f32 inverse, t;
            .reg .pred p;
            rcp.approx.ftz.f32 inverse, global;
            mul.rn.f32 t, rounded, inverse;
            rcp.approx.ftz.f32 t, t;
            setp.neu.f32 p, largest, 0.0;
            selp.f32 t, t, 0.0, p;
            t
        },
        false => ptx! {
            .reg .f32 inverse, t;
            div.rn.f32 inverse, 1.0, global;
            mul.rn.f32 t, rounded, inverse;
            div.rn.f32 t, 1.0, t;
            min.f32 t, t, 0f7F7FFFFF;
            t
        },
    };
    let pair = |i: usize| {
        let (low, high) = (block[2 * i], block[2 * i + 1]);
        ptx! {
            .target sm_100a;
            .reg .f32 l, h;
            .reg .b8 d;
            mul.rn.f32 l, low, factor;
            mul.rn.f32 h, high, factor;
            cvt.rn.satfinite.e2m1x2.f32 d, h, l;
            d
        }
    };
    (std::array::from_fn(pair), scale as u8)
}

/// Quantises 32 numbers to `.e4m3` with one `.ue8m0` scale.
fn mxfp8(block: &[f32; 32], is_fast: bool) -> Block<32> {
    let largest = largest(block);
    let inverse: f32 = match is_fast {
        true => ptx! { .reg .f32 t; rcp.approx.ftz.f32 t, 448.0; t },
        false => ptx! { .reg .f32 t; div.rn.f32 t, 1.0, 448.0; t },
    };
    let scale: u16 = ptx! {
        .target sm_100a;
        .reg .f32 t;
        .reg .b16 d;
        mul.rn.f32 t, largest, inverse;
        cvt.rp.satfinite.ue8m0x2.f32 d, 0.0, t;
        d
    };
    let factor: f32 = match is_fast {
        true => ptx! {
            .target sm_100a;
            .reg .b32 pair;
            .reg .f32 t;
            .reg .pred p;
            cvt.rn.bf16x2.ue8m0x2 pair, scale;
            shl.b32 pair, pair, 16;
            mov.b32 t, pair;
            rcp.approx.ftz.f32 t, t;
            setp.neu.f32 p, largest, 0.0;
            selp.f32 t, t, 0.0, p;
            t
        },
        false => ptx! {
            .reg .u32 bits, wide;
            .reg .f32 t;
            .reg .pred p;
            cvt.u32.u16 wide, scale;
            sub.u32 bits, 254, wide;
            shl.b32 bits, bits, 23;
            setp.eq.u32 p, wide, 0;
            selp.b32 bits, 0f3F800000, bits, p;
            mov.b32 t, bits;
            t
        },
    };
    let mut bytes = [0; 32];
    for (pair, places) in block.chunks_exact(2).zip(bytes.chunks_exact_mut(2)) {
        let (low, high) = (pair[0], pair[1]);
        let both: u16 = ptx! {
            .reg .f32 l, h;
            .reg .b16 d;
            mul.rn.f32 l, low, factor;
            mul.rn.f32 h, high, factor;
            cvt.rn.satfinite.e4m3x2.f32 d, h, l;
            d
        };
        places.copy_from_slice(&both.to_le_bytes());
    }
    (bytes, scale as u8)
}

/// Prints how many elements and scales differ between the exact and the fast computation.
fn compare<const N: usize>(name: &str, blocks: impl Iterator<Item = [Block<N>; 2]>) {
    let (mut elements, mut scales, mut all) = (0, 0, 0);
    for [(exact, scale), (fast, fast_scale)] in blocks {
        elements += exact.iter().zip(&fast).filter(|(one, other)| one != other).count();
        scales += usize::from(scale != fast_scale);
        all += 1;
    }
    println!("{name}: {elements} of {} bytes and {scales} of {all} scales differ", all * N);
}

fn main() {
    // Multiples of 1/32 in [-4, 4), from a linear congruential generator. The numbers have few bits, so many products
    // are midpoints of two results.
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24).cast_signed().wrapping_sub(128) as f32 / 32.0
    };
    let x: Vec<f32> = (0..1 << 18).map(|_| next()).collect();
    let global = 2688.0 / largest(&x);
    let both = [false, true];
    let nvfp4 = x.as_chunks().0.iter().map(|block| both.map(|fast| nvfp4(block, global, fast)));
    compare("NVFP4", nvfp4);
    compare("MXFP8", x.as_chunks().0.iter().map(|block| both.map(|fast| mxfp8(block, fast))));
}
