//! What PTX may be written.
