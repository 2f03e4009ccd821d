//! The known differences between `ptxas` and the PTX manual.

use super::{Statement, types};
use ptx_isa::literal::Literal;
use ptx_isa::operand::Operand;
use ptx_isa::{Form, Kind, Target, Type, Version, forms};

/// Modifiers of matrix forms that may occur twice, once for each factor.
const OF_FACTORS: &[&str] = &["row", "col", "e4m3", "e5m2", "e3m2", "e2m3", "e2m1", "b1"];

/// A known difference: `ptxas` accepts code that the manual does not allow, or rejects code that the manual allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// `ptxas` accepts modifiers in any order. The manual specifies one order.
    ModifierOrder,
    /// `ptxas` accepts a repeated modifier.
    ModifierTwice,
    /// `ptxas` accepts and ignores `.ftz` on `.f64`. The manual does not allow `.ftz` there.
    FtzOfF64,
    /// `ptxas` accepts `.f64` on sm_10 to sm_12 without `map_f64_to_f32`, and warns that it maps
    /// `.f64` to `.f32`.
    F64WithoutMap,
    /// `ptxas` accepts `fma.f64` on sm_10 to sm_12. The manual does not allow `fma.f64` on these
    /// targets, even with `map_f64_to_f32`.
    FmaF64Mapped,
    /// `ptxas` accepts roundings in versions 1.0 to 1.3. PTX added them in version 1.4.
    RoundingBefore1_4,
    /// `ptxas` accepts `mad.f32` without a rounding on sm_20 and later, until PTX ISA 3.1.
    MadWithoutRounding,
    /// `ptxas` accepts every rounding in the `.bf16` forms of `fma`. The manual allows only `.rn`.
    RoundingOfBfloatFma,
    /// `ptxas` accepts a literal `0f…` in `.f64` operands and in operands of `fns`, and reads the
    /// literal as an integer. In `fns`, it also accepts `.f32` registers.
    SingleBitsAsInteger,
    /// `ptxas` accepts any integer as the table of `lop3`, and uses its low 8 bits.
    TableOver255,
    /// `ptxas` accepts a rounding in an exact conversion from `.bf16`.
    RoundingFromBfloat,
    /// `ptxas` accepts an `.f16x2` register as an integer operand of any width, and as a predicate.
    PackedHalvesAsAnything,
    /// `ptxas` accepts integer registers in `.bf16` and `.bf16x2` operands, where the manual requires `.bN`. Versions
    /// of `ptxas` up to 12.9 also accept integer literals.
    IntegerAsBf16,
    /// `ptxas` accepts a predicate as an element of a vector.
    PredicateInVector,
    /// `ptxas` accepts one predicate for both lanes of a packed comparison.
    OneLaneOfTwo,
    /// `ptxas` accepts conversions between `.f16` and `.bf16` without a rounding.
    HalvesWithoutRounding,
    /// Versions of `ptxas` up to 12.9 accept a vector for a `.bf16` or `.bf16x2` operand of `set`, `setp` and `cvt`.
    VectorOfBf16,
    /// `ptxas` accepts `neg` on 16-bit floats from PTX ISA 5.1. The manual has this form from PTX ISA 6.0.
    NegOfHalves,
    /// `ptxas` accepts `testp` without a property.
    NoProperty,
    /// `ptxas` accepts `p|_` in instructions without a second result.
    SinkOfNoResult,
    /// `ptxas` accepts `addc`, `subc` and `madc` in three cases that the manual does not allow: 16-bit types without
    /// `.cc`, 64-bit types before PTX ISA 4.3, and `.s32` with `.sat`.
    CarryOfOtherTypes,
    /// `ptxas` accepts two kinds of literals in `mov.b128`: a 64-bit integer as the whole source, and `0f…` as one
    /// half of the source. The manual has no literals of 128 bits.
    LiteralOf128,
    /// `ptxas` accepts wider registers in `cvt.pack`. The manual requires `.b32`.
    PackOfWider,
    /// `ptxas` accepts `_` as an element of a source.
    SinkAsSource,
    /// `ptxas` accepts a third source that a scalar video instruction ignores. Such an instruction has neither a
    /// second operation nor a selector of the destination.
    ThirdSourceWithoutUse,
    /// `ptxas` accepts `.lo` in `vset` of unsigned integers up to PTX ISA 5.0.
    LowerOfVset,
    /// `ptxas` rejects `sub.cc` and `subc` before PTX ISA 1.3. The manual allows these instructions.
    BorrowBefore1_3,
    /// `ptxas` accepts `.ftz` in conversions from `.f32` to `.bf16` with `.pzo`.
    FtzBesidePzo,
    /// `ptxas` accepts `.rz` in conversions to `.s2f6x2`. The manual allows only `.rn`.
    RoundingOfFixedPoint,
    /// `ptxas` rejects `.pzo` in `cvt.rna.tf32`. The manual allows `.pzo` there.
    PzoOfRna,
    /// `ptxas` rejects a `.u16` register as an `.s2f6x2` source. The manual requires such a register.
    UnsignedFixedPoint,
    /// `ptxas` rejects `rcp.f64` in PTX ISA 1.0 to 1.3. The manual allows `rcp.f64`.
    RcpF64Before1_4,
    /// `ptxas` accepts `.kind::f8f6f4` for `.e4m3` and `.e5m2` wherever it accepts the form without
    /// this modifier: also in `m16n8k16`, and on targets that do not have the modifier.
    KindOfByteFloats,
    /// On sm_100 and later, `ptxas` accepts float registers as the right factor of the integer form
    /// `m8n8k16`.
    FloatsAsIntegers,
    /// Versions of `ptxas` up to 12.9 accept one register too many as the right factor of `m16n8k16` on 8-bit floats.
    RegisterTooMany,
    /// `ptxas` fails with an internal error on a decimal literal in `cvt.rna.tf32`, and on a 64-bit
    /// destination register of `cvt.ftz.f32.f64`.
    FailsInside,
}

