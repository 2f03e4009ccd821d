//! Parses an instruction and its guard.

use super::operand::{expression, operand, whole_operand};
use crate::diag::{Error, Result};
use crate::ptx::ast::{Guard, Instruction, OperandKind};
use crate::tokens::{Cursor, as_written, describe, fragment, is_punct};
use crate::words::{missing_semicolon, word};
use proc_macro2::{Delimiter, Ident, TokenTree};
use ptx_isa::{Message, Type, is_special_register};

pub(super) fn guard(cursor: &mut Cursor<'_>) -> Result<Guard> {
    cursor.next();
    let complement = cursor.eat('!').is_some();
    let start = cursor.clone();
    let operand = operand(cursor)?;
    match operand.kind {
        OperandKind::Name(_) | OperandKind::Rust(_) => Ok(Guard { complement, operand }),
        OperandKind::Complement(_) => {
            Err(Error::spanned(start.up_to(cursor), "unexpected second `!` in a guard"))
        }
        _ => Err(Error::spanned(start.up_to(cursor), "expected a guard")
            .note("a guard is a `.pred` register, a Rust `bool` or `(expr)`")),
    }
}

pub(super) fn instruction(cursor: &mut Cursor<'_>, guard: Option<Guard>) -> Instruction {
    let start = cursor.clone();
    let Some(mnemonic) = cursor.eat_ident() else {
        let is_declaration = start.sees(0, '.') && start.sees_ident(1).is_some_and(|w| w == "reg");
        let error = Some(match start.sees_group(Delimiter::Brace) {
            Some(group) => Error::new(group.span_open(), "a guard cannot come before a block")
                .help("write it before each instruction of the block"),
            None if is_declaration => {
                Error::new(start.span(), "a guard cannot come before a declaration")
            }
            None if start.sees(0, '@') => Error::new(start.span(), "duplicate guard")
                .help("combine them in Rust: `@(p && q)`"),
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
    if cursor.sees(0, '.')
        && let Some(inner) = cursor.peek(1).and_then(fragment)
    {
        let message = Message::new("expected a modifier after `.`, found a macro fragment")
            .note(format!("the fragment is `{}`, and a modifier is one word", as_written(&inner)))
            .help("pass a word, and declare it as `$x:ident`");
        let mut end = cursor.clone();
        end.next();
        end.next();
        let error = Some(Error::spanned(cursor.up_to(&end), message));
        cursor.skip_statement();
        let mnemonic = mnemonic.clone();
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
    loop {
        if cursor.is_empty() {
            read.error = Some(missing_semicolon(&start, cursor));
            return read;
        }
        let operand = cursor.clone();
        match whole_operand(cursor) {
            Ok(operand) => read.operands.push(operand),
            Err(error) => {
                // After the first operand, a `,` precedes each operand. A `;` or `,` directly after
                // this `,` means that an operand is missing.
                let is_missing = operand.sees(0, ';') || operand.sees(0, ',');
                read.error = Some(match !read.operands.is_empty() && is_missing {
                    true => error.help("write an operand after the `,`, or remove it"),
                    false => error,
                });
                cursor.skip_statement();
                return read;
            }
        }
        if cursor.eat(';').is_some() {
            return read;
        }
        if cursor.eat(',').is_none() {
            read.error = Some(after_operand(&start, &operand, cursor));
            cursor.recover();
            return read;
        }
    }
}

/// Reports an unexpected token after an operand. The operand begins at the cursor `operand`.
fn after_operand(start: &Cursor<'_>, operand: &Cursor<'_>, cursor: &Cursor<'_>) -> Error {
    let Some(token) = cursor.peek(0).filter(|_| !cursor.starts_statement()) else {
        return missing_semicolon(start, cursor);
    };
    let first = operand.sees_ident(0).map(ToString::to_string).unwrap_or_default();
    if matches!(token, TokenTree::Ident(_)) && Type::from_word(&first).is_some() {
        let message = format!("missing `.` before the type `{first}`");
        return Error::new(operand.span(), message).help(format!("write `.{first}`"));
    }
    if is_punct(token, '.') && first.is_empty() {
        let whole = as_written(operand.up_to(cursor));
        let mut end = cursor.clone();
        let part = word(&mut end).map(|part| format!(".{}", part.text)).unwrap_or_default();
        let tokens = operand.up_to(&end);
        if is_special_register(&whole) {
            let what = format!("special register `{whole}{part}` is not supported");
            return Error::spanned(tokens, what).help("pass its value in a Rust variable");
        }
        let what = format!("elements of vectors (`{whole}{part}`) are not supported");
        return Error::spanned(tokens, what).help("declare one register for each element");
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
    if goes_on { error.help(expression(operand)) } else { error }
}
