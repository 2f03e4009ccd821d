//! Modules and kernels.

use crate::chip;
use crate::code::Code;
use crate::decode::decode;
use crate::error::Error;
use crate::machine;
use crate::memory::Memory;
use crate::memory::variable::{self, Variable};
use crate::name;
use ptx_isa::{Dialect, Help, Message, Target, Type};
use ptx_module::resolve::initial::{Nameable, has_initial};
use ptx_module::resolve::{
    Fault, Program, alignment, bytes, declaration_faults, element, is_scalar,
};
use ptx_module::syntax::{
    Declaration, Declarator, Directive, DirectiveName, Function, FunctionKind, Source, StateSpace,
};
use ptx_sass::Cubin;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A parsed PTX file.
#[derive(Clone, Debug)]
pub struct Module {
    data: Arc<Data>,
    /// The version and target that select the functions of the chip.
    dialect: Dialect,
}

/// The data of a module that its kernels share.
#[derive(Debug)]
pub(crate) struct Data {
    origin: Origin,
    /// A number that no other module has. The number distinguishes variables of the same name in one memory.
    pub(crate) number: u64,
    kernels: Vec<Signature>,
    /// The index of each kernel in `kernels`. The key is the kernel's name.
    indices: HashMap<String, usize>,
    pub(crate) variables: Vec<Variable>,
    /// The index of each variable in `variables`. The key is the variable's name.
    globals: HashMap<String, usize>,
}

/// What a module was made of.
#[derive(Debug)]
enum Origin {
    Text(ptx_module::Module),
    /// Machine code, the name of its file, and the function that decodes its kernels. A program that reads no machine code,
    /// such as the page in the browser, does not contain this function.
    Machine(Cubin, String, machine::Lower),
}

/// The name and parameters of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// The name of the kernel.
    pub name: String,
    /// The parameters, in their order.
    pub parameters: Vec<Parameter>,
    /// The number of threads that `.reqntid` requires for a block.
    pub required_threads: Option<[u32; 3]>,
    /// The number of blocks that `.reqnctapercluster` requires for a cluster.
    pub required_cluster: Option<[u32; 3]>,
    /// Whether `.explicitcluster` demands that the launch names the size of its clusters.
    pub needs_cluster: bool,
    /// The maximum number of threads that `.maxntid` allows for a block.
    pub most_threads: Option<u32>,
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name of the parameter.
    pub name: String,
    /// The type of the parameter.
    pub ty: ParameterType,
    /// The alignment in bytes.
    pub alignment: usize,
}

/// The type of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterType {
    /// A scalar of this type.
    Scalar(Type),
    /// A struct with this number of bytes.
    Bytes(usize),
}

impl fmt::Display for ParameterType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(ty) => write!(f, "`.{}`", ty.word()),
            Self::Bytes(bytes) => write!(f, "{bytes} bytes"),
        }
    }
}

impl Parameter {
    /// Returns the size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self.ty {
            ParameterType::Scalar(ty) => ty.bits() as usize / 8,
            ParameterType::Bytes(bytes) => bytes,
        }
    }
}

impl Signature {
    /// Returns the C++ declaration without the result: `saxpy(int, float, float*, float*)`. Returns `None` if the name is
    /// not a mangled C++ name.
    ///
    /// ```
    /// let text = ".version 8.0\n.target sm_80\n.entry _Z5saxpyifPfS_() { ret; }";
    /// let module = ptx_run::Module::new("saxpy.ptx", text)?;
    /// let declaration = module.kernels()[0].cpp();
    /// assert_eq!(declaration.as_deref(), Some("saxpy(int, float, float*, float*)"));
    /// # Ok::<(), ptx_run::Error>(())
    /// ```
    #[must_use]
    pub fn cpp(&self) -> Option<String> {
        name::demangled(&self.name)
    }

    /// Returns the signature with the declaration in C++: `_Z1kf(.f32 a), in C++ k(float)`.
    #[must_use]
    pub fn listed(&self) -> String {
        match self.cpp() {
            Some(declaration) => format!("{self}, in C++ {declaration}"),
            None => self.to_string(),
        }
    }
}

impl fmt::Display for Signature {
    /// Prints the name with the parameters: `saxpy(.f32 a, .u64 x)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.name)?;
        for (i, parameter) in self.parameters.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match parameter.ty {
                ParameterType::Scalar(ty) => write!(f, "{comma}.{} {}", ty.word(), parameter.name)?,
                ParameterType::Bytes(bytes) => {
                    write!(f, "{comma}.b8 {}[{bytes}]", parameter.name)?;
                }
            }
        }
        f.write_str(")")
    }
}

