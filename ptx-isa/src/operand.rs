//! What may stand between the commas of an instruction.

mod text;

use crate::describe::{choice, instruction};
use crate::fault::{At, Fault};
use crate::forms::{self, Compute, Effect, Literals, OperandSlot, Output, Second, Shape};
use crate::literal::Literal;
use crate::message::Message;
use crate::selection::Selection;
use crate::types::{Kind, Type};

/// An operand as a front end sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// A declared register; `None` if its declaration was faulty, so that nothing is said twice.
    Register {
        /// The name as written, for messages.
        name: String,
        /// The type it was declared with.
        ty: Option<Type>,
    },
    /// `!p`: the complement of a predicate.
    Complement(Box<Operand>),
    /// Something whose type the host language checks: a Rust variable or expression.
    Host,
    /// A literal.
    Immediate(Literal),
    /// `{a, b}`
    Vector(Vec<Operand>),
    /// `_`: a result that is thrown away.
    Sink,
    /// `[a]`, `[a+4]`: what is in it, without what is added.
    Address(Box<Operand>),
    /// `(a, b)`: what a function takes or returns.
    List(Vec<Operand>),
    /// `p|q`: the two results of a comparison.
    Pair(Box<[Operand; 2]>),
    /// `%tid.x`: a register that PTX defines itself.
    Special(String),
    /// The address of a variable, a function or a label.
    Symbol(String),
    /// An expression of literals, which is not computed here.
    Constant {
        /// Whether it is of integers alone, and so an integer.
        is_integer: bool,
    },
    /// A declared register that is no operand of the table: a vector of registers, or `.b128`.
    Wide {
        /// The name as written.
        name: String,
        /// What it is declared as, `v2 .f32`.
        declared: String,
        /// How many bits its elements have together.
        bits: u32,
    },
}

/// The form among `forms` that takes these operands.
///
/// # Errors
/// The first operand that does not fit, and what would.
pub fn check<'a>(forms: &'a [Selection], operands: &[Operand]) -> Result<&'a Selection, Fault> {
    let first = &forms[0];
    let same_count = |s: &&Selection| s.form.operands.len() == operands.len();
    let Some(counted) = forms.iter().find(same_count) else {
        return Err(wrong_count(first, operands.len()));
    };
    let same_shape = |s: &&Selection| {
        same_count(s) && s.form.operands.iter().zip(operands).all(|(slot, o)| shape_fits(slot, o))
    };
    let Some(chosen) = forms.iter().find(same_shape) else {
        return Err(wrong_shape(forms, counted, operands));
    };
    for (i, (slot, operand)) in chosen.form.operands.iter().zip(operands).enumerate() {
        chosen.check_one(i, slot, operand)?;
    }
    Ok(chosen)
}

fn elements(operand: &Operand) -> Option<u32> {
    match operand {
        Operand::Vector(items) => u32::try_from(items.len()).ok(),
        _ => None,
    }
}

/// What an element of a vector is, where that can be told.
fn element_type(ty: Type, element: &Operand) -> Option<Type> {
    match element {
        Operand::Register { ty, .. } => *ty,
        Operand::Immediate(Literal::Integer(_)) => Type::unsigned_of_width(ty.bits()),
        Operand::Immediate(Literal::SingleBits(_)) => Some(Type::F32),
        _ => None,
    }
}

fn shape_fits(slot: &OperandSlot, operand: &Operand) -> bool {
    let second = match operand {
        Operand::Pair(_) => slot.second != Second::Never,
        _ => slot.second != Second::Always,
    };
    let shape = match slot.shape {
        Shape::Value => !matches!(operand, Operand::Address(_) | Operand::List(_)),
        Shape::Address => matches!(operand, Operand::Address(_)),
        Shape::List => matches!(operand, Operand::List(_)),
        Shape::Label => matches!(operand, Operand::Symbol(_) | Operand::Register { .. }),
    };
    second && shape && slot.elements == elements(operand)
}

