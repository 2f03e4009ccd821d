//! Tests `vprintf` and `__assertfail`. The expected texts are the output of glibc's `printf` for the same
//! values.

use crate::support::{HEADER, REGISTERS, launch, run};
use Value::{Float, Int, Long, Text};
use ptx_run::{FaultKind, Grid, Memory, Module, Options};

const PROTOTYPES: &str = ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n\
    .extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);\n";

/// Returns a call of `vprintf` as compilers write it. `%r1` receives the result.
fn call(format: &str, arguments: &str) -> String {
    format!(
        "{{ .param .b64 p0; st.param.b64 [p0], {format}; .param .b64 p1; st.param.b64 [p1], {arguments}; \
         .param .b32 r0; call.uni (r0), vprintf, (p0, p1); ld.param.b32 %r1, [r0]; }}"
    )
}

/// An argument of `vprintf`.
#[derive(Clone, Copy, Debug)]
enum Value {
    Int(i64),
    Long(i64),
    Float(f64),
    Text(&'static str),
}

/// Prints values in one thread. Returns the text and the result of `vprintf`.
fn printed(format: &str, values: &[Value]) -> (String, i32) {
    let text = format!(
        "{PROTOTYPES} .visible .entry k(.param .u64 f, .param .u64 a, .param .u64 o) {{ {REGISTERS}
            ld.param.u64 %rd1, [f]; ld.param.u64 %rd2, [a]; ld.param.u64 %rd3, [o];
            {}
            st.global.u32 [%rd3], %r1;
            ret; }}",
        call("%rd1", "%rd2")
    );
    let mut memory = Memory::new();
    let mut bytes = Vec::new();
    for value in values {
        let content: Vec<u8> = match value {
            Int(value) => (*value as i32).to_le_bytes().into(),
            Long(value) => value.to_le_bytes().into(),
            Float(value) => value.to_bits().to_le_bytes().into(),
            Text(text) => {
                let text = memory.add_bytes([text.as_bytes(), &[0]].concat(), true);
                text.address().to_le_bytes().into()
            }
        };
        bytes.resize(bytes.len().next_multiple_of(content.len()), 0);
        bytes.extend(content);
    }
    let format = memory.add_bytes([format.as_bytes(), &[0]].concat(), true);
    let (values, out) = (memory.add_bytes(bytes, true), memory.add(&[77_i32]));
    let arguments = [format.into(), values.into(), out.into()];
    let report = run(&text, Grid::new(1, 1), &arguments, &mut memory);
    (String::from_utf8(report.printed).unwrap(), memory.read::<i32>(out)[0])
}

