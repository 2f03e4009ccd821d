"""The compiler class that an entry point of `triton.backends` needs. NVIDIA's backend of Triton compiles the kernels."""

from triton.backends.compiler import BaseBackend


def _unused(*_: object) -> None:
    raise NotImplementedError("NVIDIA's backend of Triton compiles for ptx_bits")


# All abstract methods are defined, whatever their names: an abstract class would make `import triton` fail.
PtxBitsBackend = type(
    "PtxBitsBackend",
    (BaseBackend,),
    {
        **{name: _unused for name in BaseBackend.__abstractmethods__},
        "__module__": __name__,
        "supports_target": staticmethod(lambda target: False),
    },
)
