//! Tests that published packages contain their licences, credits and documentation settings.
#![forbid(unsafe_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folders of the crates that are published.
fn published() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders =
        fs::read_dir(root).expect("the repository").map(|entry| entry.expect("an entry").path());
    let is_crate = |folder: &PathBuf| {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with("ptx-") && folder.join("Cargo.toml").exists()
    };
    std::iter::once(root.into()).chain(folders.filter(is_crate)).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_crate_has_its_licences_and_the_settings_of_docs_rs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = published();
    assert!(crates.len() >= 8, "{crates:?}");
    for folder in crates {
        for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
            assert_eq!(
                read(&folder.join(licence)),
                read(&root.join(licence)),
                "{}",
                folder.display()
            );
        }
        let manifest = read(&folder.join("Cargo.toml"));
        assert!(manifest.contains("[package.metadata.docs.rs]"), "{}", folder.display());
        assert!(!manifest.contains("publish = false"), "{}", folder.display());
        let description =
            manifest.lines().find(|line| line.starts_with("description")).unwrap_or_default();
        assert!(description.contains("NVIDIA"), "{}: {description}", folder.display());
        for place in ["repository.workspace = true", "homepage.workspace = true"] {
            assert!(manifest.contains(place), "{}: {place}", folder.display());
        }
    }
}

/// Tests that a published crate contains a copy of NOTICE if NOTICE names the folder of the crate. Also tests that
/// NOTICE names the data files of other projects.
#[test]
fn who_carries_data_of_others_carries_the_notice() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let notice = read(&root.join("NOTICE"));
    for folder in published() {
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if notice.contains(&format!("{name}/")) {
            assert_eq!(read(&folder.join("NOTICE")), notice, "{name}");
        }
    }
    for data in ["ptx-core/src/mufu/tables.rs", "ptx-bits/tests/schema/sarif-2.1.0.json"] {
        assert!(notice.contains(data) && root.join(data).exists(), "{data}");
    }
}
