//! Caches instructions, together with the loops that compute them.

use crate::dtype::Dtype;
use crate::error::refused;
use ptx_isa::forms::Literals;
use ptx_isa::{Dialect, Message, Settings, Type, Version, directives, forms};
use ptx_loops::Program;
use ptx_tool::dialect;
use ptx_tool::eval::instruction::{Instruction, Slot};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of cached instructions. When the cache is full, it is cleared.
const MOST_KNOWN: usize = 1 << 16;

/// An instruction, with the loops (`program`) that compute it on arrays.
pub(crate) struct Prepared {
    pub(crate) sources: Vec<Source>,
    pub(crate) results: Vec<Dtype>,
    pub(crate) program: Program,
}

/// A source of an instruction.
pub(crate) struct Source {
    pub(crate) slot: Slot,
    /// The name of the operand in the manual.
    pub(crate) name: String,
    pub(crate) dtype: Dtype,
    /// The name of the PTX type, for messages.
    pub(crate) word: &'static str,
    /// The literals that the source accepts.
    pub(crate) literals: Literals,
}

/// Returns the dialect (PTX version and target) of a call. Without a version, uses the newest version that supports the
/// target.
pub(crate) fn dialect(target: &str, version: Option<&str>) -> Result<Dialect, Message> {
    let target = dialect::target(target)?;
    let newest = target.versions().1.unwrap_or(Version::NEWEST);
    let chosen = version.map(dialect::version).transpose()?.unwrap_or(newest);
    let set = if version.is_some() { "by the argument `version`" } else { "by default" };
    match directives::clash(chosen, target) {
        Some(clash) => Err(clash),
        None => Ok(Dialect {
            version_set: set.into(),
            target_set: "by the argument `target`".into(),
            settings: Settings::Arguments,
            ..Dialect::of(chosen, target)
        }),
    }
}

/// Returns an instruction with `count` sources from the cache. If the cache does not contain the instruction, prepares
/// the instruction and adds it to the cache.
pub(crate) fn prepared(
    py: Python<'_>,
    instruction: &str,
    count: usize,
    target: &str,
    version: Option<&str>,
) -> PyResult<Arc<Prepared>> {
    static KNOWN: Mutex<Option<HashMap<String, Arc<Prepared>>>> = Mutex::new(None);
    let mut key = String::with_capacity(instruction.len() + target.len() + 16);
    // Writing to a string cannot fail.
    let _ = write!(key, "{instruction}\t{target}\t{}\t{count}", version.unwrap_or_default());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().as_ref().and_then(|known| known.get(&key)) {
        return Ok(Arc::clone(found));
    }
    let found = find(instruction, count, target, version);
    let found = Arc::new(found.map_err(|message| refused(py, &message))?);
    let mut known = known();
    let known = known.get_or_insert_default();
    if known.len() == MOST_KNOWN {
        known.clear();
    }
    known.insert(key, Arc::clone(&found));
    Ok(found)
}

fn find(
    text: &str,
    count: usize,
    target: &str,
    version: Option<&str>,
) -> Result<Prepared, Message> {
    let dialect = dialect(target, version)?;
    let mnemonic = text.split('.').next().unwrap_or_default();
    if !forms::matrix(mnemonic).is_empty() {
        let message = Message::new(format!("`{mnemonic}` is an instruction on matrices"));
        return Err(message.help("call `ptx_bits.mma` with the same instruction"));
    }
    let found = Instruction::new(text, count, &[dialect]).map_err(|fault| fault.message)?;
    if found.sources.iter().chain(&found.results).any(|slot| slot.ty == Type::B128) {
        let message = Message::new(format!("`{text}` has an operand of 128 bits"));
        return Err(message
            .note("NumPy has no integers of 128 bits")
            .help("move its halves as `uint64`"));
    }
    let places: Vec<_> = found.results.iter().map(|slot| slot.place).collect();
    // If the instruction reads the carry flag, the flag is the last source.
    let program = Program::new(&found.computation.value, count.saturating_sub(1), &places);
    let program = program.ok_or_else(|| format!("`{text}` has no function"))?;
    let literals = literals(&found);
    let source = |(i, slot): (usize, &Slot)| Source {
        slot: slot.clone(),
        name: slot.name.clone(),
        dtype: dtype(slot),
        word: slot.ty.word(),
        literals: literals.get(i).copied().unwrap_or(Literals::Any),
    };
    Ok(Prepared {
        sources: found.sources.iter().enumerate().map(source).collect(),
        results: found.results.iter().map(dtype).collect(),
        program,
    })
}

fn dtype(slot: &Slot) -> Dtype {
    slot.kind.map_or_else(|| Dtype::of(slot.ty), Dtype::of_machine)
}

/// Returns the literals that each source accepts. Each element of a vector is a source.
fn literals(instruction: &Instruction) -> Vec<Literals> {
    let operands = instruction.selection.iter().flat_map(|chosen| &chosen.form.operands[1..]);
    let each = |slot: &ptx_isa::forms::OperandSlot| {
        vec![slot.literals; slot.elements.map_or(1, |count| count as usize)]
    };
    operands.flat_map(each).collect()
}
