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
    /// The number of the text that has the variable.
    pub(crate) text: u64,
    /// The addresses in the initial value, each with the number of the text that has the variable.
    pointers: Vec<(u64, Pointer)>,
    /// The offset of the variable in the bank of constants. Only variables of machine code are in a bank.
    place: Option<u64>,
}

/// A text of a module, whose variables are read.
pub(crate) struct Reader<'t> {
    /// The number of the text.
    pub(crate) text: usize,
    /// Returns the number of the text whose variable a name means.
    pub(crate) owner: &'t dyn Fn(&str) -> usize,
    /// Returns the number of the function that a name means.
    pub(crate) function: &'t dyn Fn(&str) -> Option<usize>,
}

/// Parses the declaration of a variable, checks the names of the addresses, and fills in the addresses of functions, for
/// example in a table of virtual functions.
///
/// # Errors
/// If the type, size or initial value is wrong or not supported.
pub(crate) fn read(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
    reader: &Reader<'_>,
    names: &mut Nameable<'_>,
) -> Result<Variable, Fault> {
    let initial = Initial::new(declaration, declarator)?;
    initial.check_names(names)?;
    let mut value = initial.value();
    let Initial { ty, bytes, mut pointers, .. } = initial;
    pointers.retain(|pointer| {
        let function = (reader.function)(&pointer.name);
        if let Some(number) = function {
            pointer.write(address::of_function(number), &mut value);
        }
        function.is_none()
    });
    let owned = pointers.into_iter().map(|one| ((reader.owner)(&one.name) as u64, one));
    Ok(Variable {
        text: reader.text as u64,
        name: declarator.name.text.into(),
        ty,
        bytes,
        is_constant: declaration.space.value == StateSpace::Const,
        is_extern: declaration.is_extern(),
        value,
        pointers: owned.collect(),
        place: None,
    })
}

impl Variable {
    /// Returns a variable of machine code, which does not have types. `pointers` are the addresses in its initial value.
    pub(crate) fn of_bytes(
        name: String,
        value: Vec<u8>,
        is_constant: bool,
        pointers: Vec<Pointer>,
        place: Option<u64>,
    ) -> Self {
        let (ty, is_extern, text) = (Type::B8, false, 0);
        let pointers = pointers.into_iter().map(|one| (text, one)).collect();
        let bytes = Some(value.len());
        Self { name, ty, bytes, is_constant, is_extern, value, text, pointers, place }
    }
}

/// Creates the variables of a module in a memory, unless they exist already or are `.extern` without a value.
///
/// # Errors
/// If a value is longer than its variable, or if an initialiser refers to a variable without a value.
pub(crate) fn create(
    variables: &[Variable],
    module: u64,
    memory: &mut Memory<'_>,
) -> Result<(), String> {
    let is_new = |one: &&Variable| {
        let has_value = !one.is_extern || memory.values.contains_key(&one.name);
        has_value && memory.variable_of(module + one.text, &one.name).is_none()
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
    let added = new.iter().zip(contents).map(|(one, bytes)| {
        let address = one.place.map(|place| address::of_bank(module) + place);
        memory.add_variable(module + one.text, &one.name, bytes, one.is_constant, address)
    });
    let added: Vec<_> = added.collect::<Result<_, _>>().map_err(|occupied| occupied.to_string())?;
    for (variable, buffer) in new.iter().zip(added) {
        if memory.values.contains_key(&variable.name) {
            continue;
        }
        for (text, pointer) in &variable.pointers {
            let Some(named) = memory.variable_of(module + text, &pointer.name) else {
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
