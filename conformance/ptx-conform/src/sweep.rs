//! Computes a function for consecutive operands. The modes are constants in each loop, so that LLVM vectorises the
//! loop.

use ptx_core::{
    Limit, NegativeZero, Property, Rectification, Rounding, Saturation, Sm, Subnormals,
};
use ptx_isa::{Argument, Call};

/// A loop that computes a function for consecutive operands whose high 16 bits are equal. Returns `None` if the
/// function does not accept the modes.
type Loop = fn(modes: &[Argument], first: u32, results: &mut [u64]) -> Option<()>;

/// Computes a function with one operand for `first` and the following operands, until `results` is
/// full. Returns `None` if there is no loop for the function.
#[must_use]
pub fn sweep(computation: &Argument, first: u32, results: &mut [u64]) -> Option<()> {
    let Argument::Call(Call { function, arguments, .. }) = computation else {
        let Argument::Source(0, _) = computation else { return None };
        return runs(first, results).try_for_each(|(first, results)| {
            following(first, results).for_each(|(x, result)| *result = x.into());
            Some(())
        });
    };
    let (Argument::Source(0, _), modes) = arguments.split_first()? else { return None };
    let (_, run) = LOOPS.iter().find(|(name, _)| name == function)?;
    runs(first, results).try_for_each(|(first, results)| run(modes, first, results))
}

/// Splits consecutive operands into runs whose high 16 bits are equal. Returns the first operand of
/// each run, and the slice for the results of the run.
pub(crate) fn runs(first: u32, results: &mut [u64]) -> impl Iterator<Item = (u32, &mut [u64])> {
    let (mut first, mut results) = (first, results);
    std::iter::from_fn(move || {
        let left = results.len().min((1 << 16) - usize::from(first as u16));
        let (now, later) = std::mem::take(&mut results).split_at_mut(left);
        let start = first;
        first = first.wrapping_add(now.len() as u32);
        results = later;
        (!now.is_empty()).then_some((start, now))
    })
}

/// Iterates over consecutive operands whose high 16 bits are equal. Each operand comes with the
/// element of `results` that receives its result.
#[inline(always)]
pub(crate) fn following(first: u32, results: &mut [u64]) -> impl Iterator<Item = (u32, &mut u64)> {
    // Compute the operands from an index, because LLVM does not vectorise a loop over a range of operands. The high
    // half is constant, so LLVM moves computations that use only the high half out of the loop.
    let (high, low) = (first & !0xffff, first as u16);
    let at = move |i: usize| high | u32::from(low.wrapping_add(i as u16));
    results.iter_mut().enumerate().map(move |(i, result)| (at(i), result))
}

/// A Rust type of an operand.
trait Operand {
    /// Returns the operand with these bits.
    fn of(bits: u32) -> Self;
}

/// A Rust type of a result.
trait Bits {
    /// Returns the bits of the result.
    fn bits(self) -> u64;
}

macro_rules! bits {
    ($($ty:ty: $x:ident => $bits:expr;)*) => {
        $(impl Bits for $ty {
            #[inline(always)]
            fn bits(self) -> u64 {
                let $x = self;
                $bits
            }
        })*
    };
}

bits! {
    f32: x => x.to_bits().into();
    f64: x => x.to_bits();
    bool: x => x.into();
    u8: x => x.into();
    u16: x => x.into();
    u32: x => x.into();
    u64: x => x;
    i8: x => x.cast_unsigned().into();
    i16: x => x.cast_unsigned().into();
    i32: x => x.cast_unsigned().into();
    i64: x => x.cast_unsigned();
}

impl Operand for f32 {
    #[inline(always)]
    fn of(bits: u32) -> Self {
        f32::from_bits(bits)
    }
}

impl Operand for u32 {
    #[inline(always)]
    fn of(bits: u32) -> Self {
        bits
    }
}

impl Operand for i32 {
    #[inline(always)]
    fn of(bits: u32) -> Self {
        bits.cast_signed()
    }
}

/// The Rust type of a mode or a target.
trait Mode: Sized {
    /// Converts an argument to this type. Returns `None` if the argument has another type.
    fn of(argument: &Argument) -> Option<Self>;
}

impl Mode for Sm {
    fn of(argument: &Argument) -> Option<Self> {
        match argument {
            Argument::Number("Sm", sm) => Some(Sm(*sm)),
            _ => None,
        }
    }
}

macro_rules! modes {
    ($($mode:ident: $($variant:ident)*;)*) => {
        $(impl Mode for $mode {
            fn of(argument: &Argument) -> Option<Self> {
                let Argument::Mode(path) = argument else { return None };
                match *path {
                    $(concat!(stringify!($mode), "::", stringify!($variant)) => Some(Self::$variant),)*
                    _ => None,
                }
            }
        })*
    };
}

