/* Prints the name and the digest of every function. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

uint32_t ptx_functions(void);
const char *ptx_name(uint32_t index);
uint64_t ptx_digest(uint32_t index);

int main(void) {
    uint32_t count = ptx_functions();
    for (uint32_t i = 0; i < count; i++) {
        printf("%s\t%016" PRIx64 "\n", ptx_name(i), ptx_digest(i));
    }
    return 0;
}
