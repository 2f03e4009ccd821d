/* Runs kernels of PTX texts on the memory of the process, with the bits of a GPU. Link with -lptx_driver.
 *
 * No function aborts, throws or unwinds. Functions may be called from several threads. */
#ifndef PTX_BITS_H
#define PTX_BITS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The results. */
enum {
    PTX_BITS_OK = 0,
    /* The kernel had a fault, such as an access out of bounds. The memory is as before the call. */
    PTX_BITS_FAULT = 1,
    /* The text, the name of the kernel, the sizes, the parameters or the ranges are wrong. */
    PTX_BITS_CALLER = 2,
    /* The library has a fault. */
    PTX_BITS_INTERNAL = 3
};

/* Memory that a kernel can access, at its address in the process. */
struct ptx_bits_range {
    void *first;
    size_t bytes;
    int is_read_only;
};

/* Runs a kernel.
 *
 * ptx              the text
 * entry            the name of the kernel; null if the text has one kernel
 * grid, block      the number of blocks, and of threads of a block, in x, y and z
 * shared           the bytes of dynamic shared memory of a block
 * parameters       the values of the parameters, each aligned to its size, as in a C struct
 * ranges           the memory that the kernel can access; ranges must not overlap
 * message          a buffer for the reason of a result that is not 0, which may be null */
int ptx_bits_run(const char *ptx, const char *entry, const unsigned grid[3], const unsigned block[3], unsigned shared,
                 const void *parameters, size_t parameters_size, const struct ptx_bits_range *ranges, size_t ranges_count,
                 char *message, size_t message_size);

/* Runs the only kernel of a text, with the parameters of gpuocelot's function of this name. values[i] is the value of
 * parameter i, not its address. A value that is an address of the process gives the kernel access to the bytes from there to
 * the next of these addresses, or to the end of the mapping, so the function does not find all accesses out of bounds.
 * Prints the reason of a result that is not 0 to standard error. */
int ptx_run(const char *ptx, int count, const void *const *values, int block_x, int block_y, int block_z, int grid_x,
            int grid_y, int grid_z, int shared);

#ifdef __cplusplus
}
#endif
#endif
