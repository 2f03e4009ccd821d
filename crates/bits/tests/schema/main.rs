//! Validates the JSON and SARIF output of the command against the schemas.

mod validate;

use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use validate::faults;

fn home() -> PathBuf {
    env!("CARGO_MANIFEST_DIR").into()
}

fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

fn schema(name: &str) -> Value {
    read(&home().join(name))
}

/// Returns the paths of the PTX test files, relative to the package.
fn texts() -> Vec<String> {
    let files = std::fs::read_dir(home().join("../tool/tests/ptx")).expect("a folder");
    let names = files.map(|entry| entry.expect("an entry").file_name().into_string());
    let mut texts: Vec<_> =
        names.map(|name| format!("../tool/tests/ptx/{}", name.expect("UTF-8"))).collect();
    texts.sort();
    texts
}

fn ptx(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptx-bits"));
    command.args(arguments).current_dir(home()).output().expect("ptx runs")
}

fn out(arguments: &[&str]) -> String {
    String::from_utf8(ptx(arguments).stdout).expect("UTF-8")
}

fn check(option: &str, files: &[String]) -> String {
    let files = files.iter().map(String::as_str);
    out(&["check", option].into_iter().chain(files).collect::<Vec<_>>())
}

#[test]
fn every_line_of_json_fits_the_schema() {
    let schema = schema("check.schema.json");
    let mut seen = BTreeSet::new();
    for line in check("--json", &texts()).lines() {
        let object: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(faults(&schema, &object), [""; 0], "{line}");
        let notes: Vec<_> =
            object["notes"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert_eq!(object["note"].as_str().unwrap_or_default(), notes.join("\n"));
        seen.insert(object["level"].to_string());
    }
    assert_eq!(seen.len(), 4, "{seen:?}");
    let properties = schema["properties"].as_object().expect("properties");
    assert_eq!(schema["required"].as_array().expect("a list").len(), properties.len());
}

#[test]
fn json_and_its_short_option_are_the_same() {
    assert_eq!(check("--json", &texts()), check("--format=json", &texts()));
    assert_eq!(ptx(&["check", "--json", "--format", "text", "-"]).status.code(), Some(2));
}

/// Tests that SARIF output has the same findings as JSON output. Unchecked statements are notifications in SARIF.
#[test]
fn sarif_fits_the_schema_and_says_the_same_as_json() {
    let log: Value = serde_json::from_str(&check("--format=sarif", &texts())).expect("JSON");
    assert_eq!(faults(&schema("tests/schema/sarif-2.1.0.json"), &log), [""; 0]);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let invocation = &run["invocations"][0];
    assert_eq!(
        (&invocation["executionSuccessful"], &invocation["exitCode"]),
        (&json!(true), &json!(1))
    );

    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in run["results"].as_array().expect("results") {
        let rule = &rules[result["ruleIndex"].as_u64().expect("a number") as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert_eq!(rule["defaultConfiguration"]["level"], result["level"]);
    }
    let place = |one: &Value| {
        let at = &one["locations"][0]["physicalLocation"];
        let region = ["startLine", "startColumn", "endLine", "endColumn"]
            .map(|key| at["region"][key].clone());
        let text = one["message"]["text"].as_str().expect("a text").to_string();
        (at["artifactLocation"]["uri"].clone(), region, one["level"].clone(), text)
    };
    let all = |key: &Value| key.as_array().expect("a list").iter().map(place).collect::<Vec<_>>();
    let found = [all(&run["results"]), all(&invocation["toolExecutionNotifications"])];

    let (unchecked, others): (Vec<Value>, Vec<_>) = check("--json", &texts())
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .partition(|object| object["level"] == "unchecked");
    for (found, expected) in found.iter().zip([others, unchecked]) {
        let expected = expected.iter().map(|object| {
            let region =
                ["line", "column", "end_line", "end_column"].map(|key| object[key].clone());
            let level =
                if object["level"] == "unchecked" { &json!("note") } else { &object["level"] };
            let mut text = object["message"].as_str().expect("a text").to_string();
            for note in object["notes"].as_array().expect("a list") {
                text += &format!("\nnote: {}", note.as_str().expect("a text"));
            }
            if let Some(help) = object["help"].as_str() {
                text += &format!("\nhelp: {help}");
            }
            (object["file"].clone(), region, level.clone(), text)
        });
        assert_eq!(*found, expected.collect::<Vec<_>>());
        assert!(!found.is_empty());
    }
}

/// Tests the lines, columns and file URI of a finding. The expected lines and columns were counted by hand.
#[test]
fn places_count_characters_and_end_after_the_last_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("places é");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("a b.ptx");
    std::fs::write(&file, "// ok\n\t/* ü𝛼 */ rcp.foo.f32 a, b;\n").expect("a file");
    let path = file.to_str().expect("UTF-8");
    let log: Value =
        serde_json::from_str(&out(&["check", "--format", "sarif", path])).expect("JSON");
    let at = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    let region = json!({ "startLine": 2, "startColumn": 14, "endLine": 2, "endColumn": 18 });
    assert_eq!(at["region"], region);
    let uri = at["artifactLocation"]["uri"].as_str().expect("a reference");
    assert!(uri.starts_with("file:///") && uri.ends_with("/places%20%C3%A9/a%20b.ptx"), "{uri}");
    let line: Value = serde_json::from_str(&out(&["check", "--json", path])).expect("JSON");
    let place = ["line", "column", "end_line", "end_column"].map(|key| line[key].as_u64());
    assert_eq!(place, [2, 14, 2, 18].map(Some));
}

/// Tests a finding that spans several lines, and its related position.
#[test]
fn the_product_of_a_fused_sum_is_a_related_place() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fused.ptx");
    std::fs::write(&file, "mul.f32 t, a, b;\nadd.f32 d, t, c;\n").expect("a file");
    let path = file.to_str().expect("UTF-8");
    let log: Value =
        serde_json::from_str(&out(&["check", "--format", "sarif", path])).expect("JSON");
    assert_eq!(faults(&schema("tests/schema/sarif-2.1.0.json"), &log), [""; 0]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!((&result["level"], &result["ruleId"]), (&json!("note"), &json!("fusion")));
    let related = &result["relatedLocations"][0];
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 1);
    assert!(related["message"]["text"].is_string());
}

