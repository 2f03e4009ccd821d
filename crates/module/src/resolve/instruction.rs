//! Resolves instructions: selects their form in the instruction table and resolves their operands.

use crate::resolve::operand::{Operand, judged};
use crate::resolve::read::whole;
use crate::resolve::resolver::{Guard, Resolver};
use crate::resolve::{Fault, Meaning, RegisterType, Role, Spans, Symbol};
use crate::syntax::{
    DirectiveName, FunctionKind, Instruction as Written, Name, Operand as WrittenOperand,
    OperandKind, StateSpace,
};
use ptx_isa::forms::{Effect, Shape};
use ptx_isa::operand::{self, Operand as Judged, Operands};
use ptx_isa::{
    At, Code, Help, Message, Missing, Part, Selection, Table, Type, absent_special_register,
    arguments, assignment, control_of, reordered, select_all, special_elements,
    unprepared_special_register, words_of_opcode,
};
use std::rc::Rc;

/// A resolved instruction.
#[derive(Clone, Debug)]
pub struct Instruction<'a> {
    /// The parsed instruction.
    pub written: &'a Written<'a>,
    /// The guard, if any.
    pub guard: Option<Guard>,
    /// The form of the instruction table and the written modifiers.
    pub selection: Selection,
    /// The resolved operands.
    pub operands: Vec<Operand<'a>>,
    /// A warning if the modifiers are in an order that `ptxas` accepts and the PTX manual does not
    /// list.
    pub order: Option<Fault>,
}

/// Checks that no white space stands inside of the token of the mnemonic.
///
/// ```
/// use ptx_module::syntax::{Statement, parse};
///
/// let module = parse("cp.async .wait_all;");
/// let Some(Statement::Instruction(copy)) = module.statements().next() else { panic!() };
/// let fault = ptx_module::resolve::joined(copy).unwrap_err();
/// assert_eq!(fault.message.what, "white space before `.wait_all`");
/// ```
///
/// # Errors
/// Returns a fault at the first word of the token that does not directly follow its predecessor.
pub fn joined(written: &Written<'_>) -> Result<(), Fault> {
    let mnemonic = &written.mnemonic;
    let count = words_of_opcode(mnemonic.text, &words(written));
    let mut end = mnemonic.span.end;
    for word in &written.modifiers[..count] {
        if word.span.start != end {
            let joined = written.modifiers[..count].iter().map(|word| word.text);
            let joined: Vec<_> = std::iter::once(mnemonic.text).chain(joined).collect();
            let joined = joined.join(".");
            let message = Message::new(format!("white space before `.{}`", word.text))
                .coded(Code::Modifier)
                .note(format!("`{joined}` is one word of PTX"))
                .help(Help::write(Part::Spelling, written.spelling()));
            return Err(Fault::new(word.span.clone(), message));
        }
        end = word.span.end;
    }
    Ok(())
}
/// The maximum length of an operand that a help shows.
const LONGEST_OPERAND: usize = 80;

/// The forms with a given mnemonic and modifiers, and a warning if only `ptxas` accepts the order
/// of the modifiers.
type Forms = (Rc<[Selection]>, Option<Fault>);

