//! Reports an assignment in C syntax, and suggests the instruction.

use crate::code::Code;
use crate::describe::instruction;
use crate::dialect::Dialect;
use crate::help::{Help, Part};
use crate::message::Message;
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// For each operator of C, the number of its operands, its characters, and the PTX mnemonic. The
/// operator `|` with one operand stands for `|a|`, and `*+` stands for `a * b + c`.
const OPERATORS: &[(usize, &str, &str)] = &[
    (1, "", "mov"),
    (1, "-", "neg"),
    (1, "~", "not"),
    (1, "!", "not"),
    (1, "|", "abs"),
    (2, "+", "add"),
    (2, "-", "sub"),
    (2, "*", "mul"),
    (2, "/", "div"),
    (2, "%", "rem"),
    (2, "&", "and"),
    (2, "|", "or"),
    (2, "^", "xor"),
    (2, "<<", "shl"),
    (2, ">>", "shr"),
    (2, "&&", "and"),
    (2, "||", "or"),
    (3, "*+", "fma"),
    (3, "*+", "mad"),
];

/// The comparison operators of C, and the PTX modifiers for them.
const COMPARISONS: &[(&str, &str)] =
    &[("<", "lt"), ("<=", "le"), (">", "gt"), (">=", "ge"), ("==", "eq"), ("!=", "ne")];

/// Reports an assignment `destination = a operator b`. The argument `ty` is the type of the destination, and `source`
/// is the type of `a`. The operator `*+` stands for `a * b + c`.
///
/// ```
/// use ptx_isa::{Dialect, Type, assignment};
///
/// let dialect = Dialect::default();
/// let float = Some(Type::F32);
/// let message = assignment("%f1", float, "+", &["%f2", "%f3"], float, &dialect);
/// assert_eq!(message.what, "expected an instruction, found an assignment");
/// assert_eq!(message.help_text().unwrap(), "write `add.f32 %f1, %f2, %f3;`");
/// let message = assignment("%p", Some(Type::Pred), "<", &["%f2", "%f3"], float, &dialect);
/// assert_eq!(message.help_text().unwrap(), "write `setp.lt.f32 %p, %f2, %f3;`");
/// ```
#[must_use]
pub fn assignment(
    destination: &str,
    ty: Option<Type>,
    operator: &str,
    sources: &[&str],
    source: Option<Type>,
    dialect: &Dialect,
) -> Message {
    let message = Message::new("expected an instruction, found an assignment")
        .coded(Code::Syntax)
        .note("an instruction names its destination first, and then its sources");
    let comparison = COMPARISONS.iter().find(|row| row.0 == operator).map(|row| row.1);
    let spelling = match (comparison, ty) {
        (Some(comparison), Some(Type::Pred)) => {
            source.and_then(|source| spelling("setp", &[comparison], source, dialect))
        }
        (Some(_), _) | (_, None) => None,
        (None, Some(ty)) => operation(operator, sources.len(), ty, dialect),
    };
    match spelling {
        Some(spelling) => {
            let operands = [&[destination], sources].concat().join(", ");
            message.help(Help::write(Part::Statement, format!("{spelling} {operands};")))
        }
        None => message,
    }
}

/// Returns the instruction for an operator of C, with `operands` operands of the type `ty`.
///
/// ```
/// use ptx_isa::{Dialect, Type, operation};
///
/// let dialect = Dialect::default();
/// assert_eq!(operation("-", 1, Type::F32, &dialect).unwrap(), "neg.f32");
/// assert_eq!(operation("*+", 3, Type::B32, &dialect).unwrap(), "mad.lo.u32");
/// assert_eq!(operation("%", 2, Type::F32, &dialect), None);
/// ```
#[must_use]
pub fn operation(operator: &str, operands: usize, ty: Type, dialect: &Dialect) -> Option<String> {
    let rows = OPERATORS.iter().filter(|row| (row.0, row.1) == (operands, operator));
    rows.map(|row| row.2).find_map(|mnemonic| spelling(mnemonic, &[], ty, dialect))
}

/// Returns the spelling of a mnemonic for a type, or for a type of the same width that the mnemonic
/// supports. `before` are the modifiers before the type.
fn spelling(mnemonic: &str, before: &[&str], ty: Type, dialect: &Dialect) -> Option<String> {
    let bits = Type::bits_of_width(ty.bits());
    let (unsigned, signed) = (Type::unsigned_of_width(ty.bits()), Type::signed_of_width(ty.bits()));
    let numbers = match ty.kind() {
        Kind::Bits => [bits, unsigned, signed],
        Kind::Integer => [Some(ty), bits, signed],
        _ => [Some(ty), bits, None],
    };
    let words = numbers.into_iter().flatten().map(Type::word);
    let mut spelt =
        words.flat_map(|ty| [&[][..], &["lo"], &["rn"]].map(|more| [before, more, &[ty]].concat()));
    let exists = |words: &Vec<&str>| {
        let forms = Selection::all(mnemonic, words);
        forms.iter().any(|one| one.form.is_computed() && one.is_in(dialect))
    };
    spelt.find(exists).map(|words| instruction(mnemonic, &words))
}
