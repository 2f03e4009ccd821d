//! PTX instructions that this crate does not compute, and the reasons.

use crate::fault::{At, Fault};
use crate::forms;

/// Each row has the reason, the Rust code to write instead, and the mnemonics. The first row is about
/// memory.
#[rustfmt::skip]
const UNCOVERED: &[(&str, &str, &[&str])] = &[
    ("accesses memory", "pass the value in a Rust variable", &[
        "ld", "ldu", "st", "prefetch", "prefetchu", "applypriority", "discard", "createpolicy", "isspacep", "cvta",
        "mapa", "getctarank", "cp", "multimem", "tensormap", "alloca", "stacksave", "stackrestore", "atom", "red",
        "fabric",
    ]),
    ("accesses textures", "pass the value in a Rust variable", &[
        "tex", "tld4", "txq", "istypep", "suld", "sust", "sured", "suq",
    ]),
    ("changes the control flow", "write Rust's `if`, `loop` or a call around the macro, or a guard `@p`", &[
        "bra", "brx", "call", "ret", "exit", "trap", "brkpt",
    ]),
    ("computes no value", "omit it", &["nanosleep", "pmevent", "setmaxnreg"]),
    ("orders the accesses of several threads", "omit it: the macro runs one thread", &["membar", "fence"]),
    ("depends on other threads", "pass their values in Rust variables", &[
        "bar", "barrier", "mbarrier", "griddepcontrol", "activemask", "vote", "match", "shfl",
        "redux", "elect", "clusterlaunchcontrol",
    ]),
    ("computes on matrices that threads share", "pass their elements in Rust variables", &[
        "wmma", "ldmatrix", "stmatrix", "movmatrix", "tcgen05",
    ]),
];

/// For each mnemonic, the modifiers that exist in PTX but not in the instruction table.
const WORDS: &[(&str, &[&str])] = &[
    ("cp", &["override::global_address", "override::global_dim", "override::global_dim_stride"]),
    ("fabric", &["try_atom", "try_get", "try_pullred", "try_put", "try_red"]),
];

/// Returns whether a memory or control instruction has a modifier that the instruction table omits.
pub(super) fn is_omitted(mnemonic: &str, words: &[&str]) -> bool {
    let row = WORDS.iter().find(|row| row.0 == mnemonic);
    row.is_some_and(|row| words.iter().any(|word| row.1.contains(word)))
}

/// Returns whether a mnemonic is a PTX mnemonic that this crate does not compute for a single
/// thread.
///
/// ```
/// assert!(ptx_isa::is_uncovered("ret"));
/// assert!(ptx_isa::is_uncovered("mma"));
/// assert!(!ptx_isa::is_uncovered("rcp"));
/// ```
#[must_use]
pub fn is_uncovered(mnemonic: &str) -> bool {
    uncovered(mnemonic).is_some() || !forms::matrix(mnemonic).is_empty()
}

/// Returns whether a mnemonic is that of an instruction that accesses memory.
///
/// ```
/// assert!(ptx_isa::accesses_memory("ld") && ptx_isa::accesses_memory("atom"));
/// assert!(!ptx_isa::accesses_memory("mov"));
/// ```
#[must_use]
pub fn accesses_memory(mnemonic: &str) -> bool {
    UNCOVERED[0].2.contains(&mnemonic)
}

/// Returns whether a mnemonic exists in PTX.
///
/// ```
/// assert!(ptx_isa::is_mnemonic("mov") && ptx_isa::is_mnemonic("bar"));
/// assert!(!ptx_isa::is_mnemonic("rdtsc"));
/// ```
#[must_use]
pub fn is_mnemonic(mnemonic: &str) -> bool {
    is_uncovered(mnemonic)
        || forms::of_any_kind(mnemonic).next().is_some()
        || !forms::uncomputed(mnemonic).is_empty()
}

/// Reports an instruction that [`UNCOVERED`] lists. Returns `None` for any other mnemonic.
pub(super) fn uncovered(mnemonic: &str) -> Option<Fault> {
    let (reason, instead, _) = UNCOVERED.iter().find(|row| row.2.contains(&mnemonic))?;
    let fault = Fault::new(At::Mnemonic, format!("instruction `{mnemonic}` is not supported"));
    Some(fault.note(format!("it {reason}")).help(*instead))
}

#[cfg(test)]
mod tests {
    use super::UNCOVERED;
    use crate::forms::mnemonics;

    #[test]
    fn no_mnemonic_is_both_covered_and_uncovered() {
        let mut all: Vec<_> = UNCOVERED.iter().flat_map(|row| row.2).copied().collect();
        all.extend(mnemonics());
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
