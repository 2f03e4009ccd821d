//! PTX modules in strings of Rust, with the expected findings. This file is data and is never compiled.
//! `".version 8.0"` in a comment is not a string.
const GOOD: &str = r#"
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) { ret; }
"#;
const RAW: &str = r#"// a comment
/* another */ .version 8.0
.target sm_80
.address_size 64
.visible .entry k() {
    .reg .u32 %r<2>;
    add.u32 %r0, %r1; //~ error 5..12: `add.u32` takes 3 operands, not 2
    mov.u32 %r0, %r2; //~ error 18..21: undeclared register `%r2`
    ret;
}
"#;
const ESCAPED: &str = ".version 8.0\n.target sm_80\n\
    .address_size 64\n\
    .visible .entry k() {\n.reg .u32 %r<2>;\n\tadd.u32 %r0, %r1;\nret;\n}"; //~ error 48..55: `add.u32` takes 3 operands, not 2
const BYTES: &[u8] = b".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { reg; }\0"; //~ error 93..96: unknown instruction `reg`
const C: &CStr = c".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() { ret; }";
const CONCAT: &str = concat!(".version 8.0\n", ".target sm_80\n.address_size 64\n",
    ".visible .entry k() { ret }\n"); //~ error 30..31: expected an operand, found `}`
const OUTSIDE: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.global .surfref s;\n.visible .entry k() { .reg .b32 %r; suq.width.b32 %r, [s]; }\n"; //~ unchecked 128..131: `suq.width.b32` is not in the instruction table

const HEADER: &str = ".version 8.0\n.target sm_80\n"; //~ unchecked 23..31: not checked: pieces
const NAME: &str = concat!(".version ", VERSION, "\n.target sm_80\n"); //~ unchecked 29..37: not checked: pieces
const TEMPLATE: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry NAME-k() { ret; }"; //~ unchecked 25..33: not checked: pieces

fn pieces(name: &str) -> String {
    let mut text = String::from(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n"); //~ unchecked 34..42: not checked: pieces
    text.push_str("ret; }\n");
    let format = format!(".version 8.0\n.target sm_80\n.visible .entry {name}() {{ ret; }}\n"); //~ unchecked 27..35: not checked: pieces
    let whole = format!(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {{ .reg .b32 %r<2>; .reg .b64 %rd; ld.global.v2.b32 {{%r0, %r1}}, [%rd]; ret; }}\n");
    let joined = ".version 8.0\n.target sm_80\n.address_size 64\n".to_string() + &text; //~ unchecked 19..27: not checked: pieces
    write!(out, ".version {}.{}\n", major, minor); //~ unchecked 18..26: not checked: pieces
    TEMPLATE.replace("NAME-", name)
}

#[test]
fn searches() {
    assert!(text.contains(".version 8.0"));
    assert_eq!(text, ".version 8.0\n");
    let word = ".version";
    if text.starts_with(".version 8.0\n") {}
}

fn statement() {
    asm!(".version 8.0 {}", out(reg32) d);
}

const UNTERMINATED: &str = r"
.version 8.0
.target sm_80
.address_size 64
.visible .entry k() { ret //~ error 21..22: this `{` is not closed before the end
//~^ error 25..26: missing `;`
