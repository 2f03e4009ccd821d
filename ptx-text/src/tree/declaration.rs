//! Registers, parameters and variables.

use super::operand::Operand;
use super::{Span, Word};

/// `.reg .f32 %f<4>;`, `.const .align 4 .f32 t[2] = {1.0, 2.0};`, or one parameter of a function.
#[derive(Clone, Debug)]
pub struct Declaration<'a> {
    /// `.extern`, `.visible`, `.weak`, `.common`.
    pub linkage: Option<Word<'a>>,
    /// The state space: `reg`, `param`, `local`, `global`, `const`, `shared`.
    pub space: Word<'a>,
    /// The other words before the first name: `v2`, `f32`.
    pub types: Vec<Word<'a>>,
    /// The number of `.align`.
    pub alignment: Option<Word<'a>>,
    /// What `.ptr` says about the address that a kernel's parameter holds.
    pub pointer: Option<Pointer<'a>>,
    /// What is declared.
    pub names: Vec<Declarator<'a>>,
    /// Whether a fault of its punctuation was found.
    pub is_broken: bool,
    /// From the linkage to the `;`; a parameter has none.
    pub span: Span,
}

/// `.ptr .global .align 16`
#[derive(Clone, Debug)]
pub struct Pointer<'a> {
    /// The state space that is pointed to.
    pub space: Option<Word<'a>>,
    /// The number of `.align`.
    pub alignment: Option<Word<'a>>,
}

/// One name of a declaration.
#[derive(Clone, Debug)]
pub struct Declarator<'a> {
    /// The name, or the beginning of a range's names.
    pub name: Word<'a>,
    /// The number in `<…>`.
    pub range: Option<Word<'a>>,
    /// What is in each `[…]`; the first may be empty.
    pub dimensions: Vec<Option<Operand<'a>>>,
    /// What follows `=`; braces are vectors.
    pub initialiser: Option<Operand<'a>>,
}