impl Statement {
    /// Returns the known differences that explain why `ptxas` and this crate disagree on this statement. Returns
    /// `None` if the known differences do not explain the disagreement.
    pub(crate) fn classes(&self) -> Option<Vec<Class>> {
        if self.is_accepted() {
            let withdrawn = self.version() < Version::new("1.4") && self.words() == ["f64"];
            let decimal = |o: &Operand| matches!(o, Operand::Immediate(Literal::Decimal(_)));
            let to_tf32 = self.words().contains(&"rna") && self.types()[0] == Type::Tf32;
            let wider = |o: &Operand| matches!(o, Operand::Register { ty: Some(ty), .. } if ty.bits() == 64);
            let into_wider = self.words().contains(&"ftz")
                && self.types() == [Type::F32, Type::F64]
                && self.operands.first().is_some_and(wider);
            return match (self.mnemonic.as_str(), withdrawn) {
                ("rcp", true) => Some(vec![Class::RcpF64Before1_4]),
                ("sub" | "subc", _) if self.version() < Version::new("1.3") => {
                    Some(vec![Class::BorrowBefore1_3])
                }
                ("cvt", _) if to_tf32 && self.words().contains(&"pzo") => {
                    Some(vec![Class::PzoOfRna])
                }
                ("cvt", _) if self.types().last() == Some(&Type::S2f6x2) && self.has_u16() => {
                    Some(vec![Class::UnsignedFixedPoint])
                }
                ("cvt", _) if to_tf32 && self.operands.iter().any(decimal) || into_wider => {
                    Some(vec![Class::FailsInside])
                }
                _ => None,
            };
        }
        let mut repaired = self.clone();
        let mut classes = Vec::new();
        for class in [
            Class::ModifierTwice,
            Class::FtzOfF64,
            Class::MadWithoutRounding,
            Class::RoundingOfBfloatFma,
            Class::ModifierOrder,
            Class::F64WithoutMap,
            Class::FmaF64Mapped,
            Class::RoundingBefore1_4,
            Class::RoundingFromBfloat,
            Class::TableOver255,
            Class::SingleBitsAsInteger,
            Class::PackedHalvesAsAnything,
            Class::VectorOfBf16,
            Class::IntegerAsBf16,
            Class::PredicateInVector,
            Class::OneLaneOfTwo,
            Class::SinkOfNoResult,
            Class::HalvesWithoutRounding,
            Class::NegOfHalves,
            Class::NoProperty,
            Class::CarryOfOtherTypes,
            Class::LiteralOf128,
            Class::PackOfWider,
            Class::SinkAsSource,
            Class::ThirdSourceWithoutUse,
            Class::LowerOfVset,
            Class::FtzBesidePzo,
            Class::RoundingOfFixedPoint,
            Class::KindOfByteFloats,
            Class::FloatsAsIntegers,
            Class::RegisterTooMany,
        ] {
            if repaired.repair(class) {
                classes.push(class);
                if repaired.is_accepted() {
                    return Some(classes);
                }
            }
        }
        None
    }

