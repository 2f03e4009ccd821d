//! Draws how the error of a sum of products grows with each product, for the tensor cores of several generations.

use crate::canvas::{
    Anchor, BLUE, GREEN, GRID, HEADING, INK, ORANGE, Place, RED, SMALL, TEXT, picture,
};
use crate::read;
use plotters::style::RGBColor;
use ptx_core::mma::{Form, Type::*, element};
use ptx_core::{Rounding, Saturation, Sm, Subnormals, cvt_f16_f64, cvt_f32_f16, fma_f32};

const LEFT: i32 = 54;
const TOP: i32 = 102;
const WIDTH: i32 = 672;
const HEIGHT: i32 = 330;
/// The range of errors in the picture, in ulps of the final sum.
const ULPS: (f64, f64) = (-32.0, 4.0);

struct Line {
    name: &'static str,
    form: Form,
    sm: Sm,
    color: RGBColor,
}

/// Returns the `mma` form of a shape with f16 operands and f32 results.
const fn form(shape: [u16; 3]) -> Form {
    Form::mma(shape, [F32, F16, F16, F32]).build().expect("a form")
}

const LINES: [Line; 3] = [
    Line {
        name: "sm_70: blocks of 4, 23 bits kept",
        form: form([8, 8, 4]),
        sm: Sm(70),
        color: RED,
    },
    Line {
        name: "sm_80, sm_89: blocks of 8, 24 bits kept",
        form: form([16, 8, 16]),
        sm: Sm(80),
        color: ORANGE,
    },
    Line {
        name: "sm_90, sm_100, sm_120: blocks of 16, 25 bits kept",
        form: form([16, 8, 16]),
        sm: Sm(90),
        color: BLUE,
    },
];

/// Returns the sepal lengths of the iris data minus their mean, as f16.
fn halves() -> Vec<u16> {
    let text = read("examples/data/iris.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let first = |line: &str| line.split([' ', ',']).next()?.parse::<f64>().ok();
    let lengths: Vec<f64> = lines.filter_map(first).collect();
    let mean = lengths.iter().sum::<f64>() / lengths.len() as f64;
    lengths.iter().map(|x| cvt_f16_f64(x - mean, Rounding::Rn, Saturation::Off)).collect()
}

fn single(half: u16) -> f32 {
    cvt_f32_f16(half, Subnormals::Keep, Saturation::Off)
}

/// Returns the exact sum of the squares of `x`. The sum is exact in f64, because squares of f16 numbers have 22 bits,
/// and their sums have only a few more bits.
fn exact(x: &[u16]) -> f64 {
    x.iter().map(|x| f64::from(single(*x)).powi(2)).sum()
}

/// Returns the sum of the squares of `x` as a tensor core computes it.
fn on(line: &Line, x: &[u16]) -> f64 {
    let mut x: Vec<u64> = x.iter().map(|x| u64::from(*x)).collect();
    x.resize(x.len().next_multiple_of(16), 0);
    let sum = element(line.form, &x, &x, 0, line.sm).expect("a multiple of K elements");
    f32::from_bits(sum as u32).into()
}

/// Returns the sum of the squares of `x` as a chain of `fma`.
fn chain(x: &[u16]) -> f64 {
    let step = |sum, x: &u16| {
        fma_f32(single(*x), single(*x), sum, Rounding::Rn, Subnormals::Keep, Saturation::Off)
    };
    x.iter().fold(0.0, step).into()
}

fn place(count: usize, total: usize, error: f64) -> Place {
    let y = (error - ULPS.0) / (ULPS.1 - ULPS.0);
    (
        LEFT + (WIDTH as usize * count / total) as i32,
        TOP + HEIGHT - (y * f64::from(HEIGHT)).round() as i32,
    )
}

pub(crate) fn draw() -> String {
    let x = halves();
    let ulp = libm::exp2(libm::floor(libm::log2(exact(&x))) - 23.0);
    let errors = |sum: &dyn Fn(&[u16]) -> f64| -> Vec<Place> {
        let error = |k: usize| (sum(&x[..k]) - exact(&x[..k])) / ulp;
        (0..=x.len()).map(|k| place(k, x.len(), error(k))).collect()
    };
    picture(TOP + HEIGHT + 170, |canvas| {
        let heading = "One sum of products on tensor cores of several generations";
        canvas.text(heading, (LEFT, 20), HEADING, INK, Anchor::Left);
        let facts = [
            format!(
                "the squares of {} sepal lengths less their mean: f16 products, added to an f32",
                x.len()
            ),
            format!(
                "the sum is {:.3}; an ulp of it, the distance of neighbouring floats, is 2^{}",
                exact(&x),
                libm::log2(ulp)
            ),
        ];
        for (i, line) in facts.iter().enumerate() {
            canvas.text(line, (LEFT, 42 + 18 * i as i32), SMALL, INK, Anchor::Left);
        }
        let unit = "computed partial sum - exact partial sum, in ulps";
        canvas.text(unit, (LEFT, TOP - 12), SMALL, INK, Anchor::Left);
        for error in (-30..=0).step_by(10) {
            let (_, y) = place(0, 1, error.into());
            canvas.line(&[(LEFT, y), (LEFT + WIDTH, y)], GRID, if error == 0 { 2 } else { 1 });
            canvas.text(&error.to_string(), (LEFT - 8, y), SMALL, INK, Anchor::Right);
        }
        for count in (0..=x.len()).step_by(25) {
            let (at, _) = place(count, x.len(), 0.0);
            canvas.line(&[(at, TOP + HEIGHT), (at, TOP + HEIGHT + 5)], INK, 1);
            canvas.text(&count.to_string(), (at, TOP + HEIGHT + 17), SMALL, INK, Anchor::Middle);
        }
        canvas.frame((LEFT, TOP), (LEFT + WIDTH, TOP + HEIGHT), INK);
        canvas.line(&errors(&chain), GREEN, 2);
        for line in &LINES {
            canvas.line(&errors(&|x| on(line, x)), line.color, 2);
        }
        let middle = LEFT + WIDTH / 2;
        canvas.text("products added", (middle, TOP + HEIGHT + 38), TEXT, INK, Anchor::Middle);
        let chain = ("a chain of fma in f32, to nearest", chain(&x), GREEN);
        let names = LINES.iter().map(|line| (line.name, on(line, &x), line.color));
        for (i, (name, sum, color)) in names.chain([chain]).enumerate() {
            let text = format!("{name}: {:08x}", (sum as f32).to_bits());
            canvas.legend((LEFT, TOP + HEIGHT + 68 + 20 * i as i32), color, &text);
        }
        let note = "A block is cut to the kept bits below its largest exponent, and added. After the colon: the bits of the sum.";
        canvas.text(note, (LEFT, TOP + HEIGHT + 152), SMALL, INK, Anchor::Left);
    })
}
