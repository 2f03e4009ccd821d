//! The special registers (PTX ISA, "Special Registers").

use crate::dialect::Dialect;
use crate::help::{Help, Part};
use crate::message::Message;
use crate::nearest::nearest;
use crate::target::Target;
use crate::types::{Kind, Type};
use crate::version::Version;

/// A special register.
struct Special {
    /// The name, without the number of a numbered register.
    name: &'static str,
    /// The widths in bits that an instruction may read, the default first. Width 1 is a predicate.
    /// `%tid` and similar registers also allow 16 bits, their width in early PTX versions.
    widths: &'static [u32],
    /// Whether the register has the elements [`PARTS`].
    is_vector: bool,
    /// The number of numbered registers with this name, such as `%envreg3`; 0 if the name has no
    /// number.
    count: u32,
    /// The first version and architecture with the register.
    since: (Version, u16),
}

impl Special {
    const fn since(self, version: &str, sm: u16) -> Self {
        Self { since: (Version::new(version), sm), ..self }
    }
}

const ALWAYS: (Version, u16) = (Version::OLDEST, 10);
const WORD: &[u32] = &[32];
const LONG: &[u32] = &[64];
const SHORT: &[u32] = &[32, 16];

const fn one(name: &'static str, widths: &'static [u32]) -> Special {
    Special { name, widths, is_vector: false, count: 0, since: ALWAYS }
}

const fn vector(name: &'static str, widths: &'static [u32]) -> Special {
    Special { name, widths, is_vector: true, count: 0, since: ALWAYS }
}

const fn numbered(name: &'static str, count: u32) -> Special {
    Special { name, widths: WORD, is_vector: false, count, since: ALWAYS }
}

/// The special registers (PTX ISA, "Special Registers"). In a `mov`, `ptxas` 13.5 accepts exactly these widths.
const SPECIAL: &[Special] = &[
    one("%aggr_smem_size", WORD).since("8.1", 90),
    one("%clock", WORD),
    one("%clock64", LONG).since("2.0", 20),
    one("%clock_hi", WORD).since("5.0", 20),
    vector("%cluster_ctaid", WORD).since("7.8", 90),
    one("%cluster_ctarank", WORD).since("7.8", 90),
    vector("%cluster_nctaid", WORD).since("7.8", 90),
    one("%cluster_nctarank", WORD).since("7.8", 90),
    vector("%clusterid", WORD).since("7.8", 90),
    vector("%ctaid", SHORT),
    one("%current_graph_exec", LONG).since("8.0", 50),
    one("%dynamic_smem_size", WORD).since("4.1", 20),
    numbered("%envreg", 32),
    one("%globaltimer", LONG).since("3.1", 30),
    one("%globaltimer_hi", WORD).since("3.1", 30),
    one("%globaltimer_lo", WORD).since("3.1", 30),
    // `%gridid` now has 64 bits. It had 16 bits in the first PTX versions, and 32 bits in later versions.
    one("%gridid", &[64, 32, 16]),
    one("%is_explicit_cluster", &[1]).since("7.8", 90),
    one("%laneid", WORD).since("1.3", 10),
    one("%lanemask_eq", WORD).since("2.0", 20),
    one("%lanemask_ge", WORD).since("2.0", 20),
    one("%lanemask_gt", WORD).since("2.0", 20),
    one("%lanemask_le", WORD).since("2.0", 20),
    one("%lanemask_lt", WORD).since("2.0", 20),
    one("%locality_domain_id", WORD).since("9.5", 100),
    one("%locality_domain_supplemental_sm", WORD).since("9.5", 100),
    vector("%nclusterid", WORD).since("7.8", 90),
    vector("%nctaid", SHORT),
    one("%nsmid", WORD).since("2.0", 20),
    vector("%ntid", SHORT),
    one("%nwarpid", WORD).since("2.0", 20),
    one("%perctamemoryoffset", LONG).since("9.4", 80),
    one("%perctamemorysize", WORD).since("9.4", 80),
    numbered("%pm", 4).since("1.3", 10),
    one("%pm4", WORD).since("3.0", 20),
    one("%pm5", WORD).since("3.0", 20),
    one("%pm6", WORD).since("3.0", 20),
    one("%pm7", WORD).since("3.0", 20),
    one("%pm0_64", LONG).since("4.0", 50),
    one("%pm1_64", LONG).since("4.0", 50),
    one("%pm2_64", LONG).since("4.0", 50),
    one("%pm3_64", LONG).since("4.0", 50),
    one("%pm4_64", LONG).since("4.0", 50),
    one("%pm5_64", LONG).since("4.0", 50),
    one("%pm6_64", LONG).since("4.0", 50),
    one("%pm7_64", LONG).since("4.0", 50),
    numbered("%reserved_smem_offset_", 2).since("7.6", 80),
    one("%reserved_smem_offset_begin", WORD).since("7.6", 80),
    one("%reserved_smem_offset_cap", WORD).since("7.6", 80),
    one("%reserved_smem_offset_end", WORD).since("7.6", 80),
    one("%smid", WORD).since("1.3", 10),
    vector("%tid", SHORT),
    one("%total_smem_size", WORD).since("4.1", 20),
    one("%warpid", WORD).since("1.3", 10),
];

