//! Finds calls of Python functions whose name contains `inline_asm`.

mod lexer;

use super::constraints;
use super::escape::unescape;
use super::holes::Syntax;
use super::language::Language;
use super::statement::{Found, Reason, Statement};
use super::template::Template;
use super::tokens::{Text, TokenKind, Tokens};
use ptx_module::syntax::Span;
use std::collections::HashMap;

/// The text that the name of a called function must contain.
const NAME: &str = "inline_asm";

/// Names of the keyword argument with the template.
const TEMPLATES: &[&str] = &["asm", "asm_string", "asm_str", "template", "ptx"];

/// Name of the keyword argument with the list of constraints.
const CONSTRAINTS: &str = "constraints";

/// Functions and methods that return the template with changed white space.
const SAME: &[&str] = &["dedent", "cleandoc", "strip", "lstrip", "rstrip"];

/// Returns the statements of a text in order.
pub(super) fn find(text: &str) -> Vec<Found> {
    let tokens = self::tokens(text);
    let read = Reader { tokens: &tokens, assigned: assigned(&tokens) };
    let calls = (0..tokens.all.len()).filter(|i| is_call(&tokens, *i));
    calls
        .map(|i| {
            let variants = match tokens.closer(i + 1) {
                Some(close) => call(&read, i + 2..close).map(|statement| vec![statement]),
                None => Err(Reason::Unclosed),
            };
            let keyword = tokens.all[i].span.clone();
            Found { span: tokens.around(i + 1, &keyword), keyword, variants }
        })
        .collect()
}

/// Returns the tokens of a text.
pub(super) fn tokens(text: &str) -> Tokens<'_> {
    Tokens::new(text, lexer::tokens(text))
}

fn is_call(tokens: &Tokens<'_>, i: usize) -> bool {
    tokens.all[i].kind == TokenKind::Word
        && tokens.word(i).contains(NAME)
        && tokens.is(i + 1, '(')
        && !(i > 0 && matches!(tokens.word(i - 1), "def" | "class"))
}

/// Parses the arguments of a call.
fn call(read: &Reader<'_>, arguments: Span) -> Result<Statement, Reason> {
    let tokens = read.tokens;
    let (mut template, mut list) = (None, None);
    let mut positional = Vec::new();
    for argument in tokens.split(arguments, ',') {
        let first = argument.start;
        let is_named = tokens.is(first + 1, '=') && !tokens.is(first + 2, '=');
        let value = first + 2..argument.end;
        match tokens.word(first) {
            name if is_named && TEMPLATES.contains(&name) => template = Some(value),
            CONSTRAINTS if is_named => list = Some(value),
            _ if is_named => {}
            _ => positional.push(argument),
        }
    }
    let is_strings =
        |range: &Span| read.join(range.clone(), 0).is_ok_and(|one| !one.text.is_empty());
    let first = positional.iter().position(|range| has_text(tokens, range.clone()));
    let first = first.or_else(|| positional.iter().position(is_strings));
    // If the only string literal is the list of constraints, the template is the argument before this list.
    let is_list =
        |range: Span| read.join(range, 0).is_ok_and(|one| constraints::is_list(&one.text));
    let first = match first {
        Some(i) if template.is_none() && list.is_none() && is_list(positional[i].clone()) => {
            i.checked_sub(1)
        }
        first => first,
    };
    let mut texts = positional.into_iter().skip(first.unwrap_or(usize::MAX));
    let template = template.or_else(|| texts.next());
    let list = list.or_else(|| texts.next());
    let Some(template) = template else { return Err(Reason::Macro("asm".into())) };
    let template = read.join(template, 0)?;
    let list = list.and_then(|range| read.join(range, 0).ok());
    let operands = list.as_ref().map(constraints::list);
    Ok(Statement { template, syntax: Syntax::Dollar, operands, clobbers: None })
}

/// Returns whether an expression has a string literal. Ignores the arguments of calls, except calls of [`SAME`].
fn has_text(tokens: &Tokens<'_>, range: Span) -> bool {
    let mut i = range.start;
    while i < range.end {
        let is_call = i > range.start && tokens.all[i - 1].kind == TokenKind::Word;
        let is_same = is_call && SAME.contains(&tokens.word(i - 1));
        let is_inner = tokens.is(i, '(') && (!is_call || is_same);
        let end = tokens.after(i);
        if matches!(tokens.all[i].kind, TokenKind::Text(_))
            || is_inner && has_text(tokens, i + 1..end - 1)
        {
            return true;
        }
        i = end;
    }
    false
}

