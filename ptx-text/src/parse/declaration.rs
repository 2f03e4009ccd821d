//! Declarations of registers, parameters and variables (PTX ISA, "State Spaces", "Variables").

use super::Parser;
use crate::Fault;
use crate::lexer::Kind;
use crate::tree::Word;
use crate::tree::declaration::{Declaration, Declarator, Pointer};

/// The state spaces, including `.tex` and `.sreg` of early PTX versions.
const SPACES: &[&str] = &["const", "global", "local", "param", "reg", "shared", "sreg", "tex"];

/// The linkage words, which come before a declaration or function.
const LINKAGE: &[&str] = &["common", "extern", "visible", "weak"];

impl<'a> Parser<'a> {
    pub(super) fn linkage(&mut self) -> Option<Word<'a>> {
        self.dotted().filter(|word| LINKAGE.contains(word))?;
        self.eat_dotted()
    }

    pub(super) fn begins_declaration(&self) -> bool {
        self.dotted().is_some_and(|word| SPACES.contains(&word))
    }

    /// Parses a declaration with its `;`.
    pub(super) fn variables(
        &mut self,
        linkage: Option<Word<'a>>,
        space: Word<'a>,
    ) -> Declaration<'a> {
        let first = self.at;
        let mut declaration = self.heads(linkage, space);
        let result = self.declarators(&mut declaration).and_then(|()| {
            let dotted = self.dotted_at(1);
            match self.sees(0, ',') && dotted.is_some_and(|word| SPACES.contains(&word)) {
                true => Err(self.comma_at_end()),
                false => self.end_of_statement(),
            }
        });
        if let Err(fault) = result {
            // If only the `;` is missing, do not skip tokens, because the next statement is
            // complete.
            if !fault.is_at_end() {
                self.recover_from(first);
            }
            self.faults.push(fault);
            declaration.is_broken = true;
        }
        declaration.span.end = self.end();
        declaration
    }

    /// Parses a parameter in a function's header.
    pub(super) fn parameter(&mut self) -> Result<Declaration<'a>, Fault> {
        if !matches!(self.dotted(), Some("param" | "reg")) {
            return Err(self.expected("`.param` or `.reg`"));
        }
        let space = self.eat_dotted().unwrap_or_else(|| self.no_word());
        let mut declaration = self.heads(None, space);
        self.declarators(&mut declaration)?;
        declaration.span.end = self.end();
        Ok(declaration)
    }

    /// Parses the words before the first name.
    fn heads(&mut self, linkage: Option<Word<'a>>, space: Word<'a>) -> Declaration<'a> {
        let start = linkage.as_ref().unwrap_or(&space).span.start;
        let mut declaration = Declaration {
            linkage,
            space,
            types: Vec::new(),
            alignment: None,
            pointer: None,
            names: Vec::new(),
            is_broken: false,
            span: start..self.end(),
        };
        // Skip the bank of `.const[2]`, which PTX supported before version 2.2.
        if self.sees(0, '[') && self.sees(2, ']') {
            self.at += 3;
        }
        while let Some(word) = self.eat_dotted() {
            match word.text {
                "align" => {
                    let alignment = self.eat_kind(Kind::Number);
                    match &mut declaration.pointer {
                        Some(pointer) => pointer.alignment = alignment,
                        None => declaration.alignment = alignment,
                    }
                }
                "ptr" => declaration.pointer = Some(Pointer { space: None, alignment: None }),
                "attribute" => self.pass_parentheses(),
                _ => match &mut declaration.pointer {
                    Some(pointer) => pointer.space = Some(word),
                    None => declaration.types.push(word),
                },
            }
        }
        declaration
    }

    fn declarators(&mut self, declaration: &mut Declaration<'a>) -> Result<(), Fault> {
        loop {
            let Some(name) = self.eat_kind(Kind::Word) else {
                return Err(match declaration.space.text {
                    "reg" => self.expected("the name of a register").help("write `.reg .f32 t;`"),
                    _ => self.expected("the name of a variable"),
                });
            };
            let names = &mut declaration.names;
            names.push(Declarator { name, range: None, dimensions: Vec::new(), initialiser: None });
            let last = names.len() - 1;
            self.after_name(&mut names[last])?;
            if self.kind(0) == Some(Kind::Word) && !self.is_line_over() {
                return Err(self.second_word(declaration));
            }
            // In a function's header, a `.` after the comma begins the next parameter.
            if !self.sees(0, ',') || self.sees(1, '.') {
                return Ok(());
            }
            if self.kind(1) == Some(Kind::Word) && self.sees(2, '.') && self.is_joined(2) {
                return Err(self.comma_at_end());
            }
            self.at += 1;
        }
    }

    /// Reports a name after a name. Either the first name is a type without its dot, or a comma is
    /// missing.
    fn second_word(&self, declaration: &Declaration<'a>) -> Fault {
        match declaration.names.as_slice() {
            [first] if declaration.types.is_empty() => {
                let Word { text, span } = &first.name;
                let fault =
                    Fault::new(span.clone(), format!("missing `.` before the type `{text}`"));
                match is_type(text) {
                    true => fault.help(format!("write `.{text}`")),
                    false => fault.help("write a type of PTX, such as `.f32` or `.b32`"),
                }
            }
            _ => {
                let fault = Fault::new(self.next_span(), "missing `,` between the names");
                fault.help("write a `,` between them")
            }
        }
    }

    /// Parses `<4>`, `[2][3]` and `= {…}` after a name.
    fn after_name(&mut self, declarator: &mut Declarator<'a>) -> Result<(), Fault> {
        if self.eat('<') {
            declarator.range = self.eat_kind(Kind::Number);
            if declarator.range.is_none() {
                let fault = self.expected("the number of registers in the range");
                return Err(fault.help("write `.reg .f32 %f<4>;`"));
            }
            if !self.eat('>') {
                let span = self.expected("`>`").span;
                return Err(Fault::new(span, "missing `>` after the number of registers"));
            }
        }
        while self.eat('[') {
            let size = if self.sees(0, ']') { None } else { Some(self.operand()?) };
            declarator.dimensions.push(size);
            if !self.eat(']') {
                return Err(self.expected("`]`"));
            }
        }
        if self.eat('=') {
            declarator.initialiser = Some(self.operand()?);
        }
        Ok(())
    }
}

/// Returns whether a word is spelt like a type: a letter and a width, or `pred`.
fn is_type(word: &str) -> bool {
    let width = word.strip_prefix(['b', 's', 'u', 'f']).unwrap_or_default();
    word == "pred" || !width.is_empty() && width.bytes().all(|b| b.is_ascii_digit())
}
