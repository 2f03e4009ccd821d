//! The special registers of PTX.

use crate::message::Message;
use crate::types::{Kind, Type};

/// A special register.
struct Special {
    /// The name, without a number.
    name: &'static str,
    /// The widths in bits with which the register can be read; 1 is a predicate. The default comes
    /// first. `%tid` and similar registers can also be read with 16 bits, as in the first versions
    /// of PTX.
    widths: &'static [u32],
    /// Whether the register is a vector of [`PARTS`].
    is_vector: bool,
    /// The number of registers of a name that ends with a number, such as `%envreg3`; 0 for a name
    /// without a number.
    count: u32,
}

const WORD: &[u32] = &[32];
const LONG: &[u32] = &[64];
const SHORT: &[u32] = &[32, 16];

const fn one(name: &'static str, widths: &'static [u32]) -> Special {
    Special { name, widths, is_vector: false, count: 0 }
}

const fn vector(name: &'static str, widths: &'static [u32]) -> Special {
    Special { name, widths, is_vector: true, count: 0 }
}

const fn numbered(name: &'static str, count: u32) -> Special {
    Special { name, widths: WORD, is_vector: false, count }
}

/// The special registers (PTX ISA, "Special Registers"). The widths are those that `ptxas` 13.5
/// accepts in `mov`.
const SPECIAL: &[Special] = &[
    one("%aggr_smem_size", WORD),
    one("%clock", WORD),
    one("%clock64", LONG),
    one("%clock_hi", WORD),
    vector("%cluster_ctaid", WORD),
    one("%cluster_ctarank", WORD),
    vector("%cluster_nctaid", WORD),
    one("%cluster_nctarank", WORD),
    vector("%clusterid", WORD),
    vector("%ctaid", SHORT),
    one("%current_graph_exec", LONG),
    one("%dynamic_smem_size", WORD),
    numbered("%envreg", 32),
    one("%globaltimer", LONG),
    one("%globaltimer_hi", WORD),
    one("%globaltimer_lo", WORD),
    // In earlier versions `%gridid` had 16, then 32 bits.
    one("%gridid", &[64, 32, 16]),
    one("%is_explicit_cluster", &[1]),
    one("%laneid", WORD),
    one("%lanemask_eq", WORD),
    one("%lanemask_ge", WORD),
    one("%lanemask_gt", WORD),
    one("%lanemask_le", WORD),
    one("%lanemask_lt", WORD),
    vector("%nclusterid", WORD),
    vector("%nctaid", SHORT),
    one("%nsmid", WORD),
    vector("%ntid", SHORT),
    one("%nwarpid", WORD),
    numbered("%pm", 8),
    one("%pm0_64", LONG),
    one("%pm1_64", LONG),
    one("%pm2_64", LONG),
    one("%pm3_64", LONG),
    one("%pm4_64", LONG),
    one("%pm5_64", LONG),
    one("%pm6_64", LONG),
    one("%pm7_64", LONG),
    numbered("%reserved_smem_offset_", 2),
    one("%reserved_smem_offset_begin", WORD),
    one("%reserved_smem_offset_cap", WORD),
    one("%reserved_smem_offset_end", WORD),
    one("%smid", WORD),
    vector("%tid", SHORT),
    one("%total_smem_size", WORD),
    one("%warpid", WORD),
];

/// The elements of a vector of special registers.
const PARTS: &[&str] = &["x", "y", "z", "w"];

/// The other names of [`PARTS`].
const COLOURS: &[&str] = &["r", "g", "b", "a"];

fn find(name: &str) -> Option<&'static Special> {
    SPECIAL.iter().find(|row| match row.count {
        0 => row.name == name,
        count => name.strip_prefix(row.name).is_some_and(|number| is_below(number, count)),
    })
}

/// Returns whether a text is a number below `count`, without leading zeros.
fn is_below(text: &str, count: u32) -> bool {
    (0..count).any(|number| number.to_string() == text)
}

/// Returns whether a name is a special register.
///
/// ```
/// assert!(ptx_isa::is_special_register("%laneid"));
/// assert!(ptx_isa::is_special_register("%envreg31"));
/// assert!(!ptx_isa::is_special_register("%envreg32"));
/// assert!(!ptx_isa::is_special_register("%r1"));
/// ```
#[must_use]
pub fn is_special_register(name: &str) -> bool {
    find(name).is_some()
}

/// Returns the elements of a special register that is a vector.
///
/// ```
/// assert_eq!(ptx_isa::special_elements("%tid"), ["x", "y", "z", "w"]);
/// assert!(ptx_isa::special_elements("%laneid").is_empty());
/// ```
#[must_use]
pub fn special_elements(name: &str) -> &'static [&'static str] {
    if find(name).is_some_and(|row| row.is_vector) { PARTS } else { &[] }
}

/// Checks that an instruction of type `ty` can read a special register, such as `%tid.x`.
/// `converts` tells whether the instruction is a conversion, which reads the low bits.
pub(crate) fn check(name: &str, ty: Type, converts: bool) -> Result<(), Message> {
    let (whole, part) = name.split_once('.').map_or((name, None), |(a, b)| (a, Some(b)));
    let Some(row) = find(whole) else { return Ok(()) };
    match part {
        None if row.is_vector => {
            return Err(Message::new(format!("`{whole}` is a vector of four `.u32`"))
                .help(format!("name one of its elements, such as `{whole}.x`")));
        }
        Some(part) if !row.is_vector => {
            return Err(Message::new(format!("`{whole}` is not a vector and has no `.{part}`"))
                .help(format!("write `{whole}`")));
        }
        Some(part) if !PARTS.contains(&part) && !COLOURS.contains(&part) => {
            return Err(Message::new(format!("`{whole}` has no `.{part}`"))
                .help(format!("its elements are `{whole}.x` to `{whole}.w`")));
        }
        _ => {}
    }
    let fits = match converts {
        true => row.widths.iter().any(|width| ty.bits() <= *width),
        false => row.widths.contains(&ty.bits()),
    };
    let is_predicate = row.widths == [1];
    if fits && is_predicate == (ty.kind() == Kind::Predicate) {
        return Ok(());
    }
    let declared = match row.widths {
        [1] => "pred",
        [64, ..] => "u64",
        _ => "u32",
    };
    Err(Message::new(format!("`{name}` is `.{declared}`, and `.{}` does not fit it", ty.word())))
}
