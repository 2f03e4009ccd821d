//! Lists the instructions of the instruction table that run on a chip.

use crate::computation::is_of_one_operand;
use crate::functions::Prepared;
use crate::matrix::Warp;
use ptx_isa::forms::{self, Compute, Form, Literals};
use ptx_isa::{Computation, Dialect, Selection, Type};
use ptx_tool::matrix;
use std::collections::HashSet;
use std::sync::Arc;

/// An instruction in one spelling.
pub struct Instruction {
    /// The spelling and the immediate: `rcp.rn.f32`, `lop3.b32 0xca`.
    pub name: String,
    /// The form and the modifiers.
    pub selection: Selection,
    /// The types of the words that the kernel reads. A vector operand has a word for each element.
    /// If the instruction reads the carry, the carry is last.
    pub sources: Vec<Type>,
    /// The types of the words that the kernel writes. If the instruction writes the carry, the
    /// carry is last.
    pub results: Vec<Type>,
    /// The value of the immediate operand, if the instruction has one.
    pub immediate: Option<u64>,
    /// How the host computes the instruction.
    pub computes: Computes,
}

/// How the host computes an instruction.
pub enum Computes {
    /// Each thread computes the instruction on its own.
    Thread(Computation, Prepared),
    /// The threads of a warp compute the instruction, a matrix product, together.
    Warp(Warp),
}

/// The immediates (lookup tables) for `lop3`: a selection, a majority, a parity, and an asymmetric function.
const TABLES: [u64; 4] = [0xca, 0xe8, 0x96, 0x1d];

/// Instructions in the manual that ptxas 13.5 rejects. A module with such an instruction does not
/// load.
const REFUSED: [&str; 2] = ["cvt.rna.pzo.tf32.f32", "cvt.rna.satfinite.pzo.tf32.f32"];

/// Returns the instructions that a chip of this dialect runs, in the order of the instruction table.
#[must_use]
pub fn all(dialect: &Dialect) -> Vec<Arc<Instruction>> {
    // Skip sparse and block-scaled forms. Their operands include metadata or scales, for which this crate has no
    // kernels.
    let is_dense = |form: &&Form| form.operands.len() == 4;
    let of_warps = forms::matrices().filter(|form| form.is_of_warp()).filter(is_dense);
    let forms = forms::all().filter(|form| form.is_computed()).chain(of_warps);
    let mut names = HashSet::new();
    // If two rows of the instruction table have the same spelling, use the first row.
    let is_first = |instruction: &Instruction| {
        !REFUSED.contains(&instruction.name.as_str()) && names.insert(instruction.name.clone())
    };
    forms.flat_map(|form| of_form(form, dialect)).filter(is_first).map(Arc::new).collect()
}

/// Returns how many spellings of moves [`all`] omits in a dialect: moves of vectors and of 128-bit registers.
#[must_use]
pub fn left_out(dialect: &Dialect) -> usize {
    forms::all()
        .filter(|form| is_omitted_move(form))
        .map(|form| selections(form, dialect).len())
        .sum()
}

fn is_omitted_move(form: &Form) -> bool {
    let is_wide = form.shortest() == ["b128"];
    form.compute == Compute::Moves
        && (is_wide || form.operands.iter().any(|slot| slot.elements.is_some()))
}

fn selections(form: &'static Form, dialect: &Dialect) -> Vec<Selection> {
    let spellings = form.spellings();
    let selected = spellings.iter().filter_map(|words| form.spelt(words));
    let selections = selected.map(|modifiers| Selection { form, modifiers });
    selections.filter(|selection| selection.is_in(dialect)).collect()
}

fn of_form(form: &'static Form, dialect: &Dialect) -> Vec<Instruction> {
    if is_omitted_move(form) {
        return Vec::new();
    }
    let takes_table = form.operands.iter().any(|slot| slot.literals == Literals::Immediate);
    let immediates = if takes_table { TABLES.map(Some).to_vec() } else { vec![None] };
    let of = |selection: Selection| {
        let immediates = immediates.clone();
        immediates
            .into_iter()
            .filter_map(move |one| Instruction::new(selection.clone(), one, dialect))
    };
    selections(form, dialect).into_iter().flat_map(of).collect()
}

impl Instruction {
    fn new(selection: Selection, immediate: Option<u64>, dialect: &Dialect) -> Option<Self> {
        let computes = match selection.form.is_of_warp() {
            true => Computes::Warp(Warp::new(matrix::form(&selection)?, dialect.sm())),
            false => {
                let computation = selection.computation(dialect)?;
                let prepared = Prepared::new(&computation)?;
                Computes::Thread(computation, prepared)
            }
        };
        let carry = |flag: bool| flag.then_some(Type::Pred);
        let mut sources = selection.source_types();
        let mut results = selection.destination_types();
        if immediate.is_some() {
            let place = selection.immediate_place()?;
            sources.remove(place);
        }
        sources.extend(carry(selection.reads_flag().is_some()));
        results.extend(carry(selection.writes_flag().is_some()));
        let suffix = selection.form.operands[0].suffix();
        let name = match (immediate, suffix) {
            (Some(value), _) => format!("{} {value:#x}", selection.spelling()),
            (None, "") => selection.spelling(),
            // The destination of this instruction must select a byte or half of a register.
            (None, suffix) => format!("{} d{suffix}", selection.spelling()),
        };
        Some(Self { name, sources, results, immediate, computes, selection })
    }

    /// Returns whether the instruction has one result, and exactly one operand, which has `bits` bits.
    #[must_use]
    pub fn is_of_one_operand(&self, bits: u32) -> bool {
        is_of_one_operand(&self.selection, bits)
    }

    /// Returns the number of threads that execute the instruction together.
    #[must_use]
    pub fn threads(&self) -> usize {
        if let Computes::Warp(_) = self.computes { 32 } else { 1 }
    }

    /// Converts the words of a thread to the arguments of the host's function, including the
    /// immediate. Returns the arguments and the carry.
    #[must_use]
    pub fn host_sources(&self, words: &[u64]) -> (Vec<u64>, bool) {
        let mut sources = words.to_vec();
        let reads_carry = self.selection.reads_flag().is_some();
        let carry = reads_carry && sources.pop().is_some_and(|carry| carry & 1 == 1);
        if let (Some(value), Some(place)) = (self.immediate, self.selection.immediate_place()) {
            sources.insert(place, value);
        }
        (sources, carry)
    }
}

/// Adds the position of an immediate to [`Selection`].
trait ImmediatePlace {
    /// Returns the index of the immediate among the sources.
    fn immediate_place(&self) -> Option<usize>;
}

impl ImmediatePlace for Selection {
    fn immediate_place(&self) -> Option<usize> {
        let sources = &self.form.operands[1..];
        sources.iter().position(|slot| slot.literals == Literals::Immediate)
    }
}