fn wrong_count(form: &Selection, found: usize) -> Fault {
    let wanted = form.form.operands.len();
    let plural = if wanted == 1 { "" } else { "s" };
    let at = if found > wanted { At::Operand(wanted) } else { At::Mnemonic };
    let names: Vec<_> =
        form.form.operands.iter().map(|o| o.name.trim_end_matches("{|q}")).collect();
    let words: Vec<_> = form.modifiers.iter().flatten().copied().collect();
    if let Some((choices, longer)) = with_one_word_more(form.form.mnemonic, &words, found) {
        return Fault::new(at, format!("`{}` takes {wanted} operand{plural}", form.spelling()))
            .note(format!("with {} there are {found}", choice(choices.iter().copied())))
            .help(format!("write `{longer}`"));
    }
    let mut fault = Fault::new(
        at,
        format!("`{}` takes {wanted} operand{plural}, not {found}", form.spelling()),
    );
    let fits = |f: &&&forms::Form| f.operands.len() == found && f.spelt(&words).is_some();
    if let Some(absent) = forms::family(form.form.mnemonic).iter().find(fits) {
        fault = fault.note(format!("`{absent}` needs {}", absent.availability.first()));
    }
    fault.help(format!("write `{} {};`", form.spelling(), names.join(", ")))
}

/// The words of which one more makes a form with `count` operands, and the instruction with the first.
fn with_one_word_more(
    mnemonic: &str,
    words: &[&str],
    count: usize,
) -> Option<(&'static [&'static str], String)> {
    let forms = forms::family(mnemonic).iter().filter(|form| form.operands.len() == count);
    let mut missing = forms.flat_map(|form| {
        let slots = form.slots.iter().filter(|slot| !slot.optional);
        slots.flat_map(move |slot| (0..=words.len()).map(move |i| (form, slot, i)))
    });
    missing.find_map(|(form, slot, i)| {
        let longer = [&words[..i], &slot.words[..1], &words[i..]].concat();
        form.spelt(&longer).map(|_| (slot.words, instruction(mnemonic, &longer)))
    })
}

fn wrong_shape(forms: &[Selection], form: &Selection, operands: &[Operand]) -> Fault {
    let fits_somewhere = |i: usize| {
        forms.iter().any(|s| s.form.operands.get(i).is_some_and(|o| shape_fits(o, &operands[i])))
    };
    let is_vector = |i: &usize| elements(&operands[*i]).is_some();
    let at = (0..operands.len())
        .find(|&i| !fits_somewhere(i))
        .or_else(|| (0..operands.len()).rev().find(is_vector))
        .unwrap_or(0);
    let spelling = form.spelling();
    let lines: Vec<_> = forms
        .iter()
        .map(|s| {
            let names: Vec<_> = s.form.operands.iter().map(|o| o.name).collect();
            format!("`{spelling} {}`", names.join(", "))
        })
        .collect();
    Fault::new(
        At::Operand(at),
        match elements(&operands[at]) {
            _ if matches!(operands[at], Operand::Address(_)) => {
                format!("`{spelling}` takes no address `[…]` here")
            }
            _ if form.form.operands[at].shape == Shape::Address => {
                format!("`{spelling}` takes an address `[…]` here")
            }
            _ if matches!(operands[at], Operand::List(_)) => {
                format!("`{spelling}` takes no list `(…)` here")
            }
            _ if form.form.operands[at].shape == Shape::List => {
                format!("`{spelling}` takes a list `(…)` here")
            }
            _ if form.form.operands[at].shape == Shape::Label => {
                format!("`{spelling}` takes a name here")
            }
            _ if matches!(operands[at], Operand::Pair(_)) => {
                format!("`{spelling}` takes no `p|q` here")
            }
            None if form.form.operands[at].second == Second::Always => {
                format!("`{spelling}` takes two predicates `p|q` here, one for each lane")
            }
            Some(n) => format!("`{spelling}` takes no vector of {n} here"),
            None => format!("`{spelling}` takes a vector here"),
        },
    )
    .note(match lines.as_slice() {
        [only] => format!("its form is {only}"),
        _ => format!("its forms are {}", lines.join(", ")),
    })
}

