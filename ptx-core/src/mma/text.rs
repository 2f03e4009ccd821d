//! Forms as text.

use core::fmt;

use super::form::{BitOperation, Form, Layout, Type};
use super::list::FORMS;
use crate::mode::{Limit, Rounding, Sm};

/// The words of a form, between its dots, of which the first may be taken.
struct Words<'a>(&'a [u8]);

/// Defines a function that takes a word and gives its value.
macro_rules! taker {
    ($($name:ident -> $Value:ident { $($word:literal => $value:expr,)* })*) => { $(
        const fn $name(&mut self) -> Option<$Value> {
            let (word, rest) = self.split();
            let value = match word {
                $( $word => $value, )*
                _ => return None,
            };
            self.0 = rest;
            Some(value)
        }
    )* };
}

impl<'a> Words<'a> {
    /// The first word and what comes after its dot.
    const fn split(&self) -> (&'a [u8], &'a [u8]) {
        let mut end = 0;
        let mut rest = self.0;
        while let [first, others @ ..] = rest {
            rest = others;
            if *first == b'.' {
                break;
            }
            end += 1;
        }
        match self.0.split_at_checked(end) {
            Some((word, _)) => (word, rest),
            None => (self.0, &[]),
        }
    }

    taker! {
        wgmma -> bool { b"wgmma" => true, }
        layout -> Layout { b"row" => Layout::Row, b"col" => Layout::Col, }
        limit -> Limit { b"satfinite" => Limit::Satfinite, }
        rounding -> Rounding {
            b"rn" => Rounding::Rn,
            b"rz" => Rounding::Rz,
            b"rm" => Rounding::Rm,
            b"rp" => Rounding::Rp,
        }
        kind -> bool { b"kind::f8f6f4" => true, }
        bits -> BitOperation { b"xor" => BitOperation::Xor, b"and" => BitOperation::And, }
        count -> bool { b"popc" => true, }
    }

    const fn element_type(&mut self) -> Option<Type> {
        let (word, rest) = self.split();
        let mut types: &[(Type, &str)] = &TYPES;
        while let [(element, name), others @ ..] = types {
            if equal(word, name.as_bytes()) {
                self.0 = rest;
                return Some(*element);
            }
            types = others;
        }
        None
    }

    const fn shape(&mut self) -> Option<[u16; 3]> {
        let (word, rest) = self.split();
        self.0 = rest;
        let Some((m, word)) = number(word, b'm') else { return None };
        let Some((n, word)) = number(word, b'n') else { return None };
        match number(word, b'k') {
            Some((k, [])) => Some([m, n, k]),
            _ => None,
        }
    }
}

const TYPES: [(Type, &str); 16] = [
    (Type::F16, "f16"),
    (Type::Bf16, "bf16"),
    (Type::Tf32, "tf32"),
    (Type::F32, "f32"),
    (Type::F64, "f64"),
    (Type::E4m3, "e4m3"),
    (Type::E5m2, "e5m2"),
    (Type::E3m2, "e3m2"),
    (Type::E2m3, "e2m3"),
    (Type::E2m1, "e2m1"),
    (Type::S8, "s8"),
    (Type::U8, "u8"),
    (Type::S4, "s4"),
    (Type::U4, "u4"),
    (Type::B1, "b1"),
    (Type::S32, "s32"),
];

