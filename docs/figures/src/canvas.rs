//! A transparent canvas. It is 750 pixels wide, like a page of the book. Its colours have a contrast of at least 4.5 to 1
//! with mdBook's light themes. `docs/book.css` inverts pictures in dark themes, where the contrast is at least 7 to 1.
//! Marks under text are translucent.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A position in pixels from the upper left corner.
pub(crate) type Place = (i32, i32);

/// The width of a picture, and of a page of the book, in pixels.
pub(crate) const WIDTH: i32 = 750;
/// The size of the letters in headings, in pixels.
pub(crate) const HEADING: i32 = 17;
/// The size of the letters in text, in pixels.
pub(crate) const TEXT: i32 = 13;
/// The smallest size of letters, in pixels.
pub(crate) const SMALL: i32 = 12;

pub(crate) const INK: RGBColor = RGBColor(85, 85, 92);
pub(crate) const BLUE: RGBColor = RGBColor(34, 98, 178);
pub(crate) const RED: RGBColor = RGBColor(180, 44, 34);
pub(crate) const GREEN: RGBColor = RGBColor(33, 112, 60);
pub(crate) const ORANGE: RGBColor = RGBColor(148, 82, 6);
/// The translucent colour of grid lines.
pub(crate) const GRID: RGBAColor = RGBAColor(85, 85, 92, 0.3);
/// The translucent colour of areas under other marks.
pub(crate) const STRIPE: RGBAColor = RGBAColor(85, 85, 92, 0.1);

/// The point of a text that is placed at the given position.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Left,
    Middle,
    Right,
}

/// A canvas whose unit is a pixel.
pub(crate) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
}

/// Draws a picture that is `height` pixels high, and returns it as SVG.
pub(crate) fn picture(height: i32, draw: impl FnOnce(&Canvas)) -> String {
    let mut text = String::new();
    {
        let size = (WIDTH as u32, height as u32);
        let canvas = Canvas { area: SVGBackend::with_string(&mut text, size).into_drawing_area() };
        draw(&canvas);
        canvas.area.present().expect("text can be written");
    }
    text
}

impl Canvas<'_> {
    pub(crate) fn rectangle(&self, from: Place, to: Place, color: impl Color) {
        let element = Rectangle::new([from, to], color.filled());
        self.area.draw(&element).expect("text can be written");
    }

    /// Draws the outline of a rectangle.
    pub(crate) fn frame(&self, from: Place, to: Place, color: RGBColor) {
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        self.line(&corners, color, 1);
    }

    pub(crate) fn line(&self, places: &[Place], color: impl Color, width: u32) {
        let element = PathElement::new(places.to_vec(), color.stroke_width(width));
        self.area.draw(&element).expect("text can be written");
    }

    /// Draws a dashed line through positions, from left to right, with dashes of `dash` pixels.
    pub(crate) fn dashes(&self, places: &[Place], color: RGBColor, dash: i32, width: u32) {
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
        let at = |x: i32| {
            let next = places.iter().position(|place| place.0 >= x).unwrap_or(places.len() - 1);
            let (a, b) = (places[next.saturating_sub(1)], places[next]);
            let part = if b.0 == a.0 { 0.0 } else { f64::from(x - a.0) / f64::from(b.0 - a.0) };
            (x, (f64::from(a.1) + part * f64::from(b.1 - a.1)).round() as i32)
        };
        for x in (first.0..last.0).step_by(2 * dash as usize) {
            self.line(&[at(x), at((x + dash).min(last.0))], color, width);
        }
    }

    pub(crate) fn polygon(&self, places: Vec<Place>, color: RGBColor) {
        self.area.draw(&Polygon::new(places, color.filled())).expect("text can be written");
    }

    pub(crate) fn dot(&self, place: Place, radius: i32, color: RGBColor) {
        self.area.draw(&Circle::new(place, radius, color.filled())).expect("text can be written");
    }

    /// Draws a line with an arrowhead at its end.
    pub(crate) fn arrow(&self, places: &[Place], color: RGBColor) {
        self.line(places, color, 2);
        if let [.., from, to] = places {
            let (dx, dy) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
            let side = |s: i32| (to.0 - 8 * dx + 4 * s * dy, to.1 - 8 * dy + 4 * s * dx);
            self.polygon(vec![*to, side(1), side(-1)], color);
        }
    }

    /// Draws the outline of a circle. The outline is two pixels wide.
    pub(crate) fn circle(&self, place: Place, radius: i32, color: RGBColor) {
        let element = Circle::new(place, radius, color.stroke_width(2));
        self.area.draw(&element).expect("text can be written");
    }

    /// Draws an entry of a legend: a sample of the line, followed by the text.
    pub(crate) fn legend(&self, place: Place, color: RGBColor, text: &str) {
        self.line(&[place, (place.0 + 26, place.1)], color, 3);
        self.text(text, (place.0 + 34, place.1), SMALL, INK, Anchor::Left);
    }

    /// Draws text, vertically centred at its position. `size` is the size of the letters in pixels.
    pub(crate) fn text(
        &self,
        text: &str,
        place: Place,
        size: i32,
        color: RGBColor,
        anchor: Anchor,
    ) {
        let side = match anchor {
            Anchor::Left => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::Right => HPos::Right,
        };
        // The SVG backend of plotters divides sizes by 1.24.
        let style = ("sans-serif", f64::from(size) * 1.24)
            .into_font()
            .color(&color)
            .pos(Pos::new(side, VPos::Center));
        self.area.draw(&Text::new(text, place, style)).expect("text can be written");
    }
}
