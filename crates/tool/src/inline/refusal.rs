//! The messages about holes of a template.

use super::holes::{Refusal, Syntax, is_name};
use super::statement::{AsmOperand, Direction, Statement};
use ptx_isa::{Help, Message, Part};

/// Letters that programmers use for registers, as in `%r1`. Some are also modifiers of other compilers.
const REGISTERS: &[char] = &['b', 'd', 'f', 'h', 'l', 'p', 'q', 'r', 's', 'u'];

/// Returns the message about a part of a template that the compiler rejects.
pub(super) fn refused(refusal: Refusal<'_>, statement: &Statement, part: &str) -> Message {
    let syntax = statement.syntax;
    match refusal {
        Refusal::Named(name) => Message::new(format!("`{part}` is not supported in device code"))
            .note("nvcc has no operands by name")
            .help(match statement.number_of(name) {
                Some(index) => Help::write(Part::Word, syntax.hole(index)),
                None => format!("write the number of `{name}`, such as `%0`").into(),
            }),
        Refusal::Modified => modified(statement, part),
        Refusal::Lonely(_) => {
            let escape = match syntax {
                Syntax::Percent => "%%",
                Syntax::Dollar => "$$",
                Syntax::Braces if part.starts_with('}') => "}}",
                Syntax::Braces => "{{",
            };
            Message::new(format!("`{part}` names no operand"))
                .help(Help::write(Part::Word, escape).and(" for the character"))
        }
        Refusal::Doubled => Message::new("`%%` is not an escape in a statement without operands")
            .note("nvcc passes both characters to the assembler")
            .help(Help::write(Part::Word, "%")),
        Refusal::Alternatives => Message::new(format!("`{part}` is not supported"))
            .note("LLVM takes it for texts that depend on the assembler's dialect"),
    }
}

/// Returns the message about a hole with a modifier: `%w1`, `${1:x}`, `{1:e}`.
fn modified(statement: &Statement, part: &str) -> Message {
    let syntax = statement.syntax;
    let escaped = format!("%{part}");
    let is_register = syntax == Syntax::Percent && declares(&statement.template.text, &escaped);
    let message = Message::new(match syntax {
        Syntax::Percent => {
            format!("`{part}` is an operand with a modifier, which nvcc refuses")
        }
        _ => format!("`{part}` has a modifier"),
    });
    let message = message.note("registers of PTX have no modifiers");
    if is_register {
        return message.help(Help::write(Part::Word, escaped).and(" for the register"));
    }
    let name = part.trim_matches(|c| matches!(c, '%' | '$' | '{' | '}'));
    let name = name.split(':').next().unwrap_or_default().trim();
    let digits = if syntax == Syntax::Percent { &name[1..] } else { name };
    let index = digits.parse().ok().or_else(|| statement.number_of(name));
    let Some(index) = index.filter(|index| *index < statement.count()) else {
        return match syntax {
            Syntax::Percent => {
                message.help(Help::write(Part::Word, escaped).and(" for the register"))
            }
            _ => message.note(operands(statement)),
        };
    };
    let hole = match syntax {
        Syntax::Braces => format!("{{{name}}}"),
        _ => syntax.hole(index),
    };
    match syntax == Syntax::Percent && name.starts_with(REGISTERS) {
        true => {
            let register = Help::after("", Part::Word, escaped).and(" for a register");
            message.help(Help::write(Part::Word, hole).or(" for the operand, or ", register))
        }
        false => message.help(Help::write(Part::Word, hole)),
    }
}

/// Returns the message about the hole of an operand that the statement does not have.
pub(super) fn without_operand(statement: &Statement, hole: &str) -> Message {
    Message::new(format!("`{hole}` has no operand")).note(operands(statement))
}

/// Lists the operands of a statement.
fn operands(statement: &Statement) -> String {
    let directions: Vec<_> = statement.operands.iter().flatten().map(|one| one.direction).collect();
    let hole = |index| statement.syntax.hole(index);
    match directions.as_slice() {
        [] => "the statement has no operands".into(),
        [_] => format!("the statement has one operand, `{}`", hole(0)),
        [Direction::Result, Direction::Source] => format!(
            "the statement has 2 operands: `{}` is the result, `{}` the source",
            hole(0),
            hole(1)
        ),
        all => {
            let count = all.len();
            let (first, last) = (hole(0), hole(count - 1));
            format!("the statement has {count} operands; they are `{first}` to `{last}`")
        }
    }
}

/// Returns the message about a hole of another language.
pub(super) fn foreign(statement: &Statement, part: &str, index: usize) -> Message {
    let syntax = statement.syntax;
    let hole = syntax.hole(index);
    Message::new(format!("`{part}` names no operand"))
        .note(format!("{} writes operands as `{hole}`", syntax.owner()))
        .help(Help::write(Part::Word, hole))
}

/// Returns the message about `%%0`.
pub(super) fn doubled(statement: &Statement, part: &str, index: usize) -> Message {
    let message = Message::new(format!("`{part}` names no operand"))
        .note(format!("`%%` is an escape, so the assembler gets the name `%{index}`"));
    match index < statement.count() {
        true => message.help(Help::write(Part::Word, format!("%{index}"))),
        false => message.note(operands(statement)),
    }
}

/// Returns whether a template declares a name as a register or a label.
pub(super) fn declares(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        let is_whole = !before.bytes().next_back().is_some_and(is_name)
            && !after.bytes().next().is_some_and(is_name);
        let start = before.rfind([';', '{', '}']).map_or(0, |end| end + 1);
        is_whole && (before[start..].contains(".reg") || after.trim_start().starts_with(':'))
    })
}

impl Statement {
    /// Returns the number of the operand with this name.
    pub(super) fn number_of(&self, name: &str) -> Option<usize> {
        self.operands
            .iter()
            .flatten()
            .position(|one: &AsmOperand| one.name.as_deref() == Some(name))
    }

    /// Returns the number of operands.
    fn count(&self) -> usize {
        self.operands.as_ref().map_or(0, Vec::len)
    }
}
