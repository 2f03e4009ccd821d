#!/usr/bin/env python3
"""Measures attention in bf16: `mma` on sm_80, `wgmma` on sm_90, `tcgen05` on sm_100.

    python benches/python/attention.py [--target sm_90]…

Needs ptx-bits-triton. The kernel is that of tests/doors/tiles.py, whose results are checked, with tiles of 128 × 128 × 64, and
of 64 × 128 × 64 with separate warps for the loads. Prints a table in Markdown: the processor time of one multiply-add on one
core, the minimum of three launches after the first.
"""

import argparse
import pathlib
import sys
import time
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "tests" / "doors"))

import ptx_bits.triton
import tiles

LENGTH, WIDTH = 256, 64


def seconds(launch):
    times = []
    for _ in range(4):
        start = time.process_time()
        launch()
        times.append(time.process_time() - start)
    return min(times[1:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", action="append", help="a chip (default: sm_80, sm_90, sm_100, sm_120)")
    targets = parser.parse_args().target or ("sm_80", "sm_90", "sm_100", "sm_120")
    warnings.simplefilter("ignore")
    print("| tile | " + " | ".join(targets) + " |")
    print("|---|" + "---|" * len(targets))
    for rows, apart, warps in ((128, False, 8), (64, True, 4)):
        found = []
        for target in targets:
            launch, check = tiles.attention_tiles(rows, LENGTH, WIDTH)
            with ptx_bits.triton.target(target):
                each = seconds(lambda launch=launch: launch(apart, num_warps=warps))
            check()
            # Two products for each tile.
            found.append(f"{each / (2 * LENGTH * LENGTH * WIDTH) * 1e9:.2f} ns")
        warps_of = ", separate warps" if apart else ""
        print(f"| {rows} × 128 × {WIDTH}{warps_of} | " + " | ".join(found) + " |")


if __name__ == "__main__":
    main()