/// A decoded kernel, which can be launched.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) module: Arc<Data>,
    index: usize,
    pub(crate) code: Arc<Code>,
    /// The maximum number of bytes of shared memory of a block.
    pub(crate) most_shared: usize,
}

impl Module {
    /// Parses and checks a PTX file. `name` is the name of the file in messages.
    ///
    /// # Errors
    /// If the file has errors: all errors that `check` reports. If it has variables that the engine does not support.
    pub fn new(name: &str, text: &str) -> Result<Self, Error> {
        let text = ptx_module::Module::new(Source::new(name, text.as_bytes()));
        let program = text.program().map_err(|errors| Error::of_check(text.source(), errors))?;
        let mut faults = Vec::new();
        let kernels = kernels(program)
            .filter_map(|function| signature(function).map_err(|fault| faults.push(fault)).ok());
        let kernels: Vec<_> = kernels.collect();
        let mut variables = Vec::new();
        let mut names = Nameable::default();
        program.names().iter().for_each(|name| names.function(name));
        for declaration in text.tree().variables() {
            let of_declaration = match declaration.space.value {
                StateSpace::Reg => Vec::new(),
                _ => declaration_faults(declaration),
            };
            let is_read = of_declaration.is_empty() && has_initial(declaration);
            faults.extend(of_declaration);
            for declarator in &declaration.names {
                // The initial value of a variable may contain the address of the variable.
                names.variable(declaration, declarator);
                if is_read {
                    match variable::read(declaration, declarator, program.names(), &mut names) {
                        Ok(variable) => variables.push(variable),
                        Err(fault) => faults.push(fault),
                    }
                }
            }
        }
        if !faults.is_empty() {
            return Err(Error::of(text.source(), faults));
        }
        let dialect = program.dialect().clone();
        Ok(Self::of(Origin::Text(text), kernels, variables, dialect))
    }

    /// Reads a file with machine code: a cubin, or the cubin of a fatbin for `chip`. Without `chip`, reads the cubin of a
    /// fatbin for the newest chip. `name` is the name of the file in messages. A parameter of machine code has a
    /// size and no type, so it takes every argument of its size.
    ///
    /// The instructions of sm_75 to sm_121 that compilers use most are supported. Textures, bulk copies, warp-group matrix
    /// instructions and calls through addresses are not. Grade \[S\]: the meaning of the instructions was compared with
    /// PTX that NVIDIA's assembler turns into them.
    ///
    /// # Errors
    /// If the bytes are neither a cubin nor a fatbin. If no cubin of a fatbin runs on the chip, or the cubin is compressed.
    pub fn from_machine(name: &str, bytes: &[u8], chip: Option<Target>) -> Result<Self, Error> {
        let cubin = match ptx_sass::is_fatbin(bytes) {
            true => ptx_sass::cubin_of_fatbin(bytes, chip.map(|chip| chip.sm.into())),
            false => Ok(bytes),
        };
        let cubin = cubin.and_then(Cubin::read);
        let cubin = cubin.map_err(|error| Error::whole(name, error.0.into()))?;
        let kernels = cubin.kernels.iter().map(of_machine).collect();
        let regions = machine::regions(&cubin).into_iter();
        let variables =
            regions.map(|one| Variable::of_bytes(one.name, one.bytes, one.is_constant)).collect();
        let target = Target::sm(cubin.sm as u16);
        let dialect = Dialect { target: Some(target), ..Dialect::default() };
        Ok(Self::of(
            Origin::Machine(cubin, name.into(), machine::lower),
            kernels,
            variables,
            dialect,
        ))
    }

    /// Reads a cubin, or the cubin of a fatbin for the newest chip; see [`from_machine`](Self::from_machine).
    ///
    /// # Errors
    /// Those of [`from_machine`](Self::from_machine).
    pub fn from_cubin(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        Self::from_machine(name, bytes, None)
    }

    /// Returns whether a file is a cubin or a fatbin, by its first bytes.
    #[must_use]
    pub fn is_cubin(bytes: &[u8]) -> bool {
        Cubin::is_cubin(bytes) || ptx_sass::is_fatbin(bytes)
    }

