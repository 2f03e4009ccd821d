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
    let mut words = text.split(',').map(str::trim);
    let name = words.next().unwrap_or_default();
    let mut target = Target::from_word(name).ok_or_else(|| directives::no_target(name))?;
    for option in words {
        match option {
            directives::MAP if target.allows_map() => target.map_f64_to_f32 = true,
            directives::MAP => return Err(directives::no_map(target)),
            option if directives::IGNORED.contains(&option) => {}
            other => return Err(directives::no_target(other)),
        }
    }
    Ok(target)
}
