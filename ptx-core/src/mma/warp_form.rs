//! `mma` on the registers of a warp, for a form that is known only at run time.

use super::form::Form;
use super::rust::ty;
use super::table::{
    bit_forms, byte_forms, double_forms, float_forms, fp4_forms, integer_forms, quad_forms,
    sparse_byte_forms, sparse_forms, sparse_integer_forms,
};
use super::types::{
    BitOperation, F8f6f4, Fp8, Instruction, Kind, Operand, ScaleType, ScaleVector, Type,
};
use super::{instruction, warp_sparse};
use crate::mode::Sm;

/// One register of each of the 32 lanes of a warp. `.f64` uses 64 bits, and all other types use the low 32 bits.
pub type Lanes = [u64; 32];

/// The operands of `mma`, as the registers of a warp.
///
/// `a`, `b` and `c` are slices: element `i` holds register `i` of each lane. Operands that the form does not have are
/// ignored.
#[derive(Clone, Copy, Debug)]
pub struct Warp<'a> {
    /// The registers of A. [`Form::registers`] returns their number.
    pub a: &'a [Lanes],
    /// The registers of B.
    pub b: &'a [Lanes],
    /// The registers of C.
    pub c: &'a [Lanes],
    /// The metadata of a sparse form.
    pub metadata: Lanes,
    /// The sparsity selector of PTX, which selects the lanes that provide the metadata.
    pub selector: u32,
    /// The block scales of A and of B.
    pub scales: [Lanes; 2],
    /// PTX's `{byte-id, thread-id}` for the scales of A, then for the scales of B.
    pub ids: [[u16; 2]; 2],
}

/// The Rust type of a register in one lane.
trait Register: Copy {
    const ZERO: Self;
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
}

macro_rules! registers {
    ($($ty:ty: $zero:literal, |$bits:ident| $of:expr, |$register:ident| $to:expr;)*) => { $(
        impl Register for $ty {
            const ZERO: Self = $zero;

            #[inline]
            fn of($bits: u64) -> Self {
                $of
            }

            #[inline]
            fn bits(self) -> u64 {
                let $register = self;
                $to
            }
        }
    )* };
}

registers! {
    u32: 0, |bits| bits as u32, |register| u64::from(register);
    i32: 0, |bits| bits as i32, |register| u64::from(register as u32);
    f32: 0.0, |bits| f32::from_bits(bits as u32), |register| u64::from(register.to_bits());
    f64: 0.0, |bits| f64::from_bits(bits), |register| register.to_bits();
}

/// Converts registers to one array for each lane. Returns `None` if the number of registers is not R.
#[inline]
fn read<T: Register, const R: usize>(registers: &[Lanes]) -> Option<[[T; R]; 32]> {
    let registers: &[Lanes; R] = registers.try_into().ok()?;
    let mut lanes = [[T::ZERO; R]; 32];
    for (register, values) in registers.iter().enumerate() {
        for (lane, value) in lanes.iter_mut().zip(values) {
            lane[register] = T::of(*value);
        }
    }
    Some(lanes)
}

/// Writes one array for each lane to registers. Returns `None` if the number of registers is not R.
#[inline]
fn write<T: Register, const R: usize>(lanes: &[[T; R]; 32], registers: &mut [Lanes]) -> Option<()> {
    let registers: &mut [Lanes; R] = registers.try_into().ok()?;
    for (register, values) in registers.iter_mut().enumerate() {
        for (lane, value) in lanes.iter().zip(values) {
            *value = lane[register].bits();
        }
    }
    Some(())
}

/// Returns the low 32 bits of a register of each lane.
#[inline]
fn words(lanes: &Lanes) -> [u32; 32] {
    lanes.map(|lane| lane as u32)
}

#[inline]
fn fp8(ty: Type) -> Option<Fp8> {
    match ty {
        Type::E4m3 => Some(Fp8::E4m3),
        Type::E5m2 => Some(Fp8::E5m2),
        _ => None,
    }
}

#[inline]
fn f8f6f4(ty: Type) -> Option<F8f6f4> {
    match ty {
        Type::E4m3 => Some(F8f6f4::E4m3),
        Type::E5m2 => Some(F8f6f4::E5m2),
        Type::E3m2 => Some(F8f6f4::E3m2),
        Type::E2m3 => Some(F8f6f4::E2m3),
        Type::E2m1 => Some(F8f6f4::E2m1),
        _ => None,
    }
}

