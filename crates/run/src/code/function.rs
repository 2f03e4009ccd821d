//! Functions that are not inlined, and their calls.

use super::{Reg, Width};

/// A function that is not inlined: it is recursive, or calls through addresses may reach it.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    /// The address of the function.
    pub(crate) address: u64,
    /// The first basic block.
    pub(crate) entry: usize,
    pub(crate) signature: Signature,
    /// The registers of the function that a call sets to zero.
    pub(crate) zeroed: Vec<Reg>,
    /// The registers of the function that a call saves and its return restores, because an outer call of the same
    /// function may need them. The list is empty unless the function is recursive.
    pub(crate) saved: Vec<Reg>,
    /// The register with the offset of the function's variables in the thread's local memory.
    pub(crate) base: Reg,
    /// The size of the function's variables in local memory, in bytes.
    pub(crate) local: usize,
}

/// The widths of the values that a function takes and returns. A struct is several values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Signature {
    pub(crate) parameters: Vec<Vec<Width>>,
    pub(crate) results: Vec<Vec<Width>>,
}

/// The function that a call starts.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    /// The function with this index in [`Code::functions`](super::Code::functions).
    Named(usize),
    /// The function whose address is in a register.
    Through {
        address: Reg,
        signature: Signature,
        /// The indices of the functions that `.calltargets` lists. `None` allows every function.
        listed: Option<Vec<usize>>,
        /// The names of the functions of the module, by their numbers.
        names: Vec<String>,
    },
}

/// A call, at the end of a basic block.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) callee: Callee,
    /// The first blocks of the functions that the call may start, and then the block at which the caller continues.
    pub(crate) targets: Vec<usize>,
}
