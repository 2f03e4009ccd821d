//! Modules and kernels.

use crate::chip;
use crate::code::{Code, Site};
use crate::decode::decode;
use crate::decode::text::{Text, Texts};
use crate::error::Error;
use crate::linked::{self, Contents};
#[cfg(feature = "machine-code")]
use crate::machine;
use crate::memory::Memory;
use crate::memory::variable::{self, Variable};
use crate::name;
use crate::signature::Signature;
#[cfg(feature = "machine-code")]
use crate::signature::of_machine;
use ptx_isa::{Dialect, Help, Message, Target};
use ptx_module::Linked;
use ptx_module::syntax::Source;
use ptx_sass::Cubin;
#[cfg(feature = "machine-code")]
use ptx_sass::Fatbin;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A parsed PTX file, or several linked ones.
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
    /// The number of the text that has each of `kernels`.
    kernel_texts: Vec<usize>,
    /// The index of each kernel in `kernels`. The key is the kernel's name.
    indices: HashMap<String, usize>,
    pub(crate) variables: Vec<Variable>,
    /// For each text: the index in `variables` of each variable that the text names.
    globals: Vec<HashMap<String, usize>>,
    /// For each text: the name of the file, if there are several texts.
    files: Vec<Option<Arc<str>>>,
}

/// A function that decodes a kernel of machine code.
type Lower = fn(&Cubin, &ptx_sass::Kernel, &Dialect) -> Result<Code, Vec<String>>;

