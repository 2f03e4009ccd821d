//! The lines of the source that a compiler translated to PTX, from `.file` and `.loc` (PTX ISA, "Debugging Directives").

use crate::syntax::lexer::{Token, TokenKind, tokens};
use ptx_isa::literal::{self, Literal};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// The maximum number of nested calls that an instruction's line has. Further callers are omitted.
const DEEPEST: usize = 64;

/// The maximum length of a function's name in bytes.
const LONGEST_NAME: usize = 4096;

/// A line of the source that a compiler translated to PTX, for example of a CUDA C++ or Python file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The path of the file, as the compiler wrote it.
    pub file: Arc<str>,
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The number of the column, or 0 if the compiler wrote none.
    pub column: usize,
    /// The function and the call that the compiler replaced with the function's body, if the line is in such a body.
    pub inlined: Option<Inlined>,
}

/// An inlined call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inlined {
    /// The name of the function, which C++ compilers mangle. Empty if the text has no such name.
    pub function: Arc<str>,
    /// The line of the call.
    pub at: Arc<SourceLine>,
}

impl SourceLine {
    /// Returns the file names without folders, the lines, and the inlined functions. `plain` returns the name to show
    /// for a function, or `None` for the name as the compiler wrote it.
    ///
    /// ```
    /// use ptx_module::syntax::Source;
    ///
    /// let text = "
    /// .version 8.0
    /// .target sm_80
    /// .file 1 \"/home/user/kernel.cu\"
    /// .entry k() {
    ///     .loc 1 25 7
    ///     .loc 1 3 5, function_name $name, inlined_at 1 25 7
    ///     ret;
    /// }
    /// .section .debug_str {
    ///     $name: .b8 102, 0
    /// }";
    /// let source = Source::new("kernel.ptx", text.as_bytes());
    /// let line = source.origin(text.find("ret").unwrap()).unwrap();
    /// assert_eq!(line.shown(&|_| None), "kernel.cu:3 in `f`, inlined at kernel.cu:25");
    /// assert_eq!((&*line.file, line.column), ("/home/user/kernel.cu", 5));
    /// ```
    #[must_use]
    pub fn shown(&self, plain: &dyn Fn(&str) -> Option<String>) -> String {
        let file = self.file.rsplit(['/', '\\']).next().unwrap_or_default();
        let mut text = format!("{file}:{}", self.line);
        if let Some(Inlined { function, at }) = &self.inlined {
            if !function.is_empty() {
                text += &format!(" in `{}`", plain(function).as_deref().unwrap_or(function));
            }
            text += &format!(", inlined at {}", at.shown(plain));
        }
        text
    }

    fn depth(&self) -> usize {
        self.inlined.as_ref().map_or(0, |inlined| 1 + inlined.at.depth())
    }
}

impl fmt::Display for SourceLine {
    /// Writes the line as [`Self::shown`] does, with mangled names.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown(&|_| None))
    }
}

/// The source lines of a text: the byte at which each begins, in ascending order.
pub(super) type Origins = Vec<(usize, Option<Arc<SourceLine>>)>;

/// Returns the source lines of a text. The time is linear in the length of the text.
pub(super) fn origins(text: &str) -> Origins {
    if !text.contains("loc") {
        return Vec::new();
    }
    let tokens = tokens(text).0;
    let files = files(text, &tokens);
    let names = Names::new(text, &tokens);
    let (mut found, mut depth) = (Vec::new(), 0_usize);
    let mut earlier: HashMap<[usize; 3], Arc<SourceLine>> = HashMap::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct('{') => depth += 1,
            TokenKind::Punct('}') => {
                depth = depth.saturating_sub(1);
                // A `.loc` of a function has no effect on the next function.
                if depth == 0 && !found.is_empty() {
                    found.push((token.span.start, None));
                }
            }
            TokenKind::Punct('.') if word(text, &tokens, i + 1) == Some("loc") => {
                let Some(at) = numbers(text, &tokens, i + 2) else { continue };
                let inlined = inlined(text, &tokens[i + 5..], &names, &earlier);
                let line = files.get(&at[0]).filter(|_| at[1] > 0).map(|file| {
                    let file = Arc::clone(file);
                    Arc::new(SourceLine { file, line: at[1], column: at[2], inlined })
                });
                if let Some(line) = &line {
                    earlier.insert(at, Arc::clone(line));
                }
                found.push((token.span.start, line));
            }
            _ => {}
        }
    }
    found
}

