//! The instruction table: one row per syntax line of the PTX ISA manual.
//!
//! A row repeats the manual's line, then gives the first version and target of the form, then the
//! function that computes it:
//!
//! ```text
//! rcp.rnd{.ftz}.f32  (d, a)  [2.0, sm_20]          rcp_f32(rnd, ftz);
//! rcp.directed.f64   (d, a)  [2.0, sm_20]          rcp_f64(directed);
//! rcp.f32            (d, a)  [1.0 to 1.3, sm_10]   means approx.ftz.f32;
//! ```
//!
//! A word such as `rnd` is a class of modifiers, and an instruction has one of them; [`Name`] lists
//! all classes. A modifier in braces such as `{.ftz}` is optional. After its sources, the function
//! receives the modes that the modifiers in parentheses select, in that order. `no_ftz` passes a
//! fixed mode where the form has no such modifier. `sm` passes the architecture, where the sequence
//! of machine instructions and possibly the result depends on it.
//!
//! The brackets contain the first version and target. `|` separates alternatives; `or map` admits
//! targets with `map_f64_to_f32`. `sm_100a` means this target only, `sm_100f` also the later
//! members of its family. Modifiers that came later than the form follow with their own versions:
//!
//! ```text
//! add{.rnd}{.ftz}{.sat}.f32  (d, a, b)  [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]  add_f32(rnd, ftz, sat);
//! ```
//!
//! An operand has the instruction's type, or the type after its colon. There are four special
//! types: `byte` is `.u32` with literals up to 255, `imm8` accepts only literals up to 255, `reg16`
//! and `reg32` accept only registers of `.b16` and `.b32`. The elements of a vector share the bits
//! of the instruction's type, or each has the type after the colon. Operands of SIMD video
//! instructions may name lanes. The lanes of a destination are a mask (`d.bmask`, `d.hmask`). The
//! lanes of a source are a selector, and the row gives the default selector (`b.b7654`). The
//! function receives the lanes as `lanes`.
//!
//! A function name that ends in `_` gets the types appended. A comparison returns a `pair` of
//! results. `=> set_` names the function that turns the pair into a value. `combined` names the
//! class of operations that combine the pair with the last source. Some functions return a value
//! `with_predicate` or `with_carry`:
//!
//! ```text
//! setp.CmpOp.BoolOp.f64  (p{|q}: pred, a, b, c: pred)  [1.0, sm_13 or map]  setp_(CmpOp).combined(BoolOp) pair;
//! set.CmpOp.dtype.f64    (d: dtype, a, b)              [1.0, sm_13 or map]  setp_(CmpOp) => set_;
//! ```
//!
//! Instructions that need a whole program have an `effect` instead of a function: they are checked,
//! not computed. Their operands may be an address `[a]`, a list `(a)`, a `label`, a `pointer` (a
//! register that holds an address), a register of `.b128` (`reg128`), or only `_`:
//!
//! ```text
//! ld{.weak}.global{.ldcop}.mem32  (d, [a])                [1.0, sm_10]  effect Load;
//! bra{.uni}                       (tgt: label)            [1.0, sm_10]  effect Jump;
//! mbarrier.arrive.shared::cluster.b64  (_, [a])           [8.0, sm_90]  effect MbarrierArrive;
//! ```
//!
//! A vector has as many elements as the number in brackets, or as the digits of a modifier: `d[vec]`
//! has 4 elements with `.v4` and is a scalar without `.vec`. The address of a tensor has as many
//! coordinates as the modifier says. Operands after the parentheses may be omitted; an operand with
//! `if` is there if and only if the modifier is. A set or a range in parentheses after a type limits
//! the literals, and with `imm` a register is not accepted. A word with `::` stands for itself:
//!
//! ```text
//! ld.global{.cache_hint}{.vec}.mem32      (d[vec], [a]) {, policy: b64 if cache_hint}  [1.0, sm_10]  effect Load;
//! cp.async.ca.shared.global               ([dst], [src], size: imm(4 | 8 | 16))        [7.0, sm_80]  effect AsyncCopy;
//! bar.sync                                (a: u32(0 to 15)) {, b: u32(0 to 1024 by 32)} [2.0, sm_20] effect Barrier;
//! cp.async.bulk.tensor.dim.shared::cta.global.mbarrier::complete_tx::bytes  ([dst], [map, coordinates][dim], [mbar])  [8.6, sm_90]  effect BulkCopy;
//! ```
//!
//! The width of an address follows from its state space: the first state space among the modifiers
//! belongs to the first address. Registers of 32 bits hold addresses in global memory and generic
//! addresses only before sm_90.
//!
//! A warp-level row ends with `warp`. Its operands are vectors with the given numbers of registers:
//!
//! ```text
//! mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32  (d[4]: f32, a[2]: tf32, b[1]: tf32, c[4]: f32)  [7.0, sm_80]  mma_m16n8k4_(sm) warp;
//! ```
//!
//! A matrix instruction whose matrices are not in registers ends with `elements`. `mma::element`
//! computes an element of its result, and the function of `mma::tile` that the row names computes
//! the whole result. If the row names no function, only `mma::element` computes it:
//!
//! ```text
//! wgmma.mma_async.sync.aligned.m64nNk8.f32.tf32.tf32  (d: f32, a: b64, b: b64)  [8.0, sm_90a]  wgmma_m64k8_f32_tf32 elements;
//! ```
//!
//! A row with `nothing` instead of a function is a form that PTX has and this crate does not
//! compute.

