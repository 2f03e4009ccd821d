//! Decodes instructions that do more than compute registers, such as memory and control instructions.

use super::compute::expand;
use super::operand::unsupported;
use super::variable::Place;
use super::{Body, Decoder, elements};
use crate::code::{Access, Action, Order, Reg, Scope, Source, Width};
use crate::memory::address::{LOCAL, PARAMETERS, SHARED, Space};
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_module::resolve::{Fault, Instruction, Meaning, Operand, Symbol};
use ptx_module::syntax::Span;

impl<'a> Decoder<'a, '_> {
    /// Decodes an instruction that does more than compute registers. Each supported [`Effect`] occurs in an arm of the
    /// `match`. Similar effects share a function.
    pub(super) fn effect(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        effect: Effect,
    ) -> Result<(), Fault> {
        match effect {
            Effect::Store | Effect::Reduction if is_asynchronous(instruction) => {
                self.asynchronous(body, instruction, effect)
            }
            Effect::Load => self.load(body, instruction),
            Effect::Store => self.store(body, instruction),
            Effect::Convert => self.convert(body, instruction),
            Effect::Jump | Effect::Switch | Effect::Call | Effect::Return | Effect::Exit => Ok(()),
            Effect::Trap | Effect::Breakpoint => {
                self.push(Action::Trap);
                Ok(())
            }
            Effect::SpaceTest => self.space_test(body, instruction),
            Effect::Barrier | Effect::BarrierReduction => self.barrier(body, instruction),
            Effect::Shuffle
            | Effect::Vote
            | Effect::Match
            | Effect::WarpReduction
            | Effect::ActiveMask
            | Effect::Elect
            | Effect::WarpBarrier => self.warp(body, instruction, effect),
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
            Effect::Fence => {
                let words: Vec<_> = instruction.selection.modifiers.iter().flatten().collect();
                // `fence.alias` and `fence.proxy` order accesses through different proxies.
                let is_of_proxy =
                    words.iter().any(|word| **word == "alias" || word.starts_with("proxy"));
                let scope = if words.contains(&&"cta") { Scope::Block } else { Scope::Device };
                if !is_of_proxy {
                    self.push(Action::Fence(scope));
                } else if words.iter().any(|word| word.contains("async")) {
                    self.push(Action::ProxyFence);
                }
                Ok(())
            }
            Effect::Atomic | Effect::Reduction => self.atomic(body, instruction),
            Effect::AsyncCopy => self.async_copy(body, instruction),
            Effect::AsyncCommit => {
                self.push(Action::AsyncCommit);
                Ok(())
            }
            Effect::AsyncWait => {
                self.async_wait(instruction);
                Ok(())
            }
            Effect::Mbarrier | Effect::MbarrierArrive | Effect::MbarrierTest => {
                self.mbarrier(body, instruction, effect)
            }
            Effect::BulkCopy => self.bulk(body, instruction),
            Effect::TensorMap => self.tensor_map(body, instruction),
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
            Effect::MbarrierCount => self.pending_count(body, instruction),
            Effect::CachePolicy => self.policy(body, instruction),
            Effect::Sleep
            | Effect::CacheHint
            | Effect::Event
            | Effect::GridDependency
            | Effect::RegisterCount => Ok(()),
            _ => Err(not_supported(instruction)),
        }
    }

    /// Decodes `createpolicy`. A cache policy has no effect here, so every policy is 0.
    fn policy(&mut self, body: &mut Body<'a>, instruction: &Instruction<'a>) -> Result<(), Fault> {
        let at = &instruction.written.operands[0].span;
        if let Some(to) = self.destination(body, &instruction.operands[0], at)? {
            let from = self.constant(Width::B64, Source::Bits(0));
            self.push(Action::Copy { to, from, is_signed: false });
        }
        Ok(())
    }

    fn load(&mut self, body: &mut Body<'a>, instruction: &Instruction<'a>) -> Result<(), Fault> {
        let Instruction { written, operands, .. } = instruction;
        let (ty, is_wide) = accessed(instruction);
        let width = Width::of_bits(ty.bits());
        let is_signed = ty.rust().is_signed();
        let mut destinations = Vec::new();
        for (operand, at) in expand(body, elements(&operands[0], &written.operands[0]), is_wide) {
            destinations.push(self.destination(body, &operand, at)?);
        }
        let span = &written.operands[1].span;
        match self.parameter(body, &operands[1]) {
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
        let (space, address, offset) = self.address(body, instruction, &operands[1], span)?;
        let values = destinations;
        self.push(Action::Load(Access {
            space,
            address,
            offset,
            width,
            is_signed,
            values,
            order: order(instruction),
        }));
        Ok(())
    }

    pub(super) fn store(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, .. } = instruction;
        let (ty, is_wide) = accessed(instruction);
        let width = Width::of_bits(ty.bits());
        let mut values = Vec::new();
        for (operand, at) in expand(body, elements(&operands[1], &written.operands[1]), is_wide) {
            values.push(Some(self.stored(body, &operand, at, ty)?));
        }
        let span = &written.operands[0].span;
        match self.parameter(body, &operands[0]) {
            Some((Place::Register(to, _), _)) => {
                if let Some(Some(from)) = values.first() {
                    self.push(Action::Copy { to, from: *from, is_signed: false });
                }
                return Ok(());
            }
            Some((Place::Parameter { .. }, _)) => {
                let what = "a kernel cannot write to its parameters";
                return Err(Fault::new(written.spelling_span(), what));
            }
            Some((Place::Local { bytes, .. }, within)) => {
                self.is_within(instruction, bytes, within, ty, values.len())?;
            }
            _ => {}
        }
        let (space, address, offset) = self.address(body, instruction, &operands[0], span)?;
        self.push(Action::Store(Access {
            space,
            address,
            offset,
            width,
            is_signed: false,
            values,
            order: order(instruction),
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
        let Operand::Address(base, offset) = operand else {
            return Err(Fault::new(span.clone(), "expected an address"));
        };
        let written = space(instruction);
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
    fn convert(&mut self, body: &mut Body<'a>, instruction: &Instruction<'a>) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let base = match space(instruction) {
            Space::Shared => SHARED,
            Space::Local => LOCAL,
            _ => 0,
        };
        let is_back = selection.modifiers.contains(&Some("to"));
        let number = if is_back { base.wrapping_neg() } else { base };
        let ty = selection.instruction_type().unwrap_or(Type::U64);
        let at = &written.operands[1].span;
        if ty.bits() == 32 && base != 0 {
            let what = "addresses of 32 bits are not supported";
            return Err(Fault::new(written.spelling_span(), what));
        }
        let mut from = self.value(body, &operands[1], at, ty)?;
        let at = &written.operands[0].span;
        let Some(to) = self.destination(body, &operands[0], at)? else {
            return Err(unsupported(at));
        };
        let is_of_kernel = body.after.is_none() && ty.bits() == 64;
        let (base, number) = match space(instruction) {
            Space::Parameter if is_of_kernel && !is_back => {
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

    fn space_test(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, .. } = instruction;
        let from = self.value(body, &operands[1], &written.operands[1].span, Type::U64)?;
        let to = self.destination(body, &operands[0], &written.operands[0].span)?;
        if let Some(to) = to {
            self.push(Action::SpaceTest { to, from, space: space(instruction) });
        }
        Ok(())
    }
}

/// Returns the type of the values that a load or store moves, and whether the instruction's type is `.b128`. A `.b128`
/// value is moved as two values of 64 bits, as with `.v2.b64`.
fn accessed(instruction: &Instruction<'_>) -> (Type, bool) {
    match instruction.selection.instruction_type() {
        Some(Type::B128) => (Type::B64, true),
        ty => (ty.unwrap_or(Type::B32), false),
    }
}

/// Returns whether an instruction is `st.async`, `st.bulk` or `red.async`.
fn is_asynchronous(instruction: &Instruction<'_>) -> bool {
    let mut words = instruction.selection.modifiers.iter().flatten();
    words.any(|word| matches!(*word, "async" | "bulk"))
}

/// Returns the fault for an instruction that the engine does not support.
pub(super) fn not_supported(instruction: &Instruction<'_>) -> Fault {
    let what = format!("`{}` is not supported", instruction.selection.spelling());
    Fault::new(instruction.written.spelling_span(), what)
}

/// Returns the memory ordering of an access. An atomic instruction without an ordering modifier is relaxed.
pub(super) fn order(instruction: &Instruction<'_>) -> Order {
    let words: Vec<_> = instruction.selection.modifiers.iter().flatten().copied().collect();
    let has = |word: &str| words.contains(&word);
    let effect = instruction.selection.form.effect();
    let is_atomic = matches!(effect, Some(Effect::Atomic | Effect::Reduction));
    let strong = ["volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"];
    let is_strong = is_atomic || words.iter().any(|word| strong.contains(word));
    let scope = if has("cta") { Scope::Block } else { Scope::Device };
    Order {
        scope: is_strong.then_some(scope),
        acquires: has("acquire") || has("acq_rel"),
        releases: has("release") || has("acq_rel"),
    }
}

/// Returns the state space that the modifiers of an instruction name.
pub(super) fn space(instruction: &Instruction<'_>) -> Space {
    let words = instruction.selection.modifiers.iter().flatten();
    let known = words.filter_map(|word| {
        Some(match *word {
            "global" => Space::Global,
            "const" => Space::Constant,
            "local" => Space::Local,
            word if word.starts_with("shared") => Space::Shared,
            word if word.starts_with("param") => Space::Parameter,
            _ => return None,
        })
    });
    known.into_iter().next().unwrap_or(Space::Generic)
}
