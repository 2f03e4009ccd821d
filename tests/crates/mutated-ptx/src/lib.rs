//! Mutants of ten PTX modules. Each mutant differs from its module in one token or in one line, and is mostly
//! faulty. The same seed generates the same mutants on every machine.

mod lines;
mod random;
mod tokens;

pub use random::Random;
use std::collections::HashSet;
use std::fmt::Write;

/// A module: its name and its text.
type Module = (&'static str, &'static str);

macro_rules! modules {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!("../modules/", $name, ".ptx")))),*]
    };
}

/// The modules that are mutated. `ptxas` accepts all of them.
pub const MODULES: &[Module] = modules![
    "atomics", "calls", "compiled", "control", "hopper", "matrix", "numbers", "reduce", "saxpy",
    "textures"
];

/// What a mutation changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// One token, or the white space beside the token.
    Token,
    /// One line.
    Line,
}

impl Unit {
    /// Both units.
    pub const ALL: [Self; 2] = [Self::Token, Self::Line];

    /// Returns the name: `token` or `line`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Token => "token",
            Self::Line => "line",
        }
    }
}

/// A mutant.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// The name of the module.
    pub module: &'static str,
    /// The mutation, in words.
    pub change: String,
    /// The text.
    pub text: String,
}

/// Returns `count` different mutants.
#[must_use]
pub fn mutants(unit: Unit, seed: u64, count: usize) -> Vec<Mutant> {
    let mut random = Random::new(seed ^ unit as u64);
    let mut seen: HashSet<String> = MODULES.iter().map(|module| module.1.to_string()).collect();
    let mut mutants = Vec::new();
    let pool = tokens::pool();
    while mutants.len() < count {
        let &(module, text) = random.of(MODULES);
        let (change, text) = match unit {
            Unit::Token => tokens::mutate(text, &pool, &mut random),
            Unit::Line => lines::mutate(text, &mut random),
        };
        if seen.insert(text.clone()) {
            mutants.push(Mutant { module, change, text });
        }
    }
    mutants
}

/// Writes verdicts as hexadecimal digits, the first verdict in the highest bit of the first digit.
#[must_use]
pub fn digits(verdicts: &[bool]) -> String {
    let mut digits = String::new();
    for four in verdicts.chunks(4) {
        let digit =
            four.iter().enumerate().fold(0, |sum, (i, bit)| sum | u8::from(*bit) << (3 - i));
        let _ = write!(digits, "{digit:x}");
    }
    digits
}

/// Returns the verdicts that [`digits`] has written.
#[must_use]
pub fn verdicts(digits: &str) -> Vec<bool> {
    let digits = digits.chars().filter_map(|digit| digit.to_digit(16));
    digits.flat_map(|digit| (0..4).map(move |i| digit >> (3 - i) & 1 == 1)).collect()
}
