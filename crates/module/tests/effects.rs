//! Tests the selected form, operands and effect of memory, barrier and warp instructions.

use ptx_isa::forms::Effect;
use ptx_isa::literal::Literal;
use ptx_module::Module;
use ptx_module::resolve::{Operand, Step, function};
use ptx_module::syntax::Source;

/// Statements of a kernel, each with its expected effect and some of its expected modifiers.
const STATEMENTS: &[(&str, Effect, &[&str])] = &[
    ("bar.sync 0;", Effect::Barrier, &["sync"]),
    ("bar.red.popc.u32 r, 1, 64, !p;", Effect::BarrierReduction, &["red", "popc", "u32"]),
    ("barrier.cluster.arrive.relaxed.aligned;", Effect::ClusterBarrier, &["relaxed"]),
    ("bar.warp.sync -1;", Effect::WarpBarrier, &["warp"]),
    ("@p membar.gl;", Effect::Fence, &["gl"]),
    ("fence.acq_rel.gpu;", Effect::Fence, &["acq_rel", "gpu"]),
    ("shfl.sync.bfly.b32 r|q, s, 1, 31, -1;", Effect::Shuffle, &["sync", "bfly"]),
    ("shfl.sync.up.b32 r|_, s, 1, 0, -1;", Effect::Shuffle, &["up"]),
    ("vote.sync.ballot.b32 r, !p, -1;", Effect::Vote, &["ballot"]),
    ("match.all.sync.b64 r|q, d, -1;", Effect::Match, &["all", "b64"]),
    ("redux.sync.add.s32 r, s, -1;", Effect::WarpReduction, &["add", "s32"]),
    ("activemask.b32 r;", Effect::ActiveMask, &["b32"]),
    ("elect.sync _|q, -1;", Effect::Elect, &["sync"]),
    ("atom.relaxed.gpu.global.add.u32 r, [d+4], s;", Effect::Atomic, &["relaxed", "gpu", "add"]),
    ("atom.global.cas.b32 _, [d], r, s;", Effect::Atomic, &["cas"]),
    ("red.shared.max.s32 [r], s;", Effect::Reduction, &["shared", "max"]),
    ("cp.async.cg.shared.global.L2::128B [r], [d], 16, s;", Effect::AsyncCopy, &["cg", "L2::128B"]),
    ("cp.async.commit_group;", Effect::AsyncCommit, &["commit_group"]),
    ("cp.async.wait_group 2;", Effect::AsyncWait, &["wait_group"]),
    ("griddepcontrol.wait;", Effect::GridDependency, &["wait"]),
    ("nanosleep.u32 100;", Effect::Sleep, &["u32"]),
    ("prefetch.global.L2 [d];", Effect::CacheHint, &["L2"]),
    ("isspacep.shared q, d;", Effect::SpaceTest, &["shared"]),
    ("brkpt;", Effect::Breakpoint, &[]),
    ("ld.global.L2::cache_hint.v2.f32 {f, g}, [d], e;", Effect::Load, &["v2", "L2::cache_hint"]),
    ("st.release.sys.global.b32 [d], r;", Effect::Store, &["release", "sys"]),
    (
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [r], [d, {r, s}], [r];",
        Effect::BulkCopy,
        &["2d", "tile"],
    ),
    ("mbarrier.arrive.shared.b64 _, [r];", Effect::MbarrierArrive, &["arrive"]),
    ("mapa.shared::cluster.u32 r, s, 1;", Effect::ClusterAddress, &["shared::cluster"]),
];

/// Resolves a kernel that contains `statements`, and passes its instructions to `test`.
fn resolved(statements: &str, test: impl Fn(&[&ptx_module::resolve::Instruction<'_>])) {
    let text = format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.entry f() {{ .reg .b32 r, s; .reg .b64 d, e; \
         .reg .pred p, q; .reg .f32 f, g;\n{statements}\nret; }}"
    );
    let source = Source::new("t.ptx", text.as_bytes());
    let module = Module::new(source);
    let program = module.program().expect("the text is PTX");
    let (lowered, faults) = function(program, program.function("f").expect("`f`"), &|_| None);
    assert_eq!(faults, [], "{statements}");
    let instructions: Vec<_> = lowered
        .steps
        .iter()
        .filter_map(|step| match step {
            Step::Instruction(instruction) => Some(instruction.as_ref()),
            Step::Label(_) | Step::Through(_) => None,
        })
        .collect();
    test(&instructions);
}

#[test]
fn every_statement_has_its_effect_and_modifiers() {
    for (text, effect, words) in STATEMENTS {
        resolved(text, |instructions| {
            let selection = &instructions[0].selection;
            assert_eq!(selection.form.effect(), Some(*effect), "{text}");
            for word in *words {
                assert!(selection.modifiers.contains(&Some(*word)), "{text}: {selection:?}");
            }
            let count = instructions[0].written.operands.len();
            assert_eq!(instructions[0].operands.len(), count, "{text}");
        });
    }
}

#[test]
fn operands_of_every_shape_are_resolved() {
    resolved("shfl.sync.bfly.b32 r|q, s, 1, 31, -1;", |instructions| {
        let shuffle = instructions[0];
        let both = Operand::Pair(Box::new([Operand::Register(0), Operand::Register(1)]));
        assert_eq!(shuffle.operands[0], both);
        assert_eq!(shuffle.operands[3], Operand::Immediate(Literal::Integer(31)));
        assert!(shuffle.selection.is_destination(0) && !shuffle.selection.is_destination(1));
    });
    resolved("@!p atom.shared.cas.b64 _, [r+-8], d, e;", |instructions| {
        let exchange = instructions[0];
        assert!(exchange.guard.is_some_and(|guard| guard.is_negated));
        assert_eq!(exchange.operands[0], Operand::Sink);
        let offset = 8_u64.wrapping_neg();
        assert_eq!(exchange.operands[1], Operand::Address(Box::new(Operand::Register(1)), offset));
    });
    resolved(STATEMENTS[26].0, |instructions| {
        let coordinates = vec![Operand::Register(0), Operand::Register(2)];
        let map = Box::new(Operand::Register(1));
        assert_eq!(instructions[0].operands[1], Operand::Tensor(map, coordinates));
    });
    // The first operand of `red` is an address, so no operand is a destination.
    resolved("red.global.add.f32 [d], f;", |instructions| {
        assert!(!instructions[0].selection.is_destination(0));
    });
}
