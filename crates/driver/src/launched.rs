//! Launches a kernel of three instructions, also under Miri, where larger kernels take too long.

use crate::api::{context, copy, launch, memory, module};
use crate::state::{CURRENT, PRIMARY};
use std::ffi::c_void;

const TEXT: &[u8] = b".version 8.0
.target sm_80
.address_size 64
.visible .entry store(.param .u64 x)
{
    .reg .b64 %x;
    ld.param.u64 %x, [x];
    st.global.u32 [%x], 12345;
    ret;
}
\0";

/// Calls a function that must succeed, and returns what it writes.
fn made(call: impl FnOnce(*mut u64) -> i32) -> u64 {
    let mut handle = 0;
    assert_eq!(call(&raw mut handle), 0);
    handle
}

#[test]
fn a_kernel_of_three_instructions_runs() {
    let _one = crate::handles::ONE.lock();
    crate::state::any().is_initialised = true;
    context::retain_primary().expect("the context");
    CURRENT.with_borrow_mut(|stack| *stack = vec![PRIMARY]);
    let mut found = 0u32;
    // SAFETY: each call passes valid pointers.
    unsafe {
        let module = made(|to| module::cuModuleLoadData(to, TEXT.as_ptr()));
        let store = made(|to| module::cuModuleGetFunction(to, module, c"store".as_ptr()));
        let x = made(|to| memory::cuMemAlloc_v2(to, 4));
        let parameters = [(&raw const x).cast::<c_void>()];
        let (all, none) = (parameters.as_ptr(), std::ptr::null());
        assert_eq!(launch::cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, 0, all, none), 0);
        let to = (&raw mut found).expose_provenance() as u64;
        assert_eq!(copy::cuMemcpyDtoH_v2(to, x, 4), 0);
        assert_eq!(memory::cuMemFree_v2(x), 0);
    }
    assert_eq!(found, 12345);
}
