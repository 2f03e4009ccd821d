//! Decodes `cp.async.bulk` and `cp.reduce.async.bulk`.

use super::atomic::update;
use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::atomic::Update;
use crate::code::bulk::{Bulk, Kind, Operand as Place, Selector};
use crate::code::{Action, Width};
use crate::memory::address::Space;
use crate::memory::tensor_map::TYPES;
use crate::memory::tensor_map::columns::Mode;
use ptx_isa::Type;
use ptx_module::operation::{AtomicOperation as Op, atomic_operation, number};
use ptx_module::resolve::{Fault, Instruction, Operand};

impl<'a> Decoder<'a, '_> {
    /// Decodes `cp.async.bulk.wait_group`.
    pub(super) fn bulk_wait(&mut self, instruction: &Instruction<'a>) {
        let left = instruction.operands.first().and_then(number).unwrap_or_default();
        let only_reads = instruction.selection.modifiers.contains(&Some("read"));
        self.push(Action::BulkWait { left, only_reads });
    }

    /// Decodes `st.bulk`.
    pub(super) fn fill(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, .. } = instruction;
        let at = &written.operands[0].span;
        let (space, address, offset) = self.address(body, instruction, &operands[0], at)?;
        let to = Place { space, address, offset };
        let size = self.value(body, &operands[1], &written.operands[1].span, Type::U64)?;
        self.push(Action::Bulk(Box::new(Bulk {
            kind: Kind::Fill { to, size },
            reductions: Vec::new(),
            mbarrier: None,
            byte_mask: None,
            blocks: None,
            is_of_pair: false,
        })));
        Ok(())
    }

    pub(super) fn bulk(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let words: Vec<&str> = selection.modifiers.iter().flatten().copied().collect();
        let has = |word: &str| words.contains(&word);
        if selection.form.mnemonic == "multimem" {
            return Err(not_supported(instruction));
        }
        if has("prefetch") {
            return Ok(());
        }
        let spaces = words.iter().filter_map(|word| match *word {
            "global" => Some(Space::Global),
            "shared::cta" | "shared::cluster" => Some(Space::Shared),
            _ => None,
        });
        let spaces: Vec<_> = spaces.collect();
        let [to, from] = spaces[..] else { return Err(not_supported(instruction)) };
        let mut i = 0;
        let mut map = None;
        let mut sides = Vec::new();
        for space in [to, from] {
            let at = &written.operands[i].span;
            match &operands[i] {
                Operand::Tensor(base, coordinates) => {
                    let address = match base.as_ref() {
                        Operand::Symbol(symbol) => self.variable_address(body, *symbol, at)?.1,
                        base => self.value(body, base, at, Type::B64)?,
                    };
                    let mut registers = Vec::new();
                    for one in coordinates {
                        registers.push(self.value(body, one, at, Type::S32)?);
                    }
                    map = Some((Place { space: Space::Generic, address, offset: 0 }, registers));
                }
                operand => {
                    let (_, address, offset) = self.address(body, instruction, operand, at)?;
                    sides.push(Place { space, address, offset });
                }
            }
            i += 1;
        }
        let mut kind = match (map, &sides[..]) {
            (Some((map, coordinates)), [shared]) => {
                let mode = match mode_of_pixels(&has) {
                    Some(mode) => Selector::Pixels(mode, Vec::new()),
                    None if has("tile::gather4") || has("tile::scatter4") => Selector::Rows,
                    None => Selector::Tile,
                };
                let loads = to == Space::Shared;
                Kind::Tensor { map, coordinates, mode, shared: *shared, loads }
            }
            (None, [to, from]) => {
                let size = self.value(body, &operands[i], &written.operands[i].span, Type::U32)?;
                i += 1;
                let mut ignored = None;
                if has("ignore_oob") {
                    let mut side = |i: usize| {
                        self.value(body, &operands[i], &written.operands[i].span, Type::U32)
                    };
                    ignored = Some([side(i)?, side(i + 1)?]);
                    i += 2;
                }
                Kind::Linear { to: *to, from: *from, size, ignored }
            }
            _ => return Err(not_supported(instruction)),
        };
        let mbarrier = if has("mbarrier::complete_tx::bytes") {
            let at = &written.operands[i].span;
            let (_, address, offset) = self.address(body, instruction, &operands[i], at)?;
            i += 1;
            Some(Place { space: Space::Shared, address, offset })
        } else {
            None
        };
        if let Kind::Tensor { mode: Selector::Pixels(_, offsets), loads: true, .. } = &mut kind {
            *offsets = self.vector(body, instruction, i, Type::U16)?;
            i += 1;
        }
        let mut masks = [None; 2];
        for (mask, word) in masks.iter_mut().zip(["multicast::cluster", "cp_mask"]) {
            if !has(word) {
                continue;
            }
            // The cache policy comes before the byte mask and after the mask of blocks.
            let place = i + usize::from(word == "cp_mask" && has("L2::cache_hint"));
            let at = &written.operands[place].span;
            *mask = Some(self.value(body, &operands[place], at, Type::U16)?);
        }
        let [blocks, byte_mask] = masks;
        let mut reductions = Vec::new();
        if written.spelling().starts_with("cp.reduce") {
            if let Some(operation) = atomic_operation(instruction) {
                reductions = match (&kind, selection.instruction_type()) {
                    (Kind::Linear { .. }, Some(ty)) => reductions_of(operation, &[ty]),
                    _ => reductions_of_tensors(operation),
                };
            }
            if reductions.is_empty() {
                return Err(not_supported(instruction));
            }
        }
        let is_of_pair = has("cta_group::2");
        let bulk = Bulk { kind, reductions, mbarrier, byte_mask, blocks, is_of_pair };
        self.push(Action::Bulk(Box::new(bulk)));
        Ok(())
    }
}

