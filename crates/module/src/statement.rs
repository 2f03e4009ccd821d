//! Checks a single instruction, for use by other programs.

use crate::check::{Checked, Finding, Level, findings};
use crate::diagnostic::Diagnostic;
use crate::syntax::{Item, Source, Span, Statement, Tree, parse};
use ptx_isa::{Code, Dialect, Selection};

/// The name of the text in messages.
const NAME: &str = "<text>";

/// Selects the form of an instruction by the rules of [`check`](crate::check::check()).
///
/// The text is one instruction with its operands. The final `;` is optional. Declarations and directives may
/// precede the instruction. The directives `.version` and `.target` replace the values in `dialect`. If the text
/// has no `.reg` declaration, registers may have any type. Warnings and notes are not errors.
///
/// ```
/// use ptx_module::{Level, check_instruction};
/// use ptx_isa::{Code, Dialect, Target, Version};
///
/// let chosen = check_instruction("rcp.rn.ftz.f32 %f1, %f2;", &Dialect::default()).unwrap();
/// assert_eq!(chosen.form.to_string(), "rcp.rnd{.ftz}.f32 d, a");
/// assert_eq!(chosen.spelling(), "rcp.rn.ftz.f32");
///
/// let old = Dialect::of(Version::new("7.0"), Target::sm(80));
/// let faults = check_instruction("rcp.rn.sat.f32 d, a", &old).unwrap_err();
/// assert_eq!(faults[0].level, Level::Error);
/// assert!(faults[0].message.contains("`.sat`"));
/// let place = [faults[0].line, faults[0].column, faults[0].end_line, faults[0].end_column];
/// assert_eq!(place, [1, 7, 1, 11]);
///
/// let typed = check_instruction(".reg .f64 x; rcp.rn.f32 x, x;", &old).unwrap_err();
/// assert!(typed[0].message.contains("`x`"));
/// ```
///
/// # Errors
/// If the text has an error, does not contain exactly one instruction, or contains an instruction that is not in the
/// instruction table ([`Level::Unchecked`]). The error has all findings about the text, in order of position.
pub fn check_instruction(text: &str, dialect: &Dialect) -> Result<Selection, Vec<Diagnostic>> {
    let text = text.trim_end();
    let end = if text.is_empty() || text.ends_with(';') { "" } else { ";" };
    let source = Source::new(NAME, format!("{text}{end}").as_bytes());
    let module = parse(&source.text);
    let Checked { findings: mut found, last: form, .. } =
        findings(&source, &module, dialect.clone(), None);
    let is_fault = |finding: &Finding| matches!(finding.level, Level::Error | Level::Unchecked);
    if !found.iter().any(is_fault) {
        found.extend(not_one(&module));
    }
    match form.filter(|_| !found.iter().any(is_fault)) {
        Some(form) => Ok(form),
        None => Err(found.iter().map(|finding| Diagnostic::new(finding, &source)).collect()),
    }
}

/// Returns a fault if the text does not contain exactly one instruction.
fn not_one(module: &Tree<'_>) -> Option<Finding> {
    let mut items = module.items.iter().filter(|item| {
        !matches!(item, Item::Statement(Statement::Declaration(_) | Statement::Directive(_)))
    });
    let (first, second) = (items.next(), items.next());
    let more = match first {
        None => return Some(Finding::error(0..0, "expected an instruction").coded(Code::Syntax)),
        Some(Item::Statement(Statement::Instruction(_))) => second?,
        Some(other) => other,
    };
    Some(
        Finding::error(span(more), "expected one instruction and nothing else").coded(Code::Syntax),
    )
}

/// Returns the span of an item.
fn span(item: &Item<'_>) -> Span {
    match item {
        Item::Function(function) => function.span.clone(),
        Item::Statement(statement) => match statement {
            Statement::Label(name) => name.span.clone(),
            Statement::Declaration(declaration) => declaration.span.clone(),
            Statement::Instruction(instruction) => instruction.span.clone(),
            Statement::Directive(directive) => directive.span.clone(),
            Statement::Block(block) => block.span.clone(),
        },
    }
}
