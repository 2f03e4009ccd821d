//! Computes a digest of the results of every function in the instruction tables, on operands from
//! fixed seeds.
#![no_std]

mod operands;

pub use operands::Random;

use operands::operand;

/// The number of calls of each function.
pub const INPUTS: u32 = 1000;

/// A type that functions take as an argument.
pub trait Argument: Copy {
    /// Generates an argument. `before` contains the bits of the previous argument; the function
    /// replaces them by the bits of the new argument.
    fn make(before: &mut u64, random: &mut Random) -> Self;
}

/// A type that functions return.
pub trait Returned {
    /// Passes the words of the result to `word`, one by one.
    fn each(self, word: &mut impl FnMut(u64));
}

macro_rules! operands {
    ($($ty:ty: $bits:literal, |$word:ident| $from:expr, |$value:ident| $to:expr;)*) => { $(
        impl Argument for $ty {
            fn make(before: &mut u64, random: &mut Random) -> Self {
                let $word = operand($bits, *before, random);
                *before = $word;
                $from
            }
        }

        impl Returned for $ty {
            fn each(self, word: &mut impl FnMut(u64)) {
                let $value = self;
                word($to);
            }
        }
    )* };
}

operands! {
    bool: 1, |word| word & 1 == 1, |value| value.into();
    u8: 8, |word| word as u8, |value| value.into();
    u16: 16, |word| word as u16, |value| value.into();
    u32: 32, |word| word as u32, |value| value.into();
    u64: 64, |word| word, |value| value;
    i8: 8, |word| word as i8, |value| value.cast_unsigned().into();
    i16: 16, |word| word as i16, |value| value.cast_unsigned().into();
    i32: 32, |word| word as i32, |value| value.cast_unsigned().into();
    i64: 64, |word| word as i64, |value| value.cast_unsigned();
    f32: 32, |word| f32::from_bits(word as u32), |value| value.to_bits().into();
    f64: 64, |word| f64::from_bits(word), |value| value.to_bits();
}

/// Generates the low half and then the high half, each like a `u64` argument.
impl Argument for u128 {
    fn make(before: &mut u64, random: &mut Random) -> Self {
        let low = u64::make(before, random);
        Self::from(low) | Self::from(u64::make(before, random)) << 64
    }
}

impl Returned for u128 {
    fn each(self, word: &mut impl FnMut(u64)) {
        word(self as u64);
        word((self >> 64) as u64);
    }
}

impl Argument for [bool; 2] {
    fn make(before: &mut u64, random: &mut Random) -> Self {
        [bool::make(before, random), bool::make(before, random)]
    }
}

impl<T: Returned, const N: usize> Returned for [T; N] {
    fn each(self, word: &mut impl FnMut(u64)) {
        for element in self {
            element.each(word);
        }
    }
}

impl<T: Returned> Returned for (T, bool) {
    fn each(self, word: &mut impl FnMut(u64)) {
        self.0.each(word);
        self.1.each(word);
    }
}

impl<T: Returned> Returned for (T, bool, bool) {
    fn each(self, word: &mut impl FnMut(u64)) {
        self.0.each(word);
        self.1.each(word);
        self.2.each(word);
    }
}

/// Values for arguments that are architectures, masks or selectors. An argument gets one of these
/// values or a random value.
const NUMBERS: [u16; 10] = [10, 13, 20, 50, 52, 70, 75, 90, 100, 121];

/// A digest of a list of words.
struct Digest(u64);

impl Digest {
    fn add(&mut self, word: u64) {
        self.0 = Random(self.0.rotate_left(5) ^ word).bits();
    }
}

/// Returns the digest of a function. The closure `call` draws arguments from the random number generator, calls the
/// function once, and passes each word of the result to its second parameter.
fn digest(call: impl Fn(&mut Random, &mut dyn FnMut(u64))) -> u64 {
    let mut digest = Digest(0);
    for input in 0..INPUTS {
        call(&mut Random(input.into()), &mut |word| digest.add(word));
    }
    digest.0
}

macro_rules! each_function {
    (
        functions { $($word:ident $name:literal: $function:expr => ($($ty:ty),*);)* }
        modes { $($mode:ty: $mode_name:literal $($variant:ident)*;)* }
        numbers { $($number:ident: $number_name:literal;)* }
    ) => {
        $(impl Argument for $mode {
            fn make(_: &mut u64, random: &mut Random) -> Self {
                const ALL: &[$mode] = &[$(<$mode>::$variant),*];
                ALL[random.below(ALL.len() as u32) as usize]
            }
        })*

        $(impl Argument for ptx_core::mode::$number {
            fn make(_: &mut u64, random: &mut Random) -> Self {
                let at = random.below(NUMBERS.len() as u32 + 1) as usize;
                Self(NUMBERS.get(at).copied().unwrap_or(random.bits() as u16))
            }
        })*

        /// The name of each function, and a function that computes its digest. The name ends with a
        /// zero byte, so that the C programs of `tests/platforms` can print it.
        pub const FUNCTIONS: &[(&str, fn() -> u64)] = &[$(
            (concat!($name, "\0"), || digest(|random, word| {
                let before = &mut 0;
                let result = $function($(<$ty>::make(before, random)),*);
                result.each(&mut |bits| word(bits));
            })),
        )*];
    };
}

ptx_macros::__every_function!(each_function);
