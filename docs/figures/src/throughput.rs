//! Draws the throughputs that `benches/RESULTS.md` lists.

use crate::canvas::{
    Anchor, BLUE, Canvas, GREEN, GRID, HEADING, INK, ORANGE, Place, RED, SMALL, STRIPE, TEXT,
    picture,
};
use crate::read;
use plotters::style::RGBColor;

/// The height of a row, in pixels.
const ROW: i32 = 17;
/// The width of a panel, in pixels.
const PANEL: i32 = 355;
/// The width of the column of names in a panel, in pixels.
const NAMES: i32 = 176;
/// The range of the time axis, in nanoseconds.
const TIMES: (f64, f64) = (0.05, 30.0);

/// A row of a table in RESULTS.md: throughputs in nanoseconds per result.
struct Row {
    name: String,
    ptx: f64,
    native: Option<f64>,
    wide: Option<f64>,
    softfloat: Option<f64>,
}

/// A panel: its title, its column in the picture, and a predicate. The predicate returns whether the operation with a
/// name belongs to the panel.
type Panel = (&'static str, i32, fn(&str) -> bool);

const PANELS: [Panel; 6] = [
    ("f32, rounded", 0, |name| is_rounded(name) && name.ends_with(".f32")),
    ("f64, rounded", 0, |name| is_rounded(name) && name.ends_with(".f64")),
    ("tensor cores, one product", 0, |name| name.starts_with("mma")),
    ("the unit and approximations", 1, is_approximate),
    ("f16 and bf16", 1, |name| is_rounded(name) && name.contains("f16")),
    ("conversions", 1, |name| name.starts_with("cvt")),
];

fn is_approximate(name: &str) -> bool {
    ["MUFU", ".approx", ".full"].iter().any(|word| name.contains(word))
}

fn is_rounded(name: &str) -> bool {
    !is_approximate(name) && !name.starts_with("cvt") && !name.starts_with("mma")
}

/// Parses the first number of a cell. This number is the throughput, because cells have the form
/// `throughput / latency`.
fn number(cell: &str) -> Option<f64> {
    cell.split('/').next()?.trim().parse().ok()
}

/// Returns the processor and the day of the measurement of the table of operations. RESULTS.md gives both as `EPYC,
/// 2026-11-22`. Replaces the short name of the processor with the description in another table of RESULTS.md.
fn measured(text: &str) -> String {
    let line = text.split_once("as throughput / latency. ").expect("the machine of the table").1;
    let mut words = line.split(", ");
    let (name, day) = (words.next().expect("a machine"), words.next().expect("a day"));
    let row = text.split_once(&format!("\n| {name} | ")).expect("the machine's row").1;
    format!("{}, {day}", row.split(" |").next().expect("a description"))
}

fn rows(text: &str) -> Vec<Row> {
    let head = "| operation | ptx | to native | wide | AVX2 | SoftFloat |";
    let table = text.split_once(head).expect("the table").1;
    let lines = table.lines().skip(2).take_while(|line| line.starts_with("| `"));
    // The names of products with block scales do not fit into the panel.
    let lines = lines.filter(|line| !line.contains(".mx"));
    let row = |line: &str| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let ptx = number(cells[2])?;
        Some(Row {
            name: cells[1].trim_matches('`').into(),
            ptx,
            native: number(cells[3]).filter(|ratio| *ratio > 0.0).map(|ratio| ptx / ratio),
            wide: number(cells[4]),
            softfloat: number(cells[6]),
        })
    };
    lines.filter_map(row).collect()
}

/// Returns the horizontal position of a time in a panel that begins at `left`.
fn x(left: i32, time: f64) -> i32 {
    let part = libm::log(time / TIMES.0) / libm::log(TIMES.1 / TIMES.0);
    left + NAMES + (part.clamp(0.0, 1.0) * f64::from(PANEL - NAMES - 8)).round() as i32
}

/// Draws a panel below a position. Returns the height of the panel.
fn panel(canvas: &Canvas, title: &str, (left, top): Place, rows: &[&Row]) -> i32 {
    canvas.text(title, (left, top), TEXT, INK, Anchor::Left);
    let bottom = top + 14 + ROW * rows.len() as i32;
    for i in (0..rows.len() as i32).step_by(2) {
        let y = top + 14 + ROW * i;
        canvas.rectangle((left, y), (left + PANEL - 4, y + ROW), STRIPE);
    }
    for (time, name) in [(0.1, "0.1 ns"), (1.0, "1 ns"), (10.0, "10 ns")] {
        let at = x(left, time);
        canvas.line(&[(at, top + 14), (at, bottom)], GRID, 1);
        canvas.text(name, (at, bottom + 10), SMALL, INK, Anchor::Middle);
    }
    for (i, row) in rows.iter().enumerate() {
        let y = top + 14 + ROW * i as i32 + ROW / 2;
        canvas.text(row.name.trim_start_matches("mma."), (left + 2, y), SMALL, INK, Anchor::Left);
        if let Some(wide) = row.wide {
            canvas.line(&[(x(left, wide), y), (x(left, row.ptx), y)], GREEN, 2);
        }
        for (time, color) in row.times() {
            canvas.dot((x(left, time), y), 4, color);
        }
    }
    bottom + 34 - top
}

impl Row {
    /// Returns the times and the colours of their dots, in the order of drawing. The time of ptx-core is last, so that
    /// no other dot covers its dot.
    fn times(&self) -> impl Iterator<Item = (f64, RGBColor)> {
        let times = [self.native, self.softfloat, self.wide, Some(self.ptx)];
        times
            .into_iter()
            .zip([ORANGE, RED, BLUE, GREEN])
            .filter_map(|(time, color)| Some((time?, color)))
    }
}

pub(crate) fn draw() -> String {
    let text = read("benches/RESULTS.md");
    let rows = rows(&text);
    let of = |panel: &Panel| rows.iter().filter(|row| panel.2(&row.name)).collect::<Vec<_>>();
    assert_eq!(PANELS.iter().map(|panel| of(panel).len()).sum::<usize>(), rows.len());
    let height = |column| {
        let panels = PANELS.iter().filter(|panel| panel.1 == column);
        panels.map(|panel| ROW * of(panel).len() as i32 + 48).sum::<i32>()
    };
    let top = 118;
    picture(top + height(0).max(height(1)), |canvas| {
        canvas.text("Throughput", (20, 20), HEADING, INK, Anchor::Left);
        let facts =
            format!("nanoseconds for one result on a logarithmic axis; {}", measured(&text));
        canvas.text(&facts, (20, 42), SMALL, INK, Anchor::Left);
        let legend = [
            (GREEN, "ptx: code for SSE2, as Rust compiles it by default"),
            (BLUE, "ptx inside ptx::wide, with AVX-512"),
            (ORANGE, "native: an instruction of the host, or a loop"),
            (RED, "Berkeley SoftFloat"),
        ];
        for (i, (color, name)) in legend.into_iter().enumerate() {
            let at = (26 + PANEL * (i as i32 % 2), 64 + 20 * (i as i32 / 2));
            canvas.dot(at, 4, color);
            canvas.text(name, (at.0 + 12, at.1), SMALL, INK, Anchor::Left);
        }
        for column in [0, 1] {
            let mut y = top;
            for one in PANELS.iter().filter(|panel| panel.1 == column) {
                y += panel(canvas, one.0, (20 + PANEL * column, y), &of(one));
            }
        }
    })
}
