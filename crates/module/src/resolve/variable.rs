//! The sizes and types of parameters and variables.

use crate::resolve::{Fault, constant};
use crate::syntax::{Declaration, Declarator, Linkage, Operand, OperandKind, StateSpace, Word};
use ptx_isa::arguments::Passed;
use ptx_isa::declarations;
use ptx_isa::literal::{self, Literal};
use ptx_isa::{Help, Message, Part, Type};

/// The maximum size of a supported array, in bytes.
const MOST_BYTES: usize = 1 << 24;

/// The maximum size of a vector, in bits.
const MOST_VECTOR_BITS: u32 = 128;

/// The maximum alignment of an argument or a parameter of a function, in bytes.
const MOST_ALIGNED_PARAMETER: u64 = 128;

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
    let space = declaration.space.value;
    if let Some(linkage) =
        declaration.linkage.as_ref().filter(|written| written.value == Linkage::Common)
        && space != StateSpace::Global
    {
        let what = format!("a `.{space}` variable cannot be `.common`");
        let message = Message::new(what).help("declare it `.global`");
        faults.push(Fault::new(linkage.span.clone(), message));
    }
    for declarator in &declaration.names {
        faults.extend(declarator.dimensions.iter().flatten().filter_map(size_fault));
        if space != StateSpace::Param && is_incomplete(declarator) && !declaration.is_extern() {
            let name = &declarator.name;
            faults.push(Fault::new(name.span.clone(), declarations::no_size(name.text)));
        }
        let is_more = !declarator.dimensions.is_empty() || declarator.initialiser.is_some();
        if declarator.range.is_some() && is_more {
            let name = declarator.name.text;
            let what = format!("range `{name}` cannot have a size or an initial value");
            faults.push(Fault::new(declarator.name.span.clone(), what));
        }
        if let Some(value) = &declarator.initialiser
            && matches!(space, StateSpace::Shared | StateSpace::Local | StateSpace::Param)
        {
            faults
                .push(Fault::new(value.span.clone(), declarations::no_initial_value(space.word())));
        }
    }
    faults
}

/// Returns whether a declarator is an array whose size is neither written nor given by an initial value.
pub(crate) fn is_incomplete(declarator: &Declarator<'_>) -> bool {
    let has_elements = declarator.initialiser.as_ref().is_some_and(
        |value| !matches!(&value.kind, OperandKind::Vector(items) if items.is_empty()),
    );
    let first = declarator.dimensions.first();
    first.is_some_and(|size| size.is_none() && !has_elements || extent(size) == Some(0))
}

/// Returns the fault of the type of a `.param` variable. Arrays may have vectors as elements.
pub(crate) fn passed_type_fault(declaration: &Declaration<'_>) -> Option<Fault> {
    let [.., last] = declaration.types.as_slice() else { return None };
    let is_array = declaration.names.iter().all(|name| !name.dimensions.is_empty());
    let is_vector = declaration.types.len() > 1 && declaration.types[0].text.starts_with('v');
    if !is_array && (is_vector || last.text == Type::F16x2.word()) {
        let (span, message) = (&declaration.types[0].span, declarations::not_passed(last.text));
        return Some(Fault::new(span.clone(), message));
    }
    None
}

/// Returns the fault of the alignment of an argument, a result, or a parameter of a function.
pub(crate) fn passed_alignment_fault(declaration: &Declaration<'_>) -> Option<Fault> {
    let alignment = declaration.alignment.as_ref()?;
    let bytes = number(alignment).filter(|bytes| *bytes > MOST_ALIGNED_PARAMETER)?;
    let what =
        format!("a `.param` alignment must be at most {MOST_ALIGNED_PARAMETER}, found {bytes}");
    Some(Fault::new(alignment.span.clone(), what))
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
    let vector = |word: &Word<'_>| declarations::VECTORS.iter().find(|one| one.0 == word.text);
    let (count, words) = match declaration.types.as_slice() {
        [first, rest @ ..] if vector(first).is_some() => (vector(first).map_or(1, |v| v.1), rest),
        words => (1, words),
    };
    let [word, more @ ..] = words else {
        let space = &declaration.space;
        let message = declarations::no_variable_type(space.value.word());
        return Some(Fault::new(space.span.clone(), message));
    };
    if let Some(message) = declarations::variable_type(word.text) {
        return Some(Fault::new(word.span.clone(), message));
    }
    if let Some(second) = more.first() {
        let message = declarations::second_type(second.text, word.text);
        return Some(Fault::new(second.span.clone(), message));
    }
    let is_opaque = declarations::OPAQUE.contains(&word.text);
    if is_opaque && count > 1 {
        let message = Message::new(format!("`.{}` has no vectors", word.text));
        return Some(Fault::new(declaration.types[0].span.clone(), message));
    }
    if is_opaque && !matches!(declaration.space.value, StateSpace::Global | StateSpace::Param) {
        let message = Message::new(format!("a `.{}` variable must be `.global`", word.text));
        return Some(Fault::new(declaration.space.span.clone(), message));
    }
    if let (Some(value), true) = (declaration.names.iter().find_map(number_of_opaque), is_opaque) {
        return Some(Fault::new(
            value,
            format!("the initial value of a `.{}` has fields", word.text),
        ));
    }
    let bits = Type::from_word(word.text).map_or(0, Type::bits) * count;
    (bits > MOST_VECTOR_BITS).then(|| {
        let what = format!("a vector has at most {MOST_VECTOR_BITS} bits, found {bits}");
        let message = Message::new(what).help("declare an array: `.align 32 .b8 t[32]`");
        Fault::new(declaration.types[0].span.clone(), message)
    })
}

/// Returns the span of an initial value that is not a list of fields.
fn number_of_opaque(declarator: &Declarator<'_>) -> Option<crate::syntax::Span> {
    let value = declarator.initialiser.as_ref()?;
    let is_list = matches!(&value.kind, OperandKind::Vector(items) if items.is_empty());
    (!is_list).then(|| value.span.clone())
}

/// Returns the fault of a size in `[…]`.
fn size_fault(size: &Operand<'_>) -> Option<Fault> {
    if let (OperandKind::Expression(_) | OperandKind::List(_), Ok(Literal::Integer(value))) =
        (&size.kind, constant(size))
    {
        let message = Message::new("the size of an array must be a single number");
        return Some(Fault::new(
            size.span.clone(),
            message.help(Help::write(Part::Word, value.to_string())),
        ));
    }
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
