//! Tests the bytes that kernels read and write in module variables, in parameters, and in elements that are narrower or
//! wider than a register.

use crate::support::{INDEX, REGISTERS, launch, module, run, words};
use ptx_isa::Type;
use ptx_run::{Argument, Grid, Memory, Module, Options};

#[test]
fn variables_of_the_module_keep_their_values() {
    let text = format!(
        ".const .align 4 .u32 table[4] = {{3, 1, 4, 15}};
        .global .align 4 .u32 numbers[3] = {{7, 8}};
        .global .align 8 .u64 pointer = generic(numbers);
        .global .u32 counter;
        .visible .entry variables(.param .u64 p) {{
            {REGISTERS} {INDEX}
            and.b32 %r5, %r1, 3;
            mul.wide.u32 %rd4, %r5, 4;
            mov.u64 %rd5, table;
            add.s64 %rd6, %rd5, %rd4;
            ld.const.u32 %r6, [%rd6];
            ld.const.u32 %r7, [table+12];
            ld.global.u64 %rd7, [pointer];
            ld.u32 %r8, [%rd7+4];
            add.u32 %r6, %r6, %r7;
            add.u32 %r6, %r6, %r8;
            st.global.u32 [%rd2], %r6;
            ld.global.u32 %r9, [counter];
            add.u32 %r9, %r9, 1;
            st.global.u32 [counter], %r9;
            ret;
        }}"
    );
    let module = module(&text);
    let kernel = module.kernel("variables").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 4]);
    for round in 1..=3_u32 {
        let options = Options::default();
        let launched = kernel.launch(Grid::new(2, 2), &[out.into()], &mut memory, &options);
        launched.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(memory.read::<u32>(out), [26, 24, 27, 38]);
        let counter = memory.variable("counter").expect("the variable");
        // Both threads of a block read the counter before one of them writes the counter.
        assert_eq!(memory.read::<u32>(counter), [2 * round]);
    }
    let mut other = Memory::new();
    other.set_variable("counter", 40_u32);
    module.create_variables(&mut other).unwrap_or_else(|error| panic!("{error}"));
    let counter = other.variable("counter").expect("the variable");
    assert_eq!(other.read::<u32>(counter), [40]);
    let mut long = Memory::new();
    long.set_variable("counter", 40_u64);
    let error = module.create_variables(&mut long).expect_err("the value is too long");
    assert_eq!(error.to_string(), "test.ptx: variable `counter` has 4 bytes, its value 8");
}

#[test]
fn only_constant_variables_are_in_constant_memory() {
    let is_in = |address: &str| {
        format!(
            "isspacep.const %p1, {address}; selp.u32 %r6, 1, 0, %p1; add.u32 %r5, %r5, %r5; add.u32 %r5, %r5, %r6;"
        )
    };
    let text = format!(
        ".const .u32 c; .global .u32 g;
        .visible .entry k(.param .u64 p, .param .u64 q) {{ {REGISTERS} {INDEX}
            mov.u32 %r5, 0; mov.u64 %rd5, c; cvta.const.u64 %rd5, %rd5; {} mov.u64 %rd5, g; cvta.global.u64 %rd5, %rd5; {}
            ld.param.u64 %rd6, [q]; {} {} st.global.u32 [%rd2], %r5; ret; }}",
        is_in("%rd5"),
        is_in("%rd5"),
        is_in("%rd6"),
        is_in("%rd1")
    );
    let mut memory = Memory::new();
    let (out, fixed) = (memory.add(&[0_u32]), memory.add_bytes(vec![0; 4], true));
    run(&text, Grid::new(1, 1), &[out.into(), fixed.into()], &mut memory);
    assert_eq!(memory.read::<u32>(out), [0b1000]);
}

#[test]
fn an_initial_value_has_single_bytes_of_an_address() {
    let bytes: Vec<String> =
        (0..8).map(|byte| format!("0x{:x}(numbers+8)", 0xff_u64 << (8 * byte))).collect();
    let text = format!(
        ".global .align 4 .u32 numbers[4] = {{1, 2, 3, 4}};
        .global .align 8 .b8 bytes[9] = {{{}, 7}};
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            ld.global.u64 %rd7, [bytes];
            ld.global.u32 %r5, [%rd7];
            st.global.u32 [%rd2], %r5;
            ld.global.u8 %r5, [bytes+8];
            st.global.u32 [%rd2+4], %r5;
            ret;
        }}",
        bytes.join(", ")
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 2]);
    run(&text, Grid::new(1, 1), &[out.into()], &mut memory);
    assert_eq!(memory.read::<u32>(out), [3, 7]);
}

