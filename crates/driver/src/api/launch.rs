//! Launches.

use crate::border::exported;
use crate::code::*;
use crate::graph::{Attributes, Operation};
use crate::operation::submit;
use crate::pointer::*;
use crate::state::{find, healthy, ready};
use crate::structs::{KernelNode, KernelNodeOfKernel, LaunchConfig};
use ptx_run::Grid;
use std::ffi::c_void;

/// `CU_LAUNCH_PARAM_BUFFER_POINTER` and `CU_LAUNCH_PARAM_BUFFER_SIZE`.
const BUFFER: usize = 1;
const BUFFER_SIZE: usize = 2;

/// Returns the launch of a function. Copies the values of the parameters.
///
/// # Safety
/// `parameters` is null or has a pointer for each parameter. `extra` is null or a list of options as documented.
pub(crate) unsafe fn launched(
    function: u64,
    grid: Grid,
    attributes: Attributes,
    parameters: *const *const c_void,
    extra: *const *const c_void,
) -> Outcome<Operation> {
    let state = healthy()?;
    let known = find(&state.functions, function)?;
    if i32::try_from(grid.shared).map_or(true, |shared| shared > known.most_dynamic) {
        let (asked, most) = (grid.shared, known.most_dynamic);
        let name = known.name.to_string_lossy();
        crate::report::say(&format_args!(
            "kernel `{name}`: {asked} bytes of dynamic shared memory exceed {most}: set \
             CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES"
        ));
        return Err(INVALID_VALUE);
    }
    if known.kernel.signature().parameters.is_empty() {
        return Ok(Operation::Launch { function, grid, attributes, arguments: Vec::new() });
    }
    let mut buffer: (*const u8, usize) = (std::ptr::null(), 0);
    if parameters.is_null() {
        let mut index = 0;
        loop {
            // SAFETY: the list ends with `CU_LAUNCH_PARAM_END`, which is null.
            unsafe {
                match at(extra, index)?.addr() {
                    BUFFER => buffer.0 = at(extra, index + 1)?.cast(),
                    BUFFER_SIZE => buffer.1 = get(at(extra, index + 1)?.cast())?,
                    0 => break,
                    _ => return Err(INVALID_VALUE),
                }
            }
            index += 2;
        }
    }
    let arguments = state.arguments(function, |number, start, size| {
        // SAFETY: each pointer points to a parameter's value. The buffer has its size.
        unsafe {
            match parameters.is_null() {
                false => array(at(parameters, number)?.cast(), size),
                true if start + size > buffer.1 => Err(INVALID_VALUE),
                true => array(buffer.0.wrapping_add(start), size),
            }
        }
    })?;
    Ok(Operation::Launch { function, grid, attributes, arguments })
}

/// Returns the launch that the parameters of a node of a graph describe.
///
/// # Safety
/// `parameters` is null or valid for a read, and its pointers are those of [`launched`].
pub(crate) unsafe fn node(parameters: *const KernelNode) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get`.
    let p = unsafe { get(parameters)? };
    let grid = Grid { blocks: p.blocks, threads: p.threads, shared: p.shared };
    // SAFETY: the caller's guarantees are those of `launched`.
    unsafe { launched(p.function, grid, Attributes::default(), p.parameters, p.extra) }
}

/// Returns the launch that the parameters of a node describe, which may name a kernel instead of a function.
///
/// # Safety
/// The guarantees are those of [`node`].
pub(crate) unsafe fn node_of_kernel(parameters: *const KernelNodeOfKernel) -> Outcome<Operation> {
    // SAFETY: the caller's guarantees are those of `get` and of `node`.
    unsafe {
        let p = get(parameters)?;
        let function = if p.node.function == 0 { p.kernel } else { p.node.function };
        let of_function = KernelNode { function, ..p.node };
        node(&raw const of_function)
    }
}

exported! {
    fn cuFuncSetBlockShape(function: u64, _x: i32, _y: i32, _z: i32) { find(&healthy()?.functions, function).map(|_| ()) }
    "_ptsz" {
        fn cuLaunchKernel(function: u64, blocks_x: u32, blocks_y: u32, blocks_z: u32, threads_x: u32, threads_y: u32,
            threads_z: u32, shared: u32, stream: u64, parameters: *const *const c_void, extra: *const *const c_void) {
            let grid = Grid { blocks: [blocks_x, blocks_y, blocks_z], threads: [threads_x, threads_y, threads_z], shared };
            submit(stream, launched(function, grid, Attributes::default(), parameters, extra)?)
        }
        fn cuLaunchCooperativeKernel(function: u64, blocks_x: u32, blocks_y: u32, blocks_z: u32, threads_x: u32, threads_y: u32,
            threads_z: u32, shared: u32, stream: u64, parameters: *const *const c_void) {
            let grid = Grid { blocks: [blocks_x, blocks_y, blocks_z], threads: [threads_x, threads_y, threads_z], shared };
            submit(stream, launched(function, grid, Attributes::cooperative(), parameters, std::ptr::null())?)
        }
        fn cuLaunchKernelEx(config: *const LaunchConfig, function: u64, parameters: *const *const c_void, extra: *const *const c_void) {
            ready()?;
            let config = get(config)?;
            let attributes = array(config.attributes, config.count as usize)?;
            let grid = Grid { blocks: config.blocks, threads: config.threads, shared: config.shared };
            submit(config.stream, launched(function, grid, Attributes::of_launch(&attributes), parameters, extra)?)
        }
    }
}
