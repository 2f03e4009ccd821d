//! Handles preprocessor conditions, such as `#if`, inside an `asm` statement.

use super::super::statement::Reason;
use super::lexer::{Token, TokenKind};

/// The maximum number of conditions in a statement. All combinations of their values are checked.
const MOST_CONDITIONS: usize = 5;

/// A preprocessor directive.
enum Directive<'a> {
    /// `#if`, `#ifdef` or `#ifndef`: the condition, and the value for which the branch is selected.
    If(&'a str, bool),
    Elif(&'a str),
    Else,
    Endif,
    /// A directive that does not select text, such as `#pragma`.
    Other,
}

fn directive(line: &str) -> Option<Directive<'_>> {
    let line = line.trim_start_matches('#').trim_start();
    let name = line.split(|c: char| !c.is_ascii_alphabetic()).next()?;
    let rest = line[name.len()..].trim();
    let rest = rest.split("//").next().unwrap_or_default().trim();
    Some(match name {
        "if" => Directive::If(rest, true),
        "ifdef" => Directive::If(rest, true),
        "ifndef" => Directive::If(rest, false),
        "elif" | "elifdef" => Directive::Elif(rest),
        "else" => Directive::Else,
        "endif" => Directive::Endif,
        "pragma" | "line" | "warning" => Directive::Other,
        // Directives such as `#include` and `#undef` may change the text.
        _ => return None,
    })
}

/// Returns the tokens of a statement for each combination of `#if` condition values. Identical conditions
/// have the same value.
pub(super) fn variants<'a>(text: &str, tokens: &'a [Token]) -> Result<Vec<Vec<&'a Token>>, Reason> {
    let mut conditions: Vec<&str> = Vec::new();
    for token in tokens.iter().filter(|token| token.kind == TokenKind::Directive) {
        let found = directive(&text[token.span.clone()]).ok_or(Reason::Branches)?;
        if let Directive::If(condition, _) | Directive::Elif(condition) = found
            && !conditions.contains(&condition)
        {
            conditions.push(condition);
        }
    }
    if conditions.len() > MOST_CONDITIONS {
        return Err(Reason::Branches);
    }
    (0..1u32 << conditions.len()).map(|values| variant(text, tokens, &conditions, values)).collect()
}

/// Returns the tokens for one combination: bit i of `values` is the value of condition i.
fn variant<'a>(
    text: &str,
    tokens: &'a [Token],
    conditions: &[&str],
    values: u32,
) -> Result<Vec<&'a Token>, Reason> {
    let holds = |condition: &str| {
        let i = conditions.iter().position(|other| *other == condition);
        i.is_some_and(|i| values >> i & 1 != 0)
    };
    // For each open `#if`: whether the current branch is selected, and whether an earlier branch was
    // selected.
    let mut open: Vec<(bool, bool)> = Vec::new();
    let mut selected = Vec::new();
    for token in tokens {
        if token.kind != TokenKind::Directive {
            if open.iter().all(|branch| branch.0) {
                selected.push(token);
            }
            continue;
        }
        match directive(&text[token.span.clone()]).ok_or(Reason::Branches)? {
            Directive::If(condition, value) => {
                let is_selected = holds(condition) == value;
                open.push((is_selected, is_selected));
            }
            Directive::Elif(condition) => {
                let last = open.last_mut().ok_or(Reason::Branches)?;
                *last = (!last.1 && holds(condition), last.1 || holds(condition));
            }
            Directive::Else => {
                let last = open.last_mut().ok_or(Reason::Branches)?;
                *last = (!last.1, true);
            }
            Directive::Endif => drop(open.pop().ok_or(Reason::Branches)?),
            Directive::Other => {}
        }
    }
    match open.is_empty() {
        true => Ok(selected),
        false => Err(Reason::Branches),
    }
}
