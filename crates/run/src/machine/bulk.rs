//! Bulk copies: `UBLKCP`, `UBLKRED`, and copies with tensor maps.
//!
//! A warp runs such an instruction once, with uniform registers. A destination in shared memory is followed by the address
//! of the barrier that counts the bytes. The size has 16 bits, in units of 16 bytes, and above it is the mask of the
//! blocks that receive the bytes.

use super::operand::source;
use super::{Lowered, Machine};
use crate::code::bulk::{Bulk, Kind, Operand as Place, Selector};
use crate::code::launch_control::LaunchControl;
use crate::code::{Access, Action, Order, Reg, Width};
use crate::decode::bulk::{reductions_of, reductions_of_tensors};
use crate::memory::address::Space;
use crate::memory::tensor_map::columns::Mode;
use ptx_isa::Type;
use ptx_module::operation::AtomicOperation;
use ptx_sass::{Base, Instruction, Operand, Value};

/// The binary logarithm of the unit of the size.
const UNIT: u32 = 4;
/// The number of bits of the size.
const SIZE_BITS: u32 = 16;
/// The names of the ranks of tensors.
const RANKS: [&str; 5] = ["1D", "2D", "3D", "4D", "5D"];

/// Returns the register of an operand.
fn base(one: &Instruction, at: usize) -> Lowered<Base> {
    match source(one, at)?.value {
        Value::Base(base) => Some(base),
        _ => None,
    }
}

/// Returns the operation of a reduction.
fn operation(one: &Instruction) -> Lowered<AtomicOperation> {
    one.modifiers.iter().find_map(|word| {
        Some(match *word {
            "ADD" => AtomicOperation::Add,
            "MIN" => AtomicOperation::Min,
            "MAX" => AtomicOperation::Max,
            "INC" => AtomicOperation::Inc,
            "DEC" => AtomicOperation::Dec,
            "AND" => AtomicOperation::And,
            "OR" => AtomicOperation::Or,
            "XOR" => AtomicOperation::Xor,
            _ => return None,
        })
    })
}

/// Returns the type of the elements of a reduction.
fn element(one: &Instruction) -> Lowered<Type> {
    one.modifiers.iter().find_map(|word| {
        Some(match *word {
            "U32" => Type::U32,
            "S32" => Type::S32,
            "U64" => Type::U64,
            "S64" => Type::S64,
            "F16" => Type::F16,
            "F32" => Type::F32,
            "F64" => Type::F64,
            "BF16" => Type::Bf16,
            _ => return None,
        })
    })
}

