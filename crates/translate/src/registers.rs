//! Decides where the Rust translation declares a register: in the block that uses it, or at the top
//! of the function.

/// The registers that an instruction accesses, by number.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The registers that the instruction reads. All reads happen before the writes.
    pub reads: Vec<usize>,
    /// The registers that the instruction writes.
    pub writes: Vec<usize>,
    /// Whether a written register may keep its old value or a part of it.
    pub is_guarded: bool,
}

/// The place where the Rust translation declares a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The register is not declared, because nothing reads it.
    Unread,
    /// `let` declares the register in the only statement that writes it. All reads follow in the same block.
    Block,
    /// `let` declares the register at the top of the Rust function, with the initial value zero.
    Function,
}

/// Returns the class of each register. `blocks` lists the accesses of each block.
///
/// # Panics
/// Panics if an instruction accesses a register whose number is not below `registers`.
#[must_use]
pub fn classify(registers: usize, blocks: &[Vec<Access>]) -> Vec<Class> {
    /// The accesses to a register that have been visited so far.
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
