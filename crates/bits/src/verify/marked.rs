//! Replaces the NaNs that a text computes: by marks, or by other NaNs that PTX permits.

use super::rewrite::{Edit, edited, edits};
use ptx_isa::number::Format;
use ptx_isa::{Dialect, Table, Target, Type, select_all};
use ptx_module::Module;
use ptx_module::syntax::{self, Instruction};

/// Instructions that copy bits, so that they keep a NaN.
const COPIES: [&str; 4] = ["mov", "selp", "slct", "copysign"];

/// A type whose NaNs are marked.
struct Marked {
    ty: Type,
    format: Format,
    /// The mark: a quiet NaN whose payload no instruction and no other type gives.
    mark: u64,
}

const MARKED: [Marked; 4] = [
    Marked { ty: Type::F64, format: Format::BINARY64, mark: 0x7ffa_5c3e_96b1_d247 },
    Marked { ty: Type::F32, format: Format::BINARY32, mark: 0x7fe5_c3e9 },
    Marked { ty: Type::F16, format: Format::BINARY16, mark: 0x7f5b },
    Marked { ty: Type::Bf16, format: Format::BFLOAT16, mark: 0x7fd5 },
];

impl Marked {
    fn bits(&self) -> usize {
        self.format.bits as usize
    }

    /// Returns infinity. A NaN without its sign is above it.
    fn infinity(&self) -> u64 {
        self.format.largest() + 1
    }

    fn is_nan(&self, bits: u64) -> bool {
        bits & self.format.magnitude() > self.infinity()
    }

    fn sign(&self) -> u64 {
        self.format.magnitude() + 1
    }

    /// Returns the bit above the fraction, which is the lowest of the exponent.
    fn exponent(&self) -> u64 {
        1 << self.format.fraction
    }
}

/// What replaces a NaN that an instruction computes.
#[derive(Clone, Copy)]
pub(super) enum Instead {
    /// The mark of its type.
    Mark,
    /// The mark with its sign and all bits of its fraction inverted: a signaling NaN.
    Inverted,
    /// The NaN that most instructions compute: PTX's canonical NaN.
    Canonical,
    /// The first NaN among the operands of its type, changed.
    First(Change),
    /// The last NaN among the operands of its type, changed.
    Last(Change),
}

/// The change of an operand.
#[derive(Clone, Copy)]
pub(super) enum Change {
    Nothing,
    Quieted,
    Negated,
    Absolute,
}

/// The NaNs that machine code may have where an instruction of the text computes a NaN: PTX leaves the sign and the payload
/// open.
pub(super) const PERMITTED: [Instead; 7] = [
    Instead::First(Change::Nothing),
    Instead::First(Change::Quieted),
    Instead::First(Change::Negated),
    Instead::First(Change::Absolute),
    Instead::Last(Change::Nothing),
    Instead::Last(Change::Quieted),
    Instead::Canonical,
];

/// A PTX text, and the kernel and the chip for which its NaNs are replaced.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) name: &'a str,
    pub(super) text: &'a str,
    pub(super) entry: &'a str,
    pub(super) chip: Option<Target>,
}

impl Source<'_> {
    /// Returns the places of the instructions of the kernel and of functions that may compute a NaN.
    pub(super) fn places(&self) -> Vec<usize> {
        let edits = self.edits(&|_| Some(Instead::Mark));
        edits.iter().filter(|(.., new)| new.starts_with('{')).map(|(start, ..)| *start).collect()
    }

    /// Returns a text in which the NaNs of these instructions are replaced. `instead` takes the place of an instruction.
    pub(super) fn replaced(&self, instead: &dyn Fn(usize) -> Option<Instead>) -> String {
        edited(self.text, self.edits(instead))
    }

    fn edits(&self, instead: &dyn Fn(usize) -> Option<Instead>) -> Vec<Edit> {
        let module = Module::new(syntax::Source::new(self.name, self.text.as_bytes()));
        let mut dialect = Dialect::default();
        dialect.target = self.chip.or(dialect.target);
        edits(&module, self.entry, |one| {
            let instead = instead(one.span.start);
            let edits = instead.and_then(|instead| replace(self.text, one, &dialect, instead));
            edits.unwrap_or_default()
        })
    }
}

