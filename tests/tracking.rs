//! Tests that cargo rebuilds a crate after a PTX file has changed. The test has four calls of `include_ptx!`. Three
//! calls are in the root of a workspace member, in the folder of a module, and in a user's macro. The fourth call
//! includes a file that a build script writes.
//!
//! This test runs only with `PTX_TESTS=full`.

use test_support::{UserCrate, is_full};

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

/// The PTX files, in the order in which the program prints their values.
const FILES: [&str; 4] = ["src/plain.ptx", "src/deep/inner.ptx", "src/wrapped.ptx", "built.ptx"];

/// Writes a PTX file whose function returns `value`.
fn set(made: &UserCrate, file: &str, value: u32) {
    made.write(
        file,
        &format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n\
             .visible .func (.param .b32 r) value() {{ st.param.b32 [r], {value}; ret; }}\n"
        ),
    );
}

#[test]
fn a_changed_file_is_built_again() {
    if !is_full() {
        return;
    }
    let made = UserCrate::new(env!("CARGO_TARGET_TMPDIR"), "tracking");
    made.write("build.rs", BUILD);
    made.write("src/main.rs", MAIN);
    made.write("src/deep/mod.rs", "pub mod inner;\n");
    made.write("src/deep/inner.rs", "ptx::include_ptx! { \"inner.ptx\" pub fn value() -> u32; }\n");
    for (file, value) in FILES.iter().zip(1..) {
        set(&made, file, value);
    }
    let mut values = [1, 2, 3, 4];
    assert_eq!(made.run(), format!("{values:?}\n"));
    for (i, file) in FILES.iter().enumerate() {
        values[i] += 100;
        set(&made, file, values[i]);
        assert_eq!(made.run(), format!("{values:?}\n"), "{file}");
    }
}

/// Tests that the path in a message is relative to the workspace's folder, as in rustc's messages.
#[test]
fn a_fault_names_a_path_that_works() {
    let made = UserCrate::new(env!("CARGO_TARGET_TMPDIR"), "faulty");
    made.write("src/lib.rs", "mod deep;\n");
    made.write("src/deep/mod.rs", "ptx::include_ptx! { \"../../ptx/no.ptx\" fn f(); }\n");
    made.write("ptx/no.ptx", "this is no PTX");
    let (message, folder) = made.fault();
    let named = message.split("error: `").nth(1).and_then(|rest| rest.split('`').next());
    let named = named.unwrap_or_else(|| panic!("expected a file in {message}"));
    assert_eq!(named, std::path::Path::new("member/ptx/no.ptx").display().to_string());
    assert!(folder.join(named).exists(), "{message}");
}
