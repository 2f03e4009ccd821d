//! The carry flag from statement to statement of a macro call, through its scopes.

use crate::ir::{Guard, Place, Value};
use crate::scope::RegisterId;
use proc_macro2::TokenTree;
use ptx_isa::{Chain, Message, Selection, Type};

/// Who writes the flag and who reads it.
#[derive(Default)]
pub(super) struct CarryFlag {
    chain: Chain<Test>,
    /// How many expressions were guards.
    expressions: usize,
}

/// What a guard tests.
#[derive(PartialEq)]
enum Test {
    Register(RegisterId),
    Variable(String),
    /// An expression, by its number: its value may be another one each time.
    Expression(usize),
}

impl CarryFlag {
    /// Goes past an instruction; an error if the flag that it reads is not there.
    pub(super) fn step(
        &mut self,
        instruction: &Selection,
        guard: Option<&Guard>,
        destinations: &[Option<(Place, Type)>],
    ) -> Result<(), Message> {
        let guard = guard.map(|guard| (self.test(&guard.condition), guard.complement));
        self.chain.step(instruction, guard)?;
        for (place, _) in destinations.iter().flatten() {
            self.chain.guard_changes(|test| match (test, place) {
                (Test::Register(tested), Place::Register { id, .. }) => tested == id,
                (Test::Variable(name), Place::Host { tokens, .. }) => mentions(tokens, name),
                _ => false,
            });
        }
        Ok(())
    }

    /// Goes past a faulty instruction.
    pub(super) fn forget(&mut self) {
        self.chain.forget();
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
