//! Compares the host expansions of some macro calls with recorded expansions. `PTX_GOLDEN=overwrite` overwrites the
//! recorded expansions.

use crate::driver;
use proc_macro2::TokenStream;
use quote::quote;
use std::fmt::Write;
use std::{env, fs};

/// Macro calls that together contain every kind of operand and statement.
const CALLS: [&str; 8] = [
    "fma.rz.ftz.f32 d, a, x, y;",
    ".reg .f32 t; rcp.approx.ftz.f32 t, (a + b); t",
    ".reg .pred p; setp.ge.and.u32 p, x, 5, !q; @!p mov.u32 d, 0; (p, d)",
    "add.cc.u64 lo, a, c; addc.u64 hi, b, d;",
    ".reg .b32 t; { .reg .b16 l, h; mov.b32 {l, h}, x; mov.b32 t, {h, _}; } t",
    ".reg .b32 w; .reg .f32 f; mov.b32 w, 0f3F800000; add.f32 f, w, -2.5; f",
    "lop3.b32 d, a, b, c, (TABLE);",
    ".target sm_90 cvt.rn.satfinite.e4m3x2.f32 (out[0]), a, b;",
];

/// Removes the call numbers from generated names such as `__result_of_3`.
fn unnumbered(expansion: &str) -> String {
    let mut parts = expansion.split("_of_");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        let (name, rest) = part.split_at(part.find(|c: char| c.is_ascii_digit()).unwrap_or(0));
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        text + "_of_" + name + rest
    })
}

#[test]
fn host_expansions_are_the_recorded_ones() {
    let mut found = String::new();
    for call in CALLS {
        let tokens: TokenStream = call.parse().expect("the call is Rust tokens");
        let expansion = driver::ptx(quote!([::ptx] [] #tokens)).to_string();
        let expansion = unnumbered(&expansion);
        let _ = writeln!(found, "{call}\n    {expansion}\n");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/expansions.txt");
    if env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite") {
        fs::write(path, &found).expect("the file can be written");
    }
    assert_eq!(found, fs::read_to_string(path).expect("the recorded expansions"));
}
