//! The names of forms in `tests/data` and in the C model. For `mma`, a name has the modifiers after
//! `mma.sync.aligned.`. A sparse form begins with `sp::ordered_metadata.`. Names of other instructions begin with
//! `wgmma.`, `tcgen05.` or `wmma.`, followed by `sp.` if the form is sparse.

#![allow(dead_code, reason = "each test uses a part")]

use super::mma::{Form, FormBuilder, Instruction, Operand, Type};
use super::{Limit, Rounding};
use std::collections::HashMap;
use std::format;
use std::string::String;
use std::sync::LazyLock;
use std::vec;
use std::vec::Vec;

/// Returns the name of a form. The rounding is before the types, and `.rn` is omitted.
pub(super) fn name(form: Form) -> String {
    // These enums name their variants as PTX does, apart from upper-case letters.
    let word = |variant: &dyn std::fmt::Debug| format!(".{variant:?}").to_lowercase();
    let [m, n, k] = form.shape();
    let [d, a, b, c] = [Operand::D, Operand::A, Operand::B, Operand::C]
        .map(|operand| word(&form.element_type(operand)));
    let mut name = match (form.instruction(), form.is_sparse()) {
        (Instruction::Mma, false) => String::new(),
        (Instruction::Mma, true) => "sp::ordered_metadata.".into(),
        (instruction, sparse) => {
            format!("{instruction:?}.").to_lowercase() + if sparse { "sp." } else { "" }
        }
    };
    name += &format!("m{m}n{n}k{k}");
    if matches!(form.instruction(), Instruction::Mma | Instruction::Wmma) {
        name.extend(form.layouts().map(|layout| word(&layout)));
    }
    if form.limit() == Limit::Satfinite {
        name += ".satfinite";
    }
    if form.rounding() != Rounding::Rn {
        name += &word(&form.rounding());
    }
    if let Some(kind) = form.kind() {
        name += &format!(".kind::{}", &word(&kind)[1..]);
    }
    if let Some(scales) = form.scales() {
        name += &format!(".block_scale.scale_vec::{}X", scales.vector.count());
    }
    name += &[d, a, b].concat();
    if matches!(form.instruction(), Instruction::Mma | Instruction::Wmma) {
        name += &c;
    }
    if let Some(scales) = form.scales() {
        name += &word(&scales.element);
    }
    if let Some(operation) = form.bits() {
        name += &format!("{}.popc", word(&operation));
    }
    name
}

/// Returns a builder with all properties of a form.
pub(super) fn builder(form: Form) -> FormBuilder {
    let [d, a, b, c] =
        [Operand::D, Operand::A, Operand::B, Operand::C].map(|x| form.element_type(x));
    let mut builder = match (form.instruction(), form.kind()) {
        (Instruction::Wgmma, _) => Form::wgmma(form.shape(), [d, a, b]),
        (Instruction::Tcgen05, Some(kind)) => Form::tcgen05(form.shape(), kind, [d, a, b]),
        (Instruction::Wmma, _) => Form::wmma(form.shape(), [d, a, b, c]).layouts(form.layouts()),
        _ => Form::mma(form.shape(), [d, a, b, c]).layouts(form.layouts()),
    };
    builder = builder.limit(form.limit()).rounding(form.rounding());
    builder = if form.is_sparse() { builder.sparse() } else { builder };
    builder = form.kind().map_or(builder, |kind| builder.kind(kind));
    builder = form.scales().map_or(builder, |x| builder.scales(x.vector, x.element));
    form.bits().map_or(builder, |operation| builder.bits(operation))
}

/// Returns the variants of a form: one for each limit or rounding that the form supports.
pub(super) fn variants(form: Form) -> Vec<Form> {
    let plain = builder(form);
    match form.element_type(Operand::A) {
        Type::F64 => [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp]
            .map(|rounding| plain.rounding(rounding).build().expect("a form with every rounding"))
            .to_vec(),
        Type::S8 | Type::U8 | Type::S4 | Type::U4 => [Limit::Satfinite, Limit::Unlimited]
            .map(|limit| plain.limit(limit).build().expect("a form with both limits"))
            .to_vec(),
        _ => vec![form],
    }
}

/// Returns the form with a name. Forms of `wgmma` and `tcgen05.mma` are found only if they have eight columns.
pub(super) fn named(name: &str) -> Option<Form> {
    static FORMS: LazyLock<HashMap<String, Form>> = LazyLock::new(|| {
        let forms = Form::all().iter().flat_map(|form| variants(*form));
        forms.map(|form| (self::name(form), form)).collect()
    });
    FORMS.get(name).copied()
}