impl<'a> Resolver<'a> {
    /// Resolves an instruction.
    ///
    /// # Errors
    /// Returns the first fault of the instruction.
    pub fn instruction(&mut self, written: &'a Written<'a>) -> Result<Instruction<'a>, Fault> {
        self.current = Some(written);
        let resolved = self.resolved(written).map_err(|fault| Fault {
            mnemonic: Some(written.spelling()),
            place: Some(Box::new(Spans::of(written))),
            ..fault.coded(Code::Operand)
        });
        self.current = None;
        resolved
    }

    fn resolved(&mut self, written: &'a Written<'a>) -> Result<Instruction<'a>, Fault> {
        if let Some(operator) = &written.operator {
            return Err(self.assignment(written, operator));
        }
        let guard = written.guard.as_ref().map(|guard| self.resolve_guard(guard)).transpose()?;
        joined(written)?;
        let (forms, order) = self.forms(written)?;
        let operands = self.operands(written, &forms)?;
        let described: Vec<_> = operands.iter().map(|one| judged(one, &self.registers)).collect();
        let chosen = operand::check_in_program(&forms, &described).map_err(|fault| {
            let texts = self.texts(written);
            let shown = Operands::written(&described, &texts);
            located(written, operand::with_cure(fault, &forms, shown, &self.dialect))
        })?;
        chosen
            .check_addresses(&described, &self.dialect)
            .map_err(|fault| located(written, fault))?;
        if chosen.form.effect() == Some(Effect::Call) {
            self.call(written, chosen, &operands).map_err(|fault| fault.coded(Code::Call))?;
        }
        self.special_registers(written, &operands)?;
        self.check_spaces(written, chosen, &operands)?;
        self.parameter(written, chosen, &operands)?;
        self.addresses(written, chosen, &operands)?;
        Ok(Instruction { written, guard, selection: chosen.clone(), operands, order })
    }

    /// Returns whether an instruction calls the address in a register, as in `call (%r1), %rd2,
    /// (%r3), prototype;`.
    pub fn calls_an_address(&mut self, written: &Written<'a>) -> bool {
        let name = written.operands.iter().find_map(|operand| match &operand.kind {
            OperandKind::Name(name) => Some(name.text),
            _ => None,
        });
        written.mnemonic.text == "call"
            && name.is_some_and(|name| matches!(self.meaning(name), Some(Meaning::Register(_))))
    }

    pub(crate) fn forms(&mut self, written: &Written<'a>) -> Result<Forms, Fault> {
        let text = written.spelling();
        if let Some(forms) = self.selected.get(&text) {
            return Ok((Rc::clone(forms), None));
        }
        let mnemonic = written.mnemonic.text;
        let words = words(written);
        let dialect = self.dialect.clone();
        match select_all(Table::Program, mnemonic, &words, &dialect) {
            Ok(forms) => Ok((Rc::clone(self.selected.entry(text).or_insert(forms.into())), None)),
            Err(missing) => self.other_forms(written, &words, missing),
        }
    }

    /// Finds the forms for modifiers in another order, or reports why no form matches.
    fn other_forms(
        &mut self,
        written: &Written<'a>,
        words: &[&str],
        missing: Missing<'_>,
    ) -> Result<Forms, Fault> {
        let mnemonic = written.mnemonic.text;
        let in_order = reordered(mnemonic, words, &self.dialect);
        if let Some(found) = in_order.filter(|found| found.is_taken_by_assembler) {
            return Ok((found.forms.into(), Some(located(written, found.fault))));
        }
        // Pass the operands, so that the help text of the fault fits the operands.
        let known = written.operands.iter().map(|operand| {
            let known = match &operand.kind {
                OperandKind::Address(items) => {
                    self.address(items, &operand.span, &written.modifiers)
                }
                _ => self.operand(operand, Type::B32),
            };
            known.map_or(Judged::Host, |operand| judged(&operand, &self.registers))
        });
        let (known, texts): (Vec<_>, _) = (known.collect(), self.texts(written));
        let known = Operands::written(&known, &texts);
        let fault = missing.explain_for(known);
        let fault = match (control_of(mnemonic), words) {
            (Some(jump), []) if fault.message.code == Code::Instruction => {
                // `jump` is a whole statement if it replaces a CUDA function (`__…`) or has operands.
                fault.help(match mnemonic.starts_with("__") || jump.contains(' ') {
                    true => Help::write(Part::Statement, format!("{jump};")),
                    false => {
                        Help::write(Part::Mnemonic, jump).and(&format!(" in place of `{mnemonic}`"))
                    }
                })
            }
            _ => fault,
        };
        Err(located(written, fault))
    }

    /// Returns the text of each operand as a help shows it.
    fn texts(&self, written: &Written<'_>) -> Vec<Option<String>> {
        let text = |operand: &WrittenOperand<'_>| {
            let text = &self.text[operand.span.clone()];
            let is_short =
                text.len() <= LONGEST_OPERAND && !text.contains("//") && !text.contains("/*");
            is_short.then(|| text.split_whitespace().collect::<Vec<_>>().join(" "))
        };
        written.operands.iter().map(text).collect()
    }

    fn operands(
        &mut self,
        written: &Written<'a>,
        forms: &[Selection],
    ) -> Result<Vec<Operand<'a>>, Fault> {
        let operands = written.operands.iter().enumerate();
        operands.map(|(i, operand)| self.resolved_operand(written, forms, i, operand)).collect()
    }

    /// Resolves one operand.
    fn resolved_operand(
        &mut self,
        written: &Written<'a>,
        forms: &[Selection],
        i: usize,
        operand: &WrittenOperand<'a>,
    ) -> Result<Operand<'a>, Fault> {
        let effect = forms.first().and_then(|form| form.form.effect());
        let count = written.operands.len();
        let items = match &operand.kind {
            OperandKind::Vector(items) => u32::try_from(items.len()).ok(),
            _ => None,
        };
        let wanted = operand::expected_type(forms, count, i, items).unwrap_or(Type::B32);
        match (effect, &operand.kind) {
            (Some(Effect::Jump), OperandKind::Name(name)) => self.jump(*name, operand),
            (Some(Effect::Switch), OperandKind::Name(name)) if i == 1 => self.jump(*name, operand),
            (Some(Effect::Jump), OperandKind::Sum(..) | OperandKind::Element(..)) => {
                Err(Fault::new(operand.span.clone(), "expected a label without an offset"))
            }
            (Some(Effect::Load | Effect::Store), OperandKind::Element(..)) => {
                // `table[1]` is an address without further brackets.
                Ok(match self.operand(operand, wanted)? {
                    Operand::Symbol(symbol) => {
                        let base = Operand::Symbol(Symbol { offset: 0, ..symbol });
                        Operand::Address(Box::new(base), symbol.offset)
                    }
                    resolved => resolved,
                })
            }
            (Some(Effect::Call), OperandKind::Name(name)) => self.callee(*name, operand),
            (Some(Effect::Call), OperandKind::List(items)) => {
                let items = items.iter().map(|item| self.operand(item, wanted));
                items.collect::<Result<_, _>>().map(Operand::List)
            }
            (Some(_), OperandKind::Address(items)) => {
                self.address(items, &operand.span, &written.modifiers)
            }
            (_, OperandKind::List(items)) if bracketed(written, forms, i).is_some() => {
                let items = items.iter().map(|item| &self.text[item.span.clone()]);
                let items = items.collect::<Vec<_>>().join(", ");
                let (what, open, close) = bracketed(written, forms, i).unwrap_or_default();
                let message =
                    Message::new(format!("expected {what} in `{open}…{close}`, found `(`"));
                let help = Help::write(Part::Word, format!("{open}{items}{close}"));
                Err(Fault::new(operand.span.clone(), message.help(help)))
            }
            (None, OperandKind::Address(_)) => {
                Err(Fault::new(operand.span.clone(), self.address_in(written, i)))
            }
            (_, OperandKind::Vector(items))
                if items.len() == 1
                    && !matches!(items[0].kind, OperandKind::Vector(_))
                    && is_scalar_in_braces(written, forms, i) =>
            {
                self.operand(&items[0], wanted)
            }
            _ => {
                let resolved = self.operand(operand, wanted)?;
                Ok(self.spread(written, forms, i, resolved))
            }
        }
    }

    /// Expands a vector register or special register into its elements if the instruction expects a
    /// vector of the register's length. Examples are the register `v` in `ld.global.v4.f32 v, [a]`,
    /// and `%tid`.
    fn spread(
        &self,
        written: &Written<'a>,
        forms: &[Selection],
        i: usize,
        resolved: Operand<'a>,
    ) -> Operand<'a> {
        let length = |form: &Selection| form.elements(form.operand(i)?);
        let Some(length) = forms.first().and_then(length) else { return resolved };
        if !written.modifiers.iter().any(|word| word.text == format!("v{length}")) {
            return resolved;
        }
        match resolved {
            Operand::Register(id) => match self.registers[id].ty {
                RegisterType::Vector(n, _) if n == length => {
                    Operand::Vector((0..n).map(|part| Operand::Element(id, part)).collect())
                }
                _ => resolved,
            },
            Operand::Special(Name { text, part: None }) => {
                let parts = special_elements(text).iter();
                let parts = parts.map(|part| Operand::Special(Name { text, part: Some(part) }));
                match parts.collect::<Vec<_>>() {
                    parts if u32::try_from(parts.len()) == Ok(length) => Operand::Vector(parts),
                    _ => resolved,
                }
            }
            _ => resolved,
        }
    }

    /// Reports an address as an operand of an instruction that does not access memory. For `mov`, suggests the load
    /// or store.
    fn address_in(&self, written: &Written<'a>, i: usize) -> Message {
        let message = Message::new("expected a register or a literal, found `[…]`")
            .note("only memory instructions, such as `ld` and `st`, have addresses");
        let mnemonic = if i == 0 { "st" } else { "ld" };
        let words = words(written);
        let is_there = select_all(Table::Program, mnemonic, &words, &self.dialect).is_ok();
        let is_copy = written.mnemonic.text == "mov" && written.operands.len() == 2 && is_there;
        if !is_copy || matches!(written.operands[1 - i].kind, OperandKind::Address(_)) {
            return message.help("load the value into a register first");
        }
        let [first, second] = [0, 1].map(|i| &self.text[written.operands[i].span.clone()]);
        let words = words.join(".");
        message.help(Help::write(Part::Statement, format!("{mnemonic}.{words} {first}, {second};")))
    }

    /// Reports a statement in C syntax, such as `%f1 = %f2 + %f3;`.
    fn assignment(&mut self, written: &Written<'a>, operator: &str) -> Fault {
        let destination = written.mnemonic.text;
        let sources = written.operands.iter().filter_map(|one| match &one.kind {
            OperandKind::Name(name) => Some(name.text),
            OperandKind::Literal(literal) => Some(literal.digits),
            _ => None,
        });
        let sources: Vec<_> = sources.collect();
        let mut ty = |name| match self.meaning(name) {
            Some(Meaning::Register(RegisterType::Scalar(ty))) => Some(ty),
            _ => None,
        };
        let (ty, source) = (ty(destination), sources.first().and_then(|name| ty(name)));
        let message = assignment(destination, ty, operator, &sources, source, &self.dialect);
        Fault::new(written.span.clone(), message)
    }

    /// Reports a store to a parameter of the current function, and a load from a result.
    fn parameter(
        &self,
        written: &Written<'a>,
        chosen: &Selection,
        operands: &[Operand<'a>],
    ) -> Result<(), Fault> {
        let is_param = |word: &&str| matches!(*word, "param" | "param::func" | "param::entry");
        if !chosen.modifiers.iter().flatten().any(is_param) {
            return Ok(());
        }
        for (operand, written) in operands.iter().zip(&written.operands) {
            let Operand::Address(base, _) = operand else { continue };
            let Operand::Symbol(Symbol { name, meaning: Meaning::Variable(id), .. }) = **base
            else {
                continue;
            };
            let message = match (self.variables[id].role, chosen.form.effect()) {
                (Role::Parameter, Some(Effect::Store)) => arguments::read_only(name),
                (Role::Result, Some(Effect::Load)) => arguments::write_only(name),
                _ => continue,
            };
            return Err(Fault::new(written.span.clone(), message));
        }
        Ok(())
    }

    /// Reports the address of a `.param` variable of the body, and a register that is too narrow for the address of a
    /// `.global` variable.
    fn addresses(
        &self,
        written: &Written<'a>,
        chosen: &Selection,
        operands: &[Operand<'a>],
    ) -> Result<(), Fault> {
        if chosen.form.effect() == Some(Effect::Call) {
            return Ok(());
        }
        for (operand, item) in operands.iter().zip(&written.operands) {
            let Operand::Symbol(symbol) = operand else { continue };
            let fault = |message| Err(Fault::new(item.span.clone(), message));
            let name = symbol.name;
            if let Meaning::Variable(id) = symbol.meaning
                && self.variables[id].role == Role::Local
                && self.variables[id].declaration.space.value == StateSpace::Param
            {
                let message = Message::new(format!("`{name}` has no address"));
                let message = message.note("the arguments and results of a call have no address");
                return fault(message.help("access it with `ld.param` and `st.param`"));
            }
            let is_narrow = written.modifiers.iter().any(|word| {
                Type::from_word(word.text).is_some_and(|ty| ty.bits() == Type::U32.bits())
            });
            // `ptxas` accepts `table+4`, but neither `table` nor `table[1]`.
            let is_sum = matches!(item.kind, OperandKind::Sum(..));
            if self.has_wide_addresses
                && is_narrow
                && !is_sum
                && written.mnemonic.text == "mov"
                && self.space(symbol) == Some(StateSpace::Global)
            {
                let message = Message::new(format!("the address of `{name}` has 64 bits"))
                    .note("the module has `.address_size 64`")
                    .help("read it with `mov.u64` into a `.b64` register");
                return fault(message);
            }
        }
        Ok(())
    }

    /// Reports a special register that the PTX version or the target does not have.
    fn special_registers(
        &self,
        written: &Written<'a>,
        operands: &[Operand<'a>],
    ) -> Result<(), Fault> {
        for (operand, written) in operands.iter().zip(&written.operands) {
            let name = match operand {
                Operand::Special(name) => name,
                Operand::Vector(items) => match items.first() {
                    Some(Operand::Special(name)) => name,
                    _ => continue,
                },
                _ => continue,
            };
            if let Some(message) = absent_special_register(name.text, &self.dialect) {
                return Err(Fault::new(written.span.clone(), message));
            }
            let kernel = self.function.filter(|function| function.kind == FunctionKind::Entry);
            let words = kernel.map(|kernel| kernel.directives.iter().map(|one| one.name.text));
            if let Some(message) =
                words.and_then(|words| unprepared_special_register(name.text, words))
            {
                return Err(Fault::new(written.span.clone(), message));
            }
        }
        Ok(())
    }

    /// Checks that the label in a `brx.idx` is the label of an earlier `.branchtargets`, as `ptxas` requires.
    ///
    /// # Errors
    /// Returns a fault at the label.
    pub fn listed_before(&self, instruction: &Instruction<'a>) -> Result<(), Fault> {
        if instruction.selection.form.effect() != Some(Effect::Switch) {
            return Ok(());
        }
        let (label, written) = (instruction.operands.get(1), instruction.written.operands.get(1));
        let (Some(Operand::Symbol(Symbol { meaning: Meaning::Label(id), .. })), Some(written)) =
            (label, written)
        else {
            return Ok(());
        };
        let list = self.prototypes.get(id).filter(|one| {
            one.is(DirectiveName::BranchTargets) && one.span.start < written.span.start
        });
        if self.is_inline || list.is_some() {
            return Ok(());
        }
        let message = Message::new("expected the label of an earlier `.branchtargets`");
        let help = "the directive precedes the instruction: `T: .branchtargets L0, L1;`";
        Err(Fault::new(written.span.clone(), message.help(help)).coded(Code::Operand))
    }

    /// Resolves the label of a jump.
    fn jump(&mut self, name: Name<'a>, operand: &WrittenOperand<'a>) -> Result<Operand<'a>, Fault> {
        whole(name, &operand.span)?;
        let meaning = match self.is_excerpt {
            true => Meaning::Undeclared,
            false => Meaning::Label(self.target(name.text, &operand.span)?),
        };
        Ok(Operand::Symbol(Symbol::new(name.text, meaning)))
    }
}

/// Returns the kind of an operand that needs other brackets than its parentheses, and these brackets.
fn bracketed(
    written: &Written<'_>,
    forms: &[Selection],
    i: usize,
) -> Option<(&'static str, char, char)> {
    let OperandKind::List(items) = &written.operands.get(i)?.kind else { return None };
    let form = forms.first()?;
    let slot = form.form.operands.get(i)?;
    let is_vector = form.elements(slot).is_some_and(|n| n as usize == items.len());
    let is_copy = written.mnemonic.text == "mov"
        && written.modifiers.iter().any(|word| matches!(word.text, "b16" | "b32" | "b64" | "b128"))
        && matches!(items.len(), 2 | 4);
    match slot.shape {
        Shape::Address if items.len() == 1 => Some(("an address", '[', ']')),
        Shape::Value if is_vector && items.len() > 1 || is_copy => Some(("a vector", '{', '}')),
        _ => None,
    }
}

/// Returns whether `ptxas` reads the operand `{a}` as `a`.
fn is_scalar_in_braces(written: &Written<'_>, forms: &[Selection], i: usize) -> bool {
    let others = written.operands.iter().enumerate().filter(|(j, _)| *j != i);
    let elements = others.filter_map(|(_, operand)| match &operand.kind {
        OperandKind::Vector(items) => Some(items.len()),
        _ => None,
    });
    operand::takes_vector_of_one(forms, i, elements.max())
}

/// Returns the modifiers of an instruction. Moves a `.relu` of `min` or `max` before the type,
/// because CUDA's headers and NVIDIA's compiler write `.relu` after the type.
#[must_use]
pub fn words<'a>(written: &Written<'a>) -> Vec<&'a str> {
    let mut words: Vec<_> = written.modifiers.iter().map(|word| word.text).collect();
    let is_min_or_max = matches!(written.mnemonic.text, "min" | "max");
    if is_min_or_max && matches!(words[..], ["s32" | "s16x2", "relu"]) {
        words.reverse();
    }
    words
}

