//! Inline PTX in Rust, with the expected findings. This file is data and is never compiled.
//! `asm!("rpc.rn.f32 {}, 1;")` in a comment is not a statement.
/* Nor is /* asm!("rpc;") */ asm!("rpc;") here. */
const TEXT: &str = "asm!(\"rpc.rn.f32 {}, 1;\")";
const RAW: &str = r##"asm!("rpc;") "# "##;
const QUOTE: (char, char, u8) = ('"', '\'', b'"');

fn holes<'a>(a: &'a u32) {
    asm!("add.u32 {}, {}, {};", out(reg32) d, in(reg32) a, in(reg32) b);
    asm!("add.u32 {}, {}, {};", out(reg32) d, in(reg32) a); //~ error 27..29: `{}` has no operand
    asm!("add.u32 {0}, {1}, {1};", out(reg32) d, in(reg32) a);
    asm!("add.u32 {0}, {1}, {2};", out(reg32) d, in(reg32) a); //~ error 29..32: `{2}` has no operand
    asm!("add.u32 {d}, {a}, {a};", d = out(reg32) d, a = in(reg32) a);
    asm!("add.u32 {d}, {a}, {c};", d = out(reg32) d, a = in(reg32) a); //~ error 29..32: `{c}` has no operand
    asm!("add.u32 {d}, {a}, {a};", d = out(reg32) d, a = in(reg64) a); //~ error 24..27: expected `.b32`, `.u32` or `.s32`, found `{a}`, which is `.b64`
    asm!("add.u32 {}, {}, {};", out(reg32) d, in(reg64) a, in(reg32) b); //~ error 23..25: expected `.b32`, `.u32` or `.s32`, found `{}`, which is `.b64`
    asm!("{{ .reg .u32 t; mov.u32 t, {x}; }}", x = in(reg32) x);
    asm!("{{ .reg .u32 t; mov.u32 u, {x}; }}", x = in(reg32) x); //~ error 35..36: undeclared register `u`
    asm!("{ .reg .u32 t; }}", x = in(reg32) x); //~ error 11..12: `{` names no operand
    asm!("mov.u32 {0}, 1; }", out(reg32) x); //~ error 27..28: `}` names no operand
    asm!("add.u32 {0}, {1}, {2:e};", out(reg32) d, in(reg32) a, in(reg32) b); //~ error 29..34: `{2:e}` has a modifier
    asm!("mov.u32 {0}, %laneid;", out(reg32) d);
    asm!("mov.u32 {0}, %laneid.x;", out(reg32) d); //~ error 24..33: `%laneid` is not a vector and has no `.x`
    asm!("ld.global.u32 {0}, [{1} + 4];", out(reg32) d, in(reg64) p, options(readonly));
    asm!("ld.global.v2.u32 {{{0}, {1}}}, [{2}];", out(reg32) d, out(reg32) e, in(reg64) p);
}

fn foreign() {
    asm!("add.u32 {0}, %0, 1;", inout(reg32) d); //~ error 24..26: `%0` names no operand
    asm!("add.u32 $0, {0}, 1;", inout(reg32) d); //~ error 19..21: `$0` names no operand
    asm!("ld.global.u32 {0}, [{1}];", out(reg32) d, in(reg32) p); //~ error 30..35: register `{1}` is `.b32`, and a `.global` address has 64 bits
}

fn operands() {
    asm!("add.u64 {0}, {1}, {1};", lateout(reg64) d, in(reg64) a);
    asm!("add.u16 {0}, {0}, 1;", inout(reg16) d);
    asm!("add.u32 {0}, {0}, 1;", inlateout(reg32) d => e);
    asm!("add.f32 {0}, {0}, {0};", inout(reg32) d);
    asm!("add.f64 {0}, {0}, {0};", inout(reg32) d); //~ error 19..22: expected `.b64` or `.f64`, found `{0}`, which is `.b32`
    asm!("mov.u32 {0}, {1};", out(reg32) d, const 5);
    asm!("mov.u32 {0}, {1};", out(reg32) d, const N * 2);
    asm!("mov.u64 {0}, {1};", out(reg64) d, sym f);
    asm!("lop3.b32 {0}, {0}, {0}, {0}, {1};", inout(reg32) d, const 300); //~ error 40..43: `immLut` must be from 0 to 255, found `300`
    asm!("lop3.b32 {0}, {0}, {0}, {0}, {1};", inout(reg32) d, const 300 - 200);
    asm!("add.u32 {0}, {1}, 1;", out(reg32) d, in(reg) a); //~ error 51..54: `reg` is not a constraint of PTX
    asm!("add.u32 {0}, {0}, 1;", out(reg32) f(a, |x| (x, 1))[0]);
    asm!("add.u32 {0}, {0}, 1;", out(reg32) _, options(nomem, nostack), clobber_abi("C"));
    asm!("add.u32 {0}, {0};", out(reg32) d,); //~ error 11..18: `add.u32` takes 3 operands, not 2
    asm!("add.u32 {0}, {1}, 1;", out(reg32) d,); //~ error 24..27: `{1}` has no operand
    asm!("add.u32 {0}, {1}, 1;", out(reg32) d, register!(a));
}

