//! The kernels, constants and variables of a cubin.

use crate::joined::AddressOperand;
use crate::lines::Line;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<object::Error> for Error {
    fn from(error: object::Error) -> Self {
        Self(format!("the file is not a valid cubin: {error}"))
    }
}

/// A file with machine code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cubin {
    /// The architecture: 90 for sm_90.
    pub sm: u32,
    /// The kernels, sorted by name.
    pub kernels: Vec<Kernel>,
    /// The variables in global memory and in the bank of `__constant__` variables.
    pub objects: Vec<Object>,
    /// The names of the functions that the file calls and does not contain, such as `malloc`.
    pub externals: Vec<String>,
}

impl Cubin {
    /// Returns the address of a function that the file does not contain, by its index in [`externals`](Self::externals).
    /// No code is there. The constant banks have these addresses.
    #[must_use]
    pub fn external_address(index: usize) -> u64 {
        const START: u64 = 1 << 60;
        const DISTANCE: u64 = 16;
        START + DISTANCE * index as u64
    }

    /// Returns the address of a function of the file in data and in operands, by its index in
    /// [`Kernel::addressed`]. It is the same in all kernels, although each has a copy of the function, and has 32 bits.
    #[must_use]
    pub fn function_address(index: usize) -> u64 {
        const START: u64 = 1 << 30;
        const DISTANCE: u64 = 16;
        START + DISTANCE * index as u64
    }
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The name.
    pub name: String,
    /// The code: 16 bytes for each instruction. The functions that the kernel calls follow it.
    pub code: Vec<u8>,
    /// The operands that are addresses of variables and of missing functions, by the address of the instruction.
    pub operands: BTreeMap<u64, AddressOperand>,
    /// The parameters in order.
    pub parameters: Vec<Parameter>,
    /// The offset of the parameters in constant bank 0.
    pub parameters_at: usize,
    /// The constant banks except 0 and the bank of `__constant__` variables.
    pub banks: BTreeMap<u8, Vec<u8>>,
    /// The addresses in the constant banks.
    pub relocations: Vec<Relocation>,
    /// The size of static shared memory in bytes, including the part that the system reserves.
    pub shared: usize,
    /// The bytes of `shared` that the system reserves.
    pub reserved: usize,
    /// The number of registers of a thread, if the cubin has it.
    pub registers: Option<u32>,
    /// The size of the stack of a thread in bytes; `None` if it is unknown, because functions are recursive.
    pub stack: Option<usize>,
    /// The number of threads that a block must have, if the code was compiled for one number.
    pub required_threads: Option<[u32; 3]>,
    /// The number of blocks that a cluster must have, if the code was compiled for one number.
    pub required_cluster: Option<[u32; 3]>,
    /// The maximum number of threads of a block, if the code was compiled for a maximum.
    pub most_threads: Option<u32>,
    /// The addresses of the functions in the code, apart from the kernel itself.
    pub functions: Vec<u64>,
    /// The addresses in the code of the functions whose addresses are in data or in operands, in the order of
    /// [`Cubin::function_address`]. Empty if the code calls no address in a register.
    pub addressed: Vec<u64>,
    /// The lines of the source, if the file has them. Each line begins at the address of an instruction.
    pub lines: BTreeMap<u64, Arc<Line>>,
}

/// A parameter of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The offset after the start of the parameters.
    pub offset: usize,
    /// The size in bytes.
    pub size: usize,
}

/// An address in a constant bank that the loader fills in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relocation {
    /// The number of the bank.
    pub bank: u8,
    /// The offset in the bank.
    pub offset: usize,
    /// The index of the variable in [`Cubin::objects`].
    pub object: usize,
    /// The number that is added to the address of the variable.
    pub addend: i64,
}

/// The memory of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// Global memory.
    Global,
    /// Constant bank 3.
    Constant,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The name.
    pub name: String,
    /// The memory of the variable.
    pub storage: Storage,
    /// The offset in its section. For a constant, this is the offset in bank 3.
    pub offset: usize,
    /// The initial bytes.
    pub bytes: Vec<u8>,
    /// The addresses of variables in the initial bytes, which the loader fills in.
    pub pointers: Vec<Pointer>,
}

/// The address of a variable in the initial bytes of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The offset of the 8 bytes of the address.
    pub offset: usize,
    /// The index of the variable in [`Cubin::objects`].
    pub object: usize,
    /// The number that is added to the address of the variable.
    pub addend: i64,
}
