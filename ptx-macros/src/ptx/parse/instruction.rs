//! Parses an instruction and its guard.

use super::operand::{expression, name, operand, whole_operand};
use crate::diag::{Error, Result};
use crate::ptx::ast::{Guard, Instruction, OperandKind};
use crate::tokens::{Cursor, as_written, describe, is_punct};
use crate::words::{
    fragment_as_modifier, has_comma, missing_semicolon, no_memory, without_memory, word,
};
use proc_macro2::{Delimiter, Group, Ident, TokenTree};
use ptx_isa::{Help, Part, Type, is_mnemonic, is_special_register};

pub(super) fn guard(cursor: &mut Cursor<'_>) -> Result<Guard> {
    cursor.next();
    let complement = cursor.eat('!').is_some();
    let start = cursor.clone();
    let is_not = cursor.sees_ident(0).is_some_and(|word| word == "not") && begins_name(cursor, 1);
    if (is_not || cursor.sees(0, '~') || cursor.sees(0, '-')) && begins_name(cursor, 1) {
        let found = cursor.next().map(describe).unwrap_or_default();
        let name = name(cursor)?.spelling();
        return Err(Error::new(start.span(), format!("expected a guard after `@`, found {found}"))
            .help(Help::write(Part::Word, format!("@!{name}"))));
    }
    let operand = operand(cursor)?;
    match operand.kind {
        OperandKind::Name(_) if cursor.sees(0, '.') && !begins_declaration(cursor) => {
            Err(Error::at(operand.extent, "expected a guard after `@`")
                .help("write a guard after the `@`, or remove the `@`"))
        }
        OperandKind::Name(_) | OperandKind::Rust(_) => Ok(Guard { complement, operand }),
        OperandKind::Complement(inner) => {
            let tokens = start.up_to(cursor);
            let error = Error::spanned(tokens, "unexpected second `!` in a guard");
            Err(match inner.kind {
                OperandKind::Name(name) => {
                    error.help(Help::write(Part::Word, format!("@{}", name.spelling())))
                }
                _ => error,
            })
        }
        _ => Err(Error::spanned(start.up_to(cursor), "expected a guard")
            .note("a guard is a `.pred` register, a Rust `bool` or `(expr)`")),
    }
}

/// Returns whether `.reg` follows.
fn begins_declaration(cursor: &Cursor<'_>) -> bool {
    cursor.sees(0, '.') && cursor.sees_ident(1).is_some_and(|word| word == "reg")
}

/// Returns whether a name begins after `ahead` tokens: `p`, `%p`.
pub(super) fn begins_name(cursor: &Cursor<'_>, ahead: usize) -> bool {
    let sigil = usize::from(cursor.sees(ahead, '%') || cursor.sees(ahead, '$'));
    cursor.sees_ident(ahead + sigil).is_some()
}

