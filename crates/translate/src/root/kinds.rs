//! Compares the declared number types with the types that the function's instructions use for
//! parameters and results.

use crate::declare::{Declaration, Error, Leaf, Ty, Typed, bytes};
use crate::lower::body::{Action, Body, Storage, VariableId};
use ptx_isa::{Kind, Message, Rust, Type};
use ptx_module::resolve::Program;
use ptx_module::syntax::Span;

/// An element that an instruction reads from a parameter or writes to a result.
struct Access<'b> {
    of: VariableId,
    /// The offset in bytes.
    offset: usize,
    ty: Type,
    is_written: bool,
    span: &'b Span,
}

/// Reports a number that the user declares as a float but the file uses as an integer, or the
/// reverse.
///
/// # Errors
/// Returns an error at the type of the first such number.
pub(super) fn check(
    program: &Program<'_>,
    declaration: &Declaration,
    body: &Body<'_>,
    results: &[Ty],
) -> Result<(), Error> {
    let accesses: Vec<_> = body
        .steps
        .iter()
        .flat_map(|step| {
            let (of, offset, ty, count, is_written) = match &step.action {
                Action::Read { from, offset, ty, destinations } => {
                    (*from, *offset, *ty, destinations.len(), false)
                }
                Action::Write { to, offset, ty, sources } => {
                    (*to, *offset, *ty, sources.len(), true)
                }
                _ => (0, 0, Type::B8, 0, false),
            };
            let at = move |i| offset + i * (ty.bits() as usize / 8);
            (0..count).map(move |i| Access { of, offset: at(i), ty, is_written, span: &step.span })
        })
        .collect();
    let name = &declaration.ptx_name.0;
    for (i, (id, parameter)) in body.parameters.iter().zip(&declaration.parameters).enumerate() {
        let what = format!("parameter {} of `{name}`", i + 1);
        let typed = &parameter.typed;
        one(program, &accesses, (*id, body.variables[*id].storage), &typed.ty, typed, &what)?;
    }
    let what = format!("the result of `{name}`");
    for ((id, ty), typed) in
        body.returns.iter().zip(results).zip(declaration.returns.iter().cycle())
    {
        one(program, &accesses, (*id, body.variables[*id].storage), ty, typed, &what)?;
    }
    Ok(())
}

/// Checks the type of one parameter or result.
fn one(
    program: &Program<'_>,
    accesses: &[Access<'_>],
    (id, storage): (VariableId, Storage),
    ty: &Ty,
    typed: &Typed,
    what: &str,
) -> Result<(), Error> {
    let leaves = ty.leaves();
    let own = || accesses.iter().filter(|access| access.of == id);
    for access in own() {
        let declared = match ty {
            Ty::Pointer { .. } => Some(Rust::U64),
            _ => leaf(&leaves, access, storage),
        };
        let Some(declared) = declared.filter(|declared| contradicts(access.ty, *declared)) else {
            continue;
        };
        // If the file uses a number both as a float and as an integer, the user may declare either.
        if own().any(|other| other.offset == access.offset && says(other.ty, declared)) {
            continue;
        }
        let kind = if access.ty.rust().is_float() { "a float" } else { "an integer" };
        let place =
            if leaves.len() > 1 { format!(" at byte {}", access.offset) } else { String::new() };
        let found = if leaves.len() > 1 { declared.name().into() } else { ty.name() };
        let verb = if access.is_written { "written" } else { "read" };
        let at = program.place(access.span.start);
        let message = Message::new(format!("{what} is {kind}{place}, and `{found}` is not"))
            .note(format!("it is {verb} as `.{}` at {at}", access.ty.word()))
            .help(format!("declare it as `{}`", access.ty.rust().name()));
        return Err(Error { at: typed.at, message });
    }
    Ok(())
}

/// Returns the declared number type that an access refers to. The number must have the width of the
/// access, unless the access covers the whole parameter or result.
fn leaf(leaves: &[Leaf], access: &Access<'_>, storage: Storage) -> Option<Rust> {
    let is_whole = matches!(storage, Storage::Scalar(whole) if whole.bits() == access.ty.bits());
    let leaf = leaves.iter().find(|leaf| leaf.offset == access.offset)?;
    (is_whole || bytes(leaf.ty) * 8 == access.ty.bits() as usize).then_some(leaf.ty)
}

/// Returns whether an access of this type contradicts the declared kind, float or integer. `.bN` and
/// `.uN` contradict neither kind, because compilers also use them to read the bits of a `float`.
fn contradicts(ty: Type, declared: Rust) -> bool {
    match ty.kind() {
        Kind::Float => !declared.is_float(),
        Kind::Integer => ty.rust().is_signed() && declared.is_float(),
        _ => false,
    }
}

/// Returns whether an access of this type confirms the declared kind: float or integer.
fn says(ty: Type, declared: Rust) -> bool {
    ty.kind() != Kind::Bits && ty.rust().is_float() == declared.is_float()
}
