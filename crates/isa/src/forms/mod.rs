//! The instruction table: one row for each syntax line of the PTX ISA manual that the project computes or checks.
//!
//! The rows are lines of the text files in the folder `rows`. The first line of a file is the section of the manual, and
//! comments begin with `//`. Text compiles faster than statics would, and a program parses only the rows of the
//! mnemonics that it uses.
//!
//! A row repeats the syntax line of the manual. After the line come the first version and target of the form, and the
//! function that computes the form:
//!
//! ```text
//! rcp.rnd{.ftz}.f32  (d, a)  [2.0, sm_20]          rcp_f32(rnd, ftz);
//! rcp.directed.f64   (d, a)  [2.0, sm_20]          rcp_f64(directed);
//! rcp.f32            (d, a)  [1.0 to 1.3, sm_10]   means approx.ftz.f32;
//! ```
//!
//! # Modifiers and modes
//!
//! A word such as `rnd` is a class of modifiers. An instruction has one modifier of the class. A modifier in braces,
//! such as `{.ftz}`, is optional. The file `names.txt` lists all classes and all other words of the table. A row with
//! an unknown word is faulty: `cargo test -p ptx-isa --lib` names the row and the word, and so does a program that uses
//! the row.
//!
//! The parentheses after the function list what the function receives after its sources:
//!
//! - A class passes the mode that its modifier selects.
//! - A name that begins with `no_` passes a fixed mode for a modifier that the form does not have.
//! - `sm` passes the architecture, for functions whose machine instructions, and possibly the result, depend on the
//!   architecture.
//!
//! # Availability
//!
//! The brackets contain the first version and target. A `|` separates alternatives, and `or map` adds targets with
//! `map_f64_to_f32`. `sm_100a` admits this target only, and `sm_100f` also admits later members of its family.
//! Modifiers that PTX added later follow with their own versions:
//!
//! ```text
//! add{.rnd}{.ftz}{.sat}.f32  (d, a, b)  [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]  add_f32(rnd, ftz, sat);
//! ```
//!
//! # Operands
//!
//! An operand has the type after its colon, or else the type of the instruction. These names are
//! not types of PTX:
//!
//! | name | type | accepted operands |
//! |---|---|---|
//! | `byte` | `.u32` | registers, and literals from 0 to 255 |
//! | `imm8` | `.u8` | literals from 0 to 255 only |
//! | `reg8`, `reg16`, `reg32` | `.b8`, `.b16`, `.b32` | registers of exactly this type |
//! | `var`, `var32`, `var64` | that of the instruction, `.b32`, `.b64` | registers that fit the type, but no literals |
//!
//! Each element of a vector has the type after the colon. Without a colon, the elements together
//! have the bits of the instruction's type.
//!
//! Operands of SIMD video instructions may select lanes. A destination has a mask (`d.bmask`,
//! `d.hmask`). A source has a selector, and the row gives its default (`b.b7654`). The function
//! receives the masks and selectors as `lanes`. Sources of scalar video instructions may select a
//! part of a word (`a.part`). If the row has `d.place`, the destination must select a part. With
//! `negation` the function also receives which sources have a minus sign.
//!
//! # Functions
//!
//! If the name of a function ends with `_`, the types are appended to the name. A comparison returns
//! a `pair` of results. `=> set_` is the function that converts the pair to a value. `combined` is
//! the class of operations that combine the pair with the last source. Some functions return a
//! value `with_predicate` or `with_carry`:
//!
//! ```text
//! setp.CmpOp.BoolOp.f64  (p{|q}: pred, a, b, c: pred)  [1.0, sm_13 or map]  setp_(CmpOp).combined(BoolOp) pair;
//! set.CmpOp.dtype.f64    (d: dtype, a, b)              [1.0, sm_13 or map]  setp_(CmpOp) => set_;
//! ```
//!
//! # Effects
//!
//! Some instructions depend on memory, control flow or other threads. Their rows have an `effect`
//! instead of a function. This crate checks such instructions but does not compute them. Their
//! operands may be of other kinds: an address `[a]`, a list `(a)`, a `label`, a `pointer` (a register
//! with an address), or `_` only:
//!
//! ```text
//! ld{.weak}.global{.ldcop}.mem32  (d, [a])                [1.0, sm_10]  effect Load;
//! bra{.uni}                       (tgt: label)            [1.0, sm_10]  effect Jump;
//! mbarrier.arrive.shared::cluster.b64  (_, [a])           [8.0, sm_90]  effect MbarrierArrive;
//! ```
//!
//! Brackets after an operand give the number of its elements: a number, or a class of modifiers that determine the
//! number. `d[vec]` has 4 elements with `.v4` and is a scalar without a modifier of `vec`. `d[2 num64]` has twice as many
//! elements as the modifier says: 8 with `.x4`. The number of tensor coordinates also depends on a modifier.
//!
//! Operands in braces after the parentheses are optional. With `if`, an operand must be present if,
//! and only if, the modifier is present. A list or range in parentheses after a type restricts the
//! literals. With `imm` the operand must be a literal:
//!
//! ```text
//! ld.global{.cache_hint}{.vec}.mem32      (d[vec], [a]) {, policy: b64 if cache_hint}  [1.0, sm_10]  effect Load;
//! cp.async.ca.shared.global               ([dst], [src], size: imm(4 | 8 | 16))        [7.0, sm_80]  effect AsyncCopy;
//! bar.sync                                (a: u32(0 to 15)) {, b: u32(0 to 1024 by 32)} [2.0, sm_20] effect Barrier;
//! cp.async.bulk.tensor.dim.shared::cta.global.mbarrier::complete_tx::bytes  ([dst], [map, coordinates][dim], [mbar])  [8.6, sm_90]  effect BulkCopy;
//! ```
//!
//! The width of an address depends on its state space. The first state space among the modifiers is
//! the space of the first address. From sm_90 on, global and generic addresses must have 64 bits.
//!
//! # Matrices
//!
//! A warp-level row ends with `warp`. The brackets of an operand give its number of registers:
//!
//! ```text
//! mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32  (d[4]: f32, a[2]: tf32, b[1]: tf32, c[4]: f32)  [7.0, sm_80]  mma_m16n8k4_(sm) warp;
//! ```
//!
//! Rows of `wgmma` and `wmma` end with `elements`. `wgmma` reads B from shared memory, and A from shared
//! memory or registers. For `wmma`, PTX does not specify which register holds an element. The function `mma::element`
//! computes one element of the result. The function of `mma::tile` in the row, if any, computes the whole result:
//!
//! ```text
//! wgmma.mma_async.sync.aligned.m64nNk8.f32.tf32.tf32  (d: f32, a: b64, b: b64)  [8.0, sm_90a]  wgmma_m64k8_f32_tf32 elements;
//! ```
//!
//! # Forms that are not computed
//!
//! A row with `nothing` instead of a function is a form of PTX that this crate does not compute.

