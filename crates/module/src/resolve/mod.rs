//! Resolves PTX functions: gives each name its meaning, selects the form of each instruction, and divides functions
//! into basic blocks. A form is a row of the instruction table of `ptx-isa`.
//!
//! [`Resolver`] resolves a text statement by statement and reports each fault with its position.
//! [`function()`] resolves a whole function.
//!
//! ```
//! use ptx_module::resolve::{Operand, Program, Step, function};
//! use ptx_module::syntax::{Source, parse};
//!
//! let text = ".func f() { .reg .f32 %f<2>; neg.f32 %f1, %f0; neg.f32 %f1, %f2; }";
//! let source = Source::new("example.ptx", text.as_bytes());
//! let module = parse(&source.text);
//! let program = Program::new(&source, &module).unwrap();
//! let (lowered, faults) = function(&program, program.function("f").unwrap(), &|_| None);
//! let Step::Instruction(neg) = &lowered.steps[0] else { panic!() };
//! assert_eq!(neg.operands, [Operand::Register(0), Operand::Register(1)]);
//! assert_eq!(lowered.registers[1].name, "%f0");
//! assert_eq!(faults[0].message.what, "undeclared register `%f2`");
//! ```
mod brackets;
mod call;
mod constant;
mod declare;
mod fault;
pub mod flow;
mod function;
pub mod initial;
mod instruction;
mod names;
mod operand;
mod program;
mod read;
mod resolver;
mod space;
mod variable;

pub use constant::{WARP_SZ, constant};
pub use declare::{has_registers, header_faults};
pub use fault::Fault;
pub use function::{Formal, Function, Step, function};
pub use instruction::{Instruction, located, words};
pub use names::{Meaning, Register, RegisterType, Role, Symbols, Variable, aliases};
pub use operand::{Operand, Symbol, judged};
pub use program::Program;
pub use resolver::{Guard, RegisterId, Resolver};
pub use variable::{alignment, bytes, declaration_faults, element, is_scalar, length, passed};
