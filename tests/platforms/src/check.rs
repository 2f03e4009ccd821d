//! Tests that this build computes the digests in `digests.tsv`. Also tests that the hashed results equal those of the
//! independent crate `referee`.

use digests::{Argument, FUNCTIONS, INPUTS, Random, Returned};
use referee::{Compute, Modes, Words};

/// The arguments of a call, in the format of the crate `referee`.
#[derive(Default)]
struct Arguments {
    words: Vec<u64>,
    modes: Modes,
}

/// A Rust type of an argument. The method `pass` adds the argument to a call of the crate `referee`.
trait Pass {
    fn pass(self, arguments: &mut Arguments);
}

macro_rules! scalars {
    ($($ty:ty)*) => { $(
        impl Pass for $ty {
            fn pass(self, arguments: &mut Arguments) {
                self.each(&mut |word| arguments.words.push(word));
            }
        }
    )* };
}

scalars! { bool u8 u16 u32 u64 u128 i8 i16 i32 i64 f32 f64 }

impl Pass for [bool; 2] {
    fn pass(self, arguments: &mut Arguments) {
        arguments.words.extend(self.map(u64::from));
    }
}

macro_rules! each_checked {
    (
        functions { $($word:ident $name:literal: $function:expr => ($($ty:ty),*);)* }
        modes { $($mode:ty: $mode_name:literal $($variant:ident)*;)* }
        numbers { $($number:ident: $number_name:literal;)* }
    ) => {
        $(impl Pass for $mode {
            fn pass(self, arguments: &mut Arguments) {
                let path = format!(concat!($mode_name, "::{:?}"), self);
                arguments.modes.add(&path).expect("the referee has every mode");
            }
        })*

        $(impl Pass for ptx_core::mode::$number {
            fn pass(self, arguments: &mut Arguments) {
                arguments.modes.add_number(self.0);
            }
        })*

        /// For each function, its name and a closure. The closure calls the function on the input for a seed,
        /// and returns the arguments and the results.
        const CHECKED: &[(&str, fn(u64) -> (Arguments, Vec<u64>))] = &[$((
            $name,
            |seed| {
                let (random, before) = (&mut Random(seed), &mut 0);
                let mut arguments = Arguments::default();
                $(<$ty>::make(before, random).pass(&mut arguments);)*
                let (random, before) = (&mut Random(seed), &mut 0);
                let mut results = Vec::new();
                $function($(<$ty>::make(before, random)),*).each(&mut |word| results.push(word));
                (arguments, results)
            },
        )),*];
    };
}

ptx_macros::__every_function!(each_checked);

/// Functions without a reference in the crate `referee`. A row has a prefix of function names. It also has the reason
/// why these functions have no reference, or the tests that use another reference.
const ELSEWHERE: &[(&str, &str)] = &[
    ("cos_approx_", UNIT),
    ("cvt_bf16x2_", NARROW),
    ("cvt_e", NARROW),
    ("cvt_f16x2_", NARROW),
    ("cvt_pzo_", NARROW),
    ("cvt_rna_pzo_", NARROW),
    ("cvt_rs_", NARROW),
    ("cvt_s2f6x2_", NARROW),
    ("cvt_scaled_", NARROW),
    ("cvt_ue5m3x2_", NARROW),
    ("cvt_ue8m0x2_", NARROW),
    ("div_approx_", UNIT),
    ("div_full_", UNIT),
    ("ex2_", UNIT),
    ("lg2_", UNIT),
    ("mad_map_f64", MAP),
    ("narrow_map_f64", MAP),
    ("pack_b128_", QUADWORDS),
    ("rcp_approx_", UNIT),
    ("rsqrt_", UNIT),
    ("sass::", "tests/sass.rs, tests/sass_packed.rs and tests/sass_words.rs"),
    ("sin_approx_", UNIT),
    ("sqrt_approx_", UNIT),
    ("tanh_", UNIT),
    ("unpack_", "ptx-core/tests/integers/pack.rs"),
    ("widen_map_f64", MAP),
];
const MAP: &str = "what map_f64_to_f32 does before and after an operation";
const NARROW: &str = "ptx-core/tests/narrow";
const QUADWORDS: &str = "the words of the referee have 64 bits; tests/operands.rs";
const UNIT: &str =
    "approximate: the results of the unit, in ptx-core/tests/mufu_digests.rs and blocks.rs";

#[test]
fn digests_are_those_of_the_file() {
    let found = FUNCTIONS.iter().map(|(name, digest)| {
        let name = name.trim_end_matches('\0');
        format!("{name}\t{:016x}\n", digest())
    });
    assert_eq!(found.collect::<String>(), include_str!("../digests.tsv"));
}

/// Returns the first `count` results of a reference function.
fn expected(reference: &Compute, arguments: &[u64], count: usize) -> Vec<u64> {
    let mut words = Words::default();
    words[..arguments.len()].copy_from_slice(arguments);
    reference(&words)[..count].to_vec()
}

#[test]
fn results_are_the_referees() {
    let (mut wrong, mut without) = (Vec::new(), Vec::new());
    for (name, call) in CHECKED {
        let mut compared = 0;
        for seed in 0..INPUTS {
            let (Arguments { words, modes }, results) = call(seed.into());
            // For `vset`, the crate `referee` has references only for integer comparisons.
            let Some(reference) = referee::function(name, &modes) else { continue };
            compared += 1;
            let expected = expected(&reference, &words, results.len());
            if results != expected {
                wrong.push(format!("{name} {words:x?} {modes:?}: {results:x?}, not {expected:x?}"));
                break;
            }
        }
        if compared * 100 < INPUTS {
            without.push(*name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let is_of = |name: &str, start: &str| name.starts_with(start);
    let surplus =
        ELSEWHERE.iter().filter(|(start, _)| !without.iter().any(|name| is_of(name, start)));
    assert_eq!(surplus.map(|row| row.0).collect::<Vec<_>>(), [""; 0], "these have a reference");
    without.retain(|name| !ELSEWHERE.iter().any(|(start, _)| is_of(name, start)));
    assert!(without.is_empty(), "no reference for {without:?}");
}
