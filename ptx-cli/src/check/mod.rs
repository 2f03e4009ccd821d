//! `ptx check`: what of a PTX text is not PTX.
//!
//! All rules about instructions are those of `ptx-isa`; here its questions are put and its answers
//! given a place in the text.
//!
//! Left to `ptxas`, on purpose: that a module has `.version` and `.target` and its statements stand in
//! functions (bare statements are checked, too, and a head's directives may end with `;`), labels,
//! variables, parameters and functions of one name, and what an expression of literals is worth.
//! Refused although `ptxas` takes it, since the manual has it not: modifiers in another order or
//! twice, `%f01` for `%f1`, a `.target` of two architectures or inside a function.

mod declarations;
mod directives;
mod fusion;
mod instruction;
mod operand;

use crate::text::items::{Broken, Item, Registers};
use crate::text::scope::Scopes;
use crate::text::walk::{Walk, last_letter};
use crate::text::{Source, Span};
use directives::Directives;
use fusion::Fusion;
use ptx_isa::{Dialect, Message, Target, Version};

/// How much a diagnostic matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The text is not PTX.
    Error,
    /// The text is PTX and perhaps means something else than the reader thinks.
    Note,
    /// The statement is outside the instruction table and was not looked at.
    Unchecked,
}

/// One thing to say about a text.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// How much it matters.
    pub level: Level,
    /// Where.
    pub span: Span,
    /// What, why, and what to do.
    pub message: Message,
    /// Another place that belongs to it, and what is there.
    pub other: Option<Box<(Span, String)>>,
}

impl Diagnostic {
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

/// What holds where a text has no `.version` or `.target`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Defaults {
    /// `--ptx-version`
    pub version: Option<Version>,
    /// `--target`
    pub target: Option<Target>,
}

impl Defaults {
    /// What holds where there are no directives at all.
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

/// Everything there is to say about a text, in the order of its places.
///
/// ```
/// use ptx_cli::check::{Defaults, check};
/// use ptx_cli::text::Source;
///
/// let source = Source::new("example.ptx", b"rcp.f32 %f1, %f2;");
/// let said = check(&source, &Defaults::default());
/// assert_eq!(said[0].message.what, "`rcp.f32` needs `.approx`, `.rn`, `.rz`, `.rm` or `.rp` since PTX ISA 1.4");
/// ```
#[must_use]
pub fn check(source: &Source, defaults: &Defaults) -> Vec<Diagnostic> {
    let mut walk = Walk::new(&source.text);
    let mut checker = Checker {
        source,
        directives: Directives::new(defaults),
        scopes: Scopes::default(),
        fusion: Fusion::default(),
        is_excerpt: !walk.declares_registers(),
        parameters: Vec::new(),
        said: Vec::new(),
    };
    while let Some(item) = walk.next() {
        checker.item(&walk, item);
    }
    if walk.is_open() {
        let span = last_letter(&source.text, source.text.trim_end().len());
        checker.said.push(Diagnostic::error(span, "a `{` is not closed before the end"));
    }
    for span in walk.foreign() {
        let visible = |letter: char| match letter {
            '\'' | '\\' => letter.to_string(),
            _ => letter.escape_debug().to_string(),
        };
        let found: String = source.text[span.clone()].chars().take(20).map(visible).collect();
        let message = format!("PTX has no character `{found}`");
        let said = Diagnostic::error(span.clone(), message);
        checker.said.push(said.help("outside comments a text is ASCII"));
    }
    checker.said.extend(checker.fusion.finish());
    checker.said.sort_by_key(|d| d.span.start);
    checker.said
}

struct Checker<'a> {
    source: &'a Source,
    directives: Directives,
    scopes: Scopes<'a>,
    fusion: Fusion,
    /// A text without any `.reg`: registers may have any type.
    is_excerpt: bool,
    /// The registers among a function's parameters, until its body opens.
    parameters: Vec<Registers<'a>>,
    said: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    fn item(&mut self, walk: &Walk<'a>, item: Item<'a>) {
        match item {
            Item::Version(span, number) => {
                let said = self.directives.version(self.source, span, number);
                self.said.extend(said);
            }
            Item::Target(span, words, broken) => {
                let said = self.directives.target(self.source, span, &words);
                match broken {
                    Some(broken) => self.broken(broken),
                    None => self.said.extend(said),
                }
            }
            Item::AddressSize(span, number) => {
                let said = self.directives.address_size(span, number);
                self.said.extend(said);
            }
            Item::Registers(registers) => {
                self.directives.begin();
                self.declare(registers);
            }
            Item::Function(parameters) => {
                self.directives.begin();
                self.parameters = parameters;
            }
            Item::Open => {
                self.scopes.enter();
                for registers in std::mem::take(&mut self.parameters) {
                    self.declare(registers);
                }
            }
            Item::Close(span, closes) => {
                self.scopes.leave();
                if !closes {
                    self.said.push(Diagnostic::error(span, "this `}` closes nothing"));
                }
            }
            Item::Label => self.fusion.new_block(),
            Item::Instruction(instruction) => {
                self.directives.begin();
                self.instruction(walk, &instruction);
            }
            Item::UnknownDirective(name) => {
                let message = format!("directive `.{}` is not known here", name.text);
                self.said.push(Diagnostic::new(Level::Unchecked, name.span, message));
            }
            Item::Broken(broken) => self.broken(broken),
        }
    }

    fn broken(&mut self, Broken { span, what, help }: Broken) {
        let said = Diagnostic::error(span, what);
        self.said.push(match help {
            Some(help) => said.help(help),
            None => said,
        });
    }
}
