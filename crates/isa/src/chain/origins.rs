//! The instructions that may have written the carry flag, as a set.

use super::Flag;
use crate::message::Message;

/// What lies between an instruction that writes the flag and an instruction that reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossed {
    Branch,
    Barrier,
    Call,
}

/// A set of origins. Each bit stands for an origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Origins(u16);

/// A sum, and a sum before a branch, a barrier and a call.
const SUMS: u16 = 0xf;
/// A difference, and a difference before a branch, a barrier and a call.
const DIFFERENCES: u16 = 0xf0;
/// Instructions in the same basic block, without a barrier or a call in between.
const CURRENT: u16 = 0x11;

impl Origins {
    /// No instruction has written the flag.
    pub(super) const UNWRITTEN: Self = Self(0x100);
    /// Only guarded instructions have written the flag, and a predicate of their guards has changed since.
    const OUTDATED: Self = Self(0x200);

    /// Returns the origin of a flag that the last instruction wrote.
    pub(super) const fn of(flag: Flag) -> Self {
        Self(CURRENT & kind(flag))
    }

    pub(super) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, bits: u16) -> bool {
        self.0 & bits != 0
    }

    /// Returns the origins after a branch, a barrier or a call.
    pub(super) const fn across(self, crossed: Crossed) -> Self {
        let current = self.0 & CURRENT;
        Self(self.0 & !CURRENT | current << (1 + crossed as u16))
    }

    /// Returns the origins after the predicate of a guard has changed.
    pub(super) const fn outdated(self) -> Self {
        match self.has(Self::UNWRITTEN.0) && self.has(SUMS | DIFFERENCES) {
            true => Self(self.0 & !Self::UNWRITTEN.0 | Self::OUTDATED.0),
            false => self,
        }
    }

    /// Returns the origins after an instruction has read the flag: they are defined and current.
    pub(super) fn reported(self) -> Self {
        let kinds = [Flag::Carry, Flag::Borrow].into_iter().filter(|flag| self.has(kind(*flag)));
        kinds.fold(Self::default(), |all, flag| all.or(Self::of(flag)))
    }

    /// Returns a message if the flag may be undefined at an instruction in straight-line code.
    pub(super) fn undefined(self, spelling: &str, reader: Flag) -> Option<Message> {
        if self == Self::UNWRITTEN {
            let what = format!("`{spelling}` reads the carry flag before it is written");
            let help = format!("begin the chain with `{}`", writer(reader));
            return Some(Message::new(what).note(NO_VALUE).help(help));
        }
        if self.has(Self::OUTDATED.0) {
            let what =
                "reads the carry flag, which was written under a guard that has changed since";
            let note =
                "the guard's predicate was written in between, so its value may be another one";
            let help = "copy the guard to a predicate that is not written in between";
            return Some(Message::new(format!("`{spelling}` {what}")).note(note).help(help));
        }
        let what = "reads the carry flag, which only a guarded instruction has written";
        self.has(Self::UNWRITTEN.0).then(|| {
            Message::new(format!("`{spelling}` {what}"))
                .note("where the guard is false, the flag has no value")
                .help("write the same guard here, or write the flag without a guard first")
        })
    }

    /// Returns messages about a flag that may be undefined, of the other kind of instruction, or written elsewhere. If
    /// the flag may be undefined, the places where it was written are not reported.
    pub(super) fn remarks(self, spelling: &str, reader: Flag) -> Vec<Message> {
        let mut all = Vec::new();
        let is_undefined = self.has(Self::UNWRITTEN.0 | Self::OUTDATED.0);
        if is_undefined {
            let what = format!("`{spelling}` may read the carry flag before it is written");
            let help = "begin the chain with an instruction that has `.cc`";
            all.push(Message::new(what).note(NO_VALUE).help(help));
        }
        let (other, of) = match reader {
            Flag::Carry => (Flag::Borrow, "a difference"),
            Flag::Borrow => (Flag::Carry, "a sum"),
        };
        if self.has(kind(other)) {
            let reads = if self.has(kind(reader)) { "may read" } else { "reads" };
            all.push(mixed(format!("`{spelling}` {reads} the carry flag of {of}"), reader));
        }
        let crossed = [Crossed::Branch, Crossed::Barrier, Crossed::Call].into_iter();
        let has = |crossed: &Crossed| self.has(CURRENT << (1 + *crossed as u16));
        let crossed = crossed.filter(|crossed| !is_undefined && has(crossed));
        all.extend(crossed.map(|crossed| stale(spelling, crossed, self)));
        all
    }
}

const NO_VALUE: &str = "the flag has no value at the start";
const STRAIGHT: &str = "PTX intends the flag for straight-line code";

/// Returns all origins of a kind.
const fn kind(flag: Flag) -> u16 {
    match flag {
        Flag::Carry => SUMS,
        Flag::Borrow => DIFFERENCES,
    }
}

/// Returns an instruction that only writes the flag.
fn writer(flag: Flag) -> &'static str {
    match flag {
        Flag::Carry => "add.cc",
        Flag::Borrow => "sub.cc",
    }
}

/// Completes the message about an instruction that reads a flag of the other kind.
fn mixed(what: String, reader: Flag) -> Message {
    let (note, help) = match reader {
        Flag::Carry => (
            "a difference is computed as `a + ~b + 1`, so its flag is 1 if there is no borrow",
            "`subc.u32 t, 0, 0;` gives ffffffff after a borrow, otherwise 0",
        ),
        Flag::Borrow => (
            "`subc` computes `a + ~b + flag`, so it subtracts 1 more if the sum has no carry",
            "`addc.u32 t, 0, 0;` gives 1 after a carry, otherwise 0",
        ),
    };
    Message::new(what).note(note).help(help)
}

/// Returns the message about a flag that was written before a branch, a barrier or a call.
fn stale(spelling: &str, crossed: Crossed, origins: Origins) -> Message {
    let (place, note) = match crossed {
        Crossed::Branch => ("in another basic block", STRAIGHT),
        Crossed::Barrier => ("before a barrier", STRAIGHT),
        Crossed::Call => ("before a call", "PTX does not preserve the flag across calls"),
    };
    let help = match origins.has(SUMS) {
        true => {
            "save the flag by `addc.u32 t, 0, 0;`, restore it by `add.cc.u32 u, t, 0xffffffff;`"
        }
        false => "save the flag by `subc.u32 t, 1, 0;`, restore it by `sub.cc.u32 u, t, 1;`",
    };
    let what = format!("`{spelling}` reads the carry flag, which was written {place}");
    Message::new(what).note(note).help(help)
}
