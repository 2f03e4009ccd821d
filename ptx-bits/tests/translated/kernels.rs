/// Translated from `saxpy` at kernels.ptx:6, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn saxpy(thread: ptx::Thread, n: i32, a: f32, x: &[f32], y: &mut [f32]) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        x: &'a [ptx::F32],
        y: &'a mut [ptx::F32],
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
                2 => {
                    ptx::memory::load_f32(
                        self.y,
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
                2 => {
                    ptx::memory::store_f32(
                        self.y,
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
    let memory = &mut Memory { x: x, y: y };
    let mut f1: ptx::F32 = 0f32;
    let mut rd1: ptx::U64 = 0u64;
    let mut rd2: ptx::U64 = 0u64;
    let mut r5: ptx::U32 = 0u32;
    let r1: ptx::U32 = (n) as ptx::U32;
    f1 = a;
    rd1 = 1099511627776u64;
    rd2 = 2199023255552u64;
    let r2: ptx::U32 = thread.ctaid[0];
    let r3: ptx::U32 = thread.ntid[0];
    let r4: ptx::U32 = thread.tid[0];
    r5 = (ptx::mad_lo_s32((r2) as ptx::I32, (r3) as ptx::I32, (r4) as ptx::I32))
        as ptx::U32;
    let [p1, _] = ptx::setp_s32((r5) as ptx::I32, (r1) as ptx::I32, ptx::Comparison::Ge);
    if p1 {
        return;
    }
    let rd3: ptx::U64 = rd1;
    let rd4: ptx::U64 = rd2;
    let rd5: ptx::U64 = (ptx::mul_wide_s32((r5) as ptx::I32, 4i32)) as ptx::U64;
    let rd6: ptx::U64 = (ptx::add_s64((rd3) as ptx::I64, (rd5) as ptx::I64)) as ptx::U64;
    let f2: ptx::F32 = ptx::F32::from_bits(
        memory.load(rd6, 4, "kernels.ptx:32: `ld.global.f32` reads outside of its slice")
            as ptx::U32,
    );
    let rd7: ptx::U64 = (ptx::add_s64((rd4) as ptx::I64, (rd5) as ptx::I64)) as ptx::U64;
    let f3: ptx::F32 = ptx::F32::from_bits(
        memory.load(rd7, 4, "kernels.ptx:34: `ld.global.f32` reads outside of its slice")
            as ptx::U32,
    );
    let f4: ptx::F32 = ptx::fma_f32(
        f2,
        f1,
        f3,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    memory
        .store(
            rd7,
            4,
            (f4).to_bits() as ptx::U64,
            "kernels.ptx:36: `st.global.f32` writes outside of its slice, or through `&`",
        );
}
/// Translated from `softmax` at kernels.ptx:42, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn softmax(thread: Thread, x: &[f32], y: &mut [f32], n: u32) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        x: &'a [ptx::F32],
        y: &'a mut [ptx::F32],
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
                2 => {
                    ptx::memory::load_f32(
                        self.y,
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
                2 => {
                    ptx::memory::store_f32(
                        self.y,
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
    let memory = &mut Memory { x: x, y: y };
    let mut r1: ptx::U32 = 0u32;
    let mut rd4: ptx::U64 = 0u64;
    let mut rd5: ptx::U64 = 0u64;
    let mut f1: ptx::F32 = 0f32;
    let mut r4: ptx::U32 = 0u32;
    let mut rd6: ptx::U64 = 0u64;
    let mut f3: ptx::F32 = 0f32;
    let mut r5: ptx::U32 = 0u32;
    let mut f4: ptx::F32 = 0f32;
    let mut f8: ptx::F32 = 0f32;
    let mut f12: ptx::F32 = 0f32;
    let mut f16: ptx::F32 = 0f32;
    let mut f17: ptx::F32 = 0f32;
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = 2199023255552u64;
    r1 = n;
    let r2: ptx::U32 = thread.ctaid[0];
    let r3: ptx::U32 = ptx::mul_lo_u32(r1, r2);
    let rd3: ptx::U64 = ptx::mul_wide_u32(r3, 4u32);
    rd4 = (ptx::add_s64((rd1) as ptx::I64, (rd3) as ptx::I64)) as ptx::U64;
    rd5 = (ptx::add_s64((rd2) as ptx::I64, (rd3) as ptx::I64)) as ptx::U64;
    f1 = ptx::F32::from_bits(4286578688);
    r4 = 0u32;
    rd6 = rd4;
    'b3: {
        'l1: loop {
            let [p1, _] = ptx::setp_u32(r4, r1, ptx::Comparison::Ge);
            if p1 {
                break 'b3;
            }
            let f2: ptx::F32 = ptx::F32::from_bits(
                memory
                    .load(
                        rd6,
                        4,
                        "kernels.ptx:63: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            f1 = ptx::max_f32(f1, f2, ptx::Subnormals::Keep, ptx::Nans::Ignored);
            rd6 = (ptx::add_s64((rd6) as ptx::I64, 4i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 1u32);
        }
    }
    f3 = 0f32;
    r4 = 0u32;
    rd6 = rd4;
    r5 = ptx::and_b32(r1, 4294967292u32);
    'b6: {
        'l4: loop {
            let [p2, _] = ptx::setp_u32(r4, r5, ptx::Comparison::Ge);
            if p2 {
                break 'b6;
            }
            f4 = ptx::F32::from_bits(
                memory
                    .load(
                        rd6,
                        4,
                        "kernels.ptx:76: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            let f5: ptx::F32 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(4),
                        4,
                        "kernels.ptx:77: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            let f6: ptx::F32 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(8),
                        4,
                        "kernels.ptx:78: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            let f7: ptx::F32 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(12),
                        4,
                        "kernels.ptx:79: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            f8 = ptx::sub_f32(
                f4,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f9: ptx::F32 = ptx::sub_f32(
                f5,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f10: ptx::F32 = ptx::sub_f32(
                f6,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f11: ptx::F32 = ptx::sub_f32(
                f7,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f12 = ptx::mul_f32(
                f8,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f13: ptx::F32 = ptx::mul_f32(
                f9,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f14: ptx::F32 = ptx::mul_f32(
                f10,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f15: ptx::F32 = ptx::mul_f32(
                f11,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f16 = ptx::ex2_approx_f32(f12, ptx::Subnormals::Keep, ptx::Sm(80));
            f17 = ptx::ex2_approx_f32(f13, ptx::Subnormals::Keep, ptx::Sm(80));
            let f18: ptx::F32 = ptx::ex2_approx_f32(
                f14,
                ptx::Subnormals::Keep,
                ptx::Sm(80),
            );
            let f19: ptx::F32 = ptx::ex2_approx_f32(
                f15,
                ptx::Subnormals::Keep,
                ptx::Sm(80),
            );
            f3 = ptx::add_f32(
                f3,
                f16,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                f17,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                f18,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                f19,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6 = (ptx::add_s64((rd6) as ptx::I64, 16i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 4u32);
        }
    }
    'b8: {
        'l6: loop {
            let [p3, _] = ptx::setp_u32(r4, r1, ptx::Comparison::Ge);
            if p3 {
                break 'b8;
            }
            f4 = ptx::F32::from_bits(
                memory
                    .load(
                        rd6,
                        4,
                        "kernels.ptx:102: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            f8 = ptx::sub_f32(
                f4,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f12 = ptx::mul_f32(
                f8,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f16 = ptx::ex2_approx_f32(f12, ptx::Subnormals::Keep, ptx::Sm(80));
            f3 = ptx::add_f32(
                f3,
                f16,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6 = (ptx::add_s64((rd6) as ptx::I64, 4i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 1u32);
        }
    }
    r4 = 0u32;
    'b11: {
        'l9: loop {
            let [p4, _] = ptx::setp_u32(r4, r1, ptx::Comparison::Ge);
            if p4 {
                break 'b11;
            }
            f4 = ptx::F32::from_bits(
                memory
                    .load(
                        rd4,
                        4,
                        "kernels.ptx:115: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            f8 = ptx::sub_f32(
                f4,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f12 = ptx::mul_f32(
                f8,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f16 = ptx::ex2_approx_f32(f12, ptx::Subnormals::Keep, ptx::Sm(80));
            f17 = ptx::div_f32(f16, f3, ptx::Rounding::Rn, ptx::Subnormals::Keep);
            memory
                .store(
                    rd5,
                    4,
                    (f17).to_bits() as ptx::U64,
                    "kernels.ptx:120: `st.global.f32` writes outside of its slice, or through `&`",
                );
            rd4 = (ptx::add_s64((rd4) as ptx::I64, 4i64)) as ptx::U64;
            rd5 = (ptx::add_s64((rd5) as ptx::I64, 4i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 1u32);
        }
    }
}
/// Translated from `softmax16` at kernels.ptx:178, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn softmax16(thread: Thread, x: &[f32], y: &mut [f32], n: u32) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        x: &'a [ptx::F32],
        y: &'a mut [ptx::F32],
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
                2 => {
                    ptx::memory::load_f32(
                        self.y,
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
                2 => {
                    ptx::memory::store_f32(
                        self.y,
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
    let memory = &mut Memory { x: x, y: y };
    let mut r1: ptx::U32 = 0u32;
    let mut rd4: ptx::U64 = 0u64;
    let mut rd5: ptx::U64 = 0u64;
    let mut f1: ptx::F32 = 0f32;
    let mut r4: ptx::U32 = 0u32;
    let mut rd6: ptx::U64 = 0u64;
    let mut f3: ptx::F32 = 0f32;
    let mut r5: ptx::U32 = 0u32;
    let mut x0: ptx::F32 = 0f32;
    let mut x1: ptx::F32 = 0f32;
    let mut x2: ptx::F32 = 0f32;
    let mut x3: ptx::F32 = 0f32;
    let mut x4: ptx::F32 = 0f32;
    let mut x5: ptx::F32 = 0f32;
    let mut x6: ptx::F32 = 0f32;
    let mut x7: ptx::F32 = 0f32;
    let mut x8: ptx::F32 = 0f32;
    let mut x9: ptx::F32 = 0f32;
    let mut x10: ptx::F32 = 0f32;
    let mut x11: ptx::F32 = 0f32;
    let mut x12: ptx::F32 = 0f32;
    let mut x13: ptx::F32 = 0f32;
    let mut x14: ptx::F32 = 0f32;
    let mut x15: ptx::F32 = 0f32;
    let mut f4: ptx::F32 = 0f32;
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = 2199023255552u64;
    r1 = n;
    let r2: ptx::U32 = thread.ctaid[0];
    let r3: ptx::U32 = ptx::mul_lo_u32(r1, r2);
    let rd3: ptx::U64 = ptx::mul_wide_u32(r3, 4u32);
    rd4 = (ptx::add_s64((rd1) as ptx::I64, (rd3) as ptx::I64)) as ptx::U64;
    rd5 = (ptx::add_s64((rd2) as ptx::I64, (rd3) as ptx::I64)) as ptx::U64;
    f1 = ptx::F32::from_bits(4286578688);
    r4 = 0u32;
    rd6 = rd4;
    'b3: {
        'l1: loop {
            let [p1, _] = ptx::setp_u32(r4, r1, ptx::Comparison::Ge);
            if p1 {
                break 'b3;
            }
            let f2: ptx::F32 = ptx::F32::from_bits(
                memory
                    .load(
                        rd6,
                        4,
                        "kernels.ptx:198: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            f1 = ptx::max_f32(f1, f2, ptx::Subnormals::Keep, ptx::Nans::Ignored);
            rd6 = (ptx::add_s64((rd6) as ptx::I64, 4i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 1u32);
        }
    }
    f3 = 0f32;
    r4 = 0u32;
    rd6 = rd4;
    r5 = ptx::and_b32(r1, 4294967280u32);
    'b6: {
        'l4: loop {
            let [p2, _] = ptx::setp_u32(r4, r5, ptx::Comparison::Ge);
            if p2 {
                break 'b6;
            }
            x0 = ptx::F32::from_bits(
                memory
                    .load(
                        rd6,
                        4,
                        "kernels.ptx:211: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x1 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(4),
                        4,
                        "kernels.ptx:212: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x2 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(8),
                        4,
                        "kernels.ptx:213: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x3 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(12),
                        4,
                        "kernels.ptx:214: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x4 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(16),
                        4,
                        "kernels.ptx:215: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x5 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(20),
                        4,
                        "kernels.ptx:216: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x6 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(24),
                        4,
                        "kernels.ptx:217: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x7 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(28),
                        4,
                        "kernels.ptx:218: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x8 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(32),
                        4,
                        "kernels.ptx:219: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x9 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(36),
                        4,
                        "kernels.ptx:220: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x10 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(40),
                        4,
                        "kernels.ptx:221: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x11 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(44),
                        4,
                        "kernels.ptx:222: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x12 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(48),
                        4,
                        "kernels.ptx:223: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x13 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(52),
                        4,
                        "kernels.ptx:224: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x14 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(56),
                        4,
                        "kernels.ptx:225: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x15 = ptx::F32::from_bits(
                memory
                    .load(
                        (rd6).wrapping_add(60),
                        4,
                        "kernels.ptx:226: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            x0 = ptx::sub_f32(
                x0,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x1 = ptx::sub_f32(
                x1,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x2 = ptx::sub_f32(
                x2,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x3 = ptx::sub_f32(
                x3,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x4 = ptx::sub_f32(
                x4,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x5 = ptx::sub_f32(
                x5,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x6 = ptx::sub_f32(
                x6,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x7 = ptx::sub_f32(
                x7,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x8 = ptx::sub_f32(
                x8,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x9 = ptx::sub_f32(
                x9,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x10 = ptx::sub_f32(
                x10,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x11 = ptx::sub_f32(
                x11,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x12 = ptx::sub_f32(
                x12,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x13 = ptx::sub_f32(
                x13,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x14 = ptx::sub_f32(
                x14,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x15 = ptx::sub_f32(
                x15,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x0 = ptx::mul_f32(
                x0,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x1 = ptx::mul_f32(
                x1,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x2 = ptx::mul_f32(
                x2,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x3 = ptx::mul_f32(
                x3,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x4 = ptx::mul_f32(
                x4,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x5 = ptx::mul_f32(
                x5,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x6 = ptx::mul_f32(
                x6,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x7 = ptx::mul_f32(
                x7,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x8 = ptx::mul_f32(
                x8,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x9 = ptx::mul_f32(
                x9,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x10 = ptx::mul_f32(
                x10,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x11 = ptx::mul_f32(
                x11,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x12 = ptx::mul_f32(
                x12,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x13 = ptx::mul_f32(
                x13,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x14 = ptx::mul_f32(
                x14,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x15 = ptx::mul_f32(
                x15,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x0 = ptx::ex2_approx_f32(x0, ptx::Subnormals::Keep, ptx::Sm(80));
            x1 = ptx::ex2_approx_f32(x1, ptx::Subnormals::Keep, ptx::Sm(80));
            x2 = ptx::ex2_approx_f32(x2, ptx::Subnormals::Keep, ptx::Sm(80));
            x3 = ptx::ex2_approx_f32(x3, ptx::Subnormals::Keep, ptx::Sm(80));
            x4 = ptx::ex2_approx_f32(x4, ptx::Subnormals::Keep, ptx::Sm(80));
            x5 = ptx::ex2_approx_f32(x5, ptx::Subnormals::Keep, ptx::Sm(80));
            x6 = ptx::ex2_approx_f32(x6, ptx::Subnormals::Keep, ptx::Sm(80));
            x7 = ptx::ex2_approx_f32(x7, ptx::Subnormals::Keep, ptx::Sm(80));
            x8 = ptx::ex2_approx_f32(x8, ptx::Subnormals::Keep, ptx::Sm(80));
            x9 = ptx::ex2_approx_f32(x9, ptx::Subnormals::Keep, ptx::Sm(80));
            x10 = ptx::ex2_approx_f32(x10, ptx::Subnormals::Keep, ptx::Sm(80));
            x11 = ptx::ex2_approx_f32(x11, ptx::Subnormals::Keep, ptx::Sm(80));
            x12 = ptx::ex2_approx_f32(x12, ptx::Subnormals::Keep, ptx::Sm(80));
            x13 = ptx::ex2_approx_f32(x13, ptx::Subnormals::Keep, ptx::Sm(80));
            x14 = ptx::ex2_approx_f32(x14, ptx::Subnormals::Keep, ptx::Sm(80));
            x15 = ptx::ex2_approx_f32(x15, ptx::Subnormals::Keep, ptx::Sm(80));
            f3 = ptx::add_f32(
                f3,
                x0,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x2,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x3,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x4,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x5,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x6,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x7,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x8,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x9,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x10,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x11,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x12,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x13,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x14,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::add_f32(
                f3,
                x15,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6 = (ptx::add_s64((rd6) as ptx::I64, 64i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 16u32);
        }
    }
    'b8: {
        'l6: loop {
            let [p3, _] = ptx::setp_u32(r4, r1, ptx::Comparison::Ge);
            if p3 {
                break 'b8;
            }
            f4 = ptx::F32::from_bits(
                memory
                    .load(
                        rd6,
                        4,
                        "kernels.ptx:297: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            f4 = ptx::sub_f32(
                f4,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f4 = ptx::mul_f32(
                f4,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f4 = ptx::ex2_approx_f32(f4, ptx::Subnormals::Keep, ptx::Sm(80));
            f3 = ptx::add_f32(
                f3,
                f4,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6 = (ptx::add_s64((rd6) as ptx::I64, 4i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 1u32);
        }
    }
    r4 = 0u32;
    'b11: {
        'l9: loop {
            let [p4, _] = ptx::setp_u32(r4, r1, ptx::Comparison::Ge);
            if p4 {
                break 'b11;
            }
            f4 = ptx::F32::from_bits(
                memory
                    .load(
                        rd4,
                        4,
                        "kernels.ptx:310: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            f4 = ptx::sub_f32(
                f4,
                f1,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f4 = ptx::mul_f32(
                f4,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f4 = ptx::ex2_approx_f32(f4, ptx::Subnormals::Keep, ptx::Sm(80));
            let f5: ptx::F32 = ptx::div_f32(
                f4,
                f3,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
            );
            memory
                .store(
                    rd5,
                    4,
                    (f5).to_bits() as ptx::U64,
                    "kernels.ptx:315: `st.global.f32` writes outside of its slice, or through `&`",
                );
            rd4 = (ptx::add_s64((rd4) as ptx::I64, 4i64)) as ptx::U64;
            rd5 = (ptx::add_s64((rd5) as ptx::I64, 4i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 1u32);
        }
    }
}
/// Translated from `layer_norm` at kernels.ptx:130, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn layer_norm(thread: Thread, x: &[f32], y: &mut [f32], n: u32) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        x: &'a [ptx::F32],
        y: &'a mut [ptx::F32],
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
                2 => {
                    ptx::memory::load_f32(
                        self.y,
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
                2 => {
                    ptx::memory::store_f32(
                        self.y,
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
    let memory = &mut Memory { x: x, y: y };
    let mut r1: ptx::U32 = 0u32;
    let mut rd4: ptx::U64 = 0u64;
    let mut rd5: ptx::U64 = 0u64;
    let mut f1: ptx::F32 = 0f32;
    let mut f2: ptx::F32 = 0f32;
    let mut f3: ptx::F32 = 0f32;
    let mut r4: ptx::U32 = 0u32;
    let mut rd6: ptx::U64 = 0u64;
    let mut f4: ptx::F32 = 0f32;
    let mut f5: ptx::F32 = 0f32;
    let mut f10: ptx::F32 = 0f32;
    let rd1: ptx::U64 = 1099511627776u64;
    let rd2: ptx::U64 = 2199023255552u64;
    r1 = n;
    let r2: ptx::U32 = thread.ctaid[0];
    let r3: ptx::U32 = ptx::mul_lo_u32(r1, r2);
    let rd3: ptx::U64 = ptx::mul_wide_u32(r3, 4u32);
    rd4 = (ptx::add_s64((rd1) as ptx::I64, (rd3) as ptx::I64)) as ptx::U64;
    rd5 = (ptx::add_s64((rd2) as ptx::I64, (rd3) as ptx::I64)) as ptx::U64;
    f1 = ptx::cvt_f32_u32(
        r1,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    f2 = 0f32;
    f3 = 0f32;
    r4 = 0u32;
    rd6 = rd4;
    'b2: {
        'l1: loop {
            f4 = ptx::F32::from_bits(
                memory
                    .load(
                        rd6,
                        4,
                        "kernels.ptx:150: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            f2 = ptx::add_f32(
                f2,
                f4,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3 = ptx::fma_f32(
                f4,
                f4,
                f3,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6 = (ptx::add_s64((rd6) as ptx::I64, 4i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 1u32);
            let [p1, _] = ptx::setp_u32(r4, r1, ptx::Comparison::Lt);
            if !p1 {
                break 'b2;
            }
        }
    }
    f5 = ptx::div_f32(f2, f1, ptx::Rounding::Rn, ptx::Subnormals::Keep);
    let f6: ptx::F32 = ptx::div_f32(f3, f1, ptx::Rounding::Rn, ptx::Subnormals::Keep);
    let f7: ptx::F32 = ptx::neg_f32(f5, ptx::Subnormals::Keep);
    let f8: ptx::F32 = ptx::fma_f32(
        f7,
        f5,
        f6,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f9: ptx::F32 = ptx::add_f32(
        f8,
        ptx::F32::from_bits(925353388),
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    f10 = ptx::rsqrt_approx_f32(f9, ptx::Subnormals::Keep);
    r4 = 0u32;
    'b4: {
        'l3: loop {
            f4 = ptx::F32::from_bits(
                memory
                    .load(
                        rd4,
                        4,
                        "kernels.ptx:165: `ld.global.f32` reads outside of its slice",
                    ) as ptx::U32,
            );
            let f11: ptx::F32 = ptx::sub_f32(
                f4,
                f5,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f12: ptx::F32 = ptx::mul_f32(
                f11,
                f10,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            memory
                .store(
                    rd5,
                    4,
                    (f12).to_bits() as ptx::U64,
                    "kernels.ptx:168: `st.global.f32` writes outside of its slice, or through `&`",
                );
            rd4 = (ptx::add_s64((rd4) as ptx::I64, 4i64)) as ptx::U64;
            rd5 = (ptx::add_s64((rd5) as ptx::I64, 4i64)) as ptx::U64;
            r4 = ptx::add_u32(r4, 1u32);
            let [p2, _] = ptx::setp_u32(r4, r1, ptx::Comparison::Lt);
            if !p2 {
                break 'b4;
            }
        }
    }
}
/// Translated from `seven` at kernels.ptx:325, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If the function accesses memory outside of its arguments, makes a misaligned access,
/// writes through `&`, or reaches a `trap`.
#[inline]
const fn seven(input: &[u32], output: &mut [u32]) {
    use ::ptx::__private as ptx;
    struct Memory<'a> {
        input: &'a [ptx::U32],
        output: &'a mut [ptx::U32],
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
                        self.input,
                        address & ptx::memory::OFFSET,
                        bytes,
                        fault,
                    )
                }
                2 => {
                    ptx::memory::load_u32(
                        self.output,
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
                2 => {
                    ptx::memory::store_u32(
                        self.output,
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
        input: input,
        output: output,
    };
    let rd1: ptx::U64 = 2199023255552u64;
    let r1: ptx::U32 = 7u32;
    memory
        .store(
            rd1,
            4,
            (r1) as ptx::U64,
            "kernels.ptx:331: `st.global.u32` writes outside of its slice, or through `&`",
        );
}
