//! Converts command-line arguments to arguments, buffers and variables of the engine.

use super::held::{Held, Open, contents, engine, has_addresses};
use super::{Failure, Inputs, names, variables};
use ptx_isa::Message;
use ptx_run::{Argument as Value, Buffer, Kernel, Memory, Module};
use ptx_tool::run::{Argument, Name, Named, NamedAddress};

/// The arguments, buffers and variables of a launch.
#[derive(Default)]
pub(crate) struct Passed {
    /// The arguments of the kernel, in order.
    pub(crate) arguments: Vec<Value>,
    /// For each parameter, its buffer, if it has one.
    pub(crate) buffers: Vec<Option<Held>>,
    /// The buffers of `--buffer`, by name.
    pub(crate) named: Vec<(String, Held)>,
    /// For each argument: if it is `same:`, the name of the buffer that it refers to.
    same: Vec<Option<Name>>,
    /// The variables of the PTX file, by name.
    pub(crate) variables: Vec<(String, Held)>,
}

impl Passed {
    /// Converts the arguments, and adds their buffers and the variables of the file to the memory.
    pub(crate) fn new(
        inputs: &Inputs<'_>,
        module: &Module,
        kernel: &Kernel,
        memory: &mut Memory,
    ) -> Result<Self, Failure> {
        let parameters = &kernel.signature().parameters;
        let takes_address =
            |number: usize| parameters.get(number).is_some_and(|one| one.bytes() == 8);
        let mut passed = Self::default();
        let mut open = Vec::new();
        for argument in inputs.arguments {
            let mut held = None;
            if matches!(argument, Argument::Buffer(_)) {
                let added = Held::add(argument, memory)?;
                open.push(Open(added.buffer, argument));
                held = Some(added);
            }
            passed.buffers.push(held);
            passed.same.push(match argument {
                Argument::Same(place) => Some(place.name.clone()),
                _ => None,
            });
        }
        for Named { name, value } in inputs.buffers {
            names::check_new(name, module, passed.words())?;
            let added = Held::add(value, memory)?;
            memory.set_name(added.buffer, name);
            open.push(Open(added.buffer, value));
            passed.named.push((name.clone(), added));
        }
        let pointed = variables::set(inputs, module, memory)?;
        module.create_variables(memory).map_err(Failure::of)?;
        for variable in module.variables() {
            if let Some(buffer) = memory.variable_in(module, &variable.name) {
                let held = Held { buffer, ty: variable.ty, before: Vec::new() };
                passed.variables.push((variable.name.clone(), held));
            }
        }
        open.extend(pointed);
        open.extend(variables::contents(inputs, module, memory));
        passed.fill(open, memory)?;
        let values = inputs.arguments.iter().zip(&passed.buffers).enumerate();
        let values = values.map(|(number, (argument, held))| {
            let own = held.as_ref().map(|held| held.buffer);
            let value = engine(argument, own, &|place| passed.address(place))?;
            let is_pointer = matches!(argument, Argument::Map(_)) && takes_address(number);
            Ok(if is_pointer { memory.add_bytes(value.to_bytes(), true).into() } else { value })
        });
        passed.arguments = values.collect::<Result<_, Message>>()?;
        for held in passed.all_mut() {
            held.before = memory.bytes(held.buffer).to_vec();
        }
        Ok(passed)
    }

    /// Writes the contents that have addresses.
    fn fill(&self, open: Vec<Open<'_>>, memory: &mut Memory) -> Result<(), Message> {
        for Open(buffer, argument) in open.into_iter().filter(|open| has_addresses(open.1)) {
            let start = contents(argument, &|place| self.address(place))?;
            // The value of a variable may be shorter than the variable.
            let mut bytes = memory.bytes(buffer).to_vec();
            bytes[..start.len()].copy_from_slice(&start);
            memory.write(buffer, &bytes);
        }
        Ok(())
    }

    fn all_mut(&mut self) -> impl Iterator<Item = &mut Held> {
        let named = self.named.iter_mut().chain(&mut self.variables);
        self.buffers.iter_mut().flatten().chain(named.map(|(_, held)| held))
    }

    /// Returns the address of a place in a buffer that an argument names.
    fn address(&self, place: &NamedAddress) -> Result<u64, Message> {
        let offset = place.offset.unwrap_or(0);
        let held = self.own(&place.name).ok_or_else(|| match &place.name {
            Name::Parameter(number) => {
                Message::new(format!("`same:{place}`: parameter {number} has no buffer"))
                    .note("parameters are counted from 0")
            }
            Name::Word(name) => {
                let message =
                    Message::new(format!("`same:{place}`: no buffer or variable `{name}`"));
                names::nearest(message, name, self.words())
            }
        })?;
        if offset >= Buffer::ADDRESSES {
            return Err(format!("`same:{place}` is out of range").into());
        }
        Ok(held.buffer.address() + offset)
    }

    /// Returns the names of the buffers of `--buffer` and of the variables.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.named.iter().chain(&self.variables).map(|(name, _)| name.as_str())
    }

    /// Returns the buffer that a parameter has itself, or the buffer or variable with a name.
    fn own(&self, name: &Name) -> Option<&Held> {
        match name {
            Name::Parameter(number) => self.buffers.get(*number)?.as_ref(),
            Name::Word(name) => {
                let mut all = self.named.iter().chain(&self.variables);
                all.find(|(known, _)| known == name).map(|(_, held)| held)
            }
        }
    }

    /// Returns the buffer of a parameter, or the buffer or variable with a name. For a `same:` argument, returns the
    /// buffer that it refers to.
    pub(super) fn held(&self, name: &Name) -> Option<&Held> {
        let same = match name {
            Name::Parameter(number) => self.same.get(*number).and_then(Option::as_ref),
            Name::Word(_) => None,
        };
        self.own(same.unwrap_or(name))
    }
}