/// Returns, for each name, the expressions that are assigned to it.
fn assigned<'a>(tokens: &Tokens<'a>) -> HashMap<&'a str, Vec<Span>> {
    let mut assigned = HashMap::<_, Vec<_>>::new();
    let mut i = 0;
    while i < tokens.all.len() {
        let is_word = tokens.all[i].kind == TokenKind::Word;
        if is_word && tokens.is(i + 1, '=') && !tokens.is(i + 2, '=') {
            let value = i + 2..end_of_line(tokens, i + 2);
            assigned.entry(tokens.word(i)).or_default().push(value);
        } else if is_word && tokens.is(i + 1, '+') && tokens.is(i + 2, '=') {
            // After `+=`, the value of the name is unknown. Two empty expressions make `join` reject the name, because
            // `join` accepts only names with exactly one expression.
            assigned.entry(tokens.word(i)).or_default().extend([0..0, 0..0]);
        }
        // The values of parameters and loop variables are unknown, too.
        let names = match tokens.word(i) {
            "def" if tokens.is(i + 2, '(') => i + 3..tokens.after(i + 2),
            "for" if i + 1 < tokens.all.len() => i + 1..i + 2,
            _ => 0..0,
        };
        for name in names.filter(|name| tokens.all[*name].kind == TokenKind::Word) {
            assigned.entry(tokens.word(name)).or_default().extend([0..0, 0..0]);
        }
        i = tokens.after(i);
    }
    assigned
}

/// Returns the end of the expression that starts at a token. The expression ends at the end of its line, unless a
/// bracket is still open there.
fn end_of_line(tokens: &Tokens<'_>, start: usize) -> usize {
    let mut i = start;
    while i < tokens.all.len() {
        let end = tokens.after(i);
        let Some(next) = tokens.all.get(end) else { return tokens.all.len() };
        let between = &tokens.text[tokens.all[end - 1].span.end..next.span.start];
        if between.contains('\n') && !between.contains('\\') {
            return end;
        }
        i = end;
    }
    i
}

/// The tokens of a text, and the expressions that are assigned to names.
struct Reader<'a> {
    tokens: &'a Tokens<'a>,
    assigned: HashMap<&'a str, Vec<Span>>,
}

/// The maximum length of a chain of names, where each name is assigned the next.
const DEEPEST: usize = 8;

impl Reader<'_> {
    /// Joins the string literals of an expression.
    fn join(&self, range: Span, depth: usize) -> Result<Template, Reason> {
        let tokens = self.tokens;
        let mut template = Template::default();
        let mut i = range.start;
        while i < range.end {
            let end = tokens.after(i);
            match tokens.all[i].kind {
                TokenKind::Text(literal) => {
                    let is_format = is_formatted(tokens, i + 1, range.end);
                    text(tokens.text, literal, is_format, Language::Python, &mut template)?;
                }
                TokenKind::Punct('(') if end > i + 1 && depth < DEEPEST => {
                    let inner = self.join(i + 1..end - 1, depth + 1)?;
                    template.append(&inner, 0..inner.text.len());
                }
                // `"…".strip()`
                TokenKind::Word
                    if SAME.contains(&tokens.word(i)) && tokens.closer(i + 1) == Some(i + 2) =>
                {
                    i += 3;
                    continue;
                }
                TokenKind::Word if tokens.word(i) == "format" && tokens.is(i + 1, '(') => {
                    i = tokens.after(i + 1);
                    continue;
                }
                // `textwrap.dedent(…)`
                TokenKind::Punct('+' | '.') => {}
                TokenKind::Word if SAME.contains(&tokens.word(i)) => {}
                TokenKind::Word if matches!(tokens.word(i), "textwrap" | "inspect") => {}
                TokenKind::Word if !tokens.is(i + 1, '(') && depth < DEEPEST => {
                    let name = tokens.word(i);
                    let Some([value]) = self.assigned.get(name).map(Vec::as_slice) else {
                        return Err(Reason::Macro(name.into()));
                    };
                    let value = self.join(value.clone(), depth + 1);
                    let value = value.map_err(|_| Reason::Macro(name.into()))?;
                    template.append(&value, 0..value.text.len());
                }
                _ => return Err(Reason::Macro(tokens.word(i).into())),
            }
            i = end;
        }
        Ok(template)
    }
}

/// Returns whether `.format(…)` follows the string literals from a token on.
fn is_formatted(tokens: &Tokens<'_>, mut i: usize, end: usize) -> bool {
    while i < end && matches!(tokens.all[i].kind, TokenKind::Text(_)) {
        i += 1;
    }
    tokens.is(i, '.') && tokens.word(i + 1) == "format"
}

/// Appends a string literal. A field of an f-string or format string is treated like a macro, because its
/// text is unknown. The text before the field is appended.
pub(super) fn text(
    host: &str,
    literal: Text,
    is_format: bool,
    language: Language,
    template: &mut Template,
) -> Result<(), Reason> {
    let (start, end) = literal.inner;
    let mut add = |part: Span| match literal.is_raw {
        true => template.copy(host, part),
        false => unescape(host, part, language, template),
    };
    if !(literal.is_format || is_format) {
        add(start..end);
        return Ok(());
    }
    let mut plain = start;
    let mut at = start;
    while let Some(length) = host[at..end].find(['{', '}']) {
        let brace = at + length;
        let rest = &host[brace..end];
        if !(rest.starts_with("{{") || rest.starts_with("}}")) {
            let close = rest.find('}').map_or(rest.len(), |length| length + 1);
            add(plain..brace);
            return Err(Reason::Macro(rest[..close].into()));
        }
        add(plain..brace + 1);
        (plain, at) = (brace + 2, brace + 2);
    }
    add(plain..end);
    Ok(())
}
