# Inline PTX in Python, with the expected findings. This file is data and is never run.
# tl.inline_asm_elementwise("rpc.rn.f32 $0, $1;", "=f,f") in a comment is not a statement.
"""Nor is tl.inline_asm_elementwise("rpc.rn.f32 $0, $1;", "=f,f") in a string."""


def inline_asm_of_mine(asm):
    return tl.inline_asm_elementwise(asm, "=r,r", [x], dtype, is_pure=True, pack=1)  #~ unchecked 15..37: not checked: macro


def holes(x, y):
    tl.inline_asm_elementwise("add.u32 $0, $1, $2;", "=r,r,r", [x, y], dtype=tl.uint32, is_pure=True, pack=1)
    tl.inline_asm_elementwise("add.u32 $0, $1, $3;", "=r,r,r", [x, y], dtype=tl.uint32)  #~ error 48..50: `$3` has no operand
    tl.inline_asm_elementwise("add.u32 ${0}, ${1}, ${1};", "=r,r", [x])
    tl.inline_asm_elementwise("add.u32 ${0}, ${1}, ${2};", "=r,r", [x])  #~ error 52..56: `${2}` has no operand
    tl.inline_asm_elementwise("add.u32 %0, $1, 1;", "=r,r", [x])  #~ error 40..42: `%0` names no operand
    tl.inline_asm_elementwise("add.u32 $0, {1}, 1;", "=r,r", [x])  #~ error 44..47: `{1}` names no operand
    tl.inline_asm_elementwise("{ .reg .u32 %1; mov.u32 %1, $1; mov.u32 $0, %1; }", "=r,r", [x])
    tl.inline_asm_elementwise("add.u32 $0, $1, ${1:x};", "=r,r", [x])  #~ error 48..54: `${1:x}` has a modifier
    tl.inline_asm_elementwise("mov.u32 $0, %laneid;", "=r", [])
    tl.inline_asm_elementwise("mov.u32 $0, %%laneid;", "=r", [])  #~ error 44..45: expected an operand
    tl.inline_asm_elementwise("{ .reg .u32 t$$; mov.u32 t$$, $1; }", "=r,r", [x])
    tl.inline_asm_elementwise("{ .reg .u32 t${:uid}; mov.u32 t${:uid}, $1; }", "=r,r", [x])
    tl.inline_asm_elementwise("mov.u32 $0, $x;", "=r", [])  #~ error 44..45: `$` names no operand
    tl.inline_asm_elementwise("mov.u32 $0, ${1x};", "=r,r", [x])  #~ error 44..49: `${1x}` names no operand
    tl.inline_asm_elementwise("$(mov.u32 $0, 1;$|x$)", "=r", [])  #~ error 32..34: `$(` is not supported
#~^ error 48..50: `$|` is not supported
#~^^ error 51..53: `$)` is not supported


def constraints(x):
    tl.inline_asm_elementwise("add.f32 $0, $1, $1;", "=f,f", [x])
    tl.inline_asm_elementwise("add.f32 $0, $1, $1;", "=f,d", [x])  #~ error 44..46: expected `.b32` or `.f32`, found `$1`, which is `.f64`
    tl.inline_asm_elementwise("add.f32 $0, $1, $1;", "=f,0", [x])
    tl.inline_asm_elementwise("add.f64 $0, $1, $1;", "=d,0", [x])
    tl.inline_asm_elementwise("add.f64 $0, $1, $1;", "=d,f,~{memory}", [x])  #~ error 44..46: expected `.b64` or `.f64`, found `$1`, which is `.f32`
    tl.inline_asm_elementwise("add.u32 $0, $1, $2;", "=&r, r, n, ~{memory}", [x, 3])
    tl.inline_asm_elementwise("add.u32 $0, $1, $2;", "=r,r,~{memory}", [x])  #~ error 48..50: `$2` has no operand
    tl.inline_asm_elementwise("selp.u32 $0, 1, 0, $1;", "=r,b", [x])
    tl.inline_asm_elementwise("add.u32 $0, $1, 1;", "=r,{edx}", [x])  #~ error 57..62: `{edx}` is not a constraint of PTX
    tl.inline_asm_elementwise("add.u32 $0, $1, 1;", "=r,{edx},r", [x])  #~ error 57..62: `{edx}` is not a constraint of PTX
    tl.inline_asm_elementwise("add.u32 $0, $1, $7;", constraints, [x])
    tl.inline_asm_elementwise("add.u32 $0, $1, $7;", ",".join(constraints), [x])
    tl.inline_asm_elementwise("add.u32 $0, $1, $2;", "=r,r" + ",r", [x])
    tl.inline_asm_elementwise("add.u32 $0, $1, $2;", "=r,r" ",f", [x])  #~ error 48..50: expected `.b32`, `.u32` or `.s32`, found `$2`, which is `.f32`


