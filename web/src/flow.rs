//! Computes the instructions of a text in order, so that each instruction uses the results of those before it.

use crate::line::bits;
use crate::plan::{self, CARRY, Planned, Value};
use ptx_isa::{Dialect, Flag, Message, Type};
use ptx_module::syntax::Tree;
use ptx_tool::eval::instruction::Slot;
use ptx_tool::eval::{matrix::is_matrix, source, split};
use serde_json::json;
use std::collections::HashMap;

/// The last instruction of a text that runs, as the fields of a batch line, and the way to it.
#[derive(Default)]
pub(crate) struct Computed {
    pub(crate) instruction: String,
    /// The bits of the operands in hexadecimal digits.
    pub(crate) operands: Vec<String>,
    /// The answer of a batch to this line.
    pub(crate) bits: String,
    /// The registers whose values the user gives.
    pub(crate) inputs: Vec<String>,
    /// The statement and the result of each instruction.
    pub(crate) rows: Vec<serde_json::Value>,
}

/// Computes the instructions of a text. `given` contains the values of the inputs in the syntax of `ptx-bits eval`.
pub(crate) fn compute(
    tree: &Tree<'_>,
    text: &str,
    given: &str,
    target: &str,
    dialects: &[Dialect],
) -> Computed {
    let (plan, inputs) = plan::plan(tree, text, dialects);
    let Some(last) = plan.last() else { return Computed::default() };
    let words = given.split_whitespace().map(|word| word.trim_end_matches(',').to_string());
    let mut computed = Computed {
        instruction: last.instruction.clone(),
        operands: words.collect(),
        inputs: inputs.iter().map(|(name, _)| (*name).to_string()).collect(),
        ..Computed::default()
    };
    if is_matrix(&last.instruction) {
        computed.bits = bits(target, &last.instruction, &computed.operands);
        return computed;
    }
    let values = match values(&inputs, given) {
        Ok(values) => values,
        Err(message) => {
            computed.bits = error(&message);
            return computed;
        }
    };
    let mut state = State { values, flag: None };
    for planned in &plan {
        let result = state.step(planned);
        let shown = match &result {
            Ok((_, bits)) => bits,
            Err(Skipped::Guard) => "the guard is false",
            Err(Skipped::Message(_)) => "not computed",
        };
        computed.rows.push(json!({ "statement": planned.statement, "bits": shown }));
        match result {
            Ok((operands, bits)) => {
                computed.instruction.clone_from(&planned.instruction);
                (computed.operands, computed.bits) = (operands, bits);
            }
            Err(Skipped::Message(message)) if std::ptr::eq(planned, last) => {
                computed.instruction.clone_from(&planned.instruction);
                computed.operands.clear();
                computed.bits = error(&message);
            }
            Err(_) => {}
        }
    }
    computed
}

/// Returns a message as the answer of a batch.
fn error(message: &Message) -> String {
    format!("error: {}", message.to_string().replace('\n', "; "))
}

/// The bits of a register, and the type of the operand that they were written as.
type Bits = (u128, Type);

/// Parses the values of the inputs.
fn values<'t>(inputs: &[(&'t str, Slot)], given: &str) -> Result<HashMap<&'t str, Bits>, Message> {
    let Some(texts) = split(given, inputs.len()).map_err(|fault| fault.message)? else {
        let names: Vec<_> = inputs.iter().map(|(name, _)| format!("`{name}`")).collect();
        let plural = if names.len() == 1 { "" } else { "s" };
        let message = format!("expected {} operand{plural}", names.len());
        return Err(match names.len() {
            0 => Message::new("expected no operands").note("the text has all values"),
            _ => Message::new(message).note(format!("the text reads {}", names.join(", "))),
        });
    };
    let value = |((name, slot), text): (&(&'t str, Slot), &String)| {
        let bits = source(text, slot).map_err(|mut message| {
            message.what = format!("`{name}`: {}", message.what);
            message
        })?;
        Ok((*name, (bits, slot.ty)))
    };
    inputs.iter().zip(&texts).map(value).collect()
}

/// Returns bits as all hexadecimal digits of a type.
fn digits(bits: u128, ty: Type) -> String {
    format!("{bits:0width$x}", width = ty.bits().div_ceil(4) as usize)
}

/// Why an instruction has no result.
enum Skipped {
    Guard,
    Message(Message),
}

/// The values of the registers.
struct State<'t> {
    values: HashMap<&'t str, Bits>,
    /// How the last instruction that wrote the carry flag represents it.
    flag: Option<Flag>,
}

impl<'t> State<'t> {
    /// Computes an instruction. Returns the digits of its sources and the answer of a batch.
    fn step(&mut self, planned: &Planned<'t>) -> Result<(Vec<String>, String), Skipped> {
        if let Some((predicate, is_negated)) = planned.guard
            && (self.read(predicate, Type::Pred) == 1) == is_negated
        {
            return Err(Skipped::Guard);
        }
        let sources = planned.sources.as_ref().map_err(|one| Skipped::Message(one.clone()))?;
        // A difference writes the borrow, which is the complement of the flag.
        let is_other_flag = self.flag.is_some() && self.flag != planned.flag;
        let bits = |(value, ty): &(Value<'t>, Type)| match value {
            Value::Bits(bits) => *bits,
            Value::Register(CARRY) if is_other_flag => 1 - self.read(CARRY, *ty),
            Value::Register(name) => self.read(name, *ty),
            Value::Complement(name) => 1 - self.read(name, *ty),
        };
        let operands: Vec<_> = sources.iter().map(bits).collect();
        let missing = || Skipped::Message(Message::new("the instruction has no function"));
        let found = planned.found.as_ref().ok_or_else(missing)?;
        let results: Vec<_> = found.compute(&operands).ok_or_else(missing)?.collect();
        for name in &planned.written {
            self.values.remove(name);
        }
        if planned.written.contains(&CARRY) {
            self.flag = planned.flag;
        }
        for (name, (slot, bits)) in planned.written.iter().zip(&results) {
            self.values.insert(name, (*bits, slot.ty));
        }
        let operands = operands.iter().zip(sources).map(|(bits, (_, ty))| digits(*bits, *ty));
        let results = results.iter().map(|(slot, bits)| digits(*bits, slot.ty));
        Ok((operands.collect(), results.collect::<Vec<_>>().join(" ")))
    }

