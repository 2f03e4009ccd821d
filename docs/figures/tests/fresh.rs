//! Tests that the pictures in the book are up to date. This package must draw the same bytes.

use std::collections::BTreeSet;
use std::fs;

#[test]
fn every_picture_is_the_drawn_one() {
    let pictures = figures::pictures();
    for (name, picture) in &pictures {
        let found = fs::read_to_string(figures::folder().join(name)).unwrap_or_default();
        assert!(
            found == *picture,
            "{name} is stale: cargo run --release --manifest-path docs/figures/Cargo.toml"
        );
    }
    let names: BTreeSet<_> = pictures.into_iter().map(|(name, _)| name).collect();
    let entries = fs::read_dir(figures::folder()).expect("the folder");
    let found: BTreeSet<_> = entries
        .map(|entry| entry.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(found, names);
}
