//! Interval arithmetic. Lower bounds are rounded with `.rm`, and upper bounds with `.rp`.

use ptx::ptx;

/// A closed interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f32,
    /// The upper bound.
    pub high: f32,
}

/// Adds two intervals.
#[must_use]
pub const fn add(a: Interval, b: Interval) -> Interval {
    let (low, high);
    ptx! {
        add.rm.f32  low, (a.low), (b.low);
        add.rp.f32  high, (a.high), (b.high);
    }
    Interval { low, high }
}

/// Multiplies two intervals. The bounds of the result are the minimum and the maximum of the four
/// products of bounds.
#[must_use]
pub const fn mul(a: Interval, b: Interval) -> Interval {
    let (low, high);
    ptx! {
        .reg .f32 %f<4>;
        mul.rm.f32  %f0, (a.low), (b.low);
        mul.rm.f32  %f1, (a.low), (b.high);
        mul.rm.f32  %f2, (a.high), (b.low);
        mul.rm.f32  %f3, (a.high), (b.high);
        min.f32     %f0, %f0, %f1;
        min.f32     %f2, %f2, %f3;
        min.f32     low, %f0, %f2;
        mul.rp.f32  %f0, (a.low), (b.low);
        mul.rp.f32  %f1, (a.low), (b.high);
        mul.rp.f32  %f2, (a.high), (b.low);
        mul.rp.f32  %f3, (a.high), (b.high);
        max.f32     %f0, %f0, %f1;
        max.f32     %f2, %f2, %f3;
        max.f32     high, %f0, %f2;
    }
    Interval { low, high }
}

/// Divides two intervals of positive numbers.
#[must_use]
pub const fn div(a: Interval, b: Interval) -> Interval {
    let (low, high);
    ptx! {
        div.rm.f32  low, (a.low), (b.high);
        div.rp.f32  high, (a.high), (b.low);
    }
    Interval { low, high }
}

/// Returns the square root of an interval of positive numbers.
#[must_use]
pub const fn sqrt(a: Interval) -> Interval {
    let (low, high);
    ptx! {
        sqrt.rm.f32 low, (a.low);
        sqrt.rp.f32 high, (a.high);
    }
    Interval { low, high }
}
