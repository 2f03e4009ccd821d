"""Tests that the checker, the explanations and the table give the output of the command."""

import json
import subprocess

import pytest

import ptx_bits as ptx

TEXT = """.version 8.0
.target sm_80
.reg .f32 %f<3>;
rcp.rn.sat.f32 %f0, %f1;
\trcp.ftz.rn.f32 %f0, %f1;
"""


def run(command, *words, text=None):
    return subprocess.run([command, *words], input=text, capture_output=True, text=True).stdout


def test_check(command):
    said = ptx.check(TEXT, file="<stdin>")
    assert [one.level for one in said] == ["error", "warning"]
    assert said[0].line == 4 and "`.sat`" in said[0].message and str(said[0]).startswith("error: ")
    lines = run(command, "check", "--json", "-", text=TEXT).splitlines()
    assert [one._asdict() for one in said] == [json.loads(line) for line in lines]
    assert ptx.check("add.rn.f32 %f0, %f1, %f2;") == []
    assert ptx.check("fma.rn.f32 %f0, %f1, %f2, %f3;", target="sm_13", version="1.5") != []


def test_what_check_warns_of_is_refused_by_run():
    with pytest.raises(ptx.InstructionError):
        ptx.run("rcp.ftz.rn.f32", 1.0)


def test_explain(command):
    for name in ("", "ex2", "ex2.approx.ftz.f32", "MUFU.RCP"):
        assert ptx.explain(name) == run(command, "explain", *([name] if name else []))
    with pytest.raises(ptx.InstructionError, match="ex3"):
        ptx.explain("ex3")


def test_forms(command):
    table = json.loads(run(command, "list", "--json"))
    assert [form._asdict() for form in ptx.forms()] == table["instructions"]
    assert [form._asdict() for form in ptx.machine_forms()] == table["machine_instructions"]
    assert {form.mnemonic for form in ptx.forms("rcp", "ex2")} == {"rcp", "ex2"}
    with pytest.raises(ptx.InstructionError, match="rpc"):
        ptx.forms("rpc")
