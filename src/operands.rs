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
    pub const fn of_pred(is_true: bool) -> bool { is_true } // a predicate is a `bool`: `(i != 0)` makes one of an integer
    #[inline(always)]
    #[must_use]
    pub const fn of_f32(x: f32) -> f32 { x } // an `.f32` is an `f32`: `cvt.rn.f32.f64` and `cvt.rn.f32.s32` make one
    #[inline(always)]
    #[must_use]
    pub const fn of_f64(x: f64) -> f64 { x } // an `.f64` is an `f64`: `cvt.f64.f32` and `cvt.rn.f64.s64` make one
    #[inline(always)]
    #[must_use]
    pub const fn of_f16(bits: u16) -> u16 { bits } // an `.f16` is a `u16` with its bits: `cvt.rn.f16.f32 h, x;` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_bf16(bits: u16) -> u16 { bits } // a `.bf16` is a `u16` with its bits: `cvt.rn.bf16.f32 h, x;` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_f16x2(bits: u32) -> u32 { bits } // two `.f16` are a `u32`: `cvt.rn.f16x2.f32 h, high, low;` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_bf16x2(bits: u32) -> u32 { bits } // two `.bf16` are a `u32`: `cvt.rn.bf16x2.f32 h, high, low;` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_f32x2(bits: u64) -> u64 { bits } // two `.f32` are a `u64`: `mov.b64 v, {low, high};` makes one
    #[inline(always)]
    #[must_use]
    pub const fn of_narrow_u8(bits: u8) -> u8 { bits } // a number of 4 to 8 bits is a `u8` with its bits
    #[inline(always)]
    #[must_use]
    pub const fn of_narrow_u16(bits: u16) -> u16 { bits } // two numbers of 4 to 8 bits are a `u16` with their bits
    #[inline(always)]
    #[must_use]
    pub const fn of_narrow_u32(bits: u32) -> u32 { bits } // numbers of 4 to 19 bits are a `u32` with their bits
    #[inline(always)]
    #[must_use]
    pub const fn of_u8(bits: u8) -> u8 { bits } // a `.u8` or `.b8` is a `u8`: `(i as u8)` makes one of an integer
    #[inline(always)]
    #[must_use]
    pub const fn of_u16(bits: u16) -> u16 { bits } // a `.u16` or `.b16` is a `u16`: `(i as u16)` makes one of an integer
    #[inline(always)]
    #[must_use]
    pub const fn of_u32(bits: u32) -> u32 { bits } // a `.u32` or `.b32` is a `u32`: `(i as u32)`, or `(x.to_bits())` of an `f32`
    #[inline(always)]
    #[must_use]
    pub const fn of_u64(bits: u64) -> u64 { bits } // a `.u64` or `.b64` is a `u64`: `(i as u64)`, or `(x.to_bits())` of an `f64`
    #[inline(always)]
    #[must_use]
    pub const fn of_u128(bits: u128) -> u128 { bits } // a `.b128` is a `u128`: `(i as u128)` makes one of an integer
    #[inline(always)]
    #[must_use]
    pub const fn of_s8(i: i8) -> i8 { i } // an `.s8` is an `i8`: `(i as i8)` makes one of another integer
    #[inline(always)]
    #[must_use]
    pub const fn of_s16(i: i16) -> i16 { i } // an `.s16` is an `i16`: `(i as i16)` makes one of another integer
    #[inline(always)]
    #[must_use]
    pub const fn of_s32(i: i32) -> i32 { i } // an `.s32` is an `i32`: `(i as i32)` makes one of another integer
    #[inline(always)]
    #[must_use]
    pub const fn of_s64(i: i64) -> i64 { i } // an `.s64` is an `i64`: `(i as i64)` makes one of another integer
}

/// The parameter has the type of the variable that is assigned. So rustc reports the result, and not the variable.
#[rustfmt::skip]
mod results {
    #[inline(always)]
    #[must_use]
    pub const fn to_pred<T: Copy>(result: T) -> T { result } // the result is a predicate: declare `let p: bool;`
    #[inline(always)]
    #[must_use]
    pub const fn to_f32<T: Copy>(result: T) -> T { result } // the result is an `.f32`: declare `let d: f32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_f64<T: Copy>(result: T) -> T { result } // the result is an `.f64`: declare `let d: f64;`
    #[inline(always)]
    #[must_use]
    pub const fn to_half<T: Copy>(result: T) -> T { result } // the result is the bits of a half: declare `let h: u16;`
    #[inline(always)]
    #[must_use]
    pub const fn to_halves<T: Copy>(result: T) -> T { result } // the result is the bits of two halves: declare `let h: u32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_pair<T: Copy>(result: T) -> T { result } // the result is the bits of two `.f32`: declare `let v: u64;`
    #[inline(always)]
    #[must_use]
    pub const fn to_narrow_u8<T: Copy>(result: T) -> T { result } // the result is bits: declare `let d: u8;`
    #[inline(always)]
    #[must_use]
    pub const fn to_narrow_u16<T: Copy>(result: T) -> T { result } // the result is bits: declare `let d: u16;`
    #[inline(always)]
    #[must_use]
    pub const fn to_narrow_u32<T: Copy>(result: T) -> T { result } // the result is bits: declare `let d: u32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_wide_u32<T: Copy>(result: T) -> T { result } // `.wide` makes twice the bits: declare `let d: u32;`, or write `.lo`
    #[inline(always)]
    #[must_use]
    pub const fn to_wide_u64<T: Copy>(result: T) -> T { result } // `.wide` makes twice the bits: declare `let d: u64;`, or write `.lo`
    #[inline(always)]
    #[must_use]
    pub const fn to_wide_i32<T: Copy>(result: T) -> T { result } // `.wide` makes twice the bits: declare `let d: i32;`, or write `.lo`
    #[inline(always)]
    #[must_use]
    pub const fn to_wide_i64<T: Copy>(result: T) -> T { result } // `.wide` makes twice the bits: declare `let d: i64;`, or write `.lo`
    #[inline(always)]
    #[must_use]
    pub const fn to_count<T: Copy>(result: T) -> T { result } // a count has 32 bits, also of 64-bit sources: declare `let n: u32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u8<T: Copy>(result: T) -> T { result } // the result has 8 bits: declare `let d: u8;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u16<T: Copy>(result: T) -> T { result } // the result has 16 bits and no sign: declare `let d: u16;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u32<T: Copy>(result: T) -> T { result } // the result has 32 bits and no sign: declare `let d: u32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u64<T: Copy>(result: T) -> T { result } // the result has 64 bits and no sign: declare `let d: u64;`
    #[inline(always)]
    #[must_use]
    pub const fn to_u128<T: Copy>(result: T) -> T { result } // the result has 128 bits: declare `let d: u128;`
    #[inline(always)]
    #[must_use]
    pub const fn to_i8<T: Copy>(result: T) -> T { result } // the result has 8 bits and a sign: declare `let d: i8;`
    #[inline(always)]
    #[must_use]
    pub const fn to_i16<T: Copy>(result: T) -> T { result } // the result has 16 bits and a sign: declare `let d: i16;`
    #[inline(always)]
    #[must_use]
    pub const fn to_i32<T: Copy>(result: T) -> T { result } // the result has 32 bits and a sign: declare `let d: i32;`
    #[inline(always)]
    #[must_use]
    pub const fn to_i64<T: Copy>(result: T) -> T { result } // the result has 64 bits and a sign: declare `let d: i64;`
}

pub use results::*;
pub use sources::*;
