//! Follows undefined bits through an operation, before the operation runs.

use super::memory::Memory;
use super::registers::mask;
use super::{Registers, UndefinedBits};
use crate::code::compute::Compute;
use crate::code::copy::{AsyncCopy, Read};
use crate::code::fragment::Wmma;
use crate::code::matrix::{Matrix, Rows};
use crate::code::wgmma::{Product, Wgmma};
use crate::code::{Access, Action, Code, Flow, Operation, Reg, Width};
use crate::fault::Stop;
use crate::lanes::WARP;
use crate::lanes::active::Active;
use crate::lanes::registers::Frame;
use crate::memory::address::Space;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::Areas;
use crate::schedule::random::Random;
use crate::schedule::step;
use crate::warps::matrix;
use ptx_core::mma::Operand;

/// The number of values that are tried for undefined bits. Besides zeros and ones, these are random values. An undefined
/// bit that two sources of `xor` cancel is missed with a probability of 1 in 64.
const TRIALS: usize = 8;

/// An operation, and the state before it runs.
struct Step<'a, 'b> {
    registers: &'a mut Registers,
    code: &'a Code,
    frame: &'a Frame,
    areas: &'a mut Areas<'b>,
    active: Active<'a>,
    site: usize,
}

impl Registers {
    /// Follows undefined bits through an operation that is about to run.
    ///
    /// # Errors
    /// If the operation uses an undefined value: the fault of the first lane that does.
    pub(crate) fn before(
        &mut self,
        operation: &Operation,
        code: &Code,
        frame: &Frame,
        areas: &mut Areas<'_>,
        active: Active<'_>,
    ) -> Result<(), Stop> {
        let site = operation.site;
        let guard = operation.guard.map(|guard| guard.predicate);
        let guard = guard.filter(|predicate| !self.is_defined(*predicate));
        if let Some(predicate) = guard {
            if operation.action.is_computation() {
                self.under_guard(operation, predicate, code, frame, areas, active);
                return Ok(());
            }
            for lane in active.lanes.iter().map(|lane| usize::from(*lane)) {
                self.use_whole(predicate, lane, site, code)?;
            }
        }
        Step { registers: self, code, frame, areas, active, site }.run(&operation.action)
    }

    /// Follows undefined bits through a computation with an undefined guard. Where the guard is undefined, so are all bits
    /// of the results.
    fn under_guard(
        &mut self,
        operation: &Operation,
        predicate: Reg,
        code: &Code,
        frame: &Frame,
        areas: &mut Areas<'_>,
        active: Active<'_>,
    ) {
        let site = operation.site;
        Step { registers: self, code, frame, areas, active, site }.compute(&operation.action);
        for result in operation.action.results() {
            for lane in active.lanes.iter().map(|lane| usize::from(*lane)) {
                let guard = self.read(predicate, lane, site);
                if !guard.is_defined() {
                    self.write(result, lane, guard.with(mask(code, result)));
                }
            }
        }
    }

    /// Returns a fault if any bit of a register is undefined in a lane.
    pub(crate) fn use_whole(
        &self,
        register: Reg,
        lane: usize,
        site: usize,
        code: &Code,
    ) -> Result<(), Stop> {
        match self.read(register, lane, site) {
            one if one.is_defined() => Ok(()),
            one => Err(one.fault(lane, site, code)),
        }
    }
}

impl Step<'_, '_> {
    fn run(mut self, action: &Action) -> Result<(), Stop> {
        match action {
            Action::Load(access) => self.load(access),
            Action::Store(access) => self.store(access),
            Action::Atomic(one) => {
                self.use_all(&one.sources())?;
                self.load(&one.access)?;
                let access = Access { values: vec![None], ..one.access.clone() };
                self.store(&access)
            }
            Action::AsyncCopy(one) => self.copy(one),
            Action::Move { to, from, bytes } => {
                for (_, lane) in self.active.each() {
                    let base = self.areas.base(Area::Local, lane);
                    let Some(memory) = &mut self.areas.own.undefined_bits else { continue };
                    for i in 0..*bytes {
                        memory.copy((Area::Local, base + from + i), (Area::Local, base + to + i));
                    }
                }
                Ok(())
            }
            Action::Unify { register } => {
                let threads = self.areas.own.threads;
                self.registers.unify(*register, self.active, threads, self.site);
                Ok(())
            }
            Action::Matrix(Matrix::Warpgroup(Wgmma::Multiply(product))) => self.product(product),
            Action::Matrix(Matrix::Fragment(one)) => self.fragment(one),
            Action::Matrix(Matrix::Load(rows)) => self.rows(rows, false),
            Action::Matrix(Matrix::Store(rows)) => self.rows(rows, true),
            Action::Print(_) | Action::Heap(_) | Action::Stack(_) | Action::Assert(_) => {
                self.use_all(&action.sources())?;
                self.define(&action.results());
                Ok(())
            }
            _ => {
                self.compute(action);
                Ok(())
            }
        }
    }

