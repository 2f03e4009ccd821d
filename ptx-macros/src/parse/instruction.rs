//! An instruction with its guard.

use super::operand::{one_or_pair, operand};
use super::{Result, missing_semicolon, recover, word};
use crate::ast::{Guard, Instruction, OperandKind};
use crate::diag::Error;
use crate::tokens::{Cursor, describe, is_punct};
use proc_macro2::{Delimiter, Ident};

pub(super) fn guard(cursor: &mut Cursor<'_>) -> Result<Guard> {
    cursor.next();
    let complement = cursor.eat('!').is_some();
    let start = cursor.clone();
    let operand = operand(cursor)?;
    match operand.kind {
        OperandKind::Name(_) | OperandKind::Rust(_) => Ok(Guard { complement, operand }),
        OperandKind::Complement(_) => {
            Err(Error::spanned(start.up_to(cursor), "`!` stands once in a guard"))
        }
        _ => Err(Error::spanned(
            start.up_to(cursor),
            "this is no guard\nnote: a guard is a `.pred` register, a Rust `bool` or `(expr)`",
        )),
    }
}

pub(super) fn instruction(cursor: &mut Cursor<'_>, guard: Option<Guard>) -> Instruction {
    let start = cursor.clone();
    let Some(mnemonic) = cursor.eat_ident() else {
        let is_declaration = start.sees(0, '.') && start.sees_ident(1).is_some_and(|w| w == "reg");
        let error = Some(match start.sees_group(Delimiter::Brace) {
            Some(group) => Error::new(
                group.span_open(),
                "a guard stands before one instruction, not before a scope\nhelp: write it before each \
                 instruction of the scope",
            ),
            None if is_declaration => {
                Error::new(start.span(), "a guard stands before an instruction, not a declaration")
            }
            None if start.sees(0, '@') => Error::new(
                start.span(),
                "an instruction takes one guard\nhelp: combine them in Rust: `@(p && q)`",
            ),
            None => Error::new(start.span(), "expected an instruction behind the guard"),
        });
        let mnemonic = Ident::new("guarded", start.span());
        match start.sees_group(Delimiter::Brace) {
            Some(_) => drop(cursor.next()),
            // It is read as if nothing stood before it, since later instructions use its names.
            None if is_declaration => {}
            None => cursor.skip_statement(),
        }
        return Instruction { guard, mnemonic, modifiers: Vec::new(), operands: Vec::new(), error };
    };
    let mut modifiers = Vec::new();
    while let Some(modifier) = word(cursor) {
        modifiers.push(modifier);
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
        match one_or_pair(cursor) {
            Ok(operand) => read.operands.push(operand),
            Err(error) => {
                read.error = Some(error);
                cursor.skip_statement();
                return read;
            }
        }
        if cursor.eat(';').is_some() {
            return read;
        }
        if cursor.eat(',').is_none() {
            read.error = Some(behind_operand(&start, cursor));
            recover(cursor);
            return read;
        }
    }
}

fn behind_operand(start: &Cursor<'_>, cursor: &Cursor<'_>) -> Error {
    match cursor.peek(0) {
        Some(token) if !cursor.starts_statement() => match token {
            dot if is_punct(dot, '.') => Error::new(
                token.span(),
                "`.` behind an operand: special registers and vector elements (`%tid.x`) are not \
                 supported",
            ),
            _ => Error::new(
                token.span(),
                format!("expected `,` or `;` behind the operand, found {}", describe(token)),
            ),
        },
        _ => missing_semicolon(start, cursor),
    }
}
