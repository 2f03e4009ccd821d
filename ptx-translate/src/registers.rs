//! The place where a register is declared in Rust: in the block that uses it, or at the top of the
//! function.

/// The registers that an instruction uses, by their numbers.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The registers that the instruction reads, before it writes.
    pub reads: Vec<usize>,
    /// The registers that the instruction writes.
    pub writes: Vec<usize>,
    /// Whether the written registers may keep their old values, or parts of them.
    pub is_guarded: bool,
}

/// The place where a register is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The register is not declared, because nothing reads it.
    Unread,
    /// By `let` in the statement that writes the register. No other statement writes it, and only
    /// later statements of the same block read it.
    Block,
    /// At the top of the function, initialised to zero.
    Function,
}

/// Classifies registers by the accesses of each block.
///
/// # Panics
/// If an instruction names a register whose number is not below `registers`.
#[must_use]
pub fn classify(registers: usize, blocks: &[Vec<Access>]) -> Vec<Class> {
    /// The accesses to a register so far.
    #[derive(Clone, Copy, Default)]
    struct Seen {
        written_in: Option<usize>,
        is_read: bool,
        is_elsewhere: bool,
    }
    let mut all = vec![Seen::default(); registers];
    for (block, accesses) in blocks.iter().enumerate() {
        for access in accesses {
            for register in &access.reads {
                let seen = &mut all[*register];
                seen.is_read = true;
                seen.is_elsewhere |= seen.written_in != Some(block);
            }
            for register in &access.writes {
                let seen = &mut all[*register];
                seen.is_elsewhere |= access.is_guarded || seen.written_in.is_some();
                seen.written_in = Some(block);
            }
        }
    }
    let class = |seen: Seen| match seen {
        Seen { is_read: false, .. } => Class::Unread,
        Seen { is_elsewhere: false, .. } => Class::Block,
        _ => Class::Function,
    };
    all.into_iter().map(class).collect()
}
