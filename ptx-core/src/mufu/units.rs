//! The parameters of the datapath for each function of the multi-function unit.

use super::interpolate::{Unit, packed};
use super::tables;

pub(super) const RCP:  Unit<128> = Unit { rows: &packed(tables::RCP), negative: [true, false], r_bits: 16, c0_shift: 13, c2_shift: 0, bias: 0x47e7, drop: 15 };
pub(super) const RSQ:  Unit<128> = Unit { rows: &packed(tables::RSQ), negative: [true, false], r_bits: 17, c0_shift: 14, c2_shift: 2, bias: 0x7fff, drop: 16 };
pub(super) const SQRT: Unit<128> = Unit { rows: &packed(tables::SQRT), negative: [false, true],r_bits: 17, c0_shift: 15, c2_shift: 1, bias: 0xffff, drop: 17 };
pub(super) const LG2:  Unit<64>  = Unit { rows: &packed(tables::LG2), negative: [false, true], r_bits: 17, c0_shift: 12, c2_shift: 1, bias: 0x3345, drop: 2 };
pub(super) const EX2:  Unit<64>  = Unit { rows: &packed(tables::EX2), negative: [false, false], r_bits: 17, c0_shift: 13, c2_shift: 0, bias: 0x77e2, drop: 15 };
pub(super) const SIN:  Unit<64>  = Unit { rows: &packed(tables::SIN), negative: [false, true], r_bits: 17, c0_shift: 11, c2_shift: 0, bias: 0,      drop: 0 };
