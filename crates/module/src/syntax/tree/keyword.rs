//! Words that PTX has a closed list of.

use super::Span;

/// A keyword of the text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyword<T> {
    /// What the keyword means.
    pub value: T,
    /// The span in the text, with the leading dot.
    pub span: Span,
}

/// Defines an enum with a variant for each keyword, which is written without its dot.
macro_rules! keywords {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = concat!("`.", $word, "`")] $variant,)*
        }

        impl $name {
            /// All keywords, in the order of their words.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the keyword without its dot.
            #[must_use]
            pub fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }

            /// Returns the value for a keyword without its dot.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$variant),)*
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.word())
            }
        }
    };
}

keywords! {
    /// The state space of a declaration (PTX ISA, "State Spaces"). `.tex` is of early PTX versions.
    StateSpace {
        Const = "const",
        Global = "global",
        Local = "local",
        Param = "param",
        Reg = "reg",
        Shared = "shared",
        Tex = "tex",
    }
}

keywords! {
    /// The linkage of a function or variable (PTX ISA, "Linking Directives").
    Linkage {
        Common = "common",
        Extern = "extern",
        Visible = "visible",
        Weak = "weak",
    }
}

keywords! {
    /// A directive that declares nothing (PTX ISA, "Directives").
    DirectiveName {
        AbiPreserve = "abi_preserve",
        AbiPreserveControl = "abi_preserve_control",
        AddressSize = "address_size",
        Alias = "alias",
        BlocksAreClusters = "blocksareclusters",
        BranchTargets = "branchtargets",
        CallPrototype = "callprototype",
        CallTargets = "calltargets",
        ExplicitCluster = "explicitcluster",
        File = "file",
        Loc = "loc",
        MaxClusterRank = "maxclusterrank",
        MaxNctaPerSm = "maxnctapersm",
        MaxNreg = "maxnreg",
        MaxNtid = "maxntid",
        MinNctaPerSm = "minnctapersm",
        MinPerCtaMemory = "minperctamemory",
        Noreturn = "noreturn",
        Pragma = "pragma",
        ReqNctaPerCluster = "reqnctapercluster",
        ReqNtid = "reqntid",
        Section = "section",
        Target = "target",
        Version = "version",
    }
}

#[cfg(test)]
mod tests {
    use super::{DirectiveName, Linkage, StateSpace};
    use ptx_isa::placement::is_directive;

    #[test]
    fn every_keyword_is_a_directive_of_ptx() {
        let spaces = StateSpace::ALL.iter().map(|one| one.word());
        let linkages = Linkage::ALL.iter().map(|one| one.word());
        let directives = DirectiveName::ALL.iter().map(|one| one.word());
        for word in spaces.chain(linkages).chain(directives) {
            assert!(is_directive(word), "{word}");
        }
    }
}
