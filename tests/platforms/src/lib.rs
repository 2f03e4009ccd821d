//! One digest per function of `ptx-core`, over operands that it makes from a seed. The functions are
//! those of the instruction tables; `main.c` prints the digests.
#![cfg_attr(not(test), no_std)]

#[cfg(test)]
mod check;
mod operands;

use core::ffi::c_char;
use operands::{Random, operand};

/// How many times each function is called.
const INPUTS: u32 = 1000;

#[cfg(not(test))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}

// core, built to unwind, names it and never calls it.
#[cfg(not(test))]
#[unsafe(no_mangle)]
extern "C" fn rust_eh_personality() {}

/// An argument's type.
trait Argument: Copy {
    /// One, after the bits of the argument before it.
    fn make(before: &mut u64, random: &mut Random) -> Self;
    /// Adds what the referee is told of it: its bits, or the path of a mode.
    #[cfg(test)]
    fn tell(self, told: &mut check::Told);
}

/// A result, as words.
trait Returned {
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

            #[cfg(test)]
            fn tell(self, told: &mut check::Told) {
                let $value = self;
                told.words.push($to);
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

impl Argument for [bool; 2] {
    fn make(before: &mut u64, random: &mut Random) -> Self {
        [bool::make(before, random), bool::make(before, random)]
    }

    #[cfg(test)]
    fn tell(self, told: &mut check::Told) {
        told.words.push(u64::from(self[0]) | u64::from(self[1]) << 1);
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

/// Architectures that differ, and a number that is any.
const NUMBERS: [u16; 10] = [10, 13, 20, 50, 52, 70, 75, 90, 100, 121];

/// Words mixed into one.
struct Digest(u64);

impl Digest {
    fn add(&mut self, word: u64) {
        self.0 = Random(self.0.rotate_left(5) ^ word).next();
    }
}

/// One function on all its inputs: calls `call` with each seed and a place for the results.
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

            #[cfg(test)]
            fn tell(self, told: &mut check::Told) {
                told.modes.push(format!(concat!($mode_name, "::{:?}"), self));
            }
        })*

        $(impl Argument for ptx_core::mode::$number {
            fn make(_: &mut u64, random: &mut Random) -> Self {
                let at = random.below(NUMBERS.len() as u32 + 1) as usize;
                Self(NUMBERS.get(at).copied().unwrap_or(random.next() as u16))
            }

            #[cfg(test)]
            fn tell(self, told: &mut check::Told) {
                told.words.push(self.0.into());
            }
        })*

        /// The names, each as a string of C, and the digests.
        const FUNCTIONS: &[(&str, fn() -> u64)] = &[$(
            (concat!($name, "\0"), || digest(|random, word| {
                let before = &mut 0;
                let result = $function($(<$ty>::make(before, random)),*);
                result.each(&mut |bits| word(bits));
            })),
        )*];

        /// The names and, for the seed of an input, what the referee is told and what is found.
        #[cfg(test)]
        const CHECKED: &[(&str, fn(u64) -> (check::Told, Vec<u64>))] = &[$((
            $name,
            |seed| {
                let (random, before) = (&mut Random(seed), &mut 0);
                let mut told = check::Told::default();
                $(<$ty>::make(before, random).tell(&mut told);)*
                let (random, before) = (&mut Random(seed), &mut 0);
                let mut found = Vec::new();
                $function($(<$ty>::make(before, random)),*).each(&mut |word| found.push(word));
                (told, found)
            },
        )),*];
    };
}

ptx_macros::__every_function!(each_function);

/// How many functions there are.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_functions() -> u32 {
    FUNCTIONS.len() as u32
}

/// The name of a function, which ends with a zero.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_name(index: u32) -> *const c_char {
    FUNCTIONS.get(index as usize).map_or(c"".as_ptr(), |function| function.0.as_ptr().cast())
}

/// The digest of a function.
#[unsafe(no_mangle)]
pub extern "C" fn ptx_digest(index: u32) -> u64 {
    FUNCTIONS.get(index as usize).map_or(0, |function| function.1())
}
