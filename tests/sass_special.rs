//! Tests the results of each operation of the multi-function unit for special values, in `sass!`. Each row runs at run
//! time and in const evaluation. The rows are in the order of NVIDIA's page on SPA 5.0 machine code.
#![forbid(unsafe_code)]

use ptx::sass;
use std::hint::black_box;

const NEG: u32 = 1 << 31;
const INF: u32 = 0x7f80_0000;
const NAN: u32 = 0x7fff_ffff;
const ONE: u32 = 0x3f80_0000;
const NORMAL: u32 = 0x0080_0000;
const SUBNORMAL: u32 = 0x007f_ffff;

/// Checks rows `input => result` of an instruction, at run time and in const evaluation.
macro_rules! rows {
    ($instruction:tt: $($x:expr => $result:expr),+ $(,)?) => { $(
        row!($instruction, $x, $result);
    )+ };
}

macro_rules! row {
    (($($instruction:tt)*), $x:expr, $result:expr) => {{
        const X: u32 = $x;
        const IN_CONST: u32 = sass! { $($instruction)* R0, (X); R0 };
        let x = black_box(X);
        let at_run_time = sass! { $($instruction)* R0, x; R0 };
        let name = stringify!($($instruction)*);
        assert_eq!((IN_CONST, at_run_time), ($result, $result), "{name} of {X:08x}");
    }};
}

#[test]
fn rcp() {
    rows! { (MUFU.RCP):
        NEG | INF => NEG, NEG | ONE => NEG | ONE, NEG | SUBNORMAL => NEG | INF, NEG => NEG | INF,
        0 => INF, 1 => INF, SUBNORMAL => INF, ONE => ONE, NORMAL => 0x7e80_0000,
        0x7e80_0000 => NORMAL, 0x7e80_0001 => 0, INF => 0, 0x7f80_0001 => NAN, 0xffc0_0000 => NAN,
    }
    rows! { (MUFU.RCP.SAT):
        NEG | INF => 0, NEG | ONE => 0, NEG => 0, 0 => ONE, 0x3f00_0000 => ONE, ONE => ONE,
        0x4000_0000 => 0x3f00_0000, INF => 0, NAN => 0,
    }
}

#[test]
fn rsq() {
    rows! { (MUFU.RSQ):
        NEG | INF => NAN, NEG | NORMAL => NAN, NEG | SUBNORMAL => NEG | INF, NEG => NEG | INF,
        0 => INF, SUBNORMAL => INF, NORMAL => 0x5f00_0000, ONE => ONE, INF => 0, NAN => NAN,
    }
    rows! { (MUFU.RSQ.SAT):
        NEG | ONE => 0, NEG => 0, 0 => ONE, 0x4080_0000 => 0x3f00_0000, INF => 0, NAN => 0,
    }
}

#[test]
fn sqrt() {
    rows! { (MUFU.SQRT):
        NEG | INF => NAN, NEG | NORMAL => NAN, NEG | SUBNORMAL => NEG, NEG => NEG,
        0 => 0, SUBNORMAL => 0, ONE => ONE, 0x4080_0000 => 0x4000_0000, INF => INF, NAN => NAN,
    }
    rows! { (MUFU.SQRT.SAT): NEG => 0, NEG | ONE => 0, 0x3e80_0000 => 0x3f00_0000, INF => ONE }
}

#[test]
fn lg2() {
    rows! { (MUFU.LG2):
        NEG | INF => NAN, NEG | NORMAL => NAN, NEG | SUBNORMAL => NEG | INF, NEG => NEG | INF,
        0 => NEG | INF, SUBNORMAL => NEG | INF, ONE => 0,
        0x4000_0000 => ONE, INF => INF, NAN => NAN,
    }
    rows! { (MUFU.LG2.SAT): 0 => 0, 0x3f00_0000 => 0, ONE => 0, INF => ONE, NAN => 0 }
}

#[test]
fn range_reduction() {
    rows! { (RRO.SINCOS):
        NEG | INF => 0xc080_0000, NEG | SUBNORMAL => NEG, NEG => NEG, 0 => 0, SUBNORMAL => 0,
        INF => 0x4080_0000, 0x7f80_0001 => 0x4000_0000, 0xffc0_0000 => 0xc000_0000,
    }
    rows! { (RRO.EX2):
        NEG | INF => 0xc080_0000, 0xc300_0000 => 0xc080_0000, NEG | SUBNORMAL => NEG, NEG => NEG,
        0 => 0, SUBNORMAL => 0, ONE => 0x0080_0000, 0x4300_0000 => 0x4080_0000,
        INF => 0x4080_0000, NAN => 0x4000_0000,
    }
}