/// The elements of a special vector register.
const PARTS: &[&str] = &["x", "y", "z", "w"];

/// The alternative names of [`PARTS`].
const COLOURS: &[&str] = &["r", "g", "b", "a"];

fn find(name: &str) -> Option<&'static Special> {
    SPECIAL.iter().find(|row| match row.count {
        0 => row.name == name,
        count => name.strip_prefix(row.name).is_some_and(|number| is_below(number, count)),
    })
}

/// Returns whether a special register, such as `%tid.x`, has 32 bits.
pub(crate) fn has_word(name: &str) -> bool {
    let whole = name.split_once('.').map_or(name, |(whole, _)| whole);
    find(whole).is_some_and(|row| row.widths[0] == 32)
}

/// Names in CUDA code, and the special registers that they mean.
const OF_CUDA: &[(&str, &str)] = &[
    ("threadIdx", "%tid"),
    ("blockIdx", "%ctaid"),
    ("blockDim", "%ntid"),
    ("gridDim", "%nctaid"),
    ("laneId", "%laneid"),
    ("lane_id", "%laneid"),
    ("warpId", "%warpid"),
    ("clock64", "%clock64"),
];

/// Returns the special register that an undeclared name probably means.
///
/// ```
/// use ptx_isa::nearest_special;
///
/// assert_eq!(nearest_special("threadIdx").as_deref(), Some("%tid"));
/// assert_eq!(nearest_special("%tid_x").as_deref(), Some("%tid.x"));
/// assert_eq!(nearest_special("%ctaidx").as_deref(), Some("%ctaid"));
/// assert_eq!(nearest_special("%r1"), None);
/// ```
#[must_use]
pub fn nearest_special(name: &str) -> Option<String> {
    let bare = name.trim_start_matches(['%', '$']);
    if let Some(row) = OF_CUDA.iter().find(|row| row.0 == bare) {
        return Some(row.1.into());
    }
    let with_sigil = format!("%{name}");
    if is_special_register(&with_sigil) {
        return Some(with_sigil);
    }
    // A short name is similar to many special registers, so the name does not show which register is meant.
    let letters = name.strip_prefix('%')?;
    if letters.chars().filter(char::is_ascii_alphabetic).count() < 4 {
        return None;
    }
    let parts = |row: &Special| {
        let parts = if row.is_vector { PARTS } else { &[] };
        parts.iter().map(|part| format!("{}.{part}", row.name)).collect::<Vec<_>>()
    };
    let all = SPECIAL.iter().flat_map(|row| [vec![row.name.to_string()], parts(row)].concat());
    let all: Vec<_> = all.collect();
    nearest(name, all.iter().map(String::as_str)).map(String::from)
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

/// Returns the elements of a special vector register. Returns an empty list for any other register.
///
/// ```
/// assert_eq!(ptx_isa::special_elements("%tid"), ["x", "y", "z", "w"]);
/// assert!(ptx_isa::special_elements("%laneid").is_empty());
/// ```
#[must_use]
pub fn special_elements(name: &str) -> &'static [&'static str] {
    if find(name).is_some_and(|row| row.is_vector) { PARTS } else { &[] }
}