def arguments(x, result):
    tl.inline_asm_elementwise(asm="add.u32 $0, $1, $2;", constraints="=r,r", args=[x])  #~ error 52..54: `$2` has no operand
    tl.inline_asm_elementwise(constraints="=r,r", args=[x], asm="add.u32 $0, $1;")  #~ error 66..73: `add.u32` takes 3 operands, not 2
    llvm.inline_asm(T.i32(), [x], "add.u32 $0, $1;", "=r,r", has_side_effects=True)  #~ error 36..43: `add.u32` takes 3 operands, not 2
    llvm.inline_asm(ir.Type.parse("!llvm.struct<(i32)>"), [x], "add.u32 $0, $1;", "=r,r")  #~ error 65..72: `add.u32` takes 3 operands, not 2
    llvm.inline_asm(None, [f("a", "b")], "bra L1;", "")  #~ error 47..49: undeclared label `L1`
    llvm.inline_asm(None, [x], text, "=r,r")  #~ unchecked 10..20: not checked: macro
    llvm.inline_asm(*arguments)  #~ unchecked 10..20: not checked: macro
    inline_asm("add.u32 $0, $1;", "=r,r")  #~ error 17..24: `add.u32` takes 3 operands, not 2
    my_inline_asm_call(x, "add.u32 $0, $1;", "=r,r")  #~ error 28..35: `add.u32` takes 3 operands, not 2
    inline_asm(inline_asm("add.u32 $0, $1;", "=r,r"), "sub.u32 $0;", "=r,r")  #~ error 28..35: `add.u32` takes 3 operands, not 2
#~^ error 56..63: `sub.u32` takes 3 operands, not 1
    with_attribute.inline_asm.other("rpc;")
    inline_asm = 1


def strings(x):
    tl.inline_asm_elementwise(
        """
        add.u32 $0, $1, $1;
        sub.u32 $0, $1;
        """,  #~^ error 9..16: `sub.u32` takes 3 operands, not 2
        "=r,r",
        [x],
    )
    tl.inline_asm_elementwise('add.u32 $0, $1, $1;\n\tsub.u32 $0, $1;', '=r,r', [x])  #~ error 55..62: `sub.u32` takes 3 operands, not 2
    tl.inline_asm_elementwise(r'add.u32 $0, $1, $1;\n', '=r,r', [x])  #~ error 52..54: `\n` is from a C string
    tl.inline_asm_elementwise("add.u32 "
                              "$0, $1;", "=r,r", [x])  #~^ error 32..39: `add.u32` takes 3 operands, not 2
    tl.inline_asm_elementwise("add.u32 " + "$0, $1, " + '$2;', "=r,r", [x])  #~ error 58..60: `$2` has no operand
    tl.inline_asm_elementwise(("add.u32 $0, "
                               "$1, $2;"), "=r,r", [x])  #~ error 37..39: `$2` has no operand
    tl.inline_asm_elementwise(textwrap.dedent("""\
        add.u32 $0, $1;"""), "=r,r", [x])  #~ error 9..16: `add.u32` takes 3 operands, not 2
    tl.inline_asm_elementwise("add.u32 $0, $1; ".strip(), "=r,r", [x])  #~ error 32..39: `add.u32` takes 3 operands, not 2
    tl.inline_asm_elementwise("/* \N{DEGREE SIGN} \u00b0 */ add.u32 $0, $2, $1;", "=r,r", [x])  #~ error 73..75: `$2` has no operand
    tl.inline_asm_elementwise("/* ü𝛼 */ add.u32 $0, $2, $1;", "=r,r", [x])  #~ error 53..55: `$2` has no operand
    tl.inline_asm_elementwise("add.u32 \x240, $\x31, $2;", "=r,r", [x])  #~ error 54..56: `$2` has no operand
    tl.inline_asm_elementwise("add.u32 \u00240, $2, $1;", "=r,r", [x])  #~ error 49..51: `$2` has no operand
    tl.inline_asm_elementwise("/* ü\" */ add.u32 $0, $2, $1;", "=r,r", [x])  #~ error 54..56: `$2` has no operand
    tl.inline_asm_elementwise("add.u32 $0, ".strip() + "$2, $1;", "=r,r", [x])  #~ error 57..59: `$2` has no operand
    tl.inline_asm_elementwise("{ add.u32 $0, $2, $1; }".strip(), "=r,r", [x])  #~ error 46..48: `$2` has no operand
    tl.inline_asm_elementwise("add.u32 $0, \
$1, $2;", "=r,r", [x])  #~ error 5..7: `$2` has no operand


