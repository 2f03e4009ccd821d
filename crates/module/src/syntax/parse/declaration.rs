//! Declarations of registers, parameters and variables (PTX ISA, "State Spaces", "Variables").

use super::Parser;
use crate::syntax::Fault;
use crate::syntax::lexer::TokenKind;
use crate::syntax::tree::Word;
use crate::syntax::tree::declaration::{Declaration, Declarator, Pointer};
use crate::syntax::tree::keyword::{Keyword, Linkage, StateSpace};
use crate::syntax::tree::operand::{Operand, OperandKind};

/// The types of textures, samplers and surfaces.
const OPAQUE: &[&str] = &["texref", "samplerref", "surfref"];

/// Returns the state space of the address in a kernel parameter with `.ptr`.
fn pointed(word: &str) -> Option<StateSpace> {
    use StateSpace::{Const, Global, Local, Shared};

    StateSpace::from_word(word).filter(|space| matches!(space, Const | Global | Local | Shared))
}

impl<'a> Parser<'a> {
    /// Consumes the linkage of a declaration or function, if any.
    pub(super) fn linkage(&mut self) -> Option<Keyword<Linkage>> {
        self.eat_keyword(Linkage::from_word)
    }

    pub(super) fn begins_declaration(&self) -> bool {
        self.sees_space(0)
    }

    /// Returns whether a state space comes next, or `ahead` places after the next token.
    fn sees_space(&self, ahead: usize) -> bool {
        self.dotted_at(ahead).is_some_and(|word| StateSpace::from_word(word).is_some())
    }

    /// Returns whether a variable comes next, and not a state space of an instruction, as in `.shared.global [a]`.
    pub(super) fn begins_variable(&self) -> bool {
        self.begins_declaration() && !self.sees(2, '[') && !self.sees_space(2)
    }

