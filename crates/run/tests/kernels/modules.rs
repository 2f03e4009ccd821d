//! Tests modules of many kernels.

use crate::support::HEADER;
use ptx_run::Module;
use test_support::assert_linear;

/// Decoding a kernel parses nothing, so decoding all kernels of a module takes linear time.
#[test]
fn decoding_all_kernels_is_linear() {
    let text = |count: usize| {
        let kernel = |i| {
            format!(
                ".visible .entry k{i}(.param .u64 p) {{ .reg .b64 %a; .reg .b32 %r; ld.param.u64 %a, [p];\n\
                 ld.global.u32 %r, [%a]; add.u32 %r, %r, {i}; st.global.u32 [%a], %r; ret; }}\n"
            )
        };
        HEADER.to_string() + &(0..count).map(kernel).collect::<String>()
    };
    assert_linear("kernels", 400, text, |text| {
        let module = Module::new("kernels.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
        for kernel in module.kernels() {
            module.kernel(&kernel.name).unwrap_or_else(|error| panic!("{error}"));
        }
    });
}
