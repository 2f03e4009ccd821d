//! Checks PTX text.
//!
//! `syntax` parses the text, and `resolve` resolves its names by the rules of `ptx-isa`. This module collects their
//! faults and adds checks that span several instructions.
//!
//! Statements outside of functions are also checked. A text that has only such statements may omit `.version`
//! and `.target`. A text with functions needs both directives, as `ptxas` requires.
//!
//! `ptxas` accepts the following texts, but they are errors here because the manual does not allow them: a
//! repeated modifier, `%f01` for `%f1`, a `.target` with two architectures, and a `.target` inside a
//! function. Modifiers in the wrong order are a warning.

mod carry;
mod debug;
mod directives;
mod finding;
mod instruction;
mod names;
mod results;

use crate::resolve::initial::{Initial, Nameable, has_initial, is_opaque};
use crate::resolve::{Fault, RegisterType, Resolver, Role, Symbols, has_registers, header_faults};
use crate::syntax::{
    Block, Declaration, Function, FunctionKind, Item, Source, StateSpace, Statement, Tree, parse,
};
use carry::Carries;
use debug::Debug;
use directives::Directives;
pub use finding::{Defaults, Finding, Level};
use ptx_isa::declarations;
use ptx_isa::fusion::Fusion;
use ptx_isa::placement::Site;
use ptx_isa::{Chain, Code, Dialect, Message, Selection, Version};
use std::collections::HashSet;
use std::sync::Arc;

/// The maximum size of all `.const` variables of a module, in bytes.
const MOST_CONSTANTS: usize = 1 << 16;

/// Returns all findings about a text, in order of position.
///
/// ```
/// use ptx_module::check::{Defaults, check};
/// use ptx_module::syntax::Source;
///
/// let source = Source::new("example.ptx", b"rcp.f32 %f1, %f2;");
/// let findings = check(&source, &Defaults::default());
/// assert_eq!(findings[0].message.what, "`rcp.f32` needs `.approx`, `.rn`, `.rz`, `.rm` or `.rp` since PTX ISA 1.4");
/// ```
#[must_use]
pub fn check(source: &Source, defaults: &Defaults) -> Vec<Finding> {
    findings(source, &parse(&source.text), defaults.dialect(), None).findings
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// All findings, in order of position.
    pub findings: Vec<Finding>,
    /// The form of the last instruction, if the form is in the instruction table.
    pub last: Option<Selection>,
    /// The version and the target after all directives.
    pub dialect: Dialect,
}

/// Checks a parsed text. `presets` are registers that exist without a declaration: the text is then inline PTX.
#[must_use]
pub fn findings<'a>(
    source: &'a Source,
    module: &'a Tree<'a>,
    dialect: Dialect,
    presets: Option<&'a [(String, RegisterType)]>,
) -> Checked {
    let is_excerpt = presets.is_none() && !declares_registers(module) && !is_whole(module);
    let symbols = Arc::new(Symbols::of_functions(module));
    let mut checker = Checker {
        source,
        resolver: Resolver::new(&source.text, symbols, dialect.clone(), is_excerpt),
        directives: Directives::new(dialect, module),
        debug: Debug::new(module),
        fusion: Fusion::default(),
        carries: Carries::default(),
        is_excerpt,
        last: None,
        is_head_faulty: false,
        returned: HashSet::new(),
        place: module.functions().next().map(|_| Site::Module).or(presets.map(|_| Site::Body)),
        findings: Vec::new(),
    };
    if let Some(presets) = presets {
        checker.resolver.set_inline();
        for (name, ty) in presets {
            checker.resolver.preset(name, *ty);
        }
    }
    checker.check_module(module);
    let Checker { fusion, carries, last, mut findings, directives, .. } = checker;
    findings.extend(module.faults.iter().map(|fault| Finding::from(Fault::from(fault))));
    // An excerpt, a text without `.reg` declarations, may start in the middle of a carry chain.
    let start = if is_excerpt { Chain::unknown() } else { Chain::default() };
    findings.extend(carries.notes(start));
    findings.extend(fusion.finish().iter().map(|fused| {
        let (product, sum) = (fused.product.0, fused.sum.0);
        let other = (product.0..product.1, "the product, which is used in sums only".into());
        let note = Finding::new(Level::Note, sum.0..sum.1, fused.message());
        Finding { other: Some(Box::new(other)), ..note }
    }));
    findings.sort_by_key(|finding| finding.span.start);
    Checked { findings, last, dialect: directives.dialect }
}

