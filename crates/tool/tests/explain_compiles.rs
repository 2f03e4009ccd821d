//! Tests the lines of Rust in explanations. By default, parses the lines of every 48th instruction spelling.
//! With `PTX_TESTS=full`, compiles the lines of all spellings as one program.

use ptx_isa::{Dialect, Form, forms, sass::opcodes};
use ptx_tool::explain::explain;
use std::collections::BTreeSet;
use std::fmt::Write;
use test_support::{UserCrate, is_full, sample};

/// Returns spellings that together contain every modifier of a form. Each is the shortest spelling with one
/// modifier inserted or replaced.
fn spellings(form: &Form) -> impl Iterator<Item = String> {
    let slots = form.slots.iter().enumerate();
    let choices = slots.flat_map(|(i, slot)| slot.words.iter().map(move |word| (i, *word)));
    choices.map(|(chosen, word)| {
        let words = form.slots.iter().enumerate().filter_map(|(i, slot)| match slot.words {
            _ if i == chosen => Some(word),
            words => (!slot.optional).then_some(words[0]),
        });
        words.fold(form.mnemonic.to_string(), |name, word| name + "." + word)
    })
}

/// Converts the lines below `In Rust` to functions. The comment on a line gives the types of the parameters.
fn functions(text: &str, program: &mut String) {
    let blocks = text.split("\nIn Rust\n").skip(1);
    let lines: Vec<_> =
        blocks.flat_map(|b| b.lines().take_while(|l| l.starts_with("  "))).collect();
    let commented = lines.iter().filter_map(|line| Some(line.split_once("//")?.1.trim()));
    let parameters = commented.collect::<Vec<_>>().join(", ");
    for line in lines {
        let code = line.split("//").next().unwrap_or_default();
        let _ = writeln!(program, "const _: () = {{ fn f({parameters}) {{ {code} }} }};");
    }
}

#[test]
fn the_lines_of_rust_compile() {
    let forms = forms::all().chain(forms::matrices());
    let mut names: BTreeSet<String> = forms.flat_map(spellings).collect();
    names.extend(opcodes::all().map(opcodes::Row::name));
    let mut program = String::from("#![allow(warnings)]\nfn main() {}\n");
    let step = if is_full() { 1 } else { 48 };
    for name in names.into_iter().step_by(step) {
        // Skip an invalid spelling: its modifier is only valid together with another modifier.
        if let Ok(text) = explain(&name, &Dialect::default()) {
            functions(&text, &mut program);
        }
    }
    let lines = program.lines().count();
    assert!(lines > sample(2000, 50), "only {lines} lines");
    if !is_full() {
        syn::parse_file(&program).expect("Rust");
        return;
    }
    let user = UserCrate::new(env!("CARGO_TARGET_TMPDIR"), "explained");
    user.write("src/main.rs", &program);
    user.assert_accepted();
}
