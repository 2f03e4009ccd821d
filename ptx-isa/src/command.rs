//! The name of the command. Messages, help texts, completions, manual pages and SARIF use it; a test of
//! the package `ptx-bits` compares the manifests, the hook and the pages with it.

/// The name of the command.
pub const COMMAND: &str = "ptx-bits";