    /// Returns a fault if any bit of a source is undefined.
    fn use_all(&self, sources: &[Reg]) -> Result<(), Stop> {
        for source in sources.iter().filter(|source| !self.registers.is_defined(**source)) {
            for (_, lane) in self.active.each() {
                self.registers.use_whole(*source, lane, self.site, self.code)?;
            }
        }
        Ok(())
    }

    /// Records that all bits of the results are defined.
    fn define(&mut self, results: &[Reg]) {
        for result in results {
            if self.registers.is_defined(*result) {
                continue;
            }
            for (_, lane) in self.active.each() {
                self.registers.write(*result, lane, UndefinedBits::default());
            }
            self.registers.shorten(*result);
        }
    }

    /// Follows undefined bits through a product of a warpgroup. An undefined bit of A, of the metadata or of the predicate
    /// makes all rows of D of its warp undefined.
    fn product(&mut self, product: &Product) -> Result<(), Stop> {
        let Product { form, d, c, a, metadata, adds_d, .. } = product;
        self.use_all(&product.descriptors())?;
        let mut of_warp = a.registers().to_vec();
        of_warp.extend(metadata.as_ref().map(|metadata| metadata.register));
        of_warp.push(*adds_d);
        if of_warp.iter().chain(c).all(|source| self.registers.is_defined(*source)) {
            self.define(d);
            return Ok(());
        }
        let elements = 32 / form.element_bits(Operand::D);
        for (i, lane) in self.active.each() {
            let of_warp = self.first_of_warp(&of_warp, i);
            let adds = self.frame.columns[*adds_d].get(i) != 0;
            for (to, from) in d.iter().zip(c) {
                let added = self.registers.read(*from, lane, self.site);
                let all = match (of_warp.is_defined(), adds) {
                    (false, _) => of_warp.with(u64::MAX),
                    (true, true) => added.with(widened(added.bits, elements, Width::B32)),
                    (true, false) => UndefinedBits::default(),
                };
                self.registers.write(*to, lane, all.with(all.bits & mask(self.code, *to)));
            }
        }
        d.iter().for_each(|register| self.registers.shorten(*register));
        Ok(())
    }

    /// Follows undefined bits through `wmma.load` or `wmma.store`. Elements with some undefined bits count as defined.
    fn fragment(&mut self, one: &Wmma) -> Result<(), Stop> {
        let (Wmma::Load(fragment) | Wmma::Store(fragment)) = one;
        self.use_all(&[fragment.access.address])?;
        self.use_all(fragment.stride.as_slice())?;
        let registers: Vec<Reg> = fragment.access.values.iter().flatten().copied().collect();
        if matches!(one, Wmma::Load(_)) {
            self.define(&registers);
            return Ok(());
        }
        for (_, lane) in self.active.each() {
            for register in &registers {
                let read = self.registers.read(*register, lane, self.site);
                if read.bits == mask(self.code, *register) {
                    return Err(read.fault(lane, self.site, self.code));
                }
            }
        }
        Ok(())
    }

