//! Compares the result bits of every public function in const evaluation and at run time. The arguments are edge cases
//! of their types, and every mode. If there are more combinations than [`CASES`], an evenly spread sample is tested.

use std::hint::black_box;

/// The number of cases for each function. `CASES` is a constant, so `PTX_TESTS` is read at compile time.
const CASES: usize = match option_env!("PTX_TESTS") {
    Some(value) if matches!(value.as_bytes(), b"full") => 160,
    _ => 8,
};

/// Binary32 edge cases: zeros, subnormals, limits, ties, infinities, quiet and signalling NaNs.
#[rustfmt::skip]
const SINGLES: [u32; 26] = [
    0x0000_0000, 0x8000_0000, 0x0000_0001, 0x807f_ffff, 0x0080_0000, 0x8080_0001, 0x3300_0000, 0x3f00_0000,
    0xbf80_0000, 0x3f80_0001, 0x3fc0_0000, 0x4020_0000, 0x4049_0fdb, 0xc2fe_0000, 0x4b00_0001, 0x4f00_0000,
    0xcf80_0000, 0x5f00_0000, 0x7e80_0001, 0x7f7f_ffff, 0x7f80_0000, 0xff80_0000, 0x7f80_0001, 0xffa5_a5a5,
    0x7fc0_0000, 0xffff_ffff,
];

#[rustfmt::skip]
const DOUBLES: [u64; 26] = [
    0, 1 << 63, 1, 0x800f_ffff_ffff_ffff, 0x0010_0000_0000_0000, 0x8010_0000_0000_0001, 0x36a0_0000_0000_0000,
    0x380f_ffff_f000_0000, 0xb810_0000_0000_0000, 0x3e60_0000_1000_0000, 0x3fe0_0000_0000_0000,
    0xbff0_0000_0000_0000, 0x3ff0_0000_0000_0001, 0x4004_0000_0000_0000, 0x4009_21fb_5444_2d18,
    0x40ef_fff0_0000_0000, 0x41df_ffff_ffe0_0000, 0xc3e0_0000_0000_0000, 0x47ef_ffff_f000_0000,
    0x7fd0_0000_0000_0001, 0x7fef_ffff_ffff_ffff, 0x7ff0_0000_0000_0000, 0xfff0_0000_0000_0000,
    0x7ff0_0000_0000_0001, 0xfffc_dead_beef_0123, u64::MAX,
];

/// Edge cases of both half-precision formats, and of integers.
#[rustfmt::skip]
const HALVES: [u16; 30] = [
    0x0000, 0x8000, 0x0001, 0x83ff, 0x0400, 0x8401, 0x007f, 0x8080, 0x0081, 0x3800, 0xbc00, 0x3c01, 0x3f80, 0xbf81,
    0x3e00, 0x4248, 0x4100, 0x5c00, 0x7bff, 0x7c00, 0xfc00, 0x7c01, 0xfe00, 0x7f7f, 0x7f80, 0xff80, 0x7f81, 0x7ff7,
    0x7fff, 0xffff,
];

/// Pairs of half-precision numbers, shift amounts, and the bits of [`SINGLES`].
const WORDS: [u32; 58] = {
    let mut words = [0x8000_0000; 58];
    let mut i = 0;
    while i < 26 {
        words[i] = SINGLES[i];
        i += 1;
    }
    while i < 50 {
        words[i] = (HALVES[i - 26] as u32) << 16 | HALVES[(i - 26) * 7 % 30] as u32;
        i += 1;
    }
    let rest = [1, 31, 32, 33, 0x7fff_ffff, 0x0102_0304, 0x5410, u32::MAX - 1];
    while i < 58 {
        words[i] = rest[i - 50];
        i += 1;
    }
    words
};

/// Pairs of binary32 numbers, and the bits of [`DOUBLES`].
const LONG_WORDS: [u64; 40] = {
    let mut words = [0; 40];
    let mut i = 0;
    while i < 40 {
        words[i] = match i {
            ..26 => DOUBLES[i],
            _ => (SINGLES[i - 26] as u64) << 32 | SINGLES[(i - 26) * 5 % 26] as u64,
        };
        i += 1;
    }
    words
};

/// Converts the values of a table to another type.
macro_rules! each {
    ($table:ident, $x:ident: $t:ty => $value:expr) => {{
        let (mut values, mut i) = ([0 as $t; $table.len()], 0);
        while i < $table.len() {
            let $x = $table[i];
            values[i] = $value;
            i += 1;
        }
        values
    }};
}

const F32: [f32; 26] = each!(SINGLES, x: f32 => f32::from_bits(x));
const F64: [f64; 26] = each!(DOUBLES, x: f64 => f64::from_bits(x));
const I16: [i16; 30] = each!(HALVES, x: i16 => x as i16);
const I32: [i32; 58] = each!(WORDS, x: i32 => x as i32);
const I64: [i64; 40] = each!(LONG_WORDS, x: i64 => x as i64);
const U128: [u128; 40] = each!(LONG_WORDS, x: u128 => (x as u128) << 64 | (x as u128).wrapping_mul(0x9e37_79b9_7f4a_7c15));
const U8: [u8; 8] = [0, 1, 2, 0x7f, 0x80, 0x96, 0xe8, 0xff];
const I8: [i8; 8] = each!(U8, x: i8 => x as i8);

