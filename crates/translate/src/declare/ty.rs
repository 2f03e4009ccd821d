//! The types that a declaration may use, and their memory layout.

use super::Error;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use ptx_isa::{Message, Rust};

/// The type of a parameter or result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    /// A number type or `bool`.
    Number(Rust),
    /// A reference or a slice: `&T`, `&mut T`, `&[T]`, `&mut [T]`.
    Pointer {
        /// The type of the elements.
        element: Rust,
        /// Whether the reference is mutable.
        is_mutable: bool,
        /// Whether the reference is to a slice.
        is_slice: bool,
    },
    /// `(T, U)`: a structure with the layout of C.
    Tuple(Vec<Ty>),
    /// An array: `[T; n]`.
    Array(Box<Ty>, usize),
}

/// One number in a tuple or an array, or a value that is itself a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Leaf {
    /// The fields and indices that lead to the number, such as `.0` and `[2]`.
    pub(crate) path: Vec<Projection>,
    /// The type of the number.
    pub(crate) ty: Rust,
    /// The offset in bytes.
    pub(crate) offset: usize,
}

/// A field access or an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Projection {
    /// A field of a tuple.
    Field(usize),
    /// An element of an array.
    Index(usize),
}

/// The maximum size of a parameter in bytes (PTX ISA, "Kernel Function Parameters": 32764 since
/// 8.1).
const MOST_BYTES: usize = 32764;

/// The maximum nesting of types.
const DEEPEST: usize = 32;

/// Returns the size of a number in bytes.
pub(crate) const fn bytes(ty: Rust) -> usize {
    match ty {
        Rust::Bool | Rust::U8 | Rust::I8 => 1,
        Rust::U16 | Rust::I16 => 2,
        Rust::U32 | Rust::I32 | Rust::F32 => 4,
        Rust::U64 | Rust::I64 | Rust::F64 => 8,
        Rust::U128 => 16,
    }
}

/// The number types.
pub(crate) const NUMBERS: [Rust; 11] = [
    Rust::Bool,
    Rust::U8,
    Rust::U16,
    Rust::U32,
    Rust::U64,
    Rust::I8,
    Rust::I16,
    Rust::I32,
    Rust::I64,
    Rust::F32,
    Rust::F64,
];

impl Ty {
    /// Returns the size and alignment that the type has in C.
    #[must_use]
    pub fn layout(&self) -> (usize, usize) {
        match self {
            Self::Number(ty) => (bytes(*ty), bytes(*ty)),
            Self::Pointer { .. } => (8, 8),
            Self::Array(element, count) => {
                let (size, alignment) = element.layout();
                (size.saturating_mul(*count), alignment)
            }
            Self::Tuple(elements) => {
                let (mut size, mut most) = (0_usize, 1);
                for element in elements {
                    let (bytes, alignment) = element.layout();
                    size = size.next_multiple_of(alignment).saturating_add(bytes);
                    most = most.max(alignment);
                }
                (size.min(MOST_BYTES + 1).next_multiple_of(most), most)
            }
        }
    }

    /// Returns the numbers that a value of this type contains. A pointer contains no numbers.
    pub(crate) fn leaves(&self) -> Vec<Leaf> {
        let mut all = Vec::new();
        self.collect(&mut Vec::new(), 0, &mut all);
        all
    }

    fn collect(&self, path: &mut Vec<Projection>, offset: usize, all: &mut Vec<Leaf>) {
        let mut inner = |step, element: &Self, offset| {
            path.push(step);
            element.collect(path, offset, all);
            path.pop();
        };
        match self {
            Self::Number(ty) => all.push(Leaf { path: path.clone(), ty: *ty, offset }),
            Self::Pointer { .. } => {}
            Self::Array(element, count) => {
                let size = element.layout().0;
                (0..*count).for_each(|i| inner(Projection::Index(i), element, offset + i * size));
            }
            Self::Tuple(elements) => {
                let mut at = offset;
                for (i, element) in elements.iter().enumerate() {
                    let (size, alignment) = element.layout();
                    at = at.next_multiple_of(alignment);
                    inner(Projection::Field(i), element, at);
                    at += size;
                }
            }
        }
    }

    /// Parses a type.
    pub(super) fn parse(tokens: &[TokenTree], nearby: Span) -> Result<Self, Error> {
        let ty = Self::read(tokens, nearby, 0)?;
        match ty.layout().0 <= MOST_BYTES {
            true => Ok(ty),
            false => Err(Error::new(
                tokens.first().map_or(nearby, TokenTree::span),
                format!("a parameter has at most {MOST_BYTES} bytes"),
            )),
        }
    }

