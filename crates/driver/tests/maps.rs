//! Tests tensor maps for copies with `.im2col`, through the C interface.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::CStr;
use std::process::Command;
use std::ptr::null;
use std::sync::Mutex;

type Map = [u8; 128];

unsafe extern "C" {
    fn cuTensorMapEncodeIm2col(
        to: *mut Map,
        kind: i32,
        rank: u32,
        address: u64,
        shape: *const u64,
        strides: *const u64,
        lower: *const i32,
        upper: *const i32,
        channels: u32,
        pixels: u32,
        steps: *const u32,
        interleave: i32,
        swizzle: i32,
        promotion: i32,
        fill: i32,
    ) -> i32;
    fn cuTensorMapEncodeIm2colWide(
        to: *mut Map,
        kind: i32,
        rank: u32,
        address: u64,
        shape: *const u64,
        strides: *const u64,
        lower: i32,
        upper: i32,
        channels: u32,
        pixels: u32,
        steps: *const u32,
        interleave: i32,
        mode: i32,
        swizzle: i32,
        promotion: i32,
        fill: i32,
    ) -> i32;
    fn cuTensorMapReplaceAddress(map: *mut Map, address: u64) -> i32;
}

/// One context at a time is current in these tests.
static ONE: Mutex<()> = Mutex::new(());

#[repr(align(64))]
struct Maps([Map; 2]);

/// The arguments of a map. A tensor has 2 images of 5 pixels of 16 words, and a filter of 3 pixels has a padding of 1.
#[derive(Clone)]
struct Arguments {
    kind: i32,
    rank: u32,
    address: u64,
    shape: [u64; 6],
    strides: [u64; 5],
    lower: [i32; 4],
    upper: [i32; 4],
    channels: u32,
    pixels: u32,
    steps: [u32; 6],
    interleave: i32,
    mode: i32,
    swizzle: i32,
    promotion: i32,
    fill: i32,
}

impl Arguments {
    fn new(address: u64) -> Self {
        Self {
            kind: 2,
            rank: 3,
            address,
            shape: [16, 5, 2, 1, 1, 1],
            strides: [64, 320, 640, 640, 640],
            lower: [-1, 0, 0, 0],
            upper: [-1, 0, 0, 0],
            channels: 16,
            pixels: 8,
            steps: [1; 6],
            interleave: 0,
            mode: 0,
            swizzle: 0,
            promotion: 0,
            fill: 0,
        }
    }

    fn encode(&self, to: *mut Map) -> i32 {
        unsafe {
            cuTensorMapEncodeIm2col(
                to,
                self.kind,
                self.rank,
                self.address,
                self.shape.as_ptr(),
                self.strides.as_ptr(),
                self.lower.as_ptr(),
                self.upper.as_ptr(),
                self.channels,
                self.pixels,
                self.steps.as_ptr(),
                self.interleave,
                self.swizzle,
                self.promotion,
                self.fill,
            )
        }
    }

    fn encode_wide(&self, to: *mut Map) -> i32 {
        unsafe {
            cuTensorMapEncodeIm2colWide(
                to,
                self.kind,
                self.rank,
                self.address,
                self.shape.as_ptr(),
                self.strides.as_ptr(),
                self.lower[0],
                self.upper[0],
                self.channels,
                self.pixels,
                self.steps.as_ptr(),
                self.interleave,
                self.mode,
                self.swizzle,
                self.promotion,
                self.fill,
            )
        }
    }
}

