//! Builds the book's page about instructions that need a whole program: memory, control, several threads.

use crate::entries::cell;
use crate::reference::{since, words};
use ptx_isa::{Form, forms};
use std::fmt::Write;

pub(crate) fn page() -> String {
    let mut text = String::from(
        "\n# Memory and control\n\nThese instructions need a whole program. `ptx-bits check` checks them, and in `ptx!` they are \
         errors. `ptx-bits run` runs [whole kernels](../guide/run.md). `include_ptx!` supports `ld`, `st`, `cvta`, `bra`, `brx`, `call`, `ret`, `exit` and `trap` in PTX \
         files, without `.b128`, `.mmio` and `.L2::cache_hint`, in the state spaces `.param`, `.const`, `.global` and \
         `.local`, and with generic addresses. `.type` is an integer, a float or bits, of 8 to 64 bits.\n\n\
         | form | PTX ISA and targets |\n|---|---|\n",
    );
    let all: Vec<&'static Form> = forms::every().filter(|form| form.effect().is_some()).collect();
    for form in &all {
        let line = form.to_string().replace('|', "\\|");
        let _ = writeln!(text, "| `{line}` | {} |", cell(&since(form)));
    }
    for line in words(&all) {
        text += &line;
    }
    text
}
