//! `cudaDeviceProp`, in the layouts of CUDA 13 and 12.

use crate::attributes::{MEMORY, device, name};

/// The members up to the compute capability, which both layouts begin with.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Head {
    pub(crate) name: [u8; 256],
    pub(crate) uuid: [u8; 16],
    pub(crate) luid: [u8; 8],
    pub(crate) luid_mask: u32,
    pub(crate) memory: usize,
    pub(crate) shared: usize,
    pub(crate) registers: i32,
    pub(crate) warp: i32,
    pub(crate) pitch: usize,
    pub(crate) most_threads: i32,
    pub(crate) most_block: [i32; 3],
    pub(crate) most_grid: [i32; 3],
    /// `clockRate` in CUDA 12, and nothing in CUDA 13.
    pub(crate) clock: i32,
}

/// The sizes of textures and surfaces, which the engine does not support: from `maxTexture1D` to `maxSurfaceCubemapLayered`.
const TEXTURES: usize = 39;
/// The same in CUDA 12, with `maxTexture1DLinear`.
const TEXTURES_12: usize = TEXTURES + 1;

/// The members from `sharedMemPerBlockOptin` on.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Tail {
    pub(crate) shared_opt_in: usize,
    pub(crate) pageable_tables: i32,
    pub(crate) direct_managed: i32,
    pub(crate) most_blocks: i32,
    pub(crate) policy_window: i32,
    pub(crate) reserved_shared: usize,
    pub(crate) host_register: i32,
    pub(crate) sparse: i32,
    pub(crate) host_register_read_only: i32,
    pub(crate) timeline: i32,
    pub(crate) pools: i32,
    pub(crate) direct: [i32; 3],
    pub(crate) pool_handles: u32,
    pub(crate) deferred: i32,
    pub(crate) ipc_event: i32,
    pub(crate) cluster: i32,
    pub(crate) unified_functions: i32,
    /// `deviceNumaConfig` in CUDA 13.
    pub(crate) numa: i32,
}

/// The layout of CUDA 13.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Properties {
    pub(crate) head: Head,
    pub(crate) constant: usize,
    pub(crate) capability: [i32; 2],
    pub(crate) texture_alignment: usize,
    pub(crate) texture_pitch: usize,
    pub(crate) multiprocessors: i32,
    pub(crate) integrated: i32,
    pub(crate) maps_host: i32,
    pub(crate) textures: [i32; TEXTURES],
    pub(crate) surface_alignment: usize,
    pub(crate) concurrent: i32,
    pub(crate) ecc: i32,
    pub(crate) bus: [i32; 3],
    pub(crate) tcc: i32,
    pub(crate) engines: i32,
    pub(crate) unified: i32,
    pub(crate) bus_width: i32,
    pub(crate) cache: i32,
    pub(crate) persisting: i32,
    pub(crate) threads_together: i32,
    pub(crate) priorities: i32,
    pub(crate) caches: [i32; 2],
    pub(crate) shared_together: usize,
    pub(crate) registers_together: i32,
    pub(crate) managed: i32,
    pub(crate) board: [i32; 2],
    pub(crate) host_atomics: i32,
    pub(crate) pageable: i32,
    pub(crate) concurrent_managed: i32,
    pub(crate) preemption: i32,
    pub(crate) host_pointer: i32,
    pub(crate) cooperative: i32,
    pub(crate) tail: Tail,
    pub(crate) numa: [i32; 3],
    pub(crate) pci: [u32; 2],
    pub(crate) reserved: [i32; 57],
}

/// The layout of CUDA 12.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Properties12 {
    pub(crate) head: Head,
    pub(crate) constant: usize,
    pub(crate) capability: [i32; 2],
    pub(crate) texture_alignment: usize,
    pub(crate) texture_pitch: usize,
    pub(crate) overlap: i32,
    pub(crate) multiprocessors: i32,
    pub(crate) timeout: i32,
    pub(crate) integrated: i32,
    pub(crate) maps_host: i32,
    pub(crate) mode: i32,
    pub(crate) textures: [i32; TEXTURES_12],
    pub(crate) surface_alignment: usize,
    pub(crate) concurrent: i32,
    pub(crate) ecc: i32,
    pub(crate) bus: [i32; 3],
    pub(crate) tcc: i32,
    pub(crate) engines: i32,
    pub(crate) unified: i32,
    pub(crate) memory_clock: i32,
    pub(crate) bus_width: i32,
    pub(crate) cache: i32,
    pub(crate) persisting: i32,
    pub(crate) threads_together: i32,
    pub(crate) priorities: i32,
    pub(crate) caches: [i32; 2],
    pub(crate) shared_together: usize,
    pub(crate) registers_together: i32,
    pub(crate) managed: i32,
    pub(crate) board: [i32; 2],
    pub(crate) host_atomics: i32,
    pub(crate) ratio: i32,
    pub(crate) pageable: i32,
    pub(crate) concurrent_managed: i32,
    pub(crate) preemption: i32,
    pub(crate) host_pointer: i32,
    pub(crate) cooperative: i32,
    pub(crate) cooperative_several: i32,
    pub(crate) tail: Tail,
    pub(crate) reserved: [i32; 62],
}

