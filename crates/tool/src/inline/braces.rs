//! Handles braces that one `asm` statement of a file opens and another statement closes. The compiler joins all
//! statements into one PTX text.

use super::holes::Syntax;
use super::statement::{Found, Statement};
use ptx_module::syntax::Span;
use ptx_module::syntax::lexer::{TokenKind, tokens};

/// Replaces the braces that have no partner in their own statement by blanks. Does nothing unless each such brace has a
/// partner in another statement of the file. A register that is declared after such a brace is then declared for all
/// statements of the file. Returns whether there are such braces.
pub(super) fn join(found: &mut [Found]) -> bool {
    let (mut depth, mut is_any) = (0, false);
    for statement in found.iter().filter_map(|one| one.variants.as_ref().ok()?.first()) {
        let (opening, closing) = unmatched(statement);
        if closing.len() > depth {
            return false;
        }
        depth = depth - closing.len() + opening.len();
        is_any |= depth > 0;
    }
    if depth > 0 || !is_any {
        return false;
    }
    for statement in found.iter_mut().filter_map(|one| one.variants.as_mut().ok()).flatten() {
        let (opening, closing) = unmatched(statement);
        for span in opening.into_iter().chain(closing) {
            statement.template.text.replace_range(span, " ");
        }
    }
    true
}

/// Returns the positions of the `{` and of the `}` that have no partner in a template. Ignores the braces of Rust
/// templates, because they are placeholders for operands (`{0}`).
fn unmatched(statement: &Statement) -> (Vec<Span>, Vec<Span>) {
    let (mut opening, mut closing) = (Vec::new(), Vec::new());
    if statement.syntax == Syntax::Braces {
        return (opening, closing);
    }
    for token in tokens(&statement.template.text).0 {
        match token.kind {
            TokenKind::Punct('{') => opening.push(token.span),
            TokenKind::Punct('}') if opening.pop().is_none() => closing.push(token.span),
            _ => {}
        }
    }
    (opening, closing)
}
