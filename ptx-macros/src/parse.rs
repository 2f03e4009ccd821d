//! Tokens to the tree of [`crate::ast`]. Knows the shape of PTX, not its instructions.

use crate::ast::{
    Declaration, Declared, Guard, Instruction, Item, Name, Operand, OperandKind, Program, Tail,
    Word,
};
use crate::diag::{Error, Extent};
use crate::tokens::{Cursor, describe, is_punct, joined, number, without_comments};
use proc_macro2::{Delimiter, Group, Ident, TokenTree};
use ptx_isa::{Type, literal};

type Result<T> = std::result::Result<T, Error>;

/// Everything behind the directives.
pub(crate) fn program(mut cursor: Cursor<'_>) -> Program {
    let mut items = Vec::new();
    while !cursor.is_empty() {
        if let Some(tail) = tail(&mut cursor) {
            return Program { items, tail: Some(tail) };
        }
        items.push(item(&mut cursor));
    }
    Program { items, tail: None }
}

/// The last operand, if only an operand is left.
fn tail(cursor: &mut Cursor<'_>) -> Option<Tail> {
    let mut ahead = cursor.clone();
    let tuple = ahead.sees_group(Delimiter::Parenthesis).filter(|group| has_comma(group));
    let tail = match tuple {
        Some(group) => {
            ahead.next();
            match operands(group) {
                Ok(items) => Tail::Tuple(items),
                Err(error) => Tail::Faulty(error),
            }
        }
        None if ahead.sees_group(Delimiter::Brace).is_some() => return None,
        None => match operand(&mut ahead).ok()? {
            Operand { kind: OperandKind::Immediate(_), extent } => Tail::Faulty(Error::at(
                extent,
                "a literal has no type here\nhelp: write a Rust expression in parentheses, or `mov` it \
                 into a register",
            )),
            Operand { kind: OperandKind::Sink, extent } => {
                Tail::Faulty(Error::at(extent, "`_` has no value"))
            }
            operand => Tail::One(operand),
        },
    };
    ahead.is_empty().then(|| {
        *cursor = ahead;
        tail
    })
}

pub(crate) fn has_comma(group: &Group) -> bool {
    group.stream().into_iter().any(|token| is_punct(&token, ','))
}

fn items(group: &Group) -> Vec<Item> {
    let tokens = without_comments(group.stream());
    let mut cursor = Cursor::new(&tokens, group.span_close());
    let mut items = Vec::new();
    while !cursor.is_empty() {
        items.push(item(&mut cursor));
    }
    items
}

fn item(cursor: &mut Cursor<'_>) -> Item {
    let start = cursor.clone();
    if let Some(group) = cursor.sees_group(Delimiter::Brace) {
        cursor.next();
        return Item::Block(items(group));
    }
    let error = match (cursor.peek(0), cursor.sees_ident(1)) {
        (Some(dot), Some(word)) if is_punct(dot, '.') && word == "reg" => {
            return Item::Declaration(declaration(cursor, 2, None));
        }
        (Some(dot), Some(word)) if is_punct(dot, '.') => {
            let message = directive(&word.to_string());
            // Of a declaration that is only misspelt the names are known nevertheless.
            if names_type(cursor, 2) {
                return Item::Declaration(declaration(cursor, 2, Some(message)));
            }
            message
        }
        (Some(TokenTree::Ident(word)), _) if word == "reg" && names_type(cursor, 1) => {
            let message = "missing `.` before `reg`".into();
            return Item::Declaration(declaration(cursor, 1, Some(message)));
        }
        (Some(TokenTree::Ident(_)), _) if cursor.sees(1, ':') && !cursor.sees(2, ':') => {
            "labels are not supported\nnote: a macro has no jumps; Rust's `if` and loops stand around it"
                .into()
        }
        (Some(TokenTree::Ident(word)), _) if begins_rust(word, cursor) => format!(
            "`{word}` begins a statement of Rust\nhelp: write it outside the macro, or an expression \
             in parentheses as an operand"
        ),
        (Some(TokenTree::Ident(word)), _) if word != "_" => {
            return Item::Instruction(instruction(cursor, None));
        }
        (Some(at), _) if is_punct(at, '@') => match guard(cursor) {
            Ok(guard) => return Item::Instruction(instruction(cursor, Some(guard))),
            Err(error) => {
                cursor.skip_statement();
                return Item::Faulty(error);
            }
        },
        (Some(end), _) if is_punct(end, ';') => "there is no statement before this `;`".into(),
        (Some(token), _) => format!("expected an instruction, found {}", describe(token)),
        (None, _) => "expected an instruction".into(),
    };
    let mut word = cursor.clone();
    word.next();
    if word.sees_ident(0).is_some() && start.sees(0, '.') {
        word.next();
    }
    let at = start.up_to(&word).to_vec();
    cursor.skip_statement();
    Item::Faulty(Error::spanned(&at, error))
}

