//! Reads the kernels and variables of a module from its texts.

use crate::chip;
use crate::error::Error;
use crate::memory::variable::{self, Reader, Variable};
use crate::signature::{Parameter, ParameterType, Signature};
use ptx_isa::{Dialect, Target};
use ptx_module::Linked;
use ptx_module::resolve::initial::{Nameable, has_initial};
use ptx_module::resolve::{
    Fault, Program, alignment, bytes, declaration_faults, element, is_scalar,
};
use ptx_module::syntax::{
    Declaration, Declarator, Directive, DirectiveName, Function, FunctionKind, Source, StateSpace,
};
use std::collections::HashMap;
use std::sync::Arc;

/// What a module contains.
pub(crate) struct Contents {
    /// The kernels, each with the number of its text.
    pub(crate) kernels: Vec<(Signature, usize)>,
    pub(crate) variables: Vec<Variable>,
    /// For each text: the index in `variables` of each variable that the text names.
    pub(crate) globals: Vec<HashMap<String, usize>>,
    /// For each text: the name of the file, if there are several texts.
    pub(crate) files: Vec<Option<Arc<str>>>,
    /// The version and target of the module.
    pub(crate) dialect: Dialect,
}

/// Links texts and reads their kernels and variables.
///
/// # Errors
/// Those of [`Module::link`](crate::Module::link).
pub(crate) fn read(texts: Vec<Arc<ptx_module::Module>>) -> Result<(Linked, Contents), Error> {
    let linked = ptx_module::Module::link(texts.clone()).map_err(|errors| {
        let of = |(number, text): (usize, &Arc<ptx_module::Module>)| {
            let own = errors.iter().filter(|one| one.text == number);
            let own: Vec<_> = own.map(|one| one.finding.clone()).collect();
            Error::of_check(text.source(), &own)
        };
        Error::joined(texts.iter().enumerate().map(of))
    })?;
    let (mut kernels, mut variables, mut errors) = (Vec::new(), Vec::new(), Vec::new());
    for text in 0..texts.len() {
        let program = linked.program(text);
        let mut faults = Vec::new();
        for function in entries(program).filter(|one| linked.owner(text, one.name.text) == text) {
            match signature(function) {
                Ok(signature) => kernels.push((signature, text)),
                Err(fault) => faults.push(fault),
            }
        }
        variables.extend(variables_of(&linked, text, &mut faults));
        errors.push(Error::of(program.source(), faults));
    }
    if errors.iter().any(|error| !error.findings.is_empty()) {
        return Err(Error::joined(errors));
    }
    let numbered = variables.iter().enumerate();
    let numbers: HashMap<_, _> =
        numbered.map(|(number, one)| ((one.text as usize, one.name.clone()), number)).collect();
    let globals = (0..texts.len()).map(|text| {
        let names = texts[text].tree().variables().flat_map(|one| &one.names);
        let meant = names.filter_map(|one| {
            let name = one.name.text.to_string();
            let number = *numbers.get(&(linked.owner(text, &name), name.clone()))?;
            Some((name, number))
        });
        meant.collect()
    });
    let (globals, files, dialect) = (globals.collect(), files(&linked), dialect(&linked)?);
    let contents = Contents { kernels, variables, globals, files, dialect };
    Ok((linked, contents))
}

/// Reads the variables of a text that no definition in another text replaces.
fn variables_of(linked: &Linked, text: usize, faults: &mut Vec<Fault>) -> Vec<Variable> {
    let (program, mut names) = (linked.program(text), Nameable::default());
    program.names().iter().for_each(|name| names.function(name));
    let reader = Reader {
        text,
        owner: &|name| linked.owner(text, name),
        function: &|name| function_number(linked, text, name),
    };
    let mut variables = Vec::new();
    for declaration in linked.texts()[text].tree().variables() {
        let of_declaration = match declaration.space.value {
            StateSpace::Reg => Vec::new(),
            _ => declaration_faults(declaration),
        };
        let is_read = of_declaration.is_empty() && has_initial(declaration);
        faults.extend(of_declaration);
        for declarator in &declaration.names {
            // The initial value of a variable may contain the address of the variable.
            names.variable(declaration, declarator);
            if is_read {
                match variable::read(declaration, declarator, &reader, &mut names) {
                    Ok(variable) => variables.push(variable),
                    Err(fault) => faults.push(fault),
                }
            }
        }
    }
    variables.retain(|one| linked.owner(text, &one.name) == text);
    variables
}

