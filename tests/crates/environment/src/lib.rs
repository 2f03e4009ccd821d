//! Runs a function in a changed floating-point environment. A C library may leave such an
//! environment behind.
#![cfg(target_arch = "x86_64")]

use std::arch::asm;

/// The MXCSR bit that flushes subnormal results to zero.
pub const FLUSH_TO_ZERO: u32 = 1 << 15;
/// The MXCSR bit that flushes subnormal operands to zero.
pub const DENORMALS_ARE_ZEROS: u32 = 1 << 6;
/// The MXCSR bits that round downwards.
pub const DOWN: u32 = 1 << 13;
/// The MXCSR bits that round upwards.
pub const UP: u32 = 2 << 13;
/// The MXCSR bits that round towards zero.
pub const TOWARDS_ZERO: u32 = 3 << 13;

/// Runs a function with additional bits set in MXCSR, and then restores MXCSR. The function must
/// not panic.
pub fn with<F: FnMut()>(bits: u32, mut function: F) {
    extern "C" fn call<F: FnMut()>(function: *mut F) {
        // SAFETY: the pointer refers to the caller's variable, which nothing else uses during the
        // call.
        unsafe { (*function)() }
    }
    let mut before = 0_u32;
    // SAFETY: `stmxcsr` writes one 32-bit word, to `before`.
    unsafe { asm!("stmxcsr [{}]", in(reg) &raw mut before, options(nostack, preserves_flags)) }
    let changed = before | bits;
    // SAFETY: the stack is aligned for a call at the start of the block. r12 keeps its value during
    // the call, so MXCSR is restored at the end. `call` aborts instead of unwinding.
    unsafe {
        asm!(
            "ldmxcsr [{changed}]",
            "call {call}",
            "ldmxcsr [r12]",
            changed = in(reg) &raw const changed,
            call = sym call::<F>,
            in("r12") &raw const before,
            in("rdi") &raw mut function,
            clobber_abi("C"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{DENORMALS_ARE_ZEROS, DOWN, FLUSH_TO_ZERO, TOWARDS_ZERO, UP, with};
    use ptx::ops::{Comparison, Rounding, Sm, Subnormals, environment_is_default};
    use std::hint::black_box;

    const BITS: [(&str, u32); 5] = [
        ("FTZ", FLUSH_TO_ZERO),
        ("DAZ", DENORMALS_ARE_ZEROS),
        ("downwards", DOWN),
        ("upwards", UP),
        ("towards zero", TOWARDS_ZERO),
    ];

    fn is_default_with(bits: u32) -> bool {
        let mut answer = false;
        with(bits, || answer = environment_is_default());
        answer
    }

    #[test]
    fn each_bit_changes_the_environment_of_its_thread_only() {
        for (name, bits) in BITS {
            let thread = std::thread::spawn(move || {
                assert!(environment_is_default(), "before {name}");
                assert!(!is_default_with(bits), "{name}");
                assert!(environment_is_default(), "after {name}");
            });
            thread.join().expect(name);
        }
        assert!(environment_is_default());
    }

    /// Tests that exception flags of earlier operations (bits 0 to 5) are not treated as a changed
    /// environment.
    #[test]
    fn exception_flags_are_ignored() {
        assert!(is_default_with(0) && is_default_with(0b11_1111));
    }

    /// Returns operands near the limits of the range and near 1.
    fn operands() -> Vec<f32> {
        let mut found = Vec::new();
        for exponent in [0_u32, 1, 2, 64, 126, 127, 128, 150, 253, 254, 255] {
            for fraction in [0_u32, 1, 2, 0x12_3456, 0x40_0000, 0x55_5555, 0x7f_fffe, 0x7f_ffff] {
                for sign in [0, 1 << 31] {
                    found.push(f32::from_bits(sign | exponent << 23 | fraction));
                }
            }
        }
        found
    }

    /// Returns the bits of a function's results for all pairs of operands. `bits` are set in MXCSR.
    fn results(bits: u32, function: impl Fn(f32, f32) -> u32) -> Vec<u32> {
        let operands = operands();
        let mut results = vec![0; operands.len() * operands.len()];
        with(bits, || {
            let pairs = operands.iter().flat_map(|a| operands.iter().map(move |b| (*a, *b)));
            for (result, (a, b)) in results.iter_mut().zip(pairs) {
                *result = function(black_box(a), black_box(b));
            }
        });
        results
    }

    /// Tests that functions documented as independent of the environment do not depend on it.
    #[test]
    fn independent_functions_do_not_depend_on_the_environment() {
        use Comparison::{Eq, Ltu};
        use Subnormals::{Flush, Keep};
        let pair = |[p, q]: [bool; 2]| u32::from(p) | u32::from(q) << 1;
        type Function<'a> = &'a dyn Fn(f32, f32) -> u32;
        let functions: [(&str, Function<'_>); 12] = [
            ("add.u32", &|a, b| ptx::ops::add_u32(a.to_bits(), b.to_bits())),
            ("mul.hi.u32", &|a, b| ptx::ops::mul_hi_u32(a.to_bits(), b.to_bits())),
            ("setp.eq", &|a, b| pair(ptx::ops::setp_f32(a, b, Eq, Keep))),
            ("setp.ltu.ftz", &|a, b| pair(ptx::ops::setp_f32(a, b, Ltu, Flush))),
            ("neg", &|a, _| ptx::ops::neg_f32(a, Keep).to_bits()),
            ("abs", &|a, _| ptx::ops::abs_f32(a, Keep).to_bits()),
            ("sin", &|a, _| ptx::ops::sin_approx_f32(a, Keep, Sm(90)).to_bits()),
            ("cos", &|a, _| ptx::ops::cos_approx_f32(a, Keep, Sm(50)).to_bits()),
            ("sqrt.approx", &|a, _| ptx::ops::sqrt_approx_f32(a, Keep, Sm(90)).to_bits()),
            ("sqrt.approx", &|a, _| ptx::ops::sqrt_approx_f32(a, Keep, Sm(50)).to_bits()),
            ("rsqrt.approx", &|a, _| ptx::ops::rsqrt_approx_f32(a, Keep).to_bits()),
            ("min", &|a, b| ptx::ptx! { .reg .f32 d; min.f32 d, a, b; d }.to_bits()),
        ];
        for (name, function) in functions {
            let expected = results(0, function);
            for (bits_name, bits) in BITS {
                assert!(results(bits, function) == expected, "{name} with {bits_name}");
            }
        }
    }

    /// Tests that each bit changes the results of native additions. If `with` had no effect on the
    /// environment, the test would fail.
    #[test]
    fn each_bit_changes_a_sum() {
        let add = |a, b| ptx::ops::add_f64(a, b, Rounding::Rn).to_bits();
        let sum = |a: f32, b: f32| {
            let wide = add(f64::from(a) * 2.0_f64.powi(-900), f64::from(b) * 2.0_f64.powi(-900));
            (wide ^ wide >> 32) as u32
        };
        let expected = results(0, sum);
        for (name, bits) in BITS {
            assert!(results(bits, sum) != expected, "{name}");
        }
    }

    /// Tests each function that is documented as dependent on the environment: at least one bit of the environment must
    /// change the function's result.
    #[test]
    fn dependent_functions_depend_on_the_environment() {
        use Rounding::Rn;
        use Subnormals::Keep;
        use ptx::ops::{Saturation::Off, *};
        type Function<'a> = &'a dyn Fn(f32, f32) -> f32;
        let functions: [(&str, Function<'_>); 9] = [
            ("add", &|a, b| add_f32(a, b, Rn, Keep, Off)),
            ("mul", &|a, b| mul_f32(a, b, Rn, Keep, Off)),
            ("fma", &|a, b| fma_f32(a, b, a, Rn, Keep, Off)),
            ("div", &|a, b| div_f32(a, b, Rn, Keep)),
            ("rcp", &|a, _| rcp_f32(a, Rn, Keep)),
            ("rcp.approx", &|a, _| rcp_approx_f32(a, Keep)),
            ("div.approx", &|a, b| div_approx_f32(a, b, Keep)),
            ("lg2.approx", &|a, _| lg2_approx_f32(a, Keep)),
            ("ex2.approx", &|a, _| ex2_approx_f32(a, Keep, Sm(90))),
        ];
        for (name, function) in functions {
            let bits = |a, b| function(a, b).to_bits();
            let expected = results(0, bits);
            assert!(BITS.iter().any(|(_, set)| results(*set, bits) != expected), "{name}");
        }
    }
}
