//! The variables of a module: their sizes and initial values.

use crate::address;
use crate::argument::Argument;
use crate::memory::Memory;
use crate::region::Region;
use ptx_isa::literal::Literal;
use ptx_isa::{Message, Type};
use ptx_lower::{Fault, constant, element, length};
use ptx_text::{Declaration, Declarator, Name, Operand, OperandKind, Span, Step};
use std::collections::HashSet;

/// The maximum size of a variable in bytes.
const MOST_BYTES: usize = 1 << 30;

/// A variable of a module in `.global` or `.const`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The name of the variable.
    pub name: String,
    /// The type of the elements.
    pub ty: Type,
    /// The size in bytes; `None` for an array without a size.
    pub bytes: Option<usize>,
    /// Whether the variable is in `.const`, which kernels cannot write.
    pub is_constant: bool,
    /// Whether the variable is `.extern`, so that another file defines its value.
    pub is_extern: bool,
    /// The bytes of the initial value. The rest of the variable is filled with zeros.
    value: Vec<u8>,
    /// The addresses in the initial value.
    pointers: Vec<Pointer>,
}

/// An address, or one byte of an address, in the initial value of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pointer {
    /// The position in the initial value.
    at: usize,
    symbol: Symbol,
}

/// The symbol of an address in an initial value, with the operators applied to it: `table`, `generic(table)+4`,
/// `0xff00(table)`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Symbol {
    name: String,
    span: Span,
    is_generic: bool,
    /// The number that is added to the address.
    offset: u64,
    /// If the value is one byte of the address: the position of the byte in the address.
    byte: Option<usize>,
}

impl Pointer {
    /// Writes the address, or its byte, to the initial value.
    fn write(&self, address: u64, value: &mut [u8]) {
        let bytes = address.wrapping_add(self.symbol.offset).to_le_bytes();
        match self.symbol.byte {
            Some(byte) => value[self.at] = bytes[byte],
            None => value[self.at..self.at + 8].copy_from_slice(&bytes),
        }
    }
}

/// Returns whether a declaration declares textures, samplers or surfaces. A kernel cannot read their bytes, and the
/// engine does not support the instructions that use them.
pub(crate) fn is_opaque(declaration: &Declaration<'_>) -> bool {
    declaration.types.iter().any(|word| matches!(word.text, "texref" | "samplerref" | "surfref"))
}

/// Returns the alignment of a variable in bytes.
pub(crate) fn alignment(declaration: &Declaration<'_>) -> usize {
    let written = declaration.alignment.as_ref().and_then(|word| word.text.parse().ok());
    let vector = match declaration.types.first().map(|word| word.text) {
        Some("v2") => 2,
        Some("v4") => 4,
        _ => 1,
    };
    let natural = element(declaration).map_or(1, |ty| vector * (ty.bits() as usize / 8).max(1));
    written.filter(|one: &usize| one.is_power_of_two()).unwrap_or(natural)
}

/// Parses the declaration of a variable.
///
/// # Errors
/// If the type, size or initial value is not supported.
pub(crate) fn read(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
) -> Result<Variable, Fault> {
    let name = &declarator.name;
    let ty = element(declaration)?;
    let size = ty.bits() as usize / 8;
    let mut variable = Variable {
        name: name.text.into(),
        ty,
        bytes: None,
        is_constant: declaration.space.text == "const",
        is_extern: declaration.linkage.as_ref().is_some_and(|word| word.text == "extern"),
        value: Vec::new(),
        pointers: Vec::new(),
    };
    let inner = declarator.dimensions.iter().skip(1).filter_map(extent).product::<usize>().max(1);
    if let Some(initialiser) = &declarator.initialiser {
        variable.fill(initialiser, inner * size)?;
    }
    let declared = length(declaration, declarator)?.map(|length| length.saturating_mul(size));
    variable.bytes = match declared {
        Some(bytes) => Some(bytes),
        None if declarator.initialiser.is_some() => {
            Some(variable.value.len().next_multiple_of(inner * size))
        }
        None => None,
    };
    let fault = |what: String| Err(Fault::new(name.span.clone(), what));
    match variable.bytes {
        Some(bytes) if bytes > MOST_BYTES => {
            fault(format!("the size of `{}` is not supported", name.text))
        }
        Some(bytes) if variable.value.len() > bytes => {
            fault(format!("`{}` has too many elements", name.text))
        }
        _ => Ok(variable),
    }
}

fn extent(dimension: &Option<Operand<'_>>) -> Option<usize> {
    match constant(dimension.as_ref()?) {
        Ok(Literal::Integer(count)) => usize::try_from(count).ok(),
        _ => None,
    }
}

impl Variable {
    /// Checks the names of the addresses, and fills in the addresses of functions, for example in a table of virtual
    /// functions. Calls through these addresses are not supported. `variables` are the names of the variables before this
    /// variable.
    ///
    /// # Errors
    /// If a name is not declared before, or an operator other than a mask is applied to a function.
    pub(crate) fn resolve(
        &mut self,
        functions: &[&str],
        variables: &HashSet<&str>,
    ) -> Result<(), Fault> {
        let (value, mut result) = (&mut self.value, Ok(()));
        self.pointers.retain(|pointer| {
            let Symbol { name, span, is_generic, offset, .. } = &pointer.symbol;
            if let Some(number) = functions.iter().position(|one| one == name) {
                pointer.write(address::of_function(number), value);
                if *is_generic || *offset != 0 {
                    let message =
                        format!("`{name}` is a function: only its own address is an initial value");
                    result = Err(Fault::new(span.clone(), message));
                }
                return false;
            }
            if !variables.contains(name.as_str()) {
                let message = Message::new(format!(
                    "no variable or function `{name}` is declared before this line"
                ));
                let near = ptx_isa::nearest(name, variables.iter().chain(functions).copied());
                result = Err(Fault::new(
                    span.clone(),
                    match near {
                        Some(near) => message.help(format!("did you mean `{near}`?")),
                        None => message,
                    },
                ));
            }
            true
        });
        result
    }

