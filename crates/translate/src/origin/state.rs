//! The origin of a value.

use ptx_isa::Type;

/// The memory that a value may point to. The origin of a plain number is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    /// For each parameter of the declared function, a bit that tells whether the value may be
    /// computed from the parameter. The last bit stands for all parameters after the first
    /// [`OWN_BITS`].
    parameters: u64,
    /// Whether the value may be the address of a variable of the module.
    pub(crate) is_global: bool,
    /// Whether the value may be the address of a `.local` array.
    pub(crate) is_local: bool,
    /// Whether a load may have returned the value. Such a value may be any address.
    pub(crate) is_loaded: bool,
}

/// The number of parameters that each have a separate bit in [`Origin`].
const OWN_BITS: usize = 63;

const NONE: Origin = Origin { parameters: 0, is_global: false, is_local: false, is_loaded: false };

impl Origin {
    pub(crate) const GLOBAL: Self = Self { is_global: true, ..NONE };
    pub(crate) const LOCAL: Self = Self { is_local: true, ..NONE };
    pub(crate) const LOADED: Self = Self { is_loaded: true, ..NONE };

    pub(crate) fn parameter(index: usize) -> Self {
        Self { parameters: 1 << index.min(OWN_BITS), ..NONE }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            parameters: self.parameters | other.parameters,
            is_global: self.is_global || other.is_global,
            is_local: self.is_local || other.is_local,
            is_loaded: self.is_loaded || other.is_loaded,
        }
    }

    /// Returns the indices of the parameters from which the value may be computed. Omits parameters
    /// without a separate bit ([`Self::is_of_many`]).
    pub(crate) fn parameters(self) -> impl Iterator<Item = usize> {
        (0..OWN_BITS).filter(move |i| self.parameters >> i & 1 == 1)
    }

    /// Returns whether the value may be computed from one of the parameters after the first [`OWN_BITS`]. These
    /// parameters share a single bit.
    pub(crate) fn is_of_many(self) -> bool {
        self.parameters >> OWN_BITS == 1
    }
}

/// The rule that determines the origin of a computation's result: the memory that the result may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The result has the origins of all sources.
    Any,
    /// The result has the origin of the source that is most likely an address: the addend of `mad`,
    /// or else the first source. The rule skips sources without an origin, and sources that do not
    /// have 64 bits.
    Likely,
}

impl Rule {
    pub(super) fn combined(self, sources: &[(Origin, Type)]) -> Origin {
        match self {
            Self::Any => sources.iter().fold(NONE, |all, source| all.or(source.0)),
            Self::Likely => {
                let is_address =
                    |source: &&(Origin, Type)| source.1.bits() == 64 && source.0 != NONE;
                let found = match sources {
                    [_, _, addend] if is_address(&addend) => Some(addend),
                    sources => sources.iter().find(is_address),
                };
                found.map_or(NONE, |source| source.0)
            }
        }
    }
}