mod add_sub_mul;
mod asynchronous;
mod atomic;
mod barrier;
mod bits;
mod carry;
mod check;
mod control;
mod copysign;
mod cvt;
mod div;
mod ex2;
mod fma;
mod fragment;
mod integer;
mod lg2;
mod mad;
mod matrix;
mod mbarrier;
mod memory;
mod min_max;
mod mov;
mod names;
mod narrow;
mod neg_abs;
mod outside;
mod pack;
mod packed;
mod predicate;
mod rcp;
mod row;
mod rsqrt;
mod select;
mod set;
mod setp;
mod sin_cos;
mod sqrt;
mod syntax;
mod tanh;
mod tensor;
mod testp;
mod video;
mod warp;
mod wgmma;
mod wmma;

pub use crate::availability::Availability;
pub(crate) use names::same_meaning;
pub use names::{CLASSES, INTEGRAL_RND, Name, RND, class};
pub use row::{
    Compute, Effect, Form, Later, Literals, ModifierSlot, Numbers, OperandSlot, Output, Passed,
    Presence, Second, Shape,
};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Returns every form that one thread computes, in the order of the manual's sections.
pub fn all() -> impl Iterator<Item = &'static Form> {
    [
        testp::FORMS,
        copysign::FORMS,
        add_sub_mul::FORMS,
        fma::FORMS,
        mad::FORMS,
        div::FORMS,
        neg_abs::FORMS,
        min_max::FORMS,
        rcp::FORMS,
        sqrt::FORMS,
        rsqrt::FORMS,
        sin_cos::FORMS,
        lg2::FORMS,
        ex2::FORMS,
        tanh::FORMS,
        integer::FORMS,
        packed::FORMS,
        carry::FORMS,
        bits::FORMS,
        set::FORMS,
        setp::FORMS,
        select::FORMS,
        predicate::FORMS,
        mov::FORMS,
        cvt::FORMS,
        narrow::FORMS,
        pack::FORMS,
        video::FORMS,
    ]
    .into_iter()
    .flatten()
}

/// Returns every form of the table: single-thread, warp-level, memory and control forms, and the
/// forms of PTX that are not computed.
///
/// ```
/// use ptx_isa::forms;
///
/// assert!(forms::every().any(|form| form.mnemonic == "bra"));
/// assert!(forms::all().all(|form| form.mnemonic != "bra"));
/// ```
pub fn every() -> impl Iterator<Item = &'static Form> {
    all().chain(matrices()).chain(PROGRAM.iter().copied().flatten()).chain(outside::FORMS)
}

/// The forms by mnemonic, and the mnemonics in the table's order.
#[derive(Default)]
struct Families {
    of: HashMap<&'static str, Vec<&'static Form>>,
    mnemonics: Vec<&'static str>,
    /// The modifiers of each mnemonic.
    words: HashMap<&'static str, HashSet<&'static str>>,
}

impl Families {
    fn new(forms: impl Iterator<Item = &'static Form>) -> Self {
        let mut families = Self::default();
        for form in forms {
            let family = families.of.entry(form.mnemonic).or_default();
            if family.is_empty() {
                families.mnemonics.push(form.mnemonic);
            }
            family.push(form);
            let words = families.words.entry(form.mnemonic).or_default();
            words.extend(form.slots.iter().flat_map(|slot| slot.words));
        }
        families
    }