    /// Returns the bits of a register as an operand of type `ty`. Extends a narrower result by its sign, as `cvt` does. A
    /// register that nothing has written is zero.
    fn read(&self, name: &str, ty: Type) -> u128 {
        let (bits, from) = self.values.get(name).copied().unwrap_or((0, ty));
        let width = from.bits();
        let is_negative = from.word().starts_with('s') && bits >> (width - 1) & 1 == 1;
        let extended = if is_negative { bits | u128::MAX << (width - 1) } else { bits };
        extended & u128::MAX >> (u128::BITS - ty.bits())
    }
}

#[cfg(test)]
mod tests {
    use super::{Computed, compute};
    use ptx_isa::Dialect;
    use ptx_module::syntax::parse;

    fn of(text: &str, given: &str) -> Computed {
        compute(&parse(text), text, given, "-", &[Dialect::default()])
    }

    #[test]
    fn operands_are_those_of_eval() {
        for (text, given, expected) in [
            ("rcp.rn.f32 d, a;", "33", &["42040000"][..]),
            ("rcp.rn.f32 d, a;", "0x42040000", &["42040000"]),
            ("fma.rn.f32 d, a, b, c;", "1.0, 2, -inf", &["3f800000", "40000000", "ff800000"]),
            ("max.s16x2 d, a, b;", "-1,3 {2, -5}", &["0003ffff", "fffb0002"]),
            ("mov.b64 d, {a, b};", "{1, 2}", &["00000001", "00000002"]),
            ("addc.u32 d, a, b;", "-0 10 1", &["00000000", "0000000a", "1"]),
            ("MUFU.RCP d, a;", "3.", &["40400000"]),
            ("selp.f32 d, 1.0, 0f40000000, !p;", "1", &["3f800000", "40000000", "0"]),
            ("lop3.b32 d, a, -1, 0x10, 0xca;", "2", &["00000002", "ffffffff", "00000010", "ca"]),
        ] {
            assert_eq!(of(text, given).operands, expected, "{text} {given}");
        }
        for given in ["1.0e39", "Inf", "1.5 2.5", "{1.5", "*", "", "42040000"] {
            assert!(of("rcp.rn.f32 d, a;", given).bits.starts_with("error: "), "{given}");
        }
    }

    #[test]
    fn values_flow_from_statement_to_statement() {
        for (text, given, expected) in [
            ("mul.f32 t, x, 2.0; rcp.rn.f32 d, t;", "1.5", "3eaaaaab"),
            ("mov.u32 a, 017; { add.u32 a, a, 1; } add.u32 d, a, a;", "", "00000020"),
            // 0x80 as `.s8` is -128, which a wider register holds with its sign.
            ("cvt.s8.s32 r, a; add.s32 d, r, 0;", "0x80", "ffffff80"),
            ("setp.lt.f32 p, a, 2.0; @p mov.u32 d, 1; @!p mov.u32 d, 2;", "1.0", "00000001"),
            ("setp.lt.f32 p, a, 2.0; @p mov.u32 d, 1; @!p mov.u32 d, 2;", "3.0", "00000002"),
            ("setp.lt.f32 p|q, a, 2.0; selp.b32 d, 5, 6, q;", "1.0", "00000006"),
            ("mov.b64 {x, y}, a; add.u32 d, x, y;", "0x0000000300000004", "00000007"),
            ("add.cc.u32 a, -1, 1; addc.u32 d, 0, 0;", "", "00000001"),
            // PTX ISA: the flag of a difference is the complement of its borrow.
            ("sub.cc.u32 a, 0, 1; subc.u32 d, 0, 0;", "", "ffffffff"),
            ("sub.cc.u32 a, 0, 1; addc.u32 d, 0, 0;", "", "00000000"),
            ("ld.global.u32 a, [p]; add.u32 d, a, 1;", "4", "00000005"),
            ("mov.u32 a, %tid.x; add.u32 d, a, 1;", "4", "00000005"),
            ("dp2a.lo.u32.u32 d, a, b, 1; add.u32 e, d, 1;", "1 1", "00000003"),
        ] {
            assert_eq!(of(text, given).bits, expected, "{text}");
        }
        assert_eq!(of("mul.f32 t, x, y; add.f32 d, t, x;", "1 2").inputs, ["x", "y"]);
    }

    #[test]
    fn lost_values_are_not_used() {
        for text in
            ["mov.u32 a, 1; ld.u32 a, [p]; add.u32 d, a, 1;", "mov.u32 a, 1; L: add.u32 d, a, 1;"]
        {
            assert!(of(text, "").bits.contains("the value of `a` is not known here"), "{text}");
        }
        for text in
            ["", ";", "ü", "{{{{", "@p", "@p ;", "add", "add.u32", "mov.b64 {,}, a;", "p|q;"]
        {
            let _ = of(text, "1");
        }
    }
}
