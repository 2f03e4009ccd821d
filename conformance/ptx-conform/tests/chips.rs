//! Tests that the files in `conformance/chips` can be read, and that they agree with the current `ptx-core` and with
//! the grades.

use ptx_conform::asynchronous;
use ptx_conform::chips::{self, file_name, missing_from_grades, outdated, table};
use ptx_conform::compare::{Settings, compare};
use ptx_conform::device::Chip;
use ptx_conform::device::simulated::{Flip, Simulated};
use ptx_conform::digests::{self, Known};
use ptx_conform::findings::{Bits, Finding};
use ptx_conform::programs::PROGRAMS;
use ptx_conform::random_kernels::{Difference, Kernels};
use ptx_conform::report::{Document, SCHEMA};
use ptx_conform::tensor::PRODUCTS;
use serde_json::Value;
use std::collections::BTreeSet;
use test_support::is_full;

fn simulated(form: &str, flip: Option<Flip>) -> Document {
    let chip = Chip { name: "NVIDIA Example 1".into(), sm: 90, driver: 13_000 };
    let mut document = Document::new(&chip, 7, Some("a reader".into()));
    let settings = Settings { form: Some(form.into()), samples: 64, groups: 0, seed: 7 };
    let mut device = Simulated::new(flip);
    compare(&mut device, &chip, &settings, &Known::new(), &mut |outcome, _| {
        document.forms.push(outcome)
    });
    document
}

/// Tests the files of measured chips. The current `ptx-core` must still give the results that agreed with the chip. The
/// grades must name the chip, and the README must list the chip.
#[test]
fn measured_chips() {
    let documents = chips::read(&chips::folder()).expect("the files match the schema");
    let known = digests::read(&digests::folder()).expect("the digests are readable");
    let stride = if is_full() { 1 } else { 97 };
    for (name, document) in &documents {
        assert_eq!((name, document.schema), (&file_name(document), SCHEMA));
        assert!(!document.chip.contains("ptx-core"), "{name} is of no chip");
        assert_eq!(outdated(document, &known, stride), [""; 0], "{name}");
        assert_eq!(missing_from_grades(document), [""; 0], "{name}");
    }
    let readme = include_str!("../../README.md");
    assert!(
        readme.contains(&table(&documents)),
        "expected in conformance/README.md:\n{}",
        table(&documents)
    );
}

/// The kernels whose results PTX does not define. Their shuffles read a lane that does not take part in the shuffle.
const UNDEFINED: [&str; 2] = ["shuffle_exited", "shuffle_masks"];

/// Tests that `ptx-run` and `ptx-core` still compute the words that chips returned for the kernels of the open
/// questions.
#[test]
fn kernels_give_the_words_of_chips() {
    let asynchronous = asynchronous::programs();
    for (name, document) in chips::read(&chips::folder()).expect("the files match the schema") {
        let chip = document.chip();
        let mut compared = 0;
        for answer in &document.questions {
            let Some(kernel) = answer.form.strip_prefix("kernel ") else { continue };
            let program = PROGRAMS.iter().find(|program| program.name == kernel);
            let product = PRODUCTS.iter().find(|product| product.name == kernel);
            let asynchronous = asynchronous.iter().find(|program| program.name == kernel);
            let expected = match (program, product, asynchronous) {
                _ if UNDEFINED.contains(&kernel) => continue,
                (Some(program), ..) => program.run(&mut Simulated::default(), &chip),
                (_, Some(product), _) => Ok(product.expected(&chip)),
                (.., Some(program)) => program.expected(&chip),
                _ => panic!("{name}: there is no kernel {kernel}"),
            };
            let expected = expected.unwrap_or_else(|why| panic!("{kernel}: {why}"));
            let words = answer.results.split(' ').map(|word| u64::from_str_radix(word, 16));
            let words: Vec<_> = words.map(|word| word.expect("a word")).collect();
            assert_eq!(words, expected, "{name}: {kernel}");
            compared += 1;
        }
        assert!(compared > 0 || document.questions.is_empty(), "{name}");
    }
}

