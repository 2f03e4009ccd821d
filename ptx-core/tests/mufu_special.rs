//! Tests the special values in the documentation of `ptx_core::mufu`, row by row, and results measured on chips.

use ptx_core::mufu::*;

const INF: u32 = 0x7f80_0000;
const NEG: u32 = 0x8000_0000;
const NAN: u32 = 0x7fff_ffff;
const ONE: u32 = 0x3f80_0000;
/// Quiet and signalling NaNs of both signs, with the smallest and the largest payloads.
const NANS: [u32; 6] =
    [0x7fc0_0000, 0xffc0_0000, 0x7f80_0001, 0xff80_0001, 0x7fff_ffff, 0xffff_ffff];
/// The smallest and the largest subnormal number, and one between.
const SUBNORMALS: [u32; 3] = [1, 0x0040_0000, 0x007f_ffff];

/// Checks a row of the table of special values in the documentation of `op`: all `inputs` must give `result`.
fn row(op: fn(u32) -> u32, inputs: &[u32], result: u32) {
    for &x in inputs {
        assert_eq!(op(x), result, "{x:08x}: {:08x}, expected {result:08x}", op(x));
    }
}

fn with_sign(sign: u32, magnitudes: &[u32]) -> Vec<u32> {
    magnitudes.iter().map(|x| sign | x).collect()
}

const BELOW_ZERO: [u32; 4] = [0x8080_0000, 0xbf80_0000, 0xff7f_ffff, 0xff80_0000];

#[test]
fn rcp_rows() {
    row(rcp, &NANS, NAN);
    for sign in [0, NEG] {
        row(rcp, &[sign], sign | INF);
        row(rcp, &with_sign(sign, &SUBNORMALS), sign | INF);
        row(rcp, &[sign | INF], sign);
        row(rcp, &[sign | ONE], sign | ONE);
        // 2^126 is the largest power of two with a normal reciprocal.
        row(rcp, &[sign | 0x7e80_0000], sign | 0x0080_0000);
        row(rcp, &with_sign(sign, &[0x7e80_0001, 0x7f00_0000, 0x7f7f_ffff]), sign);
        row(rcp, &[sign | 0x0080_0000], sign | 0x7e80_0000);
    }
}

#[test]
fn rsq_rows() {
    row(rsq, &NANS, NAN);
    row(rsq, &BELOW_ZERO, NAN);
    row(rsq, &[INF], 0);
    row(rsq, &[ONE], ONE);
    row(rsq, &[0x0080_0000], 0x5f00_0000);
    for sign in [0, NEG] {
        row(rsq, &[sign], sign | INF);
        row(rsq, &with_sign(sign, &SUBNORMALS), sign | INF);
    }
    // The result for an even power of two is exact.
    for k in (-126..128).step_by(2) {
        row(rsq, &[((127 + k) as u32) << 23], ((127 - k / 2) as u32) << 23);
    }
}

#[test]
fn sqrt_rows() {
    row(sqrt, &NANS, NAN);
    row(sqrt, &BELOW_ZERO, NAN);
    row(sqrt, &[INF], INF);
    row(sqrt, &[ONE], ONE);
    for sign in [0, NEG] {
        row(sqrt, &[sign], sign);
        row(sqrt, &with_sign(sign, &SUBNORMALS), sign);
    }
}

#[test]
fn lg2_rows() {
    row(lg2, &NANS, NAN);
    row(lg2, &BELOW_ZERO, NAN);
    row(lg2, &[INF], INF);
    row(lg2, &[ONE], 0);
    row(lg2, &[0x4000_0000], ONE);
    for sign in [0, NEG] {
        row(lg2, &[sign], NEG | INF);
        row(lg2, &with_sign(sign, &SUBNORMALS), NEG | INF);
    }
}

