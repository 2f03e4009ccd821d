//! Decodes the addresses of variables: `table+4`, `table[%r1]`.

use super::operand::{is_of_frame, unsupported};
use super::variable::Place;
use super::{Body, Decoder};
use crate::code::{Action, Reg, Source, Width};
use crate::memory::address::{LOCAL, Space};
use ptx_isa::{Argument, Call, Returns, Rust, Type};
use ptx_module::resolve::{Fault, Index, Meaning, RegisterType, Symbol};
use ptx_module::syntax::{Span, StateSpace};

impl<'a> Decoder<'a, '_> {
    /// Returns the state space of a variable, and a register of 64 bits with the address that a symbol stands for.
    pub(super) fn variable_address(
        &mut self,
        body: &mut Body<'a>,
        symbol: Symbol<'a>,
        span: &Span,
    ) -> Result<(Space, Reg), Fault> {
        let Some(index) = symbol.index else {
            if is_of_frame(body, symbol) {
                return self.frame_address(body, symbol, span);
            }
            let (space, source) = self.symbol(body, symbol, span)?;
            return Ok((space, self.constant(Width::B64, source)));
        };
        let distance = self.distance(body, index, symbol.offset, span)?;
        let plain = Symbol { offset: 0, index: None, ..symbol };
        let (space, start) = match is_of_frame(body, symbol) {
            true => self.frame_address(body, plain, span)?,
            false => {
                let (space, start) = self.symbol(body, plain, span)?;
                let width = if space.is_narrow() { Width::B32 } else { Width::B64 };
                (space, self.constant(width, start))
            }
        };
        if space.is_narrow() {
            let start = self.converted(start, Width::B32, false);
            let sum = self.computed("add_u32", Rust::U32, &[start, distance], span)?;
            return Ok((space, self.converted(sum, Width::B64, false)));
        }
        // On a GPU, an address in constant or parameter memory has 32 bits too. Here it has 64 bits, and a distance
        // with its highest bit set is a negative distance.
        let is_const = |name| {
            self.module_variable(name)
                .is_some_and(|(_, variable)| variable.0.space.value == StateSpace::Const)
        };
        let is_signed = match symbol.meaning {
            Meaning::Global => is_const(symbol.name),
            _ => space == Space::Parameter,
        };
        let distance = self.converted(distance, Width::B64, is_signed);
        Ok((space, self.computed("add_u64", Rust::U64, &[start, distance], span)?))
    }

    /// Returns the state space and the address of a variable of a function that is not inlined.
    fn frame_address(
        &mut self,
        body: &Body<'a>,
        symbol: Symbol<'a>,
        span: &Span,
    ) -> Result<(Space, Reg), Fault> {
        let Meaning::Variable(id) = symbol.meaning else { return Err(unsupported(span)) };
        let Place::Local { base: Some(from), offset, is_parameter, .. } = body.places[id] else {
            return Err(unsupported(span));
        };
        let (space, start) =
            if is_parameter { (Space::Parameter, LOCAL) } else { (Space::Local, 0) };
        let number = start.wrapping_add(offset as u64).wrapping_add(symbol.offset);
        let to = self.temporary(Width::B64);
        self.push(Action::Add { to, from, number });
        Ok((space, to))
    }

    /// Returns a register of 32 bits with the distance of an array element from the first element, in bytes.
    fn distance(
        &mut self,
        body: &mut Body<'a>,
        Index { register, bytes }: Index,
        offset: u64,
        span: &Span,
    ) -> Result<Reg, Fault> {
        let ty = body.function.registers[register].ty;
        let is_signed = matches!(ty, RegisterType::Scalar(Type::S8 | Type::S16));
        let index = self.register(body, register, span)?;
        let index = self.converted(index, Width::B32, is_signed);
        let low = |number| Source::Bits(number & u64::from(u32::MAX));
        let bytes = self.constant(Width::B32, low(bytes));
        let offset = self.constant(Width::B32, low(offset));
        self.computed("mad_lo_u32", Rust::U32, &[index, bytes, offset], span)
    }

    /// Returns a register with the result of a `ptx-core` function, whose arguments and result have type `ty`.
    fn computed(
        &mut self,
        function: &str,
        ty: Rust,
        sources: &[Reg],
        span: &Span,
    ) -> Result<Reg, Fault> {
        let arguments = (0..sources.len()).map(|i| Argument::Source(i, ty)).collect();
        let call = Call { function: function.into(), arguments, returns: Returns::One(ty) };
        let to = self.temporary(if ty == Rust::U32 { Width::B32 } else { Width::B64 });
        self.tree(&Argument::Call(call), sources, &[to]).ok_or_else(|| unsupported(span))?;
        Ok(to)
    }
}
