//! The pictures of the book, drawn from what `ptx-core` computes and from the figures of benchmarks.
//!
//! They are the same bytes on every host: `libm` gives the exact results, and coordinates are whole
//! numbers.
#![forbid(unsafe_code)]

mod canvas;
mod datapath;
mod generations;
mod growth;
mod operation;
mod throughput;
mod unit;

use std::path::{Path, PathBuf};

/// Where the pictures are.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../src/pictures")
}

/// A file of the repository.
fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every picture with the name of its file.
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