    /// Parses a declaration with its `;`.
    pub(super) fn variables(
        &mut self,
        linkage: Option<Keyword<Linkage>>,
        space: Keyword<StateSpace>,
    ) -> Declaration<'a> {
        let first = self.at;
        let mut declaration = self.heads(linkage, space, false);
        let result = self.declarators(&mut declaration).and_then(|()| {
            match self.sees(0, ',') && self.sees_space(1) {
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
        let passed = |word: &str| {
            let space = StateSpace::from_word(word);
            space.filter(|space| matches!(space, StateSpace::Param | StateSpace::Reg))
        };
        let Some(space) = self.eat_keyword(passed) else {
            return Err(self.expected("`.param` or `.reg`"));
        };
        let mut declaration = self.heads(None, space, true);
        self.declarator(&mut declaration)?;
        for declarator in &declaration.names {
            let name = &declarator.name;
            let what = match (&declarator.range, declarator.dimensions.len()) {
                (Some(_), _) => "a parameter cannot be a range",
                (None, 2..) => "an array in `.param` has one dimension",
                _ => continue,
            };
            self.faults.push(Fault::new(name.span.clone(), what));
        }
        declaration.span.end = self.end();
        Ok(declaration)
    }

    /// Parses the words before the first name.
    fn heads(
        &mut self,
        linkage: Option<Keyword<Linkage>>,
        space: Keyword<StateSpace>,
        is_parameter: bool,
    ) -> Declaration<'a> {
        let start = linkage.as_ref().map_or(&space.span, |linkage| &linkage.span).start;
        let mut declaration = Declaration {
            linkage,
            space,
            bank: None,
            types: Vec::new(),
            alignment: None,
            attributes: Vec::new(),
            pointer: None,
            names: Vec::new(),
            is_broken: false,
            span: start..self.end(),
        };
        // PTX supported banks, such as `.const[2]`, before version 2.2.
        if self.sees(0, '[') && self.sees(2, ']') {
            self.at += 1;
            declaration.bank = self.eat_kind(TokenKind::Number);
            self.at = self.at - usize::from(declaration.bank.is_some()) + 2;
        }
        while let Some(word) = self.eat_dotted() {
            if let Err(fault) = self.head_word(word, &mut declaration, is_parameter) {
                self.faults.push(fault);
            }
        }
        declaration
    }

    /// Adds a word before the first name to a declaration. Parses the number after `.align` and the list after
    /// `.attribute`.
    fn head_word(
        &mut self,
        word: Word<'a>,
        declaration: &mut Declaration<'a>,
        is_parameter: bool,
    ) -> Result<(), Fault> {
        let is_typed = !declaration.types.is_empty();
        let fault = |what: String| Err(Fault::new(word.span.clone(), what));
        match (word.text, &mut declaration.pointer) {
            ("align", pointer) => {
                let Some(number) = self.eat_kind(TokenKind::Number) else {
                    return Err(self.expected("a number of bytes after `.align`"));
                };
                match pointer {
                    Some(Pointer { alignment: Some(_), .. }) => {
                        return fault("duplicate `.align`".into());
                    }
                    Some(pointer) => pointer.alignment = Some(number),
                    None if !is_typed => declaration.alignment = Some(number),
                    None if is_parameter => {
                        *pointer = Some(Pointer { space: None, alignment: Some(number) });
                    }
                    None => return fault("`.align` must come before the type".into()),
                }
            }
            ("ptr", pointer @ None) if is_parameter && is_typed => {
                *pointer = Some(Pointer { space: None, alignment: None });
            }
            ("ptr", None) if is_parameter => {
                return fault("`.ptr` must come after the type".into());
            }
            ("ptr", None) => return fault("only a kernel parameter has `.ptr`".into()),
            ("attribute", None) if is_typed => {
                self.pass_parentheses();
                return fault("`.attribute` must come before the type".into());
            }
            ("attribute", None) => {
                self.attribute(&mut declaration.attributes)?;
                if declaration.space.value != StateSpace::Global {
                    return fault("only a `.global` variable has an `.attribute`".into());
                }
            }
            (text, Some(pointer)) => match (pointed(text), &pointer) {
                (Some(value), Pointer { space: None, alignment: None }) => {
                    pointer.space = Some(Keyword { value, span: word.span });
                }
                (Some(_), _) => return fault(format!("unexpected `.{text}`")),
                (None, _) => {
                    let fault = Fault::new(word.span, format!("unexpected `.{text}`"));
                    return Err(
                        fault.help("after `.ptr` comes `.global`, `.shared`, `.local` or `.const`")
                    );
                }
            },
            (_, None) => declaration.types.push(word),
        }
        Ok(())
    }

    /// Parses the list after `.attribute`, such as `(.managed)` or `(.unified(1, 2))`. Skips a faulty list.
    pub(super) fn attribute(&mut self, attributes: &mut Vec<Word<'a>>) -> Result<(), Fault> {
        let start = self.at;
        let result = self.attribute_list(attributes);
        if result.is_err() {
            self.at = start;
            self.pass_parentheses();
        }
        result
    }

    fn attribute_list(&mut self, attributes: &mut Vec<Word<'a>>) -> Result<(), Fault> {
        if !self.eat('(') {
            return Err(self.expected("`(` after `.attribute`"));
        }
        loop {
            match self.dotted() {
                Some("managed") => attributes.extend(self.eat_dotted()),
                Some("unified") => {
                    attributes.extend(self.eat_dotted());
                    let is_pair = self.eat('(')
                        && self.eat_kind(TokenKind::Number).is_some()
                        && self.eat(',')
                        && self.eat_kind(TokenKind::Number).is_some()
                        && self.eat(')');
                    if !is_pair {
                        return Err(self.expected("two numbers: `.unified(1, 2)`"));
                    }
                }
                _ => return Err(self.expected("`.managed` or `.unified(1, 2)`")),
            }
            if self.eat(')') {
                return Ok(());
            }
            if !self.eat(',') {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn declarators(&mut self, declaration: &mut Declaration<'a>) -> Result<(), Fault> {
        loop {
            self.declarator(declaration)?;
            if !self.sees(0, ',') || self.sees(1, '.') {
                return Ok(());
            }
            if self.kind(1) == Some(TokenKind::Word) && self.sees(2, '.') && self.is_joined(2) {
                return Err(self.comma_at_end());
            }
            self.at += 1;
        }
    }

    /// Parses one name with its size and its initial value.
    fn declarator(&mut self, declaration: &mut Declaration<'a>) -> Result<(), Fault> {
        let Some(name) = self.eat_kind(TokenKind::Word) else {
            return Err(match declaration.space.value {
                StateSpace::Reg => {
                    self.expected("the name of a register").help("add a name, as in `.reg .f32 t;`")
                }
                _ => self.expected("the name of a variable"),
            });
        };
        let is_opaque = declaration.types.iter().any(|word| OPAQUE.contains(&word.text));
        let names = &mut declaration.names;
        names.push(Declarator { name, range: None, dimensions: Vec::new(), initialiser: None });
        let last = names.len() - 1;
        self.after_name(&mut names[last], is_opaque)?;
        if self.kind(0) == Some(TokenKind::Word) && !self.is_line_over() {
            return Err(self.second_word(declaration));
        }
        Ok(())
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
                    true => fault.write(&format!(".{text}"), ""),
                    false => {
                        fault.help("a type of PTX begins with a dot, such as `.f32` or `.b32`")
                    }
                }
            }
            _ => {
                let fault = Fault::new(self.next_span(), "missing `,` between the names");
                fault.insert(self.end(), ",", "write a `,` between them")
            }
        }
    }

    /// Parses `<4>`, `[2][3]` and `= {…}` after a name.
    fn after_name(
        &mut self,
        declarator: &mut Declarator<'a>,
        is_opaque: bool,
    ) -> Result<(), Fault> {
        if self.eat('<') {
            declarator.range = self.eat_kind(TokenKind::Number);
            if declarator.range.is_none() {
                let fault = self.expected("the number of registers in the range");
                return Err(fault.help("add the number of registers, as in `.reg .f32 %f<4>;`"));
            }
            if !self.eat('>') {
                let span = self.expected("`>`").span;
                return Err(Fault::new(span, "missing `>` after the number of registers"));
            }
        }
        while self.eat('[') {
            let size = if self.sees(0, ']') { None } else { Some(self.operand()?) };
            if size.is_none() && !declarator.dimensions.is_empty() {
                return Err(self.expected("the size of the array"));
            }
            declarator.dimensions.push(size);
            if !self.eat(']') {
                return Err(self.expected("`]`"));
            }
        }
        if self.eat('=') {
            declarator.initialiser = Some(self.initialiser(is_opaque)?);
        }
        Ok(())
    }

    /// Parses an initial value. Returns an empty list for `{}`, and for the fields of a texture or sampler, such as
    /// `{addr_mode_0 = clamp_to_edge}`.
    fn initialiser(&mut self, is_opaque: bool) -> Result<Operand<'a>, Fault> {
        let has_fields = is_opaque && self.kind(1) == Some(TokenKind::Word) && self.sees(2, '=');
        if let Some(closer) = self.closers.get(self.at).copied().flatten()
            && self.sees(0, '{')
            && (closer == self.at + 1 || has_fields)
        {
            let start = self.start();
            self.at = closer + 1;
            let kind = OperandKind::Vector(Vec::new());
            return Ok(Operand { kind, span: start..self.end() });
        }
        if is_opaque { self.operand() } else { self.numbers_and_addresses() }
    }
}

/// Returns whether a word is spelt like a type: a letter and a width, or `pred`.
fn is_type(word: &str) -> bool {
    let width = word.strip_prefix(['b', 's', 'u', 'f']).unwrap_or_default();
    word == "pred" || !width.is_empty() && width.bytes().all(|b| b.is_ascii_digit())
}
