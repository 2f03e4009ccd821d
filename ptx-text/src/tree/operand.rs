//! Operands of instructions, dimensions and initialisers.

use super::Span;

/// An operand.
#[derive(Clone, Debug)]
pub struct Operand<'a> {
    /// What it is.
    pub kind: OperandKind<'a>,
    /// Where.
    pub span: Span,
}

/// What an operand is, as far as its text says.
#[derive(Clone, Debug)]
pub enum OperandKind<'a> {
    /// `%f1`, `x`, `%tid.x`: a register, special register, variable, function or label.
    Name(Name<'a>),
    /// `_`
    Sink,
    /// `1`, `-2.5`, `0f3F800000`
    Literal(Literal<'a>),
    /// `"…"`, which is not allowed as an operand.
    Text(&'a str),
    /// `x+4`, `%rd1-8`: a name and what is added to it.
    Sum(Name<'a>, Box<Operand<'a>>),
    /// `x[4]`: a name and an index.
    Element(Name<'a>, Box<Operand<'a>>),
    /// `[%rd1+8]`, `[t, {%f1, %f2}]`: an address, then coordinates.
    Address(Vec<Operand<'a>>),
    /// `{a, b}`
    Vector(Vec<Operand<'a>>),
    /// `(a, b)`: what a function takes or returns; `(1+2)` is one in parentheses, too.
    List(Vec<Operand<'a>>),
    /// `p|q`; each a name or `_`.
    Pair(Box<[Operand<'a>; 2]>),
    /// `!p`
    Complement(Name<'a>),
    /// Anything longer.
    Expression(Expression<'a>),
}

/// A name with its element, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// The name.
    pub text: &'a str,
    /// The word after the dot: `x` of `%tid.x`.
    pub part: Option<&'a str>,
}

/// A number with its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal<'a> {
    /// `-` or `+`, if any.
    pub sign: Option<char>,
    /// The number as written.
    pub digits: &'a str,
}

impl std::fmt::Display for Literal<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sign.map_or(Ok(()), |sign| write!(formatter, "{sign}"))?;
        formatter.write_str(self.digits)
    }
}

/// A constant expression in postfix order (PTX ISA, "Constant Expressions"): a step takes what it
/// needs from the values of the steps before it, so that nothing here nests.
#[derive(Clone, Debug, Default)]
pub struct Expression<'a> {
    /// The steps.
    pub steps: Vec<(Step<'a>, Span)>,
}

/// A step of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A number without its sign.
    Literal(&'a str),
    /// `WARP_SZ`, or a variable's or function's name.
    Name(Name<'a>),
    /// `+ - ! ~` of one value.
    Unary(char),
    /// `(.s64)`, `(.u64)` of one value.
    Cast(&'a str),
    /// An operator of two values.
    Binary(&'a str),
    /// `? :` of three values.
    Conditional,
    /// `generic(x)`, `0xff(x)` of one value.
    Apply(&'a str),
}
