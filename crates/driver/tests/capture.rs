//! Tests the errors of stream capture that CUDA's documentation describes, through the C interface.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::collections::HashSet;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null;
use std::sync::Mutex;

unsafe extern "C" {
    fn cuCtxSetCurrent(context: u64) -> i32;
    fn cuStreamQuery(stream: u64) -> i32;
    fn cuStreamSynchronize(stream: u64) -> i32;
    fn cuStreamWaitEvent(stream: u64, event: u64, flags: u32) -> i32;
    fn cuStreamIsCapturing(stream: u64, to: *mut i32) -> i32;
    fn cuStreamBeginCaptureToGraph(
        stream: u64,
        graph: u64,
        after: *const u64,
        edges: *const c_void,
        count: usize,
        mode: i32,
    ) -> i32;
    fn cuStreamUpdateCaptureDependencies(
        stream: u64,
        nodes: *const u64,
        count: usize,
        flags: u32,
    ) -> i32;
    fn cuStreamAttachMemAsync(stream: u64, address: u64, bytes: usize, flags: u32) -> i32;
    fn cuEventRecord(event: u64, stream: u64) -> i32;
    fn cuEventQuery(event: u64) -> i32;
    fn cuEventSynchronize(event: u64) -> i32;
    fn cuThreadExchangeStreamCaptureMode(mode: *mut i32) -> i32;
    fn cuMemAllocPitch_v2(
        to: *mut u64,
        pitch: *mut usize,
        width: usize,
        height: usize,
        element: u32,
    ) -> i32;
    fn cuMemFree_v2(address: u64) -> i32;
    fn cuMemAllocHost_v2(to: *mut u64, bytes: usize) -> i32;
    fn cuMemHostAlloc(to: *mut u64, bytes: usize, flags: u32) -> i32;
    fn cuMemFreeHost(address: u64) -> i32;
    fn cuMemHostRegister_v2(address: u64, bytes: usize, flags: u32) -> i32;
    fn cuMemHostUnregister(address: u64) -> i32;
    fn cuMemAdvise(address: u64, bytes: usize, advice: i32, device: i32) -> i32;
    fn cuModuleUnload(module: u64) -> i32;
    fn cuLibraryUnload(library: u64) -> i32;
    fn cuDeviceGetDefaultMemPool(to: *mut u64, device: i32) -> i32;
    fn cuDeviceSetMemPool(device: i32, pool: u64) -> i32;
    fn cuMemPoolCreate(to: *mut u64, properties: *const [u64; 11]) -> i32;
    fn cuMemPoolDestroy(pool: u64) -> i32;
    fn cuMemPoolGetAttribute(pool: u64, attribute: i32, value: *mut u64) -> i32;
    fn cuMemPoolSetAttribute(pool: u64, attribute: i32, value: *const u64) -> i32;
    fn cuCtxSetCacheConfig(config: i32) -> i32;
    fn cuCtxSetSharedMemConfig(config: i32) -> i32;
    fn cudaFree(address: u64) -> i32;
    fn cudaEventQuery(event: u64) -> i32;
    fn cudaDeviceSetCacheConfig(config: i32) -> i32;
    fn cuMemPrefetchAsync(address: u64, bytes: usize, device: i32, stream: u64) -> i32;
    fn cuMemsetD32Async(to: u64, value: u32, count: usize, stream: u64) -> i32;
    fn cuGraphGetNodes(graph: u64, nodes: *mut u64, count: *mut usize) -> i32;
    fn cuGetProcAddress_v2(
        name: *const c_char,
        to: *mut *const c_void,
        version: i32,
        flags: u64,
        status: *mut i32,
    ) -> i32;
    fn cudaMemsetAsync(to: u64, value: i32, count: usize, stream: u64) -> i32;
    fn cudaMemsetAsync_ptsz(to: u64, value: i32, count: usize, stream: u64) -> i32;
    fn cudaStreamIsCapturing_ptsz(stream: u64, to: *mut i32) -> i32;
    fn cuStreamSynchronize_ptsz(stream: u64) -> i32;
    fn cuGetErrorName(code: i32, to: *mut *const c_char) -> i32;
    fn cudaGetErrorString(code: i32) -> *const c_char;
}

