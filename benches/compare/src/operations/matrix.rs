//! Measures matrix multiplications, in nanoseconds per product of two elements. A competitor computes either whole
//! tiles, or each element of a tile as a chain of fused multiply-adds.

use crate::data::{KINDS, Kind, Layout, Random, Range, draw};
use crate::harness::{Bench, Competitor, Operation, UNKNOWN, counted};
use crate::native;
use crate::rivals::{mode, softfloat};
use ptx_core::Sm;
use ptx_core::mma::{F8f6f4, Fp8::E4m3, tile};
use std::hint::black_box;
use std::time::Instant;

/// The number of products in one measurement.
const PRODUCTS: usize = 1 << 16;

const F16: Layout = Layout { exponent_bits: 5, fraction_bits: 10 };
const BF16: Layout = Layout { exponent_bits: 8, fraction_bits: 7 };
const F32: Layout = Layout { exponent_bits: 8, fraction_bits: 23 };
const BYTE: Layout = Layout { exponent_bits: 4, fraction_bits: 3 };

/// The maximum magnitude of the operands' exponents.
const EXPONENTS: i32 = 5;

/// The matrices A, B and C of a tile.
struct Operands<T, const M: usize, const N: usize, const K: usize> {
    a: [[T; K]; M],
    b: [[T; N]; K],
    c: [[f32; N]; M],
}

impl<T: Copy, const M: usize, const N: usize, const K: usize> Operands<T, M, N, K> {
    fn new(kind: Kind, layout: Layout, of: fn(u64) -> T) -> Self {
        let mut random = Random::new(kind as u64 + 1);
        let mut next = |layout| draw(kind, Range::Moderate(EXPONENTS), layout, &mut random);
        Self {
            a: [(); M].map(|()| [(); K].map(|()| of(next(layout)))),
            b: [(); K].map(|()| [(); N].map(|()| of(next(layout)))),
            c: [(); M].map(|()| [(); N].map(|()| f32::from_bits(next(F32) as u32))),
        }
    }
}

/// Repeats a pass that computes a tile. Returns the nanoseconds per product. The tile has `products`
/// products.
fn nanoseconds(products: usize, mut pass: impl FnMut()) -> f64 {
    pass();
    let start = Instant::now();
    for _ in 0..PRODUCTS / products {
        pass();
    }
    start.elapsed().as_secs_f64() * 1e9 / PRODUCTS as f64
}

/// Adds a competitor that computes tiles.
fn competitor<T, F, const M: usize, const N: usize, const K: usize>(
    name: &'static str,
    (layout, of): (Layout, fn(u64) -> T),
    prepare: fn(),
    product: F,
) -> Competitor
where
    T: Copy + 'static,
    F: Fn(&Operands<T, M, N, K>) -> [[f32; N]; M] + Copy + 'static,
{
    let time = move || {
        prepare();
        KINDS.map(|kind| {
            let operands = Operands::new(kind, layout, of);
            let pass = || {
                black_box(product(black_box(&operands)));
            };
            [nanoseconds(M * N * K, pass), f64::INFINITY]
        })
    };
    let once = move || {
        let operands = Operands::new(Kind::A, layout, of);
        counted(&mut || {
            black_box(product(black_box(&operands)));
        });
        M * N * K
    };
    Competitor { name, time: Box::new(time), once: Box::new(once), best: UNKNOWN }
}

/// Computes each element of the result as a chain of `fma`, in the order of k.
#[inline(always)]
fn chains<const M: usize, const N: usize, const K: usize>(
    Operands { a, b, c }: &Operands<f32, M, N, K>,
    fma: impl Fn(f32, f32, f32) -> f32,
) -> [[f32; N]; M] {
    let mut d = *c;
    for (d, a) in d.iter_mut().zip(a) {
        for (a, b) in a.iter().zip(b) {
            for (d, b) in d.iter_mut().zip(b) {
                *d = fma(*a, *b, *d);
            }
        }
    }
    d
}

