//! Expands `ptx!` and `sass!` with arbitrary tokens from proc-macro2's lexer. Checks that the macros do not panic. A
//! crate of procedural macros exports only macros, so this program includes the modules of ptx-macros by path.
#![no_main]
#![expect(dead_code, reason = "this program calls only a part of ptx-macros")]

#[path = "../../ptx-macros/src/build.rs"]
mod build;
#[path = "../../ptx-macros/src/diag.rs"]
mod diag;
#[path = "../../ptx-macros/src/directives.rs"]
mod directives;
#[path = "../../ptx-macros/src/driver.rs"]
mod driver;
#[path = "../../ptx-macros/src/expand/mod.rs"]
mod expand;
#[path = "../../ptx-macros/src/ir.rs"]
mod ir;
#[path = "../../ptx-macros/src/ptx/mod.rs"]
mod ptx;
#[path = "../../ptx-macros/src/sass/mod.rs"]
mod sass;
#[path = "../../ptx-macros/src/scope.rs"]
mod scope;
#[path = "../../ptx-macros/src/tokens.rs"]
mod tokens;
#[path = "../../ptx-macros/src/words.rs"]
mod words;

use libfuzzer_sys::fuzz_target;
use proc_macro2::TokenStream;
use quote::quote;

fuzz_target!(|text: &str| {
    // The lexer of proc-macro2 is recursive, so deep nesting overflows the stack. The macros never receive such tokens,
    // because rustc's parser rejects them earlier.
    if text.matches(['(', '[', '{']).count() > 200 {
        return;
    }
    if let Ok(tokens) = text.parse::<TokenStream>() {
        let _ = driver::ptx(quote!([::ptx] [] #tokens));
        let _ = driver::sass(quote!([::ptx] #tokens));
    }
});
