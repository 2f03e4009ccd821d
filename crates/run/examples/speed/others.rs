//! Measures kernels of `kernels.rs` outside of ptx-run: through `include_ptx!`, one thread after the other, and in C++.

use crate::kernels::{COUNT, NUMBERS, operands};
use crate::least;
use std::collections::HashMap;
use std::hint::black_box;
use std::process::Command;

ptx::include_ptx! {
    concat!(env!("CARGO_MANIFEST_DIR"), "/examples/speed/threads.ptx")
    #[ptx(name = "saxpy")]
    fn saxpy_thread(thread: ptx::Thread, x: &[f32], y: &mut [f32], a: f32, n: u32);
    #[ptx(name = "collatz")]
    fn collatz_thread(thread: ptx::Thread, y: &mut [u32], n: u32);
}

/// Returns the time of saxpy through `include_ptx!` in ms.
pub(crate) fn saxpy() -> f64 {
    let (x, mut y) = (operands(), vec![1.0; COUNT as usize]);
    time(|| {
        for thread in ptx::grid([COUNT / 256, 1, 1], [256, 1, 1]) {
            saxpy_thread(thread, black_box(&x), &mut y, 1.7, COUNT);
        }
    })
}

/// Returns the time of Collatz through `include_ptx!` in ms.
pub(crate) fn collatz() -> f64 {
    let mut y = vec![0; NUMBERS as usize];
    time(|| {
        for thread in ptx::grid([NUMBERS / 256, 1, 1], [256, 1, 1]) {
            collatz_thread(thread, black_box(&mut y), NUMBERS);
        }
    })
}

fn time(mut pass: impl FnMut()) -> f64 {
    let timed = least(|| {
        pass();
        Ok(())
    });
    timed.unwrap_or(f64::NAN)
}

/// Returns the time of each kernel in C++ on one core in ms. Without a C++ compiler, the map is empty.
pub(crate) fn native() -> HashMap<String, f64> {
    let program = std::env::temp_dir().join(format!("ptx-speed-{}", std::process::id()));
    let text = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/speed/native.cpp");
    let built = Command::new("c++").args(["-O2", "-mfma", text, "-o"]).arg(&program).status();
    if !built.is_ok_and(|status| status.success()) {
        return HashMap::new();
    }
    let output = Command::new(&program).output().map(|output| output.stdout).unwrap_or_default();
    // Ignore an error, because a remaining file does no harm.
    let _ = std::fs::remove_file(&program);
    let lines = String::from_utf8_lossy(&output).into_owned();
    let pair = |line: &str| {
        let (name, time) = line.split_once(' ')?;
        Some((name.to_owned(), time.parse().ok()?))
    };
    lines.lines().filter_map(pair).collect()
}