/// ptxas 13.5 rejects these initial values too.
#[test]
fn an_initial_value_names_earlier_variables_and_functions() {
    let rows = [
        ("u64 a = tabel", "no variable or function `tabel` is declared before this line"),
        ("u64 a = after", "no variable or function `after` is declared before this line"),
        ("u64 a = called+8", "`called` is a function: only its own address is an initial value"),
        (
            "u64 a = generic(called)",
            "`called` is a function: only its own address is an initial value",
        ),
        ("u64 a = generic(table+4)", "expected `)`"),
        ("u8 a = 0xf0(table)", "expected a number"),
        ("u16 a = 0xff(table)", "expected a number"),
    ];
    for (declaration, expected) in rows {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64
            .func called() {{ ret; }}
            .global .u32 table[4];
            .global .{declaration};
            .global .u32 after;
            .entry k() {{ ret; }}"
        );
        let error = Module::new("k.ptx", &text).expect_err(declaration).to_string();
        let first = error.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("k.ptx:6:") && first.ends_with(expected),
            "{declaration}: {error}"
        );
    }
}

/// ptxas 13.5 rejects these declarations too.
#[test]
fn a_declaration_has_a_type_and_an_alignment() {
    let rows = [
        (".global .align 3 .u32 a;", "3:16: alignment must be a power of two, found 3"),
        (".global .align 0x6 .u32 a;", "3:16: alignment must be a power of two, found 6"),
        (".shared .align 99 .b8 a[4];", "3:16: alignment must be a power of two, found 99"),
        (".entry f(.param .align 7 .b8 a[4]) { ret; }", "3:24: alignment must be a power of two"),
        (".global .u6 a;", "3:9: unknown variable type `.u6`"),
        (".entry f(.param .u64.u64 p) { ret; }", "3:21: `.u64` is a second type, after `.u64`"),
        (".const .b8 a[-1];", "3:14: the size of an array cannot be negative"),
        (".global .u32 a[2] = {1, 2, 3};", "3:28: `a` has too many elements"),
        (".global .f32 a = 1;", "3:18: expected a literal of `.f32`, found an integer"),
        (".global .u32 b; .global .u32 a = b;", "3:34: addresses of 32 bits are not supported"),
    ];
    for (declaration, expected) in rows {
        let text = format!(".version 8.0\n.target sm_80\n{declaration}\n.entry k() {{ ret; }}");
        let error = Module::new("k.ptx", &text).expect_err(declaration).to_string();
        let first = error.lines().next().unwrap_or_default();
        assert!(first.starts_with(&format!("k.ptx:{expected}")), "{declaration}: {error}");
    }
}

#[test]
fn initial_values_contain_sums_and_nested_lists() {
    let text = format!(
        ".global .u32 table[3][2] = {{{{1}}, {{3, 4}}, {{5, 6}}}};
        .global .u64 pointers[2] = {{table+2*4, pointers}};
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            ld.global.u64 %rd3, [pointers+8];
            ld.global.u64 %rd3, [%rd3];
            ld.global.u32 %r5, [%rd3];
            ld.global.u32 %r6, [table+4];
            st.global.u32 [%rd2], %r5;
            st.global.u32 [%rd2+4], %r6;
            ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[9_u32; 2]);
    run(&text, Grid::new(1, 1), &[out.into()], &mut memory);
    assert_eq!(memory.read::<u32>(out), [3, 0]);
}

#[test]
fn an_extern_variable_needs_a_value() {
    let text = format!(
        ".extern .const .u32 factors[];
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            ld.const.u32 %r5, [factors+4];
            st.global.u32 [%rd2], %r5;
            ret; }}"
    );
    let module = module(&text);
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32]);
    let fault = kernel.launch(Grid::new(1, 1), &[out.into()], &mut memory, &Options::default());
    let fault = fault.unwrap_err();
    assert!(fault.is_callers());
    assert_eq!(fault.message, "variable `factors` is `.extern` and has no value");
    memory.set_variable("factors", Argument::bytes([1, 0, 0, 0, 9, 0, 0, 0].to_vec()));
    let launched = kernel.launch(Grid::new(1, 1), &[out.into()], &mut memory, &Options::default());
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(memory.read::<u32>(out), [9]);
}

#[test]
fn what_a_kernel_does_not_use_needs_no_value() {
    let text = format!(
        ".extern .global .u32 elsewhere;
        .func called() {{ ret; }}
        .global .u64 table[3] = {{0, called, called}};
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            ld.global.u64 %rd5, [table+8]; ld.global.u64 %rd6, [table+16]; sub.u64 %rd6, %rd6, %rd5;
            setp.eq.u64 %p1, %rd5, 0; selp.u32 %r5, 1, 2, %p1; st.global.u32 [%rd2], %r5; st.global.u32 [%rd2+4], %rd6;
            ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 2]);
    run(&text, Grid::new(1, 1), &[out.into()], &mut memory);
    assert_eq!(memory.read::<u32>(out), [2, 0]);
    assert_eq!(memory.variable("elsewhere"), None);
}

