//! Sections of debug data (PTX ISA, `.section`), and the integers of debug directives.

use super::Parser;
use crate::syntax::Fault;
use crate::syntax::lexer::TokenKind;
use crate::syntax::tree::Word;
use ptx_isa::literal::{self, Literal};
use ptx_isa::{Type, placement};

/// The types of debug data, and their bits.
const TYPES: &[(&str, u32)] = &[("b8", 8), ("b16", 16), ("b32", 32), ("b64", 64)];

/// The bits of the smallest type that contains an address.
const SHORTEST_ADDRESS: u32 = 32;

impl<'a> Parser<'a> {
    /// Parses the name and body of `.section .debug_info { L: .b8 1, 2 .b32 .debug_str+4 .b64 L-M }`. Collects the labels
    /// that the section declares.
    pub(super) fn section(&mut self, labels: &mut Vec<Word<'a>>) {
        let name = self.eat_dotted();
        let is_named = name.is_some();
        if let Some(name) = name.filter(|name| is_reserved(name.text)) {
            let what = format!("`.{}` cannot be the name of a section", name.text);
            self.faults.push(Fault::new(name.span, what));
        } else if !is_named || !self.sees(0, '{') {
            let what =
                if is_named { "`{` after the name of a section" } else { "the name of a section" };
            let fault = self.expected(what);
            self.faults.push(fault);
        }
        if !self.sees(0, '{') {
            return;
        }
        let Some(closer) = self.closers[self.at] else {
            let fault = Fault::new(self.next_span(), "this `{` is not closed before the end");
            self.faults.push(fault);
            self.at = self.tokens.len();
            return;
        };
        self.at += 1;
        while self.at < closer {
            if let Err(fault) = self.label_or_data(labels) {
                self.faults.push(fault);
                break;
            }
        }
        self.at = closer + 1;
    }

    fn label_or_data(&mut self, labels: &mut Vec<Word<'a>>) -> Result<(), Fault> {
        if self.kind(0) == Some(TokenKind::Word) && self.sees(1, ':') {
            labels.extend(self.eat_kind(TokenKind::Word));
            self.at += 1;
            return Ok(());
        }
        let Some(ty) = self.eat_dotted() else {
            return Err(self.expected("a label or debug data").help("write data as `.b8 1, 2`"));
        };
        let Some((_, bits)) = TYPES.iter().find(|row| row.0 == ty.text) else {
            let what = format!("debug data cannot be `.{}`", ty.text);
            return Err(Fault::new(ty.span, what).help("write `.b8`, `.b16`, `.b32` or `.b64`"));
        };
        if self.kind(0) == Some(TokenKind::Word) || self.dotted().is_some() {
            if *bits < SHORTEST_ADDRESS {
                let fault = Fault::new(ty.span, "an address needs `.b32` or `.b64`");
                return Err(fault);
            }
            return self.address();
        }
        loop {
            self.datum(*bits)?;
            if !self.eat(',') {
                return Ok(());
            }
        }
    }

    /// Parses the address of a label, a function or a section: `L`, `L+4`, `L-M`, `.debug_str+4`.
    fn address(&mut self) -> Result<(), Fault> {
        let is_section = self.eat_dotted().is_some();
        let name = if is_section { None } else { self.eat_kind(TokenKind::Word) };
        if let Some(name) = name.as_ref().filter(|one| matches!(one.text, "_" | "WARP_SZ")) {
            return Err(Fault::new(name.span.clone(), format!("`{}` has no address", name.text)));
        }
        if self.eat('+') {
            return self.integer("a number after `+`").map(drop);
        }
        if !is_section && self.eat('-') && self.eat_kind(TokenKind::Word).is_none() {
            return Err(self.expected("a label after `-`"));
        }
        Ok(())
    }

    /// Parses an integer that fits into `bits`.
    fn datum(&mut self, bits: u32) -> Result<(), Fault> {
        let is_negative = self.eat('-');
        let (word, value) = self.integer("an integer")?;
        let most = match is_negative {
            true => 1 << (bits - 1),
            false => u64::MAX >> (u64::BITS - bits),
        };
        if value > most {
            let what = format!("`{}` exceeds {bits} bits", word.text);
            return Err(Fault::new(word.span, what));
        }
        Ok(())
    }

    /// Parses an integer. Returns its word and its value. `what` says what is expected.
    pub(super) fn integer(&mut self, what: &str) -> Result<(Word<'a>, u64), Fault> {
        let word = self.eat_kind(TokenKind::Number).ok_or_else(|| self.expected(what))?;
        match literal::parse(word.text) {
            Ok(Literal::Integer(value)) => Ok((word, value)),
            Ok(_) => {
                let what = format!("expected an integer, found `{}`", word.text);
                Err(Fault::new(word.span, what))
            }
            Err(message) => Err(Fault::new(word.span, message.what)),
        }
    }
}

/// Returns whether PTX uses a name for a directive or a type.
fn is_reserved(name: &str) -> bool {
    placement::fault(name, None, None).is_none() || Type::from_word(name).is_some()
}
