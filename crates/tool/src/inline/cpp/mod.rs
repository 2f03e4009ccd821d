//! Finds `asm` statements in C++ and CUDA code.

mod branches;
mod lexer;

use super::escape::unescape;
use super::holes::Syntax;
use super::language::Language;
use super::statement::{AsmOperand, Clobber, Direction, Found, Reason, Statement};
use super::template::Template;
use super::tokens::{self, Tokens};
use lexer::{Lexer, Token, TokenKind};

/// The keywords that begin a statement.
const KEYWORDS: &[&str] = &["asm", "__asm__", "__asm"];

/// The words between the keyword and its parenthesis.
const QUALIFIERS: &[&str] = &[
    "volatile",
    "__volatile__",
    "__volatile",
    "inline",
    "__inline__",
    "__inline",
    "goto",
    "const",
    "__const__",
];

/// Returns the statements of a text in order.
pub(super) fn find(text: &str) -> Vec<Found> {
    let mut lexer = Lexer::new(text);
    let mut found = Vec::new();
    while let Some(token) = lexer.next() {
        if !is_keyword(text, &token) {
            continue;
        }
        let mut inside = lexer.clone();
        if let Some(variants) = statement(text, &mut inside) {
            let span = token.span.start..inside.position();
            found.push(Found { keyword: token.span, span, variants });
            lexer = inside;
        }
    }
    found
}

/// Returns the tokens of a text. A directive is `#`, and the end of a `#define` is a line end.
pub(super) fn tokens(text: &str) -> Tokens<'_> {
    let mut lexer = Lexer::new(text);
    let mut all = Vec::new();
    while let Some(Token { kind, span }) = lexer.next() {
        let kind = match kind {
            TokenKind::Word => tokens::TokenKind::Word,
            TokenKind::Number => tokens::TokenKind::Number,
            TokenKind::Text { inner, is_raw } => {
                tokens::TokenKind::Text(tokens::Text { inner, is_raw, is_format: false })
            }
            TokenKind::Character => tokens::TokenKind::Punct('\''),
            TokenKind::Punct(byte) => tokens::TokenKind::Punct(byte.into()),
            // A string is not joined to a string of another branch or macro.
            TokenKind::Directive => tokens::TokenKind::Punct('#'),
            TokenKind::EndOfDefinition => tokens::TokenKind::Punct('\n'),
        };
        all.push(tokens::Token { kind, span });
    }
    Tokens::new(text, all)
}

fn is_keyword(text: &str, token: &Token) -> bool {
    token.kind == TokenKind::Word && KEYWORDS.contains(&&text[token.span.clone()])
}

/// Parses a statement after its keyword. Returns `None` if no parenthesis follows. Stops at another keyword,
/// so that the whole search takes linear time.
fn statement(text: &str, lexer: &mut Lexer<'_>) -> Option<Result<Vec<Statement>, Reason>> {
    let mut token = lexer.next()?;
    while token.kind == TokenKind::Word && QUALIFIERS.contains(&&text[token.span.clone()]) {
        token = lexer.next()?;
    }
    if !token.is(b'(') {
        return None;
    }
    let mut tokens = Vec::new();
    let mut depth = 0usize;
    loop {
        let before = lexer.clone();
        let Some(token) = lexer.next() else { return Some(Err(Reason::Unclosed)) };
        match token.kind {
            TokenKind::EndOfDefinition => return Some(Err(Reason::Unclosed)),
            TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Punct(b')') if depth == 0 => break,
            TokenKind::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            TokenKind::Word if is_keyword(text, &token) => {
                *lexer = before;
                let has_branches =
                    tokens.iter().any(|token: &Token| token.kind == TokenKind::Directive);
                return Some(Err(match has_branches {
                    true => Reason::Branches,
                    false => Reason::Unclosed,
                }));
            }
            _ => {}
        }
        tokens.push(token);
    }
    let variants = branches::variants(text, &tokens);
    Some(variants.and_then(|variants| {
        let mut read = Vec::new();
        for variant in variants {
            let statement = read_variant(text, &variant)?;
            if !read.contains(&statement) {
                read.push(statement);
            }
        }
        Ok(read)
    }))
}

