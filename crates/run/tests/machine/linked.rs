//! Tests machine code of several texts that NVIDIA's linker joins, as for `nvcc -rdc=true`.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};
use std::path::Path;
use std::process::Command;

const HEADER: &str = ".version 8.0\n.target sm_75\n.address_size 64\n";

/// The kernel calls a function by its name and by an address, and reads a variable of the other text.
const KERNEL: &str = "
.extern .func (.param .b32 r) twice (.param .b32 x);
.extern .func (.param .b32 r) cube (.param .b32 x);
.extern .global .u32 base[2];
.visible .entry k(.param .u64 out, .param .u32 choice)
{
    .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [choice];
    mov.u32 %r2, %tid.x;
    { .param .b32 x; .param .b32 r;
      st.param.b32 [x], %r2;
      call.uni (r), twice, (x);
      ld.param.b32 %r3, [r]; }
    mov.u64 %rd2, twice;
    mov.u64 %rd3, cube;
    setp.ne.u32 %p, %r1, 0;
    selp.b64 %rd4, %rd3, %rd2, %p;
    proto: .callprototype (.param .b32 _) _ (.param .b32 _);
    { .param .b32 x; .param .b32 r;
      st.param.b32 [x], %r2;
      call (r), %rd4, (x), proto;
      ld.param.b32 %r4, [r]; }
    ld.global.u32 %r5, [base+4];
    mad.lo.u32 %r6, %r3, 1000, %r4;
    add.u32 %r6, %r6, %r5;
    mad.wide.u32 %rd5, %r2, 4, %rd1;
    st.global.u32 [%rd5], %r6;
    ret;
}";

/// `cube` calls `twice`: x³ is half of x² · 2x.
const FUNCTIONS: &str = "
.visible .global .u32 base[2] = {5, 7000000};
.visible .func (.param .b32 r) twice (.param .b32 x)
{
    .reg .b32 %r<3>;
    ld.param.b32 %r1, [x];
    add.u32 %r2, %r1, %r1;
    st.param.b32 [r], %r2;
    ret;
}
.visible .func (.param .b32 r) cube (.param .b32 x)
{
    .reg .b32 %r<6>;
    ld.param.b32 %r1, [x];
    { .param .b32 y; .param .b32 s;
      st.param.b32 [y], %r1;
      call.uni (s), twice, (y);
      ld.param.b32 %r2, [s]; }
    mul.lo.u32 %r3, %r1, %r1;
    mul.lo.u32 %r4, %r3, %r2;
    shr.u32 %r5, %r4, 1;
    st.param.b32 [r], %r5;
    ret;
}";