fn templates() {
    core::arch::asm!(
        "add.u32 {0}, {1}, 1;",
        "add.u32 {0}, {0};", //~ error 10..17: `add.u32` takes 3 operands, not 2
        out(reg32) d, in(reg32) a, options(nomem)
    );
    asm! {
        "add.u32 {0}, {1}, 1",
        "add.u32 {0}, {0}, 1;", //~^ error 28..29: missing `;`
        out(reg32) d, in(reg32) a
    }
    asm!["add.u32 {0};", out(reg32) d]; //~ error 11..18: `add.u32` takes 3 operands, not 1
    asm!(r#"add.u32 {0}, {1}, {2};"#, out(reg32) d, in(reg32) a); //~ error 31..34: `{2}` has no operand
    asm!(r"add.u32 {0}, {1}, {2};", out(reg32) d, in(reg32) a); //~ error 30..33: `{2}` has no operand
    asm!("add.u32 {0}, \
          {1}, {2};", out(reg32) d, in(reg32) a); //~ error 16..19: `{2}` has no operand
    asm!("add.u32 {0}, {1}, {1};\n\tsub.u32 {0};", out(reg32) d, in(reg32) a); //~ error 37..44: `sub.u32` takes 3 operands, not 1
    asm!("/* \u{fc} ü */ add.u32 {0}, {2}, \x7b1}", out(reg32) d, in(reg32) a); //~ error 39..42: `{2}` has no operand
    asm!("/* ü\" */ add.u32 {0}, {2}, {1};", out(reg32) d, in(reg32) a); //~ error 34..37: `{2}` has no operand
    let quotes = ['\n','"']; asm!("add.u32 {0}, {0};", out(reg32) d); //~ error 36..43: `add.u32` takes 3 operands, not 2
    let quotes = ['x','"']; asm!("add.u32 {0}, {0};", out(reg32) d); //~ error 35..42: `add.u32` takes 3 operands, not 2
    asm!(concat!("add.u32 ", "{0}, {1}, ", 7, ";"), out(reg32) d, in(reg32) a);
    asm!(concat!("add.u32 ", "{0}, {2}, ", 7, ";"), out(reg32) d, in(reg32) a); //~ error 36..39: `{2}` has no operand
    asm!(concat!("add.", stringify!(u32), " {0}, {1}, 7;"), out(reg32) d, in(reg32) a); //~ unchecked 5..8: not checked: macro
    asm!(concat!("add.u32 {0}, {0}, ", 3 * 2, ";"), inout(reg32) d); //~ unchecked 5..8: not checked: macro
    asm!("add.u32 {0}, {0}, 1;" $rest, inout(reg32) d); //~ unchecked 5..8: not checked: macro
    asm!($text, out(reg32) d); //~ unchecked 5..8: not checked: macro
    asm!(concat!("add.", $ty, " {0}, {0}, 7;"), out(reg32) d); //~ unchecked 5..8: not checked: macro
    asm!(include_str!("kernel.ptx")); //~ unchecked 5..8: not checked: macro
    asm!("set.ftz.gt.u32.f32 {0}, {1}, {1};", out(reg32) d, in(reg32) a); //~ warning 14..18: modifier `.ftz` is out of order
}

macro_rules! add {
    ($d:expr, $a:expr) => {
        asm!("add.u32 {0}, {1};", out(reg32) $d, in(reg32) $a) //~ error 15..22: `add.u32` takes 3 operands, not 2
        asm!("add.u32 {d}, {a}, {b};", $(d = out(reg32) $x),*);
        asm!("add.u32 {0}, {1}, {2};", out(reg32) $d, in(reg32) a $(, in(reg32) $b)*);
        asm!("add.u32 {d}, {a};", $d = out(reg32) $d); //~ error 15..22: `add.u32` takes 3 operands, not 2
    };
}

fn cuda() {
    ptx_asm!("add.u32 %0, %1, %1;", out("=r") d, in("r") a);
    ptx_asm!("add.u32 %0, %1, %2;", out("=r") d, in("r") a, options(register_only)); //~ error 31..33: `%2` has no operand
    ptx_asm!("mov.u32 %0, %%laneid;", out("=r") lane);
    ptx_asm!("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;", clobber("memory"));
    ptx_asm!("txq.width.b32 %0, [%1];", out("=r") d, in("l") x); //~ unchecked 15..18: `txq.width.b32` is not in the instruction table
    cuda::ptx_asm!("mov.u64 %0, %1;", out("=r") lane, in("r") x); //~ error 29..31: expected `.b64`, `.u64` or `.s64`, found `%0`, which is `.b32`
    ptx_asm!("{ .reg .u64 t; cvt.u64.u32 t, %1; cvt.u32.u64 %0, t; }", out("=r") d, in("r") a);
    ptx_asm!("add.f32 %0, %1, %1;", out("=f") d, in("d") a); //~ error 27..29: expected `.b32` or `.f32`, found `%1`, which is `.f64`
    ptx_asm!("add.u32 %0, %0, %1;", out("=r") d, in("n") N);
}

fn others() {
    asm!("nop");
    asm!("");
    asm!("mov {0}, {1}", out(reg) d, in(reg) a);
    asm!("cpuid", inout("eax") 1 => a, out("ecx") c);
    asm!("fma.rn.f32x2 {0}, {1}, {1}, {1};", out(reg64) d, in(reg64) a);
    my_asm!("rpc.rn.f32 {0}, {1};", out(reg32) d, in(reg32) a);
    asm != 1;
    asm!("add.u32 {0};" //~ unchecked 5..8: not checked: no end
