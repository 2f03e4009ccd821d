//! Computes exactly with floats. A number is an integer times a power of two.

use std::cmp::Ordering;

/// The number `value * 2^exp`.
#[derive(Clone, Copy)]
pub(crate) struct Dyadic {
    value: i128,
    exp: i32,
}

impl Dyadic {
    pub(crate) fn new(x: f32) -> Self {
        assert!(x.is_finite());
        let (bits, field) = (x.to_bits(), (x.to_bits() >> 23 & 0xff) as i32);
        let fraction = i128::from(bits & 0x7f_ffff);
        let sig = if field == 0 { fraction } else { fraction | 1 << 23 };
        Self { value: if x.is_sign_negative() { -sig } else { sig }, exp: field.max(1) - 150 }
    }

    pub(crate) fn times(self, other: Self) -> Self {
        Self { value: self.value * other.value, exp: self.exp + other.exp }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        if self.value == 0 {
            return other;
        }
        if other.value == 0 {
            return self;
        }
        let exp = self.exp.min(other.exp);
        Self { value: self.at(exp) + other.at(exp), exp }
    }

    pub(crate) fn minus(self, other: Self) -> Self {
        self.plus(Self { value: -other.value, exp: other.exp })
    }

    fn at(self, exp: i32) -> i128 {
        let shift = (self.exp - exp) as u32;
        let bits = 128 - self.value.unsigned_abs().leading_zeros();
        assert!(bits + shift < 127, "the operands lie too far apart");
        self.value << shift
    }

    pub(crate) fn compare(self, other: Self) -> Ordering {
        self.minus(other).value.cmp(&0)
    }

    pub(crate) fn to_f64(self) -> f64 {
        self.value as f64 * f64::from(self.exp).exp2()
    }
}
