//! Tests `run --link`, which joins several files.
#![cfg(feature = "run")]

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use test_support::root;

/// Runs a kernel of a file that is linked with others. Returns the exit status and both outputs.
fn run(files: &[&Path], arguments: &[&str]) -> (Option<i32>, String, String) {
    let (first, others) = files.split_first().expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptx-bits"));
    command.arg("run").arg(first).args(["--grid", "1"]).args(arguments);
    for file in others {
        command.arg("--link").arg(file);
    }
    let output = command.output().expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn example(name: &str) -> PathBuf {
    root().join("examples/kernels").join(name)
}

/// Writes a file, and returns its path.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("link");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn a_kernel_calls_a_function_of_another_file() {
    let files = [example("caller.ptx"), example("callee.ptx")];
    let files = files.each_ref().map(PathBuf::as_path);
    let arguments = ["--block", "4", "u32[4]", "--print", "0"];
    let expected = "0x00000000\n0x00000001\n0x00000004\n0x00000009\n";
    let (status, out, err) = run(&files, &arguments);
    assert_eq!((status, out.as_str()), (Some(0), expected), "{err}");
    let (status, out, _) = run(&[files[1], files[0]], &arguments);
    assert_eq!((status, out.as_str()), (Some(0), expected));
    let (status, _, err) = run(&files[..1], &arguments);
    assert_eq!(status, Some(2));
    assert!(err.contains("caller.ptx:17:20: `square` has no body in this file"), "{err}");
    let (status, _, err) = run(&[files[0], files[1], files[1]], &arguments);
    assert_eq!(status, Some(2));
    assert!(err.contains("callee.ptx:5:37: `square` is defined in two files"), "{err}");
    assert!(err.contains("note: the first definition is at callee.ptx:5"), "{err}");
    let (status, _, err) = run(&[files[0], Path::new("absent.ptx")], &arguments);
    assert_eq!(status, Some(2));
    assert!(err.contains("cannot read absent.ptx"), "{err}");
}

/// Tests that faults and races name the file of each instruction, in words and in JSON.
#[test]
fn faults_and_races_name_each_file() {
    let head = ".version 8.0\n.target sm_80\n.address_size 64\n";
    let declaration = ".func f(.param .b64 p)";
    let user = format!(
        "{head}.extern {declaration};\n.visible .entry k(.param .u64 y) {{\n.reg .b64 %y; .reg .b32 %r; .param .b64 p;\n\
         ld.param.u64 %y, [y]; st.param.b64 [p], %y;\nld.global.b32 %r, [%y];\ncall f, (p);\nret; }}\n"
    );
    let used = format!(
        "{head}.visible {declaration} {{\n.reg .b64 %y; .reg .b32 %r;\nld.param.b64 %y, [p]; mov.u32 %r, %tid.x;\n\
         st.global.b32 [%y], %r;\nst.global.b32 [%y+4], %r;\nret; }}\n"
    );
    let (user, used) = (file("user.ptx", &user), file("used.ptx", &used));
    let files = [user.as_path(), used.as_path()];
    let (status, _, err) = run(&files, &["--block", "1", "u32[1]"]);
    assert_eq!(status, Some(1));
    assert!(err.contains("error: used.ptx:8: `st.global.b32`: out of bounds"), "{err}");
    let (_, out, _) = run(&files, &["--block", "1", "u32[1]", "--json"]);
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (&document["fault"]["file"], &document["fault"]["line"]),
        (&"used.ptx".into(), &8.into())
    );
    let (status, out, err) = run(&files, &["--block", "2", "u32[2]", "--json", "--races"]);
    assert_eq!(status, Some(1));
    let document: Value = serde_json::from_str(&out).expect("JSON");
    let races = document["races"].as_array().expect("races");
    let sides = |race: &Value| {
        ["first", "second"].map(|side| (race[side]["file"].clone(), race[side]["line"].clone()))
    };
    let expected = [("user.ptx".into(), 8.into()), ("used.ptx".into(), 7.into())];
    assert!(races.iter().any(|race| sides(race) == expected), "{out}");
    assert!(err.contains(" at used.ptx:7; ") && err.contains("user.ptx:8: race"), "{err}");
    let trace = ["--block", "1", "u32[2]", "--trace", "0,0,0:0,0,0"];
    let (_, _, err) = run(&files, &trace);
    assert!(err.contains("thread (0,0,0): user.ptx:8: ld.global.b32 %r, [%y];"), "{err}");
    assert!(err.contains("thread (0,0,0): used.ptx:7: st.global.b32 [%y], %r;"), "{err}");
}
