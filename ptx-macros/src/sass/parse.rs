//! Parses tokens to the tree of [`super::ast`], without checking opcodes.

use crate::diag::{Error, Extent};
use crate::sass::ast::{Instruction, Item, Operand, OperandKind, Program, Tail};
use crate::tokens::{
    Cursor, as_written, describe, fragment, is_punct, joined, literal_in, number, without_comments,
};
use crate::words::{
    Word, fragment_as_modifier, has_comma, missing_semicolon, no_memory, not_an_instruction, word,
};
use proc_macro2::{Delimiter, Group, TokenTree};
use ptx_isa::sass::{Immediate, Part, schedule};
use ptx_isa::{Help, Message, Part as Place, nearest};

type Result<T> = std::result::Result<T, Error>;

/// Parses the code after the target.
pub(crate) fn program(mut cursor: Cursor<'_>) -> Program {
    let mut items = Vec::new();
    while !cursor.is_empty() {
        if let Some(tail) = tail(&cursor) {
            return Program { items, tail: Some(tail) };
        }
        items.push(item(&mut cursor));
    }
    Program { items, tail: None }
}

/// Parses the value of the macro call: an operand at the end without a `;`.
fn tail(cursor: &Cursor<'_>) -> Option<Tail> {
    let mut ahead = cursor.clone();
    let tuple = ahead.sees_group(Delimiter::Parenthesis).filter(|group| has_comma(group));
    let tail = match tuple {
        Some(group) => {
            ahead.next();
            tuple_of(group).map_or_else(Tail::Faulty, Tail::Tuple)
        }
        None => {
            let one = operand(&mut ahead).ok()?;
            valued(one).map_or_else(Tail::Faulty, Tail::One)
        }
    };
    ahead.is_empty().then_some(tail)
}

fn tuple_of(group: &Group) -> Result<Vec<Operand>> {
    let tokens = without_comments(group.stream());
    let mut cursor = Cursor::new(&tokens, group.span_close());
    let mut items = Vec::new();
    while !cursor.is_empty() {
        items.push(valued(operand(&mut cursor)?)?);
        if cursor.eat(',').is_none() && !cursor.is_empty() {
            return Err(Error::new(cursor.span(), "expected `,` between the values"));
        }
    }
    Ok(items)
}

/// Checks an operand that is a value of the macro call. A literal is rejected, because a literal has no type. An
/// operand with a sign or a suffix is also rejected.
fn valued(operand: Operand) -> Result<Operand> {
    let message = match operand.kind {
        OperandKind::Immediate(_) => "a literal cannot be the value of the macro",
        _ if operand.negated
            || operand.absolute
            || operand.carry
            || operand.inverted
            || operand.part.is_some() =>
        {
            "only an operand of an instruction can have a sign or a suffix"
        }
        _ => return Ok(operand),
    };
    Err(Error::at(operand.extent, message)
        .help("write a Rust expression in parentheses, or a register that holds the value"))
}

fn item(cursor: &mut Cursor<'_>) -> Item {
    let start = cursor.clone();
    let error: Message = match cursor.peek(0) {
        Some(TokenTree::Ident(_)) if cursor.sees(1, ':') && !cursor.sees(2, ':') => {
            Message::new("labels are not supported")
                .help("write Rust's `if` or a loop around the macro")
        }
        Some(TokenTree::Ident(word)) if word != "_" => {
            return Item::Instruction(instruction(cursor, None));
        }
        Some(at) if is_punct(at, '@') => match guard(cursor) {
            Ok(guard) => return Item::Instruction(instruction(cursor, Some(guard))),
            Err(error) => {
                cursor.skip_statement();
                return Item::Faulty(error);
            }
        },
        Some(dot) if is_punct(dot, '.') => Message::new("directives are not supported here")
            .note("only `.target sm_NN` is, at the beginning; registers are not declared"),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
            Message::new("blocks are not supported in `sass!`")
                .help("write the instructions without the braces")
        }
        Some(token) => not_an_instruction(token),
        None => "expected an instruction".into(),
    };
    let mut first = cursor.clone();
    first.next();
    let at = start.up_to(&first).to_vec();
    match cursor.sees_group(Delimiter::Brace) {
        Some(_) => drop(cursor.next()),
        None => cursor.skip_statement(),
    }
    Item::Faulty(Error::spanned(&at, error))
}