/// Returns the changes that replace the NaNs of an instruction: statements around it. Returns `None` for an instruction that
/// computes no NaN, or without a NaN in its place.
fn replace(
    text: &str,
    one: &Instruction<'_>,
    dialect: &Dialect,
    instead: Instead,
) -> Option<Vec<Edit>> {
    let mnemonic = one.mnemonic.text;
    if COPIES.contains(&mnemonic) {
        return None;
    }
    let modifiers: Vec<_> = one.modifiers.iter().map(|word| word.text).collect();
    let computed = select_all(Table::Thread, mnemonic, &modifiers, dialect);
    let forms = computed.or_else(|_| select_all(Table::Matrices, mnemonic, &modifiers, dialect));
    let forms = forms.ok()?;
    let form = forms.first()?;
    let packed = form.destination_types().first().copied()?;
    let (ty, lanes) = match packed {
        Type::F16x2 => (Type::F16, 2),
        Type::Bf16x2 => (Type::Bf16, 2),
        Type::F32x2 => (Type::F32, 2),
        ty => (ty, 1),
    };
    let known = MARKED.iter().find(|known| known.ty == ty)?;
    let wide = known.bits() * lanes;
    let number = |bits: u64| {
        let all = (0..lanes).fold(0, |all, lane| all | bits << (lane * known.bits()));
        vec![format!("0x{all:x}")]
    };
    let is_register = |operand: &&str| {
        operand.starts_with(|first: char| first.is_ascii_alphabetic() || "%_$".contains(first))
    };
    let operand = |index: usize| {
        let is_same = form.operand_type(index) == Some(packed);
        one.operands.get(index).filter(|_| is_same).map(|operand| &text[operand.span.clone()])
    };
    let registers = || (1..one.operands.len()).filter_map(operand).filter(is_register);
    let owned = str::to_string;
    // The last NaN of the sources remains.
    let (sources, change) = match instead {
        Instead::Mark => (number(known.mark), Change::Nothing),
        Instead::Inverted => {
            (number(known.mark ^ (known.sign() | (known.exponent() - 1))), Change::Nothing)
        }
        Instead::Canonical => (number(known.format.nan()?), Change::Nothing),
        Instead::First(change) => (registers().rev().map(owned).collect(), change),
        Instead::Last(change) => (registers().map(owned).collect(), change),
    };
    if sources.is_empty() {
        return None;
    }
    let copies = sources.iter().enumerate().map(|(i, source)| {
        format!(" .reg .b{wide} %ptx_bits_o{i}; mov.b{wide} %ptx_bits_o{i}, {source};")
    });
    let guard = one.guard.as_ref().map(|guard| &text[guard.span.clone()]).unwrap_or_default();
    let destination = &text[one.operands.first()?.span.clone()];
    let destinations = destination.trim_matches(['{', '}']).split(',').map(str::trim);
    let destinations = destinations.filter(|register| *register != "_");
    let statements = destinations
        .map(|register| known.statements(register, lanes, sources.len(), change, guard));
    let (start, end) = (one.span.start, one.span.end);
    Some(vec![
        (start, start, format!("{{{} ", copies.collect::<String>())),
        (end, end, format!("{} }}", statements.collect::<String>())),
    ])
}

impl Marked {
    /// Returns the statements that replace each NaN among the lanes of a register by the changed NaN of the last source that
    /// has one in this lane.
    fn statements(
        &self,
        register: &str,
        lanes: usize,
        sources: usize,
        change: Change,
        guard: &str,
    ) -> String {
        let (bits, infinity, sign) = (self.bits(), self.infinity(), self.sign());
        let wide = bits * lanes;
        let all = |name: &str| match lanes {
            1 => format!("%ptx_bits_{name}0"),
            _ => format!("{{%ptx_bits_{name}0, %ptx_bits_{name}1}}"),
        };
        let (operation, number) = match change {
            Change::Nothing => ("or", 0),
            Change::Quieted => ("or", self.exponent() >> 1),
            Change::Negated => ("xor", sign),
            Change::Absolute => ("and", sign - 1),
        };
        let mut text = format!(
            " {{ .reg .b{bits} %ptx_bits_d<2>, %ptx_bits_s<2>, %ptx_bits_m; .reg .pred %ptx_bits_p; mov.b{wide} {}, {register};",
            all("d")
        );
        for source in 0..sources {
            text += &format!(" mov.b{wide} {}, %ptx_bits_o{source};", all("s"));
            for lane in 0..lanes {
                let [to, from] = ["d", "s"].map(|name| format!("%ptx_bits_{name}{lane}"));
                text += &format!(
                    " and.b{bits} %ptx_bits_m, {from}, 0x{0:x}; setp.gt.u{bits} %ptx_bits_p, %ptx_bits_m, 0x{infinity:x}; \
                     and.b{bits} %ptx_bits_m, {to}, 0x{0:x}; setp.gt.and.u{bits} %ptx_bits_p, %ptx_bits_m, 0x{infinity:x}, %ptx_bits_p; \
                     {operation}.b{bits} {from}, {from}, 0x{number:x}; {guard} selp.b{bits} {to}, {from}, {to}, %ptx_bits_p;",
                    sign - 1
                );
            }
        }
        text + &format!(" mov.b{wide} {register}, {}; }}", all("d"))
    }
}

