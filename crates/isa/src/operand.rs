//! Operands of instructions, and the checks of their shapes and types.

mod address;
mod cure;
mod fit;
mod matrix;
mod program;
mod role;
mod shape;
mod shown;
mod text;

use crate::code::Code;
use crate::describe::choice;
use crate::fault::{At, Fault};
use crate::forms::{
    Compute, Effect, Literals, Numbers, OperandSlot, Output, Passed, Second, Shape,
};
use crate::lanes::Lanes;
use crate::literal::Literal;
use crate::message::Message;
use crate::selection::Selection;
use crate::types::{Kind, Type};
pub use address::needs_long_address;
pub use cure::with_cure;
pub use program::{check_in_program, takes_vector_of_one};
use shape::{without_bar, wrong_count, wrong_shape};
pub use shown::Operands;
pub(crate) use shown::text;

/// An operand, as a caller describes it for the checks.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A declared register. The type is `None` if its declaration is faulty; the type is then not
    /// checked.
    Register {
        /// The name as written, to show in messages.
        name: String,
        /// The type in the register's declaration.
        ty: Option<Type>,
    },
    /// `!p`: the complement of a predicate.
    Complement(Box<Operand>),
    /// `-a`: an operand with a minus sign.
    Negated(Box<Operand>),
    /// A Rust variable or expression, whose type rustc checks.
    Host,
    /// A literal.
    Immediate(Literal),
    /// `{a, b}`: a vector.
    Vector(Vec<Operand>),
    /// `_`: a discarded result.
    Sink,
    /// `[a]`, `[a+4]`: an address. Only the base `a` is stored.
    Address(Box<Operand>),
    /// `[map, {c0, c1}]`: the address of a tensor map, and the coordinates.
    Tensor(Box<Operand>, Vec<Operand>),
    /// `(a, b)`: the arguments or the results of a call.
    List(Vec<Operand>),
    /// `p|q`: the two results of a comparison, or a result and a predicate.
    Pair(Box<[Operand; 2]>),
    /// `a.b7654`: an operand with selected lanes (bytes or halves).
    Lanes {
        /// The operand before the dot.
        of: Box<Operand>,
        /// The word after the dot.
        word: String,
    },
    /// `%tid.x`: a special register.
    Special(String),
    /// The address of a variable, a function or a label.
    Symbol(String),
    /// A vector register. The type table does not contain its type.
    Wide {
        /// The name as written.
        name: String,
        /// The declared type, such as `v2 .f32`.
        declared: String,
        /// The total width in bits.
        bits: u32,
    },
}

impl Operand {
    /// Returns the word that selects the lanes of an operand, such as `b7654`, if there is one.
    pub(crate) fn lanes(&self) -> Option<&str> {
        match self {
            Self::Lanes { word, .. } => Some(word),
            Self::Negated(inner) => inner.lanes(),
            _ => None,
        }
    }
}

/// Returns the form of `forms` that accepts these operands.
///
/// # Errors
/// Returns a fault if no form accepts the operands. If no form has this number of operands or these shapes, the fault
/// is about the number or the shape. Otherwise the fault is at the first operand that does not fit.
pub fn check<'a>(forms: &'a [Selection], operands: &[Operand]) -> Result<&'a Selection, Fault> {
    let first = &forms[0];
    let same_count = |s: &&Selection| s.takes_count(operands.len());
    let Some(counted) = forms.iter().find(same_count) else {
        let fault = without_bar(forms, operands);
        let fault = fault.unwrap_or_else(|| wrong_count(first, operands.len()));
        return Err(fault.coded(Code::Count));
    };
    let same_shape = |s: &&Selection| {
        same_count(s) && s.operands().zip(operands).all(|(slot, o)| s.shape_fits(slot, o))
    };
    let fits = |s: &&Selection| same_shape(s) && s.check_all(operands).is_ok();
    if let Some(chosen) = forms.iter().find(fits) {
        return Ok(chosen);
    }
    let Some(chosen) = forms.iter().find(same_shape) else {
        return Err(wrong_shape(forms, counted, operands).coded(Code::Operand));
    };
    chosen.check_all(operands).map(|()| chosen)
}

