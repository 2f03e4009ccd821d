//! Operands.
#[derive(Clone, Copy)]
pub struct Format {
    exponent: u32,
    fraction: u32,
}
impl Format {
    pub const BINARY16: Self = Self { exponent: 5, fraction: 10 };
    pub const BFLOAT16: Self = Self { exponent: 8, fraction: 7 };
    pub const BINARY32: Self = Self { exponent: 8, fraction: 23 };
    pub const BINARY64: Self = Self { exponent: 11, fraction: 52 };
    pub fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }
}
#[derive(Clone, Copy)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Fma,
    Rcp,
    Sqrt,
}
pub fn operands(_: Format, _: Operation, r: u64) -> [u64; 3] {
    [r; 3]
}