/// The type of an argument.
trait Operand: Copy + 'static {
    /// The tested values of the type.
    const VALUES: &'static [Self];
}

macro_rules! values {
    ($($t:ty: $values:expr;)*) => { $(
        impl Operand for $t {
            const VALUES: &'static [Self] = &$values;
        }
    )* };
}

values! {
    f32: F32;
    f64: F64;
    u8: U8;
    i8: I8;
    u16: HALVES;
    i16: I16;
    u32: WORDS;
    i32: I32;
    u64: LONG_WORDS;
    i64: I64;
    u128: U128;
    bool: [false, true];
    [bool; 2]: [[false, false], [false, true], [true, false], [true, true]];
}

/// The tested values of architectures, masks and selectors.
const NUMBERS: [u16; 12] = [10, 13, 20, 50, 52, 70, 75, 90, 121, 0x3210, 0x7654, 0xffff];

/// Returns the number of combinations of arguments, given the number of values of each argument.
const fn combinations(counts: &[usize]) -> usize {
    let (mut all, mut i) = (1, 0);
    while i < counts.len() {
        all *= counts[i];
        i += 1;
    }
    all
}

/// Removes the lowest digit from `rest` and returns the digit. The index of a combination is a number with one digit
/// for each argument. The digit is the index of one argument's value. Its base is `count`, the number of values of this
/// argument.
const fn take(rest: &mut usize, count: usize) -> usize {
    let index = *rest % count;
    *rest /= count;
    index
}

/// Maps the index of a case, which is one tested call, to the index of a combination of arguments.
const fn combination(case: usize, all: usize) -> usize {
    if all <= CASES {
        return case % all;
    }
    // Multiples of the golden ratio are evenly distributed modulo 2^64, so the sample is evenly spread.
    ((case as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16) as usize % all
}

/// Calls a function with the arguments of a case. Each argument is first passed to `$pass`: to [`constant`] for const
/// evaluation, or to [`black_box`], so that the compiler cannot evaluate the call.
macro_rules! call {
    ($function:expr, ($($type:ty),*), $case:expr, $pass:ident) => {{
        let mut rest = combination($case, combinations(&[$(<$type>::VALUES.len()),*]));
        $function($({
            let index = take(&mut rest, <$type>::VALUES.len());
            $pass(<$type>::VALUES[index])
        }),*)
    }};
}

const fn constant<T: Copy>(x: T) -> T {
    x
}

/// Converts a result to bits.
trait Bits {
    fn bits(self) -> Vec<u64>;
}

macro_rules! bits {
    ($($t:ty: $x:ident => $bits:expr;)*) => { $(
        impl Bits for $t {
            fn bits(self) -> Vec<u64> {
                let $x = self;
                vec![$bits]
            }
        }
    )* };
}

bits! {
    f32: x => x.to_bits().into();
    f64: x => x.to_bits();
    bool: x => x.into();
    u8: x => x.into();
    u16: x => x.into();
    u32: x => x.into();
    u64: x => x;
    i8: x => x as u64;
    i16: x => x as u64;
    i32: x => x as u64;
    i64: x => x as u64;
}

impl Bits for u128 {
    fn bits(self) -> Vec<u64> {
        vec![self as u64, (self >> 64) as u64]
    }
}

impl<T: Bits, const N: usize> Bits for [T; N] {
    fn bits(self) -> Vec<u64> {
        self.into_iter().flat_map(Bits::bits).collect()
    }
}

impl<T: Bits> Bits for (T, bool) {
    fn bits(self) -> Vec<u64> {
        [self.0.bits(), self.1.bits()].concat()
    }
}

impl<T: Bits> Bits for (T, bool, bool) {
    fn bits(self) -> Vec<u64> {
        [self.0.bits(), self.1.bits(), self.2.bits()].concat()
    }
}

/// Defines a test for each function.
macro_rules! agree {
    (
        functions { $($word:ident $name:literal: $function:expr => $types:tt;)* }
        modes { $($mode:ty: $mode_name:literal $($variant:ident)*;)* }
        numbers { $($number:ident: $number_name:literal;)* }
    ) => {
        $(impl Operand for $mode {
            const VALUES: &'static [Self] = &[$(Self::$variant),*];
        })*

        $(impl Operand for ptx_core::mode::$number {
            const VALUES: &'static [Self] = &{
                let (mut values, mut i) = ([Self(0); NUMBERS.len()], 0);
                while i < values.len() {
                    values[i] = Self(NUMBERS[i]);
                    i += 1;
                }
                values
            };
        })*

        $(#[test]
        fn $word() {
            let in_const = &const {
                let mut all = [call!($function, $types, 0, constant); CASES];
                let mut case = 1;
                while case < CASES {
                    all[case] = call!($function, $types, case, constant);
                    case += 1;
                }
                all
            };
            for (case, expected) in in_const.iter().enumerate() {
                let result = call!($function, $types, black_box(case), black_box);
                assert_eq!(result.bits(), expected.bits(), "case {case}");
            }
        })*
    };
}

ptx_macros::__every_function!(agree);
