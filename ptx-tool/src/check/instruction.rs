//! One instruction: asks the table, and gives its answer a place in the text.

use super::declarations::Meaning;
use super::{Checker, Finding, Level};
use ptx_isa::forms::{self, Effect};
use ptx_isa::fusion::Use;
use ptx_isa::operand::{self, Operand as Judged};
use ptx_isa::{
    At, Selection, Type, is_outside_program, reordered, select_for, select_in_program,
    spelt_in_program,
};
use ptx_text::{Found, Instruction, Operand, OperandKind, Span, Step, Word};

/// The forms that the words of an instruction spell, and what to say of their order.
type Forms = (Vec<Selection>, Option<Finding>);

impl<'a> Checker<'a> {
    pub(super) fn instruction(&mut self, instruction: &Instruction<'a>) {
        let form = match self.judge(instruction) {
            Ok(form) => form,
            Err(said) => {
                self.said.push(said);
                None
            }
        };
        self.follow(instruction, form.as_ref());
        self.last = form;
    }

    /// The form that an instruction has, if the table has it.
    fn judge(&mut self, instruction: &Instruction<'a>) -> Result<Option<Selection>, Finding> {
        if instruction.is_broken {
            return Ok(None);
        }
        if let Some(guard) = &instruction.guard {
            self.guard(&guard.predicate)?;
        }
        let mnemonic = &instruction.mnemonic;
        let mut words: Vec<_> = instruction.modifiers.iter().map(|word| word.text).collect();
        // So CUDA's headers spell it, and with them NVIDIA's compiler.
        if matches!(mnemonic.text, "min" | "max") && matches!(words[..], ["s32" | "s16x2", "relu"])
        {
            words.reverse();
        }
        if is_outside_program(mnemonic.text, &words) {
            let spelling = instruction.spelling();
            self.unchecked(mnemonic, format!("`{spelling}` is not in the instruction table"));
            return Ok(None);
        }
        if self.calls_an_address(instruction) {
            self.unchecked(mnemonic, "a call through an address is not looked into".into());
            return Ok(None);
        }
        let (forms, order) = self.forms(instruction, &words)?;
        let operands = self.operands(instruction, &forms)?;
        let form = operand::check(&forms, &operands).map_err(|fault| said(instruction, fault))?;
        if form.form.effect() == Some(Effect::Call) {
            self.call(instruction, form, &operands)?;
        }
        self.said.extend(order);
        Ok(Some(form.clone()))
    }

    fn unchecked(&mut self, mnemonic: &Word<'_>, message: String) {
        self.said.push(Finding::new(Level::Unchecked, mnemonic.span.clone(), message));
    }

    /// `call (%r1), %rd2, (%r3), prototype;`
    fn calls_an_address(&mut self, instruction: &Instruction<'a>) -> bool {
        let name = instruction.operands.iter().find_map(|operand| match &operand.kind {
            OperandKind::Name(name) => Some(name.text),
            _ => None,
        });
        let callee = name.and_then(|name| self.scopes.find(name));
        instruction.mnemonic.text == "call"
            && callee.is_some_and(|found| found.meaning != Meaning::Symbol)
    }

    fn forms(&mut self, instruction: &Instruction<'a>, words: &[&str]) -> Result<Forms, Finding> {
        let mnemonic = instruction.mnemonic.text;
        let dialect = &self.directives.dialect;
        let spelt = spelt_in_program(mnemonic, words, dialect);
        if !spelt.is_empty() {
            return Ok((spelt, None));
        }
        let in_order = reordered(mnemonic, words, dialect);
        if let Some(found) = in_order.filter(|found| found.is_taken_by_assembler) {
            let order = said(instruction, found.fault);
            return Ok((found.forms, Some(Finding { level: Level::Warning, ..order })));
        }
        // The reason takes long to find, so it is not looked for before.
        if forms::family(mnemonic).is_empty() {
            let forms = select_in_program(mnemonic, words, dialect);
            return forms.map(|forms| (forms, None)).map_err(|fault| said(instruction, fault));
        }
        // The help fits the operands.
        let known = instruction.operands.iter().map(|operand| self.read(operand, Type::B32));
        let known: Vec<_> = known.map(|o| o.unwrap_or(Judged::Host)).collect();
        let forms = select_for(mnemonic, words, &known, &self.directives.dialect);
        forms.map(|forms| (forms, None)).map_err(|fault| said(instruction, fault))
    }

