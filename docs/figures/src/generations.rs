//! Draws the error of a sum of products after each product, for the tensor cores of several generations.

use crate::canvas::{Anchor, BLUE, FAINT, GREEN, GRID, INK, ORANGE, Place, RED, picture};
use crate::read;
use plotters::style::RGBColor;
use ptx_core::mma::{Form, Type::*, element};
use ptx_core::{Rounding, Saturation, Sm, Subnormals, cvt_f16_f64, cvt_f32_f16, fma_f32};

const LEFT: i32 = 90;
const TOP: i32 = 110;
const WIDTH: i32 = 960;
const HEIGHT: i32 = 420;
/// The range of the error axis, in ulps of the final sum.
const ULPS: (f64, f64) = (-42.0, 6.0);

struct Line {
    name: &'static str,
    form: Form,
    sm: Sm,
    color: RGBColor,
}

/// A form with f16 operands and f32 results.
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

/// Returns the lengths of the sepals minus their mean, as f16.
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

/// Returns the exact sum of the squares of `x`. It is exact in f64, because squares of f16 have 22 bits, and
/// their sums have only a few more.
fn exact(x: &[u16]) -> f64 {
    x.iter().map(|x| f64::from(single(*x)).powi(2)).sum()
}

/// Returns the sum of the squares of `x` as a tensor core computes it.
fn on(line: &Line, x: &[u16]) -> f64 {
    let mut x: Vec<u64> = x.iter().map(|x| u64::from(*x)).collect();
    x.resize(x.len().next_multiple_of(16), 0);
    let sum = element(line.form, &x, &x, 0, line.sm).expect("whole instructions");
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
    picture((1120, 650), |canvas| {
        canvas.text(
            "One sum of products on tensor cores of several generations",
            (LEFT, 28),
            26,
            INK,
            Anchor::Left,
        );
        let facts = format!(
            "the squares of {} sepal lengths less their mean, in f16, added to an f32: the error of each partial sum",
            x.len()
        );
        canvas.text(&facts, (LEFT, 58), 17, FAINT, Anchor::Left);
        let unit = format!("ulps of the whole sum, {:.3}", exact(&x));
        canvas.text(&unit, (LEFT, TOP - 14), 15, FAINT, Anchor::Left);
        for error in (-40..=5).step_by(5) {
            let (_, y) = place(0, 1, error.into());
            canvas.line(&[(LEFT, y), (LEFT + WIDTH, y)], if error == 0 { FAINT } else { GRID }, 1);
            let sign = if error > 0 { "+" } else { "" };
            canvas.text(&format!("{sign}{error}"), (LEFT - 10, y), 16, INK, Anchor::Right);
        }
        for count in (0..=x.len()).step_by(25) {
            let (at, _) = place(count, x.len(), 0.0);
            canvas.line(&[(at, TOP + HEIGHT), (at, TOP + HEIGHT + 6)], INK, 1);
            canvas.text(&count.to_string(), (at, TOP + HEIGHT + 20), 16, INK, Anchor::Middle);
        }
        canvas.frame((LEFT, TOP), (LEFT + WIDTH, TOP + HEIGHT), FAINT);
        canvas.line(&errors(&chain), GREEN, 2);
        for line in &LINES {
            canvas.line(&errors(&|x| on(line, x)), line.color, 3);
        }
        let chain = ("a chain of fma in f32, to nearest", chain(&x), GREEN);
        let names = LINES.iter().map(|line| (line.name, on(line, &x), line.color));
        for (i, (name, sum, color)) in names.chain([chain]).enumerate() {
            let y = TOP + HEIGHT - 108 + 26 * i as i32;
            canvas.line(&[(LEFT + 20, y), (LEFT + 60, y)], color, 3);
            let text = format!("{name}: {:08x}", (sum as f32).to_bits());
            canvas.text(&text, (LEFT + 72, y), 16, INK, Anchor::Left);
        }
        let middle = LEFT + WIDTH / 2;
        canvas.text("products added", (middle, TOP + HEIGHT + 48), 18, INK, Anchor::Middle);
    })
}
