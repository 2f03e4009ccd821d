//! Parses operands.

use crate::diag::{Error, Extent, Result};
use crate::ptx::ast::{Operand, OperandKind};
use crate::tokens::{
    Cursor, as_written, describe, fragment, is_punct, joined, number, with_words, without_comments,
};
use crate::words::{Name, no_memory, word};
use proc_macro2::{Delimiter, Group, TokenTree};
use ptx_isa::literal::{self, Literal};
use ptx_isa::{Message, names_lanes};

/// The maximum length of an expression that a message quotes.
const LONGEST_EXPRESSION: usize = 40;

/// Parses the operands inside a group.
pub(super) fn operands(group: &Group) -> Result<Vec<Operand>> {
    let tokens = with_words(without_comments(group.stream()));
    let mut cursor = Cursor::new(&tokens, group.span_close());
    let mut items = Vec::new();
    while !cursor.is_empty() {
        items.push(operand(&mut cursor)?);
        if cursor.eat(',').is_none() && !cursor.is_empty() {
            return Err(Error::new(cursor.span(), "expected `,` between the operands"));
        }
    }
    Ok(items)
}

/// Parses an operand, a pair `p|q`, or an operand with selected lanes `a.b7654`. A minus sign may
/// precede the operand.
pub(super) fn whole_operand(cursor: &mut Cursor<'_>) -> Result<Operand> {
    let start = cursor.clone();
    if cursor.sees(0, '-') && is_value(cursor.peek(1)) {
        cursor.next();
        let kind = OperandKind::Negated(Box::new(unsigned_operand(cursor)?));
        return Ok(Operand { kind, extent: Extent::of(start.up_to(cursor)) });
    }
    unsigned_operand(cursor)
}

/// Returns whether a token begins a register, a Rust variable or `(expr)`.
fn is_value(token: Option<&TokenTree>) -> bool {
    match token {
        Some(TokenTree::Ident(_)) => true,
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(token) => is_punct(token, '%') || is_punct(token, '$'),
        None => false,
    }
}

fn unsigned_operand(cursor: &mut Cursor<'_>) -> Result<Operand> {
    let start = cursor.clone();
    let first = operand(cursor)?;
    let kind = if cursor.eat('|').is_some() {
        OperandKind::Pair(Box::new([first, operand(cursor)?]))
    } else if cursor.sees_ident(1).is_some_and(|word| names_lanes(&word.to_string()))
        && let Some(lanes) = word(cursor)
    {
        OperandKind::Lanes(Box::new(first), lanes)
    } else {
        return Ok(first);
    };
    Ok(Operand { kind, extent: Extent::of(start.up_to(cursor)) })
}

pub(super) fn operand(cursor: &mut Cursor<'_>) -> Result<Operand> {
    let start = cursor.clone();
    let kind = match cursor.peek(0) {
        Some(TokenTree::Group(group)) => {
            cursor.next();
            match group.delimiter() {
                Delimiter::Parenthesis => OperandKind::Rust(group.stream()),
                Delimiter::None => return rust_fragment(group, Extent::of(start.up_to(cursor))),
                Delimiter::Brace => OperandKind::Vector(operands(group)?),
                Delimiter::Bracket => {
                    return Err(no_memory(group.span()));
                }
            }
        }
        Some(TokenTree::Ident(word)) if *word == "_" => {
            cursor.next();
            OperandKind::Sink
        }
        Some(TokenTree::Punct(p)) if p.as_char() == '!' => {
            cursor.next();
            OperandKind::Complement(Box::new(operand_of_complement(cursor)?))
        }
        Some(TokenTree::Ident(_)) => OperandKind::Name(name(cursor)?),
        Some(token) if is_punct(token, '%') || is_punct(token, '$') => {
            OperandKind::Name(name(cursor)?)
        }
        Some(TokenTree::Literal(_) | TokenTree::Punct(_)) => {
            OperandKind::Immediate(immediate(cursor)?)
        }
        None => return Err(Error::new(start.span(), "expected an operand")),
    };
    Ok(Operand { kind, extent: Extent::of(start.up_to(cursor)) })
}

/// Parses a fragment of `macro_rules!`, such as `$x:expr` or `$x:literal`, as a Rust expression. A
/// literal of PTX can also be an immediate.
fn rust_fragment(group: &Group, extent: Extent) -> Result<Operand> {
    let tokens = group.stream();
    let inner = fragment(&TokenTree::Group(group.clone())).unwrap_or_default();
    let literal = match inner.as_slice() {
        [TokenTree::Literal(literal)] => literal.to_string(),
        [sign, TokenTree::Literal(literal)] if is_punct(sign, '-') => format!("-{literal}"),
        _ => return Ok(Operand { kind: OperandKind::Rust(tokens), extent }),
    };
    let Ok(value) = literal::parse(&literal) else {
        return Ok(Operand { kind: OperandKind::Rust(tokens), extent });
    };
    let extent = Extent::of(&inner);
    if let (Literal::Integer(octal), Ok(decimal)) = (value, literal.parse::<u64>())
        && octal != decimal
    {
        let message = Message::new(format!("`{literal}` is ambiguous in a macro fragment"))
            .note(format!("it is {octal} in PTX (octal) and {decimal} in Rust"))
            .help(format!("write `{octal}` or `{decimal}`"));
        return Err(Error::at(extent, message));
    }
    Ok(Operand { kind: OperandKind::Fragment(literal, tokens), extent })
}