    /// Follows undefined bits from memory to the registers of a load.
    fn load(&mut self, access: &Access) -> Result<(), Stop> {
        self.use_all(&[access.address])?;
        let registers: Vec<Reg> = access.values.iter().flatten().copied().collect();
        if registers.is_empty() || self.is_memory_defined(access) {
            self.define(&registers);
            return Ok(());
        }
        let size = access.width.bytes();
        for (i, lane) in self.active.each() {
            let Some((area, place, offset)) = self.located(access, i, lane, false) else {
                continue;
            };
            let Some(memory) = &self.areas.own.undefined_bits else { continue };
            for (k, register) in access.values.iter().enumerate() {
                let Some(register) = *register else { continue };
                let (place, offset) = (place + k * size, offset + (k * size) as u64);
                let read = memory.read((area, place), size, offset, self.site);
                let bits = extended(read.bits, access.width, access.is_signed);
                self.registers.write(register, lane, read.with(bits & mask(self.code, register)));
            }
        }
        registers.iter().for_each(|register| self.registers.shorten(*register));
        Ok(())
    }

    /// Follows undefined bits from the registers of a store to memory.
    fn store(&mut self, access: &Access) -> Result<(), Stop> {
        self.use_all(&[access.address])?;
        let registers = access.values.iter().flatten();
        let is_defined = registers.clone().all(|register| self.registers.is_defined(*register));
        if is_defined && self.is_memory_defined(access) {
            return Ok(());
        }
        let size = access.width.bytes();
        for (i, lane) in self.active.each() {
            let Some((area, place, _)) = self.located(access, i, lane, true) else { continue };
            let read = |register: &Option<Reg>| {
                let read = register.map(|register| self.registers.read(register, lane, self.site));
                let read = read.unwrap_or_default();
                read.with(read.bits & access.width.mask())
            };
            let values: Vec<UndefinedBits> = access.values.iter().map(read).collect();
            let is_lost = values.iter().all(|value| value.bits == access.width.mask());
            if let (true, Area::Buffer(_) | Area::Shared, [first, ..]) =
                (is_lost, area, &values[..])
            {
                return Err(first.fault(lane, self.site, self.code));
            }
            let Some(memory) = &mut self.areas.own.undefined_bits else { continue };
            for (k, value) in values.into_iter().enumerate() {
                memory.write((area, place + k * size), size, value);
            }
        }
        Ok(())
    }

    /// Follows undefined bits through an asynchronous copy, as if it copied at once.
    fn copy(&mut self, one: &AsyncCopy) -> Result<(), Stop> {
        self.use_all(&one.sources())?;
        let values = vec![None; one.bytes / one.to.width.bytes()];
        let [from, to] =
            [&one.from, &one.to].map(|one| Access { values: values.clone(), ..one.clone() });
        for (i, lane) in self.active.each() {
            let count = match one.read {
                Read::All => one.bytes,
                Read::Count(register) => self.frame.columns[register].get(i) as usize,
                Read::Unless(predicate) if self.frame.columns[predicate].get(i) != 0 => 0,
                Read::Unless(_) => one.bytes,
            };
            let source = self.located(&from, i, lane, false);
            let (Some((from, start, _)), Some((to, place, _))) =
                (source, self.located(&to, i, lane, true))
            else {
                continue;
            };
            let Some(memory) = &mut self.areas.own.undefined_bits else { continue };
            for byte in 0..one.bytes {
                match byte < count {
                    true => memory.copy((from, start + byte), (to, place + byte)),
                    false => memory.write((to, place + byte), 1, UndefinedBits::default()),
                }
            }
        }
        Ok(())
    }

    /// Follows undefined bits through `ldmatrix` or `stmatrix`. Elements with some undefined bits count as defined.
    fn rows(&mut self, rows: &Rows, writes: bool) -> Result<(), Stop> {
        let Rows { access, addresses, .. } = rows;
        for (i, lane) in self.active.each() {
            if i % WARP < *addresses {
                self.registers.use_whole(access.address, lane, self.site, self.code)?;
            }
            for register in access.values.iter().flatten().filter(|_| writes) {
                let read = self.registers.read(*register, lane, self.site);
                if read.bits == access.width.mask() {
                    return Err(read.fault(lane, self.site, self.code));
                }
            }
        }
        if !writes {
            self.define(&access.values.iter().flatten().copied().collect::<Vec<_>>());
            return Ok(());
        }
        let places = matrix::located(rows, self.frame, self.active.lanes, self.areas, true);
        let Some(memory) = &mut self.areas.own.undefined_bits else { return Ok(()) };
        for byte in
            places.unwrap_or_default().iter().flat_map(|row| row.place..row.place + matrix::ROW)
        {
            memory.write((Area::Shared, byte), 1, UndefinedBits::default());
        }
        Ok(())
    }

