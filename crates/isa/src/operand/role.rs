//! Describes the operands of matrix instructions for messages.

use crate::fault::{At, Fault};
use crate::forms::OperandSlot;
use crate::selection::Selection;

impl Selection {
    /// Adds a note that describes the content of the operand, unless the operand's name already
    /// describes it.
    pub(super) fn with_role(&self, slot: &OperandSlot, fault: Fault) -> Fault {
        if !self.form.is_of_warp() && !self.form.is_of_elements() {
            return fault;
        }
        let names: Vec<_> = slot.name.trim_matches(['{', '}']).split(", ").collect();
        let name = match fault.at {
            At::Element(_, index) => names.get(index),
            _ => names.first(),
        };
        match name.and_then(|name| self.role(name)) {
            Some(role) => fault.note(role),
            None => fault,
        }
    }

    fn role(&self, name: &str) -> Option<String> {
        let of = |role: &str| Some(format!("`{name}` {role}"));
        match (self.form.is_of_warp(), name) {
            (_, "e") => of("holds the metadata of the sparse A"),
            (_, "f") => {
                let shape =
                    self.words().find(|word| word.starts_with('m') && word.contains('k'))?;
                of(&format!(
                    "is the sparsity selector: it names the threads whose metadata `.{shape}` reads"
                ))
            }
            (true, "sa") => of("holds the block scales of A"),
            (true, "sb") => of("holds the block scales of B"),
            (true, "i") => self.first_byte(name, "A"),
            (true, "j") => of("names the two of every four threads that hold the scales of A"),
            (true, "k") => self.first_byte(name, "B"),
            (true, "l") => of("names the one of every four threads that holds the scales of B"),
            (false, "p") => of("is `scale-d`: if it is false, D starts as 0"),
            (false, "i") => of("is `imm-scale-a`: -1 negates A"),
            (false, "j") => of("is `imm-scale-b`: -1 negates B"),
            (false, "k") => of("is `imm-trans-a`: 1 transposes A"),
            (false, "l") => of("is `imm-trans-b`: 1 transposes B"),
            _ => None,
        }
    }

    /// Describes the operand that selects the byte where a vector of scales begins.
    fn first_byte(&self, name: &str, matrix: &str) -> Option<String> {
        let vector = self.words().find(|word| word.starts_with("scale_vec::"));
        let vector = vector.unwrap_or(match self.words().any(|word| word == "kind::mxf4") {
            true => "scale_vec::2X",
            false => "scale_vec::1X",
        });
        let byte = "is the byte of a register where the scales of";
        Some(format!("`{name}` {byte} {matrix} begin, with `.{vector}`"))
    }

    fn words(&self) -> impl Iterator<Item = &'static str> {
        self.modifiers.iter().flatten().copied()
    }
}
