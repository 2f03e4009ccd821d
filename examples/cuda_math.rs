//! Calls functions and a kernel of a PTX file from Rust: `cargo run --release --example cuda_math`.
//!
//! The PTX file was written by hand. `nvcc -ptx -rdc=true` compiles CUDA to similar files.

ptx::include_ptx! {
    "cuda_math.ptx"
    /// e^x.
    pub fn exponential(x: f32) -> f32;
    /// 1 / (1 + e^-x).
    pub fn sigmoid(x: f32) -> f32;
    /// Computes x · sigmoid(x) for each element of a slice.
    pub fn silu(thread: ptx::Thread, x: &[f32], y: &mut [f32], n: u32);
}

/// The numbers e^0 to e^4, computed at compile time.
const TABLE: [f32; 5] = {
    let (mut table, mut i) = ([0.0; 5], 0);
    while i < 5 {
        table[i] = exponential(i as f32);
        i += 1;
    }
    table
};

/// Returns the distance of two floats with the same sign, in ulps.
fn distance(a: f32, b: f32) -> u32 {
    a.to_bits().abs_diff(b.to_bits())
}

fn main() {
    println!("e^0 to e^4, constants of this program: {TABLE:?}\n");
    println!("{:>6}  {:>14} {:>8}  {:>12}  floats between", "x", "e^x", "bits", "sigmoid(x)");
    for x in [-5.5_f32, -1.0, -0.1, 0.0, 0.1, 1.0, 5.5, 42.0] {
        let (y, exact) = (exponential(x), f64::from(x).exp());
        let between = distance(y, exact as f32);
        println!("{x:>6}  {y:>14.6e} {:08x}  {:>12.6e}  {between}", y.to_bits(), sigmoid(x));
    }
    let x: Vec<f32> = (0..1000).map(|i| i as f32 / 100.0 - 5.0).collect();
    let mut y = vec![0.0; x.len()];
    for thread in ptx::grid([4, 1, 1], [256, 1, 1]) {
        silu(thread, &x, &mut y, 1000);
    }
    let exact = |x: f32| f64::from(x) / (1.0 + (-f64::from(x)).exp());
    let worst = x.iter().zip(&y).map(|(x, y)| distance(*y, exact(*x) as f32)).max();
    println!("\nsilu of 1000 numbers by a grid of 4 blocks of 256 threads: at most");
    println!("{} floats from the correctly rounded result", worst.unwrap_or_default());
}
