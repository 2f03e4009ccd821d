//! A whole PTX text, parsed and checked once.

use crate::check::{Finding, Level, findings};
use crate::resolve::Program;
use crate::syntax::{Source, Tree, parse};
use ptx_isa::directives::Directive as Required;
use ptx_isa::{Code, Dialect};
use self_cell::self_cell;
use std::fmt;

self_cell! {
    /// A text and its syntax tree.
    struct Parsed {
        owner: Source,
        #[covariant]
        dependent: Tree,
    }
}

self_cell! {
    /// A syntax tree, and the functions and variables that its names refer to.
    struct Analysed {
        owner: Parsed,
        #[covariant]
        dependent: Program,
    }
}

/// A whole PTX text, parsed and checked once.
///
/// A text is a module if it has `.version` and `.target` and no error. Every program that runs or translates a text
/// accepts the same texts: those for which [`Self::program`] succeeds.
///
/// ```
/// use ptx_module::{Level, Module};
/// use ptx_module::syntax::Source;
///
/// let text = b".version 8.0 .target sm_80 .visible .entry k() { ret; }";
/// let module = Module::new(Source::new("k.ptx", text));
/// assert_eq!(module.program().unwrap().names(), ["k"]);
///
/// let text = b".version 8.0 .target sm_80 .visible .entry k() { retry; }";
/// let module = Module::new(Source::new("k.ptx", text));
/// let errors = module.program().unwrap_err();
/// assert_eq!(errors[0].level, Level::Error);
/// assert!(errors[0].message.what.contains("`retry`"));
/// ```
pub struct Module {
    analysed: Analysed,
    findings: Vec<Finding>,
    errors: Vec<Finding>,
}

impl Module {
    /// Parses and checks a text. The time is linear in the length of the text.
    #[must_use]
    pub fn new(source: Source) -> Self {
        let parsed = Parsed::new(source, |source| parse(&source.text));
        let mut found = Vec::new();
        let analysed = Analysed::new(parsed, |parsed| {
            let (source, tree) = (parsed.borrow_owner(), parsed.borrow_dependent());
            let checked = findings(source, tree, Dialect::default(), None);
            found = checked.findings;
            if !found.iter().any(is_error) {
                found.extend(without_head(tree));
            }
            Program::new(source, tree, checked.dialect)
        });
        let errors = found.iter().filter(|one| is_error(one)).cloned().collect();
        Self { analysed, findings: found, errors }
    }

    /// Returns the name and the text.
    #[must_use]
    pub fn source(&self) -> &Source {
        self.analysed.borrow_owner().borrow_owner()
    }

    /// Returns the syntax tree.
    #[must_use]
    pub fn tree(&self) -> &Tree<'_> {
        self.analysed.borrow_owner().borrow_dependent()
    }

    /// Returns all findings, in order of position.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Returns the functions and variables, also of a text with errors.
    pub(crate) fn analysed_program(&self) -> &Program<'_> {
        self.analysed.borrow_dependent()
    }

    /// Returns the functions and variables.
    ///
    /// # Errors
    /// Returns the errors of the text, in order of position.
    pub fn program(&self) -> Result<&Program<'_>, &[Finding]> {
        if self.errors.is_empty() {
            Ok(self.analysed.borrow_dependent())
        } else {
            Err(&self.errors)
        }
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Module")
            .field("source", &self.source().name)
            .field("findings", &self.findings)
            .finish_non_exhaustive()
    }
}

/// Returns whether a finding refuses the text.
fn is_error(finding: &Finding) -> bool {
    finding.level == Level::Error && finding.message.code != Code::Unsupported
}

/// Returns the fault of a text without functions and without `.version` or `.target`. The check of an excerpt does not
/// need these directives, and reports their absence in a text with functions.
fn without_head(tree: &Tree<'_>) -> Option<Finding> {
    if tree.functions().next().is_some() {
        return None;
    }
    let has = |one: &Required| tree.directives().any(|found| found.name.text == one.word());
    let missing = [Required::Version, Required::Target].into_iter().find(|one| !has(one))?;
    Some(Finding::error(0..0, missing.missing_in_file()).coded(Code::Directive))
}
