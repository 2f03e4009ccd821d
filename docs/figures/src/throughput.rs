//! Draws the throughputs in `benches/RESULTS.md`.

use crate::canvas::{Anchor, BLUE, FAINT, GREEN, GRID, INK, RED, picture};
use crate::read;
use plotters::style::RGBColor;

const LEFT: i32 = 270;
const TOP: i32 = 110;
const WIDTH: i32 = 790;
const ROW: i32 = 18;
/// The range of the time axis, in nanoseconds.
const TIMES: (f64, f64) = (0.03, 60.0);
const NATIVE: RGBColor = RGBColor(150, 150, 156);

/// A row of a table in RESULTS.md: throughputs in nanoseconds per result.
struct Row {
    name: String,
    ptx: f64,
    native: Option<f64>,
    wide: Option<f64>,
    softfloat: Option<f64>,
}

/// Parses the first number of a cell `throughput / latency`.
fn number(cell: &str) -> Option<f64> {
    cell.split('/').next()?.trim().parse().ok()
}

fn rows() -> Vec<Row> {
    let text = read("benches/RESULTS.md");
    let head = "| operation | ptx | to native | wide | SoftFloat |";
    let table = text.split_once(head).expect("the table").1;
    let lines = table.lines().skip(2).take_while(|line| line.starts_with("| `"));
    let row = |line: &str| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let ptx = number(cells[2])?;
        Some(Row {
            name: cells[1].trim_matches('`').into(),
            ptx,
            native: number(cells[3]).filter(|ratio| *ratio > 0.0).map(|ratio| ptx / ratio),
            wide: number(cells[4]),
            softfloat: number(cells[5]),
        })
    };
    lines.filter_map(row).collect()
}

fn x(time: f64) -> i32 {
    let part = libm::log(time / TIMES.0) / libm::log(TIMES.1 / TIMES.0);
    LEFT + (part.clamp(0.0, 1.0) * f64::from(WIDTH)).round() as i32
}

pub(crate) fn draw() -> String {
    let rows = rows();
    let bottom = TOP + ROW * rows.len() as i32 + 8;
    picture((1120, bottom as u32 + 70), |canvas| {
        canvas.text("Throughput", (30, 28), 26, INK, Anchor::Left);
        let facts =
            "nanoseconds for one result, on one core of an AMD EPYC (Zen 4); logarithmic scale";
        canvas.text(facts, (30, 56), 17, FAINT, Anchor::Left);
        for i in 0..rows.len() {
            let y = TOP + ROW * i as i32 + ROW / 2 + 4;
            if i % 2 == 0 {
                let (from, to) = ((20, y - ROW / 2), (LEFT + WIDTH, y + ROW / 2));
                canvas.rectangle(from, to, crate::canvas::STRIPE);
            }
        }
        for time in [0.1, 0.3, 1.0, 3.0, 10.0, 30.0] {
            let at = x(time);
            canvas.line(&[(at, TOP), (at, bottom)], GRID, 1);
            for y in [TOP - 10, bottom + 14] {
                canvas.text(&format!("{time} ns"), (at, y), 15, INK, Anchor::Middle);
            }
        }
        for (i, row) in rows.iter().enumerate() {
            let y = TOP + ROW * i as i32 + ROW / 2 + 4;
            canvas.text(&row.name, (30, y), 15, INK, Anchor::Left);
            let ends = [row.wide, Some(row.ptx)].map(|time| time.map(x));
            if let [Some(from), Some(to)] = ends {
                canvas.line(&[(from, y), (to, y)], GREEN, 2);
            }
            for (time, color) in [(row.native, NATIVE), (row.softfloat, RED), (row.wide, BLUE)] {
                if let Some(time) = time {
                    canvas.dot((x(time), y), 5, color);
                }
            }
            canvas.dot((x(row.ptx), y), 6, GREEN);
        }
        let legend =
            [("ptx", GREEN), ("ptx, in wide", BLUE), ("native", NATIVE), ("SoftFloat", RED)];
        for (i, (name, color)) in legend.into_iter().enumerate() {
            let at = LEFT + 190 * i as i32;
            canvas.dot((at, bottom + 44), 6, color);
            canvas.text(name, (at + 14, bottom + 44), 16, INK, Anchor::Left);
        }
    })
}