    fn read(tokens: &[TokenTree], nearby: Span, depth: usize) -> Result<Self, Error> {
        let at = tokens.first().map_or(nearby, TokenTree::span);
        if depth > DEEPEST {
            return Err(Error::new(at, "this type is nested too deep"));
        }
        match tokens {
            [] => Err(Error::new(at, "missing type")),
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
                Self::read(&list(group.stream()), at, depth + 1)
            }
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
                let inner = list(group.stream());
                if !inner.iter().any(|token| is(token, ',')) && !inner.is_empty() {
                    return Self::read(&inner, at, depth + 1);
                }
                let elements = split(&inner);
                let elements = elements.iter().map(|element| Self::value(element, at, depth + 1));
                elements.collect::<Result<_, _>>().map(Self::Tuple)
            }
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => {
                let inner = list(group.stream());
                let mut halves = inner.splitn(2, |token| is(token, ';'));
                let element = halves.next().unwrap_or_default();
                let Some([TokenTree::Literal(count)]) = halves.next() else {
                    return Err(Error::new(at, "an array has a number of elements: `[f32; 4]`")
                        .help("the elements that a pointer reaches are `&[f32]`"));
                };
                let digits = count.to_string().replace('_', "");
                let digits = digits.strip_suffix("usize").unwrap_or(&digits);
                let count = digits
                    .parse()
                    .map_err(|_| Error::new(count.span(), "expected a number of elements"))?;
                if count > MOST_BYTES {
                    return Err(Error::new(
                        at,
                        format!("a parameter has at most {MOST_BYTES} bytes"),
                    ));
                }
                Ok(Self::Array(Box::new(Self::value(element, at, depth + 1)?), count))
            }
            [TokenTree::Punct(and), rest @ ..] if and.as_char() == '&' => Self::pointer(rest, at),
            _ => number(tokens, at).map(Self::Number),
        }
    }

    /// Parses an element of a tuple or array, which must not be a pointer.
    fn value(tokens: &[TokenTree], nearby: Span, depth: usize) -> Result<Self, Error> {
        match Self::read(tokens, nearby, depth)? {
            Self::Pointer { .. } => {
                let at = tokens.first().map_or(nearby, TokenTree::span);
                Err(Error::new(at, "pointers in memory are not supported"))
            }
            ty => Ok(ty),
        }
    }

    fn pointer(tokens: &[TokenTree], at: Span) -> Result<Self, Error> {
        let tokens = match tokens {
            [TokenTree::Punct(quote), TokenTree::Ident(_), rest @ ..]
                if quote.as_char() == '\'' =>
            {
                rest
            }
            all => all,
        };
        let is_mut = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "mut");
        let (is_mutable, tokens) = match tokens {
            [first, rest @ ..] if is_mut(first) => (true, rest),
            all => (false, all),
        };
        let (is_slice, element) = match tokens {
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => {
                (true, number(&list(group.stream()), group.span())?)
            }
            _ => (false, number(tokens, at)?),
        };
        if element == Rust::Bool {
            return Err(Error::new(at, "memory contains numbers, and `bool` is not one")
                .help("write `u8`: PTX reads and writes a `bool` as a byte"));
        }
        Ok(Self::Pointer { element, is_mutable, is_slice })
    }

    /// Returns the type in Rust syntax.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Number(ty) => ty.name().into(),
            Self::Pointer { element, is_mutable, is_slice } => {
                let mutable = if *is_mutable { "mut " } else { "" };
                match is_slice {
                    true => format!("&{mutable}[{}]", element.name()),
                    false => format!("&{mutable}{}", element.name()),
                }
            }
            Self::Array(element, count) => format!("[{}; {count}]", element.name()),
            Self::Tuple(elements) => {
                let names: Vec<_> = elements.iter().map(Self::name).collect();
                format!("({}{})", names.join(", "), if names.len() == 1 { "," } else { "" })
            }
        }
    }
}

/// Returns the number type that a path names with its last segment.
fn number(tokens: &[TokenTree], nearby: Span) -> Result<Rust, Error> {
    let (last, at) = match tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            return number(&list(group.stream()), nearby);
        }
        [TokenTree::Ident(first), _, ..] if first == "impl" || first == "dyn" => {
            (first.to_string(), first.span())
        }
        [.., TokenTree::Ident(last)] if is_path(tokens) => (last.to_string(), last.span()),
        [first, ..] => (String::new(), first.span()),
        [] => (String::new(), nearby),
    };
    if let Some(found) = NUMBERS.iter().find(|ty| ty.name() == last) {
        return Ok(*found);
    }
    let what = match last.as_str() {
        "" => "expected a number type, a slice, or a tuple of numbers".into(),
        _ => format!("`{last}` is not a type of PTX"),
    };
    let help = match last.as_str() {
        "usize" => "write `u64`",
        "isize" => "write `i64`",
        "float" => "write `f32`",
        "double" => "write `f64`",
        "int" => "write `i32`",
        "Thread" => "`ptx::Thread` is the first parameter",
        _ => {
            let names: Vec<_> = NUMBERS.iter().map(|ty| format!("`{}`", ty.name())).collect();
            let message = format!("the numbers are {}", names.join(", "));
            return Err(Error {
                at,
                message: Message::new(what)
                    .note(message)
                    .help("a `float4*` is `&[f32]`, a `__half*` is `&[u16]`"),
            });
        }
    };
    Err(Error::new(at, what).help(help))
}

fn is_path(tokens: &[TokenTree]) -> bool {
    tokens.iter().all(|token| matches!(token, TokenTree::Ident(_)) || is(token, ':'))
}

/// Returns whether a token is the punctuation character `punct`.
pub(super) fn is(token: &TokenTree, punct: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == punct)
}

pub(super) fn list(stream: TokenStream) -> Vec<TokenTree> {
    stream.into_iter().collect()
}

/// Splits tokens at commas. Ignores a trailing comma.
pub(super) fn split(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    let mut parts: Vec<_> = tokens.split(|token| is(token, ',')).collect();
    if parts.last().is_some_and(|last| last.is_empty()) {
        parts.pop();
    }
    parts
}
