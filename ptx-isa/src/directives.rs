//! What `.version` and `.target` may say, and why not.
//!
//! The texts are those of a [`Fault`](crate::Fault): what is wrong, then lines `note:` and `help:`.

use crate::{Target, Version, nearest};

/// The words that may follow a target and change nothing here.
pub const IGNORED: &[&str] = &["debug", "texmode_unified", "texmode_independent"];

/// The word that may follow the first targets: `.f64` instructions compute in `.f32`.
pub const MAP: &str = "map_f64_to_f32";

/// There is no such version.
#[must_use]
pub fn no_version(text: &str) -> String {
    let all: Vec<_> = Version::all().collect();
    let runs: Vec<_> = all
        .chunk_by(|a, b| a.major == b.major)
        .filter_map(|run| Some(format!("{} to {}", run.first()?, run.last()?)))
        .collect();
    format!("there is no PTX ISA version {text}\nnote: there are {}", runs.join(", "))
}

/// A word behind `.target` that is neither a target nor an option.
#[must_use]
pub fn no_target(text: &str) -> String {
    // `sm90` and `compute_90` too are meant for sm_90.
    let number = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let numbered = Target::from_word(&format!("sm_{number}"));
    if text.starts_with("sm_") || numbered.is_some() {
        let all: Vec<_> = Target::all().map(|t| t.to_string()).collect();
        let near = numbered
            .map(|target| target.to_string())
            .or_else(|| nearest(text, all.iter().map(String::as_str)).map(String::from));
        let help = near.map_or(String::new(), |t| format!("\nhelp: did you mean {t}?"));
        return format!("there is no target `{text}`{help}");
    }
    let options = [&[MAP], IGNORED].concat();
    let help = nearest(text, options.iter().copied())
        .map_or(String::new(), |near| format!("\nhelp: did you mean `{near}`?"));
    format!(
        "`{text}` is no target\nnote: a target is an architecture such as `sm_90`, then perhaps `{}`{help}",
        options.join("`, `")
    )
}

/// `map_f64_to_f32` behind a target that has `.f64`.
#[must_use]
pub fn no_map(target: Target) -> String {
    format!(
        "`{MAP}` does not go with {target}\nnote: it is for the targets without `.f64`: sm_10, \
         sm_11 and sm_12"
    )
}

/// Why a version does not know a target, if so.
#[must_use]
pub fn clash(version: Version, target: Target) -> Option<String> {
    let bare = Target { map_f64_to_f32: false, ..target };
    match target.versions() {
        (since, _) if version < since => Some(format!(
            "PTX ISA {version} does not know {bare}\nnote: {bare} came with PTX ISA {since}\nhelp: \
             write `.version {since}`, or a target of {version}"
        )),
        (_, Some(last)) if version > last => Some(format!(
            "PTX ISA {version} does not know {bare}\nnote: {bare} was renamed after PTX ISA {last}\n\
             help: write `sm_{}`",
            RENAMED.iter().find(|pair| pair.0 == target.sm).map_or(target.sm, |pair| pair.1)
        )),
        _ => None,
    }
}

/// Architectures that got another number.
const RENAMED: &[(u16, u16)] = &[(101, 110)];
