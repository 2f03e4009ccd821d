//! The languages that contain inline PTX.

/// A language that contains PTX in strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// C++ and CUDA: `asm` and `__asm__`.
    Cpp,
    /// Python: calls of functions whose name contains `inline_asm`.
    Python,
    /// Rust: `asm!` and `ptx_asm!`.
    Rust,
    /// Any other language: only PTX modules in quoted strings.
    Other,
}

/// File extensions and their languages.
const EXTENSIONS: &[(&str, Language)] = &[
    ("cu", Language::Cpp),
    ("cuh", Language::Cpp),
    ("cpp", Language::Cpp),
    ("cc", Language::Cpp),
    ("h", Language::Cpp),
    ("hpp", Language::Cpp),
    ("py", Language::Python),
    ("rs", Language::Rust),
];

impl Language {
    /// Returns the language of files with this extension.
    ///
    /// ```
    /// use ptx_tool::inline::Language;
    ///
    /// assert_eq!(Language::of_extension("cuh"), Some(Language::Cpp));
    /// assert_eq!(Language::of_extension("ptx"), None);
    /// ```
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        EXTENSIONS.iter().find(|row| row.0 == extension).map(|row| row.1)
    }
}