#[test]
fn texts_are_those_of_c() {
    #[rustfmt::skip]
    let cases: &[(&str, &[Value], &str)] = &[
        ("%d", &[Int(42)], "42"),
        ("%5d|", &[Int(42)], "   42|"),
        ("%-5d|", &[Int(42)], "42   |"),
        ("%05d", &[Int(-42)], "-0042"),
        ("%+d", &[Int(42)], "+42"),
        ("% d", &[Int(42)], " 42"),
        ("%+05d", &[Int(7)], "+0007"),
        ("%.3d", &[Int(-5)], "-005"),
        ("%8.3d|", &[Int(5)], "     005|"),
        ("%-8.3d|", &[Int(5)], "005     |"),
        ("%08.3d|", &[Int(5)], "     005|"),
        ("%.0d|", &[Int(0)], "|"),
        ("%i", &[Int(-2147483648)], "-2147483648"),
        ("%u", &[Int(-1)], "4294967295"),
        ("%o", &[Int(8)], "10"),
        ("%#o", &[Int(8)], "010"),
        ("%#o", &[Int(0)], "0"),
        ("%#.3o", &[Int(8)], "010"),
        ("%#.0o", &[Int(0)], "0"),
        ("%x", &[Int(-1)], "ffffffff"),
        ("%#x", &[Int(255)], "0xff"),
        ("%#X", &[Int(255)], "0XFF"),
        ("%X", &[Int(255)], "FF"),
        ("%#X", &[Int(0)], "0"),
        ("%#x", &[Int(0)], "0"),
        ("%#08x", &[Int(255)], "0x0000ff"),
        ("%#.4x", &[Int(255)], "0x00ff"),
        ("%-#8x|", &[Int(255)], "0xff    |"),
        ("%hd", &[Int(40000)], "-25536"),
        ("%hhd", &[Int(200)], "-56"),
        ("%hu", &[Int(-1)], "65535"),
        ("%hhx", &[Int(-1)], "ff"),
        ("%ld", &[Long(-5000000000)], "-5000000000"),
        ("%lld", &[Long(9223372036854775807)], "9223372036854775807"),
        ("%lu", &[Long(-1)], "18446744073709551615"),
        ("%zu", &[Long(-1)], "18446744073709551615"),
        ("%jd", &[Long(-1)], "-1"),
        ("%td", &[Long(-7)], "-7"),
        ("%lx", &[Long(-2)], "fffffffffffffffe"),
        ("%c%c", &[Int(72), Int(105)], "Hi"),
        ("%3c|%-3c|", &[Int(65), Int(66)], "  A|B  |"),
        ("%%", &[], "%"),
        ("100%% of %d%%", &[Int(3)], "100% of 3%"),
        ("%*d|", &[Int(6), Int(42)], "    42|"),
        ("%*d|", &[Int(-6), Int(42)], "42    |"),
        ("%.*f", &[Int(2), Float(3.25159)], "3.25"),
        ("%.*f", &[Int(-1), Float(3.25159)], "3.251590"),
        ("%*.*f|", &[Int(9), Int(3), Float(2.61828)], "    2.618|"),
        ("%f", &[Float(0.0)], "0.000000"),
        ("%f", &[Float(-0.0)], "-0.000000"),
        ("%f", &[Float(1.5)], "1.500000"),
        ("%f", &[Float(1e22)], "10000000000000000000000.000000"),
        ("%.0f", &[Float(0.5)], "0"),
        ("%.0f", &[Float(1.5)], "2"),
        ("%.0f", &[Float(2.5)], "2"),
        ("%#.0f", &[Float(2.5)], "2."),
        ("%.1f", &[Float(0.25)], "0.2"),
        ("%.1f", &[Float(0.35)], "0.3"),
        ("%.2f", &[Float(0.125)], "0.12"),
        ("%.3f", &[Float(2.0005)], "2.001"),
        ("%.20f", &[Float(0.1)], "0.10000000000000000555"),
        ("%.25f", &[Float(1e-20)], "0.0000000000000000000100000"),
        ("%10.3f|", &[Float(-3.25159)], "    -3.252|"),
        ("%-10.3f|", &[Float(-3.25159)], "-3.252    |"),
        ("%010.3f|", &[Float(-3.25159)], "-00003.252|"),
        ("%+.2f", &[Float(1.0)], "+1.00"),
        ("% .2f", &[Float(1.0)], " 1.00"),
        ("%F", &[Float(1.0)], "1.000000"),
        ("%.0f", &[Float(9007199254740993.0)], "9007199254740992"),
        ("%f", &[Float(1e300)], "1000000000000000052504760255204420248704468581108159154915854115511802457988908195786371375080447864043704443832883878176942523235360430575644792184786706982848387200926575803737830233794788090059368953234970799945081119038967640880074652742780142494579258788820056842838115669472196386865459400540160.000000"),
        ("%e", &[Float(0.0)], "0.000000e+00"),
        ("%e", &[Float(12345.678)], "1.234568e+04"),
        ("%E", &[Float(12345.678)], "1.234568E+04"),
        ("%.0e", &[Float(15.0)], "2e+01"),
        ("%#.0e", &[Float(25.0)], "2.e+01"),
        ("%.3e", &[Float(9999.5)], "1.000e+04"),
        ("%e", &[Float(1e-300)], "1.000000e-300"),
        ("%e", &[Float(5e-324)], "4.940656e-324"),
        ("%.15e", &[Float(0.1)], "1.000000000000000e-01"),
        ("%12.2e|", &[Float(-0.00012)], "   -1.20e-04|"),
        ("%g", &[Float(0.0)], "0"),
        ("%g", &[Float(100000.0)], "100000"),
        ("%g", &[Float(1000000.0)], "1e+06"),
        ("%g", &[Float(0.0001)], "0.0001"),
        ("%g", &[Float(0.00001)], "1e-05"),
        ("%g", &[Float(123456789.0)], "1.23457e+08"),
        ("%G", &[Float(1e-10)], "1E-10"),
        ("%#g", &[Float(1.0)], "1.00000"),
        ("%#g", &[Float(1e10)], "1.00000e+10"),
        ("%.3g", &[Float(999.5)], "1e+03"),
        ("%.3g", &[Float(0.00012345)], "0.000123"),
        ("%.0g", &[Float(0.25)], "0.2"),
        ("%.10g", &[Float(0.1)], "0.1"),
        ("%.17g", &[Float(0.1)], "0.10000000000000001"),
        ("%10g|", &[Float(2.5)], "       2.5|"),
        ("%g", &[Float(3.4028234663852886e38)], "3.40282e+38"),
        ("%g", &[Float(5e-324)], "4.94066e-324"),
        ("%a", &[Float(1.0)], "0x1p+0"),
        ("%a", &[Float(0.0)], "0x0p+0"),
        ("%a", &[Float(-0.1)], "-0x1.999999999999ap-4"),
        ("%A", &[Float(255.5)], "0X1.FFP+7"),
        ("%.0a", &[Float(1.5)], "0x2p+0"),
        ("%.0a", &[Float(2.5)], "0x1p+1"),
        ("%.1a", &[Float(1.96875)], "0x2.0p+0"),
        ("%.3a", &[Float(0.1)], "0x1.99ap-4"),
        ("%.12a", &[Float(0.1)], "0x1.99999999999ap-4"),
        ("%.13a", &[Float(0.1)], "0x1.999999999999ap-4"),
        ("%.15a", &[Float(0.1)], "0x1.999999999999a00p-4"),
        ("%a", &[Float(5e-324)], "0x0.0000000000001p-1022"),
        ("%a", &[Float(1e-310)], "0x0.012688b70e62bp-1022"),
        ("%.2a", &[Float(1e-310)], "0x0.01p-1022"),
        ("%20a|", &[Float(1.5)], "            0x1.8p+0|"),
        ("%020a|", &[Float(-1.5)], "-0x000000000001.8p+0|"),
        ("%-20a|", &[Float(1.5)], "0x1.8p+0            |"),
        ("%#.0a", &[Float(1.0)], "0x1.p+0"),
        ("%.1a", &[Float(1.03125)], "0x1.0p+0"),
        ("%.1a", &[Float(1.09375)], "0x1.2p+0"),
        ("%a", &[Float(1.7976931348623157e308)], "0x1.fffffffffffffp+1023"),
        ("%f %e %g %a", &[Float(f64::INFINITY), Float(f64::NEG_INFINITY), Float(f64::NAN), Float(f64::INFINITY)], "inf -inf nan inf"),
        ("%F %E %G %A", &[Float(f64::INFINITY), Float(f64::NEG_INFINITY), Float(f64::NAN), Float(f64::INFINITY)], "INF -INF NAN INF"),
        ("%05f|%+f|% f", &[Float(f64::INFINITY), Float(f64::INFINITY), Float(f64::INFINITY)], "  inf|+inf| inf"),
        ("%s", &[Text("hello")], "hello"),
        ("%8s|%-8s|", &[Text("ab"), Text("cd")], "      ab|cd      |"),
        ("%.2s|", &[Text("hello")], "he|"),
        ("%8.2s|", &[Text("hello")], "      he|"),
        ("%s", &[Text("")], ""),
        ("%p", &[Long(4096)], "0x1000"),
        ("%12p|", &[Long(4096)], "      0x1000|"),
        ("%p", &[Long(0)], "(nil)"),
        ("%s", &[Long(0)], "(null)"),
        ("%d %lld %d %f %c", &[Int(1), Long(2), Int(3), Float(4.0), Int(65)], "1 2 3 4.000000 A"),
        ("no directives\n", &[], "no directives\n"),
        ("%d,", &[Int(1)], "1,"),
    ];
    for (format, values, expected) in cases {
        let (text, count) = printed(format, values);
        assert_eq!(text, *expected, "{format:?} {values:?}");
        assert_eq!(count, values.len() as i32, "{format:?} {values:?}");
    }
}

