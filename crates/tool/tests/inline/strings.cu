// PTX modules in strings of C++, with the expected findings. This file is data and is never compiled.
/* ".version 8.0" in a comment is not a string. */
const char *good = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) { ret; }
)";
const char *raw = R"ptx(// a comment
.version 8.0
.target sm_80
.address_size 64
.visible .entry k() {
    .reg .u32 %r<2>;
    add.u32 %r0, %r1; //~ error 5..12: `add.u32` takes 3 operands, not 2
    ret;
}
)ptx";
const char joined[] =
    ".version 8.0\n" /* a comment */
    ".target sm_80\n"
    u8".address_size 64\n\
.visible .entry k() {\n" // the next line has a tab
    "\t.reg .u32 %r<2>;\n\tadd.u32 %r0, " "%r1;\n" //~ error 28..35: `add.u32` takes 3 operands, not 2
    "\tret;\n"
    "}\n\0";
#define KERNEL \
    ".version 8.0\n.target sm_80\n.address_size 64\n" \
    ".visible .entry k() { ret }\n" //~ error 30..31: expected an operand, found `}`

#define HEADER ".version 8.0\n.target sm_80\n" //~ unchecked 17..25: not checked: pieces
const char *macro = ".version 8.0\n.target sm_80\n" BODY "}\n"; //~ unchecked 22..30: not checked: pieces
const char *number = ".version " VERSION "\n.target sm_80\n"; //~ unchecked 23..31: not checked: pieces
const char *branch = ".version 8.0\n.target sm_80\n.address_size 64\n" //~ unchecked 23..31: not checked: pieces
#if A
    ".visible .entry k() { ret; }\n"
#endif
    ;

void pieces(std::ostream &out, const char *name) {
    out << ".version 8.0\n" << ".target sm_80\n"; //~ unchecked 13..21: not checked: pieces
    std::string text(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n"); //~ unchecked 23..31: not checked: pieces
    text.append("ret; }");
    sprintf(buffer, ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry %s() { ret; }", name); //~ unchecked 22..30: not checked: pieces
    if (strstr(text, ".version 8.0")) asm(".version 8.0\n.target sm_80\n");
}