fn directive(word: &str) -> String {
    match word {
        "version" | "target" | "address_size" => {
            format!("`.{word}` must come before everything else, and once")
        }
        _ => {
            let near = ptx_isa::nearest(word, ["version", "target", "address_size", "reg"]);
            let help = near.map_or(String::new(), |n| format!("\nhelp: did you mean `.{n}`?"));
            format!(
                "directive `.{word}` is not supported\nnote: a macro takes `.version`, `.target`, \
                 `.address_size` and `.reg`{help}"
            )
        }
    }
}

/// `let x`, `if p`, `println!`: but `match.any` may be an instruction.
fn begins_rust(word: &Ident, cursor: &Cursor<'_>) -> bool {
    const KEYWORDS: &[&str] = &[
        "const", "fn", "for", "if", "let", "loop", "match", "return", "static", "unsafe", "use",
        "while",
    ];
    cursor.sees(1, '!') || !cursor.sees(1, '.') && KEYWORDS.iter().any(|keyword| word == keyword)
}

/// Whether a dot and a type stand there.
fn names_type(cursor: &Cursor<'_>, ahead: usize) -> bool {
    let ty = cursor.sees_ident(ahead + 1).filter(|_| cursor.sees(ahead, '.'));
    ty.is_some_and(|ty| Type::from_word(&ty.to_string()).is_some())
}

/// `.reg .f32 t, %f<4>;`
///
/// The head, `.reg`, has `head` tokens, and perhaps a fault.
fn declaration(cursor: &mut Cursor<'_>, head: usize, fault: Option<String>) -> Declaration {
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
                let message = format!("missing `.` before the type `{ty}`");
                (ty.clone(), Extent::one(ty.span()), message)
            }
            None => {
                let message = "a declaration names a type: `.reg .f32 t;`".into();
                (Ident::new("reg", reg.span()), at, message)
            }
        };
        error.get_or_insert_with(|| Error::at(extent, message));
        Word { ident, extent }
    });
    let mut names = Vec::new();
    while !cursor.is_empty() && !cursor.sees(0, ';') {
        match declared(cursor) {
            Ok(name) => names.push(name),
            // What follows may be right, and is used later.
            Err((found, name)) => {
                error.get_or_insert(found);
                names.extend(name);
                cursor.skip_to_separator();
            }
        }
        if cursor.eat(',').is_none() {
            let another =
                cursor.sees(0, '%') || cursor.sees(0, '$') || cursor.sees_ident(0).is_some();
            if !another || cursor.starts_statement() {
                break;
            }
            error.get_or_insert_with(|| Error::new(cursor.span(), "missing `,` between the names"));
        } else if cursor.is_empty() || cursor.sees(0, ';') {
            error.get_or_insert_with(|| Error::new(cursor.span(), "expected a name behind `,`"));
        }
    }
    if names.is_empty() && error.is_none() {
        error = Some(Error::new(cursor.span(), "a declaration names registers: `.reg .f32 t;`"));
    }
    if cursor.eat(';').is_none() {
        error.get_or_insert_with(|| missing_semicolon(&reg, cursor));
        recover(cursor);
    }
    Declaration { ty, names, error }
}

/// One name; with an error the name that could be read nevertheless.
fn declared(cursor: &mut Cursor<'_>) -> std::result::Result<Declared, (Error, Option<Declared>)> {
    if cursor.sees(0, '.') {
        let at = cursor.clone();
        let ty = word(cursor).map(|w| w.ident.to_string()).unwrap_or_default();
        let error = Error::spanned(
            at.up_to(cursor),
            format!(
                "unexpected `.{ty}` in a declaration\nnote: vector registers (`.reg .v2 .f32`) are not \
                 supported\nhelp: declare one register for each element"
            ),
        );
        return Err((error, name(cursor).ok().map(|name| Declared { name, count: None })));
    }
    let name = name(cursor).map_err(|error| (error, None))?;
    if cursor.sees(0, '=') {
        let error = Error::new(
            cursor.span(),
            "a register takes no initial value\nhelp: it holds zero; `mov` another value into it",
        );
        return Err((error, Some(Declared { name, count: None })));
    }
    if cursor.eat('<').is_none() {
        return Ok(Declared { name, count: None });
    }
    match count(cursor) {
        Ok(count) => Ok(Declared { name, count: Some(count) }),
        Err(error) => Err((error, Some(Declared { name, count: Some(u64::MAX) }))),
    }
}

/// `4>` of a range.
fn count(cursor: &mut Cursor<'_>) -> Result<u64> {
    let at = cursor.span();
    let number = cursor.sees_literal(0).and_then(|l| literal::parse(&l.to_string()).ok());
    let Some(literal::Literal::Integer(number)) = number else {
        return Err(Error::new(at, "a range counts its registers: `.reg .f32 %f<4>;`"));
    };
    cursor.next();
    if cursor.eat('>').is_none() {
        return Err(Error::new(cursor.span(), "missing `>` behind the count of the range"));
    }
    Ok(number)
}

