//! The name of the command-line program. Messages, help texts, completions, manual pages and SARIF
//! contain the name. Some files cannot use this constant, such as the manifests and the pre-commit
//! hook. `crates/bits/tests/name.rs` compares the name with these files.

/// The name of the command-line program.
pub const COMMAND: &str = "ptx-bits";
