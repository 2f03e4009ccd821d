//! Products and sums that `ptxas` may fuse (PTX ISA, "add", "mul": without a written rounding they
//! "may be optimized aggressively"), where the product has no use but in sums. Not followed: a product
//! that is moved or negated in between.

use super::{Diagnostic, Level};
use crate::text::Span;
use ptx_isa::{Kind, Selection, Type, forms};
use std::collections::HashMap;

/// A product of which no use but in sums has been seen.
struct Product {
    at: Span,
    spelling: String,
    ty: Option<Type>,
    flushes: bool,
    /// The block of statements without a label that it stands in.
    block: usize,
    /// The sums that use it.
    sums: Vec<(Span, String)>,
}

/// The products whose register still holds them.
#[derive(Default)]
pub(super) struct Fusion {
    products: HashMap<usize, Product>,
    block: usize,
    found: Vec<Diagnostic>,
}

/// `add` and `sub` on floats without a rounding, `mul` also without `.sat`.
fn may_fuse(form: &Selection) -> bool {
    let rounds_itself = |word: &&str| forms::RND.contains(word);
    let mut words = form.modifiers.iter().flatten();
    form.instruction_type().is_some_and(|ty| ty.kind() == Kind::Float)
        && !match form.form.mnemonic {
            "mul" => words.any(|word| rounds_itself(word) || *word == "sat"),
            _ => words.any(rounds_itself),
        }
}

fn flushes(form: &Selection) -> bool {
    form.modifiers.contains(&Some("ftz"))
}

impl Fusion {
    /// A label: what comes next may be reached from elsewhere.
    pub(super) fn new_block(&mut self) {
        self.block += 1;
    }

    /// An instruction with its registers, each beside the number of the operand it stands in.
    pub(super) fn step(
        &mut self,
        form: Option<&Selection>,
        spelling: &str,
        at: &Span,
        registers: &[(usize, usize)],
        guarded: bool,
    ) {
        let writes = |operand: usize| operand == 0 && form.is_some() && !guarded;
        let fusible = form.filter(|form| may_fuse(form));
        let sum = fusible.filter(|form| matches!(form.form.mnemonic, "add" | "sub"));
        for &(operand, register) in registers.iter().filter(|used| !writes(used.0)) {
            let Some(product) = self.products.get_mut(&register) else { continue };
            let seen = product.sums.last().is_some_and(|sum| sum.0 == *at);
            let fits = operand != usize::MAX
                && operand != 0
                && !seen
                && product.block == self.block
                && sum.is_some_and(|sum| {
                    sum.instruction_type() == product.ty && flushes(sum) == product.flushes
                });
            if fits {
                product.sums.push((at.clone(), spelling.into()));
            } else {
                self.products.remove(&register);
            }
        }
        for &(_, register) in registers.iter().filter(|used| writes(used.0)) {
            if let Some(product) = self.products.remove(&register) {
                self.found.extend(product.notes());
            }
            if let Some(form) = fusible.filter(|form| form.form.mnemonic == "mul") {
                let product = Product {
                    at: at.clone(),
                    spelling: spelling.into(),
                    ty: form.instruction_type(),
                    flushes: flushes(form),
                    block: self.block,
                    sums: Vec::new(),
                };
                self.products.insert(register, product);
            }
        }
    }

    /// The notes, once nothing more follows.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.extend(self.products.into_values().flat_map(Product::notes));
        // Of two products in one sum only one can be fused: the nearer one stands for both.
        let nearness =
            |d: &Diagnostic| d.other.as_ref().map_or(0, |other| usize::MAX - other.0.start);
        self.found.sort_by_key(|d| (d.span.start, nearness(d)));
        self.found.dedup_by_key(|d| d.span.start);
        self.found
    }
}

impl Product {
    fn notes(self) -> impl Iterator<Item = Diagnostic> {
        let Self { at, spelling: product, sums, .. } = self;
        sums.into_iter().map(move |(sum_at, sum)| {
            let message = format!("`ptxas` may fuse this `{sum}` with the `{product}` before it");
            let rounded = |text: &str| {
                let (mnemonic, rest) = text.split_once('.').unwrap_or((text, ""));
                format!("`{mnemonic}.rn.{rest}`")
            };
            let (_, fused) = sum.split_once('.').unwrap_or(("", &sum));
            let help = format!(
                "write {} and {} to round twice, or `fma.rn.{fused}` to round once",
                rounded(&product),
                rounded(&sum)
            );
            let other = (at.clone(), String::from("the product, which is used in sums only"));
            Diagnostic {
                other: Some(Box::new(other)),
                ..Diagnostic::new(Level::Note, sum_at, message)
                    .note("without a written rounding both may become one `fma`, rounded once")
                    .help(help)
            }
        })
    }
}