#[test]
fn a_struct_of_one_field_takes_the_field() {
    let text = format!(
        ".visible .entry k(.param .align 8 .b8 p[8], .param .align 2 .b8 h[2]) {{ {REGISTERS} {INDEX}
            ld.param.b16 %rs1, [h]; st.global.b16 [%rd1], %rs1;
            ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u16]);
    let half = Argument::scalar(Type::F16, 0x3e00);
    run(&text, Grid::new(1, 1), &[out.into(), half], &mut memory);
    assert_eq!(memory.read::<u16>(out), [0x3e00]);
    let arguments = [1u32.into(), 1u32.into()];
    let fault = launch(&text, Grid::new(1, 1), &arguments, &mut memory, &Options::default());
    let expected = "expected 8 bytes for parameter 0 (`p`), found a `.u32`";
    assert_eq!(fault.unwrap_err().message, expected);
}

#[test]
fn struct_parameters_with_narrow_elements() {
    let text = format!(
        ".visible .entry structs(.param .u64 p, .param .align 8 .b8 s[16]) {{
            {REGISTERS} {INDEX}
            ld.param.s8 %r5, [s];
            ld.param.u8 %r6, [s+1];
            ld.param.s16 %r7, [s+2];
            ld.param.v2.u32 {{%r8, %r9}}, [s+8];
            add.s32 %r10, %r5, %r6;
            add.s32 %r10, %r10, %r7;
            add.s32 %r10, %r10, %r8;
            add.s32 %r10, %r10, %r9;
            st.global.u32 [%rd2], %r10;
            mov.b64 %rd4, s;
            ld.param.u32 %r11, [%rd4+12];
            st.global.u32 [%rd2+128], %r11;
            st.global.u8 [%rd2+256], %r10;
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 96]);
    let mut bytes = vec![0x80, 0x80, 0xff, 0xff, 0, 0, 0, 0];
    bytes.extend(1000_u32.to_le_bytes());
    bytes.extend(77_u32.to_le_bytes());
    run(&text, Grid::new(1, 32), &[out.into(), Argument::bytes(bytes)], &mut memory);
    // The sum of the elements of the struct: 1076 = -128 + 128 - 1 + 1000 + 77.
    let expected = [[1076_u32; 32], [77; 32], [1076 & 0xff; 32]].concat();
    assert_eq!(memory.read::<u32>(out), expected);
}

#[test]
fn vectors_gathers_and_conversions() {
    // Each thread adds up bytes of one word, which are loaded as signed or as unsigned. Then the thread reads the sum
    // of the thread whose number is lower by 7, modulo 64.
    let body = "
            mul.lo.u32 %r5, %r1, 0x01030507;
            st.global.u32 [%rd2], %r5;
            ld.global.s8 %rs1, [%rd2+3];
            ld.global.v2.u8 {%rs2, %rs3}, [%rd2];
            ld.global.v4.s8 {%r6, _, %r7, _}, [%rd2];
            cvt.s32.s16 %r8, %rs1;
            add.s32 %r8, %r8, %r6;
            add.s32 %r8, %r8, %r7;
            cvt.u32.u16 %r9, %rs2;
            add.s32 %r8, %r8, %r9;
            cvt.u32.u16 %r9, %rs3;
            add.s32 %r8, %r8, %r9;
            st.global.s32 [%rd2], %r8;
            add.u32 %r10, %r1, 57;
            and.b32 %r10, %r10, 63;
            mul.wide.u32 %rd4, %r10, 4;
            add.u64 %rd4, %rd4, %rd1;
            ld.global.s32 %r11, [%rd4];
            st.global.s32 [%rd2], %r11;
            ret;";
    let own = |i: u32| {
        let bytes = i.wrapping_mul(0x0103_0507).to_le_bytes();
        let signed = bytes.map(|byte| i32::from(byte.cast_signed()));
        let sum = signed[3] + signed[0] + signed[2] + i32::from(bytes[0]) + i32::from(bytes[1]);
        sum.cast_unsigned()
    };
    let expected: Vec<u32> = (0..64).map(|i| own((i + 57) & 63)).collect();
    assert_eq!(words(body, Grid::new(1, 64)), expected);
}

/// Odd threads access shared memory and even threads a buffer, with the same instructions.
#[test]
fn elements_of_vectors_lie_in_different_spaces() {
    let body = "
        .shared .align 8 .b32 s[128]; mov.u64 %rd4, s; cvta.shared.u64 %rd4, %rd4;
        and.b32 %r5, %r4, 1; setp.eq.u32 %p1, %r5, 1; selp.b64 %rd5, %rd4, %rd1, %p1;
        mul.wide.u32 %rd6, %r4, 16; add.s64 %rd5, %rd5, %rd6;
        mad.lo.u32 %r6, %r4, 100, 7; add.u32 %r7, %r6, 1; add.u32 %r8, %r6, 2; add.u32 %r9, %r6, 3;
        st.v4.b32 [%rd5], {%r6, %r7, %r8, %r9};
        bar.sync 0;
        ld.v4.b32 {%r10, %r11, %r12, %r13}, [%rd5];
        bar.sync 0;
        add.s64 %rd6, %rd6, %rd1; st.global.v4.b32 [%rd6], {%r10, %r11, %r12, %r13};
        ret;";
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {body} }}");
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 128]);
    run(&text, Grid::new(1, 32), &[out.into()], &mut memory);
    let expected: Vec<u32> = (0..128).map(|i| i / 4 * 100 + 7 + i % 4).collect();
    assert_eq!(memory.read::<u32>(out), expected);
}

