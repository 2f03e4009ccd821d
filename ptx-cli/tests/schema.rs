//! What `ptx check --json` prints is what `check.schema.json` says.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Whether a value is of a type of JSON Schema, by its name.
fn is_of(value: &Value, ty: &Value) -> bool {
    match ty.as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.as_u64().is_some_and(|number| number >= 1),
        Some("null") => value.is_null(),
        _ => false,
    }
}

#[test]
fn every_line_fits_the_schema() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = std::fs::read_to_string(home.join("check.schema.json")).expect("the schema");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let properties = schema["properties"].as_object().expect("properties");
    let required = schema["required"].as_array().expect("a list");
    assert!(required.iter().all(|name| properties.contains_key(name.as_str().expect("a name"))));
    assert_eq!(required.len(), properties.len());
    let levels = properties["level"]["enum"].as_array().expect("levels");

    let files = std::fs::read_dir(home.join("tests/ptx")).expect("texts");
    let files = files.map(|entry| entry.expect("an entry").path());
    let output =
        Command::new(env!("CARGO_BIN_EXE_ptx")).args(["check", "--json"]).args(files).output();
    let printed = String::from_utf8(output.expect("it runs").stdout).expect("UTF-8");
    let mut seen = BTreeSet::new();
    for line in printed.lines() {
        let object: Value = serde_json::from_str(line).expect("JSON");
        let object = object.as_object().expect("an object");
        assert!(object.keys().eq(properties.keys()), "{line}");
        for (name, value) in object {
            let fits = match &properties[name]["type"] {
                Value::Null => levels.contains(value),
                Value::Array(types) => types.iter().any(|ty| is_of(value, ty)),
                ty => is_of(value, ty),
            };
            assert!(fits, "{name} in {line}");
        }
        seen.insert(object["level"].to_string());
    }
    assert_eq!(seen.len(), levels.len(), "{seen:?}");
}