    fn of(
        origin: Origin,
        kernels: Vec<Signature>,
        variables: Vec<Variable>,
        dialect: Dialect,
    ) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let indices = numbered(kernels.iter().map(|kernel| &kernel.name));
        let globals = numbered(variables.iter().map(|variable| &variable.name));
        let data = Data { origin, number, kernels, indices, variables, globals };
        Self { data: Arc::new(data), dialect }
    }

    /// Returns the module for another chip than the target of its text. The text is judged by its own target, and its
    /// instructions are computed as on the chip. So does the compiler of a driver. `sm_90` stands for `sm_90a`, too.
    ///
    /// ```
    /// use ptx_isa::Target;
    /// use ptx_run::{Grid, Memory, Module, Options};
    ///
    /// let text = "
    /// .version 8.0
    /// .target sm_50
    /// .address_size 64
    /// .entry root(.param .u64 y)
    /// {
    ///     .reg .b64 %rd1;
    ///     .reg .f32 %f1;
    ///     ld.param.u64 %rd1, [y];
    ///     sqrt.approx.f32 %f1, 0f40400000;
    ///     st.global.f32 [%rd1], %f1;
    ///     ret;
    /// }";
    /// let module = Module::new("root.ptx", text)?;
    /// let root = |module: &Module| {
    ///     let mut memory = Memory::new();
    ///     let y = memory.add(&[0f32]);
    ///     let kernel = module.kernel("root")?;
    ///     kernel.launch(Grid::new(1, 1), &[y.into()], &mut memory, &Options::default())?;
    ///     Ok::<_, Box<dyn std::error::Error>>(memory.read::<f32>(y)[0])
    /// };
    /// assert_eq!(root(&module)?, 1.7320509);
    /// assert_eq!(root(&module.for_target(Target::sm(52))?)?, 1.7320508);
    /// assert!(module.for_target(Target::sm(30)).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the chip is below the target of the text, or if the target of the text is for another architecture (`a`) or
    /// family (`f`).
    pub fn for_target(&self, chip: Target) -> Result<Self, Error> {
        chip::check(&self.dialect, chip)
            .map_err(|message| Error::whole(self.data.file_name(), message))?;
        let target = self.dialect.target.map(|target| Target { sm: chip.sm, ..target });
        Ok(Self { dialect: Dialect { target, ..self.dialect.clone() }, ..self.clone() })
    }

    /// Returns the target of the text, the chip of [`for_target`](Self::for_target), or the chip of a cubin.
    #[must_use]
    pub fn target(&self) -> Option<Target> {
        self.dialect.target
    }

    /// Returns the number that distinguishes the module's variables from those of other modules.
    pub(crate) fn number(&self) -> u64 {
        self.data.number
    }

    /// Returns the kernels, in the order of the file.
    #[must_use]
    pub fn kernels(&self) -> &[Signature] {
        &self.data.kernels
    }

    /// Returns the variables in `.global` and `.const`, in the order of the file.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.data.variables
    }

    /// Decodes a kernel. A C++ kernel also has its C++ name. Namespaces and parameters may be omitted from the C++ name,
    /// but not the arguments of a template.
    ///
    /// ```
    /// let text = ".version 8.0\n.target sm_80\n.entry _ZN4blas5saxpyIfEEviT_PS1_() { ret; }";
    /// let module = ptx_run::Module::new("saxpy.ptx", text)?;
    /// for name in ["saxpy<float>", "blas::saxpy<float>", "_ZN4blas5saxpyIfEEviT_PS1_"] {
    ///     assert_eq!(module.kernel(name)?.signature().name, "_ZN4blas5saxpyIfEEviT_PS1_");
    /// }
    /// # Ok::<(), ptx_run::Error>(())
    /// ```
    ///
    /// # Errors
    /// If no kernel has this name: an error that lists the kernels of the file, most similar name first. If it is the
    /// C++ name of several kernels, or of a template with several instances: an error that lists these. Otherwise, all faults of the kernel and the functions that it calls, including instructions that the
    /// engine does not support.
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let data = &self.data;
        let index = self.index(name)?;
        let name = &data.kernels[index].name;
        let text = match &data.origin {
            Origin::Text(text) => text,
            Origin::Machine(cubin, file, lower) => {
                let machine = lower(cubin, &cubin.kernels[index], &self.dialect);
                let code = machine.map_err(|faults| Error::of_machine(file, faults))?;
                return Ok(self.finished(index, code));
            }
        };
        let source = text.source();
        let error = |faults| Error::of(source, faults);
        let program = text.program().map_err(|errors| Error::of_check(source, errors))?;
        let Some(function) = program.function(name) else { return Err(self.unknown(name)) };
        let mut end = 0;
        let offsets = data.kernels[index].parameters.iter().map(|parameter| {
            let start = usize::next_multiple_of(end, parameter.alignment);
            end = start + parameter.bytes();
            (start, parameter.bytes())
        });
        let code = decode(program, &self.dialect, function, &data.globals, offsets.collect());
        Ok(self.finished(index, code.map_err(error)?))
    }

    fn finished(&self, index: usize, code: Code) -> Kernel {
        let most_shared = chip::most_shared(Target::sm(self.dialect.sm()));
        Kernel { module: Arc::clone(&self.data), index, code: Arc::new(code), most_shared }
    }

    /// Creates the module's variables in a memory and initialises them. A launch also creates and initialises the
    /// variables, unless the memory already has them. An `.extern` variable without a value is not created, and a
    /// kernel that uses it cannot be launched.
    ///
    /// # Errors
    /// If a value is longer than its variable, or if an initialiser refers to a variable without a value.
    pub fn link(&self, memory: &mut Memory<'_>) -> Result<(), Error> {
        let linked = self.data.link(memory);
        linked.map_err(|message| Error::whole(self.data.file_name(), message.into()))
    }

    /// Returns the index of the kernel with this name, or with this C++ name.
    fn index(&self, name: &str) -> Result<usize, Error> {
        let kernels = &self.data.kernels;
        if let Some(index) = self.data.indices.get(name) {
            return Ok(*index);
        }
        let all = |is_it: fn(&str, &str) -> bool| -> Vec<usize> {
            (0..kernels.len()).filter(|index| is_it(&kernels[*index].name, name)).collect()
        };
        match all(name::is_name)[..] {
            [] => match &all(name::is_instance)[..] {
                several @ [_, _, ..] => Err(self.ambiguous(name, several)),
                _ => Err(self.unknown(name)),
            },
            [index] => Ok(index),
            ref several => Err(self.ambiguous(name, several)),
        }
    }

    /// Returns the error for a name of several kernels.
    fn ambiguous(&self, name: &str, found: &[usize]) -> Error {
        let kernels: Vec<_> = found.iter().map(|index| &self.data.kernels[*index]).collect();
        let message = Message::new(format!("`{name}` is the name of {} kernels", kernels.len()));
        let message = kernels.iter().map(|kernel| kernel.listed()).fold(message, Message::note);
        let first = &kernels[0].name;
        let others = kernels[1..].iter().map(|kernel| kernel.name.as_str());
        let one = name::distinct(first, others).unwrap_or_else(|| first.clone());
        let help = format!("write more of the name, such as `{one}`");
        Error::whole(self.data.file_name(), message.help(help))
    }

    /// Returns the error for a name that no kernel has. Suggests the most similar name, or else the shortest name that
    /// contains `name`, because C++ compilers mangle the names of kernels, or else the most similar C++ name.
    fn unknown(&self, name: &str) -> Error {
        let names = || self.data.kernels.iter().map(|kernel| kernel.name.as_str());
        let part = name.to_ascii_lowercase();
        let contains =
            |known: &&str| !part.is_empty() && known.to_ascii_lowercase().contains(&part);
        let near = ptx_isa::nearest(name, names())
            .or_else(|| names().filter(contains).min_by_key(|known| known.len()));
        let plain: Vec<_> = match near {
            Some(_) => Vec::new(),
            None => names().filter_map(|known| Some((known, name::plain(known)?))).collect(),
        };
        let near_plain = ptx_isa::nearest(name, plain.iter().map(|(_, plain)| plain.as_str()));
        let is_near = |known: &str| {
            Some(known) == near
                || plain.iter().any(|one| one.0 == known && Some(one.1.as_str()) == near_plain)
        };
        let mut kernels: Vec<_> = self.data.kernels.iter().collect();
        kernels.sort_by_key(|kernel| !is_near(&kernel.name));
        let message = Message::new(format!("no kernel `{name}`"));
        let message =
            kernels.iter().fold(message, |message, kernel| message.note(kernel.to_string()));
        let message = match near.or(near_plain) {
            Some(near) => message.help(Help::meant(near)),
            None => message,
        };
        Error::whole(self.data.file_name(), message)
    }
}

