/// Translated from `checked_half` at pieces.ptx:29, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn checked_half(x: u32) -> u32 {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_half(x_: ptx::U32) -> ptx::U32 {
        let mut result_: ptx::U32 = 0u32;
        let r1_: ptx::U32 = x_;
        let r2_: ptx::U32 = ptx::shr_u32(r1_, 1u32);
        result_ = r2_;
        result_
    }
    #[inline]
    const fn fn_stops() {
        ptx::memory::fault("pieces.ptx:25: `trap`")
    }
    let mut result_: ptx::U32 = 0u32;
    let r1_: ptx::U32 = x;
    let r2_: ptx::U32 = ptx::and_b32(r1_, 1u32);
    let [p_, _] = ptx::setp_u32(r2_, 0u32, ptx::Comparison::Ne);
    if p_ {
        fn_stops();
    }
    let r3_: ptx::U32 = fn_half(r1_);
    result_ = r3_;
    result_
}
/// Translated from `scaled` at pieces.ptx:45, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn scaled(i: u32) -> f64 {
    use ::ptx::__private as ptx;
    const FACTORS: &[ptx::F64] = &[1.5f64, -2f64, 0.25f64];
    const SMALL: &[ptx::U16] = &[258u16];
    const ZEROS: &[ptx::U32] = &[0u32; 2];
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
                    ptx::memory::load_f64(
                        FACTORS,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                2 => {
                    ptx::memory::load_u16(
                        SMALL,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                3 => {
                    ptx::memory::load_u32(
                        ZEROS,
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
    let mut result_: ptx::F64 = 0f64;
    let r1_: ptx::U32 = i;
    let rd1_: ptx::U64 = ptx::mul_wide_u32(r1_, 8u32);
    let rd2_: ptx::U64 = 1099511627776u64;
    let rd3_: ptx::U64 = (ptx::add_s64((rd2_) as ptx::I64, (rd1_) as ptx::I64))
        as ptx::U64;
    let fd1_: ptx::F64 = ptx::F64::from_bits(
        memory_.load(rd3_, 8, "pieces.ptx:55: `ld.const.f64` reads"),
    );
    let h_: ptx::U16 = (memory_
        .load(2199023255552u64, 2, "pieces.ptx:56: `ld.global.u16` reads")) as ptx::U16;
    let fd2_: ptx::F64 = ptx::cvt_f64_u16(h_, ptx::Rounding::Rn, ptx::Saturation::Off);
    let r2_: ptx::U32 = (memory_
        .load(3298534883332u64, 4, "pieces.ptx:58: `ld.global.u32` reads")) as ptx::U32;
    let fd3_: ptx::F64 = ptx::cvt_f64_u32(r2_, ptx::Rounding::Rn, ptx::Saturation::Off);
    let fd4_: ptx::F64 = ptx::fma_f64(fd1_, fd2_, fd3_, ptx::Rounding::Rn);
    result_ = fd4_;
    result_
}
/// Translated from `second_factor_twice` at pieces.ptx:215, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn second_factor_twice() -> f64 {
    use ::ptx::__private as ptx;
    const FACTORS: &[ptx::F64] = &[1.5f64, -2f64, 0.25f64];
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
                    ptx::memory::load_f64(
                        FACTORS,
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
    let mut result_: ptx::F64 = 0f64;
    let mut fd1_: ptx::F64 = 0f64;
    let rd1_: ptx::U64 = 1099511627784u64;
    fd1_ = ptx::F64::from_bits(
        memory_.load(rd1_, 8, "pieces.ptx:221: `ld.const.f64` reads"),
    );
    let fd2_: ptx::F64 = ptx::F64::from_bits(
        memory_.load(1099511627784u64, 8, "pieces.ptx:222: `ld.const.f64` reads"),
    );
    fd1_ = ptx::add_f64(fd1_, fd2_, ptx::Rounding::Rn);
    result_ = fd1_;
    result_
}
/// Translated from `sum16` at pieces.ptx:66, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn sum16(p: &[u32]) -> u32 {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        p: &'a [ptx::U32],
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
                        self.p,
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
    let memory_ = &mut Memory { p: p };
    let mut result_: ptx::U32 = 0u32;
    let mut r16_: ptx::U32 = 0u32;
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = rd1_;
    let r0_: ptx::U32 = (memory_.load(rd1_, 4, "pieces.ptx:72: `ld.ca.u32` reads"))
        as ptx::U32;
    let r1_: ptx::U32 = (memory_
        .load((rd2_).wrapping_add(4), 4, "pieces.ptx:73: `ld.weak.global.cs.u32` reads"))
        as ptx::U32;
    let r2_: ptx::U32 = (memory_
        .load(
            (rd2_).wrapping_add(8),
            4,
            "pieces.ptx:74: `ld.relaxed.gpu.global.u32` reads",
        )) as ptx::U32;
    let r3_: ptx::U32 = (memory_
        .load((rd1_).wrapping_add(12), 4, "pieces.ptx:75: `ld.acquire.sys.b32` reads"))
        as ptx::U32;
    let r4_: ptx::U32 = ((memory_
        .load(
            (rd2_).wrapping_add(16),
            4,
            "pieces.ptx:76: `ld.volatile.global.s32` reads",
        )) as ptx::I32) as ptx::U32;
    let r5_: ptx::U32 = (memory_
        .load(
            (rd2_).wrapping_add(20),
            4,
            "pieces.ptx:77: `ld.global.nc.L1::evict_last.u32` reads",
        )) as ptx::U32;
    let r6_: ptx::U32 = (memory_
        .load(
            (rd2_).wrapping_add(24),
            4,
            "pieces.ptx:78: `ld.global.L1::no_allocate.L2::128B.u32` reads",
        )) as ptx::U32;
    let r7_: ptx::U32 = (memory_
        .load((rd1_).wrapping_add(28), 4, "pieces.ptx:79: `ld.u32` reads")) as ptx::U32;
    let address_: ptx::U64 = (rd2_).wrapping_add(32);
    ptx::memory::aligned(address_, 32, "pieces.ptx:80: `ld.global.v8.b32` reads");
    let r8_: ptx::U32 = (memory_
        .load(address_, 4, "pieces.ptx:80: `ld.global.v8.b32` reads")) as ptx::U32;
    let r9_: ptx::U32 = (memory_
        .load((address_).wrapping_add(4), 4, "pieces.ptx:80: `ld.global.v8.b32` reads"))
        as ptx::U32;
    let r10_: ptx::U32 = (memory_
        .load((address_).wrapping_add(8), 4, "pieces.ptx:80: `ld.global.v8.b32` reads"))
        as ptx::U32;
    let r11_: ptx::U32 = (memory_
        .load((address_).wrapping_add(12), 4, "pieces.ptx:80: `ld.global.v8.b32` reads"))
        as ptx::U32;
    let r12_: ptx::U32 = (memory_
        .load((address_).wrapping_add(16), 4, "pieces.ptx:80: `ld.global.v8.b32` reads"))
        as ptx::U32;
    let r13_: ptx::U32 = (memory_
        .load((address_).wrapping_add(20), 4, "pieces.ptx:80: `ld.global.v8.b32` reads"))
        as ptx::U32;
    let r14_: ptx::U32 = (memory_
        .load((address_).wrapping_add(24), 4, "pieces.ptx:80: `ld.global.v8.b32` reads"))
        as ptx::U32;
    let r15_: ptx::U32 = (memory_
        .load((address_).wrapping_add(28), 4, "pieces.ptx:80: `ld.global.v8.b32` reads"))
        as ptx::U32;
    r16_ = ptx::add_u32(r0_, r1_);
    r16_ = ptx::add_u32(r16_, r2_);
    r16_ = ptx::add_u32(r16_, r3_);
    r16_ = ptx::add_u32(r16_, r4_);
    r16_ = ptx::add_u32(r16_, r5_);
    r16_ = ptx::add_u32(r16_, r6_);
    r16_ = ptx::add_u32(r16_, r7_);
    r16_ = ptx::add_u32(r16_, r8_);
    r16_ = ptx::add_u32(r16_, r9_);
    r16_ = ptx::add_u32(r16_, r10_);
    r16_ = ptx::add_u32(r16_, r11_);
    r16_ = ptx::add_u32(r16_, r12_);
    r16_ = ptx::add_u32(r16_, r13_);
    r16_ = ptx::add_u32(r16_, r14_);
    r16_ = ptx::add_u32(r16_, r15_);
    result_ = r16_;
    result_
}
/// Translated from `count8` at pieces.ptx:101, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn count8(p: &mut [u32], x: u32) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        p: &'a mut [ptx::U32],
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
                        self.p,
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
                    ptx::memory::store_u32(
                        self.p,
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
    let memory_ = &mut Memory { p: p };
    let mut r6_: ptx::U32 = 0u32;
    let rd1_: ptx::U64 = 1099511627776u64;
    let r0_: ptx::U32 = x;
    let rd2_: ptx::U64 = rd1_;
    memory_
        .store(rd2_, 4, (r0_) as ptx::U64, "pieces.ptx:108: `st.global.wb.u32` writes");
    let r1_: ptx::U32 = ptx::add_u32(r0_, 1u32);
    memory_
        .store(
            (rd2_).wrapping_add(4),
            4,
            (r1_) as ptx::U64,
            "pieces.ptx:110: `st.relaxed.gpu.global.u32` writes",
        );
    let r2_: ptx::U32 = ptx::add_u32(r0_, 2u32);
    memory_
        .store(
            (rd1_).wrapping_add(8),
            4,
            (r2_) as ptx::U64,
            "pieces.ptx:112: `st.release.sys.u32` writes",
        );
    let r3_: ptx::U32 = ptx::add_u32(r0_, 3u32);
    memory_
        .store(
            (rd2_).wrapping_add(12),
            4,
            (r3_) as ptx::U64,
            "pieces.ptx:114: `st.volatile.global.u32` writes",
        );
    let r4_: ptx::U32 = ptx::add_u32(r0_, 4u32);
    memory_
        .store(
            (rd2_).wrapping_add(16),
            4,
            (r4_) as ptx::U64,
            "pieces.ptx:116: `st.global.L1::no_allocate.u32` writes",
        );
    let r5_: ptx::U32 = ptx::add_u32(r0_, 5u32);
    memory_
        .store(
            (rd1_).wrapping_add(20),
            1,
            ((r5_) as ptx::U8) as ptx::U64,
            "pieces.ptx:118: `st.u8` writes",
        );
    r6_ = ptx::shr_u32(r5_, 8u32);
    memory_
        .store(
            (rd1_).wrapping_add(21),
            1,
            ((r6_) as ptx::U8) as ptx::U64,
            "pieces.ptx:120: `st.u8` writes",
        );
    r6_ = ptx::shr_u32(r5_, 16u32);
    memory_
        .store(
            (rd1_).wrapping_add(22),
            2,
            ((r6_) as ptx::U16) as ptx::U64,
            "pieces.ptx:122: `st.u16` writes",
        );
    let r7_: ptx::U32 = ptx::add_u32(r0_, 6u32);
    let r8_: ptx::U32 = ptx::add_u32(r0_, 7u32);
    let address_: ptx::U64 = (rd2_).wrapping_add(24);
    ptx::memory::aligned(address_, 8, "pieces.ptx:125: `st.weak.global.v2.b32` writes");
    memory_
        .store(
            address_,
            4,
            (r7_) as ptx::U64,
            "pieces.ptx:125: `st.weak.global.v2.b32` writes",
        );
    memory_
        .store(
            (address_).wrapping_add(4),
            4,
            (r8_) as ptx::U64,
            "pieces.ptx:125: `st.weak.global.v2.b32` writes",
        );
}
/// Translated from `multiplied` at pieces.ptx:130, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn multiplied(a: u64, b: u64, c: (u64, u64)) -> (u64, u64) {
    use ::ptx::__private as ptx;
    let mut c_: [ptx::U8; 16] = [0; 16];
    let bytes_ = (c.0).to_le_bytes();
    c_[0] = bytes_[0];
    c_[1] = bytes_[1];
    c_[2] = bytes_[2];
    c_[3] = bytes_[3];
    c_[4] = bytes_[4];
    c_[5] = bytes_[5];
    c_[6] = bytes_[6];
    c_[7] = bytes_[7];
    let bytes_ = (c.1).to_le_bytes();
    c_[8] = bytes_[0];
    c_[9] = bytes_[1];
    c_[10] = bytes_[2];
    c_[11] = bytes_[3];
    c_[12] = bytes_[4];
    c_[13] = bytes_[5];
    c_[14] = bytes_[6];
    c_[15] = bytes_[7];
    let mut result_: [ptx::U8; 16] = [0; 16];
    let rd1_: ptx::U64 = a;
    let rd2_: ptx::U64 = b;
    let rd3_: ptx::U64 = ptx::U64::from_le_bytes([
        c_[0],
        c_[1],
        c_[2],
        c_[3],
        c_[4],
        c_[5],
        c_[6],
        c_[7],
    ]);
    let rd4_: ptx::U64 = ptx::U64::from_le_bytes([
        c_[8],
        c_[9],
        c_[10],
        c_[11],
        c_[12],
        c_[13],
        c_[14],
        c_[15],
    ]);
    let (rd5_, carry_) = ptx::mad_lo_cc_u64(rd1_, rd2_, rd3_);
    let rd6_: ptx::U64 = ptx::madc_hi_u64(rd1_, rd2_, rd4_, carry_);
    let bytes_ = (rd5_).to_le_bytes();
    result_[0] = bytes_[0];
    result_[1] = bytes_[1];
    result_[2] = bytes_[2];
    result_[3] = bytes_[3];
    result_[4] = bytes_[4];
    result_[5] = bytes_[5];
    result_[6] = bytes_[6];
    result_[7] = bytes_[7];
    let bytes_ = (rd6_).to_le_bytes();
    result_[8] = bytes_[0];
    result_[9] = bytes_[1];
    result_[10] = bytes_[2];
    result_[11] = bytes_[3];
    result_[12] = bytes_[4];
    result_[13] = bytes_[5];
    result_[14] = bytes_[6];
    result_[15] = bytes_[7];
    (
        ptx::U64::from_le_bytes([
            result_[0],
            result_[1],
            result_[2],
            result_[3],
            result_[4],
            result_[5],
            result_[6],
            result_[7],
        ]),
        ptx::U64::from_le_bytes([
            result_[8],
            result_[9],
            result_[10],
            result_[11],
            result_[12],
            result_[13],
            result_[14],
            result_[15],
        ]),
    )
}
/// Translated from `difference128` at pieces.ptx:145, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn difference128(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    use ::ptx::__private as ptx;
    let mut a_: [ptx::U8; 16] = [0; 16];
    let bytes_ = (a[0]).to_le_bytes();
    a_[0] = bytes_[0];
    a_[1] = bytes_[1];
    a_[2] = bytes_[2];
    a_[3] = bytes_[3];
    a_[4] = bytes_[4];
    a_[5] = bytes_[5];
    a_[6] = bytes_[6];
    a_[7] = bytes_[7];
    let bytes_ = (a[1]).to_le_bytes();
    a_[8] = bytes_[0];
    a_[9] = bytes_[1];
    a_[10] = bytes_[2];
    a_[11] = bytes_[3];
    a_[12] = bytes_[4];
    a_[13] = bytes_[5];
    a_[14] = bytes_[6];
    a_[15] = bytes_[7];
    let mut b_: [ptx::U8; 16] = [0; 16];
    let bytes_ = (b[0]).to_le_bytes();
    b_[0] = bytes_[0];
    b_[1] = bytes_[1];
    b_[2] = bytes_[2];
    b_[3] = bytes_[3];
    b_[4] = bytes_[4];
    b_[5] = bytes_[5];
    b_[6] = bytes_[6];
    b_[7] = bytes_[7];
    let bytes_ = (b[1]).to_le_bytes();
    b_[8] = bytes_[0];
    b_[9] = bytes_[1];
    b_[10] = bytes_[2];
    b_[11] = bytes_[3];
    b_[12] = bytes_[4];
    b_[13] = bytes_[5];
    b_[14] = bytes_[6];
    b_[15] = bytes_[7];
    let mut result_: [ptx::U8; 16] = [0; 16];
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
    let (e0_, e1_) = ptx::sub_cc_s64((rd1_) as ptx::I64, (rd3_) as ptx::I64);
    let rd5_: ptx::U64 = (e0_) as ptx::U64;
    let carry_: ptx::Bool = !e1_;
    let rd6_: ptx::U64 = (ptx::subc_s64((rd2_) as ptx::I64, (rd4_) as ptx::I64, !carry_))
        as ptx::U64;
    let bytes_ = (rd5_).to_le_bytes();
    result_[0] = bytes_[0];
    result_[1] = bytes_[1];
    result_[2] = bytes_[2];
    result_[3] = bytes_[3];
    result_[4] = bytes_[4];
    result_[5] = bytes_[5];
    result_[6] = bytes_[6];
    result_[7] = bytes_[7];
    let bytes_ = (rd6_).to_le_bytes();
    result_[8] = bytes_[0];
    result_[9] = bytes_[1];
    result_[10] = bytes_[2];
    result_[11] = bytes_[3];
    result_[12] = bytes_[4];
    result_[13] = bytes_[5];
    result_[14] = bytes_[6];
    result_[15] = bytes_[7];
    [
        ptx::U64::from_le_bytes([
            result_[0],
            result_[1],
            result_[2],
            result_[3],
            result_[4],
            result_[5],
            result_[6],
            result_[7],
        ]),
        ptx::U64::from_le_bytes([
            result_[8],
            result_[9],
            result_[10],
            result_[11],
            result_[12],
            result_[13],
            result_[14],
            result_[15],
        ]),
    ]
}
/// Translated from `number` at pieces.ptx:159, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn number(thread: ptx::Thread, value: u32, to: &mut [u32]) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        to: &'a mut [ptx::U32],
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
                        self.to,
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
                    ptx::memory::store_u32(
                        self.to,
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
    let memory_ = &mut Memory { to: to };
    let r1_: ptx::U32 = value;
    let rd1_: ptx::U64 = 1099511627776u64;
    let r2_: ptx::U32 = thread.tid[0];
    let r3_: ptx::U32 = thread.tid[1];
    let r4_: ptx::U32 = thread.tid[2];
    let r5_: ptx::U32 = thread.ntid[0];
    let r6_: ptx::U32 = thread.ntid[1];
    let r7_: ptx::U32 = thread.ntid[2];
    let r8_: ptx::U32 = thread.ctaid[0];
    let r9_: ptx::U32 = thread.ctaid[1];
    let r10_: ptx::U32 = thread.ctaid[2];
    let r11_: ptx::U32 = thread.nctaid[0];
    let r12_: ptx::U32 = thread.nctaid[1];
    let r13_: ptx::U32 = ptx::mad_lo_u32(r10_, r12_, r9_);
    let r14_: ptx::U32 = ptx::mad_lo_u32(r13_, r11_, r8_);
    let r15_: ptx::U32 = ptx::mul_lo_u32(r5_, r6_);
    let r16_: ptx::U32 = ptx::mul_lo_u32(r15_, r7_);
    let r17_: ptx::U32 = ptx::mad_lo_u32(r4_, r6_, r3_);
    let r18_: ptx::U32 = ptx::mad_lo_u32(r17_, r5_, r2_);
    let r19_: ptx::U32 = ptx::mad_lo_u32(r14_, r16_, r18_);
    let rd2_: ptx::U64 = rd1_;
    let rd3_: ptx::U64 = ptx::mul_wide_u32(r19_, 4u32);
    let rd4_: ptx::U64 = (ptx::add_s64((rd2_) as ptx::I64, (rd3_) as ptx::I64))
        as ptx::U64;
    memory_.store(rd4_, 4, (r1_) as ptx::U64, "pieces.ptx:192: `st.global.u32` writes");
}
/// Translated from `word_at` at pieces.ptx:202, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
#[inline]
const fn word_at(p: &[u8], offset: u64) -> u32 {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        p: &'a [ptx::U8],
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
                    ptx::memory::load_u8(
                        self.p,
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
    let memory_ = &mut Memory { p: p };
    let mut func_retval0_: ptx::U32 = 0u32;
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = offset;
    let rd3_: ptx::U64 = (ptx::add_s64((rd1_) as ptx::I64, (rd2_) as ptx::I64))
        as ptx::U64;
    let r1_: ptx::U32 = (memory_.load(rd3_, 4, "pieces.ptx:209: `ld.global.b32` reads"))
        as ptx::U32;
    func_retval0_ = r1_;
    func_retval0_
}
