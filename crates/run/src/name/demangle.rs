//! Demangles the names of C++.

use cpp_demangle::{DemangleOptions, Symbol};
use std::fmt;

/// Returns the C++ declaration of a mangled name, with or without its parameters.
pub(super) fn with(name: &str, has_parameters: bool) -> Option<String> {
    let options = DemangleOptions::new().no_return_type();
    let options = if has_parameters { options } else { options.no_params() };
    if !name.starts_with("_Z") {
        return None;
    }
    let mut text = Bounded(String::new());
    Symbol::new(name).ok()?.structured_demangle(&mut text, &options).ok()?;
    Some(text.0)
}

/// A text of at most [`MOST`](Self::MOST) bytes. A mangled name can stand for a text whose length is exponential in the
/// length of the name.
struct Bounded(String);

impl Bounded {
    const MOST: usize = 1 << 16;
}

impl fmt::Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > Self::MOST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}