/// Returns whether a text is a module with functions, and not an excerpt.
fn is_whole(module: &Tree<'_>) -> bool {
    module.functions().next().is_some() && has_head(module)
}

/// Returns whether a text has `.version` and `.target`.
fn has_head(module: &Tree<'_>) -> bool {
    let has = |word| module.directives().any(|one| one.name.text == word);
    has("version") && has("target")
}

/// Returns whether a text is a module of declarations and directives, and not an excerpt.
fn has_only_declarations(module: &Tree<'_>) -> bool {
    let is_either =
        |one: &Statement<'_>| matches!(one, Statement::Declaration(_) | Statement::Directive(_));
    has_head(module) && module.statements().all(is_either)
}

/// Returns whether a text has a `.reg` declaration.
fn declares_registers(module: &Tree<'_>) -> bool {
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

/// The state of the check of one text.
struct Checker<'a> {
    source: &'a Source,
    resolver: Resolver<'a>,
    directives: Directives,
    debug: Debug<'a>,
    /// Finds products and sums that `ptxas` may fuse. A position is a range of bytes.
    fusion: Fusion<(usize, usize)>,
    carries: Carries,
    /// Whether the text has no `.reg` declaration. The registers of such a text may have any type.
    is_excerpt: bool,
    /// The form of the last instruction, if the form is in the instruction table.
    last: Option<Selection>,
    /// The `.param` variables that earlier calls have returned.
    returned: HashSet<usize>,
    /// Whether one of the module's directives is faulty.
    is_head_faulty: bool,
    /// The part of the module that contains the current directive. Inline PTX counts as a function body. `None` for
    /// other texts without functions.
    place: Option<Site>,
    findings: Vec<Finding>,
}

impl<'a> Checker<'a> {
    /// Checks the declarations, functions and statements of a module.
    fn check_module(&mut self, module: &'a Tree<'a>) {
        self.check_required(module);
        self.findings.extend(names::contradictions(module));
        self.check_default_target(module);
        // Declare all labels first, because statements may name labels that are declared later.
        for statement in module.statements() {
            if let Statement::Label(name) = statement {
                let fault = self.resolver.declare_label(name).err();
                let fault = fault.map(|fault| fault.coded(Code::Duplicate));
                self.findings.extend(fault.map(Finding::from));
            }
        }
        let is_module = module.functions().next().is_some() || has_only_declarations(module);
        let is_whole = is_whole(module);
        if is_whole {
            self.findings.extend(debug::contradictions(module));
        }
        let mut label = None;
        let mut names = Nameable::default();
        for item in &module.items {
            match item {
                Item::Function(function) => {
                    names.function(function.name.text);
                    self.check_function(function);
                }
                Item::Statement(statement)
                    if is_whole && self.report_outer_statement(statement) => {}
                Item::Statement(statement) => {
                    let count = self.findings.len();
                    label = self.check_statement(statement, label);
                    self.check_outer_variable(statement, is_module);
                    if let Statement::Declaration(declaration) = statement {
                        let is_correct = self.findings.len() == count;
                        self.check_initial_value(declaration, is_correct, &mut names);
                    }
                }
            }
        }
        self.check_constants(module);
        let by_default = self.directives.by_default.take();
        self.findings.extend(by_default.filter(|_| !self.is_head_faulty));
    }

    /// Reports wrong initial values of variables that are declared outside of functions, if the declaration has no
    /// other fault. Adds the variables to `names`.
    fn check_initial_value(
        &mut self,
        declaration: &Declaration<'a>,
        is_correct: bool,
        names: &mut Nameable<'a>,
    ) {
        let is_read = is_correct && !declaration.is_broken && has_initial(declaration);
        for declarator in &declaration.names {
            // The initial value of a variable may contain the address of the variable.
            names.variable(declaration, declarator);
            if !is_read {
                continue;
            }
            let initial = Initial::new(declaration, declarator);
            let fault = initial.and_then(|initial| initial.check_names(names)).err();
            // `ptxas` accepts the declarations that only the engine does not support.
            let fault = fault.filter(|fault| fault.message.code != Code::Unsupported);
            let fault = fault.map(|fault| fault.coded(Code::Declaration));
            self.findings.extend(fault.map(Finding::from));
        }
    }

