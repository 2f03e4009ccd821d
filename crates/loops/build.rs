//! Generates the loops over arrays: one for each function of `ptx-core` that the instruction tables call.
//!
//! Modes are arguments such as `Rounding::Rn` that select a variant of a function. A common function gets one loop for
//! each combination of its modes, so that the modes are constants in the loop.

#[path = "src/key.rs"]
mod key;

use ptx_isa::sass::{self, operand};
use ptx_isa::{Argument, Call, Dialect, Returns, Selection, Target, Version, forms};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/key.rs");
    println!("cargo::rustc-check-cfg=cfg(vectors)");
    if env::var_os("CARGO_FEATURE_LOOPS").is_none() {
        return Ok(());
    }
    if has_vectors() {
        println!("cargo::rustc-cfg=vectors");
    }
    let (mut loops, mut modes) = (BTreeMap::new(), BTreeSet::new());
    for call in calls() {
        match class(&call) {
            Class::Vectors => drop(loops.insert(key::constant(&call), constant(&call, "wide"))),
            Class::Constant => drop(loops.insert(key::constant(&call), constant(&call, "map"))),
            Class::General => {
                modes.extend(call.arguments.iter().filter_map(mode));
                loops.insert(key::general(&call), general(&call));
            }
        }
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("loops.rs"), text(&loops, &modes).map_err(io::Error::other)?)
}

/// Returns whether loops use the widest vectors of the processor. Without optimisation the compiler does not vectorise
/// loops, so one copy of each loop is enough.
fn has_vectors() -> bool {
    let is_optimised = matches!(env::var("OPT_LEVEL").as_deref(), Ok("2" | "3"));
    is_optimised && env::var_os("CARGO_FEATURE_WIDE").is_some()
}

/// Returns the generated source: the table of loops, and the functions that convert numbers to modes.
fn text(
    loops: &BTreeMap<String, String>,
    modes: &BTreeSet<&'static str>,
) -> Result<String, std::fmt::Error> {
    let mut text = String::from("/// Every loop with its name, sorted by name.\n");
    text.push_str("static LOOPS: &[(&str, Loop)] = &[\n");
    for (name, row) in loops {
        writeln!(text, "    ({name:?}, {row}),")?;
    }
    text.push_str("];\n/// The variants of the modes; a mode's number is its index.\n");
    writeln!(text, "static MODES: &[&str] = &{:?};", modes.iter().collect::<Vec<_>>())?;
    let types: BTreeSet<_> = modes.iter().map(|path| key::mode_type(path)).collect();
    for ty in types {
        let mut variants = modes.iter().enumerate().filter(|(_, path)| key::mode_type(path) == ty);
        let last = variants.next_back().map_or("", |(_, path)| *path);
        write!(
            text,
            "#[inline(always)] fn {}(n: u16) -> ptx_core::{ty} {{ match n {{ ",
            reader(ty)
        )?;
        for (number, path) in variants {
            write!(text, "{number} => ptx_core::{path}, ")?;
        }
        writeln!(text, "_ => ptx_core::{last} }} }}")?;
    }
    Ok(text)
}

fn mode(argument: &Argument) -> Option<&'static str> {
    match argument {
        Argument::Mode(path) => Some(path),
        _ => None,
    }
}

/// Returns the name of the function that converts a number to a mode.
fn reader(ty: &str) -> String {
    ty.rsplit("::").next().unwrap_or(ty).to_lowercase()
}

/// How the loop of a function is compiled.
enum Class {
    /// One loop for each combination of modes. `ptx_wide::wide` runs the loop with the widest vectors of the processor.
    Vectors,
    /// One loop for each combination of modes, compiled only for the vectors of the build's target.
    Constant,
    /// One loop that receives the modes at run time, which keeps the build short. This class is for rare functions, and
    /// for functions that take so long for each element that constant modes would save little.
    General,
}

/// The types whose conversions compilers generate for ordinary arithmetic.
const COMMON: [&str; 12] =
    ["f16", "bf16", "f32", "f64", "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64"];
/// The integer types whose conversions from and to floats are common. Conversions of narrower integers get one general
/// loop, which keeps the build short.
const WIDE: [&str; 4] = ["u32", "u64", "s32", "s64"];

/// The modes of common conversions, apart from the mode `Subnormals`, which may have any value.
const PLAIN: [&str; 4] =
    ["Rounding::Rn", "Saturation::Off", "Rectification::Linear", "Limit::Unlimited"];

