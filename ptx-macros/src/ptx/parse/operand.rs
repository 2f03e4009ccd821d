//! Parses operands.

use crate::diag::{Error, Extent, Result};
use crate::ptx::ast::{Operand, OperandKind};
use crate::tokens::{
    Cursor, as_written, describe, fragment, is_punct, joined, literal_in, number, with_words,
    without_comments,
};
use crate::words::{Name, ambiguous_fragment, infinity_or_nan, no_memory, without_memory, word};
use proc_macro2::{Delimiter, Group, TokenTree};
use ptx_isa::{Help, Message, Part, Type, literal, names_lanes};

/// The maximum length of an expression that a message quotes.
pub(crate) const LONGEST_EXPRESSION: usize = 40;

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
                Delimiter::Parenthesis => match with_register(group) {
                    Some(error) => return Err(error),
                    None => OperandKind::Rust(group.stream()),
                },
                Delimiter::None => {
                    return Ok(rust_fragment(group, Extent::of(start.up_to(cursor))));
                }
                Delimiter::Brace => OperandKind::Vector(operands(group)?),
                Delimiter::Bracket => {
                    return Err(no_memory(group.span()).map(without_memory));
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

/// Returns the position of the first register `%r` or `$r` in an expression. Rust has no operand that
/// begins with `%` or `$`.
fn register_in(tokens: &[TokenTree]) -> Option<usize> {
    let is_sigil = |token: &TokenTree| is_punct(token, '%') || is_punct(token, '$');
    let begins = |i: usize| {
        let Some(before) = i.checked_sub(1) else { return true };
        ['+', '-', '*', '/', '|', ','].iter().any(|c| is_punct(&tokens[before], *c))
    };
    let is_name = |i: usize| matches!(tokens.get(i), Some(TokenTree::Ident(_)));
    (0..tokens.len()).find(|&i| is_sigil(&tokens[i]) && begins(i) && is_name(i + 1))
}

const FIRST: &str = "compute the value in an instruction first";

/// Reports a register in parentheses: `(%r)`, `(a + %r)`.
fn with_register(group: &Group) -> Option<Error> {
    let tokens: Vec<_> = group.stream().into_iter().collect();
    let at = register_in(&tokens)?;
    let register = &tokens[at..=at + 1];
    let name: String = register.iter().map(ToString::to_string).collect();
    let message = Message::new(format!("register `{name}` is in parentheses"))
        .note("`(expr)` is a Rust expression, in which no register is visible");
    let error = Error::spanned(register, message);
    Some(match tokens.len() {
        2 => error.help(Help::write(Part::Word, name.to_string())),
        _ => error.help(FIRST),
    })
}

/// Parses a fragment of `macro_rules!`, such as `$x:expr` or `$x:literal`, as a Rust expression. A
/// literal of PTX can also be an immediate.
fn rust_fragment(group: &Group, extent: Extent) -> Operand {
    let tokens = group.stream();
    let token = &TokenTree::Group(group.clone());
    let inner = fragment(token).unwrap_or_default();
    match literal_in(token).filter(|literal| literal::parse(literal).is_ok()) {
        Some(literal) => {
            let kind = OperandKind::Fragment(literal, tokens);
            Operand { kind, extent: Extent::of(&inner) }
        }
        None => Operand { kind: OperandKind::Rust(tokens), extent },
    }
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
    if register_in(tokens).is_some() {
        return FIRST.into();
    }
    if let [bar, inner @ .., last] = tokens
        && [bar, last].iter().all(|token| is_punct(token, '|'))
    {
        return match inner {
            [TokenTree::Ident(name)] => {
                format!(
                    "compute it with `abs` first, or write `({name}.abs())` for a Rust variable"
                )
            }
            _ => "compute it with `abs` first".into(),
        };
    }
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
    if let Some(error) = ambiguous_fragment(cursor) {
        return Err(error);
    }
    if number(cursor).is_none() {
        let bits = |ty| infinity_or_nan(&start.peek(0)?.to_string(), start.sees_ident(1)?, ty);
        let bits = bits(Type::F32).zip(bits(Type::F64));
        let message = match start.peek(0) {
            Some(_) if signed && bits.is_some() => {
                let (single, double) = bits.unwrap_or_default();
                Message::new("expected a number after the sign")
                    .help(format!("write `{single}` in `.f32`, `{double}` in `.f64`"))
            }
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
                        .help(Help::write(Part::Word, place.to_string()))
                } else if ['&', '*', '|', '<'].iter().any(|c| is_punct(token, *c)) {
                    message.help(expression(&start))
                } else {
                    message
                }
            }
            None => "expected an operand".into(),
        };
        // Braces after a sign are a vector, not a block.
        if signed && cursor.sees_group(Delimiter::Brace).is_some() {
            cursor.next();
        }
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
            _ if tokens.last().and_then(fragment).is_some() => {
                Error::spanned(tokens, "expected a name, found a macro fragment")
                    .help("declare a fragment that is a name as `$x:ident`")
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
