//! The classes of modifiers in the table of machine instructions.

use crate::class::Class;
use crate::cursor::lines;
use std::sync::LazyLock;

static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(|| {
    let parse = |line| Class::parse(line).unwrap_or_else(|fault| panic!("{fault} in `{line}`"));
    lines(include_str!("names.txt")).map(parse).collect()
});

/// Returns all classes of modifiers of machine instructions.
pub fn classes() -> impl Iterator<Item = &'static Class> {
    CLASSES.iter()
}

/// Returns the class with this name.
pub(super) fn class(name: &str) -> Result<&'static Class, String> {
    classes().find(|class| class.name == name).ok_or_else(|| format!("unknown class `{name}`"))
}

/// Returns the role of a modifier, such as "a rounding"; `None` if it is in no class.
pub(super) fn role(word: &str) -> Option<&'static str> {
    classes().find(|class| class.has(word)).map(|class| class.role)
}
