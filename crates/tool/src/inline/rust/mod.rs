//! Finds `asm!` and `ptx_asm!` invocations in Rust code.

mod lexer;

use super::escape::unescape;
use super::holes::Syntax;
use super::language::Language;
use super::statement::{AsmOperand, Direction, Found, Reason, Statement};
use super::template::Template;
use super::tokens::{TokenKind, Tokens};
use ptx_module::syntax::Span;

/// The macros and their template syntax.
const MACROS: &[(&str, Syntax)] = &[("asm", Syntax::Braces), ("ptx_asm", Syntax::Percent)];

/// The keywords of register operands.
const DIRECTIONS: &[&str] = &["in", "out", "inout", "lateout", "inlateout"];

/// The arguments of `asm!` that are not operands.
const OTHERS: &[&str] = &["options", "clobber", "clobber_abi", "label"];

/// Returns the statements of a text in order.
pub(super) fn find(text: &str) -> Vec<Found> {
    let tokens = self::tokens(text);
    let mut found = Vec::new();
    for i in 0..tokens.all.len() {
        let row = MACROS.iter().find(|row| row.0 == tokens.word(i));
        let opens = ['(', '[', '{'].iter().any(|open| tokens.is(i + 2, *open));
        let Some((_, syntax)) = row.filter(|_| tokens.is(i + 1, '!') && opens) else { continue };
        let variants = match tokens.closer(i + 2) {
            Some(close) => invocation(&tokens, i + 3..close, *syntax).map(|one| vec![one]),
            None => Err(Reason::Unclosed),
        };
        let keyword = tokens.all[i].span.clone();
        found.push(Found { span: tokens.around(i + 2, &keyword), keyword, variants });
    }
    found
}

/// Returns the tokens of a text.
pub(super) fn tokens(text: &str) -> Tokens<'_> {
    Tokens::new(text, lexer::tokens(text))
}

/// Parses the arguments of a macro invocation.
fn invocation(tokens: &Tokens<'_>, range: Span, syntax: Syntax) -> Result<Statement, Reason> {
    let mut template = Template::default();
    let mut operands = Vec::new();
    let mut is_template = true;
    let mut is_open = false;
    for (i, argument) in tokens.split(range, ',').into_iter().enumerate() {
        is_template = is_template && (i == 0 || is_text(tokens, argument.start));
        if is_template {
            // Each template string after the first begins a new line.
            if let (false, Some(token)) = (i == 0, tokens.all.get(argument.start)) {
                template.put("\n", token.span.start..token.span.start);
            }
            join(tokens, argument, &mut template)?;
        } else {
            // `$(…)*` in `macro_rules!` may give any number of operands.
            is_open |= argument.clone().any(|i| tokens.is(i, '$') && tokens.is(i + 1, '('));
            is_open |= tokens.is(argument.start, '$');
            operands.extend(operand(tokens, argument));
        }
    }
    Ok(Statement { template, syntax, operands: (!is_open).then_some(operands), clobbers: None })
}

fn is_text(tokens: &Tokens<'_>, i: usize) -> bool {
    let kind = tokens.all.get(i).map(|token| token.kind);
    matches!(kind, Some(TokenKind::Text(_))) || is_concat(tokens, i)
}

pub(super) fn is_concat(tokens: &Tokens<'_>, i: usize) -> bool {
    tokens.word(i) == "concat" && tokens.is(i + 1, '!')
}

/// Appends a string literal, or the strings of `concat!`.
pub(super) fn join(
    tokens: &Tokens<'_>,
    range: Span,
    template: &mut Template,
) -> Result<(), Reason> {
    let first = range.start;
    match tokens.all.get(first).map(|token| token.kind) {
        Some(TokenKind::Text(text)) if range.len() == 1 => {
            let (start, end) = text.inner;
            match text.is_raw {
                true => template.copy(tokens.text, start..end),
                false => unescape(tokens.text, start..end, Language::Rust, template),
            }
            Ok(())
        }
        Some(TokenKind::Number) if range.len() == 1 => {
            template.copy(tokens.text, tokens.all[first].span.clone());
            Ok(())
        }
        _ if is_concat(tokens, first) && tokens.after(first + 2) == range.end => {
            let inner = tokens.split(first + 3..range.end - 1, ',');
            inner.into_iter().try_for_each(|part| join(tokens, part, template))
        }
        _ => {
            let end = tokens.all.get(range.end.saturating_sub(1)).map_or(0, |last| last.span.end);
            let start = tokens.all.get(first).map_or(end, |token| token.span.start);
            Err(Reason::Macro(tokens.text[start.min(end)..end].into()))
        }
    }
}

/// Parses an operand: `name = in(reg32) value` or `const value`. Another operand, such as `sym path`, has no constraint.
fn operand(tokens: &Tokens<'_>, range: Span) -> Option<AsmOperand> {
    let mut first = range.start;
    let name = tokens.is(first + 1, '=').then(|| tokens.word(first).to_string());
    if name.is_some() {
        first += 2;
    }
    let word = tokens.word(first);
    let at = tokens.all.get(first)?.span.clone();
    match word {
        "const" => {
            let is_number = tokens.all.get(first + 1)?.kind == TokenKind::Number;
            let is_whole = first + 2 == range.end;
            let digits = tokens.word(first + 1);
            let is_decimal = digits.bytes().all(|b| b.is_ascii_digit());
            let value = (is_number && is_whole && is_decimal).then(|| digits.to_string());
            let direction = Direction::Source;
            Some(AsmOperand { name, direction, constraint: Some(word.into()), at, value })
        }
        _ if DIRECTIONS.contains(&word) && tokens.is(first + 1, '(') => {
            let token = tokens.all.get(first + 2)?;
            let constraint = match token.kind {
                TokenKind::Text(text) => {
                    tokens.text.get(text.inner.0..text.inner.1).map(String::from)
                }
                TokenKind::Word => Some(tokens.word(first + 2).to_string()),
                _ => None,
            };
            let direction = if word == "in" { Direction::Source } else { Direction::Result };
            Some(AsmOperand { name, direction, constraint, at: token.span.clone(), value: None })
        }
        _ if OTHERS.contains(&word) => None,
        _ => Some(AsmOperand { name, at, ..AsmOperand::default() }),
    }
}
