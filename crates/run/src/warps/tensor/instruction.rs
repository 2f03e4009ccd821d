//! Decodes the instruction descriptor of `tcgen05.mma` (PTX ISA, "Instruction descriptor"):
//!
//! | bits | content | with block scales |
//! |---|---|---|
//! | 0 to 1 | the sparsity selector | |
//! | 2 | whether A is sparse | the same |
//! | 3 | whether integers saturate | |
//! | 4 to 5 | the type of D | the byte of the scales of B |
//! | 7 to 9, 10 to 12 | the types of A and B | the same |
//! | 13, 14 | whether A and B are negated | the same |
//! | 15, 16 | whether A and B are transposed | the same |
//! | 17 to 22 | N / 8 | the same |
//! | 23 | | the type of the scales |
//! | 24 to 28 | M / 16 | bits 27 to 28: M / 128 |
//! | 29 to 30 | | the byte of the scales of A |
//!
//! Which kinds are negated and transposed follows the table in "Transpose and Negate operations", and which have a selector
//! follows "Sparsity selector" (PTX ISA 9.4, 9.7.18.10).

use crate::code::tensor::Product;
use ptx_core::Limit;
use ptx_core::mma::{Form, Kind, ScaleType, Type};

/// Returns a product of machine code with the kind and the sparsity of the instruction descriptor.
pub(super) fn described(one: &Product, bits: u64) -> Product {
    const SPARSE: u64 = 1 << 2;
    const TF32: u64 = 2;
    let metadata = one.metadata.filter(|_| bits & SPARSE != 0);
    let kind = match one.kind {
        Kind::F16 if bits >> 7 & 7 == TF32 => Kind::Tf32,
        kind => kind,
    };
    Product { kind, metadata, ..one.clone() }
}

/// A decoded instruction descriptor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    pub(super) form: Form,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) negate: [bool; 2],
    pub(super) transpose: [bool; 2],
    /// The bytes of the words that hold the scales of A and B.
    pub(super) scale_bytes: [usize; 2],
    pub(super) selector: usize,
}

impl Instruction {
    /// # Errors
    /// If the instruction does not have the shape or the types.
    pub(super) fn new(bits: u64, one: &Product) -> Result<Self, String> {
        let field = |low: u32, count: u32| bits >> low & ((1 << count) - 1);
        let is = |bit: u32| field(bit, 1) == 1;
        let is_scaled = one.scales.is_some();
        let columns = 8 * field(17, 6) as usize;
        let rows = match is_scaled {
            true => 128 * field(27, 2) as usize,
            false => 16 * field(24, 5) as usize,
        };
        if !has_shape(one, rows, columns) {
            return Err(format!(
                "the instruction descriptor 0x{bits:08x} has a shape of {rows} rows and {columns} columns, which is \
                 not supported"
            ));
        }
        check_modes(bits, one, columns)?;
        if is(2) != one.metadata.is_some() {
            return Err(format!(
                "bit 2 of the instruction descriptor 0x{bits:08x} disagrees with `.sp`"
            ));
        }
        let wrong = || {
            format!(
                "the instruction descriptor 0x{bits:08x} has types that the kind does not support"
            )
        };
        let d = match (one.kind, field(4, 2)) {
            (Kind::F16 | Kind::F8f6f4, 0) => Type::F16,
            (Kind::F16 | Kind::F8f6f4 | Kind::Tf32, 1) => Type::F32,
            (Kind::I8, 2) => Type::S32,
            (Kind::Mxf8f6f4 | Kind::Mxf4 | Kind::Mxf4nvf4, _) => Type::F32,
            _ => return Err(wrong()),
        };
        let a = element(one.kind, field(7, 3)).ok_or_else(wrong)?;
        let b = element(one.kind, field(10, 3)).ok_or_else(wrong)?;
        let k = match one.kind {
            Kind::Tf32 => 8,
            Kind::F16 => 16,
            Kind::Mxf4 | Kind::Mxf4nvf4 => 64,
            _ => 32,
        };
        if one.kind == Kind::Mxf4nvf4 && is(31) {
            return Err("products with K = 96 are not supported: PTX ISA shows the places of their block scales in figures alone"
                .into());
        }
        let k = if is(2) { 2 * k } else { k };
        // The rows do not affect the arithmetic. Fewer than 64 are those of `.ws`.
        let shape = [rows.max(64) as u16, columns as u16, k];
        let mut builder = Form::tcgen05(shape, one.kind, [d, a, b]);
        if is(2) {
            builder = builder.sparse();
        }
        if let Some((vector, _)) = one.scales {
            let ty = if is(23) { ScaleType::Ue8m0 } else { ScaleType::Ue4m3 };
            builder = builder.scales(vector, ty);
        }
        if one.kind == Kind::I8 && is(3) {
            builder = builder.limit(Limit::Satfinite);
        }
        let form = builder.build().filter(|form| form.runs_on(one.sm)).ok_or_else(wrong)?;
        Ok(Self {
            form,
            rows,
            columns,
            negate: [is(13), is(14)],
            transpose: [is(15), is(16)],
            scale_bytes: [field(29, 2) as usize, field(4, 2) as usize],
            selector: if has_selector(one.kind) { field(0, 2) as usize } else { 0 },
        })
    }
}