const UNSUPPORTED: i32 = 900;
const INVALIDATED: i32 = 901;
const MERGE: i32 = 902;
const UNMATCHED: i32 = 903;
const UNJOINED: i32 = 904;
const ISOLATION: i32 = 905;
const IMPLICIT: i32 = 906;
const CAPTURED_EVENT: i32 = 907;
const WRONG_THREAD: i32 = 908;

/// The tests use one process, and contexts see all of its memory.
static ONE: Mutex<()> = Mutex::new(());

/// What a test records with: two streams, two events, and four words of memory.
struct Objects {
    context: u64,
    streams: [u64; 2],
    events: [u64; 2],
    memory: u64,
}

impl Objects {
    fn new() -> Self {
        assert_eq!(unsafe { cuInit(0) }, 0);
        let context = made(|to| unsafe { cuCtxCreate_v2(to, 0, 0) });
        let streams = [0; 2].map(|_| made(|to| unsafe { cuStreamCreate(to, 1) }));
        let events = [0; 2].map(|_| made(|to| unsafe { cuEventCreate(to, 0) }));
        let memory = made(|to| unsafe { cuMemAllocManaged(to, 16, 1) });
        Self { context, streams, events, memory }
    }

    /// Begins a capture of the first stream, which fills the first word.
    fn begin(&self) {
        assert_eq!(unsafe { cuStreamBeginCapture_v2(self.streams[0], 0) }, 0);
        assert_eq!(self.fill(0, 1), 0);
    }

    /// Fills the word of a stream.
    fn fill(&self, stream: usize, value: u32) -> i32 {
        let to = self.memory + 4 * stream as u64;
        unsafe { cuMemsetD32Async(to, value, 1, self.streams[stream]) }
    }

    /// Lets a stream wait for all work of another.
    fn join(&self, to: usize, from: usize) {
        let event = self.events[from];
        assert_eq!(unsafe { cuEventRecord(event, self.streams[from]) }, 0);
        assert_eq!(unsafe { cuStreamWaitEvent(self.streams[to], event, 0) }, 0);
    }

    /// Returns the capture status of a stream.
    fn status(&self, stream: usize) -> i32 {
        let mut status = 9;
        assert_eq!(unsafe { cuStreamIsCapturing(self.streams[stream], &raw mut status) }, 0);
        status
    }

    /// Ends the capture of the first stream. Returns the result and the graph.
    fn end(&self) -> (i32, u64) {
        let mut graph = 9;
        (unsafe { cuStreamEndCapture(self.streams[0], &raw mut graph) }, graph)
    }

    /// Checks that the capture is invalid until it ends, without a graph, and that the stream then records again.
    fn assert_invalidated(&self, call: &str) {
        assert_eq!(self.status(0), 2, "{call}");
        assert_eq!(self.fill(0, 2), INVALIDATED, "{call}");
        assert_eq!(self.end(), (INVALIDATED, 0), "{call}");
        assert_eq!(self.status(0), 0, "{call}");
        self.begin();
        let (code, graph) = self.end();
        assert_eq!(code, 0, "{call}");
        assert_ne!(graph, 0, "{call}");
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        assert_eq!(unsafe { cuCtxDestroy_v2(self.context) }, 0);
    }
}

#[test]
fn a_call_that_waits_invalidates_a_capture() {
    let _one = ONE.lock();
    let objects = Objects::new();
    let (stream, event) = (objects.streams[0], objects.events[0]);
    let record = || assert_eq!(unsafe { cuEventRecord(event, stream) }, 0);
    type Call<'a> = (&'a str, i32, &'a dyn Fn() -> i32);
    let calls: [Call<'_>; 6] = [
        ("cuStreamSynchronize", UNSUPPORTED, &|| unsafe { cuStreamSynchronize(stream) }),
        ("cuStreamQuery", UNSUPPORTED, &|| unsafe { cuStreamQuery(stream) }),
        ("cuCtxSynchronize", UNSUPPORTED, &|| unsafe { cuCtxSynchronize() }),
        ("cuStreamAttachMemAsync", UNSUPPORTED, &|| unsafe {
            cuStreamAttachMemAsync(stream, objects.memory, 16, 1)
        }),
        ("cuEventQuery", CAPTURED_EVENT, &|| unsafe { cuEventQuery(event) }),
        ("cuEventSynchronize", CAPTURED_EVENT, &|| unsafe { cuEventSynchronize(event) }),
    ];
    for (name, code, call) in calls {
        assert_eq!(unsafe { cuCtxSynchronize() }, 0, "{name}");
        objects.begin();
        record();
        assert_eq!(objects.status(0), 1, "{name}");
        assert_eq!(call(), code, "{name}");
        objects.assert_invalidated(name);
    }
}

