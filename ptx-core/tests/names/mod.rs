//! The names of matrix forms in `tests/data` and in the C model: the modifiers after `mma.sync.aligned.`. For `wgmma`,
//! the name is `wgmma.` and the modifiers after `wgmma.mma_async.sync.aligned.`.

#![allow(dead_code, reason = "each test uses a part")]

use super::mma::{Form, Kind, Operand, Type};
use super::{Limit, Rounding};
use std::collections::HashMap;
use std::format;
use std::string::String;
use std::sync::LazyLock;
use std::vec;
use std::vec::Vec;

/// Returns a form's name, with the rounding before the types and without `.rn`.
pub(super) fn name(form: Form) -> String {
    // The variants of these enums have the names of PTX, except for upper-case letters.
    let word = |variant: &dyn std::fmt::Debug| format!(".{variant:?}").to_lowercase();
    let [m, n, k] = form.shape();
    let [d, a, b, c] = [Operand::D, Operand::A, Operand::B, Operand::C]
        .map(|operand| word(&form.element_type(operand)));
    if form.is_wgmma() {
        return format!("wgmma.m{m}n{n}k{k}{d}{a}{b}");
    }
    let mut name = format!("m{m}n{n}k{k}");
    name.extend(form.layouts().map(|layout| word(&layout)));
    if form.limit() == Limit::Satfinite {
        name += ".satfinite";
    }
    if form.rounding() != Rounding::Rn {
        name += &word(&form.rounding());
    }
    if form.kind() == Some(Kind::F8f6f4) {
        name += ".kind::f8f6f4";
    }
    name += &[d, a, b, c].concat();
    if let Some(operation) = form.bits() {
        name += &format!("{}.popc", word(&operation));
    }
    name
}

/// Returns every variant of a form: with each limit and each rounding that it can have.
pub(super) fn variants(form: Form) -> Vec<Form> {
    let [d, a, b, c] =
        [Operand::D, Operand::A, Operand::B, Operand::C].map(|x| form.element_type(x));
    let plain = Form::mma(form.shape(), [d, a, b, c]);
    match a {
        Type::F64 => [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp]
            .map(|rounding| plain.rounding(rounding).build().expect("it has every rounding"))
            .to_vec(),
        Type::S8 | Type::U8 | Type::S4 | Type::U4 => [Limit::Satfinite, Limit::Unlimited]
            .map(|limit| plain.limit(limit).build().expect("it has both limits"))
            .to_vec(),
        _ => vec![form],
    }
}

/// Returns the form with a name. Among the forms of `wgmma`, finds only forms with eight columns.
pub(super) fn named(name: &str) -> Option<Form> {
    static FORMS: LazyLock<HashMap<String, Form>> = LazyLock::new(|| {
        let forms = Form::all().iter().flat_map(|form| variants(*form));
        forms.map(|form| (self::name(form), form)).collect()
    });
    FORMS.get(name).copied()
}
