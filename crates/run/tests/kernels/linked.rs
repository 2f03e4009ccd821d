//! Tests modules that consist of several texts.

use crate::support::HEADER;
use ptx_isa::Target;
use ptx_run::{Error, Fault, Grid, Memory, Module, Options, Report};

fn text(name: &str, text: &str) -> Module {
    Module::new(name, &format!("{HEADER}{text}")).unwrap_or_else(|error| panic!("{error}"))
}

/// Links texts with the names `a.ptx`, `b.ptx` and `c.ptx`.
fn link(texts: &[&str]) -> Result<Module, Error> {
    let named = texts.iter().zip(["a.ptx", "b.ptx", "c.ptx"]);
    Module::link(&named.map(|(one, name)| text(name, one)).collect::<Vec<_>>())
}

/// Runs the kernel `k` in a block of `threads` threads. Its parameter is a buffer of 4 words.
fn launch(module: &Module, threads: u32, options: &Options) -> Result<(Vec<u32>, Report), Fault> {
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 4]);
    let report = kernel.launch(Grid::new(1, threads), &[out.into()], &mut memory, options)?;
    Ok((memory.read(out), report))
}

fn words(texts: &[&str]) -> Vec<u32> {
    let module = link(texts).unwrap_or_else(|error| panic!("{error}"));
    launch(&module, 1, &Options::default()).unwrap_or_else(|fault| panic!("{fault}")).0
}

/// Returns a kernel `k` with this body. `%rd1` is the address of the buffer.
fn kernel(body: &str) -> String {
    format!(
        ".visible .entry k(.param .u64 p) {{ .reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .f32 %f<9>;\nld.param.u64 %rd1, [p];\n{body}\nret; }}"
    )
}

/// Returns a function without parameters that returns a number, and its declaration.
fn number(linkage: &str, name: &str, value: u32) -> String {
    format!("{linkage} .func (.reg .b32 %v) {name}() {{ mov.b32 %v, {value}; ret; }}\n")
}

const F: &str = ".extern .func (.reg .b32 %v) f();\n";
const G: &str = ".extern .func (.reg .b32 %v) g();\n";

#[test]
fn calls_and_variables_of_other_texts() {
    let a = [
        F,
        ".extern .global .b32 x[2]; .extern .const .b32 c; .extern .shared .b32 s[2];\n",
        &kernel(
            "call (%r1), f, (); st.global.b32 [%rd1], %r1;
             ld.global.b32 %r2, [x+4]; st.global.b32 [%rd1+4], %r2;
             ld.const.b32 %r3, [c]; st.global.b32 [%rd1+8], %r3;
             ld.shared.b32 %r4, [s+4]; st.global.b32 [%rd1+12], %r4;",
        ),
    ];
    let b = ".visible .global .b32 x[2] = {5, 6}; .visible .const .b32 c = 8; .visible .shared .b32 s[2];
             .visible .func (.reg .b32 %v) f() { st.shared.b32 [s+4], 9; mov.b32 %v, 7; ret; }";
    assert_eq!(words(&[&a.concat(), b]), [7, 6, 8, 9]);
    assert_eq!(words(&[b, &a.concat()]), [7, 6, 8, 9]);
}

#[test]
fn the_strong_definition_wins_and_else_the_first_weak_one() {
    let k = [F, &kernel("call (%r1), f, (); st.global.b32 [%rd1], %r1;")].concat();
    let (weak2, weak3) = (number(".weak", "f", 2), number(".weak", "f", 3));
    let strong = number(".visible", "f", 1);
    for (texts, value) in [
        ([&k, &weak2, &weak3], 2),
        ([&k, &weak3, &weak2], 3),
        ([&k, &weak2, &strong], 1),
        ([&strong, &weak2, &k], 1),
    ] {
        assert_eq!(words(&texts.map(String::as_str))[0], value);
    }
    // The text of a weak definition means the strong one, too.
    let own = [&weak2, &*kernel("call (%r1), f, (); st.global.b32 [%rd1], %r1;")].concat();
    assert_eq!(words(&[&own, &strong])[0], 1);
    let weak = |value| format!(".weak .global .b32 v = {value};\n");
    let own = weak(2) + &kernel("ld.global.b32 %r1, [v]; st.global.b32 [%rd1], %r1;");
    assert_eq!(words(&[&own, ".visible .global .b32 v = 5;"])[0], 5);
    assert_eq!(words(&[&weak(4), &own])[0], 4);
}

#[test]
fn the_largest_common_variable_stays() {
    let k = ".common .global .b32 v;\n".to_string()
        + &kernel("st.global.b32 [v], 3; ld.global.b32 %r1, [v+4]; st.global.b32 [%rd1], %r1;");
    assert_eq!(words(&[&k, ".common .global .b32 v[2];"])[0], 0);
    let fault =
        launch(&link(&[&k]).expect("a module"), 1, &Options::default()).expect_err("a fault");
    assert!(fault.message.contains("of variable `v` (4 bytes)"), "{fault}");
    assert_eq!(
        words(&[
            &k.replace("st.global.b32 [v], 3; ", "").replace("v+4", "v"),
            ".visible .global .b32 v = 9;"
        ])[0],
        9
    );
}

