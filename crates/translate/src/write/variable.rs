//! Translates the variables of a PTX module to Rust constants.

use super::memory::{Global, alias};
use crate::lower::NameTable;
use crate::rust::Names;
use proc_macro2::{Literal, TokenStream};
use ptx_isa::Type;
use ptx_isa::literal::Literal as Number;
use ptx_module::resolve::{Fault, Program, constant, element, length};
use ptx_module::syntax::{Declarator, Operand, OperandKind};
use quote::quote;

/// The maximum number of elements in a variable.
const MOST: usize = 1 << 24;

/// Generates the constant for a variable.
pub(crate) fn variable(
    program: &Program<'_>,
    name: &str,
    names: &Names,
    table: &mut NameTable,
) -> Result<Global, Fault> {
    let Some((declaration, declarator)) = program.variable(name) else {
        return Err(Fault::new(0..0, format!("`{name}` is not declared")));
    };
    let error = |what: String| Err(Fault::new(declarator.name.span.clone(), what));
    if declaration.is_extern() {
        return error(format!("variable `{name}` is `.extern`: its value is in another file"));
    }
    let ty = element(declaration)?;
    let length = match length(declaration, declarator)? {
        Some(length) => length,
        None => elements(declarator),
    };
    if length > MOST {
        return error(format!("variable `{name}` has too many elements"));
    }
    let mut values = Vec::new();
    if let Some(initialiser) = &declarator.initialiser {
        let inner: usize = declarator.dimensions.iter().skip(1).filter_map(dimension).product();
        flatten(initialiser, ty, length, inner.max(1), &mut values)?;
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

/// Returns the number of elements in an initialiser. A variable declared as `x[]` has this size.
fn elements(declarator: &Declarator<'_>) -> usize {
    match declarator.initialiser.as_ref().map(|operand| &operand.kind) {
        Some(OperandKind::Vector(items)) => {
            items.len()
                * declarator.dimensions.iter().skip(1).filter_map(dimension).product::<usize>()
        }
        _ => 1,
    }
}

fn dimension(dimension: &Option<Operand<'_>>) -> Option<usize> {
    match constant(dimension.as_ref()?) {
        Ok(Number::Integer(count)) => usize::try_from(count).ok(),
        _ => None,
    }
}

/// Collects the numbers of an initialiser. Pads inner braces with zeros to `inner` elements, the size of one row of the
/// array.
fn flatten(
    initialiser: &Operand<'_>,
    ty: Type,
    length: usize,
    inner: usize,
    values: &mut Vec<u64>,
) -> Result<(), Fault> {
    match &initialiser.kind {
        OperandKind::Vector(items) => {
            for item in items {
                let start = values.len();
                flatten(item, ty, length, 1, values)?;
                if matches!(item.kind, OperandKind::Vector(_)) {
                    values.resize(values.len().max((start + inner).min(length)), 0);
                }
            }
        }
        _ => {
            let bits = value(initialiser)?.bits(ty);
            values.push(bits.map_err(|message| Fault::new(initialiser.span.clone(), message))?);
        }
    }
    match values.len() <= length {
        true => Ok(()),
        false => Err(Fault::new(initialiser.span.clone(), "too many elements")),
    }
}

/// Evaluates an initialiser to a number.
fn value(initialiser: &Operand<'_>) -> Result<Number, Fault> {
    constant(initialiser).map_err(|fault| match &initialiser.kind {
        OperandKind::Literal(_) => fault,
        _ => Fault::new(initialiser.span.clone(), "only numbers are supported as initialisers"),
    })
}
