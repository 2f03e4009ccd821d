//! Directives that declare nothing (PTX ISA, "Directives").

use super::Parser;
use super::cursor::unclosed;
use crate::syntax::lexer::TokenKind;
use crate::syntax::tree::{Directive, Function, FunctionKind, Statement, Word};
use crate::syntax::{DirectiveName, Fault, StateSpace};

impl<'a> Parser<'a> {
    /// Parses a declaration or directive.
    pub(super) fn dotted_statement(&mut self) -> Option<Statement<'a>> {
        let linkage = self.linkage();
        // `ptxas` accepts `.attribute` also before the state space of a variable.
        let mut attributes = Vec::new();
        while self.dotted() == Some("attribute") {
            self.eat_dotted();
            if let Err(fault) = self.attribute(&mut attributes) {
                self.faults.push(fault);
            }
            if !matches!(self.dotted(), Some("attribute" | "global")) {
                let fault = self.expected("`.global` after `.attribute`");
                self.faults.push(fault);
                return None;
            }
        }
        if let Some(space) = self.eat_keyword(StateSpace::from_word) {
            let mut declaration = self.variables(linkage, space);
            declaration.attributes.splice(0..0, attributes);
            return Some(Statement::Declaration(declaration));
        }
        if let Some(linkage) = linkage {
            let what = format!("expected a variable or function after `.{}`", linkage.value);
            self.faults.push(Fault::new(linkage.span, what));
            return None;
        }
        let name = self.eat_dotted()?;
        Some(Statement::Directive(self.directive(name)))
    }

    fn directive(&mut self, name: Word<'a>) -> Directive<'a> {
        use DirectiveName::{
            AddressSize, Alias, BranchTargets, CallPrototype, CallTargets, File, Loc, Pragma,
            Section, Target, Version,
        };

        let start = name.span.start;
        let (mut arguments, mut prototype) = (Vec::new(), None);
        match DirectiveName::from_word(name.text) {
            Some(head @ (AddressSize | Target | Version)) => self.head(head, &mut arguments),
            Some(Section) => self.section(&mut arguments),
            Some(one @ (File | Loc)) => {
                let result = match one {
                    File => self.file(&mut arguments),
                    _ => self.location(&mut arguments),
                };
                if let Err(fault) = result {
                    self.faults.push(fault);
                    self.rest_of_line(start, &mut Vec::new());
                }
            }
            Some(CallPrototype) => match self.prototype() {
                Ok(function) => prototype = Some(Box::new(function)),
                Err(fault) => self.fail(fault),
            },
            Some(Alias | BranchTargets | CallTargets | Pragma) => {
                if let Err(fault) = self.list(&mut arguments) {
                    self.fail(fault);
                }
            }
            _ => self.pass(&mut arguments),
        }
        Directive { name, arguments, prototype, span: start..self.end() }
    }

    /// Adds a fault, and skips the rest of the statement unless the fault is at its end.
    fn fail(&mut self, fault: Fault) {
        if !fault.is_at_end() {
            self.recover(0);
        }
        self.faults.push(fault);
    }

    /// Parses words, numbers or strings, which commas separate, and the `;`.
    fn list(&mut self, arguments: &mut Vec<Word<'a>>) -> Result<(), Fault> {
        loop {
            let next = self.tokens.get(self.at).cloned();
            match next.filter(|one| {
                matches!(one.kind, TokenKind::Word | TokenKind::Number | TokenKind::Text)
            }) {
                Some(token) => arguments.push(self.word(&token)),
                None if self.kind(0) == Some(TokenKind::Unclosed) => {
                    return Err(unclosed(self.text, self.next_span()));
                }
                None => return Err(self.expected("a name or a string")),
            }
            self.at += 1;
            if !self.eat(',') {
                return self.end_of_statement();
            }
        }
    }

    /// Parses the arguments of `.file 1 "a.cu", 0, 0`.
    fn file(&mut self, arguments: &mut Vec<Word<'a>>) -> Result<(), Fault> {
        arguments.push(self.integer("a number")?.0);
        self.argument(TokenKind::Text, "the name of a file", arguments)?;
        for what in ["the time of the file", "the size of the file"] {
            if self.eat(',') {
                arguments.push(self.integer(what)?.0);
            }
        }
        Ok(())
    }

    /// Parses the arguments of `.loc 1 2 3, function_name f+4, inlined_at 1 2 3`.
    fn location(&mut self, arguments: &mut Vec<Word<'a>>) -> Result<(), Fault> {
        self.file_line_and_column(arguments)?;
        if !self.eat(',') {
            return Ok(());
        }
        self.keyword("function_name", arguments)?;
        match self.eat_dotted() {
            Some(section) => arguments.push(section),
            None => self.argument(TokenKind::Word, "the label of a name", arguments)?,
        }
        if self.eat('+') {
            arguments.push(self.integer("a number")?.0);
        }
        if !self.eat(',') {
            return Err(self.expected("`, inlined_at`"));
        }
        self.keyword("inlined_at", arguments)?;
        self.file_line_and_column(arguments)
    }

    fn file_line_and_column(&mut self, arguments: &mut Vec<Word<'a>>) -> Result<(), Fault> {
        for what in ["the number of a file", "the number of a line", "the number of a column"] {
            arguments.push(self.integer(what)?.0);
        }
        Ok(())
    }

    /// Parses a given word.
    fn keyword(&mut self, word: &str, arguments: &mut Vec<Word<'a>>) -> Result<(), Fault> {
        if self.kind(0) == Some(TokenKind::Word) && &self.text[self.next_span()] != word {
            return Err(self.expected(&format!("`{word}`")));
        }
        self.argument(TokenKind::Word, &format!("`{word}`"), arguments)
    }

    /// Parses one argument.
    fn argument(
        &mut self,
        kind: TokenKind,
        what: &str,
        arguments: &mut Vec<Word<'a>>,
    ) -> Result<(), Fault> {
        let word = self.eat_kind(kind).ok_or_else(|| self.expected(what))?;
        arguments.push(word);
        Ok(())
    }

    /// Parses a prototype and its `;`: `(.param .b32 _) _ (.param .b64 _) .noreturn;`.
    fn prototype(&mut self) -> Result<Function<'a>, Fault> {
        let start = self.start();
        let mut function = self.empty_function(None, FunctionKind::Func, start);
        self.parameters(&mut function.returns)?;
        match self.eat_kind(TokenKind::Word) {
            Some(name) if name.text == "_" => function.name = name,
            _ => return Err(self.expected("`_`").help("a prototype has `_` in place of a name")),
        }
        self.parameters(&mut function.parameters)?;
        while let Some(directive) = self.header_directive() {
            function.directives.push(directive);
        }
        function.span.end = self.end();
        self.end_of_statement()?;
        Ok(function)
    }

    /// Parses the arguments of `.version 8.6` and `.target sm_90, debug`, which commas separate.
    /// Reports a `;` after the arguments, because `ptxas` rejects such a `;`.
    fn head(&mut self, name: DirectiveName, arguments: &mut Vec<Word<'a>>) {
        let gap = self.end()..self.start();
        if name == DirectiveName::Version
            && self.kind(0) == Some(TokenKind::Number)
            && !self.text[gap.clone()].trim_matches([' ', '\t']).is_empty()
        {
            let number = &self.text[self.next_span()];
            let fault = Fault::new(gap, "only blanks may separate `.version` and its number");
            self.faults.push(fault.help(format!("write `.version {number}`")));
        }
        loop {
            let kind = self.kind(0);
            let Some(word) = kind.and_then(|_| {
                self.eat_kind(TokenKind::Word).or_else(|| self.eat_kind(TokenKind::Number))
            }) else {
                if !arguments.is_empty() {
                    let fault = self.expected("a word after `,`");
                    self.faults.push(fault);
                }
                break;
            };
            arguments.push(word);
            if self.eat(',') {
                continue;
            }
            // A word on a later line begins a new statement.
            let is_statement = self.sees(1, '.') && self.is_joined(1);
            if self.kind(0) == Some(TokenKind::Word) && !self.is_line_over() && !is_statement {
                let found = &self.text[self.next_span()];
                let what = format!("expected `,` before `{found}`");
                self.faults.push(Fault::new(self.next_span(), what));
                continue;
            }
            break;
        }
        if self.sees(0, ';') {
            let what = format!("`.{name}` does not end with `;`");
            self.faults.push(Fault::new(self.next_span(), what).remove());
            self.at += 1;
        }
    }

    /// Consumes the rest of the line that contains the byte `start`.
    fn rest_of_line(&mut self, start: usize, arguments: &mut Vec<Word<'a>>) {
        let end = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
        while let Some(token) = self.tokens.get(self.at).cloned() {
            if token.span.start >= end || token.kind == TokenKind::Unclosed {
                return;
            }
            if matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Text) {
                arguments.push(self.word(&token));
            }
            self.at += 1;
        }
    }

    /// Returns whether `@@DWARF` comes next.
    pub(super) fn is_debug_line(&self) -> bool {
        let word = self.tokens.get(self.at + 2).map(|token| &self.text[token.span.clone()]);
        self.sees(0, '@') && self.sees(1, '@') && word == Some("DWARF")
    }

    /// Parses `@@DWARF …`, a debug directive of the first PTX compilers.
    pub(super) fn debug_line(&mut self) -> Directive<'a> {
        let span = self.next_span();
        self.at += 2;
        let name = Word { text: "@@", span: span.start..self.end() };
        let mut arguments = Vec::new();
        self.rest_of_line(span.start, &mut arguments);
        Directive { name, arguments, prototype: None, span: span.start..self.end() }
    }

    /// Consumes tokens through the `;` or up to a brace, and collects words, numbers and strings.
    fn pass(&mut self, arguments: &mut Vec<Word<'a>>) {
        while let Some(token) = self.tokens.get(self.at).cloned() {
            match token.kind {
                TokenKind::Punct('{' | '}') | TokenKind::Unclosed => return,
                TokenKind::Word | TokenKind::Number | TokenKind::Text => {
                    arguments.push(self.word(&token))
                }
                TokenKind::Punct(_) => {}
            }
            self.at += 1;
            if token.kind == TokenKind::Punct(';') {
                return;
            }
        }
    }

    /// Parses a directive between the parameters and the body of a function.
    pub(super) fn header_directive(&mut self) -> Option<Directive<'a>> {
        let name = self.eat_dotted()?;
        let mut arguments = Vec::new();
        while let Some(token) = self.tokens.get(self.at).cloned() {
            if !matches!(token.kind, TokenKind::Word | TokenKind::Number | TokenKind::Text) {
                if !arguments.is_empty() {
                    let fault = self.expected("an argument after `,`");
                    self.faults.push(fault);
                }
                break;
            }
            arguments.push(self.word(&token));
            self.at += 1;
            if !self.eat(',') {
                break;
            }
        }
        if DirectiveName::from_word(name.text) == Some(DirectiveName::Pragma) {
            let fault = self.end_of_statement().err();
            self.faults.extend(fault);
        }
        let span = name.span.start..self.end();
        Some(Directive { name, arguments, prototype: None, span })
    }

    /// Skips `( … )`, whatever it contains.
    pub(super) fn pass_parentheses(&mut self) {
        if self.sees(0, '(') {
            self.at = self.closers[self.at].unwrap_or(self.at) + 1;
        }
    }
}
