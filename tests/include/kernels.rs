//! Compares the results of the kernels in `kernels.ptx` with the results of the same computations in `f64`.

use ptx::{Thread, grid};

ptx::include_ptx! {
    "kernels.ptx"
    fn saxpy(thread: ptx::Thread, n: i32, a: f32, x: &[f32], y: &mut [f32]);
    fn softmax(thread: Thread, x: &[f32], y: &mut [f32], n: u32);
    fn softmax16(thread: Thread, x: &[f32], y: &mut [f32], n: u32);
    fn layer_norm(thread: Thread, x: &[f32], y: &mut [f32], n: u32);
    fn seven(input: &[u32], output: &mut [u32]);
}

/// Tests that an unread parameter of the kernel `seven` causes no warning.
#[test]
fn a_pointer_that_is_not_read() {
    let mut output = [0];
    seven(&[], &mut output);
    assert_eq!(output, [7]);
}

const N: usize = 37;

const fn row(seed: u32) -> [f32; N] {
    let (mut row, mut state, mut i) = ([0.0; N], seed, 0);
    while i < N {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        row[i] = (state >> 8) as f32 / 16_777_216.0 * 8.0 - 4.0;
        i += 1;
    }
    row
}

#[test]
fn saxpy_of_a_grid() {
    let (x, start) = (row(1), row(2));
    let mut y = start;
    for thread in grid([3, 1, 1], [16, 1, 1]) {
        saxpy(thread, N as i32, 1.5, &x, &mut y);
    }
    for i in 0..N {
        assert_eq!(y[i], 1.5_f32.mul_add(x[i], start[i]));
    }
}

#[test]
fn saxpy_in_a_constant() {
    const Y: [f32; 4] = {
        let mut y = [10.0, 20.0, 30.0, 40.0];
        let mut i = 0;
        while i < 4 {
            let thread = Thread { tid: [i, 0, 0], ntid: [4, 1, 1], ctaid: [0; 3], nctaid: [1; 3] };
            saxpy(thread, 4, 2.0, &[1.0, 2.0, 3.0, 4.0], &mut y);
            i += 1;
        }
        y
    };
    assert_eq!(Y, [12.0, 24.0, 36.0, 48.0]);
    let mut y = [10.0, 20.0, 30.0, 40.0];
    for thread in grid([1, 1, 1], [4, 1, 1]) {
        saxpy(thread, 4, 2.0, &[1.0, 2.0, 3.0, 4.0], &mut y);
    }
    assert_eq!(y, Y);
}

/// Returns whether a result is within `bound` of the exact result.
fn is_near(found: f32, exact: f64, bound: f64) -> bool {
    (f64::from(found) - exact).abs() <= bound
}

type Kernel = fn(Thread, &[f32], &mut [f32], u32);

/// Generates two rows of numbers from two seeds, and runs a kernel with one thread per row. Returns the numbers and the
/// results.
fn rows(kernel: Kernel, seeds: [u32; 2]) -> (Vec<f32>, Vec<f32>) {
    let x = seeds.map(row).concat();
    let mut y = vec![0.0; x.len()];
    for thread in grid([2, 1, 1], [1, 1, 1]) {
        kernel(thread, &x, &mut y, N as u32);
    }
    (x, y)
}

/// Computes a kernel's results for one row in const evaluation. Evaluates to the bits of the results.
macro_rules! in_a_constant {
    ($kernel:ident, $seed:expr) => {{
        const Y: [f32; N] = {
            let mut y = [0.0; N];
            let thread = Thread { tid: [0; 3], ntid: [1; 3], ctaid: [0; 3], nctaid: [1; 3] };
            $kernel(thread, &row($seed), &mut y, N as u32);
            y
        };
        Y.map(f32::to_bits)
    }};
}

fn bits(row: &[f32]) -> Vec<u32> {
    row.iter().map(|x| x.to_bits()).collect()
}

fn is_softmax(x: &[f32], y: &[f32]) {
    for (x, y) in x.chunks(N).zip(y.chunks(N)) {
        let sum: f64 = x.iter().map(|x| f64::from(*x).exp()).sum();
        for (x, y) in x.iter().zip(y) {
            let exact = f64::from(*x).exp() / sum;
            // The bound is 64 half ulps. The 37 additions and the argument of `ex2` cause errors. The error of this
            // argument grows with the distance from x to the largest element, which is at most 8.
            assert!(is_near(*y, exact, exact * 64.0 / 16_777_216.0), "{x}: {y}, {exact}");
        }
    }
}

#[test]
fn softmax_of_rows() {
    let (x, y) = rows(softmax, [3, 4]);
    is_softmax(&x, &y);
    assert_eq!(bits(&y[..N]), in_a_constant!(softmax, 3));
    // The kernel `softmax16` adds the terms of `softmax` in the same order, but adds several terms in each iteration.
    assert_eq!(bits(&rows(softmax16, [3, 4]).1), bits(&y));
    assert_eq!(bits(&y[N..]), in_a_constant!(softmax16, 4));
}

#[test]
fn layer_norm_of_rows() {
    let (x, y) = rows(layer_norm, [5, 6]);
    assert_eq!(bits(&y[..N]), in_a_constant!(layer_norm, 5));
    for (x, y) in x.chunks(N).zip(y.chunks(N)) {
        let mean = x.iter().map(|x| f64::from(*x)).sum::<f64>() / N as f64;
        let square = x.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>() / N as f64;
        let variance = square - mean * mean + f64::from(f32::from_bits(0x3727_c5ac));
        for (x, y) in x.iter().zip(y) {
            let exact = (f64::from(*x) - mean) / variance.sqrt();
            assert!(is_near(*y, exact, 1.0e-5), "{x}: {y}, {exact}");
        }
    }
}

#[test]
#[should_panic(expected = "reads outside of its slice")]
fn a_grid_beyond_the_slices() {
    let (x, mut y) = ([0.0; 4], [0.0; 4]);
    for thread in grid([1, 1, 1], [5, 1, 1]) {
        saxpy(thread, 5, 1.0, &x, &mut y);
    }
}
