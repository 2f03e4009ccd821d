//! Tests that Rust compiles the translation of every function that the translator accepts, without warnings.
//! The test builds one crate, with all accepted functions if `PTX_TESTS=full`, otherwise with a sample. The translator
//! rejects some functions with a mistake, but not all. The functions come from these sources:
//!
//! - functions whose translation did not compile in an earlier version,
//! - every row of the instruction table,
//! - random functions,
//! - the files of `tests/include`, with a mistake in each function or with other declared types.

mod declared;
mod forms;
mod found;
mod mutated;
mod random;

use proc_macro2::TokenStream;
use ptx_module::Module;
use ptx_module::syntax::Source;
use ptx_translate::declare::{self, Declaration};
use ptx_translate::{guess, translate};
use quote::quote;
use random::Random;
use std::fmt::Write;
use test_support::{UserCrate, is_full, sample};

const FILES: [&str; 4] = [
    include_str!("../../../../tests/include/functions.ptx"),
    include_str!("../../../../tests/include/kernels.ptx"),
    include_str!("../../../../tests/include/pieces.ptx"),
    include_str!("../../../../examples/cuda_math.ptx"),
];

/// The source of random declared types; `None` keeps the guessed types.
type Other<'r> = Option<&'r mut Random>;

/// Returns declarations of the functions that the translator accepts, and the number of functions that it rejects.
fn accepted(text: &str, other: Other<'_>) -> (Vec<String>, usize) {
    let source = Source::new("accepted.ptx", text.as_bytes());
    let module = Module::new(source);
    let Ok(program) = module.program() else { return (Vec::new(), 1) };
    let guessed = guess::declarations(program);
    let refused = guessed.lines().filter(|line| line.starts_with("//")).count();
    let mut declared = declarations(&guessed);
    if let Some(random) = other {
        let others = declared.iter().map(|one| declared::declaration(one, random));
        declared = declarations(&others.collect::<String>());
    }
    let all = declared.len();
    let facade = quote!(::ptx);
    let is_accepted = |one: &&Declaration| translate(program, one, &facade).is_ok();
    let accepted: Vec<_> = declared.iter().filter(is_accepted).map(written).collect();
    let refused = refused + all - accepted.len();
    (accepted, refused)
}

fn declarations(text: &str) -> Vec<Declaration> {
    let tokens: TokenStream = text.parse().expect("declarations are tokens");
    let (declared, errors) = declare::declarations(tokens);
    assert!(errors.is_empty(), "{text}: {errors:?}");
    declared
}

fn written(declaration: &Declaration) -> String {
    let (ptx_name, name) = (&declaration.ptx_name.0, &declaration.name);
    let thread = declaration.thread.iter().map(|(name, ty)| quote!(#name: #ty,));
    let parameters = declaration.parameters.iter().map(|parameter| {
        let (name, ty) = (&parameter.name, &parameter.typed.tokens);
        quote!(#name: #ty,)
    });
    let returns = declaration.returns.iter().map(|typed| &typed.tokens);
    quote!(#[ptx(name = #ptx_name)] pub fn #name(#(#thread)* #(#parameters)*) #(-> #returns)*;)
        .to_string()
}

/// A crate of modules, each with a PTX text and the declarations of its accepted functions.
#[derive(Default)]
struct Crate {
    modules: Vec<(String, Vec<String>)>,
}

impl Crate {
    /// Adds texts. Panics if the translator accepts less than `least` percent of their functions.
    fn add(
        &mut self,
        what: &str,
        texts: impl IntoIterator<Item = String>,
        mut other: Other<'_>,
        least: usize,
    ) {
        let (mut taken, mut refused) = (0, 0);
        for text in texts {
            let (declarations, others) = accepted(&text, other.as_deref_mut());
            (taken, refused) = (taken + declarations.len(), refused + others);
            if !declarations.is_empty() {
                self.modules.push((text, declarations));
            }
        }
        println!("{what}: {taken} functions are accepted, {refused} are not");
        assert!(taken * 100 >= (taken + refused) * least, "{what}: {taken} against {refused}");
    }

    fn compile(&self, name: &str) {
        let user = UserCrate::new(env!("CARGO_TARGET_TMPDIR"), name);
        let mut program = String::from("#![deny(warnings)]\n#![forbid(unsafe_code)]\n");
        for (i, (text, declarations)) in self.modules.iter().enumerate() {
            user.write(&format!("src/m{i}.ptx"), text);
            let declarations = declarations.join("\n");
            let _ = writeln!(
                program,
                "pub mod m{i} {{ ptx::include_ptx! {{ \"m{i}.ptx\"\n{declarations}\n}} }}"
            );
        }
        user.write("src/lib.rs", &program);
        user.assert_accepted();
    }
}

#[test]
fn what_is_accepted_compiles() {
    let mut all = Crate::default();
    all.add("faults of the past", found::modules(), None, 100);
    let step = if is_full() { 1 } else { 16 };
    all.add("forms of the table", forms::modules(step), None, 100);
    let mut random = Random::new(1);
    let texts = (0..sample(32, 8)).map(|_| random::module(&mut random));
    all.add("random functions", texts, None, 50);
    let mut random = Random::new(2);
    // A text with an error is refused as a whole, so the share is that of many texts.
    let texts = (0..16).flat_map(|_| FILES).map(|file| mutated::module(file, &mut random));
    all.add("functions with a slip", texts, None, 50);
    let mut random = Random::new(3);
    let texts = (0..sample(16, 16)).flat_map(|_| FILES).map(String::from);
    all.add("functions with other types", texts, Some(&mut random), 10);
    all.compile("accepted");
}
