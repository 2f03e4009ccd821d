"""The report of the last launch."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ptx_bits import Report

last: "Report | None" = None
