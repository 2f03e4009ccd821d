//! What runs kernels.

#[cfg(feature = "cuda")]
pub mod cuda;
pub mod simulated;

use crate::kernel::Module;
use ptx_isa::{Dialect, Target, Version};

/// Something that runs kernels.
pub trait Device {
    /// Compiles and loads modules; for each the reason if it could not be.
    fn load(&mut self, modules: &[Module]) -> Vec<Result<(), String>>;

    /// Runs a kernel of a loaded module.
    ///
    /// # Errors
    /// Why it could not be run, as the driver says it.
    fn run(&mut self, launch: &Launch<'_>) -> Result<(), String>;

    /// The results of the last run.
    ///
    /// # Errors
    /// Why there are none, as the driver says it.
    fn read(&mut self) -> Result<Vec<u64>, String>;
}

/// A run of a kernel.
pub struct Launch<'a> {
    /// The name of its entry.
    pub entry: &'a str,
    /// What it reads.
    pub operands: &'a [u64],
    /// How many threads run it.
    pub threads: u32,
    /// How many words each of them writes.
    pub results: usize,
}

/// A chip, and the driver that compiles for it.
#[derive(Clone, Debug)]
pub struct Chip {
    /// As the driver calls it.
    pub name: String,
    /// Its architecture.
    pub sm: u16,
    /// The version of CUDA that the driver has: 12090 is 12.9.
    pub driver: i32,
}

impl Chip {
    /// The newest dialect that the chip and its driver have; with the letter `a`, where there is one.
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

    /// The newest version of PTX that the driver compiles (PTX ISA, "Release Notes": 12.8 has 8.7,
    /// 12.9 has 8.8, and before 12.6 and from 13.0 on the numbers after the dot are equal).
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
