//! The device of the Runtime API.

use super::properties::{Properties, Properties12};
use super::{exported_runtime, of};
use crate::api::context::{self, reset_primary};
use crate::api::device;
use crate::attributes;
use crate::code::*;
use crate::pointer::*;
use crate::state::any;
use std::ffi::c_char;

fn check(number: i32) -> Outcome {
    if number == 0 { Ok(()) } else { Err(INVALID_DEVICE) }
}

exported_runtime! {
    fn cudaGetDeviceCount(to: *mut i32) { put(to, 1) }
    fn cudaGetDevice(to: *mut i32) { put(to, 0) }
    fn cudaSetDevice(number: i32) { check(number) }
    fn cudaInitDevice(number: i32, _device_flags: u32, _flags: u32) { check(number) }
    fn cudaSetDeviceFlags(_flags: u32) { Ok(()) }
    fn cudaGetDeviceFlags(to: *mut u32) { put(to, 0) }
    fn cudaDeviceReset() { reset_primary(&mut any()); Ok(()) }
    fn cudaDeviceSynchronize() { of(context::cuCtxSynchronize()) }
    fn cudaDeviceGetAttribute(to: *mut i32, attribute: i32, number: i32) { check(number)?; put(to, attributes::device(attribute)) }
    fn cudaGetDeviceProperties(to: *mut Properties, number: i32) { check(number)?; put(to, Properties::new()) }
    fn cudaGetDeviceProperties_v2(to: *mut Properties12, number: i32) { check(number)?; put(to, Properties12::new()) }
    fn cudaDeviceGetPCIBusId(to: *mut c_char, size: i32, number: i32) { check(number)?; of(device::cuDeviceGetPCIBusId(to, size, number)) }
    fn cudaDeviceCanAccessPeer(to: *mut i32, number: i32, peer: i32) { check(number)?; check(peer)?; put(to, 0) }
    fn cudaDeviceGetByPCIBusId(to: *mut i32, id: *const c_char) { of(device::cuDeviceGetByPCIBusId(to, id)) }
    fn cudaDeviceGetP2PAttribute(to: *mut i32, attribute: i32, number: i32, peer: i32) { of(device::cuDeviceGetP2PAttribute(to, attribute, number, peer)) }
    fn cudaDeviceGetLimit(to: *mut usize, kind: i32) { of(context::cuCtxGetLimit(to, kind)) }
    fn cudaDeviceSetLimit(kind: i32, value: usize) { of(context::cuCtxSetLimit(kind, value)) }
    fn cudaDeviceSetCacheConfig(config: i32) { of(context::cuCtxSetCacheConfig(config)) }
    fn cudaDeviceGetCacheConfig(to: *mut i32) { put(to, 0) }
    fn cudaCtxResetPersistingL2Cache() { of(context::cuCtxResetPersistingL2Cache()) }
    fn cudaDeviceGetSharedMemConfig(to: *mut i32) { of(context::cuCtxGetSharedMemConfig(to)) }
    fn cudaDeviceSetSharedMemConfig(config: i32) { of(context::cuCtxSetSharedMemConfig(config)) }
    fn cudaDeviceGetDefaultMemPool(to: *mut u64, number: i32) { check(number)?; of(device::cuDeviceGetDefaultMemPool(to, number)) }
    fn cudaDeviceGetMemPool(to: *mut u64, number: i32) { check(number)?; of(device::cuDeviceGetMemPool(to, number)) }
    fn cudaDeviceSetMemPool(number: i32, pool: u64) { of(device::cuDeviceSetMemPool(number, pool)) }
    fn cudaDriverGetVersion(to: *mut i32) { put(to, device::VERSION) }
    fn cudaRuntimeGetVersion(to: *mut i32) { put(to, device::VERSION) }
    fn cudaProfilerStart() { Ok(()) }
    fn cudaProfilerStop() { Ok(()) }
}
