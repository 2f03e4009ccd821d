//! The instruction table: one row per syntax line of the PTX ISA manual.
//!
//! A row reads like the manual's line, then says since when and for which targets the form
//! exists, then what computes it:
//!
//! ```text
//! rcp.rnd{.ftz}.f32  (d, a)  [2.0, sm_20]          rcp_f32(rnd, ftz);
//! rcp.directed.f64   (d, a)  [2.0, sm_20]          rcp_f64(directed);
//! rcp.f32            (d, a)  [1.0 to 1.3, sm_10]   means approx.ftz.f32;
//! ```
//!
//! A word such as `rnd` is a class of modifiers, of which one is written ([`Name`] has them all);
//! `{.ftz}` may be left out. A function receives what the modifiers in parentheses choose, in that
//! order, after the sources; `no_ftz` where it has a mode that the form does not; `sm` where the
//! sequence of machine instructions, and so perhaps the result, depends on the target.
//!
//! In brackets are the first version and target; `|` separates alternatives, `or map` admits
//! `map_f64_to_f32`, `sm_100a` is that target alone and `sm_100f` its family. Modifiers that came
//! after their form follow with their own:
//!
//! ```text
//! add{.rnd}{.ftz}{.sat}.f32  (d, a, b)  [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]  add_f32(rnd, ftz, sat);
//! ```
//!
//! An operand has the instruction's type or the one after its colon; `byte` is `.u32` with literals up to 255, `imm8`
//! is such a literal, `reg16` and `reg32` are registers of `.b16` and `.b32`. The elements of a vector share the bits
//! of the instruction's type, or each has the type after the colon. A SIMD video instruction's operands may name lanes:
//! those of a destination are a mask (`d.bmask`, `d.hmask`), those of a source a selector, for which the row has the
//! default (`b.b7654`); the function receives the `lanes`.
//!
//! The types are appended to a name that ends in `_`. A comparison has two results, a `pair`; `=>
//! set_` makes a value of them, and `combined` names the class that says how they are combined with
//! the last source. Some functions return a value `with_predicate` or `with_carry`:
//!
//! ```text
//! setp.CmpOp.BoolOp.f64  (p{|q}: pred, a, b, c: pred)  [1.0, sm_13 or map]  setp_(CmpOp).combined(BoolOp) pair;
//! set.CmpOp.dtype.f64    (d: dtype, a, b)              [1.0, sm_13 or map]  setp_(CmpOp) => set_;
//! ```
//!
//! Instructions of memory and control have an `effect` instead of a function. Their operands may be
//! an address `[a]`, a list `(a)`, or a `label`:
//!
//! ```text
//! ld{.weak}{.space}{.cop}.memtype  (d, [a])      [1.0, sm_10]  effect Load;
//! bra{.uni}                        (tgt: label)  [1.0, sm_10]  effect Jump;
//! ```
//!
//! What the threads of a warp execute together ends with `warp`, and its operands are vectors, of which
//! the row says how many registers they have:
//!
//! ```text
//! mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32  (d[4]: f32, a[2]: tf32, b[1]: tf32, c[4]: f32)  [7.0, sm_80]  mma_m16n8k4_(sm) warp;
//! ```
//!
//! A row may say `nothing` instead of a function: PTX has the form, and it is not computed.

mod add_sub_mul;
mod bits;
mod carry;
mod check;
mod control;
mod copysign;
mod cvt;
mod div;
mod ex2;
mod fma;
mod integer;
mod lg2;
mod mad;
mod matrix;
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
mod testp;
mod video;

pub use crate::availability::Availability;
pub(crate) use names::same_meaning;
pub use names::{CLASSES, INTEGRAL_RND, Name, RND, class};
pub use row::{
    Compute, Effect, Form, Later, Literals, ModifierSlot, OperandSlot, Output, Passed, Second,
    Shape,
};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Every form that is computed, in the order of the manual's sections.
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

/// Every form of the table: of one thread, of a warp, of memory and control, and those that PTX has
/// and nothing here computes.
///
/// ```
/// use ptx_isa::forms;
///
/// assert!(forms::every().any(|form| form.mnemonic == "bra"));
/// assert!(forms::all().all(|form| form.mnemonic != "bra"));
/// ```
pub fn every() -> impl Iterator<Item = &'static Form> {
    let others = [memory::FORMS, control::FORMS, outside::FORMS].into_iter().flatten();
    all().chain(matrices()).chain(others)
}

/// The forms of each mnemonic, and the mnemonics, in the table's order.
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

/// The forms that are computed, and the others.
static COMPUTED: LazyLock<Families> = LazyLock::new(|| Families::new(all()));
static UNCOMPUTED: LazyLock<Families> = LazyLock::new(|| Families::new(outside::FORMS.iter()));

static EFFECTS: LazyLock<Families> =
    LazyLock::new(|| Families::new(memory::FORMS.iter().chain(control::FORMS)));

/// The forms of a mnemonic of memory or control, which mean something in a program only.
#[must_use]
pub fn effects(mnemonic: &str) -> &'static [&'static Form] {
    EFFECTS.of(mnemonic)
}

static WARP: LazyLock<Families> = LazyLock::new(|| Families::new(matrices()));

/// Every form that the threads of a warp execute together.
pub fn matrices() -> impl Iterator<Item = &'static Form> {
    matrix::FORMS.iter()
}

/// The forms of a mnemonic that the threads of a warp execute together.
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

/// Whether these modifiers are of forms of a warp that are not in the table: sparse, block-scaled.
pub(crate) fn is_outside_warp(words: &[&str]) -> bool {
    words.iter().any(|word| matrix::OUTSIDE.contains(word))
}

/// The forms of a mnemonic, in the table's order.
#[must_use]
pub fn family(mnemonic: &str) -> &'static [&'static Form] {
    COMPUTED.of(mnemonic)
}

/// The forms of a mnemonic, of one thread, of memory or control, or of a warp.
pub(crate) fn of_any_kind(mnemonic: &str) -> &'static [&'static Form] {
    let all = [family, effects, warp].map(|of| of(mnemonic));
    all.into_iter().find(|family| !family.is_empty()).unwrap_or_default()
}

/// The forms of a mnemonic that PTX has and nothing here computes.
#[must_use]
pub fn uncomputed(mnemonic: &str) -> &'static [&'static Form] {
    UNCOMPUTED.of(mnemonic)
}

/// Whether a form of a mnemonic has a modifier, computed or not.
#[must_use]
pub fn has_word(mnemonic: &str, word: &str) -> bool {
    [&COMPUTED, &UNCOMPUTED, &EFFECTS, &WARP].iter().any(|families| families.has(mnemonic, word))
}

/// Whether a form of any mnemonic has a modifier.
pub(crate) fn is_word(word: &str) -> bool {
    static WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let all = [&COMPUTED, &UNCOMPUTED].map(|families| families.words.values());
        all.into_iter().flatten().flatten().copied().collect()
    });
    WORDS.contains(word)
}

/// What the modifiers of places are: `type`, `rounding`, or `modifier` if they are several things.
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

/// Every mnemonic, once.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    COMPUTED.mnemonics.iter().copied()
}
