//! Tests a dot product with packed halves. Each half of a word holds a partial sum, and the last step adds both partial
//! sums.

use crate::Random;
use ptx::ptx;

fn dot(a: &[u32], b: &[u32]) -> u16 {
    let mut sums = 0_u32;
    for (&x, &y) in a.iter().zip(b) {
        ptx! { fma.rn.f16x2 sums, x, y, sums; }
    }
    ptx! {
        .reg .b16 %low, %high;
        mov.b32     {%low, %high}, sums;
        add.rn.f16  %low, %low, %high;
        %low
    }
}

/// Converts a half to an f64.
fn wide(x: u16) -> f64 {
    let (field, fraction) = (i32::from(x >> 10 & 31), f64::from(x & 0x3ff) / 1024.0);
    let sign = if x >> 15 == 1 { -1.0 } else { 1.0 };
    let magnitude = if field == 0 { fraction * 2.0 } else { 1.0 + fraction };
    sign * magnitude * f64::from(field - 15).exp2()
}

/// Rounds an f64 to the nearest half, ties to even. Compares the distances from `x` to the halves below and above.
fn rounded(x: f64) -> u16 {
    let magnitude = x.abs();
    let above =
        (0..0x7c00_u16).collect::<Vec<_>>().partition_point(|h| wide(*h) < magnitude) as u16;
    let nearest = match above.checked_sub(1) {
        None => above,
        Some(below) => {
            let (down, up) = (magnitude - wide(below), wide(above) - magnitude);
            if down < up || down == up && below & 1 == 0 { below } else { above }
        }
    };
    nearest | if x.is_sign_negative() { 1 << 15 } else { 0 }
}

#[test]
fn every_step_is_rounded_to_a_half() {
    let mut g = Random(11);
    // Returns a half in ±[0.5, 2).
    let mut half = || {
        let bits = g.bits();
        (bits >> 20) as u16 & 0x8000 | (0x3800 + (bits >> 40) as u16 % 0x0800)
    };
    let mut different = 0;
    for _ in 0..50 {
        let [a, b]: [Vec<[u16; 2]>; 2] =
            [(); 2].map(|()| (0..32).map(|_| [half(), half()]).collect());
        let pack = |v: &[[u16; 2]]| -> Vec<u32> {
            v.iter().map(|[x, y]| u32::from(*y) << 16 | u32::from(*x)).collect()
        };
        // All f64 values are exact: products have 22 bits, and sums are below 2^7.
        let lane = |i: usize| {
            a.iter().zip(&b).fold(0, |sum, (x, y)| rounded(wide(x[i]) * wide(y[i]) + wide(sum)))
        };
        let result = dot(&pack(&a), &pack(&b));
        assert_eq!(result, rounded(wide(lane(0)) + wide(lane(1))));
        // The native f32 sum, rounded once at the end, sometimes gives a different half.
        let terms =
            a.iter().zip(&b).flat_map(|(x, y)| [0, 1].map(|i| (wide(x[i]) * wide(y[i])) as f32));
        different += usize::from(result != rounded(terms.sum::<f32>().into()));
    }
    assert!(different > 0);
}
