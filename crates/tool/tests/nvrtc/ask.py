"""Compiles inline assembly with NVRTC. Each input line is a statement as JSON. Each output line is the text that NVRTC
emits, or null if NVRTC rejects the statement. The environment variable NVRTC names a library. Prints nothing if there is
no NVRTC."""

import ctypes
import glob
import json
import os
import site
import sys

ARGUMENTS = "unsigned a, unsigned b, unsigned *d, float f, double g, unsigned long long l, unsigned short h"


def path():
    """Returns the path of NVRTC, if it is installed."""
    folders = [*site.getsitepackages(), site.getusersitepackages()]
    places = [os.path.join(folder, "nvidia/*/lib/libnvrtc.so*") for folder in folders]
    found = [path for place in places for path in glob.glob(place)]
    return os.environ.get("NVRTC") or (found[0] if found else None)


def kernel(statement):
    return f'extern "C" __global__ void k({ARGUMENTS}) {{ {statement} }}'


def ptx(nvrtc, statement):
    """Returns the PTX of a kernel with a statement, or `None` if NVRTC rejects the statement."""
    program = ctypes.c_void_p()
    source = kernel(statement).encode()
    nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, b"k.cu", 0, None, None)
    options = (ctypes.c_char_p * 1)(b"--gpu-architecture=compute_90")
    status = nvrtc.nvrtcCompileProgram(program, 1, options)
    if status:
        nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
        return None
    size = ctypes.c_size_t()
    nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size))
    text = ctypes.create_string_buffer(size.value)
    nvrtc.nvrtcGetPTX(program, text)
    nvrtc.nvrtcDestroyProgram(ctypes.byref(program))
    return text.value.decode()


def compiled(nvrtc, statement):
    text = ptx(nvrtc, statement)
    if text is None:
        return None
    _, _, inside = text.partition("// begin inline asm\n")
    if inside.startswith("\t// end inline asm"):
        return ""
    return inside.partition("\n\t// end inline asm")[0].removeprefix("\t")


def main():
    library = path()
    if library is None:
        return
    nvrtc = ctypes.CDLL(library)
    for line in sys.stdin:
        print(json.dumps(compiled(nvrtc, json.loads(line))))


if __name__ == "__main__":
    main()
