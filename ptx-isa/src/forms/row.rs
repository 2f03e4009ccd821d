//! What a row of the table says.

use super::names::Name;
use crate::availability::{Alternative, Availability};
use crate::lanes::Lanes;
use crate::types::Type;

/// One position of modifiers in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModifierSlot {
    /// The name in the manual's line: a class or the word itself.
    pub name: Name,
    /// The words that may be written here.
    pub words: &'static [&'static str],
    /// Whether it may be left out.
    pub optional: bool,
}

/// One operand of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandSlot {
    /// As the manual prints it: `a`, `{a, b}`, `p{|q}`.
    pub name: &'static str,
    /// How many elements a vector operand has, or registers one of a matrix; `None` for a scalar.
    pub elements: Option<u32>,
    /// Whether a predicate may follow, `p|q`.
    pub second: Second,
    /// Its type, or the class of modifiers that names it; `None` for the instruction's type.
    pub ty: Option<Name>,
    /// Which literals it takes.
    pub literals: Literals,
    /// Which lanes it may name, as SIMD video instructions do: `d{.mask}`, `a{.asel}`.
    pub lanes: Option<Lanes>,
    /// What it looks like.
    pub shape: Shape,
}

/// What an operand looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value, or a vector of values.
    Value,
    /// `[a]`
    Address,
    /// `(a)`: what a function takes or returns.
    List,
    /// The name of a label or of a function.
    Label,
}

/// Which literals an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// Those of its type.
    Any,
    /// The integers from 0 to 255.
    Byte,
    /// The integers from 0 to 255, as literals only.
    Immediate,
    /// None, and no register of another type that has the width.
    Register,
}

/// Whether a predicate follows a destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// `p`
    Never,
    /// `p{|q}`
    Optional,
    /// `p|q`
    Always,
}

/// What becomes of a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// It is the destination's value.
    Value,
    /// It is a pair of predicates, each for a destination that may be left out.
    Pair,
    /// It is a pair of predicates, of which this function makes the destination's value.
    Set(&'static str),
    /// It is the value of the destination and a predicate for the second one, `d|p`.
    WithPredicate,
    /// It is the destination's value and the carry.
    WithCarry,
}

/// An argument of a function after its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// What a class of modifiers chooses.
    Mode(Name),
    /// The carry that an earlier instruction left.
    Carry,
    /// The lanes that the operands name, an argument for each operand that may name some.
    Lanes,
    /// The architecture.
    Sm,
}

/// What computes a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// A function of `ptx-core`.
    Function {
        /// Its name at the crate root; the types follow where it ends in `_`.
        name: &'static str,
        /// Its arguments after the sources, in this order.
        passed: &'static [Passed],
        /// The class that says how a pair of predicates is combined with the last source.
        combined: Option<Name>,
        /// What becomes of its result.
        output: Output,
    },
    /// The same as the form of this mnemonic with these modifiers.
    Means(&'static [&'static str]),
    /// Bits are moved unchanged, packed into or unpacked from a vector.
    Moves,
    /// A function of `ptx-core` on the registers of all threads of a warp.
    Warp {
        /// Its name at the crate root; the types follow where it ends in `_`.
        name: &'static str,
        /// Its arguments after the sources, in this order.
        passed: &'static [Passed],
    },
    /// No function: what it does depends on the program around it.
    Effect(Effect),
    /// Nothing here: PTX has the form, and it is not computed.
    Nothing,
}

/// What an instruction of memory or control does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reads memory at an address.
    Load,
    /// Writes memory at an address; the first operand is that address.
    Store,
    /// Makes an address of one state space one of another.
    Convert,
    /// Goes to a label.
    Jump,
    /// Goes to one label of a list, which a number chooses.
    Switch,
    /// Calls a function.
    Call,
    /// Returns from a function.
    Return,
    /// Ends the thread.
    Exit,
    /// Stops with an error.
    Trap,
}

impl Effect {
    /// Whether the first operand is a destination.
    #[must_use]
    pub const fn has_destination(self) -> bool {
        matches!(self, Self::Load | Self::Convert)
    }

