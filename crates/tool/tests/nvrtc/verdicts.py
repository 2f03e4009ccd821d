"""Prints whether NVIDIA's compilers accept statements of inline assembly. Each input line is a statement. Each output line
is `accepted` or `refused`. The compiler is `CUDA_HOME/bin/nvcc`. If this environment variable is not set, the compiler is
NVRTC, with the assembler `PTXAS`. Prints nothing if there is no compiler."""

import ctypes
import multiprocessing
import os
import subprocess
import sys
import tempfile

import ask


def is_success(*command):
    return subprocess.run(command, capture_output=True).returncode == 0


def by_nvcc(statement):
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = os.path.join(folder, "k.cu"), os.path.join(folder, "k.cubin")
        with open(source, "w") as file:
            file.write(ask.kernel(statement))
        nvcc = os.path.join(os.environ["CUDA_HOME"], "bin/nvcc")
        return is_success(nvcc, "-arch=sm_90", "-cubin", "-o", cubin, source)


def compile_in_child(library, statement, pipe):
    pipe.send(ask.ptx(ctypes.CDLL(library), statement))


def by_nvrtc(statement):
    # NVRTC 13.5 crashes on some statements.
    receiver, sender = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.Process(target=compile_in_child, args=(ask.path(), statement, sender))
    child.start()
    sender.close()
    try:
        ptx = receiver.recv()
    except EOFError:
        ptx = None
    child.join()
    with tempfile.TemporaryDirectory() as folder:
        source, cubin = os.path.join(folder, "k.ptx"), os.path.join(folder, "k.cubin")
        with open(source, "w") as file:
            file.write(ptx or "")
        return ptx is not None and is_success(os.environ["PTXAS"], "-arch=sm_90", "-o", cubin, source)


def main():
    if "CUDA_HOME" in os.environ:
        accepts = by_nvcc
    elif "PTXAS" in os.environ and ask.path():
        accepts = by_nvrtc
    else:
        return
    for line in sys.stdin:
        print("accepted" if accepts(line.rstrip("\n")) else "refused", flush=True)


if __name__ == "__main__":
    main()
