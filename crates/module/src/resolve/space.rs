//! Checks that the state space of a named variable fits the instruction.

use crate::resolve::operand::{Operand, Symbol};
use crate::resolve::resolver::Resolver;
use crate::resolve::{Fault, Meaning};
use crate::syntax::{Declaration, Declarator, Instruction, StateSpace};
use ptx_isa::forms::Effect;
use ptx_isa::{Message, Selection};

/// Returns the state space that a modifier names: `shared` for `shared::cta`.
fn declared(word: &str) -> Option<StateSpace> {
    StateSpace::from_word(word.split("::").next().unwrap_or_default())
}

/// Returns whether an instruction is `mapa` or `getctarank`. The instruction `mapa` converts an address in shared
/// memory to the same address in another block. The instruction `getctarank` returns the rank of the block that an
/// address belongs to.
fn is_of_cluster(chosen: &Selection) -> bool {
    matches!(chosen.form.effect(), Some(Effect::ClusterAddress | Effect::ClusterRank))
}

/// Returns whether an instruction accesses an `mbarrier`, which is in shared memory.
fn is_of_barrier(chosen: &Selection) -> bool {
    let barriers = [Effect::Mbarrier, Effect::MbarrierArrive, Effect::MbarrierTest];
    chosen.form.effect().is_some_and(|effect| barriers.contains(&effect))
}

/// Returns whether an instruction accesses the arguments or results of a call.
fn is_of_call(chosen: &Selection) -> bool {
    chosen.modifiers.iter().flatten().any(|word| match *word {
        "param::func" => true,
        "param" => chosen.form.effect() == Some(Effect::Store),
        _ => false,
    })
}

impl<'a> Resolver<'a> {
    /// Reports a variable in a different state space than the instruction accesses, such as a
    /// `.global` variable in `ld.shared`. The assembler `ptxas` also reports such instructions.
    pub(crate) fn check_spaces(
        &self,
        written: &Instruction<'a>,
        chosen: &Selection,
        operands: &[Operand<'a>],
    ) -> Result<(), Fault> {
        let mut spaces = chosen.modifiers.iter().flatten().filter_map(|word| declared(word));
        let converts = chosen.form.effect() == Some(Effect::Convert);
        let mut is_first = true;
        for (i, (operand, written)) in operands.iter().zip(&written.operands).enumerate() {
            if let (Operand::Symbol(symbol), true) = (operand, is_of_cluster(chosen)) {
                let is_shared = self.space(symbol).is_none_or(|found| found == StateSpace::Shared);
                if i != 1 || !is_shared {
                    let what = format!("expected a register, found `{}`", symbol.name);
                    let message = Message::new(what);
                    return Err(Fault::new(
                        written.span.clone(),
                        message.note("only a `.shared` variable is an address here"),
                    ));
                }
                continue;
            }
            let symbol = match operand {
                Operand::Address(base, _) | Operand::Tensor(base, _) => base.as_ref(),
                Operand::Symbol(_) if converts => operand,
                _ => continue,
            };
            let space = spaces.next();
            let is_generic = std::mem::take(&mut is_first) && space.is_none();
            let fault = |message: Message| Err(Fault::new(written.span.clone(), message));
            if matches!(symbol, Operand::Register(_) | Operand::Element(..)) && is_of_call(chosen) {
                let message = Message::new("expected a `.param` variable of the body");
                return fault(message.note("the arguments and results of a call have no address"));
            }
            let Operand::Symbol(symbol) = symbol else { continue };
            if converts && chosen.modifiers.contains(&Some("to")) {
                let what = format!("expected a generic address, found `{}`", symbol.name);
                return fault(Message::new(what).help("without `.to`, `cvta` makes it generic"));
            }
            let Some(found) = self.space(symbol) else { continue };
            let name = symbol.name;
            let message = match space {
                Some(space) if space != found => format!("expected a `.{space}` variable"),
                None if is_generic && matches!(found, StateSpace::Const | StateSpace::Param) => {
                    "expected a generic address".into()
                }
                None if is_generic && is_of_barrier(chosen) && found != StateSpace::Shared => {
                    "expected a `.shared` variable".into()
                }
                _ => continue,
            };
            let message = Message::new(format!("{message}, found `{name}`, which is `.{found}`"));
            return fault(message);
        }
        Ok(())
    }

    /// Returns the state space of a symbol's declaration; `None` if the declaration is unknown.
    pub(crate) fn space(&self, symbol: &Symbol<'a>) -> Option<StateSpace> {
        Some(self.declaration_of(symbol)?.0.space.value)
    }

    /// Returns the declaration of a variable; `None` if the symbol is not a variable or is not declared.
    pub(crate) fn declaration_of(
        &self,
        symbol: &Symbol<'a>,
    ) -> Option<(&'a Declaration<'a>, &'a Declarator<'a>)> {
        match symbol.meaning {
            Meaning::Variable(id) => {
                let variable = self.variables.get(id)?;
                Some((variable.declaration, variable.declarator))
            }
            Meaning::Global => self.symbols.variable(symbol.name),
            _ => None,
        }
    }
}
