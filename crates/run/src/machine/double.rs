//! Instructions on binary64 numbers.

use super::float::{COMPARISONS, rounding};
use super::integer::{combination, comparison};
use super::operand::source;
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_sass::{Instruction, Value};

const SIGN: u64 = 1 << 63;

impl Machine<'_> {
    /// Adds the operations of an instruction on binary64 numbers.
    pub(super) fn double(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "DADD" | "DMUL" => {
                let (a, b) = (self.double_source(one, 1)?, self.double_source(one, 2)?);
                let name = if name == "DADD" { "add" } else { "mul" };
                let spelling = format!("{name}.{}.f64", rounding(one));
                let found = self.value(&spelling, Width::B64, &[a, b])?;
                self.unpack_to(one, 0, found)
            }
            "DFMA" => {
                let [a, b, c] = [1, 2, 3].map(|at| self.double_source(one, at));
                let spelling = format!("fma.{}.f64", rounding(one));
                let found = self.value(&spelling, Width::B64, &[a?, b?, c?])?;
                self.unpack_to(one, 0, found)
            }
            "DSETP" => {
                let (a, b) = (self.double_source(one, 2)?, self.double_source(one, 3)?);
                let other = self.read(one, 4)?;
                let results = [self.written(one, 0)?, self.written(one, 1)?];
                if one.has("MIN") || one.has("MAX") {
                    return self.choose_extreme(one, [a, b, other], results);
                }
                let comparison = comparison(one, &COMPARISONS)?;
                let spelling = format!("setp.{comparison}.{}.f64", combination(one));
                self.ptx(&spelling, &[a, b, other], &results)
            }
            _ => None,
        }
    }

    /// Returns a register with a binary64 source. Signs leave a NaN unchanged.
    pub(super) fn double_source(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        let source = source(one, at)?;
        let from = match source.value {
            Value::Immediate(high) => self.bits(Width::B64, u64::from(high) << 32),
            _ => self.pair(source, false)?,
        };
        if !source.is_negated && !source.is_absolute {
            return Some(from);
        }
        let mut changed = from;
        if source.is_absolute {
            let rest = self.bits(Width::B64, !SIGN);
            changed = self.value("and.b64", Width::B64, &[changed, rest])?;
        }
        if source.is_negated {
            let sign = self.bits(Width::B64, SIGN);
            changed = self.value("xor.b64", Width::B64, &[changed, sign])?;
        }
        let is_nan = self.value("testp.notanumber.f64", Width::B8, &[from])?;
        self.value("selp.b64", Width::B64, &[from, changed, is_nan])
    }

    /// Adds the operations of `DSETP.MIN` and `DSETP.MAX`. The first result tells whether `a` is chosen: it is less, or -0
    /// beside +0, or only `b` is a NaN. The second result tells whether both are NaNs.
    fn choose_extreme(
        &mut self,
        one: &Instruction,
        [a, b, other]: [Reg; 3],
        [to, both]: [Reg; 2],
    ) -> Lowered<()> {
        let is_least = one.has("MIN");
        let compare = if is_least { "setp.lt.f64" } else { "setp.gt.f64" };
        let precedes = self.value(compare, Width::B8, &[a, b])?;
        // For equal numbers, -0 has the lower bits as a signed integer.
        let equal = self.value("setp.eq.f64", Width::B8, &[a, b])?;
        let compare = if is_least { "setp.lt.s64" } else { "setp.gt.s64" };
        let by_sign = self.value(compare, Width::B8, &[a, b])?;
        let by_sign = self.value("and.pred", Width::B8, &[equal, by_sign])?;
        let a_is_nan = self.value("testp.notanumber.f64", Width::B8, &[a])?;
        let b_is_nan = self.value("testp.notanumber.f64", Width::B8, &[b])?;
        let a_is_number = self.complement(a_is_nan);
        let chosen = self.value("or.pred", Width::B8, &[precedes, by_sign])?;
        let chosen = self.value("or.pred", Width::B8, &[chosen, b_is_nan])?;
        let chosen = self.value("and.pred", Width::B8, &[chosen, a_is_number])?;
        let nans = self.value("and.pred", Width::B8, &[a_is_nan, b_is_nan])?;
        let chosen = self.value("and.pred", Width::B8, &[chosen, other])?;
        let nans = self.value("and.pred", Width::B8, &[nans, other])?;
        self.copy(to, chosen, false);
        self.copy(both, nans, false);
        Some(())
    }
}
