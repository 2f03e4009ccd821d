//! Draws the datapath of the multi-function unit (MUFU). The picture shows the bit widths for RCP and the numbers of
//! the computation of 1 / π.

use crate::canvas::{
    Anchor, BLUE, Canvas, GREEN, HEADING, INK, ORANGE, Place, RED, SMALL, STRIPE, TEXT, picture,
};
use plotters::style::RGBColor;

/// Draws a box that contains lines of text.
fn part(canvas: &Canvas, from: Place, to: Place, color: RGBColor, lines: &[&str]) {
    canvas.rectangle(from, to, STRIPE);
    canvas.frame(from, to, color);
    let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
    for (i, line) in lines.iter().enumerate() {
        let y = middle.1 + 17 * i as i32 - 8 * (lines.len() as i32 - 1);
        let size = if i == 0 { TEXT } else { SMALL };
        canvas.text(line, (middle.0, y), size, INK, Anchor::Middle);
    }
}

/// Draws a circle that contains the name of an operation.
fn node(canvas: &Canvas, at: Place, name: &str) {
    canvas.circle(at, 15, INK);
    canvas.text(name, (at.0, at.1 + 1), HEADING, INK, Anchor::Middle);
}

pub(crate) fn draw() -> String {
    picture(564, |canvas| {
        let heading = "The datapath of the multi-function unit";
        canvas.text(heading, (27, 18), HEADING, INK, Anchor::Left);
        let facts = "widths of RCP, the reciprocal; the numbers are those of 1 / π, and red ones are hexadecimal";
        canvas.text(facts, (27, 40), SMALL, INK, Anchor::Left);
        argument(canvas);
        lookup(canvas);
        products(canvas);
        result(canvas);
        canvas.text(
            "The sign and the exponent pass by the polynomial.",
            (27, 546),
            SMALL,
            INK,
            Anchor::Left,
        );
    })
}

/// Draws the operand word and its fields.
fn argument(canvas: &Canvas) {
    part(canvas, (27, 60), (80, 100), INK, &["sign", "0"]);
    part(canvas, (80, 60), (221, 100), INK, &["exponent, 8 bits", "128"]);
    part(canvas, (221, 60), (402, 100), ORANGE, &["segment, 7 bits", "1001001 = 73"]);
    part(
        canvas,
        (402, 60),
        (724, 100),
        BLUE,
        &["r, 16 bits: the place in the segment", "0000111111011011 = 4059"],
    );
}

/// Draws the lookup table and the squarer.
fn lookup(canvas: &Canvas) {
    canvas.arrow(&[(312, 100), (312, 134)], ORANGE);
    part(
        canvas,
        (221, 134),
        (402, 194),
        ORANGE,
        &["table", "128 rows of c₀, c₁, c₂", "42735993, -26577, 263"],
    );
    canvas.arrow(&[(657, 100), (657, 134)], BLUE);
    part(
        canvas,
        (583, 134),
        (724, 194),
        BLUE,
        &["truncated squarer", "(2r)² / 2^19, 17 bits", "122, exactly 125.7"],
    );
}

/// Draws the three terms of the polynomial that the unit evaluates.
fn products(canvas: &Canvas) {
    canvas.arrow(&[(482, 100), (482, 245)], BLUE);
    canvas.arrow(&[(643, 194), (643, 245)], BLUE);
    canvas.arrow(&[(268, 194), (268, 245)], ORANGE);
    canvas.arrow(&[(355, 194), (355, 261), (466, 261)], ORANGE);
    canvas.arrow(&[(402, 164), (576, 164), (576, 261), (627, 261)], ORANGE);
    canvas.text("c₀", (260, 221), TEXT, INK, Anchor::Right);
    canvas.text("c₁", (366, 249), TEXT, INK, Anchor::Left);
    canvas.text("c₂", (429, 154), TEXT, INK, Anchor::Left);
    part(canvas, (214, 245), (322, 277), INK, &["shift by 13"]);
    node(canvas, (482, 261), "×");
    node(canvas, (643, 261), "×");
    canvas.arrow(&[(268, 277), (268, 368), (466, 368)], INK);
    canvas.arrow(&[(482, 277), (482, 352)], INK);
    canvas.arrow(&[(643, 277), (643, 368), (498, 368)], INK);
    for (x, number) in [(276, "51832f2000"), (490, "-66e0ecb"), (651, "7d56")] {
        canvas.text(number, (x, 315), TEXT, RED, Anchor::Left);
    }
}

/// Draws the sum, its rounding and the result.
fn result(canvas: &Canvas) {
    node(canvas, (482, 368), "+");
    part(canvas, (563, 395), (724, 436), INK, &["bias 47e7", "about half an ulp"]);
    canvas.arrow(&[(603, 395), (603, 377), (498, 377)], INK);
    canvas.arrow(&[(482, 385), (482, 415)], INK);
    canvas.text("517cc1d672", (474, 399), TEXT, RED, Anchor::Right);
    part(canvas, (402, 415), (543, 456), INK, &["cut 15 bits", "a2f983"]);
    canvas.arrow(&[(151, 100), (151, 415)], GREEN);
    part(canvas, (80, 415), (221, 456), GREEN, &["253 - exponent", "125"]);
    canvas.arrow(&[(54, 100), (54, 496), (221, 496)], INK);
    canvas.arrow(&[(151, 456), (151, 486), (221, 486)], GREEN);
    canvas.arrow(&[(469, 456), (469, 490), (402, 490)], INK);
    part(canvas, (221, 476), (402, 516), INK, &["pack: flush below 2^-126", "3ea2f983"]);
}