/// Both kernels call functions by tables of addresses, of which one is in the other text. `take` stores an address, and
/// `give` calls the function at an address that the other kernel has stored.
const TABLES: &str = "
.extern .func (.param .b32 r) twice (.param .b32 x);
.extern .func (.param .b32 r) cube (.param .b32 x);
.func (.param .b32 r) negative (.param .b32 x);
.extern .global .u64 other[2];
.visible .global .u64 kept;
.visible .const .u64 fixed[2] = {cube, negative};
.visible .global .u64 mixed[4] = {5, negative, 6, twice};
.visible .global .u32 numbers[4] = {10, 20, 30, 40};
.visible .global .u64 place = numbers+8;
.visible .const .u64 places[2] = {numbers, place};
.func (.param .b32 r) negative (.param .b32 x)
{
    .reg .b32 %r<3>;
    ld.param.b32 %r1, [x];
    neg.s32 %r2, %r1;
    st.param.b32 [r], %r2;
    ret;
}
.visible .entry take(.param .u64 out, .param .u32 choice)
{
    .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p, %q;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [choice];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r1, 8;
    mov.u64 %rd3, fixed;
    add.u64 %rd3, %rd3, %rd2;
    ld.const.u64 %rd4, [%rd3];
    mul.wide.u32 %rd2, %r1, 16;
    mov.u64 %rd3, mixed;
    add.u64 %rd3, %rd3, %rd2;
    ld.global.u64 %rd5, [%rd3+8];
    ld.global.u32 %r7, [%rd3];
    st.global.u64 [kept], %rd5;
    proto: .callprototype (.param .b32 _) _ (.param .b32 _);
    { .param .b32 x; .param .b32 r;
      st.param.b32 [x], %r2;
      call (r), %rd4, (x), proto;
      ld.param.b32 %r3, [r]; }
    { .param .b32 x; .param .b32 r;
      st.param.b32 [x], %r7;
      call (r), %rd5, (x), proto;
      ld.param.b32 %r4, [r]; }
    mov.u64 %rd6, negative;
    setp.eq.u64 %p, %rd6, %rd5;
    selp.u32 %r5, 1000000, 0, %p;
    ld.global.u64 %rd7, [place];
    ld.global.u32 %r6, [%rd7];
    ld.const.u64 %rd7, [places+8];
    ld.global.u64 %rd8, [%rd7];
    ld.global.u32 %r8, [%rd8+4];
    add.u32 %r6, %r6, %r8;
    ld.const.u64 %rd7, [places];
    ld.global.u32 %r8, [%rd7+4];
    add.u32 %r6, %r6, %r8;
    add.u32 %r3, %r3, %r5;
    mad.lo.u32 %r3, %r4, 1000, %r3;
    add.u32 %r3, %r3, %r6;
    mad.wide.u32 %rd5, %r2, 4, %rd1;
    st.global.u32 [%rd5], %r3;
    ret;
}
.visible .entry give(.param .u64 out, .param .u32 choice)
{
    .reg .b32 %r<6>; .reg .b64 %rd<6>;
    ld.param.u64 %rd1, [out];
    ld.param.u32 %r1, [choice];
    mov.u32 %r2, %tid.x;
    ld.global.u64 %rd2, [kept];
    mul.wide.u32 %rd3, %r1, 8;
    mov.u64 %rd4, other;
    add.u64 %rd4, %rd4, %rd3;
    ld.global.u64 %rd3, [%rd4];
    proto: .callprototype (.param .b32 _) _ (.param .b32 _);
    { .param .b32 x; .param .b32 r;
      st.param.b32 [x], %r2;
      call (r), %rd2, (x), proto;
      ld.param.b32 %r3, [r]; }
    { .param .b32 x; .param .b32 r;
      st.param.b32 [x], %r3;
      call (r), %rd3, (x), proto;
      ld.param.b32 %r4, [r]; }
    mad.wide.u32 %rd5, %r2, 4, %rd1;
    st.global.u32 [%rd5], %r4;
    ret;
}";

/// A table of the functions of this text, which follows [`FUNCTIONS`].
const OTHER_TABLE: &str = "
.visible .global .u64 other[2] = {cube, twice};";

