//! Writes results as JSON, for `ptx-bits eval --json`.

use super::answer::{Answer, Number, Output};
use serde_json::{Value, json};

impl Answer {
    /// Returns the results as a JSON document on one line. Bits are strings, because JSON numbers could lose
    /// precision.
    ///
    /// ```
    /// use ptx_isa::Dialect;
    ///
    /// let answer = ptx_tool::eval::eval("add.f16", &["1".into(), "-2.5".into()], &Dialect::default());
    /// let json: serde_json::Value = serde_json::from_str(&answer.unwrap().json()).unwrap();
    /// assert_eq!(json["results"][0]["bits"], "0xbe00");
    /// assert_eq!(json["results"][0]["numbers"][0]["decimal"], "-1.5");
    /// ```
    #[must_use]
    pub fn json(&self) -> String {
        let results: Vec<_> = self.results.iter().map(output).collect();
        format!("{}\n", json!({ "results": results }))
    }
}

fn output(output: &Output) -> Value {
    let digits = (output.ty.bits() as usize).div_ceil(4);
    json!({
        "name": output.name,
        "type": output.ty.word(),
        "bits": format!("0x{:0digits$x}", output.bits),
        "numbers": output.numbers.iter().map(number).collect::<Vec<_>>(),
    })
}

fn number(number: &Number) -> Value {
    json!({
        "decimal": number.decimal,
        "exactly": number.exact,
        "true": number.true_value.as_ref().map(|truth| &truth.decimal),
        "error_ulps": number.ulps,
    })
}