    /// Returns whether an access can neither read nor write bytes with undefined bits.
    fn is_memory_defined(&self, access: &Access) -> bool {
        let memory = self.areas.own.undefined_bits.as_ref();
        let may_be_local = matches!(access.space, Space::Local | Space::Generic | Space::Parameter);
        !may_be_local && memory.is_none_or(Memory::is_defined_outside_of_local)
    }

    /// Returns the area of an access, the index of its first byte, and the offset of the byte in the area. Returns `None`
    /// if the access is a fault, which the operation reports when it runs.
    fn located(
        &self,
        access: &Access,
        i: usize,
        lane: usize,
        writes: bool,
    ) -> Option<(Area, usize, u64)> {
        let mut address = self.frame.columns[access.address].get(i).wrapping_add(access.offset);
        if access.space.is_narrow() {
            address &= u64::from(u32::MAX);
        }
        let bytes = access.width.bytes() * access.values.len();
        let reach = Reach { lane, space: access.space, address, bytes, writes };
        let (area, place) = self.areas.locate(reach).ok()?;
        Some((area, place, self.areas.offset(area, place, lane) as u64))
    }

    /// Follows undefined bits from the sources of a computation to its results.
    fn compute(&mut self, action: &Action) {
        let (sources, results) = (action.sources(), action.results());
        if sources.iter().all(|source| self.registers.is_defined(*source)) {
            self.define(&results);
            return;
        }
        let (controls, tried) = match action {
            Action::Compute(Compute { flow: Flow::Bits { data }, .. }) => {
                (sources.get(*data..).unwrap_or_default(), self.tried(action))
            }
            Action::Compute(Compute { flow: Flow::LowBits, .. }) | Action::Matrix(_) => {
                (&[][..], self.tried(action))
            }
            _ => (&[][..], None),
        };
        for (i, lane) in self.active.each() {
            let read = |source: &Reg| self.registers.read(*source, lane, self.site);
            let all = sources.iter().map(read).fold(UndefinedBits::default(), UndefinedBits::or);
            let is_lost = controls.iter().map(read).any(|one| !one.is_defined());
            // A value without any defined bit stays one in sums and products.
            let is_whole =
                || sources.iter().any(|source| read(source).bits == mask(self.code, *source));
            let origin = match action {
                // The undefined source of a matrix product may be in another lane.
                Action::Matrix(_) => all.or(self.first_of_warp(&sources, i)),
                _ => all,
            };
            let bits: Vec<u64> = results
                .iter()
                .enumerate()
                .map(|(k, result)| match (&tried, action) {
                    _ if is_lost => u64::MAX,
                    (Some(tried), Action::Compute(Compute { flow: Flow::LowBits, .. })) => {
                        let is_exact = k == 0 && (tried[k][i] == 0 || !is_whole());
                        if is_exact {
                            upward(tried[k][i])
                        } else {
                            widened(all.bits, 1, Width::B64)
                        }
                    }
                    (Some(tried), _) => tried[k][i],
                    (None, Action::Add { .. }) => upward(all.bits),
                    (None, Action::Not { .. }) => all.bits,
                    (None, Action::Copy { from, is_signed, .. }) => {
                        extended(all.bits, self.code.slots[*from].width, *is_signed)
                    }
                    (None, Action::Compute(Compute { flow: Flow::Lanes(lanes), .. })) => {
                        widened(all.bits, *lanes, self.code.slots[*result].width)
                    }
                    (None, _) => widened(all.bits, 1, self.code.slots[*result].width),
                })
                .collect();
            for (result, bits) in results.iter().zip(bits) {
                let bits = bits & mask(self.code, *result);
                let undefined =
                    if bits == 0 { UndefinedBits::default() } else { origin.with(bits) };
                self.registers.write(*result, lane, undefined);
            }
        }
        results.iter().for_each(|result| self.registers.shorten(*result));
    }