#[test]
fn ldu_loads_from_global_memory() {
    let body = "st.global.u32 [%rd2], %r1; bar.sync 0;
        ldu.global.v2.u32 {%r10, %r11}, [%rd1+8];
        ldu.u32 %r12, [%rd2];
        mad.lo.u32 %r12, %r12, 100, %r10;
        mad.lo.u32 %r12, %r11, 10, %r12;
        bar.sync 0; st.global.u32 [%rd2], %r12;";
    // Thread i stores 2 + 10 * 3 + 100 * i.
    assert_eq!(words(body, Grid::new(1, 4)), [32, 132, 232, 332]);
}

/// Tests loads, stores and moves of `.b128` registers, and moves of their halves and quarters. The file has version
/// 8.3, because earlier versions do not have these registers.
#[test]
fn registers_of_128_bits_are_moved_loaded_and_stored() {
    let header = ".version 8.3\n.target sm_80\n.address_size 64\n";
    let text = format!(
        "{header}.visible .entry k(.param .u64 p) {{
            {REGISTERS} .reg .b128 %q<5>;
            ld.param.u64 %rd1, [p];
            mov.u32 %r1, %tid.x;
            mul.wide.u32 %rd2, %r1, 32;
            add.s64 %rd1, %rd1, %rd2;
            ld.global.b128 %q1, [%rd1];
            mov.b128 {{%rd3, %rd4}}, %q1;
            mov.b128 %q2, {{%rd4, %rd3}};
            setp.eq.u32 %p1, %r1, 0;
            mov.b128 %q3, %q2;
            @%p1 mov.b128 {{%r2, _, %r3, %r4}}, %q1;
            @%p1 mov.b128 %q3, {{%r4, %r3, 7, %r2}};
            st.global.b128 [%rd1+16], %q3;
            ret;
        }}"
    );
    let module = ptx_run::Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let buffer = memory.add(&[1_u32, 2, 3, 4, 0, 0, 0, 0, 5, 6, 7, 8, 0, 0, 0, 0]);
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let launched =
        kernel.launch(Grid::new(1, 2), &[buffer.into()], &mut memory, &Options::default());
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(memory.read::<u32>(buffer), [1, 2, 3, 4, 4, 3, 7, 1, 5, 6, 7, 8, 7, 8, 5, 6]);
    let between = text.replace("st.global.b128 [%rd1+16]", "st.global.b128 [%rd1+8]");
    let module =
        ptx_run::Module::new("test.ptx", &between).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let launched =
        kernel.launch(Grid::new(1, 2), &[buffer.into()], &mut memory, &Options::default());
    let fault = launched.unwrap_err().to_string();
    assert!(fault.contains("`st.global.b128`: misaligned: writes 16 bytes at offset 8"), "{fault}");
    let converts = text.replace("mov.b128 %q3, %q2;", "cvt.u32.u32 %r5, %q2;");
    let module =
        ptx_run::Module::new("test.ptx", &converts).unwrap_or_else(|error| panic!("{error}"));
    let refused = module.kernel("k").unwrap_err().to_string();
    assert!(
        refused.contains("register `%q2` has 128 bits, which is not supported here"),
        "{refused}"
    );
}

