//! Marks the NaNs that a text computes.

use super::rewrite::{Edit, edited, edits};
use ptx_isa::{Dialect, Selection, Table, Target, Type, select_all};
use ptx_module::Module;
use ptx_module::syntax::{Instruction, Source};

/// Instructions that copy bits, so that they keep a NaN.
const COPIES: [&str; 4] = ["mov", "selp", "slct", "copysign"];

/// A type whose NaNs are marked.
struct Marked {
    ty: Type,
    /// The number of bits.
    bits: usize,
    /// Infinity. A NaN without its sign is above it.
    infinity: u64,
    /// The mark: a quiet NaN whose payload no instruction and no other type gives.
    mark: u64,
}

const MARKED: [Marked; 4] = [
    Marked { ty: Type::F64, bits: 64, infinity: 0x7ff << 52, mark: 0x7ffa_5c3e_96b1_d247 },
    Marked { ty: Type::F32, bits: 32, infinity: 0xff << 23, mark: 0x7fe5_c3e9 },
    Marked { ty: Type::F16, bits: 16, infinity: 0x1f << 10, mark: 0x7f5b },
    Marked { ty: Type::Bf16, bits: 16, infinity: 0xff << 7, mark: 0x7fd5 },
];

impl Marked {
    fn is_nan(&self, bits: u64) -> bool {
        bits & ((1 << (self.bits - 1)) - 1) > self.infinity
    }
}

/// Returns a text in which each NaN that an instruction of the kernel `entry` or of a function computes has the mark of its
/// type.
pub(super) fn text(name: &str, text: &str, entry: &str, chip: Option<Target>) -> String {
    let module = Module::new(Source::new(name, text.as_bytes()));
    let mut dialect = Dialect::default();
    dialect.target = chip.or(dialect.target);
    edited(text, edits(&module, entry, |one| marks(text, one, &dialect).into_iter().collect()))
}

/// Returns the change that marks the NaNs of an instruction: statements after it.
fn marks(text: &str, one: &Instruction<'_>, dialect: &Dialect) -> Option<Edit> {
    let mnemonic = one.mnemonic.text;
    if COPIES.contains(&mnemonic) {
        return None;
    }
    let modifiers: Vec<_> = one.modifiers.iter().map(|word| word.text).collect();
    let computed = select_all(Table::Thread, mnemonic, &modifiers, dialect);
    let forms = computed.or_else(|_| select_all(Table::Matrices, mnemonic, &modifiers, dialect));
    let ty = forms.ok()?.first().map(Selection::destination_types)?.first().copied()?;
    let (ty, lanes) = match ty {
        Type::F16x2 => (Type::F16, 2),
        Type::Bf16x2 => (Type::Bf16, 2),
        Type::F32x2 => (Type::F32, 2),
        ty => (ty, 1),
    };
    let known = MARKED.iter().find(|known| known.ty == ty)?;
    let destination = &text[one.operands.first()?.span.clone()];
    let guard = one.guard.as_ref().map(|guard| &text[guard.span.clone()]).unwrap_or_default();
    let destinations = destination.trim_matches(['{', '}']).split(',').map(str::trim);
    let destinations = destinations.filter(|register| *register != "_");
    let all = destinations.map(|register| known.statements(register, lanes, guard));
    Some((one.span.end, one.span.end, all.collect()))
}

impl Marked {
    /// Returns the statements that mark the NaNs among the lanes of a register.
    fn statements(&self, register: &str, lanes: usize, guard: &str) -> String {
        let Self { bits, infinity, mark, .. } = self;
        let (sign, wide) = ((1u64 << (bits - 1)) - 1, bits * lanes);
        let (all, own) = ("{%ptx_bits_0, %ptx_bits_1}", ["%ptx_bits_0", "%ptx_bits_1"]);
        let mark = |lane: &str| {
            format!(
                " and.b{bits} %ptx_bits_m, {lane}, 0x{sign:x}; setp.gt.u{bits} %ptx_bits_p, %ptx_bits_m, 0x{infinity:x}; \
                 {guard} selp.b{bits} {lane}, 0x{mark:x}, {lane}, %ptx_bits_p;"
            )
        };
        let marked = match lanes {
            1 => mark(register),
            _ => format!(
                " mov.b{wide} {all}, {register};{} mov.b{wide} {register}, {all};",
                own.map(mark).concat()
            ),
        };
        format!(
            " {{ .reg .b{bits} %ptx_bits_0, %ptx_bits_1, %ptx_bits_m; .reg .pred %ptx_bits_p;{marked} }}"
        )
    }
}

/// Returns whether all bytes that differ between the bytes `ours` of a text and `theirs` of its machine code are of NaNs in
/// both. With the bytes `marked` of the marked text, a type is known by its mark. Without, any type may be that of the NaN.
pub(super) fn are_nans(ours: &[u8], theirs: &[u8], marked: Option<&[u8]>) -> bool {
    let is_known = |at: usize| {
        MARKED.iter().any(|known| {
            let size = known.bits / 8;
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

    /// A mark of one type contains no mark of another type, so that it tells the type.
    #[test]
    fn marks_are_nans_of_one_type() {
        for known in &MARKED {
            assert!(known.is_nan(known.mark));
            for other in MARKED.iter().filter(|other| other.bits <= known.bits) {
                let mask = u64::MAX >> (64 - other.bits);
                let mut parts = (0..known.bits / other.bits)
                    .map(|part| known.mark >> (part * other.bits) & mask);
                let is_same = known.ty == other.ty;
                assert_eq!(parts.any(|part| part == other.mark), is_same, "{}", known.ty.word());
            }
        }
    }
}