/// Parses the operand after a `!`. Rejects a second `!`, because a long series of `!` would cause
/// deep recursion.
fn operand_of_complement(cursor: &mut Cursor<'_>) -> Result<Operand> {
    match cursor.peek(0) {
        Some(token) if is_punct(token, '!') => {
            Err(Error::new(token.span(), "unexpected second `!`"))
        }
        _ => operand(cursor),
    }
}

/// Returns the help for an operand that looks like a Rust expression. The expression ends before
/// the next separator.
pub(super) fn expression(start: &Cursor<'_>) -> String {
    let mut end = start.clone();
    end.skip_to_separator();
    let tokens = start.up_to(&end);
    let text = as_written(tokens);
    let text = if text.len() > LONGEST_EXPRESSION { "…" } else { &text };
    format!("write a Rust expression in parentheses: `({text})`")
}

/// Returns the name in `&name` and `&mut name`.
fn referenced(start: &Cursor<'_>) -> Option<String> {
    let name = 1 + usize::from(start.sees_ident(1).is_some_and(|word| word == "mut"));
    let is_separator =
        start.peek(name + 1).is_none_or(|token| is_punct(token, ',') || is_punct(token, ';'));
    let name = start.sees_ident(name).filter(|_| start.sees(0, '&') && is_separator)?;
    Some(name.to_string())
}

/// Parses a number with an optional sign.
fn immediate(cursor: &mut Cursor<'_>) -> Result<String> {
    let start = cursor.clone();
    let signed = cursor.eat('-').or_else(|| cursor.eat('+')).is_some();
    if number(cursor).is_none() {
        let message = match start.peek(0) {
            Some(_) if signed && !cursor.sees(0, '.') => {
                Message::new("expected a number after the sign")
                    .help("negate a value with `neg`, or in a Rust expression: `(-x)`")
            }
            Some(token) => {
                let message =
                    Message::new(format!("expected an operand, found {}", describe(token)));
                if let Some(place) = referenced(&start) {
                    message
                        .note("operands are not passed by reference")
                        .help(format!("write `{place}`"))
                } else if ['&', '*', '|', '<'].iter().any(|c| is_punct(token, *c)) {
                    message.help(expression(&start))
                } else {
                    message
                }
            }
            None => "expected an operand".into(),
        };
        return Err(Error::new(start.span(), message));
    }
    let tokens = start.up_to(cursor);
    let text = joined(tokens).unwrap_or_default();
    if text.contains(['"', '\'']) {
        return Err(Error::spanned(tokens, format!("expected an operand, found `{text}`")));
    }
    match literal::parse(&text) {
        Ok(_) => Ok(text),
        Err(message) => Err(Error::spanned(tokens, message)),
    }
}

/// Parses a name: `t`, `%t` or `$t`.
pub(super) fn name(cursor: &mut Cursor<'_>) -> Result<Name> {
    let start = cursor.clone();
    let sigil = ['%', '$'].into_iter().find(|&c| cursor.eat(c).is_some());
    let Some(ident) = cursor.eat_ident().filter(|ident| *ident != "_") else {
        cursor.next();
        let tokens = start.up_to(cursor);
        return Err(match (sigil, start.peek(1)) {
            (Some(sigil), Some(TokenTree::Literal(number))) => Error::spanned(
                tokens,
                Message::new(format!("operands such as `{sigil}{number}` are not supported"))
                    .note(format!("Rust reads `{number}` as a number, not as part of a name"))
                    .help("write the name of a Rust variable, or `(expr)`"),
            ),
            (Some(sigil), Some(second)) if is_punct(second, sigil) => {
                let message = format!("unexpected second `{sigil}`");
                Error::spanned(tokens, Message::new(message).help("a name has one `%` or `$`"))
            }
            _ => Error::spanned(tokens, "expected a name"),
        });
    };
    if cursor.sees(0, '$') {
        cursor.next();
        cursor.eat_ident();
        return Err(Error::spanned(start.up_to(cursor), "`$` inside a name is not supported")
            .note("Rust reads it as several words; `$` and `%` can only begin a name"));
    }
    Ok(Name { sigil, ident: ident.clone(), extent: Extent::of(start.up_to(cursor)) })
}
