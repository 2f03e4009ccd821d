//! Tests that `ptx!` can be called where Rust allows an expression, such as constants, closures and array lengths.
#![deny(warnings)]
#![forbid(unsafe_code)]
#![forbid(unused)]

use ptx::ptx;

const fn reciprocal(x: f32) -> f32 {
    ptx! { .reg .f32 t; rcp.rn.f32 t, x; t }
}

const QUARTER: f32 = reciprocal(4.0);
static EIGHTH: f32 = ptx! { .reg .f32 t; rcp.rn.f32 t, 8.0; t };
const TABLE: [f32; 3] = [reciprocal(1.0), reciprocal(2.0), ptx! { .reg .f32 t; t }];

const fn with_guards_and_vectors(n: u32) -> (u64, u32) {
    let d;
    let v = ptx! {
        .reg .b64 v; .reg .pred p; .reg .b32 %r<2>;
        mov.pred p, (n > 2);
        @p mov.b64 v, {n, (n + 1)};
        @!p mov.b64 v, 1;
        mov.b64 {%r0, _}, v;
        mov.b32 d, %r0;
        v
    };
    (v, d)
}

#[test]
fn constants_statics_and_const_fns() {
    assert_eq!((QUARTER, EIGHTH, TABLE), (0.25, 0.125, [1.0, 0.5, 0.0]));
    const FEW: (u64, u32) = with_guards_and_vectors(1);
    const MANY: (u64, u32) = with_guards_and_vectors(3);
    assert_eq!((FEW, MANY), ((1, 1), (0x4_0000_0003, 3)));
    assert_eq!((with_guards_and_vectors(1), with_guards_and_vectors(3)), (FEW, MANY));
    let in_block = const {
        ptx! { .reg .f64 t; sqrt.rn.f64 t, 2.0; t }
    };
    assert_eq!(in_block.to_bits(), 0x3ff6_a09e_667f_3bcd);
}

struct Lanes<const N: u32>;
impl<const N: u32> Lanes<N> {
    const DOUBLED: u64 = ptx! { .reg .b64 v; mov.b64 v, {N, N}; v };
}

fn generic<T: Into<f32> + Copy>(x: T) -> f32 {
    ptx! { .reg .f32 t; fma.rn.f32 t, (x.into()), (x.into()), 1.0; t }
}

#[test]
fn generics() {
    assert_eq!((generic(2_u8), generic(3.0_f32)), (5.0, 10.0));
    assert_eq!(Lanes::<3>::DOUBLED, 0x3_0000_0003);
}

#[test]
fn closures_and_loops() {
    let scale = 2.0_f32;
    let scaled = |x: f32| ptx! { .reg .f32 t; fma.rn.f32 t, x, scale, 0.0; t };
    let values: Vec<f32> = [1.0, 2.0].into_iter().map(scaled).collect();
    assert_eq!(values, [2.0, 4.0]);
    let mut sum = 0.0_f32;
    for x in [1.0_f32, 2.0, 3.0] {
        ptx! { fma.rn.f32 sum, x, x, sum; }
    }
    let mut n = 0_u32;
    while n < 3 {
        ptx! { .reg .b32 t; mov.b32 t, (n + 1); mov.b32 n, t; }
    }
    assert_eq!((sum, n), (14.0, 3));
}

trait Compute {
    const SEED: f32 = ptx! { .reg .f32 t; rcp.rn.f32 t, 4.0; t };
    fn run(&self) -> f32 {
        ptx! { .reg .f32 t; mov.f32 t, (Self::SEED); t }
    }
}
impl Compute for () {}

#[test]
fn traits_and_array_lengths() {
    assert_eq!(().run(), 0.25);
    let array = [0_u8; ptx! { .reg .u64 t; mov.u64 t, 3; t } as usize];
    assert_eq!(array.len(), 3);
}

#[test]
fn async_blocks_and_threads() {
    let thread = std::thread::spawn(|| ptx! { .reg .f32 t; rcp.rn.f32 t, 4.0; t });
    assert_eq!(thread.join().unwrap(), 0.25);
}

#[test]
fn many_statements_in_one_call() {
    let mut x = 0.0_f32;
    macro_rules! ten {
        ($($t:tt)*) => { ptx! { $($t)* $($t)* $($t)* $($t)* $($t)* $($t)* $($t)* $($t)* $($t)* $($t)* } };
    }
    ten! { fma.rn.f32 x, 1.0, 1.0, x; { .reg .f32 t; mov.f32 t, x; mov.f32 x, t; } }
    assert_eq!(x, 10.0);
}
