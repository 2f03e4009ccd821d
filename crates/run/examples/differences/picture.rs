//! Draws the bits in which the results of kernels differ from the host's.

use std::fmt::Write as _;

/// The results of a kernel and of the host.
pub(crate) struct Compared {
    pub(crate) name: &'static str,
    pub(crate) gpu: Vec<f32>,
    pub(crate) host: Vec<f32>,
}

/// The number of results that a panel shows. Each result is one row.
const ROWS: usize = 128;
/// The width and height in pixels of the rectangle for one bit.
const CELL: (usize, usize) = (8, 4);
const LEFT: usize = 40;
const TOP: usize = 100;
const PANEL: usize = 32 * CELL.0 + 70;
/// The columns in which the exponent and the fraction of an `f32` start.
const EDGES: [usize; 2] = [1, 9];

/// Returns a transparent SVG with a panel for each kernel: a row for each of 128 results, a column for each bit.
/// A page of the book shows the picture at three quarters of its size.
pub(crate) fn picture(all: &[Compared]) -> String {
    let (width, height) = (LEFT + all.len() * PANEL, TOP + ROWS * CELL.1 + 40);
    let mut svg = format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" xmlns=\"http://www.w3.org/2000/svg\" \
         font-family=\"sans-serif\" fill=\"#55555C\">\n\
         <text x=\"{LEFT}\" y=\"32\" font-size=\"20\">The bits in which a kernel differs from the host</text>\n"
    );
    for (i, one) in all.iter().enumerate() {
        panel(&mut svg, LEFT + i * PANEL, one);
    }
    svg + "</svg>\n"
}

fn panel(svg: &mut String, left: usize, one: &Compared) {
    let differing = |(gpu, host): (&f32, &f32)| gpu.to_bits() ^ host.to_bits();
    let bits: Vec<u32> = one.gpu.iter().zip(&one.host).map(differing).collect();
    let (count, all) = (bits.iter().filter(|bits| **bits != 0).count(), bits.len());
    let (width, height) = (32 * CELL.0, ROWS * CELL.1);
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"66\" font-size=\"15\">{}: {count} of {all} results differ</text>\n\
         <text x=\"{left}\" y=\"90\" font-size=\"15\" fill=\"#55555C\">sign | exponent | fraction, highest bit first</text>\n\
         <rect x=\"{left}\" y=\"{TOP}\" width=\"{width}\" height=\"{height}\" fill=\"#55555C\" fill-opacity=\"0.1\"/>",
        one.name
    );
    let mut cells = String::new();
    for (row, bits) in bits.iter().step_by(all.div_ceil(ROWS)).enumerate() {
        for column in (0..32).filter(|column| bits >> (31 - column) & 1 == 1) {
            let (x, y) = (left + column * CELL.0, TOP + row * CELL.1);
            let _ = write!(cells, "M{x} {y}h{}v{}h-{0}z", CELL.0 - 1, CELL.1 - 1);
        }
    }
    let _ = writeln!(svg, "<path fill=\"#B42C22\" d=\"{cells}\"/>");
    for edge in EDGES {
        let x = left + edge * CELL.0;
        let _ = writeln!(svg, "<path stroke=\"#55555C\" d=\"M{x} {TOP}v{height}\"/>");
    }
}