    /// Returns the first undefined source in the warp of element `i`.
    fn first_of_warp(&self, sources: &[Reg], i: usize) -> UndefinedBits {
        let lanes = self.active.lanes.chunks(WARP).nth(i / WARP).unwrap_or_default();
        let lanes = lanes.iter().map(|lane| usize::from(*lane));
        let read = |lane| {
            let read = |source: &Reg| self.registers.read(*source, lane, self.site);
            sources.iter().map(read).find(|one| !one.is_defined())
        };
        lanes.into_iter().find_map(read).unwrap_or_default()
    }

    /// Runs an operation with different values for the undefined bits. Returns the bits of each result that change, for
    /// each element of the group.
    fn tried(&self, action: &Action) -> Option<Vec<Vec<u64>>> {
        let count = self.active.lanes.len();
        let (mut sources, results) = (action.sources(), action.results());
        sources.sort_unstable();
        sources.dedup();
        let mut random = Random::new(self.site as u64);
        let mut frame = self.frame.part(&sources, &results);
        let (mut first, mut changed) = (Vec::new(), vec![vec![0; count]; results.len()]);
        for trial in 0..TRIALS {
            for source in &sources {
                let known = &self.frame.columns[*source];
                for (i, lane) in self.active.lanes.iter().enumerate() {
                    let undefined =
                        self.registers.read(*source, usize::from(*lane), self.site).bits;
                    let value = match trial {
                        0 => 0,
                        1 => u64::MAX,
                        _ => random.next(),
                    };
                    frame.columns[*source].set(i, known.get(i) & !undefined | value & undefined);
                }
            }
            match action {
                Action::Matrix(one) => matrix::run_registers(one, &mut frame, self.active.lanes),
                _ => step::compute(action, &mut frame, count, None).map(|_| ()),
            }
            .ok()?;
            let values = |result: &Reg| (0..count).map(|i| frame.columns[*result].get(i)).collect();
            let values: Vec<Vec<u64>> = results.iter().map(values).collect();
            if trial == 0 {
                first = values;
                continue;
            }
            for (changed, (values, first)) in changed.iter_mut().zip(values.iter().zip(&first)) {
                for (changed, (value, first)) in changed.iter_mut().zip(values.iter().zip(first)) {
                    *changed |= value ^ first;
                }
            }
        }
        Some(changed)
    }
}

/// Returns the undefined bits of a value that is extended to 64 bits. If the sign is undefined, so are its copies.
fn extended(bits: u64, width: Width, is_signed: bool) -> u64 {
    let bits = bits & width.mask();
    let has_sign = bits >> (8 * width.bytes() - 1) & 1 == 1;
    if is_signed && has_sign { bits | !width.mask() } else { bits }
}

/// Returns the lowest undefined bit and all bits above it, which a carry can reach.
fn upward(bits: u64) -> u64 {
    bits | bits.wrapping_neg()
}

/// Returns the bits of all lanes that have an undefined bit. The value has this width and this number of lanes.
fn widened(bits: u64, lanes: u32, width: Width) -> u64 {
    let lane_bits = 8 * width.bytes() as u32 / lanes.max(1);
    if lanes <= 1 || lane_bits == 0 {
        return if bits == 0 { 0 } else { u64::MAX };
    }
    let lane = (1_u64 << lane_bits) - 1;
    (0..lanes).map(|i| lane << (i * lane_bits)).filter(|lane| bits & lane != 0).sum()
}

#[cfg(test)]
mod tests {
    use super::{extended, upward, widened};
    use crate::code::Width;

    #[test]
    fn an_undefined_bit_makes_its_lane_and_its_sign_undefined() {
        assert_eq!(widened(0x1_0000, 2, Width::B32), 0xffff_0000);
        assert_eq!(widened(0x8001, 4, Width::B32), 0xffff);
        assert_eq!(widened(0x10, 1, Width::B32), u64::MAX);
        assert_eq!(widened(0, 1, Width::B32), 0);
        assert_eq!(upward(0x50), !0xf);
        assert_eq!(upward(0), 0);
        assert_eq!(extended(0x80, Width::B8, true), 0xffff_ffff_ffff_ff80);
        assert_eq!(extended(0x180, Width::B8, false), 0x80);
        assert_eq!(extended(0x7f, Width::B8, true), 0x7f);
    }
}
