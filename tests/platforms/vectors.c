/* Where a Cortex-M starts: the top of its second memory as the stack, and the C library's first instruction. */
void _start(void);

__attribute__((section(".vectors"), used)) static const void *const vectors[] = {(void *)0x20400000, (void *)_start};
