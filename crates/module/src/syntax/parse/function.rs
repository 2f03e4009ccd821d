//! Functions and kernels (PTX ISA, "Kernel and Function Directives").

use super::Parser;
use crate::syntax::lexer::TokenKind;
use crate::syntax::tree::declaration::Declaration;
use crate::syntax::tree::{Function, FunctionKind};
use crate::syntax::{Fault, Keyword, Linkage};

impl<'a> Parser<'a> {
    /// Returns a function or prototype without parts, which begins at `start`.
    pub(super) fn empty_function(
        &self,
        linkage: Option<Keyword<Linkage>>,
        kind: FunctionKind,
        start: usize,
    ) -> Function<'a> {
        Function {
            linkage,
            kind,
            returns: Vec::new(),
            name: self.no_word(),
            parameters: Vec::new(),
            directives: Vec::new(),
            body: None,
            span: start..start,
        }
    }

    pub(super) fn begins_function(&self) -> bool {
        matches!(self.dotted(), Some("entry" | "func"))
    }

    /// Returns whether another function begins here. If so, the current function ends, even without
    /// a `}`.
    pub(super) fn leaves_function(&mut self) -> bool {
        let start = self.at;
        self.linkage();
        let leaves = self.begins_function();
        self.at = start;
        leaves
    }

    /// Returns whether a function, a declaration or a directive of the module begins here. If so, the
    /// header of the current function ends.
    fn leaves_header(&mut self) -> bool {
        let start = self.at;
        self.linkage();
        let leaves = self.begins_function()
            || self.begins_declaration()
            || matches!(self.dotted(), Some("alias" | "file" | "section"));
        self.at = start;
        leaves
    }

    /// Returns whether the header is a complete declaration although no body and no `;` follows the header. `ptxas`
    /// accepts such declarations of a `.func`, and nvcc 2.3 to 4.0 writes them.
    fn ends_prototype(&mut self, function: &Function<'a>) -> bool {
        function.kind == FunctionKind::Func && (self.kind(0).is_none() || self.leaves_header())
    }

    pub(super) fn function(&mut self, linkage: Option<Keyword<Linkage>>) -> Function<'a> {
        let keyword = self.eat_dotted().unwrap_or_else(|| self.no_word());
        let kind = match keyword.text {
            "entry" => FunctionKind::Entry,
            _ => FunctionKind::Func,
        };
        let start = linkage.as_ref().map_or(&keyword.span, |linkage| &linkage.span).start;
        let mut function = self.empty_function(linkage, kind, start);
        if let Some(linkage) =
            function.linkage.as_ref().filter(|written| written.value == Linkage::Common)
        {
            let fault = Fault::new(linkage.span.clone(), "only a variable can be `.common`");
            self.faults.push(fault.write(".weak", " for a function that several files define"));
        }
        let is_extern = function.has_linkage(Linkage::Extern);
        if let Err(fault) = self.header(&mut function) {
            self.faults.push(fault);
            self.pass_header();
        } else if is_extern && (function.kind == FunctionKind::Func || self.sees(0, '{')) {
            if let Some(fault) = self.sees(0, '{').then(|| no_body(&function)) {
                self.faults.push(fault);
            }
        } else if !self.sees(0, '{') && !self.sees(0, ';') && !self.ends_prototype(&function) {
            let fault = self.expected("`{` or `;` after a function's header");
            self.faults.push(fault);
        }
        if self.sees(0, '{') {
            function.body = self.block();
        } else {
            self.eat(';');
        }
        function.span.end = self.end();
        function
    }

    fn header(&mut self, function: &mut Function<'a>) -> Result<(), Fault> {
        if self.dotted() == Some("attribute") {
            self.eat_dotted();
            self.attribute(&mut Vec::new())?;
        }
        if function.kind == FunctionKind::Entry && self.sees(0, '(') {
            return Err(Fault::new(self.next_span(), "a kernel has no results")
                .help("write the parameters after the name"));
        }
        self.parameters(&mut function.returns)?;
        self.name_and_parameters(function)
    }

    /// Parses the header of a function from its name on.
    fn name_and_parameters(&mut self, function: &mut Function<'a>) -> Result<(), Fault> {
        let Some(name) = self.eat_kind(TokenKind::Word) else {
            return Err(self.expected("the name of a function"));
        };
        if matches!(name.text, "_" | "WARP_SZ") {
            let what = format!("`{}` cannot be the name of a function", name.text);
            self.faults.push(Fault::new(name.span.clone(), what));
        }
        function.name = name;
        self.parameters(&mut function.parameters)?;
        while !self.leaves_header() {
            let Some(directive) = self.header_directive() else { break };
            function.directives.push(directive);
        }
        Ok(())
    }

    /// Parses a list of parameters, `( … )`, if it is present.
    pub(super) fn parameters(
        &mut self,
        parameters: &mut Vec<Declaration<'a>>,
    ) -> Result<(), Fault> {
        if !self.eat('(') || self.eat(')') {
            return Ok(());
        }
        loop {
            parameters.push(self.parameter()?);
            if self.eat(')') {
                return Ok(());
            }
            if !self.eat(',') {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    /// Skips the rest of a faulty header.
    fn pass_header(&mut self) {
        while let Some(kind) = self.kind(0) {
            if matches!(kind, TokenKind::Punct('{' | '}' | ';') | TokenKind::Unclosed)
                || self.leaves_function()
            {
                return;
            }
            self.at += 1;
        }
    }
}

/// Reports an `.extern` function with a body.
fn no_body(function: &Function<'_>) -> Fault {
    let linkage = function.linkage.as_ref();
    let span = linkage.map_or(&function.name.span, |linkage| &linkage.span).clone();
    Fault::new(span, "an `.extern` function is defined elsewhere and cannot have a body").remove()
}
