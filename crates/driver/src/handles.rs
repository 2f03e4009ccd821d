//! Tests every exported function with null, wrong, stale and foreign handles, from ten threads.

use crate::border::Function;
use crate::code::UNKNOWN;
use crate::state::{FIRST, any};
use std::ffi::c_void;

/// A function of up to 11 words. The calling conventions ignore the words that the function does not take.
type Words = unsafe extern "C" fn(u64, u64, u64, u64, u64, u64, u64, u64, u64, u64, u64) -> i32;

/// The functions that change what all threads see, or take two `dim3`, which are no words.
const APART: &[&str] = &[
    "cuCtxDestroy",
    "cuDevicePrimaryCtxRelease",
    "cuDevicePrimaryCtxReset",
    "cudaDeviceReset",
    "cudaLaunchKernel",
    "cudaLaunchCooperativeKernel",
    "__cudaLaunchKernel",
];

unsafe extern "C" fn nothing(_data: *mut c_void) {}

/// Returns the word for a parameter of this type: a null pointer or zero, or memory, and `handle` for handles.
fn word(ty: &str, scratch: &mut [u64], handle: u64, is_null: bool) -> u64 {
    match ty {
        _ if is_null => 0,
        "u64" => handle,
        ty if ty.starts_with('*') => scratch.as_mut_ptr().expose_provenance() as u64,
        ty if ty.starts_with("Option") => (nothing as *const ()).expose_provenance() as u64,
        _ => 1,
    }
}

fn call(function: &Function, handle: u64, is_null: bool) {
    // Some functions change the current context.
    crate::state::CURRENT.with_borrow_mut(|stack| *stack = vec![crate::state::PRIMARY]);
    // Structs and texts of zeros.
    let mut scratch = vec![0u64; 4096];
    let mut words = [0u64; 11];
    for (word_of, ty) in words.iter_mut().zip(function.2) {
        *word_of = word(ty, &mut scratch, handle, is_null);
    }
    let [a, b, c, d, e, f, g, h, i, j, k] = words;
    // SAFETY: the function has at most 11 parameters, each one word. Pointers are null, or have enough bytes of zeros.
    let code = unsafe {
        let function: Words = std::mem::transmute(function.1);
        function(a, b, c, d, e, f, g, h, i, j, k)
    };
    assert_ne!(code, UNKNOWN, "{} panics", function.0);
}

#[test]
fn every_function_survives_every_handle() {
    let initial = crate::api::functions().find(|one| one.0 == "cuInit").expect("cuInit");
    call(initial, 0, true);
    let context = crate::api::context::retain_primary();
    assert_eq!(context, Ok(()));
    let (stale, foreign, freed) = {
        let mut state = any();
        let stale = state.handle();
        let foreign = state.handle();
        state.graphs.insert(foreign, crate::operation::Graph::default());
        let freed = state.allocate(64, crate::state::Kind::Device).expect("memory");
        state.free(freed, &[crate::state::Kind::Device]).expect("the allocation");
        (stale, foreign, freed)
    };
    std::thread::scope(|scope| {
        for thread in 0..10 {
            scope.spawn(move || {
                for function in crate::api::functions().chain(crate::runtime::functions()) {
                    if APART.iter().any(|name| function.0.trim_end_matches("_v2") == *name) {
                        continue;
                    }
                    call(function, 0, true);
                    for handle in [0, stale, foreign, freed, FIRST, u64::MAX - thread] {
                        call(function, handle, false);
                    }
                }
            });
        }
    });
}
