//! Chooses the functions of the facade around Rust variables. rustc shows the line of such a function, with the reason and
//! the correction, in its error about a variable of another type.

use crate::ir::{Operation, Value};
use proc_macro2::TokenTree;
use ptx_isa::{Argument, Kind, Rust, Type};

/// Returns the function around a source of a type.
pub(super) fn source(ty: Type) -> &'static str {
    match (ty, ty.rust()) {
        (Type::F16, _) => "of_f16",
        (Type::Bf16, _) => "of_bf16",
        (Type::F16x2, _) => "of_f16x2",
        (Type::Bf16x2, _) => "of_bf16x2",
        (Type::F32x2, _) => "of_f32x2",
        (_, Rust::U8) if is_narrow(ty) => "of_narrow_u8",
        (_, Rust::U16) if is_narrow(ty) => "of_narrow_u16",
        (_, Rust::Bool) => "of_pred",
        (_, Rust::F32) => "of_f32",
        (_, Rust::F64) => "of_f64",
        (_, Rust::U8) => "of_u8",
        (_, Rust::U16) => "of_u16",
        (_, Rust::U32) => "of_u32",
        (_, Rust::U64) => "of_u64",
        (_, Rust::U128) => "of_u128",
        (_, Rust::I8) => "of_s8",
        (_, Rust::I16) => "of_s16",
        (_, Rust::I32) => "of_s32",
        (_, Rust::I64) => "of_s64",
    }
}

/// Returns whether a type is a float of fewer bits than a half, or `.tf32`.
fn is_narrow(ty: Type) -> bool {
    ty.kind() == Kind::Narrow || ty == Type::Tf32
}

/// Returns the function around a result of a type. `spelling` is the instruction.
pub(super) fn result(spelling: &str, ty: Type) -> &'static str {
    let mut words = spelling.split('.');
    let mnemonic = words.next().unwrap_or_default();
    let is_wide = words.any(|word| word == "wide");
    match (ty, ty.rust()) {
        (_, Rust::U32) if is_wide => "to_wide_u32",
        (_, Rust::U64) if is_wide => "to_wide_u64",
        (_, Rust::I32) if is_wide => "to_wide_i32",
        (_, Rust::I64) if is_wide => "to_wide_i64",
        (_, Rust::U32) if matches!(mnemonic, "popc" | "clz" | "bfind") => "to_count",
        (Type::F16 | Type::Bf16, _) => "to_half",
        (Type::F16x2 | Type::Bf16x2, _) => "to_halves",
        (Type::F32x2, _) => "to_pair",
        (_, Rust::U8) if is_narrow(ty) => "to_narrow_u8",
        (_, Rust::U16) if is_narrow(ty) => "to_narrow_u16",
        (_, Rust::U32) if is_narrow(ty) => "to_narrow_u32",
        (_, Rust::Bool) => "to_pred",
        (_, Rust::F32) => "to_f32",
        (_, Rust::F64) => "to_f64",
        (_, Rust::U8) => "to_u8",
        (_, Rust::U16) => "to_u16",
        (_, Rust::U32) => "to_u32",
        (_, Rust::U64) => "to_u64",
        (_, Rust::U128) => "to_u128",
        (_, Rust::I8) => "to_i8",
        (_, Rust::I16) => "to_i16",
        (_, Rust::I32) => "to_i32",
        (_, Rust::I64) => "to_i64",
    }
}

/// Returns whether the sources can be arguments of the computation without variables for them: each is a Rust variable,
/// a register or a constant, and the computation names it once.
pub(super) fn is_direct(operation: &Operation) -> bool {
    let uses = |i: usize| uses(&operation.computation.value, i);
    operation.sources.iter().enumerate().all(|(i, (source, _))| match source {
        Value::Host { tokens, .. } => {
            matches!(tokens.as_slice(), [TokenTree::Ident(_)]) && uses(i) == 1
        }
        Value::Complement(_) => false,
        Value::Register { .. } | Value::Bits(_) | Value::Constant { .. } => true,
    })
}

/// Counts the uses of a source in a computation.
fn uses(argument: &Argument, source: usize) -> usize {
    match argument {
        Argument::Source(i, _) => usize::from(*i == source),
        Argument::Mode(_) | Argument::Number(..) | Argument::Carry(_) => 0,
        Argument::Call(call) => call.arguments.iter().map(|one| uses(one, source)).sum(),
        Argument::Array(items) => items.iter().map(|one| uses(one, source)).sum(),
    }
}
