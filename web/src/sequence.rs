//! Computes the machine sequences of approximate instructions, with the bits after each step.

use crate::line::bits;
use crate::unit::unit;
use serde_json::{Value, json};

const TWO_24: &str = "4b800000";
const QUARTER: &str = "3e800000";
const ONE: &str = "3f800000";

/// The computed steps of a machine sequence. Each step has a text and the bits of its result.
struct Steps<'t> {
    target: &'t str,
    sm: u32,
    done: Vec<(String, String)>,
    /// The numbers inside the multi-function unit ([`unit()`]), for each step that the unit computes.
    units: Vec<Value>,
}

impl Steps<'_> {
    /// Computes a machine instruction and adds it as a step. Returns the bits of its result.
    fn step(&mut self, name: &str, operands: &[&str]) -> String {
        let owned: Vec<String> = operands.iter().map(ToString::to_string).collect();
        let result = bits(self.target, name, &owned);
        self.done.push((format!("{name}({})", operands.join(", ")), result.clone()));
        self.units.extend(operands.first().and_then(|operand| unit(name, operand, self.sm)));
        result
    }
}

/// Returns the machine instructions of `rcp`, `rsqrt`, `sqrt`, `ex2`, `lg2`, `sin` or `cos` with `.approx{.ftz}.f32`,
/// and their results. Also returns the numbers inside the multi-function unit. The argument `instruction` may also be a
/// machine instruction of the unit, such as `MUFU.RCP`. Returns `None` for any other instruction or a faulty operand.
/// Also returns `None` for a target before sm_50, for which the machine instructions are unknown.
pub(crate) fn steps(
    target: &str,
    instruction: &str,
    operands: &[String],
) -> Option<(Vec<Value>, Vec<Value>)> {
    let (name, keep) = match instruction.strip_suffix(".approx.ftz.f32") {
        Some(name) => (name, false),
        None if instruction.starts_with("MUFU.") => (instruction, false),
        None => (instruction.strip_suffix(".approx.f32")?, true),
    };
    let [a] = operands else { return None };
    if bits(target, instruction, operands).starts_with("error") {
        return None;
    }
    let number: String = target
        .strip_prefix("sm_")
        .unwrap_or("121")
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let sm: u32 = number.parse().ok().filter(|sm| *sm >= 50)?;
    let a = f32::from_bits(u32::from_str_radix(a, 16).ok()?);
    let mut steps = Steps { target, sm, done: Vec::new(), units: Vec::new() };
    of_operand(&mut steps, name, keep, a)?;
    let step = |(text, bits): &(String, String)| json!({ "step": text, "bits": bits });
    Some((steps.done.iter().map(step).collect(), steps.units))
}

/// Computes the steps of an instruction for one operand.
fn of_operand(steps: &mut Steps<'_>, name: &str, keep: bool, a: f32) -> Option<()> {
    let sm = steps.sm;
    let word = format!("{:08x}", a.to_bits());
    let is_small = keep && a.abs() < f32::MIN_POSITIVE;
    // The machine code of `rsqrt`, `sqrt` and `lg2` multiplies a subnormal operand by 2^24.
    let scaled = |steps: &mut Steps<'_>| match is_small {
        true => steps.step("FMUL", &[&word, TWO_24]),
        false => word.clone(),
    };
    match name {
        "rcp" if keep => {
            let k = if is_small {
                TWO_24
            } else if a.abs() > 2f32.powi(126) {
                QUARTER
            } else {
                ONE
            };
            let product = steps.step("FMUL", &[&word, k]);
            let inverse = steps.step("MUFU.RCP", &[&product]);
            steps.step("FMUL", &[&inverse, k]);
        }
        "rcp" => drop(steps.step("MUFU.RCP", &[&word])),
        "rsqrt" => {
            let scaled = scaled(steps);
            let root = steps.step("MUFU.RSQ", &[&scaled]);
            if is_small {
                steps.step("FMUL", &[&root, "45800000"]);
            }
        }
        "sqrt" => {
            let scaled = scaled(steps);
            let root = if sm >= 52 {
                steps.step("MUFU.SQRT", &[&scaled])
            } else {
                let inverse = steps.step("MUFU.RSQ", &[&scaled]);
                steps.step("MUFU.RCP", &[&inverse])
            };
            if is_small {
                steps.step("FMUL", &[&root, "39800000"]);
            }
        }
        "lg2" => {
            let scaled = scaled(steps);
            let logarithm = steps.step("MUFU.LG2", &[&scaled]);
            if is_small {
                steps.step("FADD", &[&logarithm, "c1c00000"]);
            }
        }
        "ex2" => {
            let is_halved = keep && a < -126.0;
            let half = if is_halved { steps.step("FMUL", &[&word, "3f000000"]) } else { word };
            let argument = if sm < 70 { steps.step("RRO.EX2", &[&half]) } else { half };
            let power = steps.step("MUFU.EX2", &[&argument]);
            if is_halved {
                steps.step("FMUL", &[&power, &power]);
            }
        }
        "sin" | "cos" => {
            let argument = match sm < 70 {
                true => steps.step("RRO.SINCOS", &[&word]),
                false => steps.step("FMUL.RZ", &[&word, "3e22f983"]),
            };
            steps.step(&format!("MUFU.{}", name.to_uppercase()), &[&argument]);
        }
        operation if operation.starts_with("MUFU.") => drop(steps.step(operation, &[&word])),
        _ => return None,
    }
    Some(())
}
