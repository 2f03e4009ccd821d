//! Tests that `eval` computes the expected words of products of matrices in memory, and that NVIDIA's ptxas accepts the
//! kernels.

mod assembled;

use assembled::{assert_assembled, chip};
use ptx_conform::device::simulated::Simulated;
use ptx_conform::tensor::{PRODUCTS, answers};
use std::collections::HashSet;

/// The tested architectures, each with the number of kernels that it runs.
const CHIPS: [(u16, usize); 4] = [(90, 15), (100, 11), (103, 11), (110, 11)];

#[test]
fn the_expected_words_differ() {
    for product in PRODUCTS {
        let words = product.expected(&chip(product.targets.0));
        let count = product.threads() as usize * product.results();
        assert_eq!(words.len(), count, "{}", product.name);
        // Few sums are equal by chance. The `b1` products count bits, so their sums are close to each other.
        let least = if product.name.contains("b1") { 24 } else { count * 8 / 10 };
        let distinct: HashSet<u64> = words.iter().copied().collect();
        assert!(distinct.len() > least, "{}: {}", product.name, distinct.len());
    }
}

/// Runs the kernels in the engine. A test of the files of chips compares the same words of `wgmma` with those of an H100.
#[test]
fn the_engine_computes_the_expected_words() {
    for (sm, count) in CHIPS {
        let chip = chip(sm);
        let all = answers(&mut Simulated::default(), &chip);
        assert_eq!(all.len(), count, "sm_{sm}");
        for answer in all {
            let name = answer.form.strip_prefix("kernel ").expect("the name of a kernel");
            let product = PRODUCTS.iter().find(|product| product.name == name).expect("a product");
            let words = answer.results.split(' ').map(|word| u64::from_str_radix(word, 16).ok());
            let words: Option<Vec<_>> = words.collect();
            let words = words.unwrap_or_else(|| panic!("{name}, sm_{sm}: {}", answer.results));
            assert_eq!(words, product.expected(&chip), "{name}, sm_{sm}");
        }
    }
}

#[test]
fn the_assembler_accepts_every_product() {
    for (sm, _) in CHIPS {
        let chip = chip(sm);
        for product in PRODUCTS.iter().filter(|one| (one.targets.0..=one.targets.1).contains(&sm)) {
            assert_assembled(product.name, &product.text(&chip), &chip);
        }
    }
}
