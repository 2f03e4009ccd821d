//! Products of matrices: `BMMA`, `DMMA`, `HMMA`, `IMMA`, `OMMA` and `QMMA`.

use super::operand::{destination, number, source};
use super::{Lowered, Machine};
use crate::code::matrix::{Matrix, Multiply};
use crate::code::places::Metadata;
use crate::code::{Reg, Width};
use ptx_core::mma::{BitOperation, Form, Kind, Layout, Operand, ScaleType, ScaleVector, Type};
use ptx_core::{Limit, Rounding, Sm};
use ptx_loops::matrix;
use ptx_sass::{Instruction, Source};

/// The place of C, and that of the metadata or the scale of A, which follows C.
const C: usize = 3;
const METADATA: usize = 4;
/// The steps of `HMMA.884`, and the number of registers of D that a step computes.
const STEPS: [&str; 4] = ["STEP0", "STEP1", "STEP2", "STEP3"];
const STEP: usize = 2;

impl Machine<'_> {
    /// Adds a product.
    pub(super) fn product(&mut self, one: &Instruction) -> Lowered<()> {
        let sm = Sm(self.cubin.sm as u16);
        let form = form(one).filter(|form| form.runs_on(sm))?;
        let is_double = form.element_type(Operand::D) == Type::F64;
        let base = destination(one, 0)?;
        let mut d = Vec::new();
        for k in 0..form.registers(Operand::D)? {
            d.push(Some(if is_double { self.temporary(Width::B64) } else { self.to(base, k) }));
        }
        let mut factors: [Vec<Reg>; 3] = Default::default();
        for (i, part) in [Operand::A, Operand::B, Operand::C].into_iter().enumerate() {
            let from = source(one, i + 1)?;
            for k in 0..form.registers(part)? {
                factors[i].push(if is_double {
                    let (low, high) = (self.raw(from, 2 * k)?, self.raw(from, 2 * k + 1)?);
                    self.pack(low, high)?
                } else {
                    self.factor(from, k, form.element_bits(part))?
                });
            }
        }
        if let Some(step) = STEPS.iter().position(|step| one.has(step)) {
            self.restrict(one, step, &mut factors[2], &mut d)?;
        }
        let results = d.clone();
        let mut product = Multiply::new(form, sm, d, factors);
        if form.is_sparse() {
            let selector = number(one, one.operands.len() - 1)? as u32;
            let register = self.raw(source(one, METADATA)?, 0)?;
            product.metadata = Some(Metadata::new(form, register, selector));
        }
        if form.scales().is_some() {
            product.scales = self.scales(one, u8::from(form.is_sparse()))?;
        }
        self.on_matrices(Matrix::Multiply(Box::new(product)))?;
        for (k, result) in (0..).zip(results).filter(|_| is_double) {
            let (low, high) = (self.to(base, 2 * k), self.to(base, 2 * k + 1));
            self.unpack(result?, low, high)?;
        }
        Some(())
    }

    /// Returns a register with word `k` of a source, of whose elements the sign may be changed.
    fn factor(&mut self, from: Source, k: u8, bits: u32) -> Lowered<Reg> {
        let word = self.raw(from, k)?;
        let signs = match (from.is_negated, bits) {
            (false, _) => return Some(word),
            (true, 16) => 0x8000_8000,
            (true, 32) => 0x8000_0000,
            (true, _) => return None,
        };
        let signs = self.word(signs);
        self.value("xor.b32", Width::B32, &[word, signs])
    }

    /// Restricts the registers of C and D to those of a step of `HMMA.884`, which has only these registers as operands. Of D,
    /// a step writes two. Of C, it reads two, which are the same for two steps if C is f16 and D is f32.
    fn restrict(
        &mut self,
        one: &Instruction,
        step: usize,
        c: &mut [Reg],
        d: &mut [Option<Reg>],
    ) -> Lowered<()> {
        let (from, to, zero) = (source(one, C)?, destination(one, 0)?, self.word(0));
        let pair = step * c.len() / d.len();
        for (k, register) in c.iter_mut().enumerate() {
            *register = if k / STEP == pair { self.raw(from, (k % STEP) as u8)? } else { zero };
        }
        for (k, register) in d.iter_mut().enumerate() {
            *register = (k / STEP == step).then(|| self.to(to, (k % STEP) as u8));
        }
        Some(())
    }

    /// Returns the block scales of A and B. The scale of A is `after` registers after the fourth source. A uniform register
    /// holds the byte and the thread of both.
    fn scales(&mut self, one: &Instruction, after: u8) -> Lowered<Vec<[Reg; 3]>> {
        /// The lowest bit and the number of bits of the byte and of the thread, for A and for B.
        const PLACES: [[(u32, u32); 2]; 2] = [[(0, 2), (2, 1)], [(3, 2), (5, 2)]];
        let scales =
            [self.raw(source(one, METADATA)?, after)?, self.raw(source(one, METADATA + 1)?, 0)?];
        let places = self.raw(source(one, METADATA + 2)?, 0)?;
        let mut all = Vec::new();
        for (scale, fields) in scales.into_iter().zip(PLACES) {
            let mut field = |(low, count)| {
                let sources = [places, self.word(low), self.word(count)];
                self.value("bfe.u32", Width::B32, &sources)
            };
            all.push([scale, field(fields[0])?, field(fields[1])?]);
        }
        Some(all)
    }
}

