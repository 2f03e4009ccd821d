//! Lists every function of `ptx-core` that instructions call, as Rust source for tests and tools.

use crate::class::Class;
use crate::signature::{Parameter, Signature, signatures};
use crate::{forms, sass};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Returns a call of the macro `then` with three lists: the functions, their modifier enums, and their newtypes of
/// `ptx_core::mode`.
///
/// ```text
/// then! {
///     functions { rcp_f64 "rcp_f64": ::ptx_core::rcp_f64 => (f64, ::ptx_core::Rounding); … }
///     modes { ::ptx_core::Rounding: "Rounding" Rm Rn Rp Rz; … }
///     numbers { Sm: "Sm"; }
/// }
/// ```
///
/// In a generic function, `u64` replaces the type parameter.
///
/// ```
/// let list = ptx_isa::list_functions("each");
/// assert!(list.starts_with("each! { functions {"));
/// assert!(list.contains("rcp_f64 \"rcp_f64\": ::ptx_core::rcp_f64 => (f64, ::ptx_core::Rounding"));
/// ```
#[must_use]
pub fn list_functions(then: &str) -> String {
    let all = signatures();
    let functions: String = all.iter().map(function).collect();
    let mut modes = String::new();
    for (name, variants) in all_modes() {
        let variants: Vec<_> = variants.into_iter().collect();
        let _ = write!(modes, "{}: {name:?} {};", path(&name), variants.join(" "));
    }
    let parameters = all.iter().flat_map(|signature| &signature.parameters);
    let numbers: BTreeSet<_> = parameters
        .filter_map(|parameter| match parameter {
            Parameter::Number(name) => Some(*name),
            _ => None,
        })
        .collect();
    let numbers: String = numbers.iter().map(|name| format!("{name}: {name:?};")).collect();
    format!("{then}! {{ functions {{ {functions} }} modes {{ {modes} }} numbers {{ {numbers} }} }}")
}

fn function(signature: &Signature) -> String {
    let name = &signature.function;
    let generic = match signature.parameters.contains(&Parameter::Generic) {
        true => "::<u64>",
        false => "",
    };
    let parameters = signature.parameters.iter().map(|parameter| match parameter {
        Parameter::Value(returns) => returns.to_string(),
        Parameter::Generic => "u64".to_string(),
        Parameter::Mode(name) | Parameter::Number(name) => path(name),
    });
    let (word, path) = (name.replace("::", "_"), path(name));
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    format!("{word} {name:?}: {path}{generic} => ({parameters});")
}

/// Returns each modifier enum with the variants that modifiers select.
fn all_modes() -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut modes = BTreeMap::<String, BTreeSet<_>>::new();
    let of = |class: &'static Class| class.meanings.iter().copied().chain(class.default);
    for meaning in forms::classes().flat_map(of).chain(sass::classes().flat_map(of)) {
        if meaning.starts_with(sass::PTX) {
            continue;
        }
        if let Some((mode, variant)) = meaning.rsplit_once("::") {
            modes.entry(mode.into()).or_default().insert(variant);
        }
    }
    modes
}

/// Returns the path of an item of `ptx-core`.
fn path(name: &str) -> String {
    format!("::ptx_core::{name}")
}
