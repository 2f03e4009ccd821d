//! Finds multiplications and additions that `ptxas` may fuse into one `fma`. Without a rounding
//! modifier, such instructions "may be optimized aggressively" (PTX ISA, "add", "mul"). `div.approx` and `div.full` end with
//! a multiplication by the reciprocal, which `ptxas` fuses, too.
//!
//! A multiplication is reported only if every use of its result is an addition, and never a move or a negation.

use crate::code::Code;
use crate::forms::{Effect, RND};
use crate::message::Message;
use crate::selection::Selection;
use crate::types::{Kind, Type};
use std::collections::BTreeMap;

/// How an instruction uses a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// The register is the first operand.
    First,
    /// The register is another operand.
    Source,
    /// The register is the guard.
    Guard,
}

/// A multiplication and an addition that may be fused. `P` is a position in the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fused<P> {
    /// The position and the spelling of the multiplication.
    pub product: (P, String),
    /// The position and the spelling of the addition.
    pub sum: (P, String),
}

/// A multiplication whose uses so far are all additions.
#[derive(Clone, Debug)]
struct Product<P> {
    at: P,
    form: Selection,
    /// The number of the basic block with the multiplication.
    block: usize,
    /// The position and the spelling of each addition that uses the product.
    sums: Vec<(P, String)>,
}

/// Finds pairs of a multiplication and an addition that `ptxas` may fuse. The keys of `products` are
/// the registers that hold the products.
#[derive(Clone, Debug)]
pub struct Fusion<P> {
    products: BTreeMap<usize, Product<P>>,
    block: usize,
    found: Vec<Fused<P>>,
}

impl<P> Default for Fusion<P> {
    fn default() -> Self {
        Self { products: BTreeMap::new(), block: 0, found: Vec::new() }
    }
}

/// Returns whether `ptxas` may fuse a form. `ptxas` may fuse float `add`, `sub` and `mul` without a
/// rounding modifier, but not `mul` with `.sat`, and the product in `div.approx` and `div.full`.
fn may_fuse(form: &Selection) -> bool {
    let rounds_itself = |word: &&str| RND.contains(word);
    let mut words = form.modifiers.iter().flatten();
    form.instruction_type().is_some_and(|ty| ty.kind() == Kind::Float)
        && match form.form.mnemonic {
            "mul" => !words.any(|word| rounds_itself(word) || *word == "sat"),
            "add" | "sub" => !words.any(rounds_itself),
            "div" => words.any(|word| ["approx", "full"].contains(word)),
            _ => false,
        }
}

fn is_sum(form: &Selection) -> bool {
    matches!(form.form.mnemonic, "add" | "sub")
}

fn flushes(form: &Selection) -> bool {
    form.modifiers.contains(&Some("ftz"))
}

/// Returns whether an instruction writes its first operand.
fn writes_first(form: &Selection) -> bool {
    matches!(form.form.effect(), None | Some(Effect::Load | Effect::Convert))
}

impl<P: Copy + Ord> Fusion<P> {
    /// Starts a new basic block. The caller calls this function at each label.
    pub fn new_block(&mut self) {
        self.block += 1;
    }

    /// Records an instruction and the registers that it uses. `form` is `None` if the instruction
    /// is unknown.
    pub fn step(
        &mut self,
        form: Option<&Selection>,
        at: P,
        registers: &[(Use, usize)],
        is_guarded: bool,
    ) {
        let is_write = |used: &&(Use, usize)| {
            used.0 == Use::First && !is_guarded && form.is_some_and(writes_first)
        };
        let fusible = form.filter(|form| may_fuse(form));
        let sum = fusible.filter(|form| is_sum(form));
        for used in registers.iter().filter(|used| !is_write(used)) {
            let Some(product) = self.products.get_mut(&used.1) else { continue };
            let is_second = product.sums.last().is_some_and(|sum| sum.0 == at);
            let fits = |sum: &&Selection| product.fits(sum, self.block);
            match sum.filter(fits).filter(|_| used.0 == Use::Source && !is_second) {
                Some(sum) => product.sums.push((at, sum.spelling())),
                None => drop(self.products.remove(&used.1)),
            }
        }
        for (_, register) in registers.iter().filter(is_write) {
            if let Some(product) = self.products.remove(register) {
                self.found.extend(product.fused());
            }
            if let Some(form) = fusible.filter(|form| !is_sum(form)) {
                let (form, block) = (form.clone(), self.block);
                self.products.insert(*register, Product { at, form, block, sums: Vec::new() });
            }
        }
    }

