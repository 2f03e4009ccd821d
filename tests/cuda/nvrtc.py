"""Compiles CUDA sources to PTX with the NVRTC library that NVRTC_LIB names.

usage: nvrtc.py OUTPUT_FOLDER SOURCE... -- OPTION...
       nvrtc.py --version
"""
import ctypes
import os
import pathlib
import sys


def check(nvrtc, status, what):
    if status != 0:
        nvrtc.nvrtcGetErrorString.restype = ctypes.c_char_p
        raise SystemExit(f"{what}: {nvrtc.nvrtcGetErrorString(status).decode()}")


def version(nvrtc):
    major, minor = ctypes.c_int(), ctypes.c_int()
    check(nvrtc, nvrtc.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)), "nvrtcVersion")
    return f"{major.value}.{minor.value}"


def compile_to_ptx(nvrtc, path, options):
    program = ctypes.c_void_p()
    source = path.read_bytes()
    check(nvrtc, nvrtc.nvrtcCreateProgram(
        ctypes.byref(program), source, path.name.encode(), 0, None, None), path)
    arguments = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
    status = nvrtc.nvrtcCompileProgram(program, len(options), arguments)
    if status != 0:
        size = ctypes.c_size_t()
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetProgramLog(program, log)
        raise SystemExit(f"{path}: {log.value.decode()}")
    size = ctypes.c_size_t()
    check(nvrtc, nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)), path)
    ptx = ctypes.create_string_buffer(size.value)
    check(nvrtc, nvrtc.nvrtcGetPTX(program, ptx), path)
    return ptx.value


def main():
    try:
        nvrtc = ctypes.CDLL(os.environ["NVRTC_LIB"])
    except OSError as error:
        raise SystemExit(error)
    if sys.argv[1:] == ["--version"]:
        print(version(nvrtc))
        return
    output = pathlib.Path(sys.argv[1])
    split = sys.argv.index("--")
    for path in map(pathlib.Path, sys.argv[2:split]):
        (output / path.with_suffix(".ptx").name).write_bytes(
            compile_to_ptx(nvrtc, path, sys.argv[split + 1:]))


main()