/// Parses a guard: `@P0`, `@!P0`.
fn guard(cursor: &mut Cursor<'_>) -> Result<Operand> {
    cursor.next();
    let guard = operand(cursor)?;
    match guard.kind {
        OperandKind::Name(_) | OperandKind::Rust(_) if !guard.negated && !guard.absolute => {
            Ok(guard)
        }
        _ => Err(Error::at(guard.extent, "expected a guard")
            .note("a guard is a predicate, a Rust `bool` or `(expr)`, optionally after `!`")),
    }
}

fn instruction(cursor: &mut Cursor<'_>, guard: Option<Operand>) -> Instruction {
    let start = cursor.clone();
    let Some(opcode) = cursor.eat_ident() else {
        let error = Some(Error::new(start.span(), "expected an instruction after the guard"));
        cursor.skip_statement();
        let opcode = proc_macro2::Ident::new("guarded", start.span());
        return Instruction { guard, opcode, modifiers: Vec::new(), operands: Vec::new(), error };
    };
    let mut modifiers = Vec::new();
    while let Some(modifier) = word(cursor).or_else(|| number_modifier(cursor)) {
        modifiers.push(modifier);
    }
    let mut operands = Vec::new();
    if let Some(error) = fragment_as_modifier(cursor) {
        let (opcode, error) = (opcode.clone(), Some(error));
        return Instruction { guard, opcode, modifiers, operands, error };
    }
    let has_halves = opcode.to_string().starts_with('H');
    let error = body(cursor, &start, has_halves, &mut operands).err();
    if error.is_some() && !starts_statement(cursor) {
        cursor.skip_statement();
    }
    Instruction { guard, opcode: opcode.clone(), modifiers, operands, error }
}

/// Parses a modifier that begins with a digit: `.64`, `.4A`. The first operand cannot be a literal, so this is not a number.
fn number_modifier(cursor: &mut Cursor<'_>) -> Option<Word> {
    let start = cursor.clone();
    let mut ahead = cursor.clone();
    ahead.eat('.')?;
    let text = ahead.sees_literal(0)?.to_string();
    let is_word = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_word {
        return None;
    }
    ahead.next();
    *cursor = ahead;
    Some(Word { text, extent: Extent::of(start.up_to(cursor)) })
}

/// Parses the operands, the annotations and the `;`.
fn body(
    cursor: &mut Cursor<'_>,
    start: &Cursor<'_>,
    has_halves: bool,
    operands: &mut Vec<Operand>,
) -> Result<()> {
    if cursor.eat(';').is_some() {
        return Ok(());
    }
    loop {
        if cursor.is_empty() {
            return Err(missing_semicolon(start, cursor));
        }
        let one = literal_fragment(cursor).map_or_else(|| operand(cursor), Ok)?;
        operands.push(if has_halves { with_low_half(one, cursor)? } else { one });
        if cursor.eat(',').is_none() {
            break;
        }
    }
    let mut seen = Vec::new();
    while cursor.sees(0, '&') || cursor.sees(0, '?') {
        annotation(cursor, &mut seen)?;
    }
    match cursor.peek(0) {
        Some(end) if is_punct(end, ';') => {
            cursor.next();
            Ok(())
        }
        Some(token) if !starts_statement(cursor) => Err(Error::new(
            token.span(),
            format!("expected `,`, an annotation or `;`, found {}", describe(token)),
        )),
        _ => Err(missing_semicolon(start, cursor)),
    }
}

/// Parses the low half of a literal that consists of two halves: `1, -2`.
fn with_low_half(high: Operand, cursor: &mut Cursor<'_>) -> Result<Operand> {
    let OperandKind::Immediate(text) = &high.kind else { return Ok(high) };
    let mut ahead = cursor.clone();
    if text.contains("0x") || ahead.eat(',').is_none() {
        return Ok(high);
    }
    let low = operand(&mut ahead)?;
    let OperandKind::Immediate(next) = &low.kind else { return Ok(high) };
    *cursor = ahead;
    Ok(Operand { kind: OperandKind::Immediate(format!("{text}, {next}")), ..high })
}

/// Returns whether a statement probably begins here, so that the `;` before the statement is missing.
fn starts_statement(cursor: &Cursor<'_>) -> bool {
    cursor.sees(0, '@') || cursor.sees_ident(0).is_some() && cursor.sees(1, '.')
}

