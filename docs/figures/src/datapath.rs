//! Draws the datapath of the multi-function unit (MUFU). The picture shows the bit widths of RCP and the
//! values for 1 / π.

use crate::canvas::{
    Anchor, BLUE, Canvas, FAINT, GREEN, INK, ORANGE, PAPER, Place, RED, STRIPE, picture,
};
use plotters::style::RGBColor;

/// Draws a box that contains lines of text.
fn part(canvas: &Canvas, from: Place, to: Place, color: RGBColor, lines: &[&str]) {
    canvas.rectangle(from, to, STRIPE);
    canvas.frame(from, to, color);
    let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
    for (i, line) in lines.iter().enumerate() {
        let y = middle.1 + 22 * i as i32 - 11 * (lines.len() as i32 - 1);
        let (size, color) = if i == 0 { (17, INK) } else { (15, FAINT) };
        canvas.text(line, (middle.0, y), size, color, Anchor::Middle);
    }
}

/// Draws a circle that contains the name of an operation.
fn node(canvas: &Canvas, at: Place, name: &str) {
    canvas.dot(at, 24, INK);
    canvas.dot(at, 22, PAPER);
    canvas.text(name, (at.0, at.1 + 1), 26, INK, Anchor::Middle);
}

pub(crate) fn draw() -> String {
    picture((1120, 800), |canvas| {
        canvas.text("The datapath of the multi-function unit", (40, 28), 26, INK, Anchor::Left);
        canvas.text(
            "widths of RCP; the numbers are those of 1 / π",
            (40, 58),
            17,
            FAINT,
            Anchor::Left,
        );

        argument(canvas);
        lookup(canvas);
        products(canvas);
        result(canvas);
    })
}

/// Draws the operand word and its fields.
fn argument(canvas: &Canvas) {
    part(canvas, (40, 90), (120, 150), FAINT, &["sign", "0"]);
    part(canvas, (120, 90), (330, 150), FAINT, &["exponent, 8 bits", "128"]);
    part(canvas, (330, 90), (600, 150), ORANGE, &["segment, 7 bits", "1001001 = 73"]);
    part(
        canvas,
        (600, 90),
        (1080, 150),
        BLUE,
        &["r, 16 bits: the place in the segment", "0000111111011011 = 4059"],
    );
}

/// Draws the lookup table and the squarer.
fn lookup(canvas: &Canvas) {
    canvas.arrow(&[(465, 150), (465, 200)], ORANGE);
    part(
        canvas,
        (330, 200),
        (600, 290),
        ORANGE,
        &["table", "128 rows of c₀, c₁, c₂", "42735993, -26577, 263"],
    );
    canvas.arrow(&[(980, 150), (980, 200)], BLUE);
    part(
        canvas,
        (870, 200),
        (1080, 290),
        BLUE,
        &["truncated squarer", "(2r)² / 2^19, of 17 bits", "122, exactly 125.7"],
    );
}

/// Draws the three terms of the polynomial.
fn products(canvas: &Canvas) {
    canvas.arrow(&[(720, 150), (720, 366)], BLUE);
    canvas.arrow(&[(960, 290), (960, 366)], BLUE);
    canvas.arrow(&[(400, 290), (400, 366)], ORANGE);
    canvas.arrow(&[(530, 290), (530, 390), (696, 390)], ORANGE);
    canvas.arrow(&[(600, 245), (860, 245), (860, 390), (936, 390)], ORANGE);
    canvas.text("c₀", (388, 330), 17, INK, Anchor::Right);
    canvas.text("c₁", (546, 372), 17, INK, Anchor::Left);
    canvas.text("c₂", (640, 230), 17, INK, Anchor::Left);
    part(canvas, (320, 366), (480, 414), INK, &["shift by 13"]);
    node(canvas, (720, 390), "×");
    node(canvas, (960, 390), "×");
    canvas.arrow(&[(400, 414), (400, 550), (696, 550)], INK);
    canvas.arrow(&[(720, 414), (720, 526)], INK);
    canvas.arrow(&[(960, 414), (960, 550), (744, 550)], INK);
    for (x, number) in [(412, "51832f2000"), (732, "-66e0ecb"), (972, "7d56")] {
        canvas.text(number, (x, 470), 16, RED, Anchor::Left);
    }
}

/// Draws the sum, its rounding and the result.
fn result(canvas: &Canvas) {
    node(canvas, (720, 550), "+");
    part(canvas, (840, 590), (1080, 650), FAINT, &["bias 47e7", "about half of the last place"]);
    canvas.arrow(&[(900, 590), (900, 562), (744, 562)], FAINT);
    canvas.arrow(&[(720, 574), (720, 620)], INK);
    canvas.text("517cc1d672", (708, 596), 16, RED, Anchor::Right);
    part(canvas, (600, 620), (810, 680), INK, &["cut 15 bits", "a2f983"]);
    canvas.arrow(&[(225, 150), (225, 620)], GREEN);
    part(canvas, (120, 620), (330, 680), GREEN, &["253 - exponent", "125"]);
    canvas.arrow(&[(80, 150), (80, 740), (330, 740)], FAINT);
    canvas.arrow(&[(225, 680), (225, 725), (330, 725)], GREEN);
    canvas.arrow(&[(700, 680), (700, 732), (600, 732)], INK);
    part(canvas, (330, 710), (600, 770), INK, &["pack: flush below 2^-126", "3ea2f983"]);
}
