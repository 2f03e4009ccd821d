//! Writes the list of the functions of `ptx-core` that `src/eval/functions.rs` calls.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("functions.rs"), ptx_isa::list_functions("dispatch"))
}
