//! Names, dotted words, and messages that `ptx!` and `sass!` share.

use crate::diag::{Error, Extent, Result};
use crate::tokens::{Cursor, ambiguous, as_written, describe, fragment, is_punct, literal_in};
use proc_macro2::{Group, Ident, Span, TokenTree};
use ptx_isa::{COMMAND, Message, Type, declarations};

/// A dotted word, such as a modifier.
pub(crate) struct Word {
    /// The text without the dot: `ftz`, `scaled::n2::ue8m0`.
    pub(crate) text: String,
    pub(crate) extent: Extent,
}

/// A name: `t`, `%t` or `$t`.
pub(crate) struct Name {
    pub(crate) sigil: Option<char>,
    pub(crate) ident: Ident,
    pub(crate) extent: Extent,
}

impl Name {
    /// Returns the name as written.
    pub(crate) fn spelling(&self) -> String {
        self.sigil.into_iter().chain(self.ident.to_string().chars()).collect()
    }
}

/// Returns whether a token is a word of an instruction. Rust reads `2pi` as a number with a suffix.
fn is_word(token: &TokenTree) -> bool {
    match token {
        TokenTree::Ident(_) => true,
        TokenTree::Literal(literal) => {
            let text = literal.to_string();
            let suffix = text.trim_start_matches(|c: char| c.is_ascii_digit());
            !suffix.is_empty() && suffix.bytes().all(|byte| byte.is_ascii_lowercase())
        }
        _ => false,
    }
}

/// Consumes a dot and a word. The word may begin with a digit, and may contain `::`: `.2pi`, `.scale_vec::2X`.
pub(crate) fn word(cursor: &mut Cursor<'_>) -> Option<Word> {
    let start = cursor.clone();
    let first = start.peek(1).filter(|token| start.sees(0, '.') && is_word(token))?;
    let mut text = first.to_string();
    cursor.next();
    cursor.next();
    while cursor.sees(0, ':')
        && cursor.sees(1, ':')
        && let Some(part) = cursor.sees_part(2)
    {
        text = format!("{text}::{part}");
        for _ in 0..3 {
            cursor.next();
        }
    }
    Some(Word { text, extent: Extent::of(start.up_to(cursor)) })
}

/// Returns whether a group contains a comma.
pub(crate) fn has_comma(group: &Group) -> bool {
    group.stream().into_iter().any(|token| is_punct(&token, ','))
}

pub(crate) fn missing_semicolon(start: &Cursor<'_>, end: &Cursor<'_>) -> Error {
    let last = start.up_to(end).last().map_or(start.span(), TokenTree::span);
    Error::new(last, "missing `;`").note("every statement ends with `;`")
}

/// Reports an ambiguous literal in a fragment, if a fragment follows.
pub(crate) fn ambiguous_fragment(cursor: &Cursor<'_>) -> Option<Error> {
    let token = cursor.peek(0)?;
    let at = Extent::of(&fragment(token)?);
    Some(Error::at(at, ambiguous(&literal_in(token)?)?))
}

/// Reports a token that cannot begin a statement.
pub(crate) fn not_an_instruction(token: &TokenTree) -> Message {
    let message = Message::new(format!("expected an instruction, found {}", describe(token)));
    match fragment(token) {
        Some(_) => {
            message.help("declare a fragment that is a word of an instruction as `$x:ident`")
        }
        None => message,
    }
}

/// Reports a fragment that is not a word after a `.`, and skips the statement.
pub(crate) fn fragment_as_modifier(cursor: &mut Cursor<'_>) -> Option<Error> {
    let inner = cursor.peek(1).filter(|_| cursor.sees(0, '.')).and_then(fragment)?;
    let message = Message::new("expected a modifier after `.`, found a macro fragment")
        .note(format!("the fragment is `{}`, and a modifier is one word", as_written(&inner)))
        .help("pass a word, and declare it as `$x:ident`");
    let start = cursor.clone();
    cursor.next();
    cursor.next();
    let error = Error::spanned(start.up_to(cursor), message);
    cursor.skip_statement();
    Some(error)
}

/// Returns the literal of type `ty` for the name of an infinity or NaN, such as `inf`.
pub(crate) fn infinity_or_nan(sign: &str, name: &Ident, ty: Type) -> Option<String> {
    let name = name.to_string();
    let is_meant = ["inf", "nan"].iter().any(|word| name.to_lowercase().starts_with(word));
    let message = declarations::constant(&format!("{sign}{name}"), Some(ty));
    let help = message.filter(|_| is_meant)?.help?;
    help.fixes().first().map(|fix| fix.text.clone())
}

/// Adds a note that names the places where PTX has memory.
pub(crate) fn without_memory(message: Message) -> Message {
    message.note(format!(
        "`ptx!` has no memory; `include_ptx!` and `{COMMAND} run` run kernels that access memory"
    ))
}

/// Reports a memory operand `[…]`.
pub(crate) fn no_memory(at: Span) -> Error {
    Error::new(at, "memory operands are not supported")
        .help("pass the value: a Rust variable, or an expression in parentheses")
}

/// Returns a Rust variable as written. A Rust keyword that PTX allows as a name becomes a raw
/// identifier.
pub(crate) fn rust_variable(ident: &Ident, at: Extent) -> Result<Ident> {
    let text = ident.to_string();
    let is_plain = text.starts_with("r#")
        || matches!(text.as_str(), "self" | "true" | "false")
        || syn::parse_str::<Ident>(&text).is_ok();
    if is_plain {
        return Ok(ident.clone());
    }
    if matches!(text.as_str(), "Self" | "super" | "crate") {
        return Err(Error::at(at, format!("expected a value, found `{text}`")));
    }
    Ok(Ident::new_raw(&text, ident.span()))
}