/// Adds a position in the text to a fault of the instruction table: the span of the faulty word or
/// operand.
#[must_use]
pub fn located(written: &Written<'_>, fault: ptx_isa::Fault) -> Fault {
    let element = |operand: &WrittenOperand<'_>, j: usize| match &operand.kind {
        OperandKind::Vector(items) => items.get(j).map(|item| item.span.clone()),
        OperandKind::Pair(both) => both.get(j).map(|item| item.span.clone()),
        _ => None,
    };
    let operand = |i: usize| written.operands.get(i);
    let at = match fault.at {
        At::Mnemonic => None,
        At::Modifier(i) => written.modifiers.get(i).map(|word| word.span.clone()),
        At::Operand(i) => operand(i).map(|operand| operand.span.clone()),
        At::Element(i, j) => {
            operand(i).map(|operand| element(operand, j).unwrap_or(operand.span.clone()))
        }
    };
    let mut message = fault.message;
    if let Some(guard) = &written.guard {
        let sign = if guard.is_negated { "!" } else { "" };
        let guard = format!("@{sign}{}", guard.predicate.text);
        message.help = message.help.map(|help| Box::new(help.guarded(&guard)));
    }
    let place = Some(Box::new(Spans::of(written)));
    Fault { place, ..Fault::new(at.unwrap_or_else(|| written.spelling_span()), message) }
}
