//! Parses `.reg` and the names that it declares.

use super::instruction::ends_after_comma;
use super::operand::name;
use crate::diag::{Error, Extent, Result};
use crate::ptx::ast::{Declaration, Declared};
use crate::tokens::{Cursor, as_written};
use crate::words::{Name, Word, ambiguous_fragment, missing_semicolon, word};
use proc_macro2::{Delimiter, Ident};
use ptx_isa::{Help, Message, Part, Type, declarations};

/// Returns whether a dot and a type follow after `ahead` tokens.
pub(super) fn names_type(cursor: &Cursor<'_>, ahead: usize) -> bool {
    let ty = cursor.sees_ident(ahead + 1).filter(|_| cursor.sees(ahead, '.'));
    ty.is_some_and(|ty| Type::from_word(&ty.to_string()).is_some())
}

/// Parses a declaration: `.reg .f32 t, %f<4>;`. The first `head` tokens are `.reg` or a misspelling
/// of `.reg`.
pub(super) fn declaration(
    cursor: &mut Cursor<'_>,
    head: usize,
    fault: Option<Message>,
) -> Declaration {
    let reg = cursor.clone();
    for _ in 0..head {
        cursor.next();
    }
    let at = Extent::of(reg.up_to(cursor));
    let mut error = fault.map(|message| Error::at(at, message));
    let ty = word(cursor).unwrap_or_else(|| {
        let bare = cursor.sees_ident(0).filter(|ty| Type::from_word(&ty.to_string()).is_some());
        let (ident, extent, message) = match bare {
            Some(ty) => {
                cursor.next();
                let message = Message::new(format!("missing `.` before the type `{ty}`"))
                    .help(Help::write(Part::Word, format!(".{ty}")));
                (ty.clone(), Extent::one(ty.span()), message)
            }
            None => (Ident::new("reg", reg.span()), at, declarations::no_type()),
        };
        error.get_or_insert_with(|| Error::at(extent, message));
        Word { text: ident.to_string(), extent }
    });
    let mut names = Vec::new();
    while !cursor.is_empty() && !cursor.sees(0, ';') {
        match declared(cursor, &ty.text, names.is_empty()) {
            Ok(name) => names.push(name),
            // Parse the remaining names as well, so that their uses are not reported as undeclared.
            Err(faulty) => {
                let (found, name) = *faulty;
                error.get_or_insert(found);
                names.extend(name);
                cursor.skip_to_separator();
            }
        }
        let comma = cursor.eat(',');
        if let Some(comma) = comma.filter(|_| ends_after_comma(cursor)) {
            error.get_or_insert_with(|| {
                Error::new(comma, "expected `;`, found `,`").help("write `;` in place of `,`")
            });
            return Declaration { ty, names, error };
        }
        if comma.is_none() {
            let another =
                cursor.sees(0, '%') || cursor.sees(0, '$') || cursor.sees_ident(0).is_some();
            if !another || cursor.starts_statement() {
                break;
            }
            error.get_or_insert_with(|| {
                Error::new(cursor.span(), "missing `,` between the names")
                    .help("write a `,` between them")
            });
        } else if cursor.sees(0, ';') {
            error.get_or_insert_with(|| Error::new(cursor.span(), "expected a name after `,`"));
        }
    }
    if names.is_empty() && error.is_none() {
        error = Some(Error::new(cursor.span(), declarations::no_name()));
    }
    if cursor.eat(';').is_none() {
        error.get_or_insert_with(|| missing_semicolon(&reg, cursor));
        cursor.recover();
    }
    Declaration { ty, names, error }
}

/// Returns whether a word is a vector size such as `v2`.
pub(crate) fn is_vector(word: &str) -> bool {
    declarations::VECTORS.iter().any(|vector| vector.0 == word)
}

/// Reports a vector type in a declaration: `.reg .v2 .f32`.
pub(crate) fn no_vectors(word: &str) -> Message {
    Message::new(format!("vector registers (`.{word}`) are not supported"))
        .help("declare one register for each element")
}

/// Parses one name. On an error, also returns the name if it could be parsed.
fn declared(
    cursor: &mut Cursor<'_>,
    first: &str,
    is_first: bool,
) -> std::result::Result<Declared, Box<(Error, Option<Declared>)>> {
    if cursor.sees(0, '.') {
        let at = cursor.clone();
        let ty = word(cursor).map(|w| w.text).unwrap_or_default();
        let typed = at.up_to(cursor);
        let name = name(cursor).ok();
        let spelling = name.as_ref().map(Name::spelling);
        let message = match is_vector(&ty) {
            true => no_vectors(&ty),
            false if is_vector(first) => no_vectors(first),
            false if is_first => declarations::second_type(&ty, first),
            false => declarations::type_of_next(&ty, spelling.as_deref()),
        };
        let error = Error::spanned(typed, message);
        return Err(Box::new((error, name.map(|name| Declared { name, count: None }))));
    }
    if let Some(sink) = cursor.sees_ident(0).filter(|ident| *ident == "_") {
        return Err(Box::new((Error::new(sink.span(), declarations::no_register()), None)));
    }
    let name = name(cursor).map_err(|error| Box::new((error, None)))?;
    if let Some(length) = cursor.sees_group(Delimiter::Bracket) {
        let message = declarations::array(&name.spelling(), Some(&length.stream().to_string()));
        let error = Error::new(length.span(), message);
        return Err(Box::new((error, Some(Declared { name, count: None }))));
    }
    if cursor.sees(0, '=') {
        let at = cursor.span();
        cursor.next();
        let value = cursor.clone();
        cursor.skip_to_separator();
        let value = as_written(value.up_to(cursor));
        let message = declarations::initial_value(&name.spelling(), first, &value);
        let error = Error::new(at, message);
        return Err(Box::new((error, Some(Declared { name, count: None }))));
    }
    if cursor.eat('<').is_none() {
        return Ok(Declared { name, count: None });
    }
    match count(cursor) {
        Ok(count) => Ok(Declared { name, count: Some(count) }),
        Err(error) => Err(Box::new((error, Some(Declared { name, count: Some(u64::MAX) })))),
    }
}

/// Parses the count and the `>` of a range `%f<4>`.
fn count(cursor: &mut Cursor<'_>) -> Result<u64> {
    if let Some(error) = ambiguous_fragment(cursor) {
        return Err(error);
    }
    let literal = cursor.sees_literal(0).map(ToString::to_string);
    let number = declarations::count(literal.as_deref())
        .map_err(|message| Error::new(cursor.span(), message))?;
    cursor.next();
    if cursor.eat('>').is_none() {
        return Err(Error::new(cursor.span(), "missing `>` after the number of registers"));
    }
    Ok(number)
}
