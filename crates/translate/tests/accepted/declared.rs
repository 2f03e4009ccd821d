//! Generates declarations in which other types of the same size replace the guessed types.

use crate::random::Random;
use ptx_translate::declare::{Declaration, Typed};
use quote::ToTokens;

/// Types, grouped by their size in bytes. References have 8 bytes.
const TYPES: &[(usize, &[&str])] = &[
    (1, &["u8", "i8", "bool"]),
    (2, &["u16", "i16"]),
    (4, &["u32", "i32", "f32"]),
    (
        8,
        &[
            "u64",
            "i64",
            "f64",
            "&[u8]",
            "&[f32]",
            "&[u64]",
            "&mut [u16]",
            "&mut [f32]",
            "&mut [i64]",
            "&u32",
            "&mut f64",
            "(f32, u32)",
            "(u8, i32)",
            "[u16; 4]",
            "[bool; 8]",
            "[(u8, u16); 2]",
        ],
    ),
    (16, &["(u64, f64)", "[f32; 4]", "((u8, u32), i64)", "[[u16; 2]; 4]", "(u8, u16, f32, u64)"]),
];

/// Rust types that may hold a PTX result of 4 bytes. The value has the low bits of the result.
const NARROWER: &[&str] = &["u8", "i8", "bool", "u16", "i16"];

/// Returns the declaration with random types of the same size.
pub(crate) fn declaration(guessed: &Declaration, random: &mut Random) -> String {
    let other = |typed: &Typed, is_result: bool, random: &mut Random| {
        let size = typed.ty.layout().0;
        let types = TYPES.iter().find(|row| row.0 == size).map_or(&[][..], |row| row.1);
        // A function cannot return an address.
        let types = types.iter().filter(|ty| !is_result || !ty.starts_with('&'));
        match types.collect::<Vec<_>>().as_slice() {
            [] => typed.tokens.to_token_stream().to_string(),
            types => (**random.one_of(types)).to_string(),
        }
    };
    let thread = guessed.thread.iter().map(|(name, ty)| format!("{name}: {ty}, "));
    let mut list: String = thread.collect();
    for parameter in &guessed.parameters {
        list += &format!("{}: {}, ", parameter.name, other(&parameter.typed, false, random));
    }
    let returns = guessed.returns.as_ref().map(|typed| {
        let is_cut = typed.ty.layout().0 == 4 && random.below(3) == 0;
        match is_cut {
            true => format!(" -> {}", random.one_of(NARROWER)),
            false => format!(" -> {}", other(typed, true, random)),
        }
    });
    let (name, ptx_name) = (&guessed.name, &guessed.ptx_name.0);
    format!("#[ptx(name = {ptx_name:?})] pub fn {name}({list}){};", returns.unwrap_or_default())
}
