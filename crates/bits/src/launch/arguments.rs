//! Converts command-line arguments to arguments, buffers and variables of the engine.

use super::{Failure, RunArgs};
use ptx_isa::{Help, Message, Part, Type};
use ptx_run::{Argument as Value, Buffer, Fault, Kernel, Memory, Module, ParameterType, Variable};
use ptx_tool::run::{self, Argument, Name, is_element};

/// A buffer, with its element type and its contents before the launch.
pub(super) struct Held {
    /// The buffer in the memory of the engine.
    pub(super) buffer: Buffer,
    /// The type of the elements.
    pub(super) ty: Type,
    /// The contents before the launch.
    pub(super) before: Vec<u8>,
}

/// The arguments, buffers and variables of a launch.
#[derive(Default)]
pub(super) struct Passed {
    /// The arguments of the kernel, in order.
    pub(super) arguments: Vec<Value>,
    /// For each parameter, its buffer, if it has one.
    pub(super) buffers: Vec<Option<Held>>,
    /// For each argument: if it is `same:`, the parameter whose buffer it refers to.
    same: Vec<Option<usize>>,
    /// The variables of the PTX file, by name.
    variables: Vec<(String, Held)>,
}

/// Returns the contents of a buffer. Reads them from a file if necessary.
fn contents(buffer: &run::Buffer) -> Result<Vec<u8>, Message> {
    buffer.bytes(|file| std::fs::read(file))
}

impl Passed {
    /// Converts the arguments, and adds their buffers to the memory.
    pub(super) fn new(arguments: &RunArgs, memory: &mut Memory) -> Result<Self, Failure> {
        let mut passed = Self::default();
        for argument in &arguments.arguments {
            let held = match argument {
                Argument::Buffer(buffer) => {
                    let before = contents(buffer)?;
                    let added = memory.add_bytes(before.clone(), buffer.is_read_only);
                    Some(Held { buffer: added, ty: buffer.ty, before })
                }
                _ => None,
            };
            passed.buffers.push(held);
        }
        for argument in &arguments.arguments {
            let same = if let Argument::Same { parameter, .. } = argument {
                Some(*parameter)
            } else {
                None
            };
            passed.same.push(same);
            let value = passed.value(argument, passed.arguments.len())?;
            passed.arguments.push(value);
        }
        Ok(passed)
    }

    /// Converts an argument for the engine. `number` is the index of the parameter.
    fn value(&self, argument: &Argument, number: usize) -> Result<Value, Message> {
        match argument {
            Argument::Scalar(ty, bits) => Ok(Value::scalar(*ty, *bits)),
            Argument::Bytes(bytes) => Ok(Value::bytes(bytes.clone())),
            Argument::Null => Ok(Value::null()),
            Argument::Buffer(_) => {
                Ok(self.buffers[number].as_ref().expect("a buffer").buffer.into())
            }
            Argument::Same { parameter, offset } => Ok(self.inside(*parameter, *offset)?),
        }
    }

    /// Returns the address that a `same:` argument specifies.
    fn inside(&self, parameter: usize, offset: u64) -> Result<Value, Message> {
        let held = self.buffers.get(parameter).and_then(Option::as_ref);
        let held = held.ok_or_else(|| {
            Message::new(format!("`same:{parameter}`: parameter {parameter} has no buffer"))
                .note("parameters are counted from 0")
        })?;
        let offset = i64::try_from(offset)
            .map_err(|_| format!("`same:{parameter}+{offset}` is out of range"))?;
        Ok(held.buffer.at(offset))
    }

    /// Sets the variables that `--var` gives.
    pub(super) fn set_variables(
        &self,
        arguments: &RunArgs,
        module: &Module,
        memory: &mut Memory,
    ) -> Result<(), Message> {
        for run::Named { name, value } in &arguments.variables {
            let Some(variable) = module.variables().iter().find(|variable| variable.name == *name)
            else {
                return Err(unknown(name, module));
            };
            check_width(variable, value)?;
            // If the argument is a buffer and the variable is a pointer, the variable receives the address of a new
            // buffer. Any other variable receives the elements themselves.
            let is_pointer = variable.bytes == Some(8) && variable.ty.bits() == 64;
            let value = match value {
                Argument::Buffer(buffer) if is_pointer => {
                    memory.add_bytes(contents(buffer)?, buffer.is_read_only).into()
                }
                Argument::Buffer(buffer) => Value::bytes(contents(buffer)?),
                Argument::Same { parameter, offset } => self.inside(*parameter, *offset)?,
                scalar => self.value(scalar, 0)?,
            };
            memory.set_variable(name, value);
        }
        Ok(())
    }