/// Tests a finding in a function that is inlined into a kernel: the source of its line, and the line of the call.
#[test]
fn sarif_has_the_lines_of_the_source() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lines.ptx");
    let text = ".version 8.0\n.target sm_80\n.file 1 \"a b/k.cu\"\n.entry k()\n{\n.reg .f32 %f<3>;\n.loc 1 9 0\n\
                .loc 1 4 3, function_name $f, inlined_at 1 9 0\nadd.foo.f32 %f1, %f2, %f2;\nret;\n}\n\
                .section .debug_str { $f: .b8 102, 0 }\n";
    std::fs::write(&file, text).expect("a file");
    let log = check("--format=sarif", &[file.display().to_string()]);
    let log: Value = serde_json::from_str(&log).expect("JSON");
    assert_eq!(faults(&schema("tests/schema/sarif-2.1.0.json"), &log), [""; 0]);
    let line = |region: Value, text: &str| {
        let place = json!({ "artifactLocation": { "uri": "a%20b/k.cu" }, "region": region });
        json!({ "physicalLocation": place, "message": { "text": text } })
    };
    assert_eq!(
        log["runs"][0]["results"][0]["relatedLocations"],
        json!([
            line(json!({ "startLine": 4, "startColumn": 3 }), "the source of this line"),
            line(json!({ "startLine": 9 }), "`f` is inlined here"),
        ])
    );
}