/// Both texts have a function `l`, a variable `v`, a shared variable `s` and a kernel `m`, all of them local.
#[test]
fn local_names_are_apart() {
    let local = |value: u32| {
        number("", "l", value)
            + &format!(".global .b32 v = {value}; .shared .b32 s;\n.entry m() {{ ret; }}\n")
    };
    let read = |to: &str| {
        format!(
            "call ({to}), l, (); ld.global.b32 %v2, [v]; add.u32 {to}, {to}, %v2; st.shared.b32 [s], {to};"
        )
    };
    let a = [
        F,
        &local(10),
        &kernel(&format!(
            ".reg .b32 %v2; {} call (%r2), f, (); st.global.b32 [%rd1], %r1; st.global.b32 [%rd1+4], %r2;
             ld.shared.b32 %r3, [s]; st.global.b32 [%rd1+8], %r3;",
            read("%r1")
        )),
    ]
    .concat();
    let b = local(1)
        + &format!(".visible .func (.reg .b32 %v) f() {{ .reg .b32 %v2; {} ret; }}", read("%v"));
    assert_eq!(words(&[&a, &b])[..3], [20, 2, 20]);
    let module = link(&[&a, &b]).expect("a module");
    assert_eq!(module.kernels().iter().filter(|one| one.name == "m").count(), 2);
    let mut memory = Memory::new();
    module.create_variables(&mut memory).expect("variables");
    let v = memory.variable_in(&module, "v").expect("a variable");
    assert_eq!(memory.read::<u32>(v), [10]);
    memory.unlink(&module);
    assert_eq!(memory.variable("v"), None);
}

#[test]
fn initial_values_have_addresses_in_other_texts() {
    let a = ".extern .global .b32 x[2]; .visible .global .u64 pointer = generic(x)+4;\n"
        .to_string()
        + &kernel("ld.global.b64 %rd2, [pointer]; ld.b32 %r1, [%rd2]; st.global.b32 [%rd1], %r1;");
    assert_eq!(words(&[&a, ".visible .global .b32 x[2] = {5, 6};"])[0], 6);
}

#[test]
fn a_name_that_no_text_defines_is_an_error_of_its_kernels() {
    let a = [G, &kernel("call (%r1), g, ();"), ".visible .entry other() { ret; }"].concat();
    let b = [F, ".visible .func (.reg .b32 %v) g() {\ncall (%v), f, ();\nret; }"].concat();
    let module = link(&[&a, &b]).expect("a module");
    module.kernel("other").expect("a kernel without calls");
    let error = module.kernel("k").expect_err("an error").to_string();
    assert_eq!(error, "b.ptx:6:12: `f` has no body in this file");
    // Two texts declare the variable, and the caller gives it a value.
    let a = ".extern .global .b32 v;".to_string()
        + &kernel("call (%r1), f, (); st.global.b32 [%rd1], %r1;")
            .replace(".visible", &format!("{F}.visible"));
    let b =
        ".extern .global .b32 v; .visible .func (.reg .b32 %v) f() { ld.global.b32 %v, [v]; ret; }";
    let module = link(&[&a, b]).expect("a module");
    assert!(launch(&module, 1, &Options::default()).is_err());
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 4]);
    memory.set_variable("v", 6_u32);
    let kernel = module.kernel("k").expect("a kernel");
    kernel
        .launch(Grid::new(1, 1), &[out.into()], &mut memory, &Options::default())
        .expect("no fault");
    assert_eq!(memory.read::<u32>(out)[0], 6);
}

