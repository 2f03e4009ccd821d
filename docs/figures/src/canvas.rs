//! A canvas. Its background is light, so that pictures are readable on light and dark pages.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// A position in pixels from the upper left corner.
pub(crate) type Place = (i32, i32);

pub(crate) const PAPER: RGBColor = RGBColor(252, 252, 249);
pub(crate) const INK: RGBColor = RGBColor(34, 34, 40);
pub(crate) const FAINT: RGBColor = RGBColor(105, 105, 115);
pub(crate) const GRID: RGBColor = RGBColor(214, 214, 220);
pub(crate) const STRIPE: RGBColor = RGBColor(237, 240, 245);
pub(crate) const BLUE: RGBColor = RGBColor(38, 99, 170);
pub(crate) const RED: RGBColor = RGBColor(190, 48, 38);
pub(crate) const GREEN: RGBColor = RGBColor(30, 120, 60);
pub(crate) const ORANGE: RGBColor = RGBColor(205, 120, 10);

/// Which point of a text is at the given position.
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

/// Draws a picture of this size. Returns it as SVG.
pub(crate) fn picture(size: (u32, u32), draw: impl FnOnce(&Canvas)) -> String {
    let mut text = String::new();
    {
        let canvas = Canvas { area: SVGBackend::with_string(&mut text, size).into_drawing_area() };
        let (width, height) = (size.0 as i32, size.1 as i32);
        canvas.rectangle((0, 0), (width, height), PAPER);
        draw(&canvas);
        canvas.area.present().expect("text can be written");
    }
    text
}

impl Canvas<'_> {
    pub(crate) fn rectangle(&self, from: Place, to: Place, color: RGBColor) {
        let element = Rectangle::new([from, to], color.filled());
        self.area.draw(&element).expect("text can be written");
    }

    /// Draws the outline of a rectangle.
    pub(crate) fn frame(&self, from: Place, to: Place, color: RGBColor) {
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        self.line(&corners, color, 1);
    }

    pub(crate) fn line(&self, places: &[Place], color: RGBColor, width: u32) {
        let element = PathElement::new(places.to_vec(), color.stroke_width(width));
        self.area.draw(&element).expect("text can be written");
    }

    /// Draws a dashed line through positions, from left to right. Each dash has `dash` pixels.
    pub(crate) fn dashes(&self, places: &[Place], color: RGBColor, dash: i32) {
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return };
        let at = |x: i32| {
            let next = places.iter().position(|place| place.0 >= x).unwrap_or(places.len() - 1);
            let (a, b) = (places[next.saturating_sub(1)], places[next]);
            let part = if b.0 == a.0 { 0.0 } else { f64::from(x - a.0) / f64::from(b.0 - a.0) };
            (x, (f64::from(a.1) + part * f64::from(b.1 - a.1)).round() as i32)
        };
        for x in (first.0..last.0).step_by(2 * dash as usize) {
            self.line(&[at(x), at((x + dash).min(last.0))], color, 2);
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
            let side = |s: i32| (to.0 - 9 * dx + 5 * s * dy, to.1 - 9 * dy + 5 * s * dx);
            self.polygon(vec![*to, side(1), side(-1)], color);
        }
    }

    /// Draws a text that is vertically centred at its position.
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
        let style =
            ("sans-serif", size).into_font().color(&color).pos(Pos::new(side, VPos::Center));
        self.area.draw(&Text::new(text, place, style)).expect("text can be written");
    }
}
