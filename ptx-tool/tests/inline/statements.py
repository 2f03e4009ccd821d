# Statements of inline PTX in Python, with the reports about them. They are data and not run.


def inline_asm_of_mine(asm):
    return tl.inline_asm_elementwise(asm, "=r,r", [x], dtype, is_pure=True, pack=1)  #~ unchecked 15..37: not checked: macro


def holes(x, y):
    tl.inline_asm_elementwise("add.u32 $0, $1, $2;", "=r,r,r", [x, y], dtype=tl.uint32, is_pure=True, pack=1)
    tl.inline_asm_elementwise("add.u32 $0, $1, $3;", "=r,r,r", [x, y], dtype=tl.uint32)  #~ error 48..50: `$3` has no operand
