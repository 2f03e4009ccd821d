//! Reads cubins, which are ELF files with machine code for NVIDIA GPUs, and decodes their instructions.
//!
//! A [`Cubin`] has the kernels of a file, with their parameters, constants and variables. [`decode()`] reads one instruction
//! of 128 bits. The table of encodings covers sm_75 to sm_121. It comes from words of our own programs and from Mesa's
//! assembler NAK. It does not cover every instruction: a word that the table does not explain in full is an error.
//!
//! ```
//! use ptx_sass::decode;
//!
//! let word = 0x000e_a400_0c1e_1900_0000_0004_0202_7981;
//! assert_eq!(decode(word, 0x90, 80)?.to_string(), "LDG.E R2, [R2.64]");
//! # Ok::<(), ptx_sass::Unknown>(())
//! ```
#![forbid(unsafe_code)]

mod cubin;
mod data;
mod decode;
mod fatbin;
mod fields;
mod instruction;
mod joined;
mod lines;
mod memory;
mod modifiers;
mod print;
mod reader;
mod relocation;
mod source;
mod table;

pub use cubin::{Cubin, Error, Kernel, Object, Parameter, Pointer, Relocation, Storage};
pub use decode::{Unknown, decode};
pub use fatbin::{Fatbin, Image};
pub use instruction::{
    Address, Base, Constant, Instruction, Operand, Part, Predicate, Source, Value,
};
pub use joined::{AddressOperand, Target};
pub use lines::Line;
pub use table::mnemonics;
