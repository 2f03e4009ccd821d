//! Writes the pictures of the book: `cargo run --release --manifest-path docs/figures/Cargo.toml`.

use std::{fs, io};

fn main() -> io::Result<()> {
    for (name, picture) in figures::pictures() {
        fs::write(figures::folder().join(name), picture)?;
    }
    Ok(())
}
