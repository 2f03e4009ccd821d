//! Checks the instructions for textures and surfaces, which nothing here computes (PTX ISA, "Texture Instructions",
//! "Surface Instructions", and the verdicts of `ptxas` 13.5).

use crate::resolve::operand::{Operand, judged};
use crate::resolve::resolver::Resolver;
use crate::resolve::{Fault, words};
use crate::syntax::{Instruction, Operand as Written, OperandKind};
use ptx_isa::operand::Operand as Judged;
use ptx_isa::{Code, Message, Type};

/// The words of an instruction. Exactly one word of each class is required.
struct Spelling {
    mnemonic: &'static str,
    /// The words that are required: one of each list.
    required: &'static [&'static [&'static str]],
    /// The words that may also be present.
    optional: &'static [&'static str],
}

/// The geometries, and the minimum length of their coordinate vectors.
const GEOMETRIES: &[(&str, usize)] = &[
    ("1d", 1),
    ("2d", 2),
    ("3d", 4),
    ("a1d", 2),
    ("a2d", 4),
    ("cube", 4),
    ("acube", 4),
    ("2dms", 4),
    ("a2dms", 4),
];

const FLAT: &[&str] = &["1d", "2d", "3d", "a1d", "a2d"];

const WIDTHS: &[&str] = &["b8", "b16", "b32", "b64"];

const CLAMPS: &[&str] = &["trap", "clamp", "zero"];

/// The queries of a sampler.
const OF_SAMPLER: &[&str] =
    &["filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2", "force_unnormalized_coords"];

const SPELLINGS: &[Spelling] = &[
    Spelling {
        mnemonic: "tex",
        required: &[
            &["1d", "2d", "3d", "a1d", "a2d", "cube", "acube", "2dms", "a2dms"],
            &["v2", "v4"],
            &["u32", "s32", "f16", "f32", "f16x2"],
            &["s32", "f32"],
        ],
        optional: &["base", "level", "grad"],
    },
    Spelling {
        mnemonic: "tld4",
        required: &[
            &["r", "g", "b", "a"],
            &["2d", "a2d", "cube", "acube"],
            &["v2", "v4"],
            &["u32", "s32", "f16", "f32", "f16x2"],
            &["f32"],
        ],
        optional: &[],
    },
    Spelling {
        mnemonic: "txq",
        required: &[
            &[
                "width",
                "height",
                "depth",
                "channel_data_type",
                "channel_order",
                "normalized_coords",
                "array_size",
                "num_mipmap_levels",
                "num_samples",
                "filter_mode",
                "addr_mode_0",
                "addr_mode_1",
                "addr_mode_2",
                "force_unnormalized_coords",
            ],
            &["b32"],
        ],
        optional: &["level"],
    },
    Spelling {
        mnemonic: "suq",
        required: &[
            &[
                "width",
                "height",
                "depth",
                "channel_data_type",
                "channel_order",
                "array_size",
                "memory_layout",
            ],
            &["b32"],
        ],
        optional: &[],
    },
    Spelling {
        mnemonic: "suld",
        required: &[&["b"], FLAT, WIDTHS, CLAMPS],
        optional: &["ca", "cg", "cs", "cv", "v2", "v4"],
    },
    Spelling {
        mnemonic: "sust",
        required: &[&["b", "p"], FLAT, WIDTHS, CLAMPS],
        optional: &["wb", "cg", "cs", "wt", "v2", "v4"],
    },
    Spelling {
        mnemonic: "istypep",
        required: &[&["texref", "samplerref", "surfref"]],
        optional: &[],
    },
];

