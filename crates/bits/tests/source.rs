//! Runs CUDA C++ files with compilers that are shell scripts: they print their options and write recorded PTX.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A kernel that writes `2 * x[i]`, with the name that a C++ compiler gives it.
const PTX: &str = "\
.version 8.0
.target sm_90
.address_size 64
.visible .entry _Z6doublePf(.param .u64 x)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<4>;
    .reg .f32 %f<3>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.u64 %rd3, %rd1, %rd2;
    ld.global.f32 %f1, [%rd3];
    add.rn.f32 %f2, %f1, %f1;
    st.global.f32 [%rd3], %f2;
    ret;
}
";

/// Creates an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("source").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn script(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).expect("a script");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("permissions");
}

/// Runs `ptx-bits` with only the programs of a folder. Returns the exit status, standard output and standard error.
fn ptx_bits(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(arguments)
        .current_dir(folder)
        .env_clear()
        .env("PATH", folder)
        .output()
        .expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("a status"), text(&output.stdout), text(&output.stderr))
}

const LAUNCH: [&str; 9] = [
    "run",
    "k.cu",
    "--entry",
    "double",
    "--grid=1",
    "--block=2",
    "--print=0",
    "f32[]:1.5,-3",
    "--jobs=1",
];

#[test]
fn nvcc_compiles_for_the_target() {
    let folder = folder("nvcc");
    fs::write(folder.join("k.cu"), "__global__ void double_(float *);").expect("a file");
    fs::write(folder.join("ptx"), PTX).expect("a file");
    // The option after `-o` is the output file.
    script(
        &folder,
        "nvcc",
        "echo \"$@\" > options\necho 'k.cu(1): warning' >&2\nwhile [ \"$1\" != -o ]; do shift; done\n\
         while read -r line; do echo \"$line\"; done < ptx > \"$2\"",
    );
    let (status, out, err) = ptx_bits(&folder, &LAUNCH);
    assert_eq!((status, out.as_str()), (0, "0x40400000\n0xc0c00000\n"), "{err}");
    assert!(err.starts_with("k.cu(1): warning\n"), "{err}");
    let options = fs::read_to_string(folder.join("options")).expect("the options");
    assert!(options.starts_with("-x cu -ptx -lineinfo -arch sm_90 -o "), "{options}");
    assert!(options.ends_with(" ./k.cu\n"), "{options}");

    let more =
        ["--target=sm_100", "--compiler-option=-use_fast_math", "--compiler-option", "-DN=2"];
    let (status, ..) = ptx_bits(&folder, &[&LAUNCH[..], &more].concat());
    assert_eq!(status, 0);
    let options = fs::read_to_string(folder.join("options")).expect("the options");
    assert!(
        options.starts_with("-x cu -ptx -lineinfo -arch sm_100 -use_fast_math -DN=2 -o "),
        "{options}"
    );
}

#[test]
fn nvrtc_compiles_without_nvcc() {
    let folder = folder("nvrtc");
    fs::write(folder.join("k.cu"), "").expect("a file");
    fs::write(folder.join("ptx"), PTX).expect("a file");
    // The search for packages of NVIDIA has the option `-c`.
    script(
        &folder,
        "python3",
        "[ \"$1\" = -c ] && exit 1\necho \"$@\" > options\nwhile read -r line; do echo \"$line\"; done < ptx",
    );
    let (status, out, err) = ptx_bits(&folder, &LAUNCH);
    assert_eq!((status, out.as_str()), (0, "0x40400000\n0xc0c00000\n"), "{err}");
    let options = fs::read_to_string(folder.join("options")).expect("the options");
    assert_eq!(options, "-m ptx_bits.nvrtc ./k.cu --target sm_90\n");
}

#[test]
fn errors_of_the_compiler_are_shown() {
    let folder = folder("errors");
    fs::write(folder.join("k.cu"), "").expect("a file");
    script(&folder, "nvcc", "echo 'k.cu(1): error: expected a declaration' >&2\nexit 2");
    let (status, out, err) = ptx_bits(&folder, &LAUNCH);
    assert_eq!((status, out.as_str()), (2, ""));
    assert_eq!(err, "error: nvcc refuses the file\nk.cu(1): error: expected a declaration\n");
}