pub(super) fn instruction(cursor: &mut Cursor<'_>, guard: Option<Guard>) -> Instruction {
    let start = cursor.clone();
    let Some(mnemonic) = cursor.eat_ident() else {
        let is_declaration = begins_declaration(&start);
        let error = Some(match start.sees_group(Delimiter::Brace) {
            Some(group) => Error::new(group.span_open(), "a guard cannot come before a block")
                .help("write it before each instruction of the block"),
            None if is_declaration => {
                Error::new(start.span(), "a guard cannot come before a declaration")
            }
            None if start.sees(0, '@') => Error::new(start.span(), "duplicate guard")
                .help("combine them in Rust: `@(p && q)`"),
            None if guard.is_some()
                && [',', ':', '?'].iter().any(|c| start.sees(0, *c))
                && start.sees_ident(1).is_some() =>
            {
                let found = start.peek(0).map(describe).unwrap_or_default();
                Error::new(start.span(), format!("unexpected {found} after the guard"))
                    .help(Help::remove())
            }
            None => Error::new(start.span(), "expected an instruction after the guard")
                .help("write an instruction after the guard, or remove the guard"),
        });
        let mnemonic = Ident::new("guarded", start.span());
        match start.sees_group(Delimiter::Brace) {
            Some(_) => drop(cursor.next()),
            // Do not skip the declaration. The declaration becomes the next item, so that its names
            // count as declared.
            None if is_declaration => {}
            None => cursor.skip_statement(),
        }
        return Instruction { guard, mnemonic, modifiers: Vec::new(), operands: Vec::new(), error };
    };
    let mut modifiers = Vec::new();
    while let Some(modifier) = word(cursor) {
        modifiers.push(modifier);
    }
    if let Some(error) = fragment_as_modifier(cursor) {
        let (mnemonic, error) = (mnemonic.clone(), Some(error));
        return Instruction { guard, mnemonic, modifiers, operands: Vec::new(), error };
    }
    let mut read = Instruction {
        guard,
        mnemonic: mnemonic.clone(),
        modifiers,
        operands: Vec::new(),
        error: None,
    };
    if cursor.eat(';').is_some() {
        return read;
    }
    if let Some(list) = cursor.sees_group(Delimiter::Parenthesis)
        && cursor.sees(1, ';')
        && has_comma(list)
    {
        read.error = Some(in_parentheses(&start, list));
        cursor.skip_statement();
        return read;
    }
    let mut comma = None;
    let mut errors = Vec::new();
    loop {
        if let Some(comma) = comma.filter(|_| ends_after_comma(cursor)) {
            errors.push(
                Error::new(comma, "expected `;`, found `,`")
                    .help(Help::write(Part::Word, ";").and(" in place of `,`")),
            );
            break;
        }
        if cursor.is_empty() {
            errors.push(missing_semicolon(&start, cursor));
            break;
        }
        let operand = cursor.clone();
        match whole_operand(cursor) {
            Ok(operand) => read.operands.push(operand),
            Err(error) => {
                // After the first operand, a `,` precedes each operand. A `;` or `,` directly after
                // this `,` means that an operand is missing.
                let is_missing = operand.sees(0, ';') || operand.sees(0, ',');
                if !read.operands.is_empty() && is_missing {
                    errors.push(error.help("remove the `,`, or write an operand after it"));
                    cursor.skip_statement();
                    break;
                }
                errors.push(error);
                // The operands after a faulty operand may be faulty, too.
                cursor.skip_operand();
            }
        }
        if cursor.eat(';').is_some() {
            break;
        }
        comma = cursor.eat(',');
        if comma.is_some() {
            continue;
        }
        if errors.is_empty() || !cursor.starts_statement() && !cursor.is_empty() {
            if let Some(error) = guard_at_end(cursor) {
                errors.push(error);
                cursor.skip_statement();
                break;
            }
            let (error, is_expression) = after_operand(&start, &operand, cursor);
            errors.push(error);
            if is_expression {
                cursor.skip_operand();
                comma = cursor.eat(',');
                if comma.is_some() {
                    continue;
                }
            }
        }
        cursor.recover();
        break;
    }
    read.error = Error::joined(errors);
    read
}

/// Returns whether another statement, or the end of a block, follows a comma.
pub(super) fn ends_after_comma(cursor: &Cursor<'_>) -> bool {
    let is_instruction = || {
        let mut end = cursor.clone();
        let mnemonic = end.eat_ident().map(ToString::to_string);
        let modifiers = std::iter::from_fn(|| word(&mut end)).count();
        // Without an operand after its words, `min.x` may be a field of a Rust variable.
        let is_operand = match end.peek(0) {
            Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Parenthesis,
            _ => begins_name(&end, 0),
        };
        modifiers > 0 && is_operand && mnemonic.is_some_and(|word| is_mnemonic(&word))
    };
    cursor.is_empty() || cursor.sees(0, '@') || begins_declaration(cursor) || is_instruction()
}

