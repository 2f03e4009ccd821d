//! Launches by host functions.

use super::error::INVALID_CONFIGURATION;
use super::registration::function;
use super::{exported_runtime, of};
use crate::api;
use crate::code::*;
use crate::graph::{Attributes, HostFunction};
use crate::operation::submit;
use crate::pointer::*;
use crate::state::{find, healthy};
use ptx_run::Grid;
use std::cell::RefCell;
use std::ffi::{c_char, c_void};

/// `dim3`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    x: u32,
    y: u32,
    z: u32,
}

impl Extent {
    fn of(self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }
}

/// `cudaFuncAttributes`.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "C reads the members")]
pub(crate) struct FunctionAttributes {
    pub(crate) shared: usize,
    pub(crate) constant: usize,
    pub(crate) local: usize,
    pub(crate) most_threads: i32,
    pub(crate) registers: i32,
    pub(crate) ptx_version: i32,
    pub(crate) binary_version: i32,
    pub(crate) cache_mode: i32,
    pub(crate) most_dynamic: i32,
    pub(crate) carveout: i32,
}

thread_local! {
    /// The configurations between `<<<` and `>>>` whose kernels have not been called yet.
    static CONFIGURATIONS: RefCell<Vec<(Extent, Extent, usize, u64)>> = const { RefCell::new(Vec::new()) };
}

unsafe fn launch(
    host: usize,
    grid: Grid,
    attributes: Attributes,
    parameters: *const *const c_void,
    stream: u64,
) -> Outcome {
    let function = function(host)?;
    // SAFETY: the compiler passes a pointer for each parameter.
    let launch =
        unsafe { api::launch::launched(function, grid, attributes, parameters, std::ptr::null())? };
    submit(stream, launch)
        .map_err(|code| if code == INVALID_VALUE { INVALID_CONFIGURATION } else { code })
}

unsafe fn plain(
    host: usize,
    grid: Extent,
    block: Extent,
    attributes: Attributes,
    parameters: *const *const c_void,
    shared: usize,
    stream: u64,
) -> Outcome {
    let shared = u32::try_from(shared).map_err(|_| INVALID_VALUE)?;
    // SAFETY: the caller's guarantees are those of `launch`.
    unsafe {
        launch(
            host,
            Grid { blocks: grid.of(), threads: block.of(), shared },
            attributes,
            parameters,
            stream,
        )
    }
}

#[unsafe(no_mangle)]
pub(crate) extern "C" fn __cudaPushCallConfiguration(
    grid: Extent,
    block: Extent,
    shared: usize,
    stream: u64,
) -> u32 {
    CONFIGURATIONS.with_borrow_mut(|all| all.push((grid, block, shared, stream)));
    0
}

exported_runtime! {
    fn __cudaPopCallConfiguration(grid: *mut Extent, block: *mut Extent, shared: *mut usize, stream: *mut u64) {
        let found = CONFIGURATIONS.with_borrow_mut(Vec::pop).ok_or(INVALID_CONFIGURATION)?;
        put(grid, found.0)?;
        put(block, found.1)?;
        put(shared, found.2)?;
        put(stream, found.3)
    }
    fn __cudaGetKernel(to: *mut u64, host: usize) { put(to, function(host)?) }
    fn cudaGetKernel(to: *mut u64, host: usize) { put(to, function(host)?) }
    fn cudaGetFuncBySymbol(to: *mut u64, host: usize) { put(to, function(host)?) }
    fn cudaFuncGetAttributes(to: *mut FunctionAttributes, host: usize) {
        let function = function(host)?;
        let state = healthy()?;
        let get = |kind| api::function::attribute(&state, function, kind);
        let size = |kind| get(kind).map(|value| usize::try_from(value).unwrap_or(0));
        // The struct is longer in later versions, whose further members are about clusters.
        put(to, FunctionAttributes {
            shared: size(1)?, constant: size(2)?, local: size(3)?, most_threads: get(0)?, registers: get(4)?,
            ptx_version: get(5)?, binary_version: get(6)?, cache_mode: get(7)?, most_dynamic: get(8)?, carveout: get(9)?,
        })
    }
    fn cudaFuncSetAttribute(host: usize, kind: i32, value: i32) { of(api::function::cuFuncSetAttribute(function(host)?, kind, value)) }
    fn cudaFuncSetCacheConfig(host: usize, _config: i32) { function(host).map(|_| ()) }
    fn cudaFuncSetSharedMemConfig(host: usize, _config: i32) { function(host).map(|_| ()) }
    fn cudaFuncGetName(to: *mut *const c_char, host: usize) {
        let function = function(host)?;
        put(to, find(&healthy()?.functions, function)?.name.as_ptr())
    }
    fn cudaOccupancyMaxActiveBlocksPerMultiprocessor(to: *mut i32, host: usize, threads: i32, dynamic: usize) {
        of(api::occupancy::cuOccupancyMaxActiveBlocksPerMultiprocessor(to, function(host)?, threads, dynamic))
    }
    fn cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(to: *mut i32, host: usize, threads: i32, dynamic: usize, flags: u32) {
        of(api::occupancy::cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(to, function(host)?, threads, dynamic, flags))
    }
    fn cudaOccupancyAvailableDynamicSMemPerBlock(to: *mut usize, host: usize, blocks: i32, threads: i32) {
        of(api::occupancy::cuOccupancyAvailableDynamicSMemPerBlock(to, function(host)?, blocks, threads))
    }
    fn cudaOccupancyMaxActiveClusters(to: *mut i32, host: usize, config: *const c_void) {
        of(api::occupancy::cuOccupancyMaxActiveClusters(to, function(host)?, config))
    }
    fn cudaOccupancyMaxPotentialClusterSize(to: *mut i32, host: usize, config: *const c_void) {
        of(api::occupancy::cuOccupancyMaxPotentialClusterSize(to, function(host)?, config))
    }
    "_ptsz" {
        fn cudaLaunchKernel(host: usize, grid: Extent, block: Extent, parameters: *const *const c_void, shared: usize, stream: u64) {
            plain(host, grid, block, Attributes::default(), parameters, shared, stream)
        }
        fn cudaLaunchCooperativeKernel(host: usize, grid: Extent, block: Extent, parameters: *const *const c_void, shared: usize, stream: u64) {
            plain(host, grid, block, Attributes::cooperative(), parameters, shared, stream)
        }
        fn __cudaLaunchKernel(kernel: usize, grid: Extent, block: Extent, parameters: *const *const c_void, shared: usize, stream: u64) {
            plain(kernel, grid, block, Attributes::default(), parameters, shared, stream)
        }
        fn cudaLaunchKernelExC(config: *const RuntimeConfig, host: usize, parameters: *const *const c_void) {
            let config = get(config)?;
            let attributes = Attributes::of_launch(&array(config.attributes, config.count as usize)?);
            let shared = u32::try_from(config.shared).map_err(|_| INVALID_VALUE)?;
            let grid = Grid { blocks: config.blocks, threads: config.threads, shared };
            launch(host, grid, attributes, parameters, config.stream)
        }
        fn cudaLaunchHostFunc(stream: u64, host: Option<HostFunction>, data: *mut c_void) { of(api::stream::cuLaunchHostFunc(stream, host, data)) }
    }
}

/// `cudaLaunchConfig_t`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct RuntimeConfig {
    pub(crate) blocks: [u32; 3],
    pub(crate) threads: [u32; 3],
    pub(crate) shared: usize,
    pub(crate) stream: u64,
    pub(crate) attributes: *const crate::structs::LaunchAttribute,
    pub(crate) count: u32,
}
