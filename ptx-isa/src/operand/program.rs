//! Operands that the assembler accepts in a PTX file although the manual does not allow them. `ptx!` rejects these
//! operands.

use super::{Operand, check};
use crate::fault::{At, Fault};
use crate::forms::{Effect, Literals};
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// The instructions whose 32-bit integer operands accept an `.f16x2` register (`ptxas` 13.5).
const TAKES_HALVES: &[&str] = &[
    "add", "cvt", "div", "ld", "mad", "max", "min", "mov", "mul", "neg", "sad", "selp", "set",
    "setp", "slct", "st", "sub",
];

/// Like [`check`], but also accepts an `.f16x2` register in a 32-bit integer operand, as `ptxas`
/// does.
///
/// ```
/// use ptx_isa::operand::{Operand, check, check_in_program};
/// use ptx_isa::{Dialect, Type, select_all};
///
/// let forms = select_all("mov", &["u32"], &Dialect::default()).unwrap();
/// let halves = Operand::Register { name: "%h".into(), ty: Some(Type::F16x2) };
/// let operands = [halves.clone(), halves];
/// assert!(check(&forms, &operands).is_err());
/// assert!(check_in_program(&forms, &operands).is_ok());
/// ```
///
/// # Errors
/// As [`check`].
pub fn check_in_program<'a>(
    forms: &'a [Selection],
    operands: &[Operand],
) -> Result<&'a Selection, Fault> {
    let fault = match check(forms, operands) {
        Ok(chosen) => return Ok(chosen),
        Err(fault) => fault,
    };
    if !TAKES_HALVES.contains(&forms[0].form.mnemonic) {
        return Err(fault);
    }
    let mut as_integers = operands.to_vec();
    let mut next = fault.clone();
    while as_integer(&mut as_integers, next.at) {
        match check(forms, &as_integers) {
            Ok(chosen) => return Ok(chosen),
            Err(other) => next = other,
        }
    }
    Err(fault)
}

/// Turns the `.f16x2` register at a place into an integer register. Returns whether there is one.
fn as_integer(operands: &mut [Operand], at: At) -> bool {
    let operand = match at {
        At::Operand(i) => operands.get_mut(i),
        At::Element(i, j) => match operands.get_mut(i) {
            Some(Operand::Vector(items)) => items.get_mut(j),
            other => other,
        },
        At::Mnemonic | At::Modifier(_) => None,
    };
    match operand {
        Some(Operand::Register { ty: Some(ty @ Type::F16x2), .. }) => {
            *ty = Type::U32;
            true
        }
        _ => false,
    }
}

/// Returns whether the assembler reads `{a}` as `a` in an operand: in the data of `ld` and `st`, on
/// one side of `mov.bN`, and in the metadata and scales of `mma`. `others` are the elements of the other operand, if it is a vector.
#[must_use]
pub fn takes_vector_of_one(forms: &[Selection], index: usize, others: Option<usize>) -> bool {
    forms.iter().any(|one| {
        let slot = one.operand(index);
        let is_scalar = slot.is_some_and(|slot| one.elements(slot).is_none());
        let is_bits = one.instruction_type().is_some_and(|ty| ty.kind() == Kind::Bits);
        let is_in_memory = matches!(one.form.effect(), Some(Effect::Load | Effect::Store));
        let is_of_matrix =
            one.form.is_of_warp() && slot.is_some_and(|slot| slot.literals == Literals::Variable);
        let is_move = one.form.mnemonic == "mov" && is_bits && others.is_none();
        is_scalar && (is_in_memory || is_of_matrix || is_move)
    })
}