impl Machine<'_> {
    /// Adds the operation of a bulk copy.
    pub(super) fn bulk(&mut self, one: &Instruction) -> Lowered<()> {
        let (kind, reductions, mbarrier) = match one.name {
            "UBLKCP" => {
                let (kind, mbarrier) = self.linear(one)?;
                (kind, Vec::new(), mbarrier)
            }
            "UMEMSETS.64" => {
                let Operand::Address(to) = *one.operands.first()? else { return None };
                let (address, offset) = self.place(Space::Shared, to)?;
                let to = Place { space: Space::Shared, address, offset };
                // The size is in units of 8 bytes.
                let (count, unit) = (self.raw(source(one, 2)?, 0)?, self.word(3));
                let size = self.value("shl.b32", Width::B32, &[count, unit])?;
                let size = self.converted(size, Width::B64, false);
                if base(one, 1)? != Base::Zero {
                    return None;
                }
                (Kind::Fill { to, size }, Vec::new(), None)
            }
            "UBLKRED" => {
                let reductions = reductions_of(operation(one)?, &[element(one)?]);
                let (kind, mbarrier) = self.linear(one)?;
                (kind, reductions, mbarrier)
            }
            name => {
                let reductions = match name {
                    "UTMAREDG" => reductions_of_tensors(operation(one)?),
                    _ => Vec::new(),
                };
                let (kind, mbarrier) = self.tile(one, name == "UTMALDG")?;
                (kind, reductions, mbarrier)
            }
        };
        if one.name.contains("RED") && reductions.is_empty() {
            return None;
        }
        let blocks = if one.has("MULTICAST") { Some(self.high_half(one, 2)?) } else { None };
        let (byte_mask, is_of_pair) = (None, false);
        let bulk = Bulk { kind, reductions, mbarrier, byte_mask, blocks, is_of_pair };
        self.push(Action::Bulk(Box::new(bulk)));
        Some(())
    }

    /// Adds the operation of `UGETNEXTWORKID`. The address of the barrier follows that of the response.
    pub(super) fn cancel(&mut self, one: &Instruction) -> Lowered<()> {
        let first = base(one, 0)?;
        let (response, mbarrier) = (self.in_shared(first), self.in_shared(first.next(1)));
        let is_multicast = one.has("BROADCAST");
        let cancel = LaunchControl::Cancel { response, mbarrier, is_multicast };
        self.push(Action::LaunchControl(Box::new(cancel)));
        Some(())
    }

    /// Returns a place in shared memory.
    fn in_shared(&mut self, base: Base) -> Place {
        Place { space: Space::Shared, address: self.base(base, 0), offset: 0 }
    }

    /// Returns a place at a generic address.
    fn in_generic(&mut self, base: Base, space: Space) -> Lowered<Place> {
        let (low, high) = (self.base(base, 0), self.base(base, 1));
        Some(Place { space, address: self.pack(low, high)?, offset: 0 })
    }

    /// Returns the upper 16 bits of an operand.
    fn high_half(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        let (from, shift) = (self.raw(source(one, at)?, 0)?, self.word(SIZE_BITS));
        self.value("shr.u32", Width::B32, &[from, shift])
    }

    /// Returns a copy without a tensor map, and its barrier.
    fn linear(&mut self, one: &Instruction) -> Lowered<(Kind, Option<Place>)> {
        let (to, from) = (base(one, 0)?, base(one, 1)?);
        let (size, mask) = (self.raw(source(one, 2)?, 0)?, self.word((1 << SIZE_BITS) - 1));
        let size = self.value("and.b32", Width::B32, &[size, mask])?;
        let shift = self.word(UNIT);
        let size = self.value("shl.b32", Width::B32, &[size, shift])?;
        let is_from_global = one.has("S.G");
        let from = match is_from_global {
            true => self.in_generic(from, Space::Global)?,
            false => self.in_shared(from),
        };
        if one.has("G.S") {
            let to = self.in_generic(to, Space::Global)?;
            return Some((Kind::Linear { to, from, size, ignored: None }, None));
        }
        let mbarrier = Some(self.in_shared(to.next(1)));
        let to = self.in_shared(to);
        Some((Kind::Linear { to, from, size, ignored: None }, mbarrier))
    }

    /// Returns a copy with a tensor map, and its barrier. The coordinates follow the other registers.
    fn tile(&mut self, one: &Instruction, loads: bool) -> Lowered<(Kind, Option<Place>)> {
        let first = base(one, 0)?;
        let map = self.in_generic(base(one, 1)?, Space::Generic)?;
        let rank = RANKS.iter().position(|rank| one.has(rank))? + 1;
        let shared = self.in_shared(first);
        let mbarrier = loads.then(|| self.in_shared(first.next(1)));
        let start = if loads { 2 } else { 1 };
        let mode = match () {
            () if one.has("GATHER4") || one.has("SCATTER4") => Selector::Rows,
            () if one.has("IM2COL") => Selector::Pixels(Mode::All, Vec::new()),
            () if one.has("W") => Selector::Pixels(Mode::Wide, Vec::new()),
            () if one.has("W128") => Selector::Pixels(Mode::Wide128, Vec::new()),
            () => Selector::Tile,
        };
        let mode = match mode {
            Selector::Pixels(mode, _) if loads => {
                Selector::Pixels(mode, self.offsets(one, mode, rank)?)
            }
            mode => mode,
        };
        // A row of a tensor of two dimensions has a column and four rows.
        let count = if matches!(mode, Selector::Rows) { 5 } else { rank as u8 };
        let coordinates = (0..count).map(|k| self.base(first, start + k)).collect();
        Some((Kind::Tensor { map, coordinates, mode, shared, loads }, mbarrier))
    }

    /// Adds the operation of a function that copies to shared memory of the cluster, by the end of its name. From sm_120 on, the
    /// assembler calls these functions where the destination may be in another block.
    pub(super) fn copy_of_system(&mut self, name: &str) -> Lowered<()> {
        let register = |at: u8| Base::Register(at);
        let words: Vec<&str> = name.split('_').collect();
        let (of_tensor, receivers) = match words[..] {
            [receivers] => (None, receivers),
            ["tensor", rank, mode, receivers] => (Some((rank, mode)), receivers),
            _ => return None,
        };
        let is_multicast = match receivers {
            "unicast" => false,
            "multicast" => true,
            _ => return None,
        };
        let to = self.in_shared(register(4));
        let (kind, mbarrier, mask) = match of_tensor {
            None => {
                let from = self.in_generic(register(6), Space::Global)?;
                let size = self.base(register(8), 0);
                (Kind::Linear { to, from, size, ignored: None }, register(10), register(9))
            }
            Some((rank, mode)) => {
                let rank = RANKS.iter().position(|known| known.eq_ignore_ascii_case(rank))? + 1;
                let mode = match mode {
                    "tile" => Selector::Tile,
                    "im2col" => Selector::Pixels(Mode::All, self.offsets_on_stack(rank)?),
                    _ => return None,
                };
                let map = self.in_generic(register(6), Space::Generic)?;
                let coordinates = (0..rank as u8).map(|k| self.base(register(8), k)).collect();
                let kind = Kind::Tensor { map, coordinates, mode, shared: to, loads: true };
                (kind, register(14), register(13))
            }
        };
        let blocks = is_multicast.then(|| self.base(mask, 0));
        let mbarrier = Some(self.in_shared(mbarrier));
        let (reductions, byte_mask, is_of_pair) = (Vec::new(), None, false);
        let bulk = Bulk { kind, reductions, mbarrier, byte_mask, blocks, is_of_pair };
        self.push(Action::Bulk(Box::new(bulk)));
        Some(())
    }

    /// Returns the offsets of a copy of pixels that are arguments on the stack, 16 bits each.
    fn offsets_on_stack(&mut self, rank: usize) -> Lowered<Vec<Reg>> {
        /// The number of dimensions without an offset: the channels and the images.
        const OTHERS: usize = 2;
        let stack = self.base(Base::Register(1), 0);
        let load = |k: usize| {
            let to = self.temporary(Width::B32);
            let (space, address, offset) = (Space::Local, stack, 2 * k as u64);
            let (width, is_signed, values) = (Width::B16, false, vec![Some(to)]);
            let order = Order::default();
            let access = Access { space, address, offset, width, is_signed, values, order };
            self.push(Action::Load(access));
            to
        };
        Some((0..rank.checked_sub(OTHERS)?).map(load).collect())
    }

    /// Returns the offsets of a copy of pixels, which are packed into the lower 16 bits of an operand.
    fn offsets(&mut self, one: &Instruction, mode: Mode, rank: usize) -> Lowered<Vec<Reg>> {
        let widths: &[u32] = match (mode, rank) {
            (Mode::All, 3) => &[16],
            (Mode::All, 4) => &[8, 8],
            (Mode::All, 5) => &[5, 5, 5],
            (Mode::Wide | Mode::Wide128, _) => &[11, 5],
            _ => return None,
        };
        let from = self.raw(source(one, 2)?, 0)?;
        let mut low = 0;
        let mut all = Vec::new();
        for width in widths {
            let (shift, mask) = (self.word(low), self.word((1 << width) - 1));
            let offset = self.value("shr.u32", Width::B32, &[from, shift])?;
            all.push(self.value("and.b32", Width::B32, &[offset, mask])?);
            low += width;
        }
        Some(all)
    }
}
