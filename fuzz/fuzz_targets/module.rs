//! Translates arbitrary text, with draft declarations of its functions. Checks that the translation does not
//! panic, and that its output is valid Rust syntax.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ptx_module::Module;
use ptx_module::syntax::Source;
use ptx_translate::{declare, guess, translate};

fuzz_target!(|bytes: &[u8]| {
    let source = Source::new("fuzzed", bytes);
    let module = Module::new(source);
    let Ok(program) = module.program() else { return };
    let Ok(tokens) = guess::declarations(program).parse() else { return };
    for declaration in declare::declarations(tokens).0 {
        if let Ok(function) = translate(program, &declaration, &quote::quote!(::ptx)) {
            syn::parse2::<syn::ItemFn>(function).expect("the translation is a function");
        }
    }
});