/// Returns the form of `mma` that a machine instruction computes, of which `HMMA.884` computes a part.
fn form(one: &Instruction) -> Lowered<Form> {
    let ty = |word: &&str| matrix::type_of_word(&word.to_ascii_lowercase());
    let types: Vec<_> = one.modifiers.iter().filter_map(ty).collect();
    let types = match (one.name, &types[..]) {
        ("BMMA", _) => [Type::S32, Type::B1, Type::B1, Type::S32],
        ("DMMA", _) => [Type::F64; 4],
        ("HMMA", &[d]) => [d, Type::F16, Type::F16, d],
        ("HMMA", &[d, c]) if one.has("884") => [d, Type::F16, Type::F16, c],
        ("HMMA", &[d, a]) => [d, a, a, d],
        ("IMMA", &[a, b]) => [Type::S32, a, b, Type::S32],
        (_, &[d, a, b]) => [d, a, b, d],
        _ => return None,
    };
    let mut form = Form::mma(one.modifiers.iter().find_map(|word| shape(word))?, types);
    for word in &one.modifiers {
        form = match *word {
            "SP" => form.sparse(),
            "SAT" => form.limit(Limit::Satfinite),
            "RM" => form.rounding(Rounding::Rm),
            "RP" => form.rounding(Rounding::Rp),
            "RZ" => form.rounding(Rounding::Rz),
            "AND" => form.bits(BitOperation::And),
            "XOR" => form.bits(BitOperation::Xor),
            "E8.4X" => form.kind(Kind::Mxf4nvf4).scales(ScaleVector::X4, ScaleType::Ue8m0),
            "UE4M3.4X" => form.kind(Kind::Mxf4nvf4).scales(ScaleVector::X4, ScaleType::Ue4m3),
            "E8" if one.name == "OMMA" => {
                form.kind(Kind::Mxf4).scales(ScaleVector::X2, ScaleType::Ue8m0)
            }
            "E8" => form.kind(Kind::Mxf8f6f4).scales(ScaleVector::X1, ScaleType::Ue8m0),
            // PTX has these types only with a kind.
            "E3M2" | "E2M3" | "E2M1" if !one.has("SF") => form.kind(Kind::F8f6f4),
            _ => form,
        };
    }
    if let Some([a @ ("ROW" | "COL"), b]) = one.modifiers.get(1..3) {
        let layout = |word| if word == "ROW" { Layout::Row } else { Layout::Col };
        form = form.layouts([layout(*a), layout(*b)]);
    }
    form.build()
}

/// Returns the shape that a modifier names: `16816`, `8x8x4`.
fn shape(word: &str) -> Option<[u16; 3]> {
    let digits = word.replace('x', "");
    let (m, rest) = match digits.strip_prefix("16") {
        Some(rest) => (16, rest),
        None => (8, digits.strip_prefix('8')?),
    };
    Some([m, 8, rest.strip_prefix('8')?.parse().ok()?])
}
