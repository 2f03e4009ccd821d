//! The parts of `ptx-bits run` that do not need the engine: parsing arguments, reading file contents,
//! printing elements.

mod argument;
mod buffer;
mod element;
mod expect;
mod name;
mod npy;
mod place;
mod show;
mod tensor_map;

pub use argument::Argument;
pub use buffer::{Buffer, Contents, Word};
pub use element::{TYPES, is_element};
pub use expect::{Difference, difference, different, expected};
pub use name::{Name, Named, NamedAddress};
pub use npy::write as write_npy;
pub use place::{Extent, Thread};
pub use show::{changed, elements, number, summary};
pub use tensor_map::{Elements, TensorMap};

use crate::inline::Language;
use ptx_isa::{COMMAND, Message};
use std::path::Path;

/// Checks that a file is PTX text, not a CUDA binary, a source file in another language, or some other file.
///
/// # Errors
/// If the file is a cubin, a fatbin or an executable, if its extension belongs to a language with inline PTX, or if it
/// contains no directive that starts a PTX module.
///
/// ```
/// assert!(ptx_tool::run::check_text("k.cubin", b"\x7fELF\x02").is_err());
/// assert!(ptx_tool::run::check_text("k.cu", b"__global__ void k() {}").is_err());
/// assert!(ptx_tool::run::check_text("k.ptx", b".version 8.0").is_ok());
/// ```
pub fn check_text(name: &str, bytes: &[u8]) -> Result<(), Message> {
    let kind = match bytes {
        [0x7f, b'E', b'L', b'F', ..] => Some("an ELF file, but not a cubin"),
        // A fatbin starts with the magic number 0xba55ed50.
        [0x50, 0xed, 0x55, 0xba, ..] => Some("a fatbin"),
        _ => None,
    };
    let no_text = |note: &str| Message::new(format!("{name} contains no PTX text")).note(note);
    if let Some(kind) = kind {
        return Err(no_text(&format!("it is {kind}")).help(format!(
            "compile with `nvcc -ptx` or `nvcc -cubin`, or extract with `cuobjdump -ptx` or `-xelf all`; `{COMMAND} run` takes \
             PTX, cubins and fatbins"
        )));
    }
    let extension = Path::new(name).extension().unwrap_or_default();
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    if let Some(language) = Language::of_extension(&extension) {
        return Err(foreign(name, language, &extension));
    }
    let help = format!("`{COMMAND} run` takes the text that `nvcc -ptx` writes");
    if has_directive(bytes) {
        return Ok(());
    }
    let note = match bytes.contains(&0) {
        true => "it contains NUL bytes",
        false => "it has no `.version` directive",
    };
    Err(no_text(note).help(help))
}

/// Returns the error for a file in a language that contains inline PTX.
fn foreign(name: &str, language: Language, extension: &str) -> Message {
    let check = format!("`{COMMAND} check {name}` checks the PTX in it");
    let (what, help) = match (language, extension) {
        (Language::Cpp, "cu") => ("CUDA C++", format!("compile it first: `nvcc -ptx {name}`")),
        (Language::Cpp, "cpp" | "cc") => {
            ("C++", format!("compile it first: `nvcc -x cu -ptx {name}`"))
        }
        (Language::Cpp, "cuh") => {
            ("CUDA C++", "compile a file that includes it: `nvcc -ptx k.cu`".into())
        }
        (Language::Cpp, _) => ("C++", "compile a file that includes it: `nvcc -ptx k.cu`".into()),
        (Language::Python, _) => ("Python", check),
        (Language::Rust, _) => ("Rust", check),
        (Language::Other, _) => ("source code", check),
    };
    Message::new(format!("{name} is {what}, not PTX")).help(help)
}

/// Returns whether a text contains a directive that only a PTX module has, also inside the strings of another language.
/// `.version` is optional here, because the parser reads modules without it.
fn has_directive(text: &[u8]) -> bool {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"\"'/;{}".contains(byte);
    text.split(is_end).any(|word| matches!(word, b".version" | b".target" | b".entry" | b".func"))
}

#[cfg(test)]
mod tests {
    use super::check_text;

    fn fault(name: &str, text: &str) -> Option<String> {
        check_text(name, text.as_bytes()).err().map(|message| message.what)
    }

    #[test]
    fn texts_with_a_directive_are_ptx() {
        for text in [
            ".version 8.0\n",
            "// k\n.version 8.0",
            "/**/.version 8.0",
            "\".version 8.0\\n\"",
            ".entry k() { ret; }",
            ".version 8.0\n\0",
            ".version 8.0\0\n",
        ] {
            assert_eq!(fault("k.ptx", text), None, "{text}");
            assert_eq!(fault("<stdin>", text), None, "{text}");
        }
        for text in ["", "# Title\nSee `.version`.\n", "self.entry = 1", "\0", ".version\08.0"] {
            assert_eq!(fault("x", text).as_deref(), Some("x contains no PTX text"), "{text}");
        }
    }

    #[test]
    fn binaries_are_not_ptx() {
        for (bytes, note) in [
            (&b"\x7fELF\x02.version 8.0"[..], "it is an ELF file, but not a cubin"),
            (b"\x50\xed\x55\xba.version 8.0", "it is a fatbin"),
        ] {
            let fault = check_text("k.ptx", bytes).expect_err("a binary");
            assert_eq!(fault.notes, [note]);
        }
    }

    #[test]
    fn source_files_are_not_ptx() {
        for (name, language) in [
            ("k.cu", "CUDA C++"),
            ("K.CU", "CUDA C++"),
            ("k.cuh", "CUDA C++"),
            ("k.cpp", "C++"),
            ("k.h", "C++"),
            ("k.py", "Python"),
            ("k.rs", "Rust"),
        ] {
            assert_eq!(fault(name, ".version 8.0"), Some(format!("{name} is {language}, not PTX")));
        }
    }
}