/// Returns the inlined call of a `.loc`, from the tokens after its column.
fn inlined(
    text: &str,
    tokens: &[Token],
    names: &Names,
    earlier: &HashMap<[usize; 3], Arc<SourceLine>>,
) -> Option<Inlined> {
    if tokens.first()?.kind != TokenKind::Punct(',') || word(text, tokens, 1)? != "function_name" {
        return None;
    }
    let (label, mut i) = match word(text, tokens, 2) {
        Some(label) => (label, 3),
        None => (word(text, tokens, 3)?, 4),
    };
    let mut offset = 0;
    if tokens.get(i)?.kind == TokenKind::Punct('+') {
        offset = number(text, tokens.get(i + 1)?)?;
        i += 2;
    }
    if word(text, tokens, i + 1)? != "inlined_at" {
        return None;
    }
    let at = earlier.get(&numbers(text, tokens, i + 2)?)?;
    let function = names.name(label, offset);
    (at.depth() < DEEPEST).then(|| Inlined { function, at: Arc::clone(at) })
}

/// Returns the path of each number of a `.file`.
fn files(text: &str, tokens: &[Token]) -> HashMap<usize, Arc<str>> {
    let mut files = HashMap::new();
    for (i, pair) in tokens.windows(2).enumerate() {
        if pair[0].kind == TokenKind::Punct('.')
            && word(text, tokens, i + 1) == Some("file")
            && let Some(number) = tokens.get(i + 2).and_then(|token| number(text, token))
            && let Some(path) = tokens.get(i + 3).filter(|token| token.kind == TokenKind::Text)
        {
            let path = text[path.span.clone()].trim_matches('"');
            files.entry(number).or_insert_with(|| path.into());
        }
    }
    files
}

/// The bytes of `.section .debug_str`, and the offset of each label.
#[derive(Default)]
struct Names<'a> {
    bytes: Vec<u8>,
    labels: HashMap<&'a str, usize>,
}

impl<'a> Names<'a> {
    const SECTION: &'static str = "debug_str";

    fn new(text: &'a str, tokens: &[Token]) -> Self {
        let mut names = Self::default();
        let begins = |i: &usize| {
            word(text, tokens, i + 1) == Some("section")
                && word(text, tokens, i + 3) == Some(Self::SECTION)
        };
        let Some(start) = (0..tokens.len()).find(begins) else { return names };
        for (i, token) in tokens.iter().enumerate().skip(start + 4) {
            match token.kind {
                TokenKind::Punct('}') => break,
                TokenKind::Word
                    if tokens.get(i + 1).is_some_and(|next| next.kind == TokenKind::Punct(':')) =>
                {
                    names.labels.insert(&text[token.span.clone()], names.bytes.len());
                }
                TokenKind::Number => names.bytes.extend(number(text, token).map(|byte| byte as u8)),
                _ => {}
            }
        }
        names
    }

    /// Returns the name at a label or, for the name of the section, at an offset in it.
    fn name(&self, label: &str, offset: usize) -> Arc<str> {
        let start = self.labels.get(label).copied().or((label == Self::SECTION).then_some(0));
        let rest = start.and_then(|start| self.bytes.get(start.checked_add(offset)?..));
        let rest = rest.unwrap_or_default();
        let rest = &rest[..rest.len().min(LONGEST_NAME)];
        let end = rest.iter().position(|byte| *byte == 0).unwrap_or(rest.len());
        String::from_utf8_lossy(&rest[..end]).into()
    }
}

fn word<'a>(text: &'a str, tokens: &[Token], i: usize) -> Option<&'a str> {
    let token = tokens.get(i).filter(|token| token.kind == TokenKind::Word)?;
    Some(&text[token.span.clone()])
}

fn number(text: &str, token: &Token) -> Option<usize> {
    match literal::parse(&text[token.span.clone()]) {
        Ok(Literal::Integer(number)) => usize::try_from(number).ok(),
        _ => None,
    }
}

/// Returns the numbers of a file, line and column.
fn numbers(text: &str, tokens: &[Token], i: usize) -> Option<[usize; 3]> {
    let number = |i| number(text, tokens.get(i)?);
    Some([number(i)?, number(i + 1)?, number(i + 2)?])
}