    fn operands(
        &mut self,
        instruction: &Instruction<'a>,
        forms: &[Selection],
    ) -> Result<Vec<Judged>, Finding> {
        let effect = forms.first().and_then(|form| form.form.effect());
        let count = instruction.operands.len();
        let operands = instruction.operands.iter().enumerate().map(|(i, operand)| {
            let items = match &operand.kind {
                OperandKind::Vector(items) => u32::try_from(items.len()).ok(),
                _ => None,
            };
            let wanted = operand::expected_type(forms, count, i, items).unwrap_or(Type::B32);
            match (effect, &operand.kind) {
                (Some(Effect::Jump), OperandKind::Name(name)) => {
                    self.target(*name, operand, "label")
                }
                (Some(Effect::Switch), OperandKind::Name(name)) if i == 1 => {
                    self.target(*name, operand, "label")
                }
                (Some(Effect::Call), OperandKind::Name(name)) => {
                    self.target(*name, operand, "function")
                }
                (Some(Effect::Call), OperandKind::List(items)) => {
                    let items = items.iter().map(|item| self.read(item, wanted));
                    items.collect::<Result<_, _>>().map(Judged::List)
                }
                (Some(Effect::Load | Effect::Store), OperandKind::Address(items)) => {
                    self.address(items, &operand.span)
                }
                _ => self.read(operand, wanted),
            }
        });
        operands.collect()
    }

    fn guard(&mut self, guard: &Word<'a>) -> Result<(), Finding> {
        let found = self.scopes.find(guard.text);
        match found.map(|found| found.meaning) {
            Some(Meaning::Scalar(Type::Pred) | Meaning::Faulty) => Ok(()),
            Some(Meaning::Scalar(ty) | Meaning::Vector(_, ty)) => {
                let message = operand::not_a_guard(guard.text, ty.word());
                Err(Finding::error(guard.span.clone(), message))
            }
            Some(Meaning::Wide) => {
                let message = operand::not_a_guard(guard.text, "b128");
                Err(Finding::error(guard.span.clone(), message))
            }
            None if self.is_excerpt => Ok(()),
            Some(Meaning::Symbol) | None => Err(self.undeclared(guard, Type::Pred)),
        }
    }

    /// Passes what this instruction reads and writes to the checks of several instructions.
    fn follow(&mut self, instruction: &Instruction<'a>, form: Option<&Selection>) {
        let mut registers = Vec::new();
        for (i, operand) in instruction.operands.iter().enumerate() {
            let mut names = Vec::new();
            names_of(operand, &mut names);
            let place = if i == 0 { Use::First } else { Use::Source };
            for name in names {
                registers.extend(self.used(name).map(|found| (place, found.id)));
            }
        }
        // Of `bra` and `brx.idx`.
        let label = registers.last().map(|used| used.1);
        if let Some(guard) = &instruction.guard {
            let found = self.used(guard.predicate.text);
            registers.extend(found.map(|found| (Use::Guard, found.id)));
        }
        let is_guarded = instruction.guard.is_some();
        let at = instruction.spelling_span();
        self.fusion.step(form, (at.start, at.end), &registers, is_guarded);
        // An excerpt may begin in the middle of a chain.
        if let Some(form) = form.filter(|_| !self.is_excerpt) {
            self.carries.step(form, at, label, is_guarded);
        }
    }

    /// What a name means; an excerpt declares by use.
    fn used(&mut self, name: &'a str) -> Option<Found<Meaning>> {
        if self.is_excerpt && self.scopes.find(name).is_none() {
            let _ = self.scopes.declare(name, None, Meaning::Faulty);
        }
        self.scopes.find(name)
    }
}

/// The names in an operand.
fn names_of<'a>(operand: &Operand<'a>, names: &mut Vec<&'a str>) {
    match &operand.kind {
        OperandKind::Name(name) | OperandKind::Complement(name) => names.push(name.text),
        OperandKind::Sum(name, other) | OperandKind::Element(name, other) => {
            names.push(name.text);
            names_of(other, names);
        }
        OperandKind::Address(items) | OperandKind::Vector(items) | OperandKind::List(items) => {
            items.iter().for_each(|item| names_of(item, names));
        }
        OperandKind::Pair(both) => both.iter().for_each(|item| names_of(item, names)),
        OperandKind::Expression(expression) => {
            names.extend(expression.steps.iter().filter_map(|(step, _)| match step {
                Step::Name(name) => Some(name.text),
                _ => None,
            }));
        }
        OperandKind::Sink | OperandKind::Literal(_) | OperandKind::Text(_) => {}
    }
}

/// A fault of the table, where its word or operand is.
fn said(instruction: &Instruction<'_>, fault: ptx_isa::Fault) -> Finding {
    let element = |operand: &Operand<'_>, j: usize| match &operand.kind {
        OperandKind::Vector(items) => items.get(j).map(|item| item.span.clone()),
        OperandKind::Pair(both) => both.get(j).map(|item| item.span.clone()),
        _ => None,
    };
    let operand = |i: usize| instruction.operands.get(i);
    let at: Option<Span> = match fault.at {
        At::Mnemonic => None,
        At::Modifier(i) => instruction.modifiers.get(i).map(|word| word.span.clone()),
        At::Operand(i) => operand(i).map(|operand| operand.span.clone()),
        At::Element(i, j) => {
            operand(i).map(|operand| element(operand, j).unwrap_or(operand.span.clone()))
        }
    };
    Finding::error(at.unwrap_or_else(|| instruction.spelling_span()), fault.message)
}
