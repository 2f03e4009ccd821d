//! Tests the structure of the published packages: no module imports through `lib.rs`, no module is in a circle of
//! imports, no `#[path]` leaves its package, and the table of CONTRIBUTING lists a crate below its dependencies.
#![forbid(unsafe_code)]

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use test_support::{Package, published, root};

/// The name of a module without its crate: `["check", "names"]`. The root of the crate has an empty name.
type Name = Vec<String>;

/// The modules of a package, each with the modules that it imports. An import of a module that contains the importing
/// module is not listed, except an import of the root.
type Imports = BTreeMap<Name, BTreeSet<Name>>;

/// Reads the modules in a folder: a module for each file.
fn read(folder: &Path, prefix: &Name, to: &mut BTreeMap<Name, TokenStream>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of the folder").path();
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let mut name = prefix.clone();
        if !matches!(stem.as_str(), "lib" | "main" | "mod") {
            name.push(stem);
        }
        if path.is_dir() {
            read(&path, &name, to);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            to.insert(name, text.parse().expect("tokens"));
        }
    }
}

/// Appends the tokens as words. Leaves modules of tests out.
fn flatten(tokens: TokenStream, to: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let [open, close] = match group.delimiter() {
                    Delimiter::Parenthesis => ["(", ")"],
                    Delimiter::Brace => ["{", "}"],
                    Delimiter::Bracket => ["[", "]"],
                    Delimiter::None => ["", ""],
                };
                let is_of_tests = open == "{"
                    && matches!(to.as_slice(), [.., cfg, close, module, _]
                        if cfg == "cfg(test)" && close == "]" && module == "mod");
                if group.delimiter() == Delimiter::Bracket
                    && group.stream().to_string() == "cfg (test)"
                {
                    to.extend(["cfg(test)", "]"].map(String::from));
                } else if !is_of_tests {
                    to.push(open.into());
                    flatten(group.stream(), to);
                    to.push(close.into());
                }
            }
            other => to.push(other.to_string()),
        }
    }
}

/// Returns the paths that begin at each word of a `use` or of an expression: `a::{b, c}` is `a::b` and `a::c`.
fn paths(words: &[String]) -> Vec<Name> {
    let mut all = Vec::new();
    let is_colon = |at: usize| words.get(at).is_some_and(|word| word == ":");
    for start in 0..words.len() {
        let is_name = words[start].starts_with(|first: char| first.is_ascii_lowercase());
        let follows = start > 0 && matches!(words[start - 1].as_str(), ":" | "$");
        if is_name && !follows && is_colon(start + 1) && is_colon(start + 2) {
            collect(words, start, &mut Vec::new(), &mut all);
        }
    }
    all
}

/// Collects the paths from the word at `at`, which follow `before`. Returns the index after them.
fn collect(words: &[String], mut at: usize, before: &mut Name, to: &mut Vec<Name>) -> usize {
    let length = before.len();
    loop {
        match words.get(at).map(String::as_str) {
            Some("{") => {
                at += 1;
                while words.get(at).is_some_and(|word| word != "}") {
                    at = collect(words, at, before, to);
                    // Skips `as NAME` and the comma.
                    while words.get(at).is_some_and(|word| word != "}" && word != ",") {
                        at += 1;
                    }
                    at += usize::from(words.get(at).is_some_and(|word| word == ","));
                }
                before.truncate(length);
                return at + 1;
            }
            Some(word) => before.push(word.into()),
            None => break,
        }
        at += 1;
        if words.get(at).is_none_or(|word| word != ":")
            || words.get(at + 1).is_none_or(|word| word != ":")
        {
            break;
        }
        at += 2;
    }
    to.push(before.clone());
    before.truncate(length);
    at
}

/// Returns the module that a path in a module names, if the package has it.
fn module_of(path: &[String], of: &Name, modules: &BTreeMap<Name, TokenStream>) -> Option<Name> {
    let mut rest = path.iter().peekable();
    let mut name = of.clone();
    match rest.peek()?.as_str() {
        "crate" => {
            rest.next();
            name.clear();
        }
        "super" => {
            while rest.next_if(|word| *word == "super").is_some() {
                name.pop();
            }
        }
        first => {
            let child: Name = name.iter().cloned().chain([first.to_string()]).collect();
            modules.contains_key(&child).then_some(())?;
        }
    }
    for word in rest {
        name.push(word.clone());
        if !modules.contains_key(&name) {
            name.pop();
            break;
        }
    }
    Some(name)
}

