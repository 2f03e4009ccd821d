use ptx::ptx;
fn f(a: f32) -> f32 {
    let d: f32;
    ptx! { rcp.rn.ftz.f32 d, a; }
    d
}
const fn g(a: f32) -> f32 {
    ptx! { .reg .f32 %f<4>; rcp.rn.f32 %f0, a; fma.rz.f32 %f1, %f0, %f0, 1.0; %f1 }
}
const G: f32 = g(3.0);
ptx::dialect! { my_ptx = .version 7.8 .target sm_80 }
#[test]
fn t() {
    assert_eq!(f(3.0), 1.0 / 3.0);
    assert_eq!(g(3.0), G);
    let x;
    let lo: u32 = 1;
    let hi = 2u32;
    let v = ptx! { .reg .b64 v; mov.b64 v, {lo, hi}; mov.b64 {_, x}, v; v };
    assert_eq!(v, 0x2_0000_0001);
    assert_eq!(x, 2);
    let mut out = [0f32; 3];
    ptx! { .reg .pred p; mov.pred p, (hi == 2); @p mov.f32 (out[1]), 5.; @!p mov.f32 (out[2]), 7.; }
    assert_eq!(out, [0.0, 5.0, 0.0]);
    let y = my_ptx! { .reg .b32 w; div.rp.f32 w, 1.0, 3.0; w};
    assert_eq!(y, 0x3eaaaaab);
}
#[test]
fn approximate() {
    let a = 0.1f32;
    let (d, e): (f32, f64);
    ptx! { rcp.approx.ftz.f32 d, a; }
    let s50 = ptx! { .target sm_50 .reg .f32 t; sqrt.approx.f32 t, a; t };
    let s52 = ptx! { .target sm_52 .reg .f32 t; sqrt.approx.f32 t, a; t };
    ptx! { .version 1.3 .target sm_10, map_f64_to_f32 rcp.f64 e, 3.0; }
    println!("{d:?} {s50:?} {s52:?} {e:?}");
    assert_eq!(e, f64::from(1.0f32 / 3.0));
}
