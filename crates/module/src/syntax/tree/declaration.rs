//! Syntax tree of declarations: registers, parameters and variables.

use super::keyword::{Keyword, Linkage, StateSpace};
use super::operand::Operand;
use super::{Span, Word};

/// `.reg .f32 %f<4>;`, `.const .align 4 .f32 t[2] = {1.0, 2.0};`, or one parameter of a function.
#[derive(Clone, Debug)]
pub struct Declaration<'a> {
    /// The linkage, if any.
    pub linkage: Option<Keyword<Linkage>>,
    /// The state space.
    pub space: Keyword<StateSpace>,
    /// The number of a bank, as in `.const[2]` of early PTX versions.
    pub bank: Option<Word<'a>>,
    /// The words between the state space and the first name, without `.align`: `v2`, `f32`.
    pub types: Vec<Word<'a>>,
    /// The number after `.align`.
    pub alignment: Option<Word<'a>>,
    /// The words in `.attribute(…)`: `managed`, `unified`.
    pub attributes: Vec<Word<'a>>,
    /// `.ptr` of a kernel parameter, with the space and alignment of the address. `ptxas` also accepts an `.align`
    /// after the type without `.ptr`.
    pub pointer: Option<Pointer<'a>>,
    /// The declared names, with their sizes and values.
    pub names: Vec<Declarator<'a>>,
    /// Whether the declaration has a syntax fault.
    pub is_broken: bool,
    /// The span in the text, from the linkage through the `;`. A parameter has no `;`.
    pub span: Span,
}

impl Declaration<'_> {
    /// Returns whether the declaration is `.extern`, so that another module defines its variables.
    #[must_use]
    pub fn is_extern(&self) -> bool {
        self.linkage.as_ref().is_some_and(|linkage| linkage.value == Linkage::Extern)
    }
}

/// The attribute of a pointer: `.ptr .global .align 16`.
#[derive(Clone, Debug)]
pub struct Pointer<'a> {
    /// The state space of the address.
    pub space: Option<Keyword<StateSpace>>,
    /// The number after `.align`.
    pub alignment: Option<Word<'a>>,
}

/// One name of a declaration.
#[derive(Clone, Debug)]
pub struct Declarator<'a> {
    /// The name, or the common prefix of a range.
    pub name: Word<'a>,
    /// The number `n` of a range `%f<n>`.
    pub range: Option<Word<'a>>,
    /// The sizes in `[…]`. The first size may be missing.
    pub dimensions: Vec<Option<Operand<'a>>>,
    /// The value after `=`. Braces are [`Vector`](super::operand::OperandKind::Vector)s.
    pub initialiser: Option<Operand<'a>>,
}
