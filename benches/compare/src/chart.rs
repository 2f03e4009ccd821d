//! Draws a bar chart of the throughputs on normal numbers (data A of RESULTS.md). The scale is logarithmic.

use crate::harness::Bench;
use std::fmt::Write;
use std::fs;

const BARS: [(&str, &str); 5] = [
    ("native", "#b8b8b8"),
    ("wide", "#7fb069"),
    ("ptx", "#2f7d32"),
    ("before", "#f0c05a"),
    ("softfloat", "#c0504d"),
];
const ROW: f64 = 9.0;
const LEFT: f64 = 150.0;
/// The distance in pixels between two times on the scale that differ by a factor of ten.
const DECADE: f64 = 190.0;
/// The time at the start of the scale, in nanoseconds.
const LEAST: f64 = 0.05;

fn x(time: f64) -> f64 {
    LEFT + (time / LEAST).log10().max(0.0) * DECADE
}

/// Writes the chart as an SVG file.
pub fn svg(bench: &Bench, file: &str) {
    let mut body = String::new();
    let mut y = 40.0;
    for operation in bench.operations.iter().filter(|operation| operation.is_main()) {
        let _ = writeln!(body, r#"<text x="4" y="{}">{}</text>"#, y + ROW, operation.name);
        for (name, colour) in BARS {
            let best = operation.best(name).or(operation.best(&format!("{name} rn")));
            let Some([[time, _], ..]) = best else { continue };
            let width = x(*time) - LEFT;
            let _ = writeln!(
                body,
                r#"<rect x="{LEFT}" y="{y}" width="{width:.1}" height="{}" fill="{colour}"/>"#,
                ROW - 1.0
            );
            y += ROW;
        }
        y += 6.0;
    }
    let mut scale = String::new();
    for time in [0.1, 0.3, 1.0, 3.0, 10.0, 30.0] {
        let at = x(time);
        let _ = writeln!(
            scale,
            r##"<line x1="{at:.1}" x2="{at:.1}" y1="36" y2="{y}" stroke="#ddd"/><text x="{at:.1}" y="32">{time} ns</text>"##
        );
    }
    for (i, (name, colour)) in BARS.into_iter().enumerate() {
        let at = LEFT + 90.0 * i as f64;
        let _ = writeln!(
            scale,
            r#"<rect x="{at}" y="6" width="10" height="10" fill="{colour}"/><text x="{}" y="15">{name}</text>"#,
            at + 14.0
        );
    }
    let text = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" font-family="sans-serif" font-size="10">
<rect width="100%" height="100%" fill="white"/>
{scale}{body}</svg>
"#,
        x(60.0),
        y + 10.0
    );
    fs::write(file, text).expect("the picture can be written");
}
