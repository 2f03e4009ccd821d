//! Notes about statements of C++ that nvcc accepts and that may not mean what the reader expects.

use super::resolve::Resolved;
use super::statement::{Direction, Statement};
use super::template::count;
use ptx_isa::forms::Effect;
use ptx_isa::{Code, Dialect, Message, Selection, Table, select_all};
use ptx_module::check::{Finding, Level};
use ptx_module::syntax::{
    Instruction, Name, Operand, OperandKind, Span, StateSpace, Statement as Parsed, Tree, Word,
    parse,
};

/// A statement, and what the notes need to know about its file.
pub(super) struct Context<'a> {
    /// The text of the file.
    pub(super) host: &'a str,
    pub(super) statement: &'a Statement,
    pub(super) resolved: &'a Resolved,
    pub(super) dialects: &'a [Dialect],
    /// The index of the dialect that is tried first.
    pub(super) last: usize,
    /// Whether the statement is `volatile`.
    pub(super) is_volatile: bool,
    /// Whether other statements of the file open or close braces around the statement.
    pub(super) is_in_braces: bool,
    /// The templates of all statements of the file.
    pub(super) templates: &'a [String],
}

impl Context<'_> {
    /// Returns the notes about the statement, with positions in the file. There is at most one of each kind.
    pub(super) fn notes(&self) -> Vec<Finding> {
        let tree = parse(&self.resolved.ptx.text);
        let mut instructions = Vec::new();
        let mut variables = Vec::new();
        let mut open: Vec<&Parsed<'_>> = tree.statements().collect();
        while let Some(statement) = open.pop() {
            match statement {
                Parsed::Instruction(one) => instructions.push(one),
                Parsed::Declaration(one) if one.space.value != StateSpace::Reg => {
                    variables.extend(one.names.iter().map(|name| name.name.text));
                }
                Parsed::Block(block) => open.extend(&block.statements),
                Parsed::Label(_) | Parsed::Declaration(_) | Parsed::Directive(_) => {}
            }
        }
        instructions.sort_by_key(|one| one.span.start);
        let forms: Vec<_> =
            instructions.into_iter().filter_map(|one| Some((one, self.form(one)?))).collect();
        let store = forms.iter().find_map(|(one, form)| self.store(one, form, &variables));
        let source = forms.iter().find_map(|(one, form)| self.source(one, form));
        [self.outside(&tree), store, source].into_iter().flatten().collect()
    }

    /// Returns the form of an instruction.
    fn form(&self, instruction: &Instruction<'_>) -> Option<Selection> {
        let words: Vec<_> = instruction.modifiers.iter().map(|word| word.text).collect();
        let mnemonic = instruction.mnemonic.text;
        let mut dialects = self.dialects[self.last..].iter().chain(self.dialects);
        let forms = dialects.find_map(|one| select_all(Table::Program, mnemonic, &words, one).ok());
        forms?.into_iter().next()
    }

    /// Returns a note at a part of the PTX text.
    fn note(&self, span: &Span, message: Message, code: Code) -> Option<Finding> {
        let span = self.resolved.ptx.place(span)?;
        Some(Finding::new(Level::Note, span, message).coded(code))
    }

    /// Notes the first register, variable or label that is declared outside of braces.
    fn outside(&self, tree: &Tree<'_>) -> Option<Finding> {
        let name = tree.statements().find_map(|statement| match statement {
            Parsed::Declaration(one) => one.names.first().map(|name| &name.name),
            Parsed::Label(name) if !self.is_unique(name) => Some(name),
            _ => None,
        });
        let name = name.filter(|_| !self.is_in_braces)?;
        let message = Message::new(format!("`{}` is declared outside of `{{ }}`", name.text)).note(
            "if nvcc inlines the function twice or unrolls a loop, ptxas rejects the duplicate",
        );
        let is_shared = self
            .templates
            .iter()
            .any(|text| *text != self.statement.template.text && count(text, name.text) > 0);
        let message = match is_shared {
            // Other statements could not use a name that is declared in braces.
            true => message,
            false => message.help("write `{` before the first statement and `}` after the last"),
        };
        self.note(&name.span, message, Code::Scope)
    }

    /// Returns whether a label contains `%=`, which nvcc replaces by a number that no other statement has.
    fn is_unique(&self, label: &Word<'_>) -> bool {
        self.resolved.ptx.place(&label.span).is_some_and(|span| self.host[span].contains("%="))
    }

    /// Notes an instruction that writes memory in a statement without `volatile` and `"memory"`. Ignores variables
    /// that the text declares.
    fn store(
        &self,
        instruction: &Instruction<'_>,
        form: &Selection,
        variables: &[&str],
    ) -> Option<Finding> {
        let clobbers = self.statement.clobbers.as_ref()?;
        let is_known = self.is_volatile || clobbers.iter().any(|one| one.name == "memory");
        let address = instruction.operands.iter().find_map(address);
        let is_variable = address.is_some_and(|name| variables.contains(&name.text));
        if is_known || is_variable || !writes_memory(form) {
            return None;
        }
        let spelling = instruction.spelling();
        let what = format!("`{spelling}` writes memory without `volatile` and `\"memory\"`");
        let message = Message::new(what)
            .note("nvcc may move, merge or delete the statement, because only its results count")
            .help("write `asm volatile`, and the clobber `\"memory\"` after the third `:`");
        self.note(&instruction.spelling_span(), message, Code::Clobber)
    }

    /// Notes an instruction whose destination is an operand that is only a source.
    fn source(&self, instruction: &Instruction<'_>, form: &Selection) -> Option<Finding> {
        let first = instruction.operands.first().filter(|_| form.is_destination(0))?;
        let mut names = Vec::new();
        written(first, &mut names);
        let (name, span) = names.into_iter().find(|(name, span)| {
            let index = name.text.strip_prefix('%').and_then(|digits| digits.parse::<usize>().ok());
            let operands = self.statement.operands.as_deref().unwrap_or_default();
            let operand = index.and_then(|index| operands.get(index));
            // A register that the text declares as `%%0` is also called `%0` in PTX.
            let is_hole = || {
                let place = self.resolved.ptx.place(span);
                place.is_some_and(|place| self.host[place].starts_with(name.text))
            };
            operand.is_some_and(|one| one.direction == Direction::Source) && is_hole()
        })?;
        let message = Message::new(format!("`{}` is written, but is a source", name.text))
            .note("nvcc assumes that the statement does not change its sources")
            .help("move the operand before the second `:`, and write `+` in its constraint");
        self.note(&span, message, Code::Source)
    }
}

