//! Lists the distinct computations of all instructions in a dialect.

use ptx_conform::computation::{canonical, name};
use ptx_conform::instruction::{self, Computes, Instruction};
use ptx_isa::{Argument, Dialect, Kind, Type};
use std::collections::HashMap;
use std::sync::Arc;

/// A computation and the instructions that share it.
pub struct Task {
    /// The first instruction.
    pub instruction: Arc<Instruction>,
    /// The name of the computation. For a matrix product, the name is the form.
    pub name: String,
    /// The spellings of all instructions with this computation.
    pub spellings: Vec<String>,
}

/// The operands to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    /// All operands with this total number of bits.
    All(u32),
    /// Steered operands (near hard cases, from the crate `steered`), with this number of operand sets.
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

/// The largest total number of operand bits for which all operands are compared. A full run also compares all operands
/// of a computation with a single 32-bit operand.
const FEW_BITS: u32 = 16;

impl Task {
    /// Returns the operands to compare. `samples` is the number of steered operands (near hard cases).
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

    /// Returns the name of the task's family: the mnemonic in backquotes. For a conversion, adds the kinds of its
    /// operand and result.
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

    /// Returns whether a spelling of the task starts with `start`.
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

/// Returns all distinct computations of a dialect, in the order of the instruction table.
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

/// Returns the source types as text if the function is generic or the computation is a move. Otherwise returns an empty
/// string.
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

/// Returns the modifiers of `mma` without `.sync.aligned`.
fn matrix_form(instruction: &Instruction) -> String {
    let words: Vec<_> = instruction.selection.modifiers.iter().flatten().copied().collect();
    words.get(2..).unwrap_or_default().join(".")
}
