//! Draws the error of each operation of the multi-function unit (MUFU), over the reduced argument range of the
//! operation.

use crate::canvas::{
    Anchor, BLUE, Canvas, GREEN, GRID, HEADING, INK, Place, RED, SMALL, STRIPE, TEXT, picture,
};
use crate::operation::{Operation, float};

/// The number of columns of a picture.
const COLUMNS: u32 = 660;
const LEFT: i32 = 60;
const TOP: i32 = 92;
const HEIGHT: i32 = 270;
/// The top of the strip that shows the proportion of correctly rounded results.
const STRIP: i32 = TOP + HEIGHT + 54;
const STRIP_HEIGHT: i32 = 56;
const LEGEND: i32 = STRIP + STRIP_HEIGHT + 66;
const TOTAL: i32 = LEGEND + 90;

/// The smallest and the largest error in a column, the number of correctly rounded results, and the number of all
/// results.
#[derive(Clone, Copy)]
struct Column {
    least: f64,
    greatest: f64,
    correct: u32,
    count: u32,
}

/// The errors in each column, and the largest error with its operand word.
struct Errors {
    columns: Vec<Column>,
    worst: (f64, u32),
}

impl Operation {
    /// Returns the column that contains the argument of an operand word. All columns cover argument ranges of the same
    /// size, but may contain different numbers of operand words.
    fn column(&self, word: u32) -> usize {
        let (from, to) = self.range();
        let part = ((self.argument)(word) - from) / (to - from);
        ((part * f64::from(COLUMNS)) as usize).min(COLUMNS as usize - 1)
    }

    fn range(&self) -> (f64, f64) {
        (self.ticks[0].0, self.ticks[self.ticks.len() - 1].0)
    }

    fn errors(&self) -> Errors {
        let none = Column { least: f64::MAX, greatest: f64::MIN, correct: 0, count: 0 };
        let mut columns = vec![none; COLUMNS as usize];
        let mut worst = (0.0, 0);
        for word in self.first..self.first + self.count {
            let exact = (self.exact)((self.argument)(word));
            let result = float((self.compute)(word));
            let error = (result - exact) * libm::exp2(-f64::from(self.ulp));
            let column = &mut columns[self.column(word)];
            column.least = column.least.min(error);
            column.greatest = column.greatest.max(error);
            column.correct += u32::from(f64::from(exact as f32) == result);
            column.count += 1;
            if error.abs() > f64::abs(worst.0) {
                worst = (error, word);
            }
        }
        Errors { columns, worst }
    }

    /// Returns the vertical position of an error in the picture.
    fn y(&self, error: f64) -> i32 {
        let part = 0.5 - error / self.height / 2.0;
        TOP + (part * f64::from(HEIGHT)).round() as i32
    }

    /// Returns the horizontal positions at which the segments of the unit's table start. Each segment covers the same
    /// number of operands.
    fn segments(&self) -> Vec<i32> {
        let (from, to) = self.range();
        let start = |segment| {
            let word = self.first + self.count / self.segments * segment;
            // The last position is the end of the last segment.
            let x = if segment == self.segments { to } else { (self.argument)(word) };
            LEFT + ((x - from) / (to - from) * f64::from(COLUMNS)).round() as i32
        };
        (0..=self.segments).map(start).collect()
    }
}

/// Draws the picture of an operation.
pub(crate) fn draw(operation: &Operation) -> String {
    let errors = operation.errors();
    picture(TOTAL, |canvas| {
        title(canvas, operation, &errors);
        stripes(canvas, operation);
        axes(canvas, operation);
        band(canvas, operation, &errors.columns);
        bounds(canvas, operation);
        shares(canvas, &errors.columns);
        legend(canvas, operation);
    })
}

fn title(canvas: &Canvas, operation: &Operation, errors: &Errors) {
    let correct: u32 = errors.columns.iter().map(|column| column.correct).sum();
    let share = 100.0 * f64::from(correct) / f64::from(operation.count);
    let heading = format!("MUFU.{}: the error of {}", operation.name, operation.function);
    canvas.text(&heading, (LEFT, 20), HEADING, INK, Anchor::Left);
    let (error, word) = errors.worst;
    let facts = format!(
        "all {} arguments in {} segments; {share:.2} % of the results are correctly rounded",
        grouped(operation.count),
        operation.segments,
    );
    canvas.text(&facts, (LEFT, 42), SMALL, INK, Anchor::Left);
    let at = (operation.value)((operation.argument)(word));
    let largest = format!(
        "largest error {:.6} {}, at {} = {at:.7} (word {word:08x})",
        error.abs(),
        operation.unit,
        operation.variable,
    );
    canvas.text(&largest, (LEFT, 60), SMALL, INK, Anchor::Left);
}

/// Returns a number with a comma after every three digits.
fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let comma = |i: usize| if i > 0 && (digits.len() - i).is_multiple_of(3) { "," } else { "" };
    digits.char_indices().map(|(i, digit)| format!("{}{digit}", comma(i))).collect()
}

