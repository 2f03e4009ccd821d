"""Compiles CUDA C++ kernels to PTX with NVRTC, NVIDIA's compiler library. Needs no GPU and no driver.

`python -m ptx_bits.nvrtc kernel.cu --target sm_90` prints the PTX of a file. The extra `ptx-bits[cuda]` installs NVRTC and
the headers of CUDA. Without it, a CUDA toolkit in `CUDA_HOME` is used.
"""

import argparse
import ctypes
import functools
import importlib.util
import os
import pathlib
import re
import sys
from collections.abc import Sequence

_INSTALL = "python -m pip install nvidia-cuda-nvrtc nvidia-cuda-runtime nvidia-cuda-crt nvidia-cuda-cccl"

# Patterns of code that only a host compiler accepts, and their cures.
_HOST = (
    (r"<<<", "cut the kernel launches `<<<…>>>`"),
    (r"\bint\s+main\s*\(", "cut `main`"),
    (r"\bcuda(Malloc|Memcpy|Free|DeviceSynchronize|GetLastError)\w*\s*\(", "cut the calls of the runtime library"),
    (
        r"#\s*include\s*<(iostream|cstdio|stdio\.h|cstdlib|stdlib\.h|vector|string|cuda_runtime\.h)>",
        "cut the `#include` of host headers (`printf` needs none)",
    ),
)


class CompileError(ValueError):
    """An error that NVRTC reports. `log` has all its messages."""

    def __init__(self, message: str, log: str) -> None:
        super().__init__(message, log)
        self.log = log

    def __str__(self) -> str:
        return str(self.args[0])


def compile(
    source: str,
    *,
    target: str = "sm_90",
    options: Sequence[str] = (),
    names: Sequence[str] = (),
    file: str = "kernel.cu",
) -> tuple[str, list[str]]:
    """Returns the PTX of CUDA C++ kernels, and the names in the PTX of the kernels in `names`.

    A name is an expression of C++, such as `scale` or `softmax<float>`. `options` are further options of NVRTC, such as
    `-use_fast_math`. Raises CompileError if NVRTC reports an error, and ImportError if NVRTC is not installed.
    """
    return _compile(source, target, options, names, file)[:2]


def _compile(
    source: str, target: str, options: Sequence[str], names: Sequence[str], file: str
) -> tuple[str, list[str], str]:
    """Returns the results of `compile`, and the warnings of NVRTC."""
    match = re.fullmatch(r"sm_(\d+[af]?)", target)
    if not match:
        raise ValueError(f"unknown target {target!r}\nhelp: write a target such as `sm_90`")
    if isinstance(options, str):
        raise TypeError(f"expected a sequence of options, found a string\nhelp: write `options=({options!r},)`")
    library = _library()
    includes = [f"-I{folder}" for folder in _includes()]
    given = [f"--gpu-architecture=compute_{match[1]}", "-lineinfo", *includes, *options]
    program = ctypes.c_void_p()
    _check(library.nvrtcCreateProgram(ctypes.byref(program), source.encode(), file.encode(), 0, None, None))
    try:
        for name in names:
            _check(library.nvrtcAddNameExpression(program, name.encode()))
        words = (ctypes.c_char_p * len(given))(*[option.encode() for option in given])
        result = library.nvrtcCompileProgram(program, len(given), words)
        if result:
            log = _text(program, library.nvrtcGetProgramLogSize, library.nvrtcGetProgramLog)
            raise CompileError(_message(log or _reason(result), source, target, file), log)
        lowered = []
        for name in names:
            found = ctypes.c_char_p()
            _check(library.nvrtcGetLoweredName(program, name.encode(), ctypes.byref(found)))
            lowered.append((found.value or b"").decode())
        log = _text(program, library.nvrtcGetProgramLogSize, library.nvrtcGetProgramLog)
        return _text(program, library.nvrtcGetPTXSize, library.nvrtcGetPTX), lowered, log
    finally:
        library.nvrtcDestroyProgram(ctypes.byref(program))


