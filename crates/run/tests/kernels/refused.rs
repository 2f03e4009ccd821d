//! Tests that unsupported instructions are reported with their position, before any thread runs.

use crate::support::REGISTERS;
use ptx_run::Module;

/// A test case: a version, a target, the declarations before the kernel, and an instruction.
type Case = (&'static str, &'static str, &'static str, &'static str);

const PAGE: &str = include_str!("../../../../docs/src/guide/run.md");

/// The test cases, one list for each row of the table "What does not run" in the guide.
#[rustfmt::skip]
const CASES: [(&str, &[Case]); 7] = [
    (
        "textures, surfaces",
        &[
            ("8.0", "sm_80", ".global .texref t;", "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [t, {%r1}];"),
            ("8.0", "sm_80", "", "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];"),
            ("8.0", "sm_80", "", "tld4.r.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f1, %f2}];"),
            ("8.0", "sm_80", "", "txq.width.b32 %r1, [%rd1];"),
            ("8.0", "sm_80", ".global .surfref s;", "suld.b.1d.b32.trap {%r2}, [s, {%r1}];"),
            ("8.0", "sm_80", "", "sust.b.1d.b32.trap [%rd1, {%r1}], {%r2};"),
            ("8.0", "sm_80", "", "suq.width.b32 %r1, [%rd1];"),
        ],
    ),
    (
        "functions of the system",
        &[
            ("8.0", "sm_80", ".extern .func (.param .b32 r) cudaLaunchDeviceV2 (.param .b64 p, .param .b64 s);", "call (%r1), cudaLaunchDeviceV2, (%rd1, %rd2);"),
        ],
    ),
    (
        "some bulk copies",
        &[
            ("9.4", "sm_107a", "", "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster::32b [%rd1], [%rd2], 16, [%rd3], %r1;"),
            ("9.5", "sm_90a", "", "tensormap.replace.tile.alloc_small.global.b1024 [%rd1];"),
        ],
    ),
    (
        "reports of copies",
        &[
            ("9.4", "sm_107a", "", "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.mbarrier::report::validity::per_16bytes::8000 [%rd1], [%rd2], 16, [%rd3];"),
        ],
    ),
    (
        "memory of several GPUs",
        &[
            ("8.1", "sm_90", "", "multimem.red.relaxed.gpu.global.add.u32 [%rd1], %r1;"),
            ("8.1", "sm_90", "", "multimem.ld_reduce.relaxed.gpu.global.add.u32 %r1, [%rd1];"),
        ],
    ),
    (
        "some `tcgen05`",
        &[
            ("9.4", "sm_107a", "", "tcgen05.ld.red.spcompress.sync.aligned.32x32b.x4.max.sp::2:4.f32.b2 {%r1}, {%r2, %r3}, %r4, [%r5];"),
        ],
    ),
    (
        "`.ashift` with `.sp`",
        &[
            ("8.6", "sm_100a", "", "tcgen05.mma.sp.cta_group::1.kind::f16.ashift [%r1], [%r3], %rd2, [%r4], %r2, %p1;"),
        ],
    ),
];

#[test]
fn every_construct_is_an_error_at_its_line() {
    for (construct, cases) in CASES {
        assert!(
            PAGE.contains(&format!("\n| {construct} | ")),
            "the guide does not list {construct}"
        );
        for (version, target, declarations, instruction) in cases {
            let (before, inside) = match declarations.starts_with(".reg") {
                true => ("", *declarations),
                false => (*declarations, ""),
            };
            let text = format!(
                ".version {version}\n.target {target}\n.address_size 64\n{before}\n\
                 .visible .entry other() {{ ret; }}\n\
                 .visible .entry k() {{ {REGISTERS} {inside}\n{instruction}\nret; }}"
            );
            let module = Module::new("k.ptx", &text);
            let module = module.unwrap_or_else(|error| panic!("{construct}: {error}"));
            // Kernels without the instruction run.
            assert!(module.kernel("other").is_ok(), "{construct}");
            let Err(error) = module.kernel("k") else {
                panic!("{construct}: `{instruction}` runs")
            };
            assert_eq!(error.findings.len(), 1, "{instruction}: {error}");
            let finding = &error.findings[0];
            assert_eq!(finding.line, 7, "{instruction}: {error}");
            let what = &finding.message.what;
            let is_refused = ["is not supported", "has no body in this file", "does not run"];
            assert!(is_refused.iter().any(|text| what.contains(text)), "{instruction}: {error}");
            assert!(!what.starts_with("type"), "{instruction}: {error}");
        }
    }
}