impl<'a> Resolver<'a> {
    /// Checks the modifiers and operands of an instruction for textures or surfaces. `is_unified` states whether a texture
    /// contains its sampler; `None` if the texture mode is unknown.
    ///
    /// # Errors
    /// Returns the first fault.
    pub fn check_texture(
        &mut self,
        written: &'a Instruction<'a>,
        is_unified: Option<bool>,
    ) -> Result<(), Fault> {
        let mnemonic = written.mnemonic.text;
        let Some(spelling) = SPELLINGS.iter().find(|row| row.mnemonic == mnemonic) else {
            return Ok(());
        };
        let words = words(written);
        let found = spelt(written, spelling)?;
        let operands = written.operands.as_slice();
        let is_vector = |word: &&&str| matches!(**word, "v2" | "v4");
        let count = match words.iter().find(is_vector) {
            Some(word) if *word == "v2" => 2,
            Some(_) => 4,
            None => 1,
        };
        let ty = |word: &str| Type::from_word(word).unwrap_or(Type::B32);
        match (mnemonic, operands) {
            ("tex" | "tld4", [result, address, ..]) => {
                let [.., result_type, coordinate_type] = found[..] else { return Ok(()) };
                let right = if result_type == "f16x2" { 2 } else { 4 };
                if count != right {
                    let message = format!("`{mnemonic}.{result_type}` needs `.v{right}`");
                    return Err(at_spelling(written, message.into()));
                }
                self.values(result, ty(result_type), count, true)?;
                let count = match &address.kind {
                    OperandKind::Address(items) => items.len(),
                    _ => 0,
                };
                let object = match is_unified.unwrap_or(count < 3) {
                    true => &["texref"][..],
                    false => &["texref", "samplerref"],
                };
                let geometry = found[found.len() - 4];
                self.place(address, object, geometry, ty(coordinate_type))?;
                let is_level = words.contains(&"level");
                match operands.get(2) {
                    Some(level) if is_level => self.values(level, ty(coordinate_type), 1, false),
                    None if is_level || words.contains(&"grad") => {
                        Err(at_spelling(written, "missing operand after the coordinates".into()))
                    }
                    _ => Ok(()),
                }
            }
            ("txq" | "suq", [result, address, ..]) => {
                self.values(result, Type::B32, 1, true)?;
                let object = match found[0] {
                    _ if mnemonic == "suq" => "surfref",
                    query if OF_SAMPLER.contains(&query) => "samplerref",
                    _ => "texref",
                };
                match &address.kind {
                    OperandKind::Address(items) if items.len() == 1 => {
                        self.object(&items[0], object)
                    }
                    _ => Err(expected(address, "an address, such as `[t]`")),
                }
            }
            ("suld", [value, address]) => {
                self.values(value, ty(found[2]), count, true)?;
                self.place(address, &["surfref"], found[1], Type::S32)
            }
            ("sust", [address, value]) => {
                self.place(address, &["surfref"], found[1], Type::S32)?;
                self.values(value, ty(found[2]), count, false)
            }
            ("istypep", [result, handle]) => {
                self.values(result, Type::Pred, 1, true)?;
                self.values(handle, Type::B64, 1, false)
            }
            _ => Err(at_spelling(written, "wrong number of operands".into())),
        }
        .map_err(|fault| fault.coded(Code::Operand))
    }

