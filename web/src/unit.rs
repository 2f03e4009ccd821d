//! Computes the intermediate numbers of the multi-function unit for an operand.

use ptx_core::mufu::{Operation, Steps, steps};
use serde_json::{Value, json};

/// Returns the intermediate numbers of the multi-function unit for a machine instruction and its operand word. The
/// numbers are the coefficients from the unit's table, the terms of the polynomial, and the sum. Returns `None` if
/// `name` is not a supported instruction of the unit. Also returns `None` if the result is a special value such as NaN.
pub(crate) fn unit(name: &str, operand: &str, sm: u32) -> Option<Value> {
    let word = u32::from_str_radix(operand, 16).ok()?;
    let takes_float = sm >= 70;
    let name = name.strip_suffix(".SAT").unwrap_or(name);
    let (operation, kept, shift) = match (name, takes_float) {
        ("MUFU.RCP", _) => (Operation::Rcp, Some(15), [13, 0]),
        ("MUFU.RSQ", _) => (Operation::Rsq, Some(16), [14, 2]),
        ("MUFU.SQRT", _) => (Operation::Sqrt, Some(17), [15, 1]),
        ("MUFU.LG2", _) => (Operation::Lg2, None, [12, 1]),
        ("MUFU.EX2", false) => (Operation::Ex2, Some(15), [13, 0]),
        ("MUFU.EX2", true) => (Operation::Ex2Float, Some(15), [13, 0]),
        ("MUFU.SIN", false) => (Operation::Sin, None, [11, 0]),
        ("MUFU.SIN", true) => (Operation::SinFloat, None, [11, 0]),
        ("MUFU.COS", false) => (Operation::Cos, None, [11, 0]),
        ("MUFU.COS", true) => (Operation::CosFloat, None, [11, 0]),
        _ => return None,
    };
    if !reaches_the_datapath(operation, word) {
        return None;
    }
    let Steps { segment, r, row, square, terms, bias, sum } = steps(operation, word);
    let line = |name: &str, decimal: i64| {
        let sign = if decimal < 0 { "-" } else { "" };
        json!([name, decimal.to_string(), format!("{sign}{:x}", decimal.unsigned_abs())])
    };
    let dropped = kept.map(|bits| line(&format!("sum >> {bits}"), sum >> bits));
    let lines: Vec<_> = [
        line("segment (table row)", segment.into()),
        line("r (place in it)", r.into()),
        line("c₀", row[0].into()),
        line("c₁", row[1].into()),
        line("c₂", row[2].into()),
        line("q (square of r)", square.into()),
        line(&format!("c₀ · 2^{}", shift[0]), terms[0]),
        line("c₁ · r", terms[1]),
        line(
            &if shift[1] == 0 {
                "c₂ · q".into()
            } else {
                format!("c₂ · q · 2^{}", shift[1])
            },
            terms[2],
        ),
        line("bias", bias),
        line("sum", sum),
    ]
    .into_iter()
    .chain(dropped)
    .collect();
    Some(json!({ "name": name, "operand": operand, "lines": lines }))
}

/// Returns whether the polynomial datapath computes the result of an operand. Otherwise, the result is a special value.
fn reaches_the_datapath(operation: Operation, word: u32) -> bool {
    let size = word & 0x7fff_ffff;
    let is_normal = (0x0080_0000..0x7f80_0000).contains(&size);
    match operation {
        // The operand is the result of `RRO`, which marks infinities and NaN with bit 30.
        Operation::Ex2 | Operation::Sin | Operation::Cos => word & 0x4000_0000 == 0,
        Operation::Ex2Float | Operation::SinFloat | Operation::CosFloat => size < 0x7f80_0000,
        Operation::Rcp => is_normal,
        _ => is_normal && word == size,
    }
}