impl Kernel {
    /// Returns the name and the parameters.
    #[must_use]
    pub fn signature(&self) -> &Signature {
        &self.module.kernels[self.index]
    }

    /// Returns whether blocks can run at the same time: no thread observes the order of the blocks, except through
    /// bytes that several blocks access.
    ///
    /// Returns `false` if the kernel contains one of the following:
    ///
    /// * an `atom` whose result is used
    /// * an atomic float addition, `cas`, `exch`, `inc` or `dec`
    /// * a volatile, relaxed, acquire or release access
    /// * `vprintf`
    #[must_use]
    pub fn is_divisible(&self) -> bool {
        self.code.is_independent
    }

    /// Returns the sums that `ptxas` may fuse with a product, each as a position and a message.
    #[must_use]
    pub fn may_fuse(&self) -> &[String] {
        &self.code.may_fuse
    }
}

impl Data {
    /// Returns the file name without the folder.
    pub(crate) fn file(&self) -> String {
        match &self.origin {
            Origin::Text(text) => text.source().file().into(),
            Origin::Machine(_, name, _) => name.rsplit(['/', '\\']).next().unwrap_or(name).into(),
        }
    }

    fn file_name(&self) -> &str {
        match &self.origin {
            Origin::Text(text) => &text.source().name,
            Origin::Machine(_, name, _) => name,
        }
    }