#[test]
fn sarif_has_the_exit_codes_of_the_text() {
    for (files, code, is_successful) in [
        (&["no such file"][..], 2, false),
        (&["../tool/tests/ptx/no such file", "Cargo.toml"], 2, false),
    ] {
        let run = ptx(&[&["check", "--format", "sarif"], files].concat());
        assert_eq!(run.status.code(), Some(code));
        let log: Value = serde_json::from_slice(&run.stdout).expect("JSON");
        assert_eq!(faults(&schema("tests/schema/sarif-2.1.0.json"), &log), [""; 0]);
        let invocation = &log["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], is_successful);
        assert_eq!(invocation["exitCode"], code);
        let message = &invocation["toolExecutionNotifications"][0]["message"]["text"];
        assert!(message.as_str().is_some_and(|text| text.starts_with("cannot read ")), "{message}");
    }
}

#[test]
fn the_table_fits_its_schema() {
    let table: Value = serde_json::from_str(&out(&["list", "--json"])).expect("JSON");
    assert_eq!(faults(&schema("list.schema.json"), &table), [""; 0]);
    let forms = table["instructions"].as_array().expect("a list");
    let rows = table["machine_instructions"].as_array().expect("a list");
    let named = |list: &[Value]| -> Vec<String> {
        list.iter().map(|row| row["form"].as_str().expect("a form").into()).collect()
    };
    let expected: Vec<_> = ptx_isa::forms::every().map(ToString::to_string).collect();
    assert_eq!(named(forms), expected);
    let expected: Vec<_> = ptx_isa::sass::opcodes::all().map(ToString::to_string).collect();
    assert_eq!(named(rows), expected);
    // A computed form must have a grade. Any other form must have neither a grade nor a function.
    for row in forms.iter().chain(rows) {
        let is_computed =
            matches!(row["kind"].as_str(), Some("thread" | "warp" | "elements") | None);
        let is_empty = |key: &str| row[key].as_array().expect("a list").is_empty();
        assert_eq!(is_empty("grades"), !is_computed, "{}", row["form"]);
        assert!(is_computed || is_empty("functions"), "{}", row["form"]);
    }
}

/// Compares the JSON of `add` with the manual. Checks which function the JSON of `MUFU.RCP` names.
#[test]
fn a_row_says_what_the_manual_says() {
    let table: Value =
        serde_json::from_str(&out(&["list", "--json", "add", "MUFU.RCP"])).expect("JSON");
    let rows = table["instructions"].as_array().expect("a list");
    let form = "add{.rnd}{.ftz}{.sat}.f32 d, a, b";
    let add = rows.iter().find(|row| row["form"] == form).expect("the row of `add.f32`");
    let since = |row: &Value| row["availability"][0]["since"].clone();
    assert_eq!((since(add), &add["availability"][0]["targets"]), (json!("1.0"), &json!("sm_10")));
    let directed = add["later"].as_array().expect("a list");
    let directed =
        directed.iter().find(|later| later["modifiers"] == json!(["rm", "rp"])).expect("a row");
    assert_eq!(
        (since(directed), &directed["availability"][0]["targets"]),
        (json!("2.0"), &json!("sm_20"))
    );
    let slots = add["modifiers"].as_array().expect("a list");
    assert_eq!(slots[0]["words"], json!(["rn", "rz", "rm", "rp"]));
    assert_eq!((&slots[0]["role"], &slots[0]["optional"]), (&json!("rounding"), &json!(true)));
    assert_eq!(add["functions"], json!(["add_f32"]));
    let operands = add["operands"].as_array().expect("a list");
    assert!(operands.iter().all(|operand| operand["types"] == json!(["f32"])));
    assert_eq!(operands[0]["destination"], true);
    let [machine] = &table["machine_instructions"].as_array().expect("a list")[..] else {
        panic!("one machine instruction");
    };
    assert_eq!(machine["functions"], json!(["sass::mufu_rcp"]));
}

#[test]
fn a_name_chooses_its_rows_and_an_unknown_one_is_an_error() {
    let text = out(&["list", "rcp", "MUFU"]);
    assert!(
        text.contains("rcp.rnd{.ftz}.f32 d, a") && text.contains("MUFU.RCP{.SAT} Rd, Fa"),
        "{text}"
    );
    assert!(!text.contains("sqrt") && !text.contains("FADD"), "{text}");
    for (name, help) in [
        ("rpc", "help: did you mean `rcp`?"),
        ("rcp.rn.f32", "help: `ptx-bits list rcp` lists all its forms"),
    ] {
        let run = ptx(&["list", name]);
        assert_eq!(run.status.code(), Some(1));
        let printed = String::from_utf8_lossy(&run.stderr);
        assert!(
            printed.starts_with(&format!("error: unknown instruction `{name}`\n{help}")),
            "{printed}"
        );
    }
}

/// Tests that the validator rejects documents that each have one fault.
#[test]
fn invalid_documents_are_rejected() {
    let sarif = schema("tests/schema/sarif-2.1.0.json");
    let good = json!({ "version": "2.1.0", "runs": [{
        "tool": { "driver": { "name": "ptx-bits" } },
        "results": [{ "message": { "text": "t" }, "level": "error", "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": "a" }, "region": { "startLine": 1 } },
        }] }],
    }] });
    assert_eq!(faults(&sarif, &good), [""; 0]);
    for (place, wrong) in [
        ("/version", json!("2.0.0")),
        ("/runs/0/tool", json!({})),
        ("/runs/0/tool/driver/name", json!(1)),
        ("/runs/0/results/0/level", json!("unchecked")),
        ("/runs/0/results/0/message", json!({})),
        ("/runs/0/results/0/locations/0", json!({ "line": 1 })),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startLine", json!(0)),
        (
            "/runs/0/results/0/locations/0/physicalLocation",
            json!({ "artifactLocation": { "uri": "a b" } }),
        ),
    ] {
        let mut bad = good.clone();
        *bad.pointer_mut(place).expect("a place") = wrong;
        assert!(!faults(&sarif, &bad).is_empty(), "{place}");
    }
}

