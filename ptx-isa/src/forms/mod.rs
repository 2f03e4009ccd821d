//! The instruction table: one row per syntax line of the PTX ISA manual.
//!
//! A row reads like the manual's line, then says since when and for which targets the form
//! exists, then what computes it:
//!
//! ```text
//! rcp.rnd{.ftz}.f32  (d, a)  [2.0, sm_20]          rcp_f32;
//! rcp.rn.f64         (d, a)  [1.4, sm_13 or map]   rcp_f64;
//! rcp.f32            (d, a)  [1.0 to 1.3, sm_10]   means approx.ftz.f32;
//! ```
//!
//! A word such as `rnd` that stands for several is a class (see [`class`]). `{.ftz}` may be left
//! out. `or map` admits `map_f64_to_f32`; `by_target` says that the sequence of machine
//! instructions, and so perhaps the result, depends on the target. Modifiers that came after their
//! form follow with their own version and target:
//!
//! ```text
//! add{.rnd}{.ftz}{.sat}.f32  (d, a, b)  [1.0, sm_10; ftz 1.4, sm_10; rm rp 2.0, sm_20]  add_f32;
//! ```
//!
//! An operand's type `byte` is `.u32` with literals up to 255; `imm8` is such a literal.
//!
//! A name that ends in `_` goes on with the types. A comparison has two results: `both` may be
//! written, and `=> set_` makes a value of them; `keep` is said where the function knows `.ftz` and
//! the form does not:
//!
//! ```text
//! setp.CmpOp.f64       (p{|q}: pred, a, b)  [1.0, sm_13 or map]  setp_ both;
//! set.CmpOp.dtype.f64  (d: dtype, a, b)     [1.0, sm_13 or map]  setp_ => set_;
//! ```

mod add_sub_mul;
mod bits;
mod classes;
mod copysign;
mod cvt;
mod div;
mod ex2;
mod fma;
mod integer;
mod lg2;
mod mad;
mod min_max;
mod mov;
mod neg_abs;
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

pub use classes::{INTEGRAL_RND, RND, class};
pub use row::{Compute, Form, Later, Literals, OperandSlot, Output, Second, Slot};
use std::collections::HashMap;
use std::sync::OnceLock;
pub(crate) use syntax::same;
use syntax::{core, forms, operand, slot, sm};

/// Every form, in the order of the manual's sections.
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
        bits::FORMS,
        set::FORMS,
        setp::FORMS,
        select::FORMS,
        predicate::FORMS,
        mov::FORMS,
        cvt::FORMS,
    ]
    .into_iter()
    .flatten()
}

/// The forms of each mnemonic, and the mnemonics, in the table's order.
#[derive(Default)]
struct Families {
    of: HashMap<&'static str, Vec<&'static Form>>,
    mnemonics: Vec<&'static str>,
}

fn families() -> &'static Families {
    static FAMILIES: OnceLock<Families> = OnceLock::new();
    FAMILIES.get_or_init(|| {
        let mut families = Families::default();
        for form in all() {
            let family = families.of.entry(form.mnemonic).or_default();
            if family.is_empty() {
                families.mnemonics.push(form.mnemonic);
            }
            family.push(form);
        }
        families
    })
}

/// The forms of a mnemonic, in the table's order.
#[must_use]
pub fn family(mnemonic: &str) -> &'static [&'static Form] {
    families().of.get(mnemonic).map_or(&[], Vec::as_slice)
}

/// Every mnemonic, once.
pub fn mnemonics() -> impl Iterator<Item = &'static str> {
    families().mnemonics.iter().copied()
}
