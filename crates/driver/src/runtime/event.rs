//! Events of the Runtime API.

use super::{exported_runtime, of};
use crate::api::event;

exported_runtime! {
    fn cudaEventCreate(to: *mut u64) { of(event::cuEventCreate(to, 0)) }
    fn cudaEventCreateWithFlags(to: *mut u64, flags: u32) { of(event::cuEventCreate(to, flags)) }
    fn cudaEventQuery(handle: u64) { of(event::cuEventQuery(handle)) }
    fn cudaEventSynchronize(handle: u64) { of(event::cuEventSynchronize(handle)) }
    fn cudaEventDestroy(handle: u64) { of(event::cuEventDestroy_v2(handle)) }
    fn cudaEventElapsedTime(to: *mut f32, start: u64, end: u64) { of(event::cuEventElapsedTime(to, start, end)) }
    "_ptsz" {
        fn cudaEventRecord(handle: u64, stream: u64) { of(event::cuEventRecord(handle, stream)) }
        fn cudaEventRecordWithFlags(handle: u64, stream: u64, flags: u32) { of(event::cuEventRecordWithFlags(handle, stream, flags)) }
    }
}
