//! Returns lines of Rust that compute an instruction.

use ptx_isa::forms::{Literals, OperandSlot};
use ptx_isa::{Argument, Computation, Dialect, Flag, Returns, Selection, Type};
use std::fmt::Write;

/// The literal that the example uses where an operand must be a literal.
const LITERAL: &str = "0xE8";

/// The name of the result in the example, if the manual has the same name for the result and a source.
const RESULT: &str = "r";

/// Returns a line with a call of the macro. If the macro uses functions, a second line has calls of these functions.
pub(super) fn rust(chosen: &Selection, home: &Dialect) -> Vec<String> {
    let name = |operand: &OperandSlot| match operand.literals {
        Literals::Immediate => LITERAL,
        _ => operand.name.trim_end_matches("{|q}"),
    };
    let mut names: Vec<_> = chosen.form.operands.iter().map(name).collect();
    if each(names[0]).any(|result| names[1..].iter().any(|s| each(s).any(|s| s == result))) {
        names[0] = RESULT;
    }
    let spelling = chosen.spelling();
    let mut directives = String::new();
    if !chosen.is_in(&Dialect::default())
        && let (Some(version), Some(target)) = (home.version, home.target)
    {
        let _ = write!(directives, ".version {version} .target {target} ");
    }
    let typed = |i: usize| {
        let ty = chosen.operand_type(i).map_or("u64", |ty| ty.rust().name());
        let is_pair = names[i].contains('|');
        let named = each(names[i]).enumerate().map(|(n, name)| match is_pair && n == 1 {
            true => format!("{name}: bool"),
            false => format!("{name}: {ty}"),
        });
        named.collect::<Vec<_>>()
    };
    let sources: Vec<_> =
        (1..names.len()).filter(|i| names[*i] != LITERAL).flat_map(typed).collect();
    let lets: Vec<_> = typed(0).iter().map(|result| format!("let {result};")).collect();
    let operands = names.iter().zip(chosen.form.operands);
    let operands: Vec<_> =
        operands.map(|(name, slot)| format!("{name}{}", slot.suffix())).collect();
    let operands = operands.join(", ");
    let before = chosen.reads_flag().map_or(String::new(), |flag| writer(flag, chosen));
    let mut lines = vec![format!(
        "{} ptx::ptx! {{ {directives}{before}{spelling} {operands}; }}  // {}",
        lets.join(" "),
        sources.join(", ")
    )];
    let computation = chosen.computation(home).filter(|found| found.value.call().is_some());
    if let Some(Computation { value, writes_carry }) = computation {
        let carry = writes_carry.map(flag_name);
        let results: Vec<_> = each(names[0]).chain(carry).collect();
        let pattern = match (value.returns(), results.as_slice()) {
            (Some(Returns::Array(..)), [_]) => "[p, _]".into(),
            (Some(Returns::Array(..)), results) => format!("[{}]", results.join(", ")),
            (Some(Returns::One(_)) | None, results) => results.join(", "),
            (_, results) => format!("({})", results.join(", ")),
        };
        let sources: Vec<_> = names[1..].iter().flat_map(|name| each(name)).collect();
        let flag = value.reads_carry().map(flag_name);
        let comment = flag.map(|name| format!("  // {name}: bool")).unwrap_or_default();
        lines.push(format!(
            "let {pattern} = {{ use ptx::ops::*; {} }};{comment}",
            expression(&value, &sources)
        ));
    }
    lines
}

/// Returns an instruction that writes the carry flag. The example puts this instruction before `reader`, which reads
/// the flag.
fn writer(flag: Flag, reader: &Selection) -> String {
    let mnemonic = match flag {
        Flag::Carry => "add",
        Flag::Borrow => "sub",
    };
    let ty = reader.instruction_type().map_or("u32", Type::word);
    format!(".reg .{ty} t; {mnemonic}.cc.{ty} t, a, b; ")
}

/// Returns the name of a variable for the flag of a function.
fn flag_name(flag: Flag) -> &'static str {
    match flag {
        Flag::Carry => "carry",
        Flag::Borrow => "borrow",
    }
}

/// Returns the names in an operand: `a`, `{a, b}` or `p|q`.
fn each(operand: &str) -> impl Iterator<Item = &str> {
    operand.trim_matches(['{', '}']).split([',', '|']).map(str::trim)
}

/// Returns nested calls of `ptx-core` functions as a Rust expression.
pub(super) fn expression(argument: &Argument, sources: &[&str]) -> String {
    match argument {
        Argument::Source(i, _) => sources[*i].into(),
        Argument::Mode(path) => (*path).into(),
        Argument::Number(name, number) if name.ends_with("Mask") => {
            format!("{name}({number:#b})")
        }
        Argument::Number(name, number) if name.ends_with("Selector") => {
            format!("{name}({number:#x})")
        }
        Argument::Number(name, number) => format!("{name}({number})"),
        Argument::Carry(flag) => flag_name(*flag).into(),
        Argument::Array(items) => {
            let items = items.iter().map(|item| expression(item, sources));
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        Argument::Call(call) => {
            let arguments = call.arguments.iter().map(|argument| expression(argument, sources));
            format!("{}({})", call.function, arguments.collect::<Vec<_>>().join(", "))
        }
    }
}