/// Parses the tokens between the parentheses of a statement.
fn read_variant(text: &str, tokens: &[&Token]) -> Result<Statement, Reason> {
    let mut sections = vec![Vec::new()];
    let mut depth = 0usize;
    for token in tokens {
        match token.kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
            TokenKind::Punct(b':') if depth == 0 => {
                sections.push(Vec::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = sections.last_mut() {
            last.push(*token);
        }
    }
    let template = joined(text, &sections[0])?;
    let directions = [Direction::Result, Direction::Source];
    let outputs_and_inputs = sections.iter().skip(1).zip(directions);
    let operands: Option<Vec<_>> =
        outputs_and_inputs.map(|(section, direction)| operands(text, section, direction)).collect();
    let operands = operands.map(|sections| sections.concat());
    let clobbers = clobbers(text, sections.get(3).map_or(&[], Vec::as_slice));
    Ok(Statement { template, syntax: Syntax::Percent, operands, clobbers })
}

/// Parses the clobbers. Returns `None` if the section contains a macro.
fn clobbers(text: &str, section: &[&Token]) -> Option<Vec<Clobber>> {
    let parts = section.split(|token| token.is(b',')).filter(|part| !part.is_empty());
    let clobber = |part: &[&Token]| {
        let at = part.first()?.span.start..part.last()?.span.end;
        let name = joined(text, part).ok()?.text;
        Some(Clobber { name, at })
    };
    parts.map(clobber).collect()
}

/// Joins adjacent string literals.
fn joined(text: &str, tokens: &[&Token]) -> Result<Template, Reason> {
    let mut template = Template::default();
    for token in tokens {
        match token.kind {
            TokenKind::Text { inner: (start, end), is_raw: true } => {
                template.copy(text, start..end)
            }
            TokenKind::Text { inner: (start, end), is_raw: false } => {
                unescape(text, start..end, Language::Cpp, &mut template);
            }
            _ => return Err(Reason::Macro(text[token.span.clone()].into())),
        }
    }
    Ok(template)
}

/// Parses the operands of a section. As in NVIDIA's compilers (NVRTC 12.9), the comma between two operands may be omitted.
/// Returns `None` if the section contains a macro, because a macro may stand for any number of operands.
fn operands(text: &str, section: &[&Token], direction: Direction) -> Option<Vec<AsmOperand>> {
    let operand = |tokens: &[&Token]| {
        let operand = operand(text, tokens)?;
        Some(AsmOperand { direction, ..operand })
    };
    let mut operands = Vec::new();
    let mut depth = 0usize;
    let mut first = 0;
    for (i, token) in section.iter().enumerate() {
        match token.kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Punct(b')' | b']' | b'}') => {
                depth = depth.saturating_sub(1);
                let is_start =
                    |next: &&Token| matches!(next.kind, TokenKind::Text { .. }) || next.is(b'[');
                if token.is(b')') && depth == 0 && section.get(i + 1).is_some_and(is_start) {
                    operands.push(operand(&section[first..=i])?);
                    first = i + 1;
                }
            }
            TokenKind::Punct(b',') if depth == 0 => {
                operands.push(operand(&section[first..i])?);
                first = i + 1;
            }
            _ => {}
        }
    }
    if first < section.len() {
        operands.push(operand(&section[first..])?);
    }
    Some(operands)
}

/// Parses `[name] "constraint" (expression)`. Returns `None` for a macro, because a macro may stand for several
/// operands.
fn operand(text: &str, tokens: &[&Token]) -> Option<AsmOperand> {
    let word = |token: &Token| text[token.span.clone()].to_string();
    let (name, rest) = match tokens {
        [open, name, close, rest @ ..] if open.is(b'[') && close.is(b']') => {
            (Some(word(name)), rest)
        }
        rest => (None, rest),
    };
    let open = rest.iter().position(|token| token.is(b'(')).unwrap_or(rest.len());
    let (constraint, value) = rest.split_at(open);
    let is_text = |token: &&Token| matches!(token.kind, TokenKind::Text { .. });
    if !constraint.iter().any(is_text) {
        return None;
    }
    let at = constraint.first()?.span.start..constraint.last()?.span.end;
    let value = match value {
        [_, number, _] if number.kind == TokenKind::Number => Some(word(number)),
        [_, sign, number, _] if sign.is(b'-') && number.kind == TokenKind::Number => {
            Some(format!("-{}", word(number)))
        }
        _ => None,
    };
    let value = value.and_then(integer);
    let constraint = joined(text, constraint).ok().map(|template| template.text);
    Some(AsmOperand { name, constraint, at, value, ..AsmOperand::default() })
}

/// Converts a C++ integer literal to decimal.
fn integer(text: String) -> Option<String> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.as_str()),
    };
    let digits = digits.replace('\'', "").to_ascii_lowercase();
    let digits = digits.trim_end_matches(['u', 'l', 'z']);
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => match digits.strip_prefix("0b") {
            Some(digits) => u64::from_str_radix(digits, 2),
            None if digits.len() > 1 && digits.starts_with('0') => u64::from_str_radix(digits, 8),
            None => digits.parse(),
        },
    };
    value.ok().map(|value| format!("{sign}{value}"))
}