#[test]
fn what_is_no_directive_is_printed_as_it_is() {
    for text in ["%", "100%", "%y %d", "%1$d", "%-08.3ll"] {
        let rest = text.replace("%d", "5");
        assert_eq!(printed(text, &[Int(5)]).0, rest);
    }
}

#[test]
fn a_null_format_gives_minus_one() {
    let text = format!(
        "{PROTOTYPES} .visible .entry k(.param .u64 o) {{ {REGISTERS}
            ld.param.u64 %rd3, [o]; {} st.global.u32 [%rd3], %r1; ret; }}",
        call("0", "0")
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_i32]);
    assert_eq!(run(&text, Grid::new(1, 1), &[out.into()], &mut memory).printed, b"");
    assert_eq!(memory.read::<i32>(out), [-1]);
}

/// Returns a kernel in which each odd thread prints a line such as `17 of ab`. The number is 16 times the number of the
/// block, plus the number of the thread. The arguments of `vprintf` are in local memory.
fn odd_threads(more: &str) -> String {
    format!(
        "{PROTOTYPES} .global .align 1 .b8 fmt[10] = {{37, 100, 32, 111, 102, 32, 37, 115, 10, 0}};
        .const .align 1 .b8 str[3] = {{97, 98, 0}};
        .visible .entry k() {{ {REGISTERS} .local .align 8 .b8 depot[16];
            mov.u64 %rd1, depot; cvta.local.u64 %rd2, %rd1;
            mov.u32 %r2, %tid.x; mov.u32 %r3, %ctaid.x; shl.b32 %r3, %r3, 4; add.u32 %r3, %r3, %r2;
            st.local.u32 [%rd1], %r3; mov.u64 %rd3, str; cvta.const.u64 %rd3, %rd3; st.local.u64 [%rd1+8], %rd3;
            mov.u64 %rd4, fmt; cvta.global.u64 %rd4, %rd4;
            and.b32 %r4, %r2, 1; setp.eq.u32 %p1, %r4, 1; mov.u32 %r1, 9;
            @%p1 call (%r1), vprintf, (%rd4, %rd2);
            {more}
            ret; }}"
    )
}

