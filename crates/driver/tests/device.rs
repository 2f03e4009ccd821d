//! Tests the attributes of the device and of functions, occupancy, contexts and the types of tensor maps, through the C
//! interface.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::{CStr, c_void};
use std::sync::Mutex;

unsafe extern "C" {
    fn cuDeviceGetAttribute(to: *mut i32, attribute: i32, device: i32) -> i32;
    fn cuDeviceComputeCapability(major: *mut i32, minor: *mut i32, device: i32) -> i32;
    fn cuFuncGetAttribute(to: *mut i32, attribute: i32, function: u64) -> i32;
    fn cuFuncSetAttribute(function: u64, attribute: i32, value: i32) -> i32;
    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(
        to: *mut i32,
        function: u64,
        threads: i32,
        dynamic: usize,
    ) -> i32;
    fn cuDevicePrimaryCtxRetain(to: *mut u64, device: i32) -> i32;
    fn cuDevicePrimaryCtxRelease_v2(device: i32) -> i32;
    fn cuDevicePrimaryCtxReset_v2(device: i32) -> i32;
    fn cuDevicePrimaryCtxSetFlags_v2(device: i32, flags: u32) -> i32;
    fn cuDevicePrimaryCtxGetState(device: i32, flags: *mut u32, active: *mut i32) -> i32;
    fn cuCtxSetCurrent(context: u64) -> i32;
    fn cuCtxGetDevice_v2(to: *mut i32, context: u64) -> i32;
    fn cuCtxGetLimit(to: *mut usize, limit: i32) -> i32;
    fn cuCtxSynchronize_v2(context: u64) -> i32;
    fn cuMemsetD2D8_v2(to: u64, pitch: usize, value: u8, width: usize, height: usize) -> i32;
    fn cuMemsetD2D16_v2(to: u64, pitch: usize, value: u16, width: usize, height: usize) -> i32;
    fn cuMemsetD2D32_v2(to: u64, pitch: usize, value: u32, width: usize, height: usize) -> i32;
    fn cuTensorMapEncodeTiled(
        to: *mut Map,
        kind: i32,
        rank: u32,
        address: u64,
        shape: *const u64,
        strides: *const u64,
        tile: *const u32,
        steps: *const u32,
        interleave: i32,
        swizzle: i32,
        promotion: i32,
        fill: i32,
    ) -> i32;
}

/// `CUtensorMap`.
#[repr(C, align(64))]
struct Map([u8; 128]);

/// All tests use the primary context or the current context of their thread.
static ONE: Mutex<()> = Mutex::new(());

const TEXT: &str = "
.version 8.0
.target sm_90
.address_size 64
.const .align 4 .b8 table[100];
.const .align 4 .u32 one;
.global .align 4 .u32 other;
.visible .entry small() .maxntid 128, 2, 1
{
    .shared .align 4 .b8 tile[1000];
    .local .align 4 .b8 own[32];
    .reg .b32 %r1;
    st.shared.u32 [tile], 1;
    st.local.u32 [own], 1;
    ld.const.u32 %r1, [table];
    ld.const.u32 %r1, [one];
    st.global.u32 [other], %r1;
    ret;
}
.visible .entry plain() { ret; }
\0";

/// The numbers of `CUdevice_attribute` in cuda.h, with the values of an H100 SXM: those of compute capability 9.0 in the
/// CUDA C++ Programming Guide, and those of its data sheet.
const ATTRIBUTES: [(i32, i32); 48] = [
    (1, 1024),
    (2, 1024),
    (3, 1024),
    (4, 64),
    (5, i32::MAX),
    (6, 65535),
    (7, 65535),
    (8, 49152),
    (9, 65536),
    (10, 32),
    (11, i32::MAX),
    (12, 65536),
    (13, 1_980_000),
    (14, 512),
    (15, 1),
    (16, 132),
    (17, 0),
    (18, 0),
    (19, 1),
    (20, 0),
    (30, 512),
    (31, 1),
    (32, 1),
    (33, 1),
    (36, 2_619_000),
    (37, 5120),
    (38, 52_428_800),
    (39, 2048),
    (40, 3),
    (41, 1),
    (51, 32),
    (75, 9),
    (76, 0),
    (78, 1),
    (79, 1),
    (80, 1),
    (81, 233_472),
    (82, 65536),
    (83, 1),
    (87, 2),
    (90, 1),
    (91, 1),
    (95, 1),
    (97, 232_448),
    (99, 1),
    (106, 32),
    (111, 1024),
    (115, 1),
];

