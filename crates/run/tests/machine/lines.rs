//! Compares the source lines in faults of machine code with those of its PTX.

use crate::assembler::Assembler;
use ptx_run::{Fault, Grid, Memory, Module, Options, SourceLine, UndefinedLine};

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

/// Without lines of the source, messages name the instruction with its address.
#[test]
fn messages_name_the_instruction() {
    let text = "
.version 8.0
.target sm_75
.address_size 64
.visible .entry shuffle(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i, %w; .reg .pred %p;
    ld.param.u64 %y, [y]; mov.u32 %i, %laneid; mad.wide.u32 %y, %i, 4, %y;
    setp.ge.u32 %p, %i, 16; @%p bra END;
    shfl.sync.down.b32 %w, %i, 1, 31, 0xffff;
    shfl.sync.down.b32 %w, %w, 2, 31, 0xffff;
    st.global.u32 [%y], %w;
END:
    ret;
}
.visible .entry wait(.param .u64 y) { barrier.sync 1, 64; ret; }
";
    let Some(assembler) = Assembler::find() else { return };
    for sm in [75, 80, 90, 120] {
        let cubin = assembler.cubin(text, "instruction.ptx", &[&format!("-arch=sm_{sm}")]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let machine = Module::from_cubin("instruction.cubin", &cubin).expect("a cubin");
        let launch = |name: &str| {
            let mut memory = Memory::new();
            let y = memory.add(&[0u32; 32]);
            let kernel = machine.kernel(name).unwrap_or_else(|error| panic!("{error}"));
            kernel.launch(Grid::new(1, 32), &[y.into()], &mut memory, &Options::default())
        };
        let shuffles = launch("shuffle").expect("a report").undefined_shuffles;
        let found: Vec<_> = UndefinedLine::all(&shuffles).iter().map(ToString::to_string).collect();
        let [first, second] = &found[..] else { panic!("sm_{sm}: {found:?}") };
        for (found, lanes) in
            [(first, ": lane 15 reads lane 16,"), (second, ": lanes 14 and 15 read")]
        {
            assert!(found.starts_with("`/*") && found.contains("*/ SHFL.DOWN"), "{found}");
            assert!(found.contains(&format!("`{lanes}")), "{found}");
        }
        let fault = launch("wait").expect_err("a deadlock");
        let note = &fault.notes[0];
        assert!(note.starts_with("`/*") && note.contains("*/ BAR.SYNC"), "{note}");
    }
}
