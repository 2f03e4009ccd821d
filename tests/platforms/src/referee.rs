//! What functions must give.
