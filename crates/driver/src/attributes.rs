//! The attributes of the device: those of an H100 SXM, without the abilities that the engine does not support.

use crate::settings::chip;
use ptx_run::most_shared;

/// The bytes of memory that the device has. The operating system provides them as they are written.
pub(crate) const MEMORY: usize = 16 << 30;
pub(crate) const MULTIPROCESSORS: i32 = 132;
const WARPS_OF_MULTIPROCESSOR: i32 = 64;
const BLOCKS_OF_MULTIPROCESSOR: i32 = 32;
/// The bytes of shared memory of a block that is not reserved for system software.
const RESERVED_SHARED: i32 = 1024;

/// Returns the compute capability.
pub(crate) fn capability() -> [i32; 2] {
    let sm = i32::from(chip().sm);
    [sm / 10, sm % 10]
}

/// Returns the most bytes of shared memory that a block can have.
pub(crate) fn shared() -> i32 {
    i32::try_from(most_shared(chip())).unwrap_or(48 << 10)
}

/// Returns the name of the device.
pub(crate) fn name() -> String {
    format!("ptx-bits engine, not a GPU (sm_{})", chip().sm)
}

/// Returns the value of a `CUdevice_attribute`, or of the `cudaDeviceAttr` with the same number. Attributes that are not
/// listed are abilities that the engine does not support.
pub(crate) fn device(attribute: i32) -> i32 {
    match attribute {
        // MAX_THREADS_PER_BLOCK, MAX_BLOCK_DIM_X and _Y
        1..=3 => 1024,
        // MAX_BLOCK_DIM_Z
        4 => 64,
        // MAX_GRID_DIM_X, _Y, _Z
        5 => i32::MAX,
        6 | 7 => 65535,
        // MAX_SHARED_MEMORY_PER_BLOCK, TOTAL_CONSTANT_MEMORY, WARP_SIZE, MAX_PITCH
        8 => 48 << 10,
        9 => 64 << 10,
        10 => 32,
        11 => i32::MAX,
        // MAX_REGISTERS_PER_BLOCK, CLOCK_RATE, TEXTURE_ALIGNMENT, GPU_OVERLAP, MULTIPROCESSOR_COUNT
        12 => 65536,
        13 => 1_980_000,
        14 => 512,
        15 => 1,
        16 => MULTIPROCESSORS,
        // CAN_MAP_HOST_MEMORY
        19 => 1,
        // SURFACE_ALIGNMENT, CONCURRENT_KERNELS, ECC_ENABLED, PCI_BUS_ID
        30 => 512,
        31..=33 => 1,
        // MEMORY_CLOCK_RATE, GLOBAL_MEMORY_BUS_WIDTH, L2_CACHE_SIZE, MAX_THREADS_PER_MULTIPROCESSOR, ASYNC_ENGINE_COUNT
        36 => 2_619_000,
        37 => 5120,
        38 => 50 << 20,
        39 => WARPS_OF_MULTIPROCESSOR * 32,
        40 => 3,
        // UNIFIED_ADDRESSING, TEXTURE_PITCH_ALIGNMENT, COMPUTE_CAPABILITY_MAJOR and _MINOR
        41 => 1,
        51 => 32,
        75 => capability()[0],
        76 => capability()[1],
        // STREAM_PRIORITIES_SUPPORTED, GLOBAL_L1_CACHE_SUPPORTED, LOCAL_L1_CACHE_SUPPORTED
        78..=80 => 1,
        // MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, MAX_REGISTERS_PER_MULTIPROCESSOR, MANAGED_MEMORY
        81 => shared() + RESERVED_SHARED,
        82 => 65536,
        83 => 1,
        // SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, COMPUTE_PREEMPTION_SUPPORTED, CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM
        87 => 2,
        90 | 91 => 1,
        // COOPERATIVE_LAUNCH, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, HOST_REGISTER_SUPPORTED
        95 => 1,
        97 => shared(),
        99 => 1,
        // MAX_BLOCKS_PER_MULTIPROCESSOR, RESERVED_SHARED_MEMORY_PER_BLOCK, MEMORY_POOLS_SUPPORTED
        106 => BLOCKS_OF_MULTIPROCESSOR,
        111 => RESERVED_SHARED,
        115 => 1,
        // CLUSTER_LAUNCH
        120 => i32::from(chip().sm >= 90),
        // TENSOR_MAP_ACCESS_SUPPORTED
        127 => i32::from(chip().sm >= 90),
        _ => 0,
    }
}

/// Returns the number of blocks of this size that a multiprocessor holds.
pub(crate) fn occupancy(threads: i32, shared_bytes: usize) -> i32 {
    let warps = (threads + 31) / 32;
    let needed = i32::try_from(shared_bytes).unwrap_or(i32::MAX).saturating_add(RESERVED_SHARED);
    let by_shared = (shared() + RESERVED_SHARED) / needed;
    (WARPS_OF_MULTIPROCESSOR / warps.max(1)).min(BLOCKS_OF_MULTIPROCESSOR).min(by_shared)
}