/// Computes `mma`, dense, sparse or block-scaled, on the registers of a warp.
///
/// `warp` calls the function of the form, such as [`mma_m16n8k16_f32_bf16_bf16_f32`]. If `sm` is older than the first
/// target that has the form, the results are the results of the first target. The function returns `None` for
/// instructions other than `mma`, and if the number of registers of an operand does not fit the form. In both cases `d`
/// stays unchanged.
///
/// [`mma_m16n8k16_f32_bf16_bf16_f32`]: crate::mma_m16n8k16_f32_bf16_bf16_f32
///
/// Grades: see [`mma`](crate::mma).
///
/// ```
/// use ptx_core::Sm;
/// use ptx_core::mma::{Form, Type::*, Warp, warp};
///
/// let form = Form::mma([16, 8, 8], [F32, F16, F16, F32]).build().unwrap();
/// let (ones, zeros) = ([[0x3c00_3c00; 32]; 2], [[0; 32]; 4]);
/// let operands = Warp {
///     a: &ones,
///     b: &ones[..1],
///     c: &zeros,
///     metadata: [0; 32],
///     selector: 0,
///     scales: [[0; 32]; 2],
///     ids: [[0; 2]; 2],
/// };
/// let mut d = zeros;
/// assert_eq!(warp(form, &operands, &mut d, Sm(80)), Some(()));
/// assert_eq!(d, [[f32::to_bits(8.0).into(); 32]; 4]);
/// ```
#[inline]
#[must_use = "without a result, D is unchanged"]
pub fn warp(form: Form, operands: &Warp<'_>, d: &mut [Lanes], sm: Sm) -> Option<()> {
    if form.instruction() != Instruction::Mma {
        return None;
    }
    match (form.is_sparse(), form.scales().is_some()) {
        (false, false) => dense(form, operands, d, sm),
        (true, false) => sparse(form, operands, d, sm),
        (_, true) => scaled(form, operands, d, sm),
    }
}

/// The Rust type of a register of an accumulator.
macro_rules! register {
    (f16) => {
        u32
    };
    (f32) => {
        f32
    };
}

#[inline]
fn dense(form: Form, x: &Warp<'_>, to: &mut [Lanes], sm: Sm) -> Option<()> {
    let types = [Operand::D, Operand::A, Operand::B, Operand::C].map(|x| form.element_type(x));
    let [d, a, b, c] = types;
    macro_rules! quads {
        ($($d:ident $c:ident $shape:tt $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if form.is_quad() && (d, c) == (ty!($d), ty!($c)) {
                let [alayout, blayout] = form.layouts();
                let c = read::<register!($c), $rc>(x.c)?;
                return write(&instruction::$name(&read(x.a)?, &read(x.b)?, &c, alayout, blayout, sm), to);
            }
        )* };
    }
    quad_forms!(quads);
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if (form.shape(), d, a) == ($shape, ty!($d), ty!($a)) {
                let c = read::<register!($d), $rc>(x.c)?;
                return write(&instruction::$name(&read(x.a)?, &read(x.b)?, &c, sm), to);
            }
        )* };
    }
    float_forms!(floats);
    macro_rules! bytes {
        ($($d:ident $a:ident $shape:tt $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if let (Some(a), Some(b)) = (bytes!(@of $a)(a), bytes!(@of $a)(b))
                && (form.shape(), d) == ($shape, ty!($d))
                && form.kind().is_some() == bytes!(@kind $a)
            {
                let c = read::<register!($d), $rc>(x.c)?;
                return write(&instruction::$name(&read(x.a)?, &read(x.b)?, &c, a, b, sm), to);
            }
        )* };
        (@of Fp8) => { fp8 };
        (@of F8f6f4) => { f8f6f4 };
        (@kind Fp8) => { false };
        (@kind F8f6f4) => { true };
    }
    byte_forms!(bytes);
    macro_rules! doubles {
        ($($shape:tt $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if (form.shape(), a) == ($shape, Type::F64) {
                let c = read::<f64, $rc>(x.c)?;
                return write(&instruction::$name(&read(x.a)?, &read(x.b)?, &c, form.rounding()), to);
            }
        )* };
    }
    double_forms!(doubles);
    macro_rules! integers {
        ($($a:ident $b:ident $shape:tt $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if (form.shape(), a, b) == ($shape, ty!($a), ty!($b)) {
                let c = read::<i32, $rc>(x.c)?;
                return write(&instruction::$name(&read(x.a)?, &read(x.b)?, &c, form.limit()), to);
            }
        )* };
    }
    integer_forms!(integers);
    macro_rules! bits {
        ($($operation:ident $shape:tt $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if (form.shape(), form.bits()) == ($shape, Some(ty!($operation))) {
                let c = read::<i32, $rc>(x.c)?;
                return write(&instruction::$name(&read(x.a)?, &read(x.b)?, &c), to);
            }
        )* };
    }
    bit_forms!(bits);
    None
}