/// Returns whether an instruction writes memory.
fn writes_memory(form: &Selection) -> bool {
    match form.form.effect() {
        Some(Effect::BulkCopy) => !form.modifiers.contains(&Some("prefetch")),
        Some(
            Effect::Store
            | Effect::Atomic
            | Effect::Reduction
            | Effect::AsyncCopy
            | Effect::MultimemStore
            | Effect::StoreMatrix
            | Effect::StoreFragment,
        ) => true,
        _ => false,
    }
}

/// Returns the name in an address.
fn address<'a>(operand: &Operand<'a>) -> Option<Name<'a>> {
    let OperandKind::Address(items) = &operand.kind else { return None };
    match items.first()?.kind {
        OperandKind::Name(name) | OperandKind::Sum(name, _) | OperandKind::Element(name, _) => {
            Some(name)
        }
        _ => None,
    }
}

/// Collects the names in a destination, with their positions.
fn written<'a>(operand: &Operand<'a>, names: &mut Vec<(Name<'a>, Span)>) {
    match &operand.kind {
        OperandKind::Name(name) => names.push((*name, operand.span.clone())),
        OperandKind::Vector(items) => items.iter().for_each(|item| written(item, names)),
        OperandKind::Pair(both) => both.iter().for_each(|item| written(item, names)),
        _ => {}
    }
}
