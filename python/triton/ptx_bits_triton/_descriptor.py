"""Turns Triton's tensor descriptors into tensor maps."""

from typing import Any

from ptx_bits import TensorMap, _tensor_map

from ._memory import argument

# The types of elements, by their number in `tensormap.replace`, which Triton's compiler writes.
_TYPES = {0: "u8", 1: "u16", 2: "u32", 3: "s32", 4: "u64", 5: "s64", 6: "f16", 7: "f32", 9: "f64", 10: "bf16"}

# The number of bytes within which chunks are permuted, by the number of the swizzle mode.
_SWIZZLES = (0, 32, 64, 128)


def tensor_map(descriptor: Any, properties: dict[str, Any], is_host: bool) -> TensorMap:
    """Returns the tensor map that Triton's CUDA driver makes of a descriptor. `properties` come from the compiler.

    `is_host` tells whether arrays have their addresses in the process.
    """
    kind, size = properties["elem_type"], properties["elem_size"]
    if kind not in _TYPES or properties.get("fp4_padded"):
        raise NotImplementedError(f"a tensor map of element type {kind} is not supported")
    if getattr(descriptor, "round_f32_to_tf32", False):
        raise NotImplementedError("a tensor map that rounds f32 to tf32 is not supported")
    strides = [stride * size for stride in descriptor.strides[:-1]]
    if properties.get("is_im2col"):
        pixels, channels = properties["block_size"]
        return _tensor_map.of_pixels(
            argument(descriptor.base, is_host),
            _TYPES[kind],
            list(descriptor.shape),
            strides,
            (descriptor.pixel_box_lower_corner, descriptor.pixel_box_upper_corner),
            channels,
            pixels,
            False,
            descriptor.element_strides or [1] * len(descriptor.shape),
            _SWIZZLES[properties["swizzle"]],
            (16, 0),
            descriptor.padding == "nan",
        )
    return _tensor_map.of(
        argument(descriptor.base, is_host),
        _TYPES[kind],
        list(descriptor.shape),
        strides,
        list(properties["block_size"]),
        _SWIZZLES[properties["swizzle"]],
        (16, 0),
        descriptor.padding == "nan",
    )