#[test]
fn threads_print_in_order() {
    let report = run(&odd_threads(""), Grid::new(2, 6), &[], &mut Memory::new());
    let expected: String =
        [1, 3, 5, 17, 19, 21].iter().map(|thread| format!("{thread} of ab\n")).collect();
    assert_eq!(String::from_utf8(report.printed).unwrap(), expected);
}

#[test]
fn a_writer_gets_what_was_printed_before_a_fault() {
    let text = odd_threads("setp.eq.u32 %p2, %r3, 18; @%p2 trap;");
    let module = Module::new("test.ptx", &format!("{HEADER}{text}")).unwrap();
    let kernel = module.kernel("k").unwrap();
    let mut printed = Vec::new();
    let (grid, options) = (Grid::new(3, 4), Options::default());
    let fault = kernel.launch_into(grid, &[], &mut Memory::new(), &options, &mut printed);
    assert_eq!(fault.unwrap_err().kind, FaultKind::Trap);
    assert_eq!(printed, b"1 of ab\n3 of ab\n17 of ab\n19 of ab\n");
}

/// Tests the fault of a kernel in which thread 2 of each block except block 0 calls `__assertfail`. The fault must name
/// the assertion, the first block that failed, and the thread. The texts have characters of 1, 2 or 4 bytes.
#[test]
fn an_assertion_names_everything() {
    for size in [1, 2, 4] {
        assert_fails_with_characters_of(size);
    }
}