/// A dot and a word.
pub(crate) fn word(cursor: &mut Cursor<'_>) -> Option<Word> {
    let start = cursor.clone();
    let ident = start.sees(0, '.').then(|| start.sees_ident(1)).flatten()?.clone();
    cursor.next();
    cursor.next();
    Some(Word { ident, extent: Extent::of(start.up_to(cursor)) })
}

/// `t`, `%t` or `$t`.
fn name(cursor: &mut Cursor<'_>) -> Result<Name> {
    let start = cursor.clone();
    let sigil = ['%', '$'].into_iter().find(|&c| cursor.eat(c).is_some());
    let Some(ident) = cursor.eat_ident().filter(|ident| *ident != "_") else {
        cursor.next();
        let tokens = start.up_to(cursor);
        return Err(match (sigil, start.peek(1)) {
            (Some(sigil), Some(TokenTree::Literal(number))) => Error::spanned(
                tokens,
                format!(
                    "`{sigil}{number}` is no name here, although PTX has such names\nnote: Rust reads \
                     `{number}` as a number; a name goes on with a letter or `_`"
                ),
            ),
            _ => Error::spanned(tokens, "expected a name"),
        });
    };
    if cursor.sees(0, '$') {
        cursor.next();
        cursor.eat_ident();
        return Err(Error::spanned(
            start.up_to(cursor),
            "`$` inside a name is refused, although PTX has such names\nnote: Rust reads it as several \
             words; `$` and `%` may stand in front of a name only",
        ));
    }
    Ok(Name { sigil, ident: ident.clone(), extent: Extent::of(start.up_to(cursor)) })
}

fn guard(cursor: &mut Cursor<'_>) -> Result<Guard> {
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

fn instruction(cursor: &mut Cursor<'_>, guard: Option<Guard>) -> Instruction {
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

fn recover(cursor: &mut Cursor<'_>) {
    if !cursor.starts_statement() {
        cursor.skip_statement();
    }
}

pub(crate) fn missing_semicolon(start: &Cursor<'_>, end: &Cursor<'_>) -> Error {
    let last = start.up_to(end).last().map_or(start.span(), TokenTree::span);
    Error::new(last, "missing `;`\nnote: every instruction ends with one, the last one too")
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

/// The operands between the delimiters of a group.
fn operands(group: &Group) -> Result<Vec<Operand>> {
    let tokens = without_comments(group.stream());
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

/// An operand, or `p|q`.
fn one_or_pair(cursor: &mut Cursor<'_>) -> Result<Operand> {
    let start = cursor.clone();
    let first = operand(cursor)?;
    if cursor.eat('|').is_none() {
        return Ok(first);
    }
    let kind = OperandKind::Pair(Box::new([first, operand(cursor)?]));
    Ok(Operand { kind, extent: Extent::of(start.up_to(cursor)) })
}

fn operand(cursor: &mut Cursor<'_>) -> Result<Operand> {
    let start = cursor.clone();
    let kind = match cursor.peek(0) {
        Some(TokenTree::Group(group)) => {
            cursor.next();
            match group.delimiter() {
                Delimiter::Parenthesis | Delimiter::None => OperandKind::Rust(group.stream()),
                Delimiter::Brace => OperandKind::Vector(operands(group)?),
                Delimiter::Bracket => {
                    return Err(Error::new(
                        group.span(),
                        "`[…]` is memory, which a macro has none of\nhelp: pass the value: a variable, \
                         or a Rust expression in parentheses",
                    ));
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

/// What stands behind `!`; not another `!`, so that no chain of them recurses.
fn operand_of_complement(cursor: &mut Cursor<'_>) -> Result<Operand> {
    match cursor.peek(0) {
        Some(token) if is_punct(token, '!') => {
            Err(Error::new(token.span(), "`!` stands once before a predicate"))
        }
        _ => operand(cursor),
    }
}

/// A number with an optional sign.
fn immediate(cursor: &mut Cursor<'_>) -> Result<String> {
    let start = cursor.clone();
    let signed = cursor.eat('-').or_else(|| cursor.eat('+')).is_some();
    if number(cursor).is_none() {
        let message = match start.peek(0) {
            Some(_) if signed && !cursor.sees(0, '.') => {
                "a sign stands before numbers only\nhelp: negate a value with `neg`, or in a Rust \
                 expression: `(-x)`"
                    .into()
            }
            Some(token) => format!("expected an operand, found {}", describe(token)),
            None => "expected an operand".into(),
        };
        return Err(Error::new(start.span(), message));
    }
    let tokens = start.up_to(cursor);
    let text = joined(tokens).unwrap_or_default();
    if text.contains(['"', '\'']) {
        return Err(Error::spanned(tokens, format!("expected an operand, found `{text}`")));
    }
    match literal::parse(&text) {
        Ok(_) => Ok(text),
        Err(reason) => {
            Err(Error::spanned(tokens, format!("malformed number `{text}`\nnote: {reason}")))
        }
    }
}
