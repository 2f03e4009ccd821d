//! Decodes instructions that do more than compute registers, such as memory and control instructions.

use super::operand::unsupported;
use super::variable::Place;
use super::{Body, Decoder};
use crate::code::stack::Stack;
use crate::code::{Access, Action, Reg, Source, Width};
use crate::memory::address::{LOCAL, PARAMETERS, SHARED, Space};
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_module::operation::{self, Conversion, Fence, Operation, Placed, Product, space};
use ptx_module::resolve::{Fault, Instruction, Meaning, Operand, Symbol};
use ptx_module::syntax::Span;

/// The alignment of `alloca` without one.
const ALIGNMENT: u64 = 8;

impl<'a> Decoder<'a, '_> {
    /// Decodes an instruction that does more than compute registers. Only calls and the indices of `brx.idx` are decoded
    /// elsewhere.
    pub(super) fn action(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        operation: &Operation<'_, 'a>,
    ) -> Result<(), Fault> {
        match operation {
            Operation::Compute(one) if one.is_wide => {
                self.compute(body, instruction, &one.clone().in_halves())?;
            }
            Operation::Compute(one) => self.compute(body, instruction, one)?,
            Operation::Multiply(Product::Warp | Product::Fragments) => {
                self.multiply(body, instruction)?;
            }
            Operation::Multiply(Product::Warpgroup) => self.product(body, instruction)?,
            Operation::Load(access) => self.load(body, instruction, access)?,
            Operation::Store(access) => self.store(body, instruction, access)?,
            Operation::AsyncStore { store, mbarrier } => {
                let bytes = store.elements.len() * store.ty.bits() as usize / 8;
                self.store(body, instruction, store)?;
                self.complete(body, instruction, mbarrier.as_ref(), bytes)?;
            }
            Operation::AsyncReduction { update, mbarrier } => {
                let bytes = update.b.len() * update.ty.bits() as usize / 8;
                self.atomic(body, instruction, update)?;
                self.complete(body, instruction, mbarrier.as_ref(), bytes)?;
            }
            Operation::Convert(conversion) => self.convert(body, instruction, conversion)?,
            Operation::TestSpace { space, of_cluster, to, from } => {
                self.test_space(body, (*space, *of_cluster), to, from)?;
            }
            Operation::Atomic(one) => self.atomic(body, instruction, one)?,
            Operation::Fence(Fence::Memory(scope)) => {
                self.push(Action::Fence { acquires: true, releases: Some(*scope) });
            }
            Operation::Fence(Fence::AsyncProxy) => self.push(Action::ProxyFence),
            Operation::Fence(Fence::OtherProxy) | Operation::Hint => {}
            Operation::Trap | Operation::Breakpoint => self.push(Action::Trap),
            Operation::Barrier(one) => self.barrier(body, one)?,
            Operation::Warp(one) => self.warp(body, one)?,
            Operation::AsyncCopy(one) => self.async_copy(body, one)?,
            Operation::AsyncCommit => self.push(Action::AsyncCommit),
            Operation::AsyncWait(count) => self.push(Action::AsyncWait(*count)),
            Operation::CachePolicy { to } => self.create_policy(body, to)?,
            Operation::Other(effect) => self.effect(body, instruction, *effect)?,
            Operation::Jump
            | Operation::Switch { .. }
            | Operation::Call(_)
            | Operation::Return
            | Operation::Exit => {}
        }
        Ok(())
    }

    /// Decodes an instruction on barriers in memory, bulk copies, clusters or matrices.
    fn effect(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        effect: Effect,
    ) -> Result<(), Fault> {
        match effect {
            Effect::LoadMatrix | Effect::StoreMatrix | Effect::MoveMatrix => {
                self.move_matrix(body, instruction, effect)
            }
            Effect::LoadFragment | Effect::StoreFragment => {
                self.move_fragment(body, instruction, effect == Effect::LoadFragment)
            }
            Effect::MatrixSync => {
                self.order_products(instruction);
                Ok(())
            }
            Effect::Mbarrier | Effect::MbarrierArrive | Effect::MbarrierTest => {
                self.mbarrier(body, instruction, effect)
            }
            Effect::Store => self.fill(body, instruction),
            Effect::BulkCopy => self.bulk(body, instruction),
            Effect::TensorMap => self.tensor_map(body, instruction),
            Effect::TensorAllocation
            | Effect::TensorLoad
            | Effect::TensorStore
            | Effect::TensorCopy
            | Effect::TensorSync
            | Effect::TensorMatrix
                if cfg!(feature = "tensor-memory") =>
            {
                self.tensor(body, instruction, effect)
            }
            Effect::BulkCommit => {
                self.push(Action::BulkCommit);
                Ok(())
            }
            Effect::BulkWait => {
                self.bulk_wait(instruction);
                Ok(())
            }
            Effect::ClusterAddress | Effect::ClusterRank => self.cluster_address(body, instruction),
            Effect::ClusterBarrier => {
                self.cluster_barrier(instruction);
                Ok(())
            }
            Effect::LaunchCancel => self.cancel(body, instruction),
            Effect::LaunchQuery => self.query_cancel(body, instruction),
            Effect::MbarrierCount => self.pending_count(body, instruction),
            Effect::StackAllocation | Effect::StackSave | Effect::StackRestore => {
                self.stack(body, instruction, effect)
            }
            _ => Err(not_supported(instruction)),
        }
    }

    /// Decodes `createpolicy`. A cache policy has no effect here, so every policy is 0.
    fn create_policy(
        &mut self,
        body: &mut Body<'a>,
        (to, at): &Placed<'_, 'a>,
    ) -> Result<(), Fault> {
        if let Some(to) = self.destination(body, to, at)? {
            let from = self.constant(Width::B64, Source::Bits(0));
            self.push(Action::Copy { to, from, is_signed: false });
        }
        Ok(())
    }

    /// Decodes `alloca`, `stacksave` or `stackrestore`.
    fn stack(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        effect: Effect,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let ty = selection.instruction_type().unwrap_or(Type::U64);
        let at = |i: usize| &written.operands[i].span;
        if effect == Effect::StackRestore {
            let from = self.value(body, &operands[0], at(0), ty)?;
            self.push(Action::Stack(Stack::Restore { from }));
            return Ok(());
        }
        let Some(to) = self.destination(body, &operands[0], at(0))? else {
            return Err(unsupported(at(0)));
        };
        let stack = match operands.get(1) {
            None => Stack::Save { to },
            Some(bytes) => {
                let bytes = self.value(body, bytes, at(1), ty)?;
                let alignment = operands.get(2).and_then(operation::number);
                Stack::Allocate { bytes, alignment: alignment.unwrap_or(ALIGNMENT), to }
            }
        };
        self.push(Action::Stack(stack));
        Ok(())
    }

    fn load(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        access: &operation::Access<'_, 'a>,
    ) -> Result<(), Fault> {
        let ty = access.ty;
        let width = Width::of_bits(ty.bits());
        let is_signed = ty.rust().is_signed();
        let mut destinations = Vec::new();
        for (operand, at) in &access.elements {
            destinations.push(self.destination(body, operand, at)?);
        }
        let (operand, span) = &access.address;
        match self.parameter(body, operand) {
            Some((Place::Parameter { offset, bytes }, within)) => {
                self.is_within(instruction, bytes, within, ty, destinations.len())?;
                for (i, to) in destinations.into_iter().enumerate() {
                    let start = offset + within as usize + i * width.bytes();
                    let from = self.constant(width, Source::Parameter(start));
                    if let Some(to) = to {
                        self.push(Action::Copy { to, from, is_signed });
                    }
                }
                return Ok(());
            }
            Some((Place::Register(from, _), _)) => {
                if let Some(Some(to)) = destinations.first() {
                    self.push(Action::Copy { to: *to, from, is_signed });
                }
                return Ok(());
            }
            Some((Place::Local { bytes, .. }, within)) => {
                self.is_within(instruction, bytes, within, ty, destinations.len())?;
            }
            _ => {}
        }
        let (space, address, offset) = self.address_in(access.space, body, operand, span)?;
        let values = destinations;
        self.push(Action::Load(Access {
            space,
            address,
            offset,
            width,
            is_signed,
            values,
            order: access.order,
        }));
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        access: &operation::Access<'_, 'a>,
    ) -> Result<(), Fault> {
        let ty = access.ty;
        let width = Width::of_bits(ty.bits());
        let mut values = Vec::new();
        for (operand, at) in &access.elements {
            values.push(Some(self.stored(body, operand, at, ty)?));
        }
        let (operand, span) = &access.address;
        match self.parameter(body, operand) {
            Some((Place::Register(to, _), _)) => {
                if let Some(Some(from)) = values.first() {
                    self.push(Action::Copy { to, from: *from, is_signed: false });
                }
                return Ok(());
            }
            Some((Place::Parameter { .. }, _)) => {
                let what = "a kernel cannot write to its parameters";
                return Err(Fault::new(instruction.written.spelling_span(), what));
            }
            Some((Place::Local { bytes, .. }, within)) => {
                self.is_within(instruction, bytes, within, ty, values.len())?;
            }
            _ => {}
        }
        let (space, address, offset) = self.address_in(access.space, body, operand, span)?;
        self.push(Action::Store(Access {
            space,
            address,
            offset,
            width,
            is_signed: false,
            values,
            order: access.order,
        }));
        Ok(())
    }

    /// Returns the register of a stored value. The register may be wider than the value.
    fn stored(
        &mut self,
        body: &mut Body<'a>,
        operand: &Operand<'a>,
        span: &Span,
        ty: Type,
    ) -> Result<Reg, Fault> {
        match operand {
            Operand::Register(id) => self.register(body, *id, span),
            _ => self.value(body, operand, span, ty),
        }
    }

    /// Returns the state space of an access, the register with its address, and the constant to add to the
    /// address.
    pub(super) fn address(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        operand: &Operand<'a>,
        span: &Span,
    ) -> Result<(Space, Reg, u64), Fault> {
        self.address_in(space(instruction), body, operand, span)
    }

    /// Returns the same for an instruction that names this state space.
    pub(super) fn address_in(
        &mut self,
        written: Space,
        body: &mut Body<'a>,
        operand: &Operand<'a>,
        span: &Span,
    ) -> Result<(Space, Reg, u64), Fault> {
        let Operand::Address(base, offset) = operand else {
            return Err(Fault::new(span.clone(), "expected an address"));
        };
        match base.as_ref() {
            Operand::Symbol(symbol) => {
                let offset = symbol.offset.wrapping_add(*offset);
                let symbol = Symbol { offset, ..*symbol };
                let (own, address) = self.variable_address(body, symbol, span)?;
                let space = if written == Space::Generic { own } else { written };
                Ok((space, address, 0))
            }
            Operand::Register(id) => Ok((written, self.register(body, *id, span)?, *offset)),
            base => Ok((written, self.value(body, base, span, Type::B64)?, *offset)),
        }
    }

    /// Returns the storage of the parameter or `.param` variable that an address names, and the offset in this storage.
    fn parameter(&self, body: &Body<'a>, operand: &Operand<'a>) -> Option<(Place, u64)> {
        let Operand::Address(base, offset) = operand else { return None };
        let Operand::Symbol(symbol) = **base else { return None };
        let Meaning::Variable(variable) = symbol.meaning else { return None };
        let place = body.places[variable];
        let is_parameter = match place {
            Place::Parameter { .. } | Place::Register(..) => true,
            Place::Local { is_parameter, .. } => is_parameter,
            _ => false,
        };
        (is_parameter && symbol.index.is_none())
            .then_some((place, symbol.offset.wrapping_add(*offset)))
    }

    /// Rejects an access to `count` elements that exceeds the parameter.
    fn is_within(
        &self,
        instruction: &Instruction<'a>,
        size: usize,
        offset: u64,
        ty: Type,
        count: usize,
    ) -> Result<(), Fault> {
        let end = (u64::from(ty.bits()) / 8 * count as u64).checked_add(offset);
        match end.is_some_and(|end| end <= size as u64) {
            true => Ok(()),
            false => {
                let spelling = instruction.written.spelling();
                let what = format!("`{spelling}` goes beyond the {size} bytes of its parameter");
                Err(Fault::new(instruction.written.spelling_span(), what))
            }
        }
    }

    /// Decodes `cvta`. In shared and local memory, an address is the generic address minus the generic
    /// address of byte 0. Addresses of global, constant and parameter memory are generic addresses. A compiler may move
    /// the address of a kernel's parameter through a register of 32 bits, which keeps the offset.
    fn convert(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        conversion: &Conversion<'_, 'a>,
    ) -> Result<(), Fault> {
        let &Conversion { space, is_from_generic, ty, .. } = conversion;
        let base = match space {
            Space::Shared => SHARED,
            Space::Local => LOCAL,
            _ => 0,
        };
        let number = if is_from_generic { base.wrapping_neg() } else { base };
        if ty.bits() == 32 && base != 0 {
            let what = "addresses of 32 bits are not supported";
            return Err(Fault::new(instruction.written.spelling_span(), what));
        }
        let (from, at) = &conversion.from;
        let mut from = self.value(body, from, at, ty)?;
        let (to, at) = &conversion.to;
        let Some(to) = self.destination(body, to, at)? else {
            return Err(unsupported(at));
        };
        let is_of_kernel = body.after.is_none() && ty.bits() == 64;
        let (base, number) = match space {
            Space::Parameter if is_of_kernel && !is_from_generic => {
                for width in [Width::B32, Width::B64] {
                    let part = self.temporary(width);
                    self.push(Action::Copy { to: part, from, is_signed: false });
                    from = part;
                }
                (PARAMETERS, PARAMETERS)
            }
            _ => (base, number),
        };
        self.push(match base {
            0 => Action::Copy { to, from, is_signed: false },
            _ => Action::Add { to, from, number },
        });
        Ok(())
    }

    fn test_space(
        &mut self,
        body: &mut Body<'a>,
        (space, of_cluster): (Space, bool),
        (to, at): &Placed<'_, 'a>,
        (from, of): &Placed<'_, 'a>,
    ) -> Result<(), Fault> {
        let from = self.value(body, from, of, Type::U64)?;
        if let Some(to) = self.destination(body, to, at)? {
            self.push(Action::SpaceTest { to, from, space, of_cluster });
        }
        Ok(())
    }
}

/// Returns the fault for an instruction that the engine does not support.
pub(super) fn not_supported(instruction: &Instruction<'_>) -> Fault {
    let what = format!("`{}` is not supported", instruction.selection.spelling());
    Fault::new(instruction.written.spelling_span(), what)
}
