//! Generates operands for an instruction, often hard cases.

use crate::kind::{like, ones};
use crate::{Conversion, Format, Kind, Operation, Random, Region, operands};
use ptx_isa::{Selection, Type};

/// The generator for the operands of one instruction.
pub struct Steering {
    sources: Vec<Source>,
    made: Made,
}

/// How to generate one operand. A packed operand has several lanes.
struct Source {
    bits: u32,
    kind: Kind,
    lanes: u32,
    /// Whether the operand has the type of the first operand. For a conversion, only operands with the type of the
    /// first operand are computed from an intended result.
    is_first: bool,
}

/// Whether and how operands are computed from an intended result.
enum Made {
    Not,
    Operation(Operation, Format),
    Conversion(Conversion),
}

impl Steering {
    /// Creates the generator for an instruction. `sources` are the types of all operands except
    /// immediates. The type of a carry is last.
    #[must_use]
    pub fn of(selection: &Selection, sources: &[Type]) -> Self {
        let source = |ty: &Type| {
            let (bits, kind) = (ty.bits(), kind(*ty));
            let lanes = bits.div_ceil(kind.bits());
            Source { bits, kind, lanes, is_first: sources.first() == Some(ty) }
        };
        Self { sources: sources.iter().map(source).collect(), made: made(selection, sources) }
    }

    /// Generates the operands of one input. If the operation is known, half of the inputs are
    /// computed from an intended result.
    pub fn fill(&self, operands: &mut [u64], random: u64) {
        let random = &mut Random(random);
        match &self.made {
            Made::Operation(operation, format) if random.is_even() => {
                self.fill_from_results(operands, *operation, *format, random);
            }
            Made::Conversion(conversion) if random.is_even() => {
                for (operand, source) in operands.iter_mut().zip(&self.sources) {
                    *operand = source.lanes(random, |random| {
                        let made = conversion.operand(random.next()).filter(|_| source.is_first);
                        made.unwrap_or_else(|| source.any(random))
                    });
                }
            }
            _ => self.anything(operands, random),
        }
    }

    fn fill_from_results(
        &self,
        all: &mut [u64],
        operation: Operation,
        format: Format,
        random: &mut Random,
    ) {
        all.fill(0);
        let lanes = self.sources.first().map_or(0, |source| source.bits / format.bits());
        for lane in 0..lanes {
            let made = operands(format, operation, random.next());
            for (operand, bits) in all.iter_mut().zip(made) {
                *operand |= bits << (lane * format.bits());
            }
        }
    }

    fn anything(&self, operands: &mut [u64], random: &mut Random) {
        let mut first = None;
        for (operand, source) in operands.iter_mut().zip(&self.sources) {
            let like = first.and_then(|first| like(first, source.bits, random));
            let word = like.unwrap_or_else(|| source.lanes(random, |random| source.any(random)));
            *operand = word & ones(source.bits);
            first.get_or_insert(*operand);
        }
    }
}

impl Source {
    fn any(&self, random: &mut Random) -> u64 {
        self.kind.value(Region::of(random.next()), random.next())
    }

    fn lanes(&self, random: &mut Random, mut lane: impl FnMut(&mut Random) -> u64) -> u64 {
        let width = self.kind.bits();
        let lanes = (0..self.lanes).map(|i| lane(random) << (i * width));
        lanes.fold(0, |word, lane| word | lane) & ones(self.bits)
    }
}

fn kind(ty: Type) -> Kind {
    Kind::Float(match ty {
        Type::F16 | Type::F16x2 => Format::BINARY16,
        Type::Bf16 | Type::Bf16x2 => Format::BFLOAT16,
        Type::F32 | Type::F32x2 | Type::Tf32 => Format::BINARY32,
        Type::F64 => Format::BINARY64,
        Type::U16x2 | Type::S16x2 => return Kind::Integer { bits: 16, signed: ty == Type::S16x2 },
        ty if ty.kind() == ptx_isa::Kind::Narrow || ty.kind() == ptx_isa::Kind::Packed => {
            return Kind::Integer { bits: ty.bits().min(8), signed: ty == Type::S8x4 };
        }
        ty => return Kind::Integer { bits: ty.bits(), signed: ty.rust().is_signed() },
    })
}

/// Returns the kind of results of a conversion to a type; `None` if no [`Kind`] describes the type.
fn rounded(ty: Type) -> Option<Kind> {
    Some(Kind::Float(match ty {
        Type::Tf32 => Format::TF32,
        Type::E4m3x2 | Type::E4m3x4 => Format::E4M3,
        Type::E5m2x2 | Type::E5m2x4 => Format::E5M2,
        Type::E2m3x2 | Type::E2m3x4 => Format::E2M3,
        Type::E3m2x2 | Type::E3m2x4 => Format::E3M2,
        Type::E2m1x2 | Type::E2m1x4 => Format::E2M1,
        Type::Ue5m3x2 => Format::UE5M3,
        ty if ty.kind() == ptx_isa::Kind::Narrow => return None,
        ty => return Some(kind(ty)),
    }))
}

fn made(selection: &Selection, sources: &[Type]) -> Made {
    let Some(first) = sources.first() else { return Made::Not };
    let from = kind(*first);
    let to = selection.destination_types().first().and_then(|ty| rounded(*ty));
    let is_approximate = selection.modifiers.iter().flatten().any(|word| *word == "approx");
    let operation = match selection.form.mnemonic {
        "add" => Operation::Add,
        "sub" => Operation::Sub,
        "mul" => Operation::Mul,
        "div" => Operation::Div,
        "fma" | "mad" => Operation::Fma,
        "rcp" => Operation::Rcp,
        "sqrt" => Operation::Sqrt,
        "cvt" => {
            return match to {
                // This conversion rounds to an integer in the same float format.
                Some(to) if to == from => {
                    let to = Kind::Integer { bits: from.bits(), signed: true };
                    Made::Conversion(Conversion { from, to })
                }
                Some(to) => Made::Conversion(Conversion { from, to }),
                None => Made::Not,
            };
        }
        _ => return Made::Not,
    };
    match from {
        Kind::Float(format) if !is_approximate && sources.iter().all(|ty| ty == first) => {
            Made::Operation(operation, format)
        }
        _ => Made::Not,
    }
}