/// Tests the address of an array element in `mov`, `cvta` and initial addresses. The offsets are those of machine code
/// from ptxas 13.5 (sm_80): the index counts elements of the scalar type, also in arrays of vectors and of arrays.
#[test]
fn an_element_of_an_array_is_an_address() {
    let text = format!(
        ".global .b32 g[8] = {{10, 11, 12, 13}}; .const .b16 c[4] = {{20, 21, 22}};
        .visible .entry k(.param .u64 p, .param .align 4 .b8 q[8]) {{
            .shared .align 16 .b8 first[16]; .shared .b32 s[64]; .shared .b32 rows[4][8];
            .shared .v4 .b32 vectors[8]; .shared .b64 wide[4]; .local .b32 loc[8];
            {REGISTERS} {INDEX}
            mov.u32 %r10, s; mov.u32 %r11, s[3]; sub.u32 %r11, %r11, %r10; st.global.u32 [%rd1], %r11;
            mov.u32 %r11, s[-1]; sub.u32 %r11, %r11, %r10; st.global.u32 [%rd1+4], %r11;
            mov.u32 %r11, s[1+2]; sub.u32 %r11, %r11, %r10; st.global.u32 [%rd1+8], %r11;
            mov.u32 %r10, rows; mov.u32 %r11, rows[3]; sub.u32 %r11, %r11, %r10; st.global.u32 [%rd1+12], %r11;
            mov.u32 %r10, vectors; mov.u32 %r11, vectors[3]; sub.u32 %r11, %r11, %r10;
            st.global.u32 [%rd1+16], %r11;
            mov.u32 %r10, wide; mov.u32 %r11, wide[3]; sub.u32 %r11, %r11, %r10; st.global.u32 [%rd1+20], %r11;
            mov.u64 %rd5, g[2]; ld.global.u32 %r11, [%rd5]; st.global.u32 [%rd1+24], %r11;
            mov.u64 %rd5, g[0]; ld.global.u32 %r11, [%rd5+4]; st.global.u32 [%rd1+28], %r11;
            mov.u64 %rd5, c[2]; ld.const.u16 %rs1, [%rd5]; cvt.u32.u16 %r11, %rs1; st.global.u32 [%rd1+32], %r11;
            st.local.u32 [loc+8], 30; mov.u64 %rd5, loc[2]; ld.local.u32 %r11, [%rd5]; st.global.u32 [%rd1+36], %r11;
            cvta.shared.u64 %rd5, s[5]; cvta.to.shared.u64 %rd5, %rd5; cvt.u32.u64 %r11, %rd5;
            mov.u32 %r10, s; sub.u32 %r11, %r11, %r10; st.global.u32 [%rd1+40], %r11;
            ld.global.u32 %r11, g[3]; st.global.u32 [%rd1+48], %r11; st.shared.u32 s[3], %r11;
            ld.shared.u32 %r11, [s+12]; st.global.u32 [%rd1+52], %r11; ld.param.b8 %r11, q[5]; st.global.u32 [%rd1+56], %r11;
            mov.u64 %rd5, q[1]; mov.u64 %rd6, q; sub.u64 %rd5, %rd5, %rd6; st.global.u32 [%rd1+44], %rd5;
            ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 15]);
    let arguments = [out.into(), Argument::bytes(vec![0, 0, 0, 0, 0, 40, 0, 0])];
    run(&text, Grid::new(1, 1), &arguments, &mut memory);
    let minus_4 = 4_u32.wrapping_neg();
    assert_eq!(
        memory.read::<u32>(out),
        [12, minus_4, 12, 12, 12, 24, 12, 11, 22, 30, 20, 1, 13, 13, 40]
    );
}

/// Tests the shared memory that is reserved for system software. It follows the kernel's own shared memory, is zero at
/// the start, and does not count as the kernel's own. The kernel uses it like a barrier of cooperative groups: the warps
/// of a tile of 64 threads add to a word, and wait until all warps have added.
#[test]
fn reserved_shared_memory_belongs_to_the_block() {
    let text = format!(
        ".version 8.7\n.target sm_90\n.address_size 64
        .visible .entry k(.param .u64 p) {{ .shared .b32 s[5]; {REGISTERS} {INDEX}
            mov.u32 %r10, %reserved_smem_offset_begin; mov.u32 %r11, %reserved_smem_offset_end;
            mov.u32 %r12, %reserved_smem_offset_cap; mov.u32 %r13, %reserved_smem_offset_0;
            mov.u32 %r14, %reserved_smem_offset_1; mov.u32 %r15, %total_smem_size; mov.u32 %r16, %aggr_smem_size;
            st.global.u32 [%rd1+512], %r10; st.global.u32 [%rd1+516], %r11; st.global.u32 [%rd1+520], %r12;
            st.global.u32 [%rd1+524], %r13; st.global.u32 [%rd1+528], %r14; st.global.u32 [%rd1+532], %r15;
            st.global.u32 [%rd1+536], %r16;
            shr.u32 %r20, %r4, 6; shl.b32 %r20, %r20, 2; add.u32 %r20, %r20, %r14;
            and.b32 %r21, %r4, 31; setp.ne.u32 %p1, %r21, 0; bar.warp.sync 0xffffffff; @%p1 bra WAIT;
            atom.shared.add.u32 %r22, [%r20], 1;
        WAIT: ld.volatile.shared.u32 %r23, [%r20]; setp.lt.u32 %p2, %r23, 2; @%p2 bra WAIT;
            bar.warp.sync 0xffffffff; st.global.u32 [%rd2], %r23; ret; }}"
    );
    let kernel = Module::new("test.ptx", &text).and_then(|module| module.kernel("k"));
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    for options in [Options::default(), Options::default().strict(true).races(true)] {
        let mut memory = Memory::new();
        let out = memory.add(&[0_u32; 160]);
        let report = kernel.launch(Grid::new(1, 128), &[out.into()], &mut memory, &options);
        let report = report.unwrap_or_else(|fault| panic!("{fault}"));
        let words = memory.read::<u32>(out);
        assert_eq!(words[..128], [2; 128]);
        let [begin, end, capacity, first, second, total, whole] = words[128..135] else { panic!() };
        assert!(begin >= 20 && end - begin == capacity && capacity == 1024, "{words:?}");
        assert!(first >= begin && second % 8 == 0 && second + 288 <= end, "{words:?}");
        assert_eq!((total, whole), (20, 20 + 1024));
        // All threads write the same values to words 128 to 134.
        assert!(report.races.is_empty(), "{:?}", report.races);
    }
}

/// The distance of `table[%r]` is computed in 32 bits, as in the machine code of ptxas 13.5: the index plus the number,
/// times the size of an element.
#[test]
fn a_register_is_the_index_of_an_array() {
    let text = format!(
        ".const .align 4 .b32 table[4] = {{60, 61, 62, 63}};
        .global .align 4 .b16 halves[6] = {{70, 71, 72, 73, 74, 75}};
        .visible .entry k(.param .u64 p, .param .align 4 .b8 bytes[8]) {{
            {REGISTERS} {INDEX} .reg .s16 %narrow;
            .shared .align 8 .b64 s[4]; .local .align 4 .b32 l[4];
            st.shared.u64 s[3], 33;
            mov.u32 %r5, 2; mov.u64 %rd5, 0x100000001; cvt.s16.s32 %narrow, -2; mov.u32 %r6, -1;
            st.shared.u64 s[%rd5], 11;
            ld.shared.u32 %r10, [s+8];        st.global.u32 [%rd1], %r10;
            ld.shared.u32 %r10, s[%r5+1];     st.global.u32 [%rd1+4], %r10;
            ld.shared.u32 %r10, s[%narrow+3]; st.global.u32 [%rd1+8], %r10;
            mov.u32 %r11, s;                  mov.u32 %r12, s[%r6];
            sub.u32 %r12, %r11, %r12;         st.global.u32 [%rd1+12], %r12;
            mov.u64 %rd6, s[%r5];             cvt.u32.u64 %r10, %rd6;
            sub.u32 %r10, %r10, %r11;         st.global.u32 [%rd1+16], %r10;
            cvta.shared.u64 %rd6, s[%r5+1];   ld.u32 %r10, [%rd6]; st.global.u32 [%rd1+20], %r10;
            st.local.u32 l[%r5], 44;          ld.local.u32 %r10, [l+8]; st.global.u32 [%rd1+24], %r10;
            mov.u64 %rd6, table[%r6];         ld.const.u32 %r10, [%rd6+4]; st.global.u32 [%rd1+28], %r10;
            ld.const.u32 %r10, table[%r5+-1]; st.global.u32 [%rd1+32], %r10;
            st.global.u16 halves[%r5], 99;    ld.global.u16 %rs1, [halves+4];
            cvt.u32.u16 %r10, %rs1;           st.global.u32 [%rd1+36], %r10;
            ld.global.u16 %rs1, halves[%r5+3];
            cvt.u32.u16 %r10, %rs1;           st.global.u32 [%rd1+40], %r10;
            mov.u64 %rd6, halves;             mov.u64 %rd7, halves[%r6];
            sub.u64 %rd6, %rd7, %rd6;         st.global.u64 [%rd1+48], %rd6;
            ld.param.u8 %r10, bytes[%r5];     st.global.u32 [%rd1+44], %r10;
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 14]);
    let bytes = Argument::bytes((80..88).collect());
    run(&text, Grid::new(1, 1), &[out.into(), bytes], &mut memory);
    // The index -1 of a `.global` variable is 2^32 - 2 bytes after the variable.
    let expected = [11, 33, 11, 8, 16, 33, 44, 60, 61, 99, 75, 82, 0xffff_fffe, 0];
    assert_eq!(memory.read::<u32>(out), expected);
}

#[test]
fn an_index_of_a_parameter_of_a_function_reads_its_bytes() {
    let text = format!(
        ".func (.param .b32 r) pick(.param .align 4 .b32 a[4], .param .b32 i) {{ {REGISTERS}
            ld.param.u32 %r1, [i]; ld.param.u32 %r2, a[%r1]; st.param.b32 [r], %r2; ret;
        }}
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            .param .align 4 .b32 a[4]; .param .b32 i; .param .b32 r;
            st.param.v4.b32 [a], {{5, 6, 7, 8}}; st.param.b32 [i], %r1;
            call (r), pick, (a, i); ld.param.b32 %r5, [r];
            st.global.u32 [%rd2], %r5; ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 4]);
    run(&text, Grid::new(1, 4), &[out.into()], &mut memory);
    assert_eq!(memory.read::<u32>(out), [5, 6, 7, 8]);
}