/// Reports a guard that is not a `.pred` register.
#[must_use]
pub fn not_a_guard(name: &str, declared: &str) -> Message {
    mismatched(name, declared, "`.pred`")
        .help("compare first, such as `setp.ne.u32 p, x, 0;`, then write `@p`")
}

/// Reports an operand that is not from 0 to 255. The argument `name` is the name in the manual.
#[must_use]
pub fn not_a_byte(name: &str, found: &str) -> Message {
    Message::new(format!("`{name}` must be from 0 to 255, found {found}"))
}

/// Reports an operand outside of the set that the form accepts.
fn out_of_set(name: &str, numbers: Numbers, found: &str) -> Message {
    Message::new(format!("`{name}` must be {numbers}, found {found}"))
}

const PART: &str = "it is part of the instruction, so it must be a constant";

/// Reports a destination without the required selection of a byte or half (`d.b0`).
fn no_place() -> Message {
    Message::new("expected a selector after the destination")
        .note("the result replaces a byte or half of `c`, unless `.add`, `.min` or `.max` combines it with `c`")
        .help("after the destination, add `.b0` to `.b3`, `.h0` or `.h1`")
}

/// Reports a minus sign before an operand of an instruction that does not support minus signs.
fn no_sign(spelling: &str) -> Message {
    Message::new(format!("`-` before an operand is not supported by `{spelling}`"))
}

/// Reports a register whose type is not one of the `expected` types.
fn mismatched(name: &str, declared: &str, expected: &str) -> Message {
    Message::new(format!("expected {expected}, found `{name}`, which is `.{declared}`"))
        .coded(Code::Type)
}

/// Returns the expected type of operand `index`, or of its elements. Uses the form with `count`
/// operands in which operand `index` has `elements` elements, or else the first form that has the
/// operand.
#[must_use]
pub fn expected_type(
    forms: &[Selection],
    count: usize,
    index: usize,
    elements: Option<u32>,
) -> Option<Type> {
    let slot = |form: &Selection| form.operand(index);
    let fits = |form: &&Selection| {
        form.takes_count(count) && slot(form).is_some_and(|slot| form.elements(slot) == elements)
    };
    let form = forms.iter().find(fits).or_else(|| forms.iter().find(|f| slot(f).is_some()))?;
    form.operand_type(index)
}

/// Returns the type of a vector element without regard to the instruction. `bits` is the width of
/// integer literals.
fn element_type(bits: u32, element: &Operand) -> Option<Type> {
    match element {
        Operand::Register { ty, .. } => *ty,
        Operand::Immediate(Literal::Integer(_)) => Type::unsigned_of_width(bits),
        Operand::Immediate(Literal::SingleBits(_)) => Some(Type::F32),
        _ => None,
    }
}

/// Checks a literal in a vector, if the form restricts its literals.
fn check_element(slot: &OperandSlot, index: usize, item: &Operand) -> Result<(), Message> {
    let Operand::Immediate(literal) = item else { return Ok(()) };
    let name = slot.name.trim_matches(['{', '}']).split(',').nth(index).unwrap_or(slot.name);
    match (slot.literals, literal) {
        (Literals::Each(sets), Literal::Integer(number)) if sets[index & 1].has(*number) => Ok(()),
        (Literals::Each(sets), literal) => {
            Err(out_of_set(name.trim(), sets[index & 1], &literal.found()))
        }
        (Literals::Variable, _) => Err(Message::new(format!("`{name}` cannot contain a literal"))),
        _ => Ok(()),
    }
}

impl Selection {
    /// Checks operands whose shapes fit the form.
    fn check_all(&self, operands: &[Operand]) -> Result<(), Fault> {
        let mut slots = self.operands().zip(operands).enumerate();
        slots.try_for_each(|(i, (slot, operand))| {
            self.check_one(i, slot, operand).map_err(|fault| self.with_role(slot, fault))
        })?;
        self.check_signs(operands)
    }

    /// Returns whether elements of a destination vector may be `_`.
    fn may_discard_elements(&self) -> bool {
        !self.form.is_of_elements() && self.form.effect() != Some(Effect::TensorLoad)
    }

