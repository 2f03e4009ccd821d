//! Tests that the translator accepts a declaration that fits the PTX function. Also tests that it rejects a declaration
//! if the kind, width or number of the parameters or results differs from the PTX function.

use proc_macro2::TokenStream;
use ptx_isa::Message;
use ptx_module::Module;
use ptx_module::syntax::Source;
use ptx_translate::{declare, translate};

const FILE: &str = ".version 8.0
.target sm_80
.address_size 64
.func (.param .f32 result) scale(.param .f32 x)
{
    .reg .f32 %f<3>;
    ld.param.f32 %f1, [x];
    add.rn.f32 %f2, %f1, %f1;
    st.param.f32 [result], %f2;
    ret;
}
.func (.param .s32 result) negated(.param .s32 x)
{
    .reg .s32 %r<3>;
    ld.param.s32 %r1, [x];
    neg.s32 %r2, %r1;
    st.param.s32 [result], %r2;
    ret;
}
.func (.param .b32 result) bits(.param .b32 x)
{
    .reg .b32 %r<3>;
    ld.param.b32 %r1, [x];
    not.b32 %r2, %r1;
    st.param.b32 [result], %r2;
    ret;
}
.func (.param .b32 result) loaded(.param .b32 x)
{
    .reg .f32 %f<3>;
    ld.param.f32 %f1, [x];
    add.rn.f32 %f2, %f1, %f1;
    st.param.f32 [result], %f2;
    ret;
}
.func (.param .b32 result) both(.param .b32 x)
{
    .reg .f32 %f<3>;
    .reg .s32 %r<2>;
    ld.param.f32 %f1, [x];
    ld.param.s32 %r1, [x];
    cvt.rn.f32.s32 %f2, %r1;
    add.rn.f32 %f2, %f1, %f2;
    st.param.f32 [result], %f2;
    ret;
}
.func (.param .b32 result) vectors(.param .align 16 .b8 p[32])
{
    .reg .f32 %f<9>;
    ld.param.v2.f32 {%f1, %f2}, [p+8];
    ld.param.v4.f32 {%f3, %f4, %f5, %f6}, [p+16];
    add.rn.f32 %f7, %f1, %f6;
    st.param.f32 [result], %f7;
    ret;
}
.func (.param .b32 result) bytes(.param .b32 x)
{
    .reg .b32 %r<4>;
    ld.param.u8 %r1, [x+3];
    ld.param.u16 %r2, [x+2];
    add.s32 %r3, %r1, %r2;
    st.param.b32 [result], %r3;
    ret;
}
.func written(.param .b64 x, .param .b64 y, .param .u64 i)
{
    .reg .b64 %d<4>;
    .reg .f32 %f<2>;
    ld.param.u64 %d1, [x];
    ld.global.f32 %f1, [%d1];
    ld.param.u64 %d1, [y];
    ld.param.u64 %d2, [i];
    shl.b64 %d3, %d2, 2;
    add.s64 %d3, %d3, %d1;
    st.global.f32 [%d3], %f1;
    ret;
}
.func either(.param .b64 x, .param .b64 y, .param .b32 which)
{
    .reg .b64 %d<4>;
    .reg .b32 %r<2>;
    .reg .pred %p<2>;
    ld.param.u64 %d1, [x];
    ld.param.u64 %d2, [y];
    ld.param.u32 %r1, [which];
    setp.ne.u32 %p1, %r1, 0;
    @%p1 mov.b64 %d1, %d2;
    st.global.u32 [%d1], 1;
    ret;
}
.func nothing() { ret; }
.func _Z6squaref() { ret; }
";

/// Translates a function. Returns the message if the translation fails.
fn translated(declaration: &str) -> Result<String, Message> {
    let source = Source::new("file.ptx", FILE.as_bytes());
    let module = Module::new(source);
    let program = module.program().expect("the file has no faults");
    let tokens: TokenStream = declaration.parse().expect("tokens");
    let (declared, errors) = declare::declarations(tokens);
    assert!(errors.is_empty() && declared.len() == 1, "{declaration}");
    let translated = translate(program, &declared[0], &"::ptx".parse().expect("a path"));
    translated.map(|tokens| tokens.to_string()).map_err(|error| error.message)
}