/// Returns the cubin that the linker makes of the texts, or prints that the test is skipped.
fn link(assembler: &Assembler, texts: [&str; 2], sm: u32, level: &str) -> Option<Vec<u8>> {
    let arch = format!("-arch=sm_{sm}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let number = texts[0].len();
    let output = folder.join(format!("linked{number}_{sm}{level}.cubin"));
    let mut linker = Command::new(assembler.path().with_file_name("nvlink"));
    linker.arg(&arch).arg("-o").arg(&output);
    for (i, text) in texts.into_iter().enumerate() {
        let name = format!("part{number}_{i}_{sm}{level}.ptx");
        let options = ["-c", level, &arch];
        let cubin = assembler.cubin(&format!("{HEADER}{text}"), &name, &options);
        cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        linker.arg(folder.join(name).with_extension("cubin"));
    }
    let Ok(run) = linker.output() else {
        println!("skipped: no linker beside the assembler");
        return None;
    };
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(std::fs::read(output).expect("the linker wrote a cubin"))
}

#[test]
fn functions_of_other_files_are_called() {
    let Some(assembler) = Assembler::find() else { return };
    for (sm, level) in [(75, "-O3"), (80, "-O3"), (90, "-O0"), (90, "-O3"), (120, "-O3")] {
        let Some(cubin) = link(&assembler, [KERNEL, FUNCTIONS], sm, level) else { return };
        let module = Module::from_cubin("linked.cubin", &cubin).expect("a cubin");
        let kernel = module.kernel("k").unwrap_or_else(|error| panic!("sm_{sm} {level}: {error}"));
        for choice in [0_u32, 1] {
            let mut memory = Memory::new();
            let out = memory.add(&[0_u32; 64]);
            let arguments = [out.into(), choice.into()];
            let launched =
                kernel.launch(Grid::new(1, 64), &arguments, &mut memory, &Options::default());
            launched.unwrap_or_else(|fault| panic!("sm_{sm} {level}: {fault}"));
            let called = |x: u32| if choice == 1 { x.pow(3) } else { 2 * x };
            let expected: Vec<u32> = (0..64).map(|x| 2000 * x + called(x) + 7_000_000).collect();
            assert_eq!(memory.read::<u32>(out), expected, "sm_{sm} {level}");
        }
    }
}

#[test]
fn functions_are_called_by_tables_of_addresses() {
    let Some(assembler) = Assembler::find() else { return };
    let other = format!("{FUNCTIONS}{OTHER_TABLE}");
    let cube = |x: u32| x.wrapping_mul(x).wrapping_mul(x.wrapping_mul(2)) >> 1;
    for (sm, level) in
        [(75, "-O3"), (80, "-O3"), (90, "-O0"), (90, "-O3"), (100, "-O3"), (120, "-O3")]
    {
        let Some(cubin) = link(&assembler, [TABLES, &other], sm, level) else { return };
        let module = Module::from_cubin("linked.cubin", &cubin).expect("a cubin");
        for choice in [0_u32, 1] {
            let mut memory = Memory::new();
            let out = memory.add(&[0_u32; 32]);
            let mut launch = |name| {
                let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
                let (arguments, options) = ([out.into(), choice.into()], Options::default());
                let launched = kernel.launch(Grid::new(1, 32), &arguments, &mut memory, &options);
                launched.unwrap_or_else(|fault| panic!("{name}, sm_{sm} {level}: {fault}"));
                memory.read::<u32>(out)
            };
            // 30, 40 and 20 are found by three addresses of numbers.
            let taken = |x: u32| match choice {
                0 => cube(x).wrapping_add(1_000_000).wrapping_sub(5000).wrapping_add(90),
                _ => 12_090_u32.wrapping_sub(x),
            };
            let expected: Vec<u32> = (0..32).map(taken).collect();
            assert_eq!(launch("take"), expected, "sm_{sm} {level}");
            // The function that the other kernel has stored, and then one of the other table.
            let given = |x: u32| if choice == 0 { cube(x.wrapping_neg()) } else { 4 * x };
            let expected: Vec<u32> = (0..32).map(given).collect();
            assert_eq!(launch("give"), expected, "sm_{sm} {level}");
        }
    }
}

#[test]
fn a_relocatable_file_is_an_error() {
    let Some(assembler) = Assembler::find() else { return };
    let text = format!("{HEADER}{KERNEL}");
    let cubin = assembler.cubin(&text, "unlinked.ptx", &["-arch=sm_90", "-c"]);
    let module = Module::from_cubin("unlinked.cubin", &cubin.expect("a valid text"));
    let error = module.expect_err("the file is relocatable").to_string();
    assert!(error.contains("relocatable") && error.contains("link it with `nvlink`"), "{error}");
}

#[test]
fn an_earlier_chip_is_the_only_error() {
    /// The bytes of the header that may contain the number of the chip.
    const CHIP: [usize; 2] = [48, 49];
    let Some(assembler) = Assembler::find() else { return };
    let text = format!("{HEADER}.visible .entry k() {{ ret; }}");
    let cubin = assembler.cubin(&text, "earlier.ptx", &["-arch=sm_90"]);
    let mut cubin = cubin.expect("a valid text");
    for at in CHIP {
        if cubin[at] == 90 {
            cubin[at] = 60;
        }
    }
    let module = Module::from_cubin("earlier.cubin", &cubin).expect("a cubin");
    let error = module.kernel("k").expect_err("an earlier chip").to_string();
    assert_eq!(error.lines().count(), 1, "{error}");
    assert!(error.contains("machine code of sm_60 is not supported"), "{error}");
}
