"""Tests that the package runs the same command as the crate."""

import os
import pathlib
import subprocess
import sys
import sysconfig

import pytest

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
