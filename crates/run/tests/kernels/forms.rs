//! Tests that every spelling of a memory instruction in the instruction tables can be decoded.

use ptx_isa::forms::{self, Effect, Form, Literals, Shape};
use ptx_isa::{Dialect, Selection, Target, Type, Version};
use ptx_run::Module;

/// The maximum number of spellings of a form that are tested. If a form has more spellings, every n-th of them is
/// tested.
const MOST_SPELLINGS: usize = 400;

fn register(ty: Type, number: u32) -> String {
    match ty {
        Type::Pred => format!("%p{number}"),
        ty => match ty.bits() {
            ..=16 => format!("%rs{number}"),
            17..=32 => format!("%r{number}"),
            33..=64 => format!("%rd{number}"),
            _ => format!("%q{number}"),
        },
    }
}

/// Returns the smallest literal that an operand accepts.
fn constant(literals: Literals) -> Option<String> {
    match literals {
        Literals::Only(numbers) => {
            (0..=128).find(|one| numbers.has(*one)).map(|one| one.to_string())
        }
        _ => None,
    }
}

/// Returns the text of an instruction with registers as operands. Returns `None` if the form needs another
/// dialect, or an operand cannot be a register.
fn instruction(form: &'static Form, words: &[&'static str], dialect: &Dialect) -> Option<String> {
    let selection = Selection { form, modifiers: form.spelt(words)? };
    if !selection.is_in(dialect) || words.iter().any(|word| word.starts_with("param")) {
        return None;
    }
    if words.contains(&"bulk") || form.mnemonic != "cp" && words.contains(&"async") {
        return None;
    }
    let mut texts = Vec::new();
    for (i, slot) in selection.operands().enumerate() {
        texts.push(match slot.shape {
            Shape::Address => "[%rd1]".into(),
            Shape::Value if matches!(slot.literals, Literals::Only(_)) => constant(slot.literals)?,
            Shape::Value => {
                let ty = selection.operand_type(i)?;
                match selection.elements(slot) {
                    None => register(ty, i as u32),
                    Some(count) => {
                        let all: Vec<_> = (0..count).map(|i| register(ty, 1 + i)).collect();
                        format!("{{{}}}", all.join(", "))
                    }
                }
            }
            _ => return None,
        });
    }
    let words: Vec<_> = words.iter().map(|word| format!(".{word}")).collect();
    Some(format!("{}{} {};", form.mnemonic, words.concat(), texts.join(", ")))
}

#[test]
fn every_spelling_of_a_memory_instruction_decodes() {
    let dialect = Dialect {
        version: Version::released("9.0"),
        target: Target::from_word("sm_100a"),
        ..Dialect::default()
    };
    let mut found = 0;
    for mnemonic in [
        "ld",
        "st",
        "atom",
        "red",
        "cp",
        "fence",
        "membar",
        "prefetch",
        "prefetchu",
        "createpolicy",
        "discard",
        "applypriority",
        "nanosleep",
    ] {
        for form in forms::effects(mnemonic) {
            let runs = |effect| {
                use Effect::{AsyncCommit, AsyncCopy, AsyncWait, Atomic, CacheHint, CachePolicy};
                use Effect::{Fence, Load, Reduction, Sleep, Store};
                matches!(
                    effect,
                    AsyncCommit
                        | AsyncCopy
                        | AsyncWait
                        | Atomic
                        | CacheHint
                        | CachePolicy
                        | Fence
                        | Load
                        | Reduction
                        | Sleep
                        | Store
                )
            };
            let is_vector = matches!(mnemonic, "atom" | "red")
                && form.operands.iter().any(|slot| slot.counted.is_some());
            if !form.effect().is_some_and(runs) || is_vector {
                continue;
            }
            let spellings = form.spellings();
            let step = spellings.len().div_ceil(MOST_SPELLINGS);
            // `ptx-run` supports atomics of up to 64 bits only.
            let is_wide =
                |words: &&Vec<&str>| matches!(mnemonic, "atom" | "red") && words.contains(&"b128");
            let texts = spellings.iter().step_by(step).filter(|words| !is_wide(words));
            let texts: Vec<_> =
                texts.filter_map(|words| instruction(form, words, &dialect)).collect();
            found += texts.len();
            let text = format!(
                ".version 9.0\n.target sm_100a\n.address_size 64\n.visible .entry k() {{\n.reg .pred %p<9>; \
                 .reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .b128 %q<9>;\n{}\nret; }}",
                texts.join("\n")
            );
            let module = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
            if let Err(error) = module.kernel("k") {
                panic!("{error}\n{text}");
            }
        }
    }
    assert!(found > 3000, "{found}");
}