#[test]
fn a_missing_compiler_is_named() {
    let folder = folder("missing");
    fs::write(folder.join("k.cu"), "").expect("a file");
    let expected = "error: k.cu is CUDA C++, and no compiler is installed\n\
                    note: nvcc is searched in `PATH`, in `CUDA_HOME` and in the Python environment\n\
                    help: install nvcc, or NVRTC with `python3 -m pip install 'ptx-bits[cuda]'`\n";
    assert_eq!(ptx_bits(&folder, &LAUNCH), (2, String::new(), expected.into()));
    script(&folder, "python3", "echo \"No module named 'ptx_bits'\" >&2\nexit 1");
    assert_eq!(ptx_bits(&folder, &LAUNCH), (2, String::new(), expected.into()));
    // A file that is not there is reported before a compiler is searched.
    let (status, _, err) = ptx_bits(&folder, &["run", "absent.cu", "--grid=1", "--block=1"]);
    assert!(status == 2 && err.starts_with("error: cannot read absent.cu"), "{err}");
}

#[test]
fn compiler_options_are_for_source_files() {
    let folder = folder("options");
    fs::write(folder.join("k.ptx"), PTX).expect("a file");
    let arguments = ["run", "k.ptx", "--grid=1", "--block=1", "--compiler-option=-G", "f32[1]"];
    let (status, _, err) = ptx_bits(&folder, &arguments);
    let expected = "error: `--compiler-option` is for CUDA C++, and k.ptx is not a .cu file\n";
    assert_eq!((status, err.as_str()), (2, expected));
}

#[test]
fn tools_are_listed_with_versions() {
    let folder = folder("tools");
    script(&folder, "nvcc", "echo 'Cuda compilation tools, release 13.5, V13.5.37'");
    let (status, out, err) = ptx_bits(&folder, &["tools"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines.len(), 5, "{out}");
    assert!(lines[0].starts_with("nvcc      13.5.37     ") && lines[0].ends_with("/nvcc"), "{out}");
    assert_eq!(lines[1], "NVRTC     not found   `python3 -m pip install 'ptx-bits[cuda]'`");
    assert_eq!(lines[2], "ptxas     not found   `python3 -m pip install 'nvidia-cuda-nvcc'`");
    assert_eq!(lines[4], "Triton    not found   `python3 -m pip install 'triton'`");
}

/// Without a cubin for the chip, a driver compiles the PTX of a fatbin.
#[test]
fn the_text_of_a_fatbin_runs() {
    let folder = folder("fatbin");
    let mut fatbin = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    fatbin.extend((64 + PTX.len() as u64 + 1).to_le_bytes());
    let mut header = [0; 64];
    (header[0], header[4], header[28]) = (1, 64, 90);
    header[8..16].copy_from_slice(&(PTX.len() as u64 + 1).to_le_bytes());
    fatbin.extend(header);
    fatbin.extend(PTX.bytes().chain([0]));
    fs::write(folder.join("k.fatbin"), fatbin).expect("a file");
    let run = |target: &str| {
        let shape = ["run", "k.fatbin", "--grid", "1", "--block", "2", "--target", target];
        ptx_bits(&folder, &[&shape[..], &["f32[]:1,2", "--print", "0"]].concat())
    };
    let (status, out, errors) = run("sm_100");
    assert_eq!((status, out.as_str()), (0, "0x40000000\n0x40800000\n"), "{errors}");
    assert!(errors.starts_with("note: k.fatbin has no cubin for the chip; its PTX runs\n"));
    let (status, _, errors) = run("sm_80");
    let expected = "error: k.fatbin: no cubin of the fatbin runs on sm_80; it has PTX for sm_90\n";
    assert_eq!((status, errors.as_str()), (2, expected));
}