/// Checks that an instruction of type `ty` can read a special register such as `%tid.x`. If `converts` is true, the
/// instruction is a conversion, which can read a register that is wider than `ty`.
pub(crate) fn check(name: &str, ty: Type, converts: bool) -> Result<(), Message> {
    let (whole, part) = name.split_once('.').map_or((name, None), |(a, b)| (a, Some(b)));
    let Some(row) = find(whole) else { return Ok(()) };
    match part {
        None if row.is_vector => {
            return Err(Message::new(format!("`{whole}` is a vector of four `.u32`")).help(
                Help::after("name one of its elements, such as ", Part::Word, format!("{whole}.x")),
            ));
        }
        Some(part) if !row.is_vector => {
            return Err(Message::new(format!("`{whole}` is not a vector and has no `.{part}`"))
                .help(Help::write(Part::Word, whole)));
        }
        Some(part) if !PARTS.contains(&part) && !COLOURS.contains(&part) => {
            let message = Message::new(format!("`{whole}` has no `.{part}`"));
            let small = part.to_lowercase();
            return Err(message.help(match PARTS.contains(&small.as_str()) {
                true => Help::write(Part::Word, format!("{whole}.{small}")),
                false => format!("its elements are `{whole}.x` to `{whole}.w`").into(),
            }));
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

/// Returns the type of a special register, and its name. Returns the first element of a vector.
pub(crate) fn moved(name: &str) -> (&'static str, String) {
    let whole = name.split_once('.').map_or(name, |(whole, _)| whole);
    let row = find(whole);
    let ty = match row.map_or(32, |row| row.widths[0]) {
        1 => "pred",
        64 => "u64",
        _ => "u32",
    };
    let is_vector = whole == name && row.is_some_and(|row| row.is_vector);
    let element = if is_vector { ".x" } else { "" };
    (ty, format!("{name}{element}"))
}

/// Reports a special register that the version or target does not have.
///
/// ```
/// use ptx_isa::{Dialect, Target, Version, absent_special_register};
///
/// let old = Dialect::of(Version::new("7.0"), Target::sm(80));
/// assert!(absent_special_register("%laneid", &old).is_none());
/// let message = absent_special_register("%clusterid", &old).unwrap();
/// assert_eq!(message.what, "`%clusterid` needs PTX ISA 7.8 and sm_90");
/// ```
#[must_use]
pub fn absent_special_register(name: &str, dialect: &Dialect) -> Option<Message> {
    let (version, sm) = find(name)?.since;
    let target = Target::sm(sm);
    let (note, help) = dialect.lack(version, target)?;
    let message = Message::new(format!("`{name}` needs PTX ISA {version} and {target}"));
    Some(message.note(note).help(help))
}

/// Special registers that a kernel can read only if it has a directive: the register and the directive.
const NEEDED: &[(&str, &str)] =
    &[("%perctamemoryoffset", "minperctamemory"), ("%perctamemorysize", "minperctamemory")];

/// Reports a special register that needs a directive of the kernel. `directives` are the directives between the
/// parameters and the body.
///
/// ```
/// use ptx_isa::unprepared_special_register;
///
/// assert!(unprepared_special_register("%perctamemorysize", ["minperctamemory"]).is_none());
/// let message = unprepared_special_register("%perctamemorysize", ["maxntid"]).unwrap();
/// assert_eq!(message.what, "`%perctamemorysize` needs `.minperctamemory`");
/// ```
#[must_use]
pub fn unprepared_special_register<'d>(
    name: &str,
    directives: impl IntoIterator<Item = &'d str>,
) -> Option<Message> {
    let (_, needed) = NEEDED.iter().find(|row| row.0 == name)?;
    if directives.into_iter().any(|word| word == *needed) {
        return None;
    }
    let message = Message::new(format!("`{name}` needs `.{needed}`"));
    Some(
        message.help(format!(
            "write `.{needed} 1024` between the parameters and the `{{` of the kernel"
        )),
    )
}
