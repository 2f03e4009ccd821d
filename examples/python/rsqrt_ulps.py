#!/usr/bin/env python3
"""Draws the difference of `rsqrt.approx.ftz.f32` from `1 / np.sqrt(x)` in ulps, for all floats in [1, 4).

    rsqrt_ulps.py [FILE.svg]
"""

import sys

import matplotlib
import numpy as np

import ptx_bits as ptx

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402

# A colour that is readable on light and on dark pages.
INK = "#75757c"
# The number of floats that one point of the plot summarises.
TOGETHER = 1 << 15


def main(file):
    first, last = np.float32([1, 4]).view(np.uint32)
    x = np.arange(first, last, dtype=np.uint32).view(np.float32)
    gpu, host = ptx.run("rsqrt.approx.ftz.f32", x), np.float32(1) / np.sqrt(x)
    # All results are between 1/2 and 1, where a difference of bits is a difference in ulps.
    ulps = gpu.view(np.int32) - host.view(np.int32)
    for value, count in zip(*np.unique(ulps, return_counts=True)):
        print(f"{value:+d} ulp: {count / x.size:.2%}")

    groups = ulps.reshape(-1, TOGETHER)
    at = x[::TOGETHER]
    matplotlib.rcParams["svg.hashsalt"] = "ptx"
    words = ["text.color", "axes.labelcolor", "axes.edgecolor", "xtick.color", "ytick.color", "legend.edgecolor"]
    matplotlib.rcParams.update(dict.fromkeys(words, INK) | {"legend.facecolor": "none"})
    figure, axes = plt.subplots(figsize=(7, 3), layout="constrained")
    axes.fill_between(at, groups.min(1), groups.max(1), step="post", alpha=0.3, label="min to max")
    axes.plot(at, groups.mean(1), linewidth=0.8, label="mean")
    axes.set(xlabel="x", ylabel="ulp", title="rsqrt.approx.ftz.f32 less 1 / np.sqrt(x)", xlim=(1, 4))
    axes.legend(loc="upper right")
    figure.savefig(file, transparent=True, metadata={"Date": None})


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "rsqrt_ulps.svg")
