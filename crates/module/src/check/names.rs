//! Compares declarations of the same name: functions and module variables.

use super::Finding;
use crate::resolve::{aliases, alignment, length};
use crate::syntax::{
    Declaration, Declarator, DirectiveName, Function, FunctionKind, Item, Linkage, Span,
    StateSpace, Statement, Tree, Word,
};
use ptx_isa::{Code, Message, declarations};
use std::collections::{HashMap, HashSet};

/// A function or variable that a declaration declares.
#[derive(Clone, Copy)]
enum Named<'a> {
    Function(&'a Function<'a>),
    Variable(&'a Declaration<'a>, &'a Declarator<'a>),
}

impl<'a> Named<'a> {
    fn name(self) -> &'a Word<'a> {
        match self {
            Self::Function(function) => &function.name,
            Self::Variable(_, declarator) => &declarator.name,
        }
    }
}

/// Returns a finding for each declaration that `ptxas` rejects. Either the declaration differs from an earlier one of
/// the same name, or it declares a function that the file does not define.
pub(super) fn contradictions<'a>(module: &'a Tree<'a>) -> Vec<Finding> {
    let mut earlier: HashMap<&str, Named<'a>> = HashMap::new();
    let mut findings = Vec::new();
    for named in module.items.iter().flat_map(declared) {
        let name = named.name();
        if name.text.is_empty() {
            continue;
        }
        if let Some(first) = earlier.get(name.text) {
            let message = contradiction(*first, named);
            findings.extend(message.map(|message| {
                let first = first.name().span.clone();
                finding(name.span.clone(), message, first)
            }));
        }
        // Compare later declarations with the definition, not with an earlier prototype.
        if let (Named::Function(function), Some(first)) = (named, earlier.get_mut(name.text)) {
            if function.body.is_some() {
                *first = named;
            }
        } else {
            earlier.entry(name.text).or_insert(named);
        }
    }
    findings.extend(aliased(module, &earlier));
    findings.extend(files(module));
    let aliases: HashSet<&str> = aliases(module).map(|names| names[0].text).collect();
    findings.extend(module.functions().filter_map(|function| {
        let Some(Named::Function(first)) = earlier.get(function.name.text) else { return None };
        let name = &function.name;
        let is_missing = std::ptr::eq(*first, function)
            && function.body.is_none()
            && !is_resolved(function)
            && !aliases.contains(name.text);
        is_missing.then(|| Finding::error(name.span.clone(), declarations::no_body(name.text)))
    }));
    findings
}

/// Returns a finding for each wrong `.alias`.
fn aliased<'a>(module: &'a Tree<'a>, earlier: &HashMap<&str, Named<'a>>) -> Vec<Finding> {
    // The position of the first declaration of each function.
    let mut starts = HashMap::new();
    for function in module.functions() {
        starts.entry(function.name.text).or_insert(function.name.span.start);
    }
    let mut seen = HashSet::new();
    let findings = aliases(module).filter_map(|[name, function]| {
        let found = |word: &Word<'a>| match earlier.get(word.text) {
            Some(Named::Function(function)) if starts[word.text] < word.span.start => {
                Some(*function)
            }
            _ => None,
        };
        let is_kernel = |word: &&Word<'a>| {
            found(word).is_some_and(|function| function.kind == FunctionKind::Entry)
        };
        let kernel = [name, function].into_iter().find(is_kernel);
        let (at, what) = match (found(name), found(function)) {
            (None, _) => (name, format!("undeclared function `{}`", name.text)),
            (_, None) => (function, format!("undeclared function `{}`", function.text)),
            _ if name.text == function.text => {
                (function, format!("`{}` cannot be an alias of itself", name.text))
            }
            _ if kernel.is_some() => {
                let kernel = kernel.unwrap_or(name);
                (kernel, format!("kernel `{}` cannot be in an alias", kernel.text))
            }
            (_, Some(Function { linkage: Some(linkage), .. }))
                if matches!(linkage.value, Linkage::Weak | Linkage::Extern) =>
            {
                let (linkage, name) = (linkage.value, function.text);
                let what = format!("`.{linkage}` function `{name}` cannot have an alias");
                (function, what)
            }
            _ if seen.contains(function.text) => {
                (function, format!("`{}` is an alias itself", function.text))
            }
            (Some(first), _) if first.body.is_some() => {
                (name, format!("`{}` has a body and cannot be an alias", name.text))
            }
            (Some(first), Some(second)) if !same_signature(first, second) => (
                name,
                format!("`{}` has other parameters or results than `{}`", name.text, function.text),
            ),
            _ if !seen.insert(name.text) => (name, format!("duplicate alias `{}`", name.text)),
            _ => return None,
        };
        Some(Finding::error(at.span.clone(), what).coded(Code::Declaration))
    });
    findings.collect()
}