#[test]
fn rro_rows() {
    for rro in [rro_sincos as fn(u32) -> u32, rro_ex2] {
        for x in NANS {
            row(rro, &[x], x & NEG | 0x4000_0000);
        }
        for sign in [0, NEG] {
            row(rro, &[sign | INF], sign | 0x4080_0000);
            row(rro, &[sign], sign);
            row(rro, &with_sign(sign, &SUBNORMALS), sign);
        }
    }
    for sign in [0, NEG] {
        // The result of `rro_ex2` is a fixed-point number with seven integer bits, so magnitudes of 128 and above do
        // not fit.
        row(rro_ex2, &with_sign(sign, &[0x4300_0000, 0x7f7f_ffff]), sign | 0x4080_0000);
        row(rro_ex2, &[sign | 0x42ff_ffff], sign | 0x3fff_ffc0);
        row(rro_ex2, &[sign | ONE], sign | 0x0080_0000);
        row(rro_ex2, &[sign | 0x3400_0000], sign | 1);
        row(rro_ex2, &with_sign(sign, &[0x33ff_ffff, 0x0080_0000]), sign);
    }
}

#[test]
fn sincos_rows() {
    for sign in [0, NEG] {
        row(sin, &[sign], sign);
        row(cos, &[sign], ONE);
        row(sin, &[sign | 0x4000_0000, sign | 0x4080_0000], NAN);
        row(cos, &[sign | 0x4000_0000, sign | 0x4080_0000], NAN);
        // SIN ignores bits 29 to 25 of the operand.
        row(sin, &[sign | 0x3e80_0000, sign | 0x0080_0000], sign | ONE);
        for op in [sin_float as fn(u32) -> u32, cos_float] {
            row(op, &NANS, NAN);
            row(op, &[sign | INF], NAN);
        }
        row(sin_float, &[sign], sign);
        row(sin_float, &with_sign(sign, &SUBNORMALS), sign);
        row(cos_float, &[sign], ONE);
        row(cos_float, &with_sign(sign, &SUBNORMALS), ONE);
    }
}

#[test]
fn ex2_rows() {
    row(ex2, &[0, NEG], ONE);
    row(ex2, &[0x4080_0000], INF);
    row(ex2, &[0xc080_0000], 0);
    row(ex2, &[0x4000_0000, 0xc000_0000], NAN);
    row(ex2_float, &NANS, NAN);
    row(ex2_float, &[INF, 0x4300_0000], INF);
    row(ex2_float, &[NEG | INF, 0xc300_0000], 0);
    row(ex2_float, &[0, NEG], ONE);
    for sign in [0, NEG] {
        row(ex2_float, &with_sign(sign, &SUBNORMALS), ONE);
    }
    // The result for an integer is exact, except that 2^-127 is flushed to zero.
    for n in -126..128 {
        row(ex2_float, &[(n as f32).to_bits()], ((127 + n) as u32) << 23);
    }
    row(ex2_float, &[(-127.0f32).to_bits()], 0);
}

#[test]
fn high_word_rows() {
    let nans = [0x7ff0_0001, 0xfff0_0001, 0x7ff8_0000, 0xffff_ffff];
    row(rcp64h, &nans, NAN);
    row(rsq64h, &nans, NAN);
    for sign in [0, NEG] {
        let zero_or_subnormal = [sign, sign | 1, sign | 0x000f_ffff];
        row(rcp64h, &zero_or_subnormal, sign | 0x7ff0_0000);
        row(rsq64h, &zero_or_subnormal, sign | 0x7ff0_0000);
        row(rcp64h, &[sign | 0x7ff0_0000], sign);
        row(rcp64h, &[sign | 0x3ff0_0000], sign | 0x3ff0_0000);
        row(rcp64h, &[sign | 0x7fd0_0000], sign | 0x0010_0000);
        row(rcp64h, &[sign | 0x7fd0_0001], sign);
    }
    row(rsq64h, &[0x7ff0_0000], 0);
    row(rsq64h, &[0x8010_0000, 0xbff0_0000, 0xfff0_0000], NAN);
    row(rsq64h, &[0x3ff0_0000], 0x3ff0_0000);
    row(rsq64h, &[0x4010_0000], 0x3fe0_0000);
}

