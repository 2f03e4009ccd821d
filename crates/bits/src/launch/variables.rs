//! Sets the variables of the PTX file.

use super::held::{Held, Open, without_addresses};
use super::{Inputs, RunArgs, names};
use ptx_isa::{Message, Type};
use ptx_run::{Argument as Value, Fault, Kernel, Memory, Module, ParameterType, Variable};
use ptx_tool::run::{Argument, Named, is_element};

/// Returns whether a variable is a pointer or a 64-bit number. If its argument is a buffer, such a variable receives the
/// address of the buffer. Any other variable receives the elements themselves.
fn is_pointer(module: &Module, name: &str) -> bool {
    let mut variables = module.variables().iter();
    variables.any(|one| one.name == name && one.bytes == Some(8) && one.ty.bits() == 64)
}

/// Sets the variables that `--var` gives. Addresses in their values are 0 for now. Returns the buffers of the pointers.
pub(super) fn set<'a>(
    inputs: &Inputs<'a>,
    module: &Module,
    memory: &mut Memory,
) -> Result<Vec<Open<'a>>, Message> {
    let mut open = Vec::new();
    for Named { name, value } in inputs.variables {
        let Some(variable) = module.variables().iter().find(|variable| variable.name == *name)
        else {
            return Err(names::unknown(name, module, &[]));
        };
        check_width(variable, value)?;
        if matches!(value, Argument::Buffer(_)) && is_pointer(module, name) {
            let added = Held::add(value, memory)?;
            memory.set_variable(name, added.buffer);
            open.push(Open(added.buffer, value));
        } else {
            memory.set_variable(name, Value::bytes(without_addresses(value)?));
        }
    }
    Ok(open)
}

/// Returns a note for each buffer of `--var` that is shorter than its variable.
pub(super) fn shorter(arguments: &RunArgs, module: &Module) -> Vec<String> {
    let note = |Named { name, value }: &Named<String, Argument>| {
        let variable = module.variables().iter().find(|variable| variable.name == *name)?;
        let is_elements = matches!(value, Argument::Buffer(_)) && !is_pointer(module, name);
        let (size, given) = (variable.bytes?, without_addresses(value).ok()?.len());
        (is_elements && given < size).then(|| {
            format!("`--var {name}` gives {given} of the {size} bytes; the other bytes are zero")
        })
    };
    arguments.variables.iter().filter_map(note).collect()
}

/// Returns the variables that receive the elements of an argument themselves. If an option repeats a variable, its last
/// argument counts.
pub(super) fn contents<'a>(inputs: &Inputs<'a>, module: &Module, memory: &Memory) -> Vec<Open<'a>> {
    let mut given: Vec<_> = inputs.variables.iter().rev().collect();
    given.sort_by(|one, other| one.name.cmp(&other.name));
    given.dedup_by(|one, other| one.name == other.name);
    let open = given.into_iter().filter_map(|Named { name, value }| {
        let is_address = matches!(value, Argument::Buffer(_)) && is_pointer(module, name);
        Some(Open(memory.variable(name).filter(|_| !is_address)?, value))
    });
    open.collect()
}

/// Checks that a scalar for a variable has the width of the elements. An array of bytes also accepts a scalar of the
/// size of the array, because nvcc declares a `__half` variable, and a struct, as `.b8 x[2]`.
fn check_width(variable: &Variable, value: &Argument) -> Result<(), Message> {
    let Argument::Scalar(found, _) = value else { return Ok(()) };
    let (ty, name) = (variable.ty, &variable.name);
    let is_struct = ty.bits() == 8 && variable.bytes == Some(found.bits() as usize / 8);
    if ty.bits() == found.bits() || is_struct {
        return Ok(());
    }
    let (word, found) = (ty.word(), found.word());
    let message =
        Message::new(format!("expected `.{word}` for variable `{name}`, found a `.{found}`"));
    Err(match variable.bytes {
        Some(8) if ty.bits() == 64 => message.help(either(ty, found)),
        // nvcc declares arrays of other types as bytes, too.
        Some(bytes) if ty.bits() == 8 && bytes > 1 => message.help(format!(
            "the variable has {bytes} bytes: `--var '{name}={found}[]:V,V,…'` gives its elements"
        )),
        _ if is_element(ty) => message.help(format!("write `--var {name}={word}:VALUE`")),
        _ => message,
    })
}

/// Returns the help for a scalar of another width in the place of a pointer or a 64-bit number.
fn either(ty: Type, found: &str) -> String {
    let word = ty.word();
    format!(
        "a pointer takes a buffer, such as `'{found}[]:1,2,3'` or `'{found}[N]'`; a number takes `{word}:VALUE`"
    )
}

/// Returns the help for a fault about a scalar of another width for a 64-bit parameter.
pub(super) fn buffer_help(arguments: &RunArgs, kernel: &Kernel, fault: &Fault) -> Option<String> {
    let number = fault.parameter?;
    match (kernel.signature().parameters.get(number)?.ty, arguments.arguments.get(number)?) {
        (ParameterType::Scalar(ty), Argument::Scalar(found, _))
            if ty.takes_register(Type::U64) && found.bits() != 64 =>
        {
            Some(either(ty, found.word()))
        }
        _ => None,
    }
}
