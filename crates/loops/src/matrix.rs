//! Converts matrix instructions in PTX's syntax to the forms of `ptx_core::mma`.

use ptx_core::mma::{BitOperation, Form, Kind, Layout, ScaleType, ScaleVector, Type};
use ptx_core::{Limit, Rounding};
use ptx_isa::Selection;

/// The element types, with their names in PTX.
const TYPES: [(&str, Type); 16] = [
    ("f16", Type::F16),
    ("bf16", Type::Bf16),
    ("tf32", Type::Tf32),
    ("f32", Type::F32),
    ("f64", Type::F64),
    ("e4m3", Type::E4m3),
    ("e5m2", Type::E5m2),
    ("e3m2", Type::E3m2),
    ("e2m3", Type::E2m3),
    ("e2m1", Type::E2m1),
    ("s8", Type::S8),
    ("u8", Type::U8),
    ("s4", Type::S4),
    ("u4", Type::U4),
    ("b1", Type::B1),
    ("s32", Type::S32),
];

/// Returns the name of an element type in PTX, such as `bf16`.
#[must_use]
pub fn type_word(ty: Type) -> &'static str {
    TYPES.iter().find(|(_, known)| *known == ty).map_or("", |(word, _)| word)
}

/// Returns the form of a matrix instruction. Returns `None` for other instructions, and for forms that `ptx-core` does
/// not compute.
///
/// ```
/// use ptx_core::mma::{Form, Type::*};
/// use ptx_isa::{Dialect, Table, select_all};
///
/// let words = ["sync", "aligned", "m16n8k4", "row", "col", "f32", "tf32", "tf32", "f32"];
/// let chosen = &select_all(Table::Matrices, "mma", &words, &Dialect::default()).unwrap()[0];
/// let form = ptx_loops::matrix::form(chosen);
/// assert_eq!(form, Form::mma([16, 8, 4], [F32, Tf32, Tf32, F32]).build());
/// ```
#[must_use]
pub fn form(chosen: &Selection) -> Option<Form> {
    let words: Vec<_> = chosen.modifiers.iter().flatten().copied().collect();
    of_words(chosen.form.mnemonic, &words)
}

/// The values of the modifier `.kind`, with their names in PTX.
const KINDS: [(&str, Kind); 7] = [
    ("kind::f8f6f4", Kind::F8f6f4),
    ("kind::mxf8f6f4", Kind::Mxf8f6f4),
    ("kind::mxf4", Kind::Mxf4),
    ("kind::mxf4nvf4", Kind::Mxf4nvf4),
    ("kind::f16", Kind::F16),
    ("kind::tf32", Kind::Tf32),
    ("kind::i8", Kind::I8),
];

/// Returns the form for a mnemonic and its modifiers, or `None` if there is no such form. In PTX, the instruction
/// descriptor of `tcgen05.mma` holds the shape and the types. This function accepts the shape and the types as
/// modifiers: `tcgen05.mma.m128n8k16.kind::f16.f32.f16.f16`.
///
/// ```
/// use ptx_core::mma::{Form, Kind, Type::*};
///
/// let words = ["mma", "m128n8k8", "kind::tf32", "f32", "tf32", "tf32"];
/// let form = ptx_loops::matrix::of_words("tcgen05", &words);
/// assert_eq!(form, Form::tcgen05([128, 8, 8], Kind::Tf32, [F32, Tf32, Tf32]).build());
/// ```
#[must_use]
pub fn of_words(mnemonic: &str, words: &[&str]) -> Option<Form> {
    let (mut numbers, mut types, mut layouts) = (None, Vec::new(), Vec::new());
    let (mut limit, mut rounding, mut is_sparse) = (Limit::Unlimited, Rounding::Rn, false);
    let (mut kind, mut operation, mut vector, mut scale) = (None, None, None, None);
    for word in words {
        match *word {
            "sync" | "aligned" | "mma" | "mma_async" | "popc" | "rn" | "block_scale" => {}
            "sp" | "sp::ordered_metadata" => is_sparse = true,
            "row" => layouts.push(Layout::Row),
            "col" => layouts.push(Layout::Col),
            "satfinite" => limit = Limit::Satfinite,
            "rz" => rounding = Rounding::Rz,
            "rm" => rounding = Rounding::Rm,
            "rp" => rounding = Rounding::Rp,
            "xor" => operation = Some(BitOperation::Xor),
            "and" => operation = Some(BitOperation::And),
            "scale_vec::1X" => vector = Some(ScaleVector::X1),
            "scale_vec::2X" => vector = Some(ScaleVector::X2),
            "scale_vec::4X" => vector = Some(ScaleVector::X4),
            "ue8m0" => scale = Some(ScaleType::Ue8m0),
            "ue4m3" => scale = Some(ScaleType::Ue4m3),
            word => match TYPES.iter().find(|(known, _)| *known == word) {
                Some((_, ty)) => types.push(*ty),
                None => match KINDS.iter().find(|(known, _)| *known == word) {
                    Some((_, known)) => kind = Some(*known),
                    None => numbers = Some(shape(word)?),
                },
            },
        }
    }
    let mut builder = match (mnemonic, types.as_slice()) {
        ("mma", &[d, a, b, c]) => Form::mma(numbers?, [d, a, b, c]),
        ("wgmma", &[d, a, b]) => Form::wgmma(numbers?, [d, a, b]),
        ("tcgen05", &[d, a, b]) => Form::tcgen05(numbers?, kind?, [d, a, b]),
        ("wmma", &[d, a, b, c]) => Form::wmma(numbers?, [d, a, b, c]),
        // If `wmma` names only the types of D and C, the type of A and B is f16.
        ("wmma", &[d, c]) => Form::wmma(numbers?, [d, Type::F16, Type::F16, c]),
        _ => return None,
    };
    if let &[a, b] = layouts.as_slice() {
        builder = builder.layouts([a, b]);
    }
    if is_sparse {
        builder = builder.sparse();
    }
    // `.kind::mxf8f6f4` and `.kind::mxf4` have a default number of scales.
    let vector = vector.or(match kind {
        Some(Kind::Mxf8f6f4) => Some(ScaleVector::X1),
        Some(Kind::Mxf4) => Some(ScaleVector::X2),
        _ => None,
    });
    builder = kind.map_or(builder, |kind| builder.kind(kind));
    builder = match (vector, scale) {
        (Some(vector), Some(scale)) => builder.scales(vector, scale),
        (None, None) => builder,
        _ => return None,
    };
    builder = operation.map_or(builder, |operation| builder.bits(operation));
    builder.limit(limit).rounding(rounding).build()
}

/// Returns the element type with a name in PTX, such as `bf16`.
///
/// ```
/// use ptx_core::mma::Type;
/// assert_eq!(ptx_loops::matrix::type_of_word("bf16"), Some(Type::Bf16));
/// assert_eq!(ptx_loops::matrix::type_of_word("f8"), None);
/// ```
#[must_use]
pub fn type_of_word(word: &str) -> Option<Type> {
    TYPES.iter().find(|(known, _)| *known == word).map(|(_, ty)| *ty)
}

/// Parses a shape such as `m16n8k4` and returns M, N and K; `None` for any other word.
///
/// ```
/// assert_eq!(ptx_loops::matrix::shape("m16n8k4"), Some([16, 8, 4]));
/// assert_eq!(ptx_loops::matrix::shape("row"), None);
/// ```
#[must_use]
pub fn shape(word: &str) -> Option<[u16; 3]> {
    let (m, rest) = word.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some([m.parse().ok()?, n.parse().ok()?, k.parse().ok()?])
}
