//! Instructions on binary32 numbers.

use super::integer::{combination, comparison};
use super::operand::{call, source};
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_isa::{Argument, Returns, Rust};
use ptx_sass::Instruction;

/// The comparisons of floats.
pub(super) const COMPARISONS: [&str; 14] =
    ["LTU", "LEU", "GTU", "GEU", "EQU", "NEU", "NUM", "NAN", "LT", "LE", "GT", "GE", "EQ", "NE"];

/// Returns the rounding of an instruction as PTX writes it.
pub(super) fn rounding(one: &Instruction) -> &'static str {
    match () {
        () if one.has("RM") => "rm",
        () if one.has("RP") => "rp",
        () if one.has("RZ") => "rz",
        () if one.has("RS") => "rs",
        () => "rn",
    }
}

/// Returns `.ftz` and `.sat` as far as an instruction has them.
pub(super) fn flushing(one: &Instruction) -> String {
    let ftz = if one.has("FTZ") { ".ftz" } else { "" };
    let sat = if one.has("SAT") { ".sat" } else { "" };
    format!("{ftz}{sat}")
}

impl Machine<'_> {
    /// Adds the operations of an instruction on binary32 numbers.
    pub(super) fn float(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let (rounding, flushing) = (rounding(one), flushing(one));
        match name {
            "FADD" | "FMUL" => {
                let (a, b) = (self.real(one, 1)?, self.real(one, 2)?);
                let to = self.result(one, 0)?;
                let name = if name == "FADD" { "add" } else { "mul" };
                self.ptx(&format!("{name}.{rounding}{flushing}.f32"), &[a, b], &[to])
            }
            "FFMA" => {
                let [a, b, c] = [self.real(one, 1), self.real(one, 2), self.real(one, 3)];
                let to = self.result(one, 0)?;
                self.ptx(&format!("fma.{rounding}{flushing}.f32"), &[a?, b?, c?], &[to])
            }
            "FSETP" => {
                let comparison = comparison(one, &COMPARISONS)?;
                let combine = combination(one);
                let (a, b, other) = (self.real(one, 2)?, self.real(one, 3)?, self.read(one, 4)?);
                let results = [self.written(one, 0)?, self.written(one, 1)?];
                let spelling = format!("setp.{comparison}.{combine}{flushing}.f32");
                self.ptx(&spelling, &[a, b, other], &results)
            }
            "FSET" => {
                let comparison = comparison(one, &COMPARISONS)?;
                let (a, b, other) = (self.real(one, 1)?, self.real(one, 2)?, self.read(one, 3)?);
                let spelling = format!("setp.{comparison}.{}{flushing}.f32", combination(one));
                let is_set = self.value(&spelling, Width::B8, &[a, b, other])?;
                let (one_bits, zero) = (self.word(1f32.to_bits()), self.word(0));
                let to = self.result(one, 0)?;
                self.ptx("selp.b32", &[one_bits, zero, is_set], &[to])
            }
            "FSEL" if !one.has("FTZ") => {
                let (a, b, condition) =
                    (self.real(one, 1)?, self.real(one, 2)?, self.read(one, 3)?);
                let to = self.result(one, 0)?;
                self.ptx("selp.b32", &[a, b, condition], &[to])
            }
            "FMNMX" | "FMNMX3" => {
                let count = if name == "FMNMX" { 2 } else { 3 };
                let nan = if one.has("NAN") { ".NaN" } else { "" };
                let mut all = Vec::new();
                for at in 1..=count {
                    all.push(match one.has("XORSIGN") {
                        // The sign of the result comes from the sources before `|…|`.
                        true => self.raw(source(one, at)?, 0)?,
                        false => self.real(one, at)?,
                    });
                }
                let xorsign = if one.has("XORSIGN") { ".xorsign.abs" } else { "" };
                let is_least = self.read(one, count + 1)?;
                let mut both = Vec::new();
                for name in ["min", "max"] {
                    let spelling = format!("{name}{flushing}{nan}{xorsign}.f32");
                    let mut found = all[0];
                    for next in &all[1..] {
                        found = self.value(&spelling, Width::B32, &[found, *next])?;
                    }
                    both.push(found);
                }
                let to = self.result(one, 0)?;
                self.ptx("selp.b32", &[both[0], both[1], is_least], &[to])
            }
            // NVIDIA publishes no rule. True sends a lane to the slow path, which is right for all operands.
            "FCHK" => {
                let (to, always) = (self.written(one, 0)?, self.bits(Width::B8, 1));
                self.copy(to, always, false);
                Some(())
            }
            "MUFU" => self.unit(one),
            _ => None,
        }
    }

    /// Adds the operation of the multi-function unit.
    fn unit(&mut self, one: &Instruction) -> Lowered<()> {
        let to = self.result(one, 0)?;
        let operation = *one.modifiers.first()?;
        if ["F16", "BF16", "F16x2", "BF16x2"].into_iter().any(|ty| one.has(ty)) {
            return None;
        }
        let from = self.real(one, 1)?;
        // From sm_70 on, three operations take floats instead of reduced arguments.
        let function = match operation {
            "EX2" | "SIN" | "COS" => format!("sass::mufu_{}_float", operation.to_ascii_lowercase()),
            _ => format!("sass::mufu_{}", operation.to_ascii_lowercase()),
        };
        self.on_unit(&function, from, to)
    }

    fn on_unit(&mut self, function: &str, from: Reg, to: Reg) -> Lowered<()> {
        let arguments = vec![Argument::Source(0, Rust::U32), Argument::Mode("Saturation::Off")];
        let call = call(function, arguments, Returns::One(Rust::U32));
        self.compute(&call, &[from], &[to])
    }
}
