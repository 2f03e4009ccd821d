//! A function without a result is declared without one.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn nothing() -> u32;
}

fn main() {}