/// The guide of CUDA prohibits all use of the legacy stream while a stream that is not created with `cudaStreamNonBlocking` is
/// capturing. The documentation of `cudaStreamIsCapturing` adds that it does not invalidate the capture.
#[test]
fn the_legacy_stream_depends_on_blocking_captures() {
    let _one = ONE.lock();
    let mut objects = Objects::new();
    let word = [0u32];
    let host = word.as_ptr().cast::<c_void>();
    let (memory, event) = (objects.memory, objects.events[1]);
    type Call<'a> = (&'a str, &'a dyn Fn() -> i32);
    let calls: [Call<'_>; 9] = [
        ("cuMemcpyHtoD", &|| unsafe { cuMemcpyHtoD_v2(memory, host, 4) }),
        ("cudaMemcpy", &|| unsafe { cudaMemcpy(memory, host.expose_provenance() as u64, 4, 1) }),
        ("cudaMemsetAsync", &|| unsafe { cudaMemsetAsync(memory, 0, 4, 0) }),
        ("CU_STREAM_LEGACY", &|| unsafe { cudaMemsetAsync(memory, 0, 4, 1) }),
        ("cuEventRecord", &|| unsafe { cuEventRecord(event, 0) }),
        ("cuStreamWaitEvent", &|| unsafe { cuStreamWaitEvent(0, event, 0) }),
        ("cuStreamQuery", &|| unsafe { cuStreamQuery(0) }),
        ("cuStreamSynchronize", &|| unsafe { cuStreamSynchronize(0) }),
        ("cuMemPrefetchAsync", &|| unsafe { cuMemPrefetchAsync(memory, 4, 0, 0) }),
    ];
    let mut status = 9;
    // The streams of `objects` do not synchronise with the legacy stream.
    for (name, call) in calls {
        objects.begin();
        let code = call();
        assert_eq!(code, 0, "{name}");
        assert_eq!(objects.end().0, 0, "{name}");
    }
    let plain = made(|to| unsafe { cuStreamCreate(to, 0) });
    objects.streams[0] = plain;
    for (name, call) in calls {
        objects.begin();
        assert_eq!(unsafe { cuStreamIsCapturing(0, &raw mut status) }, IMPLICIT, "{name}");
        assert_eq!(objects.status(0), 1, "{name}");
        assert_eq!(call(), IMPLICIT, "{name}");
        objects.assert_invalidated(name);
    }
    // The default stream of the thread does not depend on other streams, and neither does another context.
    objects.begin();
    unsafe {
        assert_eq!(cudaMemsetAsync_ptsz(memory, 0, 4, 0), 0);
        assert_eq!(cudaMemsetAsync(memory, 0, 4, 2), 0);
        assert_eq!(cudaStreamIsCapturing_ptsz(0, &raw mut status), 0);
        assert_eq!(status, 0);
        for (name, flags) in [(c"cuStreamSynchronize", 2), (c"cuStreamSynchronize_ptsz", 0)] {
            let (mut found, mut status) = (null(), 9);
            let name = name.as_ptr();
            assert_eq!(cuGetProcAddress_v2(name, &raw mut found, 13000, flags, &raw mut status), 0);
            assert_eq!(found, cuStreamSynchronize_ptsz as *const c_void);
        }
        assert_eq!(cuStreamSynchronize_ptsz(0), 0);
    }
    let second = made(|to| unsafe { cuCtxCreate_v2(to, 0, 0) });
    assert_eq!(unsafe { [cuStreamSynchronize(0), cuCtxDestroy_v2(second)] }, [0; 2]);
    assert_eq!(objects.status(0), 1);
    assert_eq!(objects.end().0, 0);
}

#[test]
fn a_context_waits_for_its_own_streams_only() {
    let _one = ONE.lock();
    let first = Objects::new();
    first.begin();
    let second = made(|to| unsafe { cuCtxCreate_v2(to, 0, 0) });
    assert_eq!(unsafe { [cuCtxSynchronize(), cuCtxDestroy_v2(second)] }, [0; 2]);
    assert_eq!(first.end().0, 0);
}

