//! Compares copies of pixels and of rows that are apart with their machine code.

use crate::assembler::Assembler;
use ptx_isa::Type;
use ptx_run::{Grid, Memory, Module, Options, Swizzle, TensorMap};

const TEXT: &str = include_str!("pixels.ptx");
const LATER: &str = include_str!("pixels_100.ptx");

/// The number of words of the buffer.
const WORDS: u32 = 1 << 13;

/// Returns the map of a kernel for the buffer at an address.
fn map(name: &str, address: u64) -> TensorMap {
    // 16 channels, and as many elements as the strides in bytes say.
    let (shape, strides): (&[u64], &[u64]) = match name {
        "rows" => (&[64, 64], &[256]),
        "line" | "wide" => (&[16, 12, 8], &[64, 768]),
        "plane" => (&[16, 6, 5, 4], &[64, 384, 1920]),
        _ => (&[16, 4, 3, 5, 2], &[64, 256, 768, 3840]),
    };
    let rank = shape.len();
    let (lower, upper) = (vec![0; rank - 2], vec![-1; rank - 2]);
    let map = match name {
        "rows" => TensorMap::tiled(address, Type::U32, shape, strides, &[16, 1]),
        "wide" => {
            let map =
                TensorMap::im2col_wide(address, Type::U32, shape, strides, [-1, -1], 8, Some(16));
            map.and_then(|map| map.swizzle(Swizzle::B64))
        }
        _ => TensorMap::im2col(address, Type::U32, shape, strides, [&lower, &upper], 8, 16),
    };
    map.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the words of the buffer after a launch.
fn words(module: &Module, name: &str, offset: u32, options: &Options) -> Vec<u32> {
    let mut memory = Memory::new();
    let y: Vec<u32> = (0..WORDS).map(|i| i.wrapping_mul(0x9e37_79b1) >> 8).collect();
    let y = memory.add(&y);
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let arguments = [y.into(), map(name, y.address()).into(), offset.into()];
    let launched = kernel.launch(Grid::new(1, 128), &arguments, &mut memory, options);
    launched.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    memory.read(y)
}

fn compare(text: &str, chips: &[&str], name: &str) {
    let ptx = Module::new("pixels.ptx", text).unwrap_or_else(|error| panic!("{error}"));
    let plain = Options::default();
    let expected: Vec<_> = (0..3).map(|offset| words(&ptx, name, offset, &plain)).collect();
    assert!(expected[0] != expected[1] && expected[1] != expected[2], "the offsets matter");
    let Some(assembler) = Assembler::find() else { return };
    for chip in chips {
        for level in ["-O0", "-O3"] {
            let file = format!("pixels_{name}_{chip}{level}.ptx");
            let cubin = assembler.cubin(text, &file, &[&format!("-arch={chip}"), level]);
            let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
            let machine = Module::from_cubin("pixels.cubin", &cubin).expect("a cubin");
            for (offset, expected) in expected.iter().enumerate() {
                for options in [plain.clone(), plain.clone().races(true)] {
                    let found = words(&machine, name, offset as u32, &options);
                    assert!(&found == expected, "{name}, {chip}, {level}, {offset}, {options:?}");
                }
            }
        }
    }
}

#[test]
fn copies_of_pixels_equal_their_machine_code() {
    for name in ["line", "plane", "volume"] {
        compare(TEXT, &["sm_90", "sm_100", "sm_120"], name);
    }
}

#[test]
fn copies_of_rows_and_lines_equal_their_machine_code() {
    for name in ["rows", "wide"] {
        compare(LATER, &["sm_100a"], name);
    }
}
