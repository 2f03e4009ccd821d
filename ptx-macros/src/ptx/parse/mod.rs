//! Parses tokens to the tree of [`ast`](super::ast), without checking instructions.

mod declaration;
mod instruction;
mod operand;

use crate::diag::{Error, Extent};
use crate::ptx::ast::{Declaration, Declared, Item, Operand, OperandKind, Program, Tail};
use crate::tokens::{Cursor, as_written, is_punct, with_words, without_comments};
use crate::words::{Word, has_comma, not_an_instruction};
use declaration::{declaration, names_type};
pub(crate) use declaration::{is_vector, no_vectors};
use instruction::{begins_name, guard, instruction};
pub(crate) use operand::LONGEST_EXPRESSION;
use operand::{name, operand, operands};
use proc_macro2::{Delimiter, Group, Ident, Literal, TokenTree};
use ptx_isa::directives::Directive;
use ptx_isa::{Help, Message, Part, nearest};

/// Parses the code after the directives.
pub(crate) fn program(mut cursor: Cursor<'_>) -> Program {
    let mut items = Vec::new();
    while !cursor.is_empty() {
        if let Some(tail) = tail(&mut cursor) {
            return Program { items, tail: Some(tail) };
        }
        if let Some(error) = computed_value(&cursor) {
            items.push(Item::Faulty(error));
            break;
        }
        items.push(item(&mut cursor));
    }
    Program { items, tail: None }
}

/// Parses the value of the macro call: an operand at the end without a `;`.
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
            Operand { kind: OperandKind::Immediate(_), extent } => Tail::Faulty(
                Error::at(extent, "a literal cannot be the value of the macro")
                    .note("its type is not known")
                    .help("write a Rust expression in parentheses, or `mov` it into a register"),
            ),
            Operand { kind: OperandKind::Sink, extent } => {
                Tail::Faulty(Error::at(extent, "expected a value, found `_`"))
            }
            operand => Tail::One(operand),
        },
    };
    ahead.is_empty().then(|| {
        *cursor = ahead;
        tail
    })
}

/// The maximum number of tokens of a reported expression. Without a limit, each statement of a text without `;` would be
/// compared with the rest of the text.
const LONGEST_VALUE: usize = 32;

/// Reports a Rust expression as the value of the macro call: `t + x`, `t.to_bits()`, `Some(t)`, `[t, u]`.
fn computed_value(cursor: &Cursor<'_>) -> Option<Error> {
    let mut tokens = Vec::new();
    while let Some(token) = cursor.peek(tokens.len()) {
        if is_punct(token, ';') || tokens.len() == LONGEST_VALUE {
            return None;
        }
        tokens.push(token);
    }
    let is_operator = |token: &TokenTree| "+-*/%&|^<>".chars().any(|c| is_punct(token, c));
    let is_call = |group: &Group| match group.delimiter() {
        Delimiter::Parenthesis | Delimiter::Brace => true,
        Delimiter::Bracket | Delimiter::None => false,
    };
    let is_expression = match tokens.as_slice() {
        [TokenTree::Ident(_), operator, _, ..] if is_operator(operator) => true,
        [TokenTree::Ident(_), TokenTree::Ident(word), _, ..] => word == "as",
        [TokenTree::Ident(_), first, second, ..] if is_punct(first, ':') => is_punct(second, ':'),
        [TokenTree::Ident(_), TokenTree::Group(group)] => is_call(group),
        [TokenTree::Ident(_), dot, TokenTree::Ident(_), TokenTree::Group(arguments)] => {
            is_punct(dot, '.') && arguments.delimiter() == Delimiter::Parenthesis
        }
        [sign, TokenTree::Ident(_)] => is_punct(sign, '-') || is_punct(sign, '!'),
        [TokenTree::Group(group)] => match group.delimiter() {
            Delimiter::Bracket => true,
            // A block has a `;` behind each statement.
            Delimiter::Brace => {
                has_comma(group)
                    && !begins_instruction(group)
                    && !group.stream().into_iter().any(|token| is_punct(&token, ';'))
            }
            Delimiter::Parenthesis | Delimiter::None => false,
        },
        _ => false,
    };
    let message = Message::new("the value of the macro cannot be computed here")
        .note("it is a register, a Rust variable, `(expr)`, or a tuple of these")
        .help("compute it with an instruction, or outside of the macro");
    let tokens: Vec<_> = tokens.into_iter().cloned().collect();
    is_expression.then(|| Error::spanned(&tokens, message))
}

