//! Reads the PTX texts in `tests/ptx`, and writes a syntax tree as text.

#![expect(dead_code, reason = "each test uses a part")]

use ptx_module::syntax::lexer::{TokenKind, tokens};
use ptx_module::syntax::{
    Block, Declaration, Directive, Function, Instruction, Item, Name, Operand, OperandKind, Source,
    Span, Statement, Tree, Word,
};
use std::path::PathBuf;

/// Returns the PTX texts of this crate, and the texts in the folder that `PTX_SAMPLES` names.
pub(crate) fn sources() -> Vec<Source> {
    let ours = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ptx");
    let samples = std::env::var_os("PTX_SAMPLES").map(PathBuf::from);
    let mut files: Vec<_> = std::iter::once(ours)
        .chain(samples)
        .flat_map(|folder| std::fs::read_dir(folder).expect("a folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ptx"))
        .collect();
    files.sort();
    assert!(files.len() >= 7);
    let read = |path: &PathBuf| {
        Source::new(&path.display().to_string(), &std::fs::read(path).expect("a text"))
    };
    files.iter().map(read).collect()
}

pub(crate) fn source(name: &str) -> Source {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ptx").join(name);
    Source::new(name, &std::fs::read(path).expect("a text"))
}

/// Returns the part of a text in `span`, without blanks and comments.
pub(crate) fn squeezed(text: &str, span: &Span) -> String {
    tokens(&text[span.clone()]).0.into_iter().map(|token| &text[span.clone()][token.span]).collect()
}

/// A writer of a syntax tree as text. It also records the spans of the words in the tree.
pub(crate) struct Writer<'a> {
    text: &'a str,
    /// The spans of the words, numbers and strings in the tree.
    pub(crate) words: Vec<Span>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, words: Vec::new() }
    }

    pub(crate) fn module(&mut self, module: &Tree<'_>) {
        for item in &module.items {
            match item {
                Item::Function(function) => self.function(function),
                Item::Statement(statement) => self.statement(statement),
            }
        }
    }

    fn function(&mut self, function: &Function<'_>) {
        self.words.extend(function.linkage.iter().map(|linkage| after_dot(&linkage.span)));
        self.word(&function.name);
        for parameter in function.returns.iter().chain(&function.parameters) {
            self.declaration(parameter);
        }
        for directive in &function.directives {
            self.directive(directive);
        }
        function.body.iter().for_each(|body| self.block(body));
    }

    fn block(&mut self, block: &Block<'_>) {
        assert!(self.text[block.span.clone()].starts_with('{'));
        assert!(self.text[block.span.clone()].ends_with('}'));
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::Label(name) => self.word(name),
            Statement::Declaration(declaration) => self.declaration(declaration),
            Statement::Instruction(instruction) => self.instruction(instruction),
            Statement::Directive(directive) => self.directive(directive),
            Statement::Block(block) => self.block(block),
        }
    }

    fn directive(&mut self, directive: &Directive<'_>) {
        // Record every word of the directive's text, because the tree does not contain all
        // words: it omits the body of `.section` and some parts of names with dots.
        self.every_word(&directive.span);
    }

    fn declaration(&mut self, declaration: &Declaration<'_>) {
        let first = declaration.names[0].name.span.start;
        self.every_word(&(declaration.span.start..first));
        for name in &declaration.names {
            self.word(&name.name);
            name.range.iter().for_each(|count| self.word(count));
            for size in name.dimensions.iter().flatten().chain(&name.initialiser) {
                let written = self.operand(size);
                assert_eq!(written, squeezed(self.text, &size.span));
            }
        }
    }

    fn instruction(&mut self, instruction: &Instruction<'_>) {
        let mut written = String::new();
        if let Some(guard) = &instruction.guard {
            written.push_str(if guard.is_negated { "@!" } else { "@" });
            written.push_str(guard.predicate.text);
            self.word(&guard.predicate);
        }
        written.push_str(instruction.mnemonic.text);
        self.word(&instruction.mnemonic);
        for word in &instruction.modifiers {
            written.push('.');
            written.push_str(word.text);
            self.words.push(after_dot(&word.span));
        }
        written.push_str(&self.list(&instruction.operands));
        written.push(';');
        assert_eq!(written, squeezed(self.text, &instruction.span));
    }

    fn list(&mut self, operands: &[Operand<'_>]) -> String {
        operands.iter().map(|operand| self.operand(operand)).collect::<Vec<_>>().join(",")
    }

    /// Returns an operand without blanks.
    fn operand(&mut self, operand: &Operand<'_>) -> String {
        let whole = operand.span.clone();
        let name_span = whole.start..self.text.len();
        match &operand.kind {
            OperandKind::Name(name) => self.name(*name, &name_span),
            OperandKind::Sum(name, offset) => {
                let sign = if self.text[offset.span.clone()].starts_with('-')
                    && !squeezed(self.text, &whole).contains("+-")
                {
                    ""
                } else {
                    "+"
                };
                self.name(*name, &name_span) + sign + &self.operand(offset)
            }
            OperandKind::Element(name, index) => {
                format!("{}[{}]", self.name(*name, &name_span), self.operand(index))
            }
            OperandKind::Complement(name) => {
                format!("!{}", self.name(*name, &(name_span.start + 1..name_span.end)))
            }
            OperandKind::Address(operands) => format!("[{}]", self.list(operands)),
            OperandKind::Vector(operands) => format!("{{{}}}", self.list(operands)),
            OperandKind::List(operands) => format!("({})", self.list(operands)),
            OperandKind::Pair(both) => {
                format!("{}|{}", self.operand(&both[0]), self.operand(&both[1]))
            }
            OperandKind::Literal(literal) => {
                self.every_word(&whole);
                literal.to_string()
            }
            OperandKind::Sink | OperandKind::Text(_) | OperandKind::Expression(_) => {
                self.every_word(&whole);
                squeezed(self.text, &whole)
            }
        }
    }

    fn name(&mut self, name: Name<'_>, within: &Span) -> String {
        let start = within.start;
        assert!(self.text[within.clone()].starts_with(name.text));
        self.words.push(start..start + name.text.len());
        let Some(part) = name.part else { return name.text.into() };
        let dot = start + name.text.len();
        self.words.push(dot + 1..dot + 1 + part.len());
        format!("{}.{part}", name.text)
    }

    fn word(&mut self, word: &Word<'_>) {
        assert_eq!(&self.text[word.span.clone()], word.text);
        self.words.push(word.span.clone());
    }

    fn every_word(&mut self, span: &Span) {
        for token in tokens(&self.text[span.clone()]).0 {
            if is_word(token.kind) {
                self.words.push(span.start + token.span.start..span.start + token.span.end);
            }
        }
    }
}

pub(crate) fn is_word(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Word | TokenKind::Number | TokenKind::Text)
}

fn after_dot(span: &Span) -> Span {
    span.start + 1..span.end
}
