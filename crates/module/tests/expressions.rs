//! Tests the precedence of operators (PTX ISA, "Constant Expressions").

use ptx_module::syntax::{Expression, ExpressionStep, Item, OperandKind, Statement, parse};

/// Evaluates an expression of small integers.
fn value(expression: &Expression<'_>) -> i64 {
    let mut values: Vec<i64> = Vec::new();
    for (step, _) in &expression.steps {
        let mut pop = || values.pop().expect("a value");
        let value = match step {
            ExpressionStep::Literal(text) => match text.strip_prefix("0x") {
                Some(digits) => i64::from_str_radix(digits, 16).expect("hexadecimal digits"),
                None => text.parse().expect("a number"),
            },
            ExpressionStep::Name(_) => 32,
            ExpressionStep::Unary('-') => -pop(),
            ExpressionStep::Unary('!') => i64::from(pop() == 0),
            ExpressionStep::Unary('~') => !pop(),
            ExpressionStep::Unary(_) | ExpressionStep::Cast(_) => pop(),
            ExpressionStep::Apply(mask) => {
                pop() & i64::from_str_radix(&mask[2..], 16).expect("a mask")
            }
            ExpressionStep::Conditional => {
                let (otherwise, then, condition) = (pop(), pop(), pop());
                if condition == 0 { otherwise } else { then }
            }
            ExpressionStep::Binary(operator) => {
                let (b, a) = (pop(), pop());
                match *operator {
                    "*" => a * b,
                    "/" => a / b,
                    "%" => a % b,
                    "+" => a + b,
                    "-" => a - b,
                    "<<" => a << b,
                    ">>" => a >> b,
                    "<" => i64::from(a < b),
                    ">" => i64::from(a > b),
                    "<=" => i64::from(a <= b),
                    ">=" => i64::from(a >= b),
                    "==" => i64::from(a == b),
                    "!=" => i64::from(a != b),
                    "&" => a & b,
                    "^" => a ^ b,
                    "|" => a | b,
                    "&&" => i64::from(a != 0 && b != 0),
                    "||" => i64::from(a != 0 || b != 0),
                    _ => panic!("{operator}"),
                }
            }
        };
        values.push(value);
    }
    assert_eq!(values.len(), 1);
    values[0]
}

#[test]
fn precedence() {
    for (text, expected) in [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 4 - 3", 3),
        ("100 / 10 / 5 % 3", 2),
        ("1 << 2 + 1", 8),
        ("1 << 2 < 5", 1),
        ("1 < 2 == 1", 1),
        ("6 & 3 == 3", 0),
        ("6 ^ 3 & 2", 4),
        ("8 | 6 ^ 3", 13),
        ("1 | 0 && 0", 0),
        ("1 || 0 && 0", 1),
        ("0 && 1 || 1", 1),
        ("1 ? 2 : 3", 2),
        ("0 ? 2 : 0 ? 3 : 4", 4),
        ("1 ? 0 ? 2 : 3 : 4", 3),
        ("0 || 1 ? 5 : 6", 5),
        ("-2 * -3", 6),
        ("- -2 + 1", 3),
        ("~0 + 1", 0),
        // After the hexadecimal digit `e`, a sign is an operator and does not begin an exponent.
        ("0xe-1", 13),
        ("0x1E+2", 32),
        ("!0 + 1", 2),
        ("-(2 + 3)", -5),
        ("(.s64) 7 / 2", 3),
        ("-(.u64)(7) + 8", 1),
        ("2 <= 2", 1),
        ("3 >= 4", 0),
        ("3 != 4", 1),
        ("9 >> 1 > 3", 1),
        ("WARP_SZ * 2", 64),
        ("1 + 0xf(31) * 2", 31),
        ("((((1)))) + 1", 2),
    ] {
        let text = format!("mov.u32 a, {text};");
        let module = parse(&text);
        assert_eq!(module.faults, [], "{text}");
        let [Item::Statement(Statement::Instruction(instruction))] = &module.items[..] else {
            panic!("{text}");
        };
        let OperandKind::Expression(expression) = &instruction.operands[1].kind else {
            panic!("{text}: {:?}", instruction.operands[1]);
        };
        assert_eq!(value(expression), expected, "{text}");
    }
}
