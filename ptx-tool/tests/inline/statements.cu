// Statements of inline PTX in C++, with the reports about them.

__device__ void holes(unsigned &d, unsigned a, unsigned b, float f, unsigned short h, double x) {
  asm("add.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
  asm volatile("add.u32 %0, %1, %3;" : "=r"(d) : "r"(a), "r"(b)); //~ error 33..35: `%3` has no operand
  __asm__ __volatile__("add.u32 %0, %1;" : "=r"(d) : "r"(a)); //~ error 25..32: `add.u32` takes 3 operands, not 2
  asm("add.f32 %0, %1, %1;" : "=f"(f) : "r"(a));
  asm("add.f32 %0, %1, %1;" : "=f"(f) : "h"(h)); //~ error 20..22: expected `.b32` or `.f32`, found `%1`, which is `.b16`
}
