//! Parses declarations.

use super::ty::{is, list, split};
use super::{Declaration, Error, Parameter, Ty, Typed};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

/// Parses declarations. Returns the valid declarations, and an error for each invalid declaration.
#[must_use]
pub fn declarations(tokens: TokenStream) -> (Vec<Declaration>, Vec<Error>) {
    let tokens = list(tokens);
    let (mut found, mut errors) = (Vec::new(), Vec::new());
    let mut rest = tokens.as_slice();
    while let Some(first) = rest.first() {
        let end = rest.iter().position(|token| is(token, ';') || is_body(token));
        let (one, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        rest = after;
        let nearby = first.span();
        match end.map(|end| &one[end]) {
            None => errors.push(Error::new(
                one.last().map_or(nearby, TokenTree::span),
                "missing `;` after this declaration",
            )),
            Some(body) if !is(body, ';') => errors.push(
                Error::new(body.span(), "a declaration has no body")
                    .help("the body is in the PTX file; write `;`"),
            ),
            Some(_) if one.len() == 1 => {
                errors.push(Error::new(nearby, "expected a function, found `;`"));
            }
            Some(_) => match declaration(&one[..one.len() - 1], nearby) {
                Ok(declaration) => found.push(declaration),
                Err(error) => errors.push(error),
            },
        }
    }
    (found, errors)
}

/// Splits the arguments of `include_ptx!` into the path and the declarations, without the `,` or `;` in between. The
/// path is a literal, `concat!(…)` or `env!(…)`, and may be missing.
#[must_use]
pub fn split_path(tokens: &[TokenTree]) -> (&[TokenTree], &[TokenTree]) {
    let length = match tokens {
        [TokenTree::Ident(_), bang, TokenTree::Group(_), ..] if is(bang, '!') => 3,
        [TokenTree::Literal(_), ..] => 1,
        [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::None => 1,
        _ => return (&[], tokens),
    };
    match tokens.split_at(length) {
        (path, [separator, rest @ ..]) if is(separator, ',') || is(separator, ';') => (path, rest),
        split => split,
    }
}

fn is_body(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// A reader of tokens; `rest` has the tokens that are not consumed yet.
struct Cursor<'a> {
    rest: &'a [TokenTree],
    nearby: Span,
}

impl<'a> Cursor<'a> {
    fn next(&mut self) -> Option<&'a TokenTree> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        self.nearby = first.span();
        Some(first)
    }

    fn sees_word(&self) -> Option<&'a Ident> {
        match self.rest.first() {
            Some(TokenTree::Ident(word)) => Some(word),
            _ => None,
        }
    }

    fn group(&mut self, delimiter: Delimiter) -> Option<&'a Group> {
        match self.rest.first() {
            Some(TokenTree::Group(group)) if group.delimiter() == delimiter => {
                self.next();
                Some(group)
            }
            _ => None,
        }
    }

    fn here(&self) -> Span {
        self.rest.first().map_or(self.nearby, TokenTree::span)
    }
}

fn declaration(tokens: &[TokenTree], nearby: Span) -> Result<Declaration, Error> {
    let mut cursor = Cursor { rest: tokens, nearby };
    let mut attributes = TokenStream::new();
    let mut named = None;
    while cursor.rest.first().is_some_and(|token| is(token, '#')) {
        let hash = cursor.next().cloned();
        let Some(group) = cursor.group(Delimiter::Bracket) else {
            return Err(Error::new(cursor.here(), "expected `[` after `#`"));
        };
        match ptx_attribute(group)? {
            Some(name) => named = Some(name),
            None => attributes.extend(hash.into_iter().chain([group.clone().into()])),
        }
    }
    let visibility = visibility(&mut cursor);
    while let Some(word) = cursor.sees_word() {
        match word.to_string().as_str() {
            "fn" => break,
            "const" => drop(cursor.next()),
            other => {
                let what = match other {
                    "unsafe" | "async" | "extern" => {
                        format!("`{other}` is not allowed in a declaration")
                    }
                    _ => format!("expected `fn`, found `{other}`"),
                };
                return Err(Error::new(word.span(), what)
                    .help("declare `pub fn name(parameter: type) -> type;`"));
            }
        }
    }
    if cursor.next().is_none() {
        return Err(Error::new(cursor.nearby, "expected `fn`"));
    }
    let Some(TokenTree::Ident(name)) = cursor.next() else {
        return Err(Error::new(cursor.nearby, "expected the name of a function"));
    };
    if cursor.rest.first().is_some_and(|token| is(token, '<')) {
        return Err(Error::new(cursor.here(), "a PTX function has no generics"));
    }
    let Some(list) = cursor.group(Delimiter::Parenthesis) else {
        return Err(Error::new(cursor.here(), "expected the parameters in parentheses"));
    };
    let (thread, parameters) = parameters(list)?;
    let returns = match cursor.rest {
        [] => None,
        [minus, greater, ty @ ..] if is(minus, '-') && is(greater, '>') => {
            let typed = typed(ty, greater.span())?;
            if let Ty::Pointer { .. } = typed.ty {
                return Err(Error::new(typed.at, "a function cannot return a pointer"));
            }
            (typed.ty != Ty::Tuple(Vec::new())).then_some(typed)
        }
        [other, ..] => return Err(Error::new(other.span(), "expected `->` or `;`")),
    };
    let plain = name.to_string();
    let plain = plain.strip_prefix("r#").unwrap_or(&plain).to_string();
    let ptx_name = named.unwrap_or((plain, name.span()));
    Ok(Declaration {
        attributes,
        visibility,
        name: name.clone(),
        ptx_name,
        thread,
        parameters,
        returns,
    })
}

