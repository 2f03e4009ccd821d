//! The file of digests is what this build gives, and the results that are digested are the referee's.

use crate::functions::{Argument, FUNCTIONS, INPUTS, Returned};
use crate::operands::Random;
use referee::Call;

/// What the referee is told of a call: the bits of the arguments, and the paths of the modes.
#[derive(Default)]
struct Told {
    words: Vec<u64>,
    modes: Vec<String>,
}

/// An argument, of which the referee is told.
trait Tell {
    fn tell(self, told: &mut Told);
}

macro_rules! scalars {
    ($($ty:ty)*) => { $(
        impl Tell for $ty {
            fn tell(self, told: &mut Told) {
                self.each(&mut |word| told.words.push(word));
            }
        }
    )* };
}

scalars! { bool u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 }

impl Tell for [bool; 2] {
    fn tell(self, told: &mut Told) {
        told.words.push(u64::from(self[0]) | u64::from(self[1]) << 1);
    }
}

macro_rules! each_checked {
    (
        functions { $($word:ident $name:literal: $function:expr => ($($ty:ty),*);)* }
        modes { $($mode:ty: $mode_name:literal $($variant:ident)*;)* }
        numbers { $($number:ident: $number_name:literal;)* }
    ) => {
        $(impl Tell for $mode {
            fn tell(self, told: &mut Told) {
                told.modes.push(format!(concat!($mode_name, "::{:?}"), self));
            }
        })*

        $(impl Tell for ptx_core::mode::$number {
            fn tell(self, told: &mut Told) {
                told.words.push(self.0.into());
            }
        })*

        /// The names and, for the seed of an input, what the referee is told and what is found.
        const CHECKED: &[(&str, fn(u64) -> (Told, Vec<u64>))] = &[$((
            $name,
            |seed| {
                let (random, before) = (&mut Random(seed), &mut 0);
                let mut told = Told::default();
                $(<$ty>::make(before, random).tell(&mut told);)*
                let (random, before) = (&mut Random(seed), &mut 0);
                let mut found = Vec::new();
                $function($(<$ty>::make(before, random)),*).each(&mut |word| found.push(word));
                (told, found)
            },
        )),*];
    };
}

ptx_macros::__every_function!(each_checked);

/// Functions that have no referee here, by how their names begin, and why, or where they have one.
const ELSEWHERE: &[(&str, &str)] = &[
    ("boolop", "ptx-core/tests/differential/compare.rs"),
    ("cos_approx_", UNIT),
    ("cvt_bf16x2_", NARROW),
    ("cvt_e", NARROW),
    ("cvt_f16x2_", NARROW),
    ("cvt_frnd2_", "ptx-core/tests/differential/convert.rs"),
    ("cvt_pzo_", NARROW),
    ("cvt_rna_", "ptx-core/tests/differential/convert.rs"),
    ("cvt_rs_", NARROW),
    ("cvt_s2f6x2_", NARROW),
    ("cvt_scaled_", NARROW),
    ("cvt_ue5m3x2_", NARROW),
    ("cvt_ue8m0x2_", NARROW),
    ("div_approx_", UNIT),
    ("div_full_", UNIT),
    ("ex2_", UNIT),
    ("lg2_", UNIT),
    ("lop3_boolop_", "of lop3 and boolop"),
    ("mad_map_f64", MAP),
    ("narrow_map_f64", MAP),
    ("rcp_approx_", UNIT),
    ("rsqrt_", UNIT),
    ("sass::", "tests/sass.rs and tests/sass_words.rs"),
    ("sin_approx_", UNIT),
    ("slct_f32", "ptx-core/tests/differential/compare.rs"),
    ("sqrt_approx_", UNIT),
    ("tanh_", UNIT),
    ("unpack_", "ptx-core/tests/integers/pack.rs"),
    ("widen_map_f64", MAP),
];
const MAP: &str = "what map_f64_to_f32 does before and after an operation";
const NARROW: &str = "ptx-core/tests/narrow";
const UNIT: &str =
    "approximate: the unit's own answer, in ptx-core/tests/mufu_digests.rs and blocks.rs";

#[test]
fn digests_are_those_of_the_file() {
    let found = FUNCTIONS.iter().map(|(name, digest)| {
        let name = name.trim_end_matches('\0');
        format!("{name}\t{:016x}\n", digest())
    });
    assert_eq!(found.collect::<String>(), include_str!("../digests.tsv"));
}

#[test]
fn results_are_the_referees() {
    let (mut wrong, mut without) = (Vec::new(), Vec::new());
    for (name, call) in CHECKED {
        let mut refereed = 0;
        for seed in 0..INPUTS {
            let (told, found) = call(seed.into());
            let modes: Vec<&str> = told.modes.iter().map(String::as_str).collect();
            let Some(expected) =
                (Call { function: name, words: &told.words, modes: &modes }).results()
            else {
                continue;
            };
            refereed += 1;
            if found != expected {
                wrong.push(format!(
                    "{name} {:x?} {modes:?}: {found:x?}, not {expected:x?}",
                    told.words
                ));
                break;
            }
        }
        if refereed * 100 < INPUTS {
            without.push(*name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    without.retain(|name| !ELSEWHERE.iter().any(|(start, _)| name.starts_with(start)));
    assert!(without.is_empty(), "no referee for {without:?}");
}
