//! Streams of the Runtime API.

use super::{exported_runtime, of};
use crate::api::{context, stream};
use std::ffi::c_void;

exported_runtime! {
    fn cudaStreamCreate(to: *mut u64) { of(stream::cuStreamCreate(to, 0)) }
    fn cudaStreamCreateWithFlags(to: *mut u64, flags: u32) { of(stream::cuStreamCreate(to, flags)) }
    fn cudaStreamCreateWithPriority(to: *mut u64, flags: u32, priority: i32) { of(stream::cuStreamCreateWithPriority(to, flags, priority)) }
    fn cudaStreamDestroy(handle: u64) { of(stream::cuStreamDestroy_v2(handle)) }
    fn cudaStreamSynchronize(handle: u64) { of(stream::cuStreamSynchronize(handle)) }
    fn cudaStreamQuery(handle: u64) { of(stream::cuStreamQuery(handle)) }
    fn cudaStreamWaitEvent(handle: u64, event: u64, flags: u32) { of(stream::cuStreamWaitEvent(handle, event, flags)) }
    fn cudaStreamGetPriority(handle: u64, to: *mut i32) { of(stream::cuStreamGetPriority(handle, to)) }
    fn cudaStreamGetFlags(handle: u64, to: *mut u32) { of(stream::cuStreamGetFlags(handle, to)) }
    fn cudaStreamGetId(handle: u64, to: *mut u64) { of(stream::cuStreamGetId(handle, to)) }
    fn cudaStreamAddCallback(handle: u64, function: Option<unsafe extern "C" fn(u64, i32, *mut c_void)>, data: *mut c_void, flags: u32) {
        of(stream::cuStreamAddCallback(handle, function, data, flags))
    }
    fn cudaStreamBeginCapture(handle: u64, mode: i32) { of(stream::cuStreamBeginCapture_v2(handle, mode)) }
    fn cudaStreamEndCapture(handle: u64, to: *mut u64) { of(stream::cuStreamEndCapture(handle, to)) }
    fn cudaStreamIsCapturing(handle: u64, to: *mut i32) { of(stream::cuStreamIsCapturing(handle, to)) }
    fn cudaThreadExchangeStreamCaptureMode(mode: *mut i32) { of(stream::cuThreadExchangeStreamCaptureMode(mode)) }
    fn cudaDeviceGetStreamPriorityRange(least: *mut i32, greatest: *mut i32) { of(context::cuCtxGetStreamPriorityRange(least, greatest)) }
}
