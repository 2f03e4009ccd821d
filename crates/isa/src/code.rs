//! Message codes: the kinds of messages, each with a stable name.

/// The kind of a message. Its name does not change if the text of the message changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Code {
    /// No other kind fits.
    #[default]
    Invalid,
    /// Missing or unexpected tokens.
    Syntax,
    /// A fault in `.version`, `.target` or `.address_size`, or in their order.
    Directive,
    /// A fault in a declaration.
    Declaration,
    /// A name that is not declared.
    Undeclared,
    /// A name that is declared twice.
    Duplicate,
    /// A mnemonic that PTX does not have.
    Instruction,
    /// A wrong, missing or superfluous modifier.
    Modifier,
    /// Modifiers in another order than the manual's.
    Order,
    /// Modifiers in another order than the manual's, in which NVIDIA's compiler and headers write them.
    CompilerOrder,
    /// An instruction that the PTX version or the target does not have.
    Availability,
    /// An instruction that exists in PTX, but that this crate does not support.
    Unsupported,
    /// Too many or too few operands.
    Count,
    /// A wrong kind of operand, such as a literal instead of a register.
    Operand,
    /// A register of a wrong type.
    Type,
    /// A call that does not fit the called function.
    Call,
    /// A placeholder in inline PTX, such as `%2`, for which there is no operand.
    Hole,
    /// A wrong operand constraint of inline PTX, such as `"r"`.
    Constraint,
    /// A name that inline PTX declares outside of braces.
    Scope,
    /// An instruction of inline PTX that writes memory, in a statement without `volatile` and `"memory"`.
    Clobber,
    /// An operand that inline PTX writes although the operand is only a source.
    Source,
    /// An instruction that may read a carry flag that is undefined, comes from the other kind of instruction, or was
    /// written before a branch, a barrier or a call.
    Carry,
    /// A multiplication and an addition that `ptxas` may fuse.
    Fusion,
    /// A statement that the checker skips, because its instruction is not in the instruction table.
    Outside,
    /// A statement of inline PTX that the checker skips, because a macro provides a part of the statement.
    Macro,
    /// A statement of inline PTX that the checker skips. Its closing parenthesis is missing, or its `#if` directives
    /// are malformed or too many.
    Unread,
}

/// Each code, its name and its meaning.
const ROWS: &[(Code, &str, &str)] = &[
    (Code::Invalid, "invalid", "The text is not PTX."),
    (Code::Syntax, "syntax", "The punctuation is not PTX."),
    (Code::Directive, "directive", "A directive is wrong or at a wrong place."),
    (Code::Declaration, "declaration", "A declaration is wrong."),
    (Code::Undeclared, "undeclared", "A name is not declared."),
    (Code::Duplicate, "duplicate", "A name is declared twice."),
    (Code::Instruction, "unknown-instruction", "PTX does not have the instruction."),
    (Code::Modifier, "modifier", "A modifier is wrong, missing or superfluous."),
    (Code::Order, "modifier-order", "The modifiers are in another order than in the manual."),
    (
        Code::CompilerOrder,
        "compiler-order",
        "The modifiers are in the order of nvcc, which is not the manual's.",
    ),
    (Code::Availability, "availability", "The PTX version or the target does not have the form."),
    (Code::Unsupported, "unsupported", "The instruction is PTX and is not supported here."),
    (Code::Count, "operand-count", "The instruction takes another number of operands."),
    (Code::Operand, "operand", "The instruction takes another kind of operand."),
    (Code::Type, "operand-type", "The instruction takes registers of another type."),
    (Code::Call, "call", "A call does not fit its function."),
    (Code::Hole, "hole", "A hole of inline PTX has no operand."),
    (Code::Constraint, "constraint", "A constraint of inline PTX does not exist."),
    (Code::Scope, "scope", "Inline PTX declares a name outside of braces."),
    (Code::Clobber, "clobber", "Inline PTX writes memory without `volatile` and `memory`."),
    (Code::Source, "source", "Inline PTX writes an operand that is only a source."),
    (Code::Carry, "carry", "The carry flag may have another value than expected."),
    (Code::Fusion, "fusion", "ptxas may turn a product and a sum into one instruction."),
    (Code::Outside, "outside-table", "The instruction table does not have the statement."),
    (Code::Macro, "macro", "A macro, variable or format gives a part of the text."),
    (Code::Unread, "unread", "The statement has no end, or its `#if` cannot be followed."),
];

impl Code {
    /// Returns all codes.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        ROWS.iter().find(|row| row.0 == self).unwrap_or(&ROWS[0])
    }

    /// Returns the stable name.
    ///
    /// ```
    /// use ptx_isa::{Code, Dialect, select};
    ///
    /// let fault = select("rpc", &["rn", "f32"], &Dialect::default()).unwrap_err();
    /// assert_eq!(fault.message.code, Code::Instruction);
    /// assert_eq!(fault.message.code.name(), "unknown-instruction");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the meaning, in one sentence.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.row().2
    }
}
