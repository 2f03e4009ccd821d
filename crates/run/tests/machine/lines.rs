//! Compares the source lines in faults of machine code with those of its PTX.

use crate::assembler::Assembler;
use ptx_run::{Fault, Grid, Memory, Module, Options, SourceLine};

const TEXT: &str = include_str!("lines.ptx");

/// Returns the fault of a launch with a distance between the elements that are written and read.
fn fault(module: &Module, distance: u32) -> Fault {
    let mut memory = Memory::new();
    let x = memory.add(&[0f32; 32]);
    let kernel = module.kernel("far").unwrap_or_else(|error| panic!("{error}"));
    let arguments = [x.into(), distance.into()];
    let launched = kernel.launch(
        Grid::new(1, 33 - distance.min(1)),
        &arguments,
        &mut memory,
        &Options::default(),
    );
    launched.expect_err("an access is out of bounds")
}

/// Returns the file and line, and the function and line of each inlined call. The assembler writes no columns.
fn lines(origin: Option<&SourceLine>) -> Vec<(String, usize, String)> {
    let (mut origin, mut found) = (origin, Vec::new());
    while let Some(line) = origin {
        let function = line.inlined.as_ref().map(|one| one.function.to_string());
        found.push((line.file.to_string(), line.line, function.unwrap_or_default()));
        origin = line.inlined.as_ref().map(|one| &*one.at);
    }
    found
}

#[test]
fn faults_name_the_line_of_the_source() {
    let ptx = Module::new("lines.ptx", TEXT).unwrap_or_else(|error| panic!("{error}"));
    let expected = [(0, "far.cu:6"), (1, "far.cu:2 in `twice`, inlined at far.cu:7")];
    for (distance, position) in expected {
        let shown = fault(&ptx, distance).to_string();
        assert!(shown.starts_with(&format!("{position} (lines.ptx:")), "{shown}");
    }
    let Some(assembler) = Assembler::find() else { return };
    for sm in [75, 80, 90, 100, 120] {
        let target = format!("-arch=sm_{sm}");
        let name = format!("lines_{sm}.ptx");
        for options in [&[&target, "-lineinfo"][..], &[&target, "-O0", "-lineinfo"]] {
            let cubin = assembler.cubin(TEXT, &name, options);
            let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
            let machine = Module::from_cubin("lines.cubin", &cubin).expect("a cubin");
            for (distance, position) in expected {
                let (found, of_ptx) = (fault(&machine, distance), fault(&ptx, distance));
                let shown = found.to_string();
                assert!(
                    shown.starts_with(&format!("{position} (lines.cubin): ")),
                    "sm_{sm}: {shown}"
                );
                let [found, of_ptx] = [found, of_ptx].map(|fault| lines(fault.origin.as_deref()));
                assert_eq!(found, of_ptx, "sm_{sm}");
            }
        }
    }
}
