//! The instructions of `sass!`: a table of machine instructions ([`opcodes`]) in the syntax of a
//! disassembler.
//!
//! [`select`](fn@select) finds the row for an opcode with modifiers, or returns a fault at the
//! wrong word. [`operand`] checks the operands, and [`schedule`] the annotations.
//! [`Selection::computation`] returns the calls that compute the instruction.
//!
//! ```
//! use ptx_isa::{Dialect, Target, sass};
//!
//! let sm_50 = Dialect { target: Some(Target::sm(50)), ..Dialect::default() };
//! let chosen = sass::select("MUFU", &["COS", "SAT"], &sm_50).unwrap();
//! assert_eq!(chosen.row.to_string(), "MUFU.COS{.SAT} Rd, Fa");
//! assert_eq!(chosen.row.function, "mufu_cos");
//!
//! let fault = sass::select("FADD", &["SAT", "SAT"], &sm_50).unwrap_err();
//! assert_eq!(fault.at, ptx_isa::At::Modifier(1));
//! ```

mod call;
mod immediate;
mod names;
pub mod opcodes;
pub mod operand;
mod part;
mod ptx;
pub mod schedule;
mod select;
mod unsupported;

pub(crate) use call::calls;
pub use immediate::Immediate;
pub use names::classes;
pub use opcodes::Row;
pub use part::Part;
pub(crate) use ptx::{PTX, choices};
pub use select::{Selection, select};
pub use unsupported::is_opcode;
