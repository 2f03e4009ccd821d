//! Syntax tree of operands, array sizes and initialisers.

use super::Span;

/// An operand.
#[derive(Clone, Debug)]
pub struct Operand<'a> {
    /// The kind and the parts of the operand.
    pub kind: OperandKind<'a>,
    /// The span in the text.
    pub span: Span,
}

/// The kind of an operand, which the parser determines from punctuation alone.
#[derive(Clone, Debug)]
pub enum OperandKind<'a> {
    /// `%f1`, `x`, `%tid.x`: a register, special register, variable, function or label.
    Name(Name<'a>),
    /// `_`: a discarded result.
    Sink,
    /// A literal: `1`, `-2.5`, `0f3F800000`.
    Literal(Literal<'a>),
    /// A string, `"…"`. No instruction supports strings.
    Text(&'a str),
    /// `x+4`, `%rd1-8`: a name and an offset.
    Sum(Name<'a>, Box<Operand<'a>>),
    /// `x[4]`: a name and an index.
    Element(Name<'a>, Box<Operand<'a>>),
    /// `[%rd1+8]`, `[t, {%f1, %f2}]`: an address, and the coordinates of a texture or tensor.
    Address(Vec<Operand<'a>>),
    /// `{a, b}`: a vector.
    Vector(Vec<Operand<'a>>),
    /// `(a, b)`: the arguments or results of a call; or an operand in parentheses, `(1+2)`.
    List(Vec<Operand<'a>>),
    /// `p|q`: two names, each of which may be `_`.
    Pair(Box<[Operand<'a>; 2]>),
    /// `!p`: the complement of a predicate.
    Complement(Name<'a>),
    /// Any other constant expression.
    Expression(Expression<'a>),
}

/// A name, and the word after its dot, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// The name, without the dot and the word after the dot.
    pub text: &'a str,
    /// The word after the dot: `x` of `%tid.x`.
    pub part: Option<&'a str>,
}

/// A number with an optional sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Literal<'a> {
    /// `-` or `+`, if any.
    pub sign: Option<char>,
    /// The number without the sign, as written.
    pub digits: &'a str,
}

impl std::fmt::Display for Literal<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.sign.map_or(Ok(()), |sign| write!(formatter, "{sign}"))?;
        formatter.write_str(self.digits)
    }
}

/// A constant expression in postfix order (PTX ISA, "Constant Expressions"). Each step uses the
/// values of earlier steps, so an expression of any depth is a flat list.
#[derive(Clone, Debug, Default)]
pub struct Expression<'a> {
    /// The steps, each with its span.
    pub steps: Vec<(ExpressionStep<'a>, Span)>,
}

/// A value or an operator of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionStep<'a> {
    /// A number without its sign.
    Literal(&'a str),
    /// `WARP_SZ`, or a variable's or function's name.
    Name(Name<'a>),
    /// A unary `+`, `-`, `!` or `~`. `|` represents the absolute value `|a|`, which PTX does not have.
    Unary(char),
    /// A cast, `(.s64)` or `(.u64)`.
    Cast(&'a str),
    /// A binary operator.
    Binary(&'a str),
    /// `? :`, the ternary operator.
    Conditional,
    /// `generic(x)`, `0xff(x)`: a function with one argument.
    Apply(&'a str),
}
