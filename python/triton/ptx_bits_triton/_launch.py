"""Launches a compiled Triton kernel."""

import re
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import ptx_bits
import triton

from . import _report
from ._descriptor import tensor_map
from ._memory import Array, argument
from ._pointers import targets

_modules: dict[str, ptx_bits.Module] = {}


def module(text: str, name: str) -> ptx_bits.Module:
    """Returns the module of a PTX text. Equal texts have the same module."""
    if text not in _modules:
        _modules[text] = ptx_bits.Module(text, name)
    return _modules[text]


class Launcher:
    """Launches a kernel with the arguments that Triton has bound to its parameters."""

    def __init__(self, src: Any, metadata: Any) -> None:
        self._signature = tuple(src.signature.values())
        self._metadata = metadata
        # For each tensor descriptor, in order: the properties of its tensor map, if it is passed as one.
        self._descriptors = list(getattr(metadata, "tensordesc_meta", None) or [])

    def __call__(
        self,
        x: int,
        y: int,
        z: int,
        stream: Any,
        function: ptx_bits.Kernel,
        packed: Any,
        launch_metadata: Any,
        enter: Any,
        leave: Any,
        *arguments: Any,
    ) -> None:
        if 0 in (x, y, z):
            return
        driver, metadata = triton.runtime.driver.active, self._metadata
        # A program of Triton is a cluster of `num_ctas` blocks.
        blocks = x * metadata.num_ctas
        maps = iter(self._descriptors)
        words = [
            word for sort, value in zip(self._signature, arguments, strict=True) for word in self._words(sort, value, maps)
        ]
        for size in (metadata.global_scratch_size, metadata.profile_scratch_size):
            words.append(("*u8", np.zeros(blocks * y * z * size, np.uint8).view(Array) if size else None))
        others = targets(words)
        given = [_given(sort, value, bool(others)) for sort, value in words]
        if enter is not None:
            enter(launch_metadata)
        options = {"shared": metadata.shared, "races": driver.races, "jobs": driver.jobs or 1}
        if metadata.num_ctas != 1:
            options["cluster"] = metadata.num_ctas
        if others:
            options |= {"memory": "host", "buffers": others}
        try:
            report = function((blocks, y, z), metadata.num_warps * 32, *given, **options)
        except ptx_bits.KernelError as fault:
            if "in no buffer" in str(fault):
                note = "note: a pointer that lies in a tensor of 64-bit integers must lead to a tensor that exists"
                fault.args = (f"{fault}\n{note}",)
            raise
        if leave is not None:
            leave(launch_metadata)
        driver.instructions += report.instructions
        _report.last = report
        sys.stdout.write(report.printed.decode(errors="replace"))

    def _words(self, sort: Any, value: Any, maps: Iterator[Any]) -> Iterator[tuple[str, Any]]:
        """Yields the type and the value of each parameter that an argument of the Triton kernel becomes."""
        if isinstance(sort, tuple):
            for one, of in zip(sort, value, strict=True):
                yield from self._words(one, of, maps)
        elif sort.startswith("tensordesc"):
            if (properties := next(maps, None)) is not None:
                yield "map", (value, properties)
                yield from (("i32", one) for one in value.shape)
                yield from (("i64", one) for one in value.strides)
                return
            yield "*", value.base
            yield from (("i64", one) for one in [*value.shape, *value.strides])
            yield "i1", value.padding == "nan"
            yield "i1", getattr(value, "round_f32_to_tf32", False)
            yield from (("i32", one) for one in value.shape)
            yield from (("i64", one) for one in value.strides)
        elif sort != "constexpr":
            yield sort, value


def _given(sort: str, value: Any, is_host: bool) -> Any:
    """Returns the argument of a kernel for a value of a Triton type."""
    if sort == "map":
        return tensor_map(*value, is_host)
    if sort.startswith("*") and value is not None:
        return argument(value, is_host)
    return _scalar(sort, value)


def _scalar(sort: str, value: Any) -> Any:
    """Returns a number of a Triton type as the argument of a kernel."""
    if sort in ("fp32", "f32", "fp64"):
        return float(value)
    if sort == "fp16":
        return np.float16(value)
    if sort == "bf16":
        # The launcher of Triton's CUDA driver truncates.
        return np.uint16(np.float32(value).view(np.uint32) >> 16)
    if value is None:
        return None
    if re.fullmatch(r"[iu]\d+", sort):
        return int(value)
    raise NotImplementedError(f"a parameter of type `{sort}` is not supported")