#[test]
fn sin_and_cos() {
    rows! { (MUFU.SIN):
        0 => 0, NEG => NEG, 0x0080_0000 => ONE, 0x8080_0000 => NEG | ONE, 0x4000_0000 => NAN,
        0xc000_0000 => NAN, 0x4080_0000 => NAN, 0xc080_0000 => NAN,
    }
    rows! { (MUFU.COS):
        0 => ONE, NEG => ONE, 0x0100_0000 => NEG | ONE, 0x4000_0000 => NAN, 0xc080_0000 => NAN,
    }
    rows! { (MUFU.SIN.SAT): NEG => 0, 0x8080_0000 => 0, 0x0080_0000 => ONE, 0x4080_0000 => 0 }
    rows! { (MUFU.COS.SAT): 0 => ONE, 0x0100_0000 => 0, 0x4000_0000 => 0 }
    rows! { (.target sm_70 MUFU.SIN): 0 => 0, NEG => NEG, INF => NAN, NEG | INF => NAN, NAN => NAN }
    rows! { (.target sm_70 MUFU.COS): 0 => ONE, NEG => ONE, INF => NAN, NEG | INF => NAN, NAN => NAN }
}

#[test]
fn ex2() {
    rows! { (MUFU.EX2):
        0 => ONE, NEG => ONE, 0x0080_0000 => 0x4000_0000, 0x8080_0000 => 0x3f00_0000,
        0x4080_0000 => INF, 0xc080_0000 => 0, 0x4000_0000 => NAN, 0xc000_0000 => NAN,
        0x3f80_0000 => 0x7f00_0000, 0xbf00_0000 => NORMAL, 0xbf80_0000 => 0,
    }
    rows! { (MUFU.EX2.SAT): 0x0080_0000 => ONE, 0x8080_0000 => 0x3f00_0000, 0x4000_0000 => 0 }
    rows! { (.target sm_70 MUFU.EX2):
        NEG | INF => 0, NEG => ONE, 0 => ONE, SUBNORMAL => ONE, ONE => 0x4000_0000,
        0x4300_0000 => INF, 0xc2fc_0000 => NORMAL, 0xc2fe_0000 => 0, INF => INF, NAN => NAN,
    }
}

#[test]
fn high_words_of_doubles() {
    const DOUBLE_ONE: u32 = 0x3ff0_0000;
    const DOUBLE_INF: u32 = 0x7ff0_0000;
    rows! { (MUFU.RCP64H):
        NEG | DOUBLE_INF => NEG, NEG | DOUBLE_ONE => NEG | DOUBLE_ONE,
        0x800f_ffff => NEG | DOUBLE_INF, NEG => NEG | DOUBLE_INF, 0 => DOUBLE_INF,
        0x000f_ffff => DOUBLE_INF, DOUBLE_ONE => DOUBLE_ONE, 0x7fd0_0000 => 0x0010_0000,
        0x7fd0_0001 => 0, DOUBLE_INF => 0, 0x7ff0_0001 => NAN, 0x4014_0000 => 0x3fc9_9999,
    }
    rows! { (MUFU.RSQ64H):
        NEG | DOUBLE_INF => NAN, NEG | DOUBLE_ONE => NAN, 0x800f_ffff => NEG | DOUBLE_INF,
        NEG => NEG | DOUBLE_INF, 0 => DOUBLE_INF, 0x000f_ffff => DOUBLE_INF,
        DOUBLE_ONE => DOUBLE_ONE, 0x4010_0000 => 0x3fe0_0000, DOUBLE_INF => 0, 0x7ff8_0000 => NAN,
    }
    // RCP64H and RSQ64H ignore .SAT.
    rows! { (MUFU.RCP64H.SAT): 0xbff0_0000 => 0xbff0_0000, 0 => DOUBLE_INF, 0x7ff8_0000 => NAN }
    rows! { (MUFU.RSQ64H.SAT): 0 => DOUBLE_INF, 0xbff0_0000 => NAN }
}
