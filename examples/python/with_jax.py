#!/usr/bin/env python3
"""Calls an instruction from a compiled JAX function."""

import sys

import numpy as np

import ptx_bits as ptx

try:
    import jax
    import jax.numpy as jnp
except ImportError:
    print("skipped: jax is not installed")
    sys.exit()


@jax.jit
def tanh(x):
    """Computes `tanh.approx.f32` like a GPU."""
    result = jax.ShapeDtypeStruct(x.shape, jnp.float32)
    call = lambda x: ptx.run("tanh.approx.f32", np.asarray(x))
    return jax.pure_callback(call, result, x, vmap_method="expand_dims")


x = jnp.linspace(-3, 3, 7)
print(tanh(x))
print(jnp.tanh(x))
