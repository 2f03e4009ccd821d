//! Tests that no two mode enums have a variant of the same name, so that imports such as
//! `use ptx_core::{NegativeZero::*, Subnormals::*};` are never ambiguous.

use std::collections::BTreeMap;

macro_rules! modes {
    (
        functions $functions:tt
        modes { $($mode:ty: $name:literal $($variant:ident)*;)* }
        numbers $numbers:tt
    ) => {
        const MODES: &[(&str, &[&str])] = &[$(($name, &[$(stringify!($variant)),*])),*];
    };
}

ptx_macros::__every_function!(modes);

#[test]
fn no_two_enums_at_the_root_share_a_variant() {
    let at_the_root = MODES.iter().filter(|(name, _)| !name.contains("::"));
    let mut owners = BTreeMap::<_, Vec<_>>::new();
    for (name, variants) in at_the_root {
        for variant in *variants {
            owners.entry(variant).or_default().push(name);
        }
    }
    assert!(owners.len() > 40, "{owners:?}");
    owners.retain(|_, names| names.len() > 1);
    assert!(owners.is_empty(), "{owners:?}");
}
