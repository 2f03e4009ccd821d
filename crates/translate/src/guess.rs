//! Proposes Rust declarations for the functions of a PTX file.

use crate::lower::body::Variable;
use crate::lower::body::{Action, Body, Step, Storage, Value};
use crate::lower::{Interface, NameTable, lower, storage};
use crate::origin::{Origins, Rule, Seen};
use ptx_isa::{Kind, Type};
use ptx_module::resolve::Program;
use ptx_module::syntax::{Function, FunctionKind};
use std::fmt::Write;

/// Proposes a declaration for every function that has a body. `// ?` marks lines with a guessed
/// type.
#[must_use]
pub fn declarations(program: &Program<'_>) -> String {
    let mut out = String::new();
    let functions = program.names().iter().filter_map(|name| program.function(name));
    for function in functions.filter(|function| function.body.is_some()) {
        one(program, function, &mut out);
    }
    out
}

fn one(program: &Program<'_>, function: &Function<'_>, out: &mut String) {
    let name = function.name.text;
    let mut table = NameTable::default();
    let ident = table.declared(name).to_string();
    let variables = |declarations: &[ptx_module::syntax::Declaration<'_>],
                     table: &mut NameTable| {
        let all = declarations.iter().flat_map(|d| d.names.iter().map(move |name| (d, name)));
        let one = all.map(|(declaration, declarator)| {
            let storage = storage(declaration, declarator).ok()?;
            Some(Variable { name: table.make(declarator.name.text), storage })
        });
        one.collect::<Option<Vec<_>>>()
    };
    let parameters = variables(&function.parameters, &mut table);
    let returns = variables(&function.returns, &mut table);
    let (Some(parameters), Some(returns)) = (parameters, returns) else {
        let _ = writeln!(out, "// `{name}` has a parameter that is not supported");
        return;
    };
    let interface = Interface {
        parameters: parameters.clone(),
        returns: returns.clone(),
        names: table,
        is_called: false,
    };
    let body = match lower(program, function, interface) {
        Ok(body) => body,
        Err(faults) => {
            let what = faults.first().map_or("", |fault| fault.message.what.as_str());
            let _ = writeln!(out, "// `{name}` is not supported: {what}");
            return;
        }
    };
    let mut is_sure = true;
    let mut types = Vec::new();
    let pointers = pointers(&body);
    for (i, (id, variable)) in body.parameters.iter().zip(&parameters).enumerate() {
        let (ty, sure) = match (variable.storage, pointers[i]) {
            (_, Some((element, is_written))) => {
                let mutable = if is_written { "mut " } else { "" };
                (format!("&{mutable}[{}]", element.rust().name()), false)
            }
            (Storage::Scalar(ty), None) => scalar(ty, read_as(&body, *id)),
            (Storage::Bytes(bytes), None) => structure(bytes, read_all(&body, *id)),
            (Storage::Address(_), None) => ("u64".into(), false),
        };
        is_sure &= sure;
        types.push(format!("p{i}: {ty}"));
    }
    let results: Vec<_> = body
        .returns
        .iter()
        .zip(&returns)
        .map(|(id, variable)| {
            let (ty, sure) = match variable.storage {
                Storage::Scalar(ty) => scalar(ty, written_as(&body, *id)),
                Storage::Bytes(bytes) => structure(bytes, written_all(&body, *id)),
                Storage::Address(_) => ("u64".into(), false),
            };
            is_sure &= sure;
            ty
        })
        .collect();
    let returns = match results.as_slice() {
        [] => String::new(),
        [one] => format!(" -> {one}"),
        several => format!(" -> ({})", several.join(", ")),
    };
    if ident != name {
        let _ = writeln!(out, "#[ptx(name = \"{name}\")]");
    }
    if body.reads_thread || function.kind == FunctionKind::Entry {
        types.insert(0, "thread: ptx::Thread".into());
    }
    let guessed = if is_sure { "" } else { " // ?" };
    let _ = writeln!(out, "pub fn {ident}({}){returns};{guessed}", types.join(", "));
}

/// Returns the Rust type of a number, and whether the file determines the type. If the second value
/// is `false`, the type is a guess.
fn scalar(declared: Type, used: Option<Type>) -> (String, bool) {
    let ty = match (declared.kind(), used) {
        (Kind::Bits, Some(used)) if used.bits() == declared.bits() => used,
        _ => declared,
    };
    (ty.rust().name().into(), ty.kind() == Kind::Float)
}

/// Returns the Rust type of a structure: a tuple of the accessed elements, or an array of bytes if
/// the elements leave gaps. The second value is always `false`, because the type is a guess.
fn structure(bytes: usize, mut elements: Vec<(usize, Type)>) -> (String, bool) {
    elements.sort_by_key(|element| element.0);
    elements.dedup_by_key(|element| element.0);
    let mut at = 0;
    for (offset, ty) in &elements {
        if *offset != at {
            return (format!("[u8; {bytes}]"), false);
        }
        at += ty.bits() as usize / 8;
    }
    match at == bytes {
        true => {
            let names: Vec<_> = elements.iter().map(|(_, ty)| ty.rust().name()).collect();
            (format!("({},)", names.join(", ")).replace(",,", ","), false)
        }
        false => (format!("[u8; {bytes}]"), false),
    }
}

fn read_all(body: &Body<'_>, id: usize) -> Vec<(usize, Type)> {
    let reads = body.steps.iter().filter_map(|step| match &step.action {
        Action::Read { from, offset, ty, destinations } if *from == id => {
            Some((*offset, *ty, destinations.len()))
        }
        _ => None,
    });
    elements(reads)
}

fn written_all(body: &Body<'_>, id: usize) -> Vec<(usize, Type)> {
    let writes = body.steps.iter().filter_map(|step| match &step.action {
        Action::Write { to, offset, ty, sources } if *to == id => {
            Some((*offset, *ty, sources.len()))
        }
        _ => None,
    });
    elements(writes)
}

fn elements(accesses: impl Iterator<Item = (usize, Type, usize)>) -> Vec<(usize, Type)> {
    let all = accesses.flat_map(|(offset, ty, count)| {
        (0..count).map(move |i| (offset + i * (ty.bits() as usize / 8), ty))
    });
    all.collect()
}

/// Returns the type with which the function reads a parameter. The first instruction that reads the
/// parameter determines the type. If its type is `.bN`, other uses of its destination register
/// determine the type ([`held_as`]).
fn read_as(body: &Body<'_>, id: usize) -> Option<Type> {
    body.steps.iter().enumerate().find_map(|(at, step)| match &step.action {
        Action::Read { from, ty, destinations, .. } if *from == id => {
            let register = destinations.iter().flatten().next()?;
            Some(held_as(body, *ty, *register, at))
        }
        _ => None,
    })
}

fn written_as(body: &Body<'_>, id: usize) -> Option<Type> {
    body.steps.iter().enumerate().find_map(|(at, step)| match &step.action {
        Action::Write { to, ty, sources, .. } if *to == id => Some(
            sources.first()?.variable().map_or(*ty, |register| held_as(body, *ty, register, at)),
        ),
        _ => None,
    })
}

/// Returns the type of a value. The step `at` loads the value to a register or stores it from a
/// register, as the type `ty`. If `ty` is `.bN`, other instructions that use the value determine the
/// type.
fn held_as(body: &Body<'_>, ty: Type, register: usize, at: usize) -> Type {
    match body.variables[register].storage {
        Storage::Scalar(held) if ty.kind() == Kind::Bits && held.bits() == ty.bits() => {
            used_as(body, register, at).unwrap_or(held)
        }
        _ => ty,
    }
}

/// Returns a type other than `.bN` with which an instruction uses the value that a register has at the step `at`. The
/// search begins at the last write of the register at or before the step, and ends at the next write. If the function
/// writes the register only once, searches all instructions.
fn used_as(body: &Body<'_>, register: usize, at: usize) -> Option<Type> {
    let steps = &body.steps;
    let is_write = |i: &usize| steps[*i].action.destinations().contains(&register);
    let first = (0..=at).rev().find(is_write);
    let next = (at + 1..steps.len()).find(is_write);
    let is_only = next.is_none() && !(0..first.unwrap_or(0)).any(|i| is_write(&i));
    let start = if is_only { 0 } else { first.map_or(0, |first| first + 1) };
    // Include the instruction with the next write, because the instruction may read the old value.
    let lives = &steps[start..next.map_or(steps.len(), |next| next + 1)];
    let read = lives.iter().find_map(|step| read_by(step, register));
    read.or_else(|| written_by(&steps[first?], register))
}

/// Returns the type with which a computation reads a register, unless the type is `.bN`.
fn read_by(step: &Step, register: usize) -> Option<Type> {
    let Action::Compute { sources, .. } = &step.action else { return None };
    let of = sources.iter().find(|(value, _)| value.variable() == Some(register));
    of.map(|(_, ty)| *ty).filter(|ty| ty.kind() != Kind::Bits)
}

/// Returns the type with which a computation writes a register, unless the type is `.bN`.
fn written_by(step: &Step, register: usize) -> Option<Type> {
    let Action::Compute { destinations, .. } = &step.action else { return None };
    let of = destinations.iter().flatten().find(|(id, _)| *id == register);
    of.map(|(_, ty)| *ty).filter(|ty| ty.kind() != Kind::Bits)
}

/// Returns two values for each parameter that holds an address: the type of the elements at the
/// address, and whether the function writes these elements.
fn pointers(body: &Body<'_>) -> Vec<Option<(Type, bool)>> {
    let mut found: Vec<Option<(Type, bool)>> = vec![None; body.parameters.len()];
    let Some(mut origins) = Origins::new(body, &[], Rule::Likely) else { return found };
    origins.visit(|_, seen, origin| {
        let Seen::Address { step, at, ty, is_written } = seen else { return };
        let register = match &step.action {
            Action::Load { destinations, .. } => destinations.iter().flatten().next().copied(),
            Action::Store { sources, .. } => sources.first().and_then(Value::variable),
            _ => None,
        };
        let ty = register.map_or(ty, |register| held_as(body, ty, register, at));
        for parameter in origin.parameters() {
            let Some(id) = body.parameters.get(parameter) else { continue };
            let is_wide =
                matches!(body.variables[*id].storage, Storage::Scalar(ty) if ty.bits() == 64);
            if !is_wide {
                continue;
            }
            let entry = found[parameter].get_or_insert((ty, false));
            entry.1 |= is_written;
            if entry.0.kind() == Kind::Bits {
                entry.0 = ty;
            }
        }
    });
    found
}
