/* The vector table of a Cortex-M: the initial stack pointer, which is the end of RAM, and the C library's entry point. */
void _start(void);

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {(void *)0x20400000, (void *)_start};
