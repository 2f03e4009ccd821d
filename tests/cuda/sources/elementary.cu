// Elementary functions in single precision, one in each kernel.

#define UNARY(name, expression)                                             \
    extern "C" __global__ void name(float *out, const float *in, int n) {   \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                      \
        if (i < n) {                                                        \
            float x = in[i];                                                \
            out[i] = (expression);                                          \
        }                                                                   \
    }

UNARY(sine, sinf(x))
UNARY(cosine, cosf(x))
UNARY(tangent, tanf(x))
UNARY(arc_sine, asinf(x))
UNARY(arc_tangent, atanf(x))
UNARY(exponential, expf(x))
UNARY(power_of_two, exp2f(x))
UNARY(minus_one, expm1f(x))
UNARY(logarithm, logf(x))
UNARY(logarithm_of_two, log2f(x))
UNARY(plus_one, log1pf(x))
UNARY(square_root, sqrtf(x))
UNARY(reciprocal_root, rsqrtf(x))
UNARY(cube_root, cbrtf(x))
UNARY(hyperbolic_tangent, tanhf(x))
UNARY(hyperbolic_sine, sinhf(x))
UNARY(error_function, erff(x))
UNARY(gamma_function, tgammaf(x))
UNARY(logarithmic_gamma, lgammaf(x))
UNARY(fast_sine, __sinf(x))
UNARY(fast_exponential, __expf(x))
UNARY(fast_logarithm, __logf(x))
UNARY(fast_division, __fdividef(1.0f, x))
UNARY(rounded_up, __fmul_ru(x, x) + __fadd_rd(x, 1.0f))
UNARY(reciprocal, __frcp_rz(x))
UNARY(rounded, roundf(x) + rintf(x) + floorf(x) + ceilf(x) + truncf(x))
UNARY(remainder_of_ten, fmodf(x, 10.0f))
UNARY(saturated, __saturatef(x))
UNARY(exponent_of, (float)ilogbf(x) + ldexpf(x, 3))
UNARY(bits_of, __uint_as_float(__float_as_uint(x) ^ 0x80000000u))
