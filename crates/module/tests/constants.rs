//! Tests constant expressions (PTX ISA, "Constant Expression Evaluation"). The expected values are the values that
//! `ptxas` 12.9 stores for variables with these expressions as initialisers.

use ptx_isa::literal::Literal;
use ptx_module::resolve::{Fault, constant};
use ptx_module::syntax::{Operand, Statement, parse};

fn value(expression: &str) -> Result<Literal, Fault> {
    let text = format!("mov.b64 d, {expression};");
    let module = parse(&text);
    assert_eq!(module.faults, [], "{expression}");
    let Some(Statement::Instruction(mov)) = module.statements().next() else { panic!() };
    let operand: &Operand<'_> = &mov.operands[1];
    constant(operand)
}

#[test]
fn integers() {
    for (expression, bits) in [
        ("~1 >> 1", 0x7fff_ffff_ffff_ffff),
        ("(-8) >> 1", 0xffff_ffff_ffff_fffc),
        ("-8 % 3", 2),
        ("7 / -2", 0xffff_ffff_ffff_fffd),
        ("-1U >> 60", 0xf),
        ("1 << 64", 1),
        ("1 << 65", 2),
        ("-8 >> 64", 0xffff_ffff_ffff_fff8),
        ("8 >> 65", 4),
        ("-7 / 2", 0xffff_ffff_ffff_fffd),
        ("5 > -1", 1),
        ("5U > -1", 0),
        ("! -1", 0),
        ("!0", 1),
        ("(1 < 2) - 2", 0xffff_ffff_ffff_ffff),
        ("(~0 < 0)", 0),
        ("0xfabc123400000000 >> 4", 0x0fab_c123_4000_0000),
        ("(-1 & 3U) - 4 >> 1", 0x7fff_ffff_ffff_ffff),
        ("(.u64)-8 >> 1", 0x7fff_ffff_ffff_fffc),
        ("(.s64)0xfabc123400000000 >> 4", 0xffab_c123_4000_0000),
        ("-9223372036854775808 / -1", 0),
        ("1 ? 2 : 3 ? 4 : 5", 2),
        ("0 ? 2 : 0 ? 4 : 5", 5),
        ("0 ? 5 : -6", 0xffff_ffff_ffff_fffa),
        ("1 || 0 && 0", 1),
        ("2 + 3 * 4 << 1", 0x1c),
        ("(7 % 4) - 5 >> 1", 0x7fff_ffff_ffff_ffff),
        ("-8U / 2", 0x7fff_ffff_ffff_fffc),
        ("(-3 | 1) >> 1", 0xffff_ffff_ffff_fffe),
        ("(-3 ^ 1U) >> 1", 0x7fff_ffff_ffff_fffe),
        ("(-(-8)) >> 1", 4),
        ("(+ -8) >> 1", 0xffff_ffff_ffff_fffc),
        ("1.5 < 2.5", 1),
        ("1.5 == 1.5", 1),
        ("-(1.5 < 2.5)", 0xffff_ffff_ffff_ffff),
        ("(!0 - 2) >> 1", 0xffff_ffff_ffff_ffff),
        ("(1 == 1U) - 2 >> 1", 0xffff_ffff_ffff_ffff),
        ("(1 && 1) - 2 >> 1", 0xffff_ffff_ffff_ffff),
        ("(1 << -1)", 0x8000_0000_0000_0000),
        ("(-6 >> 1) / 2U", 0x7fff_ffff_ffff_fffe),
        ("5 - 6U > 0", 1),
        ("1 - 2 - 3", 0xffff_ffff_ffff_fffc),
        ("100 / 10 / 5", 2),
        ("1 | 2 ^ 3 & 4 == 4", 3),
        ("-1 <= 0U", 0),
        ("-4 * -5U", 0x14),
        ("(5 & -1) - 6 >> 1", 0xffff_ffff_ffff_ffff),
        ("WARP_SZ * 2", 0x40),
        ("WARP_SZ + 1", 0x21),
        ("WARP_SZ-1 ? WARP_SZ -1 : 0", 0x1f),
    ] {
        assert_eq!(value(expression), Ok(Literal::Integer(bits)), "{expression}");
    }
}

#[test]
fn floats() {
    for (expression, bits) in [
        ("1.5+2.25*3.0", 0x4020_8000_0000_0000),
        ("1.0/3.0", 0x3fd5_5555_5555_5555),
        ("-2.0-1.0", 0xc008_0000_0000_0000),
        ("-(2.5)", 0xc004_0000_0000_0000),
    ] {
        assert_eq!(value(expression), Ok(Literal::Decimal(f64::from_bits(bits))), "{expression}");
    }
}

/// Tests the messages for expressions that this crate and `ptxas` both reject.
#[test]
fn faults() {
    for (expression, what) in [
        ("3 / 0", "division by zero"),
        ("3U % 0", "division by zero"),
        ("1.0 / 0.0", "division by zero"),
        ("1.5 + 1", "`+` expects two integers or two floats"),
        ("~1.5", "`~` expects integers"),
        ("!1.5", "`!` expects integers"),
        ("1.5 % 2.0", "`%` expects integers"),
        ("1.5 && 1", "`&&` expects integers"),
        ("1.0 ? 2 : 3", "`?` expects integers"),
        ("1 ? 2.0 : 3", "`?` expects integers"),
        ("1 ? 2.0 : 3.0", "`?` expects integers"),
        ("(.s64)1.5", "`(.s64)` expects integers"),
        ("0f3F800000 + 1.0", "`0f` cannot be part of an expression"),
    ] {
        assert_eq!(value(expression).map_err(|fault| fault.message.what), Err(what.into()));
    }
}

/// Tests `&&` and `||` on all combinations of zero and other numbers.
#[test]
fn logic() {
    for (a, b, and, or) in [("0", "0", 0, 0), ("0", "2", 0, 1), ("3", "0", 0, 1), ("2", "4U", 1, 1)]
    {
        for (operator, expected) in [("&&", and), ("||", or)] {
            let expression = format!("{a} {operator} {b}");
            assert_eq!(value(&expression), Ok(Literal::Integer(expected)), "{expression}");
        }
    }
}

/// Tests every comparison on two signed integers, two unsigned integers and two floats.
#[test]
fn comparisons() {
    for (operator, less, equal, greater) in [
        ("<", 1, 0, 0),
        ("<=", 1, 1, 0),
        (">", 0, 0, 1),
        (">=", 0, 1, 1),
        ("==", 0, 1, 0),
        ("!=", 1, 0, 1),
    ] {
        for [low, high] in [["1", "2"], ["1U", "2U"], ["1.0", "2.0"]] {
            for (a, b, expected) in [(low, high, less), (low, low, equal), (high, low, greater)] {
                let expression = format!("{a} {operator} {b}");
                assert_eq!(value(&expression), Ok(Literal::Integer(expected)), "{expression}");
            }
        }
    }
}

/// Tests that every number except zero is true.
#[test]
fn truth() {
    for (expression, expected) in [
        ("0 && 0", 0),
        ("0 && 4", 0),
        ("2 && 0", 0),
        ("2 && 4", 1),
        ("0 || 0", 0),
        ("0 || 4", 1),
        ("2 || 0", 1),
        ("2 || 4", 1),
        ("0 ? 3 : 5", 5),
        ("2 ? 3 : 5", 3),
    ] {
        assert_eq!(value(expression), Ok(Literal::Integer(expected)), "{expression}");
    }
}
