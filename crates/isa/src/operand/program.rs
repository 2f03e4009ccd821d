//! Operands that `ptxas` accepts in a PTX file, but the manual does not allow. `ptx!` rejects them.

use super::{Operand, check};
use crate::fault::{At, Fault};
use crate::forms::{Effect, Literals};
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// Like [`check`], but follows `ptxas` 13.5: an integer operand also accepts an `.f16x2` register if the operand's
/// type is a modifier of the instruction.
///
/// ```
/// use ptx_isa::operand::{Operand, check, check_in_program};
/// use ptx_isa::{Dialect, Table, Type, select_all};
///
/// let forms = select_all(Table::Thread, "mov", &["u32"], &Dialect::default()).unwrap();
/// let halves = Operand::Register { name: "%h".into(), ty: Some(Type::F16x2) };
/// let operands = [halves.clone(), halves];
/// assert!(check(&forms, &operands).is_err());
/// assert!(check_in_program(&forms, &operands).is_ok());
/// ```
///
/// # Errors
/// Returns the same faults as [`check`].
pub fn check_in_program<'a>(
    forms: &'a [Selection],
    operands: &[Operand],
) -> Result<&'a Selection, Fault> {
    let fault = match check(forms, operands) {
        Ok(chosen) => return Ok(chosen),
        Err(fault) => fault,
    };
    let mut as_integers = operands.to_vec();
    let mut next = fault.clone();
    while as_integer(forms, &mut as_integers, next.at) {
        match check(forms, &as_integers) {
            Ok(chosen) => return Ok(chosen),
            Err(other) => next = other,
        }
    }
    Err(fault)
}

/// Replaces the type of an `.f16x2` register with an integer type, if the instruction accepts such a
/// register as an integer operand. Returns whether a type was replaced.
fn as_integer(forms: &[Selection], operands: &mut [Operand], at: At) -> bool {
    let (At::Operand(i) | At::Element(i, _)) = at else { return false };
    let Some(integer) = forms.iter().find_map(|one| integer(one, i)) else { return false };
    let operand = match (at, operands.get_mut(i)) {
        // `ptxas` does not accept an `.f16x2` register in a vector that also contains a literal.
        (At::Element(..), Some(Operand::Vector(items)))
            if items.iter().any(|item| matches!(item, Operand::Immediate(_))) =>
        {
            None
        }
        (At::Element(_, j), Some(Operand::Vector(items))) => items.get_mut(j),
        (_, operand) => operand,
    };
    match operand {
        Some(Operand::Register { ty: Some(ty @ Type::F16x2), .. }) => {
            *ty = integer;
            true
        }
        _ => false,
    }
}

/// Instructions that never accept an `.f16x2` register in an integer operand.
const STRICT: &[&str] = &["mma", "nanosleep", "redux", "wgmma", "wmma"];

/// Instructions with an operand whose fixed type is also a modifier of a form: in `bar.red.popc.u32`, the number of the
/// barrier is always `.u32`. [`integer`] cannot tell whether the modifier gives the type of such an operand. So each
/// row lists the indices of the operands that accept an `.f16x2` register.
const FIXED: &[(&str, &[usize])] =
    &[("bar", &[0]), ("barrier", &[0]), ("dp2a", &[1, 2]), ("dp4a", &[1, 2])];

/// Instructions whose operands of a fixed type also accept an `.f16x2` register.
const LAX: &[&str] = &["cvt", "fns", "mad", "mul"];

/// Returns the integer type that replaces the type of an `.f16x2` register in the operand `i`;
/// `None` if the operand does not accept the register.
fn integer(chosen: &Selection, i: usize) -> Option<Type> {
    let mnemonic = chosen.form.mnemonic;
    let fixed = FIXED.iter().find(|row| row.0 == mnemonic);
    let is_accepted = match chosen.operand(i)?.ty {
        _ if STRICT.contains(&mnemonic) || fixed.is_some_and(|row| !row.1.contains(&i)) => false,
        None => true,
        Some(_) if LAX.contains(&mnemonic) => true,
        Some(name) => chosen.form.slots.iter().any(|slot| slot.name == name),
    };
    match chosen.operand_type(i).filter(|_| is_accepted)? {
        Type::U16x2 | Type::S16x2 | Type::U8x4 | Type::S8x4 => Some(Type::B32),
        ty if matches!(ty.kind(), Kind::Integer | Kind::Bits) => Some(Type::U32),
        _ => None,
    }
}

/// Returns whether `ptxas` reads the operand `{a}` as `a`. This is true for the following operands:
///
/// - the data of `ld` and `st`, and of `st.async` with an mbarrier,
/// - floats of `multimem.ld_reduce` and `multimem.st`,
/// - one side of `mov.bN`,
/// - the metadata and scales of `mma`.
///
/// `others` is the number of elements of the instruction's other operand, if that operand is a
/// vector.
#[must_use]
pub fn takes_vector_of_one(forms: &[Selection], index: usize, others: Option<usize>) -> bool {
    forms.iter().any(|one| {
        let slot = one.operand(index);
        let is_scalar = slot.is_some_and(|slot| one.elements(slot).is_none());
        let kind = one.instruction_type().map(|ty| ty.kind());
        let has = |word| one.modifiers.iter().flatten().any(|one| *one == word);
        let is_data = match one.form.effect() {
            Some(Effect::Load) => true,
            Some(Effect::Store) => !(has("async") && has("release")),
            Some(Effect::MultimemLoad | Effect::MultimemStore) => {
                kind == Some(Kind::Float) && !has("red")
            }
            _ => false,
        };
        let is_of_matrix =
            one.form.is_of_warp() && slot.is_some_and(|slot| slot.literals == Literals::Variable);
        let is_move = one.form.mnemonic == "mov" && kind == Some(Kind::Bits) && others.is_none();
        is_scalar && (is_data || is_of_matrix || is_move)
    })
}
