//! Reads the inline PTX of a text: finds its language, and returns the PTX of its statements.

use super::language::Language;
use super::resolve::resolve;
use super::statement::Found;
use super::{find, is_module};

/// Returns the language of a text with inline PTX, and the PTX of each statement in it. Registers replace the holes, such
/// as `%0`. Returns `None` for a PTX module, and for a text without inline PTX.
///
/// ```
/// use ptx_tool::inline::{Language, read};
///
/// let text = r#"asm("rcp.rn.f32 %0, %1;" : "=f"(d) : "f"(a));"#;
/// let (language, ptx) = read(text).unwrap();
/// assert_eq!((language, ptx.as_slice()), (Language::Cpp, ["rcp.rn.f32 %0, %1;".to_string()].as_slice()));
/// assert_eq!(read("rcp.rn.f32 d, a;"), None);
/// ```
#[must_use]
pub fn read(text: &str) -> Option<(Language, Vec<String>)> {
    if is_module(text) {
        return None;
    }
    let all = [Language::Cpp, Language::Python, Language::Rust];
    let (language, found) = all.iter().find_map(|language| {
        let found = find(text, *language);
        (!found.is_empty()).then_some((*language, found))
    })?;
    Some((language, found.iter().filter_map(ptx).collect()))
}

/// Returns the PTX of a statement. Of several variants, takes the first.
fn ptx(found: &Found) -> Option<String> {
    let statement = found.variants.as_ref().ok()?.first()?;
    Some(resolve(statement, "1").ok()?.ptx.text)
}
