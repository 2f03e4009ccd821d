//! Reads the grades from the HTML files that rustdoc writes for `ptx-core`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Renders the documentation. Returns its folder.
pub(crate) fn rendered() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("grades");
    let status = Command::new(env!("CARGO"))
        .args(["doc", "--package", "ptx-core", "--no-deps", "--locked", "--quiet", "--target-dir"])
        .arg(&target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the documentation of ptx-core");
    target.join("doc/ptx_core")
}

/// Returns the HTML file of a function.
fn file(function: &str) -> String {
    match function.rsplit_once("::") {
        Some((module, name)) => format!("{}/fn.{name}.html", module.replace("::", "/")),
        None => format!("fn.{function}.html"),
    }
}

/// Returns the documented functions of the root module and of `sass`. These functions compute instructions. The other
/// modules contain the datapaths that these functions call.
pub(crate) fn functions(rendered: &Path) -> BTreeSet<String> {
    let of = |module: &'static str| {
        let names = std::fs::read_dir(rendered.join(module)).expect("rendered pages");
        names.filter_map(move |entry| {
            let name = entry.ok()?.file_name().into_string().ok()?;
            let name = name.strip_prefix("fn.")?.strip_suffix(".html")?;
            Some(if module.is_empty() { name.into() } else { format!("{module}::{name}") })
        })
    };
    of("").chain(of("sass")).collect()
}

/// The texts after the word "Grade" in a function's documentation.
pub(crate) enum Grades {
    /// The documentation of the function itself contains the texts.
    Own(Vec<String>),
    /// The documentation of the function only links to other functions, and their documentation contains the texts.
    Linked(Vec<String>),
}

/// Returns the grades of a function. Returns `None` if the function is hidden from the documentation.
pub(crate) fn grades(rendered: &Path, function: &str) -> Option<Grades> {
    let html = std::fs::read_to_string(rendered.join(file(function))).ok()?;
    let (_, html) = html.split_once("<div class=\"docblock\">")?;
    let (html, _) = html.split_once("</details>")?;
    let own: Vec<_> = text(html).split("Grade ").skip(1).map(String::from).collect();
    if !own.is_empty() {
        return Some(Grades::Own(own));
    }
    let module = function.rsplit_once("::").map_or("", |(module, _)| module);
    let links = html.split("href=\"").filter_map(|rest| linked(module, rest.split('"').next()?));
    let links: BTreeSet<_> = links.filter(|other| other != function).collect();
    let found = links.iter().filter_map(|other| match grades(rendered, other)? {
        Grades::Own(found) | Grades::Linked(found) => Some(found),
    });
    Some(Grades::Linked(found.flatten().collect()))
}

/// Returns the function that a link leads to. The documentation of `module` contains the link. Example of a link:
/// `../mufu/fn.rcp.html`.
fn linked(module: &str, link: &str) -> Option<String> {
    let name = link.rsplit('/').next()?.strip_prefix("fn.")?.strip_suffix(".html")?;
    let module = match link.trim_end_matches(|c| c != '/') {
        "" => module,
        "../" => "",
        other => other.trim_start_matches("../").trim_end_matches('/'),
    };
    Some(if module.is_empty() { name.into() } else { format!("{module}::{name}") })
}

/// Converts HTML to one line of text.
fn text(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        text.push_str(part.split_once('>').map_or(part, |(_, after)| after));
    }
    for (entity, character) in
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&"), ("’", "'")]
    {
        text = text.replace(entity, character);
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