/// CLUSTER_LAUNCH and TENSOR_MAP_ACCESS_SUPPORTED.
const OF_HOPPER: [i32; 2] = [120, 127];

/// Calls a function that must succeed, and returns the number that it writes.
fn number<T: Default>(call: impl FnOnce(*mut T) -> i32) -> T {
    let mut number = T::default();
    assert_eq!(call(&raw mut number), 0);
    number
}

#[test]
fn the_device_has_the_attributes_of_a_chip() {
    let _one = ONE.lock();
    assert_eq!(unsafe { cuInit(0) }, 0);
    let attribute = |kind| number(|to| unsafe { cuDeviceGetAttribute(to, kind, 0) });
    for (kind, value) in ATTRIBUTES {
        assert_eq!(attribute(kind), value, "attribute {kind}");
    }
    assert_eq!(OF_HOPPER.map(attribute), [1, 1]);
    let (mut major, mut minor) = (0, 0);
    assert_eq!(unsafe { cuDeviceComputeCapability(&raw mut major, &raw mut minor, 0) }, 0);
    assert_eq!((major, minor), (9, 0));
}

fn function(module: u64, name: &CStr) -> u64 {
    made(|to| unsafe { cuModuleGetFunction(to, module, name.as_ptr()) })
}

/// The numbers are those of `CUfunction_attribute`.
#[test]
fn functions_have_attributes() {
    let _one = ONE.lock();
    let context = context();
    let module = made(|to| unsafe { cuModuleLoadData(to, TEXT.as_ptr()) });
    let [small, plain] = [c"small", c"plain"].map(|name| function(module, name));
    let attribute = |of, kind| number(|to| unsafe { cuFuncGetAttribute(to, kind, of) });
    let of_small = [0, 1, 2, 3, 5, 6, 7, 8, 9].map(|kind| attribute(small, kind));
    assert_eq!(of_small, [256, 1000, 104, 32, 90, 90, 0, 48 << 10, -1]);
    let of_plain = [0, 1, 2, 3, 4, 10].map(|kind| attribute(plain, kind));
    assert_eq!(of_plain, [1024, 0, 104, 0, 32, 0]);
    let mut value = 0;
    assert_eq!(unsafe { cuFuncGetAttribute(&raw mut value, -1, plain) }, 1);
    // 227 KiB are the most shared memory of a block. Other attributes do not change.
    for (kind, value, code, dynamic) in [
        (8, 232_448, 0, 232_448),
        (8, 232_449, 1, 232_448),
        (8, -1, 1, 232_448),
        (9, 50, 0, 232_448),
        (8, 0, 0, 0),
    ] {
        assert_eq!(unsafe { cuFuncSetAttribute(plain, kind, value) }, code, "{kind}: {value}");
        assert_eq!(attribute(plain, 8), dynamic, "{kind}: {value}");
    }
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

/// A multiprocessor holds 64 warps, 32 blocks and 228 KiB of shared memory. Each block takes one more KiB.
#[test]
fn a_multiprocessor_holds_blocks() {
    let _one = ONE.lock();
    let context = context();
    let module = made(|to| unsafe { cuModuleLoadData(to, TEXT.as_ptr()) });
    let plain = function(module, c"plain");
    for (threads, dynamic, blocks) in [
        (1, 0, 32),
        (32, 0, 32),
        (64, 0, 32),
        (65, 0, 21),
        (96, 0, 21),
        (97, 0, 16),
        (256, 0, 8),
        (1024, 0, 2),
        (1025, 0, 0),
        (32, 100 << 10, 2),
        (32, 113 << 10, 2),
        (32, (113 << 10) + 1, 1),
        (32, 227 << 10, 1),
        (32, 228 << 10, 0),
        (512, 10 << 10, 4),
        (128, 20 << 10, 10),
    ] {
        let found = number(|to| unsafe {
            cuOccupancyMaxActiveBlocksPerMultiprocessor(to, plain, threads, dynamic)
        });
        assert_eq!(found, blocks, "{threads} threads, {dynamic} bytes");
    }
    let mut found = 0;
    let refused =
        unsafe { cuOccupancyMaxActiveBlocksPerMultiprocessor(&raw mut found, plain, 0, 0) };
    assert_eq!(refused, 1);
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

/// Returns the flags of the primary context, and whether it is active.
fn primary() -> (u32, i32) {
    let (mut flags, mut active) = (0, 0);
    assert_eq!(unsafe { cuDevicePrimaryCtxGetState(0, &raw mut flags, &raw mut active) }, 0);
    (flags, active)
}

#[test]
fn the_primary_context_counts_its_users() {
    let _one = ONE.lock();
    assert_eq!(unsafe { cuInit(0) }, 0);
    assert_eq!(unsafe { cuDevicePrimaryCtxRelease_v2(0) }, 201);
    assert_eq!(primary(), (0, 0));
    let context = made(|to| unsafe { cuDevicePrimaryCtxRetain(to, 0) });
    let again = made(|to| unsafe { cuDevicePrimaryCtxRetain(to, 0) });
    assert_eq!(context, again);
    for (flags, code, expected) in [(8, 0, 8), (0x7f, 0, 0x7f), (0x80, 1, 0x7f), (0x88, 1, 0x7f)] {
        assert_eq!(unsafe { cuDevicePrimaryCtxSetFlags_v2(0, flags) }, code, "{flags:x}");
        assert_eq!(primary(), (expected, 1));
    }
    // Without a current context, null is no context.
    let mut device = 7;
    assert_eq!(unsafe { cuCtxSetCurrent(0) }, 0);
    assert_eq!(unsafe { cuCtxGetDevice_v2(&raw mut device, 0) }, 201);
    assert_eq!(unsafe { cuCtxGetDevice_v2(&raw mut device, context) }, 0);
    assert_eq!(unsafe { cuCtxSetCurrent(context) }, 0);
    assert_eq!(unsafe { cuCtxGetDevice_v2(&raw mut device, 0) }, 0);
    assert_eq!(unsafe { cuCtxGetDevice_v2(&raw mut device, context + 1) }, 201);
    // A reset frees the memory, and the context remains.
    let memory = made(|to| unsafe { cuMemAlloc_v2(to, 16) });
    let mut bytes = [0u8; 16];
    let mut read = || unsafe { cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), memory, 16) };
    assert_eq!(read(), 0);
    assert_eq!(unsafe { cuDevicePrimaryCtxReset_v2(0) }, 0);
    assert_eq!(read(), 1);
    assert_eq!(primary(), (0, 1));
    assert_eq!(unsafe { cuCtxSynchronize_v2(context) }, 0);
    assert_eq!(unsafe { cuDevicePrimaryCtxRelease_v2(0) }, 0);
    assert_eq!(primary().1, 1);
    assert_eq!(unsafe { cuCtxSynchronize_v2(context) }, 0);
    assert_eq!(unsafe { cuDevicePrimaryCtxRelease_v2(0) }, 0);
    assert_eq!(primary().1, 0);
    assert_eq!(unsafe { cuCtxSynchronize_v2(context) }, 201);
    assert_eq!(unsafe { cuDevicePrimaryCtxRelease_v2(0) }, 201);
    // A reset without a user creates no context.
    assert_eq!(unsafe { cuDevicePrimaryCtxReset_v2(0) }, 0);
    assert_eq!(unsafe { cuCtxSynchronize_v2(context) }, 201);
    assert_eq!(unsafe { cuCtxSetCurrent(0) }, 0);
}