fn assert_fails_with_characters_of(size: u32) {
    let bits = 8 * size;
    let characters = |text: &str| {
        let all: Vec<_> = text.chars().chain(['\0']).map(|one| (one as u32).to_string()).collect();
        format!("[{}] = {{{}}}", all.len(), all.join(", "))
    };
    let text = format!(
        "{PROTOTYPES}.global .b{bits} m{}; .global .b{bits} f{}; .global .b{bits} n{};
        .visible .entry k() {{ {REGISTERS} mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;
            setp.ne.u32 %p1, %r1, 2; setp.eq.or.u32 %p1, %r2, 0, %p1;
            @%p1 bra DONE;
            mov.u64 %rd1, m; cvta.global.u64 %rd1, %rd1; mov.u64 %rd2, f; cvta.global.u64 %rd2, %rd2;
            mov.u64 %rd3, n; cvta.global.u64 %rd3, %rd3;
            {{ .param .b64 p0; st.param.b64 [p0], %rd1; .param .b64 p1; st.param.b64 [p1], %rd2;
            .param .b32 p2; st.param.b32 [p2], 42; .param .b64 p3; st.param.b64 [p3], %rd3;
            .param .b64 p4; st.param.b64 [p4], {size};
            call.uni __assertfail, (p0, p1, p2, p3, p4); }}
            trap;
        DONE: ret; }}",
        characters("i < n"),
        characters("dir/k.cu"),
        characters("void k(int)")
    );
    let options = Options::default();
    let fault = launch(&text, Grid::new(3, 32), &[], &mut Memory::new(), &options).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Assert);
    assert!(!fault.is_callers());
    assert_eq!(
        fault.to_string(),
        "test.ptx:15: `call.uni`: assertion `i < n` failed at dir/k.cu:42 in `void k(int)`; \
         kernel `k`, block (1,0,0), thread (2,0,0)"
    );
}

/// Tests an assertion in a function that is inlined into a kernel.
#[test]
fn an_assertion_names_the_line_of_the_source() {
    let text = format!(
        "{PROTOTYPES}.file 1 \"dir/k.cu\"
        .global .b8 m[6] = {{105, 32, 60, 32, 110, 0}};
        .visible .entry k() {{ {REGISTERS} mov.u64 %rd1, m; cvta.global.u64 %rd1, %rd1;
            .loc 1 42 5
            .loc 1 7 9, function_name $f, inlined_at 1 42 5
            call.uni __assertfail, (%rd1, %rd1, 7, %rd1, 1);
        ret; }}
        .section .debug_str {{ $f: .b8 99, 104, 101, 99, 107, 0 }}"
    );
    let options = Options::default();
    let fault = launch(&text, Grid::new(1, 1), &[], &mut Memory::new(), &options).unwrap_err();
    assert_eq!(fault.place, Some(("test.ptx".into(), 11)));
    assert!(
        fault.to_string().starts_with(
            "k.cu:7 in `check`, inlined at k.cu:42 (test.ptx:11): `call.uni`: assertion `i < n` failed at i < n:7"
        ),
        "{fault}"
    );
}

#[test]
fn a_format_outside_of_memory_is_a_fault() {
    let text = format!(
        "{PROTOTYPES} .visible .entry k(.param .u64 f) {{ {REGISTERS} ld.param.u64 %rd1, [f];
            call (%r1), vprintf, (%rd1, %rd1); ret; }}"
    );
    let mut memory = Memory::new();
    let endless = memory.add_bytes(b"abc".to_vec(), false);
    let fault = launch(&text, Grid::new(1, 1), &[endless.into()], &mut memory, &Options::default());
    assert_eq!(
        fault.unwrap_err().to_string(),
        "test.ptx:7: `call`: out of bounds: reads 1 byte at offset 3 of the buffer of parameter 0 (3 bytes); \
         kernel `k`, block (0,0,0), thread (0,0,0)"
    );
}

#[test]
fn another_prototype_or_function_is_refused() {
    let refused = |text: &str| {
        let module = Module::new("test.ptx", &format!("{HEADER}{text}")).unwrap();
        module.kernel("k").unwrap_err().to_string()
    };
    assert_eq!(
        refused(
            ".extern .func vprintf (.param .b64 a);\n.entry k() { .reg .b64 %a; call vprintf, (%a); ret; }"
        ),
        "test.ptx:5:33: expected the prototype `.extern .func (.param .b32 result) vprintf (.param .b64 format, \
         .param .b64 arguments)`"
    );
    assert_eq!(
        refused(
            ".extern .func vprintf (.param .b64 a, .param .b64 b);\n.entry k() { .reg .b64 %a; call vprintf, (%a, %a); ret; }"
        ),
        "test.ptx:5:33: expected the prototype `.extern .func (.param .b32 result) vprintf (.param .b64 format, \
         .param .b64 arguments)`"
    );
    assert_eq!(
        refused(
            ".extern .func drop (.param .b64 a);\n.entry k() { .reg .b64 %a; call drop, (%a); ret; }"
        ),
        "test.ptx:5:33: `drop` has no body in this file"
    );
}
