"""Tests that the package runs the same command as the crate."""

import os
import pathlib
import subprocess
import sys
import sysconfig

import pytest

import ptx_bits

FOLDER = pathlib.Path(ptx_bits.__file__).parent
SCRIPT = pathlib.Path(sysconfig.get_path("scripts"), "ptx-bits" + (".exe" if os.name == "nt" else ""))


def results(command, arguments, text=""):
    run = subprocess.run([*command, *arguments], input=text, capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


@pytest.mark.parametrize(
    ("arguments", "text", "status"),
    [
        (["--version"], "", 0),
        (["--help"], "", 0),
        (["no-such-command"], "", 2),
        (["check", "-"], "rcp.f32 a, b;", 1),
        (["check", "--json", "-"], "rcp.rn.f32 a, b;", 0),
        (["eval", "rcp.rn.f32", "3.0"], "", 0),
        (["eval", "--batch", "-"], "sm_90\tfma.rn.f32\t3f800000\t40000000\t1\n", 0),
        (["explain", "no.such"], "", 1),
        (["list", "rcp"], "", 0),
        (["translate", "no such file"], "", 2),
        (["completions", "bash"], "", 0),
        (["man", "check"], "", 0),
    ],
)
def test_script_and_module_run_the_command(command, arguments, text, status):
    expected = results([command], arguments, text)
    assert expected[0] == status
    assert results([sys.executable, "-m", "ptx_bits"], arguments, text) == expected
    assert results([SCRIPT], arguments, text) == expected


@pytest.mark.skipif(not (FOLDER / "libptx_driver.so").is_file(), reason="the package has no driver library")
@pytest.mark.parametrize("command", [[sys.executable, "-m", "ptx_bits"], [SCRIPT]])
def test_the_driver_library_is_in_the_package(command):
    """A program that loads the CUDA driver finds the package's library, and `PTX_BITS_DRIVER` takes precedence."""
    program = """
import ctypes
driver, name = ctypes.CDLL("libcuda.so.1"), ctypes.create_string_buffer(100)
assert driver.cuInit(0) == 0 and driver.cuDeviceGetName(name, 100, 0) == 0
print(name.value.decode())
"""
    arguments = ["driver", "--target", "sm_80", "--", sys.executable, "-c", program]
    environment = {name: value for name, value in os.environ.items() if name != "PTX_BITS_DRIVER"}
    run = subprocess.run([*command, *arguments], env=environment, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (0, "ptx-bits engine, not a GPU (sm_80)\n")
    assert run.stderr == "ptx-bits driver: 0 kernels, 0 instructions, 0 faults, 0 races\n"
    environment["PTX_BITS_DRIVER"] = "no such file"
    run = subprocess.run([*command, *arguments], env=environment, capture_output=True, text=True)
    assert run.returncode == 2
    assert "no such file" in run.stderr