/// Returns whether all bytes that differ between the bytes `ours` of a text and `theirs` of its machine code are of NaNs in
/// both. With the bytes `marked` of the marked text, a type is known by its mark. Without, any type may be that of the NaN.
pub(super) fn are_nans(ours: &[u8], theirs: &[u8], marked: Option<&[u8]>) -> bool {
    let is_known = |at: usize| {
        MARKED.iter().any(|known| {
            let size = known.bits() / 8;
            let start = at - at % size;
            let bits = |bytes: &[u8]| {
                let bytes = bytes.get(start..start + size)?;
                Some(bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
            };
            let is_nan = |bytes: &[u8]| bits(bytes).is_some_and(|bits| known.is_nan(bits));
            let is_marked = marked.is_none_or(|marked| bits(marked) == Some(known.mark));
            is_nan(ours) && is_nan(theirs) && is_marked
        })
    };
    let differs = |at: &usize| ours[*at] != theirs[*at];
    (0..ours.len().min(theirs.len())).filter(differs).all(is_known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_types() {
        for (known, infinity, sign, exponent) in [
            (&MARKED[0], 0x7ff0_0000_0000_0000, 1 << 63, 1 << 52),
            (&MARKED[1], 0x7f80_0000, 1 << 31, 1 << 23),
            (&MARKED[2], 0x7c00, 1 << 15, 1 << 10),
            (&MARKED[3], 0x7f80, 1 << 15, 1 << 7),
        ] {
            assert_eq!(
                (known.infinity(), known.sign(), known.exponent()),
                (infinity, sign, exponent)
            );
            for (bits, is_nan) in [(0, false), (infinity, false), (infinity + 1, true)] {
                assert_eq!((known.is_nan(bits), known.is_nan(bits | sign)), (is_nan, is_nan));
            }
        }
    }

    /// Tests the numbers in the changed text: the mark in both lanes, its inverse, and the change of an operand.
    #[test]
    fn nans_are_replaced_by_numbers() {
        let text = ".version 8.0\n.target sm_80\n.entry k()\n{ .reg .b32 %h<3>; .reg .f32 %f<3>;\n\
                    add.rn.f16x2 %h0, %h1, %h2; add.rn.f32 %f0, %f1, %f2; ret; }\n";
        let source = Source { name: "k.ptx", text, entry: "k", chip: None };
        for (instead, parts) in [
            (Instead::Mark, ["%ptx_bits_o0, 0x7f5b7f5b;", "%ptx_bits_o0, 0x7fe5c3e9;"]),
            (Instead::Inverted, ["%ptx_bits_o0, 0xfca4fca4;", "%ptx_bits_o0, 0xff9a3c16;"]),
            (
                Instead::First(Change::Quieted),
                ["or.b16 %ptx_bits_s0, %ptx_bits_s0, 0x200;", "0x400000;"],
            ),
            (
                Instead::First(Change::Negated),
                ["xor.b16 %ptx_bits_s0, %ptx_bits_s0, 0x8000;", "0x80000000;"],
            ),
            (
                Instead::Last(Change::Absolute),
                ["and.b16 %ptx_bits_s0, %ptx_bits_s0, 0x7fff;", "0x7fffffff;"],
            ),
        ] {
            let replaced = source.replaced(&|_| Some(instead));
            assert!(parts.iter().all(|part| replaced.contains(part)), "{replaced}");
        }
    }

    /// Tests three words of binary32: a NaN, the number 1 and the mark.
    #[test]
    fn only_nans_may_differ() {
        let bytes = |words: [u32; 3]| words.map(u32::to_le_bytes).concat();
        let ours = bytes([0x7fff_ffff, 0x3f80_0000, 0x7fe5_c3e9]);
        assert!(are_nans(&ours, &bytes([0xffc0_0000, 0x3f80_0000, 0x7fc0_0000]), None));
        assert!(!are_nans(&ours, &bytes([0x7fff_ffff, 0x3f80_0001, 0x7fe5_c3e9]), None));
        assert!(!are_nans(&ours, &bytes([0x3f80_0000, 0x3f80_0000, 0x7fe5_c3e9]), None));
        assert!(are_nans(&ours, &bytes([0x7fff_ffff, 0x3f80_0000, 0x7fc0_0000]), Some(&ours)));
        assert!(!are_nans(&ours, &bytes([0xffc0_0000, 0x3f80_0000, 0x7fe5_c3e9]), Some(&ours)));
    }

    /// A mark of one type contains no mark of another type, so that it tells the type.
    #[test]
    fn marks_are_nans_of_one_type() {
        for known in &MARKED {
            assert!(known.is_nan(known.mark));
            for other in MARKED.iter().filter(|other| other.bits() <= known.bits()) {
                let mask = u64::MAX >> (64 - other.bits());
                let mut parts = (0..known.bits() / other.bits())
                    .map(|part| known.mark >> (part * other.bits()) & mask);
                let is_same = known.ty == other.ty;
                assert_eq!(parts.any(|part| part == other.mark), is_same, "{}", known.ty.word());
            }
        }
    }
}