    /// Whether control may go on elsewhere than with the next statement.
    #[must_use]
    pub const fn leaves(self) -> bool {
        matches!(self, Self::Jump | Self::Switch | Self::Return | Self::Exit | Self::Trap)
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The section of the PTX ISA manual.
    pub section: &'static str,
    /// The mnemonic, `rcp`.
    pub mnemonic: &'static str,
    /// The modifiers in the manual's order; the last type among them is the instruction's.
    pub slots: &'static [ModifierSlot],
    /// The operands; the first one is the destination, unless an [`Effect`] has none.
    pub operands: &'static [OperandSlot],
    /// Since which versions and for which targets it exists.
    pub availability: Availability,
    /// The modifiers that came later than the form.
    pub later: &'static [Later],
    /// What computes it.
    pub compute: Compute,
}

/// Modifiers that came later than the form they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// The modifiers.
    pub words: &'static [&'static str],
    /// Since which versions and for which targets they exist.
    pub availability: Availability,
}

impl Availability {
    /// What `alternatives` say.
    pub(super) const fn of(alternatives: &'static [Alternative]) -> Self {
        Self { from: crate::version::Version::OLDEST, alternatives }
    }
}

impl Form {
    /// Whether this crate's tables know a function of one thread for it, or what it is short for.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        !matches!(self.compute, Compute::Nothing | Compute::Effect(_) | Compute::Warp { .. })
    }

    /// Whether the threads of a warp execute it together.
    #[must_use]
    pub fn is_of_warp(&self) -> bool {
        matches!(self.compute, Compute::Warp { .. })
    }

    /// What it does, for an instruction of memory or control.
    #[must_use]
    pub fn effect(&self) -> Option<Effect> {
        match self.compute {
            Compute::Effect(effect) => Some(effect),
            _ => None,
        }
    }

    /// The modifiers, one per slot, if `words` spells this form; `None` in a slot left out.
    #[must_use]
    pub fn spelt(&self, words: &[&str]) -> Option<Vec<Option<&'static str>>> {
        let mut rest = words.iter().peekable();
        let mut chosen = Vec::with_capacity(self.slots.len());
        for slot in self.slots {
            let word = rest.peek().and_then(|w| slot.words.iter().copied().find(|s| s == *w));
            if word.is_some() {
                rest.next();
            } else if !slot.optional {
                return None;
            }
            chosen.push(word);
        }
        rest.next().is_none().then_some(chosen)
    }

    /// The types among the modifiers of a spelling, in their order.
    pub fn types<'a>(
        &'a self,
        modifiers: &'a [Option<&str>],
    ) -> impl DoubleEndedIterator<Item = Type> + 'a {
        let typed = self.slots.iter().zip(modifiers).filter(|(slot, _)| slot.name.is_type());
        typed.filter_map(|(_, word)| Type::from_word((*word)?))
    }

    /// The type of an operand under the modifiers of a spelling, or of each element of a vector;
    /// `None` for an operand that has none, such as a label.
    #[must_use]
    pub fn operand_type(&self, operand: &OperandSlot, modifiers: &[Option<&str>]) -> Option<Type> {
        let named = operand.ty.and_then(|name| {
            let slot = self.slots.iter().position(|slot| slot.name == name);
            slot.map_or(Type::from_word(name.text()), |slot| Type::from_word(modifiers[slot]?))
        });
        if operand.shape != Shape::Value {
            return None;
        }
        let whole = || self.types(modifiers).next_back();
        match (named, operand.elements) {
            (Some(_), _) => named,
            (None, None) => whole(),
            // The elements share the bits of the other operand.
            (None, Some(count)) => Type::bits_of_width(whole()?.bits() / count),
        }
    }

    /// The form's modifiers at their shortest, with the first word of every class.
    #[must_use]
    pub fn shortest(&self) -> Vec<&'static str> {
        self.slots.iter().filter(|s| !s.optional).map(|s| s.words[0]).collect()
    }

    /// Every choice of modifiers that spells this form.
    ///
    /// ```
    /// use ptx_isa::forms;
    ///
    /// let full = forms::family("div").iter().find(|form| form.slots[0].words == ["full"]).unwrap();
    /// assert_eq!(full.spellings(), [vec!["full", "ftz", "f32"], vec!["full", "f32"]]);
    /// ```
    #[must_use]
    pub fn spellings(&self) -> Vec<Vec<&'static str>> {
        let mut all = vec![Vec::new()];
        for slot in self.slots {
            let longer = |spelling: &Vec<&'static str>| {
                let with = slot.words.iter().map(|word| [spelling.as_slice(), &[word]].concat());
                let without = slot.optional.then(|| spelling.clone());
                with.chain(without).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}
