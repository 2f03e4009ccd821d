/* Tests the functions of ptx_bits.h. Exits with the number of the line of the first wrong result. */
#include "ptx_bits.h"
#include <stdio.h>
#include <string.h>

#define CHECK(condition) do { if (!(condition)) { printf("line %d\n", __LINE__); return 1; } } while (0)

static const char text[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry twice(.param .u64 x, .param .u32 n)\n{\n"
    "    .reg .pred %p;\n    .reg .b32 %r<3>;\n    .reg .f32 %f;\n    .reg .b64 %rd<3>;\n"
    "    ld.param.u64 %rd1, [x];\n    ld.param.u32 %r1, [n];\n    mov.u32 %r2, %tid.x;\n"
    "    setp.ge.u32 %p, %r2, %r1;\n    @%p bra DONE;\n"
    "    mul.wide.u32 %rd2, %r2, 4;\n    add.s64 %rd1, %rd1, %rd2;\n"
    "    ld.global.f32 %f, [%rd1];\n    add.rn.f32 %f, %f, %f;\n    st.global.f32 [%rd1], %f;\n"
    "DONE:\n    ret;\n}\n";

int main(void)
{
    float x[4] = {1, 2, 3, 4};
    struct { float *x; unsigned n; } parameters = {x, 4};
    const unsigned grid[3] = {1, 1, 1}, block[3] = {32, 1, 1};
    struct ptx_bits_range range = {x, sizeof x, 0};
    char message[512];
    const void *values[2] = {x, (void *)3};

    CHECK(ptx_bits_run(text, "twice", grid, block, 0, &parameters, sizeof parameters, &range, 1, message, sizeof message) == PTX_BITS_OK);
    CHECK(x[0] == 2 && x[3] == 8 && message[0] == 0);
    CHECK(ptx_bits_run(text, NULL, grid, block, 0, &parameters, sizeof parameters, &range, 1, NULL, 0) == PTX_BITS_OK);
    CHECK(x[0] == 4 && x[3] == 16);

    parameters.n = 5;
    CHECK(ptx_bits_run(text, NULL, grid, block, 0, &parameters, sizeof parameters, &range, 1, message, sizeof message) == PTX_BITS_FAULT);
    CHECK(strstr(message, "out of bounds: reads 4 bytes at offset 16") != NULL);
    CHECK(x[0] == 4 && x[3] == 16);
    fprintf(stderr, "%s\n", message);
    range.is_read_only = 1;
    parameters.n = 4;
    CHECK(ptx_bits_run(text, NULL, grid, block, 0, &parameters, sizeof parameters, &range, 1, message, sizeof message) == PTX_BITS_FAULT);

    CHECK(ptx_bits_run(NULL, NULL, grid, block, 0, NULL, 0, NULL, 0, message, sizeof message) == PTX_BITS_CALLER);
    CHECK(strstr(message, "null pointer") != NULL);
    CHECK(ptx_bits_run("nonsense", NULL, grid, block, 0, NULL, 0, NULL, 0, message, sizeof message) == PTX_BITS_CALLER);
    CHECK(ptx_bits_run(text, "thrice", grid, block, 0, NULL, 0, NULL, 0, message, sizeof message) == PTX_BITS_CALLER);
    CHECK(ptx_bits_run(text, NULL, grid, block, 0, &parameters, 8, &range, 1, message, 8) == PTX_BITS_CALLER);
    CHECK(strlen(message) == 7);

    CHECK(ptx_run(text, 2, values, 32, 1, 1, 1, 1, 1, 0) == PTX_BITS_OK);
    CHECK(x[0] == 8 && x[2] == 24 && x[3] == 16);
    CHECK(ptx_run(text, 1, values, 32, 1, 1, 1, 1, 1, 0) == PTX_BITS_CALLER);
    CHECK(ptx_run(NULL, 0, NULL, 0, 0, 0, 0, 0, 0, 0) == PTX_BITS_CALLER);
    return 0;
}
