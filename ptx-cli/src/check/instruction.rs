//! One instruction: the table is asked, and its answer is put where it belongs.

use super::operand::{Read, span};
use super::{Checker, Diagnostic, Level, reach};
use crate::text::Span;
use crate::text::lexer::Kind;
use crate::text::walk::{Instruction, Walk, Word};
use ptx_isa::{At, Selection, Type, operand, select_all};

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
        let words: Vec<_> = instruction.modifiers.iter().map(|word| word.text).collect();
        if reach::is_beyond(mnemonic.text, &words) {
            let spelling = spelling(instruction);
            self.unchecked(mnemonic, format!("`{spelling}` is not in the instruction table"));
            return Ok(None);
        }
        let fault = |fault: ptx_isa::Fault| {
            let at = place(instruction, fault.at);
            Diagnostic::of_fault(at, fault)
        };
        let forms = select_all(mnemonic.text, &words, &self.directives.dialect).map_err(fault)?;
        let mut operands = Vec::new();
        for tokens in &instruction.operands {
            match self.read(walk, tokens)? {
                Read::Known(operand) => operands.push(operand),
                Read::Beyond => {
                    let message = format!(
                        "`{}` of an address, a symbol or a special register is not checked",
                        forms[0].spelling()
                    );
                    self.unchecked(mnemonic, message);
                    return Ok(None);
                }
            }
        }
        operand::check(&forms, &operands).map(|form| Some(form.clone())).map_err(fault)
    }

    fn unchecked(&mut self, mnemonic: &Word<'_>, message: String) {
        self.said.push(Diagnostic::new(Level::Unchecked, mnemonic.span.clone(), message));
    }

    fn guard(&mut self, guard: &Word<'a>) -> Result<(), Diagnostic> {
        match self.scopes.find(guard.text) {
            Some(register) if register.ty.is_none_or(|ty| ty == Type::Pred) => Ok(()),
            Some(register) => {
                let ty = register.ty.map_or("b32", Type::word);
                let message = format!("`{}` is `.{ty}`, and a guard is a predicate", guard.text);
                Err(Diagnostic::error(guard.span.clone(), message)
                    .help("compare first: `setp.ne.u32 p, x, 0;`, then `@p`"))
            }
            None if self.is_excerpt => Ok(()),
            None => Err(self.undeclared(guard)),
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
                self.scopes.declare(name, None, None);
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
    }
}
