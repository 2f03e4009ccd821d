//! Finds uses of registers and local memory that nothing has written (`Options::strict`).
//!
//! Compilers copy values that nothing wrote: a variable that only some paths assign, the padding of a struct, half of a
//! vector. So reading an undefined value is not a fault. Its undefined bits are followed through registers and memory, as
//! in Valgrind's Memcheck (Seward and Nethercote, "Using Valgrind to Detect Undefined Value Errors with Bit-Precision",
//! USENIX 2005). A fault is a use that a user can observe: a branch, an address, an atomic operation, a printed value,
//! and a store to global or shared memory of a value without any defined bit. The fault names the instruction that first
//! read the value, and its note the instruction that uses the value.

pub(crate) mod memory;
mod registers;
mod transfer;
mod warp;

pub(crate) use registers::{Registers, mask};

use crate::code::Code;
use crate::fault::{FaultKind, Stop};

/// Where undefined bits come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A register or a byte of local memory that nothing wrote and that no instruction has read yet.
    #[default]
    Unread,
    /// A register, and the site of the instruction that first read it.
    Register { register: u32, site: u32 },
    /// Bytes of local memory, and the site of the instruction that first read them.
    Local { offset: u32, bytes: u8, site: u32 },
}

/// The undefined bits of a value, and where they come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UndefinedBits {
    pub(crate) bits: u64,
    pub(crate) origin: Origin,
}

impl UndefinedBits {
    /// Returns the undefined bits of both values. If both have undefined bits, the origin is that of `self`.
    pub(crate) fn or(self, other: Self) -> Self {
        let origin = if self.bits == 0 { other.origin } else { self.origin };
        Self { bits: self.bits | other.bits, origin }
    }

    /// Returns a value with these undefined bits and the same origin.
    pub(crate) fn with(self, bits: u64) -> Self {
        Self { bits, ..self }
    }

    pub(crate) fn is_defined(self) -> bool {
        self.bits == 0
    }

    /// Returns the fault of a lane that uses the value in the instruction at `site`.
    pub(crate) fn fault(self, lane: usize, site: usize, code: &Code) -> Stop {
        let (what, read_at) = match self.origin {
            Origin::Register { register, site } => {
                let name = code.names.get(&(register as usize));
                (name.map_or("a register", String::as_str).to_string(), site as usize)
            }
            Origin::Local { offset, bytes, site } => {
                let plural = if bytes == 1 { "byte" } else { "bytes" };
                // `alloca` changes the size.
                let size = (!code.has_stack).then(|| format!(" ({} bytes)", code.local));
                let place = format!("offset {offset} of local memory{}", size.unwrap_or_default());
                (format!("{bytes} {plural} at {place}"), site as usize)
            }
            Origin::Unread => ("a value".into(), site),
        };
        let message = format!("uninitialised: reads {what}, which nothing wrote");
        let stop = Stop::new(FaultKind::Uninitialised, lane, message).at(read_at);
        if read_at == site {
            return stop;
        }
        let note = format!("{} uses the value", code.sites[site].named());
        Stop { notes: vec![note], ..stop }
    }
}
