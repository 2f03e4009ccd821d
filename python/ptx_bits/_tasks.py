"""Launches a kernel on a Dask cluster. A task runs a range of blocks on copies of the buffers."""

import functools
import importlib
import sys
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ._arguments import Given, Options
from ._native import KernelError, NativeKernel, NativeModule, undefined_shuffles

# The number of tasks for each thread of the cluster. With several small tasks, the loss of a worker costs little work.
_TASKS = 4


# The text of a PTX file, the names and texts of linked ones, or machine code.
Text = str | tuple[tuple[str, str], ...] | bytes


@dataclass(frozen=True)
class Launch:
    """A launch without its buffers and variables."""

    file: str
    text: Text
    kernel: str
    target: str | None
    grid: list[int]
    block: list[int]
    shared: int
    arguments: list[Given]
    writable: int
    structs: list[Given]
    options: Options

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return self.grid[0] * self.grid[1] * self.grid[2]


@functools.lru_cache(8)
def _kernel(file: str, text: Text, kernel: str, target: str | None) -> NativeKernel:
    return NativeModule(file, text).kernel(kernel, target)


def _run(launch: Launch, memory: tuple[list[Any], list[tuple[str, bytes]]], blocks: tuple[int, int]) -> Any:
    """Runs a range of blocks, in a worker."""
    buffers, variables = memory
    kernel = _kernel(launch.file, launch.text, launch.kernel, launch.target)
    result, accesses = kernel.launch_part(
        launch.grid,
        launch.block,
        launch.shared,
        launch.arguments,
        # View the received bytes as arrays. The arrays are read-only, and `launch_part` copies them.
        [np.frombuffer(one, np.uint8) for one in buffers],
        launch.writable,
        launch.structs,
        variables,
        launch.options,
        blocks,
    )
    return result, [tuple(zlib.compress(one, 1) for one in of) for of in accesses]


@dataclass
class _Bytes:
    """The bytes of a buffer or variable, and the bytes that earlier tasks read and wrote."""

    name: str
    content: Any
    read: Any = field(init=False)
    written: Any = field(init=False)

    def __post_init__(self) -> None:
        self.read = np.zeros(-(-self.content.size // 8), np.uint8)
        self.written = self.read.copy()

    def shared(self, read: Any, written: Any) -> int | None:
        """Returns the index of the first byte that a task and an earlier task access and that one of them writes."""
        shared = written & (self.read | self.written) | read & self.written
        if not shared.any():
            return None
        return int(np.unpackbits(shared, bitorder="little").argmax())

    def merge(self, read: Any, written: Any, content: Any) -> None:
        """Adds the accesses of a task, and the bytes that it wrote."""
        self.read |= read
        self.written |= written
        self.content[np.unpackbits(written, count=self.content.size, bitorder="little").astype(bool)] = content


def launch(
    client: Any,
    launch: Launch,
    arrays: list[Any],
    names: list[str],
    variables: list[tuple[str, bytes]],
    tasks: int | None,
    progress: bool | None,
) -> tuple[dict[str, Any], list[Any], list[tuple[str, bytes]]]:
    """Runs the blocks as tasks. Returns the report, the bytes of each array and the variables."""
    if progress is None:
        progress = sys.stderr.isatty()
    if tasks is None:
        tasks = _TASKS * max(1, sum(client.nthreads().values()))
    count = min(tasks, launch.blocks)
    ends = [launch.blocks * i // count for i in range(count + 1)]
    ranges = list(zip(ends, ends[1:], strict=False))
    memory = [_Bytes(f"variable `{name}`", np.frombuffer(content, np.uint8).copy()) for name, content in variables]
    memory += [_Bytes(f"`{name}`", array.copy()) for name, array in zip(names, arrays, strict=True)]
    reports = []
    given = ([array.tobytes() for array in arrays], variables)
    for (first, end), (result, accesses) in zip(ranges, _results(client, launch, given, ranges, progress), strict=True):
        parts = [[np.frombuffer(zlib.decompress(one), np.uint8) for one in of] for of in accesses]
        for one, (read, written, _) in zip(memory, parts, strict=True):
            if read.size and (byte := one.shared(read, written)) is not None:
                raise ValueError(
                    f"blocks {first} to {end - 1} and a block before them access byte {byte} of {one.name}, and one "
                    "of them writes it\nhelp: launch without `client`: one process runs the blocks in their order"
                )
        if isinstance(result, KernelError):
            raise result
        for one, (read, written, content) in zip(memory, parts, strict=True):
            if read.size:
                one.merge(read, written, content)
        reports.append(result)
    whole = dict(reports[0])
    whole["threads"] = sum(report["threads"] for report in reports)
    whole["instructions"] = sum(report["instructions"] for report in reports)
    shuffles = [one for report in reports for one in report["undefined_shuffles"]]
    whole["undefined_shuffles"] = undefined_shuffles(shuffles)
    whole["undefined_barriers"] = sum(report["undefined_barriers"] for report in reports)
    after = [one.content for one in memory]
    kept = [(name, content.tobytes()) for (name, _), content in zip(variables, after, strict=False)]
    return whole, after[len(variables) :], kept


def _results(
    client: Any, launch: Launch, memory: Any, ranges: list[tuple[int, int]], progress: bool
) -> Iterator[Any]:
    """Yields the result of each task, in the order of the blocks. If a worker is lost, Dask runs its tasks again."""
    # Import Dask only here, because the package does not depend on Dask.
    as_completed = importlib.import_module("dask.distributed").as_completed
    done: dict[int, Any] = {}
    left = dict(enumerate(ranges))
    following, start = 0, time.monotonic()
    while left:
        # Send the buffers to every worker, because workers can be lost. If all workers are lost, send the
        # buffers again.
        [kept] = client.scatter([memory], broadcast=True, hash=False)
        futures = {client.submit(_run, launch, kept, blocks, pure=False): i for i, blocks in left.items()}
        before = len(left)
        try:
            for future in as_completed(futures, raise_errors=False):
                if future.status in ("cancelled", "lost"):
                    continue
                done[futures[future]] = future.result()
                del left[futures[future]]
                future.release()
                if progress:
                    _show(len(ranges) - len(left), len(ranges), start)
                while following in done:
                    yield done.pop(following)
                    following += 1
        finally:
            client.cancel([kept, *futures])
        if len(left) == before:
            raise RuntimeError("the workers were lost with the buffers of the launch")


def _show(done: int, all: int, start: float) -> None:
    """Prints the progress."""
    width = 40
    full = "#" * (width * done // all)
    end = "\r" if done < all else "\n"
    print(f"[{full:{width}}] {done}/{all} {time.monotonic() - start:.0f} s", end=end, file=sys.stderr, flush=True)