#[cfg(test)]
mod check;
mod names;
mod parse;
mod row;
mod table;
mod versions;

pub use crate::availability::Availability;
pub(crate) use names::same_meaning;
pub use names::{INTEGRAL_RND, Name, RND, class, classes};
pub use row::{
    Compute, Effect, Form, Later, Literals, ModifierSlot, Numbers, OperandSlot, Output, Passed,
    Presence, Second, Shape,
};
use std::collections::HashSet;
use std::sync::LazyLock;
use table::Rows;

/// The rows in these files of the folder `rows`.
macro_rules! rows {
    ($($file:literal),*) => {
        LazyLock::new(|| Rows::new(&[$(include_str!(concat!("rows/", $file, ".txt"))),*]))
    };
}

/// The forms that a single thread computes, in the order of the manual.
static THREAD: LazyLock<Rows> = rows![
    "testp",
    "copysign",
    "add_sub_mul",
    "fma",
    "mad",
    "div",
    "neg_abs",
    "min_max",
    "rcp",
    "sqrt",
    "rsqrt",
    "sin_cos",
    "lg2",
    "ex2",
    "tanh",
    "integer",
    "packed",
    "carry",
    "bits",
    "set",
    "setp",
    "select",
    "predicate",
    "mov",
    "cvt",
    "narrow",
    "pack",
    "scalar_video",
    "video"
];

/// The warp-level forms, which a warp computes from registers.
static WARP: LazyLock<Rows> = rows!["matrix"];

/// The forms that are computed from whole matrices.
static ELEMENTS: LazyLock<Rows> = rows!["wgmma", "wmma"];

/// The forms with an effect on memory, control flow or other threads.
static PROGRAM: LazyLock<Rows> = rows![
    "memory",
    "fragment",
    "tensor",
    "tensor_memory",
    "asynchronous",
    "fabric",
    "control",
    "barrier",
    "mbarrier",
    "warp",
    "atomic"
];

/// The forms that are not computed.
static OUTSIDE: LazyLock<Rows> = rows!["outside"];

/// Returns all forms that a single thread computes, in the order of the manual.
pub fn all() -> impl Iterator<Item = &'static Form> {
    THREAD.forms()
}

