//! Parses PTX text into a tree of functions, statements and operands. Each node has its span in the
//! text.
//!
//! The parser has no table of instructions or types, and does not resolve names. It accepts any
//! text and lists the syntax [`Fault`]s. Its time is linear in the length of the text, and
//! [`DEEPEST`] limits the nesting.
//!
//! ```
//! use ptx_module::syntax::{DirectiveName, OperandKind, Statement, parse};
//!
//! let module = parse(".func f() { @!%p ld.global.f32 %f1, [%rd1+8]; }");
//! assert!(module.faults.is_empty());
//! let body = module.functions().next().unwrap().body.as_ref().unwrap();
//! let Statement::Instruction(load) = &body.statements[0] else { panic!() };
//! assert_eq!((load.mnemonic.text, load.modifiers[1].text), ("ld", "f32"));
//! assert!(matches!(load.operands[1].kind, OperandKind::Address(_)));
//! ```
mod fault;
pub mod lexer;
mod origin;
mod parse;
mod scope;
mod source;
mod tree;

pub use fault::{Fault, Help};
pub use origin::{Inlined, SourceLine};
pub use parse::{DEEPEST, parse};
pub use scope::{Found, Scopes};
pub use source::{Place, Source};
pub use tree::declaration::{Declaration, Declarator, Pointer};
pub use tree::keyword::{DirectiveName, Keyword, Linkage, StateSpace};
pub use tree::operand::{Expression, ExpressionStep, Literal, Name, Operand, OperandKind};
pub use tree::{
    Block, Directive, Function, FunctionKind, Guard, Instruction, Item, Statement, Tree, Word,
};

use std::ops::Range;

/// A range of bytes of the text.
pub type Span = Range<usize>;
