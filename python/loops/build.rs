//! Generates the loops over arrays: one for each function of `ptx-core` that a row of the instruction tables calls, and
//! for each choice of its modes.

#[path = "src/key.rs"]
mod key;

use ptx_isa::sass::{self, operand};
use ptx_isa::{Argument, Call, Class, Dialect, Returns, Selection, Target, Version, forms};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/key.rs");
    let loops: BTreeMap<String, Call> = calls().map(|call| (key::key(&call), call)).collect();
    let mut text = String::from("/// Every loop, in the order of the names.\n");
    text.push_str("static LOOPS: &[(&str, Loop)] = &[\n");
    for (name, call) in &loops {
        writeln!(text, "    ({name:?}, {}),", row(call)).map_err(io::Error::other)?;
    }
    text.push_str("];\n");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("loops.rs"), text)
}

/// Targets with their own loops. The target is a constant in such a loop, so it is not tested for each element.
const TARGETS: [u16; 8] = [75, 80, 86, 89, 90, 100, 120, 121];

/// Returns the loop of a call:
/// `|s, d, n| map2(s, d, |a: f32, b: f32| ptx_core::div_f32(a, b, ptx_core::Rounding::Rn))`
fn row(call: &Call) -> String {
    let (mut names, mut taken, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
    let mut name = |ty: &str| {
        names.push(format!("x{}: {ty}", names.len()));
        format!("x{}", names.len() - 1)
    };
    for argument in &call.arguments {
        taken.push(match argument {
            Argument::Mode(path) => format!("ptx_core::{path}"),
            Argument::Number(ty, number) => {
                numbers.push((*ty, *number));
                format!("ptx_core::mode::{ty}(n[{}])", numbers.len() - 1)
            }
            value => match value.returns() {
                Some(Returns::Array(ty, count)) => {
                    let elements: Vec<_> = (0..count).map(|_| name(ty.name())).collect();
                    format!("[{}]", elements.join(", "))
                }
                returns => name(returns.map_or("bool", |returns| returns.types()[0].name())),
            },
        });
    }
    let (arity, parameters, taken) = (names.len(), names.join(", "), taken.join(", "));
    let function = &call.function;
    let map = |taken: &str| {
        format!("map{arity}(s, d, move |{parameters}| ptx_core::{function}({taken}))")
    };
    let known: Vec<Vec<u16>> = match numbers[..] {
        [("Sm", _)] => TARGETS.map(|sm| vec![sm]).to_vec(),
        // The default lanes, which instructions without lane selectors have.
        [_, _, _] => vec![numbers.iter().map(|(_, lanes)| *lanes).collect()],
        _ => Vec::new(),
    };
    let of = |known: &Vec<u16>| {
        let each = known.iter().enumerate();
        let taken = each.fold(taken.clone(), |taken, (i, number)| {
            taken.replace(&format!("n[{i}]"), &number.to_string())
        });
        let numbers: Vec<_> = known.iter().map(u16::to_string).collect();
        format!("[{}, ..] => {}, ", numbers.join(", "), map(&taken))
    };
    match numbers[..] {
        [] => format!("|s, d, _| {}", map(&taken)),
        _ => {
            let known: String = known.iter().map(of).collect();
            format!("|s, d, n| match n {{ {known}_ => {} }}", map(&taken))
        }
    }
}

/// Returns the calls of every spelling of every form, in two dialects whose calls differ, and of every spelling of the
/// machine instructions.
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

/// Returns every choice of one word from each class, or of no word from an optional class.
fn choices(classes: &[&Class]) -> Vec<Vec<Option<&'static str>>> {
    classes.iter().fold(vec![Vec::new()], |all, class| {
        let none = class.default.map(|_| None);
        let words: Vec<_> = class.words.iter().copied().map(Some).chain(none).collect();
        let longer = |chosen: &Vec<_>| {
            words.iter().map(|word| [chosen.as_slice(), &[*word]].concat()).collect::<Vec<_>>()
        };
        all.iter().flat_map(longer).collect()
    })
}
