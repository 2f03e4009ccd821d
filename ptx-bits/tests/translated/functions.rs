/// Returns sqrt(a² + b²). The function calls other functions.
///
/// Translated from `hypotenuse` at functions.ptx:25, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[S\].
#[inline]
pub(crate) const fn hypotenuse(a: f32, b: f32) -> f32 {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_square(x: ptx::U32) -> ptx::U32 {
        let mut result: ptx::U32 = 0u32;
        let f1: ptx::F32 = ptx::F32::from_bits(x);
        let f2: ptx::F32 = ptx::mul_f32(
            f1,
            f1,
            ptx::Rounding::Rn,
            ptx::Subnormals::Keep,
            ptx::Saturation::Off,
        );
        result = (f2).to_bits();
        result
    }
    let mut func_retval0: ptx::F32 = 0f32;
    let r1: ptx::U32 = (a).to_bits();
    let r2: ptx::U32 = (b).to_bits();
    let param0: ptx::U32 = r1;
    let retval0: ptx::U32 = fn_square(param0);
    let r3: ptx::U32 = retval0;
    let param0_2: ptx::U32 = r2;
    let retval0_2: ptx::U32 = fn_square(param0_2);
    let r4: ptx::U32 = retval0_2;
    let r5: ptx::U32 = (ptx::add_f32(
        ptx::F32::from_bits(r3),
        ptx::F32::from_bits(r4),
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    ))
        .to_bits();
    let r6: ptx::U32 = (ptx::sqrt_f32(
        ptx::F32::from_bits(r5),
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
    ))
        .to_bits();
    func_retval0 = ptx::F32::from_bits(r6);
    func_retval0
}
/// Translated from `factorial` at functions.ptx:52, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
pub(crate) const fn factorial(n: u32) -> u32 {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_factorial(n: ptx::U32) -> ptx::U32 {
        let mut func_retval0: ptx::U32 = 0u32;
        let mut r1: ptx::U32 = 0u32;
        let mut r5: ptx::U32 = 0u32;
        'b2: {
            r1 = n;
            let [p1, _] = ptx::setp_u32(r1, 1u32, ptx::Comparison::Gt);
            r5 = 1u32;
            if !p1 {
                break 'b2;
            }
            let r2: ptx::U32 = (ptx::add_s32(
                (r1) as ptx::I32,
                -1i32,
                ptx::Saturation::Off,
            )) as ptx::U32;
            let param0: ptx::U32 = r2;
            let retval0: ptx::U32 = fn_factorial(param0);
            let r3: ptx::U32 = retval0;
            r5 = (ptx::mul_lo_s32((r3) as ptx::I32, (r1) as ptx::I32)) as ptx::U32;
        }
        func_retval0 = r5;
        func_retval0
    }
    let mut func_retval0: ptx::U32 = 0u32;
    let mut r1: ptx::U32 = 0u32;
    let mut r5: ptx::U32 = 0u32;
    'b2: {
        r1 = n;
        let [p1, _] = ptx::setp_u32(r1, 1u32, ptx::Comparison::Gt);
        r5 = 1u32;
        if !p1 {
            break 'b2;
        }
        let r2: ptx::U32 = (ptx::add_s32((r1) as ptx::I32, -1i32, ptx::Saturation::Off))
            as ptx::U32;
        let param0: ptx::U32 = r2;
        let retval0: ptx::U32 = fn_factorial(param0);
        let r3: ptx::U32 = retval0;
        r5 = (ptx::mul_lo_s32((r3) as ptx::I32, (r1) as ptx::I32)) as ptx::U32;
    }
    func_retval0 = r5;
    func_retval0
}
/// Translated from `is_even` at functions.ptx:94, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn even(n: u32) -> bool {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_is_odd(n: ptx::U32) -> ptx::U32 {
        let mut func_retval0: ptx::U32 = 0u32;
        let mut r1: ptx::U32 = 0u32;
        let mut r3: ptx::U32 = 0u32;
        'b2: {
            r1 = n;
            let [p, _] = ptx::setp_s32((r1) as ptx::I32, 0i32, ptx::Comparison::Eq);
            r3 = 0u32;
            if p {
                break 'b2;
            }
            let r2: ptx::U32 = ptx::sub_u32(r1, 1u32);
            let param0: ptx::U32 = r2;
            let retval0: ptx::U32 = fn_is_even(param0);
            r3 = retval0;
        }
        func_retval0 = r3;
        func_retval0
    }
    #[inline]
    const fn fn_is_even(n: ptx::U32) -> ptx::U32 {
        let mut func_retval0: ptx::U32 = 0u32;
        let mut r1: ptx::U32 = 0u32;
        let mut r3: ptx::U32 = 0u32;
        'b2: {
            r1 = n;
            let [p, _] = ptx::setp_s32((r1) as ptx::I32, 0i32, ptx::Comparison::Eq);
            r3 = 1u32;
            if p {
                break 'b2;
            }
            let r2: ptx::U32 = ptx::sub_u32(r1, 1u32);
            let param0: ptx::U32 = r2;
            let retval0: ptx::U32 = fn_is_odd(param0);
            r3 = retval0;
        }
        func_retval0 = r3;
        func_retval0
    }
    let mut func_retval0: ptx::U32 = 0u32;
    let mut r1: ptx::U32 = 0u32;
    let mut r3: ptx::U32 = 0u32;
    'b2: {
        r1 = n;
        let [p, _] = ptx::setp_s32((r1) as ptx::I32, 0i32, ptx::Comparison::Eq);
        r3 = 1u32;
        if p {
            break 'b2;
        }
        let r2: ptx::U32 = ptx::sub_u32(r1, 1u32);
        let param0: ptx::U32 = r2;
        let retval0: ptx::U32 = fn_is_odd(param0);
        r3 = retval0;
    }
    func_retval0 = r3;
    (((func_retval0) as ptx::U8) != 0)
}
/// Translated from `is_odd` at functions.ptx:76, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn is_odd(n: u32) -> bool {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_is_even(n: ptx::U32) -> ptx::U32 {
        let mut func_retval0: ptx::U32 = 0u32;
        let mut r1: ptx::U32 = 0u32;
        let mut r3: ptx::U32 = 0u32;
        'b2: {
            r1 = n;
            let [p, _] = ptx::setp_s32((r1) as ptx::I32, 0i32, ptx::Comparison::Eq);
            r3 = 1u32;
            if p {
                break 'b2;
            }
            let r2: ptx::U32 = ptx::sub_u32(r1, 1u32);
            let param0: ptx::U32 = r2;
            let retval0: ptx::U32 = fn_is_odd(param0);
            r3 = retval0;
        }
        func_retval0 = r3;
        func_retval0
    }
    #[inline]
    const fn fn_is_odd(n: ptx::U32) -> ptx::U32 {
        let mut func_retval0: ptx::U32 = 0u32;
        let mut r1: ptx::U32 = 0u32;
        let mut r3: ptx::U32 = 0u32;
        'b2: {
            r1 = n;
            let [p, _] = ptx::setp_s32((r1) as ptx::I32, 0i32, ptx::Comparison::Eq);
            r3 = 0u32;
            if p {
                break 'b2;
            }
            let r2: ptx::U32 = ptx::sub_u32(r1, 1u32);
            let param0: ptx::U32 = r2;
            let retval0: ptx::U32 = fn_is_even(param0);
            r3 = retval0;
        }
        func_retval0 = r3;
        func_retval0
    }
    let mut func_retval0: ptx::U32 = 0u32;
    let mut r1: ptx::U32 = 0u32;
    let mut r3: ptx::U32 = 0u32;
    'b2: {
        r1 = n;
        let [p, _] = ptx::setp_s32((r1) as ptx::I32, 0i32, ptx::Comparison::Eq);
        r3 = 0u32;
        if p {
            break 'b2;
        }
        let r2: ptx::U32 = ptx::sub_u32(r1, 1u32);
        let param0: ptx::U32 = r2;
        let retval0: ptx::U32 = fn_is_even(param0);
        r3 = retval0;
    }
    func_retval0 = r3;
    (((func_retval0) as ptx::U8) != 0)
}
/// Translated from `triangle` at functions.ptx:114, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn triangle(n: u32) -> u64 {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::U64 = 0u64;
    let mut r1: ptx::U32 = 0u32;
    let mut rd1: ptx::U64 = 0u64;
    let mut r2: ptx::U32 = 0u32;
    r1 = n;
    rd1 = 0u64;
    r2 = 0u32;
    'b3: {
        'l1: loop {
            let [p1, _] = ptx::setp_u32(r2, r1, ptx::Comparison::Ge);
            if p1 {
                break 'b3;
            }
            r2 = ptx::add_u32(r2, 1u32);
            let rd2: ptx::U64 = ptx::cvt_u64_u32(r2);
            rd1 = ptx::add_u64(rd1, rd2);
        }
    }
    func_retval0 = rd1;
    func_retval0
}
/// Translated from `collatz` at functions.ptx:138, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn collatz(n: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::U32 = 0u32;
    let mut r1: ptx::U32 = 0u32;
    let mut r2: ptx::U32 = 0u32;
    let mut r3: ptx::U32 = 0u32;
    let mut p1: ptx::Bool = false;
    let mut state: ptx::U32 = 0;
    loop {
        match state {
            0 => {
                r1 = n;
                r2 = 0u32;
                r3 = ptx::and_b32(r1, 1u32);
                let [e0, _] = ptx::setp_u32(r3, 1u32, ptx::Comparison::Eq);
                p1 = e0;
                state = if p1 { 2 } else { 1 };
            }
            1 => {
                r1 = ptx::shr_u32(r1, 1u32);
                r2 = ptx::add_u32(r2, 1u32);
                r3 = ptx::and_b32(r1, 1u32);
                let [e0, _] = ptx::setp_u32(r3, 0u32, ptx::Comparison::Eq);
                p1 = e0;
                state = if p1 { 1 } else { 2 };
            }
            2 => {
                let [p2, _] = ptx::setp_u32(r1, 1u32, ptx::Comparison::Eq);
                state = if p2 { 3 } else { 4 };
            }
            3 => {
                func_retval0 = r2;
                return func_retval0;
            }
            _ => {
                r1 = ptx::mad_lo_u32(r1, 3u32, 1u32);
                r2 = ptx::add_u32(r2, 1u32);
                state = 1;
            }
        }
    }
}
/// Translated from `chosen` at functions.ptx:164, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn chosen(i: u32) -> i32 {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::I32 = 0i32;
    let mut r2: ptx::U32 = 0u32;
    let mut r3: ptx::U32 = 0u32;
    let r1: ptx::U32 = i;
    r2 = ptx::min_u32(r1, 3u32);
    'b7: {
        match r2 {
            0 => {
                r3 = 10u32;
                break 'b7;
            }
            1 => {
                r3 = 21u32;
                break 'b7;
            }
            2 => {
                r3 = 32u32;
                break 'b7;
            }
            _ => {
                r3 = 43u32;
                break 'b7;
            }
        }
    }
    func_retval0 = (r3) as ptx::I32;
    func_retval0
}
/// Translated from `guarded` at functions.ptx:190, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn guarded(x: i32, y: i32) -> i32 {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::I32 = 0i32;
    let mut r3: ptx::I32 = 0i32;
    let mut r4: ptx::I32 = 0i32;
    let r1: ptx::I32 = x;
    let r2: ptx::I32 = y;
    let [p, q] = ptx::setp_s32(r1, r2, ptx::Comparison::Lt);
    if p {
        r3 = ptx::sub_s32(r2, r1, ptx::Saturation::Off);
    }
    if !p {
        r3 = ptx::sub_s32(r1, r2, ptx::Saturation::Off);
    }
    if q {
        func_retval0 = ((r3) as ptx::U32) as ptx::I32;
    }
    if q {
        return func_retval0;
    }
    r3 = ptx::add_s32(r3, r4, ptx::Saturation::Off);
    r3 = ptx::neg_s32(r3);
    func_retval0 = ((r3) as ptx::U32) as ptx::I32;
    func_retval0
}
/// Translated from `tagged` at functions.ptx:208, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[S\].
#[inline]
const fn tagged(s: (f32, u8, i16)) -> (f32, u8, i16) {
    use ::ptx::__private as ptx;
    let mut s_2: [ptx::U8; 8] = [0; 8];
    let bytes = (s.0).to_le_bytes();
    s_2[0] = bytes[0];
    s_2[1] = bytes[1];
    s_2[2] = bytes[2];
    s_2[3] = bytes[3];
    let bytes = (s.1).to_le_bytes();
    s_2[4] = bytes[0];
    let bytes = (s.2).to_le_bytes();
    s_2[6] = bytes[0];
    s_2[7] = bytes[1];
    let mut func_retval0: [ptx::U8; 8] = [0; 8];
    let mut rs1: ptx::U16 = 0u16;
    let mut rs2: ptx::U16 = 0u16;
    let f1: ptx::F32 = ptx::F32::from_bits(
        ptx::U32::from_le_bytes([s_2[0], s_2[1], s_2[2], s_2[3]]),
    );
    rs1 = (ptx::U8::from_le_bytes([s_2[4]])) as ptx::U16;
    rs2 = ((ptx::U16::from_le_bytes([s_2[6], s_2[7]])) as ptx::I16) as ptx::U16;
    let f2: ptx::F32 = ptx::neg_f32(f1, ptx::Subnormals::Keep);
    rs1 = ptx::add_u16(rs1, 1u16);
    rs2 = (ptx::add_s16((rs2) as ptx::I16, (rs1) as ptx::I16)) as ptx::U16;
    let bytes = ((f2).to_bits()).to_le_bytes();
    func_retval0[0] = bytes[0];
    func_retval0[1] = bytes[1];
    func_retval0[2] = bytes[2];
    func_retval0[3] = bytes[3];
    let bytes = ((rs1) as ptx::U8).to_le_bytes();
    func_retval0[4] = bytes[0];
    let bytes = (rs2).to_le_bytes();
    func_retval0[6] = bytes[0];
    func_retval0[7] = bytes[1];
    (
        ptx::F32::from_le_bytes([
            func_retval0[0],
            func_retval0[1],
            func_retval0[2],
            func_retval0[3],
        ]),
        ptx::U8::from_le_bytes([func_retval0[4]]),
        ptx::I16::from_le_bytes([func_retval0[6], func_retval0[7]]),
    )
}
/// Translated from `reversed` at functions.ptx:224, `.version 8.0`, `.target sm_80`.
#[inline]
const fn reversed(v: [u32; 4]) -> [u32; 4] {
    use ::ptx::__private as ptx;
    let mut v_2: [ptx::U8; 16] = [0; 16];
    let bytes = (v[0]).to_le_bytes();
    v_2[0] = bytes[0];
    v_2[1] = bytes[1];
    v_2[2] = bytes[2];
    v_2[3] = bytes[3];
    let bytes = (v[1]).to_le_bytes();
    v_2[4] = bytes[0];
    v_2[5] = bytes[1];
    v_2[6] = bytes[2];
    v_2[7] = bytes[3];
    let bytes = (v[2]).to_le_bytes();
    v_2[8] = bytes[0];
    v_2[9] = bytes[1];
    v_2[10] = bytes[2];
    v_2[11] = bytes[3];
    let bytes = (v[3]).to_le_bytes();
    v_2[12] = bytes[0];
    v_2[13] = bytes[1];
    v_2[14] = bytes[2];
    v_2[15] = bytes[3];
    let mut func_retval0: [ptx::U8; 16] = [0; 16];
    let r1: ptx::U32 = ptx::U32::from_le_bytes([v_2[0], v_2[1], v_2[2], v_2[3]]);
    let r2: ptx::U32 = ptx::U32::from_le_bytes([v_2[4], v_2[5], v_2[6], v_2[7]]);
    let r3: ptx::U32 = ptx::U32::from_le_bytes([v_2[8], v_2[9], v_2[10], v_2[11]]);
    let r4: ptx::U32 = ptx::U32::from_le_bytes([v_2[12], v_2[13], v_2[14], v_2[15]]);
    let bytes = (r4).to_le_bytes();
    func_retval0[0] = bytes[0];
    func_retval0[1] = bytes[1];
    func_retval0[2] = bytes[2];
    func_retval0[3] = bytes[3];
    let bytes = (r3).to_le_bytes();
    func_retval0[4] = bytes[0];
    func_retval0[5] = bytes[1];
    func_retval0[6] = bytes[2];
    func_retval0[7] = bytes[3];
    let bytes = (r2).to_le_bytes();
    func_retval0[8] = bytes[0];
    func_retval0[9] = bytes[1];
    func_retval0[10] = bytes[2];
    func_retval0[11] = bytes[3];
    let bytes = (r1).to_le_bytes();
    func_retval0[12] = bytes[0];
    func_retval0[13] = bytes[1];
    func_retval0[14] = bytes[2];
    func_retval0[15] = bytes[3];
    [
        ptx::U32::from_le_bytes([
            func_retval0[0],
            func_retval0[1],
            func_retval0[2],
            func_retval0[3],
        ]),
        ptx::U32::from_le_bytes([
            func_retval0[4],
            func_retval0[5],
            func_retval0[6],
            func_retval0[7],
        ]),
        ptx::U32::from_le_bytes([
            func_retval0[8],
            func_retval0[9],
            func_retval0[10],
            func_retval0[11],
        ]),
        ptx::U32::from_le_bytes([
            func_retval0[12],
            func_retval0[13],
            func_retval0[14],
            func_retval0[15],
        ]),
    ]
}
/// Translated from `bumped` at functions.ptx:234, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn bumped(c: u8, b: bool) -> u8 {
    use ::ptx::__private as ptx;
    let b_2: ptx::U8 = b as ptx::U8;
    let mut func_retval0: ptx::U32 = 0u32;
    let mut rs1: ptx::U16 = 0u16;
    rs1 = (c) as ptx::U16;
    let rs2: ptx::U16 = ((b_2) as ptx::I8) as ptx::U16;
    let [p, _] = ptx::setp_s16((rs2) as ptx::I16, 0i16, ptx::Comparison::Ne);
    if p {
        rs1 = (ptx::add_s16((rs1) as ptx::I16, 1i16)) as ptx::U16;
    }
    let r1: ptx::U32 = ptx::cvt_u32_u16(rs1);
    func_retval0 = r1;
    (func_retval0) as ptx::U8
}
/// Translated from `is_negative` at functions.ptx:248, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn is_negative(x: f32) -> bool {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::U32 = 0u32;
    let r1: ptx::U32 = (x).to_bits();
    let r2: ptx::U32 = ptx::shr_u32(r1, 31u32);
    func_retval0 = r2;
    (((func_retval0) as ptx::U8) != 0)
}
/// Translated from `divided` at functions.ptx:258, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[S\].
#[inline]
const fn divided(a: u32, b: u32) -> (u32, u32) {
    use ::ptx::__private as ptx;
    let mut quotient: ptx::U32 = 0u32;
    let mut remainder: ptx::U32 = 0u32;
    let r1: ptx::U32 = a;
    let r2: ptx::U32 = b;
    let r3: ptx::U32 = ptx::div_u32(r1, r2);
    let r4: ptx::U32 = ptx::rem_u32(r1, r2);
    quotient = r3;
    remainder = r4;
    (quotient, remainder)
}
/// Translated from `weight` at functions.ptx:271, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn weight(i: u32) -> f32 {
    use ::ptx::__private as ptx;
    const WEIGHTS: &[ptx::F32] = &[
        0.5f32,
        -1.25f32,
        ptx::F32::from_bits(1078530011),
        8f32,
    ];
    struct Memory {}
    impl Memory {
        #[inline]
        const fn load(
            &self,
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_f32(
                        WEIGHTS,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                _ => ptx::memory::fault(fault),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address: ptx::U64,
            bytes: ptx::U64,
            value: ptx::U64,
            fault: &'static ptx::Str,
        ) {
            match address >> 40 {
                _ => {
                    let _ = (bytes, value);
                    ptx::memory::fault(fault)
                }
            }
        }
    }
    let memory = &mut Memory {};
    let mut func_retval0: ptx::F32 = 0f32;
    let r1: ptx::U32 = i;
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = ptx::mul_wide_u32(r1, 4u32);
    let rd3: ptx::U64 = (ptx::add_s64((rd1) as ptx::I64, (rd2) as ptx::I64)) as ptx::U64;
    let f1: ptx::F32 = ptx::F32::from_bits(
        memory
            .load(rd3, 4, "functions.ptx:280: `ld.const.f32` reads outside of its slice")
            as ptx::U32,
    );
    func_retval0 = f1;
    func_retval0
}
/// Translated from `constants` at functions.ptx:285, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn constants() -> i64 {
    use ::ptx::__private as ptx;
    const BYTES: &[ptx::U8] = &[1u8, 2u8, 3u8, 4u8, 255u8, 0u8, 0u8, 128u8];
    const NESTED: &[ptx::U64] = &[1u64, 2u64, 0u64, 4u64, 5u64, 6u64];
    const EMPTY: &[ptx::U32] = &[0u32; 4];
    struct Memory {}
    impl Memory {
        #[inline]
        const fn load(
            &self,
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_u8(
                        BYTES,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                2 => {
                    ptx::memory::load_u64(
                        NESTED,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                3 => {
                    ptx::memory::load_u32(
                        EMPTY,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                _ => ptx::memory::fault(fault),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address: ptx::U64,
            bytes: ptx::U64,
            value: ptx::U64,
            fault: &'static ptx::Str,
        ) {
            match address >> 40 {
                _ => {
                    let _ = (bytes, value);
                    ptx::memory::fault(fault)
                }
            }
        }
    }
    let memory = &mut Memory {};
    let mut func_retval0: ptx::I64 = 0i64;
    let mut rd1: ptx::U64 = 0u64;
    let mut rd2: ptx::U64 = 0u64;
    let mut rd3: ptx::U64 = 0u64;
    let mut rd4: ptx::U64 = 0u64;
    let r1: ptx::U32 = (memory
        .load(
            1099511627776u64,
            4,
            "functions.ptx:289: `ld.global.u32` reads outside of its slice",
        )) as ptx::U32;
    let r2: ptx::U32 = ((memory
        .load(
            1099511627783u64,
            1,
            "functions.ptx:290: `ld.global.s8` reads outside of its slice",
        )) as ptx::I8) as ptx::U32;
    rd1 = memory
        .load(
            2199023255592u64,
            8,
            "functions.ptx:291: `ld.const.u64` reads outside of its slice",
        );
    rd2 = memory
        .load(
            2199023255568u64,
            8,
            "functions.ptx:292: `ld.const.u64` reads outside of its slice",
        );
    let r3: ptx::U32 = (memory
        .load(
            3298534883340u64,
            4,
            "functions.ptx:293: `ld.global.u32` reads outside of its slice",
        )) as ptx::U32;
    rd3 = (ptx::cvt_s64_s32((r2) as ptx::I32)) as ptx::U64;
    rd4 = ptx::cvt_u64_u32(r1);
    rd4 = ptx::shl_b64(rd4, 8u32);
    rd3 = (ptx::add_s64((rd3) as ptx::I64, (rd4) as ptx::I64)) as ptx::U64;
    rd1 = ptx::shl_b64(rd1, 48u32);
    rd1 = (ptx::add_s64((rd1) as ptx::I64, (rd2) as ptx::I64)) as ptx::U64;
    rd2 = ptx::cvt_u64_u32(r3);
    rd1 = (ptx::add_s64((rd1) as ptx::I64, (rd2) as ptx::I64)) as ptx::U64;
    rd3 = (ptx::add_s64((rd3) as ptx::I64, (rd1) as ptx::I64)) as ptx::U64;
    func_retval0 = (rd3) as ptx::I64;
    func_retval0
}
/// Translated from `local` at functions.ptx:308, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn local(n: u32, i: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut __local_depot0: [ptx::U8; 32] = [0; 32];
    let mut func_retval0: ptx::U32 = 0u32;
    let mut ptx_SPL: ptx::U64 = 0u64;
    let mut ptx_SP: ptx::U64 = 0u64;
    let mut r1: ptx::U32 = 0u32;
    let mut r2: ptx::U32 = 0u32;
    let mut r3: ptx::U32 = 0u32;
    let mut r5: ptx::U32 = 0u32;
    ptx_SPL = 1099511627776u64;
    ptx_SP = ptx_SPL;
    r1 = n;
    r2 = i;
    r3 = 0u32;
    'b2: {
        'l1: loop {
            let r4: ptx::U32 = ptx::mul_lo_u32(r3, r1);
            let rd1: ptx::U64 = ptx::mul_wide_u32(r3, 4u32);
            let rd2: ptx::U64 = ptx::add_u64(ptx_SPL, rd1);
            let address: ptx::U64 = rd2;
            match (address) >> 40 {
                1 => {
                    ptx::memory::store_u8(
                        &mut __local_depot0,
                        (address) & ptx::memory::OFFSET,
                        4,
                        (r4) as ptx::U64,
                        "functions.ptx:324: `st.local.u32` writes outside of its slice, or through `&`",
                    )
                }
                _ => {
                    ptx::memory::fault(
                        "functions.ptx:324: `st.local.u32` writes outside of its slice, or through `&`",
                    )
                }
            };
            r3 = ptx::add_u32(r3, 1u32);
            let [p, _] = ptx::setp_u32(r3, 8u32, ptx::Comparison::Lt);
            if !p {
                break 'b2;
            }
        }
    }
    let rd3: ptx::U64 = ptx::mul_wide_u32(r2, 4u32);
    let rd4: ptx::U64 = ptx::add_u64(ptx_SP, rd3);
    let address: ptx::U64 = rd4;
    r5 = (match (address) >> 40 {
        1 => {
            ptx::memory::load_u8(
                &__local_depot0,
                (address) & ptx::memory::OFFSET,
                4,
                "functions.ptx:330: `ld.u32` reads outside of its slice",
            )
        }
        _ => ptx::memory::fault("functions.ptx:330: `ld.u32` reads outside of its slice"),
    }) as ptx::U32;
    let r6: ptx::U32 = (ptx::memory::load_u8(
        &__local_depot0,
        28,
        4,
        "functions.ptx:331: `ld.local.u32` reads outside of its slice",
    )) as ptx::U32;
    r5 = ptx::add_u32(r5, r6);
    func_retval0 = r5;
    func_retval0
}
/// Translated from `checked` at functions.ptx:337, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn checked(x: i32) -> i32 {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::I32 = 0i32;
    let mut r1: ptx::I32 = 0i32;
    r1 = x;
    let [p, _] = ptx::setp_s32(r1, 0i32, ptx::Comparison::Lt);
    if p {
        ptx::memory::fault("functions.ptx:343: `trap`")
    }
    func_retval0 = ((r1) as ptx::U32) as ptx::I32;
    func_retval0
}
/// Translated from `sum128` at functions.ptx:349, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn sum128(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    use ::ptx::__private as ptx;
    let mut a_2: [ptx::U8; 16] = [0; 16];
    let bytes = (a.0).to_le_bytes();
    a_2[0] = bytes[0];
    a_2[1] = bytes[1];
    a_2[2] = bytes[2];
    a_2[3] = bytes[3];
    a_2[4] = bytes[4];
    a_2[5] = bytes[5];
    a_2[6] = bytes[6];
    a_2[7] = bytes[7];
    let bytes = (a.1).to_le_bytes();
    a_2[8] = bytes[0];
    a_2[9] = bytes[1];
    a_2[10] = bytes[2];
    a_2[11] = bytes[3];
    a_2[12] = bytes[4];
    a_2[13] = bytes[5];
    a_2[14] = bytes[6];
    a_2[15] = bytes[7];
    let mut b_2: [ptx::U8; 16] = [0; 16];
    let bytes = (b.0).to_le_bytes();
    b_2[0] = bytes[0];
    b_2[1] = bytes[1];
    b_2[2] = bytes[2];
    b_2[3] = bytes[3];
    b_2[4] = bytes[4];
    b_2[5] = bytes[5];
    b_2[6] = bytes[6];
    b_2[7] = bytes[7];
    let bytes = (b.1).to_le_bytes();
    b_2[8] = bytes[0];
    b_2[9] = bytes[1];
    b_2[10] = bytes[2];
    b_2[11] = bytes[3];
    b_2[12] = bytes[4];
    b_2[13] = bytes[5];
    b_2[14] = bytes[6];
    b_2[15] = bytes[7];
    let mut func_retval0: [ptx::U8; 16] = [0; 16];
    let rd1: ptx::U64 = ptx::U64::from_le_bytes([
        a_2[0],
        a_2[1],
        a_2[2],
        a_2[3],
        a_2[4],
        a_2[5],
        a_2[6],
        a_2[7],
    ]);
    let rd2: ptx::U64 = ptx::U64::from_le_bytes([
        a_2[8],
        a_2[9],
        a_2[10],
        a_2[11],
        a_2[12],
        a_2[13],
        a_2[14],
        a_2[15],
    ]);
    let rd3: ptx::U64 = ptx::U64::from_le_bytes([
        b_2[0],
        b_2[1],
        b_2[2],
        b_2[3],
        b_2[4],
        b_2[5],
        b_2[6],
        b_2[7],
    ]);
    let rd4: ptx::U64 = ptx::U64::from_le_bytes([
        b_2[8],
        b_2[9],
        b_2[10],
        b_2[11],
        b_2[12],
        b_2[13],
        b_2[14],
        b_2[15],
    ]);
    let (rd5, carry) = ptx::add_cc_u64(rd1, rd3);
    let rd6: ptx::U64 = ptx::addc_u64(rd2, rd4, carry);
    let bytes = (rd5).to_le_bytes();
    func_retval0[0] = bytes[0];
    func_retval0[1] = bytes[1];
    func_retval0[2] = bytes[2];
    func_retval0[3] = bytes[3];
    func_retval0[4] = bytes[4];
    func_retval0[5] = bytes[5];
    func_retval0[6] = bytes[6];
    func_retval0[7] = bytes[7];
    let bytes = (rd6).to_le_bytes();
    func_retval0[8] = bytes[0];
    func_retval0[9] = bytes[1];
    func_retval0[10] = bytes[2];
    func_retval0[11] = bytes[3];
    func_retval0[12] = bytes[4];
    func_retval0[13] = bytes[5];
    func_retval0[14] = bytes[6];
    func_retval0[15] = bytes[7];
    (
        ptx::U64::from_le_bytes([
            func_retval0[0],
            func_retval0[1],
            func_retval0[2],
            func_retval0[3],
            func_retval0[4],
            func_retval0[5],
            func_retval0[6],
            func_retval0[7],
        ]),
        ptx::U64::from_le_bytes([
            func_retval0[8],
            func_retval0[9],
            func_retval0[10],
            func_retval0[11],
            func_retval0[12],
            func_retval0[13],
            func_retval0[14],
            func_retval0[15],
        ]),
    )
}
/// Translated from `split` at functions.ptx:361, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn split(x: f64, whole: &mut f64, part: &mut f64) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        whole: &'a mut [ptx::F64],
        part: &'a mut [ptx::F64],
    }
    impl Memory<'_> {
        #[inline]
        const fn load(
            &self,
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_f64(
                        self.whole,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                2 => {
                    ptx::memory::load_f64(
                        self.part,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                _ => ptx::memory::fault(fault),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address: ptx::U64,
            bytes: ptx::U64,
            value: ptx::U64,
            fault: &'static ptx::Str,
        ) {
            match address >> 40 {
                1 => {
                    ptx::memory::store_f64(
                        self.whole,
                        address & ptx::memory::OFFSET,
                        bytes,
                        value,
                        fault,
                    )
                }
                2 => {
                    ptx::memory::store_f64(
                        self.part,
                        address & ptx::memory::OFFSET,
                        bytes,
                        value,
                        fault,
                    )
                }
                _ => {
                    let _ = (bytes, value);
                    ptx::memory::fault(fault)
                }
            }
        }
    }
    let memory = &mut Memory {
        whole: ptx::from_mut(whole),
        part: ptx::from_mut(part),
    };
    let fd1: ptx::F64 = x;
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = 2199023255552u64;
    let fd2: ptx::F64 = ptx::cvt_irnd_f64_f64(
        fd1,
        ptx::Rounding::Rz,
        ptx::Saturation::Off,
    );
    let fd3: ptx::F64 = ptx::sub_f64(fd1, fd2, ptx::Rounding::Rn);
    memory
        .store(
            rd1,
            8,
            (fd2).to_bits(),
            "functions.ptx:370: `st.f64` writes outside of its slice, or through `&`",
        );
    memory
        .store(
            rd2,
            8,
            (fd3).to_bits(),
            "functions.ptx:371: `st.f64` writes outside of its slice, or through `&`",
        );
}
/// Translated from `sum4` at functions.ptx:375, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn sum4(x: &[f32], i: u64) -> f32 {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        x: &'a [ptx::F32],
    }
    impl Memory<'_> {
        #[inline]
        const fn load(
            &self,
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_f32(
                        self.x,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                _ => ptx::memory::fault(fault),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address: ptx::U64,
            bytes: ptx::U64,
            value: ptx::U64,
            fault: &'static ptx::Str,
        ) {
            match address >> 40 {
                _ => {
                    let _ = (bytes, value);
                    ptx::memory::fault(fault)
                }
            }
        }
    }
    let memory = &mut Memory { x: x };
    let mut func_retval0: ptx::F32 = 0f32;
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = i;
    let rd3: ptx::U64 = rd1;
    let rd4: ptx::U64 = ptx::shl_b64(rd2, 4u32);
    let rd5: ptx::U64 = (ptx::add_s64((rd3) as ptx::I64, (rd4) as ptx::I64)) as ptx::U64;
    let address: ptx::U64 = rd5;
    ptx::memory::aligned(
        address,
        16,
        "functions.ptx:384: `ld.global.nc.v4.f32` reads outside of its slice",
    );
    let f1: ptx::F32 = ptx::F32::from_bits(
        memory
            .load(
                address,
                4,
                "functions.ptx:384: `ld.global.nc.v4.f32` reads outside of its slice",
            ) as ptx::U32,
    );
    let f2: ptx::F32 = ptx::F32::from_bits(
        memory
            .load(
                (address).wrapping_add(4),
                4,
                "functions.ptx:384: `ld.global.nc.v4.f32` reads outside of its slice",
            ) as ptx::U32,
    );
    let f3: ptx::F32 = ptx::F32::from_bits(
        memory
            .load(
                (address).wrapping_add(8),
                4,
                "functions.ptx:384: `ld.global.nc.v4.f32` reads outside of its slice",
            ) as ptx::U32,
    );
    let f4: ptx::F32 = ptx::F32::from_bits(
        memory
            .load(
                (address).wrapping_add(12),
                4,
                "functions.ptx:384: `ld.global.nc.v4.f32` reads outside of its slice",
            ) as ptx::U32,
    );
    let f5: ptx::F32 = ptx::add_f32(
        f1,
        f2,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f6: ptx::F32 = ptx::add_f32(
        f5,
        f3,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f7: ptx::F32 = ptx::add_f32(
        f6,
        f4,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    func_retval0 = f7;
    func_retval0
}
/// Translated from `swap_halves` at functions.ptx:392, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn swap_halves(x: &mut [u16]) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        x: &'a mut [ptx::U16],
    }
    impl Memory<'_> {
        #[inline]
        const fn load(
            &self,
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_u16(
                        self.x,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                _ => ptx::memory::fault(fault),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address: ptx::U64,
            bytes: ptx::U64,
            value: ptx::U64,
            fault: &'static ptx::Str,
        ) {
            match address >> 40 {
                1 => {
                    ptx::memory::store_u16(
                        self.x,
                        address & ptx::memory::OFFSET,
                        bytes,
                        value,
                        fault,
                    )
                }
                _ => {
                    let _ = (bytes, value);
                    ptx::memory::fault(fault)
                }
            }
        }
    }
    let memory = &mut Memory { x: x };
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = memory
        .load(
            rd1,
            8,
            "functions.ptx:397: `ld.volatile.global.b64` reads outside of its slice",
        );
    let [r1, r2] = ptx::unpack_b64_b32(rd2);
    let rd3: ptx::U64 = ptx::pack_b64_b32(r2, r1);
    memory
        .store(
            rd1,
            8,
            rd3,
            "functions.ptx:400: `st.global.b64` writes outside of its slice, or through `&`",
        );
}
/// Translated from `unwritten` at functions.ptx:413, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn unwritten(x: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::U32 = 0u32;
    let mut r2: ptx::U32 = 0u32;
    let mut r3: ptx::U32 = 0u32;
    let mut carry: ptx::Bool = false;
    let mut p: ptx::Bool = false;
    let r1: ptx::U32 = x;
    r2 = ptx::addc_u32(r1, r3, carry);
    if p {
        r2 = ptx::add_u32(r2, 1u32);
    }
    func_retval0 = r2;
    func_retval0
}
/// Translated from `folded` at functions.ptx:425, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn folded(s: (u32, u32)) -> u32 {
    use ::ptx::__private as ptx;
    let mut s_2: [ptx::U8; 8] = [0; 8];
    let bytes = (s.0).to_le_bytes();
    s_2[0] = bytes[0];
    s_2[1] = bytes[1];
    s_2[2] = bytes[2];
    s_2[3] = bytes[3];
    let bytes = (s.1).to_le_bytes();
    s_2[4] = bytes[0];
    s_2[5] = bytes[1];
    s_2[6] = bytes[2];
    s_2[7] = bytes[3];
    let mut own: [ptx::U8; 16] = [0; 16];
    let mut func_retval0: ptx::U32 = 0u32;
    let r1: ptx::U32 = ptx::U32::from_le_bytes([s_2[4], s_2[5], s_2[6], s_2[7]]);
    ptx::memory::store_u8(
        &mut own,
        12,
        4,
        (r1) as ptx::U64,
        "functions.ptx:430: `st.local.b32` writes outside of its slice, or through `&`",
    );
    let r2: ptx::U32 = (ptx::memory::load_u8(
        &own,
        12,
        4,
        "functions.ptx:431: `ld.local.b32` reads outside of its slice",
    )) as ptx::U32;
    let r3: ptx::U32 = ptx::add_u32(r2, 29u32);
    func_retval0 = r3;
    func_retval0
}
/// Translated from `gauss` at functions.ptx:438, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
#[inline]
const fn gauss(x: f32) -> f32 {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::F32 = 0f32;
    let f1: ptx::F32 = x;
    let f2: ptx::F32 = ptx::mul_f32(
        f1,
        f1,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f3: ptx::F32 = ptx::mul_f32(
        f2,
        ptx::F32::from_bits(3216550459),
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f4: ptx::F32 = ptx::ex2_approx_f32(f3, ptx::Subnormals::Keep, ptx::Sm(80));
    func_retval0 = f4;
    func_retval0
}
/// Translated from `unreached` at functions.ptx:450, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn unreached(x: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut func_retval0: ptx::U32 = 0u32;
    let mut r1: ptx::U32 = 0u32;
    r1 = x;
    'b2: {
        'l1: loop {
            let [p, _] = ptx::setp_u32(r1, 0u32, ptx::Comparison::Eq);
            if !p {
                break 'b2;
            }
        }
    }
    func_retval0 = r1;
    func_retval0
}
