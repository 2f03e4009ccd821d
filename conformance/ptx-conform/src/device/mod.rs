//! The interface to devices that run kernels: a GPU, or a simulated device.

#[cfg(feature = "cuda")]
pub mod cuda;
pub mod simulated;

use crate::kernel::Module;
use crate::tensor_map::Map;
use ptx_isa::{Dialect, Target, Type, Version};

/// A device that runs kernels.
pub trait Device {
    /// Compiles and loads modules. Returns a result for each module, with an error if the module failed to load.
    fn load(&mut self, modules: &[Module]) -> Vec<Result<(), String>>;

    /// Compiles and loads the PTX text of a module with one kernel. The kernel has the three
    /// parameters of all generated kernels (`HEAD` in `kernel.rs`): input, output and thread count.
    ///
    /// # Errors
    /// Returns the error of the driver, or "not supported" if the device does not accept PTX text.
    fn load_text(&mut self, _entry: &str, _text: &str) -> Result<(), String> {
        Err("not supported".into())
    }

    /// Runs a kernel of a loaded module.
    ///
    /// # Errors
    /// Returns the error of the driver.
    fn run(&mut self, launch: &Launch<'_>) -> Result<(), String>;

    /// Returns the results of the last run.
    ///
    /// # Errors
    /// Returns the error of the driver.
    fn read(&mut self) -> Result<Vec<u64>, String>;

    /// Loads a module, and runs a kernel whose parameters are numbers and buffers. Returns the contents of the
    /// buffers after the run.
    ///
    /// # Errors
    /// Returns the error of the driver, or "not supported" if the device does not accept PTX text.
    fn run_whole(&mut self, _whole: &Whole<'_>) -> Result<Vec<Vec<u8>>, String> {
        Err("not supported".into())
    }

    /// Loads the PTX text of a module with one kernel, and runs the kernel. Returns its results.
    ///
    /// # Errors
    /// Returns the error of the driver, or "not supported" if the device does not accept PTX text.
    fn run_text(&mut self, text: &str, launch: &Launch<'_>) -> Result<Vec<u64>, String> {
        self.load_text(launch.entry, text)?;
        self.run(launch)?;
        self.read()
    }
}

/// The code of a module.
#[derive(Clone, Copy, Debug)]
pub enum Code<'a> {
    /// PTX text.
    Text(&'a str),
    /// The machine code of a chip.
    Cubin(&'a [u8]),
}

/// A parameter that is a number.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The type of the parameter.
    pub ty: Type,
    /// The bits of the number.
    pub bits: u64,
}

/// A run of a kernel whose parameters are numbers, followed by the addresses of buffers and by tensor maps.
pub struct Whole<'a> {
    /// The name of the kernel.
    pub entry: &'a str,
    /// The code of the module.
    pub code: Code<'a>,
    /// The numbers of blocks along x, y and z.
    pub blocks: [u32; 3],
    /// The numbers of threads of a block along x, y and z.
    pub threads: [u32; 3],
    /// The size of dynamic shared memory in bytes.
    pub shared: u32,
    /// The numbers.
    pub numbers: &'a [Number],
    /// The contents of the buffers.
    pub buffers: &'a [Vec<u8>],
    /// The tensor maps.
    pub maps: &'a [Map],
}

/// The number of threads in a block, a multiple of the warp size.
pub(crate) const THREADS: u32 = 128;

/// A run of a kernel.
pub struct Launch<'a> {
    /// The name of the kernel.
    pub entry: &'a str,
    /// The words in the input buffer of the kernel.
    pub operands: &'a [u64],
    /// The number of threads.
    pub threads: u32,
    /// The number of words that each thread returns.
    pub results: usize,
}

/// A GPU and its driver.
#[derive(Clone, Debug)]
pub struct Chip {
    /// The name of the chip, from the driver.
    pub name: String,
    /// The architecture number: 90 for sm_90.
    pub sm: u16,
    /// The CUDA version of the driver: 12090 is 12.9.
    pub driver: i32,
}

impl Chip {
    /// Returns the dialect (PTX version and target) for the chip. The version is the newest that the driver supports.
    /// The target is the architecture of the chip, with the suffix `a` if PTX defines a target with this suffix.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        let version = self.version();
        let has = |dialect: &Dialect| {
            let is_chip = |target: Target| target.sm == self.sm && target.suffix != Some('f');
            dialect.version <= Some(version) && dialect.target.is_some_and(is_chip)
        };
        let letter = |dialect: &Dialect| dialect.target.and_then(|target| target.suffix);
        let newest = Dialect::all().filter(has).max_by_key(|one| (letter(one), one.version));
        newest.unwrap_or_else(|| Dialect::of(version, Target::sm(self.sm)))
    }

    /// Returns the newest PTX version that the driver supports. CUDA 12.6 to 12.9 support PTX 8.5
    /// to 8.8. For all other versions, the minor numbers of CUDA and PTX are equal (PTX ISA,
    /// "Release Notes").
    fn version(&self) -> Version {
        let (major, minor) = (self.driver / 1000, self.driver % 1000 / 10);
        let minor = match (major, minor) {
            (12, 6..) => minor - 1,
            _ => minor,
        };
        let major = (major - 4).clamp(1, 9) as u8;
        let version = Version { major, minor: minor as u8 };
        Version::all().filter(|known| *known <= version).last().unwrap_or(Version::OLDEST)
    }
}
