//! Identity functions around the Rust variables and expressions of a macro call.
//!
//! rustc reports an operand of another type as E0308, and shows the line of the function around it. So each line ends with
//! the reason and the correction.
#![expect(missing_docs, reason = "the comment of each function is on its line, which rustc shows")]
#![expect(clippy::inline_always, reason = "the functions only return their argument")]

#[rustfmt::skip]
mod sources {
    #[inline(always)]
    #[must_use]
    pub const fn of_pred(p: bool) -> bool { p } // a predicate is a `bool`: `(i != 0)` makes one of an integer
    #[inline(always)]
    #[must_use]
    pub const fn of_f32(x: f32) -> f32 { x } // an `.f32` is an `f32`: `cvt.rn.f32.f64` and `cvt.rn.f32.s32` make one
    #[inline(always)]
    #[must_use]
    pub const fn of_f64(x: f64) -> f64 { x } // an `.f64` is an `f64`: `cvt.f64.f32` and `cvt.rn.f64.s64` make one
    #[inline(always)]
    #[must_use]
    pub const fn of_f16(x: u16) -> u16 { x } // an `.f16` is a `u16` with its bits: `cvt.rn.f16.f32 h, x;` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_bf16(x: u16) -> u16 { x } // a `.bf16` is a `u16` with its bits: `cvt.rn.bf16.f32 h, x;` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_f16x2(x: u32) -> u32 { x } // two `.f16` are a `u32`: `cvt.rn.f16x2.f32 h, high, low;` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_bf16x2(x: u32) -> u32 { x } // two `.bf16` are a `u32`: `cvt.rn.bf16x2.f32 h, high, low;` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_f32x2(x: u64) -> u64 { x } // two `.f32` are a `u64`: `mov.b64 v, {low, high};` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_narrow_u8(x: u8) -> u8 { x } // a number of 4 to 8 bits is a `u8` with its bits
    #[inline(always)]
    #[must_use]
    pub const fn of_narrow_u16(x: u16) -> u16 { x } // two numbers of 4 to 8 bits are a `u16` with their bits
    #[inline(always)]
    #[must_use]
    pub const fn of_u8(x: u8) -> u8 { x } // a `.u8` or `.b8` is a `u8`: `(i as u8)` makes one of an integer
    #[inline(always)]
    #[must_use]
    pub const fn of_u16(x: u16) -> u16 { x } // a `.u16` or `.b16` is a `u16`: `(i as u16)` makes one of an integer
    #[inline(always)]
    #[must_use]
    pub const fn of_u32(x: u32) -> u32 { x } // a `.u32` or `.b32` is a `u32`: `(i as u32)`, or `(x.to_bits())` of an `f32`
    #[inline(always)]
    #[must_use]
    pub const fn of_u64(x: u64) -> u64 { x } // a `.u64` or `.b64` is a `u64`: `(i as u64)`, or `(x.to_bits())` of an `f64`
    #[inline(always)]
    #[must_use]
    pub const fn of_u128(x: u128) -> u128 { x } // a `.b128` is a `u128`: `(i as u128)` makes one of an integer
    #[inline(always)]
    #[must_use]
    pub const fn of_s8(x: i8) -> i8 { x } // an `.s8` is an `i8`: `(i as i8)` makes one of another integer
    #[inline(always)]
    #[must_use]
    pub const fn of_s16(x: i16) -> i16 { x } // an `.s16` is an `i16`: `(i as i16)` makes one of another integer
    #[inline(always)]
    #[must_use]
    pub const fn of_s32(x: i32) -> i32 { x } // an `.s32` is an `i32`: `(i as i32)` makes one of another integer
    #[inline(always)]
    #[must_use]
    pub const fn of_s64(x: i64) -> i64 { x } // an `.s64` is an `i64`: `(i as i64)` makes one of another integer
}

/// The parameter has the type of the variable that is assigned. So rustc reports the result, and not the variable.
#[rustfmt::skip]
mod results {
    #[inline(always)]
    #[must_use]
    pub const fn to_pred<T>(d: T) -> T { d } // the result is a predicate: `let p: bool;`
    #[inline(always)]
    #[must_use]
    pub const fn to_f32<T>(d: T) -> T { d } // the result is an `.f32`: `let d: f32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_f64<T>(d: T) -> T { d } // the result is an `.f64`: `let d: f64;`
    #[inline(always)]
    #[must_use]
    pub const fn to_half<T>(d: T) -> T { d } // the result is the bits of a half: `let h: u16;`
    #[inline(always)]
    #[must_use]
    pub const fn to_halves<T>(d: T) -> T { d } // the result is the bits of two halves: `let h: u32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_pair<T>(d: T) -> T { d } // the result is the bits of two `.f32`: `let v: u64;`
    #[inline(always)]
    #[must_use]
    pub const fn to_narrow_u8<T>(d: T) -> T { d } // the result is bits: `let d: u8;`
    #[inline(always)]
    #[must_use]
    pub const fn to_narrow_u16<T>(d: T) -> T { d } // the result is bits: `let d: u16;`
    #[inline(always)]
    #[must_use]
    pub const fn to_narrow_u32<T>(d: T) -> T { d } // the result is bits: `let d: u32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_wide_u32<T>(d: T) -> T { d } // `.wide` gives twice the bits: `let d: u32;`, or `.lo`
    #[inline(always)]
    #[must_use]
    pub const fn to_wide_u64<T>(d: T) -> T { d } // `.wide` gives twice the bits: `let d: u64;`, or `.lo`
    #[inline(always)]
    #[must_use]
    pub const fn to_wide_i32<T>(d: T) -> T { d } // `.wide` gives twice the bits: `let d: i32;`, or `.lo`
    #[inline(always)]
    #[must_use]
    pub const fn to_wide_i64<T>(d: T) -> T { d } // `.wide` gives twice the bits: `let d: i64;`, or `.lo`
    #[inline(always)]
    #[must_use]
    pub const fn to_count<T>(d: T) -> T { d } // a count has 32 bits, also of 64-bit sources: `let n: u32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u8<T>(d: T) -> T { d } // the result has 8 bits: `let d: u8;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u16<T>(d: T) -> T { d } // the result has 16 bits and no sign: `let d: u16;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u32<T>(d: T) -> T { d } // the result has 32 bits and no sign: `let d: u32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u64<T>(d: T) -> T { d } // the result has 64 bits and no sign: `let d: u64;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u128<T>(d: T) -> T { d } // the result has 128 bits: `let d: u128;`
    #[inline(always)]
    #[must_use]
    pub const fn to_i8<T>(d: T) -> T { d } // the result has 8 bits and a sign: `let d: i8;`
    #[inline(always)]
    #[must_use]
    pub const fn to_i16<T>(d: T) -> T { d } // the result has 16 bits and a sign: `let d: i16;`
    #[inline(always)]
    #[must_use]
    pub const fn to_i32<T>(d: T) -> T { d } // the result has 32 bits and a sign: `let d: i32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_i64<T>(d: T) -> T { d } // the result has 64 bits and a sign: `let d: i64;`
}

pub use results::*;
pub use sources::*;