    /// Appends the elements of an initialiser. Each nested initialiser fills `inner` bytes.
    fn fill(&mut self, initialiser: &Operand<'_>, inner: usize) -> Result<(), Fault> {
        let size = self.ty.bits() as usize / 8;
        if let OperandKind::Vector(items) = &initialiser.kind {
            for item in items {
                let start = self.value.len();
                self.fill(item, size)?;
                if matches!(item.kind, OperandKind::Vector(_)) {
                    let end = self.value.len().max(start + inner);
                    self.value.resize(end, 0);
                }
            }
            return Ok(());
        }
        let bits = match constant(initialiser) {
            Ok(number) => number
                .bits(self.ty)
                .map_err(|message| Fault::new(initialiser.span.clone(), message))?,
            Err(fault) => match symbol(initialiser) {
                Some(symbol) if size == if symbol.byte.is_some() { 1 } else { 8 } => {
                    self.pointers.push(Pointer { at: self.value.len(), symbol });
                    0
                }
                _ => return Err(fault),
            },
        };
        self.value.extend(&bits.to_le_bytes()[..size]);
        Ok(())
    }
}

/// Returns the symbol of an initialiser that is an address.
fn symbol(initialiser: &Operand<'_>) -> Option<Symbol> {
    let of = |name: Name<'_>, span: &Span, is_generic, offset, byte| {
        Some(Symbol { name: name.text.into(), span: span.clone(), is_generic, offset, byte })
    };
    let integer = |literal: Result<Literal, _>| match literal {
        Ok(Literal::Integer(number)) => Some(number),
        _ => None,
    };
    match &initialiser.kind {
        OperandKind::Name(name) => of(*name, &initialiser.span, false, 0, None),
        OperandKind::Sum(name, added) => {
            of(*name, &initialiser.span, false, integer(constant(added).map_err(drop))?, None)
        }
        OperandKind::Expression(expression) => {
            let mut steps: Vec<_> = expression.steps.iter().map(|(step, _)| *step).collect();
            let span = &expression.steps.first()?.1;
            let byte = match steps.last() {
                Some(Step::Apply(mask)) if *mask != "generic" => {
                    let mask = integer(ptx_isa::literal::parse(mask).map_err(drop))?;
                    let byte = mask.trailing_zeros() as usize / 8;
                    if mask != 0xff_u64.checked_shl(8 * byte as u32)? {
                        return None;
                    }
                    steps.pop();
                    Some(byte)
                }
                _ => None,
            };
            let number = |text: &str| integer(ptx_isa::literal::parse(text).map_err(drop));
            match steps[..] {
                [Step::Name(name)] => of(name, span, false, 0, byte),
                [Step::Name(name), Step::Apply("generic")] => of(name, span, true, 0, byte),
                [Step::Name(name), Step::Literal(text), Step::Binary("+")] => {
                    of(name, span, false, number(text)?, byte)
                }
                [
                    Step::Name(name),
                    Step::Apply("generic"),
                    Step::Literal(text),
                    Step::Binary("+"),
                ] => of(name, span, true, number(text)?, byte),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Creates the variables of a module in a memory, unless they exist already or are `.extern` without a value.
///
/// # Errors
/// If a value is longer than its variable, or if an initialiser refers to a variable without a value.
pub(crate) fn link(variables: &[Variable], module: u64, memory: &mut Memory) -> Result<(), String> {
    let is_new = |one: &&Variable| {
        let has_value = !one.is_extern || memory.values.contains_key(&one.name);
        has_value && memory.variable_of(module, &one.name).is_none()
    };
    let new: Vec<_> = variables.iter().filter(is_new).collect();
    let mut regions = Vec::new();
    for variable in &new {
        let name = &variable.name;
        let given = memory.values.get(name).map(Argument::content);
        let mut bytes = given.unwrap_or_else(|| variable.value.clone());
        match variable.bytes {
            Some(size) if bytes.len() > size => {
                let found = bytes.len();
                return Err(format!("variable `{name}` has {size} bytes, its value {found}"));
            }
            Some(size) => bytes.resize(size, 0),
            None => {}
        }
        regions.push(Region { bytes, is_read_only: variable.is_constant, variable: None });
    }
    let added = new
        .iter()
        .zip(regions)
        .map(|(variable, region)| memory.add_variable(module, &variable.name, region));
    let added: Vec<_> = added.collect();
    for (variable, buffer) in new.iter().zip(added) {
        if memory.values.contains_key(&variable.name) {
            continue;
        }
        for pointer in &variable.pointers {
            let Some(named) = memory.variable_of(module, &pointer.symbol.name) else {
                let (own, name) = (&variable.name, &pointer.symbol.name);
                return Err(format!(
                    "variable `{own}` holds the address of `{name}`, which is not supported"
                ));
            };
            pointer.write(named.address(), &mut memory.regions[buffer.0].bytes);
        }
    }
    Ok(())
}