    /// Checks `[texture, sampler, coordinates]`. `objects` are the types of the objects before the coordinates.
    fn place(
        &mut self,
        address: &'a Written<'a>,
        objects: &[&'static str],
        geometry: &str,
        ty: Type,
    ) -> Result<(), Fault> {
        let OperandKind::Address(items) = &address.kind else {
            return Err(expected(address, "an address with coordinates"));
        };
        let [first @ .., coordinates] = items.as_slice() else {
            return Err(expected(address, "an address with coordinates"));
        };
        if first.len() != objects.len() {
            let what = match objects.len() {
                1 => "one name before the coordinates",
                _ => "a texture and a sampler before the coordinates",
            };
            return Err(expected(address, what));
        }
        for (item, object) in first.iter().zip(objects) {
            self.object(item, object)?;
        }
        let least = GEOMETRIES.iter().find(|row| row.0 == geometry).map_or(1, |row| row.1);
        if let OperandKind::Vector(items) = &coordinates.kind
            && (items.len() < least || !matches!(items.len(), 1 | 2 | 4))
        {
            return Err(expected(coordinates, &format!("a vector of {least} coordinates")));
        }
        self.values(coordinates, ty, 1, false).or_else(|fault| match ty {
            // `ptxas` converts integer coordinates.
            Type::F32 => self.values(coordinates, Type::S32, 1, false).map_err(|_| fault),
            _ => Err(fault),
        })
    }

    /// Checks a texture, sampler or surface, or a register with its handle.
    fn object(&mut self, written: &'a Written<'a>, wanted: &str) -> Result<(), Fault> {
        let resolved = self.operand(written, Type::B64)?;
        let is_right = match (&resolved, judged(&resolved, &self.registers)) {
            (_, Judged::Register { ty, .. }) => {
                ty.is_none_or(|ty| Type::B64.takes_register(ty) && ty != Type::F64)
            }
            (Operand::Symbol(symbol), _) => self.declaration_of(symbol).is_none_or(|declared| {
                symbol.offset == 0 && declared.0.types.iter().any(|word| word.text == wanted)
            }),
            (Operand::Undeclared, _) => true,
            _ => false,
        };
        match is_right {
            true => Ok(()),
            false => Err(expected(written, &format!("a `.{wanted}` or a `.u64` register"))),
        }
    }

    /// Checks a value, or a vector of at least `count` values. `is_result` tells whether the instruction writes them.
    fn values(
        &mut self,
        written: &'a Written<'a>,
        ty: Type,
        count: usize,
        is_result: bool,
    ) -> Result<(), Fault> {
        let items = match &written.kind {
            OperandKind::Pair(both) if is_result => {
                let second = self.value(&both[1], Type::Pred, true)?;
                if second.is_some_and(|ty| ty != Type::Pred) {
                    return Err(expected(&both[1], "a predicate"));
                }
                return self.values(&both[0], ty, count, true);
            }
            OperandKind::Vector(items) => items.as_slice(),
            _ => std::slice::from_ref(written),
        };
        if items.len() < count || is_result && items.len() != count {
            return Err(expected(written, &format!("a vector of {count} registers")));
        }
        let mut types = Vec::new();
        for item in items {
            types.extend(self.value(item, ty, is_result)?.map(|ty| (ty, item)));
        }
        // Registers are wider than `.b8`.
        let Some(&(first, _)) = types.first().filter(|_| ty != Type::B8) else { return Ok(()) };
        let differs = |one: &&(Type, _)| !types.iter().all(|other| one.0.takes_register(other.0));
        if let Some((found, item)) = types.iter().find(differs) {
            let (first, found) = (first.word(), found.word());
            let what = format!("the types of a vector differ: `.{first}` and `.{found}`");
            return Err(Fault::new(item.span.clone(), what));
        }
        match types.iter().any(|one| ty.takes_register(one.0)) {
            true => Ok(()),
            false => {
                Err(expected(written, &format!("`.{}`, found `.{}`", ty.word(), first.word())))
            }
        }
    }

    /// Checks one value, and returns the type of its register.
    fn value(
        &mut self,
        written: &'a Written<'a>,
        ty: Type,
        is_result: bool,
    ) -> Result<Option<Type>, Fault> {
        let resolved = self.operand(written, ty)?;
        match judged(&resolved, &self.registers) {
            Judged::Register { ty, .. } => Ok(ty),
            Judged::Sink if is_result => Ok(None),
            Judged::Immediate(literal) if !is_result => match literal.bits(ty) {
                Ok(_) => Ok(None),
                Err(message) => Err(Fault::new(written.span.clone(), message)),
            },
            Judged::Special(_) if !is_result => Ok(None),
            Judged::Host => Ok(None),
            _ => Err(expected(written, "a register")),
        }
    }
}

/// Returns the word of each required class of modifiers.
fn spelt<'a>(written: &Instruction<'a>, spelling: &Spelling) -> Result<Vec<&'a str>, Fault> {
    let mut found = vec![""; spelling.required.len()];
    let mut optional: Vec<&str> = Vec::new();
    for word in &written.modifiers {
        let class = spelling.required.iter().position(|class| class.contains(&word.text));
        let free = (0..found.len())
            .find(|&i| found[i].is_empty() && spelling.required[i].contains(&word.text));
        let is_second = |other: &&str| other.starts_with('v') == word.text.starts_with('v');
        match free {
            Some(i) => found[i] = word.text,
            None if spelling.optional.contains(&word.text) && !optional.iter().any(is_second) => {
                optional.push(word.text);
            }
            None => {
                let what = match class {
                    Some(_) => format!("unexpected second modifier `.{}`", word.text),
                    None => format!(
                        "modifier `.{}` is not supported by `{}`",
                        word.text, spelling.mnemonic
                    ),
                };
                return Err(Fault::new(word.span.clone(), what).coded(Code::Modifier));
            }
        }
    }
    match found.iter().position(|word| word.is_empty()) {
        None => Ok(found),
        Some(i) => {
            let words: Vec<_> =
                spelling.required[i].iter().map(|word| format!("`.{word}`")).collect();
            let what = format!("missing modifier: expected one of {}", words.join(", "));
            Err(at_spelling(written, what.into()).coded(Code::Modifier))
        }
    }
}

/// Reports an operand. `what` says what is expected.
fn expected(written: &Written<'_>, what: &str) -> Fault {
    Fault::new(written.span.clone(), format!("expected {what}"))
}

fn at_spelling(written: &Instruction<'_>, message: Message) -> Fault {
    Fault::new(written.spelling_span(), message)
}