    /// Reports the linkage and wrong initial values of variables in a function, and a texture in a function.
    fn check_inner_variable(&mut self, declaration: &Declaration<'a>) {
        if self.place != Some(Site::Body) {
            return;
        }
        if !declaration.is_broken && has_initial(declaration) {
            let initials = declaration.names.iter().map(|name| Initial::new(declaration, name));
            let fault = initials.filter_map(Result::err).next();
            let fault = fault.filter(|fault| fault.message.code != Code::Unsupported);
            let fault = fault.map(|fault| fault.coded(Code::Declaration));
            self.findings.extend(fault.map(Finding::from));
        }
        let finding = if let Some(linkage) = &declaration.linkage {
            let what = format!("a variable in a function cannot be `.{}`", linkage.value);
            let message = Message::new(what).help("move the declaration outside of the function");
            Finding::error(linkage.span.clone(), message)
        } else if is_opaque(declaration)
            && matches!(declaration.space.value, StateSpace::Global | StateSpace::Param)
        {
            let message = Message::new("a texture is declared in a function");
            let message = message.help("move the declaration outside of the function");
            Finding::error(declaration.space.span.clone(), message)
        } else {
            return;
        };
        self.findings.push(finding.coded(Code::Declaration));
    }

    /// Reports a sampler in a module whose textures contain their samplers.
    fn check_sampler(&mut self, declaration: &Declaration<'a>) {
        let sampler = declaration.types.iter().find(|word| word.text == "samplerref");
        let Some(sampler) = sampler.filter(|_| self.directives.is_unified) else { return };
        let message = Message::new("`.samplerref` needs `texmode_independent`")
            .note(self.directives.dialect.target_note())
            .help("add `, texmode_independent` after the target");
        let finding = Finding::error(sampler.span.clone(), message);
        self.findings.push(finding.coded(Code::Declaration));
    }

    /// Reports the first `.const` variable that does not fit into constant memory.
    fn check_constants(&mut self, module: &Tree<'a>) {
        // Before PTX ISA 2.2, a module had several banks of constants.
        if self.directives.dialect.version.is_none_or(|version| version < Version::new("2.2")) {
            return;
        }
        let mut total = 0_usize;
        for declaration in module
            .variables()
            .filter(|one| one.space.value == StateSpace::Const && !one.is_extern())
        {
            for name in &declaration.names {
                let size = Initial::new(declaration, name).ok().and_then(|initial| initial.bytes);
                total = total.saturating_add(size.unwrap_or(0));
                if total > MOST_CONSTANTS {
                    let what = format!(
                        "`.const` variables have at most {MOST_CONSTANTS} bytes, found {total}"
                    );
                    let message = Message::new(what).help("declare large arrays `.global`");
                    let finding = Finding::error(name.name.span.clone(), message);
                    return self.findings.push(finding.coded(Code::Declaration));
                }
            }
        }
    }

    /// Reports a state space or a bank that the version no longer has.
    fn check_removed(&mut self, declaration: &Declaration<'a>) {
        let is_after = |last| self.directives.dialect.version.is_some_and(|version| version > last);
        let (last_tex, last_bank) = (Version::new("1.4"), Version::new("2.1"));
        let (span, what, last) = match &declaration.bank {
            Some(bank) if is_after(last_bank) => {
                (&bank.span, format!("`.const[{}]`", bank.text), last_bank)
            }
            None if declaration.space.value == StateSpace::Tex && is_after(last_tex) => {
                (&declaration.space.span, "`.tex`".into(), last_tex)
            }
            _ => return,
        };
        let help = match declaration.space.value {
            StateSpace::Tex => "write `.global .texref`",
            _ => "write `.const`",
        };
        let message = Message::new(format!("{what} exists up to PTX ISA {last}"));
        let message = message.note(self.directives.dialect.version_note()).help(help);
        let finding = Finding::error(span.clone(), message);
        self.findings.push(finding.coded(Code::Declaration));
    }

    /// Reports a label, a block or an instruction outside of functions. Returns whether the statement is one of them.
    fn report_outer_statement(&mut self, statement: &Statement<'a>) -> bool {
        let (what, span) = match statement {
            Statement::Declaration(_) | Statement::Directive(_) => return false,
            Statement::Label(name) => ("a label", name.span.clone()),
            Statement::Block(block) => ("a block", block.span.start..block.span.start + 1),
            Statement::Instruction(instruction) => ("an instruction", instruction.spelling_span()),
        };
        let message = Message::new(format!("{what} must be in a function"));
        self.findings.push(Finding::error(span, message).coded(Code::Syntax));
        true
    }

