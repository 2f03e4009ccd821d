//! The variables of a module: their sizes and initial values.

use crate::address;
use crate::argument::Argument;
use crate::memory::Memory;
use crate::region::Region;
use ptx_isa::Type;
use ptx_isa::literal::Literal;
use ptx_lower::{Fault, constant, element, length};
use ptx_text::{Declaration, Declarator, Operand, OperandKind, Step};

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
    /// The addresses in the initial value: the offset, the name of the variable, and the number that is added
    /// to its address.
    addresses: Vec<(usize, String, u64)>,
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
        addresses: Vec::new(),
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
    /// Fills in the addresses of functions, for example in a table of virtual functions. Calls through these addresses
    /// are not supported.
    pub(crate) fn refer_to(&mut self, functions: &[&str]) {
        self.addresses.retain(|(at, name, offset)| {
            let number = functions.iter().position(|one| one == name);
            let address = number.map(|number| address::of_function(number).wrapping_add(*offset));
            if let Some(address) = address {
                self.value[*at..at + 8].copy_from_slice(&address.to_le_bytes());
            }
            address.is_none()
        });
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
                Some((name, offset)) if size == 8 => {
                    self.addresses.push((self.value.len(), name, offset));
                    0
                }
                _ => return Err(fault),
            },
        };
        self.value.extend(&bits.to_le_bytes()[..size]);
        Ok(())
    }
}

/// Returns the variable that an initialiser refers to, and the number added to its address: `table`,
/// `generic(table)+4`.
fn symbol(initialiser: &Operand<'_>) -> Option<(String, u64)> {
    match &initialiser.kind {
        OperandKind::Name(name) => Some((name.text.into(), 0)),
        OperandKind::Sum(name, added) => match constant(added) {
            Ok(Literal::Integer(offset)) => Some((name.text.into(), offset)),
            _ => None,
        },
        OperandKind::Expression(expression) => {
            let steps: Vec<_> = expression.steps.iter().map(|(step, _)| *step).collect();
            let number = |text: &str| match ptx_isa::literal::parse(text) {
                Ok(Literal::Integer(number)) => Some(number),
                _ => None,
            };
            match steps[..] {
                [Step::Name(name), Step::Apply("generic")] => Some((name.text.into(), 0)),
                [
                    Step::Name(name),
                    Step::Apply("generic"),
                    Step::Literal(text),
                    Step::Binary("+"),
                ]
                | [
                    Step::Name(name),
                    Step::Literal(text),
                    Step::Binary("+"),
                    Step::Apply("generic"),
                ] => Some((name.text.into(), number(text)?)),
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
        for (at, name, offset) in &variable.addresses {
            let Some(named) = memory.variable_of(module, name) else {
                let own = &variable.name;
                return Err(format!(
                    "variable `{own}` holds the address of `{name}`, which is not supported"
                ));
            };
            let address = named.address().wrapping_add(*offset).to_le_bytes();
            memory.regions[buffer.0].bytes[*at..at + 8].copy_from_slice(&address);
        }
    }
    Ok(())
}