/// Returns whether a product has a shape (PTX ISA 9.4, 9.7.18.2.1, "Matrix Shape", table of kinds and shapes).
fn has_shape(one: &Product, rows: usize, columns: usize) -> bool {
    let (is_scaled, is_sparse) = (one.scales.is_some(), one.metadata.is_some());
    let rows_of: &[usize] = match (one.blocks, one.is_stationary) {
        (2, _) if is_scaled && is_sparse => &[256],
        (2, _) => &[128, 256],
        (_, true) => &[32, 64, 128],
        _ if is_scaled => &[128],
        _ => &[64, 128],
    };
    let step = match (one.kind, one.blocks) {
        (Kind::I8, 2) => 32,
        (_, 2) => 16,
        (Kind::I8, _) if columns > 32 => 16,
        _ => 8,
    };
    let columns_of_ws: &[usize] = if is_sparse { &[64, 128] } else { &[64, 128, 256] };
    let has_columns = match one.is_stationary {
        true => columns_of_ws.contains(&columns),
        false => (8..=256).contains(&columns) && columns.is_multiple_of(step),
    };
    rows_of.contains(&rows) && has_columns
}

/// Returns whether the sparsity selector chooses the columns of the metadata.
fn has_selector(kind: Kind) -> bool {
    matches!(kind, Kind::F16 | Kind::Tf32)
}

/// Checks that the kind has the negations, the transposes and the selector of an instruction descriptor.
fn check_modes(bits: u64, one: &Product, columns: usize) -> Result<(), String> {
    const NEGATES: u64 = 3 << 13;
    const TRANSPOSES: u64 = 3 << 15;
    const TRANSPOSES_B: u64 = 1 << 16;
    let wrong = |what: &str| Err(format!("the instruction descriptor 0x{bits:08x} {what}"));
    let has = |mask: u64| bits & mask != 0;
    let of_bytes = matches!(one.kind, Kind::I8 | Kind::F8f6f4 | Kind::Mxf8f6f4);
    match one.kind {
        Kind::I8 if has(NEGATES) => wrong("negates integers, which have no negation"),
        Kind::Mxf4 | Kind::Mxf4nvf4 if has(TRANSPOSES) => {
            wrong("transposes elements of 4 bits, which have no transpose")
        }
        _ if of_bytes && has(TRANSPOSES_B) && !columns.is_multiple_of(16 * one.blocks) => {
            wrong(&format!(
                "has {columns} columns: a transposed matrix B of bytes needs a multiple of {}",
                16 * one.blocks
            ))
        }
        Kind::I8 | Kind::F8f6f4 if one.metadata.is_some() && has(3) => {
            wrong("has a sparsity selector, which must be 0 for this kind")
        }
        _ => Ok(()),
    }
}

/// Returns the type of the elements of A or B.
fn element(kind: Kind, number: u64) -> Option<Type> {
    Some(match (kind, number) {
        (Kind::F16, 0) => Type::F16,
        (Kind::F16, 1) => Type::Bf16,
        (Kind::Tf32, 2) => Type::Tf32,
        (Kind::I8, 0) => Type::U8,
        (Kind::I8, 1) => Type::S8,
        (Kind::F8f6f4 | Kind::Mxf8f6f4, 0) => Type::E4m3,
        (Kind::F8f6f4 | Kind::Mxf8f6f4, 1) => Type::E5m2,
        (Kind::F8f6f4 | Kind::Mxf8f6f4, 3) => Type::E2m3,
        (Kind::F8f6f4 | Kind::Mxf8f6f4, 4) => Type::E3m2,
        (Kind::F8f6f4 | Kind::Mxf8f6f4, 5) => Type::E2m1,
        (Kind::Mxf4 | Kind::Mxf4nvf4, 1) => Type::E2m1,
        _ => return None,
    })
}
