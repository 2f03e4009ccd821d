//! A walk over the statements and directives of a module, or of bare statements.
//!
//! It takes whatever PTX allows around instructions (PTX ISA, "State Spaces", "Directives") and
//! goes on behind what it does not understand.

use super::Span;
use super::lexer::{Kind, Token, tokens};
use std::collections::HashSet;

/// A word or number and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// As written.
    pub text: &'a str,
    /// Where.
    pub span: Span,
}

/// What stands behind `.reg`.
#[derive(Clone, Debug)]
pub struct Registers<'a> {
    /// The words between `.reg` and the first name, without dots: `v2`, `f32`.
    pub types: Vec<Word<'a>>,
    /// The names, each with the number in `<…>`.
    pub names: Vec<(Word<'a>, Option<Word<'a>>)>,
}

/// An instruction with its guard.
#[derive(Clone, Debug)]
pub struct Instruction<'a> {
    /// `@p`, `@!p`: the predicate.
    pub guard: Option<Word<'a>>,
    /// The mnemonic.
    pub mnemonic: Word<'a>,
    /// The modifiers, without dots; their spans include the dot.
    pub modifiers: Vec<Word<'a>>,
    /// The tokens between the commas.
    pub operands: Vec<Vec<Token>>,
    /// A fault of the punctuation: the statement cannot be judged.
    pub broken: Option<Broken>,
}

/// Where the punctuation of an instruction is wrong, and how.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub what: String,
    /// The way out.
    pub help: Option<&'static str>,
}

