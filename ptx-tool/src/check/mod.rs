//! `ptx-bits check`: the errors in a PTX text.
//!
//! `ptx-text` parses the text and `ptx-lower` resolves it by the rules of `ptx-isa`. This module
//! collects their faults and adds the checks of several instructions.
//!
//! Left to `ptxas`, on purpose: that a module has `.version` and `.target` and its statements are in
//! functions (bare statements are checked, too, and a head's directives may end with `;`), and that
//! variables, parameters, functions and labels have different names. Refused although `ptxas`
//! accepts it, since the manual does not have it: modifiers twice, `%f01` for `%f1`, a `.target` of
//! two architectures or inside a function. Modifiers in another order are a warning.

mod carry;
mod directives;
mod instruction;
mod one;

use carry::Carries;
use directives::Directives;
pub use one::check_instruction;
use ptx_isa::fusion::Fusion;
use ptx_isa::{Dialect, Message, Selection, Target, Version};
use ptx_lower::{Fault, Resolver, Symbols, has_registers};
use ptx_text::{
    Block, Declaration, Directive, Function, Item, Module, Source, Span, Statement, parse,
};
use std::rc::Rc;

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The text is not PTX.
    Error,
    /// The manual does not have it, but `ptxas` accepts it.
    Warning,
    /// The text is PTX, but may not mean what the reader expects.
    Note,
    /// The statement is outside the instruction table and was not looked at.
    Unchecked,
}

impl Level {
    /// Its word in what other programs read: `error`, `warning`, `note`, `unchecked`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Unchecked => "unchecked",
        }
    }
}

/// One message about a text.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How much it matters.
    pub level: Level,
    /// Its place in the text.
    pub span: Span,
    /// What, why, and what to do.
    pub message: Message,
    /// Another place that belongs to it, and what is there.
    pub other: Option<Box<(Span, String)>>,
}

impl Finding {
    fn new(level: Level, span: Span, message: impl Into<Message>) -> Self {
        Self { level, span, message: message.into(), other: None }
    }

    fn error(span: Span, message: impl Into<Message>) -> Self {
        Self::new(Level::Error, span, message)
    }

    fn note(mut self, note: impl Into<String>) -> Self {
        self.message = self.message.note(note);
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.message = self.message.help(help);
        self
    }
}

impl From<Fault> for Finding {
    fn from(fault: Fault) -> Self {
        Self::error(fault.span, fault.message)
    }
}

/// The version and target where a text has no `.version` or `.target`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults {
    /// `--ptx-version`
    pub version: Option<Version>,
    /// `--target`
    pub target: Option<Target>,
}

impl Defaults {
    /// The dialect of a text without any directive.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        let mut dialect = Dialect::default();
        if let Some(version) = self.version {
            dialect.version = Some(version);
            dialect.version_set = "by the option `--ptx-version`".into();
        }
        if let Some(target) = self.target {
            dialect.target = Some(target);
            dialect.target_set = "by the option `--target`".into();
        }
        dialect
    }
}

/// All messages about a text, in the order of their places.
///
/// ```
/// use ptx_tool::check::{Defaults, check};
/// use ptx_text::Source;
///
/// let source = Source::new("example.ptx", b"rcp.f32 %f1, %f2;");
/// let said = check(&source, &Defaults::default());
/// assert_eq!(said[0].message.what, "`rcp.f32` needs `.approx`, `.rn`, `.rz`, `.rm` or `.rp` since PTX ISA 1.4");
/// ```
#[must_use]
pub fn check(source: &Source, defaults: &Defaults) -> Vec<Finding> {
    judged(source, &parse(&source.text), defaults.dialect()).0
}

/// Returns all messages about a text, and the form of its last instruction.
fn judged<'a>(
    source: &'a Source,
    module: &'a Module<'a>,
    dialect: Dialect,
) -> (Vec<Finding>, Option<Selection>) {
    let is_excerpt = !declares_registers(module);
    let symbols = Rc::new(Symbols::of_functions(module));
    let mut checker = Checker {
        source,
        resolver: Resolver::new(&source.text, symbols, dialect.clone(), is_excerpt),
        directives: Directives::new(dialect),
        fusion: Fusion::default(),
        carries: Carries::default(),
        is_excerpt,
        last: None,
        said: Vec::new(),
    };
    checker.module(module);
    let Checker { fusion, carries, last, mut said, .. } = checker;
    said.extend(module.faults.iter().map(|fault| Finding::from(Fault::from(fault))));
    said.extend(carries.notes());
    said.extend(fusion.finish().iter().map(|fused| {
        let (product, sum) = (fused.product.0, fused.sum.0);
        let other = (product.0..product.1, "the product, which is used in sums only".into());
        let note = Finding::new(Level::Note, sum.0..sum.1, fused.message());
        Finding { other: Some(Box::new(other)), ..note }
    }));
    said.sort_by_key(|diagnostic| diagnostic.span.start);
    (said, last)
}

