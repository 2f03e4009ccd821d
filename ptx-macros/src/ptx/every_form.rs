//! Generates an array that executes every single-thread form of the instruction table.

use proc_macro2::{Literal, Span, TokenStream};
use ptx_isa::forms::{self, Form, Literals, Second};
use ptx_isa::{Dialect, Flag, Selection, Type};
use quote::{ToTokens, quote};
use std::fmt::Write;

/// Expands the path of the crate `ptx` to an array with the names of all forms in every spelling.
/// Each element executes the instruction on registers and evaluates to the name.
///
/// If the array compiles in a `const`, `ptx-core` has each function with the expected signature,
/// and the function is `const`.
pub(crate) fn names(facade: &TokenStream) -> TokenStream {
    let elements: TokenStream = forms::all()
        .flat_map(|form| form.spellings().into_iter().map(move |modifiers| (form, modifiers)))
        .map(|(form, modifiers)| {
            let name = format!("{}.{}", form.mnemonic, modifiers.join("."));
            let program: TokenStream = match program(form, &modifiers).parse() {
                Ok(program) => program,
                Err(_) => crate::diag::Error::new(Span::call_site(), &name).to_token_stream(),
            };
            let name = Literal::string(&name);
            quote!({ #facade::ptx! { #program }; #name },)
        })
        .collect();
    quote!([#elements])
}

/// Returns the text of a macro call with the form. Every operand is a declared register or a vector of
/// declared registers, except operands that must be literals.
fn program(form: &'static Form, modifiers: &[&str]) -> String {
    let chosen = form.spelt(modifiers).unwrap_or_default();
    let selection = Selection { form, modifiers: chosen.clone() };
    let mut text = String::new();
    if let Some(Dialect { version: Some(version), target: Some(target), .. }) =
        selection.newest_dialect()
    {
        let _ = write!(text, ".version {version} .target {target} ");
    }
    // If the instruction reads the carry flag, write the flag first.
    let selection = Selection { form, modifiers: chosen.clone() };
    text.push_str(match selection.reads_flag() {
        Some(Flag::Carry) => ".reg .u32 %c; add.cc.u32 %c, %c, %c; ",
        Some(Flag::Borrow) => ".reg .u32 %c; sub.cc.u32 %c, %c, %c; ",
        None => "",
    });
    let mut operands = Vec::new();
    for (i, operand) in form.operands.iter().enumerate() {
        if operand.literals == Literals::Immediate {
            operands.push("0".into());
            continue;
        }
        let ty = form.operand_type(operand, &chosen).map_or("b32", register_type);
        let names: Vec<_> = (0..operand.elements.unwrap_or(count(operand.second)))
            .map(|n| format!("%o{i}_{n}"))
            .collect();
        for (n, name) in names.iter().enumerate() {
            // The second element of a pair is always a predicate.
            let is_second = operand.elements.is_none() && n == 1;
            let _ = write!(text, ".reg .{} {name}; ", if is_second { "pred" } else { ty });
        }
        operands.push(match operand.elements {
            Some(_) => format!("{{{}}}", names.join(", ")),
            None => names.join("|") + operand.suffix(),
        });
    }
    let _ = write!(text, "{}.{} {};", form.mnemonic, modifiers.join("."), operands.join(", "));
    text
}

/// Returns the number of destinations in a scalar operand: 2 if the operand may be a pair with a predicate.
fn count(second: Second) -> u32 {
    if second == Second::Never { 1 } else { 2 }
}

/// Returns the type of the registers that may hold values of type `ty`.
fn register_type(ty: Type) -> &'static str {
    match Type::bits_of_width(ty.bits()) {
        Some(bits) if !ty.is_register_type() => bits.word(),
        _ => ty.word(),
    }
}
