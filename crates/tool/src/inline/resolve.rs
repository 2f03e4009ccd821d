//! Replaces the holes and escapes of a template, such as `%0` and `%%`, so that the result is PTX.

use super::constraints::{Class, class};
use super::holes::{self, Part, Refusal, Syntax, is_name};
use super::refusal;
use super::statement::{AsmOperand, Reason, Statement};
use super::template::Template;
use ptx_isa::Message;
use ptx_module::resolve::RegisterType;
use ptx_module::syntax::Span;

/// The PTX of a template.
#[derive(Clone, Debug, Default)]
pub(super) struct Resolved {
    /// The PTX text. Holes are replaced by registers.
    pub(super) ptx: Template,
    /// The registers that replace holes.
    pub(super) registers: Vec<(String, RegisterType)>,
    /// The faults of holes and constraints, with positions in the file.
    pub(super) faults: Vec<(Span, Message)>,
    /// Whether the PTX contains an integer constant whose value is a guess.
    pub(super) has_guess: bool,
    /// Registers that have another name in messages: the name in the PTX text, then the name in messages.
    pub(super) spellings: Vec<(String, String)>,
}

/// Converts a statement to PTX. An integer constant of unknown value is replaced by `guess`.
pub(super) fn resolve(statement: &Statement, guess: &str) -> Result<Resolved, Reason> {
    let Statement { template, syntax, operands, .. } = statement;
    let is_open = operands.is_none();
    let operands = operands.as_deref().unwrap_or_default();
    let text = template.text.as_str();
    let mut resolved = Resolved::default();
    let mut next = 0;
    // The end of the last hole that extends into the next part.
    let mut end = 0;
    for (span, part) in syntax.parts(text, is_open || !operands.is_empty()) {
        let index = match part {
            Part::Text => {
                resolved.text(statement, span.start.max(end)..span.end);
                continue;
            }
            Part::Escape(character) => {
                match doubled(statement, &span) {
                    Some((hole, message)) => {
                        resolved.fault(template, &hole, message);
                        end = hole.end;
                    }
                    None => resolved.put(template, &span, character),
                }
                continue;
            }
            Part::Unique => {
                resolved.put(template, &span, "0");
                continue;
            }
            Part::Fault(refusal) => {
                let message = refusal::refused(refusal, statement, &text[span.clone()]);
                let instead = match refusal {
                    Refusal::Doubled => "%",
                    Refusal::Alternatives => " ",
                    Refusal::Lonely(_) if *syntax == Syntax::Percent => " ",
                    Refusal::Lonely(character) => character,
                    _ => {
                        resolved.fault(template, &span, message);
                        continue;
                    }
                };
                resolved.faults.extend(template.place(&span).map(|at| (at, message)));
                resolved.put(template, &span, instead);
                continue;
            }
            Part::Index(index) => Some(index),
            Part::Next => {
                next += 1;
                Some(next - 1)
            }
            Part::Name(name) => statement.number_of(name),
        };
        if is_open {
            resolved.fill(statement, &span, &AsmOperand::default(), guess)?;
            continue;
        }
        let Some(operand) = index.and_then(|index| operands.get(index)) else {
            let message = refusal::without_operand(statement, &text[span.clone()]);
            resolved.fault(template, &span, message);
            continue;
        };
        resolved.fill(statement, &span, operand, guess)?;
    }
    Ok(resolved)
}

/// Returns the span and the message of `%%0` for the escape at its start. Returns `None` if the template declares a
/// register with this name, or if no number follows the escape.
fn doubled(statement: &Statement, escape: &Span) -> Option<(Span, Message)> {
    let text = statement.template.text.as_str();
    let digits = text[escape.end..].bytes().take_while(u8::is_ascii_digit).count();
    let hole = escape.start..escape.end + digits;
    let index = text[escape.end..hole.end].parse().ok()?;
    let is_whole = !text[hole.end..].bytes().next().is_some_and(is_name);
    let name = &text[hole.clone()];
    let is_operand = is_whole && name.starts_with("%%") && !refusal::declares(text, name);
    is_operand.then(|| (hole, refusal::doubled(statement, name, index)))
}

impl Resolved {
    fn put(&mut self, template: &Template, part: &Span, text: &str) {
        if let Some(place) = template.place(part) {
            self.ptx.put(text, place);
        }
    }