/// Returns all forms of the table: single-thread, matrix, memory and control forms, and forms that
/// are not computed.
///
/// ```
/// use ptx_isa::forms;
///
/// assert!(forms::every().any(|form| form.mnemonic == "bra"));
/// assert!(forms::all().all(|form| form.mnemonic != "bra"));
/// ```
pub fn every() -> impl Iterator<Item = &'static Form> {
    all().chain(matrices()).chain(PROGRAM.forms()).chain(OUTSIDE.forms())
}

/// Returns the forms of a mnemonic that have an effect, such as memory and control instructions.
#[must_use]
pub fn effects(mnemonic: &str) -> &'static [&'static Form] {
    PROGRAM.of(mnemonic)
}

/// Returns all computed forms that multiply matrices: warp-level forms, `wgmma` and `wmma`.
pub fn matrices() -> impl Iterator<Item = &'static Form> {
    WARP.forms().chain(ELEMENTS.forms())
}

/// Returns the forms of a mnemonic that `ptx-core` computes from whole matrices: `wgmma` and `wmma`.
///
/// ```
/// let forms = ptx_isa::forms::elements("wgmma");
/// assert!(forms.iter().all(|form| form.is_of_elements()));
/// assert!(ptx_isa::forms::elements("mma").is_empty());
/// ```
#[must_use]
pub fn elements(mnemonic: &str) -> &'static [&'static Form] {
    ELEMENTS.of(mnemonic)
}

/// Returns the forms of a mnemonic that multiply matrices, whether from registers or from whole
/// matrices.
#[must_use]
pub fn matrix(mnemonic: &str) -> &'static [&'static Form] {
    match warp(mnemonic) {
        [] => elements(mnemonic),
        forms => forms,
    }
}

/// Returns the warp-level forms of a mnemonic.
///
/// ```
/// let forms = ptx_isa::forms::warp("mma");
/// assert!(forms.iter().all(|form| form.is_of_warp()));
/// assert!(ptx_isa::forms::family("mma").is_empty());
/// ```
#[must_use]
pub fn warp(mnemonic: &str) -> &'static [&'static Form] {
    WARP.of(mnemonic)
}

/// Returns the single-thread forms of a mnemonic, in the order of the table.
#[must_use]
pub fn family(mnemonic: &str) -> &'static [&'static Form] {
    THREAD.of(mnemonic)
}

/// Returns the single-thread forms of a mnemonic. If the mnemonic has none, returns its memory,
/// control and matrix forms. `wgmma` and `wmma` have forms of both kinds.
pub(crate) fn of_any_kind(mnemonic: &str) -> impl Iterator<Item = &'static Form> {
    let families = match family(mnemonic) {
        [] => [effects(mnemonic), matrix(mnemonic)],
        family => [family, &[]],
    };
    families.into_iter().flatten().copied()
}

/// Returns the forms of a mnemonic whose rows have `nothing` instead of a function: this crate does
/// not compute these forms.
#[must_use]
pub fn uncomputed(mnemonic: &str) -> &'static [&'static Form] {
    OUTSIDE.of(mnemonic)
}

/// Returns whether a form of a mnemonic has a modifier. Searches all forms, including uncomputed forms.
#[must_use]
pub fn has_word(mnemonic: &str, word: &str) -> bool {
    [&THREAD, &OUTSIDE, &PROGRAM, &WARP, &ELEMENTS].iter().any(|rows| rows.has(mnemonic, word))
}

/// Returns whether a single-thread form of any mnemonic has a modifier. Searches computed and uncomputed forms.
pub(crate) fn is_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> =
        LazyLock::new(|| THREAD.all_words().chain(OUTSIDE.all_words()).collect());
    WORDS.contains(word)
}

/// Returns the role of the modifiers in some slots, such as "type" or "rounding". Returns
/// "modifier" if the slots have different roles.
pub(crate) fn role(slots: &[ModifierSlot]) -> &'static str {
    let role = |slot: &ModifierSlot| match slot.name.class() {
        Some(class) => class.role.strip_prefix("a ").unwrap_or("modifier"),
        None if slot.name.is_type() => "type",
        None => "modifier",
    };
    let mut roles = slots.iter().map(role);
    let first = roles.next().unwrap_or("modifier");
    if roles.all(|role| role == first) { first } else { "modifier" }
}

/// Returns all mnemonics of single-thread forms, without duplicates.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    THREAD.mnemonics.iter().copied()
}

/// Returns all mnemonics of matrix multiplications, without duplicates.
pub(crate) fn matrix_mnemonics() -> impl Iterator<Item = &'static str> {
    WARP.mnemonics.iter().chain(&ELEMENTS.mnemonics).copied()
}
