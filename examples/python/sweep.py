#!/usr/bin/env python3
"""Compares two implementations on all 32-bit operands, on one machine or on a cluster.

    sweep.py rsqrt.approx.f32 'np.float32(1) / np.sqrt(x)'
    sweep.py sin.approx.f32 'np.sin(x)' --scheduler tcp://10.0.0.1:8786 --state sin.jsonl

An implementation is a PTX instruction, or a NumPy expression of `x`, an array of float32. A text with a parenthesis
is an expression. A task compares the implementations on 2^20 operands. The task returns counts, the worst case and the
digests of both implementations.
`--state` names a file that keeps finished tasks, so that the same command continues an interrupted run. `--digests`
writes the digests of the first implementation in the format of `conformance/model/blocks`.
"""

import argparse
import json
import os
import pathlib
import sys
import time

import numpy as np

import ptx_bits as ptx

# The binary logarithm of the number of operands in a task and in a digest.
TASK = 20


def compute(implementation, target, x):
    """Returns the results of an implementation."""
    if "(" in implementation:
        with np.errstate(all="ignore"):
            return eval(implementation, {"np": np, "x": x})
    return ptx.run(implementation, x, target=target)


def check(parser, implementation, target):
    """Exits if an implementation does not compute 32 bits for an operand, before the workers start."""
    try:
        y = np.asarray(compute(implementation, target, np.ones(1, np.float32)))
    except Exception as error:
        parser.error(f"`{implementation}`: {error}")
    if y.shape != (1,) or y.itemsize != 4:
        parser.error(f"`{implementation}`: expected an array of 32 bits for each operand, found {y.dtype}")


def ordered(y):
    """Returns the bits of float32 as integers in the order of the numbers."""
    bits = y.view(np.int32).astype(np.int64)
    return np.where(bits < 0, -(bits & 0x7FFFFFFF), bits)


def compare(task, one, other, target):
    """Compares the results on the operands of a task."""
    first = task << TASK
    x = np.arange(first, first + (1 << TASK), dtype=np.uint64).astype(np.uint32).view(np.float32)
    a, b = compute(one, target, x), compute(other, target, x)
    both_nan = np.isnan(a) & np.isnan(b)
    one_nan = np.isnan(a) ^ np.isnan(b)
    ulps = np.where(both_nan | one_nan, 0, np.abs(ordered(a) - ordered(b)))
    worst = int(ulps.argmax())
    return {
        "task": task,
        "digests": [ptx.digest(y.view(np.uint32)) for y in (a, b)],
        "different": int((a.view(np.uint32) != b.view(np.uint32)).sum()),
        "nan": int(one_nan.sum()),
        "ulps": int(ulps[worst]),
        "operand": int(x.view(np.uint32)[worst]),
    }


def read(path, question):
    """Returns the answers of an earlier run with the same arguments."""
    if not path or not path.exists():
        return {}
    head, *lines = path.read_text().splitlines()
    if json.loads(head) != question:
        sys.exit(f"{path} is from a run with other arguments: {head}")
    answers = {}
    for line in lines:
        # The last line of an interrupted run may be incomplete.
        if line.endswith("}"):
            answer = json.loads(line)
            answers[answer["task"]] = answer
    return answers


def bar(done, all, start):
    """Prints the progress."""
    width = 40
    full = width * done // all
    print(
        f"\r[{'#' * full}{' ' * (width - full)}] {done}/{all} {time.monotonic() - start:.0f} s",
        end="" if done < all else "\n",
        file=sys.stderr,
        flush=True,
    )


def sweep(client, question, answers, keep):
    """Computes the tasks that have no answer yet."""
    from dask.distributed import as_completed

    tasks = range(1 << (question["bits"] - TASK))
    left = [task for task in tasks if task not in answers]
    names = [question[name] for name in ("one", "other", "target")]
    start = time.monotonic()
    futures = [client.submit(compare, task, *names, pure=False) for task in left]
    for future in as_completed(futures):
        answer = future.result()
        future.release()
        answers[answer["task"]] = answer
        keep(answer)
        bar(len(answers), len(tasks), start)


def report(answers):
    """Combines all answers."""
    all = [answers[task] for task in sorted(answers)]
    worst = max(all, key=lambda answer: answer["ulps"])
    return {
        "operands": len(all) << TASK,
        "different": sum(answer["different"] for answer in all),
        "one NaN": sum(answer["nan"] for answer in all),
        "worst in ulps": worst["ulps"],
        "worst operand": f"{worst['operand']:08x}",
        "digests": [
            f"{ptx.digest(words(answer['digests'][i] for answer in all)):016x}" for i in (0, 1)
        ],
    }


def words(digests):
    """Returns digests as 32-bit words."""
    return np.array(list(digests), "<u8").view(np.uint32)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--target", default="sm_121")
    parser.add_argument("--bits", type=int, default=32, choices=range(TASK, 33), metavar="20..32")
    parser.add_argument("--scheduler", help="address of a Dask scheduler")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="number of local processes without a scheduler")
    parser.add_argument("--state", type=pathlib.Path, help="file that keeps finished tasks")
    parser.add_argument("--digests", type=pathlib.Path, help="file for the digests of the first implementation")
    options = parser.parse_args()
    for implementation in (options.one, options.other):
        check(parser, implementation, options.target)

    from dask.distributed import Client, LocalCluster

    question = {name: getattr(options, name) for name in ("one", "other", "target", "bits")}
    answers = read(options.state, question)
    kept = options.state.open("a") if options.state else None
    if kept and not options.state.stat().st_size:
        print(json.dumps(question), file=kept, flush=True)

    def keep(answer):
        if kept:
            print(json.dumps(answer), file=kept, flush=True)

    if options.scheduler:
        cluster = options.scheduler
    else:
        # The cluster starts several processes, by default one for each core. So `run` uses only one thread in each.
        os.environ.setdefault("RAYON_NUM_THREADS", "1")
        cluster = LocalCluster(
            n_workers=options.workers, threads_per_worker=1, dashboard_address=None
        )
    with Client(cluster) as client:
        sweep(client, question, answers, keep)
    print(json.dumps(report(answers), indent=2))
    if options.digests:
        first = [answers[task]["digests"][0] for task in sorted(answers)]
        options.digests.write_bytes(np.array(first, "<u8").tobytes())


if __name__ == "__main__":
    main()
