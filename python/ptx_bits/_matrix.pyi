from typing import Any

from numpy.typing import ArrayLike, NDArray

def mma(
    form: str,
    a: ArrayLike,
    b: ArrayLike,
    c: ArrayLike,
    *,
    target: str = "sm_121",
    version: str | None = None,
) -> NDArray[Any]: ...
def matmul(
    a: ArrayLike,
    b: ArrayLike,
    c: ArrayLike | None = None,
    *,
    form: str,
    target: str = "sm_121",
    version: str | None = None,
) -> NDArray[Any]: ...