    fn check_one(&self, i: usize, slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        let fault = |message: Message| Fault::new(At::Operand(i), message);
        if let Operand::Address(base) = operand {
            return self.check_address(base).map_err(fault);
        }
        if let Operand::Tensor(base, coordinates) = operand {
            self.check_address(base).map_err(fault)?;
            return coordinates
                .iter()
                .try_for_each(|one| self.check_source(Type::S32, one))
                .map_err(fault);
        }
        if *operand == Operand::Sink && self.is_kept(slot) {
            return Err(fault(
                Message::new("expected a destination, found `_`")
                    .note(format!("`{}` has no other result", self.spelling())),
            ));
        }
        if slot.shape == Shape::Pointer {
            return match operand {
                Operand::Symbol(_) | Operand::Immediate(_) => {
                    Err(fault("expected a register that holds an address".into()))
                }
                operand => self.check_address(operand).map_err(fault),
            };
        }
        let Some(ty) = self.operand_type(i) else { return Ok(()) };
        let element = |j: usize| move |message: Message| Fault::new(At::Element(i, j), message);
        let operand = self.without_sign(i, operand).map_err(fault)?;
        let operand = self.without_lanes(slot, operand).map_err(fault)?;
        self.check_literal(slot, operand).map_err(fault)?;
        if let (Literals::Register, Operand::Register { name, ty: Some(declared) }) =
            (slot.literals, operand)
            && *declared != ty
        {
            let expected = choice([ty.word()]);
            return Err(fault(mismatched(name, declared.word(), &expected)));
        }
        if let Operand::Pair(both) = operand {
            if **both == [Operand::Sink, Operand::Sink] {
                return Err(fault("expected a destination in `_|_`".into()));
            }
            self.check_destination(ty, &both[0]).map_err(element(0))?;
            return self.check_second(&both[1]).map_err(element(1));
        }
        let Operand::Vector(items) = operand else {
            return if self.is_destination(i) {
                self.check_destination(ty, operand).map_err(fault)
            } else {
                self.check_source(ty, operand).map_err(fault)
            };
        };
        let is_sink = |item: &Operand| *item == Operand::Sink;
        if self.is_destination(i) && self.elements(slot).is_some() && items.iter().all(is_sink) {
            return Err(fault("expected a destination among the elements of the vector".into()));
        }
        for (j, item) in items.iter().enumerate() {
            check_element(slot, j, item).map_err(element(j))?;
            match (self.is_destination(i), item) {
                (true, Operand::Sink) if self.may_discard_elements() => {}
                (true, item) => self.check_destination(ty, item).map_err(element(j))?,
                (false, item) => {
                    let as_element = self.type_in_matrix(slot, ty, items, item);
                    let checked = self.check_source(as_element, item);
                    checked.map_err(|m| element(j)(self.with_matrix(slot, ty, item, m)))?;
                }
            }
        }
        self.check_matrix_literals(slot, ty, items).map_err(element(0))?;
        // A store accepts registers that are wider than its type. A literal in a vector then has
        // the width of the registers in the vector.
        let wide = |item: &Operand| match item {
            Operand::Register { ty: Some(register), .. } => Some(register.bits()),
            _ => None,
        };
        let is_store = self.form.effect() == Some(Effect::Store);
        let bits = items.iter().find_map(wide).filter(|_| is_store).unwrap_or(ty.bits());
        let own = |item| element_type(bits, item).or_else(|| self.float_in_matrix(ty, item));
        let typed = |(j, item)| Some((j, own(item)?));
        let types: Vec<_> = items.iter().enumerate().filter_map(typed).collect();
        let other = |i: usize, a: Type| {
            let differs =
                |(j, b): &&(usize, Type)| self.are_compared(i, *j) && !a.takes_register(*b);
            types.iter().find(differs).copied()
        };
        match types.iter().find_map(|(i, a)| Some((*a, other(*i, *a)?))) {
            Some((a, (j, b))) => Err(element(j)(Message::new(format!(
                "a vector of `.{}` and `.{}` has elements of different types",
                a.word(),
                b.word()
            )))
            .help(format!("`.{}` registers fit both", ty.word()))),
            None => Ok(()),
        }
    }