/// What a module was made of.
#[derive(Debug)]
enum Origin {
    Text(Arc<Linked>),
    /// Machine code, the name of its file, and the function that decodes its kernels. A program that reads no machine code,
    /// such as the page in the browser, does not contain this function.
    Machine(Cubin, String, Lower),
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
        Self::of_texts(vec![Arc::new(text)])
    }

    /// Links the texts of modules to one module, as `nvlink` and the linker of the driver do. An `.extern` function or
    /// variable of a text is the one that another text defines `.visible`, `.weak` or `.common`. A `.visible` definition
    /// replaces a `.common` variable, which replaces a `.weak` definition. Of several `.common` variables the largest
    /// stays, and of several `.weak` definitions the first. Names without such a directive are local to their text.
    ///
    /// Each text keeps its version. The target of the module is the highest target of the texts.
    ///
    /// ```
    /// use ptx_run::{Grid, Memory, Module, Options};
    ///
    /// let head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    /// let declaration = ".func (.param .b32 result) twice(.param .b32 x)";
    /// let caller = format!("{head}.extern {declaration};
    /// .visible .entry k(.param .u64 y) {{
    ///     .reg .b64 %rd1;
    ///     .reg .b32 %r1;
    ///     .param .b32 x, result;
    ///     ld.param.u64 %rd1, [y];
    ///     st.param.b32 [x], 21;
    ///     call (result), twice, (x);
    ///     ld.param.b32 %r1, [result];
    ///     st.global.b32 [%rd1], %r1;
    ///     ret;
    /// }}");
    /// let callee = format!("{head}.visible {declaration} {{
    ///     .reg .b32 %r1;
    ///     ld.param.b32 %r1, [x];
    ///     add.s32 %r1, %r1, %r1;
    ///     st.param.b32 [result], %r1;
    ///     ret;
    /// }}");
    /// let (caller, callee) = (Module::new("a.ptx", &caller)?, Module::new("b.ptx", &callee)?);
    /// let module = Module::link(&[caller, callee.clone()])?;
    /// let mut memory = Memory::new();
    /// let y = memory.add(&[0u32]);
    /// module.kernel("k")?.launch(Grid::new(1, 1), &[y.into()], &mut memory, &Options::default())?;
    /// assert_eq!(memory.read::<u32>(y), [42]);
    ///
    /// let error = Module::link(&[callee.clone(), callee]).unwrap_err();
    /// assert!(error.to_string().starts_with("b.ptx:4:37: `twice` is defined in two files"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If two texts define a name without `.weak`. If a declaration does not fit the definition in another text. If no
    /// chip runs all texts. If a module is machine code, or there is no module. An `.extern` name that no text defines is
    /// an error of the kernels that use it.
    pub fn link(modules: &[Self]) -> Result<Self, Error> {
        let mut texts = Vec::new();
        for module in modules {
            match &module.data.origin {
                Origin::Text(linked) => texts.extend(linked.texts().iter().cloned()),
                Origin::Machine(_, name, _) => {
                    let message = Message::new("machine code cannot be linked with other files")
                        .help("name the PTX file that it was compiled from");
                    return Err(Error::whole(name, message));
                }
            }
        }
        match texts.is_empty() {
            true => Err(Error::whole("<link>", "expected at least one module".into())),
            false => Self::of_texts(texts),
        }
    }

    fn of_texts(texts: Vec<Arc<ptx_module::Module>>) -> Result<Self, Error> {
        let (linked, contents) = linked::read(texts)?;
        Ok(Self::of(Origin::Text(Arc::new(linked)), contents))
    }

    /// Reads a cubin, or a fatbin: its cubin for `chip`, or for the newest chip without `chip`. If it has no such cubin, its
    /// PTX for the newest chip that is not newer than `chip`, which the compiler of a driver compiles for the chip. `name` is
    /// the name of the file in messages.
    ///
    /// ```
    /// use ptx_isa::Target;
    /// use ptx_run::Module;
    ///
    /// // A fatbin with one image, which is PTX for sm_80.
    /// let text = b".version 8.0 .target sm_80 .entry k() { ret; }";
    /// let mut header = [0; 64];
    /// (header[0], header[4], header[8], header[28]) = (1, 64, text.len() as u8, 80);
    /// let mut bytes = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 64 + text.len() as u8, 0, 0, 0, 0, 0, 0, 0];
    /// bytes.extend(header);
    /// bytes.extend(text);
    ///
    /// let module = Module::from_image("k.fatbin", &bytes, Some(Target::sm(90)))?;
    /// assert_eq!(module.kernels()[0].name, "k");
    /// assert!(!module.is_machine());
    /// assert!(Module::from_image("k.fatbin", &bytes, Some(Target::sm(75))).is_err());
    /// # Ok::<(), ptx_run::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`from_machine`](Self::from_machine) and of [`new`](Self::new).
    #[cfg(feature = "machine-code")]
    pub fn from_image(name: &str, bytes: &[u8], chip: Option<Target>) -> Result<Self, Error> {
        let failed = |error: ptx_sass::Error| Error::whole(name, error.0.into());
        let sm = chip.map(|chip| chip.sm.into());
        if Fatbin::is_fatbin(bytes) {
            let fatbin = Fatbin::read(bytes).map_err(failed)?;
            if let (None, Some(text)) = (fatbin.cubin(sm), fatbin.text(sm)) {
                let text = text.contents().map_err(failed)?;
                let end = text.iter().position(|byte| *byte == 0).unwrap_or(text.len());
                return Self::new(name, &String::from_utf8_lossy(&text[..end]));
            }
        }
        Self::from_machine(name, bytes, chip)
    }

    /// Reads a file with machine code: a cubin, or the cubin of a fatbin for `chip`. Without `chip`, reads the cubin of a
    /// fatbin for the newest chip. `name` is the name of the file in messages. A parameter of machine code has a
    /// size and no type, so it takes every argument of its size.
    ///
    /// The instructions of sm_75 to sm_121 that compilers use most are supported; textures and surfaces are not. Grade \[S\]:
    /// the meaning of the instructions was compared with PTX that NVIDIA's assembler turns into them.
    ///
    /// # Errors
    /// If the bytes are neither a cubin nor a fatbin, or if no cubin of a fatbin runs on the chip.
    #[cfg(feature = "machine-code")]
    pub fn from_machine(name: &str, bytes: &[u8], chip: Option<Target>) -> Result<Self, Error> {
        let cubin = match Fatbin::is_fatbin(bytes) {
            true => cubin_of(bytes, chip).and_then(|cubin| Cubin::read(&cubin)),
            false => Cubin::read(bytes),
        };
        let cubin = cubin.map_err(|error| Error::whole(name, error.0.into()))?;
        let regions = machine::regions(&cubin).into_iter();
        let variables = regions
            .map(|one| {
                Variable::of_bytes(one.name, one.bytes, one.is_constant, one.pointers, one.place)
            })
            .collect();
        let target = Target::sm(cubin.sm as u16);
        let dialect = Dialect { target: Some(target), ..Dialect::default() };
        let kernels = cubin.kernels.iter().map(|kernel| (of_machine(kernel), 0)).collect();
        let (globals, files) = (Vec::new(), Vec::new());
        Ok(Self::of(
            Origin::Machine(cubin, name.into(), machine::lower),
            Contents { kernels, variables, globals, files, dialect },
        ))
    }

    /// Reads a cubin, or the cubin of a fatbin for the newest chip; see [`from_machine`](Self::from_machine).
    ///
    /// # Errors
    /// Those of [`from_machine`](Self::from_machine).
    #[cfg(feature = "machine-code")]
    pub fn from_cubin(name: &str, bytes: &[u8]) -> Result<Self, Error> {
        Self::from_machine(name, bytes, None)
    }

    /// Returns whether the module is machine code, whose parameters have sizes and no types.
    #[must_use]
    pub fn is_machine(&self) -> bool {
        matches!(self.data.origin, Origin::Machine(..))
    }

    /// Returns whether a file is a cubin or a fatbin, by its first bytes.
    #[cfg(feature = "machine-code")]
    #[must_use]
    pub fn is_cubin(bytes: &[u8]) -> bool {
        Cubin::is_cubin(bytes) || Fatbin::is_fatbin(bytes)
    }

    fn of(origin: Origin, contents: Contents) -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let Contents { kernels, variables, globals, files, dialect } = contents;
        let number = NUMBER.fetch_add(files.len().max(1) as u64, Ordering::Relaxed);
        let (kernels, kernel_texts): (Vec<_>, Vec<_>) = kernels.into_iter().unzip();
        // Of several local kernels with one name, the first is found by the name.
        let named = kernels.iter().enumerate().rev();
        let mut indices: HashMap<_, _> =
            named.map(|(index, kernel)| (kernel.name.clone(), index)).collect();
        if let Origin::Text(linked) = &origin {
            for (index, kernel) in kernels.iter().enumerate() {
                if linked.is_global(kernel_texts[index], &kernel.name) {
                    indices.insert(kernel.name.clone(), index);
                }
            }
        }
        let data =
            Data { origin, number, kernels, kernel_texts, indices, variables, globals, files };
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
    /// family (`f`). If the module is a cubin for a chip with another major number, or with a higher minor number.
    pub fn for_target(&self, chip: Target) -> Result<Self, Error> {
        match &self.data.origin {
            Origin::Text(linked) => linked::check_chip(linked, chip)?,
            Origin::Machine(_, name, _) => {
                let own = self.dialect.target.unwrap_or(chip);
                chip::check_cubin(own, chip).map_err(|message| Error::whole(name, message))?
            }
        }
        let target = self.dialect.target.map(|target| Target { sm: chip.sm, ..target });
        Ok(Self { dialect: Dialect { target, ..self.dialect.clone() }, ..self.clone() })
    }

    /// Returns the target of the text, the chip of [`for_target`](Self::for_target), or the chip of a cubin.
    #[must_use]
    pub fn target(&self) -> Option<Target> {
        self.dialect.target
    }

    /// Returns the numbers that distinguish the variables of the module's texts from those of other modules.
    pub(crate) fn numbers(&self) -> Range<u64> {
        let first = self.data.number;
        first..first + self.data.files.len().max(1) as u64
    }

    /// Returns the number of the text that has a variable: the one that other texts mean by this name, or else the first.
    pub(crate) fn number_of(&self, name: &str) -> Option<u64> {
        let is_global = |one: &&Variable| match &self.data.origin {
            Origin::Text(linked) => linked.is_global(one.text as usize, name),
            Origin::Machine(..) => false,
        };
        let named = || self.data.variables.iter().filter(|one| one.name == name);
        let found = named().find(is_global).or_else(|| named().next())?;
        Some(self.data.number + found.text)
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
        let linked = match &data.origin {
            Origin::Text(linked) => linked,
            Origin::Machine(cubin, file, lower) => {
                let machine = lower(cubin, &cubin.kernels[index], &self.dialect);
                let code = machine.map_err(|faults| Error::of_machine(file, faults))?;
                return Ok(self.finished(index, code));
            }
        };
        let text = data.kernel_texts[index];
        let Some(function) = linked.program(text).function(name) else {
            return Err(self.unknown(name));
        };
        let mut end = 0;
        let offsets = data.kernels[index].parameters.iter().map(|parameter| {
            let start = usize::next_multiple_of(end, parameter.alignment);
            end = start + parameter.bytes();
            (start, parameter.bytes())
        });
        let mut start = 0;
        let texts = (0..linked.texts().len()).map(|text| {
            let before = start;
            start += linked.texts()[text].source().text.len() + 1;
            self.text(linked, text, before)
        });
        let texts: Vec<_> = texts.collect();
        let texts = Texts { linked, all: &texts };
        let code = decode(texts, text, function, offsets.collect()).map_err(|faults| {
            let faults = faults.into_iter().zip(linked.texts());
            Error::joined(faults.map(|(faults, text)| Error::of(text.source(), faults)))
        });
        Ok(self.finished(index, code?))
    }

    /// Returns a text for the decoder. Its instructions are computed as on the chip of the module.
    fn text<'l>(&'l self, linked: &'l Linked, text: usize, start: usize) -> Text<'l, 'l> {
        let program = linked.program(text);
        let own = program.dialect();
        let chip = self.dialect.target;
        let target = own.target.zip(chip).map(|(own, chip)| Target { sm: chip.sm, ..own });
        let dialect = Dialect { target: target.or(own.target), ..own.clone() };
        let (globals, file) = (&self.data.globals[text], self.data.files[text].clone());
        Text { program, dialect, globals, file, start }
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
    pub fn create_variables(&self, memory: &mut Memory<'_>) -> Result<(), Error> {
        let created = self.data.create_variables(memory);
        created.map_err(|message| Error::whole(&self.data.file_name(), message.into()))
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
        Error::whole(&self.data.file_name(), message.help(help))
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
        Error::whole(&self.data.file_name(), message)
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
    /// * `vprintf`, `malloc` or `free`
    #[must_use]
    pub fn is_divisible(&self) -> bool {
        self.code.is_independent
    }

    /// Returns the bytes of static shared memory of a block, and the bytes of local memory of a thread. Memory that the
    /// system reserves does not count.
    #[must_use]
    pub fn sizes(&self) -> (usize, usize) {
        (self.code.shared.fixed - self.reserved(), self.code.local)
    }

    /// Returns the bytes of static shared memory of a block that the system reserves.
    pub(crate) fn reserved(&self) -> usize {
        self.code.machine.as_ref().map_or(0, |machine| machine.reserved)
    }

    /// Returns the number of registers of a thread, which only machine code has.
    #[must_use]
    pub fn registers(&self) -> Option<u32> {
        self.code.machine.as_ref()?.registers
    }

    /// Returns the sums that `ptxas` may fuse with a product, each as a position and a message.
    #[must_use]
    pub fn may_fuse(&self) -> &[String] {
        &self.code.may_fuse
    }

    /// Returns a sentence for each kind of instruction of the kernel whose bits no chip has confirmed, although the other
    /// instructions of its family have a source: products of `tcgen05.mma`.
    #[must_use]
    pub fn presumed(&self) -> &[String] {
        &self.code.presumed
    }
}

