//! Instructions that compute registers of one thread.

use super::{Placed, Reader};
use crate::resolve::{Fault, judged};
use ptx_isa::{Computation, Dialect, Type};

/// A computation on registers.
#[derive(Clone, Debug)]
pub struct Compute<'o, 'a> {
    /// The functions of `ptx-core` that compute the results.
    pub computation: Computation,
    /// The sources with their types. A value of 128 bits is two sources of `.b64`.
    pub sources: Vec<(Placed<'o, 'a>, Type)>,
    /// The destinations with their types; `None` for a result that the instruction has no operand for.
    pub destinations: Vec<(Option<Placed<'o, 'a>>, Type)>,
    /// Whether the instruction moves a value of 128 bits, as its two halves.
    pub is_wide: bool,
}

impl<'o, 'a> Reader<'o, '_, 'a> {
    pub(super) fn compute(&self, dialect: &Dialect) -> Result<Compute<'o, 'a>, Fault> {
        let selection = &self.instruction.selection;
        let operands = &self.instruction.operands;
        let described: Vec<_> = operands.iter().map(|one| judged(one, self.registers)).collect();
        let Some(computation) = selection.computation_on(&described, dialect) else {
            let what = format!("`{}` is not computed", selection.spelling());
            return Err(Fault::new(self.instruction.written.spelling_span(), what));
        };
        let is_wide = selection.instruction_type() == Some(Type::B128);
        let all = (1..operands.len()).flat_map(|i| self.elements(i, is_wide));
        let sources = all.zip(halves(selection.source_types())).collect();
        let mut to = match operands.is_empty() {
            true => Vec::new(),
            false => self.elements(0, is_wide),
        }
        .into_iter();
        let types = halves(selection.destination_types());
        let destinations = types.into_iter().map(|ty| (to.next(), ty)).collect();
        Ok(Compute { computation, sources, destinations, is_wide })
    }
}

/// Replaces each type of 128 bits by the types of its halves.
fn halves(types: Vec<Type>) -> Vec<Type> {
    let halves = |ty| match ty {
        Type::B128 => vec![Type::B64; 2],
        ty => vec![ty],
    };
    types.into_iter().flat_map(halves).collect()
}
