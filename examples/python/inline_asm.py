#!/usr/bin/env python3
"""Runs the inline assembly of three Triton kernels on arrays, and compares the results with NumPy."""

import ml_dtypes
import numpy as np

import ptx_bits as ptx

# Unpacks 4-bit integers. Each integer is stored as a digit, which is the integer plus 8. The instruction `lop3` puts
# two digits into the low bits of two f16 with the value 1024, so that each f16 becomes 1024 + digit. Then `sub`
# subtracts 1032 = 1024 + 8.
UNPACK = """
{
    .reg .b32 word, magic, bias;
    mov.b32 magic, 0x64006400;
    mov.b32 bias, 0x64086408;
    lop3.b32 $0, $4, 0x000f000f, magic, 0xea;  // (a & b) | c
    shr.u32 word, $4, 4;
    lop3.b32 $1, word, 0x000f000f, magic, 0xea;
    shr.u32 word, $4, 8;
    lop3.b32 $2, word, 0x000f000f, magic, 0xea;
    shr.u32 word, $4, 12;
    lop3.b32 $3, word, 0x000f000f, magic, 0xea;
    sub.rn.f16x2 $0, $0, bias;
    sub.rn.f16x2 $1, $1, bias;
    sub.rn.f16x2 $2, $2, bias;
    sub.rn.f16x2 $3, $3, bias;
}"""
words = np.random.default_rng(0).integers(0, 1 << 32, 1000, dtype=np.uint32)
pairs = ptx.asm(UNPACK, "=r,=r,=r,=r,r", words)
halves = np.stack(pairs, -1).view(np.float16)  # elements 0, 4, 1, 5, 2, 6, 3, 7
digits = words[:, None] >> (4 * np.uint32([0, 4, 1, 5, 2, 6, 3, 7])) & 15
assert np.array_equal(halves, digits.astype(np.int32) - 8)
print("4-bit integers as halves: equal")

# Converts four bf16 to e4m3. `prmt` extends each bf16 to a float: a bf16 is the upper half of the float.
TO_FP8 = """
{
    .reg .b32 f<4>;
    .reg .b16 low, high;
    prmt.b32 f0, 0, $1, 0x5400;
    prmt.b32 f1, 0, $1, 0x7600;
    prmt.b32 f2, 0, $2, 0x5400;
    prmt.b32 f3, 0, $2, 0x7600;
    cvt.rn.satfinite.e4m3x2.f32 low, f1, f0;
    cvt.rn.satfinite.e4m3x2.f32 high, f3, f2;
    mov.b32 $0, {low, high};
}"""
x = np.linspace(-500, 500, 4001, dtype=np.float32).astype(ml_dtypes.bfloat16)
fp8 = ptx.asm(TO_FP8, "=r,r,r", x, dtype=ml_dtypes.float8_e4m3fn, pack=4)
host = np.clip(x.astype(np.float32), -448, 448).astype(ml_dtypes.float8_e4m3fn)
assert np.array_equal(fp8.view(np.uint8), host.view(np.uint8))
print("bf16 as e4m3: equal")

# Computes exp(x) as 2^(x · log2 e): a product, then `ex2.approx`.
EXP = "{ .reg .f32 t; mul.rn.f32 t, $1, 0f3FB8AA3B; ex2.approx.ftz.f32 $0, t; }"
x = np.linspace(-5, 5, 100_001, dtype=np.float32)
gpu, host = ptx.asm(EXP, "=f,f", x), np.exp(x)
ulps = np.abs(gpu.view(np.int32) - host.view(np.int32))
print(f"exp: {(ulps > 0).mean():.1%} of the results are different, by {ulps.max()} ulp at most")
