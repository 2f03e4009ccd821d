//! Tests array elements whose index is a register. The expected values follow from the definition: the element
//! `array[index + added]` is `size * (index + added)` bytes after the array, and an index counts modulo 2^32.

use crate::support::{REGISTERS, run};
use ptx_run::{Grid, Memory};

/// Runs a body with one thread. `%rd1` is the address of the result, `%r1` is 2, `%r2` is -1 and `%rd2` is 2^32 + 2.
fn result(body: &str) -> u32 {
    let text = format!(
        ".global .align 8 .b32 g[4] = {{10, 11, 12, 13}};
        .global .align 8 .b16 h[4] = {{20, 21, 22, 23}};
        .const .align 4 .b32 c[4] = {{30, 31, 32, 33}};
        .visible .entry k(.param .u64 p) {{
            {REGISTERS} .reg .s16 %h; .reg .u16 %u;
            .shared .align 4 .b32 before[2]; .shared .align 4 .b32 s[8]; .local .align 4 .b32 l[8];
            ld.param.u64 %rd1, [p];
            mov.u32 %r1, 2; mov.u32 %r2, -1; mov.u64 %rd2, 0x100000002; mov.u16 %h, -1; mov.u16 %u, 3;
            {body}
            st.global.u32 [%rd1], %r0;
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32]);
    run(&text, Grid::new(1, 1), &[out.into()], &mut memory);
    memory.read::<u32>(out)[0]
}

#[test]
fn an_index_counts_elements() {
    let fill = "st.shared.u32 [s], 40; st.shared.u32 [s+4], 41; st.shared.u32 [s+8], 42; st.shared.u32 [s+12], 43;";
    let rows = [
        ("ld.global.u32 %r0, g[%r1];", 12),
        ("ld.u32 %r0, g[%r1+1];", 13),
        ("ld.global.u32 %r0, g[%r1+-1];", 11),
        // A 64-bit index counts modulo 2^32.
        ("ld.global.u32 %r0, g[%rd2];", 12),
        ("ld.global.u16 %r0, h[%r1];", 22),
        // The addition wraps before the index is scaled.
        ("ld.global.u32 %r0, g[%r2+1];", 10),
        ("ld.const.u32 %r0, c[%r1];", 32),
        ("ld.shared.u32 %r0, s[%rd2];", 42),
        ("ld.shared.u32 %r0, s[%u];", 43),
        ("ld.shared.u32 %r0, s[%h+2];", 41),
        ("st.shared.u32 s[%r1], 7; ld.shared.u32 %r0, [s+8];", 7),
        // A negative index counts back in `.shared`, `.local` and `.const`, which have addresses of 32 bits.
        (
            "mov.u32 %r3, s; add.u32 %r3, %r3, -4; st.shared.u32 [%r3], 9; ld.shared.u32 %r0, s[%r2];",
            9,
        ),
        ("st.local.u32 l[%r1+3], 8; ld.local.u32 %r0, [l+20];", 8),
        ("mov.u32 %r3, s[%r1]; mov.u32 %r4, s; sub.u32 %r0, %r3, %r4;", 8),
        (
            "mov.u64 %rd3, h[%r1]; mov.u64 %rd4, h; sub.u64 %rd3, %rd3, %rd4; cvt.u32.u64 %r0, %rd3;",
            4,
        ),
        ("cvta.shared.u64 %rd3, s[%r1]; ld.u32 %r0, [%rd3];", 42),
        (
            ".reg .pred %q; setp.eq.u32 %q, %r1, 3; mov.u32 %r0, 5; @%q ld.shared.u32 %r0, s[%r1];",
            5,
        ),
    ];
    for (body, expected) in rows {
        assert_eq!(result(&format!("{fill} {body}")), expected, "{body}");
    }
}
