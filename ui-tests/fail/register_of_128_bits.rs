use ptx::ptx;

fn main() {
    ptx! { .version 8.2 .target sm_80 .reg .b128 q; }
    ptx! { .version 8.4 .target sm_61 .reg .b128 q; }
    ptx! { .reg .b128 q; mov.b128 q, 1; }
    ptx! { .reg .b128 q; mov.b128 {_, _}, q; }
}
