//! Validates documents against JSON Schemas. Supports the keywords that the schemas of this test use. Any
//! other keyword is an error.

use serde_json::Value;

/// Keywords that do not affect validity.
const ANNOTATIONS: [&str; 7] =
    ["$schema", "$id", "title", "description", "default", "definitions", "$defs"];

/// Returns the faults of a document under a schema.
pub(crate) fn faults(schema: &Value, document: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    fits(schema, schema, document, "", &mut faults);
    faults
}

fn is_fit(root: &Value, schema: &Value, value: &Value) -> bool {
    let mut faults = Vec::new();
    fits(root, schema, value, "", &mut faults);
    faults.is_empty()
}

fn fits(root: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    let rules = match schema {
        Value::Bool(true) => return,
        Value::Bool(false) => return faults.push(format!("{at}: nothing may be here")),
        schema => schema.as_object().expect("a schema is an object"),
    };
    for (keyword, rule) in rules {
        let is_fulfilled = match (keyword.as_str(), value) {
            ("$ref", _) => {
                let path = rule.as_str().and_then(|path| path.strip_prefix('#'));
                let target = path.and_then(|path| root.pointer(path));
                fits(root, target.expect("a reference into the schema"), value, at, faults);
                true
            }
            ("type", _) => match rule {
                Value::Array(types) => types.iter().any(|ty| is_of(value, ty)),
                ty => is_of(value, ty),
            },
            ("enum", _) => list(rule).contains(value),
            ("const", _) => rule == value,
            ("anyOf", _) => list(rule).iter().any(|one| is_fit(root, one, value)),
            ("oneOf", _) => list(rule).iter().filter(|one| is_fit(root, one, value)).count() == 1,
            ("minimum", Value::Number(number)) => number.as_f64() >= rule.as_f64(),
            ("maximum", Value::Number(number)) => number.as_f64() <= rule.as_f64(),
            ("pattern", Value::String(text)) => matches(text, rule.as_str().expect("a pattern")),
            ("format", Value::String(text)) => is_in_format(text, rule.as_str().expect("a format")),
            ("minItems", Value::Array(items)) => Some(items.len() as u64) >= rule.as_u64(),
            ("uniqueItems", Value::Array(items)) => {
                let is_new = |(i, item): (usize, &Value)| !items[..i].contains(item);
                *rule == Value::Bool(false) || items.iter().enumerate().all(is_new)
            }
            ("items", Value::Array(items)) => {
                for (i, item) in items.iter().enumerate() {
                    fits(root, rule, item, &format!("{at}/{i}"), faults);
                }
                true
            }
            ("required", Value::Object(object)) => {
                list(rule).iter().all(|name| object.contains_key(name.as_str().expect("a name")))
            }
            ("properties", Value::Object(object)) => {
                for (name, rule) in rule.as_object().expect("properties") {
                    if let Some(value) = object.get(name) {
                        fits(root, rule, value, &format!("{at}/{name}"), faults);
                    }
                }
                true
            }
            ("additionalProperties", Value::Object(object)) => {
                let known = rules.get("properties").and_then(Value::as_object);
                for (name, value) in object {
                    if !known.is_some_and(|known| known.contains_key(name)) {
                        fits(root, rule, value, &format!("{at}/{name}"), faults);
                    }
                }
                true
            }
            (
                "minimum"
                | "maximum"
                | "pattern"
                | "format"
                | "minItems"
                | "uniqueItems"
                | "items"
                | "required"
                | "properties"
                | "additionalProperties",
                _,
            ) => true,
            (annotation, _) if ANNOTATIONS.contains(&annotation) => true,
            (other, _) => panic!("the keyword `{other}` is not known here"),
        };
        if !is_fulfilled {
            faults.push(format!("{at}: {value} does not fulfil {keyword}: {rule}"));
        }
    }
}

fn list(rule: &Value) -> &Vec<Value> {
    rule.as_array().expect("a list")
}

fn is_of(value: &Value, ty: &Value) -> bool {
    match ty.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        other => panic!("the type {other:?} is not known here"),
    }
}

/// Returns whether a text matches a pattern of the schemas: a version, or bits.
fn matches(text: &str, pattern: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match pattern {
        "^[0-9]+\\.[0-9]+$" => {
            text.split_once('.').is_some_and(|(major, minor)| is_number(major) && is_number(minor))
        }
        "^0x[0-9a-f]+$" => text.strip_prefix("0x").is_some_and(|digits| {
            !digits.is_empty() && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
        }),
        other => panic!("the pattern `{other}` is not known here"),
    }
}

/// Returns whether a text has the format `uri` or `uri-reference`. The text may contain only URI characters, and each
/// `%` must precede two hexadecimal digits. A `uri` must contain a colon.
fn is_in_format(text: &str, format: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._~:/?#[]@!$&'()*+,;=%".contains(c);
    let escapes = text.split('%').skip(1);
    let mut escapes = escapes.map(|after| after.bytes().take(2).filter(u8::is_ascii_hexdigit));
    match format {
        "uri" | "uri-reference" => {
            text.chars().all(is_allowed)
                && escapes.all(|digits| digits.count() == 2)
                && (format != "uri" || text.contains(':'))
        }
        other => panic!("the format `{other}` is not known here"),
    }
}