#[inline]
fn sparse(form: Form, x: &Warp<'_>, to: &mut [Lanes], sm: Sm) -> Option<()> {
    let [d, a, b] = [Operand::D, Operand::A, Operand::B].map(|x| form.element_type(x));
    let e = words(&x.metadata);
    macro_rules! floats {
        ($($d:ident $a:ident $shape:tt $stored:literal $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if (form.shape(), d, a) == ($shape, ty!($d), ty!($a)) {
                let c = read::<register!($d), $rc>(x.c)?;
                return write(&warp_sparse::$name(&read(x.a)?, &read(x.b)?, &c, &e, x.selector, sm), to);
            }
        )* };
    }
    sparse_forms!(floats);
    macro_rules! bytes {
        ($($d:ident $a:ident $shape:tt $stored:literal $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if let (Some(a), Some(b)) = (bytes!(@of $a)(a), bytes!(@of $a)(b))
                && (form.shape(), d) == ($shape, ty!($d))
                && form.kind().is_some() == bytes!(@kind $a)
            {
                let c = read::<register!($d), $rc>(x.c)?;
                let (left, right) = (read(x.a)?, read(x.b)?);
                return write(&warp_sparse::$name(&left, &right, &c, &e, x.selector, a, b, sm), to);
            }
        )* };
        (@of Fp8) => { fp8 };
        (@of F8f6f4) => { f8f6f4 };
        (@kind Fp8) => { false };
        (@kind F8f6f4) => { true };
    }
    sparse_byte_forms!(bytes);
    macro_rules! integers {
        ($($a:ident $b:ident $shape:tt $stored:literal $since:literal [$rd:tt, $ra:tt, $rb:tt, $rc:tt] $tile:ident $name:ident;)*) => { $(
            if (form.shape(), a, b) == ($shape, ty!($a), ty!($b)) {
                let c = read::<i32, $rc>(x.c)?;
                let (left, right) = (read(x.a)?, read(x.b)?);
                return write(&warp_sparse::$name(&left, &right, &c, &e, x.selector, form.limit()), to);
            }
        )* };
    }
    sparse_integer_forms!(integers);
    None
}

#[inline]
fn scaled(form: Form, x: &Warp<'_>, to: &mut [Lanes], sm: Sm) -> Option<()> {
    let e = words(&x.metadata);
    let [sa, sb] = [words(&x.scales[0]), words(&x.scales[1])];
    let ([ida, idb], selector) = (x.ids, x.selector);
    let (a, c) = (read(x.a)?, read(x.c)?);
    let scales = form.scales()?;
    if form.kind() == Some(Kind::Mxf8f6f4) {
        let atype = f8f6f4(form.element_type(Operand::A))?;
        let btype = f8f6f4(form.element_type(Operand::B))?;
        return match form.is_sparse() {
            false => write(
                &warp_sparse::mma_m16n8k32_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0(
                    &a,
                    &read(x.b)?,
                    &c,
                    &sa,
                    ida,
                    &sb,
                    idb,
                    atype,
                    btype,
                    sm,
                ),
                to,
            ),
            true => write(
                &warp_sparse::mma_sp_m16n8k64_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0(
                    &a,
                    &read(x.b)?,
                    &c,
                    &e,
                    selector,
                    &sa,
                    ida,
                    &sb,
                    idb,
                    atype,
                    btype,
                    sm,
                ),
                to,
            ),
        };
    }
    macro_rules! fp4 {
        ($($kind:ident $vector:ident $element:ident $scales:literal $tile:ident $name:ident $sparse_tile:ident $sparse:ident;)*) => { $(
            if form.kind() == Some(Kind::$kind)
                && (scales.vector, scales.element) == (ScaleVector::$vector, ScaleType::$element)
            {
                return match form.is_sparse() {
                    false => write(
                        &warp_sparse::$name(&a, &read(x.b)?, &c, &sa, ida, &sb, idb, sm),
                        to,
                    ),
                    true => write(
                        &warp_sparse::$sparse(
                            &a, &read(x.b)?, &c, &e, selector, &sa, ida, &sb, idb, sm,
                        ),
                        to,
                    ),
                };
            }
        )* };
    }
    fp4_forms!(fp4);
    None
}
