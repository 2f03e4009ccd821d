//! Streams of the Runtime API.

use super::version::is_old;
use super::{exported_runtime, of};
use crate::api::{context, stream};
use crate::graph::HostFunction;
use std::ffi::c_void;

exported_runtime! {
    fn cudaStreamCreate(to: *mut u64) { of(stream::cuStreamCreate(to, 0)) }
    fn cudaStreamCreateWithFlags(to: *mut u64, flags: u32) { of(stream::cuStreamCreate(to, flags)) }
    fn cudaStreamCreateWithPriority(to: *mut u64, flags: u32, priority: i32) { of(stream::cuStreamCreateWithPriority(to, flags, priority)) }
    fn cudaStreamDestroy(handle: u64) { of(stream::cuStreamDestroy_v2(handle)) }
    fn cudaStreamGetCaptureInfo_v2(handle: u64, status: *mut i32, id: *mut u64, graph: *mut u64, nodes: *mut *const u64, count: *mut usize) {
        of(stream::cuStreamGetCaptureInfo_v2(handle, status, id, graph, nodes, count))
    }
    fn cudaStreamGetCaptureInfo_v3(handle: u64, status: *mut i32, id: *mut u64, graph: *mut u64, nodes: *mut *const u64, edges: *mut *const c_void, count: *mut usize) {
        of(stream::cuStreamGetCaptureInfo_v3(handle, status, id, graph, nodes, edges, count))
    }
    fn cudaStreamUpdateCaptureDependencies_v2(handle: u64, nodes: *const u64, edges: *const c_void, count: usize, flags: u32) {
        of(stream::cuStreamUpdateCaptureDependencies_v2(handle, nodes, edges, count, flags))
    }
    fn cudaThreadExchangeStreamCaptureMode(mode: *mut i32) { of(stream::cuThreadExchangeStreamCaptureMode(mode)) }
    fn cudaDeviceGetStreamPriorityRange(least: *mut i32, greatest: *mut i32) { of(context::cuCtxGetStreamPriorityRange(least, greatest)) }
    "_ptsz" {
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
        fn cudaStreamGetCaptureInfo(handle: u64, status: *mut i32, id: *mut u64, graph: *mut u64, nodes: *mut *const u64, edges: *mut *const c_void, count: *mut usize) {
            // CUDA 12 passes only the status and the number of the capture.
            if is_old() {
                return of(stream::cuStreamGetCaptureInfo(handle, status, id));
            }
            of(stream::cuStreamGetCaptureInfo_v3(handle, status, id, graph, nodes, edges, count))
        }
        fn cudaStreamUpdateCaptureDependencies(handle: u64, nodes: *const u64, first: usize, second: usize, third: u32) {
            // CUDA 13 passes the data of the edges, which CUDA 12 does not have.
            let (count, flags) = if is_old() { (first, second as u32) } else { (second, third) };
            of(stream::cuStreamUpdateCaptureDependencies(handle, nodes, count, flags))
        }
        fn cudaStreamBeginCaptureToGraph(handle: u64, graph: u64, after: *const u64, edges: *const c_void, count: usize, mode: i32) {
            of(stream::cuStreamBeginCaptureToGraph(handle, graph, after, edges, count, mode))
        }
        fn cudaStreamGetDevice(handle: u64, to: *mut i32) { of(stream::cuStreamGetDevice(handle, to)) }
        fn cudaStreamGetAttribute(handle: u64, id: u32, to: *mut [u32; 16]) { of(stream::cuStreamGetAttribute(handle, id, to)) }
        fn cudaStreamSetAttribute(handle: u64, id: u32, value: *const [u32; 16]) { of(stream::cuStreamSetAttribute(handle, id, value)) }
        fn cudaStreamCopyAttributes(to: u64, from: u64) { of(stream::cuStreamCopyAttributes(to, from)) }
        fn cudaLaunchHostFunc_v2(handle: u64, function: Option<HostFunction>, data: *mut c_void, mode: u32) { of(stream::cuLaunchHostFunc_v2(handle, function, data, mode)) }
    }
}