/// The numbers are those of `CUlimit`, and the values those that the documentation names.
#[test]
fn limits_have_defaults() {
    let _one = ONE.lock();
    let context = context();
    let limits = [0, 1, 2, 3, 4, 5, 6];
    let found = limits.map(|limit| number(|to| unsafe { cuCtxGetLimit(to, limit) }));
    assert_eq!(found, [1024, 1_048_576, 8_388_608, 2, 2048, 64, 0]);
    let mut value = 0;
    for limit in [-1, 7] {
        assert_eq!(unsafe { cuCtxGetLimit(&raw mut value, limit) }, 1);
    }
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

/// The numbers are those of `CUtensorMapDataType`. A row of a tile has a multiple of 16 bytes, which shows the size of an
/// element, and only floats can be filled with NaN.
#[test]
fn tensor_maps_have_the_types_of_elements() {
    let _one = ONE.lock();
    let context = context();
    let memory = made(|to| unsafe { cuMemAlloc_v2(to, 1 << 16) });
    let mut map = Map([0; 128]);
    let mut encode = |kind, columns: u32, fill| unsafe {
        let (shape, strides) = ([32u64, 32], [256u64]);
        let (tile, steps) = ([columns, 2], [1, 1]);
        let (shape, strides) = (shape.as_ptr(), strides.as_ptr());
        let (tile, steps) = (tile.as_ptr(), steps.as_ptr());
        let to = &raw mut map;
        cuTensorMapEncodeTiled(to, kind, 2, memory, shape, strides, tile, steps, 0, 0, 0, fill)
    };
    for (kind, bytes, is_float) in [
        (0, 1, false),
        (1, 2, false),
        (2, 4, false),
        (3, 4, false),
        (4, 8, false),
        (5, 8, false),
        (6, 2, true),
        (7, 4, true),
        (8, 8, true),
        (9, 2, true),
    ] {
        assert_eq!(encode(kind, 16 / bytes, 0), 0, "type {kind}");
        assert_eq!(encode(kind, 8 / bytes, 0), 1, "type {kind}");
        assert_eq!(encode(kind, 16 / bytes, 1), i32::from(!is_float), "type {kind}");
        assert_eq!(encode(kind, 16 / bytes, 2), 1, "type {kind}");
    }
    for kind in 10..16 {
        assert_eq!(encode(kind, 4, 0), 801, "type {kind}");
    }
    assert_eq!([-1, 16].map(|kind| encode(kind, 4, 0)), [1, 1]);
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

const FILLED: usize = 64;

/// Tests which rows a fill accepts, and the bytes that it writes.
#[test]
fn fills_have_rows() {
    let _one = ONE.lock();
    let context = context();
    let memory = made(|to| unsafe { cuMemAlloc_v2(to, FILLED) });
    // The element in bytes, the offset, the pitch, the width, the height, and the code.
    for (element, offset, pitch, width, height, code) in [
        (1, 1, 8, 3, 2, 0),
        (2, 2, 8, 3, 2, 0),
        (4, 4, 16, 2, 3, 0),
        (4, 0, 8, 2, 3, 0),
        (4, 0, 4, 2, 1, 0),
        (4, 0, 7, 2, 2, 1),
        (4, 2, 16, 2, 1, 1),
        (2, 1, 16, 2, 1, 1),
        (4, 0, 16, 0, 4, 0),
        (4, 0, 16, 4, 5, 1),
    ] {
        let empty = [0u8; FILLED];
        assert_eq!(unsafe { cuMemcpyHtoD_v2(memory, empty.as_ptr().cast(), FILLED) }, 0);
        let (to, value) = (memory + offset as u64, 0x0403_0201u32);
        let found = unsafe {
            match element {
                1 => cuMemsetD2D8_v2(to, pitch, value as u8, width, height),
                2 => cuMemsetD2D16_v2(to, pitch, value as u16, width, height),
                _ => cuMemsetD2D32_v2(to, pitch, value, width, height),
            }
        };
        let case = (element, offset, pitch, width, height);
        assert_eq!(found, code, "{case:?}");
        let mut bytes = [0u8; FILLED];
        assert_eq!(
            unsafe { cuMemcpyDtoH_v2(bytes.as_mut_ptr().cast(), memory, FILLED) },
            0,
            "{case:?}"
        );
        if code != 0 {
            continue;
        }
        for (at, byte) in bytes.into_iter().enumerate() {
            // The pitch of a single row is ignored.
            let pitch = if height == 1 { FILLED } else { pitch };
            let place = at.checked_sub(offset).map(|at| [at / pitch, at % pitch]);
            let row = place.filter(|[row, column]| *row < height && *column < element * width);
            let expected = row.map_or(0, |[_, column]| 1 + column % element);
            assert_eq!(usize::from(byte), expected, "{case:?}: byte {at}");
        }
    }
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

const PARAMETERS: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry put(.param .u16 a, .param .u32 b, .param .u64 c, .param .u64 x)
{
    .reg .b16 %h1;
    .reg .b32 %r1;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [x];
    ld.param.u16 %h1, [a];
    st.global.u16 [%rd1], %h1;
    ld.param.u32 %r1, [b];
    st.global.u32 [%rd1+4], %r1;
    ld.param.u64 %rd2, [c];
    st.global.u64 [%rd1+8], %rd2;
    ret;
}
\0";

/// Tests parameters as an array of pointers, and as one buffer with their offsets.
#[test]
fn parameters_keep_all_bytes() {
    let _one = ONE.lock();
    let context = context();
    let module = made(|to| unsafe { cuModuleLoadData(to, PARAMETERS.as_ptr()) });
    let put = function(module, c"put");
    let x = made(|to| unsafe { cuMemAlloc_v2(to, 16) });
    let (a, b, c) = (0x1234u16, 0x89ab_cdefu32, 0xfedc_ba98_7654_3210u64);
    let expected = 0xfedc_ba98_7654_3210_89ab_cdef_0000_1234u128;
    let pointers: [*const c_void; 4] = [
        (&raw const a).cast(),
        (&raw const b).cast(),
        (&raw const c).cast(),
        (&raw const x).cast(),
    ];
    // The parameters begin at the bytes 0, 4, 8 and 16.
    let buffer = [u64::from(b) << 32 | u64::from(a), c, x];
    let size = size_of_val(&buffer);
    // `CU_LAUNCH_PARAM_BUFFER_POINTER`, `CU_LAUNCH_PARAM_BUFFER_SIZE` and `CU_LAUNCH_PARAM_END`.
    let extra: [*const c_void; 5] = [
        std::ptr::without_provenance(1),
        buffer.as_ptr().cast(),
        std::ptr::without_provenance(2),
        (&raw const size).cast(),
        std::ptr::null(),
    ];
    let (pointers, extra) = (pointers.as_ptr(), extra.as_ptr());
    for (pointers, extra) in [(pointers, std::ptr::null()), (std::ptr::null(), extra)] {
        let zero = 0u128;
        assert_eq!(unsafe { cuMemcpyHtoD_v2(x, (&raw const zero).cast(), 16) }, 0);
        let launched = unsafe { cuLaunchKernel(put, 1, 1, 1, 1, 1, 1, 0, 0, pointers, extra) };
        assert_eq!(launched, 0);
        let mut found = 0u128;
        assert_eq!(unsafe { cuMemcpyDtoH_v2((&raw mut found).cast(), x, 16) }, 0);
        assert_eq!(found, expected, "{found:x}");
    }
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}