/// Returns a finding for each `.file` with the number of an earlier `.file`.
fn files(module: &Tree<'_>) -> Vec<Finding> {
    let mut seen = HashSet::new();
    let files = module.directives().filter(|directive| directive.is(DirectiveName::File));
    let findings = files.filter_map(|directive| {
        let number = directive.arguments.first().filter(|number| !seen.insert(number.text))?;
        let message = format!("duplicate file number {}", number.text);
        Some(Finding::error(number.span.clone(), message).coded(Code::Directive))
    });
    findings.collect()
}

fn same_signature(first: &Function<'_>, second: &Function<'_>) -> bool {
    let same = |a: &[Declaration<'_>], b: &[Declaration<'_>]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_parameter(a, b))
    };
    same(&first.returns, &second.returns) && same(&first.parameters, &second.parameters)
}

/// Returns whether a function without a body is defined elsewhere: in another file, or by the driver.
fn is_resolved(function: &Function<'_>) -> bool {
    const OF_DRIVER: [&str; 4] = ["__assertfail", "free", "malloc", "vprintf"];
    function.name.text.is_empty()
        || function.has_linkage(Linkage::Extern)
        || OF_DRIVER.contains(&function.name.text)
}

fn finding(span: Span, message: Message, first: Span) -> Finding {
    let finding = Finding::error(span, message);
    Finding { other: Some(Box::new((first, "declared here first".into()))), ..finding }
}

/// Returns the function or the variables that an item declares.
fn declared<'a>(item: &'a Item<'a>) -> Vec<Named<'a>> {
    match item {
        Item::Function(function) => vec![Named::Function(function)],
        Item::Statement(Statement::Declaration(one)) if one.space.value != StateSpace::Reg => {
            one.names.iter().map(|name| Named::Variable(one, name)).collect()
        }
        Item::Statement(_) => Vec::new(),
    }
}

/// Returns the fault of `second`, which follows the declaration `first` of the same name.
fn contradiction(first: Named<'_>, second: Named<'_>) -> Option<Message> {
    let name = second.name().text;
    let what = match (first, second) {
        (Named::Function(first), Named::Function(second)) => match (&first.body, &second.body) {
            (Some(_), Some(_)) => return Some(declarations::second_function(name)),
            (Some(_), None) => return Some(declarations::late_prototype(name)),
            (None, _) => functions(first, second)?,
        },
        // Two variables are compared here only if one of them is `.extern`. The resolver reports all
        // other duplicate variables.
        (Named::Variable(first, _), Named::Variable(second, _))
            if first.is_extern() && second.linkage.is_none() =>
        {
            "an `.extern` variable is defined `.visible`"
        }
        (Named::Variable(first, a), Named::Variable(second, b)) => {
            let may_differ = !(first.is_extern() || second.is_extern());
            let (a, b) = (length(first, a).ok().flatten(), length(second, b).ok().flatten());
            let same_length = a.is_none() || b.is_none() || a == b;
            if may_differ || same_type(first, second) && same_length {
                return None;
            }
            "the types differ"
        }
        (Named::Function(_), Named::Variable(..)) => "it is a function there",
        (Named::Variable(..), Named::Function(_)) => "it is a variable there",
    };
    Some(declarations::contradiction(name, what))
}

fn linkage(function: &Function<'_>) -> Option<Linkage> {
    function.linkage.as_ref().map(|linkage| linkage.value)
}

/// Returns how a later declaration of a function differs from the first one.
fn functions(first: &Function<'_>, second: &Function<'_>) -> Option<&'static str> {
    let same = |first: &[Declaration<'_>], second: &[Declaration<'_>]| {
        first.len() == second.len() && first.iter().zip(second).all(|(a, b)| same_parameter(a, b))
    };
    if first.kind != second.kind {
        Some("one is a kernel, the other a function")
    } else if !same_linkage(linkage(first), linkage(second)) {
        Some("the linkage differs")
    } else if is_noreturn(first) != is_noreturn(second) {
        Some("only one of them is `.noreturn`")
    } else if !same(&first.returns, &second.returns) {
        Some("the results differ")
    } else if !same(&first.parameters, &second.parameters) {
        Some("the parameters differ")
    } else {
        None
    }
}

fn is_noreturn(function: &Function<'_>) -> bool {
    function.directives.iter().any(|directive| directive.is(DirectiveName::Noreturn))
}

/// Returns whether a later declaration has a compatible linkage. After `.visible` or `.weak`, the later
/// declaration may omit the directive, as in `ptxas`.
fn same_linkage(first: Option<Linkage>, second: Option<Linkage>) -> bool {
    first == second || matches!(first, Some(Linkage::Visible | Linkage::Weak)) && second.is_none()
}

fn same_parameter(a: &Declaration<'_>, b: &Declaration<'_>) -> bool {
    let lengths = |one: &Declaration<'_>| {
        one.names.iter().map(|name| length(one, name).ok().flatten()).collect::<Vec<_>>()
    };
    let same_place = a.space.value == b.space.value && alignment(a) == alignment(b);
    same_place && same_type(a, b) && lengths(a) == lengths(b)
}

fn same_type(a: &Declaration<'_>, b: &Declaration<'_>) -> bool {
    a.types.iter().map(|word| word.text).eq(b.types.iter().map(|word| word.text))
}
