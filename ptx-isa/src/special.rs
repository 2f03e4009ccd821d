//! The special registers of PTX.

/// The names (PTX ISA, "Special Registers"), without digits at the end.
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

/// Returns whether a name is a special register. Digits at the end of the name are ignored, so
/// `%envreg99` is accepted too.
///
/// ```
/// assert!(ptx_isa::is_special_register("%laneid"));
/// assert!(ptx_isa::is_special_register("%envreg3"));
/// assert!(!ptx_isa::is_special_register("%r1"));
/// ```
#[must_use]
pub fn is_special_register(name: &str) -> bool {
    SPECIAL.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit()))
}