KEPT = "add.u32 $0, $1;"  #~ error 9..16: `add.u32` takes 3 operands, not 2
PARTS = (
    "sub.u32 $0, "
    "$1, $1;"
)
TWICE = "add.u32 $0, $1;"
TWICE = "add.u32 $0, $1, $1;"
LONGER = "add.u32 $0, $1, $1;"
LONGER += "add.u32 $0, $1;"
TIED = "add.u32 $0, $2, $1;"  #~ error 21..23: `$2` has no operand
HALVES = "add.u32 $0, " "$2, $1;"  #~ error 26..28: `$2` has no operand
HIDDEN = "add.u32 $0, $1;"
LOOPED = "add.u32 $0, $1;"


def names(x, TWICE):
    tl.inline_asm_elementwise(KEPT, "=r,r", [x])
    tl.inline_asm_elementwise(PARTS, "=r,r", [x])
    tl.inline_asm_elementwise("add.u32 $0, $1, $1;" + PARTS, "=r,r", [x])
    tl.inline_asm_elementwise(TWICE, "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(LONGER, "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(TIED, "=r,0", [x])
    tl.inline_asm_elementwise(HALVES, "=r,r", [x])
    tl.inline_asm_elementwise(KEPT(), "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(LAST, "=r,r", [x])
    if KEPT == x or KEPT + "":
        return KEPT
    for LOOPED in x:
        tl.inline_asm_elementwise(LOOPED, "=r,r", [x])  #~ unchecked 12..34: not checked: macro


def parameters(x, HIDDEN):
    tl.inline_asm_elementwise(HIDDEN, "=r,r", [x])  #~ unchecked 8..30: not checked: macro


def formats(x, n, op):
    tl.inline_asm_elementwise(f"{{ .reg .u32 t; mov.u32 t, $1; mov.u32 $0, t; }}", "=r,r", [x])
    tl.inline_asm_elementwise(f"{{ mov.u32 $0, $2; }}", "=r,r", [x])  #~ error 48..50: `$2` has no operand
    tl.inline_asm_elementwise(f"add.u32 $0, $1, {n};", "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(f"add.u{n} $0, $1, $1;", "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(f"add.{'u' + f"{n}"} $0, $1, $1;", "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(f'add.{op["name"]} $0, $1, $1;', "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(rf"add.u32 $0, $1, $1;", "=r,r", [x])
    tl.inline_asm_elementwise("{{ mov.u32 $0, $1; }}".format(), "=r,r", [x])
    tl.inline_asm_elementwise("{{ mov.u32 $0, $2; }}".format(op), "=r,r", [x])  #~ error 47..49: `$2` has no operand
    tl.inline_asm_elementwise("{{ mov.u32 " "$0; }}".format(), "=r,r", [x])  #~ error 35..42: `mov.u32` takes 2 operands, not 1
    tl.inline_asm_elementwise(f"add.{op["("]} $0, $1, $1;", "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(f"add.{op")  #~ unchecked 8..30: not checked: macro
    print(f"{n}"); tl.inline_asm_elementwise("add.u32 $0, $1;", "=r,r", [x])  #~ error 47..54: `add.u32` takes 3 operands, not 2
    unclosed = "no end
    tl.inline_asm_elementwise("add.u32 $0, $1;", "=r,r", [x])  #~ error 32..39: `add.u32` takes 3 operands, not 2
    tl.inline_asm_elementwise("{{ add.{} $0, $1, $1; }}".format(op), "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise("add.%s $0, $1, $1;" % op, "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise("add.u32 $0, $1, $1;" if n else "sub.u32 $0;", "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise(op + " $0, $1, $1;", "=r,r", [x])  #~ unchecked 8..30: not checked: macro
    tl.inline_asm_elementwise("add." + op + " $0, $1, $1;", "=r,r", [x])  #~ unchecked 8..30: not checked: macro


def others(x):
    llvm.inline_asm(None, [], "", "~{memory}")
    llvm.inline_asm(None, [x], "mov %rax, $0", "=r,r")
    llvm.inline_asm(T.i64(), [], "rdtsc", "={eax}")
    tl.inline_asm_elementwise("fma.rn.f32x2 $0, $1, $1, $1;", "=l,l", [x])
    tl.inline_asm_elementwise("set.ftz.gt.u32.f32 $0, $1, $1;", "=r,f", [x])  #~ warning 35..39: modifier `.ftz` is out of order
    tl.inline_asm_elementwise("add.u32 $0, $1, $1;", "=r,r", [x]  #~ unchecked 8..30: not checked: no end
LAST = "add.u32 $0, $1;"  #~ error 9..16: `add.u32` takes 3 operands, not 2
