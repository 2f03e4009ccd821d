//! Constant expressions (PTX ISA, "Constant Expression Evaluation").

use crate::resolve::Fault;
use crate::syntax::{Expression, ExpressionStep, Operand, OperandKind, Span};
use ptx_isa::literal::{self, Literal};

/// The number of threads in a warp (PTX ISA, "WARP_SZ").
pub const WARP_SZ: u64 = 32;

/// An integer or float that an expression computes with.
#[derive(Clone, Copy, Debug)]
enum Number {
    Signed(i64),
    Unsigned(u64),
    Float(f64),
}

use Number::{Float, Signed, Unsigned};

/// Computes the value of a literal or of a constant expression.
///
/// ```
/// use ptx_isa::literal::Literal;
/// use ptx_module::syntax::{Statement, parse};
///
/// let module = parse("mov.u64 d, -7 / 2 + 0x10;");
/// let Some(Statement::Instruction(mov)) = module.statements().next() else { panic!() };
/// let value = ptx_module::resolve::constant(&mov.operands[1]).unwrap();
/// assert_eq!(value, Literal::Integer(13));
/// ```
///
/// # Errors
/// Returns a fault at the first part that is not a number, is malformed, or does not fit its
/// operator.
pub fn constant(operand: &Operand<'_>) -> Result<Literal, Fault> {
    match &operand.kind {
        OperandKind::Literal(number) => literal::parse(&number.to_string())
            .map_err(|message| Fault::new(operand.span.clone(), message)),
        OperandKind::Name(name) if name.text == "WARP_SZ" => Ok(Literal::Integer(WARP_SZ)),
        // A constant in parentheses: `(1)`.
        OperandKind::List(items) if items.len() == 1 => constant(&items[0]),
        OperandKind::Expression(expression) => {
            evaluate(expression, &operand.span).map(|number| match number {
                Signed(value) => Literal::Integer(value.cast_unsigned()),
                Unsigned(value) => Literal::Integer(value),
                Float(value) => Literal::Decimal(value),
            })
        }
        _ => Err(Fault::new(operand.span.clone(), "expected a number")),
    }
}

fn evaluate(expression: &Expression<'_>, whole: &Span) -> Result<Number, Fault> {
    let mut values: Vec<Number> = Vec::new();
    for (step, span) in &expression.steps {
        let mut pop = || values.pop().ok_or_else(|| Fault::new(whole.clone(), "expected a number"));
        let result = match step {
            ExpressionStep::Literal(text) => {
                let literal = literal::parse(text);
                let literal = literal.map_err(|message| Fault::new(span.clone(), message))?;
                number(literal, text.ends_with('U'))
            }
            ExpressionStep::Name(name) if name.text == "WARP_SZ" => {
                Ok(Signed(WARP_SZ.cast_signed()))
            }
            ExpressionStep::Name(_) | ExpressionStep::Apply(_) => Err("expected a number".into()),
            ExpressionStep::Unary(operator) => unary(*operator, pop()?),
            ExpressionStep::Cast(ty) => cast(ty, pop()?),
            ExpressionStep::Binary(operator) => {
                let second = pop()?;
                binary(operator, pop()?, second)
            }
            ExpressionStep::Conditional => {
                let (second, first) = (pop()?, pop()?);
                conditional(pop()?, first, second)
            }
        };
        values.push(result.map_err(|what| Fault::new(span.clone(), what))?);
    }
    values.pop().ok_or_else(|| Fault::new(whole.clone(), "expected a number"))
}

/// Returns the value of a literal. An integer is signed unless it has the suffix `U` or needs all 64 bits.
fn number(literal: Literal, has_suffix: bool) -> Result<Number, String> {
    match literal {
        Literal::Integer(value) => match i64::try_from(value) {
            Ok(value) if !has_suffix => Ok(Signed(value)),
            _ => Ok(Unsigned(value)),
        },
        Literal::Decimal(value) => Ok(Float(value)),
        Literal::DoubleBits(bits) => Ok(Float(f64::from_bits(bits))),
        Literal::SingleBits(_) => Err("`0f` cannot be part of an expression".into()),
    }
}

impl Number {
    /// Returns the bits of an integer.
    fn bits(self, operator: &str) -> Result<u64, String> {
        match self {
            Signed(value) => Ok(value.cast_unsigned()),
            Unsigned(value) => Ok(value),
            Float(_) => Err(format!("`{operator}` expects integers")),
        }
    }

    /// Builds an integer from `bits`, signed if `self` is signed.
    fn like(self, bits: u64) -> Self {
        match self {
            Signed(_) => Signed(bits.cast_signed()),
            _ => Unsigned(bits),
        }
    }
}

