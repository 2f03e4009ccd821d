//! Draws how the errors of sin and cos grow with the angle, for two GPU generations.

use crate::canvas::{Anchor, BLUE, FAINT, GRID, INK, ORANGE, Place, RED, picture};
use plotters::style::RGBColor;
use ptx_core::{Sm, Subnormals, cos_approx_f32, sin_approx_f32};
use std::f64::consts::PI;

const LEFT: i32 = 100;
const TOP: i32 = 90;
const WIDTH: i32 = 960;
const HEIGHT: i32 = 440;
/// The ranges of both axes: the binary exponents of the angles and of the errors.
const ANGLES: (f64, f64) = (-3.0, 20.0);
const ERRORS: (f64, f64) = (-26.0, 1.0);
/// The number of columns per factor of two of the angle.
const PER_OCTAVE: u32 = 8;
/// The step between the bit patterns of tested floats.
const STEP: usize = 61;

type Function = fn(f32, Subnormals, Sm) -> f32;

struct Line {
    name: &'static str,
    function: Function,
    exact: fn(f64) -> f64,
    sm: Sm,
    color: RGBColor,
    width: u32,
}

const LINES: [Line; 4] = [
    Line {
        name: "sin, sm_50",
        function: sin_approx_f32,
        exact: libm::sin,
        sm: Sm(50),
        color: BLUE,
        width: 4,
    },
    Line {
        name: "cos, sm_50",
        function: cos_approx_f32,
        exact: libm::cos,
        sm: Sm(50),
        color: INK,
        width: 1,
    },
    Line {
        name: "sin, sm_90",
        function: sin_approx_f32,
        exact: libm::sin,
        sm: Sm(90),
        color: ORANGE,
        width: 4,
    },
    Line {
        name: "cos, sm_90",
        function: cos_approx_f32,
        exact: libm::cos,
        sm: Sm(90),
        color: RED,
        width: 1,
    },
];

/// The documented errors: the line's letter, the largest angle, the binary logarithm of the error, the
/// source.
const PROMISES: [(&str, f64, f64, &str); 3] = [
    ("a", PI, -21.19, "CUDA guide, cos up to π: 2^-21.19"),
    ("b", 2.0 * PI, -20.5, "PTX, up to 2π: 2^-20.5"),
    ("c", 100.0 * PI, -14.7, "PTX, up to 100π: 2^-14.7"),
];

fn place(angle: f64, error: f64) -> Place {
    let x = (angle - ANGLES.0) / (ANGLES.1 - ANGLES.0);
    let y = (error - ERRORS.0) / (ERRORS.1 - ERRORS.0);
    (
        LEFT + (x * f64::from(WIDTH)).round() as i32,
        TOP + HEIGHT - (y.clamp(0.0, 1.0) * f64::from(HEIGHT)).round() as i32,
    )
}

/// Returns the largest error in each column of the picture.
fn envelope(line: &Line) -> Vec<Place> {
    let columns = (ANGLES.1 - ANGLES.0) as u32 * PER_OCTAVE;
    let first = (127 + ANGLES.0 as i32) as u32 * PER_OCTAVE;
    let column = |i: u32| {
        let start = (first + i) * ((1 << 23) / PER_OCTAVE);
        let words = (start..start + (1 << 23) / PER_OCTAVE).step_by(STEP).map(f32::from_bits);
        let errors = words.map(|x| {
            let result = (line.function)(x, Subnormals::Keep, line.sm);
            (f64::from(result) - (line.exact)(x.into())).abs()
        });
        let angle = ANGLES.0 + (f64::from(i) + 0.5) / f64::from(PER_OCTAVE);
        place(angle, libm::log2(errors.fold(0.0, f64::max)))
    };
    (0..columns).map(column).collect()
}

pub(crate) fn draw() -> String {
    picture((1120, 640), |canvas| {
        canvas.text(
            "sin.approx and cos.approx: the error grows with the angle",
            (LEFT, 28),
            26,
            INK,
            Anchor::Left,
        );
        let facts = "largest absolute error of one of 61 floats in each eighth of an octave, both axes logarithmic";
        canvas.text(facts, (LEFT, 58), 17, FAINT, Anchor::Left);
        for exponent in (ANGLES.0 as i32..=ANGLES.1 as i32).filter(|e| e % 2 == 0) {
            let (x, _) = place(exponent.into(), 0.0);
            canvas.line(&[(x, TOP), (x, TOP + HEIGHT)], GRID, 1);
            canvas.text(&power(exponent), (x, TOP + HEIGHT + 18), 16, INK, Anchor::Middle);
        }
        for exponent in (ERRORS.0 as i32..=ERRORS.1 as i32).filter(|e| e % 4 == 0) {
            let (_, y) = place(0.0, exponent.into());
            canvas.line(&[(LEFT, y), (LEFT + WIDTH, y)], GRID, 1);
            canvas.text(&power(exponent), (LEFT - 10, y), 16, INK, Anchor::Right);
        }
        canvas.frame((LEFT, TOP), (LEFT + WIDTH, TOP + HEIGHT), FAINT);
        for (i, (letter, angle, bound, name)) in PROMISES.into_iter().enumerate() {
            let (from, to) = (place(ANGLES.0, bound), place(libm::log2(angle), bound));
            canvas.dashes(&[from, to], INK, 6);
            canvas.line(&[to, (to.0, TOP + HEIGHT)], FAINT, 1);
            canvas.text(letter, (to.0 + 6, TOP + HEIGHT - 12), 16, INK, Anchor::Left);
            let (x, y) = (LEFT + WIDTH - 280, TOP + HEIGHT - 84 + 24 * i as i32);
            canvas.text(&format!("{letter}: {name}"), (x, y), 15, INK, Anchor::Left);
        }
        for line in &LINES {
            canvas.line(&envelope(line), line.color, line.width);
        }
        for (i, line) in LINES.iter().enumerate() {
            let (x, y) = (LEFT + 40, TOP + 40 + 24 * i as i32);
            canvas.line(&[(x, y), (x + 44, y)], line.color, line.width);
            canvas.text(line.name, (x + 56, y), 16, INK, Anchor::Left);
        }
        let middle = LEFT + WIDTH / 2;
        canvas.text("angle in radians", (middle, TOP + HEIGHT + 48), 18, INK, Anchor::Middle);
        canvas.text("absolute error", (LEFT, TOP - 12), 15, FAINT, Anchor::Left);
    })
}

fn power(exponent: i32) -> String {
    match exponent {
        0 => "1".into(),
        _ => format!("2^{exponent}"),
    }
}
