//! Prints the words of the standard input that are missing in the tables of this crate. Each line has a kind and a word:
//! `modifier .sat`, `instruction mbarrier.init`, `register %tid` or `directive .maxntid`.
//!
//! `tests/oracle/newest.py` compares the words of NVIDIA's assembler with the tables in this way.

use ptx_isa::placement;
use ptx_isa::{forms, is_mnemonic, is_outside_program, is_special_register};
use std::collections::HashSet;
use std::io::BufRead;

fn main() {
    let all: HashSet<&str> =
        forms::every().flat_map(|form| form.slots).flat_map(|slot| slot.words).copied().collect();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let Some((kind, word)) = line.split_once(' ') else { continue };
        let bare = word.trim_start_matches('.');
        let is_known = match kind {
            "modifier" => all.contains(bare),
            "instruction" => {
                let mut words = word.split('.');
                let mnemonic = words.next().unwrap_or_default();
                let words: Vec<_> = words.collect();
                let has_words = words.iter().all(|word| forms::has_word(mnemonic, word));
                is_mnemonic(mnemonic) && (has_words || is_outside_program(mnemonic, &words))
            }
            "register" => is_special_register(word),
            "directive" => placement::is_directive(bare),
            _ => panic!("unknown kind: {line}"),
        };
        if !is_known {
            println!("{line}");
        }
    }
}
