//! What holds a parameter or a variable.

use super::body::Storage;
use ptx_isa::Type;
use ptx_isa::arguments::Passed;
use ptx_isa::literal::{self, Literal};
use ptx_lower::Fault;
use ptx_lower::constant;
use ptx_text::{Declaration, Declarator, Word};

/// The longest array that is taken, in bytes.
const MOST_BYTES: usize = 1 << 24;

/// The number that a word says.
pub(super) fn count(word: &Word<'_>) -> Result<u64, Fault> {
    match literal::parse(word.text) {
        Ok(Literal::Integer(count)) => Ok(count),
        _ => Err(Fault::new(word.span.clone(), "expected a number")),
    }
}

/// What holds a parameter.
pub(crate) fn storage(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
) -> Result<Storage, Fault> {
    let ty = element(declaration)?;
    match declarator.dimensions.is_empty() && declaration.types.len() == 1 {
        true => Ok(Storage::Scalar(ty)),
        false => Ok(Storage::Bytes(bytes(declaration, declarator)?)),
    }
}

/// What a parameter or `.param` variable is to a call; `None` if it is not supported.
#[must_use]
pub fn passed(declaration: &Declaration<'_>, declarator: &Declarator<'_>) -> Option<Passed> {
    let element = element(declaration).ok()?;
    let alignment = match &declaration.alignment {
        Some(word) => count(word).ok()?,
        None => u64::from(element.bits() / 8),
    };
    match storage(declaration, declarator).ok()? {
        Storage::Bytes(bytes) => {
            Some(Passed::Array { bytes: bytes as u64, alignment: Some(alignment) })
        }
        storage => Some(storage.passed()),
    }
}

/// The type of a declaration, or of the elements.
pub(crate) fn element(declaration: &Declaration<'_>) -> Result<Type, Fault> {
    let last = declaration.types.last();
    last.and_then(|word| Type::from_word(word.text)).filter(|ty| ty.bits() >= 8).ok_or_else(|| {
        let span = last.map_or(declaration.span.clone(), |word| word.span.clone());
        let word = last.map_or("", |word| word.text);
        Fault::new(span, format!("a variable of type `.{word}` is not supported"))
    })
}

/// How many elements a declarator has: `None` if the first dimension is left out.
pub(crate) fn length(
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

/// How many bytes a variable has.
pub(super) fn bytes(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
) -> Result<usize, Fault> {
    let size = element(declaration)?.bits() as usize / 8;
    let length = length(declaration, declarator)?.map(|length| length.saturating_mul(size));
    length.filter(|bytes| *bytes <= MOST_BYTES).ok_or_else(|| {
        let name = declarator.name.text;
        Fault::new(declarator.name.span.clone(), format!("the size of `{name}` is not supported"))
    })
}
