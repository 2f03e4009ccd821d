//! Generates an array that executes every row of the opcode table.

use crate::diag::Error;
use proc_macro2::{Literal, Span, TokenStream};
use ptx_isa::sass::opcodes::{self, Row, SlotKind};
use quote::{ToTokens, quote};

/// Returns the tokens of an array, which has an element for each spelling of each line of the opcode table. An element
/// executes an instruction with this spelling on registers, and evaluates to the pair of the line and the spelling.
/// `facade` is the path of the crate `ptx`.
///
/// If the array compiles in a `const`, `ptx-core` has each function with the expected signature,
/// and the function is `const`.
pub(crate) fn names(facade: &TokenStream) -> TokenStream {
    let elements: TokenStream = opcodes::all()
        .flat_map(|row| spellings(row).into_iter().map(move |name| (row, name)))
        .map(|(row, name)| {
            let program: TokenStream = match program(row, &name).parse() {
                Ok(program) => program,
                Err(_) => Error::new(Span::call_site(), &name).to_token_stream(),
            };
            let (line, name) = (Literal::string(&row.to_string()), Literal::string(&name));
            quote!({ #facade::sass! { #program }; (#line, #name) },)
        })
        .collect();
    quote!([#elements])
}

/// Returns every spelling of a row: one for each choice of modifiers.
fn spellings(row: &Row) -> Vec<String> {
    let mut all = vec![row.head()];
    for class in row.classes {
        let longer = |name: &String| {
            let with = class.words.iter().map(|word| format!("{name}.{word}"));
            with.chain(class.default.map(|_| name.clone())).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Returns the text of a macro call with the instruction, for a target that has the instruction.
fn program(row: &Row, name: &str) -> String {
    let target = row.targets.0.max(50);
    let operands: Vec<_> = row
        .operands
        .iter()
        .filter(|slot| !slot.is_optional)
        .map(|slot| match slot.kind {
            SlotKind::Predicate => "P1",
            SlotKind::Constant => "1",
            _ if row.needs_bars(slot) => "|R2|",
            SlotKind::Zero => "RZ",
            SlotKind::False => "!PT",
            _ => "R2",
        })
        .collect();
    format!(".target sm_{target} {}{name} {};", row.before(), operands.join(", "))
}
