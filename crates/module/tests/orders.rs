//! Levels of modifiers in another order than the manual's. `ptxas` 13.5 accepts each statement for `sm_90`.

use ptx_module::check::{Defaults, Level, check};
use ptx_module::syntax::Source;

/// Orders in the output of nvcc 13 for programs with cooperative groups, CUB and `cuda/atomic`, and others.
const ORDERS: &[(&str, Option<Level>)] = &[
    ("vote.ballot.sync.b32 %r1, %p, -1;", Some(Level::Note)),
    ("atom.shared.cta.add.u32 %r1, [%d], %r2;", Some(Level::Note)),
    ("atom.global.sys.add.u32 %r1, [%d], %r2;", Some(Level::Note)),
    ("atom.global.cta.cas.b32 %r1, [%d], %r2, %r2;", Some(Level::Note)),
    ("atom.cas.acquire.sys.b32 %r1, [%d], %r2, %r2;", Some(Level::Note)),
    ("atom.and.acq_rel.gpu.b32 %r1, [%d], %r2;", Some(Level::Note)),
    ("atom.add.relaxed.gpu.u32 %r1, [%d], %r2;", Some(Level::Note)),
    ("atom.relaxed.gpu.add.u32 %r1, [%d], %r2;", None),
    ("atom.gpu.relaxed.add.u32 %r1, [%d], %r2;", Some(Level::Warning)),
    ("atom.add.u32.gpu %r1, [%d], %r2;", Some(Level::Warning)),
    ("ld.global.relaxed.gpu.u32 %r1, [%d];", Some(Level::Warning)),
    ("rcp.ftz.rn.f32 %f, %f;", Some(Level::Warning)),
];

#[test]
fn orders_of_the_compiler_are_notes() {
    for (statement, wanted) in ORDERS {
        let text = format!(
            ".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %r<3>;\n\
             .reg .b64 %d;\n.reg .f32 %f;\n.reg .pred %p;\n{statement}\nret;\n}}\n"
        );
        let findings = check(&Source::new("t.ptx", text.as_bytes()), &Defaults::default());
        let levels: Vec<_> = findings.iter().map(|finding| finding.level).collect();
        assert_eq!(levels, wanted.iter().copied().collect::<Vec<_>>(), "{statement}");
    }
}
