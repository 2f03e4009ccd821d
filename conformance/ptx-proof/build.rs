//! Compiles `mma_model.c`, an implementation of matrix instructions in C that is independent of ptx-core. The crate
//! ptx-proof compares ptx-core with this implementation.

use std::env;
use std::path::PathBuf;

fn main() {
    let source = "../model/mma_model.c";
    println!("cargo::rerun-if-changed={source}");
    println!("cargo::rerun-if-changed=../model/mma_element.h");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let program = folder.join("mma_model");
    let compiler = cc::Build::new().opt_level(2).get_compiler();
    let status = compiler.to_command().arg(source).arg("-o").arg(&program).arg("-lm").status();
    assert!(status.is_ok_and(|status| status.success()), "the C model does not compile");
    println!("cargo::rustc-env=MMA_MODEL={}", program.display());
}
