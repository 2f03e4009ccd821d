//! Generates operands near the limits of the range, near rounding boundaries, and with
//! cancellation. The generators compute with native floats.

use crate::Random;

/// Returns a float with `e` exponent bits and `f` fraction bits. Its fields are often near a limit.
fn biased(g: &mut Random, e: u32, f: u32) -> u64 {
    let ones = (1 << f) - 1;
    let fraction = match g.below(8) {
        0 => 0,
        1 => ones,
        2 => g.below(4),
        3 => ones - g.below(4),
        4 => (1 << (f - 1)) + g.below(3) - 1,
        5 => 1 << g.below(f.into()),
        6 => (g.next() & ones) << g.below(f.into()) & ones,
        _ => g.next() & ones,
    };
    let last = (1 << e) - 1;
    let bias = last / 2;
    let exponent = match g.below(8) {
        0 => g.below(3),
        1 => last - g.below(4).min(g.below(4)),
        2 => bias + g.below(3) - 1,
        3 => bias + g.below(2 * u64::from(f) + 6) - u64::from(f) - 3,
        4 => g.below(u64::from(f) + 4),
        _ => g.below(last),
    };
    g.below(2) << (e + f) | exponent << f | fraction
}

/// Defines a generator of operands `[a, b, c]` for any operation. One operand is often chosen so
/// that a product, quotient, sum or `a · b + c` is near a rounding boundary.
macro_rules! triples {
    ($name:ident, $float:ident, $bits:ident, $work:ident, $e:literal, $f:literal) => {
        /// Returns operands `[a, b, c]`. The exact result of an operation on these operands is
        /// often near a rounding boundary.
        #[must_use]
        pub fn $name(g: &mut Random) -> [$bits; 3] {
            type F = $float;
            fn any(g: &mut Random) -> F {
                F::from_bits(biased(g, $e, $f) as $bits)
            }
            // Returns the float nearest to `x`, or a float a few ulps away.
            fn near(g: &mut Random, x: $work) -> F {
                let ulps = g.below(5).min(g.below(5)) as $bits;
                let bits = (x as F).to_bits();
                F::from_bits(if g.below(2) == 0 {
                    bits.wrapping_add(ulps)
                } else {
                    bits.wrapping_sub(ulps)
                })
            }
            // Returns a rounding boundary: a float, or the midpoint of two neighbouring floats. If `F` is `f64`,
            // the midpoint is itself rounded to `f64`, the type in which this code computes.
            fn target(g: &mut Random) -> $work {
                let x = any(g);
                let next = F::from_bits(x.to_bits().wrapping_add(1));
                if g.below(2) == 0 { x as $work } else { x as $work / 2.0 + next as $work / 2.0 }
            }
            let (mut a, mut b, mut c) = (any(g), any(g), any(g));
            let goal = target(g);
            let scale = (2.0 as $work).powi(g.below(2 * $f + 8) as i32 - $f - 4);
            let product = a as $work * b as $work;
            match g.below(8) {
                0 => b = near(g, goal / a as $work),
                1 => a = near(g, goal * b as $work),
                2 => a = near(g, 1.0 / goal),
                3 => c = near(g, -product),
                4 => c = near(g, product * scale),
                5 => b = near(g, -(a as $work)),
                6 => b = near(g, a as $work * scale),
                _ => {}
            }
            if g.below(4) == 0 {
                a = -a;
            }
            [a.to_bits(), b.to_bits(), c.to_bits()]
        }
    };
}
triples!(triple_f32, f32, u32, f64, 8, 23);
triples!(triple_f64, f64, u64, f64, 11, 52);
