//! Measures products of matrices.
//!
//! Prints the nanoseconds per product for each form, for the fastest of several passes: of two 256 x 256 matrices of ones,
//! of two of random bits, and of 512 tiles of ones, each computed by one instruction. The arguments are the number of
//! passes, and the start of the names of the forms to measure.

use ptx_core::Sm;
use ptx_core::mma::{Extras, Form, Kind, Operand, Type::*};
use ptx_loops::{Product, matrix};
use std::time::Instant;

const SIDE: usize = 256;
const TILES: usize = 512;

/// The forms, with their targets.
const FORMS: [(&str, u16); 28] = [
    ("mma.m16n8k16.row.col.f32.f16.f16.f32", 121),
    ("mma.m16n8k16.row.col.f32.f16.f16.f32", 80),
    ("mma.m16n8k16.row.col.f16.f16.f16.f16", 90),
    ("mma.m16n8k8.row.col.f32.tf32.tf32.f32", 90),
    ("mma.m16n8k32.row.col.f32.e4m3.e4m3.f32", 121),
    ("mma.m16n8k32.row.col.f32.e4m3.e4m3.f32", 90),
    ("mma.m16n8k32.row.col.s32.s8.s8.s32", 90),
    ("mma.m16n8k32.row.col.satfinite.s32.s8.s8.s32", 90),
    ("mma.m16n8k64.row.col.s32.s4.u4.s32", 90),
    ("mma.m16n8k256.row.col.s32.b1.b1.s32.xor.popc", 90),
    ("mma.m16n8k16.row.col.f64.f64.f64.f64", 90),
    ("mma.m16n8k16.row.col.rz.f64.f64.f64.f64", 90),
    ("wgmma.m64n8k16.f32.f16.f16", 90),
    ("tcgen05.m128n8k32.kind::f8f6f4.f32.e4m3.e4m3", 100),
    ("wgmma.sp.m64n8k32.f32.f16.f16", 90),
    ("tcgen05.sp.m128n8k64.kind::f8f6f4.f32.e4m3.e4m3", 100),
    ("tcgen05.m128n8k32.kind::mxf8f6f4.f32.e4m3.e4m3.ue8m0", 100),
    ("tcgen05.m128n8k64.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.ue4m3", 100),
    ("mma.sp.m16n8k32.row.col.f32.f16.f16.f32", 90),
    ("mma.sp.m16n8k16.row.col.f32.tf32.tf32.f32", 90),
    ("mma.sp.m16n8k64.row.col.f32.e4m3.e4m3.f32", 90),
    ("mma.sp.m16n8k64.row.col.s32.s8.s8.s32", 90),
    ("mma.m16n8k64.row.col.kind::mxf4.f32.e2m1.e2m1.f32.ue8m0", 120),
    ("mma.m16n8k64.row.col.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3", 120),
    ("mma.m16n8k32.row.col.kind::mxf8f6f4.f32.e4m3.e4m3.f32.ue8m0", 120),
    ("mma.sp.m16n8k128.row.col.kind::mxf4.f32.e2m1.e2m1.f32.ue8m0", 120),
    ("mma.sp.m16n8k128.row.col.kind::mxf4nvf4.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3", 120),
    ("mma.sp.m16n8k64.row.col.kind::mxf8f6f4.f32.e4m3.e4m3.f32.ue8m0", 120),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let passes = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(20);
    let start = arguments.next().unwrap_or_default();
    for (text, sm) in FORMS.into_iter().filter(|(text, _)| text.starts_with(&start)) {
        let words: Vec<_> = text.split('.').collect();
        let form = matrix::of_words(words[0], &words[1..]).expect(text);
        let [_, _, k] = form.shape();
        let large = ([1, SIDE, SIDE], SIDE / usize::from(k));
        let [m, n, _] = form.shape().map(usize::from);
        let of_ones = measure(form, Sm(sm), large, passes, ones(form));
        let of_bits = measure(form, Sm(sm), large, passes, random(form));
        let of_tiles = measure(form, Sm(sm), ([TILES, m, n], 1), passes, ones(form));
        println!("{of_ones:7.3} {of_bits:7.3} {of_tiles:7.3} ns  {text}, sm_{sm}");
    }
}

/// Returns the bits of 1.
fn ones(form: Form) -> impl FnMut() -> u64 {
    let one = match form.element_type(Operand::A) {
        _ if matches!(form.kind(), Some(Kind::Mxf4 | Kind::Mxf4nvf4)) => 2,
        F16 => 0x3c00,
        Bf16 => 0x3f80,
        Tf32 => 0x3f80_0000,
        F64 => 0x3ff0_0000_0000_0000,
        E4m3 => 0x38,
        _ => 1,
    };
    move || one
}

/// Returns random bits.
fn random(form: Form) -> impl FnMut() -> u64 {
    let mask = u64::MAX >> (64 - form.element_type(Operand::A).bits());
    let mut state = 1_u64;
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.rotate_left(20) & mask
    }
}

/// Returns the nanoseconds per product, for a number of matrices, rows and columns, and a number of instructions for each
/// element. The products with elements that a sparse form does not store do not count.
fn measure(
    form: Form,
    sm: Sm,
    (shape, instructions): ([usize; 3], usize),
    passes: usize,
    mut draw: impl FnMut() -> u64,
) -> f64 {
    let [count, rows, columns] = shape;
    let stored = instructions * usize::from(form.stored());
    let length = instructions * usize::from(form.shape()[2]);
    let a: Vec<_> = (0..count * rows * stored).map(|_| draw()).collect();
    let b: Vec<_> = (0..count * columns * length).map(|_| draw()).collect();
    let c = vec![0; count * rows * columns];
    let mut d = c.clone();
    let metadata = vec![0x4; count * rows * instructions * form.chunks()];
    let scales = form.scales().map_or(0, |scales| scales.vector.count());
    let scales_a = vec![0x7f; count * rows * instructions * scales];
    let scales_b = vec![0x7f; count * columns * instructions * scales];
    let extras =
        Extras { metadata: &metadata, scales_a: &scales_a, scales_b: &scales_b, ..Extras::NONE };
    let product = Product { form, sm, shape, instructions, a: &a, b: &b, c: &c, extras };
    let mut fastest = f64::INFINITY;
    for _ in 0..passes {
        let start = Instant::now();
        product.run(&mut d, &|| false).expect("the operands fit");
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    fastest * 1e9 / (count * rows * columns * stored) as f64
}
