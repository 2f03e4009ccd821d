//! Measures the operations of the multi-function unit on an array of 4,096 elements, on one thread.
//!
//! Prints the nanoseconds per element of the fastest of many passes: of the function of `ptx-wide` with AVX-512 and with
//! AVX2, and of loops over the function of `ptx-core`, compiled for AVX-512 and for AVX2.

use ptx_core::{Sm, Subnormals};
use ptx_wide::{__unit_avx2, __wide_avx2, wide};
use std::hint::black_box;
use std::time::Instant;

const COUNT: usize = 4096;

/// Returns the nanoseconds per element of the fastest pass.
fn time(mut pass: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..2000 {
        let start = Instant::now();
        pass();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e9 / COUNT as f64
}

macro_rules! operations {
    ($a:ident $d:ident $($name:ident $avx2:ident($($sm:ident)?);)*) => { $(
        for subnormals in [Subnormals::Keep, Subnormals::Flush] {
            let [vectors, short] = [ptx_wide::$name, __unit_avx2::$avx2].map(|run| time(|| {
                if run(black_box(&$a), black_box(&mut $d), subnormals).is_none() {
                    black_box(&mut $d).fill(0);
                }
            }));
            #[inline(always)] // so that the loop is vectorised
            fn all(a: &[u32], d: &mut [u32], s: Subnormals) {
                for (a, d) in a.iter().zip(d) {
                    *d = ptx_core::$name(f32::from_bits(*a), s, $($sm(70))?).to_bits();
                }
            }
            #[inline(always)]
            fn either(a: &[u32], d: &mut [u32], s: Subnormals) {
                match s {
                    Subnormals::Keep => all(a, d, Subnormals::Keep),
                    Subnormals::Flush => all(a, d, Subnormals::Flush),
                }
            }
            let plain = time(|| {
                let (a, d) = (black_box(&$a), black_box(&mut $d));
                wide(#[inline(always)] || either(a, d, subnormals));
            });
            let narrow = time(|| {
                let (a, d) = (black_box(&$a), black_box(&mut $d));
                __wide_avx2(#[inline(always)] || either(a, d, subnormals));
            });
            let words = stringify!($name).replace('_', ".");
            let words = match subnormals {
                Subnormals::Keep => words,
                Subnormals::Flush => words.replace("approx", "approx.ftz"),
            };
            println!("{words}\t{vectors:.3}\t{short:.3}\t{plain:.3}\t{narrow:.3}");
        }
    )* };
}

fn main() {
    // Numbers from 1 to 4.
    let a: [u32; COUNT] =
        std::array::from_fn(|i| (1.0 + 3.0 * (i as f32 * 0.618).fract()).to_bits());
    let mut d = [0; COUNT];
    operations! {
        a d
        rcp_approx_f32 rcp();
        rsqrt_approx_f32 rsqrt();
        sqrt_approx_f32 sqrt(Sm);
        lg2_approx_f32 lg2();
        ex2_approx_f32 ex2(Sm);
        sin_approx_f32 sin(Sm);
        cos_approx_f32 cos(Sm);
    }
}
