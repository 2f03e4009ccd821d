/// Translated from `checked_half` at pieces.ptx:29, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn checked_half(x: u32) -> u32 {
    use ::ptx::__private as ptx;
    #[inline]
    const fn fn_half(x: ptx::U32) -> ptx::U32 {
        let mut result: ptx::U32 = 0u32;
        let r1: ptx::U32 = x;
        let r2: ptx::U32 = ptx::shr_u32(r1, 1u32);
        result = r2;
        result
    }
    #[inline]
    const fn fn_stops() {
        ptx::memory::fault("pieces.ptx:25: `trap`")
    }
    let mut result: ptx::U32 = 0u32;
    let r1: ptx::U32 = x;
    let r2: ptx::U32 = ptx::and_b32(r1, 1u32);
    let [p, _] = ptx::setp_u32(r2, 0u32, ptx::Comparison::Ne);
    if p {
        fn_stops();
    }
    let r3: ptx::U32 = fn_half(r1);
    result = r3;
    result
}
/// Translated from `scaled` at pieces.ptx:45, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[M\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
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
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_f64(
                        FACTORS,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                2 => {
                    ptx::memory::load_u16(
                        SMALL,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                3 => {
                    ptx::memory::load_u32(
                        ZEROS,
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
    let mut result: ptx::F64 = 0f64;
    let r1: ptx::U32 = i;
    let rd1: ptx::U64 = ptx::mul_wide_u32(r1, 8u32);
    let rd2: ptx::U64 = 1099511627776u64;
    let rd3: ptx::U64 = (ptx::add_s64((rd2) as ptx::I64, (rd1) as ptx::I64)) as ptx::U64;
    let fd1: ptx::F64 = ptx::F64::from_bits(
        memory.load(rd3, 8, "pieces.ptx:55: `ld.const.f64` reads outside of its slice"),
    );
    let h: ptx::U16 = (memory
        .load(
            2199023255552u64,
            2,
            "pieces.ptx:56: `ld.global.u16` reads outside of its slice",
        )) as ptx::U16;
    let fd2: ptx::F64 = ptx::cvt_f64_u16(h, ptx::Rounding::Rn, ptx::Saturation::Off);
    let r2: ptx::U32 = (memory
        .load(
            3298534883332u64,
            4,
            "pieces.ptx:58: `ld.global.u32` reads outside of its slice",
        )) as ptx::U32;
    let fd3: ptx::F64 = ptx::cvt_f64_u32(r2, ptx::Rounding::Rn, ptx::Saturation::Off);
    let fd4: ptx::F64 = ptx::fma_f64(fd1, fd2, fd3, ptx::Rounding::Rn);
    result = fd4;
    result
}
/// Translated from `sum16` at pieces.ptx:66, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
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
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_u32(
                        self.p,
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
    let memory = &mut Memory { p: p };
    let mut result: ptx::U32 = 0u32;
    let mut r16: ptx::U32 = 0u32;
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = rd1;
    let r0: ptx::U32 = (memory
        .load(rd1, 4, "pieces.ptx:72: `ld.ca.u32` reads outside of its slice"))
        as ptx::U32;
    let r1: ptx::U32 = (memory
        .load(
            (rd2).wrapping_add(4),
            4,
            "pieces.ptx:73: `ld.weak.global.cs.u32` reads outside of its slice",
        )) as ptx::U32;
    let r2: ptx::U32 = (memory
        .load(
            (rd2).wrapping_add(8),
            4,
            "pieces.ptx:74: `ld.relaxed.gpu.global.u32` reads outside of its slice",
        )) as ptx::U32;
    let r3: ptx::U32 = (memory
        .load(
            (rd1).wrapping_add(12),
            4,
            "pieces.ptx:75: `ld.acquire.sys.b32` reads outside of its slice",
        )) as ptx::U32;
    let r4: ptx::U32 = ((memory
        .load(
            (rd2).wrapping_add(16),
            4,
            "pieces.ptx:76: `ld.volatile.global.s32` reads outside of its slice",
        )) as ptx::I32) as ptx::U32;
    let r5: ptx::U32 = (memory
        .load(
            (rd2).wrapping_add(20),
            4,
            "pieces.ptx:77: `ld.global.nc.L1::evict_last.u32` reads outside of its slice",
        )) as ptx::U32;
    let r6: ptx::U32 = (memory
        .load(
            (rd2).wrapping_add(24),
            4,
            "pieces.ptx:78: `ld.global.L1::no_allocate.L2::128B.u32` reads outside of its slice",
        )) as ptx::U32;
    let r7: ptx::U32 = (memory
        .load(
            (rd1).wrapping_add(28),
            4,
            "pieces.ptx:79: `ld.u32` reads outside of its slice",
        )) as ptx::U32;
    let address: ptx::U64 = (rd2).wrapping_add(32);
    ptx::memory::aligned(
        address,
        32,
        "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
    );
    let r8: ptx::U32 = (memory
        .load(
            address,
            4,
            "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
        )) as ptx::U32;
    let r9: ptx::U32 = (memory
        .load(
            (address).wrapping_add(4),
            4,
            "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
        )) as ptx::U32;
    let r10: ptx::U32 = (memory
        .load(
            (address).wrapping_add(8),
            4,
            "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
        )) as ptx::U32;
    let r11: ptx::U32 = (memory
        .load(
            (address).wrapping_add(12),
            4,
            "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
        )) as ptx::U32;
    let r12: ptx::U32 = (memory
        .load(
            (address).wrapping_add(16),
            4,
            "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
        )) as ptx::U32;
    let r13: ptx::U32 = (memory
        .load(
            (address).wrapping_add(20),
            4,
            "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
        )) as ptx::U32;
    let r14: ptx::U32 = (memory
        .load(
            (address).wrapping_add(24),
            4,
            "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
        )) as ptx::U32;
    let r15: ptx::U32 = (memory
        .load(
            (address).wrapping_add(28),
            4,
            "pieces.ptx:80: `ld.global.v8.b32` reads outside of its slice",
        )) as ptx::U32;
    r16 = ptx::add_u32(r0, r1);
    r16 = ptx::add_u32(r16, r2);
    r16 = ptx::add_u32(r16, r3);
    r16 = ptx::add_u32(r16, r4);
    r16 = ptx::add_u32(r16, r5);
    r16 = ptx::add_u32(r16, r6);
    r16 = ptx::add_u32(r16, r7);
    r16 = ptx::add_u32(r16, r8);
    r16 = ptx::add_u32(r16, r9);
    r16 = ptx::add_u32(r16, r10);
    r16 = ptx::add_u32(r16, r11);
    r16 = ptx::add_u32(r16, r12);
    r16 = ptx::add_u32(r16, r13);
    r16 = ptx::add_u32(r16, r14);
    r16 = ptx::add_u32(r16, r15);
    result = r16;
    result
}
/// Translated from `count8` at pieces.ptx:101, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
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
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_u32(
                        self.p,
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
                    ptx::memory::store_u32(
                        self.p,
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
    let memory = &mut Memory { p: p };
    let mut r6: ptx::U32 = 0u32;
    let rd1: ptx::U64 = 1099511627776u64;
    let r0: ptx::U32 = x;
    let rd2: ptx::U64 = rd1;
    memory
        .store(
            rd2,
            4,
            (r0) as ptx::U64,
            "pieces.ptx:108: `st.global.wb.u32` writes outside of its slice, or through `&`",
        );
    let r1: ptx::U32 = ptx::add_u32(r0, 1u32);
    memory
        .store(
            (rd2).wrapping_add(4),
            4,
            (r1) as ptx::U64,
            "pieces.ptx:110: `st.relaxed.gpu.global.u32` writes outside of its slice, or through `&`",
        );
    let r2: ptx::U32 = ptx::add_u32(r0, 2u32);
    memory
        .store(
            (rd1).wrapping_add(8),
            4,
            (r2) as ptx::U64,
            "pieces.ptx:112: `st.release.sys.u32` writes outside of its slice, or through `&`",
        );
    let r3: ptx::U32 = ptx::add_u32(r0, 3u32);
    memory
        .store(
            (rd2).wrapping_add(12),
            4,
            (r3) as ptx::U64,
            "pieces.ptx:114: `st.volatile.global.u32` writes outside of its slice, or through `&`",
        );
    let r4: ptx::U32 = ptx::add_u32(r0, 4u32);
    memory
        .store(
            (rd2).wrapping_add(16),
            4,
            (r4) as ptx::U64,
            "pieces.ptx:116: `st.global.L1::no_allocate.u32` writes outside of its slice, or through `&`",
        );
    let r5: ptx::U32 = ptx::add_u32(r0, 5u32);
    memory
        .store(
            (rd1).wrapping_add(20),
            1,
            ((r5) as ptx::U8) as ptx::U64,
            "pieces.ptx:118: `st.u8` writes outside of its slice, or through `&`",
        );
    r6 = ptx::shr_u32(r5, 8u32);
    memory
        .store(
            (rd1).wrapping_add(21),
            1,
            ((r6) as ptx::U8) as ptx::U64,
            "pieces.ptx:120: `st.u8` writes outside of its slice, or through `&`",
        );
    r6 = ptx::shr_u32(r5, 16u32);
    memory
        .store(
            (rd1).wrapping_add(22),
            2,
            ((r6) as ptx::U16) as ptx::U64,
            "pieces.ptx:122: `st.u16` writes outside of its slice, or through `&`",
        );
    let r7: ptx::U32 = ptx::add_u32(r0, 6u32);
    let r8: ptx::U32 = ptx::add_u32(r0, 7u32);
    let address: ptx::U64 = (rd2).wrapping_add(24);
    ptx::memory::aligned(
        address,
        8,
        "pieces.ptx:125: `st.weak.global.v2.b32` writes outside of its slice, or through `&`",
    );
    memory
        .store(
            address,
            4,
            (r7) as ptx::U64,
            "pieces.ptx:125: `st.weak.global.v2.b32` writes outside of its slice, or through `&`",
        );
    memory
        .store(
            (address).wrapping_add(4),
            4,
            (r8) as ptx::U64,
            "pieces.ptx:125: `st.weak.global.v2.b32` writes outside of its slice, or through `&`",
        );
}
/// Translated from `multiplied` at pieces.ptx:130, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn multiplied(a: u64, b: u64, c: (u64, u64)) -> (u64, u64) {
    use ::ptx::__private as ptx;
    let mut c_2: [ptx::U8; 16] = [0; 16];
    let bytes = (c.0).to_le_bytes();
    c_2[0] = bytes[0];
    c_2[1] = bytes[1];
    c_2[2] = bytes[2];
    c_2[3] = bytes[3];
    c_2[4] = bytes[4];
    c_2[5] = bytes[5];
    c_2[6] = bytes[6];
    c_2[7] = bytes[7];
    let bytes = (c.1).to_le_bytes();
    c_2[8] = bytes[0];
    c_2[9] = bytes[1];
    c_2[10] = bytes[2];
    c_2[11] = bytes[3];
    c_2[12] = bytes[4];
    c_2[13] = bytes[5];
    c_2[14] = bytes[6];
    c_2[15] = bytes[7];
    let mut result: [ptx::U8; 16] = [0; 16];
    let rd1: ptx::U64 = a;
    let rd2: ptx::U64 = b;
    let rd3: ptx::U64 = ptx::U64::from_le_bytes([
        c_2[0],
        c_2[1],
        c_2[2],
        c_2[3],
        c_2[4],
        c_2[5],
        c_2[6],
        c_2[7],
    ]);
    let rd4: ptx::U64 = ptx::U64::from_le_bytes([
        c_2[8],
        c_2[9],
        c_2[10],
        c_2[11],
        c_2[12],
        c_2[13],
        c_2[14],
        c_2[15],
    ]);
    let (rd5, carry) = ptx::mad_lo_cc_u64(rd1, rd2, rd3);
    let rd6: ptx::U64 = ptx::madc_hi_u64(rd1, rd2, rd4, carry);
    let bytes = (rd5).to_le_bytes();
    result[0] = bytes[0];
    result[1] = bytes[1];
    result[2] = bytes[2];
    result[3] = bytes[3];
    result[4] = bytes[4];
    result[5] = bytes[5];
    result[6] = bytes[6];
    result[7] = bytes[7];
    let bytes = (rd6).to_le_bytes();
    result[8] = bytes[0];
    result[9] = bytes[1];
    result[10] = bytes[2];
    result[11] = bytes[3];
    result[12] = bytes[4];
    result[13] = bytes[5];
    result[14] = bytes[6];
    result[15] = bytes[7];
    (
        ptx::U64::from_le_bytes([
            result[0],
            result[1],
            result[2],
            result[3],
            result[4],
            result[5],
            result[6],
            result[7],
        ]),
        ptx::U64::from_le_bytes([
            result[8],
            result[9],
            result[10],
            result[11],
            result[12],
            result[13],
            result[14],
            result[15],
        ]),
    )
}
/// Translated from `difference128` at pieces.ptx:145, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
#[inline]
const fn difference128(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    use ::ptx::__private as ptx;
    let mut a_2: [ptx::U8; 16] = [0; 16];
    let bytes = (a[0]).to_le_bytes();
    a_2[0] = bytes[0];
    a_2[1] = bytes[1];
    a_2[2] = bytes[2];
    a_2[3] = bytes[3];
    a_2[4] = bytes[4];
    a_2[5] = bytes[5];
    a_2[6] = bytes[6];
    a_2[7] = bytes[7];
    let bytes = (a[1]).to_le_bytes();
    a_2[8] = bytes[0];
    a_2[9] = bytes[1];
    a_2[10] = bytes[2];
    a_2[11] = bytes[3];
    a_2[12] = bytes[4];
    a_2[13] = bytes[5];
    a_2[14] = bytes[6];
    a_2[15] = bytes[7];
    let mut b_2: [ptx::U8; 16] = [0; 16];
    let bytes = (b[0]).to_le_bytes();
    b_2[0] = bytes[0];
    b_2[1] = bytes[1];
    b_2[2] = bytes[2];
    b_2[3] = bytes[3];
    b_2[4] = bytes[4];
    b_2[5] = bytes[5];
    b_2[6] = bytes[6];
    b_2[7] = bytes[7];
    let bytes = (b[1]).to_le_bytes();
    b_2[8] = bytes[0];
    b_2[9] = bytes[1];
    b_2[10] = bytes[2];
    b_2[11] = bytes[3];
    b_2[12] = bytes[4];
    b_2[13] = bytes[5];
    b_2[14] = bytes[6];
    b_2[15] = bytes[7];
    let mut result: [ptx::U8; 16] = [0; 16];
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
    let (e0, carry) = ptx::sub_cc_s64((rd1) as ptx::I64, (rd3) as ptx::I64);
    let rd5: ptx::U64 = (e0) as ptx::U64;
    let rd6: ptx::U64 = (ptx::subc_s64((rd2) as ptx::I64, (rd4) as ptx::I64, carry))
        as ptx::U64;
    let bytes = (rd5).to_le_bytes();
    result[0] = bytes[0];
    result[1] = bytes[1];
    result[2] = bytes[2];
    result[3] = bytes[3];
    result[4] = bytes[4];
    result[5] = bytes[5];
    result[6] = bytes[6];
    result[7] = bytes[7];
    let bytes = (rd6).to_le_bytes();
    result[8] = bytes[0];
    result[9] = bytes[1];
    result[10] = bytes[2];
    result[11] = bytes[3];
    result[12] = bytes[4];
    result[13] = bytes[5];
    result[14] = bytes[6];
    result[15] = bytes[7];
    [
        ptx::U64::from_le_bytes([
            result[0],
            result[1],
            result[2],
            result[3],
            result[4],
            result[5],
            result[6],
            result[7],
        ]),
        ptx::U64::from_le_bytes([
            result[8],
            result[9],
            result[10],
            result[11],
            result[12],
            result[13],
            result[14],
            result[15],
        ]),
    ]
}
/// Translated from `number` at pieces.ptx:159, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
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
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_u32(
                        self.to,
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
                    ptx::memory::store_u32(
                        self.to,
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
    let memory = &mut Memory { to: to };
    let r1: ptx::U32 = value;
    let rd1: ptx::U64 = 1099511627776u64;
    let r2: ptx::U32 = thread.tid[0];
    let r3: ptx::U32 = thread.tid[1];
    let r4: ptx::U32 = thread.tid[2];
    let r5: ptx::U32 = thread.ntid[0];
    let r6: ptx::U32 = thread.ntid[1];
    let r7: ptx::U32 = thread.ntid[2];
    let r8: ptx::U32 = thread.ctaid[0];
    let r9: ptx::U32 = thread.ctaid[1];
    let r10: ptx::U32 = thread.ctaid[2];
    let r11: ptx::U32 = thread.nctaid[0];
    let r12: ptx::U32 = thread.nctaid[1];
    let r13: ptx::U32 = ptx::mad_lo_u32(r10, r12, r9);
    let r14: ptx::U32 = ptx::mad_lo_u32(r13, r11, r8);
    let r15: ptx::U32 = ptx::mul_lo_u32(r5, r6);
    let r16: ptx::U32 = ptx::mul_lo_u32(r15, r7);
    let r17: ptx::U32 = ptx::mad_lo_u32(r4, r6, r3);
    let r18: ptx::U32 = ptx::mad_lo_u32(r17, r5, r2);
    let r19: ptx::U32 = ptx::mad_lo_u32(r14, r16, r18);
    let rd2: ptx::U64 = rd1;
    let rd3: ptx::U64 = ptx::mul_wide_u32(r19, 4u32);
    let rd4: ptx::U64 = (ptx::add_s64((rd2) as ptx::I64, (rd3) as ptx::I64)) as ptx::U64;
    memory
        .store(
            rd4,
            4,
            (r1) as ptx::U64,
            "pieces.ptx:192: `st.global.u32` writes outside of its slice, or through `&`",
        );
}
/// Translated from `word_at` at pieces.ptx:202, `.version 8.8`, `.target sm_100`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
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
            address: ptx::U64,
            bytes: ptx::U64,
            fault: &'static ptx::Str,
        ) -> ptx::U64 {
            match address >> 40 {
                1 => {
                    ptx::memory::load_u8(
                        self.p,
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
    let memory = &mut Memory { p: p };
    let mut func_retval0: ptx::U32 = 0u32;
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = offset;
    let rd3: ptx::U64 = (ptx::add_s64((rd1) as ptx::I64, (rd2) as ptx::I64)) as ptx::U64;
    let r1: ptx::U32 = (memory
        .load(rd3, 4, "pieces.ptx:209: `ld.global.b32` reads outside of its slice"))
        as ptx::U32;
    func_retval0 = r1;
    func_retval0
}