    fn has_u16(&self) -> bool {
        let is_u16 = |o: &Operand| matches!(o, Operand::Register { ty: Some(Type::U16), .. });
        self.operands.iter().any(is_u16)
    }

    fn version(&self) -> Version {
        self.dialect.version.unwrap_or(Version::NEWEST)
    }

    /// Changes the statement so that the difference `class` does not occur. Returns whether
    /// anything changed.
    fn repair(&mut self, class: Class) -> bool {
        let before_sm_13 = self.dialect.target.filter(|target| target.allows_map());
        match class {
            Class::ModifierTwice => {
                let length = self.modifiers.len();
                let mut seen = Vec::new();
                self.modifiers.retain(|word| {
                    let first = !seen.contains(word);
                    seen.push(word.clone());
                    first || Type::from_word(word).is_some() || OF_FACTORS.contains(&word.as_str())
                });
                self.modifiers.len() != length
            }
            Class::FtzOfF64 => {
                let length = self.modifiers.len();
                let wanted = every_form().any(|form| {
                    form.mnemonic == self.mnemonic && form.sorted(&self.words()).is_some()
                });
                if self.is_f64() && !wanted {
                    self.modifiers.retain(|word| word != "ftz");
                }
                self.modifiers.len() != length
            }
            Class::ModifierOrder => {
                let sorted = every_form()
                    .filter(|form| form.mnemonic == self.mnemonic)
                    .filter_map(|form| form.sorted(&self.words()))
                    .find(|sorted| self.types().iter().eq(types(sorted).iter()));
                let Some(sorted) = sorted.filter(|sorted| *sorted != self.words()) else {
                    return false;
                };
                self.modifiers = sorted.into_iter().map(String::from).collect();
                true
            }
            Class::F64WithoutMap => match before_sm_13 {
                Some(target) if self.is_f64() && !target.map_f64_to_f32 => {
                    self.dialect.target = Some(Target { map_f64_to_f32: true, ..target });
                    true
                }
                _ => false,
            },
            Class::FmaF64Mapped => match before_sm_13 {
                Some(_) if self.mnemonic == "fma" && self.is_f64() => {
                    self.dialect.target = Some(Target::sm(13));
                    true
                }
                _ => false,
            },
            Class::RoundingBefore1_4 => {
                let old = self.version() < Version::new("1.4");
                if old && self.modifiers.iter().any(|word| forms::RND.contains(&word.as_str())) {
                    self.dialect.version = Some(Version::new("1.4"));
                    return true;
                }
                false
            }
            Class::MadWithoutRounding => {
                let lax = self.version() < Version::new("3.2")
                    && self.dialect.target.is_some_and(|target| target.sm >= 20);
                let of_f32 = self.mnemonic == "mad" && self.types() == [Type::F32];
                let rounded = self.modifiers.iter().any(|word| forms::RND.contains(&word.as_str()));
                if lax && of_f32 && !rounded {
                    self.modifiers.insert(0, "rn".into());
                }
                lax && of_f32 && !rounded
            }
            Class::RoundingOfBfloatFma => {
                let bfloat = matches!(self.types()[..], [Type::Bf16 | Type::Bf16x2]);
                let other = |word: &&mut String| ["rz", "rm", "rp"].contains(&word.as_str());
                match self.modifiers.iter_mut().find(other) {
                    Some(word) if self.mnemonic == "fma" && bfloat => {
                        *word = "rn".into();
                        true
                    }
                    _ => false,
                }
            }
            Class::RoundingFromBfloat => {
                let exact = matches!(self.types()[..], [Type::F32 | Type::F64, Type::Bf16]);
                let length = self.modifiers.len();
                if self.mnemonic == "cvt" && exact {
                    self.modifiers.retain(|word| !forms::RND.contains(&word.as_str()));
                }
                self.modifiers.len() != length
            }
            Class::TableOver255 => {
                self.mnemonic == "lop3"
                    && match self.operands.get_mut(4) {
                        Some(Operand::Immediate(Literal::Integer(table))) if *table > 255 => {
                            *table &= 255;
                            true
                        }
                        _ => false,
                    }
            }
            Class::SingleBitsAsInteger if self.mnemonic == "fns" => {
                self.replace(|operand| match operand {
                    Operand::Immediate(Literal::SingleBits(bits)) => {
                        Some(Operand::Immediate(Literal::Integer(u64::from(*bits))))
                    }
                    Operand::Register { name, ty: Some(Type::F32) } => {
                        Some(Operand::Register { name: name.clone(), ty: Some(Type::B32) })
                    }
                    _ => None,
                })
            }
            Class::SingleBitsAsInteger => {
                self.is_f64()
                    && self.replace(|operand| match operand {
                        Operand::Immediate(Literal::SingleBits(bits)) => {
                            Some(Operand::Immediate(Literal::DoubleBits(u64::from(*bits))))
                        }
                        _ => None,
                    })
            }
            Class::LiteralOf128 => {
                self.types() == [Type::B128]
                    && self.replace(|operand| match operand {
                        Operand::Immediate(Literal::Integer(_)) => Some(Operand::Host),
                        Operand::Vector(items) => {
                            let is_single = |item: &Operand| {
                                matches!(item, Operand::Immediate(Literal::SingleBits(_)))
                            };
                            let other = items.iter().filter(|item| !is_single(item)).cloned();
                            let whole = other.chain(
                                items.iter().filter(|item| is_single(item)).map(|_| Operand::Host),
                            );
                            items.iter().any(is_single).then(|| Operand::Vector(whole.collect()))
                        }
                        _ => None,
                    })
            }
            Class::PackOfWider => {
                self.words().first() == Some(&"pack")
                    && self.replace(|operand| match operand {
                        Operand::Register { name, ty: Some(ty) } if ty.bits() > 32 => {
                            Some(Operand::Register { name: name.clone(), ty: Some(Type::B32) })
                        }
                        _ => None,
                    })
            }
            Class::PackedHalvesAsAnything => self.replace(|operand| match operand {
                Operand::Register { name, ty: Some(Type::F16x2) } => {
                    Some(Operand::Register { name: name.clone(), ty: None })
                }
                _ => None,
            }),
            Class::IntegerAsBf16 => {
                let bits =
                    match self.types().iter().find(|ty| matches!(ty, Type::Bf16 | Type::Bf16x2)) {
                        Some(ty) => ty.bits(),
                        None => return false,
                    };
                self.replace(|operand| match operand {
                    Operand::Register { name, ty: Some(ty) }
                        if ty.kind() == Kind::Integer && ty.bits() == bits =>
                    {
                        Some(Operand::Register {
                            name: name.clone(),
                            ty: Type::bits_of_width(bits),
                        })
                    }
                    Operand::Immediate(Literal::Integer(_)) => Some(Operand::Host),
                    _ => None,
                })
            }
            Class::OneLaneOfTwo => match self.operands.first_mut() {
                Some(p @ (Operand::Register { ty: Some(Type::Pred), .. } | Operand::Sink))
                    if self.mnemonic == "setp" =>
                {
                    let q = Operand::Register { name: "q".into(), ty: Some(Type::Pred) };
                    *p = Operand::Pair(Box::new([p.clone(), q]));
                    true
                }
                _ => false,
            },
            Class::SinkOfNoResult => self.replace(|operand| match operand {
                Operand::Pair(both) if both[1] == Operand::Sink => Some(both[0].clone()),
                _ => None,
            }),
            Class::HalvesWithoutRounding => {
                let halves = ["f16", "bf16"];
                let applies =
                    self.mnemonic == "cvt" && self.words().iter().all(|word| halves.contains(word));
                if applies {
                    self.modifiers.insert(0, "rn".into());
                }
                applies
            }
            Class::VectorOfBf16 => {
                let bfloat = |word: &&str| ["bf16", "bf16x2"].contains(word);
                let lax = matches!(self.mnemonic.as_str(), "set" | "setp" | "cvt");
                lax && self.words().iter().any(bfloat)
                    && self.replace(|operand| match operand {
                        Operand::Vector(items) => Some(items[0].clone()),
                        _ => None,
                    })
            }
            Class::NegOfHalves => {
                let early = (Version::new("5.1")..Version::new("6.0")).contains(&self.version());
                let halves = matches!(self.types()[..], [Type::F16 | Type::F16x2]);
                let applies = self.mnemonic == "neg" && early && halves;
                if applies {
                    self.dialect.version = Some(Version::new("6.0"));
                }
                applies
            }
            Class::NoProperty => {
                let applies = self.mnemonic == "testp" && self.modifiers.len() == 1;
                if applies {
                    self.modifiers.insert(0, "finite".into());
                }
                applies
            }
            Class::PredicateInVector => self.replace(|operand| {
                let Operand::Vector(items) = operand else { return None };
                let is_predicate =
                    |item: &Operand| matches!(item, Operand::Register { ty: Some(Type::Pred), .. });
                let other = items.iter().find(|item| !is_predicate(item))?;
                let repaired: Vec<_> = items
                    .iter()
                    .map(|item| if is_predicate(item) { other.clone() } else { item.clone() })
                    .collect();
                (repaired != *items).then_some(Operand::Vector(repaired))
            }),
            Class::CarryOfOtherTypes => {
                let reads = ["addc", "subc", "madc"].contains(&self.mnemonic.as_str());
                if !reads || self.words().contains(&"cc") {
                    return false;
                }
                let length = self.modifiers.len();
                if self.types() == [Type::S32] {
                    self.modifiers.retain(|word| word != "sat");
                }
                let of_32_bits = |ty: Type| match ty {
                    Type::U16 | Type::U64 => Some("u32"),
                    Type::S16 | Type::S64 => Some("s32"),
                    _ => None,
                };
                let other = self.types().first().copied().and_then(of_32_bits);
                if let (Some(other), Some(last)) = (other, self.modifiers.last_mut()) {
                    *last = other.into();
                    self.operands.fill(Operand::Host);
                }
                other.is_some() || self.modifiers.len() != length
            }
            Class::ThirdSourceWithoutUse => {
                let has_second = |word: &String| matches!(word.as_str(), "add" | "min" | "max");
                let is_scalar = self.mnemonic.starts_with('v')
                    && self.mnemonic != "vmad"
                    && !self.modifiers.iter().any(has_second);
                let named = |operand: &Operand| matches!(operand, Operand::Lanes { .. });
                let is_unused = is_scalar && self.operands.len() == 4 && !named(&self.operands[0]);
                if is_unused {
                    self.operands.pop();
                }
                is_unused
            }
            Class::LowerOfVset => {
                let lower = self.modifiers.iter_mut().find(|word| *word == "lo");
                lower.filter(|_| self.mnemonic == "vset").is_some_and(|word| {
                    *word = "lt".into();
                    true
                })
            }
            Class::SinkAsSource => {
                let [_, sources @ ..] = self.operands.as_mut_slice() else { return false };
                let mut elements = sources.iter_mut().filter_map(|operand| match operand {
                    Operand::Vector(items) => items.iter_mut().find(|item| **item == Operand::Sink),
                    _ => None,
                });
                match elements.next() {
                    Some(sink) => {
                        *sink = Operand::Host;
                        true
                    }
                    None => false,
                }
            }
            Class::FtzBesidePzo => {
                let length = self.modifiers.len();
                if self.words().contains(&"pzo") && self.types() == [Type::Bf16, Type::F32] {
                    self.modifiers.retain(|word| word != "ftz");
                }
                self.modifiers.len() != length
            }
            Class::RoundingOfFixedPoint => {
                let to_fixed_point = self.types().first() == Some(&Type::S2f6x2);
                match self.modifiers.iter_mut().find(|word| *word == "rz") {
                    Some(word) if to_fixed_point => {
                        *word = "rn".into();
                        true
                    }
                    _ => false,
                }
            }
            Class::KindOfByteFloats => {
                let length = self.modifiers.len();
                let short = |word: &&str| ["e3m2", "e2m3", "e2m1"].contains(word);
                if !self.words().iter().any(short) {
                    self.modifiers.retain(|word| word != "kind::f8f6f4");
                }
                self.modifiers.len() != length
            }
            Class::FloatsAsIntegers => {
                let of_integers = self.words().contains(&"m8n8k16");
                let lax = of_integers && self.dialect.target.is_some_and(|target| target.sm >= 100);
                match self.operands.get_mut(2) {
                    Some(Operand::Vector(items)) if lax && items.len() == 1 => {
                        let ty = match &items[0] {
                            Operand::Register { ty, .. } => *ty,
                            _ => None,
                        };
                        items[0] = Operand::Host;
                        matches!(ty, Some(Type::F32 | Type::F16x2))
                    }
                    _ => false,
                }
            }
            Class::RegisterTooMany => {
                let short = |word: &&str| ["e4m3", "e5m2"].contains(word);
                let lax = self.words().contains(&"m16n8k16")
                    && self.words().iter().any(short)
                    && self.version() <= Version::new("8.8");
                match self.operands.get_mut(2) {
                    Some(Operand::Vector(items)) if lax && items.len() == 2 => {
                        items.pop().is_some()
                    }
                    _ => false,
                }
            }
            Class::BorrowBefore1_3
            | Class::RcpF64Before1_4
            | Class::FailsInside
            | Class::PzoOfRna
            | Class::UnsignedFixedPoint => false,
        }
    }

