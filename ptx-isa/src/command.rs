//! The name of the command-line program. Messages, help texts, completions, manual pages and SARIF
//! contain it. `ptx-bits/tests/name.rs` compares it with the files that cannot use this constant,
//! such as the manifests and the pre-commit hook.

/// The name of the command-line program.
pub const COMMAND: &str = "ptx-bits";