/// Parses one annotation: `&req={0,1}`, `&rd=2`, `&wr=3` or `?WAIT4`. Rejects an annotation that is in `seen` already,
/// and adds any other to `seen`.
fn annotation(cursor: &mut Cursor<'_>, seen: &mut Vec<String>) -> Result<()> {
    let start = cursor.clone();
    let is_hint = cursor.eat('?').is_some() || cursor.eat('&').is_none();
    let name = cursor.eat_ident().map(ToString::to_string).unwrap_or_default();
    let spanned =
        |cursor: &Cursor<'_>, message: Message| Error::spanned(start.up_to(cursor), message);
    if is_hint {
        schedule::hint(&name).map_err(|message| spanned(cursor, message))?;
    } else if !schedule::BARRIERS.contains(&name.as_str()) {
        let unknown = Message::new(format!("unknown annotation `&{name}`"));
        let message = match nearest(&name, schedule::BARRIERS) {
            Some(near) => unknown.help(Help::meant(format!("&{near}"))),
            None => unknown.note("the annotations are `&req={…}`, `&rd=…` and `&wr=…`"),
        };
        return Err(spanned(cursor, message));
    }
    let key = if is_hint { "?".into() } else { format!("&{name}") };
    if seen.contains(&key) {
        return Err(spanned(cursor, format!("duplicate annotation `{key}`").into()));
    }
    seen.push(key);
    if is_hint {
        return Ok(());
    }
    let shape: Message = match name.as_str() {
        "req" => Message::new("expected barriers after `&req`")
            .help(Help::write(Place::Word, "&req={0,1}")),
        _ => Message::new(format!("expected a barrier after `&{name}`"))
            .help(Help::write(Place::Word, format!("&{name}=0"))),
    };
    if cursor.eat('=').is_none() {
        return Err(spanned(cursor, shape));
    }
    if name != "req" {
        return barrier(cursor).unwrap_or_else(|| Err(spanned(cursor, shape)));
    }
    let Some(group) = cursor.sees_group(Delimiter::Brace) else {
        return Err(spanned(cursor, shape));
    };
    cursor.next();
    let tokens = without_comments(group.stream());
    let mut inside = Cursor::new(&tokens, group.span_close());
    loop {
        barrier(&mut inside).unwrap_or_else(|| Err(spanned(cursor, shape.clone())))?;
        match (inside.eat(','), inside.is_empty()) {
            (Some(_), _) => {}
            (None, true) => return Ok(()),
            (None, false) => return Err(spanned(cursor, shape)),
        }
    }
}

/// Consumes and checks the number of a barrier, if a number follows.
fn barrier(cursor: &mut Cursor<'_>) -> Option<Result<()>> {
    let literal = cursor.sees_literal(0)?;
    cursor.next();
    Some(schedule::barrier(&literal.to_string()).map_err(|why| Error::new(literal.span(), why)))
}

/// Parses a literal in a fragment of `macro_rules!`, such as `$x:literal`, like a literal without a fragment. Any other
/// literal of Rust is a Rust expression.
fn literal_fragment(cursor: &mut Cursor<'_>) -> Option<Operand> {
    let mut end = cursor.clone();
    let signed = end.sees(0, '-') || end.sees(0, '+');
    let sign = if signed { end.next().map(ToString::to_string)? } else { String::new() };
    let text = format!("{sign}{}", literal_in(end.next()?)?);
    Immediate::parse(&text).ok()?;
    let start = std::mem::replace(cursor, end);
    let inner = start.peek(0).and_then(fragment);
    let mut operand = operand_of(&start, cursor, [false; 3], OperandKind::Immediate(text));
    operand.extent = inner.map_or(operand.extent, |inner| Extent::of(&inner));
    Some(operand)
}

fn operand(cursor: &mut Cursor<'_>) -> Result<Operand> {
    let start = cursor.clone();
    let complement = cursor.eat('!').is_some();
    let inverted = cursor.eat('~').is_some();
    let signed = cursor.sees(0, '-') || cursor.sees(0, '+');
    let at_sign = cursor.clone();
    let minus = cursor.sees(0, '-');
    if signed {
        cursor.next();
    }
    let infinity_or_nan =
        signed && cursor.sees_ident(0).is_some_and(|word| word == "INF" || word == "QNAN");
    if infinity_or_nan || cursor.sees_literal(0).is_some() || cursor.sees(0, '.') {
        if infinity_or_nan {
            cursor.next();
        } else {
            number(cursor);
        }
        if cursor.sees_ident(1).is_some_and(|suffix| suffix == "NEG") {
            word(cursor);
        }
        let kind = OperandKind::Immediate(immediate(at_sign.up_to(cursor))?);
        let mut suffixes = Suffixes::default();
        suffix(cursor, &mut suffixes)?;
        let Suffixes { carry, part } = suffixes;
        let operand = operand_of(&start, cursor, [false, false, complement], kind);
        return Ok(Operand { inverted, carry, part, ..operand });
    }
    if signed && !minus {
        let message = "expected a number, `INF` or `QNAN` after `+`";
        return Err(Error::new(at_sign.span(), message));
    }
    let absolute = cursor.eat('|').is_some();
    let inside = cursor.clone();
    let kind = match absolute.then(|| number(cursor)).flatten() {
        Some(_) => OperandKind::Immediate(immediate(inside.up_to(cursor))?),
        None => base(cursor)?,
    };
    let mut suffixes = Suffixes::default();
    suffix(cursor, &mut suffixes)?;
    if absolute {
        if cursor.eat('|').is_none() {
            return Err(Error::spanned(start.up_to(cursor), "missing `|` after the operand"));
        }
        suffix(cursor, &mut suffixes)?;
    }
    let Suffixes { carry, part } = suffixes;
    let operand = operand_of(&start, cursor, [minus, absolute, complement], kind);
    Ok(Operand { inverted, carry, part, ..operand })
}

