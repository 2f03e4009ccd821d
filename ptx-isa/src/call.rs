//! What computes an instruction: the function of `ptx-core` and the modes it is called with.

use crate::forms::{self, Compute, Form, Output, Slot};
use crate::{Dialect, Selection, Type, Version};

/// A call of a function of `ptx-core`: the source operands, then the modes in their order, then the
/// architecture if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The function at the root of `ptx-core`.
    pub function: String,
    /// The modes: variants of `ptx-core`'s enums, whose names are all different.
    pub modes: Vec<&'static str>,
    /// The architecture, for a function whose machine sequence depends on it.
    pub sm: Option<u16>,
    /// `map_f64_to_f32`: sources of type `.f64` are narrowed to `f32`, such a result is widened.
    pub narrowed: bool,
    /// What `boolop` combines the two results of a comparison by, with the last source; the
    /// function does not take that one.
    pub combination: Option<&'static str>,
    /// What becomes of the result.
    pub results: Results,
}

/// What becomes of the result of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Results {
    /// It is the destination's value.
    Value,
    /// It is a pair of predicates for the destinations.
    Both,
    /// It is a pair of predicates, of which this function makes the destination's value.
    Set(String),
}

/// Which argument a slot of modifiers becomes.
struct Mode {
    /// The words, each with its variant.
    words: &'static [(&'static str, &'static str)],
    /// The variant if the slot is left out.
    without: &'static str,
    /// Whether a slot with one word that must stand there is an argument, too.
    always: bool,
}

#[rustfmt::skip]
const MODES: &[Mode] = &[
    Mode { words: &[("rn", "Rn"), ("rz", "Rz"), ("rm", "Rm"), ("rp", "Rp")], without: "Rn", always: true },
    Mode { words: &[("rni", "Rn"), ("rzi", "Rz"), ("rmi", "Rm"), ("rpi", "Rp")], without: "Rn", always: true },
    Mode { words: &[("ftz", FLUSH)], without: "Keep", always: false },
    Mode { words: &[("sat", "Sat")], without: "Off",  always: false },
    Mode { words: &[("relu", "Relu")], without: "Linear", always: false },
    Mode { words: &[("satfinite", "Satfinite")], without: "Unlimited", always: false },
    Mode { words: &[("clamp", "Clamp"), ("wrap", "Wrap")], without: "", always: true },
    Mode { words: &[
        ("f4e", "F4e"), ("b4e", "B4e"), ("rc8", "Rc8"), ("ecl", "Ecl"), ("ecr", "Ecr"), ("rc16", "Rc16"),
    ], without: "Selected", always: false },
    Mode { words: &[("NaN", "Propagated")], without: "Ignored", always: false },
    Mode { words: &[("abs", "Abs")], without: "Signed", always: false },
    Mode { words: &[
        ("finite", "Finite"), ("infinite", "Infinite"), ("number", "Number"),
        ("notanumber", "NotANumber"), ("normal", "Normal"), ("subnormal", "Subnormal"),
    ], without: "", always: false },
    Mode { words: &[
        ("eq", "Eq"), ("ne", "Ne"), ("lt", "Lt"), ("le", "Le"), ("gt", "Gt"), ("ge", "Ge"),
        ("lo", "Lt"), ("ls", "Le"), ("hi", "Gt"), ("hs", "Ge"),
        ("equ", "Equ"), ("neu", "Neu"), ("ltu", "Ltu"), ("leu", "Leu"), ("gtu", "Gtu"), ("geu", "Geu"),
        ("num", "Num"), ("nan", "Nan"),
    ], without: "", always: false },
];

/// How `setp` and `set` combine a comparison with a predicate.
const COMBINATIONS: &[(&str, &str)] = &[("and", "And"), ("or", "Or"), ("xor", "Xor")];

const FLUSH: &str = "Flush";

/// The first architecture whose `.f32` instructions keep subnormals (PTX ISA, ".ftz").
const FIRST_WITH_SUBNORMALS: u16 = 20;

/// The `f32` function that serves an `.f64` one under `map_f64_to_f32`, and the modes that it takes
/// besides.
#[rustfmt::skip]
const NARROWED: &[(&str, &str, &[&str])] = &[
    ("add_f64",          "add_f32",          &[FLUSH, "Off"]),
    ("sub_f64",          "sub_f32",          &[FLUSH, "Off"]),
    ("mul_f64",          "mul_f32",          &[FLUSH, "Off"]),
    ("fma_f64",          "mad_map_f64",      &[FLUSH]),
    ("rcp_f64",          "rcp_f32",          &[FLUSH]),
    ("div_f64",          "div_f32",          &[FLUSH]),
    ("sqrt_f64",         "sqrt_f32",         &[FLUSH]),
    ("rsqrt_approx_f64", "rsqrt_approx_f32", &[FLUSH]),
    ("neg_f64",          "neg_f32",          &[FLUSH]),
    ("abs_f64",          "abs_f32",          &[FLUSH]),
    ("min_f64",          "min_f32",          &[FLUSH, "Ignored"]),
    ("max_f64",          "max_f32",          &[FLUSH, "Ignored"]),
    ("setp_f64",         "setp_f32",         &[FLUSH]),
];

