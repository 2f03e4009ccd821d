//! Decodes operands into registers.

use super::variable::Place;
use super::{Body, Decoder};
use crate::code::{Action, Cluster, Reg, Reserved, Source, Special, Width};
use crate::memory::address::{LOCAL, PARAMETERS, Space};
use ptx_isa::{Message, Type};
use ptx_module::resolve::{Fault, Meaning, Operand, Symbol};
use ptx_module::syntax::{FunctionKind, Name, Span, StateSpace};

impl<'a> Decoder<'a, '_> {
    /// Returns a register of the width of `ty` with the value of a source operand.
    pub(super) fn value(
        &mut self,
        body: &mut Body<'a>,
        operand: &Operand<'a>,
        span: &Span,
        ty: Type,
    ) -> Result<Reg, Fault> {
        let width = Width::of_bits(ty.bits());
        let found = match operand {
            Operand::Register(id) => self.register(body, *id, span)?,
            Operand::Element(id, i) => {
                let all = self.registers(body, *id);
                *all.get(*i as usize).ok_or_else(|| unsupported(span))?
            }
            Operand::Immediate(literal) => {
                let bits = literal.bits(ty).map_err(|message| Fault::new(span.clone(), message))?;
                self.constant(width, Source::Bits(bits))
            }
            Operand::Complement(inner) => {
                let from = self.value(body, inner, span, ty)?;
                let to = self.temporary(Width::B8);
                self.push(Action::Not { to, from });
                to
            }
            Operand::Lanes(inner, _) | Operand::Negated(inner) => {
                self.value(body, inner, span, ty)?
            }
            Operand::Special(name) => self.special(*name, span)?,
            Operand::Symbol(symbol) if symbol.index.is_some() || is_of_frame(body, *symbol) => {
                self.variable_address(body, *symbol, span)?.1
            }
            Operand::Symbol(symbol) => {
                let source = self.symbol(body, *symbol, span)?.1;
                self.constant(width, source)
            }
            _ => return Err(unsupported(span)),
        };
        Ok(self.converted(found, width, false))
    }

    /// Returns `from` if it has this width. Otherwise returns a register with the converted value.
    pub(super) fn converted(&mut self, from: Reg, width: Width, is_signed: bool) -> Reg {
        if self.slots[from].width == width {
            return from;
        }
        let to = self.temporary(width);
        self.push(Action::Copy { to, from, is_signed });
        to
    }

    /// Returns the register of a destination operand. Returns `None` for `_`.
    pub(super) fn destination(
        &mut self,
        body: &mut Body<'a>,
        operand: &Operand<'a>,
        span: &Span,
    ) -> Result<Option<Reg>, Fault> {
        match operand {
            Operand::Sink => Ok(None),
            Operand::Register(id) => self.register(body, *id, span).map(Some),
            Operand::Element(id, i) => {
                let all = self.registers(body, *id);
                all.get(*i as usize).copied().map(Some).ok_or_else(|| unsupported(span))
            }
            Operand::Lanes(inner, _) => self.destination(body, inner, span),
            _ => Err(Fault::new(span.clone(), "expected a register")),
        }
    }

    /// Returns the register to which an operation writes its result of type `ty`. If register `to` has another width,
    /// returns a temporary register, and the operation that copies the result into `to`.
    pub(super) fn receiver(&mut self, to: Option<Reg>, ty: Type) -> (Reg, Option<Action>) {
        let width = Width::of_bits(ty.bits());
        match to {
            Some(to) if self.slots[to].width == width => (to, None),
            to => {
                let from = self.temporary(width);
                let is_signed = ty.rust().is_signed();
                (from, to.map(|to| Action::Copy { to, from, is_signed }))
            }
        }
    }

    /// Returns the state space of a symbol, and its address in this space.
    pub(super) fn symbol(
        &mut self,
        body: &Body<'a>,
        symbol: Symbol<'a>,
        span: &Span,
    ) -> Result<(Space, Source), Fault> {
        let Symbol { name, meaning, offset, .. } = symbol;
        let error = |what: String| Err(Fault::new(span.clone(), what));
        let place = match meaning {
            Meaning::Variable(variable) => body.places[variable],
            Meaning::Global => {
                if let Some(number) = self.globals.get(name) {
                    return Ok((Space::Global, Source::Variable(*number, offset)));
                }
                match self.module_variable(name) {
                    Some((text, (declaration, declarator)))
                        if declaration.space.value == StateSpace::Shared =>
                    {
                        self.within(text, |owner| owner.shared_variable(declaration, declarator))?
                    }
                    _ => return error(format!("variable `{name}` is not supported")),
                }
            }
            Meaning::Function => {
                let function = self.callee(name);
                return match function.filter(|(_, one)| one.body.is_some()) {
                    Some((text, one)) if one.kind == FunctionKind::Func => {
                        let address = self.texts.address_of(text, name).wrapping_add(offset);
                        Ok((Space::Generic, Source::Bits(address)))
                    }
                    Some(_) => error(format!("the address of kernel `{name}` is not supported")),
                    None => error(format!("`{name}` has no body in this file")),
                };
            }
            Meaning::Label(_) => return error(format!("`{name}` is a label")),
            _ => return Err(unsupported(span)),
        };
        Ok(match place {
            Place::Parameter { offset: start, .. } => {
                (Space::Parameter, bits(PARAMETERS, start, offset))
            }
            Place::Local { offset: start, is_parameter: true, .. } => {
                (Space::Parameter, bits(LOCAL, start, offset))
            }
            Place::Local { offset: start, .. } => (Space::Local, bits(0, start, offset)),
            Place::Shared(start) => (Space::Shared, Source::Bits(start.wrapping_add(offset))),
            Place::Dynamic => (Space::Shared, Source::Dynamic(offset)),
            Place::Register(..) | Place::Faulty => return Err(unsupported(span)),
        })
    }

    /// Returns the register that holds the value of a special register.
    fn special(&mut self, name: Name<'a>, span: &Span) -> Result<Reg, Fault> {
        let axis = match name.part {
            None | Some("x") => 0,
            Some("y") => 1,
            Some("z") => 2,
            // The fourth element of a vector register such as `%tid` is 0.
            Some(_) => return Ok(self.constant(Width::B32, Source::Bits(0))),
        };
        let cluster = |register| Source::Special(Special::Cluster(register));
        let (width, source) = match name.text {
            "%tid" => (Width::B32, Source::Special(Special::Tid(axis))),
            "%ntid" => (Width::B32, Source::Special(Special::Ntid(axis))),
            "%ctaid" => (Width::B32, Source::Special(Special::Ctaid(axis))),
            "%nctaid" => (Width::B32, Source::Special(Special::Nctaid(axis))),
            "%laneid" => (Width::B32, Source::Special(Special::LaneId)),
            "%warpid" => (Width::B32, Source::Special(Special::WarpId)),
            "%nwarpid" => (Width::B32, Source::Special(Special::WarpCount)),
            "%lanemask_eq" => (Width::B32, Source::Special(Special::LaneMaskEq)),
            "%lanemask_le" => (Width::B32, Source::Special(Special::LaneMaskLe)),
            "%lanemask_lt" => (Width::B32, Source::Special(Special::LaneMaskLt)),
            "%lanemask_ge" => (Width::B32, Source::Special(Special::LaneMaskGe)),
            "%lanemask_gt" => (Width::B32, Source::Special(Special::LaneMaskGt)),
            "%dynamic_smem_size" => (Width::B32, Source::Special(Special::DynamicShared)),
            "%total_smem_size" => (Width::B32, Source::Special(Special::TotalShared)),
            "%aggr_smem_size" => (Width::B32, Source::Special(Special::AggregateShared)),
            "%reserved_smem_offset_begin" => (Width::B32, self.reserved(Reserved::Begin)),
            "%reserved_smem_offset_end" => (Width::B32, self.reserved(Reserved::End)),
            "%reserved_smem_offset_cap" => (Width::B32, self.reserved(Reserved::Capacity)),
            "%reserved_smem_offset_0" => (Width::B32, self.reserved(Reserved::Offset(0))),
            "%reserved_smem_offset_1" => (Width::B32, self.reserved(Reserved::Offset(1))),
            "%gridid" => (Width::B64, Source::Bits(0)),
            "%smid" => (Width::B32, Source::Bits(0)),
            "%nsmid" => (Width::B32, Source::Bits(1)),
            "%clusterid" => (Width::B32, cluster(Cluster::Id(axis))),
            "%nclusterid" => (Width::B32, cluster(Cluster::Count(axis))),
            "%cluster_ctaid" => (Width::B32, cluster(Cluster::Ctaid(axis))),
            "%cluster_nctaid" => (Width::B32, cluster(Cluster::Nctaid(axis))),
            "%cluster_ctarank" => (Width::B32, cluster(Cluster::Ctarank)),
            "%cluster_nctarank" => (Width::B32, cluster(Cluster::Nctarank)),
            "%is_explicit_cluster" => (Width::B8, cluster(Cluster::IsExplicit)),
            "%clock" | "%clock_hi" | "%clock64" | "%globaltimer" | "%globaltimer_lo"
            | "%globaltimer_hi" => {
                let to = self.temporary(Width::B64);
                let is_high = name.text.ends_with("_hi");
                self.push(Action::Clock { to, before: 0, is_high });
                return Ok(to);
            }
            "%envreg1" => (Width::B32, Source::Special(Special::Workspace { is_high: true })),
            "%envreg2" => (Width::B32, Source::Special(Special::Workspace { is_high: false })),
            text if text.starts_with("%envreg") => (Width::B32, Source::Bits(0)),
            text => {
                let what = format!("special register `{text}` is not supported");
                return Err(Fault::new(span.clone(), what));
            }
        };
        Ok(self.constant(width, source))
    }

    /// Returns the value of a special register about reserved shared memory, which the blocks of the kernel then have.
    fn reserved(&mut self, register: Reserved) -> Source {
        self.layout.is_reserved = true;
        Source::Special(Special::Reserved(register))
    }
}

/// Returns whether a symbol is a variable whose address depends on a register.
pub(super) fn is_of_frame(body: &Body<'_>, symbol: Symbol<'_>) -> bool {
    match symbol.meaning {
        Meaning::Variable(id) => matches!(body.places[id], Place::Local { base: Some(_), .. }),
        _ => false,
    }
}

fn bits(base: u64, start: usize, offset: u64) -> Source {
    Source::Bits(base.wrapping_add(start as u64).wrapping_add(offset))
}

pub(super) fn unsupported(span: &Span) -> Fault {
    let message = Message::new("this operand is not supported")
        .help("write a register, a number, or a variable plus a number");
    Fault::new(span.clone(), message)
}
