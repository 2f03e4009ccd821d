//! Tests arguments: structs, pointers, and the names of C++ kernels.

use crate::support::{HEADER, REGISTERS, launch, module, run};
use ptx_run::{Argument, Fault, FaultKind, Grid, Memory, Module, Options};

/// `struct { struct { char step; float scale; } f; const float *x; short count; }` and the pointer to its results: writes
/// `step`, `scale`, `x[0]` and `count`. The offsets are those of nvcc: 0, 4, 8 and 16; the size is 24.
const MEMBERS: &str = ".visible .entry k(.param .align 8 .b8 s[24], .param .u64 y) {
    ld.param.s8 %r1, [s]; ld.param.f32 %f1, [s+4]; ld.param.u64 %rd1, [s+8]; ld.param.s16 %r2, [s+16];
    ld.param.u64 %rd2, [y]; ld.global.f32 %f2, [%rd1];
    st.global.s32 [%rd2], %r1; st.global.f32 [%rd2+4], %f1; st.global.f32 [%rd2+8], %f2;
    st.global.s32 [%rd2+12], %r2;
    ret;
}";

fn members() -> String {
    MEMBERS.replacen('{', &format!("{{ {REGISTERS}"), 1)
}

#[test]
fn members_are_aligned_as_in_c() {
    let mut memory = Memory::new();
    let (x, y) = (memory.add(&[1.0f32, 2.5]), memory.add(&[0u32; 4]));
    let format = Argument::structure([(-3i8).into(), 0.5f32.into()]);
    let all = Argument::structure([format, Argument::pointer(x, 4), (-2i16).into()]);
    run(&members(), Grid::new(1, 1), &[all, y.into()], &mut memory);
    assert_eq!(memory.read::<u32>(y), [(-3i32) as u32, 0x3f00_0000, 0x4020_0000, (-2i32) as u32]);
}

#[test]
fn faults_name_the_parameter_or_the_buffer_of_a_pointer_in_a_struct() {
    let mut memory = Memory::new();
    let (x, y) = (memory.add(&[1.0f32]), memory.add(&[0u32; 4]));
    let first = Argument::structure([0i8.into(), 0.5f32.into()]);
    let all = Argument::structure([first, Argument::pointer(x, 4), 0i16.into()]);
    let fault = |memory: &mut Memory| {
        let arguments = [all.clone(), y.into()];
        let (grid, options) = (Grid::new(1, 1), Options::default());
        launch(&members(), grid, &arguments, memory, &options).expect_err("a fault").message.clone()
    };
    let expected = "out of bounds: reads 4 bytes at offset 4 of";
    assert_eq!(fault(&mut memory), format!("{expected} the buffer of parameter 0 (4 bytes)"));
    memory.set_name(x, "weights");
    assert_eq!(fault(&mut memory), format!("{expected} buffer `weights` (4 bytes)"));
}

/// Tests a buffer of pointers, of which two point into one buffer. Each thread adds 1 to the element of its pointer.
#[test]
fn a_buffer_can_hold_pointers() {
    let text = format!(
        ".visible .entry k(.param .u64 all) {{ {REGISTERS}
            ld.param.u64 %rd1, [all]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd1, %r1, 8, %rd1;
            ld.global.u64 %rd2, [%rd1]; ld.global.u32 %r2, [%rd2]; add.u32 %r2, %r2, 1;
            st.global.u32 [%rd2], %r2; ret;
        }}"
    );
    let mut memory = Memory::new();
    let (x, y) = (memory.add(&[1u32, 2, 3]), memory.add(&[10u32]));
    let all = memory.add(&[x.address() + 4, y.address(), x.address()]);
    run(&text, Grid::new(1, 3), &[all.into()], &mut memory);
    assert_eq!((memory.read::<u32>(x), memory.read::<u32>(y)), (vec![2, 3, 3], vec![11]));
}

fn refused(text: &str, arguments: &[Argument]) -> Fault {
    let (grid, options) = (Grid::new(1, 1), Options::default());
    let fault = launch(text, grid, arguments, &mut Memory::new(), &options).expect_err("a fault");
    assert_eq!(fault.kind, FaultKind::Caller);
    fault
}