    /// Records the buffer of each variable of the PTX file, and the contents of the buffer before the launch.
    pub(super) fn find_variables(&mut self, module: &Module, memory: &Memory) {
        for variable in module.variables() {
            if let Some(buffer) = memory.variable(&variable.name) {
                let before = memory.bytes(buffer).to_vec();
                let held = Held { buffer, ty: variable.ty, before };
                self.variables.push((variable.name.clone(), held));
            }
        }
    }

    /// Returns the buffer of a parameter or variable. For a `same:` argument, returns the buffer that it
    /// refers to.
    pub(super) fn held(&self, name: &Name) -> Option<&Held> {
        match name {
            Name::Parameter(number) => {
                let number = self.same.get(*number).copied().flatten().unwrap_or(*number);
                self.buffers.get(number)?.as_ref()
            }
            Name::Variable(name) => {
                self.variables.iter().find(|(known, _)| known == name).map(|(_, held)| held)
            }
        }
    }
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
        _ if is_element(ty) => {
            message.help(Help::write(Part::Word, format!("--var {name}={word}:VALUE")))
        }
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

/// Returns the error for a name of `--print` or `--out` that is not a variable. `rest` follows the name in the option.
fn unknown_buffer(
    option: &str,
    name: &str,
    rest: &str,
    kernel: &Kernel,
    module: &Module,
) -> Message {
    let mut parameters = kernel.signature().parameters.iter();
    match parameters.position(|parameter| parameter.name == name) {
        Some(number) => Message::new(format!("no variable `{name}`"))
            .help(format!("`{name}` is parameter {number}: write `{option} {number}{rest}`")),
        None => unknown(name, module),
    }
}

fn unknown(name: &str, module: &Module) -> Message {
    let message = Message::new(format!("no variable `{name}`"));
    let names = || module.variables().iter().map(|variable| variable.name.as_str());
    match ptx_isa::nearest(name, names()) {
        Some(near) => message.help(Help::meant(near)),
        None if module.variables().is_empty() => message.note("the file has none"),
        None => {
            message.note(format!("the variables are {}", names().collect::<Vec<_>>().join(", ")))
        }
    }
}

/// Checks that `--print` and `--out` refer to buffers.
pub(super) fn check_names(
    arguments: &RunArgs,
    kernel: &Kernel,
    module: &Module,
    passed: &Passed,
) -> Result<(), Message> {
    let prints = arguments.prints.iter().map(|name| ("--print", name, String::new()));
    let outs = arguments.outs.iter().map(|out| ("--out", &out.name, format!("={}", out.value)));
    for (option, name, rest) in prints.chain(outs) {
        match name {
            Name::Variable(word) => {
                match module.variables().iter().find(|variable| variable.name == *word) {
                    None => return Err(unknown_buffer(option, word, &rest, kernel, module)),
                    Some(_) if passed.held(name).is_none() => {
                        return Err(Message::new(format!("variable `{word}` has no value"))
                            .help(format!("give it one: `--var {word}=…`")));
                    }
                    Some(variable) if !is_element(variable.ty) => {
                        return Err(format!(
                            "`{option} {word}`: elements of `.{}` are not supported",
                            variable.ty.word()
                        )
                        .into());
                    }
                    Some(_) => {}
                }
            }
            Name::Parameter(number) if passed.held(name).is_none() => {
                let parameters = &kernel.signature().parameters;
                return Err(match parameters.get(*number) {
                    Some(parameter) => {
                        format!("`{option} {number}`: parameter `{}` has no buffer", parameter.name)
                            .into()
                    }
                    None => Message::new(format!(
                        "`{option} {number}`: the kernel has {} parameters",
                        parameters.len()
                    ))
                    .note("parameters are counted from 0"),
                });
            }
            Name::Parameter(_) => {}
        }
    }
    Ok(())
}