/// A change of one argument, and the result that the documentation of the function gives it.
type Case = (&'static str, fn(&mut Arguments), i32);

/// What both functions check.
const CASES: &[Case] = &[
    ("a type that does not exist", |one| one.kind = 16, 1),
    ("a type that is not supported", |one| one.kind = 11, 801),
    ("rank 2", |one| one.rank = 2, 1),
    ("rank 1", |one| one.rank = 1, 1),
    ("rank 0", |one| one.rank = 0, 1),
    ("rank 6", |one| one.rank = 6, 1),
    ("an address", |one| one.address += 8, 1),
    ("no pixels in W", |one| one.shape[1] = 0, 1),
    ("too many pixels in W", |one| one.shape[1] = (1 << 32) + 1, 1),
    ("a stride that is no multiple of 16", |one| one.strides[0] = 72, 1),
    ("a stride of 2^40", |one| one.strides[1] = 1 << 40, 1),
    ("a lower corner", |one| one.lower[0] = -(1 << 15) - 1, 1),
    ("an upper corner", |one| one.upper[0] = 1 << 15, 1),
    ("an empty box", |one| one.lower[0] = 4, 1),
    ("no channels", |one| one.channels = 0, 1),
    ("too many channels", |one| one.channels = 257, 1),
    ("a row of 8 bytes", |one| one.channels = 2, 1),
    ("no pixels", |one| one.pixels = 0, 1),
    ("too many pixels", |one| one.pixels = 1025, 1),
    ("no step", |one| one.steps[1] = 0, 1),
    ("a step of 9", |one| one.steps[1] = 9, 1),
    ("a layout that is not supported", |one| one.interleave = 1, 801),
    ("a layout that does not exist", |one| one.interleave = 3, 1),
    ("a permutation", |one| one.swizzle = 7, 1),
    ("a permutation of fewer bytes than a row", |one| one.swizzle = 1, 1),
    ("a promotion", |one| one.promotion = 4, 1),
    ("a fill", |one| one.fill = 2, 1),
    ("NaN for integers", |one| one.fill = 1, 1),
];

/// Checks the results of a function for changed arguments.
fn check(arguments: &Arguments, cases: &[Case], encode: fn(&Arguments, *mut Map) -> i32) {
    let mut maps = Maps([[0; 128]; 2]);
    let to = (&raw mut maps.0).cast::<Map>();
    assert_eq!(encode(arguments, to), 0);
    assert_eq!(encode(arguments, to.wrapping_byte_add(32)), 1);
    assert_eq!(encode(arguments, std::ptr::null_mut()), 1);
    for (what, change, code) in cases {
        let mut changed = arguments.clone();
        change(&mut changed);
        assert_eq!(encode(&changed, to), *code, "{what}");
    }
}

/// Runs a kernel that copies to a buffer of this size. Returns its words.
fn run(text: &[u8], name: &CStr, map: *const Map, bytes: usize) -> Vec<u32> {
    let module = made(|to| unsafe { cuModuleLoadData(to, text.as_ptr()) });
    let function = made(|to| unsafe { cuModuleGetFunction(to, module, name.as_ptr()) });
    let y = made(|to| unsafe { cuMemAlloc_v2(to, bytes) });
    let parameters = [(&raw const y).cast(), map.cast()];
    let launched =
        unsafe { cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, parameters.as_ptr(), null()) };
    assert_eq!(launched, 0);
    let mut found = vec![0u32; bytes / 4];
    assert_eq!(unsafe { cuMemcpyDtoH_v2(found.as_mut_ptr().cast(), y, bytes) }, 0);
    found
}

/// Returns the text of a kernel that copies pixels to shared memory, and `bytes` of them to `y`.
fn kernel(target: &str, copy: &str, bytes: usize) -> Vec<u8> {
    format!(
        "
.version 8.6
.target {target}
.address_size 64
.visible .entry pixels(.param .u64 y, .param .align 64 .b8 map[128])
{{
    .shared .align 1024 .b8 s[{bytes}];
    .shared .align 8 .b64 bar;
    .reg .pred %p;
    .reg .b16 %h<3>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [y];
    mov.b64 %rd2, map;
    cvta.param.u64 %rd2, %rd2;
    mbarrier.init.shared::cta.b64 [bar], 1;
    fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {bytes};
    {copy}
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [bar], 0;
    @!%p bra.uni WAIT;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], {bytes};
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}}
\0"
    )
    .into_bytes()
}

/// Returns the address of the tensor, whose words count from 1.
fn tensor() -> u64 {
    let x = made(|to| unsafe { cuMemAlloc_v2(to, 640) });
    let values: Vec<u32> = (1..=160).collect();
    assert_eq!(unsafe { cuMemcpyHtoD_v2(x, values.as_ptr().cast(), 640) }, 0);
    x
}

/// Returns a word of the tensor, or zero outside of it.
fn word(channel: i32, w: i32, n: i32) -> u32 {
    if (0..5).contains(&w) { (1 + channel + 16 * (w + 5 * n)) as u32 } else { 0 }
}

