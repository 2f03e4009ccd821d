//! Draws the pictures of the book from results of `ptx-core` and from benchmark results.
//!
//! The pictures have the same bytes on every host: `libm` computes the reference results, and all coordinates are
//! integers.
#![forbid(unsafe_code)]

mod canvas;
mod datapath;
mod generations;
mod growth;
mod operation;
mod throughput;
mod unit;

use std::path::{Path, PathBuf};

/// Returns the folder that contains the pictures.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/pictures")
}

/// Reads a file of the repository.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns each picture with its file name.
#[must_use]
pub fn pictures() -> Vec<(String, String)> {
    let mut pictures: Vec<_> = operation::OPERATIONS
        .iter()
        .map(|operation| (format!("{}.svg", operation.name.to_lowercase()), unit::draw(operation)))
        .collect();
    pictures.push(("growth.svg".into(), growth::draw()));
    pictures.push(("datapath.svg".into(), datapath::draw()));
    pictures.push(("generations.svg".into(), generations::draw()));
    pictures.push(("throughput.svg".into(), throughput::draw()));
    pictures
}
