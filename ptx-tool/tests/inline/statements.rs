//! Statements of inline PTX in Rust, with the reports about them. It is data, and is not compiled.

/// `asm!("add.u32 {}, 1;")` in a comment is no statement.
fn holes() {
    asm!("add.u32 {}, {}, {};", out(reg32) d, in(reg32) a, in(reg32) b);
    asm!("add.u32 {0}, {1}, {1};", out(reg32) d, in(reg32) a);
    asm!("add.u32 {d}, {a}, {a};", d = out(reg32) d, a = in(reg32) a);
    asm!("add.u32 {d}, {a}, {c};", d = out(reg32) d, a = in(reg32) a); //~ error 29..32: `{c}` has no operand
    asm!("add.u32 {d}, {a}, {a};", d = out(reg32) d, a = in(reg64) a); //~ error 24..27: expected `.b32`, `.u32` or `.s32`, found `{a}`, which is `.b64`
    asm!("{{ .reg .u32 t; mov.u32 t, {x}; }}", x = in(reg32) x);
    core::arch::asm!(
        "add.u32 {0}, {1}, 1;",
        "add.u32 {0}, {0};", //~ error 10..17: `add.u32` takes 3 operands, not 2
        out(reg32) d, in(reg32) a, options(nomem)
    );
    asm!(r#"add.u32 {0}, {1}, {2:e};"#, out(reg32) d, in(reg32) a, in(reg32) b); //~ error 31..36: `{2:e}` has a modifier
    asm!(concat!("add.u32 ", "{0}, {1}, ", 7, ";"), out(reg32) d, in(reg32) a);
    asm!(concat!("add.", stringify!(u32), " {0}, {1}, 7;"), out(reg32) d, in(reg32) a); //~ unchecked 5..8: not checked: macro
    asm!("mov.u32 {0}, {1};", out(reg32) d, const 5);
    asm!("mov.u32 {0}, {1};", out(reg32) d, const N);
    ptx_asm!("mov.u32 %0, %%laneid;", out("=r") lane);
    cuda::ptx_asm!("mov.u64 %0, %1;", out("=r") lane, in("r") x); //~ error 29..31: expected `.b64`, `.u64` or `.s64`, found `%0`, which is `.b32`
    asm!("nop");
    asm!("mov {0}, {1}", out(reg) d, in(reg) a);
    asm!("");
}
