//! What `.version` and `.target` may say, and why not.

use crate::message::Message;
use crate::nearest::nearest;
use crate::target::Target;
use crate::version::Version;

/// The words that may follow a target and change nothing here.
pub const IGNORED: &[&str] = &["debug", "texmode_unified", "texmode_independent"];

/// The word that may follow the first targets: `.f64` instructions compute in `.f32`.
pub const MAP: &str = "map_f64_to_f32";

/// There is no such version.
#[must_use]
pub fn no_version(text: &str) -> Message {
    let all: Vec<_> = Version::all().collect();
    let runs: Vec<_> = all
        .chunk_by(|a, b| a.major == b.major)
        .filter_map(|run| Some(format!("{} to {}", run.first()?, run.last()?)))
        .collect();
    Message::new(format!("there is no PTX ISA version {text}"))
        .note(format!("there are {}", runs.join(", ")))
}

/// A word behind `.target` that is neither a target nor an option.
#[must_use]
pub fn no_target(text: &str) -> Message {
    // `sm90` and `compute_90` too are meant for sm_90.
    let number = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let numbered = Target::from_word(&format!("sm_{number}"));
    if text.starts_with("sm_") || numbered.is_some() {
        let all: Vec<_> = Target::all().map(|t| t.to_string()).collect();
        let near = numbered
            .map(|target| target.to_string())
            .or_else(|| nearest(text, all.iter().map(String::as_str)).map(String::from));
        let message = Message::new(format!("there is no target `{text}`"));
        return match near {
            Some(near) => message.help(format!("did you mean {near}?")),
            None => message,
        };
    }
    let options = [&[MAP], IGNORED].concat();
    let message = Message::new(format!("`{text}` is no target")).note(format!(
        "a target is an architecture such as `sm_90`, then perhaps `{}`",
        options.join("`, `")
    ));
    match nearest(text, options.iter().copied()) {
        Some(near) => message.help(format!("did you mean `{near}`?")),
        None => message,
    }
}

/// `map_f64_to_f32` behind a target that has `.f64`.
#[must_use]
pub fn no_map(target: Target) -> Message {
    Message::new(format!("`{MAP}` does not go with {target}"))
        .note("it is for the targets without `.f64`: sm_10, sm_11 and sm_12")
}

/// Why a version does not know a target, if so.
#[must_use]
pub fn clash(version: Version, target: Target) -> Option<Message> {
    let bare = Target { map_f64_to_f32: false, ..target };
    let unknown = || Message::new(format!("PTX ISA {version} does not know {bare}"));
    match target.versions() {
        (since, _) if version < since => Some(
            unknown()
                .note(format!("{bare} came with PTX ISA {since}"))
                .help(format!("write `.version {since}`, or a target of {version}")),
        ),
        (_, Some(last)) if version > last => {
            let renamed = RENAMED.iter().find(|pair| pair.0 == target.sm);
            let number = renamed.map_or(target.sm, |pair| pair.1);
            Some(
                unknown()
                    .note(format!("{bare} was renamed after PTX ISA {last}"))
                    .help(format!("write `sm_{number}`")),
            )
        }
        _ => None,
    }
}

/// Architectures that got another number.
const RENAMED: &[(u16, u16)] = &[(101, 110)];
