//! Instructions that compute registers of one thread.

use super::{Placed, Reader};
use crate::resolve::{Fault, Operand, judged};
use ptx_isa::{Computation, Dialect, Type};

/// A computation on registers.
#[derive(Clone, Debug)]
pub struct Compute<'o, 'a> {
    /// The functions of `ptx-core` that compute the results.
    pub computation: Computation,
    /// The sources with their types.
    pub sources: Vec<(Placed<'o, 'a>, Type)>,
    /// The destinations with their types; `None` for a result that the instruction has no operand for.
    pub destinations: Vec<(Option<Placed<'o, 'a>>, Type)>,
    /// Whether the instruction moves a value of 128 bits.
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
        let all = (1..operands.len()).flat_map(|i| self.elements(i, false));
        let sources = all.zip(selection.source_types()).collect();
        let mut to = match operands.is_empty() {
            true => Vec::new(),
            false => self.elements(0, false),
        }
        .into_iter();
        let types = selection.destination_types().into_iter();
        let destinations = types.map(|ty| (to.next(), ty)).collect();
        let is_wide = selection.instruction_type() == Some(Type::B128);
        Ok(Compute { computation, sources, destinations, is_wide })
    }
}

impl Compute<'_, '_> {
    /// Replaces each value of 128 bits by its two halves, the low half first.
    #[must_use]
    pub fn in_halves(mut self) -> Self {
        let sources = self.sources.into_iter();
        self.sources = sources
            .flat_map(|((operand, at), ty)| {
                halves(operand, ty).map(move |(half, ty)| ((half, at), ty))
            })
            .collect();
        let destinations = self.destinations.into_iter();
        self.destinations = destinations
            .flat_map(|(to, ty)| match to {
                Some((operand, at)) => {
                    halves(operand, ty).map(|(half, ty)| (Some((half, at)), ty)).collect()
                }
                None => vec![(None, ty)],
            })
            .collect();
        self
    }
}

/// Returns the halves of an operand of 128 bits. Returns any other operand itself.
fn halves(operand: Operand<'_>, ty: Type) -> impl Iterator<Item = (Operand<'_>, Type)> {
    let both = match (&operand, ty) {
        (Operand::Register(id), Type::B128) => {
            [0, 1].map(|half| Some((Operand::Element(*id, half), Type::B64)))
        }
        (Operand::Sink, Type::B128) => [0, 1].map(|_| Some((Operand::Sink, Type::B64))),
        _ => [Some((operand, ty)), None],
    };
    both.into_iter().flatten()
}
