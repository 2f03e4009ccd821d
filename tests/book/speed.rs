//! Builds the table of speed in the README from the tables of `benches/RESULTS.md`.

use crate::generated::read;
use std::fmt::Write;

/// The operations of the README's table, as RESULTS.md names them.
const OPERATIONS: [&str; 4] =
    ["`add.rn.f32`", "`fma.rz.f32`", "`rcp.approx.f32`", "`mma.m16n8k16.f32.f16, sm_90`"];

/// The columns of the README's table that are columns of RESULTS.md.
const COLUMNS: [(&str, &str); 5] = [
    ("ptx", "this crate"),
    ("wide", "inside `wide`"),
    ("SoftFloat", "SoftFloat"),
    ("apfloat", "`rustc_apfloat`"),
    ("MPFR", "MPFR"),
];

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// Returns the header and the rows of the table whose first column has this title.
fn table<'a>(text: &'a str, title: &str) -> (Vec<&'a str>, Vec<Vec<&'a str>>) {
    let start = format!("| {title} |");
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&start));
    let header = cells(lines.next().unwrap_or_else(|| panic!("RESULTS.md: no table `{title}`")));
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    (header, rows.map(cells).collect())
}

/// Returns the index of a column, counted from 0.
fn column(header: &[&str], name: &str) -> usize {
    let found = header.iter().position(|title| *title == name);
    found.unwrap_or_else(|| panic!("RESULTS.md: no column `{name}`"))
}

/// Parses the first number of a cell, which is the throughput.
fn number(cell: &str) -> Option<f64> {
    cell.split('/').next()?.trim().parse().ok()
}

/// Formats nanoseconds with two significant digits. An empty cell of RESULTS.md is a dash.
fn nanoseconds(value: Option<f64>) -> String {
    match value {
        None => "—".to_string(),
        Some(value) if value < 1.0 => format!("{value:.2}"),
        Some(value) if value < 10.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
    }
}

/// Returns the smallest and the largest number of a column of the table of kernels.
fn range_of_kernels(text: &str) -> (u32, u32) {
    let (header, rows) = table(text, "kernel | ns an instruction");
    let times = column(&header, "times C++");
    let numbers = rows.iter().map(|row| row[times].parse().expect("times C++"));
    let numbers: Vec<u32> = numbers.collect();
    (*numbers.iter().min().expect("kernels"), *numbers.iter().max().expect("kernels"))
}

/// Returns the table of the README: nanoseconds per result of some operations, and the time of kernels.
pub(crate) fn beside_others() -> String {
    let text = read("benches/RESULTS.md");
    let (header, rows) = table(&text, "operation");
    let titles: Vec<_> = COLUMNS.iter().map(|(_, title)| *title).collect();
    let mut table = format!("| ns per result | {} | native |\n", titles.join(" | "));
    writeln!(table, "|{}", "---|".repeat(COLUMNS.len() + 2)).expect("a String");
    for operation in OPERATIONS {
        let row = rows.iter().find(|row| row[0] == operation);
        let row = row.unwrap_or_else(|| panic!("RESULTS.md: no operation {operation}"));
        let of = |name| number(row[column(&header, name)]);
        let times: Vec<_> = COLUMNS.iter().map(|(name, _)| nanoseconds(of(name))).collect();
        let ratio = of("to native").filter(|_| operation.contains(".rn."));
        let native = of("ptx").zip(ratio).map(|(time, ratio)| time / ratio);
        writeln!(table, "| {operation} | {} | {} |", times.join(" | "), nanoseconds(native))
            .expect("a String");
    }
    let (least, most) = range_of_kernels(&text);
    write!(
        table,
        "\nKernels of CUDA C++ take {least} to {most} times as long as C++ with `-O2` on one core. `benches/RESULTS.md` has all \
         figures and the machine.\n"
    )
    .expect("a String");
    table
}