#[test]
fn a_fork_must_be_joined() {
    let _one = ONE.lock();
    let objects = Objects::new();
    // The fork has work that the stream does not wait for.
    objects.begin();
    objects.join(1, 0);
    assert_eq!(objects.status(1), 1);
    assert_eq!(objects.fill(1, 5), 0);
    assert_eq!(objects.end(), (UNJOINED, 0));
    assert_eq!((objects.status(0), objects.status(1)), (0, 0));
    // The fork has work after the join.
    objects.begin();
    objects.join(1, 0);
    assert_eq!(objects.fill(1, 5), 0);
    objects.join(0, 1);
    assert_eq!(objects.fill(1, 6), 0);
    assert_eq!(objects.end(), (UNJOINED, 0));
    // A program may remove the work of the fork from what the fork depends on.
    objects.begin();
    objects.join(1, 0);
    assert_eq!(objects.fill(1, 5), 0);
    let fork = objects.streams[1];
    assert_eq!(unsafe { cuStreamUpdateCaptureDependencies(fork, null(), 0, 1) }, 0);
    assert_eq!(objects.end().0, 0);
    // A joined fork runs, and only the stream that began may end the capture.
    objects.begin();
    objects.join(1, 0);
    assert_eq!(objects.fill(1, 7), 0);
    objects.join(0, 1);
    let mut graph = 9;
    assert_eq!(unsafe { cuStreamEndCapture(fork, &raw mut graph) }, UNMATCHED);
    let (code, graph) = objects.end();
    assert_eq!(code, 0);
    let plan = made(|to| unsafe { cuGraphInstantiateWithFlags(to, graph, 0) });
    let mut found = [0u32; 2];
    unsafe {
        assert_eq!(cuGraphLaunch(plan, objects.streams[0]), 0);
        assert_eq!(cuMemcpyDtoH_v2(found.as_mut_ptr().cast(), objects.memory, 8), 0);
    }
    assert_eq!(found, [1, 7]);
}

#[test]
fn a_capture_depends_on_no_work_outside() {
    let _one = ONE.lock();
    let objects = Objects::new();
    let [first, second] = objects.streams;
    // An event of work that no stream records.
    assert_eq!(unsafe { cuEventRecord(objects.events[1], second) }, 0);
    objects.begin();
    assert_eq!(unsafe { cuStreamWaitEvent(first, objects.events[1], 1) }, 0);
    assert_eq!(objects.status(0), 1);
    assert_eq!(unsafe { cuStreamWaitEvent(first, objects.events[1], 0) }, ISOLATION);
    objects.assert_invalidated("cuStreamWaitEvent");
    // An event of another capture, which becomes invalid too.
    objects.begin();
    assert_eq!(unsafe { cuStreamBeginCapture_v2(second, 0) }, 0);
    assert_eq!(unsafe { cuEventRecord(objects.events[1], second) }, 0);
    assert_eq!(unsafe { cuStreamWaitEvent(first, objects.events[1], 0) }, MERGE);
    objects.assert_invalidated("cuStreamWaitEvent");
    let mut graph = 9;
    assert_eq!(unsafe { cuStreamEndCapture(second, &raw mut graph) }, INVALIDATED);
    assert_eq!(graph, 0);
}

#[test]
fn an_invalid_capture_keeps_the_graph_of_the_program() {
    let _one = ONE.lock();
    let objects = Objects::new();
    let graph = made(|to| unsafe { cuGraphCreate(to, 0) });
    let stream = objects.streams[0];
    unsafe {
        assert_eq!(cuStreamBeginCaptureToGraph(stream, graph, null(), null(), 0, 0), 0);
        assert_eq!(cuStreamSynchronize(stream), UNSUPPORTED);
        assert_eq!(objects.end(), (INVALIDATED, 0));
        let mut count = 9;
        assert_eq!(cuGraphGetNodes(graph, std::ptr::null_mut(), &raw mut count), 0);
        assert_eq!(count, 0);
    }
}

