//! Directives and declarations (PTX ISA, "State Spaces", "Directives").

use super::Span;
use super::items::{Broken, Item, Registers, Word};
use super::lexer::{Kind, Token};
use super::walk::Walk;
use ptx_isa::directives;

/// Directives that change nothing that is checked here; what belongs to them ends with `;`, or
/// where a function's body begins.
const PASSED: &[&str] = &[
    "alias",
    "branchtargets",
    "calltargets",
    "callprototype",
    "const",
    "explicitcluster",
    "global",
    "local",
    "maxclusterrank",
    "maxnctapersm",
    "maxnreg",
    "maxntid",
    "minnctapersm",
    "noreturn",
    "param",
    "pragma",
    "reqnctapercluster",
    "reqntid",
    "sampler",
    "samplerref",
    "abi_preserve",
    "abi_preserve_control",
    "attribute",
    "blocksareclusters",
    "shared",
    "sreg",
    "surf",
    "surfref",
    "tex",
    "texref",
];

/// Words before another directive.
const LINKAGE: &[&str] = &["common", "extern", "visible", "weak"];

impl<'a> Walk<'a> {
    pub(super) fn directive(&mut self, name: Word<'a>) -> Option<Item<'a>> {
        match name.text {
            "version" => {
                let number = self.eat_kind(Kind::Number);
                self.eat(';');
                Some(Item::Version(name.span, number))
            }
            "target" => {
                let (words, broken) = self.target();
                self.eat(';');
                Some(Item::Target(name.span, words, broken))
            }
            "address_size" => {
                let number = self.eat_kind(Kind::Number);
                self.eat(';');
                Some(Item::AddressSize(name.span, number))
            }
            "reg" => {
                let mut registers = self.registers(name.span);
                registers.broken = registers.broken.or_else(|| self.end_of_statement());
                if registers.broken.is_some() {
                    self.recover(0);
                }
                Some(Item::Registers(registers))
            }
            "entry" | "func" => Some(Item::Function(self.header())),
            "loc" | "file" => {
                self.pass_line(name.span.end);
                None
            }
            "section" => {
                self.pass_section();
                None
            }
            text if LINKAGE.contains(&text) => None,
            text if PASSED.contains(&text) => {
                self.pass();
                None
            }
            _ => {
                self.pass();
                Some(Item::UnknownDirective(name))
            }
        }
    }

    /// `.v2 .f32 %f<4>, x` behind `.reg`; ends before the `;`, or what cannot belong to it.
    fn registers(&mut self, directive: Span) -> Registers<'a> {
        let mut types = Vec::new();
        loop {
            match self.eat_dotted() {
                Some(word) if word.text == "align" => {
                    self.eat_kind(Kind::Number);
                }
                Some(word) => types.push(word),
                None => break,
            }
        }
        let mut names = Vec::new();
        let broken = loop {
            let Some(name) = self.eat_kind(Kind::Word) else {
                break Some(self.expected("the name of a register"));
            };
            let is_range = self.eat('<');
            let count = if is_range { self.eat_kind(Kind::Number) } else { None };
            let is_closed = !is_range || count.is_some() && self.eat('>');
            names.push((name, count));
            if !is_closed {
                break Some(self.expected("a number and `>`"));
            }
            // In a header's parentheses the next parameter follows the comma.
            if !self.sees(0, ',') || self.sees(1, '.') {
                break None;
            }
            self.at += 1;
        };
        Registers { types, names, directive, broken }
    }

    /// The words of `.target`.
    fn target(&mut self) -> (Vec<Word<'a>>, Option<Broken>) {
        let mut words = Vec::new();
        let mut broken = None;
        loop {
            match self.eat_kind(Kind::Word) {
                Some(word) => words.push(word),
                None if words.is_empty() => return (words, None),
                None => return (words, Some(self.expected("an option of `.target`"))),
            }
            if self.eat(',') {
                continue;
            }
            // What else follows on the line is a statement.
            let Some(next) = self.tokens.get(self.at).map(|token| self.word(token)) else {
                return (words, broken);
            };
            if !(next.text == directives::MAP || directives::IGNORED.contains(&next.text)) {
                return (words, broken);
            }
            broken = Some(Broken {
                span: next.span,
                what: directives::missing_comma(next.text).what,
                help: None,
            });
        }
    }

    /// The rest of `.entry` or `.func`, up to the body or the `;` of a mere declaration.
    fn header(&mut self) -> Vec<Registers<'a>> {
        let mut all = Vec::new();
        while let Some(kind) = self.kind(0) {
            match kind {
                Kind::Punct('{' | '}') | Kind::Unclosed => break,
                Kind::Punct(';') => {
                    self.at += 1;
                    break;
                }
                Kind::Punct('.') => match self.eat_dotted() {
                    Some(word) if word.text == "reg" => all.push(self.registers(word.span)),
                    Some(_) => {}
                    None => self.at += 1,
                },
                _ => self.pass_one(),
            }
        }
        all
    }

    /// One token, remembered if it is a name.
    fn pass_one(&mut self) {
        let token = &self.tokens[self.at];
        if token.kind == Kind::Word {
            self.symbols.insert(&self.text[token.span.clone()]);
        }
        self.at += 1;
    }

    /// Up to the `;`, or to a brace that is no initialiser's.
    fn pass(&mut self) {
        let mut depth = 0_usize;
        let mut initialiser = false;
        while let Some(kind) = self.kind(0) {
            match kind {
                Kind::Punct(';') => {
                    self.at += 1;
                    return;
                }
                Kind::Punct('{') if depth == 0 && !initialiser => return,
                Kind::Punct('}') if depth == 0 => return,
                Kind::Unclosed => return,
                Kind::Punct('{') => depth += 1,
                Kind::Punct('}') => depth -= 1,
                _ => {}
            }
            initialiser = kind == Kind::Punct('=') || depth > 0;
            self.pass_one();
        }
    }

    /// The rest of a line.
    fn pass_line(&mut self, from: usize) {
        let end = self.text[from..].find('\n').map_or(self.text.len(), |n| from + n);
        let belongs = |token: &Token| token.span.start < end && token.kind != Kind::Unclosed;
        while self.tokens.get(self.at).is_some_and(belongs) {
            self.at += 1;
        }
    }

    /// `.section .debug_info { … }`
    fn pass_section(&mut self) {
        let mut depth = 0_usize;
        while let Some(kind) = self.kind(0).filter(|kind| *kind != Kind::Unclosed) {
            self.at += 1;
            match kind {
                Kind::Punct('{') => depth += 1,
                Kind::Punct('}') if depth < 2 => return,
                Kind::Punct('}') => depth -= 1,
                _ => {}
            }
        }
    }
}
