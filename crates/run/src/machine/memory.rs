//! Loads, stores and atomic operations.

use super::operand::{destination, number, predicate, source};
use super::{Lowered, Machine};
use crate::code::atomic::{Atomic, Update};
use crate::code::copy::{AsyncCopy, Read};
use crate::code::{Access, Action, Order, Reg, Scope, Width};
use crate::memory::address::Space;
use ptx_sass::{Address, Base, Instruction, Operand};

/// Returns the width of an element in memory, whether a load sign-extends it, and the number of elements.
pub(super) fn size(one: &Instruction) -> Lowered<(Width, bool, u8)> {
    Some(match () {
        () if one.has("U8") => (Width::B8, false, 1),
        () if one.has("S8") => (Width::B8, true, 1),
        () if one.has("U16") => (Width::B16, false, 1),
        () if one.has("S16") => (Width::B16, true, 1),
        () if one.has("64") => (Width::B32, false, 2),
        () if one.has("128") => (Width::B32, false, 4),
        () => (Width::B32, false, 1),
    })
}

/// Returns the memory ordering of an access. An access acquires without a fence if its scope is the block, where lanes see
/// each other's accesses at once.
pub(super) fn order(one: &Instruction, is_atomic: bool) -> Order {
    let scope = match () {
        () if one.has("SM") || one.name.starts_with("ATOMS") => Some(Scope::Block),
        () if one.has("STRONG") || is_atomic => Some(Scope::Device),
        () => None,
    };
    Order { scope, acquires: scope == Some(Scope::Block), releases: false }
}

/// Returns the operation of an atomic instruction on integers.
pub(super) fn operation(one: &Instruction) -> Lowered<Update> {
    let is_signed = one.has("S32") || one.has("S64");
    one.modifiers.iter().find_map(|word| {
        Some(match (*word, is_signed) {
            ("ADD" | "SAFEADD", _) => Update::Add,
            ("MIN", true) => Update::MinSigned,
            ("MAX", true) => Update::MaxSigned,
            ("MIN", false) => Update::Min,
            ("MAX", false) => Update::Max,
            ("INC", _) => Update::Increment,
            ("DEC", _) => Update::Decrement,
            ("AND", _) => Update::And,
            ("OR", _) => Update::Or,
            ("XOR", _) => Update::Xor,
            ("EXCH", _) => Update::Exchange,
            _ => return None,
        })
    })
}

fn address(one: &Instruction, at: usize) -> Lowered<Address> {
    match one.operands.get(at)? {
        Operand::Address(address) => Some(*address),
        _ => None,
    }
}