fn unary(operator: char, value: Number) -> Result<Number, String> {
    match (operator, value) {
        ('-', Signed(value)) => Ok(Signed(value.wrapping_neg())),
        ('-', Unsigned(value)) => Ok(Unsigned(value.wrapping_neg())),
        ('-', Float(value)) => Ok(Float(-value)),
        ('!', value) => Ok(truth(value.bits("!")? == 0)),
        ('~', value) => Ok(Unsigned(!value.bits("~")?)),
        (_, value) => Ok(value),
    }
}

fn cast(ty: &str, value: Number) -> Result<Number, String> {
    let bits = value.bits(&format!("(.{ty})"))?;
    match ty {
        "s64" => Ok(Signed(bits.cast_signed())),
        "u64" => Ok(Unsigned(bits)),
        _ => Err(format!("unknown cast `.{ty}`: expected `.s64` or `.u64`")),
    }
}

fn truth(is_true: bool) -> Number {
    Signed(is_true.into())
}

fn binary(operator: &str, a: Number, b: Number) -> Result<Number, String> {
    match (operator, a, b) {
        // The two operands of a shift may differ in signedness, so shifts are matched first.
        ("<<" | ">>", ..) => shift(operator, a, b),
        ("%", ..) => {
            let (a, b) = (a.bits(operator)?, b.bits(operator)?);
            a.checked_rem(b).map(Unsigned).ok_or_else(zero)
        }
        ("&&", ..) => Ok(truth(a.bits(operator)? != 0 && b.bits(operator)? != 0)),
        ("||", ..) => Ok(truth(a.bits(operator)? != 0 || b.bits(operator)? != 0)),
        (_, Float(a), Float(b)) => floats(operator, a, b),
        (_, Float(_), _) | (_, _, Float(_)) => {
            Err(format!("`{operator}` expects two integers or two floats"))
        }
        (_, Signed(a), Signed(b)) => signed(operator, a, b),
        _ => unsigned(operator, a.bits(operator)?, b.bits(operator)?),
    }
}

fn zero() -> String {
    "division by zero".into()
}

/// Shifts by the low six bits of the count, like `ptxas`.
fn shift(operator: &str, value: Number, count: Number) -> Result<Number, String> {
    let count = (count.bits(operator)? & 63) as u32;
    match (operator, value) {
        ("<<", value) => Ok(value.like(value.bits(operator)?.wrapping_shl(count))),
        (_, Signed(value)) => Ok(Signed(value.wrapping_shr(count))),
        (_, value) => Ok(Unsigned(value.bits(operator)?.wrapping_shr(count))),
    }
}

/// Compares two floats, or two integers of the same signedness.
macro_rules! compared {
    ($operator:expr, $a:expr, $b:expr) => {
        match $operator {
            "<" => Some($a < $b),
            "<=" => Some($a <= $b),
            ">" => Some($a > $b),
            ">=" => Some($a >= $b),
            "==" => Some($a == $b),
            "!=" => Some($a != $b),
            _ => None,
        }
    };
}

fn signed(operator: &str, a: i64, b: i64) -> Result<Number, String> {
    if let Some(is_true) = compared!(operator, a, b) {
        return Ok(truth(is_true));
    }
    match operator {
        "/" if b == 0 => Err(zero()),
        "/" => Ok(Signed(a.wrapping_div(b))),
        // The other operators compute the same bits for signed and unsigned integers.
        _ => {
            let bits = unsigned(operator, a.cast_unsigned(), b.cast_unsigned())?;
            Ok(Signed(a).like(bits.bits(operator)?))
        }
    }
}

fn unsigned(operator: &str, a: u64, b: u64) -> Result<Number, String> {
    if let Some(is_true) = compared!(operator, a, b) {
        return Ok(truth(is_true));
    }
    Ok(Unsigned(match operator {
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "*" => a.wrapping_mul(b),
        "/" => a.checked_div(b).ok_or_else(zero)?,
        "&" => a & b,
        "|" => a | b,
        "^" => a ^ b,
        _ => return Err(format!("unknown operator `{operator}`")),
    }))
}

fn floats(operator: &str, a: f64, b: f64) -> Result<Number, String> {
    #[expect(clippy::float_cmp, reason = "`==` of PTX is exact")]
    if let Some(is_true) = compared!(operator, a, b) {
        return Ok(truth(is_true));
    }
    match operator {
        "+" => Ok(Float(a + b)),
        "-" => Ok(Float(a - b)),
        "*" => Ok(Float(a * b)),
        "/" if b == 0.0 => Err(zero()),
        "/" => Ok(Float(a / b)),
        _ => Err(format!("`{operator}` expects integers")),
    }
}

/// Computes `condition ? first : second` of integers. The PTX ISA also has it for floats, but `ptxas` rejects them.
fn conditional(condition: Number, first: Number, second: Number) -> Result<Number, String> {
    let both = [first.bits("?")?, second.bits("?")?];
    let chosen = both[usize::from(condition.bits("?")? == 0)];
    Ok(match (first, second) {
        (Signed(_), Signed(_)) => Signed(chosen.cast_signed()),
        _ => Unsigned(chosen),
    })
}
