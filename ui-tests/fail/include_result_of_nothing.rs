//! A function without a result must be declared without a result.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn nothing() -> u32;
}

fn main() {}