    fn of(&self, mnemonic: &str) -> &[&'static Form] {
        self.of.get(mnemonic).map_or(&[], Vec::as_slice)
    }

    fn has(&self, mnemonic: &str, word: &str) -> bool {
        self.words.get(mnemonic).is_some_and(|words| words.contains(word))
    }
}

/// The forms that one thread computes.
static COMPUTED: LazyLock<Families> = LazyLock::new(|| Families::new(all()));
/// The forms that are not computed.
static UNCOMPUTED: LazyLock<Families> = LazyLock::new(|| Families::new(outside::FORMS.iter()));

/// The forms that have an effect in a program.
const PROGRAM: &[&[Form]] = &[
    memory::FORMS,
    fragment::FORMS,
    tensor::FORMS,
    asynchronous::FORMS,
    control::FORMS,
    barrier::FORMS,
    mbarrier::FORMS,
    warp::FORMS,
    atomic::FORMS,
];

static EFFECTS: LazyLock<Families> =
    LazyLock::new(|| Families::new(PROGRAM.iter().copied().flatten()));

/// Returns the forms of a memory or control mnemonic; they are valid in a program only.
#[must_use]
pub fn effects(mnemonic: &str) -> &'static [&'static Form] {
    EFFECTS.of(mnemonic)
}

static WARP: LazyLock<Families> = LazyLock::new(|| Families::new(matrix::FORMS.iter()));
static ELEMENTS: LazyLock<Families> =
    LazyLock::new(|| Families::new(wgmma::FORMS.iter().chain(wmma::FORMS)));

/// Returns every matrix form: warp-level forms, and forms on matrices outside of registers.
pub fn matrices() -> impl Iterator<Item = &'static Form> {
    matrix::FORMS.iter().chain(wgmma::FORMS).chain(wmma::FORMS)
}

/// Returns the forms of a mnemonic that are computed from matrices outside of registers.
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

/// Returns the forms of a mnemonic that multiply matrices.
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

/// Returns the single-thread forms of a mnemonic, in the table's order.
#[must_use]
pub fn family(mnemonic: &str) -> &'static [&'static Form] {
    COMPUTED.of(mnemonic)
}

/// Returns the forms of a mnemonic: single-thread, memory or control, or matrix forms.
pub(crate) fn of_any_kind(mnemonic: &str) -> &'static [&'static Form] {
    match family(mnemonic) {
        [] => OTHERS.of(mnemonic),
        family => family,
    }
}

/// The forms that a single thread does not compute. `wgmma` and `wmma` have forms of both kinds.
static OTHERS: LazyLock<Families> =
    LazyLock::new(|| Families::new(PROGRAM.iter().copied().flatten().chain(matrices())));

/// Returns the forms of a mnemonic that PTX has and this crate does not compute.
#[must_use]
pub fn uncomputed(mnemonic: &str) -> &'static [&'static Form] {
    UNCOMPUTED.of(mnemonic)
}

/// Returns whether any form of a mnemonic, computed or not, has a modifier.
#[must_use]
pub fn has_word(mnemonic: &str, word: &str) -> bool {
    [&COMPUTED, &UNCOMPUTED, &EFFECTS, &WARP, &ELEMENTS]
        .iter()
        .any(|families| families.has(mnemonic, word))
}

/// Returns whether a form of any mnemonic has a modifier.
pub(crate) fn is_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let all = [&COMPUTED, &UNCOMPUTED].map(|families| families.words.values());
        all.into_iter().flatten().flatten().copied().collect()
    });
    WORDS.contains(word)
}

/// Returns the common role of the modifiers of some slots, such as "type" or "rounding"; "modifier"
/// if the roles differ.
pub(crate) fn role(slots: &[ModifierSlot]) -> &'static str {
    let role = |slot: &ModifierSlot| match slot.name.class() {
        Some(class) => class.role.strip_prefix("a ").unwrap_or("modifier"),
        None if slot.name.is_in_place_of_type() => "type",
        None => "modifier",
    };
    let mut roles = slots.iter().map(role);
    let first = roles.next().unwrap_or("modifier");
    if roles.all(|role| role == first) { first } else { "modifier" }
}

/// Returns every mnemonic of a single-thread form, once.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    COMPUTED.mnemonics.iter().copied()
}

/// Returns every mnemonic that multiplies matrices, once.
pub(crate) fn matrix_mnemonics() -> impl Iterator<Item = &'static str> {
    [&WARP, &ELEMENTS].into_iter().flat_map(|families| families.mnemonics.iter().copied())
}
