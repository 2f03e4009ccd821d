//! Computes a product element by element, with less code than by blocks.

use super::{Product, part};
use ptx_core::mma::{Extras, element_with};

/// Computes the product. Returns `None` if `stop` returned true.
pub(super) fn run(
    product: &Product<'_>,
    d: &mut [u64],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<()> {
    let Product { form, sm, shape: [_, rows, columns], instructions, a, b, c, extras, .. } =
        *product;
    let scales = form.scales().map_or(0, |scales| scales.vector.count()) * instructions;
    let [stored, digits] = [form.stored().into(), form.chunks()].map(|count| count * instructions);
    for (i, d) in d.iter_mut().enumerate() {
        if i % 256 == 0 && stop() {
            return None;
        }
        let row = i / columns;
        let column = row / rows * columns + i % columns;
        let extras = Extras {
            metadata: part(extras.metadata, row, digits),
            scales_a: part(extras.scales_a, row, scales),
            scales_b: part(extras.scales_b, column, scales),
            ..extras
        };
        let (a, b) = (part(a, row, stored), part(b, column, product.length()));
        *d = element_with(form, a, b, c[i], &extras, sm)?;
    }
    Some(())
}
