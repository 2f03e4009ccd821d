//! Writes an array of all pages `src/doc/*.md`, so that a new page needs no change of code.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/doc");
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?).join("src/doc");
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "md")
            && let Some(name) = path.file_stem()
        {
            pages.push((name.to_string_lossy().into_owned(), path));
        }
    }
    pages.sort();
    let mut text =
        String::from("/// Every page: its name and its text, in the order of the names.\n");
    text.push_str("const PAGES: &[(&str, &str)] = &[\n");
    for (name, path) in pages {
        writeln!(text, "    ({name:?}, include_str!({path:?})),").map_err(io::Error::other)?;
    }
    text.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR").map_err(io::Error::other)?).join("pages.rs"), text)
}
