# PTX modules in strings of Julia, with the expected findings. Don't read this quote as a string.
good = """
    .version 8.0
    .target sm_80
    .address_size 64
    .visible .entry k(.param .u64 p) { ret; }
    """
bad = raw"""
    .version 8.0
    .target sm_80
    .address_size 64
    .visible .entry k() {
        ret //~ error 11..12: missing `;`
    }
    """
filled = ".version 8.0\n.target $arch\n.address_size 64\n.visible .entry k() { ret; }\n" #~ unchecked 11..19: not checked: pieces
header = ".version 8.0\n" * rest #~ unchecked 11..19: not checked: pieces
