//! Functions of CUDA C++, and the PTX instructions that they become.

use super::written::Written;
use crate::help::{Help, Part};
use crate::operand::Operand;
use crate::selection::Selection;
use crate::types::{Kind, Type};
use crate::{describe, forms};

/// Functions of CUDA C++ in lower case without leading `_`, and the instructions. `.T` stands for the type of the
/// operands, and `.B` for the bit type of its width.
#[rustfmt::skip]
const CALLS: &[(&str, &str)] = &[
    ("atomicadd", "atom.global.add.T"),
    ("atomicmin", "atom.global.min.T"),
    ("atomicmax", "atom.global.max.T"),
    ("atomicinc", "atom.global.inc.u32"),
    ("atomicdec", "atom.global.dec.u32"),
    ("atomicexch", "atom.global.exch.B"),
    ("atomiccas", "atom.global.cas.B"),
    ("atomicand", "atom.global.and.B"),
    ("atomicor", "atom.global.or.B"),
    ("atomicxor", "atom.global.xor.B"),
    ("shfl_sync", "shfl.sync.idx.b32"),
    ("shfl_up_sync", "shfl.sync.up.b32"),
    ("shfl_down_sync", "shfl.sync.down.b32"),
    ("shfl_xor_sync", "shfl.sync.bfly.b32"),
    ("ballot_sync", "vote.sync.ballot.b32"),
    ("any_sync", "vote.sync.any.pred"),
    ("all_sync", "vote.sync.all.pred"),
    ("activemask", "activemask.b32"),
    ("match_any_sync", "match.any.sync.B"),
    ("match_all_sync", "match.all.sync.B"),
    ("reduce_add_sync", "redux.sync.add.T"),
    ("reduce_min_sync", "redux.sync.min.T"),
    ("reduce_max_sync", "redux.sync.max.T"),
    ("reduce_and_sync", "redux.sync.and.b32"),
    ("reduce_or_sync", "redux.sync.or.b32"),
    ("reduce_xor_sync", "redux.sync.xor.b32"),
    ("ldg", "ld.global.nc.T"),
    ("nanosleep", "nanosleep.u32"),
    ("dp4a", "dp4a.s32.s32"),
    ("fadd_rn", "add.rn.f32"), ("fadd_rz", "add.rz.f32"), ("dadd_rn", "add.rn.f64"),
    ("fsub_rn", "sub.rn.f32"), ("dsub_rn", "sub.rn.f64"),
    ("fmul_rn", "mul.rn.f32"), ("fmul_rz", "mul.rz.f32"), ("dmul_rn", "mul.rn.f64"),
    ("fmaf_rn", "fma.rn.f32"), ("fmaf_rz", "fma.rz.f32"), ("fma_rn", "fma.rn.f64"),
    ("fdiv_rn", "div.rn.f32"), ("ddiv_rn", "div.rn.f64"), ("fdividef", "div.approx.f32"),
    ("frcp_rn", "rcp.rn.f32"), ("drcp_rn", "rcp.rn.f64"),
    ("fsqrt_rn", "sqrt.rn.f32"), ("dsqrt_rn", "sqrt.rn.f64"), ("frsqrt_rn", "rsqrt.approx.f32"),
    ("saturatef", "cvt.sat.f32.f32"),
    ("float2int_rn", "cvt.rni.s32.f32"), ("float2int_rz", "cvt.rzi.s32.f32"),
    ("float2uint_rn", "cvt.rni.u32.f32"), ("float2uint_rz", "cvt.rzi.u32.f32"),
    ("int2float_rn", "cvt.rn.f32.s32"), ("uint2float_rn", "cvt.rn.f32.u32"),
    ("float2half", "cvt.rn.f16.f32"), ("float2half_rn", "cvt.rn.f16.f32"), ("half2float", "cvt.f32.f16"),
    ("float2bfloat16", "cvt.rn.bf16.f32"), ("bfloat162float", "cvt.f32.bf16"),
    ("float_as_int", "mov.b32"), ("int_as_float", "mov.b32"),
    ("mul24", "mul24.lo.s32"), ("umul24", "mul24.lo.u32"), ("mulhi", "mul.hi.s32"), ("mul64hi", "mul.hi.s64"),
    ("sad", "sad.s32"), ("usad", "sad.u32"),
    ("hadd", "add.f16"), ("hmul", "mul.f16"), ("hfma", "fma.rn.f16"),
    ("hadd2", "add.f16x2"), ("hmul2", "mul.f16x2"), ("hfma2", "fma.rn.f16x2"),
    ("cvta_generic_to_shared", "cvta.to.shared.u64"),
    ("cvta_generic_to_global", "cvta.to.global.u64"),
];

/// Returns the help for a function of CUDA C++: the instruction, if the version and target have it.
pub(super) fn function(written: &Written<'_>) -> Option<Help> {
    let name = written.mnemonic.to_lowercase();
    let spelling = CALLS.iter().find(|row| row.0 == name.trim_start_matches('_'))?.1;
    if !written.mnemonic.starts_with("__") && !written.mnemonic.starts_with("atomic") {
        return None;
    }
    let declared = written.operands.iter().find_map(|operand| match operand {
        Operand::Register { ty, .. } => ty.filter(|ty| *ty != Type::Pred),
        _ => None,
    });
    let typed = written.words.iter().find_map(|word| word.ty.or(word.foreign)).or(declared);
    let ty = match typed {
        Some(ty) if ty.kind() == Kind::Bits => Type::unsigned_of_width(ty.bits())?,
        Some(ty) => ty,
        None => Type::U32,
    };
    let spelt = spelling.split('.').map(|word| match word {
        "T" => ty.word(),
        "B" => Type::bits_of_width(ty.bits()).map_or(word, Type::word),
        word => word,
    });
    let words: Vec<_> = spelt.collect();
    let (mnemonic, words) = words.split_first()?;
    let spelt = Selection::among(&forms::of_any_kind(mnemonic).collect::<Vec<_>>(), words);
    let exists = spelt.iter().any(|one| one.is_in(written.dialect));
    exists.then(|| Help::write(Part::Spelling, describe::instruction(mnemonic, words)))
}

#[cfg(test)]
mod tests {
    use super::CALLS;
    use crate::forms;
    use crate::selection::Selection;

    #[test]
    fn every_instruction_exists() {
        for (name, spelling) in CALLS {
            let exists = ["u32", "f32"].iter().any(|ty| {
                let spelling = spelling.replace(".T", &format!(".{ty}")).replace(".B", ".b32");
                let words: Vec<_> = spelling.split('.').collect();
                !Selection::among(&forms::of_any_kind(words[0]).collect::<Vec<_>>(), &words[1..])
                    .is_empty()
            });
            assert!(exists, "{name}: {spelling}");
        }
    }
}
