//! Mutations of one token.

use crate::{MODULES, Random};
use std::ops::Range;

/// The class of a token. A token is mostly replaced by a token of its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// A word with its `%` or `$`.
    Word,
    /// A dot and the word after the dot.
    Dotted,
    Number,
    Text,
    Punct,
}

/// Tokens that the modules do not have.
const MORE: &[(Class, &str)] = &[
    (Class::Word, "WARP_SZ"),
    (Class::Word, "%tid.x"),
    (Class::Word, "_"),
    (Class::Word, "%undeclared"),
    (Class::Word, "mov"),
    (Class::Dotted, ".f16x2"),
    (Class::Dotted, ".sat"),
    (Class::Dotted, ".x"),
    (Class::Dotted, ".func"),
    (Class::Dotted, ".foo"),
    (Class::Number, "0"),
    (Class::Number, "-1"),
    (Class::Number, "4294967296"),
    (Class::Number, "0x1FFFFFFFFFFFFFFFF"),
    (Class::Number, "1.5"),
    (Class::Number, "0f3F8"),
    (Class::Number, "08"),
    (Class::Punct, "?"),
    (Class::Punct, "#"),
    (Class::Punct, "\\"),
    (Class::Punct, "!"),
    (Class::Punct, "*"),
];

/// Returns the tokens of a text. Comments and white space are between the tokens.
fn tokens(text: &str) -> Vec<(Class, Range<usize>)> {
    let bytes = text.as_bytes();
    let is_letter = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$');
    let end = |from: usize, belongs: &dyn Fn(u8) -> bool| {
        from + bytes[from..].iter().take_while(|b| belongs(**b)).count()
    };
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let (class, to) = match bytes[at] {
            b if b.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'/' if next == b'/' => {
                at = end(at, &|b| b != b'\n');
                continue;
            }
            b'"' => (Class::Text, end(at + 1, &|b| b != b'"') + 1),
            b'.' if is_letter(next) => (Class::Dotted, end(at + 1, &|b| is_letter(b) || b == b':')),
            b if b.is_ascii_digit() => (Class::Number, end(at, &|b| is_letter(b) || b == b'.')),
            b if is_letter(b) || b == b'%' => (Class::Word, end(at + 1, &is_letter)),
            _ => (Class::Punct, at + 1),
        };
        tokens.push((class, at..to));
        at = to;
    }
    tokens
}

/// The tokens that replace others, or are inserted.
pub(crate) struct Pool(Vec<(Class, &'static str)>);

/// Returns the tokens of all modules, and a few more.
pub(crate) fn pool() -> Pool {
    let of =
        |text: &'static str| tokens(text).into_iter().map(|(class, range)| (class, &text[range]));
    let mut all: Vec<_> = MODULES.iter().flat_map(|module| of(module.1)).collect();
    // Repeat them, because they are few.
    all.extend(MORE.repeat(10));
    Pool(all)
}

/// What may stand between two tokens.
const BLANKS: &[&str] = &[" ", "\n", "\t", " /* */ ", " // \n", "\r\n"];

/// Changes one token. Returns the change in words, and the text.
pub(crate) fn mutate(text: &str, Pool(pool): &Pool, random: &mut Random) -> (String, String) {
    let tokens = tokens(text);
    let i = random.below(tokens.len());
    let (class, range) = tokens[i].clone();
    let token = &text[range.clone()];
    let mut mutated = text.to_string();
    let of_class = |random: &mut Random| loop {
        let &(other, text) = random.of(pool);
        if other == class {
            return text;
        }
    };
    let change = match random.below(16) {
        0..=2 => {
            mutated.replace_range(range, "");
            format!("delete `{token}`")
        }
        3 | 4 => {
            mutated.insert_str(range.end, token);
            format!("duplicate `{token}`")
        }
        5 | 6 => {
            let (_, next) = tokens[(i + 1) % tokens.len()].clone();
            let (first, second) =
                if next.start > range.start { (range, next) } else { (next, range) };
            let (a, b) = (text[first.clone()].to_string(), text[second.clone()].to_string());
            mutated.replace_range(second, &a);
            mutated.replace_range(first, &b);
            format!("exchange `{a}` and `{b}`")
        }
        7..=9 => {
            let other = of_class(random);
            mutated.replace_range(range, other);
            format!("replace `{token}` by `{other}`")
        }
        10 | 11 => {
            // The other token is from the same module, so that more mutants are correct.
            let (_, other) = tokens[random.below(tokens.len())].clone();
            let other = &text[other];
            mutated.replace_range(range, other);
            format!("replace `{token}` by `{other}`")
        }
        12 => {
            let other = random.of(pool).1;
            mutated.replace_range(range, other);
            format!("replace `{token}` by `{other}`")
        }
        13 => {
            let other = random.of(pool).1;
            mutated.insert_str(range.start, &format!("{other} "));
            format!("insert `{other}` before `{token}`")
        }
        14 => {
            let blank = random.of(BLANKS);
            mutated.insert_str(range.start, blank);
            format!("insert {blank:?} before `{token}`")
        }
        _ => {
            let (at, blank) = (range.start + random.below(range.len()), random.of(BLANKS));
            mutated.insert_str(at, blank);
            format!("insert {blank:?} in `{token}`")
        }
    };
    (change, mutated)
}
