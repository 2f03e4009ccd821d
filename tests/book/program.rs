//! The page of memory and control instructions, which `include_ptx!` supports in PTX files.

use crate::entries::cell;
use crate::reference::{since, words};
use ptx_isa::{Form, forms};
use std::fmt::Write;

const MNEMONICS: [&str; 9] = ["ld", "st", "cvta", "bra", "brx", "call", "ret", "exit", "trap"];

pub(crate) fn page() -> String {
    let mut text = String::from(
        "\n# Memory and control\n\nThese instructions need a whole program. `include_ptx!` supports them in PTX files, \
         `ptx-bits check` checks them, and in `ptx!` they are errors. `include_ptx!` supports the state spaces \
         `.param`, `.const`, `.global` and `.local`, and generic addresses. `.type` is an integer, a float or bits, of \
         8 to 64 bits.\n\n| form | PTX ISA and targets |\n|---|---|\n",
    );
    let all: Vec<&'static Form> = MNEMONICS.into_iter().flat_map(forms::effects).copied().collect();
    for form in &all {
        let line = form.to_string().replace('|', "\\|");
        let _ = writeln!(text, "| `{line}` | {} |", cell(&since(form)));
    }
    for line in words(&all) {
        text += &line;
    }
    text
}
