//! Tests what a process prints and notes, and the settings in its environment. These tests start their own program again.
//! Also tests the labels of nodes.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::{CStr, c_char, c_void};
use std::process::Command;
use std::ptr::null;

unsafe extern "C" {
    fn cuMemAllocAsync(to: *mut u64, bytes: usize, stream: u64) -> i32;
    fn cuMemFreeAsync(address: u64, stream: u64) -> i32;
    fn cuGraphAddEventRecordNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        event: u64,
    ) -> i32;
    fn cuGraphAddEventWaitNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        event: u64,
    ) -> i32;
    fn cuStreamBeginCaptureToGraph(
        stream: u64,
        graph: u64,
        after: *const u64,
        edges: *const u64,
        count: usize,
        mode: i32,
    ) -> i32;
    fn cuGraphDebugDotPrint(graph: u64, path: *const c_char, flags: u32) -> i32;
    fn cuDeviceGetAttribute(to: *mut i32, attribute: i32, device: i32) -> i32;
    fn cuFuncGetAttribute(to: *mut i32, attribute: i32, function: u64) -> i32;
    fn cuDevicePrimaryCtxGetState(device: i32, flags: *mut u32, active: *mut i32) -> i32;
    fn cudaFree(address: u64) -> i32;
    fn cudaPeekAtLastError() -> i32;
    fn cudaGetLastError() -> i32;
    fn cudaCreateTextureObject(
        to: *mut u64,
        resource: *const c_void,
        texture: *const c_void,
        view: *const c_void,
    ) -> i32;
}

const CHILD: &str = "PTX_DRIVER_TEST_CHILD";

const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 format[6] = {120, 61, 37, 100, 10, 0};
.global .align 1 .b8 name[2] = {97, 0};
.visible .entry print()
{
    .local .align 8 .b8 values[8];
    .reg .b32 %r<3>;
    .reg .b64 %rd<3>;
    mov.u64 %rd1, format;
    cvta.global.u64 %rd1, %rd1;
    mov.u32 %r1, 5;
    st.local.u32 [values], %r1;
    mov.u64 %rd2, values;
    cvta.local.u64 %rd2, %rd2;
    {
        .param .b64 p0; .param .b64 p1; .param .b32 r0;
        st.param.b64 [p0], %rd1; st.param.b64 [p1], %rd2;
        call.uni (r0), vprintf, (p0, p1);
    }
    ret;
}
.visible .entry fail()
{
    .reg .b64 %rd1;
    mov.u64 %rd1, name;
    cvta.global.u64 %rd1, %rd1;
    {
        .param .b64 p0; .param .b64 p1; .param .b32 p2; .param .b64 p3; .param .b64 p4;
        st.param.b64 [p0], %rd1; st.param.b64 [p1], %rd1; st.param.b32 [p2], 1;
        st.param.b64 [p3], %rd1; st.param.b64 [p4], 1;
        call.uni __assertfail, (p0, p1, p2, p3, p4);
    }
    ret;
}
.visible .entry wait() { bar.sync 0, 64; ret; }
.visible .entry race(.param .u64 x)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd1;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %tid.x;
    st.global.u32 [%rd1], %r1;
    ret;
}
.visible .entry undefined(.param .u64 x)
{
    .reg .b32 %r1;
    .reg .b64 %rd1;
    ld.param.u64 %rd1, [x];
    st.global.u32 [%rd1], %r1;
    ret;
}
\0";

/// Launches a kernel with 32 threads in a new context.
fn run(name: &CStr) -> i32 {
    let context = context();
    let module = made(|to| unsafe { cuModuleLoadData(to, TEXT.as_ptr()) });
    let kernel = made(|to| unsafe { cuModuleGetFunction(to, module, name.as_ptr()) });
    let x = made(|to| unsafe { cuMemAlloc_v2(to, 16) });
    let parameters = [(&raw const x).cast()];
    let all = parameters.as_ptr();
    let code = unsafe { cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, 0, all, null()) };
    let synchronised = unsafe { cuCtxSynchronize() };
    let mut version = 0;
    assert!([0, code].contains(&unsafe { cuFuncGetAttribute(&raw mut version, 5, kernel) }));
    println!("{name:?} {code} {synchronised} {version}");
    unsafe { cuCtxDestroy_v2(context) };
    code
}

