//! Accesses to memory and conversions of addresses.

use super::{Placed, Reader};
use crate::resolve::Instruction;
use ptx_isa::Type;
use ptx_isa::forms::Effect;

/// The state space of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// The instruction names no space, so the generic address determines the space.
    Generic,
    /// `.global`
    Global,
    /// `.const`
    Constant,
    /// `.shared`, also of another block of the cluster
    Shared,
    /// `.local`
    Local,
    /// `.param`
    Parameter,
}

impl Space {
    /// Returns whether addresses in this space have 32 bits.
    #[must_use]
    pub fn is_narrow(self) -> bool {
        matches!(self, Self::Shared | Self::Local)
    }
}

/// The memory ordering of an access. The default is a weak access.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Order {
    /// The scope of a strong access (atomic, volatile, relaxed, acquire or release); `None` for a weak access.
    pub scope: Option<Scope>,
    /// Whether later accesses of the thread stay after this access.
    pub acquires: bool,
    /// Whether earlier accesses of the thread stay before this access.
    pub releases: bool,
}

/// The scope of a strong access or of a fence: `.cta`, or any wider scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// `.cta`
    Block,
    /// `.cluster`, `.gpu` or `.sys`
    Device,
}

/// A load or a store.
#[derive(Clone, Debug)]
pub struct Access<'o, 'a> {
    /// The state space that the instruction names.
    pub space: Space,
    /// The type of an element. A value of 128 bits is two elements of `.b64`.
    pub ty: Type,
    /// The registers to load or the values to store.
    pub elements: Vec<Placed<'o, 'a>>,
    /// The address.
    pub address: Placed<'o, 'a>,
    /// The memory ordering.
    pub order: Order,
}

/// A conversion of an address from one state space to another: `cvta`.
#[derive(Clone, Debug)]
pub struct Conversion<'o, 'a> {
    /// The state space that is not generic.
    pub space: Space,
    /// Whether the source is the generic address: `cvta.to`.
    pub is_from_generic: bool,
    /// The type of the addresses.
    pub ty: Type,
    /// The register that receives the address.
    pub to: Placed<'o, 'a>,
    /// The address.
    pub from: Placed<'o, 'a>,
}

impl<'o, 'a> Reader<'o, '_, 'a> {
    /// Reads a load or a store, given the places of its address and its values.
    pub(super) fn access(&self, address: usize, values: usize) -> Access<'o, 'a> {
        let is_wide = self.ty() == Type::B128;
        Access {
            space: space(self.instruction),
            ty: if is_wide { Type::B64 } else { self.ty() },
            elements: self.elements(values, is_wide),
            address: self.operand(address),
            order: order(self.instruction),
        }
    }

    pub(super) fn conversion(&self) -> Conversion<'o, 'a> {
        Conversion {
            space: space(self.instruction),
            is_from_generic: self.has("to"),
            ty: self.instruction.selection.instruction_type().unwrap_or(Type::U64),
            to: self.operand(0),
            from: self.operand(1),
        }
    }
}

/// Returns the memory ordering of an access. An atomic instruction without an ordering modifier is relaxed.
#[must_use]
pub fn order(instruction: &Instruction<'_>) -> Order {
    let has = |word: &str| instruction.selection.modifiers.contains(&Some(word));
    let effect = instruction.selection.form.effect();
    let is_atomic = matches!(effect, Some(Effect::Atomic | Effect::Reduction));
    let strong = ["volatile", "relaxed", "acquire", "release", "acq_rel", "mmio"];
    let is_strong = is_atomic || strong.into_iter().any(has);
    let scope = if has("cta") { Scope::Block } else { Scope::Device };
    Order {
        scope: is_strong.then_some(scope),
        acquires: has("acquire") || has("acq_rel"),
        releases: has("release") || has("acq_rel"),
    }
}

/// Returns the first state space that the modifiers of an instruction name.
#[must_use]
pub fn space(instruction: &Instruction<'_>) -> Space {
    let words = instruction.selection.modifiers.iter().flatten();
    let mut known = words.filter_map(|word| {
        Some(match *word {
            "global" => Space::Global,
            "const" => Space::Constant,
            "local" => Space::Local,
            word if word.starts_with("shared") => Space::Shared,
            word if word.starts_with("param") => Space::Parameter,
            _ => return None,
        })
    });
    known.next().unwrap_or(Space::Generic)
}
