//! Checks uses of the carry flag (PTX ISA, "Extended-Precision Integer Arithmetic Instructions"). [`Chain`] checks a
//! sequence of instructions without jumps. It reports each instruction that reads the flag while the flag is undefined.
//! It also reports each instruction that expects a carry and finds a borrow, or the reverse.
//!
//! The flag is undefined at the start. An addition leaves a carry, and a subtraction leaves a
//! borrow. An instruction whose guard is false does not change the flag.

use crate::forms::{Compute, Output, Passed};
use crate::message::Message;
use crate::selection::Selection;

/// The meaning of the carry flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// A carry: after `add`, `addc`, `mad`, `madc`.
    Carry,
    /// A borrow: after `sub`, `subc`.
    Borrow,
}

impl Flag {
    /// Returns three texts for messages: the name of this meaning, the name of the other meaning, and an instruction
    /// that only writes the flag.
    fn words(self) -> [&'static str; 3] {
        match self {
            Self::Carry => ["a carry", "a borrow", "add.cc"],
            Self::Borrow => ["a borrow", "a carry", "sub.cc"],
        }
    }
}

impl Selection {
    /// Returns the meaning that this instruction expects of the carry flag; `None` if the instruction
    /// does not read the flag.
    #[must_use]
    pub fn reads_flag(&self) -> Option<Flag> {
        let reads = |passed: &[Passed]| passed.contains(&Passed::Carry);
        self.flag().filter(
            |_| matches!(self.form.compute, Compute::Function { passed, .. } if reads(passed)),
        )
    }

    /// Returns the meaning that this instruction gives to the carry flag; `None` if the instruction
    /// does not write the flag.
    #[must_use]
    pub fn writes_flag(&self) -> Option<Flag> {
        let with_carry =
            |compute| matches!(compute, Compute::Function { output: Output::WithCarry, .. });
        self.flag().filter(|_| with_carry(self.form.compute))
    }

    fn flag(&self) -> Option<Flag> {
        match self.form.mnemonic {
            "add" | "addc" | "mad" | "madc" => Some(Flag::Carry),
            "sub" | "subc" => Some(Flag::Borrow),
            _ => None,
        }
    }
}

/// The predicate of a guard, and whether it is complemented (`@!p`).
type Guard<G> = (G, bool);

/// What is known about the carry flag before the next instruction. `G` identifies a predicate.
#[derive(Clone, Debug)]
pub struct Chain<G> {
    /// The state of the flag if the guard in `last_guarded` was false, or if `last_guarded` is
    /// `None`.
    otherwise: Known,
    /// The guard of the last guarded instruction that wrote the flag, and the meaning that the
    /// instruction gave to the flag.
    last_guarded: Option<(Guard<G>, Flag)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// No instruction has written the flag.
    Unwritten,
    /// Only guarded instructions have written the flag. The flag is undefined if all their guards were false.
    Guarded,
    /// Like `Guarded`, but another instruction has since written the predicate of the last guard. A later guard on this
    /// predicate may have another value.
    Outdated,
    /// The flag is defined and has this meaning.
    Is(Flag),
    /// The flag is a carry or a borrow, depending on the guard of an earlier instruction.
    Either,
    /// A faulty instruction may have written the flag, so [`Chain`] does not report uses of the flag.
    Anything,
}

impl Known {
    /// Returns the state after an instruction that writes `flag` only if its guard is true. `self`
    /// is the state before this instruction.
    fn or(self, flag: Flag) -> Self {
        match self {
            Self::Unwritten => Self::Guarded,
            Self::Is(known) if known != flag => Self::Either,
            known => known,
        }
    }
}

impl<G> Default for Chain<G> {
    fn default() -> Self {
        Self { otherwise: Known::Unwritten, last_guarded: None }
    }
}

impl<G: PartialEq> Chain<G> {
    /// Checks whether an instruction may read the carry flag, and records its write of the flag.
    ///
    /// # Errors
    /// Returns a message if the instruction reads an undefined flag, or a flag with another meaning than the
    /// instruction expects.
    pub fn step(
        &mut self,
        instruction: &Selection,
        guard: Option<Guard<G>>,
    ) -> Result<(), Message> {
        if let Some(flag) = instruction.reads_flag() {
            let known = self.known(guard.as_ref());
            check(instruction, flag, known)?;
        }
        if let Some(flag) = instruction.writes_flag() {
            self.write(flag, guard);
        }
        Ok(())
    }

    /// Records a faulty instruction. The state of the flag is then unknown.
    pub fn forget(&mut self) {
        *self = Self { otherwise: Known::Anything, last_guarded: None };
    }

    /// Records that an instruction wrote a predicate, which may change the value of a guard.
    /// `changed` returns whether the predicate of a guard is the written predicate.
    pub fn guard_changes(&mut self, changed: impl Fn(&G) -> bool) {
        if self.last_guarded.as_ref().is_some_and(|((guard, _), _)| changed(guard)) {
            self.otherwise = match self.known(None) {
                Known::Guarded => Known::Outdated,
                known => known,
            };
            self.last_guarded = None;
        }
    }

