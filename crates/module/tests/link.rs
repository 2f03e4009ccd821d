//! Compares the linker with the verdicts of NVIDIA's linker, `nvlink` 13.5. With its path in `NVLINK` and that of `ptxas`
//! in `PTXAS`, the test also runs both programs.

use ptx_module::Module;
use ptx_module::syntax::Source;
use std::process::{Command, Stdio};
use std::sync::Arc;
use test_support::assert_linear;

const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

const CALL: &str = ".extern .func (.param .b32 r) f(.param .b32 a);
.visible .entry k() { .param .b32 x, y; .reg .b32 %r; st.param.b32 [x], %r; call (y), f, (x); ret; }";
const DEFINED: &str =
    ".visible .func (.param .b32 r) f(.param .b32 a) { st.param.b32 [r], 1; ret; }";
const USE: &str = ".extern .global .b32 g; .visible .entry k() { .reg .b32 %r; ld.global.b32 %r, [g]; st.global.b32 [g], %r; ret; }";

/// What the linker says about texts.
enum Verdict {
    Good,
    /// No text defines a name. `nvlink` reports an error, and here it is an error of the kernels that use the name.
    Undefined,
    /// An error whose message begins with this text.
    Wrong(&'static str),
}
use Verdict::{Good, Undefined, Wrong};

fn row(texts: &[&str], verdict: Verdict) -> (Vec<String>, Verdict) {
    (texts.iter().map(|text| (*text).into()).collect(), verdict)
}

fn cases() -> Vec<(Vec<String>, Verdict)> {
    let differs = "the declaration of `f` differs from its definition";
    let twice = "`f` is defined in two files";
    let size = "`g` has another size than its definition";
    let space = "`g` is in another state space than its definition";
    let weak = DEFINED.replace(".visible", ".weak");
    let local = DEFINED.replace(".visible ", "");
    let of = |types: &str| {
        let mut names = ["r", "a"].into_iter();
        let parts = types
            .split(',')
            .map(|ty| format!("(.param {})", ty.replace('@', names.next().unwrap_or(""))));
        let [result, parameter] = &parts.collect::<Vec<_>>()[..] else { panic!("{types}") };
        format!(".visible .func {result} f{parameter} {{ ret; }}")
    };
    let all = vec![
        row(&[CALL, DEFINED], Good),
        row(&[DEFINED, CALL], Good),
        row(&[CALL], Undefined),
        row(&[CALL, &local], Undefined),
        row(&[CALL, &weak], Good),
        row(&[CALL, &weak, &weak], Good),
        row(&[CALL, &weak, DEFINED], Good),
        row(&[CALL, DEFINED, DEFINED], Wrong(twice)),
        row(&[CALL, DEFINED, ".visible .entry k() { ret; }"], Wrong("`k` is defined in two files")),
        row(&[CALL, DEFINED, ".weak .entry k() { ret; }"], Good),
        row(&[CALL, DEFINED, ".entry k() { ret; }"], Good),
        row(&[".entry k() { ret; }", ".entry k() { ret; }"], Good),
        row(&[CALL, ".visible .global .b32 f;"], Wrong("expected a function, found `f`")),
        row(&[USE, ".visible .global .b32 g = 7;"], Good),
        row(&[USE, ".visible .global .f32 g = 0f3f800000;"], Good),
        row(&[USE, ".extern .global .b32 g; .visible .global .b32 g = 7;"], Good),
        row(&[USE, ".visible .global .b32 g[1] = {7};"], Good),
        row(&[USE, ".visible .global .align 16 .b32 g;"], Good),
        row(&[USE, ".visible .global .b64 g;"], Wrong(size)),
        row(&[USE, ".visible .global .b32 g[2];"], Wrong(size)),
        row(&[USE, ".visible .const .b32 g;"], Wrong(space)),
        row(&[USE], Undefined),
        row(&[USE, ".global .b32 g = 5;"], Undefined),
        row(&[USE, ".weak .global .b32 g = 5;"], Good),
        row(&[USE, ".weak .global .b32 g = 5;", ".weak .global .b64 g = 5;"], Wrong(size)),
        row(
            &[&USE.replace("b32", "b64"), ".weak .global .b32 g = 5;", ".weak .global .b64 g = 5;"],
            Wrong(size),
        ),
        row(&[USE, ".common .global .b32 g;"], Good),
        row(&[USE, ".common .global .b32 g;", ".common .global .b32 g[2];"], Good),
        row(&[USE, ".common .global .b32 g;", ".visible .global .b32 g = 7;"], Good),
        row(
            &[USE, ".visible .global .b32 g = 7;", ".visible .global .b32 g;"],
            Wrong("`g` is defined in two files"),
        ),
        row(&[&USE.replace("g;", "g[];"), ".visible .global .b32 g[2];"], Good),
        row(
            &[&USE.replace("g;", "g[];"), ".common .global .b32 g[2];", ".visible .global .b32 g;"],
            Wrong(size),
        ),
        // An unused declaration is omitted.
        row(
            &[
                ".extern .func (.param .b64 r) f(.param .b64 a); .visible .entry k() { ret; }",
                DEFINED,
            ],
            Good,
        ),
    ];
    let prototypes = [
        (".u32 @,.s32 @", true),
        (".b32 @,.align 8 .b32 @", true),
        (".b32 @[1],.b32 @", false),
        (".b32 @,.b32 @[1]", false),
        (".f32 @,.f32 @", false),
        (".b64 @,.b64 @", false),
        (".b32 @,.f32 @", false),
        (".align 4 .b8 @[4],.align 4 .b8 @[4]", false),
        (".b32 @[2],.b32 @", false),
    ];
    let prototypes = prototypes.into_iter().map(|(types, is_good)| {
        let verdict = if is_good { Good } else { Wrong(differs) };
        (vec![CALL.to_string(), of(types)], verdict)
    });
    all.into_iter().chain(prototypes).collect()
}

fn module(name: &str, text: &str) -> Arc<Module> {
    Arc::new(Module::new(Source::new(name, format!("{HEADER}{text}").as_bytes())))
}

/// Returns whether `nvlink` links texts. Returns `None` without the programs.
fn nvlink(texts: &[String]) -> Option<bool> {
    let (nvlink, ptxas) = (std::env::var_os("NVLINK")?, std::env::var_os("PTXAS")?);
    let folder = tempfile::tempdir().expect("a folder");
    let objects = texts.iter().enumerate().map(|(number, text)| {
        let [ptx, object] = ["ptx", "o"].map(|end| folder.path().join(format!("{number}.{end}")));
        std::fs::write(&ptx, format!("{HEADER}{text}")).expect("a file");
        let mut ptxas = Command::new(&ptxas);
        let done = ptxas.args(["-arch=sm_80", "-c"]).arg(&ptx).arg("-o").arg(&object).status();
        assert!(done.expect("ptxas").success(), "{text}");
        object
    });
    let objects: Vec<_> = objects.collect();
    let mut nvlink = Command::new(nvlink);
    let nvlink = nvlink.args(["-arch=sm_80", "-o"]).arg(folder.path().join("out")).args(objects);
    Some(nvlink.stdout(Stdio::null()).stderr(Stdio::null()).status().expect("nvlink").success())
}

#[test]
fn verdicts_are_those_of_nvlink() {
    for (texts, verdict) in cases() {
        let modules = texts.iter().enumerate().map(|(i, text)| module(&format!("{i}.ptx"), text));
        let linked = Module::link(modules.collect());
        match (&verdict, linked) {
            (Good | Undefined, Ok(_)) => {}
            (Wrong(start), Err(errors)) => {
                let found = errors[0].finding.message.to_string();
                assert!(found.starts_with(start), "{found}\n{texts:#?}");
            }
            (_, linked) => panic!("{texts:#?}\n{:?}", linked.err()),
        }
        if let Some(is_good) = nvlink(&texts) {
            assert_eq!(is_good, matches!(verdict, Good), "{texts:#?}");
        }
    }
}

#[test]
fn a_message_names_both_files_and_the_declaration_to_write() {
    let wrong = CALL
        .replace("(.param .b32 a)", "(.param .b64 a)")
        .replace(".b32 x, y; .reg .b32", ".b64 x; .param .b32 y; .reg .b64")
        .replace("st.param.b32", "st.param.b64");
    let error = |texts: &[&str]| {
        let names = ["a.ptx", "b.ptx"].iter().zip(texts);
        let errors = Module::link(names.map(|(name, text)| module(name, text)).collect());
        let error = errors.expect_err("an error").remove(0);
        (error.text, error.finding.span, error.finding.message.to_string())
    };
    let (text, span, message) = error(&[&wrong, DEFINED]);
    assert_eq!((text, &format!("{HEADER}{wrong}")[span]), (0, "f"));
    assert_eq!(
        message,
        "the declaration of `f` differs from its definition\n\
         note: the definition at b.ptx:4 is `.func (.param .b32 r) f(.param .b32 a)`\n\
         help: write `.extern .func (.param .b32 r) f(.param .b32 a);`"
    );
    let (text, _, message) = error(&[DEFINED, DEFINED]);
    assert_eq!(text, 1);
    assert_eq!(
        message,
        "`f` is defined in two files\nnote: the first definition is at a.ptx:4\n\
         help: declare one of them `.weak`, or omit `.visible` if only its own file uses it"
    );
}

/// Tests who owns each name: `g`, the weak `h`, and the local `l` of each text.
#[test]
fn names_have_owners() {
    let a = ".extern .global .b32 g; .weak .global .b32 h; .global .b32 l;";
    let b = ".visible .global .b32 g; .weak .global .b32 h; .global .b32 l;";
    let c = ".extern .global .b32 g; .visible .global .b32 h; .global .b32 l;";
    let texts = [("a.ptx", a), ("b.ptx", b), ("c.ptx", c)].map(|(name, text)| module(name, text));
    let linked = Module::link(texts.to_vec()).expect("no error");
    for text in 0..3 {
        let owners = ["g", "h", "l"].map(|name| linked.owner(text, name));
        assert_eq!(owners, [1, 2, text]);
        assert!(linked.is_global(text, "h") && !linked.is_global(text, "l"));
    }
    let first = Module::link(texts[..2].to_vec()).expect("no error");
    assert_eq!([0, 1].map(|text| first.owner(text, "h")), [0, 0]);
}

/// Tests which definition of `g` another text means: `.visible` before `.common` before `.weak`, the largest `.common`, and
/// otherwise the first one.
#[test]
fn the_strongest_definition_is_meant() {
    let (weak, visible) = (".weak .global .b32 g;", ".visible .global .b32 g;");
    let (common, array) = (".common .global .b32 g;", ".common .global .b32 g[2];");
    let both = [
        ".visible .global .b32 g = 7; .extern .global .b32 g;",
        ".extern .global .b32 g; .visible .global .b32 g = 7;",
    ];
    for (texts, owner) in [
        (&[weak, weak][..], 1),
        (&[weak, common], 2),
        (&[common, weak], 1),
        (&[common, common], 1),
        (&[common, array], 2),
        (&[array, common], 1),
        (&[common, visible], 2),
        (&[visible, common], 1),
        (&[visible, weak], 1),
        (&[weak, common, visible], 3),
        (&[both[0], weak], 1),
        (&[both[1], weak], 1),
        (&[weak, both[0]], 2),
        (&[weak, both[1]], 2),
    ] {
        let user = ".extern .global .b32 g;";
        let all = std::iter::once(&user).chain(texts).enumerate();
        let modules = all.map(|(i, text)| module(&format!("{i}.ptx"), text));
        let linked = Module::link(modules.collect()).expect("no error");
        assert_eq!(linked.owner(0, "g"), owner, "{texts:?}");
    }
}

#[test]
fn the_errors_of_the_texts_come_first() {
    let texts = vec![
        module("a.ptx", DEFINED),
        module("b.ptx", &format!("{DEFINED} .func q() {{ retry; }}")),
    ];
    let errors = Module::link(texts).expect_err("an error");
    assert_eq!((errors.len(), errors[0].text), (1, 1));
    assert!(errors[0].finding.message.what.contains("`retry`"));
}

#[test]
fn linking_is_linear() {
    let text = |count: usize| -> String {
        let one = |i| format!(".visible .func f{i}() {{ ret; }} .extern .global .b32 g{i};\n");
        (0..count).map(one).collect()
    };
    assert_linear("functions", 2000, text, |text| {
        let user = text.replace(".visible .func", ".extern .func").replace(" { ret; }", ";");
        let user = user.replace(".extern .global", ".visible .global");
        let modules = vec![module("a.ptx", &text), module("b.ptx", &user)];
        assert!(Module::link(modules).is_ok());
    });
}
