//! Compares products of warpgroups with their machine code.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};

/// The number of threads of a warpgroup.
const THREADS: u32 = 128;
/// The number of registers that a thread stores.
const REGISTERS: usize = 64;

/// A product: its shape and types, the type and the number of the registers of D, and the operands after the descriptors.
struct Case {
    name: &'static str,
    ty: &'static str,
    d: usize,
    is_in_registers: bool,
    rest: &'static str,
}

const fn case(
    name: &'static str,
    ty: &'static str,
    d: usize,
    is_in_registers: bool,
    rest: &'static str,
) -> Case {
    Case { name, ty, d, is_in_registers, rest }
}

const CASES: [Case; 26] = [
    case("sync.aligned.m64n64k16.f32.f16.f16", "f32", 32, false, "%p1, 1, 1, 0, 0"),
    case("sync.aligned.m64n8k16.f32.f16.f16", "f32", 4, false, "0, 1, 1, 0, 0"),
    case("sync.aligned.m64n64k16.f32.bf16.bf16", "f32", 32, false, "1, -1, 1, 0, 1"),
    case("sync.aligned.m64n32k16.f16.f16.f16", "b32", 8, false, "%p1, 1, -1, 1, 0"),
    case("sync.aligned.m64n96k16.f32.f16.f16", "f32", 48, true, "%p1, -1, 1, 1"),
    case("sync.aligned.m64n16k16.f32.f16.f16", "f32", 8, true, "!%p1, 1, 1, 0"),
    case("sync.aligned.m64n8k8.f32.tf32.tf32", "f32", 4, false, "%p1, 1, 1"),
    case("sync.aligned.m64n16k8.f32.tf32.tf32", "f32", 8, true, "%p1, 1, -1"),
    case("sync.aligned.m64n16k32.f32.e4m3.e5m2", "f32", 8, true, "%p1, 1, 1"),
    case("sync.aligned.m64n16k32.f16.e5m2.e4m3", "b32", 4, false, "%p1, -1, 1"),
    case("sync.aligned.m64n24k32.s32.s8.u8.satfinite", "b32", 12, false, "%p1"),
    case("sync.aligned.m64n16k32.s32.u8.s8", "b32", 8, true, "%p1"),
    case("sync.aligned.m64n8k256.s32.b1.b1.and.popc", "b32", 4, false, "%p1"),
    case("sp.sync.aligned.m64n16k32.f32.f16.f16", "f32", 8, false, "%e, 1, %p1, 1, 1, 0, 0"),
    case("sp.sync.aligned.m64n16k32.f32.bf16.bf16", "f32", 8, true, "%e, 0, %p1, 1, 1, 1"),
    case("sp.sync.aligned.m64n24k16.f32.tf32.tf32", "f32", 12, false, "%e, 0, %p1, 1, 1"),
    case("sync.aligned.m64n128k16.f32.f16.f16", "f32", 64, false, "%p1, 1, 1, 0, 0"),
    case("sync.aligned.m64n64k32.s32.s8.s8", "b32", 32, false, "%p1"),
    case("sp.sync.aligned.m64n8k64.f32.e4m3.e4m3", "f32", 4, false, "%e, 0, %p1, 1, 1"),
    case("sp.sync.aligned.m64n8k64.s32.s8.s8", "b32", 4, true, "%e, 0, %p1"),
    // At `-O0`, `ptxas` lets the second of these products replace A with D, so that C is in other registers than D.
    case("sync.aligned.m64n8k16.f32.bf16.bf16", "f32", 4, true, "%p1, 1, -1, 1"),
    case("sync.aligned.m64n16k16.f16.f16.f16", "b32", 4, true, "%p1, 1, 1, 0"),
    case("sync.aligned.m64n8k8.f32.tf32.tf32", "f32", 4, true, "%p1, 1, 1"),
    case("sync.aligned.m64n8k32.f32.e4m3.e4m3", "f32", 4, true, "%p1, 1, 1"),
    case("sync.aligned.m64n8k32.s32.s8.s8", "b32", 4, true, "%p1"),
    case("sync.aligned.m64n8k256.s32.b1.b1.and.popc", "b32", 4, true, "%p1"),
];

