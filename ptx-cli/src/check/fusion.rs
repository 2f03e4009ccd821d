//! Products and sums that `ptxas` may fuse (PTX ISA, "add", "mul": without a written rounding they
//! "may be optimized aggressively"), where the product has no other use.

use super::{Diagnostic, Level};
use crate::text::Span;
use ptx_isa::{Kind, Selection, Type, forms};
use std::collections::HashMap;

/// A product that no second use has been seen of.
struct Product {
    at: Span,
    spelling: String,
    ty: Type,
    flushes: bool,
    /// The block of statements without a label that it stands in.
    block: usize,
    /// The sum that uses it.
    sum: Option<(Span, String)>,
}

/// The products whose register still holds them.
#[derive(Default)]
pub(super) struct Fusion {
    products: HashMap<usize, Product>,
    block: usize,
    found: Vec<Diagnostic>,
}

/// `mul`, `add` or `sub` on floats without a rounding and `.sat`.
fn may_fuse(form: &Selection) -> bool {
    form.instruction_type().kind() == Kind::Float
        && !form.modifiers.iter().flatten().any(|w| forms::RND.contains(w) || *w == "sat")
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
        let form = form.filter(|form| may_fuse(form) && !guarded);
        let sum = form.filter(|form| matches!(form.form.mnemonic, "add" | "sub"));
        let writes = |operand: usize| operand == 0 && form.is_some();
        for &(operand, register) in registers.iter().filter(|used| !writes(used.0)) {
            let Some(product) = self.products.get_mut(&register) else { continue };
            let fits = operand != usize::MAX
                && product.sum.is_none()
                && product.block == self.block
                && sum.is_some_and(|sum| {
                    sum.instruction_type() == product.ty && flushes(sum) == product.flushes
                });
            if fits {
                product.sum = Some((at.clone(), spelling.into()));
            } else {
                self.products.remove(&register);
            }
        }
        for &(_, register) in registers.iter().filter(|used| writes(used.0)) {
            if let Some(product) = self.products.remove(&register) {
                self.found.extend(product.note());
            }
            if let Some(form) = form.filter(|form| form.form.mnemonic == "mul") {
                let product = Product {
                    at: at.clone(),
                    spelling: spelling.into(),
                    ty: form.instruction_type(),
                    flushes: flushes(form),
                    block: self.block,
                    sum: None,
                };
                self.products.insert(register, product);
            }
        }
    }

    /// The notes, once nothing more follows.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        self.found.extend(self.products.into_values().filter_map(Product::note));
        // Of two products in one sum only one can be fused: the nearer one stands for both.
        let nearness =
            |d: &Diagnostic| d.other.as_ref().map_or(0, |other| usize::MAX - other.0.start);
        self.found.sort_by_key(|d| (d.span.start, nearness(d)));
        self.found.dedup_by_key(|d| d.span.start);
        self.found
    }
}

impl Product {
    fn note(self) -> Option<Diagnostic> {
        let (at, sum) = self.sum?;
        let product = self.spelling;
        let message = format!("`ptxas` may fuse this `{sum}` with the `{product}` before it");
        let rounded = |text: &str| {
            let (mnemonic, rest) = text.split_once('.').unwrap_or((text, ""));
            format!("`{mnemonic}.rn.{rest}`")
        };
        let (_, rest) = product.split_once('.').unwrap_or(("", &product));
        Some(Diagnostic {
            why: Some("without a written rounding both may become one `fma`, rounded once".into()),
            help: Some(format!(
                "write {} and {} to round twice, or `fma.rn.{rest}` to round once",
                rounded(&product),
                rounded(&sum)
            )),
            other: Some(Box::new((self.at, "the product, which has no other use".into()))),
            ..Diagnostic::new(Level::Note, at, message)
        })
    }
}
