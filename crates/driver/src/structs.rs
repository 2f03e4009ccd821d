//! The structs of the Driver API, with the members that CUDA's documentation lists.
//!
//! `layout.rs` compares sizes and offsets with those of nvcc, where it is installed.

use std::ffi::c_void;

/// `CUDA_MEMCPY2D`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Copy2d {
    pub(crate) source_x: usize,
    pub(crate) source_y: usize,
    pub(crate) source_kind: u32,
    pub(crate) source_host: u64,
    pub(crate) source_device: u64,
    pub(crate) source_array: u64,
    pub(crate) source_pitch: usize,
    pub(crate) target_x: usize,
    pub(crate) target_y: usize,
    pub(crate) target_kind: u32,
    pub(crate) target_host: u64,
    pub(crate) target_device: u64,
    pub(crate) target_array: u64,
    pub(crate) target_pitch: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// `CUDA_MEMCPY3D`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copy3d {
    pub(crate) source_x: usize,
    pub(crate) source_y: usize,
    pub(crate) source_z: usize,
    pub(crate) source_level: usize,
    pub(crate) source_kind: u32,
    pub(crate) source_host: u64,
    pub(crate) source_device: u64,
    pub(crate) source_array: u64,
    pub(crate) reserved_0: usize,
    pub(crate) source_pitch: usize,
    pub(crate) source_height: usize,
    pub(crate) target_x: usize,
    pub(crate) target_y: usize,
    pub(crate) target_z: usize,
    pub(crate) target_level: usize,
    pub(crate) target_kind: u32,
    pub(crate) target_host: u64,
    pub(crate) target_device: u64,
    pub(crate) target_array: u64,
    pub(crate) reserved_1: usize,
    pub(crate) target_pitch: usize,
    pub(crate) target_height: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) depth: usize,
}

/// `CUlaunchConfig`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct LaunchConfig {
    pub(crate) blocks: [u32; 3],
    pub(crate) threads: [u32; 3],
    pub(crate) shared: u32,
    pub(crate) stream: u64,
    pub(crate) attributes: *const LaunchAttribute,
    pub(crate) count: u32,
}

/// `CUlaunchAttribute`. The value is a union of 64 bytes.
#[repr(C, align(8))]
#[derive(Clone, Copy)]
pub(crate) struct LaunchAttribute {
    pub(crate) id: u32,
    pub(crate) padding: u32,
    pub(crate) value: [u32; 16],
}

/// `CUDA_KERNEL_NODE_PARAMS_v1`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct KernelNode {
    pub(crate) function: u64,
    pub(crate) blocks: [u32; 3],
    pub(crate) threads: [u32; 3],
    pub(crate) shared: u32,
    pub(crate) parameters: *const *const c_void,
    pub(crate) extra: *const *const c_void,
}

/// `CUDA_KERNEL_NODE_PARAMS_v2`. The kernel is for a null function.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct KernelNodeOfKernel {
    pub(crate) node: KernelNode,
    pub(crate) kernel: u64,
    pub(crate) context: u64,
}

/// `CUDA_MEMSET_NODE_PARAMS`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct SetNode {
    pub(crate) target: u64,
    pub(crate) pitch: usize,
    pub(crate) value: u32,
    pub(crate) element: u32,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// `CUDA_GRAPH_INSTANTIATE_PARAMS`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct InstantiateParameters {
    pub(crate) flags: u64,
    pub(crate) stream: u64,
    /// The node that made the function fail, and the reason.
    pub(crate) node: u64,
    pub(crate) result: i32,
}

/// `CUgraphExecUpdateResultInfo`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct UpdateResult {
    pub(crate) result: i32,
    /// The node that differs, and the node that its edge comes from.
    pub(crate) node: u64,
    pub(crate) from: u64,
}

/// `CUDA_HOST_NODE_PARAMS`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct HostNode {
    pub(crate) function: Option<unsafe extern "C" fn(*mut c_void)>,
    pub(crate) data: *mut c_void,
}

/// `CUDA_MEM_ALLOC_NODE_PARAMS`, whose first member is a `CUmemPoolProps`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct AllocNode {
    pub(crate) pool: PoolProperties,
    pub(crate) access: *const c_void,
    pub(crate) access_count: usize,
    pub(crate) bytes: usize,
    pub(crate) address: u64,
}

/// `CUgraphNodeParams`. The content is a union of the parameters of all types of nodes.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct NodeParameters {
    pub(crate) kind: i32,
    pub(crate) reserved: [i32; 3],
    pub(crate) content: [u64; 30],
}

/// `CUmemPoolProps`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct PoolProperties {
    pub(crate) kind: u32,
    pub(crate) handles: u32,
    pub(crate) location: Location,
    pub(crate) security: *const c_void,
    pub(crate) most_bytes: usize,
    pub(crate) usage: u16,
    pub(crate) reserved: [u8; 54],
}

/// `CUmemLocation`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Location {
    pub(crate) kind: u32,
    pub(crate) id: i32,
}

/// `CUdevprop`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct DeviceProperties {
    pub(crate) most_threads: i32,
    pub(crate) most_block: [i32; 3],
    pub(crate) most_grid: [i32; 3],
    pub(crate) shared: i32,
    pub(crate) constant: i32,
    pub(crate) warp: i32,
    pub(crate) pitch: i32,
    pub(crate) registers: i32,
    pub(crate) clock: i32,
    pub(crate) texture_alignment: i32,
}