impl Case {
    /// Returns a kernel that fills shared memory, runs the product with two matrices B, and stores D. With one matrix,
    /// `ptxas` 13.5 would remove the second product, although it adds to the first. A is loaded last, so that its registers
    /// precede those of D.
    fn text(&self) -> String {
        let Self { name, ty, d, rest, .. } = self;
        // A negated predicate is no operand.
        let rest = rest.replace("!%p1", "%p2");
        let all: Vec<_> = (0..*d).map(|k| format!("%d{k}")).collect();
        let all = all.join(", ");
        let load = |k: usize| format!("ld.global.{ty} %d{k}, [%y+{}];\n", 4 * k);
        let store = |k: usize| format!("st.global.{ty} [%y+{}], %d{k};\n", 4 * k);
        let loads: String = (0..*d).map(load).collect();
        let stores: String = (0..*d).map(store).collect();
        let a = if self.is_in_registers { "{%a0, %a1, %a2, %a3}" } else { "%da" };
        format!(
            ".version 8.4\n.target sm_90a\n.address_size 64
            .visible .entry k(.param .u64 y, .param .u32 n)
            {{
            .shared .align 128 .b8 s[16384];
            .reg .pred %p<4>; .reg .b32 %r<16>, %a<4>, %e; .reg .b64 %y, %rd<4>, %da, %db, %dc; .reg .{ty} %d<{REGISTERS}>;
            ld.param.u64 %y, [y]; cvta.to.global.u64 %y, %y; ld.param.u32 %r1, [n]; setp.ne.u32 %p1, %r1, 0;
            setp.eq.u32 %p2, %r1, 0;
            mov.u32 %r2, %tid.x; mul.wide.u32 %rd1, %r2, 256; add.u64 %y, %y, %rd1;
            shl.b32 %r3, %r2, 2; mov.u32 %r4, s; add.u32 %r5, %r4, %r3; mov.u32 %r6, 0;
            fill: shl.b32 %r7, %r6, 9; add.u32 %r8, %r5, %r7; add.u32 %r7, %r7, %r2; mul.lo.u32 %r7, %r7, 0x9e3779b1;
            and.b32 %r7, %r7, 0xbbbfbbbf; st.shared.u32 [%r8], %r7; add.u32 %r6, %r6, 1; setp.lt.u32 %p3, %r6, 32;
            @%p3 bra fill;
            mov.u32 %e, 0x4e4e4e4e;
            shr.u32 %r4, %r4, 4; and.b32 %r4, %r4, 0x3fff; cvt.u64.u32 %da, %r4; or.b64 %da, %da, 0x1000080000;
            add.u64 %db, %da, 512; add.u64 %dc, %db, 8;
            {loads}
            ld.global.v4.u32 {{%a0, %a1, %a2, %a3}}, [%y]; and.b32 %a0, %a0, 0xbbbfbbbf; and.b32 %a1, %a1, 0x3b3f3b3f;
            fence.proxy.async.shared::cta; bar.sync 0;
            wgmma.fence.sync.aligned;
            wgmma.mma_async.{name} {{{all}}}, {a}, %db, {rest};
            wgmma.commit_group.sync.aligned;
            wgmma.mma_async.{name} {{{all}}}, {a}, %dc, {rest};
            wgmma.commit_group.sync.aligned;
            wgmma.wait_group.sync.aligned 1;
            wgmma.wait_group.sync.aligned 0;
            {stores}
            ret;
            }}"
        )
    }
}

/// Returns the words of the buffer after a launch.
fn words(module: &Module, adds: u32, options: &Options) -> Vec<u32> {
    let mut memory = Memory::new();
    let word = |i: u32| i.wrapping_mul(0x9e37_79b1) & 0xbbff_bbff;
    let y: Vec<u32> = (0..THREADS * REGISTERS as u32).map(word).collect();
    let y = memory.add(&y);
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let arguments = [y.into(), adds.into()];
    let grid = Grid::new(1, THREADS);
    let launched = kernel.launch(grid, &arguments, &mut memory, options);
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    memory.read(y)
}

#[test]
fn products_equal_their_machine_code() {
    let Some(assembler) = Assembler::find() else { return };
    for (number, case) in CASES.iter().enumerate() {
        let (name, text) = (case.name, case.text());
        let ptx = Module::new("product.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
        for level in ["-O0", "-O3"] {
            let file = format!("product_{number}{level}.ptx");
            let cubin = assembler.cubin(&text, &file, &["-arch=sm_90a", level]);
            let cubin = cubin.unwrap_or_else(|lines| panic!("{name}: errors in lines {lines:?}"));
            let machine = Module::from_cubin("product.cubin", &cubin).expect("a cubin");
            let [races, strict] = [Options::default().races(true), Options::default().strict(true)];
            for adds in [0, 1] {
                let expected = words(&ptx, adds, &races);
                for options in [&races, &strict] {
                    let found = words(&machine, adds, options);
                    assert!(found == expected, "{name}, {level}, {adds}, {options:?}");
                }
            }
        }
    }
}
