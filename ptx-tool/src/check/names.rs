//! Compares declarations of the same name: functions and module variables.

use super::Finding;
use ptx_isa::{Message, declarations};
use ptx_lower::{alignment, length};
use ptx_text::{Declaration, Declarator, Function, Item, Module, Span, Statement, Word};
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
pub(super) fn contradictions<'a>(module: &'a Module<'a>) -> Vec<Finding> {
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
    let aliases: HashSet<&str> = aliases(module).collect();
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

/// Returns the functions that `.alias NAME, FUNCTION;` defines. `ptxas` accepts `.alias` also in a body.
fn aliases<'a>(module: &'a Module<'a>) -> impl Iterator<Item = &'a str> {
    let bodies = module.functions().filter_map(|function| function.body.as_ref());
    let statements = module.statements().chain(bodies.flat_map(|body| &body.statements));
    statements.filter_map(|statement| match statement {
        Statement::Directive(directive) if directive.name.text == "alias" => {
            directive.arguments.first().map(|name| name.text)
        }
        _ => None,
    })
}

/// Returns whether a function without a body is defined elsewhere: in another file, or by the driver.
fn is_resolved(function: &Function<'_>) -> bool {
    const OF_DRIVER: [&str; 4] = ["__assertfail", "free", "malloc", "vprintf"];
    function.name.text.is_empty()
        || linkage(function.linkage.as_ref()) == "extern"
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
        Item::Statement(Statement::Declaration(one)) if one.space.text != "reg" => {
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
        // Two variables are compared here only if one of them is `.extern`. The resolver (`ptx-lower`) reports all
        // other duplicate variables.
        (Named::Variable(first, a), Named::Variable(second, b)) => {
            let is_extern = |one: &Declaration<'_>| linkage(one.linkage.as_ref()) == "extern";
            let may_differ = !(is_extern(first) || is_extern(second));
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

fn linkage<'a>(word: Option<&Word<'a>>) -> &'a str {
    word.map_or("", |word| word.text)
}

/// Returns how a later declaration of a function differs from the first one.
fn functions(first: &Function<'_>, second: &Function<'_>) -> Option<&'static str> {
    let same = |first: &[Declaration<'_>], second: &[Declaration<'_>]| {
        first.len() == second.len() && first.iter().zip(second).all(|(a, b)| same_parameter(a, b))
    };
    if first.kind != second.kind {
        Some("one is a kernel, the other a function")
    } else if !same_linkage(linkage(first.linkage.as_ref()), linkage(second.linkage.as_ref())) {
        Some("the linkage differs")
    } else if !same(&first.returns, &second.returns) {
        Some("the results differ")
    } else if !same(&first.parameters, &second.parameters) {
        Some("the parameters differ")
    } else {
        None
    }
}

/// Returns whether a later declaration has a compatible linkage. After `.visible` or `.weak`, the later
/// declaration may omit the directive, as in `ptxas`.
fn same_linkage(first: &str, second: &str) -> bool {
    first == second || matches!(first, "visible" | "weak") && second.is_empty()
}

fn same_parameter(a: &Declaration<'_>, b: &Declaration<'_>) -> bool {
    let lengths = |one: &Declaration<'_>| {
        one.names.iter().map(|name| length(one, name).ok().flatten()).collect::<Vec<_>>()
    };
    let same_place = a.space.text == b.space.text && alignment(a) == alignment(b);
    same_place && same_type(a, b) && lengths(a) == lengths(b)
}

fn same_type(a: &Declaration<'_>, b: &Declaration<'_>) -> bool {
    a.types.iter().map(|word| word.text).eq(b.types.iter().map(|word| word.text))
}