#[test]
fn only_a_relaxed_capture_ends_in_another_thread() {
    let _one = ONE.lock();
    let objects = Objects::new();
    let stream = objects.streams[0];
    let end_elsewhere = || {
        let end = || {
            let mut graph = 9;
            let context = made(|to| unsafe { cuCtxCreate_v2(to, 0, 0) });
            let code = unsafe { cuStreamEndCapture(stream, &raw mut graph) };
            assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
            code
        };
        std::thread::scope(|scope| scope.spawn(end).join().expect("a result"))
    };
    for (mode, code) in [(0, WRONG_THREAD), (1, WRONG_THREAD), (2, 0)] {
        assert_eq!(unsafe { cuStreamBeginCapture_v2(stream, mode) }, 0);
        assert_eq!(end_elsewhere(), code, "{mode}");
        if code != 0 {
            assert_eq!(objects.end().0, 0, "{mode}");
        }
    }
}

/// The documentation of `cuThreadExchangeStreamCaptureMode` lists which captures prohibit which threads from unsafe calls.
#[test]
fn modes_prohibit_allocations() {
    let _one = ONE.lock();
    let objects = Objects::new();
    let (context, stream) = (objects.context, objects.streams[0]);
    let allocate = |mode: i32| unsafe {
        let (mut exchanged, mut address, mut pitch) = (mode, 0, 0);
        assert_eq!(cuThreadExchangeStreamCaptureMode(&raw mut exchanged), 0);
        let code = cuMemAlloc_v2(&raw mut address, 16);
        assert_eq!(cuMemAllocPitch_v2(&raw mut address, &raw mut pitch, 16, 1, 4), code);
        assert_eq!(cuThreadExchangeStreamCaptureMode(&raw mut exchanged), 0);
        assert_eq!(exchanged, mode);
        code
    };
    let elsewhere = |mode: i32| {
        let call = || {
            assert_eq!(unsafe { cuCtxSetCurrent(context) }, 0);
            allocate(mode)
        };
        std::thread::scope(|scope| scope.spawn(call).join().expect("a result"))
    };
    // For each mode of a capture: the modes in which its thread, and in which another thread, may not allocate.
    let all: [(i32, &[i32], &[i32]); 3] = [(0, &[0, 1], &[0]), (1, &[0, 1], &[]), (2, &[], &[])];
    for (capture, own, other) in all {
        for mode in 0..3 {
            for (prohibited, call) in [(own, &allocate as &dyn Fn(i32) -> i32), (other, &elsewhere)]
            {
                assert_eq!(unsafe { cuStreamBeginCapture_v2(stream, capture) }, 0);
                let is_prohibited = prohibited.contains(&mode);
                let code = if is_prohibited { UNSUPPORTED } else { 0 };
                assert_eq!(call(mode), code, "{capture} {mode}");
                let code = if is_prohibited { INVALIDATED } else { 0 };
                assert_eq!(objects.end().0, code, "{capture} {mode}");
            }
        }
    }
}