    /// Reports registers, and `.local` and `.param` variables, that are declared outside of functions.
    fn check_outer_variable(&mut self, statement: &Statement<'a>, is_module: bool) {
        let Statement::Declaration(declaration) = statement else { return };
        let space = declaration.space.value;
        let is_old = self.directives.dialect.version.is_some_and(|v| v < Version::new("3.0"));
        let is_private = matches!(space, StateSpace::Reg | StateSpace::Local) && !is_old
            || space == StateSpace::Param;
        if is_module && is_private {
            let message = declarations::outside_of_functions(space.word());
            let finding = Finding::error(declaration.space.span.clone(), message);
            self.findings.push(finding.coded(Code::Declaration));
        }
    }

    /// Checks the header and the body of a function.
    fn check_function(&mut self, function: &'a Function<'a>) {
        self.directives.begin();
        self.resolver.enter_function(function);
        for declaration in &function.returns {
            self.declare(declaration, Role::Result);
        }
        for declaration in &function.parameters {
            self.declare(declaration, Role::Parameter);
        }
        let faults = header_faults(function, &self.directives.dialect).into_iter();
        let faults = faults.map(|fault| fault.coded(Code::Declaration));
        self.findings.extend(faults.map(Finding::from));
        let header = match function.kind {
            FunctionKind::Entry => Site::Kernel,
            FunctionKind::Func => Site::Function,
        };
        self.place = Some(header);
        self.check_header(&function.directives);
        self.place = Some(Site::Body);
        let outside = std::mem::take(&mut self.carries);
        if let Some(body) = &function.body {
            self.check_statements(body);
        }
        self.place = Some(Site::Module);
        let carries = std::mem::replace(&mut self.carries, outside);
        self.findings.extend(carries.notes(Chain::default()));
        self.resolver.leave();
    }

    /// Checks the statements of a block.
    fn check_statements(&mut self, block: &'a Block<'a>) {
        let faults = self.resolver.declare_labels(block).into_iter();
        let faults = faults.map(|fault| fault.coded(Code::Duplicate));
        self.findings.extend(faults.map(Finding::from));
        let mut label = None;
        for statement in &block.statements {
            label = self.check_statement(statement, label);
        }
    }

    /// Checks a statement. `label` is the label before the statement. If the statement is a label, returns
    /// this label.
    fn check_statement(
        &mut self,
        statement: &'a Statement<'a>,
        label: Option<usize>,
    ) -> Option<usize> {
        let count = self.findings.len();
        let label = self.check_instruction(statement, label);
        let span = match statement {
            Statement::Declaration(declaration) => &declaration.span,
            Statement::Directive(directive) => &directive.span,
            Statement::Instruction(_) | Statement::Label(_) | Statement::Block(_) => return label,
        };
        for finding in &mut self.findings[count..] {
            finding
                .place
                .get_or_insert_with(|| Box::new(crate::resolve::Spans::of_statement(span.clone())));
        }
        label
    }

    fn check_instruction(
        &mut self,
        statement: &'a Statement<'a>,
        label: Option<usize>,
    ) -> Option<usize> {
        match statement {
            Statement::Label(name) => {
                self.fusion.new_block();
                let found = self.resolver.find(name.text)?;
                self.carries.label(found.id);
                return Some(found.id);
            }
            Statement::Declaration(declaration) => {
                self.directives.begin();
                self.declare(declaration, Role::Local);
                self.check_inner_variable(declaration);
            }
            Statement::Directive(directive) => self.check_directive(directive, label),
            Statement::Instruction(instruction) => {
                self.directives.begin();
                self.instruction(instruction);
            }
            Statement::Block(block) => {
                self.resolver.enter();
                self.check_statements(block);
                self.resolver.leave();
            }
        }
        None
    }

    /// Adds a declaration of registers, parameters or variables to the current scope.
    fn declare(&mut self, declaration: &'a Declaration<'a>, role: Role) {
        let faults = match declaration.space.value {
            StateSpace::Reg => self.resolver.declare_registers(declaration),
            _ => self.resolver.declare_variables(declaration, role),
        };
        let faults = faults.into_iter().map(|fault| fault.coded(Code::Declaration));
        self.findings.extend(faults.map(Finding::from));
        self.check_removed(declaration);
        self.check_attributes(&declaration.attributes);
        self.check_sampler(declaration);
    }
}
