//! Tests the limits of machine code, and addresses and files that are wrong.

use crate::assembler::Assembler;
use crate::compilers::{compare, cubin};
use ptx_isa::Target;
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options, most_shared};

const TEXT: &str = include_str!("limits.ptx");
const CHIPS: [u16; 5] = [75, 80, 90, 100, 120];

/// Launches a kernel of machine code.
fn launch(sm: u16, name: &str, grid: Grid, n: u64) -> Option<Result<u64, Fault>> {
    let cubin = cubin(&Assembler::find()?, TEXT, sm, "-O3");
    let module = Module::from_cubin("limits.cubin", &cubin).expect("a cubin");
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let y = memory.add(&[0u64; 32]);
    let done = kernel.launch(grid, &[y.into(), n.into()], &mut memory, &Options::default());
    Some(done.map(|_| memory.read::<u64>(y)[0]))
}

/// The stack needs more than 300 KiB.
#[test]
fn a_recursion_has_the_local_memory_of_a_text() {
    let expected = [300 * 301 / 2; 32];
    compare(TEXT, &CHIPS, "recursive", Grid::new(1, 32), 300u64.into(), &[0; 32], &expected);
}

#[test]
fn a_full_stack_is_a_limit() {
    for sm in CHIPS {
        let Some(done) = launch(sm, "recursive", Grid::new(1, 1), 1000) else { return };
        let fault = done.expect_err("a fault");
        let what = "the stack is full: the 524288 bytes of local memory of a thread are in use";
        assert_eq!((fault.kind, &*fault.message), (FaultKind::Limit, what), "sm_{sm}");
    }
}

/// The limits of the guide do not contain the kilobyte that the system reserves from sm_90 on.
#[test]
fn shared_memory_has_its_maximum_without_the_reserved_part() {
    compare(TEXT, &CHIPS, "full", Grid::new(1, 1), 7u64.into(), &[0], &[7]);
    for sm in CHIPS {
        let most = most_shared(Target::sm(sm)) as u32;
        let last = u64::from(most) - 8;
        let grid = Grid { shared: most, ..Grid::new(1, 1) };
        let Some(done) = launch(sm, "last", grid, last) else { return };
        assert_eq!(done.expect("no fault"), last, "sm_{sm}");
        let more = Grid { shared: most + 1, ..grid };
        let fault = launch(sm, "last", more, 0).expect("the assembler").expect_err("a fault");
        let what = format!("a block needs {} bytes of shared memory and can have {most}", most + 1);
        assert_eq!(fault.message, what, "sm_{sm}");
    }
}

#[test]
fn a_call_of_a_wrong_address_is_a_fault() {
    for sm in CHIPS {
        let Some(done) = launch(sm, "through", Grid::new(1, 1), 0) else { return };
        let fault = done.expect_err("a fault");
        let what = "goes to an address that is not one of its targets";
        assert_eq!((fault.kind, &*fault.message), (FaultKind::Undefined, what), "sm_{sm}");
    }
}

#[test]
fn a_file_that_is_cut_off_is_named_so() {
    let Some(assembler) = Assembler::find() else { return };
    for sm in CHIPS {
        let cubin = cubin(&assembler, TEXT, sm, "-O3");
        for length in [40, 63, 64, cubin.len() / 2, cubin.len() - 1] {
            let error = Module::from_cubin("cut.cubin", &cubin[..length]).expect_err("an error");
            let what = format!("not a valid cubin: it is cut off after {length} bytes");
            assert!(error.to_string().contains(&what), "sm_{sm}: {error}");
        }
    }
}