const fn equal(a: &[u8], b: &[u8]) -> bool {
    let (mut a, mut b) = (a, b);
    while let ([x, a_rest @ ..], [y, b_rest @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (a_rest, b_rest);
    }
    a.is_empty() && b.is_empty()
}

/// A letter and a number at the beginning of a text, and the text after them.
const fn number(text: &[u8], letter: u8) -> Option<(u16, &[u8])> {
    let [first, digits @ ..] = text else { return None };
    let mut rest = digits;
    let mut value: u16 = 0;
    while let [digit @ b'0'..=b'9', others @ ..] = rest {
        value = value.saturating_mul(10).saturating_add((*digit - b'0') as u16);
        rest = others;
    }
    let padded = matches!(digits, [b'0', ..]);
    if *first == letter && value > 0 && !padded { Some((value, rest)) } else { None }
}

impl Form {
    /// The form that is written so after `mma.sync.aligned.`; for `wgmma`, the modifiers after
    /// `wgmma.mma_async.sync.aligned.`, with `wgmma.` before them.
    ///
    /// The modifiers are in the manual's order: shape, layouts, `.satfinite`, `.kind::f8f6f4`, types,
    /// the operation on bits. The rounding of `.f64` may come before or after the types. `.row.col`
    /// may be left out. `None` if the form does not exist.
    ///
    /// ```
    /// use ptx_core::mma::Form;
    /// assert!(Form::parse("m8n8k4.row.col.rm.f64.f64.f64.f64").is_some());
    /// assert!(Form::parse("m16n8k32.row.col.satfinite.s32.u8.s8.s32").is_some());
    /// assert!(Form::parse("m16n8k32.row.col.kind::f8f6f4.f32.e2m1.e4m3.f32").is_some());
    /// assert!(Form::parse("wgmma.m64n128k32.f32.e4m3.e5m2").is_some());
    /// assert!(Form::parse("m16n8k32.row.row.s32.u8.s8.s32").is_none());
    /// ```
    #[inline]
    #[must_use]
    pub const fn parse(form: &str) -> Option<Self> {
        parse(form.as_bytes())
    }
}

/// Reads a form.
const fn parse(text: &[u8]) -> Option<Form> {
    if let [.., b'.'] = text {
        return None;
    }
    let mut words = Words(text);
    let wgmma = words.wgmma().is_some();
    let Some(shape) = words.shape() else { return None };
    let layouts = match (words.layout(), words.layout()) {
        (Some(a), Some(b)) if !wgmma => [a, b],
        (None, None) => [Layout::Row, Layout::Col],
        _ => return None,
    };
    let limit = words.limit();
    let before = words.rounding();
    let kind = words.kind().is_some();
    let (Some(d), Some(a), Some(b)) =
        (words.element_type(), words.element_type(), words.element_type())
    else {
        return None;
    };
    // `wgmma` writes no type of its accumulator.
    let c = if wgmma { Some(d) } else { words.element_type() };
    let Some(c) = c else { return None };
    let bits = words.bits();
    if bits.is_some() && words.count().is_none() {
        return None;
    }
    let after = words.rounding();
    let twice = before.is_some() && after.is_some();
    if twice || !words.0.is_empty() {
        return None;
    }
    let rounding = if before.is_some() { before } else { after };
    let form = Form {
        wgmma,
        shape,
        layouts,
        limit: Limit::Unlimited,
        rounding: Rounding::Rn,
        kind,
        types: [d, a, b, c],
        bits,
        since: Sm(0),
    };
    modified(form, limit, rounding)
}

/// The form of the list that equals this one, with modifiers that it can have.
const fn modified(form: Form, limit: Option<Limit>, rounding: Option<Rounding>) -> Option<Form> {
    let mut forms: &[Form] = &FORMS;
    while let [known, rest @ ..] = forms {
        if same(known, &form) {
            let [_, a, ..] = form.types;
            let clamps = matches!(a, Type::S8 | Type::U8 | Type::S4 | Type::U4);
            if limit.is_some() && !clamps || rounding.is_some() && !matches!(a, Type::F64) {
                return None;
            }
            let mut form = Form { since: known.since, ..form };
            if let Some(limit) = limit {
                form.limit = limit;
            }
            if let Some(rounding) = rounding {
                form.rounding = rounding;
            }
            return Some(form);
        }
        forms = rest;
    }
    None
}

/// Whether a form is one of the list, but for modifiers and the columns of `wgmma`: any multiple of
/// 8 up to 256.
const fn same(known: &Form, form: &Form) -> bool {
    let ([m, n, k], [form_m, form_n, form_k]) = (known.shape, form.shape);
    let columns = if known.wgmma { form_n % 8 == 0 && form_n <= 256 } else { n == form_n };
    let [d, a, b, c] = known.types;
    let [form_d, form_a, form_b, form_c] = form.types;
    let [layout_a, layout_b] = known.layouts;
    let [form_layout_a, form_layout_b] = form.layouts;
    known.wgmma == form.wgmma
        && known.kind == form.kind
        && m == form_m
        && columns
        && k == form_k
        && layout_a as u8 == form_layout_a as u8
        && layout_b as u8 == form_layout_b as u8
        && d as u8 == form_d as u8
        && a as u8 == form_a as u8
        && b as u8 == form_b as u8
        && c as u8 == form_c as u8
        && operation(known.bits) == operation(form.bits)
}

/// An operation as a number.
const fn operation(bits: Option<BitOperation>) -> u8 {
    match bits {
        None => 0,
        Some(BitOperation::Xor) => 1,
        Some(BitOperation::And) => 2,
    }
}

impl fmt::Display for Type {
    /// `bf16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = TYPES.iter().find(|(known, _)| known == self);
        f.write_str(row.map_or("", |(_, name)| name))
    }
}

impl fmt::Display for Form {
    /// As [`Form::parse`] reads it, the rounding before the types, `.rn` left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [m, n, k] = self.shape;
        let [d, a, b, c] = self.types;
        if self.wgmma {
            return write!(f, "wgmma.m{m}n{n}k{k}.{d}.{a}.{b}");
        }
        write!(f, "m{m}n{n}k{k}")?;
        for layout in self.layouts {
            f.write_str(match layout {
                Layout::Row => ".row",
                Layout::Col => ".col",
            })?;
        }
        if self.limit == Limit::Satfinite {
            f.write_str(".satfinite")?;
        }
        f.write_str(match self.rounding {
            Rounding::Rn => "",
            Rounding::Rz => ".rz",
            Rounding::Rm => ".rm",
            Rounding::Rp => ".rp",
        })?;
        if self.kind {
            f.write_str(".kind::f8f6f4")?;
        }
        write!(f, ".{d}.{a}.{b}.{c}")?;
        f.write_str(match self.bits {
            None => "",
            Some(BitOperation::Xor) => ".xor.popc",
            Some(BitOperation::And) => ".and.popc",
        })
    }
}