    /// Returns the state of the flag for an instruction with this guard.
    fn known(&self, guard: Option<&Guard<G>>) -> Known {
        match (&self.last_guarded, guard) {
            (None, _) => self.otherwise,
            (Some(((tested, complement), flag)), Some((test, test_complement)))
                if tested == test =>
            {
                if complement == test_complement {
                    Known::Is(*flag)
                } else {
                    self.otherwise
                }
            }
            (Some((_, flag)), _) => self.otherwise.or(*flag),
        }
    }

    fn write(&mut self, flag: Flag, guard: Option<Guard<G>>) {
        match guard {
            None => *self = Self { otherwise: Known::Is(flag), last_guarded: None },
            Some((test, complement)) => {
                let opposite = (test, !complement);
                self.otherwise = self.known(Some(&opposite));
                self.last_guarded = Some(((opposite.0, complement), flag));
            }
        }
    }
}

fn check(instruction: &Selection, wanted: Flag, known: Known) -> Result<(), Message> {
    let spelling = instruction.spelling();
    let [reads, opposite, begin] = wanted.words();
    Err(match known {
        Known::Anything => return Ok(()),
        Known::Is(flag) if flag == wanted => return Ok(()),
        Known::Unwritten => {
            Message::new(format!("`{spelling}` reads the carry flag before it is written"))
                .note("the flag has no value at the start")
                .help(format!("begin the chain with `{begin}`"))
        }
        Known::Guarded => Message::new(format!(
            "`{spelling}` reads the carry flag, which only a guarded instruction has written"
        ))
        .note("where the guard is false, the flag has no value")
        .help("write the same guard here, or write the flag without a guard first"),
        Known::Outdated => Message::new(format!(
            "`{spelling}` reads the carry flag, which was written under a guard that has changed since"
        ))
        .note("the guard's predicate was written in between, so its value may be another one")
        .help("copy the guard to a predicate that is not written in between"),
        Known::Is(_) => {
            Message::new(format!("`{spelling}` reads {reads}, but the flag is {opposite}"))
                .note("after a sum the flag is a carry, after a difference a borrow")
                .help(format!("begin another chain with `{begin}`"))
        }
        Known::Either => {
            Message::new(format!("`{spelling}` reads {reads}, but the flag may be {opposite}"))
                .note("the guard of an earlier instruction decides which of the two it is")
        }
    })
}

#[cfg(test)]
mod tests {
    use super::Chain;
    use crate::dialect::Dialect;
    use crate::select::select;

    /// Returns the index of the first instruction that [`Chain`] rejects. The text of a guard is `p` or `!p`.
    fn first_rejected(instructions: &[(&str, &str)]) -> Option<usize> {
        let mut chain = Chain::<&str>::default();
        instructions.iter().position(|(guard, instruction)| {
            let mut words = instruction.split('.');
            let mnemonic = words.next().unwrap_or_default();
            let words: Vec<_> = words.collect();
            let selected = select(mnemonic, &words, &Dialect::default()).expect("an instruction");
            let guard = match guard.strip_prefix('!') {
                _ if guard.is_empty() => None,
                Some(name) => Some((name, true)),
                None => Some((*guard, false)),
            };
            if mnemonic == "setp" {
                chain.guard_changes(|test| *test == "p");
            }
            chain.step(&selected, guard).is_err()
        })
    }

    #[test]
    fn a_flag_is_read_with_the_meaning_that_was_written() {
        let (add, addc) = ("add.cc.u32", "addc.u32");
        let (sub, subc) = ("sub.cc.u64", "subc.cc.u64");
        let (mad, madc) = ("mad.lo.cc.u32", "madc.hi.cc.u32");
        let setp = "setp.lt.f32";
        let ok: &[&[(&str, &str)]] = &[
            &[("", add), ("", addc), ("", addc)],
            &[("", mad), ("", madc), ("", addc)],
            &[("", sub), ("", subc), ("", add), ("", addc)],
            &[("p", add), ("p", addc), ("", "add.u32")],
            &[("", sub), ("p", subc), ("", subc)],
            &[("p", add), ("!p", add), ("", addc)],
            &[("p", add), ("!p", sub), ("p", addc), ("!p", subc)],
            &[("", sub), ("p", add), ("p", addc), ("!p", subc)],
            &[("", add), ("p", add), ("", setp), ("p", addc)],
        ];
        for chain in ok {
            assert_eq!(first_rejected(chain), None, "{chain:?}");
        }
        let wrong: &[(&[(&str, &str)], usize)] = &[
            (&[("", addc)], 0),
            (&[("", madc)], 0),
            (&[("", "add.u32"), ("p", subc)], 1),
            (&[("", add), ("", subc)], 1),
            (&[("", sub), ("", addc)], 1),
            (&[("", sub), ("", subc), ("", madc)], 2),
            (&[("p", add), ("", addc)], 1),
            (&[("p", add), ("!p", addc)], 1),
            (&[("p", add), ("q", addc)], 1),
            (&[("p", add), ("q", add), ("", addc)], 2),
            (&[("p", add), ("", setp), ("p", addc)], 2),
            (&[("", sub), ("p", add), ("", addc)], 2),
            (&[("", sub), ("p", add), ("!p", addc)], 2),
            (&[("p", add), ("!p", sub), ("", addc)], 2),
        ];
        for (chain, at) in wrong {
            assert_eq!(first_rejected(chain), Some(*at), "{chain:?}");
        }
    }
}