/// What the started process does. Does nothing in other runs of the tests.
#[test]
fn child() {
    if std::env::var_os(CHILD).is_none() {
        return;
    }
    assert_eq!(unsafe { cuInit(0) }, 0);
    for kind in [75, 76, 97, 120, 127] {
        let mut value = 0;
        assert_eq!(unsafe { cuDeviceGetAttribute(&raw mut value, kind, 0) }, 0);
        println!("attribute {kind} {value}");
    }
    for name in [c"print", c"fail", c"wait", c"race", c"undefined"] {
        run(name);
    }
    assert_eq!(unsafe { cudaFree(0) }, 0);
    let (mut flags, mut active) = (0, 0);
    assert_eq!(unsafe { cuDevicePrimaryCtxGetState(0, &raw mut flags, &raw mut active) }, 0);
    println!("active {active}");
    let mut texture = 0;
    for _ in 0..2 {
        unsafe { cudaCreateTextureObject(&raw mut texture, null(), null(), null()) };
    }
    let errors = unsafe { [cudaPeekAtLastError(), cudaPeekAtLastError(), cudaGetLastError()] };
    println!("errors {errors:?} {}", unsafe { cudaPeekAtLastError() });
}

/// Returns the standard output and standard error of the process, and its summary.
fn started(name: &str, settings: &[(&str, &str)]) -> [String; 3] {
    let summary = std::env::temp_dir().join(format!("ptx-driver-{name}-{}", std::process::id()));
    let _ = std::fs::remove_file(&summary);
    let mut command = Command::new(std::env::current_exe().expect("the path of this program"));
    command.args(["--exact", "child", "--nocapture", "--test-threads=1"]).env(CHILD, "1");
    for variable in ["PTX_BITS_TARGET", "PTX_BITS_RACES", "PTX_BITS_STRICT"] {
        command.env_remove(variable);
    }
    command.env("PTX_BITS_SUMMARY", &summary).envs(settings.iter().copied());
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    let summed = std::fs::read_to_string(&summary).expect("the summary");
    let _ = std::fs::remove_file(&summary);
    assert!(output.status.success(), "{}", text(output.stderr));
    [text(output.stdout), text(output.stderr), summed]
}

/// Returns the first word of each line of a summary.
fn kinds(summary: &str) -> Vec<&str> {
    summary.lines().map(|line| line.split(' ').next().unwrap_or_default()).collect()
}

#[test]
#[cfg_attr(miri, ignore = "runs a process")]
fn a_process_prints_and_notes_faults_and_missing_functions() {
    let [output, errors, summary] = started("plain", &[]);
    assert_eq!(output.matches("x=5\n").count(), 32, "{output}");
    for line in [
        "attribute 75 9",
        "attribute 76 0",
        "attribute 97 232448",
        "attribute 120 1",
        "attribute 127 1",
        "\"print\" 0 0 90",
        "\"fail\" 710 710 0",
        "\"wait\" 702 702 0",
        "\"race\" 0 0 90",
        "\"undefined\" 0 0 90",
        "active 1",
        "errors [801, 801, 801] 0",
    ] {
        assert!(output.contains(&format!("{line}\n")), "{line}: {output}");
    }
    // The text of `printf` keeps its place before the result of the launch.
    assert!(output.rfind("x=5") < output.find("\"print\" 0"), "{output}");
    assert_eq!(kinds(&summary), ["launch", "fault", "fault", "launch", "launch", "missing"]);
    assert!(summary.ends_with("missing cudaCreateTextureObject\n"), "{summary}");
    assert_eq!(errors.matches("ptx-bits: ").count(), 2, "{errors}");
}