/// Adds an operation. Arguments: its name, the type and layout of the elements, M, N and K, and the function
/// that computes a tile.
macro_rules! operation {
    ($bench:ident, $name:literal, $t:ty, $layout:ident, [$m:literal, $n:literal, $k:literal], |$x:ident| $product:expr) => {
        let format: (Layout, fn(u64) -> $t) = ($layout, |bits| bits as $t);
        let single: (Layout, fn(u64) -> f32) = (F32, |bits| f32::from_bits(bits as u32));
        $bench.operations.push(Operation {
            name: $name,
            competitors: vec![
                competitor("ptx", format, || (), |$x: &Operands<$t, $m, $n, $k>| $product),
                competitor(
                    "wide",
                    format,
                    || (),
                    |$x: &Operands<$t, $m, $n, $k>| ptx_wide::wide(|| $product),
                ),
                competitor(
                    "avx2",
                    format,
                    || (),
                    |$x: &Operands<$t, $m, $n, $k>| ptx_wide::__wide_avx2(|| $product),
                ),
                competitor(
                    "native",
                    single,
                    || (),
                    |x: &Operands<f32, $m, $n, $k>| chains(x, native::fma_f32),
                ),
                competitor(
                    "mul_add",
                    single,
                    || (),
                    |x: &Operands<f32, $m, $n, $k>| chains(x, f32::mul_add),
                ),
                competitor("softfloat", single, mode::rn, |x: &Operands<f32, $m, $n, $k>| {
                    chains(x, softfloat::fma_f32)
                }),
            ],
        });
    };
}

#[rustfmt::skip]
pub fn add(bench: &mut Bench) {
    operation!(bench, "mma.m16n8k16.f32.f16, sm_80", u16, F16, [16, 8, 16], |x| tile::m16n8k16_f32_f16(&x.a, &x.b, &x.c, Sm(80)));
    operation!(bench, "mma.m16n8k16.f32.f16, sm_90", u16, F16, [16, 8, 16], |x| tile::m16n8k16_f32_f16(&x.a, &x.b, &x.c, Sm(90)));
    operation!(bench, "mma.m16n8k16.f32.bf16, sm_90", u16, BF16, [16, 8, 16], |x| tile::m16n8k16_f32_bf16(&x.a, &x.b, &x.c, Sm(90)));
    operation!(bench, "mma.m16n8k8.f32.tf32, sm_90", u32, F32, [16, 8, 8], |x| tile::m16n8k8_f32_tf32(&x.a, &x.b, &x.c, Sm(90)));
    operation!(bench, "mma.m16n8k32.f32.e4m3, sm_89", u8, BYTE, [16, 8, 32], |x| tile::m16n8k32_f32_fp8(&x.a, &x.b, &x.c, E4m3, E4m3, Sm(89)));
    operation!(bench, "mma.m16n8k32.f32.e4m3, sm_90", u8, BYTE, [16, 8, 32], |x| tile::m16n8k32_f32_fp8(&x.a, &x.b, &x.c, E4m3, E4m3, Sm(90)));
    operation!(bench, "mma.m16n8k32.f32.e4m3, sm_120", u8, BYTE, [16, 8, 32], |x| tile::m16n8k32_f32_fp8(&x.a, &x.b, &x.c, E4m3, E4m3, Sm(120)));
    // For mxf4nvf4 and mxf4, an element is in the low four bits of a byte.
    operation!(bench, "mma.m16n8k64.f32.mxf4nvf4.4X.ue4m3, sm_120", u8, BYTE, [16, 8, 64], |x| tile::m16n8k64_mxf4nvf4_4x_ue4m3(&x.a, &x.b, &x.c, black_box(&[[0x38, 0x34, 0x3c, 0x30]; 16]), black_box(&[[0x30, 0x38, 0x34, 0x3c]; 8])));
    operation!(bench, "mma.m16n8k64.f32.mxf4.2X.ue8m0, sm_120", u8, BYTE, [16, 8, 64], |x| tile::m16n8k64_mxf4_2x_ue8m0(&x.a, &x.b, &x.c, black_box(&[[0x7f, 0x7e]; 16]), black_box(&[[0x80, 0x7f]; 8])));
    operation!(bench, "mma.m16n8k32.f32.mxf8f6f4.e4m3, sm_120", u8, BYTE, [16, 8, 32], |x| tile::k32_mxf8f6f4_ue8m0(&x.a, &x.b, &x.c, black_box(&[[0x7f]; 16]), black_box(&[[0x80]; 8]), F8f6f4::E4m3, F8f6f4::E4m3, Sm(120)));
}