/// Each thread adds the numbers of its row, and changes a later number of the row on the way.
#[test]
fn rows_of_threads_have_the_numbers_that_were_written_last() {
    const ROW: usize = 64;
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u64 x, .param .u64 y) {{ {REGISTERS} {INDEX}
            ld.param.u64 %rd4, [x];
            ld.param.u64 %rd5, [y];
            mul.wide.u32 %rd6, %r1, {bytes};
            add.u64 %rd4, %rd4, %rd6;
            add.u64 %rd5, %rd5, %rd6;
            mov.u32 %r5, 0;
            mov.u32 %r6, 0;
        loop:
            ld.global.u32 %r7, [%rd4];
            add.u32 %r5, %r5, %r7;
            setp.eq.u32 %p1, %r6, 20;
            @%p1 st.global.u32 [%rd5+100], %r1;
            add.u64 %rd4, %rd4, 4;
            add.u32 %r6, %r6, 1;
            setp.lt.u32 %p2, %r6, {ROW};
            @%p2 bra loop;
            st.global.u32 [%rd2], %r5;
            ret; }}",
        bytes = 4 * ROW
    );
    for threads in [64, 100, 256] {
        let count = 3 * threads;
        let numbers: Vec<u32> = (0..(count * ROW) as u32).map(|i| i.wrapping_mul(i)).collect();
        let mut memory = Memory::new();
        let (p, x) = (memory.add(&vec![0_u32; count]), memory.add(&numbers));
        run(&text, Grid::new(3, threads as u32), &[p.into(), x.into(), x.into()], &mut memory);
        let sum = |(thread, row): (usize, &[u32])| {
            let others = row.iter().enumerate().filter(|(i, _)| *i != 25);
            others.fold(thread as u32, |sum, (_, number)| sum.wrapping_add(*number))
        };
        let expected: Vec<u32> = numbers.chunks(ROW).enumerate().map(sum).collect();
        assert_eq!(memory.read::<u32>(p), expected, "{threads}");
    }
}

