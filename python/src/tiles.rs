//! Computes matrix products tile by tile. A tile is the matrix that one instruction computes. Supports only the float
//! forms that have a tile function in `ptx-core`.

use ptx_core::Sm;
use ptx_core::mma::{F8f6f4, Form, Fp8, Operand, Type, tile};
use std::array::from_fn;

/// Consecutive rows of D, as many as a tile has. Adjacent tiles cover a strip. The last strip may have fewer rows.
pub(crate) struct Strip<'a> {
    pub(crate) form: Form,
    pub(crate) sm: Sm,
    /// The rows of A for this strip.
    pub(crate) a: &'a [u64],
    /// All columns of B.
    pub(crate) b: &'a [u64],
    /// The rows of C for this strip.
    pub(crate) c: &'a [u64],
    /// The number of elements in a row of A.
    pub(crate) length: usize,
    /// The number of elements in a row of D.
    pub(crate) columns: usize,
}

/// A function that computes the rows of D in a strip. Returns `None` if D has the wrong size.
pub(crate) type Function = fn(&Strip<'_>, &mut [u64]) -> Option<()>;

/// An element of a matrix.
trait Element: Copy {
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
}

macro_rules! elements {
    ($($ty:ty: |$bits:ident| $of:expr, |$element:ident| $to:expr;)*) => { $(
        impl Element for $ty {
            fn of($bits: u64) -> Self {
                $of
            }

            fn bits(self) -> u64 {
                let $element = self;
                u64::from($to)
            }
        }
    )* };
}

elements! {
    u8: |bits| bits as u8, |element| element;
    u16: |bits| bits as u16, |element| element;
    u32: |bits| bits as u32, |element| element;
    f32: |bits| f32::from_bits(bits as u32), |element| element.to_bits();
}

impl Strip<'_> {
    /// Computes each tile with a chain of instructions. Each instruction covers the next K columns of A. Elements
    /// outside of the matrices are zero.
    fn run<A: Element, D: Element, const M: usize, const N: usize, const K: usize>(
        &self,
        d: &mut [u64],
        product: impl Fn(&[[A; K]; M], &[[A; N]; K], &[[D; N]; M]) -> [[D; N]; M],
    ) -> Option<()> {
        let at = |matrix: &[u64], width: usize, row: usize, column: usize| {
            let inside = column < width;
            inside.then(|| matrix.get(row * width + column).copied()).flatten().unwrap_or(0)
        };
        for left in (0..self.columns).step_by(N) {
            let mut sum: [[D; N]; M] =
                from_fn(|i| from_fn(|j| D::of(at(self.c, self.columns, i, left + j))));
            for first in (0..self.length).step_by(K) {
                let a = from_fn(|i| from_fn(|k| A::of(at(self.a, self.length, i, first + k))));
                let b =
                    from_fn(|k| from_fn(|j| A::of(at(self.b, self.length, left + j, first + k))));
                sum = product(&a, &b, &sum);
            }
            for (row, sum) in d.chunks_mut(self.columns).zip(sum) {
                for (place, sum) in row.get_mut(left..)?.iter_mut().zip(sum) {
                    *place = sum.bits();
                }
            }
        }
        Some(())
    }
}

/// Returns the 8-bit float format with the name of a type.
fn fp8(ty: Type) -> Option<Fp8> {
    match ty {
        Type::E4m3 => Some(Fp8::E4m3),
        Type::E5m2 => Some(Fp8::E5m2),
        _ => None,
    }
}

/// Returns the `.kind::f8f6f4` format with the name of a type.
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

macro_rules! tiles {
    (
        $form:ident;
        floats { $($d:ident $a:ident $ty:ty, $result:ty, $k:literal: $name:ident;)* }
        bytes { $($bd:ident $bresult:ty, $bk:literal: $bname:ident $types:ident;)* }
    ) => {
        match ($form.shape(), $form.element_type(Operand::D), $form.element_type(Operand::A)) {
            $(([16, 8, $k], Type::$d, Type::$a) => |strip, d| {
                strip.run::<$ty, $result, 16, 8, $k>(d, |a, b, c| tile::$name(a, b, c, strip.sm))
            },)*
            $(([16, 8, $bk], Type::$bd, ty)
                if $types(ty).is_some() && $form.kind().is_none() == (stringify!($types) == "fp8") =>
            {
                |strip, d| {
                    let atype = $types(strip.form.element_type(Operand::A))?;
                    let btype = $types(strip.form.element_type(Operand::B))?;
                    strip.run::<u8, $bresult, 16, 8, $bk>(d, |a, b, c| {
                        tile::$bname(a, b, c, atype, btype, strip.sm)
                    })
                }
            })*
            _ => return None,
        }
    };
}

/// Returns the number of rows of a form's tile, and the function that computes at most that many rows of the result.
/// Returns `None` if the form has no tile function.
pub(crate) fn function(form: Form) -> Option<(usize, Function)> {
    if form.is_wgmma() {
        return None;
    }
    let function: Function = tiles! {
        form;
        floats {
            F16 F16 u16, u16, 8: m16n8k8_f16_f16;
            F32 F16 u16, f32, 8: m16n8k8_f32_f16;
            F16 F16 u16, u16, 16: m16n8k16_f16_f16;
            F32 F16 u16, f32, 16: m16n8k16_f32_f16;
            F32 Bf16 u16, f32, 8: m16n8k8_f32_bf16;
            F32 Bf16 u16, f32, 16: m16n8k16_f32_bf16;
            F32 Tf32 u32, f32, 4: m16n8k4_f32_tf32;
            F32 Tf32 u32, f32, 8: m16n8k8_f32_tf32;
        }
        bytes {
            F16 u16, 16: m16n8k16_f16_fp8 fp8;
            F32 f32, 16: m16n8k16_f32_fp8 fp8;
            F16 u16, 32: m16n8k32_f16_fp8 fp8;
            F32 f32, 32: m16n8k32_f32_fp8 fp8;
            F16 u16, 32: m16n8k32_f16_f8f6f4 f8f6f4;
            F32 f32, 32: m16n8k32_f32_f8f6f4 f8f6f4;
        }
    };
    let [rows, ..] = form.shape();
    Some((rows.into(), function))
}