/// A function's name; the types follow where it ends in `_`.
fn typed(function: &str, types: &[&str]) -> String {
    match function.ends_with('_') {
        true => format!("{function}{}", types.join("_")),
        false => function.into(),
    }
}

impl Mode {
    /// The mode that a slot chooses, if it is one that a function wants to know.
    fn of(slot: &Slot) -> Option<&'static Self> {
        let knows = |mode: &Self, word: &str| mode.words.iter().any(|pair| pair.0 == word);
        MODES
            .iter()
            .find(|mode| slot.words.iter().all(|word| knows(mode, word)))
            .filter(|mode| mode.always || slot.optional || slot.words.len() > 1)
    }

    fn variant(&self, word: Option<&str>) -> &'static str {
        let named = self.words.iter().find(|pair| Some(pair.0) == word);
        named.map_or(self.without, |pair| pair.1)
    }
}

/// Whether two words choose the same mode: `.lo` is `.lt` of unsigned integers, `.rni` is `.rn` to
/// an integer.
pub(crate) fn same_meaning(a: &str, b: &str) -> bool {
    let variant = |word: &str| MODES.iter().flat_map(|m| m.words).find(|pair| pair.0 == word);
    variant(a).zip(variant(b)).is_some_and(|(a, b)| a.1 == b.1)
}

impl Form {
    /// Whether a conversion keeps subnormals where every other instruction flushes them: up to
    /// PTX ISA 1.4 those to 64-bit integers do, and those to and from `.f64` (PTX ISA, `cvt`).
    fn keeps_subnormals(&self, dialect: &Dialect, words: &[Option<&str>]) -> bool {
        self.mnemonic == "cvt"
            && dialect.version.is_some_and(|version| version <= Version::new("1.4"))
            && self.types(words).enumerate().any(|(i, ty)| match i {
                0 => ty.bits() == 64,
                _ => ty == Type::F64,
            })
    }
}

impl Selection {
    /// The call that computes this instruction; `None` if it only moves bits.
    #[must_use]
    pub fn computation(&self, dialect: &Dialect) -> Option<Call> {
        let (form, words) = self.meaning();
        let Compute::Core { function, by_target, keeps, output } = form.compute else {
            return None;
        };
        let always_flushes =
            dialect.sm() < FIRST_WITH_SUBNORMALS && !form.keeps_subnormals(dialect, &words);
        let mut modes: Vec<_> = form
            .slots
            .iter()
            .zip(&words)
            .filter_map(|(slot, &word)| Some((Mode::of(slot)?, word)))
            .map(|(mode, word)| match mode.without {
                "Keep" if always_flushes => FLUSH,
                _ => mode.variant(word),
            })
            .collect();
        modes.extend(keeps.then_some("Keep"));
        let types: Vec<_> = form.types(&words).map(Type::word).collect();
        // The function compares the sources, what makes a value of its result has the other type.
        let (own, results) = match output {
            Output::Value => (types.as_slice(), Results::Value),
            Output::Both => (types.as_slice(), Results::Both),
            Output::Set(set) => (&types[1..], Results::Set(typed(set, &types[..1]))),
        };
        let function = typed(function, own);
        let mapped = dialect.target.is_some_and(|t| t.map_f64_to_f32);
        let narrow = NARROWED.iter().find(|row| mapped && row.0 == function);
        modes.extend(narrow.iter().flat_map(|row| row.2));
        let combined = |word: &&str| COMBINATIONS.iter().find(|pair| pair.0 == *word);
        Some(Call {
            function: narrow.map_or(function, |row| row.1.into()),
            modes,
            sm: by_target.then(|| dialect.sm()),
            narrowed: narrow.is_some(),
            combination: words.iter().flatten().find_map(combined).map(|pair| pair.1),
            results,
        })
    }

    /// The call that computes this instruction.
    ///
    /// # Panics
    /// If the instruction only moves bits; [`Selection::computation`] tells.
    #[must_use]
    pub fn call(&self, dialect: &Dialect) -> Call {
        self.computation(dialect).expect("the instruction is computed by a function")
    }

    /// The form and modifiers that this instruction is short for, or its own.
    fn meaning(&self) -> (&'static Form, Vec<Option<&'static str>>) {
        let own = || (self.form, self.modifiers.clone());
        let Compute::Means(meant) = self.form.compute else { return own() };
        forms::family(self.form.mnemonic)
            .iter()
            .find_map(|&form| Some((form, form.spelt(meant)?)))
            .unwrap_or_else(own)
    }
}