    pub(crate) fn link(&self, memory: &mut Memory<'_>) -> Result<(), String> {
        variable::link(&self.variables, self.number, memory)
    }
}

/// Returns the number of each name.
fn numbered<'n>(names: impl Iterator<Item = &'n String>) -> HashMap<String, usize> {
    names.enumerate().map(|(number, name)| (name.clone(), number)).collect()
}

/// Returns the signature of a kernel of machine code.
fn of_machine(kernel: &ptx_sass::Kernel) -> Signature {
    let mut end = 0;
    let parameters = kernel.parameters.iter().enumerate().map(|(number, parameter)| {
        // The file has offsets and no alignments.
        let alignments = (0..5).map(|shift| 1 << shift);
        let fits = |alignment: &usize| usize::next_multiple_of(end, *alignment) == parameter.offset;
        let alignment = alignments.into_iter().find(fits).unwrap_or(1);
        end = parameter.offset + parameter.size;
        let ty = ParameterType::Bytes(parameter.size);
        Parameter { name: format!("parameter_{number}"), ty, alignment }
    });
    Signature {
        name: kernel.name.clone(),
        parameters: parameters.collect(),
        required_threads: kernel.required_threads,
        required_cluster: None,
        needs_cluster: false,
        most_threads: kernel.most_threads,
    }
}

/// Returns the kernels that have a body.
fn kernels<'p, 'a: 'p>(program: &'p Program<'a>) -> impl Iterator<Item = &'a Function<'a>> + 'p {
    let functions = program.names().iter().filter_map(|name| program.function(name));
    functions.filter(|one| one.kind == FunctionKind::Entry && one.body.is_some())
}

fn signature(function: &Function<'_>) -> Result<Signature, Fault> {
    let all =
        function.parameters.iter().flat_map(|one| one.names.iter().map(move |name| (one, name)));
    let parameters = all.map(|(declaration, declarator)| parameter(declaration, declarator));
    let directive = |name| {
        let found = function.directives.iter().find(|one| one.is(name));
        found.map(extents)
    };
    Ok(Signature {
        name: function.name.text.into(),
        parameters: parameters.collect::<Result<_, _>>()?,
        required_threads: directive(DirectiveName::ReqNtid),
        required_cluster: directive(DirectiveName::ReqNctaPerCluster),
        needs_cluster: function.directives.iter().any(|one| one.is(DirectiveName::ExplicitCluster)),
        most_threads: directive(DirectiveName::MaxNtid)
            .map(|[x, y, z]| x.saturating_mul(y).saturating_mul(z)),
    })
}

fn parameter(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
) -> Result<Parameter, Fault> {
    if let Some(fault) = declaration_faults(declaration).into_iter().next() {
        return Err(fault);
    }
    let ty = match is_scalar(declaration, declarator) {
        true => ParameterType::Scalar(element(declaration)?),
        false => ParameterType::Bytes(bytes(declaration, declarator)?),
    };
    let alignment = alignment(declaration);
    Ok(Parameter { name: declarator.name.text.into(), ty, alignment })
}

/// Returns the three numbers of `.reqntid`, `.maxntid` or `.reqnctapercluster`; omitted numbers are 1.
fn extents(directive: &Directive<'_>) -> [u32; 3] {
    let number = |i: usize| directive.arguments.get(i).and_then(|word| word.text.parse().ok());
    [0, 1, 2].map(|i| number(i).unwrap_or(1))
}