/// Reports operands in parentheses: `add.f32 (d, a, b);`
fn in_parentheses(start: &Cursor<'_>, list: &Group) -> Error {
    let operands = as_written(&list.stream().into_iter().collect::<Vec<_>>());
    let mut end = start.clone();
    while end.sees_group(Delimiter::Parenthesis).is_none() && end.next().is_some() {}
    let spelling = as_written(start.up_to(&end));
    let error = Error::new(list.span_open(), "unexpected `(` before the operands");
    match operands.len() > LONGEST_LIST || operands.contains(['(', '\n']) {
        true => error.help("write the operands without parentheses around them"),
        false => error.help(Help::write(Part::Word, format!("{spelling} {operands};"))),
    }
}

/// The maximum length of operands that a message quotes.
const LONGEST_LIST: usize = 60;

/// Reports a guard after the operands: `add.f32 d, a, b @p;`
fn guard_at_end(cursor: &Cursor<'_>) -> Option<Error> {
    let mut end = cursor.clone();
    end.eat('@')?;
    let sign = if end.eat('!').is_some() { "!" } else { "" };
    let name = name(&mut end).ok()?.spelling();
    (end.is_empty() || end.sees(0, ';')).then(|| {
        Error::spanned(cursor.up_to(&end), "unexpected guard after the operands")
            .help(format!("move `@{sign}{name}` before the instruction"))
    })
}

/// Reports an unexpected token after an operand. The operand begins at the cursor `operand`. Also returns whether only
/// the operand is faulty, such as `y[i]`, so that further operands follow.
fn after_operand(start: &Cursor<'_>, operand: &Cursor<'_>, cursor: &Cursor<'_>) -> (Error, bool) {
    let Some(token) = cursor.peek(0).filter(|_| !cursor.starts_statement()) else {
        return (missing_semicolon(start, cursor), false);
    };
    let only = |error: Error| (error, true);
    let accesses_memory =
        || start.sees_ident(0).is_some_and(|word| ptx_isa::accesses_memory(&word.to_string()));
    if let Some(address) = cursor.sees_group(Delimiter::Bracket).filter(|_| accesses_memory()) {
        return only(no_memory(address.span()).map(without_memory));
    }
    let first = operand.sees_ident(0).map(ToString::to_string).unwrap_or_default();
    if matches!(token, TokenTree::Ident(_)) && Type::from_word(&first).is_some() {
        let message = format!("missing `.` before the type `{first}`");
        let help = Help::write(Part::Word, format!(".{first}"));
        return (Error::new(operand.span(), message).help(help), false);
    }
    if is_punct(token, '.') && first.is_empty() {
        let whole = as_written(operand.up_to(cursor));
        let mut end = cursor.clone();
        let part = word(&mut end).map(|part| format!(".{}", part.text)).unwrap_or_default();
        let tokens = operand.up_to(&end);
        if is_special_register(&whole) {
            let what = format!("special register `{whole}{part}` is not supported");
            return only(Error::spanned(tokens, what).help("pass its value in a Rust variable"));
        }
        let what = format!("elements of vectors (`{whole}{part}`) are not supported");
        return only(Error::spanned(tokens, what).help("declare one register for each element"));
    }
    let goes_on = match token {
        // If the first word has no modifiers, it is probably not an instruction.
        _ if !start.sees(1, '.') => false,
        TokenTree::Punct(p) => p.as_char() != '|',
        TokenTree::Group(_) => true,
        TokenTree::Ident(word) => word == "as",
        TokenTree::Literal(_) => false,
    };
    let found = describe(token);
    let error =
        Error::new(token.span(), format!("expected `,` or `;` after the operand, found {found}"));
    if is_punct(token, '=') && start.sees(1, '.') && !cursor.sees(1, '=') {
        return (error.help(Help::write(Part::Word, ",").and(" in place of `=`")), false);
    }
    let is_operand = match token {
        TokenTree::Ident(word) => word != "as",
        TokenTree::Group(group) => group.delimiter() == Delimiter::None,
        TokenTree::Literal(_) => true,
        _ => begins_name(cursor, 0),
    };
    if is_operand && start.sees(1, '.') {
        return (error.help("write a `,` between two operands"), false);
    }
    if goes_on { (error.help(expression(operand)), true) } else { (error, false) }
}
