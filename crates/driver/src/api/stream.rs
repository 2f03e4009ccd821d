//! Streams. A stream does its work at once, so it is always ready, unless it records a graph.

use crate::api::graph::cuGraphDestroy;
use crate::border::exported;
use crate::capture::{GLOBAL, MODE, RELAXED};
use crate::code::*;
use crate::graph::{Address, Attributes, Graph, HostFunction, Operation};
use crate::operation::submit;
use crate::pointer::*;
use crate::state::{
    Capture, NON_BLOCKING, PRIMARY, State, Stream, current, find, find_mut, healthy, initialised,
    remove,
};
use std::ffi::c_void;

/// `CU_HOST_TASK_SPINWAIT`.
const SPIN: u32 = 1;
/// `CU_STREAM_SET_CAPTURE_DEPENDENCIES`.
const REPLACE: u32 = 1;
/// `CU_STREAM_CAPTURE_STATUS_ACTIVE` and `INVALIDATED`.
const ACTIVE: i32 = 1;
const INVALIDATED: i32 = 2;
/// `CU_EVENT_WAIT_EXTERNAL`.
const WAIT_EXTERNAL: u32 = 1;

/// The function of `cuStreamAddCallback`: stream, result and data.
type Callback = unsafe extern "C" fn(u64, i32, *mut c_void);

/// The priorities of streams: the numbers below zero are higher priorities.
const PRIORITIES: std::ops::RangeInclusive<i32> = -5..=0;

unsafe fn create(to: *mut u64, flags: u32, priority: i32) -> Outcome {
    let mut state = healthy()?;
    if flags & !NON_BLOCKING != 0 {
        return Err(INVALID_VALUE);
    }
    let handle = state.handle();
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, handle)? };
    let priority = priority.clamp(*PRIORITIES.start(), *PRIORITIES.end());
    let mut attributes = Attributes::default();
    attributes.set(Attributes::PRIORITY, priority as u32);
    state.streams.insert(handle, Stream { flags, attributes, context: current(), capture: None });
    Ok(())
}

/// Returns the attributes of a stream. A default stream has the default attributes.
fn attributes_of(state: &State, stream: u64) -> Attributes {
    state.streams.get(&stream).map(|one| one.attributes.clone()).unwrap_or_default()
}

/// Changes the attributes of a stream. They have no effect on a default stream.
fn set_attributes(state: &mut State, stream: u64, change: impl FnOnce(&mut Attributes)) {
    if let Some(stream) = state.streams.get_mut(&stream) {
        change(&mut stream.attributes);
    }
}

/// Checks that a stream has no fault, and does not record.
fn synchronised(stream: u64) -> Outcome {
    let mut state = healthy()?;
    state.check_work(stream)?;
    state.refuse_capture(stream)
}

/// Begins a capture: of a new graph, or of further nodes of a graph, after some of its nodes.
fn begin(stream: u64, graph: Option<(u64, Vec<u64>)>, mode: i32) -> Outcome {
    let mut state = healthy()?;
    if !(GLOBAL..=RELAXED).contains(&mode) {
        return Err(INVALID_VALUE);
    }
    if !state.streams.contains_key(&stream) {
        // The default stream cannot record.
        state.check_stream(stream)?;
        return Err(CAPTURE_UNSUPPORTED);
    }
    if find(&state.streams, stream)?.capture.is_some() {
        return Err(ILLEGAL_STATE);
    }
    let id = state.handle();
    let is_new = graph.is_none();
    let (graph, last) = match graph {
        Some(known) => known,
        None => {
            let handle = state.handle();
            state.graphs.insert(handle, Graph::default());
            (handle, Vec::new())
        }
    };
    find(&state.graphs, graph)?;
    find_mut(&mut state.streams, stream)?.capture = Some(Capture {
        id,
        graph,
        origin: stream,
        last,
        removed: Vec::new(),
        mode,
        thread: std::thread::current().id(),
        is_new,
        is_invalid: false,
    });
    Ok(())
}