/// Lane i of a block accesses element `order[i]`. Some orders look like rows at their start or at both ends.
#[test]
fn lanes_access_elements_in_any_order() {
    const LANES: usize = 64;
    let last = LANES - 1;
    let jumping = (0..LANES).map(|i| if i < last { i * 3 % last } else { last }).collect();
    let turned = [0, 1].into_iter().chain((2..LANES).rev()).collect();
    let doubled = |first: usize| [first; 2].into_iter().chain((2..LANES).rev()).collect();
    let orders: [Vec<usize>; 5] = [(0..LANES).collect(), jumping, turned, doubled(0), doubled(5)];
    for (ty, register, size) in
        [("u8", "%rs5", 1), ("u16", "%rs5", 2), ("u32", "%r5", 4), ("u64", "%rd15", 8)]
    {
        let text = format!(
            ".visible .entry k(.param .u64 p, .param .u64 x, .param .u64 y, .param .u64 z) {{ {REGISTERS} {INDEX}
            .shared .align 8 .b8 tile[{}]; mov.u32 %r6, tile; ld.global.u32 %r7, [%rd2]; mul.lo.u32 %r8, %r2, %r3;
            add.u32 %r8, %r8, %r7; mul.wide.u32 %rd4, %r8, {size}; mul.wide.u32 %rd5, %r1, {size};
            ld.param.u64 %rd6, [x]; add.u64 %rd7, %rd6, %rd5; add.u64 %rd6, %rd6, %rd4;
            ld.param.u64 %rd8, [y]; add.u64 %rd9, %rd8, %rd5; add.u64 %rd8, %rd8, %rd4;
            ld.param.u64 %rd10, [z]; add.u64 %rd10, %rd10, %rd5;
            ld.global.{ty} {register}, [%rd6]; st.global.{ty} [%rd9], {register};
            ld.global.{ty} {register}, [%rd7]; st.global.{ty} [%rd8+{}], {register};
            mad.lo.u32 %r9, %r4, {size}, %r6; st.shared.{ty} [%r9], {register}; bar.sync 0;
            mad.lo.u32 %r9, %r7, {size}, %r6; ld.shared.{ty} {register}, [%r9]; bar.sync 0;
            st.shared.{ty} [%r9], {register}; bar.sync 0;
            mad.lo.u32 %r9, %r4, {size}, %r6; ld.shared.{ty} {register}, [%r9]; st.global.{ty} [%rd10], {register}; ret; }}",
            LANES * size,
            2 * LANES * size
        );
        for order in &orders {
            let bytes: Vec<u8> = (0..2 * LANES * size).map(|i| (i * 37 % 251) as u8).collect();
            let mut memory = Memory::new();
            let words: Vec<u32> = order.iter().map(|one| *one as u32).collect();
            let p = memory.add(&words.repeat(2));
            let (x, y) = (memory.add(&bytes), memory.add(&vec![0_u8; 4 * LANES * size]));
            let z = memory.add(&vec![0_u8; 2 * LANES * size]);
            let arguments = [p.into(), x.into(), y.into(), z.into()];
            run(&text, Grid::new(2, LANES as u32), &arguments, &mut memory);
            let mut expected = vec![0; 4 * LANES * size];
            for (i, to) in (0..2 * LANES).map(|i| (i, i / LANES * LANES + order[i % LANES])) {
                let at = |i: usize| i * size..(i + 1) * size;
                expected[at(i)].copy_from_slice(&bytes[at(to)]);
                expected[at(2 * LANES + to)].copy_from_slice(&bytes[at(i)]);
            }
            assert_eq!(memory.bytes(y), expected, "{ty} {order:?}");
            assert_eq!(memory.bytes(z), bytes, "{ty} {order:?}");
        }
    }
}

