//! A changed PTX file is built again, wherever the call of `include_ptx!` is: in the root of a crate
//! of a workspace, in a module's folder, in a user's macro, or of a file that a build script writes.
//!
//! In the quick run one file is changed; with `PTX_TESTS=full` each is.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use test_support::sample;

const MAIN: &str = r#"
mod deep;

mod plain {
    ptx::include_ptx! { "plain.ptx" pub fn value() -> u32; }
}

macro_rules! around {
    ($path:literal, $name:ident) => {
        ptx::include_ptx! { $path pub fn $name() -> u32; }
    };
}

mod wrapped {
    around!("wrapped.ptx", value);
}

mod built {
    ptx::include_ptx! { concat!(env!("OUT_DIR"), "/built.ptx") pub fn value() -> u32; }
}

const VALUES: [u32; 4] = [plain::value(), deep::inner::value(), wrapped::value(), built::value()];

fn main() {
    println!("{VALUES:?}");
}
"#;

const BUILD: &str = r#"
fn main() {
    println!("cargo::rerun-if-changed=built.ptx");
    let to = std::path::Path::new(&std::env::var_os("OUT_DIR").unwrap()).join("built.ptx");
    std::fs::copy("built.ptx", to).unwrap();
}
"#;

/// The files, in the order in which their values are printed.
const FILES: [&str; 4] = ["src/plain.ptx", "src/deep/inner.ptx", "src/wrapped.ptx", "built.ptx"];

/// A crate in its own workspace.
struct Crate {
    root: PathBuf,
}

impl Crate {
    fn new() -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tracking");
        let made = Self { root };
        made.write("../Cargo.toml", "[workspace]\nmembers = [\"member\"]\nresolver = \"3\"\n");
        // The same versions, so that nothing is looked up.
        let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock");
        made.write("../Cargo.lock", &fs::read_to_string(lock).expect("the versions"));
        let ptx = env!("CARGO_MANIFEST_DIR");
        made.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"member\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
                 [dependencies]\nptx = {{ path = {ptx:?} }}\n"
            ),
        );
        made.write("build.rs", BUILD);
        made.write("src/main.rs", MAIN);
        made.write("src/deep/mod.rs", "pub mod inner;\n");
        made.write(
            "src/deep/inner.rs",
            "ptx::include_ptx! { \"inner.ptx\" pub fn value() -> u32; }\n",
        );
        for (file, value) in FILES.iter().zip(1..) {
            made.set(file, value);
        }
        made
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.root.join("member").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    /// Lets the function of a file return a value.
    fn set(&self, file: &str, value: u32) {
        self.write(
            file,
            &format!(
                ".version 8.0\n.target sm_80\n.address_size 64\n\
                 .visible .func (.param .b32 r) value() {{ st.param.b32 [r], {value}; ret; }}\n"
            ),
        );
    }

    /// What the crate prints, built again if cargo thinks so.
    fn run(&self) -> String {
        let output = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--offline", "--package", "member"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", self.root.join("target"))
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

#[test]
fn a_changed_file_is_built_again() {
    let made = Crate::new();
    let mut values = [1, 2, 3, 4];
    assert_eq!(made.run(), format!("{values:?}\n"));
    for (i, file) in FILES.iter().enumerate().take(sample(FILES.len(), FILES.len())) {
        values[i] += 100;
        made.set(file, values[i]);
        assert_eq!(made.run(), format!("{values:?}\n"), "{file}");
    }
}
