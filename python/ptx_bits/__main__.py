"""The command `ptx-bits`, which `python -m ptx_bits` also runs."""

import signal
import sys

from ._native import command


def main() -> int:
    """Runs the command with the arguments of the process. Returns the exit status."""
    # Python would handle an interrupt only after the command has ended. The default action ends the process at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.stdout.flush()
    return command(["ptx-bits", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
