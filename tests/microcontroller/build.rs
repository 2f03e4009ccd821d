//! Links with `memory.ld`, the memory layout of the processor.

fn main() {
    println!("cargo::rerun-if-changed=memory.ld");
    println!("cargo::rustc-link-arg=-T{}/memory.ld", env!("CARGO_MANIFEST_DIR"));
}
