//! Coordinates in messages.

use std::fmt;

/// Prints coordinates as `(22,0,0)`.
pub(crate) struct Triple(pub(crate) [u32; 3]);

impl fmt::Display for Triple {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.0;
        write!(f, "({x},{y},{z})")
    }
}
