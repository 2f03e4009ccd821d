//! Versions and targets as an option or a field of a line has them.

use ptx_isa::{Message, Target, Version, directives};

/// `8.6`.
///
/// # Errors
/// No version has this number.
pub fn version(text: &str) -> Result<Version, Message> {
    Version::released(text).ok_or_else(|| directives::no_version(text))
}

/// `sm_90`, and after commas what may follow it in `.target`: `sm_12,map_f64_to_f32`.
///
/// # Errors
/// No target has this name, or not what follows it.
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
