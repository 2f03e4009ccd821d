//! The operand constraints of inline assembly, such as `"=r"`, and the register types that they select.

use super::statement::Operand;
use super::template::Template;
use ptx_isa::Type;
use ptx_module::resolve::RegisterType;

/// The kind of text that replaces a hole (placeholder such as `%0`) of the template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A register.
    Register(RegisterType),
    /// An integer literal.
    Integer,
    /// Characters of a string constant.
    Characters,
    /// A register of an unknown type, because the constraint is given by a macro or variable.
    Unknown,
}

/// The constraints of CUDA C++ and LLVM and the register classes of Rust, each with its register type. The
/// types are those that NVRTC 13 and LLVM declare. Integers are `.b16`, `.b32` and `.b64`.
const CLASSES: &[(&str, Class)] = &[
    ("b", Class::Register(RegisterType::Scalar(Type::Pred))),
    ("h", Class::Register(RegisterType::Scalar(Type::B16))),
    ("c", Class::Register(RegisterType::Scalar(Type::B16))),
    ("r", Class::Register(RegisterType::Scalar(Type::B32))),
    ("l", Class::Register(RegisterType::Scalar(Type::B64))),
    ("f", Class::Register(RegisterType::Scalar(Type::F32))),
    ("d", Class::Register(RegisterType::Scalar(Type::F64))),
    ("q", Class::Register(RegisterType::Scalar(Type::B128))),
    ("n", Class::Integer),
    ("C", Class::Characters),
    ("reg16", Class::Register(RegisterType::Scalar(Type::B16))),
    ("reg32", Class::Register(RegisterType::Scalar(Type::B32))),
    ("reg64", Class::Register(RegisterType::Scalar(Type::B64))),
    // Rust's `const` and `sym` operands.
    ("const", Class::Integer),
    ("sym", Class::Unknown),
];

/// Returns the class of a constraint. Returns `None` if PTX has no registers for this constraint.
pub(crate) fn class(constraint: &str) -> Option<Class> {
    let letters = constraint.trim_start_matches(['=', '+', '&', ' ', '%']).trim_end();
    CLASSES.iter().find(|row| row.0 == letters).map(|row| row.1)
}

/// Returns whether a text is a list of LLVM constraints.
pub(crate) fn is_list(text: &str) -> bool {
    text.split(',').map(str::trim).all(|item| {
        let is_number = !item.is_empty() && item.bytes().all(|b| b.is_ascii_digit());
        is_number || item.starts_with("~{") || class(item).is_some()
    })
}

/// Parses a list of LLVM constraints: `=r,r,~{memory}`. A number in the list stands for the constraint of the operand
/// with this number.
pub(crate) fn list(list: &Template) -> Vec<Operand> {
    let mut operands: Vec<Operand> = Vec::new();
    let mut start = 0;
    for item in list.text.split(',') {
        let at = list.place(&(start..start + item.len())).unwrap_or_default();
        start += item.len() + 1;
        let item = item.trim();
        if item.is_empty() || item.starts_with('~') {
            continue;
        }
        let tied = item.parse().ok().and_then(|index: usize| operands.get(index));
        let constraint = match tied {
            Some(tied) => tied.constraint.clone(),
            None => Some(item.into()),
        };
        operands.push(Operand { name: None, constraint, at, value: None });
    }
    operands
}
