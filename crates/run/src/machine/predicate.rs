//! Instructions on predicates.

use super::operand::{destination, number, own_predicate, predicate, source};
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_sass::{Instruction, Operand};

/// The number of predicate registers.
const PREDICATES: u8 = 7;

impl Machine<'_> {
    /// Adds the operations of an instruction that moves or combines predicates.
    pub(super) fn predicates(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let is_uniform = one.name.starts_with('U');
        match name {
            "PLOP3" => {
                let mut sources = Vec::new();
                for at in 2..5 {
                    sources.push(match one.operands.get(at)? {
                        Operand::Predicate(read) => self.truth(*read),
                        Operand::Source(_) => {
                            let from = self.raw(source(one, at)?, 0)?;
                            let zero = self.word(0);
                            self.value("setp.lt.s32", Width::B8, &[from, zero])?
                        }
                        _ => return None,
                    });
                }
                let results = [0, 1].map(|at| (self.written(one, at), number(one, 5 + at)));
                let mut found = Vec::new();
                for (to, table) in results {
                    let found_one = self.of_table(&sources, table?)?;
                    found.push((to?, found_one));
                }
                found.into_iter().for_each(|(to, from)| self.copy(to, from, false));
                Some(())
            }
            "P2R" => {
                let (keep, mask) = (self.int(one, 2)?, self.int(one, 3)?);
                let mut bits = self.word(0);
                for predicate in 0..PREDICATES {
                    let predicate_register = self.own(own_predicate(predicate, is_uniform));
                    let (bit, zero) = (self.word(1 << predicate), self.word(0));
                    let choice = [bit, zero, predicate_register];
                    let bit = self.value("selp.b32", Width::B32, &choice)?;
                    bits = self.value("or.b32", Width::B32, &[bits, bit])?;
                }
                let shift = self.word(8 * byte(one));
                let bits = self.value("and.b32", Width::B32, &[bits, mask])?;
                let bits = self.value("shl.b32", Width::B32, &[bits, shift])?;
                let mask = self.value("shl.b32", Width::B32, &[mask, shift])?;
                let mask = self.value("not.b32", Width::B32, &[mask])?;
                let keep = self.value("and.b32", Width::B32, &[keep, mask])?;
                let to = self.to(destination(one, 0)?, 0);
                self.ptx("or.b32", &[keep, bits], &[to])
            }
            "R2P" => {
                let (from, mask) = (self.int(one, 1)?, self.int(one, 2)?);
                let shift = self.word(8 * byte(one));
                let from = self.value("shr.u32", Width::B32, &[from, shift])?;
                for predicate in 0..PREDICATES {
                    let to = self.own(own_predicate(predicate, is_uniform));
                    let bit = self.word(1 << predicate);
                    let zero = self.word(0);
                    let new = self.value("and.b32", Width::B32, &[from, bit])?;
                    let new = self.value("setp.ne.u32", Width::B8, &[new, zero])?;
                    let is_written = self.value("and.b32", Width::B32, &[mask, bit])?;
                    let is_written = self.value("setp.ne.u32", Width::B8, &[is_written, zero])?;
                    self.choose(is_written, new, to, to)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Writes predicate `a` where `condition` is true, and `b` elsewhere.
    pub(super) fn choose(&mut self, condition: Reg, a: Reg, b: Reg, to: Reg) -> Lowered<()> {
        let not = self.complement(condition);
        let a = self.value("and.pred", Width::B8, &[a, condition])?;
        let b = self.value("and.pred", Width::B8, &[b, not])?;
        self.ptx("or.pred", &[a, b], &[to])
    }

    /// Returns the value of a table of three predicates: bit 4a + 2b + c of the table.
    fn of_table(&mut self, sources: &[Reg], table: u64) -> Lowered<Reg> {
        if let Some(found) = self.of_short_table(sources, table)? {
            return Some(found);
        }
        let mut index = Vec::new();
        for from in sources {
            let zero = self.word(0);
            let from = self.converted(*from, Width::B32, false);
            // All bits are equal, so that any bit of the result is the result.
            index.push(self.value("sub.s32", Width::B32, &[zero, from])?);
        }
        let table = self.word((table & 0xff) as u32);
        index.push(table);
        let found = self.value("lop3.b32", Width::B32, &index)?;
        let zero = self.word(0);
        self.value("setp.ne.u32", Width::B8, &[found, zero])
    }

    /// Returns the value of a table that depends on at most two of its predicates. Returns `Some(None)` for other tables.
    fn of_short_table(&mut self, sources: &[Reg], table: u64) -> Lowered<Option<Reg>> {
        let known: Vec<_> = sources.iter().map(|source| self.known_bits(*source)).collect();
        // The bits of the table that the known predicates allow.
        let is_possible = |index: &usize| {
            known
                .iter()
                .enumerate()
                .all(|(i, bit)| bit.is_none_or(|bit| bit == index_bit(*index, i)))
        };
        let value = |index: usize| table >> index & 1;
        let matters = |i: usize| {
            let flip = 4 >> i;
            known[i].is_none()
                && (0..8).filter(is_possible).any(|index| value(index) != value(index ^ flip))
        };
        let read: Vec<_> = (0..sources.len()).filter(|i| matters(*i)).collect();
        let first = (0..8).find(is_possible)?;
        // The value where the predicates of `read` have these values.
        let at = |bits: &[u64]| {
            let places = read.iter().zip(bits);
            let index = places.fold(first, |index, (i, bit)| {
                let mask = 4 >> i;
                if *bit == 1 { index | mask } else { index & !mask }
            });
            value(index)
        };
        Some(Some(match read[..] {
            [] => self.bits(Width::B8, value(first)),
            [a] if at(&[1]) == 1 => {
                // An instruction with two results may write the register before the second one reads it.
                let to = self.temporary(Width::B8);
                self.copy(to, sources[a], false);
                to
            }
            [a] => self.complement(sources[a]),
            [a, b] => {
                let (a, b) = (sources[a], sources[b]);
                let table = [at(&[0, 0]), at(&[0, 1]), at(&[1, 0]), at(&[1, 1])];
                self.of_two(a, b, table)?
            }
            _ => return Some(None),
        }))
    }

    /// Returns the value of a table of two predicates that depends on both: element 2a + b.
    fn of_two(&mut self, a: Reg, b: Reg, table: [u64; 4]) -> Lowered<Reg> {
        let (spelling, odd) = match table.iter().sum::<u64>() {
            1 => ("and.pred", 1),
            3 => ("or.pred", 0),
            _ => ("xor.pred", 1),
        };
        // The element that differs from the others shows which predicates are complemented.
        let place = match spelling {
            "xor.pred" => 2 + table[1] as usize,
            "and.pred" => table.iter().position(|bit| *bit == odd)?,
            _ => 3 - table.iter().position(|bit| *bit == odd)?,
        };
        let a = if place & 2 == 0 { self.complement(a) } else { a };
        let b = if place & 1 == 0 { self.complement(b) } else { b };
        self.value(spelling, Width::B8, &[a, b])
    }

    /// Returns the predicate at an index, or true where the instruction has none.
    pub(super) fn condition(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        Some(self.truth(predicate(one, at)?))
    }
}

/// Returns the value of predicate `i` in the index of a table.
fn index_bit(index: usize, i: usize) -> u64 {
    (index >> (2 - i) & 1) as u64
}

/// Returns the byte that a modifier selects.
fn byte(one: &Instruction) -> u32 {
    ["B1", "B2", "B3"].iter().position(|word| one.has(word)).map_or(0, |at| at as u32 + 1)
}
