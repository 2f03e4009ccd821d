//! Generates the Rust for a declared function and the functions that it calls.

mod addresses;
mod documentation;
mod kinds;
mod signature;
mod unused;

use crate::declare::{Declaration, Error};
use crate::lower::body::{Body, Storage, Variable};
use crate::lower::{Interface, NameTable, lower, storage};
use crate::rust::Names;
use crate::write::{Helper, Reach, Shared, Writer, variable};
use documentation::documentation;
use proc_macro2::TokenStream;
use ptx_isa::{Help, nearest};
use ptx_module::resolve::{Fault, Program};
use ptx_module::syntax::{Function, FunctionKind};
use quote::quote;
use signature::Signature;
use std::collections::HashMap;
use unused::unused;

/// The reason why a declared function cannot be translated.
#[derive(Clone, Debug)]
pub(crate) enum Failure {
    /// An error in the declaration.
    Declared(Error),
    /// Faults in the PTX file.
    Written(Vec<Fault>),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Declared(error)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Written(vec![fault])
    }
}

impl From<Vec<Fault>> for Failure {
    fn from(faults: Vec<Fault>) -> Self {
        Self::Written(faults)
    }
}

/// A called function and its translation to actions.
struct Callee<'a> {
    function: &'a Function<'a>,
    body: Body<'a>,
}