/// Returns how an instruction selects pixels.
fn mode_of_pixels(has: &dyn Fn(&str) -> bool) -> Option<Mode> {
    match () {
        () if has("im2col") || has("im2col_no_offs") => Some(Mode::All),
        () if has("im2col::w") => Some(Mode::Wide),
        () if has("im2col::w::128") => Some(Mode::Wide128),
        () => None,
    }
}

/// Returns how a reduction of a tensor combines elements, for the types that it supports (PTX ISA,
/// "cp.reduce.async.bulk.tensor", table of combinations). The elements have the type of the tensor map.
pub(crate) fn reductions_of_tensors(operation: Op) -> Vec<(Type, Update, Width)> {
    let types = TYPES.into_iter().flatten();
    let is_added = |ty: &Type| !matches!(ty, Type::S64 | Type::F64);
    let types: Vec<_> = types.filter(|ty| operation != Op::Add || is_added(ty)).collect();
    reductions_of(operation, &types)
}

/// Returns how a reduction combines elements of those types that it supports.
pub(crate) fn reductions_of(operation: Op, types: &[Type]) -> Vec<(Type, Update, Width)> {
    let types = types.iter().copied().filter(|ty| is_reduced(operation, *ty));
    let update = |ty: Type| Some((ty, update(operation, ty)?, Width::of_bits(ty.bits())));
    types.filter_map(update).collect()
}

/// Returns whether a reduction supports elements of a type (PTX ISA, "cp.reduce.async.bulk", table of combinations).
fn is_reduced(operation: Op, ty: Type) -> bool {
    let is_narrow = matches!(ty, Type::U8 | Type::U16);
    let is_half = matches!(ty, Type::F16 | Type::Bf16);
    let is_float = is_half || matches!(ty, Type::F32 | Type::F64);
    match operation {
        Op::Add => !is_narrow,
        Op::Inc | Op::Dec => ty == Type::U32,
        Op::Min | Op::Max => !is_narrow && (is_half || !is_float),
        _ => !is_narrow && !is_float,
    }
}
