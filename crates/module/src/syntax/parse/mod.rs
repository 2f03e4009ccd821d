//! The parser: accepts any tokens, reports faults, and continues after each fault.

mod cursor;
mod declaration;
mod directive;
mod expression;
mod function;
mod initial;
mod operand;
mod section;
mod statement;

use crate::syntax::lexer::{Token, TokenKind, tokens};
use crate::syntax::tree::{Item, Statement, Tree};
use crate::syntax::{Fault, Help, Span};
use cursor::{closers, unclosed};

/// The maximum nesting of blocks, brackets and braces. Deeper nesting is a fault.
pub const DEEPEST: usize = 128;

/// Parses a text.
#[must_use]
pub fn parse(text: &str) -> Tree<'_> {
    if let Some(fault) = other_encoding(text) {
        return Tree { faults: vec![fault], ..Tree::default() };
    }
    let (tokens, foreign) = tokens(text);
    let closers = closers(&tokens);
    let faults = tokens.windows(2).filter_map(|pair| blank_after_dot(text, pair)).collect();
    let mut parser = Parser { text, tokens, closers, at: 0, depth: 0, element: None, faults };
    let items = parser.items();
    let faults = with_characters(text, parser.faults, foreign);
    Tree { items, faults }
}

/// Adds a fault for each span of characters that PTX does not allow (`foreign`). Drops later faults on the same line,
/// because these characters cause the later faults.
fn with_characters(text: &str, faults: Vec<Fault>, foreign: Vec<Span>) -> Vec<Fault> {
    let is_foreign = |fault| (true, fault);
    let foreign = foreign.into_iter().map(|span| is_foreign(foreign_character(text, span)));
    let mut all: Vec<_> = foreign.chain(faults.into_iter().map(|fault| (false, fault))).collect();
    all.sort_by_key(|(is_foreign, fault)| (fault.span.start, !is_foreign));
    let mut end_of_line = 0;
    all.retain(|(is_foreign, Fault { span, .. })| {
        if *is_foreign && span.start >= end_of_line {
            let rest = &text[span.start..];
            end_of_line = rest.find('\n').map_or(text.len() + 1, |length| span.start + length);
        }
        *is_foreign || span.start >= end_of_line
    });
    let mut all: Vec<_> = all.into_iter().map(|(_, fault)| fault).collect();
    all.dedup();
    all
}

/// Reports white space between a dot and its word: `add. u32`. The parser then ignores the white space.
fn blank_after_dot(text: &str, pair: &[Token]) -> Option<Fault> {
    let [dot, word] = pair else { return None };
    let is_split = dot.kind == TokenKind::Punct('.') && word.kind == TokenKind::Word;
    let blank = dot.span.end..word.span.start;
    (is_split && !blank.is_empty()).then(|| {
        let word = &text[word.span.clone()];
        let fault = Fault::new(blank, format!("white space between `.` and `{word}`"));
        let (code, span) = (format!(".{word}"), dot.span.start..pair[1].span.end);
        fault.help(Help::Code { text: format!("write `{code}`"), span, code })
    })
}

/// The number of bytes that [`other_encoding`] examines.
const SAMPLE: usize = 256;

/// Reports a CUDA binary, and a text in UTF-16 or UTF-32, in which ASCII characters contain NUL bytes.
fn other_encoding(text: &str) -> Option<Fault> {
    // A fatbin starts with the magic number 0xba55ed50, whose bytes are not UTF-8.
    let binaries =
        [("\x7fELF", "an ELF file, such as a cubin"), ("P\u{fffd}U\u{fffd}", "a fatbin")];
    if let Some((_, kind)) = binaries.iter().find(|(start, _)| text.starts_with(start)) {
        let fault = Fault::new(0..0, format!("this is {kind}"));
        return Some(fault.help("compile with `nvcc -ptx`, or extract with `cuobjdump -ptx`"));
    }
    let sample = &text.as_bytes()[..text.len().min(SAMPLE)];
    let nul = sample.iter().filter(|byte| **byte == 0).count();
    let fault = || Fault::new(0..0, "this is not ASCII text");
    (nul > 1 && nul * 4 >= sample.len())
        .then(|| fault().help("PTX is ASCII; a file in UTF-16 must be converted"))
}

