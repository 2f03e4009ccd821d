//! Barriers in shared memory, and asynchronous copies.
//!
//! A barrier of the machine is a word of 64 bits. Its upper half has the parity of the phase in bit 31, and in bits 11 to
//! 30 the arrivals so far as a number that reaches 2^20 at the last one. Bits 1 to 20 of the lower half have the same
//! number for the start of a phase. The engine keeps its barriers apart from the bytes of shared memory, so only the word
//! that creates a barrier and the state that an arrival returns have this form.

use super::memory::{operation, size};
use super::operand::{destination, source};
use super::{Lowered, Machine};
use crate::code::atomic::Update;
use crate::code::cluster::ClusterBarrier;
use crate::code::mbarrier::{Arrive, Kind, Mbarrier, Phase, Test};
use crate::code::{Access, Action, Guard, Order, Reg, Scope, Special, Width};
use crate::memory::address::Space;
use ptx_module::resolve::flow::Line;
use ptx_sass::{Base, Instruction, Operand, Value};

/// The number of arrivals that a barrier counts.
const ARRIVALS: u32 = 1 << 20;
/// The lowest bit of the number of arrivals in the upper half of a barrier.
const ARRIVALS_AT: u32 = 11;
/// The bit of the parity of the phase in the upper half of a barrier.
const PARITY_AT: u32 = 31;

/// Returns whether a warp runs an instruction once, for all its lanes.
pub(super) fn is_of_warp(one: &Instruction) -> bool {
    const NAMES: [&str; 8] = [
        "SYNCS.EXCH.64",
        "UBLKCP",
        "UBLKRED",
        "UTMALDG",
        "UTMASTG",
        "UTMAREDG",
        "UMEMSETS.64",
        "UGETNEXTWORKID",
    ];
    // All instructions of the tensor core begin with these letters.
    NAMES.contains(&one.name) || one.name.starts_with("UTC")
}