modes! {
    Rounding: Rn Rz Rm Rp;
    Subnormals: Keep Flush;
    Saturation: Off Sat;
    Rectification: Linear Relu;
    Limit: Unlimited Satfinite;
    NegativeZero: Unchanged Positive;
    Property: Finite Infinite Number NotANumber Normal Subnormal;
}

/// Compiles a body for every combination of the variants of the given modes, so that the modes are constants in the
/// body. A mode may have a list of the variants to compile, such as `{ Rn Rz }`. Evaluates to `None` if a mode has a
/// variant that is not in its list.
macro_rules! each {
    ([] $body:expr) => {{
        $body;
        Some(())
    }};
    ([$value:ident: $mode:ident $only:tt, $($rest:tt)*] $body:expr) => {
        each!(@ $value $mode $only [$($rest)*] $body)
    };
    ([$value:ident: Rounding, $($rest:tt)*] $body:expr) => {
        each!(@ $value Rounding { Rn Rz Rm Rp } [$($rest)*] $body)
    };
    ([$value:ident: Subnormals, $($rest:tt)*] $body:expr) => {
        each!(@ $value Subnormals { Keep Flush } [$($rest)*] $body)
    };
    ([$value:ident: Saturation, $($rest:tt)*] $body:expr) => {
        each!(@ $value Saturation { Off Sat } [$($rest)*] $body)
    };
    ([$value:ident: Rectification, $($rest:tt)*] $body:expr) => {
        each!(@ $value Rectification { Linear Relu } [$($rest)*] $body)
    };
    ([$value:ident: Limit, $($rest:tt)*] $body:expr) => {
        each!(@ $value Limit { Unlimited Satfinite } [$($rest)*] $body)
    };
    ([$value:ident: NegativeZero, $($rest:tt)*] $body:expr) => {
        each!(@ $value NegativeZero { Unchanged Positive } [$($rest)*] $body)
    };
    ([$value:ident: Property, $($rest:tt)*] $body:expr) => {
        each!(@ $value Property { Finite Infinite Number NotANumber Normal Subnormal } [$($rest)*] $body)
    };
    // Share a loop among targets with the same machine instructions.
    ([$value:ident: Sm, $($rest:tt)*] $body:expr) => {
        match $value {
            Sm(..52) => { let $value = Sm(50); each!([$($rest)*] $body) }
            Sm(..70) => { let $value = Sm(52); each!([$($rest)*] $body) }
            Sm(_) => { let $value = Sm(70); each!([$($rest)*] $body) }
        }
    };
    (@ $value:ident $mode:ident [$($variant:ident)*] $rest:tt $body:expr) => {
        match $value {
            $($mode::$variant => { let $value = $mode::$variant; each!($rest $body) })*
            _ => None,
        }
    };
    (@ $value:ident $mode:ident { $first:ident $($variant:ident)* } $rest:tt $body:expr) => {
        match $value {
            $($mode::$variant => { let $value = $mode::$variant; each!($rest $body) })*
            $mode::$first => { let $value = $mode::$first; each!($rest $body) }
        }
    };
}

macro_rules! loops {
    ($($function:ident($source:ty $(, $value:ident: $mode:ident $([$($only:ident)*])?)*);)*) => {
        const LOOPS: &[(&str, Loop)] = &[$((stringify!($function), |modes, first, results| {
            let mut modes = modes.iter();
            $(let $value = <$mode as Mode>::of(modes.next()?)?;)*
            if modes.next().is_some() {
                return None;
            }
            ptx_wide::wide(|| each!([$($value: $mode $([$($only)*])?,)*]
                for (x, result) in following(first, results) {
                    *result = ptx_core::$function(<$source as Operand>::of(x) $(, $value)*).bits();
                }
            ))
        })),*];
    };
}

