//! Checks the locations, labels and sections of debug information.

use super::Finding;
use crate::syntax::{Directive, DirectiveName, Span, Tree, Word};
use ptx_isa::literal::{self, Literal};
use ptx_isa::{Code, Message};
use std::collections::HashSet;

/// The section that `function_name` may name without a label.
const NAMES: &str = "debug_str";

/// A place in a source: the numbers of its file, line and column.
type Location = [Option<u64>; 3];

/// The debug information before the current position.
#[derive(Debug, Default)]
pub(super) struct Debug<'a> {
    /// The labels of all sections of the module.
    labels: HashSet<&'a str>,
    /// The locations of earlier `.loc` directives of the module.
    locations: HashSet<Location>,
}

impl<'a> Debug<'a> {
    pub(super) fn new(module: &'a Tree<'a>) -> Self {
        let labels = sections(module).flat_map(|section| &section.arguments);
        Self { labels: labels.map(|label| label.text).collect(), ..Self::default() }
    }

    /// Checks the function name and the outer location of a `.loc` directive. Records its location.
    pub(super) fn location(&mut self, directive: &Directive<'a>) -> Option<Finding> {
        let (at, rest) = directive.arguments.split_at_checked(3)?;
        self.locations.insert(location(at));
        let i = rest.iter().position(|word| word.text == "inlined_at")?;
        let (name, outer) = (&rest[1..i], &rest[i + 1..]);
        let name = name.first()?;
        let finding =
            |span: Span, message| Some(Finding::error(span, message).coded(Code::Directive));
        let is_section = name.text == NAMES && name.span.len() > name.text.len();
        if !is_section && !self.labels.contains(name.text) {
            let message = Message::new(format!("undeclared label `{}`", name.text));
            let message = message.help("declare the label in `.section .debug_str`");
            return finding(name.span.clone(), message);
        }
        if outer.len() == 3 && !self.locations.contains(&location(outer)) {
            let numbers: Vec<_> = outer.iter().map(|word| word.text).collect();
            let numbers = numbers.join(" ");
            let message = Message::new(format!("no earlier `.loc` has the location {numbers}"));
            let message = message.help(format!("write `.loc {numbers}` before this directive"));
            return finding(outer[0].span.clone(), message);
        }
        None
    }
}

fn sections<'a>(module: &'a Tree<'a>) -> impl Iterator<Item = &'a Directive<'a>> {
    module.directives().filter(|directive| directive.is(DirectiveName::Section))
}

fn location(words: &[Word<'_>]) -> Location {
    let number = |i: usize| match literal::parse(words.get(i)?.text) {
        Ok(Literal::Integer(number)) => Some(number),
        _ => None,
    };
    [number(0), number(1), number(2)]
}

/// Reports each label that sections declare more than once. Also reports a target with `debug` in a module without
/// sections.
pub(super) fn contradictions(module: &Tree<'_>) -> Vec<Finding> {
    let mut seen = HashSet::new();
    let labels = sections(module).flat_map(|section| &section.arguments);
    let duplicates = labels.filter(|label| !seen.insert(label.text)).map(|label| {
        let message = format!("duplicate label `{}`", label.text);
        Finding::error(label.span.clone(), message).coded(Code::Duplicate)
    });
    let mut findings: Vec<_> = duplicates.collect();
    let targets = module.directives().filter(|directive| directive.is(DirectiveName::Target));
    let debug = targets.flat_map(|target| &target.arguments).find(|word| word.text == "debug");
    if let Some(debug) = debug.filter(|_| sections(module).next().is_none()) {
        let message = Message::new("`debug` needs a `.section` with debug information");
        let message = message.help("remove `debug`, or add the sections");
        findings.push(Finding::error(debug.span.clone(), message).coded(Code::Directive));
    }
    findings
}
