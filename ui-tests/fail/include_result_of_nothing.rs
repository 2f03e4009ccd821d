//! If the function has no result, the declaration must not have a result.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn nothing() -> u32;
}

fn main() {}
