//! How the undefined bits of sources reach the results of a function.

/// How a function's results depend on the undefined bits of its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Each result bit depends on single bits of the sources: `and`, `shl`, `prmt`, `selp`. An undefined bit of a source
    /// from number `data` on, such as the amount of a shift, makes the whole result undefined.
    Bits { data: usize },
    /// Bit n of a sum or of a product depends on the bits 0 to n of the sources. A carry depends on all bits.
    LowBits,
    /// Each lane of the results depends on the same lane of the sources. An undefined bit makes its whole lane undefined.
    Lanes(u32),
}

/// The functions whose result bits depend on single bits of the sources, each with the number of sources before an
/// amount or a selector.
const OF_BITS: &[(&str, usize)] = &[
    ("and_", usize::MAX),
    ("or_", usize::MAX),
    ("xor_", usize::MAX),
    ("not_", usize::MAX),
    ("lop3_b32", usize::MAX),
    ("copy", usize::MAX),
    ("pack_", usize::MAX),
    ("unpack_", usize::MAX),
    ("selp", usize::MAX),
    ("brev_", usize::MAX),
    ("shl_", 1),
    ("shr_", 1),
    ("szext_", 1),
    ("bfe_", 1),
    ("shf_", 2),
    ("bfi_", 2),
    ("prmt_", 2),
    ("slct_", 2),
    ("boolop", usize::MAX),
];

/// The functions of integers whose result bits depend on no higher bits of the sources, without their types.
const OF_LOW_BITS: &[&str] = &[
    "add",
    "sub",
    "neg",
    "mul_lo",
    "mul_wide",
    "mad_lo",
    "mad_wide",
    "mul24_lo",
    "mad24_lo",
    "addc",
    "subc",
    "add_cc",
    "sub_cc",
    "addc_cc",
    "subc_cc",
    "mad_lo_cc",
    "madc_lo",
    "madc_lo_cc",
];

impl Flow {
    /// Returns the flow of a function of `ptx-core`.
    pub(crate) fn of(function: &str) -> Self {
        if let Some((_, data)) = OF_BITS.iter().find(|(prefix, _)| function.starts_with(prefix)) {
            return Self::Bits { data: *data };
        }
        if is_of_integers(function) {
            return Self::Bits { data: usize::MAX };
        }
        if function
            .rsplit_once('_')
            .is_some_and(|(name, ty)| OF_LOW_BITS.contains(&name) && is_integer(ty))
        {
            return Self::LowBits;
        }
        let lanes = function.split('_').filter_map(|word| word.split_once('x'));
        let lanes = lanes.filter_map(|(ty, count)| {
            let is_type = ty.ends_with(|last: char| last.is_ascii_digit());
            count.parse().ok().filter(|_| is_type)
        });
        match lanes.collect::<Vec<u32>>()[..] {
            // All types of the function have this number of lanes.
            [count] if !function.starts_with("cvt_") => Self::Lanes(count),
            _ => Self::Lanes(1),
        }
    }
}

/// Returns whether a function converts an integer to an integer: `cvt_u32_s8`.
fn is_of_integers(function: &str) -> bool {
    match function.strip_prefix("cvt_").map(|types| types.split('_').collect::<Vec<_>>()).as_deref()
    {
        Some([to, from]) => is_integer(to) && is_integer(from),
        _ => false,
    }
}

/// Returns whether a type is an integer: `u32`, but not `u16x2`.
fn is_integer(ty: &str) -> bool {
    ty.strip_prefix(['u', 's']).is_some_and(|bits| bits.parse::<u32>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::Flow;

    #[test]
    fn functions_have_their_flows() {
        for (function, flow) in [
            ("and_b32", Flow::Bits { data: usize::MAX }),
            ("or_pred", Flow::Bits { data: usize::MAX }),
            ("shl_b64", Flow::Bits { data: 1 }),
            ("prmt_b32", Flow::Bits { data: 2 }),
            ("cvt_u32_s8", Flow::Bits { data: usize::MAX }),
            ("cvt_f32_s8", Flow::Lanes(1)),
            ("cvt_f16x2_f32", Flow::Lanes(1)),
            ("add_f16x2", Flow::Lanes(2)),
            ("min_u8x4", Flow::Lanes(4)),
            ("add_f32", Flow::Lanes(1)),
            ("add_s32", Flow::LowBits),
            ("mad_wide_u16", Flow::LowBits),
            ("addc_cc_u64", Flow::LowBits),
            ("add_sat_u32", Flow::Lanes(1)),
            ("mul_hi_s32", Flow::Lanes(1)),
            ("add_s16x2", Flow::Lanes(2)),
            ("boolop", Flow::Bits { data: usize::MAX }),
            ("ex2_approx_f32", Flow::Lanes(1)),
            ("max_xorsign_abs_f32", Flow::Lanes(1)),
        ] {
            assert_eq!(Flow::of(function), flow, "{function}");
        }
    }
}