fn size(attribute: i32) -> usize {
    usize::try_from(device(attribute)).unwrap_or(0)
}

impl Head {
    fn new() -> Self {
        let mut text = [0; 256];
        let name = name();
        let count = name.len().min(255);
        text[..count].copy_from_slice(&name.as_bytes()[..count]);
        Self {
            name: text,
            uuid: *b"ptx-bits-no-gpu!",
            luid: [0; 8],
            luid_mask: 0,
            memory: MEMORY,
            shared: size(8),
            registers: device(12),
            warp: device(10),
            pitch: size(11),
            most_threads: device(1),
            most_block: [2, 3, 4].map(device),
            most_grid: [5, 6, 7].map(device),
            clock: device(13),
        }
    }
}

impl Tail {
    fn new() -> Self {
        Self {
            shared_opt_in: size(97),
            pageable_tables: 0,
            direct_managed: 0,
            most_blocks: device(106),
            policy_window: 0,
            reserved_shared: size(111),
            host_register: 1,
            sparse: 0,
            host_register_read_only: 0,
            timeline: 0,
            pools: 1,
            direct: [0; 3],
            pool_handles: 0,
            deferred: 0,
            ipc_event: 0,
            cluster: device(120),
            unified_functions: 0,
            numa: 0,
        }
    }
}

impl Properties {
    pub(crate) fn new() -> Self {
        Self {
            head: Head::new(),
            constant: size(9),
            capability: [75, 76].map(device),
            texture_alignment: size(14),
            texture_pitch: size(51),
            multiprocessors: device(16),
            integrated: 0,
            maps_host: 1,
            textures: [0; TEXTURES],
            surface_alignment: size(30),
            concurrent: 1,
            ecc: 1,
            bus: [1, 0, 0],
            tcc: 0,
            engines: device(40),
            unified: 1,
            bus_width: device(37),
            cache: device(38),
            persisting: 0,
            threads_together: device(39),
            priorities: 1,
            caches: [1; 2],
            shared_together: size(81),
            registers_together: device(82),
            managed: 1,
            board: [0; 2],
            host_atomics: 0,
            pageable: 0,
            concurrent_managed: 0,
            preemption: 1,
            host_pointer: 1,
            cooperative: 1,
            tail: Tail::new(),
            numa: [-1, 0, -1],
            pci: [0; 2],
            reserved: [0; 57],
        }
    }
}

impl Properties12 {
    pub(crate) fn new() -> Self {
        let new = Properties::new();
        let mut textures = [0; TEXTURES_12];
        textures[..TEXTURES].copy_from_slice(&new.textures);
        Self {
            head: new.head,
            constant: new.constant,
            capability: new.capability,
            texture_alignment: new.texture_alignment,
            texture_pitch: new.texture_pitch,
            overlap: device(15),
            multiprocessors: new.multiprocessors,
            timeout: 0,
            integrated: new.integrated,
            maps_host: new.maps_host,
            mode: 0,
            textures,
            surface_alignment: new.surface_alignment,
            concurrent: new.concurrent,
            ecc: new.ecc,
            bus: new.bus,
            tcc: new.tcc,
            engines: new.engines,
            unified: new.unified,
            memory_clock: device(36),
            bus_width: new.bus_width,
            cache: new.cache,
            persisting: new.persisting,
            threads_together: new.threads_together,
            priorities: new.priorities,
            caches: new.caches,
            shared_together: new.shared_together,
            registers_together: new.registers_together,
            managed: new.managed,
            board: new.board,
            host_atomics: new.host_atomics,
            ratio: device(87),
            pageable: new.pageable,
            concurrent_managed: new.concurrent_managed,
            preemption: new.preemption,
            host_pointer: new.host_pointer,
            cooperative: new.cooperative,
            cooperative_several: 0,
            tail: new.tail,
            reserved: [0; 62],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Properties, Properties12};
    use std::mem::offset_of;

    /// The offsets that nvcc 13.5 prints for `cudaDeviceProp`.
    #[test]
    fn members_have_their_offsets() {
        let found = [
            offset_of!(Properties, constant),
            offset_of!(Properties, capability),
            offset_of!(Properties, textures),
            offset_of!(Properties, surface_alignment),
            offset_of!(Properties, shared_together),
            offset_of!(Properties, tail),
            offset_of!(Properties, numa),
            offset_of!(Properties, pci),
            size_of::<Properties>(),
        ];
        assert_eq!(found, [352, 360, 396, 552, 624, 672, 760, 772, 1008]);
        assert_eq!(size_of::<Properties12>(), 1032);
    }
}
