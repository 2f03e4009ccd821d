//! Reads the results of real GPUs from the JSON files in `conformance/chips`.

use serde_json::Value;
use std::fs;
use std::sync::LazyLock;
use test_support::root;

/// The results of a GPU. A form is an instruction with its modifiers and types. The entry of a form has its name, the
/// number of operand sets, and whether all results equal those of `ptx-core`.
struct Chip {
    name: String,
    forms: Vec<(String, u64, bool)>,
}

static CHIPS: LazyLock<Vec<Chip>> = LazyLock::new(|| {
    let folder = fs::read_dir(root().join("conformance/chips")).expect("the folder");
    let mut paths: Vec<_> = folder.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| {
        path.extension().is_some_and(|end| end == "json") && !path.ends_with("schema.json")
    });
    paths.sort();
    let chip = |path| {
        let text = fs::read_to_string(path).expect("a file");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let form = |form: &Value| {
            let number = |key: &str| form[key].as_u64().expect("a number");
            let name = form["form"].as_str().expect("a name").to_owned();
            (name, number("inputs"), number("mismatches") == 0)
        };
        let (name, sm) = (file["chip"].as_str().expect("a name"), &file["sm"]);
        let forms = file["forms"].as_array().expect("forms").iter().map(form).collect();
        Chip { name: format!("{name} (sm_{sm})"), forms }
    };
    paths.iter().map(chip).collect()
});

/// Returns a line for each GPU that ran forms of a mnemonic. The line gives the number of forms with the same bits as
/// `ptx-core`.
pub(crate) fn compared(mnemonic: &str) -> Vec<String> {
    let line = |chip: &Chip| {
        let of = |name: &str| name.split(['.', ' ']).next() == Some(mnemonic);
        let ran: Vec<_> =
            chip.forms.iter().filter(|(name, inputs, _)| of(name) && *inputs > 0).collect();
        let operands: u64 = ran.iter().map(|(_, inputs, _)| inputs).sum();
        let equal = ran.iter().filter(|(_, _, is_equal)| *is_equal).count();
        let forms = match (ran.len(), equal) {
            (0, _) => return None,
            (1, 1) => "the bits of the form are equal".into(),
            (count, equal) if count == equal => format!("the bits of all {count} forms are equal"),
            (count, equal) => format!("the bits of {equal} of {count} forms are equal"),
        };
        Some(format!("{}: {forms}, for {} operand sets", chip.name, grouped(operands)))
    };
    CHIPS.iter().filter_map(line).collect()
}

/// Formats a number with commas: 4,294,967,296.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
