//! The settings that `ptx-bits driver` passes in environment variables.

use ptx_isa::Target;
use ptx_run::Options;
use std::env::{var, var_os};
use std::sync::OnceLock;

/// The chip that the device computes as.
pub(crate) fn chip() -> Target {
    static CHIP: OnceLock<Target> = OnceLock::new();
    *CHIP.get_or_init(|| {
        let named = var("PTX_BITS_TARGET").ok().and_then(|word| Target::from_word(&word));
        named.unwrap_or(Target::sm(90))
    })
}

/// Returns the options of every launch.
pub(crate) fn options() -> Options {
    let is_set = |name: &str| var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
    Options::default()
        .races(is_set("PTX_BITS_RACES"))
        .strict(is_set("PTX_BITS_STRICT"))
        .max_steps(0)
}
