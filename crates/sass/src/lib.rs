//! Reads cubins, which are ELF files with machine code for NVIDIA GPUs, and decodes their instructions.
//!
//! A [`Cubin`] has the kernels of a file, with their parameters, constants and variables. [`decode()`] reads one instruction
//! of 128 bits. The table of encodings covers sm_75 to sm_121. It comes from words of our own programs and from Mesa's
//! assembler NAK. It does not cover every instruction: a word that the table does not explain in full is an error.
//!
//! ```
//! use ptx_sass::decode;
//!
//! // `FADD R5, R2, R3` of sm_80
//! let word = 0x000f_e400_0000_0000_0000_0003_0205_7221;
//! assert_eq!(decode(word, 0x70, 80)?.to_string(), "FADD R5, R2, R3");
//! # Ok::<(), ptx_sass::Unknown>(())
//! ```
#![forbid(unsafe_code)]

mod cubin;
mod decode;
mod fields;
mod instruction;
mod memory;
mod print;
mod table;

pub use cubin::{Cubin, Error, Kernel, Object, Parameter, Relocation, Storage};
pub use decode::{Unknown, decode};
pub use instruction::{
    Address, Base, Constant, Instruction, Operand, Part, Predicate, Source, Value,
};