/// Whether a literal may stand here, or something else.
fn check_literal(slot: &OperandSlot, operand: &Operand) -> Result<(), Message> {
    match (slot.literals, operand) {
        (Literals::Any, _)
        | (_, Operand::Constant { .. } | Operand::Immediate(Literal::Integer(0..=0xff))) => Ok(()),
        (_, Operand::Immediate(_)) => {
            Err(format!("`{}` is an integer from 0 to 255", slot.name).into())
        }
        (Literals::Byte, _) => Ok(()),
        (Literals::Immediate, _) => {
            Err(format!("`{}` is a literal, part of the instruction", slot.name).into())
        }
    }
}

impl Selection {
    fn check_one(&self, i: usize, slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        let fault = |message: Message| Fault::new(At::Operand(i), message);
        if let Operand::Address(base) = operand {
            return self.check_address(base).map_err(fault);
        }
        let Some(ty) = self.operand_type(i) else { return Ok(()) };
        let element = |j: usize| move |message: Message| Fault::new(At::Element(i, j), message);
        check_literal(slot, operand).map_err(fault)?;
        if let Operand::Pair(both) = operand {
            if **both == [Operand::Sink, Operand::Sink] {
                return Err(fault("`_|_` throws both results away".into()));
            }
            let mut each = both.iter().enumerate();
            return each
                .try_for_each(|(j, one)| self.check_destination(ty, one).map_err(element(j)));
        }
        let Operand::Vector(items) = operand else {
            return if self.is_destination(i) {
                self.check_destination(ty, operand).map_err(fault)
            } else {
                self.check_source(ty, operand).map_err(fault)
            };
        };
        if slot.elements.is_some() && items.iter().all(|item| *item == Operand::Sink) {
            return Err(fault("a vector of nothing but `_` has no elements".into()));
        }
        for (j, item) in items.iter().enumerate() {
            match (self.is_destination(i), item) {
                (true, Operand::Sink) => {}
                (true, item) => self.check_destination(ty, item).map_err(element(j))?,
                (false, item) => self.check_source(ty, item).map_err(element(j))?,
            }
        }
        let typed = |(j, item)| Some((j, element_type(ty, item)?));
        let types: Vec<_> = items.iter().enumerate().filter_map(typed).collect();
        let other = |a: Type| types.iter().find(|(_, b)| !a.takes_register(*b)).copied();
        match types.iter().find_map(|(_, a)| Some((*a, other(*a)?))) {
            Some((a, (j, b))) => Err(element(j)(Message::new(format!(
                "a vector of `.{}` and `.{}` has elements of different types",
                a.word(),
                b.word()
            )))
            .help(format!("`.{}` registers go with both", ty.word()))),
            None => Ok(()),
        }
    }

    /// Whether the function has two results, which PTX lets one throw away.
    fn has_two_results(&self) -> bool {
        matches!(self.form.compute, Compute::Function { output: Output::Pair, .. })
    }

    fn check_destination(&self, ty: Type, operand: &Operand) -> Result<(), Message> {
        match operand {
            Operand::Register { .. } => self.check_register(ty, operand),
            Operand::Wide { .. } => self.check_wide(ty, operand),
            Operand::Host => Ok(()),
            Operand::Immediate(_) | Operand::Constant { .. } => {
                Err("a literal cannot be a destination".into())
            }
            Operand::Special(name) => Err(format!("`{name}` can only be read").into()),
            Operand::Symbol(name) => Err(format!("`{name}` is no register").into()),
            Operand::Complement(_) => Err("`!` cannot stand before a destination".into()),
            Operand::Vector(_) => Err("a vector cannot stand inside a vector".into()),
            Operand::Sink if self.has_two_results() => Ok(()),
            Operand::Pair(_) => Err("`p|q` stands by itself".into()),
            Operand::Address(_) | Operand::List(_) => Err("this cannot be a destination".into()),
            Operand::Sink => {
                Err(format!("`{}` takes no `_`: its result would be lost", self.spelling()).into())
            }
        }
    }

