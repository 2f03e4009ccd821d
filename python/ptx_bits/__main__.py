"""The command `ptx-bits`, which `python -m ptx_bits` also runs."""

import os
import pathlib
import signal
import sys

from ._native import command


# The CUDA driver without a GPU, which wheels for Linux have.
_DRIVER = pathlib.Path(__file__).with_name("libptx_driver.so")


def main() -> int:
    """Runs the command with the arguments of the process. Returns the exit status."""
    # Python would handle an interrupt only after the command has ended. The default action ends the process at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    if _DRIVER.is_file():
        os.environ.setdefault("PTX_BITS_DRIVER", str(_DRIVER))
    return command(["ptx-bits", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
