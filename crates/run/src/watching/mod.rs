//! What a launch reports beside its results: races, traces, undefined results.

pub(crate) mod asynchronous;
pub(crate) mod clock;
pub(crate) mod copies;
pub(crate) mod fences;
pub(crate) mod race;
mod stores;
pub(crate) mod undefined;
pub(crate) mod undefined_bits;
pub(crate) mod watch;
pub(crate) mod writes;
