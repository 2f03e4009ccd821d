use ptx::ptx;

fn main() {
    ptx! {
        asm volatile ("mov.u32 %0, 1;" : "=r"(d));
        asm!("mov.u32 %0, 1;");
    }
}