fn operand_of(
    start: &Cursor<'_>,
    end: &Cursor<'_>,
    [negated, absolute, complement]: [bool; 3],
    kind: OperandKind,
) -> Operand {
    let extent = Extent::of(start.up_to(end));
    let (inverted, part, carry) = (false, None, false);
    Operand { negated, absolute, complement, inverted, part, carry, kind, extent }
}

fn immediate(tokens: &[TokenTree]) -> Result<String> {
    let text = joined(tokens).unwrap_or_default();
    match Immediate::parse(&text) {
        Ok(_) => Ok(text),
        Err(message) => Err(Error::spanned(tokens, message)),
    }
}

/// Parses an operand without signs and suffix.
fn base(cursor: &mut Cursor<'_>) -> Result<OperandKind> {
    let at = cursor.span();
    let start = cursor.clone();
    match cursor.next() {
        Some(TokenTree::Group(group)) => match group.delimiter() {
            Delimiter::Parenthesis | Delimiter::None => Ok(OperandKind::Rust(group.stream())),
            Delimiter::Brace => Err(Error::new(at, "vectors are not supported in `sass!`")
                .help("write the first register of a double")),
            Delimiter::Bracket => Err(no_memory(at)),
        },
        Some(TokenTree::Ident(word)) if word != "_" => {
            if cursor.sees_group(Delimiter::Bracket).is_none() {
                return Ok(OperandKind::Name(word.clone()));
            }
            while cursor.sees_group(Delimiter::Bracket).is_some() {
                cursor.next();
            }
            let tokens = start.up_to(cursor);
            Err(match word.to_string().as_str() {
                "c" | "cx" => Error::spanned(tokens, "constant memory is not supported")
                    .help("pass the value: a Rust variable, or a literal"),
                _ => Error::spanned(tokens, "expected an operand, found an element of an array")
                    .help(format!("write it in parentheses: `({})`", as_written(tokens))),
            })
        }
        Some(token) => {
            Err(Error::new(at, format!("expected an operand, found {}", describe(token))))
        }
        None => Err(Error::new(at, "expected an operand")),
    }
}

/// The suffixes of an operand.
#[derive(Default)]
struct Suffixes {
    /// Whether `.CC` is there.
    carry: bool,
    /// The part that the suffix selects.
    part: Option<&'static Part>,
}

/// Parses the suffixes of an operand. Ignores `.reuse`.
fn suffix(cursor: &mut Cursor<'_>, found: &mut Suffixes) -> Result<()> {
    let mut text = found.part.map(|part| part.suffix.to_string()).unwrap_or_default();
    while let Some(word) = word(cursor).or_else(|| number_modifier(cursor)) {
        match word.text.as_str() {
            "CC" => found.carry = true,
            "reuse" => {}
            // The part of two numbers has several words: `.F32x2.HI_LO.NP`.
            other => {
                text = if text.is_empty() { other.into() } else { format!("{text}.{other}") };
                found.part = Part::of_suffix(&text);
                if found.part.is_none() && !Part::is_begun(&text) {
                    let what = format!("`.{other}` after an operand is not supported");
                    return Err(Error::at(word.extent, what).note(
                        "only `.reuse`, the part of a source such as `.H1_H1`, after a destination `.CC`, and after a \
                         literal `.NEG` can follow an operand",
                    ));
                }
            }
        }
    }
    match found.part {
        None if !text.is_empty() => {
            Err(Error::new(cursor.span(), format!("expected `.HI_LO` or `.LO_HI` after `.{text}`")))
        }
        _ => Ok(()),
    }
}
