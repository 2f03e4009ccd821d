//! Replaces the holes and escapes of a template, such as `%0` and `%%`, so that the result is PTX.

use super::constraints::{Class, class};
use super::holes::{Part, Refusal, Syntax};
use super::statement::{Operand, Reason, Statement};
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
    let Statement { template, syntax, operands } = statement;
    let is_open = operands.is_none();
    let operands = operands.as_deref().unwrap_or_default();
    let text = template.text.as_str();
    let mut resolved = Resolved::default();
    let mut next = 0;
    for (span, part) in syntax.parts(text, is_open || !operands.is_empty()) {
        let index = match part {
            Part::Text => {
                resolved.ptx.append(template, span);
                continue;
            }
            Part::Escape(character) => {
                resolved.put(template, &span, character);
                continue;
            }
            Part::Unique => {
                resolved.put(template, &span, "0");
                continue;
            }
            Part::Fault(refusal) => {
                let message = refused(refusal, *syntax, &text[span.clone()]);
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
            Part::Name(name) => operands.iter().position(|one| one.name.as_deref() == Some(name)),
        };
        let hole = &text[span.clone()];
        if is_open {
            resolved.fill(statement, &span, &Operand::default(), guess)?;
            continue;
        }
        let Some(operand) = index.and_then(|index| operands.get(index)) else {
            let message = Message::new(format!("`{hole}` has no operand"));
            let message = message.note(match operands.len() {
                0 => "the statement has no operands".into(),
                1 => "the statement has one operand".to_string(),
                count => format!("the statement has {count} operands"),
            });
            resolved.fault(template, &span, message);
            continue;
        };
        resolved.fill(statement, &span, operand, guess)?;
    }
    Ok(resolved)
}

impl Resolved {
    fn put(&mut self, template: &Template, part: &Span, text: &str) {
        if let Some(place) = template.place(part) {
            self.ptx.put(text, place);
        }
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
        operand: &Operand,
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
            for text in texts.chain(message.help.as_mut()) {
                if text.contains(name) {
                    *text = text.replace(name, hole);
                }
            }
        }
    }
}

/// Returns the message about a part of a template that the compiler rejects.
fn refused(refusal: Refusal<'_>, syntax: Syntax, part: &str) -> Message {
    match refusal {
        Refusal::Named(name) => Message::new(format!("`{part}` is not supported in device code"))
            .note("nvcc has no operands by name")
            .help(format!("write the number of `{name}`, such as `%0`")),
        Refusal::Modified(_) if syntax == Syntax::Percent => {
            Message::new(format!("`{part}` is an operand with a modifier, which nvcc refuses"))
                .help(format!("write `%{part}` for the register"))
        }
        Refusal::Modified(_) => Message::new(format!("`{part}` has a modifier"))
            .note("registers of PTX have no modifiers"),
        Refusal::Lonely(_) => {
            let escape = match syntax {
                Syntax::Percent => "%%",
                Syntax::Dollar => "$$",
                Syntax::Braces if part.starts_with('}') => "}}",
                Syntax::Braces => "{{",
            };
            Message::new(format!("`{part}` names no operand"))
                .help(format!("write `{escape}` for the character"))
        }
        Refusal::Doubled => Message::new("`%%` is not an escape in a statement without operands")
            .note("nvcc passes both characters to the assembler")
            .help("write `%`"),
        Refusal::Alternatives => Message::new(format!("`{part}` is not supported"))
            .note("LLVM takes it for texts that depend on the assembler's dialect"),
    }
}
