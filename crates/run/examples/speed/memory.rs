//! Measures launches of a kernel that writes one word, in memories with large buffers and with many buffers.

use crate::{Result, least};
use ptx_run::{Grid, Memory, Module, Options};

const TEXT: &str = ".version 8.0\n.target sm_80\n.address_size 64
    .visible .entry one(.param .u64 p)
    {
        .reg .b64 %rd<2>;
        ld.param.u64 %rd1, [p];
        st.global.u32 [%rd1], 7;
        ret;
    }";

/// Prints a table of the times of a launch.
pub(crate) fn print() -> Result<()> {
    println!("\n| launch of one thread, with | time |");
    println!("|---|---|");
    let mut first = None;
    for (name, buffers, bytes) in [
        ("10 buffers of 64 bytes", 10, 64),
        ("10,000 buffers of 64 bytes", 10_000, 64),
        ("1 MiB", 1, 1 << 20),
        ("256 MiB", 1, 1 << 28),
        ("1 GiB", 1, 1 << 30),
    ] {
        let time = launch(buffers, bytes)?;
        let ratio = time / *first.get_or_insert(time);
        println!("| {name} | {time:.4} ms, {ratio:.1} times the first |");
    }
    Ok(())
}

/// Returns the time in ms of a launch with one word and `buffers` other buffers of `bytes` bytes.
fn launch(buffers: usize, bytes: usize) -> Result<f64> {
    let kernel = Module::new("one.ptx", TEXT)?.kernel("one")?;
    let mut memory = Memory::new();
    (0..buffers).for_each(|_| _ = memory.add_bytes(vec![0; bytes], false));
    let word = memory.add(&[0u32]);
    least(|| {
        kernel.launch(Grid::new(1, 1), &[word.into()], &mut memory, &Options::default())?;
        Ok(())
    })
}
