// PTX modules in strings of Go, with the expected findings. Don't read this quote as a string.
package kernels

const good = `
.version 8.0
.target sm_80
.address_size 64
.visible .entry k(.param .u64 p) { ret; }
`

const raw = `// a comment
.version 8.0
.target sm_80
.address_size 64
.visible .entry k() {
    .reg .u32 %r<2>;
    add.u32 %r0, %r1;
    ret;
}
` //~^^^ error 5..12: `add.u32` takes 3 operands, not 2

const joined = ".version 8.0\n" + ".target sm_80\n" +
    ".address_size 64\n" +
    ".visible .entry k() { ret }\n" //~ error 30..31: expected an operand, found `}`

var format = fmt.Sprintf(".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry %s() { ret; }\n", name) //~ unchecked 27..35: not checked: pieces
var sum = ".version 8.0\n.target sm_80\n" + body //~ unchecked 12..20: not checked: pieces
