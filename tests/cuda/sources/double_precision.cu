// Double precision: elementary functions, roundings and a power.

#define UNARY(name, expression)                                               \
    extern "C" __global__ void name(double *out, const double *in, int n) {   \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                        \
        if (i < n) {                                                          \
            double x = in[i];                                                 \
            out[i] = (expression);                                            \
        }                                                                     \
    }

UNARY(sine, sin(x))
UNARY(exponential, exp(x))
UNARY(logarithm, log(x))
UNARY(square_root, sqrt(x))
UNARY(reciprocal_root, rsqrt(x))
UNARY(quotient, 3.0 / x)
UNARY(rounded_down, __dsqrt_rd(x) + __ddiv_ru(1.0, x) + __drcp_rz(x))
UNARY(fused, fma(x, x, 1.0))
UNARY(power, pow(x, 1.5))
UNARY(nearest, rint(x) + floor(x))
UNARY(extremes, fmax(fmin(x, 1.0), -1.0))
UNARY(copied, copysign(x, -1.0))
