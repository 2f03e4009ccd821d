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
    /// `.ptr`, with the space and alignment of the address in a kernel's parameter.
    pub pointer: Option<Pointer<'a>>,
    /// The names with their sizes and values.
    pub names: Vec<Declarator<'a>>,
    /// Whether the punctuation has a fault.
    pub is_broken: bool,
    /// The place in the text, from the linkage to the `;`; a parameter has no `;`.
    pub span: Span,
}

/// `.ptr .global .align 16`
#[derive(Clone, Debug)]
pub struct Pointer<'a> {
    /// The state space of the address.
    pub space: Option<Word<'a>>,
    /// The number of `.align`.
    pub alignment: Option<Word<'a>>,
}

/// One name of a declaration.
#[derive(Clone, Debug)]
pub struct Declarator<'a> {
    /// The name, or the prefix of a range.
    pub name: Word<'a>,
    /// The number in `<…>`.
    pub range: Option<Word<'a>>,
    /// The sizes in `[…]`; the first may be empty.
    pub dimensions: Vec<Option<Operand<'a>>>,
    /// The value after `=`; braces are vectors.
    pub initialiser: Option<Operand<'a>>,
}
