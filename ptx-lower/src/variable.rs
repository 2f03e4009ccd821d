//! The sizes and types of parameters and variables.

use crate::{Fault, constant};
use ptx_isa::arguments::Passed;
use ptx_isa::declarations;
use ptx_isa::literal::{self, Literal};
use ptx_isa::{Message, Type};
use ptx_text::{Declaration, Declarator, Operand, OperandKind, Word};

/// The maximum size of a supported array, in bytes.
const MOST_BYTES: usize = 1 << 24;

/// The maximum size of a supported variable of a module, in bytes.
pub(crate) const MOST_BYTES_OF_MODULE: usize = 1 << 30;

/// Returns the type that a parameter or `.param` variable has in a call; `None` if the type is not
/// supported.
#[must_use]
pub fn passed(declaration: &Declaration<'_>, declarator: &Declarator<'_>) -> Option<Passed> {
    let element = element(declaration).ok()?;
    if is_scalar(declaration, declarator) {
        return Some(Passed::Number(element));
    }
    let alignment = match &declaration.alignment {
        Some(word) => number(word)?,
        None => u64::from(element.bits() / 8),
    };
    let bytes = bytes(declaration, declarator).ok()? as u64;
    Some(Passed::Array { bytes, alignment: Some(alignment) })
}

/// Returns whether a variable is a single value, and not an array or a vector.
#[must_use]
pub fn is_scalar(declaration: &Declaration<'_>, declarator: &Declarator<'_>) -> bool {
    declarator.dimensions.is_empty() && declaration.types.len() == 1
}

fn number(word: &Word<'_>) -> Option<u64> {
    match literal::parse(word.text) {
        Ok(Literal::Integer(number)) => Some(number),
        _ => None,
    }
}

/// Returns the alignment of a variable in bytes.
#[must_use]
pub fn alignment(declaration: &Declaration<'_>) -> usize {
    let written = declaration.alignment.as_ref().and_then(number);
    let vector = match declaration.types.first().map(|word| word.text) {
        Some("v2") => 2,
        Some("v4") => 4,
        _ => 1,
    };
    let natural = element(declaration).map_or(1, |ty| vector * (ty.bits() as usize / 8).max(1));
    let written = written.and_then(|bytes| usize::try_from(bytes).ok());
    written.filter(|bytes| bytes.is_power_of_two()).unwrap_or(natural)
}

/// Returns the faults of a declaration of parameters or variables, except the faults of initial values in `.global` and
/// `.const`.
#[must_use]
pub fn declaration_faults(declaration: &Declaration<'_>) -> Vec<Fault> {
    let mut faults = alignment_faults(declaration);
    if declaration.is_broken {
        // After a syntax fault, the parser may have skipped the type.
        return faults;
    }
    faults.extend(type_fault(declaration));
    let space = declaration.space.text;
    for declarator in &declaration.names {
        faults.extend(declarator.dimensions.iter().flatten().filter_map(size_fault));
        if let Some(value) = &declarator.initialiser
            && matches!(space, "shared" | "local" | "param")
        {
            faults.push(Fault::new(value.span.clone(), declarations::no_initial_value(space)));
        }
    }
    faults
}

/// Returns the faults of the alignments of a declaration and of its `.ptr`.
pub(crate) fn alignment_faults(declaration: &Declaration<'_>) -> Vec<Fault> {
    let pointer = declaration.pointer.as_ref().and_then(|pointer| pointer.alignment.as_ref());
    let words = declaration.alignment.iter().chain(pointer);
    let faults = words.filter_map(|word| {
        // The lexer and `literal::parse` report other malformed numbers.
        let message = match literal::parse(word.text) {
            Ok(Literal::Integer(bytes)) => declarations::alignment(bytes)?,
            Ok(_) => Message::new("expected an integer"),
            Err(message) => message,
        };
        Some(Fault::new(word.span.clone(), message))
    });
    faults.collect()
}

/// Returns the fault of the type of a parameter or variable.
fn type_fault(declaration: &Declaration<'_>) -> Option<Fault> {
    let words = match declaration.types.as_slice() {
        [vector, rest @ ..] if declarations::VECTORS.iter().any(|one| one.0 == vector.text) => rest,
        words => words,
    };
    let [word, more @ ..] = words else {
        let space = &declaration.space;
        let message = declarations::no_variable_type(space.text);
        return Some(Fault::new(space.span.clone(), message));
    };
    if let Some(message) = declarations::variable_type(word.text) {
        return Some(Fault::new(word.span.clone(), message));
    }
    let second = more.first()?;
    let message = declarations::second_type(second.text, word.text);
    Some(Fault::new(second.span.clone(), message))
}

/// Returns the fault of a size in `[…]`.
fn size_fault(size: &Operand<'_>) -> Option<Fault> {
    let is_negative =
        matches!(&size.kind, OperandKind::Literal(literal) if literal.sign == Some('-'));
    match constant(size) {
        Ok(Literal::Integer(_)) if !is_negative => None,
        Ok(Literal::Integer(_)) => {
            Some(Fault::new(size.span.clone(), "the size of an array cannot be negative"))
        }
        Ok(_) => Some(Fault::new(size.span.clone(), "expected an integer")),
        Err(fault) => Some(fault),
    }
}

/// Returns the type of a variable or of its elements.
///
/// # Errors
/// Returns a fault if a variable cannot have the type.
pub fn element(declaration: &Declaration<'_>) -> Result<Type, Fault> {
    let last = declaration.types.last();
    last.and_then(|word| Type::from_word(word.text)).filter(|ty| ty.bits() >= 8).ok_or_else(|| {
        let span = last.map_or(declaration.span.clone(), |word| word.span.clone());
        let word = last.map_or("", |word| word.text);
        Fault::new(span, format!("a variable of type `.{word}` is not supported"))
    })
}

/// Returns the number of elements of a variable; `None` if a dimension has no size.
///
/// # Errors
/// Returns a fault at a dimension that is not an integer.
pub fn length(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
) -> Result<Option<usize>, Fault> {
    let of_vector = match declaration.types.first().map(|word| word.text) {
        Some("v2") => 2,
        Some("v4") => 4,
        _ => 1,
    };
    let mut length: Option<usize> = Some(of_vector);
    for dimension in &declarator.dimensions {
        let count = match dimension {
            None => None,
            Some(operand) => match constant(operand)? {
                Literal::Integer(count) => usize::try_from(count).ok(),
                _ => return Err(Fault::new(operand.span.clone(), "expected an integer")),
            },
        };
        length = length.zip(count).map(|(length, count)| length.saturating_mul(count));
    }
    Ok(length)
}

/// Returns the size of a variable in bytes.
///
/// # Errors
/// Returns a fault if the size is unknown or too large.
pub fn bytes(declaration: &Declaration<'_>, declarator: &Declarator<'_>) -> Result<usize, Fault> {
    let size = element(declaration)?.bits() as usize / 8;
    let length = length(declaration, declarator)?.map(|length| length.saturating_mul(size));
    length.filter(|bytes| *bytes <= MOST_BYTES).ok_or_else(|| {
        let name = declarator.name.text;
        Fault::new(declarator.name.span.clone(), format!("the size of `{name}` is not supported"))
    })
}

/// Returns the size that a dimension states.
pub(crate) fn extent(dimension: &Option<Operand<'_>>) -> Option<usize> {
    match constant(dimension.as_ref()?) {
        Ok(Literal::Integer(count)) => usize::try_from(count).ok(),
        _ => None,
    }
}