impl Machine<'_> {
    /// Adds the operations of an instruction on memory.
    pub(super) fn memory(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "S2R" | "CS2R" => self.special(one, name),
            // The prefix of uniform instructions is removed.
            "LDC" | "LDCU" => self.load_constants(one),
            "LDG" => self.load(one, Space::Global),
            "LDG.E.256" => self.load_eight(one),
            "STG.E.256" => self.store_eight(one),
            "LD" => self.load(one, Space::Generic),
            "LDS" => self.load(one, Space::Shared),
            "LDL" => self.load(one, Space::Local),
            "STG" => self.store(one, Space::Global),
            "ST" => self.store(one, Space::Generic),
            "STS" => self.store(one, Space::Shared),
            "STL" => self.store(one, Space::Local),
            "LDGSTS" => self.copy_to_shared(one),
            "LDGDEPBAR" => {
                self.push(Action::AsyncCommit);
                Some(())
            }
            "DEPBAR" => self.wait_for_copies(one),
            "RED" => self.atomic(one, Space::Global, None, 0),
            "ATOMG" | "ATOMG.CAS" => self.atomic(one, Space::Global, Some(1), 2),
            "ATOM" | "ATOM.CAS" | "ATOM.CAST.SPIN" => self.atomic(one, Space::Generic, Some(1), 2),
            "ATOMS" | "ATOMS.CAS" | "ATOMS.CAST.SPIN" => {
                let to = destination(one, 0).map(|_| 0);
                self.atomic(one, Space::Shared, to, 1)
            }
            "QSPC" => self.space_test(one),
            "ATOMS.POPC.INC.32" => self.increment(one, Space::Shared, 0),
            "ATOM.POPC.INC.32" => self.increment(one, Space::Generic, 1),
            _ => None,
        }
    }

    /// Returns the register with an address and the constant that is added to it.
    pub(super) fn place(&mut self, space: Space, address: Address) -> Lowered<(Reg, u64)> {
        match space {
            Space::Shared | Space::Local => self.narrow(address),
            _ => self.wide(address),
        }
    }

    /// Returns the register with an address of 32 bits, and the constant that is added to it.
    fn narrow(&mut self, address: Address) -> Lowered<(Reg, u64)> {
        let mut base = self.base(address.base, 0);
        if address.shift != 0 {
            let amount = self.word(address.shift.into());
            base = self.value("shl.b32", Width::B32, &[base, amount])?;
        }
        if address.uniform != Base::Zero {
            let uniform = self.base(address.uniform, 0);
            base = self.value("add.s32", Width::B32, &[base, uniform])?;
        }
        Some((base, address.offset.cast_unsigned()))
    }

    /// Returns the register with an address of 64 bits, and the constant that is added to it.
    fn wide(&mut self, address: Address) -> Lowered<(Reg, u64)> {
        let offset = address.offset.cast_unsigned();
        let pair = |machine: &mut Self, base: Base| {
            let (low, high) = (machine.base(base, 0), machine.base(base, 1));
            machine.pack(low, high)
        };
        let mut base = match (address.base, address.is_wide) {
            (Base::Zero, _) => self.bits(Width::B64, 0),
            (base, true) => pair(self, base)?,
            (base, false) => {
                let base = self.base(base, 0);
                self.converted(base, Width::B64, false)
            }
        };
        if address.uniform != Base::Zero {
            let uniform = pair(self, address.uniform)?;
            base = match address.base {
                Base::Zero => uniform,
                _ => self.value("add.s64", Width::B64, &[base, uniform])?,
            };
        }
        Some((base, offset))
    }

    /// Returns the access of an instruction to the address in operand `at`, without its registers.
    pub(super) fn access(
        &mut self,
        one: &Instruction,
        at: usize,
        space: Space,
        (width, is_signed): (Width, bool),
    ) -> Lowered<Access> {
        let (address, offset) = self.place(space, address(one, at)?)?;
        let order =
            self.patterns.swapped.get(&one.address).copied().unwrap_or_else(|| order(one, false));
        let values = Vec::new();
        Some(Access { space, address, offset, width, is_signed, values, order })
    }

    fn load(&mut self, one: &Instruction, space: Space) -> Lowered<()> {
        let (width, is_signed, count) = size(one)?;
        let access = self.access(one, 1, space, (width, is_signed))?;
        let base = destination(one, 0)?;
        let values = (0..count).map(|k| match base {
            Base::Zero => None,
            base => Some(self.base(base, k)),
        });
        let values = values.collect();
        self.push(Action::Load(Access { values, ..access }));
        Some(())
    }

    /// Adds the operation of `LDG.256`. The first destination has the words 4 to 7. A mask tells which words are loaded.
    /// They are in consecutive registers.
    fn load_eight(&mut self, one: &Instruction) -> Lowered<()> {
        let (high, low, mask) = (destination(one, 0)?, destination(one, 1)?, number(one, 3)?);
        let access = self.access(one, 2, Space::Global, (Width::B32, false))?;
        let mut values = Vec::new();
        for (base, mask) in [(low, mask & 0xf), (high, mask >> 4)] {
            for k in 0..4 {
                let before = (mask & ((1 << k) - 1)).count_ones() as u8;
                let is_loaded = mask >> k & 1 == 1 && base != Base::Zero;
                values.push(is_loaded.then(|| self.base(base, before)));
            }
        }
        self.push(Action::Load(Access { values, ..access }));
        Some(())
    }

    /// Adds the operation of `STG.256`, whose second source has the words 4 to 7.
    fn store_eight(&mut self, one: &Instruction) -> Lowered<()> {
        let access = self.access(one, 0, Space::Global, (Width::B32, false))?;
        let words = [source(one, 1)?, source(one, 2)?].into_iter();
        let words = words.flat_map(|source| (0..4).map(move |k| (source, k)));
        let values = words.map(|(source, k)| self.raw(source, k).map(Some));
        let values = values.collect::<Option<_>>()?;
        self.push(Action::Store(Access { values, ..access }));
        Some(())
    }

    pub(super) fn store(&mut self, one: &Instruction, space: Space) -> Lowered<()> {
        let (width, is_signed, count) = size(one)?;
        let access = self.access(one, 0, space, (width, is_signed))?;
        let from = source(one, 1)?;
        let values = (0..count).map(|k| Some(Some(self.raw(from, k)?)));
        let values = values.collect::<Option<_>>()?;
        self.push(Action::Store(Access { values, ..access }));
        Some(())
    }

    /// Adds the operation of `LDGSTS`. Where its predicate is false, it writes zeros. With `.ZFILL`, the low bits of the
    /// address, which an aligned address does not need, are the number of zeros at the end.
    fn copy_to_shared(&mut self, one: &Instruction) -> Lowered<()> {
        let (width, is_signed, count) = size(one)?;
        let bytes = width.bytes() * usize::from(count);
        let to = self.access(one, 0, Space::Shared, (width, is_signed))?;
        let mut from = self.access(one, 1, Space::Global, (width, is_signed))?;
        let place = format!("address 0x{:04x}", one.address).into();
        let reads = predicate(one, 2)?;
        let read = if one.has("ZFILL") {
            let (all, offset) = (bytes as u64, self.bits(Width::B64, from.offset));
            let (last, mask) = (self.bits(Width::B64, all - 1), self.bits(Width::B64, !(all - 1)));
            let address = self.value("add.s64", Width::B64, &[from.address, offset])?;
            let zeros = self.value("and.b64", Width::B64, &[address, last])?;
            let (all, none) = (self.word(all as u32), self.word(0));
            let count = self.value("sub.s32", Width::B32, &[all, zeros])?;
            from.address = self.value("and.b64", Width::B64, &[address, mask])?;
            from.offset = 0;
            let reads = self.truth(reads);
            Read::Count(self.value("selp.b32", Width::B32, &[count, none, reads])?)
        } else if reads.is_true() {
            Read::All
        } else {
            let reads = self.truth(reads);
            Read::Unless(self.complement(reads))
        };
        self.push(Action::AsyncCopy(AsyncCopy { to, from, bytes, read, place }));
        Some(())
    }

    /// Adds the operations of `DEPBAR`. It waits for groups of asynchronous copies and of bulk copies if it names a counter.
    /// It does not tell whether it waits for the writes of bulk copies or only for their reads.
    fn wait_for_copies(&mut self, one: &Instruction) -> Lowered<()> {
        const NAMES_COUNTER: u64 = 8;
        let pending = number(one, 0)?;
        if number(one, 1)? & NAMES_COUNTER != 0 {
            self.push(Action::AsyncWait(Some(pending)));
            self.push(Action::BulkWait { left: pending, only_reads: false });
        }
        Some(())
    }

    /// Adds the operation of `POPC.INC`, which adds 1 for each lane. The address follows the destination.
    fn increment(&mut self, one: &Instruction, space: Space, to: usize) -> Lowered<()> {
        let result = self.result(one, to)?;
        let (base, offset) = self.place(space, address(one, to + 1)?)?;
        let b = self.word(1);
        let access = Access {
            space,
            address: base,
            offset,
            width: Width::B32,
            is_signed: false,
            values: vec![Some(result)],
            order: order(one, true),
        };
        self.push_atomic(access, Update::Add, (b, None), None);
        Some(())
    }

    /// Adds an atomic operation. Later stages determine whether its result is used.
    pub(super) fn push_atomic(
        &mut self,
        access: Access,
        update: Update,
        (b, c): (Reg, Option<Reg>),
        high: Option<[Reg; 2]>,
    ) {
        let alignment = access.width.bytes() * access.values.len();
        let is_result_used = false;
        self.push(Action::Atomic(Atomic { access, update, b, c, high, alignment, is_result_used }));
    }

    /// Adds the operations of an atomic instruction. `to` is the index of the destination, and `at` that of the address.
    /// The operands follow the address.
    fn atomic(
        &mut self,
        one: &Instruction,
        space: Space,
        to: Option<usize>,
        at: usize,
    ) -> Lowered<()> {
        let is_wide = one.has("64") || one.has("S64") || one.has("F64") || one.has("128");
        let is_swap = one.name.contains("CAS");
        if is_swap {
            return self.update(one, Update::CompareAndSwap, is_wide, (space, to, at));
        }
        let operation = operation(one)?;
        // The type of the floats, and their number of words, or of pairs for binary64.
        let floats = one.modifiers.iter().find_map(|word| {
            Some(match *word {
                "F32.FTZ" => ("F32", 1),
                "F32x2.FTZ" => ("F32", 2),
                "F32x4.FTZ" => ("F32", 4),
                "F64" => ("F64", 1),
                "F16x2" => ("F16", 1),
                "F16x4" => ("F16", 2),
                "F16x8" => ("F16", 4),
                "BF16x2" => ("BF16", 1),
                "BF16x4" => ("BF16", 2),
                "BF16x8" => ("BF16", 4),
                _ => return None,
            })
        });
        let Some((ty, count)) = floats else {
            return self.update(one, operation, is_wide, (space, to, at));
        };
        let update = match (ty, operation) {
            ("F32", Update::Add) => Update::AddF32,
            ("F64", Update::Add) => Update::AddF64,
            ("F16", Update::Add) => Update::AddF16x2,
            ("F16", Update::Min) => Update::MinF16x2,
            ("F16", Update::Max) => Update::MaxF16x2,
            ("BF16", Update::Add) => Update::AddBf16x2,
            ("BF16", Update::Min) => Update::MinBf16x2,
            ("BF16", Update::Max) => Update::MaxBf16x2,
            _ => return None,
        };
        match count {
            1 => self.update(one, update, is_wide, (space, to, at)),
            _ => self.update_vector(one, update, count, (to, at)),
        }
    }

    /// Adds the operations of an atomic instruction on several words of global memory. Each word is an operation.
    fn update_vector(
        &mut self,
        one: &Instruction,
        update: Update,
        count: u8,
        (to, at): (Option<usize>, usize),
    ) -> Lowered<()> {
        let (address, offset) = self.place(Space::Global, address(one, at)?)?;
        let base = to.map_or(Some(Base::Zero), |to| destination(one, to))?;
        let mut copies = Vec::new();
        for k in 0..count {
            let b = self.raw(source(one, at + 1)?, k)?;
            let old = (base != Base::Zero).then(|| self.temporary(Width::B32));
            copies.extend(old.map(|old| (self.to(base, k), old)));
            let access = Access {
                space: Space::Global,
                address,
                offset: offset.wrapping_add(4 * u64::from(k)),
                width: Width::B32,
                is_signed: false,
                values: vec![old],
                order: order(one, true),
            };
            // The address of the first word is a multiple of the size of all.
            let words = if k == 0 { usize::from(count) } else { 1 };
            let (c, high, alignment) = (None, None, words * Width::B32.bytes());
            let is_result_used = false;
            let all = Atomic { access, update, b, c, high, alignment, is_result_used };
            self.push(Action::Atomic(all));
        }
        copies.into_iter().for_each(|(to, old)| self.copy(to, old, false));
        self.write_done(one, to)
    }

    /// Writes the predicate of an atomic instruction with a result. It tells whether the operation is done. If it is not,
    /// the code repeats it for shared memory.
    fn write_done(&mut self, one: &Instruction, to: Option<usize>) -> Lowered<()> {
        if to == Some(1) {
            let (to, done) = (self.written(one, 0)?, self.bits(Width::B8, 1));
            self.copy(to, done, false);
        }
        Some(())
    }

    fn update(
        &mut self,
        one: &Instruction,
        update: Update,
        is_wide: bool,
        (space, to, at): (Space, Option<usize>, usize),
    ) -> Lowered<()> {
        let width = if is_wide { Width::B64 } else { Width::B32 };
        let is_double = one.has("128");
        if is_double && !matches!(update, Update::Exchange | Update::CompareAndSwap) {
            return None;
        }
        // Returns the part of a value that begins at a word.
        let operand = |machine: &mut Self, at: usize, word: u8| {
            let source = source(one, at)?;
            let low = machine.raw(source, word)?;
            if !is_wide {
                return Some(low);
            }
            let high = machine.raw(source, word + 1)?;
            machine.pack(low, high)
        };
        let b = operand(self, at + 1, 0)?;
        let is_swap = update == Update::CompareAndSwap;
        let c = if is_swap { Some(operand(self, at + 2, 0)?) } else { None };
        let high = match is_double {
            true => {
                let high = operand(self, at + 1, 2)?;
                Some([high, if is_swap { operand(self, at + 2, 2)? } else { high }])
            }
            false => None,
        };
        let (address, offset) = self.place(space, address(one, at)?)?;
        let base = match to {
            Some(to) => destination(one, to)?,
            None => Base::Zero,
        };
        let is_spin = one.name.ends_with("SPIN");
        let old = (base != Base::Zero || is_spin).then(|| self.temporary(width));
        let old_high = is_double.then(|| self.temporary(width));
        let access = Access {
            space,
            address,
            offset,
            width,
            is_signed: false,
            values: if is_double { vec![old, old_high] } else { vec![old] },
            order: order(one, true),
        };
        self.push_atomic(access, update, (b, c), high);
        if is_spin {
            let old = old?;
            let equal = if is_wide { "setp.eq.u64" } else { "setp.eq.u32" };
            let equal = self.value(equal, Width::B8, &[old, b])?;
            // The result is whether the value was swapped: a number, or from sm_100 on a predicate.
            let to = if to.is_some() { self.to(base, 0) } else { self.written(one, 0)? };
            self.copy(to, equal, false);
            if is_wide && base != Base::Zero {
                let (high, zero) = (self.base(base, 1), self.word(0));
                self.copy(high, zero, false);
            }
        } else if let Some(old) = old {
            match is_wide {
                true => self.unpack_to(one, to?, old)?,
                false => {
                    let to = self.base(base, 0);
                    self.copy(to, old, false);
                }
            }
            if let Some(high) = old_high {
                let words = [self.base(base, 2), self.base(base, 3)];
                self.unpack(high, words[0], words[1])?;
            }
        }
        self.write_done(one, to)
    }

    /// Adds the operation of `QSPC`: whether a generic address is in the shared memory of the block (`S`), or of a block
    /// of its cluster (`D`), in the local memory of the thread (`L`), or in global memory (`G`).
    fn space_test(&mut self, one: &Instruction) -> Lowered<()> {
        if !Self::is_sink(one, 1) {
            return None;
        }
        let (base, offset) = self.wide(address(one, 2)?)?;
        let offset = self.bits(Width::B64, offset);
        let from = self.value("add.s64", Width::B64, &[base, offset])?;
        let to = self.written(one, 0)?;
        let space = match () {
            () if one.has("G") => Space::Global,
            () if one.has("L") => Space::Local,
            () => Space::Shared,
        };
        self.push(Action::SpaceTest { to, from, space, of_cluster: one.has("D") });
        Some(())
    }
}
