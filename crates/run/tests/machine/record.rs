//! The recorded comparison with NVIDIA's machine code, which the instruction pages state.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The result for the spellings of a mnemonic on a chip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// The spellings that the assembler accepted.
    pub(crate) assembled: usize,
    /// The spellings whose results are equal for all operands.
    pub(crate) equal: usize,
    pub(crate) different: usize,
}

/// Compares the counts with the record, or writes the record if `PTX_GOLDEN` is `overwrite`.
pub(crate) fn compare(all: &BTreeMap<(&'static str, u16), Counts>, version: &str) {
    let mut text = format!(
        "// Spellings of each mnemonic, at most 40 of a row, compared with NVIDIA's machine code, which the engine executed:\n\
         // PTX_TESTS=full PTX_GOLDEN=overwrite cargo test -p ptx-run --test machine\n\
         // mnemonic, target, assembled, equal, different; ptxas {version}\n"
    );
    for ((mnemonic, sm), Counts { assembled, equal, different }) in all {
        let _ = writeln!(text, "{mnemonic}\t{sm}\t{assembled}\t{equal}\t{different}");
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../isa/src/doc/machine_code.txt");
    if std::env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite") {
        std::fs::write(&path, text).expect("the record is writable");
    } else {
        let recorded = std::fs::read_to_string(&path).expect("the record exists");
        let body = |text: &str| text.lines().skip(3).map(String::from).collect::<Vec<_>>();
        assert_eq!(body(&text), body(&recorded), "PTX_GOLDEN=overwrite writes the record");
    }
}
