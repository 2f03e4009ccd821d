/// Translated from `saxpy` at kernels.ptx:6, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
                2 => {
                    ptx::memory::load_f32(
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
                    ptx::memory::store_f32(
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
    let mut f1_: ptx::F32 = 0f32;
    let mut rd1_: ptx::U64 = 0u64;
    let mut rd2_: ptx::U64 = 0u64;
    let mut r5_: ptx::U32 = 0u32;
    let r1_: ptx::U32 = (n) as ptx::U32;
    f1_ = a;
    rd1_ = 1099511627776u64;
    rd2_ = 2199023255552u64;
    let r2_: ptx::U32 = thread.ctaid[0];
    let r3_: ptx::U32 = thread.ntid[0];
    let r4_: ptx::U32 = thread.tid[0];
    r5_ = (ptx::mad_lo_s32((r2_) as ptx::I32, (r3_) as ptx::I32, (r4_) as ptx::I32))
        as ptx::U32;
    let [p1_, _] = ptx::setp_s32(
        (r5_) as ptx::I32,
        (r1_) as ptx::I32,
        ptx::Comparison::Ge,
    );
    if p1_ {
        return;
    }
    let rd3_: ptx::U64 = rd1_;
    let rd4_: ptx::U64 = rd2_;
    let rd5_: ptx::U64 = (ptx::mul_wide_s32((r5_) as ptx::I32, 4i32)) as ptx::U64;
    let rd6_: ptx::U64 = (ptx::add_s64((rd3_) as ptx::I64, (rd5_) as ptx::I64))
        as ptx::U64;
    let f2_: ptx::F32 = ptx::F32::from_bits(
        memory_.load(rd6_, 4, "kernels.ptx:32: `ld.global.f32` reads") as ptx::U32,
    );
    let rd7_: ptx::U64 = (ptx::add_s64((rd4_) as ptx::I64, (rd5_) as ptx::I64))
        as ptx::U64;
    let f3_: ptx::F32 = ptx::F32::from_bits(
        memory_.load(rd7_, 4, "kernels.ptx:34: `ld.global.f32` reads") as ptx::U32,
    );
    let f4_: ptx::F32 = ptx::fma_f32(
        f2_,
        f1_,
        f3_,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    memory_
        .store(
            rd7_,
            4,
            (f4_).to_bits() as ptx::U64,
            "kernels.ptx:36: `st.global.f32` writes",
        );
}
/// Translated from `softmax` at kernels.ptx:42, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
                2 => {
                    ptx::memory::load_f32(
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
                    ptx::memory::store_f32(
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
    let mut r1_: ptx::U32 = 0u32;
    let mut rd4_: ptx::U64 = 0u64;
    let mut rd5_: ptx::U64 = 0u64;
    let mut f1_: ptx::F32 = 0f32;
    let mut r4_: ptx::U32 = 0u32;
    let mut rd6_: ptx::U64 = 0u64;
    let mut f3_: ptx::F32 = 0f32;
    let mut r5_: ptx::U32 = 0u32;
    let mut f4_: ptx::F32 = 0f32;
    let mut f8_: ptx::F32 = 0f32;
    let mut f12_: ptx::F32 = 0f32;
    let mut f16_: ptx::F32 = 0f32;
    let mut f17_: ptx::F32 = 0f32;
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = 2199023255552u64;
    r1_ = n;
    let r2_: ptx::U32 = thread.ctaid[0];
    let r3_: ptx::U32 = ptx::mul_lo_u32(r1_, r2_);
    let rd3_: ptx::U64 = ptx::mul_wide_u32(r3_, 4u32);
    rd4_ = (ptx::add_s64((rd1_) as ptx::I64, (rd3_) as ptx::I64)) as ptx::U64;
    rd5_ = (ptx::add_s64((rd2_) as ptx::I64, (rd3_) as ptx::I64)) as ptx::U64;
    f1_ = ptx::F32::from_bits(4286578688);
    r4_ = 0u32;
    rd6_ = rd4_;
    'b3: {
        'l1: loop {
            let [p1_, _] = ptx::setp_u32(r4_, r1_, ptx::Comparison::Ge);
            if p1_ {
                break 'b3;
            }
            let f2_: ptx::F32 = ptx::F32::from_bits(
                memory_.load(rd6_, 4, "kernels.ptx:63: `ld.global.f32` reads")
                    as ptx::U32,
            );
            f1_ = ptx::max_f32(f1_, f2_, ptx::Subnormals::Keep, ptx::Nans::Ignored);
            rd6_ = (ptx::add_s64((rd6_) as ptx::I64, 4i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 1u32);
        }
    }
    f3_ = 0f32;
    r4_ = 0u32;
    rd6_ = rd4_;
    r5_ = ptx::and_b32(r1_, 4294967292u32);
    'b6: {
        'l4: loop {
            let [p2_, _] = ptx::setp_u32(r4_, r5_, ptx::Comparison::Ge);
            if p2_ {
                break 'b6;
            }
            f4_ = ptx::F32::from_bits(
                memory_.load(rd6_, 4, "kernels.ptx:76: `ld.global.f32` reads")
                    as ptx::U32,
            );
            let f5_: ptx::F32 = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(4),
                        4,
                        "kernels.ptx:77: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            let f6_: ptx::F32 = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(8),
                        4,
                        "kernels.ptx:78: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            let f7_: ptx::F32 = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(12),
                        4,
                        "kernels.ptx:79: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            f8_ = ptx::sub_f32(
                f4_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f9_: ptx::F32 = ptx::sub_f32(
                f5_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f10_: ptx::F32 = ptx::sub_f32(
                f6_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f11_: ptx::F32 = ptx::sub_f32(
                f7_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f12_ = ptx::mul_f32(
                f8_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f13_: ptx::F32 = ptx::mul_f32(
                f9_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f14_: ptx::F32 = ptx::mul_f32(
                f10_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f15_: ptx::F32 = ptx::mul_f32(
                f11_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f16_ = ptx::ex2_approx_f32(f12_, ptx::Subnormals::Keep, ptx::Sm(80));
            f17_ = ptx::ex2_approx_f32(f13_, ptx::Subnormals::Keep, ptx::Sm(80));
            let f18_: ptx::F32 = ptx::ex2_approx_f32(
                f14_,
                ptx::Subnormals::Keep,
                ptx::Sm(80),
            );
            let f19_: ptx::F32 = ptx::ex2_approx_f32(
                f15_,
                ptx::Subnormals::Keep,
                ptx::Sm(80),
            );
            f3_ = ptx::add_f32(
                f3_,
                f16_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                f17_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                f18_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                f19_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6_ = (ptx::add_s64((rd6_) as ptx::I64, 16i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 4u32);
        }
    }
    'b8: {
        'l6: loop {
            let [p3_, _] = ptx::setp_u32(r4_, r1_, ptx::Comparison::Ge);
            if p3_ {
                break 'b8;
            }
            f4_ = ptx::F32::from_bits(
                memory_.load(rd6_, 4, "kernels.ptx:102: `ld.global.f32` reads")
                    as ptx::U32,
            );
            f8_ = ptx::sub_f32(
                f4_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f12_ = ptx::mul_f32(
                f8_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f16_ = ptx::ex2_approx_f32(f12_, ptx::Subnormals::Keep, ptx::Sm(80));
            f3_ = ptx::add_f32(
                f3_,
                f16_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6_ = (ptx::add_s64((rd6_) as ptx::I64, 4i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 1u32);
        }
    }
    r4_ = 0u32;
    'b11: {
        'l9: loop {
            let [p4_, _] = ptx::setp_u32(r4_, r1_, ptx::Comparison::Ge);
            if p4_ {
                break 'b11;
            }
            f4_ = ptx::F32::from_bits(
                memory_.load(rd4_, 4, "kernels.ptx:115: `ld.global.f32` reads")
                    as ptx::U32,
            );
            f8_ = ptx::sub_f32(
                f4_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f12_ = ptx::mul_f32(
                f8_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f16_ = ptx::ex2_approx_f32(f12_, ptx::Subnormals::Keep, ptx::Sm(80));
            f17_ = ptx::div_f32(f16_, f3_, ptx::Rounding::Rn, ptx::Subnormals::Keep);
            memory_
                .store(
                    rd5_,
                    4,
                    (f17_).to_bits() as ptx::U64,
                    "kernels.ptx:120: `st.global.f32` writes",
                );
            rd4_ = (ptx::add_s64((rd4_) as ptx::I64, 4i64)) as ptx::U64;
            rd5_ = (ptx::add_s64((rd5_) as ptx::I64, 4i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 1u32);
        }
    }
}
/// Translated from `softmax16` at kernels.ptx:178, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
                2 => {
                    ptx::memory::load_f32(
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
                    ptx::memory::store_f32(
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
    let mut r1_: ptx::U32 = 0u32;
    let mut rd4_: ptx::U64 = 0u64;
    let mut rd5_: ptx::U64 = 0u64;
    let mut f1_: ptx::F32 = 0f32;
    let mut r4_: ptx::U32 = 0u32;
    let mut rd6_: ptx::U64 = 0u64;
    let mut f3_: ptx::F32 = 0f32;
    let mut r5_: ptx::U32 = 0u32;
    let mut x0_: ptx::F32 = 0f32;
    let mut x1_: ptx::F32 = 0f32;
    let mut x2_: ptx::F32 = 0f32;
    let mut x3_: ptx::F32 = 0f32;
    let mut x4_: ptx::F32 = 0f32;
    let mut x5_: ptx::F32 = 0f32;
    let mut x6_: ptx::F32 = 0f32;
    let mut x7_: ptx::F32 = 0f32;
    let mut x8_: ptx::F32 = 0f32;
    let mut x9_: ptx::F32 = 0f32;
    let mut x10_: ptx::F32 = 0f32;
    let mut x11_: ptx::F32 = 0f32;
    let mut x12_: ptx::F32 = 0f32;
    let mut x13_: ptx::F32 = 0f32;
    let mut x14_: ptx::F32 = 0f32;
    let mut x15_: ptx::F32 = 0f32;
    let mut f4_: ptx::F32 = 0f32;
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = 2199023255552u64;
    r1_ = n;
    let r2_: ptx::U32 = thread.ctaid[0];
    let r3_: ptx::U32 = ptx::mul_lo_u32(r1_, r2_);
    let rd3_: ptx::U64 = ptx::mul_wide_u32(r3_, 4u32);
    rd4_ = (ptx::add_s64((rd1_) as ptx::I64, (rd3_) as ptx::I64)) as ptx::U64;
    rd5_ = (ptx::add_s64((rd2_) as ptx::I64, (rd3_) as ptx::I64)) as ptx::U64;
    f1_ = ptx::F32::from_bits(4286578688);
    r4_ = 0u32;
    rd6_ = rd4_;
    'b3: {
        'l1: loop {
            let [p1_, _] = ptx::setp_u32(r4_, r1_, ptx::Comparison::Ge);
            if p1_ {
                break 'b3;
            }
            let f2_: ptx::F32 = ptx::F32::from_bits(
                memory_.load(rd6_, 4, "kernels.ptx:198: `ld.global.f32` reads")
                    as ptx::U32,
            );
            f1_ = ptx::max_f32(f1_, f2_, ptx::Subnormals::Keep, ptx::Nans::Ignored);
            rd6_ = (ptx::add_s64((rd6_) as ptx::I64, 4i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 1u32);
        }
    }
    f3_ = 0f32;
    r4_ = 0u32;
    rd6_ = rd4_;
    r5_ = ptx::and_b32(r1_, 4294967280u32);
    'b6: {
        'l4: loop {
            let [p2_, _] = ptx::setp_u32(r4_, r5_, ptx::Comparison::Ge);
            if p2_ {
                break 'b6;
            }
            x0_ = ptx::F32::from_bits(
                memory_.load(rd6_, 4, "kernels.ptx:211: `ld.global.f32` reads")
                    as ptx::U32,
            );
            x1_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(4),
                        4,
                        "kernels.ptx:212: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x2_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(8),
                        4,
                        "kernels.ptx:213: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x3_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(12),
                        4,
                        "kernels.ptx:214: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x4_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(16),
                        4,
                        "kernels.ptx:215: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x5_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(20),
                        4,
                        "kernels.ptx:216: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x6_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(24),
                        4,
                        "kernels.ptx:217: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x7_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(28),
                        4,
                        "kernels.ptx:218: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x8_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(32),
                        4,
                        "kernels.ptx:219: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x9_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(36),
                        4,
                        "kernels.ptx:220: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x10_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(40),
                        4,
                        "kernels.ptx:221: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x11_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(44),
                        4,
                        "kernels.ptx:222: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x12_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(48),
                        4,
                        "kernels.ptx:223: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x13_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(52),
                        4,
                        "kernels.ptx:224: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x14_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(56),
                        4,
                        "kernels.ptx:225: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x15_ = ptx::F32::from_bits(
                memory_
                    .load(
                        (rd6_).wrapping_add(60),
                        4,
                        "kernels.ptx:226: `ld.global.f32` reads",
                    ) as ptx::U32,
            );
            x0_ = ptx::sub_f32(
                x0_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x1_ = ptx::sub_f32(
                x1_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x2_ = ptx::sub_f32(
                x2_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x3_ = ptx::sub_f32(
                x3_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x4_ = ptx::sub_f32(
                x4_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x5_ = ptx::sub_f32(
                x5_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x6_ = ptx::sub_f32(
                x6_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x7_ = ptx::sub_f32(
                x7_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x8_ = ptx::sub_f32(
                x8_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x9_ = ptx::sub_f32(
                x9_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x10_ = ptx::sub_f32(
                x10_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x11_ = ptx::sub_f32(
                x11_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x12_ = ptx::sub_f32(
                x12_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x13_ = ptx::sub_f32(
                x13_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x14_ = ptx::sub_f32(
                x14_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x15_ = ptx::sub_f32(
                x15_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x0_ = ptx::mul_f32(
                x0_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x1_ = ptx::mul_f32(
                x1_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x2_ = ptx::mul_f32(
                x2_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x3_ = ptx::mul_f32(
                x3_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x4_ = ptx::mul_f32(
                x4_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x5_ = ptx::mul_f32(
                x5_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x6_ = ptx::mul_f32(
                x6_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x7_ = ptx::mul_f32(
                x7_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x8_ = ptx::mul_f32(
                x8_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x9_ = ptx::mul_f32(
                x9_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x10_ = ptx::mul_f32(
                x10_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x11_ = ptx::mul_f32(
                x11_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x12_ = ptx::mul_f32(
                x12_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x13_ = ptx::mul_f32(
                x13_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x14_ = ptx::mul_f32(
                x14_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x15_ = ptx::mul_f32(
                x15_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            x0_ = ptx::ex2_approx_f32(x0_, ptx::Subnormals::Keep, ptx::Sm(80));
            x1_ = ptx::ex2_approx_f32(x1_, ptx::Subnormals::Keep, ptx::Sm(80));
            x2_ = ptx::ex2_approx_f32(x2_, ptx::Subnormals::Keep, ptx::Sm(80));
            x3_ = ptx::ex2_approx_f32(x3_, ptx::Subnormals::Keep, ptx::Sm(80));
            x4_ = ptx::ex2_approx_f32(x4_, ptx::Subnormals::Keep, ptx::Sm(80));
            x5_ = ptx::ex2_approx_f32(x5_, ptx::Subnormals::Keep, ptx::Sm(80));
            x6_ = ptx::ex2_approx_f32(x6_, ptx::Subnormals::Keep, ptx::Sm(80));
            x7_ = ptx::ex2_approx_f32(x7_, ptx::Subnormals::Keep, ptx::Sm(80));
            x8_ = ptx::ex2_approx_f32(x8_, ptx::Subnormals::Keep, ptx::Sm(80));
            x9_ = ptx::ex2_approx_f32(x9_, ptx::Subnormals::Keep, ptx::Sm(80));
            x10_ = ptx::ex2_approx_f32(x10_, ptx::Subnormals::Keep, ptx::Sm(80));
            x11_ = ptx::ex2_approx_f32(x11_, ptx::Subnormals::Keep, ptx::Sm(80));
            x12_ = ptx::ex2_approx_f32(x12_, ptx::Subnormals::Keep, ptx::Sm(80));
            x13_ = ptx::ex2_approx_f32(x13_, ptx::Subnormals::Keep, ptx::Sm(80));
            x14_ = ptx::ex2_approx_f32(x14_, ptx::Subnormals::Keep, ptx::Sm(80));
            x15_ = ptx::ex2_approx_f32(x15_, ptx::Subnormals::Keep, ptx::Sm(80));
            f3_ = ptx::add_f32(
                f3_,
                x0_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x2_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x3_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x4_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x5_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x6_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x7_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x8_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x9_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x10_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x11_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x12_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x13_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x14_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::add_f32(
                f3_,
                x15_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6_ = (ptx::add_s64((rd6_) as ptx::I64, 64i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 16u32);
        }
    }
    'b8: {
        'l6: loop {
            let [p3_, _] = ptx::setp_u32(r4_, r1_, ptx::Comparison::Ge);
            if p3_ {
                break 'b8;
            }
            f4_ = ptx::F32::from_bits(
                memory_.load(rd6_, 4, "kernels.ptx:297: `ld.global.f32` reads")
                    as ptx::U32,
            );
            f4_ = ptx::sub_f32(
                f4_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f4_ = ptx::mul_f32(
                f4_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f4_ = ptx::ex2_approx_f32(f4_, ptx::Subnormals::Keep, ptx::Sm(80));
            f3_ = ptx::add_f32(
                f3_,
                f4_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6_ = (ptx::add_s64((rd6_) as ptx::I64, 4i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 1u32);
        }
    }
    r4_ = 0u32;
    'b11: {
        'l9: loop {
            let [p4_, _] = ptx::setp_u32(r4_, r1_, ptx::Comparison::Ge);
            if p4_ {
                break 'b11;
            }
            f4_ = ptx::F32::from_bits(
                memory_.load(rd4_, 4, "kernels.ptx:310: `ld.global.f32` reads")
                    as ptx::U32,
            );
            f4_ = ptx::sub_f32(
                f4_,
                f1_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f4_ = ptx::mul_f32(
                f4_,
                ptx::F32::from_bits(1069066811),
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f4_ = ptx::ex2_approx_f32(f4_, ptx::Subnormals::Keep, ptx::Sm(80));
            let f5_: ptx::F32 = ptx::div_f32(
                f4_,
                f3_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
            );
            memory_
                .store(
                    rd5_,
                    4,
                    (f5_).to_bits() as ptx::U64,
                    "kernels.ptx:315: `st.global.f32` writes",
                );
            rd4_ = (ptx::add_s64((rd4_) as ptx::I64, 4i64)) as ptx::U64;
            rd5_ = (ptx::add_s64((rd5_) as ptx::I64, 4i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 1u32);
        }
    }
}
/// Translated from `layer_norm` at kernels.ptx:130, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[M\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
                2 => {
                    ptx::memory::load_f32(
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
                    ptx::memory::store_f32(
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
    let mut r1_: ptx::U32 = 0u32;
    let mut rd4_: ptx::U64 = 0u64;
    let mut rd5_: ptx::U64 = 0u64;
    let mut f1_: ptx::F32 = 0f32;
    let mut f2_: ptx::F32 = 0f32;
    let mut f3_: ptx::F32 = 0f32;
    let mut r4_: ptx::U32 = 0u32;
    let mut rd6_: ptx::U64 = 0u64;
    let mut f4_: ptx::F32 = 0f32;
    let mut f5_: ptx::F32 = 0f32;
    let mut f10_: ptx::F32 = 0f32;
    let rd1_: ptx::U64 = 1099511627776u64;
    let rd2_: ptx::U64 = 2199023255552u64;
    r1_ = n;
    let r2_: ptx::U32 = thread.ctaid[0];
    let r3_: ptx::U32 = ptx::mul_lo_u32(r1_, r2_);
    let rd3_: ptx::U64 = ptx::mul_wide_u32(r3_, 4u32);
    rd4_ = (ptx::add_s64((rd1_) as ptx::I64, (rd3_) as ptx::I64)) as ptx::U64;
    rd5_ = (ptx::add_s64((rd2_) as ptx::I64, (rd3_) as ptx::I64)) as ptx::U64;
    f1_ = ptx::cvt_f32_u32(
        r1_,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    f2_ = 0f32;
    f3_ = 0f32;
    r4_ = 0u32;
    rd6_ = rd4_;
    'b2: {
        'l1: loop {
            f4_ = ptx::F32::from_bits(
                memory_.load(rd6_, 4, "kernels.ptx:150: `ld.global.f32` reads")
                    as ptx::U32,
            );
            f2_ = ptx::add_f32(
                f2_,
                f4_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            f3_ = ptx::fma_f32(
                f4_,
                f4_,
                f3_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            rd6_ = (ptx::add_s64((rd6_) as ptx::I64, 4i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 1u32);
            let [p1_, _] = ptx::setp_u32(r4_, r1_, ptx::Comparison::Lt);
            if !p1_ {
                break 'b2;
            }
        }
    }
    f5_ = ptx::div_f32(f2_, f1_, ptx::Rounding::Rn, ptx::Subnormals::Keep);
    let f6_: ptx::F32 = ptx::div_f32(f3_, f1_, ptx::Rounding::Rn, ptx::Subnormals::Keep);
    let f7_: ptx::F32 = ptx::neg_f32(f5_, ptx::Subnormals::Keep);
    let f8_: ptx::F32 = ptx::fma_f32(
        f7_,
        f5_,
        f6_,
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    let f9_: ptx::F32 = ptx::add_f32(
        f8_,
        ptx::F32::from_bits(925353388),
        ptx::Rounding::Rn,
        ptx::Subnormals::Keep,
        ptx::Saturation::Off,
    );
    f10_ = ptx::rsqrt_approx_f32(f9_, ptx::Subnormals::Keep);
    r4_ = 0u32;
    'b4: {
        'l3: loop {
            f4_ = ptx::F32::from_bits(
                memory_.load(rd4_, 4, "kernels.ptx:165: `ld.global.f32` reads")
                    as ptx::U32,
            );
            let f11_: ptx::F32 = ptx::sub_f32(
                f4_,
                f5_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            let f12_: ptx::F32 = ptx::mul_f32(
                f11_,
                f10_,
                ptx::Rounding::Rn,
                ptx::Subnormals::Keep,
                ptx::Saturation::Off,
            );
            memory_
                .store(
                    rd5_,
                    4,
                    (f12_).to_bits() as ptx::U64,
                    "kernels.ptx:168: `st.global.f32` writes",
                );
            rd4_ = (ptx::add_s64((rd4_) as ptx::I64, 4i64)) as ptx::U64;
            rd5_ = (ptx::add_s64((rd5_) as ptx::I64, 4i64)) as ptx::U64;
            r4_ = ptx::add_u32(r4_, 1u32);
            let [p2_, _] = ptx::setp_u32(r4_, r1_, ptx::Comparison::Lt);
            if !p2_ {
                break 'b4;
            }
        }
    }
}
/// Translated from `seven` at kernels.ptx:325, `.version 8.0`, `.target sm_80`.
/// The worst grade of its instructions is \[D\].
///
/// # Panics
/// If an access is misaligned, or is outside of the arguments and the local variables. If the
/// function writes to an argument behind `&`, or reaches a `trap`.
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
            address_: ptx::U64,
            bytes_: ptx::U64,
            access_: &'static ptx::Str,
        ) -> ptx::U64 {
            match address_ >> 40 {
                1 => {
                    ptx::memory::load_u32(
                        self.input,
                        address_ & ptx::memory::OFFSET,
                        bytes_,
                        access_,
                    )
                }
                2 => {
                    ptx::memory::load_u32(
                        self.output,
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
                        self.output,
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
        input: input,
        output: output,
    };
    let rd1_: ptx::U64 = 2199023255552u64;
    let r1_: ptx::U32 = 7u32;
    memory_.store(rd1_, 4, (r1_) as ptx::U64, "kernels.ptx:331: `st.global.u32` writes");
}