#[test]
fn sat_rows() {
    row(sat, &NANS, 0);
    row(sat, &[0, NEG, 0xbf80_0000, NEG | INF, 0x8080_0000], 0);
    row(sat, &[ONE, 0x3f80_0001, 0x4000_0000, INF], ONE);
    row(sat, &[0x3f7f_ffff], 0x3f7f_ffff);
    row(sat, &[0x0080_0000], 0x0080_0000);
}

/// Compares `ex2_float` with results of `ex2.approx.ftz.f32` on a GB200 (sm_100).
#[test]
fn ex2_measured_on_gb200() {
    #[rustfmt::skip]
    let vectors = [
        (0xc1238d46, 0x3a5b7d5c), (0xc14b10e0, 0x391e8128), (0xc1478f28, 0x39388261), (0xc0b4fae8, 0x3ca2822f), (0xc190ac65, 0x36717d95),
        (0xc0b92469, 0x3c947fa3), (0xc083a88a, 0x3d6c7f28), (0xc0e43fa3, 0x3be97e0e), (0xc106949b, 0x3b408029),
    ];
    for (x, result) in vectors {
        row(ex2_float, &[x], result);
    }
}

/// Compares `ex2_float` with results of `ex2.approx.ftz.f32` on an L40S (sm_89). For a positive operand below 2^-23,
/// the result is 1.
#[test]
fn ex2_measured_on_l40s() {
    row(ex2_float, &[0x3400_0000], 0x3f80_0001);
    row(ex2_float, &[0xb400_0000], 0x3f7f_fffe);
    for x in (0x0080_0000..0x3400_0000).step_by(997).chain([0x33ff_ffff]) {
        row(ex2_float, &[x], ONE);
    }
}

/// Compares `rcp64h` with the high words of published results of `rcp.approx.ftz.f64` on a CUDA GPU.
#[test]
fn rcp64h_measured() {
    row(rcp64h, &[0x4014_0000], 0x3fc9_9999);
    row(rcp64h, &[0x401c_0000], 0x3fc2_4924);
    row(rcp64h, &[0x001e_eeee], 0x7fc0_8d3e);
}

/// Compares results of const evaluation with results at run time.
#[test]
fn in_const() {
    const RESULTS: [u32; 14] = [
        rcp(0x4040_0000),
        rsq(0x4040_0000),
        sqrt(0x4040_0000),
        lg2(0x4040_0000),
        ex2_float(0x3f00_0000),
        sin_float(0x3e00_0000),
        cos_float(0x3e00_0000),
        ex2(rro_ex2(0xbf00_0000)),
        sin(rro_sincos(0xbf00_0000)),
        cos(rro_sincos(0xbf00_0000)),
        rcp64h(0x4008_0000),
        rsq64h(0x4008_0000),
        sat(0x7fff_ffff),
        rcp(0x7f80_0001),
    ];
    let x = std::hint::black_box::<u32>;
    assert_eq!(
        RESULTS,
        [
            rcp(x(0x4040_0000)),
            rsq(x(0x4040_0000)),
            sqrt(x(0x4040_0000)),
            lg2(x(0x4040_0000)),
            ex2_float(x(0x3f00_0000)),
            sin_float(x(0x3e00_0000)),
            cos_float(x(0x3e00_0000)),
            ex2(rro_ex2(x(0xbf00_0000))),
            sin(rro_sincos(x(0xbf00_0000))),
            cos(rro_sincos(x(0xbf00_0000))),
            rcp64h(x(0x4008_0000)),
            rsq64h(x(0x4008_0000)),
            sat(x(0x7fff_ffff)),
            rcp(x(0x7f80_0001)),
        ]
    );
}