#[test]
#[cfg_attr(miri, ignore = "runs a process")]
fn settings_choose_the_chip_and_the_checks() {
    let settings =
        [("PTX_BITS_TARGET", "sm_86"), ("PTX_BITS_RACES", "1"), ("PTX_BITS_STRICT", "0")];
    let [output, errors, summary] = started("races", &settings);
    for line in [
        "attribute 75 8",
        "attribute 76 6",
        "attribute 97 101376",
        "attribute 120 0",
        "attribute 127 0",
        "\"race\" 0 0 86",
        "\"undefined\" 0 0 86",
    ] {
        assert!(output.contains(&format!("{line}\n")), "{line}: {output}");
    }
    let expected = ["launch", "fault", "fault", "launch", "race", "launch", "missing"];
    assert_eq!(kinds(&summary), expected);
    assert_eq!(errors.matches("ptx-bits: ").count(), 3, "{errors}");
    let [output, _, summary] = started("strict", &[("PTX_BITS_STRICT", "1")]);
    assert!(output.contains("\"race\" 0 0 90\n"), "{output}");
    assert!(!output.contains("\"undefined\" 0 "), "{output}");
    assert_eq!(kinds(&summary)[3..], ["launch", "fault", "missing"]);
}

/// Tests the labels of nodes in the description of a graph.
#[test]
#[cfg_attr(miri, ignore = "writes a file")]
fn nodes_have_labels() {
    let context = context();
    let graph = made(|to| unsafe { cuGraphCreate(to, 0) });
    let event = made(|to| unsafe { cuEventCreate(to, 0) });
    let stream = made(|to| unsafe { cuStreamCreate(to, 1) });
    let memory = made(|to| unsafe { cuMemAlloc_v2(to, 32) });
    unsafe extern "C" fn nothing(_: *mut c_void) {}
    let host = HostNode { function: Some(nothing), data: std::ptr::null_mut() };
    let none = std::ptr::null();
    let file = std::env::temp_dir().join(format!("ptx-driver-labels-{}", std::process::id()));
    let path = std::ffi::CString::new(file.to_str().expect("UTF-8")).expect("a path");
    unsafe {
        made(|to| cudaGraphAddMemcpyNode1D(to, graph, none, 0, memory, memory + 16, 16, 3));
        made(|to| cudaGraphAddHostNode(to, graph, none, 0, &raw const host));
        made(|to| cuGraphAddEventRecordNode(to, graph, none, 0, event));
        made(|to| cuGraphAddEventWaitNode(to, graph, none, 0, event));
        made(|to| cuGraphAddEmptyNode(to, graph, none, 0));
        assert_eq!(cuStreamBeginCaptureToGraph(stream, graph, none, std::ptr::null(), 0, 0), 0);
        let taken = made(|to| cuMemAllocAsync(to, 16, stream));
        assert_eq!(cuMemFreeAsync(taken, stream), 0);
        assert_eq!(made(|to| cuStreamEndCapture(stream, to)), graph);
        assert_eq!(cuGraphDebugDotPrint(graph, path.as_ptr(), 0), 0);
    }
    let text = std::fs::read_to_string(&file).expect("the file");
    let _ = std::fs::remove_file(&file);
    for label in ["MEMCPY", "HOST", "EVENT_RECORD", "WAIT_EVENT", "EMPTY", "MEM_ALLOC", "MEM_FREE"]
    {
        assert_eq!(text.matches(&format!("\\n{label}\"];")).count(), 1, "{label}: {text}");
    }
    // Each node has a different number.
    let numbers: std::collections::BTreeSet<_> =
        text.split("[label=\"").skip(1).filter_map(|rest| rest.split('\\').next()).collect();
    assert_eq!(numbers.len(), 7, "{text}");
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}