#[test]
fn messages_name_the_file_and_the_line_of_each_text() {
    let a = [F, G, "\n", &kernel("call (%r1), f, ();\nst.global.b32 [%rd1], %r1;")].concat();
    let b = |body: &str| {
        format!(
            ".visible .func (.reg .b32 %v) f() {{ .reg .b64 %rd; .reg .f32 %f<3>;\n{body}\nret; }}"
        )
    };
    let linked = |body: &str| link(&[&a, &b(body)]).expect("a module");
    let fault = launch(&linked("mov.b64 %rd, 0;\nst.b32 [%rd], 1;"), 1, &Options::default())
        .expect_err("a fault");
    assert_eq!(fault.place, Some(("b.ptx".into(), 6)));
    assert!(fault.to_string().starts_with("b.ptx:6: `st.b32`: out of bounds"), "{fault}");

    let module = link(&[
        &[F, ".extern .shared .b32 s;\n", &kernel("call (%r1), f, ();\nld.shared.b32 %r1, [s];")]
            .concat(),
        &(".visible .shared .b32 s;\n".to_string()
            + &b("mov.b32 %v, %tid.x;\nst.shared.b32 [s], %v;")),
    ]);
    let (_, report) =
        launch(&module.expect("a module"), 2, &Options::default().races(true)).expect("a report");
    let files = |race: &ptx_run::Race| [race.first.file.clone(), race.second.file.clone()];
    let race =
        report.races.iter().find(|race| race.first.file != race.second.file).expect("a race");
    assert_eq!(files(race), ["b.ptx", "a.ptx"]);
    let shown = race.to_string();
    assert!(shown.starts_with("b.ptx:7: race at ") && shown.contains(" at a.ptx:9; "), "{shown}");

    let module = linked("shfl.sync.down.b32 %v, %v, 1, 31, 3;");
    let (_, report) =
        launch(&module, 2, &Options::default().trace([0; 3], [0; 3])).expect("a report");
    let undefined = report.undefined_shuffles[0].to_string();
    assert!(undefined.starts_with("b.ptx:5: lane 1 reads lane 2"), "{undefined}");
    let places: Vec<_> = report.trace.iter().map(|one| one.place()).collect();
    assert!(places.contains(&"b.ptx:5".into()) && places.contains(&"a.ptx:9".into()), "{places:?}");

    let module = linked("mul.f32 %f1, %f1, %f2;\nadd.f32 %f1, %f1, %f2;");
    let kernel = module.kernel("k").expect("a kernel");
    assert!(kernel.may_fuse()[0].starts_with("b.ptx:6: "), "{:?}", kernel.may_fuse());

    let module = linked("tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [%rd, {%v}];");
    let error = module.kernel("k").expect_err("an error").to_string();
    assert!(error.starts_with("b.ptx:5:1: "), "{error}");
}

#[test]
fn errors_name_the_file_of_each_text() {
    let wrong = "tex.1d.v4.f32.s32 {%f1, %f1, %f1, %f1}, [%rd1, {%r1}];";
    let a = [F, &kernel(&format!("call (%r1), f, ();\n{wrong}"))].concat();
    let b = ".visible .func (.reg .b32 %r1) f() { .reg .b64 %rd1; .reg .f32 %f<3>;\n";
    let module = link(&[&a, &format!("{b}{wrong}\nret; }}")]).expect("a module");
    let error = module.kernel("k").expect_err("two errors").to_string();
    let places: Vec<_> = error.lines().filter_map(|line| line.split_once(": ")).collect();
    let places: Vec<_> = places.iter().map(|(place, _)| *place).collect();
    assert_eq!(places, ["a.ptx:8:1", "b.ptx:5:1"], "{error}");
}

/// Files with one name in two folders have their whole names in messages.
#[test]
fn files_of_one_name_have_their_folders() {
    let a = [F, &kernel("call (%r1), f, ();")].concat();
    let b = ".visible .func (.reg .b32 %v) f() { trap; }";
    let module = Module::link(&[text("x/k.ptx", &a), text("y/k.ptx", b)]).expect("a module");
    let fault = launch(&module, 1, &Options::default()).expect_err("a fault");
    assert_eq!(fault.place, Some(("y/k.ptx".into(), 4)));
}

#[test]
fn the_module_has_the_highest_target() {
    let of = |name: &str, target: &str, body: &str| {
        let text = format!(".version 8.6\n.target {target}\n.address_size 64\n{body}");
        Module::new(name, &text).unwrap_or_else(|error| panic!("{error}"))
    };
    // `sqrt.approx.f32` of 3 has other bits on sm_50 than on sm_52.
    let body = "sqrt.approx.f32 %f1, 0f40400000; st.global.f32 [%rd1], %f1;";
    let (a, b) =
        (of("a.ptx", "sm_50", &kernel(body)), |target| of("b.ptx", target, ".func f() { ret; }"));
    let root = |module: &Module| launch(module, 1, &Options::default()).expect("a report").0[0];
    let bits = |number: f32| number.to_bits();
    assert_eq!(root(&Module::link(&[a.clone(), b("sm_50")]).expect("a module")), bits(1.7320509));
    let both = Module::link(&[a.clone(), b("sm_80")]).expect("a module");
    assert_eq!((both.target(), root(&both)), (Some(Target::sm(80)), bits(1.7320508)));
    let error = both.for_target(Target::sm(70)).expect_err("an error").to_string();
    assert!(
        error.starts_with("b.ptx: `sm_70` is below the target of the text, `sm_80`"),
        "{error}"
    );
    let error =
        Module::link(&[b("sm_90a"), of("c.ptx", "sm_100", "")]).expect_err("an error").to_string();
    assert!(error.starts_with("b.ptx: a text for `sm_90a` does not run on `sm_100`"), "{error}");
    assert!(Module::link(&[]).is_err());
    // A module of several texts can be linked again.
    let again = Module::link(&[both, of("c.ptx", "sm_90", "")]).expect("a module");
    assert_eq!(again.target(), Some(Target::sm(90)));
}