    /// Replaces operands. Returns whether an operand was replaced.
    fn replace(&mut self, replacement: impl Fn(&Operand) -> Option<Operand>) -> bool {
        let mut any = false;
        for operand in &mut self.operands {
            if let Some(new) = replacement(operand) {
                *operand = new;
                any = true;
            }
        }
        any
    }
}

/// Returns the single-thread and matrix forms.
fn every_form() -> impl Iterator<Item = &'static Form> {
    forms::all().chain(forms::matrices())
}

/// Sorts modifiers into the order of a form.
trait Sorted {
    fn sorted<'w>(&self, words: &[&'w str]) -> Option<Vec<&'w str>>;
}

impl Sorted for Form {
    fn sorted<'w>(&self, words: &[&'w str]) -> Option<Vec<&'w str>> {
        let mut slots = Vec::new();
        for word in words {
            let free =
                |slot: &usize| !slots.contains(slot) && self.slots[*slot].words.contains(word);
            slots.push((0..self.slots.len()).find(free)?);
        }
        let mut sorted: Vec<_> = slots.into_iter().zip(words).collect();
        sorted.sort_unstable();
        let sorted: Vec<_> = sorted.into_iter().map(|(_, word)| *word).collect();
        self.spelt(&sorted).map(|_| sorted)
    }
}
