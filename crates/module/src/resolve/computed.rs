//! Suggests instructions before a faulty one that compute an operand: `[%a + %b]`, `%a + 1`.

use crate::resolve::resolver::Resolver;
use crate::syntax::Span;
use ptx_isa::{Dialect, Help, Part, Type, operation};

/// The maximum length of an instruction that a help repeats.
const LONGEST: usize = 160;

impl Resolver<'_> {
    /// Returns a name for a new register that does not occur in the current instruction.
    pub(crate) fn new_name(&self, name: &str) -> String {
        let text = self.current.map_or("", |written| &self.text[written.span.clone()]);
        let all = std::iter::once(name.to_string()).chain((1..).map(|i| format!("{name}{i}")));
        all.into_iter().find(|name| !text.contains(name.as_str())).unwrap_or_default()
    }

    /// Returns the help to write `before` and then the current instruction with `operand` in place of `span`. Without an
    /// instruction to repeat, the help is advice.
    pub(crate) fn replaced(&self, words: &str, before: &str, span: &Span, operand: &str) -> Help {
        let repeated = self.current.and_then(|written| {
            let (start, end) = (written.span.start, written.span.end);
            let is_inside = start <= span.start && span.end <= end;
            let text = &self.text[start..end];
            if !is_inside || text.len() > LONGEST || text.contains("//") || text.contains("/*") {
                return None;
            }
            let (first, last) = (&self.text[start..span.start], &self.text[span.end..end]);
            let whole = format!("{first}{operand}{last}");
            Some(whole.split_whitespace().collect::<Vec<_>>().join(" "))
        });
        match repeated.filter(|text| text.ends_with(';')) {
            Some(text) => Help::after(words, Part::Statement, format!("{{ {before} {text} }}")),
            None => format!("{words}`{before}`, then use `{operand}`").into(),
        }
    }

    /// Returns the help to compute an operand of type `ty` in a separate instruction first.
    pub(crate) fn computed_first(
        &self,
        spelling: &str,
        ty: Type,
        sources: &[&str],
        span: &Span,
    ) -> Help {
        let (bits, new) = (ty.bits(), self.new_name("%t"));
        let before = format!(".reg .b{bits} {new}; {spelling} {new}, {};", sources.join(", "));
        self.replaced("compute it first: ", &before, span, &new)
    }
}

/// A term of an address: a register or a variable.
#[derive(Clone, Copy)]
pub(crate) struct Term<'a> {
    pub(crate) name: &'a str,
    pub(crate) bits: u32,
    pub(crate) is_signed: bool,
    /// Whether the term is a variable, whose address a `mov` must read.
    pub(crate) is_variable: bool,
}

/// Returns the declarations and instructions that compute the sum of `base` and `index` times `factor` in the register
/// `new`, and of an index that is narrower than the base. Returns `None` for widths that have no sum.
pub(crate) fn sum(
    base: Term<'_>,
    index: Term<'_>,
    factor: Option<&str>,
    new: &str,
    dialect: &Dialect,
) -> Option<String> {
    let sign = if index.is_signed { 's' } else { 'u' };
    let Term { name, bits, .. } = base;
    let is_narrow = (bits, index.bits) == (64, 32);
    if !is_narrow && bits != index.bits || !matches!(bits, 32 | 64) {
        return None;
    }
    operation("+", 2, Type::unsigned_of_width(bits)?, dialect)?;
    let other = format!("{new}a");
    let (declared, moved, base) = match base.is_variable {
        true => {
            (format!("{new}, {other}"), format!("mov.u{bits} {other}, {name}; "), other.as_str())
        }
        false => (new.to_string(), String::new(), name),
    };
    let index = index.name;
    let product = match (is_narrow, factor) {
        (true, Some(factor)) => format!("mul.wide.{sign}32 {new}, {index}, {factor}; "),
        (true, None) => format!("cvt.{sign}64.{sign}32 {new}, {index}; "),
        (false, Some(factor)) => {
            return Some(format!(
                ".reg .b{bits} {declared}; {moved}mad.lo.u{bits} {new}, {index}, {factor}, {base};"
            ));
        }
        (false, None) => {
            return Some(format!(
                ".reg .b{bits} {declared}; {moved}add.u{bits} {new}, {base}, {index};"
            ));
        }
    };
    Some(format!(".reg .b{bits} {declared}; {moved}{product}add.u{bits} {new}, {base}, {new};"))
}
