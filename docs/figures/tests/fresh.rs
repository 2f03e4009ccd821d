//! Tests that the pictures in the book are up to date: the package must draw the bytes of the stored files.

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

/// Tests that the font size is at least 11 pixels if the picture is as wide as a page of the book. Also tests that no
/// rectangle covers the whole picture.
#[test]
fn letters_are_large_and_the_background_is_transparent() {
    for (name, picture) in figures::pictures() {
        assert!(picture.starts_with("<svg width=\"750\""), "{name}");
        let sizes = picture.split("font-size=\"").skip(1);
        let sizes: Vec<f64> = sizes
            .map(|rest| rest.split('"').next().expect("a size").parse().expect("a number"))
            .collect();
        assert!(!sizes.is_empty() && sizes.iter().all(|size| *size >= 11.0), "{name}: {sizes:?}");
        assert!(!picture.contains("<rect x=\"0\" y=\"0\""), "{name}");
    }
}