/// Returns the first line of the message for a declaration, or "" if the translator accepts the declaration.
fn fault(declaration: &str) -> String {
    translated(declaration).err().map(|message| message.what).unwrap_or_default()
}

#[test]
fn fitting_declarations_are_accepted() {
    for declaration in [
        "fn scale(x: f32) -> f32;",
        "fn negated(x: i32) -> i32;",
        "fn negated(x: u32) -> u32;",
        "fn bits(x: u32) -> u32;",
        "fn bits(x: i32) -> f32;",
        "fn bits(x: f32) -> i32;",
        // LLVM widens shorter integers and `bool` to `.b32`, so the translator accepts narrow types.
        "fn bits(x: u16) -> i8;",
        "fn bits(x: bool) -> bool;",
        "fn loaded(x: f32) -> f32;",
        "fn both(x: f32) -> f32;",
        "fn both(x: i32) -> f32;",
        "fn scale(x: std::primitive::f32) -> core::primitive::f32;",
        "fn nothing();",
        "fn written(x: &[f32], y: &mut [f32], i: u64);",
        // Only one of the two paths writes through `x`, so `x` may be declared as `&`.
        "fn either(x: &[u32], y: &mut [u32], which: u32);",
    ] {
        assert_eq!(fault(declaration), "", "{declaration}");
    }
}

#[test]
fn faults() {
    for (declaration, what) in [
        ("fn scale(x: u32) -> f32;", "this parameter is a float, and `u32` is not"),
        ("fn negated(x: f32) -> i32;", "this parameter is an integer, and `f32` is not"),
        ("fn scale(x: f32) -> u32;", "this result is a float, and `u32` is not"),
        ("fn negated(x: i32) -> f32;", "this result is an integer, and `f32` is not"),
        ("fn loaded(x: i32) -> f32;", "parameter 1 of `loaded` is a float, and `i32` is not"),
        ("fn loaded(x: f32) -> u32;", "the result of `loaded` is a float, and `u32` is not"),
        ("fn scale(x: f64) -> f32;", "this parameter has 4 bytes, and `f64` has 8"),
        ("fn negated(x: u16) -> i32;", "this parameter has 4 bytes, and `u16` has 2"),
        ("fn scale(x: f32) -> f64;", "this result has 4 bytes, and `f64` has 8"),
        ("fn scale(x: f32);", "`scale` returns a value"),
        ("fn nothing() -> u32;", "`nothing` returns nothing"),
        ("fn written(x: &[f32], y: &[f32], i: u64);", "`y` is written, and `&[f32]` cannot be"),
        ("fn written(x: u64, y: &mut [f32], i: u64);", "`x` is an address, and `u64` is not"),
    ] {
        assert_eq!(fault(declaration), what, "{declaration}");
    }
}

#[test]
fn help_lists_the_types_that_fit() {
    for (declaration, help) in [
        ("fn scale(x: i32) -> f32;", "declare `f32`"),
        ("fn negated(x: f64) -> i32;", "declare `u32` or `i32`"),
        ("fn bits(x: u64) -> u32;", "declare `u32` or `i32` or `f32`"),
        ("fn square();", "declare it with `#[ptx(name = \"_Z6squaref\")]`"),
        ("fn scales();", "did you mean `scale`?"),
    ] {
        let message = translated(declaration).expect_err(declaration).to_string();
        assert!(message.ends_with(&format!("\nhelp: {help}")), "{message}");
    }
}

#[test]
fn elements_of_vectors() {
    let of = |types: [&str; 8]| format!("fn vectors(p: ({})) -> f32;", types.join(", "));
    // The function does not read the first two elements, so they may have any kind.
    assert_eq!(fault(&of(["i32", "i32", "f32", "f32", "f32", "f32", "f32", "f32"])), "");
    for element in 2..8 {
        let mut types = ["f32"; 8];
        types[element] = "i32";
        let what = format!(
            "parameter 1 of `vectors` is a float at byte {}, and `i32` is not",
            4 * element
        );
        assert_eq!(fault(&of(types)), what);
    }
}

#[test]
fn parts_of_a_number_are_shifted_by_their_bits() {
    let text = translated("fn bytes(x: u32) -> u32;").expect("a translation");
    assert!(text.contains(">> 24") && text.contains(">> 16"), "{text}");
}
