/* The vector table of a Cortex-M: the stack pointer, at the top of its second memory, and the C library's entry. */
void _start(void);

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {(void *)0x20400000, (void *)_start};
