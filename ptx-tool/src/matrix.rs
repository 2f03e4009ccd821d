//! Converts matrix instructions from PTX words to the forms of `ptx_core::mma`.

use ptx_core::mma::{BitOperation, Form, Kind, Layout, Type};
use ptx_core::{Limit, Rounding};
use ptx_isa::Selection;

/// The types of elements, as PTX writes them.
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

/// Returns a type of elements as PTX writes it: `bf16`.
#[must_use]
pub fn type_word(ty: Type) -> &'static str {
    TYPES.iter().find(|(_, known)| *known == ty).map_or("", |(word, _)| word)
}

/// Returns the form that an instruction on matrices spells; `None` for other instructions and for forms
/// that `ptx-core` does not compute.
///
/// ```
/// use ptx_core::mma::{Form, Type::*};
/// use ptx_isa::{Dialect, select_matrix};
///
/// let words = ["sync", "aligned", "m16n8k4", "row", "col", "f32", "tf32", "tf32", "f32"];
/// let chosen = &select_matrix("mma", &words, &Dialect::default()).unwrap()[0];
/// let form = ptx_tool::matrix::form(chosen);
/// assert_eq!(form, Form::mma([16, 8, 4], [F32, Tf32, Tf32, F32]).build());
/// ```
#[must_use]
pub fn form(chosen: &Selection) -> Option<Form> {
    let (mut numbers, mut types, mut layouts) = (None, Vec::new(), Vec::new());
    let (mut limit, mut rounding) = (Limit::Unlimited, Rounding::Rn);
    let (mut kind, mut operation) = (None, None);
    for word in chosen.modifiers.iter().flatten() {
        match *word {
            "sync" | "aligned" | "mma_async" | "popc" | "rn" => {}
            "row" => layouts.push(Layout::Row),
            "col" => layouts.push(Layout::Col),
            "satfinite" => limit = Limit::Satfinite,
            "rz" => rounding = Rounding::Rz,
            "rm" => rounding = Rounding::Rm,
            "rp" => rounding = Rounding::Rp,
            "kind::f8f6f4" => kind = Some(Kind::F8f6f4),
            "xor" => operation = Some(BitOperation::Xor),
            "and" => operation = Some(BitOperation::And),
            word => match TYPES.iter().find(|(known, _)| *known == word) {
                Some((_, ty)) => types.push(*ty),
                None => numbers = Some(shape(word)?),
            },
        }
    }
    let mut builder = match (chosen.form.mnemonic, types.as_slice()) {
        ("mma", &[d, a, b, c]) => Form::mma(numbers?, [d, a, b, c]),
        ("wgmma", &[d, a, b]) => Form::wgmma(numbers?, [d, a, b]),
        _ => return None,
    };
    if let &[a, b] = layouts.as_slice() {
        builder = builder.layouts([a, b]);
    }
    builder = kind.map_or(builder, |kind| builder.kind(kind));
    builder = operation.map_or(builder, |operation| builder.bits(operation));
    builder.limit(limit).rounding(rounding).build()
}

/// Returns M, N and K of a shape: `m16n8k4`.
fn shape(word: &str) -> Option<[u16; 3]> {
    let (m, rest) = word.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some([m.parse().ok()?, n.parse().ok()?, k.parse().ok()?])
}