#[test]
fn a_wrong_argument_lists_the_signature_once() {
    let text = ".visible .entry _Z5saxpyifPf(.param .u32 n, .param .f32 a, .param .u64 x) { ret; }";
    let note =
        "the kernel is _Z5saxpyifPf(.u32 n, .f32 a, .u64 x), in C++ saxpy(int, float, float*)";
    let (n, a, x) = (Argument::from(1u32), Argument::from(1f32), Argument::null());
    for arguments in [
        vec![],
        vec![n.clone(), a.clone()],
        vec![n.clone(), a.clone(), x.clone(), x.clone()],
        vec![n.clone(), n.clone(), x.clone()],
        vec![a.clone(), a, x],
    ] {
        let text = refused(text, &arguments).to_string();
        assert_eq!(text.matches(note).count(), 1, "{text}");
        assert_eq!(text.matches(".f32 a").count(), 1, "{text}");
    }
    let text = ".visible .entry k(.param .align 4 .b8 s[8], .param .u64 p) { ret; }";
    let three = Argument::structure([1u32.into(), 2u32.into(), 3u8.into()]);
    let null = Argument::null;
    assert_eq!(
        refused(text, &[three, null()]).message,
        "expected 8 bytes for parameter 0 (`s`), found a struct of 12 bytes"
    );
    let pointer = Argument::structure([null()]);
    assert_eq!(
        refused(text, &[null(), pointer]).message,
        "expected `.u64` for parameter 1 (`p`), found a struct of 8 bytes"
    );
}

#[test]
fn kernels_have_their_names_in_cpp() {
    let module = module(
        ".entry _Z5saxpyifPfS_() { ret; }
         .entry _ZN1a1b5typedIfLi4EEEvPT_() { ret; }
         .entry _ZN1a1b5typedIdLi4EEEvPT_() { ret; }
         .entry typed() { ret; }
         .entry _Z3twoi(.param .u32 n) { ret; }
         .entry _Z3twof(.param .f32 n) { ret; }",
    );
    let of = |name: &str| module.kernel(name).map(|kernel| kernel.signature().name.clone());
    let found = |name: &str| of(name).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(found("saxpy"), "_Z5saxpyifPfS_");
    assert_eq!(found("b::typed<double, 4>"), "_ZN1a1b5typedIdLi4EEEvPT_");
    assert_eq!(found("typed<float,4>"), "_ZN1a1b5typedIfLi4EEEvPT_");
    // The name in PTX comes first.
    assert_eq!(found("typed"), "typed");
    assert_eq!(found("two(int)"), "_Z3twoi");
    let error = |name: &str| of(name).expect_err("an error").to_string();
    assert_eq!(
        error("two"),
        "test.ptx: `two` is the name of 2 kernels\nnote: _Z3twoi(.u32 n), in C++ two(int)\n\
         note: _Z3twof(.f32 n), in C++ two(float)\nhelp: write more of the name, such as `two(int)`"
    );
    let typed = error("a::b::typed");
    assert!(typed.starts_with("test.ptx: `a::b::typed` is the name of 2 kernels\n"), "{typed}");
    assert!(typed.ends_with("such as `typed<float, 4>`"), "{typed}");
    assert!(error("saxpi").contains("no kernel `saxpi`\nnote: _Z5saxpyifPfS_()\n"));
    assert!(error("saxpi").ends_with("help: did you mean `saxpy`?"));
    assert!(error("a::typed").starts_with("test.ptx: no kernel `a::typed`"));
}

/// An access ends in its parameter.
#[test]
fn accesses_end_in_the_parameter() {
    let is_accepted = |access: &str| {
        let text = format!(
            "{HEADER}.visible .entry k(.param .u32 n, .param .align 8 .b8 s[12]) {{ {REGISTERS} {access} ret; }}"
        );
        Module::new("test.ptx", &text).and_then(|module| module.kernel("k").map(|_| ())).is_ok()
    };
    for (access, expected) in [
        ("ld.param.u32 %r1, [n];", true),
        ("ld.param.u16 %rs1, [n+2];", true),
        ("ld.param.u16 %rs1, [n+4];", false),
        ("ld.param.u64 %rd1, [n];", false),
        ("ld.param.u32 %r1, [s+8];", true),
        ("ld.param.v2.u32 {%r1, %r2}, [s];", true),
        ("ld.param.v2.u32 {%r1, %r2}, [s+8];", false),
        ("ld.param.v4.u32 {%r1, %r2, %r3, %r4}, [s];", false),
        ("ld.param.u64 %rd1, [s+8];", false),
    ] {
        assert_eq!(is_accepted(access), expected, "{access}");
    }
}
