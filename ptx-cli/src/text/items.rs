//! The steps of a walk: what a text is made of.

use super::Span;
use super::lexer::Token;

/// A word or number and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// As written.
    pub text: &'a str,
    /// Where.
    pub span: Span,
}

/// What stands behind `.reg`.
#[derive(Clone, Debug)]
pub struct Registers<'a> {
    /// The words between `.reg` and the first name, without dots: `v2`, `f32`.
    pub types: Vec<Word<'a>>,
    /// The names, each with the number in `<…>`.
    pub names: Vec<(Word<'a>, Option<Word<'a>>)>,
    /// The directive itself.
    pub directive: Span,
    /// A fault of the punctuation.
    pub broken: Option<Broken>,
}

/// An instruction with its guard.
#[derive(Clone, Debug)]
pub struct Instruction<'a> {
    /// `@p`, `@!p`: the predicate.
    pub guard: Option<Word<'a>>,
    /// The mnemonic.
    pub mnemonic: Word<'a>,
    /// The modifiers, without dots; their spans include the dot.
    pub modifiers: Vec<Word<'a>>,
    /// The tokens between the commas.
    pub operands: Vec<Vec<Token>>,
    /// A fault of the punctuation: the statement cannot be judged.
    pub broken: Option<Broken>,
}

/// Where the punctuation of an instruction is wrong, and how.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub what: String,
    /// The way out.
    pub help: Option<&'static str>,
}

/// One step of the walk.
#[derive(Clone, Debug)]
pub enum Item<'a> {
    /// `.version 8.6`: the directive and its number.
    Version(Span, Option<Word<'a>>),
    /// `.target sm_90, debug`: the directive and its words, and what is wrong with the commas.
    Target(Span, Vec<Word<'a>>, Option<Broken>),
    /// `.address_size 64`: the directive and its number.
    AddressSize(Span, Option<Word<'a>>),
    /// `.reg .f32 %f<4>;`
    Registers(Registers<'a>),
    /// `.entry f (…)`, `.func (…) f (…)`: the registers among the parameters.
    Function(Vec<Registers<'a>>),
    /// `{`
    Open,
    /// `}`; whether it closes something.
    Close(Span, bool),
    /// `L:`
    Label,
    /// An instruction.
    Instruction(Instruction<'a>),
    /// A directive that PTX does not have, as far as is known here.
    UnknownDirective(Word<'a>),
    /// Something that no statement begins with.
    Broken(Broken),
}
