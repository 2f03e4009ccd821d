//! What a row of the table says.

use crate::{Type, Version};

/// One position of modifiers in a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The name in the manual's line: a class or the word itself.
    pub name: &'static str,
    /// The words that may stand here.
    pub words: &'static [&'static str],
    /// Whether it may be left out.
    pub optional: bool,
}

/// One operand of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandSlot {
    /// As the manual prints it: `a`, `{a, b}`, `p{|q}`.
    pub name: &'static str,
    /// How many elements a vector operand has; `None` for a scalar.
    pub elements: Option<u32>,
    /// Whether two predicates may stand here, `p|q`.
    pub second: Second,
    /// Its type: a type's word, or the slot of modifiers that names it; `None` for the
    /// instruction's type.
    pub ty: Option<&'static str>,
    /// Which literals may stand here.
    pub literals: Literals,
}

/// Which literals an operand takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// Those of its type.
    Any,
    /// The integers from 0 to 255.
    Byte,
    /// The integers from 0 to 255, and nothing but a literal.
    Immediate,
}

/// Whether a second predicate stands behind a first one.
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
    Both,
    /// It is a pair of predicates, of which this function makes the destination's value.
    Set(&'static str),
}

/// What computes a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// A function of `ptx-core`; `by_target` if it also takes the architecture.
    Core {
        /// The function's name at the crate root.
        function: &'static str,
        /// Whether it takes the architecture.
        by_target: bool,
        /// Whether it takes `Keep` for the `.ftz` that the form has not.
        keeps: bool,
        /// What becomes of its result.
        output: Output,
    },
    /// The same as the form of this mnemonic with these modifiers.
    Means(&'static [&'static str]),
    /// Bits are moved unchanged, packed into or unpacked from a vector.
    Move,
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The section of the PTX ISA manual.
    pub section: &'static str,
    /// The mnemonic, `rcp`.
    pub mnemonic: &'static str,
    /// The modifiers in the manual's order; the last one is the instruction's type.
    pub slots: &'static [Slot],
    /// The operands; the first one is the destination.
    pub operands: &'static [OperandSlot],
    /// The first version that has the form.
    pub since: Version,
    /// The last version that has it, if it was withdrawn.
    pub until: Option<Version>,
    /// The first architecture that has it.
    pub sm: u16,
    /// The last architecture that has it, if later ones do not.
    pub last_sm: Option<u16>,
    /// Whether `map_f64_to_f32` will do instead of the architecture.
    pub or_map: bool,
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
    /// The first version that has them.
    pub since: Version,
    /// The first architecture that has them.
    pub sm: u16,
}

impl Form {
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
        modifiers.iter().flatten().filter_map(|word| Type::from_word(word))
    }

    /// The type of an operand under the modifiers of a spelling, or of each element of a vector.
    ///
    /// # Panics
    /// Never: every form ends in a type.
    #[must_use]
    pub fn operand_type(&self, operand: &OperandSlot, modifiers: &[Option<&str>]) -> Type {
        let named = operand.ty.and_then(|name| {
            let slot = self.slots.iter().position(|slot| slot.name == name);
            slot.map_or(Type::from_word(name), |slot| modifiers[slot].and_then(Type::from_word))
        });
        let whole =
            named.or_else(|| self.types(modifiers).next_back()).expect("every form ends in a type");
        operand.elements.and_then(|n| Type::bits_of_width(whole.bits() / n)).unwrap_or(whole)
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
    /// let full = forms::family("div").iter().find(|form| form.slots[0].name == "full").unwrap();
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