fn class(call: &Call) -> Class {
    let name = call.function.as_str();
    let (family, types) = name.split_once('_').unwrap_or((name, ""));
    let modes = || call.arguments.iter().filter_map(mode);
    let has = |word: &str| modes().any(|path| path == word);
    let is_directed = has("Rounding::Rz") || has("Rounding::Rm") || has("Rounding::Rp");
    let is_plain = !has("Subnormals::Flush") && !has("Saturation::Sat");
    let is_video = family.starts_with('v');
    let is_rare = match family {
        "setp" => matches!(types, "f16" | "bf16" | "f16x2" | "bf16x2" | "s16" | "u16" | "b16"),
        "cvt" => return conversion(types, &modes().collect::<Vec<_>>()),
        "slct" | "testp" => true,
        _ if is_video || name.starts_with("sass::") => true,
        _ if types.contains("xorsign") || types.contains("oob") => true,
        // These functions round in a directed mode (`.rz`, `.rm`, `.rp`). They take two floats in one register, or
        // operands of different types.
        _ if is_directed && (types.contains("x2") || types.contains("f32_")) => true,
        _ => is_directed && !is_plain,
    };
    if is_rare { Class::General } else { Class::Vectors }
}

/// Returns how the loop of a conversion is compiled; `types` is the name of its function after `cvt_`.
fn conversion(types: &str, modes: &[&str]) -> Class {
    let words: Vec<_> = types.split('_').collect();
    let (to, from) = (words[0], words[words.len() - 1]);
    let is_integer = |word: &str| word.starts_with(['u', 's']);
    let is_known = |word: &&str| {
        COMMON.contains(word) || matches!(*word, "irnd" | "frnd2" | "f16x2" | "bf16x2")
    };
    let has_only = |others: &[&str]| {
        modes.iter().all(|path| {
            PLAIN.contains(path) || path.starts_with("Subnormals::") || others.contains(path)
        })
    };
    let is_single = |word: &str| matches!(word, "f32" | "f64");
    let is_common = match (is_integer(to), is_integer(from)) {
        _ if !words.iter().all(is_known) => false,
        (true, true) if has_only(&[]) => return Class::Constant,
        (true, false) => WIDE.contains(&to) && is_single(from) && has_only(&["Rounding::Rz"]),
        (false, true) => WIDE.contains(&from) && has_only(&[]),
        _ if to == "irnd" => {
            let keeps = !modes.contains(&"Subnormals::Flush");
            let all = ["Rounding::Rz", "Rounding::Rm", "Rounding::Rp"];
            is_single(from) && has_only(if keeps { &all } else { &[] })
        }
        _ => has_only(&[]),
    };
    if is_common { Class::Vectors } else { Class::General }
}

/// Every function returns the same results for this target, sm_70, and for all newer targets (`tests/targets.rs`). For
/// these targets, the loop has a constant target instead of testing the target for each element.
const TARGET: u16 = 70;

/// Returns the source of the loop for a call with constant modes:
/// `|s, d, n| wide2(s, d, |a: f32, b: f32| ptx_core::div_f32(a, b, ptx_core::Rounding::Rn))`
fn constant(call: &Call, map: &str) -> String {
    let one = |known: Option<u16>| {
        let mut numbers = 0..;
        closure(call, map, &mut |argument| match (argument, known) {
            (Argument::Mode(path), _) => format!("ptx_core::{path}"),
            (Argument::Number(ty, _), Some(known)) => format!("ptx_core::mode::{ty}({known})"),
            (Argument::Number(ty, _), None) => {
                format!("ptx_core::mode::{ty}(n[{}])", numbers.next().unwrap_or(0))
            }
            _ => String::new(),
        })
    };
    let is_of_target = |argument: &Argument| matches!(argument, Argument::Number("Sm", _));
    match call.arguments.iter().any(is_of_target) {
        false => format!("|s, d, n| {{ let _ = n; {} }}", unit(call, one(None))),
        true => {
            let known = unit(call, one(Some(TARGET)));
            format!("|s, d, n| match n[0] {{ {TARGET}.. => {known}, _ => {} }}", one(None))
        }
    }
}