/// The calls that the page of the driver lists as unsafe.
#[test]
fn modes_prohibit_unsafe_calls() {
    let _one = ONE.lock();
    let objects = Objects::new();
    let (stream, event, memory) = (objects.streams[0], objects.events[1], objects.memory);
    let (own, mut value, mut to) = ([0u64; 512], u64::MAX, 0);
    let own = own.as_ptr().expose_provenance() as u64;
    let text = c".version 8.0\n.target sm_80\n.address_size 64\n";
    let load = || made(|to| unsafe { cuModuleLoadData(to, text.as_ptr().cast()) });
    let [module, library] = [(); 2].map(|()| load());
    let [device, second] = [(); 2].map(|()| made(|to| unsafe { cuMemAlloc_v2(to, 16) }));
    let pinned = made(|to| unsafe { cuMemAllocHost_v2(to, 16) });
    let default = made(|to| unsafe { cuDeviceGetDefaultMemPool(to, 0) });
    // Pinned memory of device 0, which is location 1.
    let properties = std::array::from_fn(|index| if index < 2 { 1 } else { 0 });
    let pool = made(|to| unsafe { cuMemPoolCreate(to, &raw const properties) });
    let to = &raw mut to;
    let value = &raw mut value;
    type Call<'a> = (&'a str, &'a dyn Fn() -> i32);
    let calls: [Call<'_>; 24] = [
        ("cuMemAlloc", &|| unsafe { cuMemAlloc_v2(to, 16) }),
        ("cudaMalloc", &|| unsafe { cudaMalloc(to, 16) }),
        ("cuMemAllocHost", &|| unsafe { cuMemAllocHost_v2(to, 16) }),
        ("cuMemHostAlloc", &|| unsafe { cuMemHostAlloc(to, 16, 0) }),
        ("cuMemAllocManaged", &|| unsafe { cuMemAllocManaged(to, 16, 1) }),
        ("cuMemFree", &|| unsafe { cuMemFree_v2(device) }),
        ("cudaFree", &|| unsafe { cudaFree(second) }),
        ("cuMemFreeHost", &|| unsafe { cuMemFreeHost(pinned) }),
        ("cuMemHostRegister", &|| unsafe { cuMemHostRegister_v2(own, 4096, 0) }),
        ("cuMemHostUnregister", &|| unsafe { cuMemHostUnregister(own) }),
        ("cuMemAdvise", &|| unsafe { cuMemAdvise(memory, 16, 1, 0) }),
        ("cuEventQuery", &|| unsafe { cuEventQuery(event) }),
        ("cuEventSynchronize", &|| unsafe { cuEventSynchronize(event) }),
        ("cudaEventQuery", &|| unsafe { cudaEventQuery(event) }),
        ("cuModuleUnload", &|| unsafe { cuModuleUnload(module) }),
        ("cuLibraryUnload", &|| unsafe { cuLibraryUnload(library) }),
        ("cuDeviceSetMemPool", &|| unsafe { cuDeviceSetMemPool(0, default) }),
        ("cuMemPoolCreate", &|| unsafe { cuMemPoolCreate(to, &raw const properties) }),
        ("cuMemPoolGetAttribute", &|| unsafe { cuMemPoolGetAttribute(pool, 4, value) }),
        ("cuMemPoolSetAttribute", &|| unsafe { cuMemPoolSetAttribute(pool, 4, value) }),
        ("cuMemPoolDestroy", &|| unsafe { cuMemPoolDestroy(pool) }),
        ("cuCtxSetCacheConfig", &|| unsafe { cuCtxSetCacheConfig(0) }),
        ("cuCtxSetSharedMemConfig", &|| unsafe { cuCtxSetSharedMemConfig(0) }),
        ("cudaDeviceSetCacheConfig", &|| unsafe { cudaDeviceSetCacheConfig(0) }),
    ];
    for (name, call) in calls {
        objects.begin();
        assert_eq!(call(), UNSUPPORTED, "{name}");
        objects.assert_invalidated(name);
        // Neither a relaxed thread nor a relaxed capture prohibits the call.
        let mut mode = 2;
        objects.begin();
        assert_eq!(unsafe { cuThreadExchangeStreamCaptureMode(&raw mut mode) }, 0, "{name}");
        assert_eq!(call(), 0, "{name}");
        assert_eq!(unsafe { cuThreadExchangeStreamCaptureMode(&raw mut mode) }, 0, "{name}");
        assert_eq!(objects.end().0, 0, "{name}");
        assert_eq!(unsafe { cuStreamBeginCapture_v2(stream, 2) }, 0, "{name}");
        assert_ne!(call(), UNSUPPORTED, "{name}");
        assert_eq!(objects.end().0, 0, "{name}");
    }
}

/// The names are those of `cuda.h` and `driver_types.h`.
#[test]
fn errors_of_captures_have_names() {
    let words = [
        "StreamCaptureUnsupported",
        "StreamCaptureInvalidated",
        "StreamCaptureMerge",
        "StreamCaptureUnmatched",
        "StreamCaptureUnjoined",
        "StreamCaptureIsolation",
        "StreamCaptureImplicit",
        "CapturedEvent",
        "StreamCaptureWrongThread",
        "Timeout",
    ];
    let text = |at: *const c_char| unsafe { CStr::from_ptr(at) }.to_str().expect("ASCII");
    let mut texts = HashSet::new();
    for (code, word) in (900..).zip(words) {
        assert_eq!(text(unsafe { cudaGetErrorName(code) }), format!("cudaError{word}"));
        let mut name = null();
        assert_eq!(unsafe { cuGetErrorName(code, &raw mut name) }, 0);
        assert_eq!(text(name).replace('_', ""), format!("CUDAERROR{}", word.to_uppercase()));
        texts.insert(text(unsafe { cudaGetErrorString(code) }));
    }
    assert_eq!(texts.len(), 10);
}
