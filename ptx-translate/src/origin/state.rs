//! The origin of a value.

use ptx_isa::Type;

/// What a value may be the address of. The origin of a plain number is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    /// For each parameter of the declared function, a bit that tells whether the value may come
    /// from it. The last bit stands for all parameters after the first [`OWN_BITS`].
    parameters: u64,
    /// Whether the value may be the address of a variable of the module.
    pub(crate) is_global: bool,
    /// Whether the value may be the address of a `.local` array.
    pub(crate) is_local: bool,
    /// Whether a load may have returned the value, which then may be any address.
    pub(crate) is_loaded: bool,
}

/// The number of parameters that each have a separate bit.
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

    /// Returns the indices of the parameters from which the value may come. Omits parameters
    /// without a separate bit ([`Self::is_of_many`]).
    pub(crate) fn parameters(self) -> impl Iterator<Item = usize> {
        (0..OWN_BITS).filter(move |i| self.parameters >> i & 1 == 1)
    }

    /// Returns whether the value may come from one of the later parameters, which share a single bit. Only the first
    /// [`OWN_BITS`] parameters have a bit each.
    pub(crate) fn is_of_many(self) -> bool {
        self.parameters >> OWN_BITS == 1
    }
}

/// The rule for the result of a computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The result may come from every source.
    Any,
    /// The result comes from the source that is most likely an address: the addend of `mad`, or
    /// else the first source. Only 64-bit sources with an origin count.
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
