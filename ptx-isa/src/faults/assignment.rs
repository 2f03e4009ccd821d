//! Reports an assignment in C syntax, and suggests the instruction.

use crate::code::Code;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::message::Message;
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// The operators of C, and the mnemonics for them.
const OPERATORS: &[(&str, &str)] = &[
    ("", "mov"),
    ("+", "add"),
    ("-", "sub"),
    ("*", "mul"),
    ("/", "div"),
    ("%", "rem"),
    ("&", "and"),
    ("|", "or"),
    ("^", "xor"),
    ("<<", "shl"),
    (">>", "shr"),
];

/// Reports an assignment `destination = a operator b`. `ty` is the type of the destination.
///
/// ```
/// use ptx_isa::{Dialect, Type, assignment};
///
/// let message = assignment("%f1", Some(Type::F32), "+", &["%f2", "%f3"], &Dialect::default());
/// assert_eq!(message.what, "expected an instruction, found an assignment");
/// assert_eq!(message.help.unwrap(), "write `add.f32 %f1, %f2, %f3;`");
/// ```
#[must_use]
pub fn assignment(
    destination: &str,
    ty: Option<Type>,
    operator: &str,
    sources: &[&str],
    dialect: &Dialect,
) -> Message {
    let message = Message::new("expected an instruction, found an assignment")
        .coded(Code::Syntax)
        .note("an instruction names its destination first: `mul.rn.f32 d, a, b;`");
    let mnemonic = OPERATORS.iter().find(|row| row.0 == operator).map(|row| row.1);
    match mnemonic.zip(ty).and_then(|(mnemonic, ty)| spelling(mnemonic, ty, dialect)) {
        Some(spelling) if !sources.is_empty() => {
            let operands = [&[destination], sources].concat().join(", ");
            message.help(format!("write `{spelling} {operands};`"))
        }
        _ => message,
    }
}

/// Returns the instruction with this mnemonic for values of type `ty`.
fn spelling(mnemonic: &str, ty: Type, dialect: &Dialect) -> Option<String> {
    let numbers = match ty.kind() {
        Kind::Bits => [Type::bits_of_width(ty.bits()), Type::unsigned_of_width(ty.bits())],
        _ => [Some(ty), Type::bits_of_width(ty.bits())],
    };
    let words = numbers.into_iter().flatten().map(Type::word);
    let mut spelt = words.flat_map(|ty| [vec![ty], vec!["lo", ty], vec!["rn", ty]]);
    let exists = |words: &Vec<&str>| {
        let forms = Selection::all(mnemonic, words);
        forms.iter().any(|one| one.form.is_computed() && one.is_in(dialect))
    };
    spelt.find(exists).map(|words| instruction(mnemonic, &words))
}