/// Returns whether a group begins with a mnemonic and a modifier.
fn begins_instruction(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter();
    matches!(tokens.next(), Some(TokenTree::Ident(word)) if ptx_isa::is_mnemonic(&word.to_string()))
        && tokens.next().is_some_and(|token| is_punct(&token, '.'))
}

fn items(group: &Group) -> Vec<Item> {
    let tokens = with_words(without_comments(group.stream()));
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
    if let Some(error) = guard_without_at(cursor) {
        cursor.skip_statement();
        return Item::Faulty(error);
    }
    let error: Message = match (cursor.peek(0), cursor.sees_ident(1)) {
        (Some(dot), Some(word)) if is_punct(dot, '.') && word == "reg" => {
            return Item::Declaration(declaration(cursor, 2, None));
        }
        (Some(dot), Some(word)) if is_punct(dot, '.') => {
            let message = directive(&word.to_string());
            // Parse the names after a misspelt `.reg`, so that their uses are not reported as
            // undeclared.
            if names_type(cursor, 2) {
                return Item::Declaration(declaration(cursor, 2, Some(message)));
            }
            message
        }
        (Some(TokenTree::Ident(word)), _) if word == "reg" && names_type(cursor, 1) => {
            let message = Message::new("missing `.` before `reg`");
            return Item::Declaration(declaration(cursor, 1, Some(message)));
        }
        (Some(TokenTree::Ident(_)), _) if cursor.sees(1, ':') && !cursor.sees(2, ':') => {
            Message::new("labels are not supported")
                .help("write Rust's `if` or a loop around the macro")
        }
        (Some(TokenTree::Literal(literal)), _) if in_quotes(literal).is_some() => {
            string(in_quotes(literal).unwrap_or_default().trim())
        }
        (Some(_), _) if assigns(cursor) => {
            let first = start.up_to(&{
                let mut word = cursor.clone();
                word.next();
                word
            });
            let at = Extent::of(first);
            cursor.skip_statement();
            return Item::Assignment(as_written(start.up_to(cursor)), at);
        }
        (Some(TokenTree::Ident(word)), Some(_)) if word == "let" => {
            return Item::Declaration(binding(cursor));
        }
        (Some(TokenTree::Ident(word)), next) if word == "asm" && is_assembly(cursor, next) => {
            Message::new("expected an instruction, found `asm`").help(
                "write the instructions without `asm`, quotes and constraints, and Rust variables \
                 instead of `%0`",
            )
        }
        (Some(TokenTree::Ident(word)), _) if begins_rust(word, cursor) => {
            Message::new(format!("expected an instruction, found Rust's `{word}`")).help(OUTSIDE)
        }
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
        (Some(token), _) => not_an_instruction(token),
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

/// Reports a guard whose `@` is missing or misplaced: `!@p add.f32 …`, `%p add.f32 …`, `(x > y) add.f32 …`.
fn guard_without_at(cursor: &Cursor<'_>) -> Option<Error> {
    let mut end = cursor.clone();
    let is_complement = end.eat('!').is_some();
    let is_late = end.eat('@').is_some();
    let (guard, is_predicate) = match end.sees_group(Delimiter::Parenthesis) {
        Some(_) => (as_written(end.next().map_or(&[], std::slice::from_ref)), true),
        None if begins_name(&end, 0) => {
            let name = name(&mut end).ok()?;
            (name.spelling(), name.ident.to_string().starts_with(['p', 'q', 'P']))
        }
        None => return None,
    };
    let mnemonic = end.sees_ident(0)?.to_string();
    let is_guard = match (is_complement, is_late) {
        (true, _) => true,
        (false, true) => false,
        // Without `!`, only the name tells whether a predicate was meant.
        (false, false) => is_predicate && end.sees(1, '.') && ptx_isa::is_mnemonic(&mnemonic),
    };
    let sign = if is_complement { "!" } else { "" };
    let right = format!("@{sign}{guard}");
    let what = match is_late {
        true => format!("expected `@` before `!`, found `!@{guard}`"),
        false => format!("missing `@` before the guard `{guard}`"),
    };
    is_guard.then(|| {
        Error::spanned(cursor.up_to(&end), what).help(Help::write(Part::Word, right.to_string()))
    })
}

fn directive(word: &str) -> Message {
    if let Some(directive) = Directive::from_word(word) {
        return directive.too_late();
    }
    let known = Directive::ALL.map(Directive::word);
    let message = Message::new(format!("directive `.{word}` is not supported"))
        .note(format!("the directives here are `.{}` and `.reg`", known.join("`, `.")));
    match nearest(word, known.into_iter().chain(["reg"])) {
        Some(near) => message.help(Help::meant(format!(".{near}"))),
        None => message,
    }
}

/// Returns the contents of a string literal.
fn in_quotes(literal: &Literal) -> Option<String> {
    syn::parse_str::<syn::LitStr>(&literal.to_string()).ok().map(|text| text.value())
}

/// The maximum length of a text that a message quotes.
const LONGEST_TEXT: usize = 40;

/// Reports code in a string, such as `"rcp.rn.f32 d, a;"`.
fn string(text: &str) -> Message {
    let is_repeated =
        text.ends_with(';') && text.len() <= LONGEST_TEXT && !text.contains(['%', '$', '\n']);
    let message = Message::new("expected an instruction, found a string");
    match is_repeated {
        true => message.help(format!("write it without quotes: `{text}`")),
        false => message.help(
            "write the instructions without quotes, and Rust variables instead of `%0` and `$0`",
        ),
    }
}

/// Returns whether an assignment follows: `t = …`, `%t += …`, `(x) = …`.
fn assigns(cursor: &Cursor<'_>) -> bool {
    let name = usize::from(cursor.sees(0, '%') || cursor.sees(0, '$'));
    let is_place = match cursor.peek(name) {
        Some(TokenTree::Ident(_)) => true,
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        _ => false,
    };
    let operator = ['+', '-', '*', '/', '&', '|', '^'].iter().any(|c| cursor.sees(name + 1, *c));
    is_place && cursor.sees(name + 1 + usize::from(operator), '=')
}

const OUTSIDE: &str =
    "write the statement outside the macro, or an expression in parentheses as an operand";

/// Parses `let x = …;` as a faulty declaration of `x`. Later uses of `x` are then not reported as undeclared.
fn binding(cursor: &mut Cursor<'_>) -> Declaration {
    let keyword = Extent::one(cursor.span());
    let message = Message::new("expected an instruction, found Rust's `let`").help(OUTSIDE);
    cursor.next();
    if cursor.sees_ident(0).is_some_and(|word| word == "mut") {
        cursor.next();
    }
    let names = name(cursor).ok().map(|name| Declared { name, count: None });
    cursor.skip_statement();
    Declaration {
        ty: Word { text: "let".into(), extent: keyword },
        names: names.into_iter().collect(),
        error: Some(Error::at(keyword, message)),
    }
}

/// Returns whether inline assembly follows: `asm volatile (…)`, `asm("…")`.
fn is_assembly(cursor: &Cursor<'_>, next: Option<&Ident>) -> bool {
    next.is_some_and(|word| matches!(word.to_string().as_str(), "volatile" | "__volatile__"))
        || matches!(cursor.peek(1), Some(TokenTree::Group(_)))
        || cursor.sees(1, '!')
}

/// Returns whether Rust code follows: `let x`, `if p`, `println!`. But `match.any` is an instruction, not Rust.
fn begins_rust(word: &Ident, cursor: &Cursor<'_>) -> bool {
    const KEYWORDS: &[&str] = &[
        "const", "fn", "for", "if", "let", "loop", "match", "return", "static", "unsafe", "use",
        "while",
    ];
    cursor.sees(1, '!') || !cursor.sees(1, '.') && KEYWORDS.iter().any(|keyword| word == keyword)
}
