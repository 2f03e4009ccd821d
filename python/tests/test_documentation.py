"""Tests that the examples in the documentation run."""

import doctest

import pytest
from conftest import ROOT

import ptx_bits as ptx


@pytest.mark.parametrize("module", [ptx, ptx._arguments, ptx._asm, ptx._kernel, ptx._matrix, ptx._pairs, ptx._quantize, ptx._table, ptx.ops])
def test_examples_of_functions(module):
    failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert tried and not failed


def test_examples_of_the_readme():
    path = ROOT / "python/README.md"
    failed, tried = doctest.testfile(str(path), module_relative=False)
    assert tried and not failed
    assert path.read_text().startswith("`import ptx_bits as ptx`\n")