    /// Appends a part of the template without holes. Reports the holes of other languages.
    fn text(&mut self, statement: &Statement, part: Span) {
        let template = &statement.template;
        let count = statement.operands.as_ref().map_or(0, Vec::len);
        let mut plain = part.start;
        for (span, index) in holes::foreign(&template.text, part.clone()) {
            let hole = &template.text[span.clone()];
            if index < count && !refusal::declares(&template.text, hole) {
                self.ptx.append(template, plain..span.start);
                plain = span.end;
                self.fault(template, &span, refusal::foreign(statement, hole, index));
            }
        }
        self.ptx.append(template, plain..part.end);
    }

    fn fault(&mut self, template: &Template, part: &Span, message: Message) {
        self.faults.extend(template.place(part).map(|place| (place, message)));
        let name = self.stand_in(&template.text[part.clone()]);
        self.put(template, part, &name);
        self.registers.push((name, RegisterType::Faulty));
    }

    /// Replaces a hole, such as `%0`, by the operand's text.
    fn fill(
        &mut self,
        statement: &Statement,
        part: &Span,
        operand: &AsmOperand,
        guess: &str,
    ) -> Result<(), Reason> {
        let Statement { template, syntax, .. } = statement;
        let text = template.text.as_str();
        let hole = &text[part.clone()];
        let class = match &operand.constraint {
            None => Class::Unknown,
            Some(constraint) => class(constraint).unwrap_or(Class::Unknown),
        };
        let is_word = |byte: Option<u8>| {
            byte.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b':'))
        };
        let before = text[..part.start].bytes().next_back();
        let after = text[part.end..].bytes().next();
        let is_inside = is_word(before) || before == Some(b'.') || is_word(after);
        match class {
            Class::Register(ty) => self.register(template, part, *syntax, hole, ty),
            Class::Unknown if is_inside => return Err(Reason::Macro(hole.into())),
            Class::Unknown => self.register(template, part, *syntax, hole, RegisterType::Faulty),
            Class::Characters => return Err(Reason::Macro(hole.into())),
            Class::Integer => match &operand.value {
                Some(value) => self.put(template, part, value),
                None if is_inside => return Err(Reason::Macro(hole.into())),
                None => {
                    self.has_guess = true;
                    self.put(template, part, guess);
                }
            },
        }
        Ok(())
    }

    /// Replaces a hole, such as `%0`, by a register.
    fn register(
        &mut self,
        template: &Template,
        part: &Span,
        syntax: Syntax,
        hole: &str,
        ty: RegisterType,
    ) {
        let is_name = syntax != Syntax::Braces && !hole.contains('{');
        let name = match is_name {
            true => hole.to_string(),
            false => self.stand_in(hole),
        };
        match is_name {
            true => self.ptx.append(template, part.clone()),
            false => self.put(template, part, &name),
        }
        if !self.registers.iter().any(|register| register.0 == name) {
            self.registers.push((name, ty));
        }
    }

    /// Returns the first register in a part of the PTX text that replaces a hole.
    pub(super) fn hole(&self, part: &str) -> Option<&str> {
        let start = part.find(|c: char| c.is_ascii() && is_name(c as u8))?;
        let length = part[start..].bytes().take_while(|byte| is_name(*byte)).count();
        let name = &part[start..start + length];
        self.registers.iter().map(|one| one.0.as_str()).find(|hole| *hole == name)
    }

    /// Returns the register name that replaces a hole that is faulty or is not a valid name in PTX, such as `{0}`.
    fn stand_in(&mut self, hole: &str) -> String {
        let known = self.spellings.iter().find(|pair| pair.1 == hole && hole != "{}");
        known.map(|pair| pair.0.clone()).unwrap_or_else(|| {
            let name = format!("%hole_{}", self.spellings.len());
            self.spellings.push((name.clone(), hole.into()));
            name
        })
    }

    /// Replaces register names in a message by the holes of the template.
    pub(super) fn respell(&self, message: &mut Message) {
        for (name, hole) in self.spellings.iter().rev() {
            let texts = std::iter::once(&mut message.what).chain(&mut message.notes);
            for text in texts.filter(|text| text.contains(name)) {
                *text = text.replace(name, hole);
            }
            if let Some(help) = &mut message.help {
                help.map(|text| text.replace(name, hole));
            }
        }
    }
}