fn foreign_character(text: &str, span: Span) -> Fault {
    let found = &text[span.clone()];
    if found.starts_with(['\\', '#']) {
        let is_number = text[span.end..].starts_with(|letter: char| letter.is_ascii_digit());
        if found == "#" && is_number {
            let fault = Fault::new(span, "PTX has no `#` before a number");
            return fault.remove();
        }
        // Quote only the `#` of a preprocessor line.
        let shown = if found.starts_with('#') { "#" } else { found.trim_end() };
        return Fault::from_c(span.start..span.start + shown.len(), shown);
    }
    if found == "\u{feff}" && span.start == 0 {
        let fault = Fault::new(span, "unexpected byte order mark");
        return fault.help("remove it: save the file as UTF-8 without a byte order mark");
    }
    let visible = |letter: char| match letter {
        '\'' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    };
    let found: String = text[span.clone()].chars().take(20).map(visible).collect();
    let fault = Fault::new(span, format!("PTX has no character `{found}`"));
    fault.help("outside comments a text is ASCII")
}

struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Token>,
    /// For each `{` and `(`, the index of its closing token.
    closers: Vec<Option<usize>>,
    at: usize,
    /// The number of open blocks, brackets and braces.
    depth: usize,
    /// In an initial value: the first token of the current element.
    element: Option<usize>,
    faults: Vec<Fault>,
}

impl<'a> Parser<'a> {
    fn items(&mut self) -> Vec<Item<'a>> {
        let mut items = Vec::new();
        while let Some(kind) = self.kind(0) {
            if kind == TokenKind::Punct('}') {
                let fault = Fault::new(self.next_span(), "unexpected `}`");
                self.faults.push(fault);
                self.at += 1;
                continue;
            }
            let start = self.at;
            let linkage = self.linkage();
            if self.begins_function() {
                let function = self.function(linkage);
                items.push(Item::Function(function));
            } else {
                self.at = start;
                items.extend(self.statement().map(Item::Statement));
            }
        }
        items
    }

    /// Parses a statement; returns `None` after a fault. Consumes at least one token, unless the
    /// next token is `}`.
    fn statement(&mut self) -> Option<Statement<'a>> {
        let kind = self.kind(0)?;
        match kind {
            TokenKind::Punct('{') => self.block().map(Statement::Block),
            TokenKind::Punct('.') if self.kind(1) == Some(TokenKind::Word) => {
                self.dotted_statement()
            }
            TokenKind::Word if self.sees(1, ':') => {
                let name = self.eat_kind(TokenKind::Word)?;
                self.at += 1;
                Some(Statement::Label(name))
            }
            TokenKind::Punct('@') if self.is_debug_line() => {
                Some(Statement::Directive(self.debug_line()))
            }
            TokenKind::Word | TokenKind::Punct('@') => {
                self.instruction().map(Statement::Instruction)
            }
            TokenKind::Punct(';') => {
                let fault = Fault::new(self.next_span(), "expected a statement before `;`");
                self.faults.push(fault);
                self.at += 1;
                None
            }
            TokenKind::Unclosed => {
                self.faults.push(unclosed(self.text, self.next_span()));
                self.at += 1;
                None
            }
            TokenKind::Text => {
                let start = self.next_span().start;
                self.faults.push(Fault::from_c(start..start + 1, "\""));
                self.recover(0);
                None
            }
            TokenKind::Number | TokenKind::Punct(_) => {
                let span = self.next_span();
                let found: String = self.text[span.clone()].chars().take(20).collect();
                let what = format!("a statement cannot begin with `{}`", found.escape_debug());
                let fault = self.complement_without_at().unwrap_or_else(|| Fault::new(span, what));
                self.faults.push(fault);
                self.recover(0);
                None
            }
        }
    }
}