/// The functions that `ptx-wide` computes on arrays, for [`TARGET`] and newer targets.
const UNIT: [&str; 8] = [
    "rcp_approx_f32",
    "rsqrt_approx_f32",
    "sqrt_approx_f32",
    "lg2_approx_f32",
    "ex2_approx_f32",
    "sin_approx_f32",
    "cos_approx_f32",
    "tanh_approx_f32",
];

/// Returns the source of the loop for a call that `ptx-wide` may compute. `plain` is the source of the loop without it.
fn unit(call: &Call, plain: String) -> String {
    let name = call.function.as_str();
    if !UNIT.contains(&name) || !has_vectors() {
        return plain;
    }
    // `tanh` has no `.ftz`.
    let subnormals = call.arguments.iter().find_map(mode).unwrap_or("Subnormals::Keep");
    format!("unit(s, d, ptx_wide::{name}, ptx_core::{subnormals}, |s, d| {plain})")
}

/// Returns the source of the loop for a call that receives its modes at run time.
fn general(call: &Call) -> String {
    let mut numbers = 0..;
    let closure = closure(call, "map", &mut |argument| {
        let i = numbers.next().unwrap_or(0);
        match argument {
            Argument::Mode(path) => format!("{}(n[{i}])", reader(key::mode_type(path))),
            Argument::Number(ty, _) => format!("ptx_core::mode::{ty}(n[{i}])"),
            _ => String::new(),
        }
    });
    format!("|s, d, n| {{ let _ = n; {closure} }}")
}

/// Returns the source of a call of `map1` to `map5` or `wide1` to `wide5`. The last argument of the call is a closure
/// that calls the function. `mode` formats a mode or another run-time argument.
fn closure(call: &Call, map: &str, mode: &mut dyn FnMut(&Argument) -> String) -> String {
    let mut names = Vec::new();
    let mut name = |ty: &str| {
        names.push(format!("x{}: {ty}", names.len()));
        format!("x{}", names.len() - 1)
    };
    let taken: Vec<_> = call
        .arguments
        .iter()
        .map(|argument| match argument {
            Argument::Mode(_) | Argument::Number(..) => mode(argument),
            value => match value.returns() {
                Some(Returns::Array(ty, count)) => {
                    let elements: Vec<_> = (0..count).map(|_| name(ty.name())).collect();
                    format!("[{}]", elements.join(", "))
                }
                returns => name(returns.map_or("bool", |returns| returns.types()[0].name())),
            },
        })
        .collect();
    let (arity, parameters, taken) = (names.len(), names.join(", "), taken.join(", "));
    format!("{map}{arity}(s, d, move |{parameters}| ptx_core::{}({taken}))", call.function)
}

/// Returns the calls of every spelling of every single-thread form, in two dialects (PTX version and target) whose
/// calls differ. Also returns the calls of every spelling of the machine instructions.
fn calls() -> impl Iterator<Item = Call> {
    let narrow = Target { map_f64_to_f32: true, ..Target::sm(10) };
    let dialects = [Dialect::default(), Dialect::of(Version::new("1.4"), narrow)];
    let selections = forms::all().flat_map(|form| {
        let spelt = move |words: Vec<_>| Some(Selection { form, modifiers: form.spelt(&words)? });
        form.spellings().into_iter().filter_map(spelt)
    });
    let computed = selections.flat_map(move |selection| {
        dialects.clone().into_iter().filter_map(move |dialect| selection.computation(&dialect))
    });
    let machine = sass::opcodes::all().flat_map(|row| {
        let host = operand::Operand::plain(operand::Base::Host);
        let operands = vec![host; row.operands.len()];
        let selection = move |words| sass::Selection { row, words }.computation(&operands);
        choices(row.classes).into_iter().map(selection)
    });
    computed.chain(machine).flat_map(|computation| {
        let calls = computation.value.call().map(Call::each).unwrap_or_default();
        calls.into_iter().cloned().collect::<Vec<_>>()
    })
}

/// Returns every combination of words: one word from each class, or no word from an optional class.
fn choices(classes: &[&ptx_isa::Class]) -> Vec<Vec<Option<&'static str>>> {
    classes.iter().fold(vec![Vec::new()], |all, class| {
        let none = class.default.map(|_| None);
        let words: Vec<_> = class.words.iter().copied().map(Some).chain(none).collect();
        let longer = |chosen: &Vec<_>| {
            words.iter().map(|word| [chosen.as_slice(), &[*word]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}
