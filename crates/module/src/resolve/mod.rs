//! Resolves PTX functions: gives each name its meaning, selects the form of each instruction, and divides functions
//! into basic blocks. A form is a row of the instruction table of `ptx-isa`.
//!
//! [`Resolver`] resolves a text statement by statement and reports each fault with its position.
//! [`function()`] resolves a whole function.
//!
//! ```
//! use ptx_module::Module;
//! use ptx_module::resolve::{Operand, Step, function};
//! use ptx_module::syntax::Source;
//!
//! let text = ".version 8.0 .target sm_80 .func f() { .reg .f32 %f<2>; neg.f32 %f1, %f0; ret; }";
//! let module = Module::new(Source::new("example.ptx", text.as_bytes()));
//! let program = module.program().unwrap();
//! let (lowered, faults) = function(program, program.function("f").unwrap(), &|_| None);
//! let Step::Instruction(neg) = &lowered.steps[0] else { panic!() };
//! assert_eq!(neg.operands, [Operand::Register(0), Operand::Register(1)]);
//! assert_eq!(lowered.registers[1].name, "%f0");
//! assert!(faults.is_empty());
//! ```
mod brackets;
mod call;
mod computed;
mod constant;
mod declare;
mod fault;
pub mod flow;
mod function;
mod index;
pub mod initial;
mod instruction;
mod names;
mod operand;
mod program;
mod read;
mod resolver;
mod space;
mod texture;
mod variable;

pub use call::Through;
pub(crate) use call::head;
pub use constant::{WARP_SZ, constant};
pub use declare::{has_registers, header_faults};
pub use fault::{Fault, Spans};
pub use function::{Formal, Function, Step, function};
pub use instruction::{Instruction, joined, located, words};
pub use names::{Meaning, Register, RegisterType, Role, Symbols, Variable, aliases};
pub(crate) use operand::element_number;
pub use operand::{Index, Operand, Symbol, judged};
pub use program::Program;
pub use resolver::{Guard, RegisterId, Resolver};
pub use variable::{alignment, bytes, declaration_faults, element, is_scalar, length, passed};
