//! Parses the version and target that an option or a batch line gives.

use ptx_isa::{Message, Target, Version, directives};

/// Parses a version such as `8.6`.
///
/// # Errors
/// If PTX ISA has no such version.
pub fn version(text: &str) -> Result<Version, Message> {
    Version::released(text).ok_or_else(|| directives::no_version(text))
}

/// Parses a target with its options, as `.target` lists them: `sm_90` or `sm_12,map_f64_to_f32`.
///
/// # Errors
/// If PTX has no such target, or if the target does not have one of the options.
pub fn target(text: &str) -> Result<Target, Message> {
    let words: Vec<_> = text.split(',').map(str::trim).collect();
    directives::target(&words).map_err(|(_, message)| message)
}
