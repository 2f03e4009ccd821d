//! Parses blocks and instructions.

use super::Parser;
use super::cursor::last_letter;
use crate::Fault;
use crate::lexer::Kind;
use crate::tree::operand::{Literal, Name, Operand, OperandKind};
use crate::tree::{Block, Guard, Instruction, Word};

impl<'a> Parser<'a> {
    /// Parses `{ … }`; `None` if it is nested too deeply.
    pub(super) fn block(&mut self) -> Option<Block<'a>> {
        let block = self.deeper(|parser| Ok(parser.open_block()));
        block.map_err(|fault| self.faults.push(fault)).ok()
    }

    fn open_block(&mut self) -> Block<'a> {
        let brace = self.next_span();
        self.at += 1;
        let mut statements = Vec::new();
        loop {
            match self.kind(0) {
                Some(Kind::Punct('}')) => {
                    self.at += 1;
                    break;
                }
                Some(_) if !self.leaves_function() => statements.extend(self.statement()),
                // Report only the outermost open block. If a comment is not closed, it may contain
                // the missing brace, so report only the comment.
                found => {
                    let is_hidden = self.tokens.last().is_some_and(|t| t.kind == Kind::Unclosed);
                    let before = match found {
                        None => "the end",
                        Some(_) => "the next function",
                    };
                    if self.depth == 1 && !(found.is_none() && is_hidden) {
                        let what = format!("this `{{` is not closed before {before}");
                        self.faults.push(Fault::new(brace.clone(), what));
                    }
                    break;
                }
            }
        }
        Block { statements, span: brace.start..self.end() }
    }

    /// Parses an instruction; returns `None` if only a guard is found.
    pub(super) fn instruction(&mut self) -> Option<Instruction<'a>> {
        let start = self.start();
        let guard = match self.guard() {
            Ok(guard) => guard,
            Err(fault) => {
                self.faults.push(fault);
                self.recover(0);
                return None;
            }
        };
        let Some(mnemonic) = self.eat_kind(Kind::Word) else {
            let fault = Fault::new(start..self.end(), "expected an instruction after the guard");
            self.faults.push(fault);
            self.recover(0);
            return None;
        };
        if self.sees(0, '=') {
            return Some(self.assignment(start, guard, mnemonic));
        }
        let mut modifiers = Vec::new();
        while !self.is_line_over() {
            let Some(word) = self.eat_dotted() else { break };
            modifiers.push(word);
        }
        let mut operands = Vec::new();
        let result = self.operands(&mut operands);
        let is_broken = result.is_err();
        self.faults.extend(result.err());
        let span = start..self.end();
        Some(Instruction { guard, mnemonic, modifiers, operands, operator: None, is_broken, span })
    }

    /// Parses the rest of a C assignment through its `;`.
    fn assignment(
        &mut self,
        start: usize,
        guard: Option<Guard<'a>>,
        mnemonic: Word<'a>,
    ) -> Instruction<'a> {
        let first = self.at + 1;
        self.recover(0);
        let last = self.at - usize::from(self.tokens[self.at - 1].kind == Kind::Punct(';'));
        let tokens = &self.tokens[first.min(last)..last];
        let is_value = |kind| matches!(kind, Kind::Word | Kind::Number);
        let operator = match tokens {
            [first, .., last] if is_value(first.kind) && is_value(last.kind) => {
                self.text[first.span.end..last.span.start].trim()
            }
            _ => "",
        };
        // Keep the operands of short expressions only. A longer expression needs several
        // instructions.
        let is_short = match tokens {
            [one] => is_value(one.kind),
            [one, .., other] => {
                is_value(one.kind)
                    && is_value(other.kind)
                    && tokens.iter().filter(|token| is_value(token.kind)).count() == 2
            }
            [] => false,
        };
        let values = tokens.iter().filter(|token| is_short && is_value(token.kind));
        let operands = values.map(|token| {
            let text = &self.text[token.span.clone()];
            let kind = match token.kind {
                Kind::Word => OperandKind::Name(Name { text, part: None }),
                _ => OperandKind::Literal(Literal { sign: None, digits: text }),
            };
            Operand { kind, span: token.span.clone() }
        });
        let operands = operands.collect();
        let (modifiers, span) = (Vec::new(), start..self.end());
        let operator = Some(operator);
        Instruction { guard, mnemonic, modifiers, operands, operator, is_broken: false, span }
    }

    fn guard(&mut self) -> Result<Option<Guard<'a>>, Fault> {
        let start = self.start();
        if !self.eat('@') {
            return Ok(None);
        }
        let is_negated = self.eat('!');
        let Some(predicate) = self.eat_kind(Kind::Word) else {
            return Err(self.expected("a predicate after `@`"));
        };
        let span = start..predicate.span.end;
        Ok(Some(Guard { is_negated, predicate, span }))
    }

    /// Parses the operands and the `;`.
    fn operands(&mut self, operands: &mut Vec<Operand<'a>>) -> Result<(), Fault> {
        if self.eat(';') {
            return Ok(());
        }
        if self.is_line_over() && self.kind(0) != Some(Kind::Unclosed) && !self.continues() {
            return self.end_of_statement();
        }
        loop {
            let first = self.at;
            match self.operand() {
                Ok(operand) => operands.push(operand),
                Err(fault) => {
                    self.recover_from(first);
                    return Err(fault);
                }
            }
            if self.eat(',') {
                continue;
            }
            let result = self.end_of_statement();
            if result.as_ref().is_err_and(|fault| !fault.is_missing_semicolon()) {
                self.recover(0);
            }
            return result;
        }
    }

    /// Returns whether the operands may continue on the next line, because no statement begins
    /// there.
    fn continues(&self) -> bool {
        !matches!(self.kind(0), None | Some(Kind::Punct('.' | '}' | '@')))
    }

    /// Reports that the next token cannot begin an operand.
    pub(super) fn no_operand(&self) -> Fault {
        match self.kind(0) {
            Some(Kind::Punct(punct @ (',' | ';' | ')' | ']' | '}'))) => {
                let span = last_letter(self.text, self.end());
                let span = if punct == ',' { self.next_span() } else { span };
                Fault::new(span, format!("expected an operand, found `{punct}`"))
            }
            Some(Kind::Unclosed) => super::cursor::unclosed(self.text, self.next_span()),
            _ => self.expected("an operand"),
        }
    }

    /// Returns an empty word at the next token, for a missing name.
    pub(super) fn no_word(&self) -> Word<'a> {
        let start = self.start().min(self.text.len());
        Word { text: "", span: start..start }
    }
}
