//! The sizes and types of parameters and variables.

use crate::{Fault, constant};
use ptx_isa::Type;
use ptx_isa::arguments::Passed;
use ptx_isa::literal::{self, Literal};
use ptx_text::{Declaration, Declarator, Word};

/// The maximum size of a supported array, in bytes.
const MOST_BYTES: usize = 1 << 24;

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