impl Data {
    /// Returns the file name without the folder. If the module consists of several files, returns all.
    pub(crate) fn file(&self) -> String {
        match &self.origin {
            Origin::Text(linked) => linked::names(linked, |source| source.file()),
            Origin::Machine(_, name, _) => name.rsplit(['/', '\\']).next().unwrap_or(name).into(),
        }
    }

    /// Returns the name of the file of an instruction.
    pub(crate) fn file_of(&self, site: &Site) -> String {
        site.file.as_deref().map_or_else(|| self.file(), Into::into)
    }

    fn file_name(&self) -> String {
        match &self.origin {
            Origin::Text(linked) => linked::names(linked, |source| &source.name),
            Origin::Machine(_, name, _) => name.clone(),
        }
    }

    pub(crate) fn create_variables(&self, memory: &mut Memory<'_>) -> Result<(), String> {
        variable::create(&self.variables, self.number, memory)
    }
}

/// Returns the cubin of a fatbin for a chip.
#[cfg(feature = "machine-code")]
fn cubin_of(fatbin: &[u8], chip: Option<Target>) -> Result<Vec<u8>, ptx_sass::Error> {
    let fatbin = Fatbin::read(fatbin)?;
    match (fatbin.cubin(chip.map(|chip| chip.sm.into())), chip) {
        (Some(image), _) => image.contents(),
        (None, Some(chip)) => Err(ptx_sass::Error(format!(
            "no cubin of the fatbin runs on sm_{}; it has {fatbin}",
            chip.sm
        ))),
        (None, None) => Err(ptx_sass::Error(format!("the fatbin has no cubin; it has {fatbin}"))),
    }
}