    fn check_source(&self, ty: Type, operand: &Operand) -> Result<(), Message> {
        match operand {
            Operand::Register { .. } => self.check_register(ty, operand),
            Operand::Host | Operand::Constant { is_integer: false } => Ok(()),
            Operand::Constant { is_integer: true } => Literal::Integer(0).bits(ty).map(drop),
            Operand::Wide { .. } => self.check_wide(ty, operand),
            Operand::Special(name) => self.check_special(name),
            Operand::Symbol(name) => self.check_symbol(ty, name),
            Operand::Immediate(_) if ty == Type::Pred && self.has_newer_float() => {
                Err(format!("`{}` takes a predicate here, not a literal", self.spelling()).into())
            }
            Operand::Immediate(literal) => literal.bits(ty).map(drop),
            Operand::Complement(inner) if ty.kind() == Kind::Predicate => {
                self.check_source(ty, inner)
            }
            Operand::Complement(_) => {
                Err(format!("`!` stands before predicates only, and this is `.{}`", ty.word())
                    .into())
            }
            Operand::Vector(_) => Err("a vector cannot stand inside a vector".into()),
            Operand::Address(_) | Operand::List(_) => Err("this has no value".into()),
            Operand::Sink => Err("`_` stands for a destination, it has no value".into()),
            Operand::Pair(_) => Err("`p|q` stands for destinations, it has no value".into()),
        }
    }

    /// Whether a register of type `register` may stand for this type in this instruction.
    fn takes(&self, ty: Type, register: Type) -> bool {
        ty.takes_register(register)
            || self.form.mnemonic == "cvt"
                && !self.has_newer_float()
                && ty.takes_wider_register(register)
            || matches!(self.form.effect(), Some(Effect::Load | Effect::Store))
                && (ty.takes_wider_register(register)
                    || ty.kind() == Kind::Bits && ty.bits() < register.bits())
    }

    /// What is between the brackets of an address: a number of 32 or 64 bits, or a name.
    fn check_address(&self, base: &Operand) -> Result<(), Message> {
        match base {
            Operand::Register { ty: None, .. } | Operand::Symbol(_) | Operand::Host => Ok(()),
            Operand::Register { name, ty: Some(ty) } => {
                match matches!(ty.kind(), Kind::Bits | Kind::Integer) && ty.bits() >= 32 {
                    true => Ok(()),
                    false => Err(Message::new(format!(
                        "register `{name}` is `.{}`, and an address has 32 or 64 bits",
                        ty.word()
                    ))),
                }
            }
            Operand::Immediate(Literal::Integer(_)) | Operand::Constant { is_integer: true } => {
                Ok(())
            }
            _ => {
                Err(format!("`{}` takes a register or a variable as address", self.spelling())
                    .into())
            }
        }
    }

    /// Whether a type is among those that came with sm_80, for which `ptxas` relaxes no rule.
    fn has_newer_float(&self) -> bool {
        let mut types = self.form.types(&self.modifiers);
        types.any(|ty| matches!(ty, Type::Bf16 | Type::Bf16x2 | Type::Tf32))
    }

    fn check_register(&self, ty: Type, operand: &Operand) -> Result<(), Message> {
        let Operand::Register { name, ty: Some(declared) } = operand else { return Ok(()) };
        if self.takes(ty, *declared) {
            return Ok(());
        }
        let fitting: Vec<_> = Type::register_words()
            .filter(|word| Type::from_word(word).is_some_and(|r| self.takes(ty, r)))
            .collect();
        Err(format!(
            "register `{name}` is `.{}`, and `{}` takes {} here",
            declared.word(),
            self.spelling(),
            choice(fitting),
        )
        .into())
    }
}
