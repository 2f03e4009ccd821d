//! Tests the declarations that the translator guesses from the accesses to parameters and results.

use ptx_module::Module;
use ptx_module::syntax::Source;
use ptx_translate::guess;

/// Returns the guessed declaration of a function with this body.
fn guessed(results: &str, parameters: &str, body: &str) -> String {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.func ({results}) f({parameters})\n{{\n\
         .reg .f32 %f<9>;\n.reg .s32 %r<9>;\n{body}\nret;\n}}\n"
    );
    let source = Source::new("file.ptx", text.as_bytes());
    let module = Module::new(source);
    let program = module.program().expect("the file has no faults");
    let declarations = guess::declarations(program);
    let line = declarations.lines().find(|line| line.contains("fn f")).expect(&declarations);
    line.split(" //").next().unwrap_or_default().trim().to_string()
}

#[test]
fn structs_are_tuples_of_their_elements() {
    let body = "ld.param.v2.s32 {%r1, %r2}, [p];\nld.param.v2.f32 {%f1, %f2}, [p+8];\n\
                ld.param.v4.f32 {%f3, %f4, %f5, %f6}, [p+16];\nst.param.f32 [r], %f1;";
    assert_eq!(
        guessed(".param .f32 r", ".param .align 16 .b8 p[32]", body),
        "pub fn f(p0: (i32, i32, f32, f32, f32, f32, f32, f32,)) -> f32;"
    );
    let body = "ld.param.f32 %f1, [x];\nst.param.v2.f32 [r], {%f1, %f1};\nst.param.s32 [r+8], %r1;";
    assert_eq!(
        guessed(".param .align 8 .b8 r[12]", ".param .f32 x", body),
        "pub fn f(p0: f32) -> (f32, f32, i32,);"
    );
}

#[test]
fn elements_that_are_not_read_leave_an_array_of_bytes() {
    let body = "ld.param.f32 %f1, [p+4];\nst.param.f32 [r], %f1;";
    let declaration = guessed(".param .f32 r", ".param .align 4 .b8 p[8]", body);
    assert_eq!(declaration, "pub fn f(p0: [u8; 8]) -> f32;");
}

#[test]
fn each_result_has_the_type_of_its_own_accesses() {
    let body = "ld.param.b32 %r1, [x];\nmov.f32 a, %f1;\nmov.s32 b, %r1;";
    let declaration = guessed(".reg .f32 a, .reg .s32 b", ".param .b32 x", body);
    assert!(declaration.ends_with("-> (f32, i32);"), "{declaration}");
}

#[test]
fn a_type_of_another_width_does_not_decide() {
    let body = "ld.param.u8 %r1, [x];\nst.param.f32 [r], %f1;";
    let declaration = guessed(".param .f32 r", ".param .b32 x", body);
    assert_eq!(declaration, "pub fn f(p0: u32) -> f32;");
}

#[test]
fn a_load_with_a_type_decides() {
    let body =
        ".reg .b32 %b<2>;\nld.param.f32 %b1, [x];\nadd.s32 %r1, %b1, %r2;\nst.param.f32 [r], %f1;";
    let declaration = guessed(".param .f32 r", ".param .b32 x", body);
    assert_eq!(declaration, "pub fn f(p0: f32) -> f32;");
}

#[test]
fn arguments_of_calls_do_not_decide_the_result() {
    let body = "{ .param .b32 a; .param .b32 b; st.param.f32 [a], %f1;\ncall (b), f, (a);\nld.param.s32 %r1, [b]; }\n\
                st.param.s32 [r], %r1;";
    let declaration = guessed(".param .b32 r", ".param .b32 x", body);
    assert!(declaration.ends_with("-> i32;"), "{declaration}");
}

#[test]
fn a_register_that_holds_two_addresses_is_two_pointers() {
    let body = ".reg .b64 %rd<9>;\n.reg .b32 %b<2>;\nld.param.u64 %rd1, [x];\nld.param.u64 %rd3, [y];\n\
                cvta.to.global.u64 %rd2, %rd1;\nld.global.b32 %b1, [%rd2];\n\
                add.rn.f32 %b1, %b1, %b1;\n\
                cvta.to.global.u64 %rd2, %rd3;\nst.global.b32 [%rd2], %b1;";
    let declaration = guessed(".param .b32 r", ".param .b64 x, .param .b64 y", body);
    assert_eq!(declaration, "pub fn f(p0: &[f32], p1: &mut [f32]) -> u32;");
}

#[test]
fn a_register_that_holds_two_kinds_of_numbers_has_the_kind_of_each_access() {
    let body = ".reg .b64 %rd<9>;\n.reg .b32 %b<2>;\nld.param.u64 %rd1, [x];\nld.param.u64 %rd2, [y];\n\
                ld.global.b32 %b1, [%rd1];\nadd.rn.f32 %f1, %b1, %f2;\n\
                ld.global.b32 %b1, [%rd2];\nadd.s32 %r1, %b1, %r2;";
    let declaration = guessed(".param .b32 r", ".param .b64 x, .param .b64 y", body);
    assert_eq!(declaration, "pub fn f(p0: &[f32], p1: &[i32]) -> u32;");
}
