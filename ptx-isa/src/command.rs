//! The name of the command. Messages, help texts, completions, manual pages and SARIF use it; a test of
//! the package `ptx-bits` compares the manifests, the hook and the pages with it.

/// Expands to the name of the command as a literal, for `concat!`.
macro_rules! command {
    () => {
        "ptx-bits"
    };
}

pub(crate) use command;

/// The name of the command.
pub const COMMAND: &str = command!();