fn visibility(cursor: &mut Cursor<'_>) -> TokenStream {
    let mut visibility = TokenStream::new();
    if let Some(TokenTree::Group(group)) = cursor.rest.first()
        && group.delimiter() == Delimiter::None
    {
        visibility.extend(cursor.next().cloned());
    } else if cursor.sees_word().is_some_and(|word| word == "pub") {
        visibility.extend(cursor.next().cloned());
        let scope = cursor.group(Delimiter::Parenthesis);
        visibility.extend(scope.map(|group| TokenTree::from(group.clone())));
    }
    visibility
}

/// Returns the name in `#[ptx(name = "…")]`, or `None` for any other attribute.
fn ptx_attribute(group: &Group) -> Result<Option<(String, Span)>, Error> {
    let inner = list(group.stream());
    let (TokenTree::Ident(word), rest) = (match inner.split_first() {
        Some(split) => split,
        None => return Ok(None),
    }) else {
        return Ok(None);
    };
    if word != "ptx" {
        return Ok(None);
    }
    let inner = match rest {
        [TokenTree::Group(arguments)] => list(arguments.stream()),
        _ => Vec::new(),
    };
    match inner.as_slice() {
        [TokenTree::Ident(name), equals, TokenTree::Literal(text)]
            if name == "name" && is(equals, '=') =>
        {
            let written = text.to_string();
            let plain = written.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
            match plain {
                Some(plain) if !plain.contains('\\') => Ok(Some((plain.into(), text.span()))),
                _ => Err(Error::new(text.span(), "expected a name in quotes: `\"_Z3fooi\"`")),
            }
        }
        _ => Err(Error::new(word.span(), "expected `#[ptx(name = \"…\")]`")),
    }
}

type Parameters = (Option<(Ident, TokenStream)>, Vec<Parameter>);

fn parameters(group: &Group) -> Result<Parameters, Error> {
    let inner = list(group.stream());
    let (mut thread, mut parameters) = (None, Vec::new());
    for (i, part) in split(&inner).into_iter().enumerate() {
        let at = part.first().map_or(group.span(), TokenTree::span);
        if part.iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "self")) {
            return Err(Error::new(at, "a PTX function has no `self`"));
        }
        let [TokenTree::Ident(name), colon, ty @ ..] = part else {
            return Err(Error::new(at, "expected a parameter: `name: type`"));
        };
        if !is(colon, ':') || name == "_" || name == "mut" || name == "ref" {
            return Err(Error::new(at, "expected a parameter: `name: type`"));
        }
        match ty {
            [.., TokenTree::Ident(last)] if last == "Thread" && i == 0 => {
                thread = Some((name.clone(), ty.iter().cloned().collect()));
            }
            _ => parameters.push(Parameter { name: name.clone(), typed: typed(ty, colon.span())? }),
        }
    }
    Ok((thread, parameters))
}

fn typed(tokens: &[TokenTree], nearby: Span) -> Result<Typed, Error> {
    let at = tokens.first().map_or(nearby, TokenTree::span);
    let ty = Ty::parse(tokens, nearby)?;
    Ok(Typed { ty, tokens: tokens.iter().cloned().collect(), at })
}
