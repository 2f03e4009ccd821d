//! No false errors on what NVIDIA's compiler emits, where it is installed: `NVRTC_LIB` names
//! `libnvrtc.so`.

use std::path::PathBuf;
use std::process::Command;

const OPTIONS: &[&[&str]] = &[
    &["-arch=compute_75"],
    &["-arch=compute_90", "-fmad=false"],
    &["-arch=compute_100", "-use_fast_math"],
    &["-arch=compute_80", "-ftz=true", "-prec-div=false", "-prec-sqrt=false", "-lineinfo"],
    &["-arch=compute_120", "-G"],
];

#[test]
fn emitted_ptx_has_no_errors() {
    if std::env::var_os("NVRTC_LIB").is_none() {
        eprintln!("skipped: NVRTC_LIB does not name libnvrtc.so");
        return;
    }
    let tests = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests");
    let entries = std::fs::read_dir(tests.join("cuda")).expect("tests/cuda");
    let sources: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    for (i, options) in OPTIONS.iter().enumerate() {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("nvrtc{i}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        let compiled = Command::new("python3")
            .arg(tests.join("nvrtc.py"))
            .arg(&folder)
            .args(&sources)
            .arg("--")
            .args(*options)
            .status()
            .expect("python3 runs");
        assert!(compiled.success(), "NVRTC refuses our sources with {options:?}");
        let mut entries = 0;
        for source in &sources {
            let file = folder.join(source.with_extension("ptx").file_name().expect("a name"));
            let text = std::fs::read_to_string(&file).expect("PTX");
            entries += text.matches(".entry").count();
            let run = Command::new(env!("CARGO_BIN_EXE_ptx")).arg("check").arg(&file).output();
            let run = run.expect("ptx runs");
            let said = String::from_utf8_lossy(&run.stdout);
            assert_eq!(run.status.code(), Some(0), "{options:?}: {said}");
        }
        assert!(entries >= 30, "only {entries} functions with {options:?}");
    }
}
