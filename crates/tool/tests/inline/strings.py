"""PTX modules in strings of Python, with the expected findings."""
# ".version 8.0" in a comment is not a string.
GOOD = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) { ret; }
"""
RAW = r'''// a comment
.version 8.0
.target sm_80
.address_size 64
.visible .entry k() {
    .reg .u32 %r<2>;
    add.u32 %r0, %r1; //~ error 5..12: `add.u32` takes 3 operands, not 2
    ret;
}
'''.strip()
JOINED = (
    ".version 8.0\n"
    ".target sm_80\n" + ".address_size 64\n"
    b".visible .entry k() {\n\tret\n}\n"  #~ error 34..35: missing `;`
)
OUTSIDE = """.version 8.0
.target sm_80
.address_size 64
.global .surfref s;
.visible .entry k() {
    .reg .b32 %r;
    suq.width.b32 %r, [s]; //~ unchecked 5..8: `suq.width.b32` is not in the instruction table
}
"""
FORMAT = f"""
.version 8.0
.target sm_{arch}
""" #~^^ unchecked 1..9: not checked: pieces
PERCENT = ".version 8.0\n.target sm_%d\n" % arch #~ unchecked 12..20: not checked: pieces
VERSION = ".version %s\n.target sm_80\n" #~ unchecked 12..20: not checked: pieces
PLUS = ".version 8.0\n.target sm_80\n" + body #~ unchecked 9..17: not checked: pieces
LATER = """.version 8.0
.target sm_80
.address_size 64
.visible .entry k() { $body }
""" #~^^^^ unchecked 12..20: not checked: pieces
HOLES = """.version 8.0
.target sm_80
.address_size 64
.visible .entry {name}() {{ ret; }}
""" #~^^^^ unchecked 12..20: not checked: pieces


def pieces():
    text = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n" #~ unchecked 13..21: not checked: pieces
    text += "ret; }\n"
    assert ".version 8.0" in text
    return string.Template(LATER).substitute(body="ret;")


def statement():
    return tl.inline_asm_elementwise(".version 8.0\n.target sm_80\n", "=r", [x])