/// Returns a number for the function that a text means by a name, which no other function of the module has.
fn function_number(linked: &Linked, text: usize, name: &str) -> Option<usize> {
    let owner = linked.owner(text, name);
    let position = linked.program(owner).names().iter().position(|one| *one == name)?;
    let before = (0..owner).map(|text| linked.program(text).names().len());
    Some(before.sum::<usize>() + position)
}

/// Checks that all texts run on a chip.
pub(crate) fn check_chip(linked: &Linked, chip: Target) -> Result<(), Error> {
    linked.texts().iter().enumerate().try_for_each(|(number, text)| {
        chip::check(linked.program(number).dialect(), chip)
            .map_err(|message| Error::whole(&text.source().name, message))
    })
}

/// Returns the dialect of the text with the highest target, after checking that this chip runs all texts.
fn dialect(linked: &Linked) -> Result<Dialect, Error> {
    let all = (0..linked.texts().len()).map(|text| linked.program(text).dialect());
    let highest = |one: &&Dialect| one.target.map(|target| (target.sm, target.suffix.is_some()));
    let dialect = all.rev().max_by_key(highest).cloned().unwrap_or_default();
    if let Some(target) = dialect.target {
        check_chip(linked, Target::sm(target.sm))?;
    }
    Ok(dialect)
}

/// Returns the names of the files, each without its folder unless two files have the same name. Returns `None` for a
/// single file.
fn files(linked: &Linked) -> Vec<Option<Arc<str>>> {
    let sources = || linked.texts().iter().map(|text| text.source());
    let mut counts = HashMap::new();
    sources().for_each(|source| *counts.entry(source.file()).or_insert(0) += 1);
    let shown = |source: &Source| match counts[source.file()] {
        1 => source.file().into(),
        _ => source.name.as_str().into(),
    };
    sources().map(|source| (sources().len() > 1).then(|| shown(source))).collect()
}

/// Returns the names of the files of a module.
pub(crate) fn names(linked: &Linked, name: impl Fn(&Source) -> &str) -> String {
    linked.texts().iter().map(|text| name(text.source())).collect::<Vec<_>>().join(", ")
}

/// Returns the kernels that have a body.
fn entries<'p, 'a: 'p>(program: &'p Program<'a>) -> impl Iterator<Item = &'a Function<'a>> + 'p {
    let functions = program.names().iter().filter_map(|name| program.function(name));
    functions.filter(|one| one.kind == FunctionKind::Entry && one.body.is_some())
}

fn signature(function: &Function<'_>) -> Result<Signature, Fault> {
    let all =
        function.parameters.iter().flat_map(|one| one.names.iter().map(move |name| (one, name)));
    let parameters = all.map(|(declaration, declarator)| parameter(declaration, declarator));
    let directive = |name| {
        let found = function.directives.iter().find(|one| one.is(name));
        found.map(extents)
    };
    Ok(Signature {
        name: function.name.text.into(),
        parameters: parameters.collect::<Result<_, _>>()?,
        required_threads: directive(DirectiveName::ReqNtid),
        required_cluster: directive(DirectiveName::ReqNctaPerCluster),
        needs_cluster: function.directives.iter().any(|one| one.is(DirectiveName::ExplicitCluster)),
        most_threads: directive(DirectiveName::MaxNtid)
            .map(|[x, y, z]| x.saturating_mul(y).saturating_mul(z)),
    })
}

fn parameter(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
) -> Result<Parameter, Fault> {
    if let Some(fault) = declaration_faults(declaration).into_iter().next() {
        return Err(fault);
    }
    let ty = match is_scalar(declaration, declarator) {
        true => ParameterType::Scalar(element(declaration)?),
        false => ParameterType::Bytes(bytes(declaration, declarator)?),
    };
    let alignment = alignment(declaration);
    Ok(Parameter { name: declarator.name.text.into(), ty, alignment })
}

/// Returns the three numbers of `.reqntid`, `.maxntid` or `.reqnctapercluster`; omitted numbers are 1.
fn extents(directive: &Directive<'_>) -> [u32; 3] {
    let number = |i: usize| directive.arguments.get(i).and_then(|word| word.text.parse().ok());
    [0, 1, 2].map(|i| number(i).unwrap_or(1))
}