    /// Returns whether the destination in a slot must be a register instead of `_`. This is the case in `match` forms
    /// without a second destination.
    fn is_kept(&self, slot: &OperandSlot) -> bool {
        self.form.effect() == Some(Effect::Match) && slot.second == Second::Never
    }

    /// Returns the kind of result of the form's function; `None` if there is no function.
    fn output(&self) -> Option<Output> {
        match self.form.compute {
            Compute::Function { output, .. } => Some(output),
            _ => None,
        }
    }

    /// Returns an operand without its lanes. Returns a message if the slot does not accept the
    /// lanes.
    fn without_lanes<'o>(
        &self,
        slot: &OperandSlot,
        operand: &'o Operand,
    ) -> Result<&'o Operand, Message> {
        let Operand::Lanes { of, word } = operand else {
            return match slot.lanes.is_some_and(Lanes::is_required) {
                true => Err(no_place()),
                false => Ok(operand),
            };
        };
        match slot.lanes {
            Some(_) if matches!(**of, Operand::Immediate(_)) => {
                Err("a literal cannot have a selector".into())
            }
            Some(lanes) if lanes.number(Some(word)).is_some() => Ok(of),
            Some(lanes) => Err(lanes.refused(word)),
            None => Err(self.no_lanes(word)),
        }
    }

    fn no_lanes(&self, word: &str) -> Message {
        let slots = || self.form.operands.iter().filter(|slot| slot.lanes.is_some());
        let is_scalar = slots().any(|slot| slot.lanes.is_some_and(|lanes| !lanes.is_simd()));
        let mnemonic = self.form.mnemonic;
        Message::new(format!("`.{word}` is not supported by `{}` here", self.spelling())).note(
            match is_scalar {
                true if mnemonic == "vmad" => "only `a` and `b` can have a selector",
                true => {
                    "`d` can have a selector only if `c` follows without `.add`, `.min` or `.max`; \
                     `c` cannot have one"
                }
                false => {
                    "only the destination and the first two sources of video instructions can name lanes"
                }
            },
        )
    }

    /// Returns whether the sources may have a minus sign.
    fn has_signs(&self) -> bool {
        let Compute::Function { passed, .. } = self.form.compute else { return false };
        passed.contains(&Passed::Negation)
    }

    /// Removes the minus sign of an operand. Returns a message if the instruction does not support
    /// a minus sign before this operand.
    fn without_sign<'o>(&self, i: usize, operand: &'o Operand) -> Result<&'o Operand, Message> {
        match operand {
            Operand::Negated(inner) if self.has_signs() && !self.is_destination(i) => Ok(inner),
            Operand::Negated(_) => Err(no_sign(&self.spelling())),
            _ => Ok(operand),
        }
    }

    /// Rejects a `vmad` whose product and third source are both negated. The product is negated if
    /// exactly one of its factors has a minus sign.
    fn check_signs(&self, operands: &[Operand]) -> Result<(), Fault> {
        let is_negated = |i: usize| matches!(operands.get(i), Some(Operand::Negated(_)));
        match self.has_signs() && is_negated(1) != is_negated(2) && is_negated(3) {
            false => Ok(()),
            true => Err(Fault::new(
                At::Operand(3),
                Message::new("the product and `c` cannot both be negated")
                    .help("remove one `-`, and negate the result with `neg.s32`"),
            )),
        }
    }

    /// Checks whether the slot requires, allows or forbids a literal, and checks the value of a
    /// literal.
    fn check_literal(&self, slot: &OperandSlot, operand: &Operand) -> Result<(), Message> {
        let names_lanes = |slot: &OperandSlot| slot.lanes.is_some_and(Lanes::is_simd);
        match (slot.literals, operand) {
            (_, Operand::Immediate(_)) if self.form.operands.iter().any(names_lanes) => {
                Err(format!("literals are not supported by `{}`", self.spelling()).into())
            }
            (Literals::Register | Literals::Variable, Operand::Immediate(_)) => {
                Err(format!("`{}` cannot be a literal", slot.name).into())
            }
            (Literals::Within(numbers) | Literals::Only(numbers), Operand::Immediate(literal)) => {
                match literal {
                    Literal::Integer(number) if numbers.has(*number) => Ok(()),
                    literal => Err(out_of_set(slot.name, numbers, &literal.found())),
                }
            }
            (Literals::Only(numbers), Operand::Register { name, .. }) => {
                Err(out_of_set(slot.name, numbers, &format!("register `{name}`")).note(PART))
            }
            (Literals::Only(_), Operand::Host) => Ok(()),
            (Literals::Only(numbers), _) => {
                Err(Message::new(format!("`{}` must be {numbers}", slot.name)).note(PART))
            }
            (
                Literals::Any
                | Literals::Register
                | Literals::Variable
                | Literals::Within(_)
                | Literals::Each(_),
                _,
            )
            | (_, Operand::Immediate(Literal::Integer(0..=0xff))) => Ok(()),
            (_, Operand::Immediate(literal)) => Err(not_a_byte(slot.name, &literal.found())),
            // A Rust constant is checked when rustc compiles the expansion.
            (Literals::Byte, _) | (Literals::Immediate, Operand::Host) => Ok(()),
            (Literals::Immediate, Operand::Register { name, .. }) => {
                Err(not_a_byte(slot.name, &format!("register `{name}`")).note(PART))
            }
            (Literals::Immediate, _) => {
                Err(Message::new(format!("`{}` must be from 0 to 255", slot.name)).note(PART))
            }
        }
    }

    /// Checks the second destination, in `d|p` or `p|q`.
    fn check_second(&self, operand: &Operand) -> Result<(), Message> {
        match operand {
            Operand::Sink if self.output() == Some(Output::WithPredicate) => {
                let spelling = self.spelling();
                let message = format!("the predicate of `{spelling}` cannot be `_`");
                Err(Message::new(message).help("if it is not used, `lop3.b32` has no predicate"))
            }
            Operand::Sink if self.form.effect().is_some_and(Effect::second_may_be_sink) => Ok(()),
            Operand::Sink if self.form.effect().is_some() => {
                Err(format!("the predicate of `{}` cannot be `_`", self.spelling()).into())
            }
            operand => self.check_destination(Type::Pred, operand),
        }
    }

    fn check_destination(&self, ty: Type, operand: &Operand) -> Result<(), Message> {
        match operand {
            Operand::Register { .. } => self.check_register(ty, operand),
            Operand::Wide { .. } => self.check_wide(ty, operand),
            Operand::Host => Ok(()),
            Operand::Immediate(_) => Err("a literal cannot be a destination".into()),
            Operand::Special(name) => Err(format!("`{name}` can only be read").into()),
            Operand::Symbol(name) => Err(format!("expected a register, found `{name}`").into()),
            Operand::Complement(_) => Err("`!` cannot come before a destination".into()),
            Operand::Negated(_) => Err("`-` cannot come before a destination".into()),
            Operand::Vector(_) => Err("a vector cannot contain a vector".into()),
            // PTX allows `_` for one of two destinations.
            Operand::Sink
                if matches!(self.output(), Some(Output::Pair | Output::WithPredicate))
                    || self.form.effect().is_some_and(Effect::first_may_be_sink) =>
            {
                Ok(())
            }
            Operand::Lanes { word, .. } => Err(self.no_lanes(word)),
            Operand::Pair(_) => Err("`p|q` cannot be an element of a vector or a pair".into()),
            Operand::Address(_) | Operand::Tensor(..) | Operand::List(_) => {
                Err("expected a destination".into())
            }
            Operand::Sink => Err(Message::new("expected a destination, found `_`")
                .note(format!("`{}` has no other result", self.spelling()))),
        }
    }

    fn check_source(&self, ty: Type, operand: &Operand) -> Result<(), Message> {
        match operand {
            Operand::Register { .. } => self.check_register(ty, operand),
            Operand::Host => Ok(()),
            Operand::Wide { .. } => self.check_wide(ty, operand),
            Operand::Special(name) => self.check_special(ty, name),
            Operand::Symbol(name) => self.check_symbol(ty, name),
            Operand::Immediate(_)
                if ty == Type::Pred && self.has_newer_float() && !self.form.is_of_elements() =>
            {
                Err("expected a predicate, found a literal".into())
            }
            Operand::Immediate(literal) => literal.bits(ty).map(drop),
            Operand::Complement(inner) if ty.kind() == Kind::Predicate => {
                self.check_source(ty, inner)
            }
            Operand::Negated(_) => Err(no_sign(&self.spelling())),
            Operand::Complement(_) => Err(Message::new("`!` can only come before a predicate")
                .note(format!("the operand is `.{}`", ty.word()))),
            Operand::Vector(_) => Err("a vector cannot contain a vector".into()),
            Operand::Address(_) | Operand::Tensor(..) | Operand::List(_) => {
                Err("expected a value".into())
            }
            Operand::Sink => Err("expected a value, found `_`".into()),
            Operand::Pair(_) => Err("expected a value, found `p|q`".into()),
            Operand::Lanes { word, .. } => Err(self.no_lanes(word)),
        }
    }

    /// Returns whether this instruction accepts a register of type `register` for an operand of
    /// type `ty`.
    pub(crate) fn takes(&self, ty: Type, register: Type) -> bool {
        ty.takes_register(register)
            || self.form.mnemonic == "cvt"
                && self.form.slots[0].words != ["pack"]
                && !self.has_newer_float()
                && ty.takes_wider_register(register)
            || matches!(self.form.effect(), Some(Effect::Load | Effect::Store))
                && !self.modifiers.contains(&Some("async"))
                && (ty.takes_wider_register(register)
                    || ty.kind() == Kind::Bits && ty.bits() < register.bits())
    }

    /// Checks the base of an address `[…]`: an integer register of at least 32 bits, or a name.
    fn check_address(&self, base: &Operand) -> Result<(), Message> {
        match base {
            Operand::Register { ty: None, .. } | Operand::Symbol(_) | Operand::Host => Ok(()),
            Operand::Register { name, ty: Some(ty) } => {
                match matches!(ty.kind(), Kind::Bits | Kind::Integer) && ty.bits() >= 32 {
                    true => Ok(()),
                    false => Err(Message::new(format!(
                        "register `{name}` is `.{}`, and an address has 32 or 64 bits",
                        ty.word()
                    ))
                    .help("name a `.b64` register that has the address")),
                }
            }
            Operand::Immediate(Literal::Integer(_)) if self.is_local() => Ok(()),
            Operand::Immediate(_) => {
                Err(Message::new("expected a register or a variable as address")
                    .note("only `.local` addresses may be numbers"))
            }
            _ => Err("expected a register or a variable as address".into()),
        }
    }

    /// Returns whether the instruction is a load or store in `.local`, where `ptxas` accepts a
    /// number as an address.
    fn is_local(&self) -> bool {
        let is_access = matches!(self.form.effect(), Some(Effect::Load | Effect::Store));
        is_access && self.modifiers.iter().flatten().any(|word| *word == "local")
    }

    /// Returns whether the form has the type `.bf16`, `.bf16x2` or `.tf32`, or a narrow float type.
    /// For these types `ptxas` does not accept wider registers.
    fn has_newer_float(&self) -> bool {
        let mut types = self.form.types(&self.modifiers);
        types.any(|ty| {
            ty.kind() == Kind::Narrow || matches!(ty, Type::Bf16 | Type::Bf16x2 | Type::Tf32)
        })
    }

    fn check_register(&self, ty: Type, operand: &Operand) -> Result<(), Message> {
        let Operand::Register { name, ty: Some(declared) } = operand else { return Ok(()) };
        if self.takes(ty, *declared) {
            return Ok(());
        }
        // Do not list `.b128` for an operand of another type. Some operands of narrower types accept
        // a `.b128` register, but never need it.
        let is_named = |r: Type| self.takes(ty, r) && (r != Type::B128 || ty == Type::B128);
        let fitting: Vec<_> = Type::register_words()
            .filter(|word| Type::from_word(word).is_some_and(is_named))
            .collect();
        Err(mismatched(name, declared.word(), &choice(fitting)))
    }
}
