//! The name of the command. Messages, help texts, completions, manual pages and SARIF contain it. A
//! test of `ptx-bits` compares the name in the manifests, the hook and the book with this constant.

/// The name of the command.
pub const COMMAND: &str = "ptx-bits";