#[test]
fn a_file_is_read_as_it_was_written() {
    let document = simulated("rcp.rn", None);
    assert_eq!(file_name(&document), "nvidia-example-1-13.0.json");
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("chips");
    std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
    let text = serde_json::to_string(&document).expect("the document is serialisable");
    std::fs::write(folder.join(file_name(&document)), &text).expect("the file is writable");
    let read = chips::read(&folder).expect("the file is readable");
    assert_eq!(read, [(file_name(&document), document.clone())]);
    assert!(table(&read).contains("| NVIDIA Example 1 | sm_90 | 13.0 | 3 | 0 | 0 | a reader |"));
    std::fs::write(folder.join(file_name(&document)), text.replace("\"seed\"", "\"speed\""))
        .expect("the file is writable");
    assert!(chips::read(&folder).unwrap_err().to_string().contains("speed"));
    std::fs::remove_file(folder.join(file_name(&document))).expect("the file exists");
}

#[test]
fn changed_results_are_listed() {
    let mut document = simulated("rcp.rn", None);
    assert_eq!(outdated(&document, &Known::new(), 1), [""; 0]);
    document.forms[1].digest = "0123456789abcdef".into();
    assert_eq!(outdated(&document, &Known::new(), 1), [document.forms[1].form.clone()]);
}

#[test]
fn grades_must_name_chips() {
    assert_eq!(missing_from_grades(&simulated("cvt.rni.s16.f16", None)), [""; 0]);
    let flip = Flip { form: "cvt.rni.s16.f16".into(), operands: vec![0x3c00] };
    let different = simulated("cvt.rni.s16.f16", Some(flip));
    assert_eq!(
        missing_from_grades(&different),
        ["`cvt.rni.s16.f16` differs on NVIDIA Example 1: its grade is not [H] there"]
    );
}

/// Tests that the schema and the JSON files have the same fields.
#[test]
fn the_schema_matches_the_files() {
    let schema: Value =
        serde_json::from_str(include_str!("../../chips/schema.json")).expect("JSON");
    let names = |of: &Value| {
        of["properties"].as_object().map(|all| all.keys().cloned().collect::<BTreeSet<_>>())
    };
    let keys =
        |value: &Value| value.as_object().map(|all| all.keys().cloned().collect::<BTreeSet<_>>());
    let flip = Flip { form: "rcp.rn.f64".into(), operands: vec![0x3ff0_0000_0000_0000] };
    let mut document = simulated("rcp.rn.f64", Some(flip));
    document.forms[0].note = Some(String::new());
    let difference = Difference { seed: 1, what: String::new() };
    document.kernels = Some(Kernels { different: vec![difference], ..Kernels::default() });
    document.findings.push(Finding {
        program: String::new(),
        code: String::new(),
        bits: Bits::None,
        first: Some(String::new()),
    });
    document.questions.push(ptx_conform::questions::Answer {
        question: String::new(),
        form: String::new(),
        operands: String::new(),
        results: String::new(),
    });
    let value = serde_json::to_value(&document).expect("it is JSON");
    assert_eq!(names(&schema), keys(&value));
    let items = |name: &str| &schema["properties"][name]["items"];
    let mut forms = names(items("forms")).expect("forms have fields");
    assert_eq!(names(items("questions")), keys(&value["questions"][0]));
    assert_eq!(names(items("findings")), keys(&value["findings"][0]));
    let kernels = &schema["properties"]["kernels"];
    assert_eq!(names(kernels), keys(&value["kernels"]));
    let different = &kernels["properties"]["different"]["items"];
    assert_eq!(names(different), keys(&value["kernels"]["different"][0]));
    let mismatch = &items("forms")["properties"]["first"];
    assert_eq!(names(mismatch), Some(["device", "expected", "operands"].map(String::from).into()));
    if value["forms"][0].get("first").is_none() {
        forms.remove("first");
    }
    assert_eq!(Some(forms), keys(&value["forms"][0]));
    assert_eq!(schema["properties"]["schema"]["const"], SCHEMA);
}
