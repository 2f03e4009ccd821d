//! Converts the modes of a call to flags.

use ptx_core::Rounding;
use ptx_isa::Argument;

/// The modes of a call.
#[derive(Clone, Copy)]
pub(super) struct Modes {
    pub(super) rounding: Rounding,
    /// Whether `.ftz` is set.
    pub(super) ftz: bool,
    /// Whether `.sat` is set.
    pub(super) sat: bool,
    /// Whether `.relu` is set.
    pub(super) relu: bool,
    /// Whether `.satfinite` is set, for functions with the mode `Limit`.
    pub(super) satfinite: bool,
    /// Whether `.pzo` is set, for functions with the mode `NegativeZero`.
    pub(super) pzo: bool,
    /// The property of `testp`, such as `Finite`.
    pub(super) property: Option<&'static str>,
}

impl Modes {
    pub(super) fn of(arguments: &[Argument]) -> Self {
        let paths = || {
            arguments.iter().filter_map(|argument| match argument {
                Argument::Mode(path) => Some(*path),
                _ => None,
            })
        };
        let has = |path: &str| paths().any(|one| one == path);
        let roundings = [
            ("Rounding::Rz", Rounding::Rz),
            ("Rounding::Rm", Rounding::Rm),
            ("Rounding::Rp", Rounding::Rp),
        ];
        let rounding = roundings.into_iter().find(|(path, _)| has(path));
        Self {
            rounding: rounding.map_or(Rounding::Rn, |(_, rounding)| rounding),
            ftz: has("Subnormals::Flush"),
            sat: has("Saturation::Sat"),
            relu: has("Rectification::Relu"),
            satfinite: has("Limit::Satfinite"),
            pzo: has("NegativeZero::Positive"),
            property: paths().find_map(|path| path.strip_prefix("Property::")),
        }
    }
}
