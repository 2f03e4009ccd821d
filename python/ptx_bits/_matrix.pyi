from typing import Any

from numpy.typing import ArrayLike, NDArray

def mma(
    form: str,
    a: ArrayLike,
    b: ArrayLike,
    c: ArrayLike,
    *,
    metadata: ArrayLike | None = None,
    scales: tuple[ArrayLike, ArrayLike] | None = None,
    target: str = "sm_121",
    version: str | None = None,
) -> NDArray[Any]: ...
def matmul(
    a: ArrayLike,
    b: ArrayLike,
    c: ArrayLike | None = None,
    *,
    form: str,
    metadata: ArrayLike | None = None,
    scales: tuple[ArrayLike, ArrayLike] | None = None,
    target: str = "sm_121",
    version: str | None = None,
) -> NDArray[Any]: ...
