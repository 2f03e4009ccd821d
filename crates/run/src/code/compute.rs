//! Computations of registers by the loops of `ptx-loops`.

use super::{Flow, Reg, Width};
use ptx_isa::{Argument, Rust};
use ptx_loops::{Place, Program, Step};

/// A loop of `ptx-loops`, and the registers of its sources and results.
#[derive(Clone, Debug)]
pub(crate) struct Compute {
    pub(crate) step: Step,
    /// How undefined bits of the sources reach the results.
    pub(crate) flow: Flow,
    pub(crate) sources: Vec<Reg>,
    pub(crate) results: Vec<Reg>,
}

impl Compute {
    /// Returns the loops that compute `value`: nested calls of `ptx-core` functions. If a call reads the carry flag, the flag
    /// is the last source. Results that are missing in `results`, and intermediate values, get new registers from
    /// `temporary`. Returns `None` if there is no loop for a call.
    pub(crate) fn all(
        value: &Argument,
        sources: &[Reg],
        results: &[Reg],
        mut temporary: impl FnMut(Width) -> Reg,
    ) -> Option<Vec<Self>> {
        let types = value.returns()?.types();
        let wanted: Vec<_> = (0..types.len()).collect();
        let program = Program::new(value, sources.len().saturating_sub(1), &wanted)?;
        let temporaries: Vec<_> =
            program.temporaries().iter().map(|ty| temporary(width(*ty))).collect();
        let mut results = results.to_vec();
        for ty in &types[results.len().min(types.len())..] {
            results.push(temporary(width(*ty)));
        }
        let register = |place: &Place| match place {
            Place::Source(i) => sources.get(*i).copied(),
            Place::Temporary(i) => temporaries.get(*i).copied(),
            Place::Result(i) => results.get(*i).copied(),
        };
        let saturates = |one: &Argument| *one == Argument::Mode("Saturation::Sat");
        let is_saturated =
            matches!(value, Argument::Call(call) if call.arguments.iter().any(saturates));
        let one = |step: &Step| {
            let sources = step.sources.iter().map(register).collect::<Option<Vec<_>>>()?;
            let results = step.results.iter().map(register).collect::<Option<Vec<_>>>()?;
            let flow = if is_saturated { Flow::Lanes(1) } else { Flow::of(&step.function) };
            Some(Self { step: step.clone(), flow, sources, results })
        };
        program.steps().iter().map(one).collect()
    }
}

/// Returns the width of a Rust type.
fn width(ty: Rust) -> Width {
    match ty {
        Rust::Bool | Rust::U8 | Rust::I8 => Width::B8,
        Rust::U16 | Rust::I16 => Width::B16,
        Rust::U32 | Rust::I32 | Rust::F32 => Width::B32,
        // No operation works on values of 128 bits: they are divided into halves.
        Rust::U64 | Rust::U128 | Rust::I64 | Rust::F64 => Width::B64,
    }
}