loops! {
    rcp_approx_f32(f32, s: Subnormals);
    sqrt_approx_f32(f32, s: Subnormals, sm: Sm);
    rsqrt_approx_f32(f32, s: Subnormals);
    lg2_approx_f32(f32, s: Subnormals);
    ex2_approx_f32(f32, s: Subnormals, sm: Sm);
    sin_approx_f32(f32, s: Subnormals, sm: Sm);
    cos_approx_f32(f32, s: Subnormals, sm: Sm);
    sin_approx_2pi_ftz_f32(f32);
    cos_approx_2pi_ftz_f32(f32);
    tanh_approx_f32(f32);
    ex2_approx_f16x2(u32);
    ex2_approx_ftz_bf16x2(u32);
    tanh_approx_f16x2(u32);
    tanh_approx_bf16x2(u32);
    rcp_f32(f32, r: Rounding, s: Subnormals);
    sqrt_f32(f32, r: Rounding, s: Subnormals);
    neg_f32(f32, s: Subnormals);
    abs_f32(f32, s: Subnormals);
    neg_f16x2(u32, s: Subnormals);
    abs_f16x2(u32, s: Subnormals);
    neg_bf16x2(u32);
    abs_bf16x2(u32);
    neg_s8x4(u32);
    testp_f32(f32, property: Property);
    cvt_u8_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_s8_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_u16_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_s16_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_u32_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_s32_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_u64_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_s64_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_irnd_f32_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_f32_f32(f32, s: Subnormals, sat: Saturation);
    cvt_f64_f32(f32, s: Subnormals, sat: Saturation);
    cvt_f16_f32(f32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_bf16_f32(f32, r: Rounding, s: Subnormals);
    cvt_f32_u32(u32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_f32_s32(i32, r: Rounding, s: Subnormals, sat: Saturation);
    cvt_f64_u32(u32, r: Rounding, sat: Saturation);
    cvt_f64_s32(i32, r: Rounding, sat: Saturation);
    cvt_f16_u32(u32, r: Rounding, sat: Saturation);
    cvt_f16_s32(i32, r: Rounding, sat: Saturation);
    cvt_bf16_u32(u32, r: Rounding);
    cvt_bf16_s32(i32, r: Rounding);
    cvt_frnd2_f16_f32(f32, r: Rounding [Rn Rz], relu: Rectification, limit: Limit);
    cvt_frnd2_bf16_f32(f32, r: Rounding [Rn Rz], relu: Rectification, limit: Limit);
    cvt_frnd2_tf32_f32(f32, r: Rounding [Rn Rz], limit: Limit, relu: Rectification);
    cvt_rna_tf32_f32(f32, limit: Limit);
    cvt_pzo_f16_f32(f32, r: Rounding [Rn Rz], relu: Rectification, limit: Limit);
    cvt_pzo_bf16_f32(f32, r: Rounding [Rn Rz], relu: Rectification, limit: Limit);
    cvt_pzo_tf32_f32(f32, r: Rounding [Rn Rz], limit: Limit, relu: Rectification);
    cvt_rna_pzo_tf32_f32(f32, limit: Limit);
    cvt_e4m3x2_f16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e4m3x2_bf16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e5m2x2_f16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e5m2x2_bf16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e2m3x2_f16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e2m3x2_bf16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e3m2x2_f16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e3m2x2_bf16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e2m1x2_f16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_e2m1x2_bf16x2(u32, r: Rounding [Rn Rz], relu: Rectification, zero: NegativeZero);
    cvt_ue5m3x2_f16x2(u32, r: Rounding [Rn Rz Rp], limit: Limit);
    cvt_ue5m3x2_bf16x2(u32, r: Rounding [Rn Rz Rp], limit: Limit);
    cvt_ue8m0x2_bf16x2(u32, r: Rounding [Rz Rp], limit: Limit);
    cvt_s2f6x2_bf16x2(u32, relu: Rectification);
    cvt_u8_u32(u32);
    cvt_s8_u32(u32);
    cvt_u16_u32(u32);
    cvt_s16_u32(u32);
    cvt_s32_u32(u32);
    cvt_u32_u32(u32);
    cvt_u64_u32(u32);
    cvt_s64_u32(u32);
    cvt_u8_s32(i32);
    cvt_s8_s32(i32);
    cvt_u16_s32(i32);
    cvt_s16_s32(i32);
    cvt_u32_s32(i32);
    cvt_u64_s32(i32);
    cvt_s32_s32(i32);
    cvt_s64_s32(i32);
    cvt_sat_u8_u32(u32);
    cvt_sat_s8_u32(u32);
    cvt_sat_u16_u32(u32);
    cvt_sat_s16_u32(u32);
    cvt_sat_s32_u32(u32);
    cvt_sat_u8_s32(i32);
    cvt_sat_s8_s32(i32);
    cvt_sat_u16_s32(i32);
    cvt_sat_s16_s32(i32);
    cvt_sat_u32_s32(i32);
    cvt_sat_u64_s32(i32);
    neg_s32(i32);
    abs_s32(i32);
    not_b32(u32);
    cnot_b32(u32);
    popc_b32(u32);
    clz_b32(u32);
    brev_b32(u32);
    bfind_u32(u32);
    bfind_s32(i32);
    bfind_shiftamt_u32(u32);
    bfind_shiftamt_s32(i32);
}
