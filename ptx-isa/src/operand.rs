//! What may stand between the commas of an instruction.

use crate::describe::{choice, instruction};
use crate::forms::{self, Compute, Literals, OperandSlot, Output, Second};
use crate::literal::Literal;
use crate::{At, Fault, Kind, Selection, Type};

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
    /// `p|q`: the two results of a comparison.
    Pair(Box<[Operand; 2]>),
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
    second && slot.elements == elements(operand)
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
            .why(format!("with {} there are {found}", choice(choices.iter().copied())))
            .help(format!("write `{longer}`"));
    }
    let mut fault = Fault::new(
        at,
        format!("`{}` takes {wanted} operand{plural}, not {found}", form.spelling()),
    );
    let fits = |f: &&&forms::Form| f.operands.len() == found && f.spelt(&words).is_some();
    if let Some(absent) = forms::family(form.form.mnemonic).iter().find(fits) {
        fault =
            fault.why(format!("`{absent}` needs PTX ISA {} and sm_{}", absent.since, absent.sm));
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
    .why(match lines.as_slice() {
        [only] => format!("its form is {only}"),
        _ => format!("its forms are {}", lines.join(", ")),
    })
}

/// Whether a literal may stand here, or something else.
fn check_literal(slot: &OperandSlot, operand: &Operand) -> Result<(), String> {
    match (slot.literals, operand) {
        (Literals::Any, _) | (_, Operand::Immediate(Literal::Integer(0..=0xff))) => Ok(()),
        (_, Operand::Immediate(_)) => Err(format!("`{}` is an integer from 0 to 255", slot.name)),
        (Literals::Byte, _) => Ok(()),
        (Literals::Immediate, _) => {
            Err(format!("`{}` is a literal, part of the instruction", slot.name))
        }
    }
}

impl Selection {
    /// The type that the operand with this index has, or each of its elements.
    #[must_use]
    pub fn operand_type(&self, index: usize) -> Type {
        self.form.operand_type(&self.form.operands[index], &self.modifiers)
    }

    fn check_one(&self, i: usize, slot: &OperandSlot, operand: &Operand) -> Result<(), Fault> {
        let ty = self.operand_type(i);
        let fault = |what: String| Fault::new(At::Operand(i), what);
        check_literal(slot, operand).map_err(fault)?;
        if let Operand::Pair(both) = operand {
            return self.check_pair(ty, both).map_err(fault);
        }
        let Operand::Vector(items) = operand else {
            return if i == 0 {
                self.check_destination(ty, operand).map_err(fault)
            } else {
                self.check_source(ty, operand).map_err(fault)
            };
        };
        if slot.elements.is_some() && items.iter().all(|item| *item == Operand::Sink) {
            return Err(fault("a vector of nothing but `_` has no elements".into()));
        }
        for item in items {
            match (i, item) {
                (0, Operand::Sink) => {}
                (0, item) => self.check_destination(ty, item).map_err(fault)?,
                (_, item) => self.check_source(ty, item).map_err(fault)?,
            }
        }
        let types: Vec<_> = items.iter().filter_map(|item| element_type(ty, item)).collect();
        let other = |a: &Type| types.iter().find(|b| !a.takes_register(**b)).copied();
        match types.iter().find_map(|a| Some((*a, other(a)?))) {
            Some((a, b)) => Err(fault(format!(
                "a vector of `.{}` and `.{}` has elements of different types",
                a.word(),
                b.word()
            ))
            .help(format!("`.{}` registers go with both", ty.word()))),
            None => Ok(()),
        }
    }

    /// Whether the function has two results, which PTX lets one throw away.
    fn has_two_results(&self) -> bool {
        matches!(self.form.compute, Compute::Core { output: Output::Both, .. })
    }

    fn check_pair(&self, ty: Type, both: &[Operand; 2]) -> Result<(), String> {
        if *both == [Operand::Sink, Operand::Sink] {
            return Err("`_|_` throws both results away".into());
        }
        both.iter().try_for_each(|one| self.check_destination(ty, one))
    }

    fn check_destination(&self, ty: Type, operand: &Operand) -> Result<(), String> {
        match operand {
            Operand::Register { .. } => self.check_register(ty, operand),
            Operand::Host => Ok(()),
            Operand::Immediate(_) => Err("a literal cannot be a destination".into()),
            Operand::Complement(_) => Err("`!` cannot stand before a destination".into()),
            Operand::Vector(_) => Err("a vector cannot stand inside a vector".into()),
            Operand::Sink if self.has_two_results() => Ok(()),
            Operand::Pair(_) => Err("`p|q` stands by itself".into()),
            Operand::Sink => {
                Err(format!("`{}` takes no `_`: its result would be lost", self.spelling()))
            }
        }
    }

    fn check_source(&self, ty: Type, operand: &Operand) -> Result<(), String> {
        match operand {
            Operand::Register { .. } => self.check_register(ty, operand),
            Operand::Host => Ok(()),
            Operand::Immediate(literal) => literal.bits(ty).map(drop),
            Operand::Complement(inner) if ty.kind() == Kind::Predicate => {
                self.check_source(ty, inner)
            }
            Operand::Complement(_) => {
                Err(format!("`!` stands before predicates only, and this is `.{}`", ty.word()))
            }
            Operand::Vector(_) => Err("a vector cannot stand inside a vector".into()),
            Operand::Sink => Err("`_` stands for a destination, it has no value".into()),
            Operand::Pair(_) => Err("`p|q` stands for destinations, it has no value".into()),
        }
    }

    /// Whether a register of type `register` may stand for this type in this instruction.
    fn takes(&self, ty: Type, register: Type) -> bool {
        ty.takes_register(register)
            || self.takes_wider_registers() && ty.takes_wider_register(register)
    }

    /// Whether this is a conversion, but not one of the alternate formats: all operands of those have
    /// the size of their types.
    fn takes_wider_registers(&self) -> bool {
        let alternate = |ty| matches!(ty, Type::Bf16 | Type::Bf16x2 | Type::Tf32);
        self.form.mnemonic == "cvt" && !self.form.types(&self.modifiers).any(alternate)
    }

    fn check_register(&self, ty: Type, operand: &Operand) -> Result<(), String> {
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
        ))
    }
}
