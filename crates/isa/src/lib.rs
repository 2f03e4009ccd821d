//! The PTX language as tables of types, versions, targets and instruction forms.
//!
//! The table [`forms`] has one row for each syntax line (form) of the PTX ISA manual that the project
//! computes or checks. [`select`](fn@select) finds the row for an instruction. If there is no such row, the function
//! returns a fault with the wrong word and the correct spelling. [`operand`] checks the operands.
//! [`Selection::computation`] returns the calls of `ptx-core` that compute the instruction. All
//! rules of PTX syntax are in this crate.
//!
//! ```
//! use ptx_isa::{Dialect, select};
//!
//! let chosen = select("rcp", &["rn", "ftz", "f32"], &Dialect::default()).unwrap();
//! assert_eq!(chosen.form.to_string(), "rcp.rnd{.ftz}.f32 d, a");
//! let computation = chosen.computation(&Dialect::default()).unwrap();
//! assert_eq!(computation.value.call().unwrap().function, "rcp_f32");
//!
//! let fault = select("rcp", &["rn", "sat", "f32"], &Dialect::default()).unwrap_err();
//! assert_eq!(fault.at, ptx_isa::At::Modifier(1));
//! ```

pub mod arguments;
mod availability;
mod call;
mod chain;
mod class;
mod code;
mod command;
mod compute;
mod constants;
mod cursor;
pub mod declarations;
mod describe;
mod dialect;
pub mod directives;
pub mod doc;
mod fault;
mod faults;
pub mod forms;
mod functions;
pub mod fusion;
mod help;
mod lanes;
pub mod literal;
mod message;
mod nearest;
pub mod number;
mod opcode;
pub mod operand;
pub mod placement;
pub mod pragma;
pub mod sass;
mod select;
mod selection;
mod signature;
mod special;
mod target;
mod types;
mod version;

pub use availability::{Alternative, Availability, Targets};
pub use call::{Argument, Call, Computation, Returns};
pub use chain::{Chain, Flag};
pub use class::Class;
pub use code::Code;
pub use command::COMMAND;
pub use dialect::{Dialect, Settings};
pub use fault::{At, Fault};
pub use faults::{
    Reordered, accesses_memory, assignment, control_of, is_mnemonic, is_outside,
    is_outside_program, is_uncovered, of_matrices, operation, reordered,
};
pub use forms::Form;
pub use functions::list_functions;
pub use help::{Fix, Help, Part};
pub use lanes::{Lanes, names_lanes};
pub use message::Message;
pub use nearest::nearest;
pub use opcode::words_of_opcode;
pub use select::{Missing, Table, select, select_all};
pub use selection::Selection;
pub use signature::{Parameter, Signature, signatures};
pub use special::{
    absent_special_register, is_special_register, nearest_special, special_elements,
    unprepared_special_register,
};
pub use target::Target;
pub use types::{Kind, Rust, Type};
pub use version::Version;

/// Tests the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