unsafe fn information(
    stream: u64,
    status: *mut i32,
    id: *mut u64,
    graph: *mut u64,
    nodes: *mut *const u64,
    count: *mut usize,
) -> Outcome {
    let state = healthy()?;
    state.check_stream(stream)?;
    if !state.implicit_captures(stream).is_empty() {
        return Err(CAPTURE_IMPLICIT);
    }
    let capture = state.streams.get(&stream).and_then(|one| one.capture.as_ref());
    // SAFETY: the caller's guarantees are those of `put` and `put_if`.
    unsafe {
        put(status, capture.map_or(0, |one| if one.is_invalid { INVALIDATED } else { ACTIVE }))?;
        if let Some(capture) = capture.filter(|one| !one.is_invalid) {
            put_if(id, capture.id);
            put_if(graph, capture.graph);
            put_if(nodes, capture.last.as_ptr());
            put_if(count, capture.last.len());
        }
    }
    Ok(())
}

/// Adds nodes to those that the next node of a capture depends on, or replaces them.
unsafe fn update(stream: u64, nodes: *const u64, count: usize, flags: u32) -> Outcome {
    let mut state = healthy()?;
    // SAFETY: the caller passes `count` handles.
    let nodes = unsafe { array(nodes, count)? };
    if nodes.iter().any(|one| !state.nodes.contains_key(one)) {
        return Err(INVALID_VALUE);
    }
    state.capture(stream)?;
    let capture = find_mut(&mut state.streams, stream)?.capture.as_mut().ok_or(ILLEGAL_STATE)?;
    if flags & REPLACE != 0 {
        capture.removed.append(&mut capture.last);
    }
    capture.last.extend(nodes);
    Ok(())
}

unsafe extern "C" fn call_back(data: *mut c_void) {
    // SAFETY: `cuStreamAddCallback` has made the box.
    let (function, stream, data) =
        *unsafe { Box::from_raw(data.cast::<(Callback, u64, *mut c_void)>()) };
    // SAFETY: the program has passed the function and its argument for this call.
    unsafe { function(stream, 0, data) };
}