/// One step of the walk.
#[derive(Clone, Debug)]
pub enum Item<'a> {
    /// `.version 8.6`: the directive and its number.
    Version(Span, Option<Word<'a>>),
    /// `.target sm_90, debug`: the directive and its words.
    Target(Span, Vec<Word<'a>>),
    /// `.reg .f32 %f<4>;`
    Registers(Registers<'a>),
    /// `.entry f (…)`, `.func (…) f (…)`: the registers among the parameters.
    Function(Vec<Registers<'a>>),
    /// `{`
    Open,
    /// `}`; whether it closes something.
    Close(Span, bool),
    /// `L:`
    Label,
    /// An instruction.
    Instruction(Instruction<'a>),
    /// A directive that PTX does not have, as far as is known here.
    UnknownDirective(Word<'a>),
    /// Something that no statement begins with.
    Broken(Broken),
}

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

/// The walk; an iterator over its steps.
pub struct Walk<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// Names of variables, functions, parameters and labels.
    symbols: HashSet<&'a str>,
}

impl<'a> Walk<'a> {
    /// Begins at the beginning of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let tokens = tokens(text);
        let labels = tokens
            .windows(2)
            .filter(|pair| pair[0].kind == Kind::Word && pair[1].kind == Kind::Punct(':'));
        let symbols = labels.map(|pair| &text[pair[0].span.clone()]).collect();
        Self { text, tokens, at: 0, depth: 0, symbols }
    }

    /// Whether a name is a variable's, a function's, a parameter's or a label's.
    #[must_use]
    pub fn is_symbol(&self, name: &str) -> bool {
        self.symbols.contains(name)
    }

    /// Whether there is any `.reg`.
    #[must_use]
    pub fn declares_registers(&self) -> bool {
        self.tokens.windows(2).any(|pair| {
            pair[0].kind == Kind::Punct('.') && &self.text[pair[1].span.clone()] == "reg"
        })
    }

    /// Whether a block is still open.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.depth > 0
    }

    fn word(&self, token: &Token) -> Word<'a> {
        Word { text: &self.text[token.span.clone()], span: token.span.clone() }
    }

    fn kind(&self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    fn sees(&self, ahead: usize, punct: char) -> bool {
        self.kind(ahead) == Some(Kind::Punct(punct))
    }

    fn eat(&mut self, punct: char) -> bool {
        let seen = self.sees(0, punct);
        self.at += usize::from(seen);
        seen
    }

    fn eat_kind(&mut self, kind: Kind) -> Option<Word<'a>> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == kind)?;
        let word = self.word(token);
        self.at += 1;
        Some(word)
    }

    /// `.word`: the word, its span with the dot.
    fn eat_dotted(&mut self) -> Option<Word<'a>> {
        if !(self.sees(0, '.') && self.kind(1) == Some(Kind::Word)) {
            return None;
        }
        let start = self.tokens[self.at].span.start;
        let word = self.word(&self.tokens[self.at + 1]);
        self.at += 2;
        Some(Word { span: start..word.span.end, ..word })
    }

    fn directive(&mut self, name: Word<'a>) -> Option<Item<'a>> {
        match name.text {
            "version" => Some(Item::Version(name.span, self.eat_kind(Kind::Number))),
            "target" => {
                let mut words = Vec::new();
                loop {
                    words.extend(self.eat_kind(Kind::Word));
                    if !self.eat(',') {
                        return Some(Item::Target(name.span, words));
                    }
                }
            }
            "address_size" => {
                self.eat_kind(Kind::Number);
                None
            }
            "reg" => {
                let registers = self.registers();
                self.eat(';');
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
    fn registers(&mut self) -> Registers<'a> {
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
        while let Some(name) = self.eat_kind(Kind::Word) {
            let count = if self.eat('<') { self.eat_kind(Kind::Number) } else { None };
            self.eat('>');
            names.push((name, count));
            // In a header's parentheses the next parameter follows the comma.
            if !self.sees(0, ',') || self.sees(1, '.') {
                break;
            }
            self.at += 1;
        }
        Registers { types, names }
    }

    /// The rest of `.entry` or `.func`, up to the body or the `;` of a mere declaration.
    fn header(&mut self) -> Vec<Registers<'a>> {
        let mut all = Vec::new();
        while let Some(kind) = self.kind(0) {
            match kind {
                Kind::Punct('{' | '}') => break,
                Kind::Punct(';') => {
                    self.at += 1;
                    break;
                }
                Kind::Punct('.') => match self.eat_dotted() {
                    Some(word) if word.text == "reg" => all.push(self.registers()),
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
        while self.tokens.get(self.at).is_some_and(|token| token.span.start < end) {
            self.at += 1;
        }
    }

    /// `.section .debug_info { … }`
    fn pass_section(&mut self) {
        let mut depth = 0_usize;
        while let Some(kind) = self.kind(0) {
            self.at += 1;
            match kind {
                Kind::Punct('{') => depth += 1,
                Kind::Punct('}') if depth < 2 => return,
                Kind::Punct('}') => depth -= 1,
                _ => {}
            }
        }
    }

    fn instruction(&mut self) -> Instruction<'a> {
        let guard = if self.eat('@') {
            self.eat('!');
            self.eat_kind(Kind::Word)
        } else {
            None
        };
        let start = self.tokens.get(self.at.saturating_sub(1)).map_or(0, |t| t.span.start);
        let Some(mnemonic) = self.eat_kind(Kind::Word) else {
            let broken = Broken {
                span: start..start + 1,
                what: "no instruction follows the guard".into(),
                help: None,
            };
            let mnemonic = Word { text: "", span: start..start };
            self.skip_to_semicolon();
            return Instruction {
                guard,
                mnemonic,
                modifiers: vec![],
                operands: vec![],
                broken: Some(broken),
            };
        };
        let modifiers = std::iter::from_fn(|| self.eat_dotted()).collect();
        let (operands, broken) = self.operands();
        Instruction { guard, mnemonic, modifiers, operands, broken }
    }

    fn skip_to_semicolon(&mut self) {
        while self.kind(0).is_some() && !self.sees(0, '}') {
            if self.eat(';') {
                return;
            }
            self.at += 1;
        }
    }

    /// The operands up to the `;`, and what is wrong with their punctuation.
    fn operands(&mut self) -> (Vec<Vec<Token>>, Option<Broken>) {
        let mut all: Vec<Vec<Token>> = vec![Vec::new()];
        let mut open: Vec<Token> = Vec::new();
        let text = self.text;
        let missing = |end: usize| Broken {
            span: last_letter(text, end),
            what: "missing `;` at the end of this statement".into(),
            help: Some("every instruction ends with `;`"),
        };
        let mut end = self.tokens[self.at - 1].span.end;
        let broken = loop {
            let Some(token) = self.tokens.get(self.at) else { break Some(missing(end)) };
            let last = all.last_mut().expect("there is always a last one");
            match token.kind {
                Kind::Punct(';') => {
                    self.at += 1;
                    break open.pop().map(|token| Broken {
                        what: format!("`{}` is not closed", &self.text[token.span.clone()]),
                        span: token.span,
                        help: None,
                    });
                }
                Kind::Punct('}' | ')' | ']') if open.is_empty() => break Some(missing(end)),
                _ if last.last().is_some_and(|before| ends(before) && begins(token)) => {
                    if self.text[end..token.span.start].contains('\n') {
                        break Some(missing(end));
                    }
                    let broken = Broken {
                        span: token.span.clone(),
                        what: "expected `,` or `;` before this".into(),
                        help: None,
                    };
                    self.skip_to_semicolon();
                    break Some(broken);
                }
                Kind::Punct('@') => break Some(missing(end)),
                Kind::Unclosed => break Some(unclosed(self.text, token)),
                Kind::Punct(',') if open.is_empty() => all.push(Vec::new()),
                Kind::Punct('{' | '(' | '[') => {
                    open.push(token.clone());
                    last.push(token.clone());
                }
                Kind::Punct('}' | ')' | ']') => {
                    open.pop();
                    last.push(token.clone());
                }
                _ => last.push(token.clone()),
            }
            end = token.span.end;
            self.at += 1;
        };
        if all.len() == 1 && all[0].is_empty() {
            all.clear();
        }
        let empty = all.iter().any(Vec::is_empty).then(|| Broken {
            span: last_letter(text, end),
            what: "an operand is missing beside a `,`".into(),
            help: None,
        });
        (all, broken.or(empty))
    }
}

/// The last character before a place.
pub(crate) fn last_letter(text: &str, end: usize) -> Span {
    let length = text[..end].chars().next_back().map_or(0, char::len_utf8);
    end - length..end
}

/// Whether an operand may end with a token.
fn ends(token: &Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Number | Kind::Text | Kind::Punct('}' | ')' | ']'))
}

/// Whether an operand may begin with a token.
fn begins(token: &Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Number | Kind::Text | Kind::Punct('{' | '('))
}

fn unclosed(text: &str, token: &Token) -> Broken {
    let what = if text[token.span.clone()].starts_with('"') { "text" } else { "comment" };
    let letter = token.span.start..token.span.start + 1;
    Broken { span: letter, what: format!("this {what} has no end"), help: None }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        loop {
            let token = self.tokens.get(self.at)?.clone();
            let one = |what: String| Broken { span: token.span.clone(), what, help: None };
            match token.kind {
                Kind::Punct('{') => {
                    self.at += 1;
                    self.depth += 1;
                    return Some(Item::Open);
                }
                Kind::Punct('}') => {
                    self.at += 1;
                    let closes = self.depth > 0;
                    self.depth = self.depth.saturating_sub(1);
                    return Some(Item::Close(token.span, closes));
                }
                Kind::Punct(';') => self.at += 1,
                Kind::Punct('.') if self.kind(1) == Some(Kind::Word) => {
                    let name = self.eat_dotted()?;
                    if let Some(item) = self.directive(name) {
                        return Some(item);
                    }
                }
                Kind::Word if self.sees(1, ':') => {
                    self.at += 2;
                    return Some(Item::Label);
                }
                Kind::Word | Kind::Punct('@') => {
                    return Some(Item::Instruction(self.instruction()));
                }
                Kind::Unclosed => {
                    self.at += 1;
                    return Some(Item::Broken(unclosed(self.text, &token)));
                }
                Kind::Number | Kind::Text | Kind::Punct(_) => {
                    let found = self.text[token.span.clone()].chars().take(20).collect::<String>();
                    self.skip_to_semicolon();
                    let what = format!("no statement begins with `{}`", found.escape_debug());
                    return Some(Item::Broken(one(what)));
                }
            }
        }
    }
}
