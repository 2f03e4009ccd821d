//! The distinct computations of the instructions that a PTX version and a target have.

use ptx_conform::computation::{canonical, name};
use ptx_conform::instruction::{self, Computes, Instruction};
use ptx_isa::{Argument, Dialect, Kind, Type};
use std::collections::HashMap;
use std::sync::Arc;

/// A computation, with all instructions that have it.
pub struct Task {
    /// The first instruction.
    pub instruction: Arc<Instruction>,
    /// The calls as text; for matrices, the form.
    pub name: String,
    /// The spellings of all instructions.
    pub spellings: Vec<String>,
}

/// The operands on which a computation is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// All operands of this many bits together.
    All(u32),
    /// This many operands near hard cases (crate `steered`).
    Steered(u64),
}

impl Inputs {
    /// Returns the number of operands.
    #[must_use]
    pub fn count(self) -> u64 {
        match self {
            Self::All(bits) => 1 << bits,
            Self::Steered(count) => count,
        }
    }
}

/// All operands are compared if they have at most this many bits together, or if the only operand has 32 bits.
const FEW_BITS: u32 = 16;

impl Task {
    /// Returns the operands on which the computation is compared; `samples` is the number of steered operands.
    #[must_use]
    pub fn inputs(&self, samples: u64, quick: bool) -> Inputs {
        let bits = self.instruction.sources.iter().map(|ty| ty.bits()).sum();
        let is_warp = self.instruction.threads() > 1;
        let is_all =
            bits <= FEW_BITS || !quick && self.instruction.sources.len() == 1 && bits == 32;
        if is_all && !is_warp { Inputs::All(bits) } else { Inputs::Steered(samples) }
    }

    /// Returns the mnemonic.
    #[must_use]
    pub fn mnemonic(&self) -> &'static str {
        self.instruction.selection.form.mnemonic
    }

    /// Returns the mnemonic in backquotes; for a conversion, with the kinds of its operand and its result.
    #[must_use]
    pub fn family(&self) -> String {
        let mnemonic = self.mnemonic();
        let kind = |types: &[Type]| types.first().map_or("nothing", |ty| kind(*ty));
        match mnemonic {
            "cvt" => {
                format!(
                    "`cvt`, {} to {}",
                    kind(&self.instruction.sources),
                    kind(&self.instruction.results)
                )
            }
            _ => format!("`{mnemonic}`"),
        }
    }

    /// Returns whether one of its spellings starts with a text.
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

/// Returns every distinct computation, in the order of the instruction table.
#[must_use]
pub fn all(dialect: &Dialect) -> Vec<Task> {
    let mut tasks: Vec<Task> = Vec::new();
    let mut places = HashMap::new();
    for instruction in instruction::all(dialect) {
        let name = match &instruction.computes {
            Computes::Thread(computation, _) => {
                let immediate = instruction.immediate.map(|value| format!(" {value:#x}"));
                name(&canonical(&computation.value))
                    + &immediate.unwrap_or_default()
                    + &generic_types(&instruction, &computation.value)
            }
            Computes::Warp(_) => matrix_form(&instruction),
        };
        let place = *places.entry(name.clone()).or_insert(tasks.len());
        let spelling = instruction.name.clone();
        match tasks.get_mut(place) {
            Some(task) => task.spellings.push(spelling),
            None => tasks.push(Task { instruction, name, spellings: vec![spelling] }),
        }
    }
    tasks
}

/// Returns the source types as text, for a generic function or a move.
fn generic_types(instruction: &Instruction, computation: &Argument) -> String {
    let is_generic = match computation {
        Argument::Call(call) => {
            call.function.starts_with("sel") || call.function.starts_with("slct")
        }
        _ => true,
    };
    let words = instruction.sources.iter().map(|ty| format!(" .{}", ty.word()));
    if is_generic { words.collect() } else { String::new() }
}

/// Returns a form of `mma` without `.sync.aligned`.
fn matrix_form(instruction: &Instruction) -> String {
    let words: Vec<_> = instruction.selection.modifiers.iter().flatten().copied().collect();
    words.get(2..).unwrap_or_default().join(".")
}
