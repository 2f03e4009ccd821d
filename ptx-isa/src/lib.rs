//! What PTX may be written: types, versions, targets, and one table of every instruction form.
//!
//! The table ([`forms`]) has one row per syntax line of the PTX ISA manual. [`select`](fn@select)
//! finds the row that an instruction means, or says which word is at fault and how to write it;
//! [`operand`] checks what stands between the commas; [`Selection::call`] names the function of
//! `ptx-core` that computes it. Nothing about legality is written anywhere else.
//!
//! ```
//! use ptx_isa::{Dialect, select};
//!
//! let chosen = select("rcp", &["rn", "ftz", "f32"], &Dialect::default()).unwrap();
//! assert_eq!(chosen.form.to_string(), "rcp.rnd{.ftz}.f32 d, a");
//! assert_eq!(chosen.call(&Dialect::default()).function, "rcp_f32");
//!
//! let fault = select("rcp", &["rn", "sat", "f32"], &Dialect::default()).unwrap_err();
//! assert_eq!(fault.at, ptx_isa::At::Modifier(1));
//! ```

mod align;
mod call;
mod describe;
mod dialect;
pub mod directives;
pub mod doc;
mod fault;
pub mod forms;
pub mod literal;
mod misspelt;
pub mod operand;
mod outside;
pub mod sass;
mod select;
mod special;
mod target;
mod types;
mod unavailable;
mod uncovered;
mod version;

pub use call::{Call, Results};
pub use dialect::Dialect;
pub use fault::{At, Fault, nearest};
pub use forms::Form;
pub use outside::is_outside;
pub use select::{Selection, select, select_all};
pub use special::is_special_register;
pub use target::Target;
pub use types::{Kind, Type};
pub use uncovered::is_uncovered;
pub use version::Version;
