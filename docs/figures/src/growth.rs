//! Draws how the errors of sin and cos grow with the angle, for two GPU generations.

use crate::canvas::{
    Anchor, BLUE, GREEN, GRID, HEADING, INK, ORANGE, Place, RED, SMALL, TEXT, picture,
};
use plotters::style::RGBColor;
use ptx_core::{Sm, Subnormals, cos_approx_f32, sin_approx_f32};
use std::f64::consts::PI;

const LEFT: i32 = 62;
const TOP: i32 = 80;
const WIDTH: i32 = 664;
const HEIGHT: i32 = 360;
/// The binary exponents of the smallest and the largest angle, 2^-3 and 2^20 radians.
const ANGLES: (f64, f64) = (-3.0, 20.0);
/// The binary exponents of the smallest and the largest error in the picture.
const ERRORS: (f64, f64) = (-26.0, 1.0);
/// The number of columns for each doubling of the angle.
const PER_OCTAVE: u32 = 8;
/// The step between the bit patterns of the tested floats.
const STEP: usize = 61;

type Function = fn(f32, Subnormals, Sm) -> f32;

struct Line {
    name: &'static str,
    function: Function,
    exact: fn(f64) -> f64,
    sm: Sm,
    color: RGBColor,
    /// Whether the line is dashed. The cosine lines are dashed, because they are drawn over the sine lines.
    is_dashed: bool,
}

const LINES: [Line; 4] = [
    Line {
        name: "sin before sm_70",
        function: sin_approx_f32,
        exact: libm::sin,
        sm: Sm(50),
        color: BLUE,
        is_dashed: false,
    },
    Line {
        name: "cos before sm_70",
        function: cos_approx_f32,
        exact: libm::cos,
        sm: Sm(50),
        color: GREEN,
        is_dashed: true,
    },
    Line {
        name: "sin from sm_70 on",
        function: sin_approx_f32,
        exact: libm::sin,
        sm: Sm(90),
        color: ORANGE,
        is_dashed: false,
    },
    Line {
        name: "cos from sm_70 on",
        function: cos_approx_f32,
        exact: libm::cos,
        sm: Sm(90),
        color: RED,
        is_dashed: true,
    },
];

/// The documented error bounds. The fields of an entry are the largest angle that the bound covers, in radians, the
/// binary logarithm of the bound, a text, and the distance of the text below the line of the bound, in pixels.
const PROMISES: [(f64, f64, &str, i32); 3] = [
    (PI, -21.19, "CUDA guide, cos up to π: 2^-21.19", 8),
    (2.0 * PI, -20.5, "PTX manual, up to 2π: 2^-20.5", -6),
    (100.0 * PI, -14.7, "PTX manual, up to 100π: 2^-14.7", 0),
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
    picture(TOP + HEIGHT + 140, |canvas| {
        let heading = "sin.approx and cos.approx: the error grows with the angle";
        canvas.text(heading, (LEFT, 20), HEADING, INK, Anchor::Left);
        let facts = "largest of the errors in an eighth of an octave, for every 61st float; both axes are logarithmic";
        canvas.text(facts, (LEFT, 42), SMALL, INK, Anchor::Left);
        canvas.text("absolute error", (LEFT, TOP - 12), SMALL, INK, Anchor::Left);
        for (angle, name) in TICKS {
            let (x, _) = place(libm::log2(angle), 0.0);
            canvas.line(&[(x, TOP), (x, TOP + HEIGHT)], GRID, 1);
            canvas.text(name, (x, TOP + HEIGHT + 17), SMALL, INK, Anchor::Middle);
        }
        for exponent in (ERRORS.0 as i32..=ERRORS.1 as i32).filter(|e| e % 5 == 0) {
            let (_, y) = place(0.0, exponent.into());
            canvas.line(&[(LEFT, y), (LEFT + WIDTH, y)], GRID, 1);
            canvas.text(&power(exponent), (LEFT - 8, y), SMALL, INK, Anchor::Right);
        }
        canvas.frame((LEFT, TOP), (LEFT + WIDTH, TOP + HEIGHT), INK);
        for (angle, bound, name, below) in PROMISES {
            let (from, to) = (place(ANGLES.0, bound), place(libm::log2(angle), bound));
            canvas.dashes(&[from, to], INK, 6, 2);
            // Write the text to the right of the error lines, so that the lines do not cross the text.
            let text = (place(libm::log2(angle.max(20.0)), 0.0).0 + 66, to.1 + below);
            canvas.line(&[to, (text.0 - 6, text.1)], GRID, 1);
            canvas.text(name, text, SMALL, INK, Anchor::Left);
        }
        for line in &LINES {
            let places = envelope(line);
            match line.is_dashed {
                true => canvas.dashes(&places, line.color, 5, 2),
                false => canvas.line(&places, line.color, 2),
            }
        }
        let middle = LEFT + WIDTH / 2;
        let axis = "angle in radians";
        canvas.text(axis, (middle, TOP + HEIGHT + 38), TEXT, INK, Anchor::Middle);
        for (i, line) in LINES.iter().enumerate() {
            let (column, row) = (i as i32 % 2, i as i32 / 2);
            let note = if column == 1 { " (dashed)" } else { "" };
            let at = (LEFT + 330 * column, TOP + HEIGHT + 68 + 20 * row);
            canvas.legend(at, line.color, &format!("{}{note}", line.name));
        }
        canvas.legend(
            (LEFT, TOP + HEIGHT + 108),
            INK,
            "documented bounds, up to the largest angle that they cover",
        );
    })
}

/// The marks on the axis of angles: the angle and its text.
const TICKS: [(f64, &str); 7] = [
    (1.0, "1"),
    (10.0, "10"),
    (100.0, "100"),
    (1e3, "1000"),
    (1e4, "10^4"),
    (1e5, "10^5"),
    (1e6, "10^6"),
];

fn power(exponent: i32) -> String {
    match exponent {
        0 => "1".into(),
        _ => format!("2^{exponent}"),
    }
}
