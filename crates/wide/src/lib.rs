//! [`wide`] runs a closure that is compiled for the widest vectors that the processor supports.
//!
//! [`ex2_approx_f32`] and the other functions compute an instruction on arrays with vector instructions.
//!
//! This is the only crate with unsafe code that `ptx` can depend on. The crate first detects certain features of the processor. The
//! unsafe code then calls a function that requires these features, or moves elements between an array and a register.

#[cfg(target_arch = "x86_64")]
mod dots;
#[cfg(target_arch = "x86_64")]
mod doubles;
#[cfg(target_arch = "x86_64")]
mod sums;
#[cfg(target_arch = "x86_64")]
mod unit;
mod vectors;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
pub use dots::ByteColumns;
#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
pub use doubles::DoubleColumns;
use ptx_core::Subnormals;
#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
pub use sums::Columns;
/// The functions of the unit without AVX-512. The tests and benchmarks run both on one processor.
#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
pub use unit::avx2 as __unit_avx2;
pub use vectors::{__wide_avx2, wide};

macro_rules! functions {
    ($($name:ident $function:ident: $operand:literal => $result:literal;)*) => { $(
        #[doc = concat!("Computes [`ptx_core::", stringify!($name), "`] for targets from sm_70 on. Computes nothing and")]
        /// returns `None` if the processor does not have AVX2 and FMA.
        ///
        /// `a` and `d` hold the bits of f32 numbers. The function computes as many elements as the shorter of them has.
        ///
        /// Special values and grade are those of the function in `ptx-core`. The tests compare all 2^32 operands with it.
        ///
        /// With AVX-512F, BW, DQ, VBMI and VNNI, the function reads the table of the multi-function unit by permuting
        /// registers, and otherwise with one load for each row. A loop with the function of `ptx-core` in [`wide`] takes
        /// two to four times as long (benches/RESULTS.md, "Arrays in Python").
        ///
        /// ```
        #[doc = concat!("# use ptx_wide::", stringify!($name), ";")]
        /// use ptx_core::Subnormals;
        ///
        /// let mut d = [1; 2];
        #[doc = concat!("let a = [", stringify!($operand), "_f32.to_bits(); 2];")]
        #[doc = concat!("if ", stringify!($name), "(&a, &mut d, Subnormals::Flush).is_some() {")]
        #[doc = concat!("    assert_eq!(d.map(f32::from_bits), [", stringify!($result), "; 2]);")]
        /// }
        /// ```
        #[inline]
        pub fn $name(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
            #[cfg(target_arch = "x86_64")]
            return unit::$function(a, d, subnormals);
            #[cfg(not(target_arch = "x86_64"))]
            {
                let _ = (a, d, subnormals);
                None
            }
        }
    )* };
}
functions! {
    rcp_approx_f32 rcp: 4.0 => 0.25;
    rsqrt_approx_f32 rsqrt: 4.0 => 0.5;
    sqrt_approx_f32 sqrt: 4.0 => 2.0;
    lg2_approx_f32 lg2: 8.0 => 3.0;
    ex2_approx_f32 ex2: 3.0 => 8.0;
    sin_approx_f32 sin: 0.0 => 0.0;
    cos_approx_f32 cos: 0.0 => 1.0;
    tanh_approx_f32 tanh: 0.0 => 0.0;
}

#[cfg(test)]
mod tests {
    use ptx_core::{Sm, Subnormals};

    /// A loop, and whether the processor has the features that it requires.
    type Run = (fn(&[u32], &mut [u32], Subnormals) -> Option<()>, bool);

