//! Lines of Rust that run an instruction.

use crate::eval::functions;
use ptx_isa::forms::{Literals, OperandSlot};
use ptx_isa::{Call, Dialect, Results, Selection, Type};
use std::fmt::Write;

/// What stands for a literal that is part of the instruction.
const LITERAL: &str = "0xE8";

/// A result where the manual's name for it is also a source's.
const RESULT: &str = "r";

/// Those with the macro, and the function behind it.
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
        let ty = rust_type(chosen.operand_type(i));
        each(names[i]).map(|name| format!("{name}: {ty}")).collect::<Vec<_>>()
    };
    let sources: Vec<_> =
        (1..names.len()).filter(|i| names[*i] != LITERAL).flat_map(typed).collect();
    let results: Vec<_> = typed(0);
    let lets: Vec<_> = results.iter().map(|result| format!("let {result};")).collect();
    let operands = names.join(", ");
    let mut lines = vec![format!(
        "{} ptx::ptx! {{ {directives}{spelling} {operands}; }}  // {}",
        lets.join(" "),
        sources.join(", ")
    )];
    if let Some(call) = chosen.computation(home).filter(|call| !call.narrowed) {
        let pattern = match (&call.results, results.as_slice()) {
            (Results::Both, [_]) => "[p, _]".into(),
            (Results::Both, _) => "[p, q]".into(),
            (_, results) => results.join(", "),
        };
        lines.push(format!(
            "let {pattern} = {{ use ptx::core::*; {} }};",
            function(&call, &names[1..])
        ));
    }
    lines
}

/// The names in `a`, `{a, b}` or `p|q`.
fn each(operand: &str) -> impl Iterator<Item = &str> {
    operand.trim_matches(['{', '}']).split([',', '|']).map(str::trim)
}

/// The call of `ptx-core`'s functions, as Rust.
fn function(call: &Call, sources: &[&str]) -> String {
    let path = |variant: &&str| match functions::mode(variant) {
        Some(mode) => format!("{mode}::{variant}"),
        None => (*variant).into(),
    };
    let (sources, last) = match (call.combination, sources) {
        (Some(op), [sources @ .., c]) => (sources, Some((op, c))),
        _ => (sources, None),
    };
    let mut arguments: Vec<String> = sources.iter().map(ToString::to_string).collect();
    arguments.extend(call.modes.iter().map(path));
    arguments.extend(call.sm.map(|sm| format!("Sm({sm})")));
    let mut text = format!("{}({})", call.function, arguments.join(", "));
    if let Some((op, c)) = last {
        text = format!("boolop({text}, {c}, {})", path(&op));
    }
    match &call.results {
        Results::Set(set) => format!("{set}({text})"),
        Results::Value | Results::Both => text,
    }
}

/// The Rust type that an operand has.
fn rust_type(ty: Type) -> &'static str {
    match ty {
        Type::Pred => "bool",
        Type::F32 => "f32",
        Type::F64 => "f64",
        Type::S8 => "i8",
        Type::S16 => "i16",
        Type::S32 => "i32",
        Type::S64 => "i64",
        _ => match ty.bits() {
            8 => "u8",
            16 => "u16",
            32 => "u32",
            _ => "u64",
        },
    }
}
