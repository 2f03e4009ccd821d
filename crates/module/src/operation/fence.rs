//! The instructions `membar` and `fence`.

use super::{Reader, Scope};

/// What a fence orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fence {
    /// The accesses of the threads in a scope.
    Memory(Scope),
    /// Ordinary accesses and accesses of asynchronous copies and products: `fence.proxy.async`.
    AsyncProxy,
    /// Accesses through other proxies: `fence.proxy.alias`.
    OtherProxy,
}

impl Reader<'_, '_, '_> {
    pub(super) fn fence(&self) -> Fence {
        let mut words = self.instruction.selection.modifiers.iter().flatten();
        if !words.clone().any(|word| *word == "alias" || word.starts_with("proxy")) {
            Fence::Memory(if self.has("cta") { Scope::Block } else { Scope::Device })
        } else if words.any(|word| word.contains("async")) {
            Fence::AsyncProxy
        } else {
            Fence::OtherProxy
        }
    }
}
