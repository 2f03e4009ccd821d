//! The variables of a module: their sizes and initial values.

use crate::launch::argument::Argument;
use crate::memory::Memory;
use crate::memory::address;
use ptx_isa::Type;
use ptx_module::resolve::Fault;
use ptx_module::resolve::initial::{Initial, Nameable, Pointer};
use ptx_module::syntax::{Declaration, Declarator, StateSpace};

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

/// Parses the declaration of a variable, checks the names of the addresses, and fills in the addresses of functions, for
/// example in a table of virtual functions. Calls through these addresses are not supported.
///
/// # Errors
/// If the type, size or initial value is wrong or not supported.
pub(crate) fn read(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
    functions: &[&str],
    names: &mut Nameable<'_>,
) -> Result<Variable, Fault> {
    let initial = Initial::new(declaration, declarator)?;
    initial.check_names(names)?;
    let mut value = initial.value();
    let Initial { ty, bytes, mut pointers, .. } = initial;
    pointers.retain(|pointer| {
        let function = functions.iter().position(|one| *one == pointer.name);
        if let Some(number) = function {
            pointer.write(address::of_function(number), &mut value);
        }
        function.is_none()
    });
    Ok(Variable {
        name: declarator.name.text.into(),
        ty,
        bytes,
        is_constant: declaration.space.value == StateSpace::Const,
        is_extern: declaration.is_extern(),
        value,
        pointers,
    })
}

impl Variable {
    /// Returns a variable of machine code, which does not have types.
    pub(crate) fn of_bytes(name: String, value: Vec<u8>, is_constant: bool) -> Self {
        let (ty, is_extern, pointers) = (Type::B8, false, Vec::new());
        Self { name, ty, bytes: Some(value.len()), is_constant, is_extern, value, pointers }
    }
}

/// Creates the variables of a module in a memory, unless they exist already or are `.extern` without a value.
///
/// # Errors
/// If a value is longer than its variable, or if an initialiser refers to a variable without a value.
pub(crate) fn link(
    variables: &[Variable],
    module: u64,
    memory: &mut Memory<'_>,
) -> Result<(), String> {
    let is_new = |one: &&Variable| {
        let has_value = !one.is_extern || memory.values.contains_key(&one.name);
        has_value && memory.variable_of(module, &one.name).is_none()
    };
    let new: Vec<_> = variables.iter().filter(is_new).collect();
    let mut contents = Vec::new();
    for variable in &new {
        let name = &variable.name;
        let given = memory.values.get(name).map(Argument::to_bytes);
        let mut bytes = given.unwrap_or_else(|| variable.value.clone());
        match variable.bytes {
            Some(size) if bytes.len() > size => {
                let found = bytes.len();
                return Err(format!("variable `{name}` has {size} bytes, its value {found}"));
            }
            Some(size) => bytes.resize(size, 0),
            None => {}
        }
        contents.push(bytes);
    }
    let added = new
        .iter()
        .zip(contents)
        .map(|(one, bytes)| memory.add_variable(module, &one.name, bytes, one.is_constant));
    let added: Vec<_> = added.collect();
    for (variable, buffer) in new.iter().zip(added) {
        if memory.values.contains_key(&variable.name) {
            continue;
        }
        for pointer in &variable.pointers {
            let Some(named) = memory.variable_of(module, &pointer.name) else {
                let (own, name) = (&variable.name, &pointer.name);
                return Err(format!(
                    "variable `{own}` holds the address of `{name}`, which is not supported"
                ));
            };
            pointer.write(named.address(), memory.bytes_mut(buffer));
        }
    }
    Ok(())
}
