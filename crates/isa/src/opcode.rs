//! The words of an instruction that `ptxas` reads as one token with the mnemonic.

/// Mnemonics, and the words that form one token with each of them. `tests/oracle/ptxas_opcodes.tsv` has the verdicts.
#[rustfmt::skip]
const OPCODES: &[(&str, &[&str])] = &[
    ("bar", &["arrive", "cta", "cta.arrive", "cta.red", "red", "warp"]),
    ("barrier", &["arrive", "cluster.arrive", "cluster.wait", "cta", "cta.arrive", "cta.red", "red"]),
    ("brx", &["idx"]),
    ("clmad", &["hi", "lo"]),
    ("clusterlaunchcontrol", &["query_cancel", "try_cancel.async"]),
    ("cp", &[
        "async", "async.bulk", "async.bulk.commit_group", "async.bulk.prefetch", "async.bulk.prefetch.tensor",
        "async.bulk.tensor", "async.bulk.wait_group", "async.commit_group", "async.mbarrier.arrive",
        "async.wait_all", "async.wait_group", "reduce.async.bulk", "reduce.async.bulk.tensor",
    ]),
    ("createpolicy", &["cvt", "fractional", "range"]),
    ("cvt", &["pack"]),
    ("cvta", &["to"]),
    ("div", &["full"]),
    ("dp2a", &["hi", "lo"]),
    ("fabric", &["submit.commit_group", "wait"]),
    ("fence", &["proxy"]),
    ("mad", &["hi", "lo", "wide"]),
    ("mad24", &["hi", "lo"]),
    ("madc", &["hi", "lo"]),
    ("mbarrier", &[
        "arrive", "arrive.expect_tx", "arrive_drop", "arrive_drop.expect_tx", "complete_tx", "expect_tx", "init",
        "inval", "pending_count", "test_wait", "test_wait.parity", "try_wait", "try_wait.parity",
    ]),
    ("membar", &["proxy"]),
    ("mul", &["hi", "lo", "wide"]),
    ("mul24", &["hi", "lo"]),
    ("multimem", &["cp.async.bulk", "cp.reduce.async.bulk", "ld_reduce", "red", "st"]),
    ("pmevent", &["mask"]),
    ("red", &["async"]),
    ("setmaxnreg", &["dec", "inc"]),
    ("shf", &["l", "r"]),
    ("st", &["async", "bulk"]),
    ("suld", &["b"]),
    ("sured", &["b", "p"]),
    ("sust", &["b", "p"]),
    ("tcgen05", &[
        "alloc", "commit", "cp", "dealloc", "fence::after_thread_sync", "fence::before_thread_sync", "ld", "mma",
        "mma.ws", "relinquish_alloc_permit", "shift", "st", "wait::ld", "wait::st",
    ]),
    ("tensormap", &["cp_fenceproxy", "query.alloc_class_large", "replace"]),
    ("tex", &["base", "grad", "level"]),
    ("txq", &["level"]),
    ("wgmma", &["commit_group", "fence", "mma_async", "wait_group"]),
    ("wmma", &["load.a", "load.b", "load.c", "mma", "store.d"]),
];

/// Returns the number of modifiers that `ptxas` reads as one token with the mnemonic. No white space may stand before
/// these modifiers.
///
/// ```
/// use ptx_isa::words_of_opcode;
///
/// assert_eq!(words_of_opcode("cp", &["async", "wait_group"]), 2);
/// assert_eq!(words_of_opcode("cp", &["async", "ca", "shared", "global"]), 1);
/// assert_eq!(words_of_opcode("add", &["f32"]), 0);
/// ```
#[must_use]
pub fn words_of_opcode(mnemonic: &str, modifiers: &[&str]) -> usize {
    let opcodes = OPCODES.iter().find(|row| row.0 == mnemonic).map_or(&[][..], |row| row.1);
    let count = |opcode: &&str| {
        let words: Vec<_> = opcode.split('.').collect();
        if modifiers.starts_with(&words) { words.len() } else { 0 }
    };
    opcodes.iter().map(count).max().unwrap_or(0)
}
