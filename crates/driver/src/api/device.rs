//! Initialisation, errors and the device.

use crate::attributes::{self, MEMORY, capability};
use crate::border::exported;
use crate::code::*;
use crate::pointer::*;
use crate::state::{DEFAULT_POOL, any, find, initialised};
use crate::structs::DeviceProperties;
use std::ffi::c_char;

/// The version of the interface: CUDA 13.5.
pub(crate) const VERSION: i32 = 13050;

const UUID: [u8; 16] = *b"ptx-bits-no-gpu!";
const BUS: &str = "0000:01:00.0";

/// Checks the number of a device. There is one.
pub(crate) fn check(device: i32) -> Outcome {
    initialised().map(drop)?;
    if device == 0 { Ok(()) } else { Err(INVALID_DEVICE) }
}

/// Sets the current pool of the device.
pub(super) fn set_pool(pool: u64) -> Outcome {
    let mut state = any();
    state.refuse_unsafe()?;
    find(&state.pools, pool)?;
    state.pool = pool;
    Ok(())
}

exported! {
    fn cuInit(flags: u32) {
        if flags != 0 {
            return Err(INVALID_VALUE);
        }
        any().is_initialised = true;
        Ok(())
    }
    fn cuDriverGetVersion(to: *mut i32) { put(to, VERSION) }
    fn cuGetErrorName(code: i32, to: *mut *const c_char) {
        let found = described(code);
        put(to, found.map_or(std::ptr::null(), |one| one.0.as_ptr().cast()))?;
        found.map(|_| ()).ok_or(INVALID_VALUE)
    }
    fn cuGetErrorString(code: i32, to: *mut *const c_char) {
        let found = described(code);
        put(to, found.map_or(std::ptr::null(), |one| one.1.as_ptr().cast()))?;
        found.map(|_| ()).ok_or(INVALID_VALUE)
    }
    fn cuDeviceGet(to: *mut i32, number: i32) { check(number)?; put(to, 0) }
    fn cuDeviceGetCount(to: *mut i32) { initialised().map(drop)?; put(to, 1) }
    fn cuDeviceGetName(to: *mut c_char, size: i32, device: i32) {
        check(device)?;
        put_text(to, usize::try_from(size).unwrap_or(0), &attributes::name())
    }
    fn cuDeviceGetUuid(to: *mut [u8; 16], device: i32) { check(device)?; put(to, UUID) }
    fn cuDeviceGetUuid_v2(to: *mut [u8; 16], device: i32) { check(device)?; put(to, UUID) }
    fn cuDeviceTotalMem(to: *mut u32, device: i32) { check(device)?; put(to, u32::MAX) }
    fn cuDeviceTotalMem_v2(to: *mut usize, device: i32) { check(device)?; put(to, MEMORY) }
    fn cuDeviceGetAttribute(to: *mut i32, attribute: i32, device: i32) {
        check(device)?;
        if attribute < 1 {
            return Err(INVALID_VALUE);
        }
        put(to, attributes::device(attribute))
    }
    fn cuDeviceGetProperties(to: *mut DeviceProperties, device: i32) {
        check(device)?;
        let of = attributes::device;
        put(to, DeviceProperties {
            most_threads: of(1),
            most_block: [of(2), of(3), of(4)],
            most_grid: [of(5), of(6), of(7)],
            shared: of(8),
            constant: of(9),
            warp: of(10),
            pitch: of(11),
            registers: of(12),
            clock: of(13),
            texture_alignment: of(14),
        })
    }
    fn cuDeviceComputeCapability(major: *mut i32, minor: *mut i32, device: i32) {
        check(device)?;
        put(major, capability()[0])?;
        put(minor, capability()[1])
    }
    fn cuDeviceGetPCIBusId(to: *mut c_char, size: i32, device: i32) {
        check(device)?;
        put_text(to, usize::try_from(size).unwrap_or(0), BUS)
    }
    fn cuDeviceGetByPCIBusId(to: *mut i32, id: *const c_char) {
        initialised().map(drop)?;
        if text(id)? != BUS {
            return Err(INVALID_DEVICE);
        }
        put(to, 0)
    }
    fn cuDeviceCanAccessPeer(to: *mut i32, device: i32, peer: i32) { check(device)?; check(peer)?; put(to, 0) }
    fn cuDeviceGetP2PAttribute(to: *mut i32, _attribute: i32, device: i32, peer: i32) {
        check(device)?;
        check(peer)?;
        // A device is not its own peer.
        let _ = to;
        Err(INVALID_DEVICE)
    }
    fn cuDeviceGetDefaultMemPool(to: *mut u64, device: i32) { check(device)?; put(to, DEFAULT_POOL) }
    fn cuDeviceGetMemPool(to: *mut u64, device: i32) { check(device)?; put(to, any().pool) }
    fn cuDeviceSetMemPool(device: i32, pool: u64) {
        check(device)?;
        set_pool(pool)
    }
    fn cuDeviceGetExecAffinitySupport(to: *mut i32, _kind: i32, device: i32) { check(device)?; put(to, 0) }
}