impl Machine<'_> {
    /// Adds the operations of an instruction on a barrier in shared memory, or of an asynchronous copy.
    pub(super) fn asynchronous(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "SYNCS.EXCH.64" => self.create(one),
            "SYNCS.ARRIVE.TRANS64" => self.arrive(one),
            "SYNCS.PHASECHK.TRANS64" => self.test_phase(one),
            "ATOMS.ARRIVE.64" => self.arrive_at_word(one, Space::Shared, 0),
            "ATOM.ARRIVE.64" => self.arrive_at_word(one, Space::Generic, 1),
            // Later instructions read the barriers that `create_by_store` has created.
            "SYNCS.CCTL.IVALL" => Some(()),
            "SYNCS.CCTL.IV" => self.on_mbarrier(one, 0, Kind::Invalidate),
            "ARRIVES.LDGSTSBAR.64" if self.cubin.sm < 90 => {
                self.push(Action::AsyncWait(None));
                let place = self.place_of(one, 0, Space::Shared)?;
                self.push_arrival(Space::Shared, place, None);
                Some(())
            }
            "ARRIVES.LDGSTSBAR.64" if one.has("ARVCNT") => {
                self.on_mbarrier(one, 0, Kind::ArriveAfterCopies { increments: false })
            }
            // The barrier counts the copies as one byte.
            "ARRIVES.LDGSTSBAR.64" => {
                self.push(Action::AsyncWait(None));
                let bytes = self.word(1);
                self.on_mbarrier(one, 0, Kind::Complete(bytes))
            }
            // The prefix of uniform instructions is removed.
            "BLKCP" | "BLKRED" | "MEMSETS.64" | "TMALDG" | "TMASTG" | "TMAREDG" => self.bulk(one),
            "GETNEXTWORKID" => self.cancel(one),
            "TMACMDFLUSH" => {
                self.push(Action::BulkCommit);
                Some(())
            }
            // A prefetch, or a fence of a tensor map.
            "BLKPF.L2" | "TMAPF.L2" | "TMACCTL" => Some(()),
            // A warp always gets the registers that it asks for.
            "SETMAXREG" => {
                let (to, done) = (self.written(one, 0)?, self.bits(Width::B8, 1));
                self.copy(to, done, false);
                Some(())
            }
            "CGABAR_ARV" => {
                self.push(Action::ClusterBarrier(ClusterBarrier::Arrive { releases: true }));
                Some(())
            }
            "CGABAR_WAIT" => {
                self.push(Action::ClusterBarrier(ClusterBarrier::Wait));
                Some(())
            }
            "STAS" => self.store_with_barrier(one),
            "REDAS" => self.reduce_with_barrier(one),
            "FENCE.VIEW.ASYNC" => {
                self.push(Action::ProxyFence);
                Some(())
            }
            _ => None,
        }
    }

    /// Returns the guard that holds for the first of the lanes where `guard` holds.
    pub(super) fn first_lane(&mut self, guard: Option<Guard>) -> Lowered<Guard> {
        let here = self.temporary(Width::B32);
        self.push(Action::Group { to: here });
        let before = self.special_register(Special::LaneMaskLt);
        let before = self.value("and.b32", Width::B32, &[here, before])?;
        let zero = self.word(0);
        // The register is read after the line of this instruction, so it is not an intermediate register.
        let predicate = self.new_register(Width::B8, crate::code::Source::Zero);
        self.ptx("setp.eq.u32", &[before, zero], &[predicate])?;
        self.before();
        let first = Guard { predicate, is_negated: false };
        guard.map_or(Some(first), |guard| self.both(first, guard))
    }

    /// Adds the operations of `STAS`, a store whose bytes a barrier counts. A register with the address of the barrier
    /// follows that of the store.
    fn store_with_barrier(&mut self, one: &Instruction) -> Lowered<()> {
        let Value::Base(base) = source(one, 0)?.value else { return None };
        let (width, is_signed, count) = size(one)?;
        let from = source(one, 1)?;
        let values = (0..count).map(|k| Some(Some(self.raw(from, k)?)));
        let values = values.collect::<Option<_>>()?;
        let (address, barrier) = (self.base(base, 0), self.base(base, 1));
        let (space, offset, order) = (Space::Shared, 0, Order::default());
        self.push(Action::Store(Access {
            space,
            address,
            offset,
            width,
            is_signed,
            values,
            order,
        }));
        let bytes = self.word(u32::from(count) * width.bytes() as u32);
        self.push_mbarrier(Kind::Complete(bytes), (barrier, 0));
        Some(())
    }

    /// Adds the operations of `REDAS`, an atomic operation whose bytes a barrier counts, as those of `STAS`.
    fn reduce_with_barrier(&mut self, one: &Instruction) -> Lowered<()> {
        let Value::Base(base) = source(one, 0)?.value else { return None };
        let from = source(one, 1)?;
        let (width, b) = match one.has("64") {
            true => (Width::B64, self.pair(from, false)?),
            false => (Width::B32, self.raw(from, 0)?),
        };
        let (address, barrier) = (self.base(base, 0), self.base(base, 1));
        let order = Order { scope: Some(Scope::Device), acquires: false, releases: false };
        let (space, offset, is_signed, values) = (Space::Shared, 0, false, vec![None]);
        let access = Access { space, address, offset, width, is_signed, values, order };
        self.push_atomic(access, operation(one)?, (b, None), None);
        let bytes = self.word(width.bytes() as u32);
        self.push_mbarrier(Kind::Complete(bytes), (barrier, 0));
        Some(())
    }

    /// Returns the register with the address at an index, and the constant that is added to it.
    fn place_of(&mut self, one: &Instruction, at: usize, space: Space) -> Lowered<(Reg, u64)> {
        let Operand::Address(address) = one.operands.get(at)? else { return None };
        self.place(space, *address)
    }

    /// Adds an operation on the barrier whose address is the operand at an index.
    fn on_mbarrier(&mut self, one: &Instruction, at: usize, kind: Kind) -> Lowered<()> {
        let place = self.place_of(one, at, Space::Shared)?;
        self.push_mbarrier(kind, place);
        Some(())
    }

    fn push_mbarrier(&mut self, kind: Kind, (address, offset): (Reg, u64)) {
        let order = Order {
            scope: Some(Scope::Device),
            acquires: matches!(kind, Kind::Test(_) | Kind::Wait(_)),
            releases: matches!(
                kind,
                Kind::Arrive(_) | Kind::Complete(_) | Kind::ArriveAfterCopies { .. }
            ),
        };
        let space = Space::Shared;
        self.push(Action::Mbarrier(Box::new(Mbarrier { kind, space, address, offset, order })));
    }

    /// Adds the operations of `SYNCS.EXCH`, which `mbarrier.init` becomes.
    fn create(&mut self, one: &Instruction) -> Lowered<()> {
        if destination(one, 0)? != Base::Zero {
            return None;
        }
        let (low, shift) = (self.raw(source(one, 2)?, 0)?, self.word(1));
        let low = self.value("shr.u32", Width::B32, &[low, shift])?;
        let count = self.arrivals_left(low)?;
        self.on_mbarrier(one, 1, Kind::Init(count))
    }

    /// Adds the operations of a store that may create a barrier (see `Machine::creating`). It does if the words are those of
    /// a new barrier, and is a plain store otherwise.
    pub(super) fn create_by_store(
        &mut self,
        one: &Instruction,
        guard: Option<Guard>,
    ) -> Lowered<()> {
        let from = source(one, 1)?;
        let (low, high) = (self.raw(from, 0)?, self.raw(from, 1)?);
        // The words differ by a shift, and the lower one is twice a number from 1 to 2^20 - 1.
        let [shift, two, most] = [ARRIVALS_AT - 1, 2, 2 * ARRIVALS - 4].map(|word| self.word(word));
        let shifted = self.value("shl.b32", Width::B32, &[low, shift])?;
        let is_shifted = self.value("setp.eq.u32", Width::B8, &[shifted, high])?;
        let rest = self.value("sub.s32", Width::B32, &[low, two])?;
        let is_in_range = self.value("setp.le.u32", Width::B8, &[rest, most])?;
        // The register is read after the line of this instruction, so it is not an intermediate register.
        let predicate = self.new_register(Width::B8, crate::code::Source::Zero);
        self.ptx("and.pred", &[is_shifted, is_in_range], &[predicate])?;
        self.before();
        for is_negated in [true, false] {
            let own = Guard { predicate, is_negated };
            let both = guard.map_or(Some(own), |guard| self.both(own, guard))?;
            match is_negated {
                true => self.store(one, Space::Shared)?,
                false => {
                    let shift = self.word(1);
                    let half = self.value("shr.u32", Width::B32, &[low, shift])?;
                    let count = self.arrivals_left(half)?;
                    self.on_mbarrier(one, 0, Kind::Init(count))?;
                }
            }
            self.emit(Line::Straight, Some(both), None);
            if let (true, Some(last)) = (is_negated, self.decoded.last_mut()) {
                // Both lines are one instruction.
                last.instructions = 0;
            }
        }
        Some(())
    }

    /// Adds the operations of an arrival at a barrier that is a word of memory (sm_80 to sm_89). `to` is the index of the
    /// destination, which the address follows.
    fn arrive_at_word(&mut self, one: &Instruction, space: Space, to: usize) -> Lowered<()> {
        let place = self.place_of(one, to + 1, space)?;
        let old = (destination(one, to)? != Base::Zero).then(|| self.temporary(Width::B64));
        self.push_arrival(space, place, old);
        old.map_or(Some(()), |old| self.unpack_to(one, to, old))
    }

    fn push_arrival(&mut self, space: Space, (address, offset): (Reg, u64), old: Option<Reg>) {
        let (width, is_signed, values) = (Width::B64, false, vec![old]);
        let order = Order { scope: Some(Scope::Block), acquires: false, releases: true };
        let access = Access { space, address, offset, width, is_signed, values, order };
        let unused = self.bits(Width::B64, 0);
        self.push_atomic(access, Update::Arrive, (unused, None), None);
    }

    /// Returns the number of arrivals that are left of a number that reaches [`ARRIVALS`], or the reverse.
    fn arrivals_left(&mut self, number: Reg) -> Lowered<Reg> {
        let (all, mask) = (self.word(ARRIVALS), self.word(2 * ARRIVALS - 1));
        let number = self.value("and.b32", Width::B32, &[number, mask])?;
        self.value("sub.s32", Width::B32, &[all, number])
    }

    /// Adds the operations of `SYNCS.ARRIVE`.
    fn arrive(&mut self, one: &Instruction) -> Lowered<()> {
        let number = self.raw(source(one, 2)?, 0)?;
        let (count, bytes) = match () {
            () if one.has("A1T0") => (None, None),
            () if one.has("ART0") => (Some(number), None),
            () if one.has("A0TR") => return self.on_mbarrier(one, 1, Kind::Expect(number)),
            () if one.has("A0TX") => return self.on_mbarrier(one, 1, Kind::Complete(number)),
            () if one.has("A0T1") => {
                let bytes = self.word(1);
                return self.on_mbarrier(one, 1, Kind::Expect(bytes));
            }
            () => (None, Some(number)),
        };
        let base = destination(one, 0)?;
        let state = (base != Base::Zero).then(|| self.temporary(Width::B64));
        let (drops, may_complete) = (one.has("OPTOUT"), true);
        let arrival = Arrive { count, bytes, drops, may_complete, state };
        self.on_mbarrier(one, 1, Kind::Arrive(arrival))?;
        let Some(state) = state else { return Some(()) };
        let [pending, upper] = [self.temporary(Width::B32), self.temporary(Width::B32)];
        self.unpack(state, pending, upper)?;
        let number = self.arrivals_left(pending)?;
        let shift = self.word(ARRIVALS_AT);
        let number = self.value("shl.b32", Width::B32, &[number, shift])?;
        let parity = self.word(1 << PARITY_AT);
        let parity = self.value("and.b32", Width::B32, &[upper, parity])?;
        let high = self.value("or.b32", Width::B32, &[parity, number])?;
        // With `.TMASK`, the lower half is the mask of the lanes that arrive together, from which each lane computes its
        // own state. The engine returns the own state of each lane, and no others.
        let zero = self.word(0);
        let (to_low, to_high) = (self.to(base, 0), self.to(base, 1));
        self.copy(to_low, zero, false);
        self.copy(to_high, high, false);
        Some(())
    }

    /// Adds the operations of `SYNCS.PHASECHK`.
    fn test_phase(&mut self, one: &Instruction) -> Lowered<()> {
        let (from, shift) = (self.raw(source(one, 2)?, 0)?, self.word(PARITY_AT));
        let parity = self.value("shr.u32", Width::B32, &[from, shift])?;
        let test = Test { to: Some(self.written(one, 0)?), phase: Phase::Parity(parity) };
        self.on_mbarrier(
            one,
            1,
            if one.has("TRYWAIT") { Kind::Wait(test) } else { Kind::Test(test) },
        )
    }
}
