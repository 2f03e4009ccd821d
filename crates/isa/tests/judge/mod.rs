//! Determines whether this crate accepts a statement, and explains known differences from `ptxas`.

pub(crate) mod classes;

use ptx_isa::operand::{Operand, check};
use ptx_isa::{Dialect, Table, Target, Type, Version, literal, names_lanes, select_all};

/// A parsed statement, such as `rcp.rn.f32 d,a;`, and its version and target.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) mnemonic: String,
    pub(crate) modifiers: Vec<String>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) dialect: Dialect,
}

/// Returns the types among modifiers.
fn types(words: &[&str]) -> Vec<Type> {
    words.iter().filter_map(|word| Type::from_word(word)).collect()
}

impl Statement {
    /// Parses `rcp.rn.f32 d,a;`. [`register`] determines the types of the registers.
    pub(crate) fn parse(text: &str, dialect: Dialect) -> Option<Self> {
        let text = text.trim_end_matches(';');
        let (name, operands) = text.split_once(' ').unwrap_or((text, ""));
        let mut words = name.split('.').map(String::from);
        let mnemonic = words.next()?;
        let written = separated(operands).filter(|operand| !operand.is_empty());
        let operands = written.map(operand).collect::<Option<_>>()?;
        Some(Self { mnemonic, modifiers: words.collect(), operands, dialect })
    }

    pub(crate) fn words(&self) -> Vec<&str> {
        self.modifiers.iter().map(String::as_str).collect()
    }

    /// Returns the types among the modifiers.
    pub(crate) fn types(&self) -> Vec<Type> {
        types(&self.words())
    }

    fn is_f64(&self) -> bool {
        self.types().contains(&Type::F64)
    }

    /// Returns whether this crate accepts the statement.
    pub(crate) fn is_accepted(&self) -> bool {
        select_all(Table::Program, &self.mnemonic, &self.words(), &self.dialect)
            .is_ok_and(|forms| check(&forms, &self.operands).is_ok())
    }
}

/// Splits operands at commas outside of vectors.
fn separated(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    })
}

fn operand(text: &str) -> Option<Operand> {
    let text = text.trim();
    if text == "_" {
        return Some(Operand::Sink);
    }
    if let Some((p, q)) = text.split_once('|') {
        return Some(Operand::Pair(Box::new([operand(p)?, operand(q)?])));
    }
    if let Some(inner) = text.strip_prefix('!') {
        return Some(Operand::Complement(Box::new(operand(inner)?)));
    }
    if let Some(inner) = text.strip_prefix('-')
        && !inner.starts_with(|c: char| c.is_ascii_digit() || c == '.')
    {
        return Some(Operand::Negated(Box::new(operand(inner)?)));
    }
    if let Some(base) = text.strip_prefix('[') {
        return Some(Operand::Address(Box::new(operand(base.trim_end_matches(']'))?)));
    }
    if let Some(inner) = text.strip_prefix('{') {
        return separated(inner.trim_end_matches('}'))
            .map(operand)
            .collect::<Option<_>>()
            .map(Operand::Vector);
    }
    if let Some((of, word)) = text.split_once('.')
        && names_lanes(word)
    {
        return Some(Operand::Lanes { of: Box::new(operand(of)?), word: word.into() });
    }
    if let Some(ty) = register(text) {
        return Some(Operand::Register { name: text.into(), ty: Some(ty) });
    }
    literal::parse(text).ok().map(Operand::Immediate)
}

/// The types of the registers in recorded and random statements.
pub(crate) const REGISTERS: &[(&str, &str)] = &[
    ("f32", "d,a,b,c,e"),
    ("f64", "w,x,y,z"),
    ("b64", "l,m,n,o"),
    ("b32", "h,i,j,k2"),
    ("u32", "ua,ub,uc,ud"),
    ("s32", "sa,sb,sc,sd"),
    ("b16", "ha,hb,hc,hd"),
    ("b8", "ga,gb"),
    ("u16", "uh,xa,xb,xc,xd"),
    ("s16", "sh,ya,yb,yc,yd"),
    ("u64", "ul,ra,rb,rc,rd"),
    ("s64", "sl,ta,tb,tc,td"),
    ("f16", "fh"),
    ("f16x2", "hx"),
    ("pred", "p,q,pp,qq"),
];

/// The types of numbered registers in recorded matrix statements: the type, and the letter before
/// the number.
const NUMBERED: &[(&str, &str)] = &[
    ("b32", "r"),
    ("f32", "f"),
    ("s32", "s"),
    ("u32", "u"),
    ("f16x2", "x"),
    ("f64", "d"),
    ("b64", "l"),
    ("b16", "h"),
    ("pred", "p"),
];

fn register(name: &str) -> Option<Type> {
    // `B` and `C` are `.b128` registers. They are not in [`REGISTERS`], because old versions and
    // targets do not have this type.
    if matches!(name, "B" | "C") {
        return Some(Type::B128);
    }
    let named = REGISTERS.iter().find(|row| row.1.split(',').any(|register| register == name));
    let is_number = |number: &str| number.parse::<u8>().is_ok();
    let numbered = || NUMBERED.iter().find(|row| name.strip_prefix(row.1).is_some_and(is_number));
    Type::from_word(named.or_else(numbered)?.0)
}

/// Parses a version such as `1.3` and a target such as `sm_12,map_f64_to_f32`.
pub(crate) fn dialect(version: &str, target: &str) -> Dialect {
    let mut words = target.split(',').map(str::trim);
    let mut parsed = words.next().and_then(Target::from_word).expect("a target");
    parsed.map_f64_to_f32 = words.any(|word| word == "map_f64_to_f32");
    Dialect::of(Version::released(version).expect("a version"), parsed)
}
