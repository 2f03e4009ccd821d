//! Draws the error of each operation of the multi-function unit (MUFU) over the operation's reduced range.

use crate::canvas::{
    Anchor, BLUE, Canvas, FAINT, GREEN, GRID, INK, PAPER, Place, RED, STRIPE, picture,
};
use crate::operation::{Operation, float};

/// The number of columns of a picture.
const COLUMNS: u32 = 1024;
const LEFT: i32 = 90;
const TOP: i32 = 96;
const HEIGHT: i32 = 340;
/// The top of the strip that shows the proportion of correctly rounded results.
const STRIP: i32 = TOP + HEIGHT + 60;
const STRIP_HEIGHT: i32 = 80;
const SIZE: (u32, u32) = (1160, 680);

/// The errors of all arguments in a column.
#[derive(Clone, Copy)]
struct Column {
    least: f64,
    greatest: f64,
    correct: u32,
    count: u32,
}

/// The errors in each column, and the largest error with its argument.
struct Errors {
    columns: Vec<Column>,
    worst: (f64, u32),
}

impl Operation {
    /// Returns the column of an argument. Columns cover equal ranges of the argument, but not equal numbers
    /// of words.
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

    /// Returns the horizontal positions of the segments' starts. Segments contain equal numbers of words.
    fn segments(&self) -> Vec<i32> {
        let (from, to) = self.range();
        let start = |segment| {
            let word = self.first + self.count / self.segments * segment;
            // After the last segment, add its end.
            let x = if segment == self.segments { to } else { (self.argument)(word) };
            LEFT + ((x - from) / (to - from) * f64::from(COLUMNS)).round() as i32
        };
        (0..=self.segments).map(start).collect()
    }
}

/// Draws the picture of an operation.
pub(crate) fn draw(operation: &Operation) -> String {
    let errors = operation.errors();
    picture(SIZE, |canvas| {
        title(canvas, operation, &errors);
        stripes(canvas, operation);
        axes(canvas, operation);
        band(canvas, operation, &errors.columns);
        bounds(canvas, operation);
        shares(canvas, &errors.columns);
    })
}

fn title(canvas: &Canvas, operation: &Operation, errors: &Errors) {
    let correct: u32 = errors.columns.iter().map(|column| column.correct).sum();
    let share = 100.0 * f64::from(correct) / f64::from(operation.count);
    let heading = format!("MUFU.{}: the error of {}", operation.name, operation.function);
    canvas.text(&heading, (LEFT, 28), 26, INK, Anchor::Left);
    let (error, word) = errors.worst;
    let facts = format!(
        "all {} arguments · {} segments · largest error {:.6} at {word:08x} · {share:.2} % correctly rounded",
        operation.count,
        operation.segments,
        error.abs(),
    );
    canvas.text(&facts, (LEFT, 60), 18, FAINT, Anchor::Left);
}

/// Draws a stripe for every second segment.
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
        canvas.line(&[(LEFT, y), (right, y)], if error == 0 { FAINT } else { GRID }, 1);
        let sign = if error > 0 { "+" } else { "" };
        canvas.text(&format!("{sign}{error}"), (LEFT - 10, y), 18, INK, Anchor::Right);
    }
    canvas.text(&format!("error in {}", operation.unit), (LEFT, TOP - 12), 15, FAINT, Anchor::Left);
    let (from, to) = operation.range();
    for (at, name) in operation.ticks {
        let x = LEFT + ((at - from) / (to - from) * f64::from(COLUMNS)).round() as i32;
        canvas.line(&[(x, TOP + HEIGHT), (x, TOP + HEIGHT + 6)], INK, 1);
        canvas.text(name, (x, TOP + HEIGHT + 20), 18, INK, Anchor::Middle);
        canvas.line(&[(x, STRIP + STRIP_HEIGHT), (x, STRIP + STRIP_HEIGHT + 6)], INK, 1);
        canvas.text(name, (x, STRIP + STRIP_HEIGHT + 20), 18, INK, Anchor::Middle);
    }
    let middle = LEFT + COLUMNS as i32 / 2;
    canvas.text(operation.axis, (middle, STRIP + STRIP_HEIGHT + 44), 18, INK, Anchor::Middle);
    canvas.frame((LEFT, TOP), (right, TOP + HEIGHT), FAINT);
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
        canvas.dashes(&line(sign), RED, 8);
        if operation.unit == "ulp" {
            let y = operation.y(sign * 0.5);
            canvas.dashes(&[(LEFT, y), (LEFT + COLUMNS as i32, y)], INK, 2);
        }
    }
    let right = LEFT + COLUMNS as i32;
    canvas.text(operation.promise, (right, TOP - 12), 15, RED, Anchor::Right);
}

/// Draws the proportion of correctly rounded results in each column.
fn shares(canvas: &Canvas, columns: &[Column]) {
    let bottom = STRIP + STRIP_HEIGHT;
    let right = LEFT + COLUMNS as i32;
    let share = |column: &Column| f64::from(column.correct) / f64::from(column.count.max(1));
    let place = |(i, column)| {
        (LEFT + i as i32, bottom - (share(column) * f64::from(STRIP_HEIGHT)).round() as i32)
    };
    canvas.rectangle((LEFT, STRIP), (right, bottom), PAPER);
    let outline = columns.iter().enumerate().map(place);
    canvas.polygon(
        [(LEFT, bottom)].into_iter().chain(outline).chain([(right, bottom)]).collect(),
        GREEN,
    );
    canvas.frame((LEFT, STRIP), (right, bottom), FAINT);
    for (share, y) in [("100 %", STRIP), ("0 %", bottom)] {
        canvas.text(share, (LEFT - 10, y), 15, INK, Anchor::Right);
    }
    canvas.text("correctly rounded", (LEFT, STRIP - 12), 15, GREEN, Anchor::Left);
}