/// Tests results of every kind: floats whose exact value is defined, floats without an exact value (`inf - inf`),
/// packed types, predicates, a carry, integers, and NaN.
#[test]
fn the_results_of_eval_fit_the_schema() {
    let schema = schema("eval.schema.json");
    for arguments in [
        &["rcp.approx.f32", "3.0"][..],
        &["add.f32", "inf", "-inf"],
        &["mul.f64", "1e300", "1e300"],
        &["neg.f16x2", "0x3c004000"],
        &["setp.lt.f32", "1.0", "2.0"],
        &["add.cc.u32", "0xffffffff", "1"],
        &["popc.b64", "255"],
        &["MUFU.RCP", "0x40400000"],
    ] {
        let text = out(&[&["eval", "--json"], arguments].concat());
        let object: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(faults(&schema, &object), [""; 0], "{text}");
    }
    let faulty =
        json!({ "results": [{ "name": "d", "type": "f32", "bits": "3f", "numbers": [] }] });
    assert!(!faults(&schema, &faulty).is_empty());
}

/// Tests documents about launches with buffers, races, writes and differences, and about a fault.
#[test]
fn launches_fit_the_schema() {
    let schema = schema("run.schema.json");
    let expected = Path::new(env!("CARGO_TARGET_TMPDIR")).join("launches.txt");
    std::fs::write(&expected, "0x41200000\n0x00000000\n").expect("a file");
    let expect = format!("1={}", expected.display());
    let sum = "../../examples/kernels/sum.ptx";
    let shape = ["run", sum, "--grid", "2", "--block", "4", "--json", "f32[]:1,2,3,4,5,6,7,8"];
    let mut kinds = BTreeSet::new();
    for arguments in [
        &["f32[2]", "--shared", "16", "--print", "1", "--races", "--watch", "1"][..],
        &["f32[2]", "--shared", "16", "--buffer", "b=u32:1", "--expect", &expect],
        &["f32[1]", "--shared", "16", "--watch", "1"],
    ] {
        let text = out(&[&shape[..], arguments].concat());
        let object: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(faults(&schema, &object), [""; 0], "{text}");
        let lists = ["prints", "writes", "differences", "fault"];
        kinds.extend(lists.into_iter().filter(|key| {
            object
                .get(key)
                .is_some_and(|value| value.as_array().is_none_or(|list| !list.is_empty()))
        }));
        // A document with an unknown key does not fit.
        let mut faulty = object.clone();
        faulty["unknown"] = json!(1);
        assert!(!faults(&schema, &faulty).is_empty());
    }
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

/// Tests documents with the parts of each cause.
#[test]
fn verdicts_fit_the_schema() {
    let schema = schema("verify.schema.json");
    let difference = json!({ "parameter": null, "name": "y", "type": "f32", "index": 0, "text": "0x1", "cubin": "0x2", "count": 1 });
    let cubin = |cause: Value| json!({ "cubin": "-O3", "equal": cause.is_null(), "cause": cause, "fault": null, "differences": [difference] });
    let document = |cubins: &[Value]| json!({ "file": "k.ptx", "kernel": "k", "note": "", "fault": null, "cubins": cubins });
    let all = [
        json!(null),
        json!("fused"),
        json!("NaN payload"),
        json!("undefined"),
        json!("miscompiled"),
        json!("not compared"),
    ];
    let good = document(&all.map(&cubin));
    assert_eq!(faults(&schema, &good), [""; 0]);
    assert!(!faults(&schema, &document(&[cubin(json!("order"))])).is_empty());
}
