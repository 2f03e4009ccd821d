//! Lists the instructions of a cubin: `cargo run -p ptx-sass --example list -- FILE`.

use ptx_sass::{Cubin, decode};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("expected a cubin")?;
    let cubin = Cubin::read(&std::fs::read(path)?)?;
    for kernel in &cubin.kernels {
        println!("{} ({} parameters)", kernel.name, kernel.parameters.len());
        for (i, bytes) in kernel.code.chunks_exact(16).enumerate() {
            let word = u128::from_le_bytes(bytes.try_into()?);
            let address = 16 * i as u64;
            match decode(word, address, cubin.sm) {
                Ok(instruction) => println!("    {address:04x} {instruction}"),
                Err(unknown) => println!("    {address:04x} {unknown}"),
            }
        }
    }
    Ok(())
}
