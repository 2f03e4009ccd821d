//! How far the instruction table reaches: where it must be silent although it knows the mnemonic.
//!
//! The table has the forms that the project computes. PTX has more forms of some mnemonics, so a
//! word that no form of the mnemonic has is a fault only where the table is known to be complete.

use ptx_isa::{Type, forms, nearest};

/// Mnemonics of which PTX has no other types than the table.
const COMPLETE: &[&str] =
    &["testp", "copysign", "fma", "rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh"];

/// Whether PTX may have an instruction that the table lacks: then nothing is said about it.
pub(super) fn is_beyond(mnemonic: &str, modifiers: &[&str]) -> bool {
    let family = forms::family(mnemonic);
    if family.is_empty() {
        return true;
    }
    let known = |word: &str| family.iter().any(|form| has(form, word));
    let complete = COMPLETE.contains(&mnemonic);
    modifiers.iter().filter(|word| !known(word)).any(|word| match Type::from_word(word) {
        Some(_) => !complete,
        None if looks_like_a_type(word) => !complete,
        // A word of another instruction, or a slip of the pen, or a word of PTX beyond the table.
        None => {
            let words = || family.iter().flat_map(|form| form.slots).flat_map(|slot| slot.words);
            let slip = nearest(word, words().copied()).is_some();
            !(slip || forms::all().any(|form| has(form, word))) || is_elsewhere(word)
        }
    })
}

fn has(form: &ptx_isa::Form, word: &str) -> bool {
    form.slots.iter().any(|slot| slot.words.contains(&word))
}

/// `.b128`, `.tf32`, `.e4m3x2`: a letter or two of a kind, then digits.
fn looks_like_a_type(word: &str) -> bool {
    let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
    matches!(&word[..digits], "b" | "u" | "s" | "f" | "e" | "bf" | "tf" | "ue" | "v" | "x")
}

/// Words of PTX that lie near a word of the table, on instructions that it may lack.
fn is_elsewhere(word: &str) -> bool {
    matches!(word, "rna" | "rs" | "rni" | "rzi" | "rmi" | "rpi" | "cc" | "hi" | "lo" | "wide")
}