/// Draws a stripe for every second segment of the unit's table.
fn stripes(canvas: &Canvas, operation: &Operation) {
    let starts = operation.segments();
    for pair in starts.chunks(2) {
        if let [from, to] = pair {
            canvas.rectangle((*from, TOP), (*to, TOP + HEIGHT), STRIPE);
        }
    }
}

fn axes(canvas: &Canvas, operation: &Operation) {
    let right = LEFT + COLUMNS as i32;
    let most = operation.height.floor() as i32;
    let step = if most > 4 { 2 } else { 1 };
    for error in (-most..=most).filter(|error| error % step == 0) {
        let y = operation.y(f64::from(error));
        canvas.line(&[(LEFT, y), (right, y)], GRID, if error == 0 { 2 } else { 1 });
        let sign = if error > 0 { "+" } else { "" };
        canvas.text(&format!("{sign}{error}"), (LEFT - 8, y), SMALL, INK, Anchor::Right);
    }
    let unit = format!("result - {}, in {}", operation.function, operation.unit);
    canvas.text(&unit, (LEFT, TOP - 12), SMALL, INK, Anchor::Left);
    let (from, to) = operation.range();
    for (at, name) in operation.ticks {
        let x = LEFT + ((at - from) / (to - from) * f64::from(COLUMNS)).round() as i32;
        canvas.line(&[(x, TOP + HEIGHT), (x, TOP + HEIGHT + 6)], INK, 1);
        canvas.text(name, (x, TOP + HEIGHT + 17), SMALL, INK, Anchor::Middle);
        canvas.line(&[(x, STRIP + STRIP_HEIGHT), (x, STRIP + STRIP_HEIGHT + 6)], INK, 1);
        canvas.text(name, (x, STRIP + STRIP_HEIGHT + 17), SMALL, INK, Anchor::Middle);
    }
    let middle = LEFT + COLUMNS as i32 / 2;
    canvas.text(operation.axis, (middle, STRIP + STRIP_HEIGHT + 37), TEXT, INK, Anchor::Middle);
    canvas.frame((LEFT, TOP), (right, TOP + HEIGHT), INK);
}

/// Draws the area between the smallest and the largest error of each column.
fn band(canvas: &Canvas, operation: &Operation, columns: &[Column]) {
    let place = |(i, error): (usize, f64)| (LEFT + i as i32, operation.y(error));
    let upper = columns.iter().enumerate().map(|(i, column)| place((i, column.greatest)));
    let lower = columns.iter().enumerate().rev().map(|(i, column)| place((i, column.least)));
    canvas.polygon(upper.chain(lower).collect(), BLUE);
}

/// Draws the documented bound. If the unit of the errors is an ulp, also draws half an ulp.
fn bounds(canvas: &Canvas, operation: &Operation) {
    let (from, to) = operation.range();
    let column = |i: i32| {
        let x = from + f64::from(i) / f64::from(COLUMNS) * (to - from);
        (operation.bound)((operation.exact)(x))
    };
    let line = |sign: f64| -> Vec<Place> {
        (0..=COLUMNS as i32).map(|i| (LEFT + i, operation.y(sign * column(i)))).collect()
    };
    for sign in [1.0, -1.0] {
        canvas.dashes(&line(sign), RED, 8, 2);
        if operation.unit == "ulp" {
            let y = operation.y(sign * 0.5);
            canvas.dashes(&[(LEFT, y), (LEFT + COLUMNS as i32, y)], INK, 2, 1);
        }
    }
}

/// Draws the proportion of correctly rounded results in each column.
fn shares(canvas: &Canvas, columns: &[Column]) {
    let bottom = STRIP + STRIP_HEIGHT;
    let right = LEFT + COLUMNS as i32;
    let share = |column: &Column| f64::from(column.correct) / f64::from(column.count.max(1));
    let place = |(i, column)| {
        (LEFT + i as i32, bottom - (share(column) * f64::from(STRIP_HEIGHT)).round() as i32)
    };
    let outline = columns.iter().enumerate().map(place);
    canvas.polygon(
        [(LEFT, bottom)].into_iter().chain(outline).chain([(right, bottom)]).collect(),
        GREEN,
    );
    canvas.frame((LEFT, STRIP), (right, bottom), INK);
    for (share, y) in [("100 %", STRIP), ("0 %", bottom)] {
        canvas.text(share, (LEFT - 8, y), SMALL, INK, Anchor::Right);
    }
    canvas.text("share of correctly rounded results", (LEFT, STRIP - 12), SMALL, INK, Anchor::Left);
}

/// Draws the legend, which explains the marks of the picture.
fn legend(canvas: &Canvas, operation: &Operation) {
    let is_ulp = operation.unit == "ulp";
    let unit = "an ulp is the distance between neighbouring floats at the exact result; dotted: half an ulp";
    let lines = [
        Some((
            BLUE,
            "the errors of all results in a column; stripes: every other segment of the table",
        )),
        Some((RED, operation.promise)),
        is_ulp.then_some((INK, unit)),
        Some((GREEN, "the result is the float nearest to the exact value")),
    ];
    for (i, (color, text)) in lines.into_iter().flatten().enumerate() {
        canvas.legend((LEFT, LEGEND + 20 * i as i32), color, text);
    }
}