    /// Returns the fusible pairs of the function, at most one for each addition. An addition of two
    /// products is paired with the later product.
    #[must_use]
    pub fn finish(mut self) -> Vec<Fused<P>> {
        self.found.extend(self.products.into_values().flat_map(Product::fused));
        self.found.sort_by_key(|fused| (fused.sum.0, std::cmp::Reverse(fused.product.0)));
        self.found.dedup_by_key(|fused| fused.sum.0);
        self.found
    }
}

impl<P: Copy> Product<P> {
    fn fits(&self, sum: &Selection, block: usize) -> bool {
        let ty = |form: &Selection| -> Option<Type> { form.instruction_type() };
        self.block == block && ty(&self.form) == ty(sum) && flushes(&self.form) == flushes(sum)
    }

    fn fused(self) -> impl Iterator<Item = Fused<P>> {
        let product = (self.at, self.form.spelling());
        self.sums.into_iter().map(move |sum| Fused { product: product.clone(), sum })
    }
}

impl<P> Fused<P> {
    /// Returns the message to show at the addition.
    #[must_use]
    pub fn message(&self) -> Message {
        let (product, sum) = (&self.product.1, &self.sum.1);
        let rounded = |text: &str| {
            let (mnemonic, rest) = text.split_once('.').unwrap_or((text, ""));
            format!("`{mnemonic}.rn.{rest}`")
        };
        let (_, words) = sum.split_once('.').unwrap_or(("", sum));
        let found = format!("`ptxas` may fuse this `{sum}` with the `{product}` before it");
        let found = Message::new(found).coded(Code::Fusion);
        if product.starts_with("div") {
            return found
                .note("the quotient is a product with the reciprocal, which may become one `fma` with the sum, rounded once")
                .help(format!("with {} both round", rounded(sum)));
        }
        found.note("without a written rounding both may become one `fma`, rounded once").help(
            format!(
                "with {} and {} both round, with `fma.rn.{words}` only the sum",
                rounded(product),
                rounded(sum)
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Fusion, Use};
    use crate::dialect::Dialect;
    use crate::select::select;

    /// Returns whether a multiplication and an addition of its product are found as a fusible pair.
    fn is_found(product: &str, sum: &str, is_other_block: bool) -> bool {
        let form = |text: &str| {
            let mut words = text.split('.');
            let mnemonic = words.next().expect("a mnemonic");
            select(mnemonic, &words.collect::<Vec<_>>(), &Dialect::default()).expect(text)
        };
        let mut fusion = Fusion::default();
        fusion.step(Some(&form(product)), 0, &[(Use::First, 1), (Use::Source, 2)], false);
        if is_other_block {
            fusion.new_block();
        }
        fusion.step(Some(&form(sum)), 1, &[(Use::First, 3), (Use::Source, 1)], false);
        !fusion.finish().is_empty()
    }

    #[test]
    fn a_product_and_its_sum_have_one_block_type_and_flush() {
        assert!(is_found("mul.f32", "add.f32", false));
        assert!(is_found("mul.ftz.f32", "sub.ftz.f32", false));
        assert!(!is_found("mul.f32", "add.f32", true));
        assert!(!is_found("mul.f32", "add.f64", false));
        assert!(!is_found("mul.ftz.f32", "add.f32", false));
        assert!(!is_found("mul.f32", "add.ftz.f32", false));
        for quotient in ["div.approx", "div.full"] {
            assert!(is_found(&format!("{quotient}.f32"), "add.f32", false));
            assert!(is_found(&format!("{quotient}.ftz.f32"), "sub.ftz.f32", false));
            assert!(!is_found(&format!("{quotient}.ftz.f32"), "add.f32", false));
            assert!(!is_found(&format!("{quotient}.f32"), "add.rn.f32", false));
        }
        assert!(!is_found("div.rn.f32", "add.f32", false));
    }
}
