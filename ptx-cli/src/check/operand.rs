//! What the tokens between two commas are.

use super::{Checker, Diagnostic};
use crate::text::Span;
use crate::text::lexer::{Kind, Token};
use crate::text::walk::{Walk, Word};
use ptx_isa::literal;
use ptx_isa::operand::Operand;

/// The registers that PTX defines itself (PTX ISA, "Special Registers"), without digits at the end.
const SPECIAL: &[&str] = &[
    "%aggr_smem_size",
    "%clock",
    "%clock_hi",
    "%cluster_ctaid",
    "%cluster_ctarank",
    "%cluster_nctaid",
    "%cluster_nctarank",
    "%clusterid",
    "%ctaid",
    "%current_graph_exec",
    "%dynamic_smem_size",
    "%envreg",
    "%globaltimer",
    "%globaltimer_hi",
    "%globaltimer_lo",
    "%gridid",
    "%is_explicit_cluster",
    "%laneid",
    "%lanemask_eq",
    "%lanemask_ge",
    "%lanemask_gt",
    "%lanemask_le",
    "%lanemask_lt",
    "%nclusterid",
    "%nctaid",
    "%nsmid",
    "%ntid",
    "%nwarpid",
    "%pm",
    "%pm0_",
    "%pm1_",
    "%pm2_",
    "%pm3_",
    "%pm4_",
    "%pm5_",
    "%pm6_",
    "%pm7_",
    "%reserved_smem_offset_begin",
    "%reserved_smem_offset_cap",
    "%reserved_smem_offset_end",
    "%reserved_smem_offset_",
    "%smid",
    "%tid",
    "%total_smem_size",
    "%warpid",
];

/// Whether a name is a register of PTX's own.
fn is_special(name: &str) -> bool {
    SPECIAL.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit()))
}

/// An operand as far as `ptx-isa` can judge it.
pub(super) enum Read {
    Known(Operand),
    /// An address, a symbol, a special register, a constant expression.
    Beyond,
}

impl<'a> Checker<'a> {
    /// What an operand is.
    pub(super) fn read(&mut self, walk: &Walk<'a>, tokens: &[Token]) -> Result<Read, Diagnostic> {
        let text = &self.source.text;
        let word = |token: &Token| &text[token.span.clone()];
        Ok(Read::Known(match tokens {
            [Token { kind: Kind::Punct('!'), .. }, one] => {
                match self.read(walk, std::slice::from_ref(one))? {
                    Read::Known(inner) => Operand::Complement(Box::new(inner)),
                    Read::Beyond => return Ok(Read::Beyond),
                }
            }
            [p, bar, q] if bar.kind == Kind::Punct('|') => {
                match (
                    self.read(walk, std::slice::from_ref(p))?,
                    self.read(walk, std::slice::from_ref(q))?,
                ) {
                    (Read::Known(p), Read::Known(q)) => Operand::Pair(Box::new([p, q])),
                    _ => return Ok(Read::Beyond),
                }
            }
            [one] if one.kind == Kind::Number => immediate(word(one), one.span.clone())?,
            [sign, number] if number.kind == Kind::Number && matches!(word(sign), "-" | "+") => {
                immediate(&format!("{}{}", word(sign), word(number)), span(tokens))?
            }
            [one] if word(one) == "_" => Operand::Sink,
            [one] if one.kind == Kind::Word => return self.name(walk, word(one), one.span.clone()),
            [open, inner @ .., close] if word(open) == "{" && word(close) == "}" => {
                let mut items = Vec::new();
                for item in inner.split(|token| token.kind == Kind::Punct(',')) {
                    // Not looked into: a fault however deep it goes.
                    if item.first().is_some_and(|token| word(token) == "{") {
                        return Ok(Read::Known(Operand::Vector(vec![Operand::Vector(vec![])])));
                    }
                    match self.read(walk, item)? {
                        Read::Known(item) => items.push(item),
                        Read::Beyond => return Ok(Read::Beyond),
                    }
                }
                Operand::Vector(items)
            }
            _ => return Ok(Read::Beyond),
        }))
    }

    fn name(&mut self, walk: &Walk<'a>, name: &'a str, span: Span) -> Result<Read, Diagnostic> {
        if let Some(register) = self.scopes.find(name) {
            return Ok(Read::Known(Operand::Register { name: name.into(), ty: register.ty }));
        }
        if is_special(name) || walk.is_symbol(name) || name == "WARP_SZ" {
            return Ok(Read::Beyond);
        }
        if self.is_excerpt {
            return Ok(Read::Known(Operand::Host));
        }
        Err(self.undeclared(&Word { text: name, span }))
    }

    /// A name that nothing declares.
    pub(super) fn undeclared(&mut self, name: &Word<'_>) -> Diagnostic {
        let said = Diagnostic::error(name.span.clone(), format!("`{}` is not declared", name.text));
        if let Some((range, last)) = self.scopes.range_below(name.text) {
            return said.help(format!("`{range}` ends at `{last}`"));
        }
        match self.scopes.similar(name.text) {
            Some(near) => said.help(format!("did you mean `{near}`?")),
            None => said.help("declare it: `.reg .f32 x;`"),
        }
    }
}

fn immediate(text: &str, span: Span) -> Result<Operand, Diagnostic> {
    literal::parse(text).map(Operand::Immediate).map_err(|why| Diagnostic::from_lines(span, &why))
}

/// From the first to the last token.
pub(super) fn span(tokens: &[Token]) -> Span {
    let start = tokens.first().map_or(0, |token| token.span.start);
    start..tokens.last().map_or(start, |token| token.span.end)
}
