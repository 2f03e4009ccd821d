//! Variables of the module as constants.

use super::memory::{Global, alias};
use crate::lower::NameTable;
use crate::lower::{element, length};
use crate::program::{Fault, Program};
use crate::rust::Names;
use proc_macro2::{Literal, TokenStream};
use ptx_isa::{Type, literal};
use ptx_syntax::{Operand, OperandKind};
use quote::quote;

/// The most elements of a variable.
const MOST: usize = 1 << 24;

/// A variable as a constant.
pub(crate) fn constant(
    program: &Program<'_>,
    name: &str,
    names: &Names,
    table: &mut NameTable,
) -> Result<Global, Fault> {
    let Some((declaration, declarator)) = program.variable(name) else {
        return Err(Fault::new(0..0, format!("`{name}` is not declared")));
    };
    let error = |what: String| Err(Fault::new(declarator.name.span.clone(), what));
    if declaration.linkage.as_ref().is_some_and(|word| word.text == "extern") {
        return error(format!("variable `{name}` is `.extern`: its value is in another file"));
    }
    let ty = element(declaration)?;
    let mut values = Vec::new();
    if let Some(initialiser) = &declarator.initialiser {
        flatten(initialiser, ty, &mut values)?;
    }
    let length = length(declaration, declarator)?.unwrap_or(values.len());
    if length > MOST || values.len() > length {
        return error(format!("variable `{name}` has too many elements"));
    }
    let rust = alias(names, ty.rust());
    let array: TokenStream = if values.iter().all(|bits| *bits == 0) {
        let (zero, length) = (names.literal(0, ty), Literal::usize_unsuffixed(length));
        quote!([#zero; #length])
    } else {
        values.resize(length, 0);
        let values = values.iter().map(|bits| names.literal(*bits, ty));
        quote!([#(#values),*])
    };
    let constant = table.constant(name);
    let item = quote!(const #constant: &[#rust] = &#array;);
    Ok(Global { ptx_name: name.into(), name: constant, element: ty.rust(), item })
}

/// The numbers of an initialiser, in their order.
fn flatten(initialiser: &Operand<'_>, ty: Type, values: &mut Vec<u64>) -> Result<(), Fault> {
    match &initialiser.kind {
        OperandKind::Vector(items) => items.iter().try_for_each(|item| flatten(item, ty, values)),
        OperandKind::Literal(number) => {
            let bits = literal::parse(&number.to_string()).and_then(|number| number.bits(ty));
            values.push(bits.map_err(|message| Fault::new(initialiser.span.clone(), message))?);
            Ok(())
        }
        _ => Err(Fault::new(initialiser.span.clone(), "only numbers are supported as initialisers")),
    }
}
