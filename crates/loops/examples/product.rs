//! Measures products of two 256 x 256 matrices.
//!
//! Prints the nanoseconds per product for each form, for the fastest of several passes. The arguments are the number of
//! passes, and the start of the names of the forms to measure.

use ptx_core::Sm;
use ptx_core::mma::{Extras, Form, Kind, Operand, Type::*};
use ptx_loops::{Product, matrix};
use std::time::Instant;

const SIDE: usize = 256;

/// The forms, with their targets.
const FORMS: [(&str, u16); 18] = [
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
    ("mma.sp.m16n8k32.row.col.f32.f16.f16.f32", 90),
    ("mma.sp.m16n8k64.row.col.s32.s8.s8.s32", 90),
    ("mma.m16n8k64.row.col.kind::mxf4.f32.e2m1.e2m1.f32.ue8m0", 120),
    ("mma.m16n8k32.row.col.kind::mxf8f6f4.f32.e4m3.e4m3.f32.ue8m0", 120),
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let passes = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(20);
    let start = arguments.next().unwrap_or_default();
    for (text, sm) in FORMS.into_iter().filter(|(text, _)| text.starts_with(&start)) {
        let words: Vec<_> = text.split('.').collect();
        let form = matrix::of_words(words[0], &words[1..]).expect(text);
        let time = measure(form, Sm(sm), passes);
        println!("{time:7.3} ns  {text}, sm_{sm}");
    }
}

/// Returns the nanoseconds per product. The products with elements that a sparse form does not store do not count.
fn measure(form: Form, sm: Sm, passes: usize) -> f64 {
    let [_, _, k] = form.shape();
    let instructions = SIDE / usize::from(k);
    let stored = instructions * usize::from(form.stored());
    let one = match form.element_type(Operand::A) {
        _ if matches!(form.kind(), Some(Kind::Mxf4 | Kind::Mxf4nvf4)) => 2,
        F16 => 0x3c00,
        Bf16 => 0x3f80,
        Tf32 => 0x3f80_0000,
        F64 => 0x3ff0_0000_0000_0000,
        E4m3 => 0x38,
        _ => 1,
    };
    let (a, b) = (vec![one; SIDE * stored], vec![one; SIDE * SIDE]);
    let (c, mut d) = (vec![0; SIDE * SIDE], vec![0; SIDE * SIDE]);
    let metadata = vec![0x4; SIDE * instructions * form.chunks()];
    let scales = form.scales().map_or(0, |scales| scales.vector.count());
    let scales = vec![0x7f; SIDE * instructions * scales];
    let extras =
        Extras { metadata: &metadata, scales_a: &scales, scales_b: &scales, ..Extras::NONE };
    let shape = [1, SIDE, SIDE];
    let product = Product { form, sm, shape, instructions, a: &a, b: &b, c: &c, extras };
    let mut fastest = f64::INFINITY;
    for _ in 0..passes {
        let start = Instant::now();
        product.run(&mut d, &|| false).expect("the operands fit");
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    fastest * 1e9 / (SIDE * SIDE * stored) as f64
}
