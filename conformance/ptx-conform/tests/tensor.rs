//! Tests the products of matrices in memory: that `eval` computes the expected words, and that NVIDIA's ptxas accepts the
//! kernels.

use ptx_conform::device::Chip;
use ptx_conform::device::simulated::Simulated;
use ptx_conform::tensor::{PRODUCTS, answers};
use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Command;

/// The architectures of the kernels, each with the number of kernels.
const CHIPS: [(u16, usize); 4] = [(90, 4), (100, 11), (103, 11), (110, 11)];

fn chip(sm: u16) -> Chip {
    Chip { name: "ptx-core itself".into(), sm, driver: 13_010 }
}

#[test]
fn the_expected_words_differ() {
    for product in PRODUCTS {
        let words = product.expected(&chip(product.targets.0));
        let count = product.threads() as usize * product.results();
        assert_eq!(words.len(), count, "{}", product.name);
        // Few of the sums are equal by chance.
        let distinct: HashSet<u64> = words.iter().copied().collect();
        assert!(distinct.len() > count * 9 / 10, "{}: {}", product.name, distinct.len());
    }
}

#[test]
fn an_answer_says_why_a_kernel_did_not_run() {
    for (sm, count) in CHIPS {
        let all = answers(&mut Simulated::default(), &chip(sm));
        assert_eq!(all.len(), count, "sm_{sm}");
        assert!(all.iter().all(|answer| answer.results.starts_with("not run: ")), "{all:?}");
    }
}

#[test]
fn the_assembler_accepts_every_product() {
    let Some(ptxas) = std::env::var_os("PTXAS").map(PathBuf::from) else {
        println!("skipped: PTXAS does not lead to an assembler");
        return;
    };
    for (sm, _) in CHIPS {
        let chip = chip(sm);
        for product in PRODUCTS.iter().filter(|one| (one.targets.0..=one.targets.1).contains(&sm)) {
            let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
                .join(format!("{}_{sm}.ptx", product.name));
            std::fs::write(&file, product.text(&chip)).expect("the temporary folder is writable");
            let target = chip.dialect().target.expect("a target").to_string();
            let output = Command::new(&ptxas)
                .args(["-arch", &target, "-o"])
                .arg(file.with_extension("cubin"))
                .arg(&file)
                .output()
                .expect("the assembler runs");
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{} for {target}: {text}", product.name);
        }
    }
}