    /// Compares the results for every `step`th operand, for integers, and for numbers beside powers of two, with those of
    /// `reference`, if the processor has the features.
    fn compare(runs: &[Run], reference: fn(&[u32], &mut [u32], Subnormals), step: usize) {
        // Not a multiple of the vector's length.
        const COUNT: usize = (1 << 13) - 1;
        let mut expected = vec![0; COUNT];
        let powers = (0..1 << 9).flat_map(|field| (-3..=3).map(move |i| (field << 23) + i));
        let powers = powers.map(|bits: i64| bits as u32);
        let chosen = powers.chain((-200..=200).map(|i| (i as f32).to_bits())).collect();
        for s in [Subnormals::Keep, Subnormals::Flush] {
            let equidistant = (0..1_usize << 32).step_by(step * COUNT);
            let equidistant = equidistant
                .map(|start| (0..COUNT).map(|i| (start + i * step) as u32).collect::<Vec<_>>());
            for operands in equidistant.chain([Vec::clone(&chosen)]) {
                let expected = &mut expected[..operands.len()];
                reference(&operands, expected, s);
                for (run, has_features) in runs {
                    // Wrong everywhere, and longer than the operands.
                    let mut results: Vec<_> =
                        expected.iter().map(|d| !d).chain([1, 2, 3]).collect();
                    let is_computed = run(&operands, &mut results, s).is_some();
                    assert_eq!(is_computed, *has_features);
                    if !is_computed {
                        continue;
                    }
                    let (results, rest) = results.split_at(operands.len());
                    assert_eq!(rest, [1, 2, 3]);
                    for (a, (d, expected)) in operands.iter().zip(results.iter().zip(&*expected)) {
                        assert_eq!(d, expected, "{a:08x} {s:?}");
                    }
                }
            }
        }
    }

    /// Returns whether the processor has the features of the functions with AVX2 and of the functions with AVX-512.
    #[cfg(target_arch = "x86_64")]
    fn features() -> [bool; 2] {
        macro_rules! has {
            ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
        }
        [has!("avx2" "fma"), has!("avx512f" "avx512bw" "avx512dq" "avx512vbmi" "avx512vnni")]
    }

    macro_rules! comparisons {
        ($($test:ident $name:ident($s:ident $(=> $mode:ident $($sm:ident)?)?);)*) => { $(
            mod $test {
                use ptx_core::Subnormals;

                #[inline(always)] // so that the loop is vectorised
                fn reference(a: &[u32], d: &mut [u32], $s: Subnormals) {
                    for (a, d) in a.iter().zip(d) {
                        *d = ptx_core::$name(f32::from_bits(*a), $($mode, $(super::$sm(70))?)?).to_bits();
                    }
                }

                fn compare(step: usize) {
                    let reference = |a: &[u32], d: &mut [u32], s| {
                        crate::wide(#[inline(always)] || match s {
                            Subnormals::Keep => reference(a, d, Subnormals::Keep),
                            Subnormals::Flush => reference(a, d, Subnormals::Flush),
                        });
                    };
                    #[cfg(target_arch = "x86_64")]
                    let [avx2, avx512] = super::features();
                    let runs: &[super::Run] = &[
                        #[cfg(target_arch = "x86_64")]
                        (crate::$name, avx2 || avx512),
                        #[cfg(target_arch = "x86_64")]
                        (crate::unit::avx2::$test, avx2),
                        #[cfg(target_arch = "x86_64")]
                        (crate::unit::avx512::$test, avx512),
                        #[cfg(not(target_arch = "x86_64"))]
                        (crate::$name, false),
                    ];
                    super::compare(runs, reference, step);
                }

                #[test]
                fn gives_the_results_of_ptx_core() {
                    compare(4099);
                }

                #[test]
                #[ignore = "all 2^32 operands"]
                fn gives_the_results_of_ptx_core_for_all_operands() {
                    compare(1);
                }
            }
        )* };
    }
    comparisons! {
        rcp rcp_approx_f32(s => s);
        rsqrt rsqrt_approx_f32(s => s);
        sqrt sqrt_approx_f32(s => s Sm);
        lg2 lg2_approx_f32(s => s);
        ex2 ex2_approx_f32(s => s Sm);
        sin sin_approx_f32(s => s Sm);
        cos cos_approx_f32(s => s Sm);
        tanh tanh_approx_f32(_s);
    }

    #[test]
    fn all_vectors_give_the_results_of_the_plain_loop() {
        let x: Vec<u32> = (0..1000).map(|i: u32| i.wrapping_mul(0x9e37_79b9)).collect();
        let results = |run: fn(&[u32], &mut [u32])| {
            let mut y = vec![0; x.len()];
            run(&x, &mut y);
            y
        };
        fn fold(x: &[u32], y: &mut [u32]) {
            x.iter().zip(y).for_each(|(x, y)| *y = x.rotate_left(7) ^ x);
        }
        let plain = results(fold);
        assert_eq!(results(|x, y| super::wide(|| fold(x, y))), plain);
        assert_eq!(results(|x, y| super::__wide_avx2(|| fold(x, y))), plain);
    }
}