/// Whether there is any `.reg`.
fn declares_registers(module: &Module<'_>) -> bool {
    fn declares(statement: &Statement<'_>) -> bool {
        match statement {
            Statement::Declaration(declaration) => has_registers(declaration),
            Statement::Block(block) => block.statements.iter().any(declares),
            _ => false,
        }
    }
    module.items.iter().any(|item| match item {
        Item::Statement(statement) => declares(statement),
        Item::Function(function) => {
            let mut header = function.returns.iter().chain(&function.parameters);
            let mut body = function.body.iter().flat_map(|block| &block.statements);
            header.any(has_registers) || body.any(declares)
        }
    })
}

struct Checker<'a> {
    source: &'a Source,
    resolver: Resolver<'a>,
    directives: Directives,
    /// The places of products and sums begin and end here.
    fusion: Fusion<(usize, usize)>,
    carries: Carries,
    /// A text without any `.reg`: registers may have any type.
    is_excerpt: bool,
    /// The form of the last instruction, if the table has it.
    last: Option<Selection>,
    said: Vec<Finding>,
}

impl<'a> Checker<'a> {
    fn module(&mut self, module: &'a Module<'a>) {
        // Statements may name labels that are declared later.
        for statement in module.statements() {
            if let Statement::Label(name) = statement {
                let _ = self.resolver.label(name);
            }
        }
        let mut label = None;
        for item in &module.items {
            match item {
                Item::Function(function) => self.function(function),
                Item::Statement(statement) => label = self.statement(statement, label),
            }
        }
    }

    fn function(&mut self, function: &'a Function<'a>) {
        self.directives.begin();
        self.resolver.enter();
        for declaration in function.returns.iter().chain(&function.parameters) {
            self.declare(declaration, true);
        }
        let outside = std::mem::take(&mut self.carries);
        if let Some(body) = &function.body {
            self.statements(body);
        }
        let carries = std::mem::replace(&mut self.carries, outside);
        self.said.extend(carries.notes());
        self.resolver.leave();
    }

    fn statements(&mut self, block: &'a Block<'a>) {
        // `ptxas` reports the duplicates of labels.
        let _ = self.resolver.labels(block);
        let mut label = None;
        for statement in &block.statements {
            label = self.statement(statement, label);
        }
    }

    /// One statement, after a label or not; gives the label that it is.
    fn statement(&mut self, statement: &'a Statement<'a>, label: Option<usize>) -> Option<usize> {
        match statement {
            Statement::Label(name) => {
                self.fusion.new_block();
                let found = self.resolver.find(name.text)?;
                self.carries.label(found.id);
                return Some(found.id);
            }
            Statement::Declaration(declaration) => {
                self.directives.begin();
                self.declare(declaration, false);
            }
            Statement::Directive(directive) => self.directive(directive, label),
            Statement::Instruction(instruction) => {
                self.directives.begin();
                self.instruction(instruction);
            }
            Statement::Block(block) => {
                self.resolver.enter();
                self.statements(block);
                self.resolver.leave();
            }
        }
        None
    }

    /// Declares registers, or parameters and variables.
    fn declare(&mut self, declaration: &'a Declaration<'a>, is_parameter: bool) {
        if declaration.space.text == "reg" {
            let faults = self.resolver.registers(declaration);
            self.said.extend(faults.into_iter().map(Finding::from));
        } else {
            // `ptxas` reports their duplicates.
            let _ = self.resolver.variables(declaration, is_parameter);
        }
    }

    fn directive(&mut self, directive: &Directive<'a>, label: Option<usize>) {
        let (name, words) = (&directive.name, &directive.arguments);
        let at = name.span.clone();
        let said = match name.text {
            "version" => self.directives.version(self.source, at, words.first()),
            "target" => self.directives.target(self.source, at, words),
            "address_size" => self.directives.address_size(at, words.first()),
            "branchtargets" => {
                let ids = words.iter().filter_map(|word| self.resolver.find(word.text));
                let ids = ids.map(|found| found.id).collect();
                self.carries.list(label.unwrap_or_default(), ids);
                None
            }
            text if directives::is_known(text) => None,
            text => {
                let message = format!("directive `.{text}` is not known here");
                Some(Finding::new(Level::Unchecked, at, message))
            }
        };
        self.said.extend(said);
        if matches!(name.text, "version" | "target") {
            self.resolver.set_dialect(self.directives.dialect.clone());
        }
    }
}
