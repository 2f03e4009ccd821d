/// Returns sqrt(a² + b²). Calls other functions of the file.
///
/// Translated from `hypotenuse` at functions.ptx:25, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[S\].
#[inline]
pub(crate) const fn hypotenuse(a: f32, b: f32) -> f32 {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_square(x_: ptx::U32) -> ptx::U32 {
        let mut result_: ptx::U32 = 0u32;
        let f1_: ptx::F32 = ptx::F32::from_bits(x_);
        let f2_: ptx::F32 = ptx::mul_f32(
            f1_,
            f1_,
            ptx::Rounding::Rn,
            ptx::Subnormals::Keep,
            ptx::Saturation::Off,
        );
        result_ = (f2_).to_bits();
        result_
    }
    let mut func_retval0_: ptx::F32 = 0f32;
    let r1_: ptx::U32 = (a).to_bits();
    let r2_: ptx::U32 = (b).to_bits();
    let param0_: ptx::U32 = r1_;
    let retval0_: ptx::U32 = fn_square(param0_);
    let r3_: ptx::U32 = retval0_;
    let param0_2_: ptx::U32 = r2_;
    let retval0_2_: ptx::U32 = fn_square(param0_2_);
    let r4_: ptx::U32 = retval0_2_;
    let r5_: ptx::U32 = (ptx::add_f32(
        ptx::F32::from_bits(r3_),
        ptx::F32::from_bits(r4_),
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    ))
        .to_bits();
    let r6_: ptx::U32 = (ptx::sqrt_f32(
        ptx::F32::from_bits(r5_),
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
    ))
        .to_bits();
    func_retval0_ = ptx::F32::from_bits(r6_);
    func_retval0_
}
/// Translated from `factorial` at functions.ptx:52, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
pub(crate) const fn factorial(n: u32) -> u32 {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_factorial(n_: ptx::U32) -> ptx::U32 {
        let mut func_retval0_: ptx::U32 = 0u32;
        let mut r1_: ptx::U32 = 0u32;
        let mut r5_: ptx::U32 = 0u32;
        'b2: {
            r1_ = n_;
            let [p1_, _] = ptx::setp_u32(r1_, 1u32, ptx::Comparison::Gt);
            r5_ = 1u32;
            if !p1_ {
                break 'b2;
            }
            let r2_: ptx::U32 = (ptx::add_s32(
                (r1_) as ptx::I32,
                -1i32,
                ptx::Saturation::Off,
            )) as ptx::U32;
            let param0_: ptx::U32 = r2_;
            let retval0_: ptx::U32 = fn_factorial(param0_);
            let r3_: ptx::U32 = retval0_;
            r5_ = (ptx::mul_lo_s32((r3_) as ptx::I32, (r1_) as ptx::I32)) as ptx::U32;
        }
        func_retval0_ = r5_;
        func_retval0_
    }
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut r1_: ptx::U32 = 0u32;
    let mut r5_: ptx::U32 = 0u32;
    'b2: {
        r1_ = n;
        let [p1_, _] = ptx::setp_u32(r1_, 1u32, ptx::Comparison::Gt);
        r5_ = 1u32;
        if !p1_ {
            break 'b2;
        }
        let r2_: ptx::U32 = (ptx::add_s32(
            (r1_) as ptx::I32,
            -1i32,
            ptx::Saturation::Off,
        )) as ptx::U32;
        let param0_: ptx::U32 = r2_;
        let retval0_: ptx::U32 = fn_factorial(param0_);
        let r3_: ptx::U32 = retval0_;
        r5_ = (ptx::mul_lo_s32((r3_) as ptx::I32, (r1_) as ptx::I32)) as ptx::U32;
    }
    func_retval0_ = r5_;
    func_retval0_
}
/// Translated from `is_even` at functions.ptx:94, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn even(n: u32) -> bool {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_is_odd(n_: ptx::U32) -> ptx::U32 {
        let mut func_retval0_: ptx::U32 = 0u32;
        let mut r1_: ptx::U32 = 0u32;
        let mut r3_: ptx::U32 = 0u32;
        'b2: {
            r1_ = n_;
            let [p_, _] = ptx::setp_s32((r1_) as ptx::I32, 0i32, ptx::Comparison::Eq);
            r3_ = 0u32;
            if p_ {
                break 'b2;
            }
            let r2_: ptx::U32 = ptx::sub_u32(r1_, 1u32);
            let param0_: ptx::U32 = r2_;
            let retval0_: ptx::U32 = fn_is_even(param0_);
            r3_ = retval0_;
        }
        func_retval0_ = r3_;
        func_retval0_
    }
    #[inline]
    const fn fn_is_even(n_: ptx::U32) -> ptx::U32 {
        let mut func_retval0_: ptx::U32 = 0u32;
        let mut r1_: ptx::U32 = 0u32;
        let mut r3_: ptx::U32 = 0u32;
        'b2: {
            r1_ = n_;
            let [p_, _] = ptx::setp_s32((r1_) as ptx::I32, 0i32, ptx::Comparison::Eq);
            r3_ = 1u32;
            if p_ {
                break 'b2;
            }
            let r2_: ptx::U32 = ptx::sub_u32(r1_, 1u32);
            let param0_: ptx::U32 = r2_;
            let retval0_: ptx::U32 = fn_is_odd(param0_);
            r3_ = retval0_;
        }
        func_retval0_ = r3_;
        func_retval0_
    }
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut r1_: ptx::U32 = 0u32;
    let mut r3_: ptx::U32 = 0u32;
    'b2: {
        r1_ = n;
        let [p_, _] = ptx::setp_s32((r1_) as ptx::I32, 0i32, ptx::Comparison::Eq);
        r3_ = 1u32;
        if p_ {
            break 'b2;
        }
        let r2_: ptx::U32 = ptx::sub_u32(r1_, 1u32);
        let param0_: ptx::U32 = r2_;
        let retval0_: ptx::U32 = fn_is_odd(param0_);
        r3_ = retval0_;
    }
    func_retval0_ = r3_;
    (((func_retval0_) as ptx::U8) != 0)
}
/// Translated from `is_odd` at functions.ptx:76, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn is_odd(n: u32) -> bool {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_is_even(n_: ptx::U32) -> ptx::U32 {
        let mut func_retval0_: ptx::U32 = 0u32;
        let mut r1_: ptx::U32 = 0u32;
        let mut r3_: ptx::U32 = 0u32;
        'b2: {
            r1_ = n_;
            let [p_, _] = ptx::setp_s32((r1_) as ptx::I32, 0i32, ptx::Comparison::Eq);
            r3_ = 1u32;
            if p_ {
                break 'b2;
            }
            let r2_: ptx::U32 = ptx::sub_u32(r1_, 1u32);
            let param0_: ptx::U32 = r2_;
            let retval0_: ptx::U32 = fn_is_odd(param0_);
            r3_ = retval0_;
        }
        func_retval0_ = r3_;
        func_retval0_
    }
    #[inline]
    const fn fn_is_odd(n_: ptx::U32) -> ptx::U32 {
        let mut func_retval0_: ptx::U32 = 0u32;
        let mut r1_: ptx::U32 = 0u32;
        let mut r3_: ptx::U32 = 0u32;
        'b2: {
            r1_ = n_;
            let [p_, _] = ptx::setp_s32((r1_) as ptx::I32, 0i32, ptx::Comparison::Eq);
            r3_ = 0u32;
            if p_ {
                break 'b2;
            }
            let r2_: ptx::U32 = ptx::sub_u32(r1_, 1u32);
            let param0_: ptx::U32 = r2_;
            let retval0_: ptx::U32 = fn_is_even(param0_);
            r3_ = retval0_;
        }
        func_retval0_ = r3_;
        func_retval0_
    }
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut r1_: ptx::U32 = 0u32;
    let mut r3_: ptx::U32 = 0u32;
    'b2: {
        r1_ = n;
        let [p_, _] = ptx::setp_s32((r1_) as ptx::I32, 0i32, ptx::Comparison::Eq);
        r3_ = 0u32;
        if p_ {
            break 'b2;
        }
        let r2_: ptx::U32 = ptx::sub_u32(r1_, 1u32);
        let param0_: ptx::U32 = r2_;
        let retval0_: ptx::U32 = fn_is_even(param0_);
        r3_ = retval0_;
    }
    func_retval0_ = r3_;
    (((func_retval0_) as ptx::U8) != 0)
}
/// Translated from `triangle` at functions.ptx:114, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn triangle(n: u32) -> u64 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::U64 = 0u64;
    let mut r1_: ptx::U32 = 0u32;
    let mut rd1_: ptx::U64 = 0u64;
    let mut r2_: ptx::U32 = 0u32;
    r1_ = n;
    rd1_ = 0u64;
    r2_ = 0u32;
    'b3: {
        'l1: loop {
            let [p1_, _] = ptx::setp_u32(r2_, r1_, ptx::Comparison::Ge);
            if p1_ {
                break 'b3;
            }
            r2_ = ptx::add_u32(r2_, 1u32);
            let rd2_: ptx::U64 = ptx::cvt_u64_u32(r2_);
            rd1_ = ptx::add_u64(rd1_, rd2_);
        }
    }
    func_retval0_ = rd1_;
    func_retval0_
}
/// Translated from `collatz` at functions.ptx:138, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn collatz(n: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut r1_: ptx::U32 = 0u32;
    let mut r2_: ptx::U32 = 0u32;
    let mut r3_: ptx::U32 = 0u32;
    let mut p1_: ptx::Bool = false;
    let mut state_: ptx::U32 = 0;
    loop {
        match state_ {
            0 => {
                r1_ = n;
                r2_ = 0u32;
                r3_ = ptx::and_b32(r1_, 1u32);
                let [e0_, _] = ptx::setp_u32(r3_, 1u32, ptx::Comparison::Eq);
                p1_ = e0_;
                state_ = if p1_ { 2 } else { 1 };
            }
            1 => {
                r1_ = ptx::shr_u32(r1_, 1u32);
                r2_ = ptx::add_u32(r2_, 1u32);
                r3_ = ptx::and_b32(r1_, 1u32);
                let [e0_, _] = ptx::setp_u32(r3_, 0u32, ptx::Comparison::Eq);
                p1_ = e0_;
                state_ = if p1_ { 1 } else { 2 };
            }
            2 => {
                let [p2_, _] = ptx::setp_u32(r1_, 1u32, ptx::Comparison::Eq);
                state_ = if p2_ { 3 } else { 4 };
            }
            3 => {
                func_retval0_ = r2_;
                return func_retval0_;
            }
            _ => {
                r1_ = ptx::mad_lo_u32(r1_, 3u32, 1u32);
                r2_ = ptx::add_u32(r2_, 1u32);
                state_ = 1;
            }
        }
    }
}
/// Translated from `chosen` at functions.ptx:164, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn chosen(i: u32) -> i32 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::I32 = 0i32;
    let mut r2_: ptx::U32 = 0u32;
    let mut r3_: ptx::U32 = 0u32;
    let r1_: ptx::U32 = i;
    r2_ = ptx::min_u32(r1_, 3u32);
    'b7: {
        match r2_ {
            0 => {
                r3_ = 10u32;
                break 'b7;
            }
            1 => {
                r3_ = 21u32;
                break 'b7;
            }
            2 => {
                r3_ = 32u32;
                break 'b7;
            }
            _ => {
                r3_ = 43u32;
                break 'b7;
            }
        }
    }
    func_retval0_ = (r3_) as ptx::I32;
    func_retval0_
}
/// Translated from `guarded` at functions.ptx:190, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn guarded(x: i32, y: i32) -> i32 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::I32 = 0i32;
    let mut r3_: ptx::I32 = 0i32;
    let mut r4_: ptx::I32 = 0i32;
    let r1_: ptx::I32 = x;
    let r2_: ptx::I32 = y;
    let [p_, q_] = ptx::setp_s32(r1_, r2_, ptx::Comparison::Lt);
    if p_ {
        r3_ = ptx::sub_s32(r2_, r1_, ptx::Saturation::Off);
    }
    if !p_ {
        r3_ = ptx::sub_s32(r1_, r2_, ptx::Saturation::Off);
    }
    if q_ {
        func_retval0_ = ((r3_) as ptx::U32) as ptx::I32;
    }
    if q_ {
        return func_retval0_;
    }
    r3_ = ptx::add_s32(r3_, r4_, ptx::Saturation::Off);
    r3_ = ptx::neg_s32(r3_);
    func_retval0_ = ((r3_) as ptx::U32) as ptx::I32;
    func_retval0_
}
/// Translated from `tagged` at functions.ptx:208, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[S\].
#[inline]
const fn tagged(s: (f32, u8, i16)) -> (f32, u8, i16) {
    use ::ptx::__private as ptx;
    let mut s_: [ptx::U8; 8] = [0; 8];
    let bytes_ = (s.0).to_le_bytes();
    s_[0] = bytes_[0];
    s_[1] = bytes_[1];
    s_[2] = bytes_[2];
    s_[3] = bytes_[3];
    let bytes_ = (s.1).to_le_bytes();
    s_[4] = bytes_[0];
    let bytes_ = (s.2).to_le_bytes();
    s_[6] = bytes_[0];
    s_[7] = bytes_[1];
    let mut func_retval0_: [ptx::U8; 8] = [0; 8];
    let mut rs1_: ptx::U16 = 0u16;
    let mut rs2_: ptx::U16 = 0u16;
    let f1_: ptx::F32 = ptx::F32::from_bits(
        ptx::U32::from_le_bytes([s_[0], s_[1], s_[2], s_[3]]),
    );
    rs1_ = (ptx::U8::from_le_bytes([s_[4]])) as ptx::U16;
    rs2_ = ((ptx::U16::from_le_bytes([s_[6], s_[7]])) as ptx::I16) as ptx::U16;
    let f2_: ptx::F32 = ptx::neg_f32(f1_, ptx::Subnormals::Keep);
    rs1_ = ptx::add_u16(rs1_, 1u16);
    rs2_ = (ptx::add_s16((rs2_) as ptx::I16, (rs1_) as ptx::I16)) as ptx::U16;
    let bytes_ = ((f2_).to_bits()).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = ((rs1_) as ptx::U8).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    let bytes_ = (rs2_).to_le_bytes();
    func_retval0_[6] = bytes_[0];
    func_retval0_[7] = bytes_[1];
    (
        ptx::F32::from_le_bytes([
            func_retval0_[0],
            func_retval0_[1],
            func_retval0_[2],
            func_retval0_[3],
        ]),
        ptx::U8::from_le_bytes([func_retval0_[4]]),
        ptx::I16::from_le_bytes([func_retval0_[6], func_retval0_[7]]),
    )
}
/// Translated from `reversed` at functions.ptx:224, `.version 8.0`, `.target sm_80`.
#[inline]
const fn reversed(v: [u32; 4]) -> [u32; 4] {
    use ::ptx::__private as ptx;
    let mut v_: [ptx::U8; 16] = [0; 16];
    let bytes_ = (v[0]).to_le_bytes();
    v_[0] = bytes_[0];
    v_[1] = bytes_[1];
    v_[2] = bytes_[2];
    v_[3] = bytes_[3];
    let bytes_ = (v[1]).to_le_bytes();
    v_[4] = bytes_[0];
    v_[5] = bytes_[1];
    v_[6] = bytes_[2];
    v_[7] = bytes_[3];
    let bytes_ = (v[2]).to_le_bytes();
    v_[8] = bytes_[0];
    v_[9] = bytes_[1];
    v_[10] = bytes_[2];
    v_[11] = bytes_[3];
    let bytes_ = (v[3]).to_le_bytes();
    v_[12] = bytes_[0];
    v_[13] = bytes_[1];
    v_[14] = bytes_[2];
    v_[15] = bytes_[3];
    let mut func_retval0_: [ptx::U8; 16] = [0; 16];
    let r1_: ptx::U32 = ptx::U32::from_le_bytes([v_[0], v_[1], v_[2], v_[3]]);
    let r2_: ptx::U32 = ptx::U32::from_le_bytes([v_[4], v_[5], v_[6], v_[7]]);
    let r3_: ptx::U32 = ptx::U32::from_le_bytes([v_[8], v_[9], v_[10], v_[11]]);
    let r4_: ptx::U32 = ptx::U32::from_le_bytes([v_[12], v_[13], v_[14], v_[15]]);
    let bytes_ = (r4_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = (r3_).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    func_retval0_[5] = bytes_[1];
    func_retval0_[6] = bytes_[2];
    func_retval0_[7] = bytes_[3];
    let bytes_ = (r2_).to_le_bytes();
    func_retval0_[8] = bytes_[0];
    func_retval0_[9] = bytes_[1];
    func_retval0_[10] = bytes_[2];
    func_retval0_[11] = bytes_[3];
    let bytes_ = (r1_).to_le_bytes();
    func_retval0_[12] = bytes_[0];
    func_retval0_[13] = bytes_[1];
    func_retval0_[14] = bytes_[2];
    func_retval0_[15] = bytes_[3];
    [
        ptx::U32::from_le_bytes([
            func_retval0_[0],
            func_retval0_[1],
            func_retval0_[2],
            func_retval0_[3],
        ]),
        ptx::U32::from_le_bytes([
            func_retval0_[4],
            func_retval0_[5],
            func_retval0_[6],
            func_retval0_[7],
        ]),
        ptx::U32::from_le_bytes([
            func_retval0_[8],
            func_retval0_[9],
            func_retval0_[10],
            func_retval0_[11],
        ]),
        ptx::U32::from_le_bytes([
            func_retval0_[12],
            func_retval0_[13],
            func_retval0_[14],
            func_retval0_[15],
        ]),
    ]
}
/// Translated from `bumped` at functions.ptx:234, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn bumped(c: u8, b: bool) -> u8 {
    use ::ptx::__private as ptx;
    let b_: ptx::U8 = b as ptx::U8;
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut rs1_: ptx::U16 = 0u16;
    rs1_ = (c) as ptx::U16;
    let rs2_: ptx::U16 = ((b_) as ptx::I8) as ptx::U16;
    let [p_, _] = ptx::setp_s16((rs2_) as ptx::I16, 0i16, ptx::Comparison::Ne);
    if p_ {
        rs1_ = (ptx::add_s16((rs1_) as ptx::I16, 1i16)) as ptx::U16;
    }
    let r1_: ptx::U32 = ptx::cvt_u32_u16(rs1_);
    func_retval0_ = r1_;
    (func_retval0_) as ptx::U8
}
/// Translated from `is_negative` at functions.ptx:248, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn is_negative(x: f32) -> bool {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::U32 = 0u32;
    let r1_: ptx::U32 = (x).to_bits();
    let r2_: ptx::U32 = ptx::shr_u32(r1_, 31u32);
    func_retval0_ = r2_;
    (((func_retval0_) as ptx::U8) != 0)
}
/// Translated from `divided` at functions.ptx:259, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[S\].
#[inline]
const fn divided(a: u32, b: u32) -> (u32, u32) {
    use ::ptx::__private as ptx;
    let mut quotient_: ptx::U32 = 0u32;
    let mut remainder_: ptx::U32 = 0u32;
    let r1_: ptx::U32 = a;
    let r2_: ptx::U32 = b;
    quotient_ = ptx::div_u32(r1_, r2_);
    remainder_ = ptx::rem_u32(r1_, r2_);
    (quotient_, remainder_)
}
/// Translated from `weight` at functions.ptx:271, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
            address_: ptx::U64,
            bytes_: ptx::U64,
            access_: &'static ptx::Str,
        ) -> ptx::U64 {
            match address_ >> 40 {
                1 => {
                    ptx::memory::load_f32(
                        WEIGHTS,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                _ => ptx::memory::outside(access_),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            value_: ptx::U64,
            access_: &'static ptx::Str,
        ) {
            match address_ >> 40 {
                1 => ptx::memory::constant(access_),
                _ => {
                    let _ = (bytes_, value_);
                    ptx::memory::outside(access_)
                }
            }
        }
    }
    let memory_ = &mut Memory {};
    let mut func_retval0_: ptx::F32 = 0f32;
    let r1_: ptx::U32 = i;
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = ptx::mul_wide_u32(r1_, 4u32);
    let rd3_: ptx::U64 = (ptx::add_s64((rd1_) as ptx::I64, (rd2_) as ptx::I64))
        as ptx::U64;
    let f1_: ptx::F32 = ptx::F32::from_bits(
        memory_.load(rd3_, 4, "functions.ptx:280: `ld.const.f32` reads") as ptx::U32,
    );
    func_retval0_ = f1_;
    func_retval0_
}
/// Translated from `constants` at functions.ptx:285, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
            address_: ptx::U64,
            bytes_: ptx::U64,
            access_: &'static ptx::Str,
        ) -> ptx::U64 {
            match address_ >> 40 {
                1 => {
                    ptx::memory::load_u8(
                        BYTES,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                2 => {
                    ptx::memory::load_u64(
                        NESTED,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                3 => {
                    ptx::memory::load_u32(
                        EMPTY,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                _ => ptx::memory::outside(access_),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            value_: ptx::U64,
            access_: &'static ptx::Str,
        ) {
            match address_ >> 40 {
                1 => ptx::memory::constant(access_),
                2 => ptx::memory::constant(access_),
                3 => ptx::memory::constant(access_),
                _ => {
                    let _ = (bytes_, value_);
                    ptx::memory::outside(access_)
                }
            }
        }
    }
    let memory_ = &mut Memory {};
    let mut func_retval0_: ptx::I64 = 0i64;
    let mut rd1_: ptx::U64 = 0u64;
    let mut rd2_: ptx::U64 = 0u64;
    let mut rd3_: ptx::U64 = 0u64;
    let mut rd4_: ptx::U64 = 0u64;
    let r1_: ptx::U32 = (memory_
        .load(1099511627776u64, 4, "functions.ptx:289: `ld.global.u32` reads"))
        as ptx::U32;
    let r2_: ptx::U32 = ((memory_
        .load(1099511627783u64, 1, "functions.ptx:290: `ld.global.s8` reads"))
        as ptx::I8) as ptx::U32;
    rd1_ = memory_.load(2199023255592u64, 8, "functions.ptx:291: `ld.const.u64` reads");
    rd2_ = memory_.load(2199023255568u64, 8, "functions.ptx:292: `ld.const.u64` reads");
    let r3_: ptx::U32 = (memory_
        .load(3298534883340u64, 4, "functions.ptx:293: `ld.global.u32` reads"))
        as ptx::U32;
    rd3_ = (ptx::cvt_s64_s32((r2_) as ptx::I32)) as ptx::U64;
    rd4_ = ptx::cvt_u64_u32(r1_);
    rd4_ = ptx::shl_b64(rd4_, 8u32);
    rd3_ = (ptx::add_s64((rd3_) as ptx::I64, (rd4_) as ptx::I64)) as ptx::U64;
    rd1_ = ptx::shl_b64(rd1_, 48u32);
    rd1_ = (ptx::add_s64((rd1_) as ptx::I64, (rd2_) as ptx::I64)) as ptx::U64;
    rd2_ = ptx::cvt_u64_u32(r3_);
    rd1_ = (ptx::add_s64((rd1_) as ptx::I64, (rd2_) as ptx::I64)) as ptx::U64;
    rd3_ = (ptx::add_s64((rd3_) as ptx::I64, (rd1_) as ptx::I64)) as ptx::U64;
    func_retval0_ = (rd3_) as ptx::I64;
    func_retval0_
}
/// Translated from `local` at functions.ptx:308, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn local(n: u32, i: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut __local_depot0_: [ptx::U8; 32] = [0; 32];
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut SPL_: ptx::U64 = 0u64;
    let mut SP_: ptx::U64 = 0u64;
    let mut r1_: ptx::U32 = 0u32;
    let mut r2_: ptx::U32 = 0u32;
    let mut r3_: ptx::U32 = 0u32;
    let mut r5_: ptx::U32 = 0u32;
    SPL_ = 1099511627776u64;
    SP_ = SPL_;
    r1_ = n;
    r2_ = i;
    r3_ = 0u32;
    'b2: {
        'l1: loop {
            let r4_: ptx::U32 = ptx::mul_lo_u32(r3_, r1_);
            let rd1_: ptx::U64 = ptx::mul_wide_u32(r3_, 4u32);
            let rd2_: ptx::U64 = ptx::add_u64(SPL_, rd1_);
            let address_: ptx::U64 = rd2_;
            match (address_) >> 40 {
                1 => {
                    ptx::memory::store_u8(
                        &mut __local_depot0_,
                        (address_) & ptx::memory::OFFSET,
                        4,
                        (r4_) as ptx::U64,
                        "functions.ptx:324: `st.local.u32` writes",
                    )
                }
                _ => ptx::memory::outside("functions.ptx:324: `st.local.u32` writes"),
            };
            r3_ = ptx::add_u32(r3_, 1u32);
            let [p_, _] = ptx::setp_u32(r3_, 8u32, ptx::Comparison::Lt);
            if !p_ {
                break 'b2;
            }
        }
    }
    let rd3_: ptx::U64 = ptx::mul_wide_u32(r2_, 4u32);
    let rd4_: ptx::U64 = ptx::add_u64(SP_, rd3_);
    let address_: ptx::U64 = rd4_;
    r5_ = (match (address_) >> 40 {
        1 => {
            ptx::memory::load_u8(
                &__local_depot0_,
                (address_) & ptx::memory::OFFSET,
                4,
                "functions.ptx:330: `ld.u32` reads",
            )
        }
        _ => ptx::memory::outside("functions.ptx:330: `ld.u32` reads"),
    }) as ptx::U32;
    let r6_: ptx::U32 = (ptx::memory::load_u8(
        &__local_depot0_,
        28,
        4,
        "functions.ptx:331: `ld.local.u32` reads",
    )) as ptx::U32;
    r5_ = ptx::add_u32(r5_, r6_);
    func_retval0_ = r5_;
    func_retval0_
}
/// Translated from `indexed` at functions.ptx:510, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn indexed(i: u32) -> u32 {
    use ::ptx::__private as ptx;
    const NESTED: &[ptx::U64] = &[1u64, 2u64, 0u64, 4u64, 5u64, 6u64];
    const BYTES: &[ptx::U8] = &[1u8, 2u8, 3u8, 4u8, 255u8, 0u8, 0u8, 128u8];
    struct Memory {}
    impl Memory {
        #[inline]
        const fn load(
            &self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            access_: &'static ptx::Str,
        ) -> ptx::U64 {
            match address_ >> 40 {
                1 => {
                    ptx::memory::load_u64(
                        NESTED,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                2 => {
                    ptx::memory::load_u8(
                        BYTES,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                _ => ptx::memory::outside(access_),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            value_: ptx::U64,
            access_: &'static ptx::Str,
        ) {
            match address_ >> 40 {
                1 => ptx::memory::constant(access_),
                2 => ptx::memory::constant(access_),
                _ => {
                    let _ = (bytes_, value_);
                    ptx::memory::outside(access_)
                }
            }
        }
    }
    let memory_ = &mut Memory {};
    let mut own_: [ptx::U8; 16] = [0; 16];
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut r8_: ptx::U32 = 0u32;
    let r1_: ptx::U32 = i;
    ptx::memory::aligned(0, 16, "functions.ptx:517: `st.local.v4.u32` writes");
    ptx::memory::store_u8(
        &mut own_,
        0,
        4,
        (0u32) as ptx::U64,
        "functions.ptx:517: `st.local.v4.u32` writes",
    );
    ptx::memory::store_u8(
        &mut own_,
        4,
        4,
        (0u32) as ptx::U64,
        "functions.ptx:517: `st.local.v4.u32` writes",
    );
    ptx::memory::store_u8(
        &mut own_,
        8,
        4,
        (0u32) as ptx::U64,
        "functions.ptx:517: `st.local.v4.u32` writes",
    );
    ptx::memory::store_u8(
        &mut own_,
        12,
        4,
        (0u32) as ptx::U64,
        "functions.ptx:517: `st.local.v4.u32` writes",
    );
    let address_: ptx::U64 = ((((r1_).wrapping_mul(4u32).wrapping_add(4u32)) as ptx::I32)
        as ptx::U64)
        .wrapping_add(3298534883328u64);
    match (address_) >> 40 {
        3 => {
            ptx::memory::store_u8(
                &mut own_,
                (address_) & ptx::memory::OFFSET,
                4,
                (5u32) as ptx::U64,
                "functions.ptx:518: `st.local.u32` writes",
            )
        }
        _ => {
            memory_
                .store(
                    address_,
                    4,
                    (5u32) as ptx::U64,
                    "functions.ptx:518: `st.local.u32` writes",
                )
        }
    };
    let r2_: ptx::U32 = ptx::add_u32(r1_, 1u32);
    let rd1_: ptx::U64 = ptx::cvt_u64_u32(r2_);
    let address_: ptx::U64 = (((((rd1_) as ptx::U32).wrapping_mul(4u32)) as ptx::I32)
        as ptx::U64)
        .wrapping_add(3298534883328u64);
    let r3_: ptx::U32 = (match (address_) >> 40 {
        3 => {
            ptx::memory::load_u8(
                &own_,
                (address_) & ptx::memory::OFFSET,
                4,
                "functions.ptx:521: `ld.local.u32` reads",
            )
        }
        _ => memory_.load(address_, 4, "functions.ptx:521: `ld.local.u32` reads"),
    }) as ptx::U32;
    let address_: ptx::U64 = ((((r1_).wrapping_mul(8u32).wrapping_add(24u32))
        as ptx::I32) as ptx::U64)
        .wrapping_add(1099511627776u64);
    let rd2_: ptx::U64 = match (address_) >> 40 {
        3 => {
            ptx::memory::load_u8(
                &own_,
                (address_) & ptx::memory::OFFSET,
                8,
                "functions.ptx:522: `ld.const.u64` reads",
            )
        }
        _ => memory_.load(address_, 8, "functions.ptx:522: `ld.const.u64` reads"),
    };
    let r4_: ptx::U32 = ptx::cvt_u32_u64(rd2_);
    let r5_: ptx::U32 = (ptx::neg_s32((r1_) as ptx::I32)) as ptx::U32;
    let negated_: ptx::I16 = ptx::cvt_s16_s32((r5_) as ptx::I32);
    let rd3_: ptx::U64 = (((((negated_) as ptx::U32).wrapping_mul(4u32)) as ptx::I32)
        as ptx::U64)
        .wrapping_add(3298534883328u64);
    let address_: ptx::U64 = (rd3_).wrapping_add(12);
    let r6_: ptx::U32 = (match (address_) >> 40 {
        3 => {
            ptx::memory::load_u8(
                &own_,
                (address_) & ptx::memory::OFFSET,
                4,
                "functions.ptx:527: `ld.local.u32` reads",
            )
        }
        _ => memory_.load(address_, 4, "functions.ptx:527: `ld.local.u32` reads"),
    }) as ptx::U32;
    let address_: ptx::U64 = (((r1_).wrapping_mul(1u32)) as ptx::U64)
        .wrapping_add(2199023255552u64);
    let r7_: ptx::U32 = ((match (address_) >> 40 {
        3 => {
            ptx::memory::load_u8(
                &own_,
                (address_) & ptx::memory::OFFSET,
                1,
                "functions.ptx:528: `ld.global.u8` reads",
            )
        }
        _ => memory_.load(address_, 1, "functions.ptx:528: `ld.global.u8` reads"),
    }) as ptx::U8) as ptx::U32;
    r8_ = ptx::mad_lo_u32(r4_, 16u32, r3_);
    r8_ = ptx::mad_lo_u32(r6_, 256u32, r8_);
    r8_ = ptx::mad_lo_u32(r7_, 4096u32, r8_);
    func_retval0_ = r8_;
    func_retval0_
}
/// Translated from `checked` at functions.ptx:337, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn checked(x: i32) -> i32 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::I32 = 0i32;
    let mut r1_: ptx::I32 = 0i32;
    r1_ = x;
    let [p_, _] = ptx::setp_s32(r1_, 0i32, ptx::Comparison::Lt);
    if p_ {
        ptx::memory::fault("functions.ptx:343: `trap`")
    }
    func_retval0_ = ((r1_) as ptx::U32) as ptx::I32;
    func_retval0_
}
/// Translated from `sum128` at functions.ptx:349, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn sum128(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    use ::ptx::__private as ptx;
    let mut a_: [ptx::U8; 16] = [0; 16];
    let bytes_ = (a.0).to_le_bytes();
    a_[0] = bytes_[0];
    a_[1] = bytes_[1];
    a_[2] = bytes_[2];
    a_[3] = bytes_[3];
    a_[4] = bytes_[4];
    a_[5] = bytes_[5];
    a_[6] = bytes_[6];
    a_[7] = bytes_[7];
    let bytes_ = (a.1).to_le_bytes();
    a_[8] = bytes_[0];
    a_[9] = bytes_[1];
    a_[10] = bytes_[2];
    a_[11] = bytes_[3];
    a_[12] = bytes_[4];
    a_[13] = bytes_[5];
    a_[14] = bytes_[6];
    a_[15] = bytes_[7];
    let mut b_: [ptx::U8; 16] = [0; 16];
    let bytes_ = (b.0).to_le_bytes();
    b_[0] = bytes_[0];
    b_[1] = bytes_[1];
    b_[2] = bytes_[2];
    b_[3] = bytes_[3];
    b_[4] = bytes_[4];
    b_[5] = bytes_[5];
    b_[6] = bytes_[6];
    b_[7] = bytes_[7];
    let bytes_ = (b.1).to_le_bytes();
    b_[8] = bytes_[0];
    b_[9] = bytes_[1];
    b_[10] = bytes_[2];
    b_[11] = bytes_[3];
    b_[12] = bytes_[4];
    b_[13] = bytes_[5];
    b_[14] = bytes_[6];
    b_[15] = bytes_[7];
    let mut func_retval0_: [ptx::U8; 16] = [0; 16];
    let rd1_: ptx::U64 = ptx::U64::from_le_bytes([
        a_[0],
        a_[1],
        a_[2],
        a_[3],
        a_[4],
        a_[5],
        a_[6],
        a_[7],
    ]);
    let rd2_: ptx::U64 = ptx::U64::from_le_bytes([
        a_[8],
        a_[9],
        a_[10],
        a_[11],
        a_[12],
        a_[13],
        a_[14],
        a_[15],
    ]);
    let rd3_: ptx::U64 = ptx::U64::from_le_bytes([
        b_[0],
        b_[1],
        b_[2],
        b_[3],
        b_[4],
        b_[5],
        b_[6],
        b_[7],
    ]);
    let rd4_: ptx::U64 = ptx::U64::from_le_bytes([
        b_[8],
        b_[9],
        b_[10],
        b_[11],
        b_[12],
        b_[13],
        b_[14],
        b_[15],
    ]);
    let (rd5_, carry_) = ptx::add_cc_u64(rd1_, rd3_);
    let rd6_: ptx::U64 = ptx::addc_u64(rd2_, rd4_, carry_);
    let bytes_ = (rd5_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    func_retval0_[4] = bytes_[4];
    func_retval0_[5] = bytes_[5];
    func_retval0_[6] = bytes_[6];
    func_retval0_[7] = bytes_[7];
    let bytes_ = (rd6_).to_le_bytes();
    func_retval0_[8] = bytes_[0];
    func_retval0_[9] = bytes_[1];
    func_retval0_[10] = bytes_[2];
    func_retval0_[11] = bytes_[3];
    func_retval0_[12] = bytes_[4];
    func_retval0_[13] = bytes_[5];
    func_retval0_[14] = bytes_[6];
    func_retval0_[15] = bytes_[7];
    (
        ptx::U64::from_le_bytes([
            func_retval0_[0],
            func_retval0_[1],
            func_retval0_[2],
            func_retval0_[3],
            func_retval0_[4],
            func_retval0_[5],
            func_retval0_[6],
            func_retval0_[7],
        ]),
        ptx::U64::from_le_bytes([
            func_retval0_[8],
            func_retval0_[9],
            func_retval0_[10],
            func_retval0_[11],
            func_retval0_[12],
            func_retval0_[13],
            func_retval0_[14],
            func_retval0_[15],
        ]),
    )
}
/// Translated from `split` at functions.ptx:361, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
            address_: ptx::U64,
            bytes_: ptx::U64,
            access_: &'static ptx::Str,
        ) -> ptx::U64 {
            match address_ >> 40 {
                1 => {
                    ptx::memory::load_f64(
                        self.whole,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                2 => {
                    ptx::memory::load_f64(
                        self.part,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                _ => ptx::memory::outside(access_),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            value_: ptx::U64,
            access_: &'static ptx::Str,
        ) {
            match address_ >> 40 {
                1 => {
                    ptx::memory::store_f64(
                        self.whole,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        value_,
                        access_,
                    )
                }
                2 => {
                    ptx::memory::store_f64(
                        self.part,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        value_,
                        access_,
                    )
                }
                _ => {
                    let _ = (bytes_, value_);
                    ptx::memory::outside(access_)
                }
            }
        }
    }
    let memory_ = &mut Memory {
        whole: ptx::from_mut(whole),
        part: ptx::from_mut(part),
    };
    let fd1_: ptx::F64 = x;
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = 2199023255552u64;
    let fd2_: ptx::F64 = ptx::cvt_irnd_f64_f64(
        fd1_,
        ptx::Rounding::Rz,
        ptx::Saturation::Off,
    );
    let fd3_: ptx::F64 = ptx::sub_f64(fd1_, fd2_, ptx::Rounding::Rn);
    memory_.store(rd1_, 8, (fd2_).to_bits(), "functions.ptx:370: `st.f64` writes");
    memory_.store(rd2_, 8, (fd3_).to_bits(), "functions.ptx:371: `st.f64` writes");
}
/// Translated from `sum4` at functions.ptx:375, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
            address_: ptx::U64,
            bytes_: ptx::U64,
            access_: &'static ptx::Str,
        ) -> ptx::U64 {
            match address_ >> 40 {
                1 => {
                    ptx::memory::load_f32(
                        self.x,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                _ => ptx::memory::outside(access_),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            value_: ptx::U64,
            access_: &'static ptx::Str,
        ) {
            match address_ >> 40 {
                1 => ptx::memory::shared(access_),
                _ => {
                    let _ = (bytes_, value_);
                    ptx::memory::outside(access_)
                }
            }
        }
    }
    let memory_ = &mut Memory { x: x };
    let mut func_retval0_: ptx::F32 = 0f32;
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = i;
    let rd3_: ptx::U64 = rd1_;
    let rd4_: ptx::U64 = ptx::shl_b64(rd2_, 4u32);
    let rd5_: ptx::U64 = (ptx::add_s64((rd3_) as ptx::I64, (rd4_) as ptx::I64))
        as ptx::U64;
    let address_: ptx::U64 = rd5_;
    ptx::memory::aligned(address_, 16, "functions.ptx:384: `ld.global.nc.v4.f32` reads");
    let f1_: ptx::F32 = ptx::F32::from_bits(
        memory_.load(address_, 4, "functions.ptx:384: `ld.global.nc.v4.f32` reads")
            as ptx::U32,
    );
    let f2_: ptx::F32 = ptx::F32::from_bits(
        memory_
            .load(
                (address_).wrapping_add(4),
                4,
                "functions.ptx:384: `ld.global.nc.v4.f32` reads",
            ) as ptx::U32,
    );
    let f3_: ptx::F32 = ptx::F32::from_bits(
        memory_
            .load(
                (address_).wrapping_add(8),
                4,
                "functions.ptx:384: `ld.global.nc.v4.f32` reads",
            ) as ptx::U32,
    );
    let f4_: ptx::F32 = ptx::F32::from_bits(
        memory_
            .load(
                (address_).wrapping_add(12),
                4,
                "functions.ptx:384: `ld.global.nc.v4.f32` reads",
            ) as ptx::U32,
    );
    let f5_: ptx::F32 = ptx::add_f32(
        f1_,
        f2_,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f6_: ptx::F32 = ptx::add_f32(
        f5_,
        f3_,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f7_: ptx::F32 = ptx::add_f32(
        f6_,
        f4_,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    func_retval0_ = f7_;
    func_retval0_
}
/// Translated from `swap_halves` at functions.ptx:392, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
            address_: ptx::U64,
            bytes_: ptx::U64,
            access_: &'static ptx::Str,
        ) -> ptx::U64 {
            match address_ >> 40 {
                1 => {
                    ptx::memory::load_u16(
                        self.x,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                _ => ptx::memory::outside(access_),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            value_: ptx::U64,
            access_: &'static ptx::Str,
        ) {
            match address_ >> 40 {
                1 => {
                    ptx::memory::store_u16(
                        self.x,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        value_,
                        access_,
                    )
                }
                _ => {
                    let _ = (bytes_, value_);
                    ptx::memory::outside(access_)
                }
            }
        }
    }
    let memory_ = &mut Memory { x: x };
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = memory_
        .load(rd1_, 8, "functions.ptx:397: `ld.volatile.global.b64` reads");
    let [r1_, r2_] = ptx::unpack_b64_b32(rd2_);
    let rd3_: ptx::U64 = ptx::pack_b64_b32(r2_, r1_);
    memory_.store(rd1_, 8, rd3_, "functions.ptx:400: `st.global.b64` writes");
}
/// Translated from `unwritten` at functions.ptx:413, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn unwritten(x: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut r2_: ptx::U32 = 0u32;
    let mut r3_: ptx::U32 = 0u32;
    let mut carry_: ptx::Bool = false;
    let mut p_: ptx::Bool = false;
    let r1_: ptx::U32 = x;
    r2_ = ptx::addc_u32(r1_, r3_, carry_);
    if p_ {
        r2_ = ptx::add_u32(r2_, 1u32);
    }
    func_retval0_ = r2_;
    func_retval0_
}
/// Translated from `folded` at functions.ptx:425, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn folded(s: (u32, u32)) -> u32 {
    use ::ptx::__private as ptx;
    let mut s_: [ptx::U8; 8] = [0; 8];
    let bytes_ = (s.0).to_le_bytes();
    s_[0] = bytes_[0];
    s_[1] = bytes_[1];
    s_[2] = bytes_[2];
    s_[3] = bytes_[3];
    let bytes_ = (s.1).to_le_bytes();
    s_[4] = bytes_[0];
    s_[5] = bytes_[1];
    s_[6] = bytes_[2];
    s_[7] = bytes_[3];
    let mut own_: [ptx::U8; 16] = [0; 16];
    let mut func_retval0_: ptx::U32 = 0u32;
    let r1_: ptx::U32 = ptx::U32::from_le_bytes([s_[4], s_[5], s_[6], s_[7]]);
    ptx::memory::store_u8(
        &mut own_,
        12,
        4,
        (r1_) as ptx::U64,
        "functions.ptx:430: `st.local.b32` writes",
    );
    let r2_: ptx::U32 = (ptx::memory::load_u8(
        &own_,
        12,
        4,
        "functions.ptx:431: `ld.local.b32` reads",
    )) as ptx::U32;
    let r3_: ptx::U32 = ptx::add_u32(r2_, 29u32);
    func_retval0_ = r3_;
    func_retval0_
}
/// Translated from `gauss` at functions.ptx:438, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
#[inline]
const fn gauss(x: f32) -> f32 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::F32 = 0f32;
    let f1_: ptx::F32 = x;
    let f2_: ptx::F32 = ptx::mul_f32(
        f1_,
        f1_,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f3_: ptx::F32 = ptx::mul_f32(
        f2_,
        ptx::F32::from_bits(3216550459),
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f4_: ptx::F32 = ptx::ex2_approx_f32(f3_, ptx::Subnormals::Keep, ptx::Sm(80));
    func_retval0_ = f4_;
    func_retval0_
}
/// Translated from `unreached` at functions.ptx:450, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn unreached(x: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut r1_: ptx::U32 = 0u32;
    r1_ = x;
    'b2: {
        'l1: loop {
            let [p_, _] = ptx::setp_u32(r1_, 0u32, ptx::Comparison::Eq);
            if !p_ {
                break 'b2;
            }
        }
    }
    func_retval0_ = r1_;
    func_retval0_
}
/// Translated from `store_one` at functions.ptx:467, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn store_one(x: &[u32], y: &mut [u32], second: u32, at: u64) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        x: &'a [ptx::U32],
        y: &'a mut [ptx::U32],
    }
    impl Memory<'_> {
        #[inline]
        const fn load(
            &self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            access_: &'static ptx::Str,
        ) -> ptx::U64 {
            match address_ >> 40 {
                1 => {
                    ptx::memory::load_u32(
                        self.x,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                2 => {
                    ptx::memory::load_u32(
                        self.y,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                _ => ptx::memory::outside(access_),
            }
        }
        #[inline]
        const fn store(
            &mut self,
            address_: ptx::U64,
            bytes_: ptx::U64,
            value_: ptx::U64,
            access_: &'static ptx::Str,
        ) {
            match address_ >> 40 {
                1 => ptx::memory::shared(access_),
                2 => {
                    ptx::memory::store_u32(
                        self.y,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        value_,
                        access_,
                    )
                }
                _ => {
                    let _ = (bytes_, value_);
                    ptx::memory::outside(access_)
                }
            }
        }
    }
    let memory_ = &mut Memory { x: x, y: y };
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = 2199023255552u64;
    let r1_: ptx::U32 = second;
    let rd3_: ptx::U64 = at;
    let [p1_, _] = ptx::setp_u32(r1_, 0u32, ptx::Comparison::Ne);
    let rd4_: ptx::U64 = ptx::selp(rd2_, rd1_, p1_);
    let rd5_: ptx::U64 = (ptx::add_s64((rd4_) as ptx::I64, (rd3_) as ptx::I64))
        as ptx::U64;
    let r2_: ptx::U32 = 7u32;
    memory_
        .store(rd5_, 4, (r2_) as ptx::U64, "functions.ptx:480: `st.global.u32` writes");
}
/// Translated from `after` at functions.ptx:484, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn after(x: &[u32], y: &[u32], at: u64) -> u64 {
    use ::ptx::__private as ptx;
    let _ = &x;
    let _ = &y;
    let mut ptx_address_: ptx::U64 = 0u64;
    let rd1_: ptx::U64 = 2199023255552u64;
    let rd2_: ptx::U64 = at;
    let rd3_: ptx::U64 = (ptx::add_s64((rd1_) as ptx::I64, (rd2_) as ptx::I64))
        as ptx::U64;
    ptx_address_ = rd3_;
    ptx_address_
}
