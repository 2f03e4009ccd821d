//! One instruction: the table is asked, and its answer is put where it belongs.

use super::operand::{elements, span};
use super::{Checker, Diagnostic, Level};
use crate::text::Span;
use crate::text::items::{Instruction, Word};
use crate::text::lexer::{Kind, Token};
use crate::text::scope::{Declared, Register};
use crate::text::walk::Walk;
use ptx_isa::operand::{self, Operand};
use ptx_isa::{At, Selection, Type, forms, is_outside, select_all, select_for, select_in_program};

impl<'a> Checker<'a> {
    pub(super) fn instruction(&mut self, walk: &Walk<'a>, instruction: &Instruction<'a>) {
        let form = match self.judge(walk, instruction) {
            Ok(form) => form,
            Err(said) => {
                self.said.push(said);
                None
            }
        };
        self.follow(instruction, form.as_ref());
    }

    /// The form that an instruction has, if the table has it.
    fn judge(
        &mut self,
        walk: &Walk<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<Option<Selection>, Diagnostic> {
        if let Some(broken) = &instruction.broken {
            self.broken(broken.clone());
            return Ok(None);
        }
        if let Some(guard) = &instruction.guard {
            self.guard(guard)?;
        }
        let mnemonic = &instruction.mnemonic;
        let mut words: Vec<_> = instruction.modifiers.iter().map(|word| word.text).collect();
        // So CUDA's headers spell it, and with them NVIDIA's compiler.
        if matches!(mnemonic.text, "min" | "max") && matches!(words[..], ["s32" | "s16x2", "relu"])
        {
            words.reverse();
        }
        if is_outside(mnemonic.text, &words) {
            let spelling = spelling(instruction);
            self.unchecked(mnemonic, format!("`{spelling}` is not in the instruction table"));
            return Ok(None);
        }
        let fault = |fault: ptx_isa::Fault| {
            let at = place(instruction, fault.at);
            Diagnostic::error(at, fault.message)
        };
        let of_warp = !forms::warp(mnemonic.text).is_empty();
        let select = if of_warp { select_in_program } else { select_all };
        let forms = match select(mnemonic.text, &words, &self.directives.dialect) {
            Ok(forms) => forms,
            Err(said) if of_warp => return Err(fault(said)),
            Err(_) => {
                let known = |tokens: &Vec<Token>| self.read(walk, tokens, Type::B32);
                let known = instruction.operands.iter().map(known);
                let known: Vec<_> = known.map(|o| o.unwrap_or(Operand::Host)).collect();
                let dialect = &self.directives.dialect;
                select_for(mnemonic.text, &words, &known, dialect).map_err(fault)?
            }
        };
        let mut operands = Vec::new();
        let count = instruction.operands.len();
        for (i, tokens) in instruction.operands.iter().enumerate() {
            let is_vector = tokens.first().is_some_and(|t| t.kind == Kind::Punct('{'));
            let items = is_vector.then(|| elements(tokens).count());
            let items = items.and_then(|n| u32::try_from(n).ok());
            let wanted = operand::expected_type(&forms, count, i, items).unwrap_or(Type::B32);
            operands.push(self.read(walk, tokens, wanted)?);
        }
        let form = operand::check(&forms, &operands).map_err(fault)?.clone();
        if operands.iter().any(is_beyond) {
            let spelling = form.spelling();
            let message = format!("`{spelling}` of a symbol or an expression is not looked into");
            self.unchecked(mnemonic, message);
        }
        Ok(Some(form))
    }

    fn unchecked(&mut self, mnemonic: &Word<'_>, message: String) {
        self.said.push(Diagnostic::new(Level::Unchecked, mnemonic.span.clone(), message));
    }

    fn guard(&mut self, guard: &Word<'a>) -> Result<(), Diagnostic> {
        match self.scopes.find(guard.text) {
            Some(Register {
                declared: Declared::Scalar(Type::Pred) | Declared::Faulty, ..
            }) => Ok(()),
            Some(Register { declared, .. }) => {
                let ty = match declared {
                    Declared::Scalar(ty) | Declared::Vector(_, ty) => ty.word(),
                    Declared::Other | Declared::Faulty => "b128",
                };
                let message = operand::not_a_guard(guard.text, ty);
                Err(Diagnostic::error(guard.span.clone(), message))
            }
            None if self.is_excerpt => Ok(()),
            None => Err(self.undeclared(guard, Type::Pred)),
        }
    }

    /// Tells the search for products that may be fused what an instruction reads and writes.
    fn follow(&mut self, instruction: &Instruction<'a>, form: Option<&Selection>) {
        let mut registers = Vec::new();
        let names = instruction.operands.iter().enumerate().flat_map(|(i, tokens)| {
            tokens.iter().filter(|t| t.kind == Kind::Word).map(move |t| (i, t.span.clone()))
        });
        for (operand, span) in names {
            let name = &self.source.text[span];
            // An excerpt declares by use.
            if self.is_excerpt && self.scopes.find(name).is_none() {
                let _ = self.scopes.declare(name, None, Declared::Faulty);
            }
            registers.extend(self.scopes.find(name).map(|register| (operand, register.id)));
        }
        if let Some(guard) = &instruction.guard {
            let guard = self.scopes.find(guard.text);
            registers.extend(guard.map(|register| (usize::MAX, register.id)));
        }
        let whole = instruction.mnemonic.span.start..end(instruction);
        let spelling = spelling(instruction);
        self.fusion.step(form, &spelling, &whole, &registers, instruction.guard.is_some());
    }
}

/// Whether an operand is more than this checker knows.
fn is_beyond(operand: &Operand) -> bool {
    match operand {
        Operand::Vector(items) => items.iter().any(is_beyond),
        Operand::Pair(both) => both.iter().any(is_beyond),
        Operand::Complement(inner) | Operand::Lanes { of: inner, .. } => is_beyond(inner),
        _ => matches!(operand, Operand::Special(_) | Operand::Symbol(_) | Operand::Constant { .. }),
    }
}

fn spelling(instruction: &Instruction<'_>) -> String {
    let mut text = instruction.mnemonic.text.to_string();
    for word in &instruction.modifiers {
        text.push('.');
        text.push_str(word.text);
    }
    text
}

/// Where the mnemonic with its modifiers ends.
fn end(instruction: &Instruction<'_>) -> usize {
    instruction.modifiers.last().unwrap_or(&instruction.mnemonic).span.end
}

fn place(instruction: &Instruction<'_>, at: At) -> Span {
    let whole = instruction.mnemonic.span.start..end(instruction);
    match at {
        At::Mnemonic => whole,
        At::Modifier(i) => instruction.modifiers.get(i).map_or(whole, |word| word.span.clone()),
        At::Operand(i) => instruction.operands.get(i).map_or(whole, |tokens| span(tokens)),
        At::Element(i, j) => {
            let tokens = instruction.operands.get(i).map_or(&[][..], Vec::as_slice);
            elements(tokens).nth(j).map_or_else(|| span(tokens), span)
        }
    }
}
