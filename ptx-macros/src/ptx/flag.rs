//! Checks that the instructions of a macro call write the carry flag before other instructions read the flag.

use crate::ir::{Destination, Guard, Value};
use crate::scope::RegisterId;
use proc_macro2::TokenTree;
use ptx_isa::{Chain, Message, Selection, Type};

/// The state of the carry flag.
#[derive(Default)]
pub(super) struct CarryFlag {
    chain: Chain<Test>,
    /// The number of guards so far that were Rust expressions.
    expressions: usize,
}

/// The predicate that a guard tests.
#[derive(PartialEq)]
enum Test {
    Register(RegisterId),
    Variable(String),
    /// A Rust expression. Each guard has a different number, because the value of the expression may
    /// change between two guards.
    Expression(usize),
}

impl CarryFlag {
    /// Checks whether an instruction may read the carry flag, and records its write of the flag.
    pub(super) fn step(
        &mut self,
        instruction: &Selection,
        guard: Option<&Guard>,
        destinations: &[Option<(Destination, Type)>],
    ) -> Result<(), Message> {
        let guard = guard.map(|guard| (self.test(&guard.condition), guard.complement));
        if let Some(undefined) = self.chain.undefined(instruction, guard.as_ref()) {
            return Err(undefined);
        }
        self.chain.step(instruction, guard);
        for (place, _) in destinations.iter().flatten() {
            self.chain.guard_changes(|test| match (test, place) {
                (Test::Register(tested), Destination::Register { id, .. }) => tested == id,
                (Test::Variable(name), Destination::Host { tokens, .. }) => mentions(tokens, name),
                _ => false,
            });
        }
        Ok(())
    }

    /// Records a faulty instruction, which may have written the flag.
    pub(super) fn forget(&mut self) {
        self.chain = Chain::unknown();
    }

    fn test(&mut self, condition: &Value) -> Test {
        if let Value::Register { id, .. } = condition {
            return Test::Register(*id);
        }
        if let Value::Host { tokens, .. } = condition
            && let [TokenTree::Ident(name)] = tokens.as_slice()
        {
            return Test::Variable(name.to_string());
        }
        self.expressions += 1;
        Test::Expression(self.expressions)
    }
}

fn mentions(tokens: &[TokenTree], name: &str) -> bool {
    tokens.iter().any(|token| matches!(token, TokenTree::Ident(word) if word == name))
}