#[test]
fn a_tensor_map_describes_pixels() {
    let _one = ONE.lock();
    let context = context();
    let x = tensor();
    let arguments = Arguments::new(x);
    check(&arguments, CASES, Arguments::encode);
    // Corners have fewer bits in more dimensions.
    let four: &[Case] = &[
        ("rank 4", |one| (one.lower[1], one.upper[1]) = (-1, 1), 0),
        ("a corner of 7 bits", |one| one.lower[0] = -129, 1),
        ("a corner in H", |one| one.upper[1] = 128, 1),
        ("an empty box in H", |one| one.upper[1] = -2, 1),
    ];
    check(&Arguments { rank: 4, ..arguments.clone() }, four, Arguments::encode);
    let five: &[Case] = &[
        ("rank 5", |one| one.lower[2] = -1, 0),
        ("a corner of 4 bits", |one| one.lower[2] = -17, 1),
        ("a corner in D", |one| one.upper[2] = 16, 1),
    ];
    check(&Arguments { rank: 5, ..arguments.clone() }, five, Arguments::encode);
    // The second pixel of the filter, from the base -1 of the first image: 5 bases of each image lie in the box.
    let mut maps = Maps([[0; 128]; 2]);
    let to = (&raw mut maps.0).cast::<Map>();
    assert_eq!(arguments.encode(to), 0);
    let copy = "mov.b16 %h1, 2;
    cp.async.bulk.tensor.3d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [s], [%rd2, {0, -1, 0}], [bar], {%h1};";
    let text = kernel("sm_90", copy, 8 * 64);
    let bases = [(-1, 0), (0, 0), (1, 0), (2, 0), (3, 0), (-1, 1), (0, 1), (1, 1)];
    let expected: Vec<u32> = bases
        .iter()
        .flat_map(|(w, n)| (0..16).map(move |channel| word(channel, w + 2, *n)))
        .collect();
    assert_eq!(run(&text, c"pixels", to, 8 * 64), expected);
    // The same map at another address.
    let other = made(|to| unsafe { cuMemAlloc_v2(to, 640) });
    let moved = |to, address| unsafe { cuTensorMapReplaceAddress(to, address) };
    assert_eq!(moved(to, other + 8), 1);
    assert_eq!(moved(to.wrapping_byte_add(32), other), 1);
    assert_eq!(moved(std::ptr::null_mut(), other), 1);
    // The second map has zeros, which no function has written.
    assert_eq!(moved(to.wrapping_add(1), other), 1);
    assert_eq!(moved(to, other), 0);
    assert_eq!(run(&text, c"pixels", to, 8 * 64), [0; 128]);
    assert_eq!(moved(to, x), 0);
    assert_eq!(run(&text, c"pixels", to, 8 * 64), expected);
    // Chips before sm_100 have no wide maps.
    assert_eq!(Arguments { swizzle: 2, ..arguments }.encode_wide(to), 801);
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

/// Runs in a process whose device computes as another chip.
#[test]
#[cfg_attr(miri, ignore = "runs a process")]
fn a_wide_tensor_map_describes_pixels() {
    let own = std::env::current_exe().expect("the test");
    let output = Command::new(own)
        .args(["--exact", "wide", "--ignored"])
        .env("PTX_BITS_TARGET", "sm_100a")
        .output()
        .expect("the test");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}

#[test]
#[ignore = "runs in a separate process"]
fn wide() {
    let context = context();
    let arguments = Arguments { swizzle: 2, pixels: 4, ..Arguments::new(tensor()) };
    check(&arguments, CASES, Arguments::encode_wide);
    let wide: &[Case] = &[
        ("no permutation", |one| one.swizzle = 0, 1),
        ("a permutation that pixels do not have", |one| one.swizzle = 5, 1),
        ("128 bytes", |one| one.swizzle = 3, 0),
        ("a mode", |one| one.mode = 2, 1),
        ("128 pixels, whose number is ignored", |one| (one.mode, one.pixels) = (1, 0), 0),
    ];
    check(&arguments, wide, Arguments::encode_wide);
    let mut maps = Maps([[0; 128]; 2]);
    let to = (&raw mut maps.0).cast::<Map>();
    assert_eq!(arguments.encode_wide(to), 0);
    // Four pixels from the base 0, with the offset 1, and one pixel that follows.
    let copy = "mov.b16 %h1, 1;
    mov.b16 %h2, 1;
    cp.async.bulk.tensor.3d.shared::cluster.global.im2col::w.mbarrier::complete_tx::bytes [s], [%rd2, {0, 0, 1}], [bar], {%h1, %h2};";
    let found = run(&kernel("sm_100a", copy, 5 * 64), c"pixels", to, 5 * 64);
    // Pieces of 16 bytes change their places inside of 64 bytes by two bits of the row's number.
    for (row, w) in (1..6).enumerate() {
        for channel in 0..16usize {
            let bytes = 64 * row + 4 * channel;
            let place = bytes ^ ((bytes >> 7 & 3) << 4);
            // Base 4 is outside of the box, so the last pixel is the first of the next image, which does not exist.
            let expected = if w < 5 { word(channel as i32, w, 1) } else { 0 };
            assert_eq!(found[place / 4], expected, "{row} {channel}");
        }
    }
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}