exported! {
    fn cuStreamCreate(to: *mut u64, flags: u32) { create(to, flags, 0) }
    fn cuStreamCreateWithPriority(to: *mut u64, flags: u32, priority: i32) { create(to, flags, priority) }
    fn cuStreamDestroy(stream: u64) { remove(&mut initialised()?.streams, stream).map(drop) }
    fn cuStreamDestroy_v2(stream: u64) { remove(&mut initialised()?.streams, stream).map(drop) }
    fn cuThreadExchangeStreamCaptureMode(mode: *mut i32) {
        let new = get(mode)?;
        if !(GLOBAL..=RELAXED).contains(&new) {
            return Err(INVALID_VALUE);
        }
        put(mode, MODE.replace(new))
    }
    "_ptsz" {
        fn cuStreamQuery(stream: u64) { synchronised(stream) }
        fn cuStreamSynchronize(stream: u64) { synchronised(stream) }
        fn cuStreamGetPriority(stream: u64, to: *mut i32) {
            let state = healthy()?;
            state.check_stream(stream)?;
            put(to, state.streams.get(&stream).map_or(0, |one| one.attributes.priority()))
        }
        fn cuStreamGetFlags(stream: u64, to: *mut u32) {
            let state = healthy()?;
            state.check_stream(stream)?;
            put(to, state.streams.get(&stream).map_or(0, |one| one.flags))
        }
        fn cuStreamGetId(stream: u64, to: *mut u64) { healthy()?.check_stream(stream)?; put(to, stream) }
        fn cuStreamGetCtx(stream: u64, to: *mut u64) { healthy()?.check_stream(stream)?; put(to, current()) }
        fn cuStreamGetCtx_v2(stream: u64, to: *mut u64, green: *mut u64) {
            healthy()?.check_stream(stream)?;
            put(to, if current() == 0 { PRIMARY } else { current() })?;
            put_if(green, 0);
            Ok(())
        }
        fn cuStreamGetDevice(stream: u64, to: *mut i32) { healthy()?.check_stream(stream)?; put(to, 0) }
        fn cuStreamCopyAttributes(to: u64, from: u64) {
            let mut state = healthy()?;
            state.check_stream(to)?;
            state.check_stream(from)?;
            let attributes = attributes_of(&state, from);
            set_attributes(&mut state, to, |all| *all = attributes);
            Ok(())
        }
        fn cuStreamGetAttribute(stream: u64, id: u32, to: *mut [u32; 16]) {
            let state = healthy()?;
            state.check_stream(stream)?;
            put(to, attributes_of(&state, stream).of_stream(id).ok_or(INVALID_VALUE)?)
        }
        fn cuStreamSetAttribute(stream: u64, id: u32, value: *const [u32; 16]) {
            let mut state = healthy()?;
            state.check_stream(stream)?;
            let value = get(value)?;
            Attributes::default().of_stream(id).ok_or(INVALID_VALUE)?;
            set_attributes(&mut state, stream, |all| {
                all.0.insert(id, value);
            });
            Ok(())
        }
        fn cuStreamWaitEvent(stream: u64, event: u64, flags: u32) {
            healthy()?.wait(stream, event, flags & WAIT_EXTERNAL != 0)
        }
        // The function of CUDA 10.0 has no mode.
        fn cuStreamBeginCapture(stream: u64, _mode: i32) { begin(stream, None, GLOBAL) }
        fn cuStreamBeginCapture_v2(stream: u64, mode: i32) { begin(stream, None, mode) }
        fn cuStreamBeginCaptureToGraph(stream: u64, graph: u64, after: *const u64, _data: *const c_void, count: usize, mode: i32) {
            begin(stream, Some((graph, array(after, count)?)), mode)
        }
        fn cuStreamEndCapture(stream: u64, to: *mut u64) {
            // A capture that fails has a null graph.
            put(to, 0)?;
            let (capture, outcome) = healthy()?.end_capture(stream)?;
            if outcome.is_err() && capture.is_new {
                cuGraphDestroy(capture.graph);
            }
            outcome?;
            put(to, capture.graph)
        }
        fn cuStreamIsCapturing(stream: u64, to: *mut i32) {
            information(stream, to, std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut())
        }
        fn cuStreamGetCaptureInfo(stream: u64, status: *mut i32, id: *mut u64) {
            information(stream, status, id, std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut())
        }
        fn cuStreamGetCaptureInfo_v2(stream: u64, status: *mut i32, id: *mut u64, graph: *mut u64, nodes: *mut *const u64, count: *mut usize) {
            information(stream, status, id, graph, nodes, count)
        }
        fn cuStreamGetCaptureInfo_v3(stream: u64, status: *mut i32, id: *mut u64, graph: *mut u64, nodes: *mut *const u64, data: *mut *const c_void, count: *mut usize) {
            put_if(data, std::ptr::null());
            information(stream, status, id, graph, nodes, count)
        }
        fn cuStreamUpdateCaptureDependencies(stream: u64, nodes: *const u64, count: usize, flags: u32) { update(stream, nodes, count, flags) }
        fn cuStreamUpdateCaptureDependencies_v2(stream: u64, nodes: *const u64, _edges: *const c_void, count: usize, flags: u32) {
            update(stream, nodes, count, flags)
        }
        fn cuStreamAddCallback(stream: u64, function: Option<Callback>, data: *mut c_void, flags: u32) {
            let function = function.filter(|_| flags == 0).ok_or(INVALID_VALUE)?;
            synchronised(stream)?;
            let all = Box::into_raw(Box::new((function, stream, data)));
            submit(stream, Operation::Host(call_back, Address(all.cast())))
        }
        fn cuLaunchHostFunc_v2(stream: u64, function: Option<HostFunction>, data: *mut c_void, mode: u32) {
            let function = function.filter(|_| mode <= SPIN).ok_or(INVALID_VALUE)?;
            submit(stream, Operation::Host(function, Address(data)))
        }
        fn cuLaunchHostFunc(stream: u64, function: Option<HostFunction>, data: *mut c_void) {
            submit(stream, Operation::Host(function.ok_or(INVALID_VALUE)?, Address(data)))
        }
    }
}
