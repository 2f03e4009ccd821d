//! Computes the operations of the multi-function unit for 16 operands at a time.
//!
//! The steps are those of the functions in `ptx_core` with the same names, and of the functions that they call.

pub mod avx2;
pub(crate) mod avx512;

use ptx_core::Subnormals;

const FRACTION_BITS: u32 = 23;
const MIN_NORMAL: i32 = 1 << FRACTION_BITS;
const SIGN: i32 = i32::MIN;
const INFINITY: i32 = 0x7f80_0000;
/// The bits of every NaN that the unit returns.
const NAN: i32 = i32::MAX;

/// A loop over arrays, compiled for certain features of the processor.
type Loop = unsafe fn(&[u32], &mut [u32]);

/// Calls the first loop without `.ftz`, the second loop with `.ftz`.
///
/// # Safety
/// The processor must have the features that the loops are compiled for.
#[expect(unsafe_code, reason = "the loops require features of the processor")]
unsafe fn choose(a: &[u32], d: &mut [u32], subnormals: Subnormals, [keep, flush]: [Loop; 2]) {
    // SAFETY: the caller guarantees the features.
    unsafe {
        match subnormals {
            Subnormals::Keep => keep(a, d),
            Subnormals::Flush => flush(a, d),
        }
    }
}

macro_rules! functions {
    ($($name:ident)*) => { $(
        pub(crate) fn $name(a: &[u32], d: &mut [u32], subnormals: Subnormals) -> Option<()> {
            avx512::$name(a, d, subnormals).or_else(|| avx2::$name(a, d, subnormals))
        }
    )* };
}
functions! { rcp rsqrt sqrt lg2 ex2 sin cos tanh }