/// Generates the Rust for a declared function. `facade` is the path of the crate `ptx`.
///
/// # Errors
/// Returns the error in the declaration, or every unsupported part of the function.
pub(crate) fn translate(
    program: &Program<'_>,
    declaration: &Declaration,
    names: &Names,
    facade: &TokenStream,
) -> Result<TokenStream, Failure> {
    let function = find(program, declaration)?;
    let mut table = NameTable::default();
    for parameter in &declaration.parameters {
        table.reserve(&parameter.name.to_string());
    }
    if let Some((thread, _)) = &declaration.thread {
        table.reserve(&thread.to_string());
    }
    let signature = Signature::new(program, function, declaration, names, &mut table)?;
    // The Rust names of all called functions, which may call each other.
    let mut idents = HashMap::new();
    let mut reach = Reach { slices: signature.slices(declaration), ..Reach::default() };
    let body = lower(program, function, signature.interface(table.clone()))?;
    let callees = callees(program, &body, &mut table, &mut idents)?;
    let bodies = || std::iter::once(&body).chain(callees.iter().map(|callee| &callee.body));
    for name in bodies().flat_map(|body| &body.globals) {
        if reach.global(name) == 0 {
            reach.globals.push(variable(program, name, names, &mut table)?);
        }
    }
    kinds::check(program, declaration, &body, signature.results())?;
    addresses::check(program, declaration, &body, &callees)?;
    let needs = needs(&callees);
    let helpers: HashMap<&str, Helper> = callees
        .iter()
        .zip(&needs)
        .map(|(callee, (reads_thread, uses_memory))| {
            let name = callee.function.name.text;
            let helper = Helper {
                name: idents[name].clone(),
                reads_thread: *reads_thread,
                uses_memory: *uses_memory && !reach.is_empty(),
            };
            (name, helper)
        })
        .collect();
    let reads_thread = body.reads_thread || needs.iter().any(|needs| needs.0);
    let thread = declaration.thread.as_ref().map(|(name, _)| name.clone());
    if reads_thread && thread.is_none() {
        let what = format!("`{}` reads special registers of a thread", declaration.ptx_name.0);
        let error = Error::new(declaration.name.span(), what);
        return Err(error.help("declare `thread: ptx::Thread` as its first parameter").into());
    }
    let shared = Shared { names, helpers: &helpers, reach: &reach };
    let mut first_local = reach.end();
    let writer = Writer::new(
        &shared,
        &body,
        &function.span,
        thread,
        first_local,
        signature.returned(&body),
    )?;
    first_local += body.locals.len() as u64;
    let mut items = TokenStream::new();
    for callee in &callees {
        items.extend(helper(&shared, callee, first_local)?);
        first_local += callee.body.locals.len() as u64;
    }
    let has_memory = !reach.is_empty() && bodies().any(|body| body.uses_memory);
    let (mut memory_items, mut memory) = (TokenStream::new(), TokenStream::new());
    if has_memory {
        memory_items = reach.items(names);
        let (name, value) = (crate::rust::binding("memory"), reach.value(names));
        memory = quote!(let #name = &mut #value;);
    }
    let globals = reach.globals.iter().map(|global| &global.item);
    let documentation = documentation(program, function, bodies());
    // A blank line separates the user's documentation from the generated lines.
    let blank = (!declaration.attributes.is_empty()).then(|| quote!(#[doc = ""]));
    let (attributes, visibility, name) =
        (&declaration.attributes, &declaration.visibility, &declaration.name);
    let parameters = parameters(declaration);
    let returns = declaration.returns.as_ref().map(|typed| {
        let tokens = &typed.tokens;
        quote!(-> #tokens)
    });
    let prelude = signature.prelude();
    let used = unused(declaration, &body, &writer.written_steps(), &shared, has_memory);
    let (path, statements) = (&names.path, writer.function());
    Ok(quote! {
        #attributes
        #blank
        #(#[doc = #documentation])*
        #[inline]
        #visibility const fn #name(#parameters) #returns {
            use #facade::__private as #path;
            #(#globals)*
            #memory_items
            #items
            #used
            #memory
            #prelude
            #statements
        }
    })
}

/// Returns the parameters as the user declared them.
pub(crate) fn parameters(declaration: &Declaration) -> TokenStream {
    let thread = declaration.thread.iter().map(|(name, ty)| quote!(#name: #ty,));
    let parameters = declaration.parameters.iter().map(|parameter| {
        let (name, ty) = (&parameter.name, &parameter.typed.tokens);
        quote!(#name: #ty,)
    });
    quote!(#(#thread)* #(#parameters)*)
}

/// Returns the PTX function of a declaration. The function must have a body.
fn find<'a>(program: &Program<'a>, declaration: &Declaration) -> Result<&'a Function<'a>, Error> {
    let (name, at) = &declaration.ptx_name;
    let Some(function) = program.function(name) else {
        let error = Error::new(*at, format!("the file has no function `{name}`"));
        let all = || program.names().iter().copied();
        let mangled = || all().find(|other| is_mangled(other, name));
        return Err(match mangled().or_else(|| nearest(name, all())) {
            Some(near) if is_mangled(near, name) => {
                error.help(format!("declare it with `#[ptx(name = \"{near}\")]`"))
            }
            Some(near) => error.help(Help::meant(near)),
            None => error.help(listed(program)),
        });
    };
    if function.body.is_none() {
        let what = format!("`{name}` has no body in the file");
        return Err(Error::new(*at, what)
            .help("link it in before: compile the file that defines it together with this one"));
    }
    Ok(function)
}

/// Returns whether `mangled` is the C++ symbol of a function, such as `_Z3fooi` of `foo`.
fn is_mangled(mangled: &str, name: &str) -> bool {
    mangled.starts_with("_Z") && mangled.contains(&format!("{}{name}", name.len()))
}

/// The maximum number of functions that a message lists.
const MOST_LISTED: usize = 10;

/// Lists the functions and kernels of the PTX file.
fn listed(program: &Program<'_>) -> String {
    let of = |kind| {
        let names = program.names().iter().copied();
        let names: Vec<_> = names
            .filter(|name| program.function(name).is_some_and(|function| function.kind == kind))
            .collect();
        match names.split_at_checked(MOST_LISTED) {
            Some((first, rest @ [_, ..])) => {
                format!("{} and {} more", first.join(", "), rest.len())
            }
            _ => names.join(", "),
        }
    };
    let (functions, kernels) = (of(FunctionKind::Func), of(FunctionKind::Entry));
    match (functions.as_str(), kernels.as_str()) {
        ("", "") => "the file has no functions".into(),
        ("", kernels) => {
            format!("compile with -rdc=true; this file has the kernels {kernels}")
        }
        (functions, "") => format!("the file has {functions}"),
        (functions, kernels) => format!("the file has {functions}, and the kernels {kernels}"),
    }
}

/// Lowers all functions that a function calls, directly or indirectly.
fn callees<'a>(
    program: &Program<'a>,
    body: &Body<'a>,
    table: &mut NameTable,
    idents: &mut HashMap<&'a str, proc_macro2::Ident>,
) -> Result<Vec<Callee<'a>>, Vec<Fault>> {
    let (mut callees, mut faults) = (Vec::new(), Vec::new());
    let mut open: Vec<&'a str> = body.calls.clone();
    while let Some(name) = open.pop() {
        if idents.contains_key(name) {
            continue;
        }
        let Some(function) = program.function(name) else { continue };
        idents.insert(name, table.helper(name));
        match interface(function).and_then(|interface| lower(program, function, interface)) {
            Ok(body) => {
                open.extend(&body.calls);
                callees.push(Callee { function, body });
            }
            Err(found) => faults.extend(found),
        }
    }
    if faults.is_empty() { Ok(callees) } else { Err(faults) }
}

/// Creates the variables for the parameters and results of a called function.
fn interface(function: &Function<'_>) -> Result<Interface, Vec<Fault>> {
    let mut names = NameTable::default();
    let mut variables = |declarations: &[ptx_module::syntax::Declaration<'_>]| {
        let all = declarations.iter().flat_map(|d| d.names.iter().map(move |name| (d, name)));
        all.map(|(declaration, declarator)| {
            let storage = storage(declaration, declarator)?;
            Ok(Variable { name: names.make(declarator.name.text), storage })
        })
        .collect::<Result<Vec<_>, Fault>>()
    };
    let parameters = variables(&function.parameters).map_err(|fault| vec![fault])?;
    let returns = variables(&function.returns).map_err(|fault| vec![fault])?;
    Ok(Interface { parameters, returns, names, is_called: true })
}

/// Returns two values for each called function: whether the function or its callees read their
/// `Thread`, and whether the function or its callees use memory.
fn needs(callees: &[Callee<'_>]) -> Vec<(bool, bool)> {
    let places: HashMap<_, _> =
        callees.iter().enumerate().map(|(i, callee)| (callee.function.name.text, i)).collect();
    let mut callers = vec![Vec::new(); callees.len()];
    for (i, callee) in callees.iter().enumerate() {
        for called in callee.body.calls.iter().filter_map(|name| places.get(name)) {
            callers[*called].push(i);
        }
    }
    let spread = |has: &dyn Fn(&Body<'_>) -> bool| {
        let mut marked = vec![false; callees.len()];
        let mut open: Vec<_> = (0..callees.len()).filter(|i| has(&callees[*i].body)).collect();
        while let Some(i) = open.pop() {
            if !std::mem::replace(&mut marked[i], true) {
                open.extend(&callers[i]);
            }
        }
        marked
    };
    let (thread, memory) = (spread(&|body| body.reads_thread), spread(&|body| body.uses_memory));
    thread.into_iter().zip(memory).collect()
}

/// Generates the Rust of a called function.
fn helper(
    shared: &Shared<'_>,
    callee: &Callee<'_>,
    first_local: u64,
) -> Result<TokenStream, Fault> {
    let Some(helper) = shared.helpers.get(callee.function.name.text) else {
        return Ok(TokenStream::new());
    };
    let body = &callee.body;
    let thread_name = crate::rust::binding("thread");
    let returned = body.returns.iter().map(|id| &body.variables[*id].name);
    let returned = match body.returns.len() {
        0 | 1 => quote!(#(#returned)*),
        _ => quote!((#(#returned),*)),
    };
    let thread = helper.reads_thread.then(|| thread_name.clone());
    let writer = Writer::new(shared, body, &callee.function.span, thread, first_local, returned)?;
    let variables = |ids: &[usize]| -> Vec<(proc_macro2::Ident, TokenStream)> {
        let variable = |id: &usize| {
            let variable = &body.variables[*id];
            (variable.name.clone(), writer.storage_type(variable.storage))
        };
        ids.iter().map(variable).collect()
    };
    let parameters = variables(&body.parameters).into_iter().map(|(name, ty)| quote!(#name: #ty));
    let returns: Vec<_> = variables(&body.returns).into_iter().map(|(_, ty)| ty).collect();
    let returns = match returns.as_slice() {
        [] => None,
        [one] => Some(quote!(-> #one)),
        several => Some(quote!(-> (#(#several),*))),
    };
    let thread = helper.reads_thread.then(|| {
        let ty = shared.names.item("Thread");
        quote!(#thread_name: #ty,)
    });
    let memory = helper.uses_memory.then(|| {
        let (name, ty) = (crate::rust::binding("memory"), shared.reach.ty());
        quote!(#name: &mut #ty,)
    });
    let (name, statements) = (&helper.name, writer.function());
    Ok(quote! {
        #[inline]
        const fn #name(#thread #memory #(#parameters),*) #returns { #statements }
    })
}

/// Returns the size of a storage in bytes.
pub(crate) fn bytes_of(storage: Storage) -> usize {
    match storage {
        Storage::Scalar(ty) => ty.bits() as usize / 8,
        Storage::Bytes(bytes) => bytes,
        Storage::Address(_) => 8,
    }
}