fn imports(package: &Package) -> Imports {
    let mut modules = BTreeMap::new();
    read(&package.join("src"), &Vec::new(), &mut modules);
    let imports = |(name, tokens): (&Name, &TokenStream)| {
        let mut words = Vec::new();
        flatten(tokens.clone(), &mut words);
        let found = paths(&words).into_iter().filter_map(|path| module_of(&path, name, &modules));
        let others =
            found.filter(|found| found != name && (found.is_empty() || !name.starts_with(found)));
        (name.clone(), others.collect())
    };
    modules.iter().map(imports).collect()
}

/// Returns the modules that a module imports, directly or through others.
fn reached(from: &Name, imports: &Imports) -> BTreeSet<Name> {
    let (mut all, mut open) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(next) = open.pop() {
        let further = imports.get(&next).into_iter().flatten().filter(|name| !name.is_empty());
        open.extend(further.filter(|name| all.insert((*name).clone())).cloned());
    }
    all
}

#[test]
fn no_module_imports_through_the_root() {
    for package in published() {
        for (name, others) in imports(&package) {
            let is_through = others.contains(&Name::new()) && !name.is_empty();
            assert!(!is_through, "{}: {} imports through lib.rs", package.name, name.join("::"));
        }
    }
}

#[test]
fn no_module_is_in_a_circle() {
    for package in published() {
        let imports = imports(&package);
        for name in imports.keys().filter(|name| !name.is_empty()) {
            let others = reached(name, &imports);
            let circle = others.iter().filter(|other| reached(other, &imports).contains(name));
            let circle: Vec<_> = circle.map(|other| other.join("::")).collect();
            assert!(circle.is_empty(), "{}: a circle of {}", package.name, circle.join(", "));
        }
    }
}

/// A circle and an import through the root, in every notation of `use`.
#[test]
fn the_test_finds_circles() {
    let sources = [
        ("a", "use crate::b::{c::{self, T}, U as V};"),
        ("b", "mod c;"),
        ("b c", "fn f() { super::super::a::g(); }"),
        ("d", "use crate::T; #[cfg(test)] mod tests { use crate::a; }"),
    ];
    let name = |text: &str| text.split(' ').map(String::from).collect::<Name>();
    let modules: BTreeMap<Name, TokenStream> =
        sources.iter().map(|(of, text)| (name(of), text.parse().expect("tokens"))).collect();
    let found = |of: &str| {
        let mut words = Vec::new();
        flatten(modules[&name(of)].clone(), &mut words);
        let all =
            paths(&words).into_iter().filter_map(|path| module_of(&path, &name(of), &modules));
        all.map(|name| name.join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(found("a"), ["b c", "b c", "b"]);
    assert_eq!(found("b c"), ["a"]);
    assert_eq!(found("d"), [""]);
}

#[test]
fn no_path_leaves_its_package() {
    for package in published() {
        let mut modules = BTreeMap::new();
        let folder = package.join("src");
        read(&folder, &Vec::new(), &mut modules);
        for (name, tokens) in modules {
            let mut words = Vec::new();
            flatten(tokens, &mut words);
            for place in words.windows(3).filter(|place| place[0] == "path" && place[1] == "=") {
                let up = place[2].matches("..").count();
                assert!(
                    up <= name.len() + 1,
                    "{}: {} has #[path = {}]",
                    package.name,
                    name.join("::"),
                    place[2]
                );
            }
        }
    }
}

#[test]
fn the_table_of_crates_lists_a_crate_below_its_dependencies() {
    let text = fs::read_to_string(root().join("CONTRIBUTING.md")).expect("CONTRIBUTING.md");
    let packages = published();
    let row = |package: &Package| {
        let folder = if package.folder.is_empty() { "src" } else { &package.folder };
        let row = text.lines().position(|line| line.starts_with(&format!("| `{folder}` |")));
        row.unwrap_or_else(|| panic!("CONTRIBUTING.md: no row `{folder}`"))
    };
    for package in &packages {
        let manifest = fs::read_to_string(package.join("Cargo.toml")).expect("a manifest");
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        let names = dependencies.lines().filter_map(|line| line.split([' ', '.', '=']).next());
        for name in names {
            let Some(other) = packages.iter().find(|other| other.name == name) else { continue };
            assert!(row(other) < row(package), "{} depends on {name}", package.name);
        }
    }
}
