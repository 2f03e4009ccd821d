/// Translated from `sub_addc` at carries.ptx:7, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn sub_addc(a: u32, b: u32, c: u32, d: u32) -> (u32, u32) {
    use ::ptx::__private as ptx;
    let mut func_retval0_: [ptx::U8; 8] = [0; 8];
    let r0_: ptx::U32 = a;
    let r1_: ptx::U32 = b;
    let r2_: ptx::U32 = c;
    let r3_: ptx::U32 = d;
    let (r4_, e1_) = ptx::sub_cc_u32(r0_, r1_);
    let carry_: ptx::Bool = !e1_;
    let r5_: ptx::U32 = ptx::addc_u32(r2_, r3_, carry_);
    let bytes_ = (r4_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = (r5_).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    func_retval0_[5] = bytes_[1];
    func_retval0_[6] = bytes_[2];
    func_retval0_[7] = bytes_[3];
    (
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
    )
}
/// Translated from `add_subc` at carries.ptx:20, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn add_subc(a: u32, b: u32, c: u32, d: u32) -> (u32, u32) {
    use ::ptx::__private as ptx;
    let mut func_retval0_: [ptx::U8; 8] = [0; 8];
    let r0_: ptx::U32 = a;
    let r1_: ptx::U32 = b;
    let r2_: ptx::U32 = c;
    let r3_: ptx::U32 = d;
    let (e0_, carry_) = ptx::add_cc_s32((r0_) as ptx::I32, (r1_) as ptx::I32);
    let r4_: ptx::U32 = (e0_) as ptx::U32;
    let r5_: ptx::U32 = (ptx::subc_s32((r2_) as ptx::I32, (r3_) as ptx::I32, !carry_))
        as ptx::U32;
    let bytes_ = (r4_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = (r5_).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    func_retval0_[5] = bytes_[1];
    func_retval0_[6] = bytes_[2];
    func_retval0_[7] = bytes_[3];
    (
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
    )
}
/// Translated from `sub_madc` at carries.ptx:33, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn sub_madc(a: u32, b: u32, c: u32, d: u32, e: u32) -> (u32, u32) {
    use ::ptx::__private as ptx;
    let mut func_retval0_: [ptx::U8; 8] = [0; 8];
    let r0_: ptx::U32 = a;
    let r1_: ptx::U32 = b;
    let r2_: ptx::U32 = c;
    let r3_: ptx::U32 = d;
    let r4_: ptx::U32 = e;
    let (r5_, e1_) = ptx::sub_cc_u32(r0_, r1_);
    let carry_: ptx::Bool = !e1_;
    let r6_: ptx::U32 = ptx::madc_lo_u32(r2_, r3_, r4_, carry_);
    let bytes_ = (r5_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = (r6_).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    func_retval0_[5] = bytes_[1];
    func_retval0_[6] = bytes_[2];
    func_retval0_[7] = bytes_[3];
    (
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
    )
}
/// Translated from `add_subc_addc` at carries.ptx:47, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn add_subc_addc(x: [u32; 6]) -> (u32, u32, u32) {
    use ::ptx::__private as ptx;
    let mut x_: [ptx::U8; 24] = [0; 24];
    let bytes_ = (x[0]).to_le_bytes();
    x_[0] = bytes_[0];
    x_[1] = bytes_[1];
    x_[2] = bytes_[2];
    x_[3] = bytes_[3];
    let bytes_ = (x[1]).to_le_bytes();
    x_[4] = bytes_[0];
    x_[5] = bytes_[1];
    x_[6] = bytes_[2];
    x_[7] = bytes_[3];
    let bytes_ = (x[2]).to_le_bytes();
    x_[8] = bytes_[0];
    x_[9] = bytes_[1];
    x_[10] = bytes_[2];
    x_[11] = bytes_[3];
    let bytes_ = (x[3]).to_le_bytes();
    x_[12] = bytes_[0];
    x_[13] = bytes_[1];
    x_[14] = bytes_[2];
    x_[15] = bytes_[3];
    let bytes_ = (x[4]).to_le_bytes();
    x_[16] = bytes_[0];
    x_[17] = bytes_[1];
    x_[18] = bytes_[2];
    x_[19] = bytes_[3];
    let bytes_ = (x[5]).to_le_bytes();
    x_[20] = bytes_[0];
    x_[21] = bytes_[1];
    x_[22] = bytes_[2];
    x_[23] = bytes_[3];
    let mut func_retval0_: [ptx::U8; 12] = [0; 12];
    let mut carry_: ptx::Bool = false;
    let r0_: ptx::U32 = ptx::U32::from_le_bytes([x_[0], x_[1], x_[2], x_[3]]);
    let r1_: ptx::U32 = ptx::U32::from_le_bytes([x_[4], x_[5], x_[6], x_[7]]);
    let r2_: ptx::U32 = ptx::U32::from_le_bytes([x_[8], x_[9], x_[10], x_[11]]);
    let r3_: ptx::U32 = ptx::U32::from_le_bytes([x_[12], x_[13], x_[14], x_[15]]);
    let r4_: ptx::U32 = ptx::U32::from_le_bytes([x_[16], x_[17], x_[18], x_[19]]);
    let r5_: ptx::U32 = ptx::U32::from_le_bytes([x_[20], x_[21], x_[22], x_[23]]);
    let (r6_, e1_) = ptx::add_cc_u32(r0_, r1_);
    carry_ = e1_;
    let (r7_, e1_) = ptx::subc_cc_u32(r2_, r3_, !carry_);
    carry_ = !e1_;
    let r8_: ptx::U32 = ptx::addc_u32(r4_, r5_, carry_);
    let bytes_ = (r6_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = (r7_).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    func_retval0_[5] = bytes_[1];
    func_retval0_[6] = bytes_[2];
    func_retval0_[7] = bytes_[3];
    let bytes_ = (r8_).to_le_bytes();
    func_retval0_[8] = bytes_[0];
    func_retval0_[9] = bytes_[1];
    func_retval0_[10] = bytes_[2];
    func_retval0_[11] = bytes_[3];
    (
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
    )
}
/// Translated from `sub_addc_subc` at carries.ptx:62, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn sub_addc_subc(x: [u32; 6]) -> (u32, u32, u32) {
    use ::ptx::__private as ptx;
    let mut x_: [ptx::U8; 24] = [0; 24];
    let bytes_ = (x[0]).to_le_bytes();
    x_[0] = bytes_[0];
    x_[1] = bytes_[1];
    x_[2] = bytes_[2];
    x_[3] = bytes_[3];
    let bytes_ = (x[1]).to_le_bytes();
    x_[4] = bytes_[0];
    x_[5] = bytes_[1];
    x_[6] = bytes_[2];
    x_[7] = bytes_[3];
    let bytes_ = (x[2]).to_le_bytes();
    x_[8] = bytes_[0];
    x_[9] = bytes_[1];
    x_[10] = bytes_[2];
    x_[11] = bytes_[3];
    let bytes_ = (x[3]).to_le_bytes();
    x_[12] = bytes_[0];
    x_[13] = bytes_[1];
    x_[14] = bytes_[2];
    x_[15] = bytes_[3];
    let bytes_ = (x[4]).to_le_bytes();
    x_[16] = bytes_[0];
    x_[17] = bytes_[1];
    x_[18] = bytes_[2];
    x_[19] = bytes_[3];
    let bytes_ = (x[5]).to_le_bytes();
    x_[20] = bytes_[0];
    x_[21] = bytes_[1];
    x_[22] = bytes_[2];
    x_[23] = bytes_[3];
    let mut func_retval0_: [ptx::U8; 12] = [0; 12];
    let mut carry_: ptx::Bool = false;
    let r0_: ptx::U32 = ptx::U32::from_le_bytes([x_[0], x_[1], x_[2], x_[3]]);
    let r1_: ptx::U32 = ptx::U32::from_le_bytes([x_[4], x_[5], x_[6], x_[7]]);
    let r2_: ptx::U32 = ptx::U32::from_le_bytes([x_[8], x_[9], x_[10], x_[11]]);
    let r3_: ptx::U32 = ptx::U32::from_le_bytes([x_[12], x_[13], x_[14], x_[15]]);
    let r4_: ptx::U32 = ptx::U32::from_le_bytes([x_[16], x_[17], x_[18], x_[19]]);
    let r5_: ptx::U32 = ptx::U32::from_le_bytes([x_[20], x_[21], x_[22], x_[23]]);
    let (r6_, e1_) = ptx::sub_cc_u32(r0_, r1_);
    carry_ = !e1_;
    let (r7_, e1_) = ptx::addc_cc_u32(r2_, r3_, carry_);
    carry_ = e1_;
    let r8_: ptx::U32 = ptx::subc_u32(r4_, r5_, !carry_);
    let bytes_ = (r6_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = (r7_).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    func_retval0_[5] = bytes_[1];
    func_retval0_[6] = bytes_[2];
    func_retval0_[7] = bytes_[3];
    let bytes_ = (r8_).to_le_bytes();
    func_retval0_[8] = bytes_[0];
    func_retval0_[9] = bytes_[1];
    func_retval0_[10] = bytes_[2];
    func_retval0_[11] = bytes_[3];
    (
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
    )
}
/// Translated from `mad_subc_madc` at carries.ptx:77, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn mad_subc_madc(x: [u32; 8]) -> (u32, u32, u32) {
    use ::ptx::__private as ptx;
    let mut x_: [ptx::U8; 32] = [0; 32];
    let bytes_ = (x[0]).to_le_bytes();
    x_[0] = bytes_[0];
    x_[1] = bytes_[1];
    x_[2] = bytes_[2];
    x_[3] = bytes_[3];
    let bytes_ = (x[1]).to_le_bytes();
    x_[4] = bytes_[0];
    x_[5] = bytes_[1];
    x_[6] = bytes_[2];
    x_[7] = bytes_[3];
    let bytes_ = (x[2]).to_le_bytes();
    x_[8] = bytes_[0];
    x_[9] = bytes_[1];
    x_[10] = bytes_[2];
    x_[11] = bytes_[3];
    let bytes_ = (x[3]).to_le_bytes();
    x_[12] = bytes_[0];
    x_[13] = bytes_[1];
    x_[14] = bytes_[2];
    x_[15] = bytes_[3];
    let bytes_ = (x[4]).to_le_bytes();
    x_[16] = bytes_[0];
    x_[17] = bytes_[1];
    x_[18] = bytes_[2];
    x_[19] = bytes_[3];
    let bytes_ = (x[5]).to_le_bytes();
    x_[20] = bytes_[0];
    x_[21] = bytes_[1];
    x_[22] = bytes_[2];
    x_[23] = bytes_[3];
    let bytes_ = (x[6]).to_le_bytes();
    x_[24] = bytes_[0];
    x_[25] = bytes_[1];
    x_[26] = bytes_[2];
    x_[27] = bytes_[3];
    let bytes_ = (x[7]).to_le_bytes();
    x_[28] = bytes_[0];
    x_[29] = bytes_[1];
    x_[30] = bytes_[2];
    x_[31] = bytes_[3];
    let mut func_retval0_: [ptx::U8; 12] = [0; 12];
    let mut carry_: ptx::Bool = false;
    let r0_: ptx::U32 = ptx::U32::from_le_bytes([x_[0], x_[1], x_[2], x_[3]]);
    let r1_: ptx::U32 = ptx::U32::from_le_bytes([x_[4], x_[5], x_[6], x_[7]]);
    let r2_: ptx::U32 = ptx::U32::from_le_bytes([x_[8], x_[9], x_[10], x_[11]]);
    let r3_: ptx::U32 = ptx::U32::from_le_bytes([x_[12], x_[13], x_[14], x_[15]]);
    let r4_: ptx::U32 = ptx::U32::from_le_bytes([x_[16], x_[17], x_[18], x_[19]]);
    let r5_: ptx::U32 = ptx::U32::from_le_bytes([x_[20], x_[21], x_[22], x_[23]]);
    let r6_: ptx::U32 = ptx::U32::from_le_bytes([x_[24], x_[25], x_[26], x_[27]]);
    let r7_: ptx::U32 = ptx::U32::from_le_bytes([x_[28], x_[29], x_[30], x_[31]]);
    let (r8_, e1_) = ptx::mad_lo_cc_u32(r0_, r1_, r2_);
    carry_ = e1_;
    let (r9_, e1_) = ptx::subc_cc_u32(r3_, r4_, !carry_);
    carry_ = !e1_;
    let r10_: ptx::U32 = ptx::madc_hi_u32(r5_, r6_, r7_, carry_);
    let bytes_ = (r8_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = (r9_).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    func_retval0_[5] = bytes_[1];
    func_retval0_[6] = bytes_[2];
    func_retval0_[7] = bytes_[3];
    let bytes_ = (r10_).to_le_bytes();
    func_retval0_[8] = bytes_[0];
    func_retval0_[9] = bytes_[1];
    func_retval0_[10] = bytes_[2];
    func_retval0_[11] = bytes_[3];
    (
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
    )
}
/// Translated from `wide` at carries.ptx:94, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn wide(a: u64, b: u64, c: u32) -> (u64, u64) {
    use ::ptx::__private as ptx;
    let mut func_retval0_: [ptx::U8; 16] = [0; 16];
    let rd0_: ptx::U64 = a;
    let rd1_: ptx::U64 = b;
    let r0_: ptx::U32 = c;
    let (e0_, e1_) = ptx::sub_cc_s64((rd0_) as ptx::I64, (rd1_) as ptx::I64);
    let rd2_: ptx::U64 = (e0_) as ptx::U64;
    let carry_: ptx::Bool = !e1_;
    let r1_: ptx::U32 = ptx::addc_u32(r0_, 0u32, carry_);
    let rd3_: ptx::U64 = ptx::cvt_u64_u32(r1_);
    let bytes_ = (rd2_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    func_retval0_[4] = bytes_[4];
    func_retval0_[5] = bytes_[5];
    func_retval0_[6] = bytes_[6];
    func_retval0_[7] = bytes_[7];
    let bytes_ = (rd3_).to_le_bytes();
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
/// Translated from `guarded` at carries.ptx:109, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn guarded(subtract: u32, a: u32, b: u32) -> u32 {
    use ::ptx::__private as ptx;
    let mut func_retval0_: ptx::U32 = 0u32;
    let mut carry_: ptx::Bool = false;
    let r0_: ptx::U32 = subtract;
    let r1_: ptx::U32 = a;
    let r2_: ptx::U32 = b;
    let [p_, _] = ptx::setp_u32(r0_, 0u32, ptx::Comparison::Ne);
    let (_, e1_) = ptx::add_cc_u32(r1_, r2_);
    carry_ = e1_;
    if p_ {
        let (_, e1_) = ptx::sub_cc_u32(r1_, r2_);
        carry_ = !e1_;
    }
    let r4_: ptx::U32 = ptx::subc_u32(0u32, 0u32, !carry_);
    func_retval0_ = r4_;
    func_retval0_
}
/// Translated from `looped` at carries.ptx:125, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn looped(x: u32, y: u32, count: u32) -> (u32, u32) {
    use ::ptx::__private as ptx;
    let mut func_retval0_: [ptx::U8; 8] = [0; 8];
    let mut r0_: ptx::U32 = 0u32;
    let mut r1_: ptx::U32 = 0u32;
    let mut r2_: ptx::U32 = 0u32;
    let mut r3_: ptx::U32 = 0u32;
    let mut carry_: ptx::Bool = false;
    r0_ = x;
    r1_ = y;
    r2_ = count;
    r3_ = 0u32;
    let (_, e1_) = ptx::sub_cc_u32(0u32, 0u32);
    carry_ = !e1_;
    'b2: {
        'l1: loop {
            let (e0_, e1_) = ptx::subc_cc_u32(r0_, r1_, !carry_);
            r0_ = e0_;
            carry_ = !e1_;
            let (e0_, e1_) = ptx::addc_cc_u32(r3_, 0u32, carry_);
            r3_ = e0_;
            carry_ = e1_;
            r2_ = ptx::add_u32(r2_, 4294967295u32);
            let [p_, _] = ptx::setp_u32(r2_, 0u32, ptx::Comparison::Ne);
            if !p_ {
                break 'b2;
            }
        }
    }
    let bytes_ = (r0_).to_le_bytes();
    func_retval0_[0] = bytes_[0];
    func_retval0_[1] = bytes_[1];
    func_retval0_[2] = bytes_[2];
    func_retval0_[3] = bytes_[3];
    let bytes_ = (r3_).to_le_bytes();
    func_retval0_[4] = bytes_[0];
    func_retval0_[5] = bytes_[1];
    func_retval0_[6] = bytes_[2];
    func_retval0_[7] = bytes_[3];
    (
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
    )
}
