//! Tests that published packages contain their licences, credits and documentation settings.
#![forbid(unsafe_code)]

use std::fs;
use std::path::Path;
use test_support::{published, root};

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_crate_has_its_licences_and_the_settings_of_docs_rs() {
    let crates = published();
    assert!(crates.len() >= 11, "{crates:?}");
    for package in crates {
        let name = &package.name;
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert_eq!(read(&package.join(licence)), read(&root().join(licence)), "{name}");
        }
        let manifest = read(&package.join("Cargo.toml"));
        assert!(manifest.contains("[package.metadata.docs.rs]"), "{name}");
        let description =
            manifest.lines().find(|line| line.starts_with("description")).unwrap_or_default();
        assert!(description.contains("NVIDIA"), "{name}: {description}");
        for place in ["repository.workspace = true", "homepage.workspace = true"] {
            assert!(manifest.contains(place), "{name}: {place}");
        }
    }
}

/// Tests that a published crate contains a copy of NOTICE if NOTICE names the folder of the crate. Also tests that
/// NOTICE names the data files of other projects.
#[test]
fn who_carries_data_of_others_carries_the_notice() {
    let notice = read(&root().join("NOTICE"));
    for package in published().iter().filter(|package| !package.folder.is_empty()) {
        if notice.contains(&format!("{}/", package.folder)) {
            assert_eq!(read(&package.join("NOTICE")), notice, "{}", package.name);
        }
    }
    for data in ["ptx-core/src/mufu/tables.rs", "crates/bits/tests/schema/sarif-2.1.0.json"] {
        assert!(notice.contains(data) && root().join(data).exists(), "{data}");
    }
}
