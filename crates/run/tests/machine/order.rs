//! Tests the order of the divergent lanes of machine code.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options, Order};

/// A kernel with a divergent branch. The old values of a counter show the order of its lanes, and `activemask` after both
/// sides shows which lanes are together. The number of threads that jump is 8.
const TEXT: &str = include_str!("order.ptx");

const CHIPS: [u16; 4] = [75, 80, 90, 120];

/// Returns the old value of the counter and the mask of each thread.
fn lanes(cubin: &[u8], options: &Options) -> Vec<[u32; 2]> {
    let module = Module::from_cubin("order.cubin", cubin).expect("a cubin");
    let mut memory = Memory::new();
    let (x, y) = (memory.add(&[0u32]), memory.add(&[0u32; 64]));
    let kernel = module.kernel("order").unwrap_or_else(|error| panic!("{error}"));
    let arguments = [x.into(), y.into(), 1000u32.into()];
    let launched = kernel.launch(Grid::new(1, 32), &arguments, &mut memory, options);
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    let words = memory.read::<u32>(y);
    words.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Returns the cubin with `NOP` in place of the unconditional instructions whose lowest 12 bits are `opcode`.
fn without(cubin: &[u8], opcode: u16) -> Vec<u8> {
    const NOP: u16 = 0x7918;
    let mut bytes = cubin.to_vec();
    for word in bytes.chunks_exact_mut(16) {
        if u16::from_le_bytes([word[0], word[1]]) == 0x7000 | opcode {
            // The bits of the upper half from 41 on control the schedule.
            word[..12].fill(0);
            word[..2].copy_from_slice(&NOP.to_le_bytes());
        }
    }
    bytes
}

/// The threads 0, 4, 8, … jump to code that adds with the factor 5. The other threads use the factor 3. Both wait for each
/// other at `bar.warp.sync` and at the end of the branch.
#[test]
fn the_lanes_that_fall_through_run_first() {
    let Some(assembler) = Assembler::find() else { return };
    for sm in CHIPS {
        let target = format!("-arch=sm_{sm}");
        let cubin = assembler.cubin(TEXT, &format!("order_{sm}.ptx"), &[&target, "-O3"]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let rank = |thread: u32| match thread % 4 {
            0 => 5 * (24 + thread / 4),
            _ => 3 * (thread - thread.div_ceil(4)),
        };
        let expected: Vec<_> = (0..32).map(|thread| [rank(thread), u32::MAX]).collect();
        for options in [Options::default(), Options::default().order(Order::Stack)] {
            assert_eq!(lanes(&cubin, &options), expected, "sm_{sm}");
        }
    }
}

/// Without `BSYNC`, nothing joins the two sides of the branch, except that equal positions do with `Order::Join`.
#[test]
fn lanes_of_equal_position_join_on_request_only() {
    const BSYNC: u16 = 0x941;
    let Some(assembler) = Assembler::find() else { return };
    let text = TEXT.replace("bar.warp.sync -1;", "");
    for sm in CHIPS {
        let target = format!("-arch=sm_{sm}");
        let cubin = assembler.cubin(&text, &format!("split_{sm}.ptx"), &[&target, "-O3"]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let masks = |cubin: &[u8], options: &Options| -> Vec<u32> {
            lanes(cubin, options).iter().map(|[_, mask]| *mask).collect()
        };
        let split = without(&cubin, BSYNC);
        assert_ne!(split, cubin, "sm_{sm}");
        let of_sides =
            (0..32).map(|thread| if thread % 4 == 0 { 0x1111_1111 } else { 0xeeee_eeee });
        let of_sides: Vec<u32> = of_sides.collect();
        assert_eq!(masks(&cubin, &Options::default()), [u32::MAX; 32], "sm_{sm}");
        assert_eq!(masks(&split, &Options::default()), of_sides, "sm_{sm}");
        let join = Options::default().order(Order::Join);
        assert_eq!(masks(&split, &join), [u32::MAX; 32], "sm_{sm}");
    }
}

/// However often lanes jump back, other lanes of their warp do not run: they may count in the same uniform register.
#[test]
fn both_orders_give_the_bits_of_the_text() {
    let Some(assembler) = Assembler::find() else { return };
    let run = |module: &Module, name: &str, options: &Options| {
        let mut memory = Memory::new();
        let x: Vec<u32> = (1..17).collect();
        let (x, y) = (memory.add(&x), memory.add(&[0u64; 32]));
        let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
        let arguments = [x.into(), y.into(), 1000u32.into()];
        let launched = kernel.launch(Grid::new(1, 32), &arguments, &mut memory, options);
        launched.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        memory.read::<u64>(y)
    };
    let text = Module::new("order.ptx", TEXT).unwrap_or_else(|error| panic!("{error}"));
    for sm in CHIPS {
        let target = format!("-arch=sm_{sm}");
        let cubin = assembler.cubin(TEXT, &format!("rounds_{sm}.ptx"), &[&target, "-O3"]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let module = Module::from_cubin("rounds.cubin", &cubin).expect("a cubin");
        for name in ["rounds", "arms"] {
            let expected = run(&text, name, &Options::default());
            for order in [Order::Stack, Order::Join] {
                let options = Options::default().order(order).max_steps(1_000_000);
                assert_eq!(run(&module, name, &options), expected, "{name}, sm_{sm}, {order:?}");
            }
        }
    }
}

#[test]
fn an_order_is_an_error_for_ptx() {
    let module = Module::new("order.ptx", TEXT).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel("order").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let (x, y) = (memory.add(&[0u32]), memory.add(&[0u32; 64]));
    let arguments = [x.into(), y.into(), 1000u32.into()];
    let options = Options::default().order(Order::Join);
    let launched = kernel.launch(Grid::new(1, 32), &arguments, &mut memory, &options);
    let fault = launched.expect_err("an error");
    assert!(fault.is_callers());
    assert!(fault.message.starts_with("the order of lanes is chosen for machine code"), "{fault}");
}
