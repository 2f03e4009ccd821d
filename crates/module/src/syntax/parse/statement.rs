//! Parses blocks and instructions.

use super::Parser;
use super::cursor::last_letter;
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::tree::operand::{Literal, Name, Operand, OperandKind};
use crate::syntax::tree::{Block, Guard, Instruction, Word};
use crate::syntax::{Fault, Help};

/// The mnemonics of instructions without operands, to which a state space on the next line does not belong.
const ALONE: &[&str] = &[
    "barrier",
    "brkpt",
    "cp",
    "exit",
    "fence",
    "griddepcontrol",
    "membar",
    "ret",
    "tcgen05",
    "trap",
    "wgmma",
];

/// The directives of a function body, and the words that begin a function or a variable.
const STATEMENTS: &[&str] = &[
    "branchtargets",
    "callprototype",
    "calltargets",
    "common",
    "entry",
    "extern",
    "file",
    "func",
    "loc",
    "pragma",
    "section",
    "visible",
];

impl<'a> Parser<'a> {
    /// Parses `{ … }`; returns `None` if the block is nested too deeply.
    pub(super) fn block(&mut self) -> Option<Block<'a>> {
        let block = self.deeper(|parser| Ok(parser.open_block()));
        block.map_err(|fault| self.faults.push(fault)).ok()
    }

    fn open_block(&mut self) -> Block<'a> {
        let (open, brace) = (self.at, self.next_span());
        self.at += 1;
        let mut statements = Vec::new();
        loop {
            match self.kind(0) {
                Some(TokenKind::Punct('}')) => {
                    self.at += 1;
                    break;
                }
                Some(_) if !self.leaves_function() => statements.extend(self.statement()),
                // Report only the outermost open block. If a comment is not closed, it may contain
                // the missing brace, so report only the comment.
                found => {
                    let is_hidden =
                        self.tokens.last().is_some_and(|t| t.kind == TokenKind::Unclosed);
                    let before = match found {
                        None => "the end",
                        Some(_) => "the next function",
                    };
                    if self.depth == 1 && !(found.is_none() && is_hidden) {
                        let what = format!("this `{{` is not closed before {before}");
                        let inner = self.closed_too_late(open);
                        self.faults.push(inner.unwrap_or(Fault::new(brace.clone(), what)));
                    }
                    break;
                }
            }
        }
        Block { statements, span: brace.start..self.end() }
    }

    /// Reports an inner `{` whose `}` probably belongs to the block that begins at the token `open`: the `}` is the last
    /// one before the next token, and its line is indented unlike the line of the `{`.
    fn closed_too_late(&self, open: usize) -> Option<Fault> {
        let closers = (open + 1..self.at).rev();
        let last = closers.take_while(|i| self.tokens[*i].kind == TokenKind::Punct('}'));
        let opened = last.filter_map(|close| {
            (open + 1..close).find(|i| self.closers[*i] == Some(close)).map(|inner| (inner, close))
        });
        let line = |i: usize| self.text[..self.tokens[i].span.start].matches('\n').count() + 1;
        let indent = |i: usize| {
            let before = &self.text[..self.tokens[i].span.start];
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let of_line = &self.text[start..];
            of_line.len() - of_line.trim_start_matches([' ', '\t']).len()
        };
        let is_odd = |(inner, close): &(usize, usize)| {
            line(*inner) != line(*close) && indent(*inner) != indent(*close)
        };
        let (inner, close) = opened.filter(is_odd).last()?;
        let line = line(close);
        let what = format!(
            "this `{{` is closed by the `}}` on line {line}, so the block around it has no end"
        );
        let help = format!("write `}}` before the `}}` on line {line}");
        let at = self.tokens[close].span.start;
        Some(Fault::new(self.tokens[inner].span.clone(), what).insert(at, "}\n", &help))
    }

    /// Parses an instruction; returns `None` if the guard is faulty or no mnemonic follows it.
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
        if guard.is_some()
            && let Some(TokenKind::Punct(found @ (',' | ':' | '?' | ';'))) = self.kind(0)
            && (found == ',' || self.kind(1) == Some(TokenKind::Word) && !self.is_line_over_at(1))
        {
            let fault =
                Fault::new(self.next_span(), format!("unexpected `{found}` after the guard"));
            self.faults.push(fault.remove());
            self.at += 1;
        }
        let Some(mnemonic) = self.eat_kind(TokenKind::Word) else {
            let fault = Fault::new(start..self.end(), "expected an instruction after the guard")
                .help("write an instruction after the guard, or remove the guard");
            self.faults.push(fault);
            self.recover(0);
            return None;
        };
        if guard.is_none()
            && mnemonic.text.strip_prefix('%').is_some_and(|name| name.starts_with(['p', 'q', 'P']))
            && self.kind(0) == Some(TokenKind::Word)
            && self.sees(1, '.')
            && self.is_joined(1)
        {
            let what = format!("missing `@` before the guard `{}`", mnemonic.text);
            let guard = format!("@{}", mnemonic.text);
            self.faults.push(Fault::new(mnemonic.span, what).write(&guard, ""));
            return self.instruction();
        }
        if guard.is_none()
            && mnemonic.text == "if"
            && let Some(length) = self.condition()
        {
            let last = self.tokens[self.at + length - 1].span.end;
            let condition = &self.text[self.start()..last];
            let predicate = condition.trim_matches(['(', ')', ' ', '!']);
            let sign = if condition.contains('!') { "!" } else { "" };
            let fault = Fault::new(mnemonic.span.start..last, "PTX has no `if`");
            let end = self.text[last..].find([';', '\n']).map_or(last, |length| last + length + 1);
            let code = format!("@{sign}{predicate}{}", self.text[last..end].trim_end());
            self.faults.push(match predicate.contains(|c: char| c.is_whitespace() || "<>=&|(".contains(c)) {
                false => fault.help(Help::Code {
                    text: format!("write `{code}`"),
                    span: mnemonic.span.start..end,
                    code,
                }),
                true => fault.help(
                    "compare with `setp`, and write its predicate before the instruction: `@%p`",
                ),
            });
            self.at += length;
            return self.instruction();
        }
        if guard.is_some()
            && mnemonic.text.starts_with('%')
            && self.kind(0) == Some(TokenKind::Word)
            && !self.is_line_over()
        {
            let what = format!("unexpected `{}` after the guard", mnemonic.text);
            let fault = Fault::new(mnemonic.span, what).remove();
            self.faults.push(fault);
            return self.instruction();
        }
        if self.assigns() {
            return Some(self.assignment(start, guard, mnemonic));
        }
        let mut modifiers = Vec::new();
        while !(self.is_line_over() && self.begins_after(mnemonic.text)) {
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

    /// Returns whether the `.word` on the next line begins a statement. Otherwise the word is a modifier of the
    /// instruction with this mnemonic.
    fn begins_after(&self, mnemonic: &str) -> bool {
        match self.dotted() {
            Some("weak") => ALONE.contains(&mnemonic),
            Some(_) if self.begins_variable() => ALONE.contains(&mnemonic),
            Some(word) => STATEMENTS.contains(&word),
            None => false,
        }
    }

    /// Returns the number of tokens of the condition after `if`: `%p`, or `(…)`. An instruction must follow.
    fn condition(&self) -> Option<usize> {
        let length = match self.kind(0)? {
            TokenKind::Word => 1,
            TokenKind::Punct('(') => self.closers.get(self.at).copied().flatten()? + 1 - self.at,
            _ => return None,
        };
        (self.kind(length) == Some(TokenKind::Word)).then_some(length)
    }

    /// Returns whether a C assignment follows a name: `= …`, `+= …`, `<<= …`, `++`.
    fn assigns(&self) -> bool {
        let operator = |ahead| match self.kind(ahead) {
            Some(TokenKind::Punct(punct)) if "+-*/%&|^<>".contains(punct) => Some(punct),
            _ => None,
        };
        let is_step = |punct| matches!(punct, '+' | '-') && operator(1) == Some(punct);
        match operator(0) {
            None => self.sees(0, '='),
            Some(first) => {
                let ahead = if operator(1) == Some(first) { 2 } else { 1 };
                self.sees(ahead, '=') || is_step(first) && self.sees(2, ';')
            }
        }
    }

    /// Parses the rest of a C assignment up to its `;`.
    fn assignment(
        &mut self,
        start: usize,
        guard: Option<Guard<'a>>,
        mnemonic: Word<'a>,
    ) -> Instruction<'a> {
        let first = self.at;
        self.recover(0);
        let last = self.at - usize::from(self.tokens[self.at - 1].kind == TokenKind::Punct(';'));
        let tokens = &self.tokens[first.min(last)..last];
        let is_punct = |token: &Token| matches!(token.kind, TokenKind::Punct(_));
        let (sign, values) = tokens.split_at(tokens.iter().take_while(|one| is_punct(one)).count());
        // Collect the punctuation before the first value: `=`, `= -` or `+=`.
        let sign: String = sign.iter().map(|token| &self.text[token.span.clone()]).collect();
        let (before, after) = sign.split_once('=').unwrap_or((&sign, ""));
        let (mut operator, mut operands) = self.expression_of_c(values).unwrap_or_default();
        match (before, after) {
            ("", "") => {}
            ("", sign) if operator.is_empty() && operands.len() == 1 => operator = sign.into(),
            ("++" | "--", "") if values.is_empty() => {
                let one = OperandKind::Literal(Literal { sign: None, digits: "1" });
                operator = before[..1].into();
                operands = vec![one];
            }
            (_, "") if operator.is_empty() && operands.len() == 1 => operator = before.into(),
            _ => operands.clear(),
        }
        if !before.is_empty() && !operands.is_empty() {
            operands.insert(0, OperandKind::Name(Name { text: mnemonic.text, part: None }));
        }
        let operand = |kind| Operand { kind, span: mnemonic.span.clone() };
        let operands = operands.into_iter().map(operand).collect();
        let (modifiers, span) = (Vec::new(), start..self.end());
        let operator = Some(operator);
        Instruction { guard, mnemonic, modifiers, operands, operator, is_broken: false, span }
    }

    /// Returns the operator and the values of a C expression that one instruction can compute: `a`,
    /// `a + b` or `a * b + c`.
    fn expression_of_c(&self, tokens: &[Token]) -> Option<(String, Vec<OperandKind<'a>>)> {
        let is_value = |token: &&Token| matches!(token.kind, TokenKind::Word | TokenKind::Number);
        let mut operators = String::new();
        let mut values = Vec::new();
        for token in tokens {
            let text = &self.text[token.span.clone()];
            match token.kind {
                TokenKind::Word => values.push(OperandKind::Name(Name { text, part: None })),
                TokenKind::Number => {
                    values.push(OperandKind::Literal(Literal { sign: None, digits: text }));
                }
                TokenKind::Punct(punct) if !"()[]{}.,:?".contains(punct) => operators += text,
                _ => return None,
            }
        }
        let is_alternate = tokens.first().is_some_and(|one| is_value(&one))
            && tokens.last().is_some_and(|one| is_value(&one))
            && !tokens.windows(2).any(|pair| pair.iter().all(|one| is_value(&one)));
        (is_alternate && values.len() <= 3).then_some((operators, values))
    }

    fn guard(&mut self) -> Result<Option<Guard<'a>>, Fault> {
        let start = self.start();
        if !self.eat('@') {
            return Ok(None);
        }
        let is_negated = self.eat('!');
        let is_not = self.kind(0) == Some(TokenKind::Word)
            && &self.text[self.next_span()] == "not"
            && self.kind(1) == Some(TokenKind::Word)
            && self.kind(2) == Some(TokenKind::Word);
        if (is_not || ['!', '~', '-'].iter().any(|sign| self.sees(0, *sign)))
            && let Some(name) =
                self.tokens.get(self.at + 1).filter(|one| one.kind == TokenKind::Word)
        {
            let (sign, name) = (self.next_span(), &self.text[name.span.clone()]);
            let found = &self.text[sign.clone()];
            let what = match is_negated {
                true if found == "!" => "unexpected second `!` in a guard".into(),
                true => format!("unexpected `{found}` after `!` in a guard"),
                false => format!("expected a guard after `@`, found `{found}`"),
            };
            let right = if is_negated { "@" } else { "@!" };
            let guard = start..self.tokens[self.at + 1].span.end;
            let code = format!("{right}{name}");
            let text = format!("write `{code}`");
            return Err(Fault::new(sign, what).help(Help::Code { text, span: guard, code }));
        }
        if self.sees(0, '(') && self.kind(1) == Some(TokenKind::Word) && self.sees(2, ')') {
            let name = &self.text[self.tokens[self.at + 1].span.clone()];
            let span = self.start()..self.tokens[self.at + 2].span.end;
            let fault = Fault::new(span.clone(), "unexpected `(` before a predicate");
            self.faults.push(fault.write(name, ""));
            // Parse the instruction as well, because it may have other faults.
            let predicate = Word { text: name, span: self.tokens[self.at + 1].span.clone() };
            self.at += 3;
            return Ok(Some(Guard { is_negated, predicate, span: start..span.end }));
        }
        let Some(predicate) = self.eat_kind(TokenKind::Word) else {
            return Err(self.expected("a predicate after `@`"));
        };
        if self.sees(0, '.') && self.is_joined(0) {
            return Err(Fault::new(predicate.span, "expected a guard after `@`")
                .help("write a guard after the `@`, or remove the `@`"));
        }
        let span = start..predicate.span.end;
        Ok(Some(Guard { is_negated, predicate, span }))
    }

    /// Reports a guard that begins with `!`: `!@%p`, `!%p`.
    pub(super) fn complement_without_at(&self) -> Option<Fault> {
        let is_late = self.sees(1, '@');
        let name = self.tokens.get(self.at + 1 + usize::from(is_late));
        let name = name.filter(|name| self.sees(0, '!') && name.kind == TokenKind::Word)?;
        let span = self.start()..name.span.end;
        let name = &self.text[name.span.clone()];
        let what = match is_late {
            true => format!("expected `@` before `!`, found `{}`", &self.text[span.clone()]),
            false => format!("missing `@` before the guard `{name}`"),
        };
        Some(Fault::new(span, what).write(&format!("@!{name}"), ""))
    }

    /// Parses the operands and the `;`.
    fn operands(&mut self, operands: &mut Vec<Operand<'a>>) -> Result<(), Fault> {
        if self.eat(';') {
            return Ok(());
        }
        if self.is_line_over()
            && self.kind(0) != Some(TokenKind::Unclosed)
            && (!self.continues() || self.is_left())
        {
            return Err(self.missing_semicolon());
        }
        loop {
            let first = self.at;
            if !operands.is_empty() && self.ends_after_comma() {
                self.at -= 1;
                return Err(self.comma_at_end());
            }
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
            if self.is_instruction(operands.last()) {
                operands.pop();
                self.at = first;
                if operands.is_empty() {
                    return Err(self.missing_semicolon());
                }
                self.at -= 1;
                return Err(self.comma_at_end());
            }
            let result = self.end_of_statement();
            if result.as_ref().is_err_and(|fault| !fault.is_at_end()) {
                self.recover(0);
            }
            return result;
        }
    }

    /// Returns whether the last consumed token and the next token are two instructions without operands.
    fn is_left(&self) -> bool {
        let ends = |at: usize| {
            let token = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word);
            token.is_some_and(|token| {
                matches!(&self.text[token.span.clone()], "brkpt" | "exit" | "ret" | "trap")
            })
        };
        ends(self.at - 1) && ends(self.at)
    }

    /// Returns whether a statement or the end of a block follows a comma.
    fn ends_after_comma(&self) -> bool {
        matches!(self.kind(0), None | Some(TokenKind::Punct('}' | '@')))
            || self.begins_declaration()
    }

    /// Returns whether an operand is the beginning of an instruction: `mul.f32` in `mul.f32 %f1`.
    fn is_instruction(&self, operand: Option<&Operand<'a>>) -> bool {
        let Some(OperandKind::Name(Name { text, part: Some(_) })) = operand.map(|one| &one.kind)
        else {
            return false;
        };
        let goes_on = matches!(
            self.kind(0),
            Some(TokenKind::Word | TokenKind::Number | TokenKind::Punct('.' | '[' | '{'))
        );
        text.starts_with(|letter: char| letter.is_ascii_lowercase()) && goes_on
    }

    /// Returns whether the operands may continue on the next line. They may, unless a statement
    /// begins there.
    fn continues(&self) -> bool {
        !matches!(self.kind(0), None | Some(TokenKind::Punct('.' | '}' | '@')))
    }

    /// Reports that the next token cannot begin an operand.
    pub(super) fn no_operand(&self) -> Fault {
        match self.kind(0) {
            Some(TokenKind::Punct(punct @ (',' | ';' | ')' | ']' | '}'))) => {
                let span = last_letter(self.text, self.end());
                let span = if punct == ',' { self.next_span() } else { span };
                let fault = Fault::new(span, format!("expected an operand, found `{punct}`"));
                let follows_comma =
                    self.at > 0 && self.tokens[self.at - 1].kind == TokenKind::Punct(',');
                match follows_comma {
                    true => {
                        let comma = self.tokens[self.at - 1].span.clone();
                        fault.help(Help::Code {
                            text: "remove the `,`, or write an operand after it".into(),
                            span: comma,
                            code: String::new(),
                        })
                    }
                    false => fault,
                }
            }
            Some(TokenKind::Unclosed) => super::cursor::unclosed(self.text, self.next_span()),
            _ => self.expected("an operand"),
        }
    }

    /// Returns an empty word at the next token. The word replaces a missing name.
    pub(super) fn no_word(&self) -> Word<'a> {
        let start = self.start().min(self.text.len());
        Word { text: "", span: start..start }
    }
}
