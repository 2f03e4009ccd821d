//! The procedural macros behind the crate `ptx`.
