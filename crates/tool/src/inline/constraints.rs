//! The operand constraints of inline assembly, such as `"=r"`, and the register types that they select.

use super::language::Language;
use super::statement::{AsmOperand, Direction, Statement};
use super::template::Template;
use ptx_isa::{Code, Message, Type};
use ptx_module::check::Finding;
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
    // Rust's `const` operands.
    ("const", Class::Integer),
];

/// The letters of constraints in CUDA C++.
const LETTERS: &[&str] = &["h", "r", "l", "q", "f", "d", "n", "C"];

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
pub(crate) fn list(list: &Template) -> Vec<AsmOperand> {
    let mut operands: Vec<AsmOperand> = Vec::new();
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
        let is_result = constraint.as_ref().is_some_and(|one| one.starts_with('='));
        let direction = if is_result { Direction::Result } else { Direction::Source };
        operands.push(AsmOperand { direction, constraint, at, ..AsmOperand::default() });
    }
    operands
}

/// Returns a finding for each constraint that PTX does not have.
pub(super) fn faults(statement: &Statement) -> Vec<Finding> {
    let fault = |operand: &AsmOperand| {
        let constraint = operand.constraint.as_deref()?;
        let is_known = class(constraint).is_some();
        (!is_known).then(|| finding(operand, unknown(constraint)))
    };
    statement.operands.iter().flatten().filter_map(fault).collect()
}

/// Returns a finding for each constraint and each clobber that nvcc rejects.
pub(super) fn faults_of_cpp(statement: &Statement) -> Vec<Finding> {
    let fault = |operand: &AsmOperand| {
        let constraint = operand.constraint.as_deref()?;
        let letter = constraint.trim_start_matches(['=', '+']);
        // nvcc accepts `&` only between `=` or `+` and the letter.
        let is_written = letter.len() < constraint.len();
        let letter = if is_written { letter.trim_start_matches('&') } else { letter };
        let is_letter = LETTERS.contains(&letter);
        let message = match (operand.direction, is_written) {
            (Direction::Result, false) if is_letter => Message::new(format!(
                "the result needs `=` or `+` in its constraint `{constraint}`"
            ))
            .help(format!(
                "write `\"={letter}\"`, or `\"+{letter}\"` if the text also reads the operand"
            )),
            (Direction::Source, true) if is_letter => Message::new(format!(
                "`{constraint}` is the constraint of a result, found at a source"
            ))
            .note("the operands after the second `:` are sources")
            .help(format!("write `\"{letter}\"`, or move the operand before the second `:`")),
            _ if is_letter => return None,
            _ => match cured(constraint, operand.direction) {
                Some(help) => unknown(constraint).help(help),
                None => unknown(constraint),
            },
        };
        Some(finding(operand, message))
    };
    let clobbers = statement.clobbers.iter().flatten().filter(|one| one.name != "memory");
    let clobbers = clobbers.map(|one| {
        let message = Message::new(format!("the clobber `{}` is not supported by nvcc", one.name));
        let message = message.note("the only clobber in device code is `memory`").help("remove it");
        Finding::error(one.at.clone(), message).coded(Code::Constraint)
    });
    statement.operands.iter().flatten().filter_map(fault).chain(clobbers).collect()
}

/// Returns the help for an operand that has 32 bits and is used as an address of 64 bits.
pub(super) fn wide(language: Language, hole: &str) -> String {
    match language {
        Language::Cpp => format!("write `\"l\"` as the constraint of `{hole}`"),
        Language::Python => format!("write `l` as the constraint of `{hole}`"),
        Language::Rust | Language::Other => format!("write `in(reg64)` for `{hole}`"),
    }
}

/// Returns the help for a constraint with misplaced characters, such as `&=r`, or with the number of a result.
fn cured(constraint: &str, direction: Direction) -> Option<String> {
    let letter = constraint.trim_matches(['=', '+', '&', ' ', '%']);
    if direction == Direction::Source && letter.parse::<usize>().is_ok() {
        return Some(format!(
            "write `+` in the constraint of `%{letter}`, and remove this operand"
        ));
    }
    let early = if constraint.contains('&') { "&" } else { "" };
    let sign = if constraint.contains('+') { "+" } else { "=" };
    let is_letter = LETTERS.contains(&letter);
    is_letter.then(|| match direction {
        Direction::Source => format!("write `\"{letter}\"`"),
        _ => format!("write `\"{sign}{early}{letter}\"`"),
    })
}

fn unknown(constraint: &str) -> Message {
    Message::new(format!("`{constraint}` is not a constraint of PTX"))
        .note("the constraints are `h`, `r`, `l`, `q`, `f`, `d`, `n` and `C`")
}

fn finding(operand: &AsmOperand, message: Message) -> Finding {
    Finding::error(operand.at.clone(), message).coded(Code::Constraint)
}