def _message(log: str, source: str, target: str, file: str) -> str:
    """Returns the log, with help if the file has host code or NVRTC lacks the target."""
    if "--gpu-architecture" in log and "invalid" in log:
        major, minor = version()
        help = f"NVRTC {major}.{minor} does not support `{target}`: another version may, such as `nvidia-cuda-nvrtc-cu12`"
        return f"{log.strip()}\nhelp: {help}"
    cures = [cure for pattern, cure in _HOST if re.search(pattern, source)]
    if cures:
        compute = target.replace("sm_", "compute_")
        return (
            f"{log.strip()}\nnote: NVRTC compiles kernels only, and the file has host code\n"
            f"help: {', '.join(cures)}; or compile the whole file with `nvcc -ptx -arch={compute} {file}` and load the PTX"
        )
    if "could not open source file" in log or "cannot open source file" in log:
        return f"{log.strip()}\nhelp: `{_INSTALL}` installs CUDA's headers; `options=(\"-Ifolder\",)` adds a folder"
    return log.strip()


def version() -> tuple[int, int]:
    """Returns the version of NVRTC."""
    major, minor = ctypes.c_int(), ctypes.c_int()
    _check(_library().nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)))
    return major.value, minor.value


def is_available() -> bool:
    """Returns whether NVRTC can be loaded."""
    try:
        _library()
    except ImportError:
        return False
    return True


def _roots() -> list[pathlib.Path]:
    """Returns the folders that may have NVRTC or headers: those of NVIDIA's packages first, then the toolkit's."""
    spec = importlib.util.find_spec("nvidia")
    places = [pathlib.Path(place) for place in (spec.submodule_search_locations or [] if spec else [])]
    roots = [root for place in places for root in sorted(place.glob("*"), reverse=True) if root.is_dir()]
    toolkits = [os.environ.get(name) for name in ("CUDA_HOME", "CUDA_PATH")]
    return roots + [pathlib.Path(toolkit) for toolkit in toolkits if toolkit]


@functools.cache
def _library() -> ctypes.CDLL:
    patterns = ("lib/libnvrtc.so.*", "lib64/libnvrtc.so.*", "bin/nvrtc64_*_0.dll", "bin/*/nvrtc64_*_0.dll")
    found = [file for root in _roots() for pattern in patterns for file in sorted(root.glob(pattern))]
    found = [file for file in found if ".alt" not in file.name]
    for name in [*map(str, found), "libnvrtc.so"]:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        library.nvrtcGetErrorString.restype = ctypes.c_char_p
        return library
    raise ImportError(f"NVRTC is not installed\nhelp: `{_INSTALL}`, or set CUDA_HOME to a CUDA toolkit")


@functools.cache
def _includes() -> list[pathlib.Path]:
    folders = [root / "include" for root in _roots()]
    return [folder for one in folders for folder in (one, one / "cccl") if folder.is_dir()]


def _reason(result: int) -> str:
    return str(_library().nvrtcGetErrorString(result).decode())


def _check(result: int) -> None:
    """Raises an exception if a function of NVRTC has failed."""
    if result:
        raise RuntimeError(f"NVRTC failed: {_reason(result)}")


def _text(program: ctypes.c_void_p, size_of: "ctypes._NamedFuncPointer", get: "ctypes._NamedFuncPointer") -> str:
    size = ctypes.c_size_t()
    _check(size_of(program, ctypes.byref(size)))
    text = ctypes.create_string_buffer(size.value)
    _check(get(program, text))
    return text.value.decode(errors="replace")


def main() -> int:
    """Prints the PTX of the file in the arguments. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m ptx_bits.nvrtc", description="Prints the PTX of CUDA C++ kernels. Further options go to NVRTC."
    )
    parser.add_argument("file", help="a file of kernels, without host code")
    parser.add_argument("--target", default="sm_90", help="the chip (default: sm_90)")
    given, options = parser.parse_known_args()
    try:
        file = pathlib.Path(given.file)
        options.append(f"-I{file.resolve().parent}")
        text, _, log = _compile(file.read_text(), given.target, options, (), given.file)
    except (OSError, ImportError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1 if isinstance(error, CompileError) else 2
    print(log, end="", file=sys.stderr)
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
