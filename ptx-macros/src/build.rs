//! The version and target of a build for nvptx64. The crate `ptx` passes both to the macro.

use ptx_isa::directives::clash;
use ptx_isa::{Dialect, Help, Message, Part, Settings, Target, Version};

const SET: &str = "by `-C target-cpu` or `-C target-feature` of the build";

/// The newest PTX version for which rustc 1.95 has a target feature.
const NEWEST_FEATURE: Version = Version::new("8.7");

/// The first target on which `.f32` instructions without `.ftz` keep subnormals, as `ptx-core` does.
const FIRST_TARGET: Target = Target::FIRST_WITH_SUBNORMALS;

/// Returns the dialect of the build, or the default dialect if the build names no target.
pub(crate) fn dialect(version: Option<Version>, target: Option<Target>) -> Dialect {
    match target {
        None => Dialect::default(),
        Some(_) => Dialect {
            version,
            target,
            version_set: SET.into(),
            target_set: SET.into(),
            settings: Settings::Build,
        },
    }
}

/// Reports a `.version` directive that exceeds the version of the build. Also reports a version that supports only
/// targets before [`FIRST_TARGET`].
pub(crate) fn excess_version(version: Version, build: &Dialect) -> Option<Message> {
    if newest_target(version, Target::DEFAULT).is_none() {
        let what = format!("`.version {version}` has no meaning on the device");
        return Some(Message::new(what).note(format!("its targets come before {FIRST_TARGET}")));
    }
    let built =
        build.version.filter(|built| build.settings == Settings::Build && version > *built)?;
    let what = format!("`.version {version}` exceeds the version of the build, {built}");
    Some(
        Message::new(what).help(match version > NEWEST_FEATURE {
            true => Help::write(Part::Directives, format!(".version {NEWEST_FEATURE}"))
                .and(": rustc has no feature for a later one"),
            false => build.set(Some(version), None),
        }),
    )
}

/// Reports a `.target` directive if code for its target does not run on the build's target. Also reports targets on
/// which instructions compute other results than `ptx-core`.
pub(crate) fn excess_target(target: Target, build: &Dialect) -> Option<Message> {
    if target.sm < FIRST_TARGET.sm || target.map_f64_to_f32 {
        let what = format!("`.target {target}` has no meaning on the device");
        return Some(Message::new(what).note(format!(
            "before {FIRST_TARGET} instructions have other results than on any processor of rustc"
        )));
    }
    let built = build
        .target
        .filter(|built| build.settings == Settings::Build && !includes(*built, target))?;
    let what = format!("`.target {target}` exceeds the target of the build, {built}");
    Some(Message::new(what).help(build.set(None, Some(target))))
}

/// Returns the newest target that `version` supports and the build's target includes. Targets before [`FIRST_TARGET`]
/// are never returned.
pub(crate) fn newest_target(version: Version, built: Target) -> Option<Target> {
    let fits = |target: &Target| {
        target.suffix.is_none()
            && (FIRST_TARGET.sm..=built.sm).contains(&target.sm)
            && clash(version, *target).is_none()
    };
    Target::all().filter(fits).max_by_key(|target| target.sm)
}

/// Returns whether code for the target `written` runs on the target `built`.
fn includes(built: Target, written: Target) -> bool {
    match written.suffix {
        None => written.sm <= built.sm,
        Some(_) => written == built || written.sm == built.sm && built.suffix == Some('a'),
    }
}
