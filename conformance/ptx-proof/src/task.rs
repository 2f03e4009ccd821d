//! What is to be proved: the distinct computations of a dialect.

use ptx_conform::asked::{self, Asked, Computes};
use ptx_conform::computation::{canonical, name};
use ptx_isa::{Argument, Dialect, Kind, Type};
use std::collections::HashMap;
use std::sync::Arc;

/// A computation, with every instruction that has it.
pub struct Task {
    /// The first of the instructions.
    pub asked: Arc<Asked>,
    /// The calls as text; of matrices the form.
    pub name: String,
    /// All of the instructions, as written.
    pub spellings: Vec<String>,
}

/// On which operands a computation is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// All of so many bits.
    All(u32),
    /// So many that are steered.
    Steered(u64),
}

impl Inputs {
    /// How many they are.
    #[must_use]
    pub fn count(self) -> u64 {
        match self {
            Self::All(bits) => 1 << bits,
            Self::Steered(count) => count,
        }
    }
}

/// Operands together have at most so many bits, or there is one of 32, where all are compared.
const FEW_BITS: u32 = 16;

impl Task {
    /// On which operands it is compared, if so many are steered where not all are.
    #[must_use]
    pub fn inputs(&self, samples: u64, quick: bool) -> Inputs {
        let bits = self.asked.sources.iter().map(|ty| ty.bits()).sum();
        let is_warp = self.asked.threads() > 1;
        let is_all = bits <= FEW_BITS || !quick && self.asked.sources.len() == 1 && bits == 32;
        if is_all && !is_warp { Inputs::All(bits) } else { Inputs::Steered(samples) }
    }

    /// The first word of the instruction.
    #[must_use]
    pub fn mnemonic(&self) -> &'static str {
        self.asked.selection.form.mnemonic
    }

    /// The first word in backquotes, and what kind of number a conversion makes of which.
    #[must_use]
    pub fn family(&self) -> String {
        let mnemonic = self.mnemonic();
        let kind = |types: &[Type]| types.first().map_or("nothing", |ty| kind(*ty));
        match mnemonic {
            "cvt" => {
                format!("`cvt`, {} to {}", kind(&self.asked.sources), kind(&self.asked.results))
            }
            _ => format!("`{mnemonic}`"),
        }
    }

    /// Whether one of its spellings begins so.
    #[must_use]
    pub fn is_called(&self, start: &str) -> bool {
        self.spellings.iter().any(|spelling| spelling.starts_with(start))
    }
}

fn kind(ty: Type) -> &'static str {
    match ty.kind() {
        Kind::Predicate => "predicate",
        Kind::Bits => "bits",
        Kind::Integer => "integer",
        Kind::Float => "float",
        Kind::Narrow => "narrow float",
        Kind::Packed => "packed integer",
    }
}

/// Every distinct computation, in the order of the instruction table.
#[must_use]
pub fn all(dialect: &Dialect) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut places = HashMap::new();
    for asked in asked::all(dialect) {
        let name = match &asked.computes {
            Computes::Thread(computation, _) => {
                let immediate = asked.immediate.map(|value| format!(" {value:#x}"));
                name(&canonical(&computation.value))
                    + &immediate.unwrap_or_default()
                    + &generic_types(&asked, &computation.value)
            }
            Computes::Warp(_) => matrix_form(&asked),
        };
        let place = *places.entry(name.clone()).or_insert(tasks.len());
        let spelling = asked.name.clone();
        match tasks.get_mut(place) {
            Some(task) => task.spellings.push(spelling),
            None => tasks.push(Task { asked, name, spellings: vec![spelling] }),
        }
    }
    tasks
}

/// The types of a function that has them as parameters, or of a move.
fn generic_types(asked: &Asked, computation: &Argument) -> String {
    let is_generic = match computation {
        Argument::Call(call) => {
            call.function.starts_with("sel") || call.function.starts_with("slct")
        }
        _ => true,
    };
    let words = asked.sources.iter().map(|ty| format!(" .{}", ty.word()));
    if is_generic { words.collect() } else { String::new() }
}

/// A form of `mma` without `.sync.aligned`.
fn matrix_form(asked: &Asked) -> String {
    let words: Vec<_> = asked.selection.modifiers.iter().flatten().copied().collect();
    words.get(2..).unwrap_or_default().join(".")
}