/// Each lane has its own local memory, though the generic addresses of the lanes follow each other.
#[test]
fn local_memories_do_not_follow_each_other() {
    let body = ".local .align 4 .b8 own[256]; mov.u64 %rd5, own; cvta.local.u64 %rd6, %rd5; mul.wide.u32 %rd7, %r4, 4;
        add.u64 %rd6, %rd6, %rd7; add.u64 %rd5, %rd5, %rd7; add.u32 %r5, %r1, 7; st.u32 [%rd6], %r5;
        ld.local.u32 %r6, [%rd5]; ld.u32 %r7, [%rd6]; add.u32 %r6, %r6, %r7; st.global.u32 [%rd2], %r6; ret;";
    assert_eq!(words(body, Grid::new(2, 64)), (0..128).map(|i| 2 * (i + 7)).collect::<Vec<_>>());
}

/// Each thread reads two rows that no other thread reads, and changes elements of one row before it reads them. The
/// orders of elements are consecutive, jumping, or different between threads. After a fault, the rows are as before.
#[test]
fn threads_read_and_change_their_own_rows() {
    const WORDS: usize = 128;
    type Index = fn(u32, u32) -> u32;
    let orders: [(&str, Index); 3] = [
        ("mov.u32 %r7, %r6;", |_, j| j),
        ("mul.lo.u32 %r7, %r6, 37; and.b32 %r7, %r7, 127;", |_, j| j * 37 % 128),
        (
            "and.b32 %r8, %r4, 2; add.u32 %r8, %r8, 1; mul.lo.u32 %r7, %r6, %r8; and.b32 %r7, %r7, 127;",
            |i, j| j * ((i & 2) + 1) % 128,
        ),
    ];
    for (order, index) in orders {
        for (blocks, end) in [(2, "ret;"), (1, "setp.eq.u32 %p1, %r4, 63; @%p1 trap; ret;")] {
            let text = format!(
                ".visible .entry k(.param .u64 p, .param .u64 x, .param .u64 y) {{ {REGISTERS} {INDEX}
                ld.param.u64 %rd5, [x]; ld.param.u64 %rd6, [y]; mul.wide.u32 %rd7, %r1, {}; add.u64 %rd5, %rd5, %rd7;
                add.u64 %rd6, %rd6, %rd7; mov.u32 %r5, 0; mov.u32 %r6, 0;
                LOOP: {order} mul.wide.u32 %rd8, %r7, 4; add.u64 %rd9, %rd5, %rd8; add.u64 %rd10, %rd6, %rd8;
                ld.global.u32 %r10, [%rd9]; ld.global.u32 %r11, [%rd10]; mad.lo.u32 %r5, %r5, 3, %r10; add.u32 %r5, %r5, %r11;
                st.global.u32 [%rd10], %r5; and.b32 %r12, %r6, 7; setp.ne.u32 %p2, %r12, 7; @%p2 bra NEXT;
                add.u32 %r7, %r7, 5; and.b32 %r7, %r7, 127; mul.wide.u32 %rd8, %r7, 4; add.u64 %rd9, %rd5, %rd8;
                st.global.u32 [%rd9], %r5;
                NEXT: add.u32 %r6, %r6, 1; setp.lt.u32 %p2, %r6, {WORDS}; @%p2 bra LOOP; st.global.u32 [%rd2], %r5; {end} }}",
                4 * WORDS
            );
            let threads = 64 * blocks as usize;
            let content: Vec<u32> = (0..2 * threads * WORDS).map(|i| (i * i) as u32 ^ 77).collect();
            let (mut x, mut y) = (content.clone(), content.clone());
            x.truncate(threads * WORDS);
            y.drain(..threads * WORDS);
            let mut memory = Memory::new();
            let p = memory.add(&vec![0_u32; threads]);
            let buffers = [&x, &y].map(|words| memory.add(words));
            let arguments = [p.into(), buffers[0].into(), buffers[1].into()];
            let grid = Grid::new(blocks, 64);
            let done = launch(&text, grid, &arguments, &mut memory, &Options::default());
            assert_eq!(done.is_ok(), end == "ret;");
            let mut sums = vec![0_u32; threads];
            if done.is_ok() {
                for (i, sum) in sums.iter_mut().enumerate() {
                    let at = |k: u32| i * WORDS + k as usize;
                    for j in 0..WORDS as u32 {
                        let k = index(i as u32 % 64, j);
                        *sum = sum.wrapping_mul(3).wrapping_add(x[at(k)]).wrapping_add(y[at(k)]);
                        y[at(k)] = *sum;
                        if j & 7 == 7 {
                            x[at((k + 5) % 128)] = *sum;
                        }
                    }
                }
            }
            let found = buffers.map(|buffer| memory.read::<u32>(buffer));
            assert!(memory.read::<u32>(p) == sums && found == [x, y], "{order} {blocks} {end}");
        }
    }
}
