//! Runs the examples of the book's pages as tests. The crate ptx-run tests the page whose examples use ptx-run.

macro_rules! pages {
    ($($name:ident $path:literal;)*) => {
        $(#[doc = include_str!(concat!("../docs/src/", $path, ".md"))] mod $name {})*
    };
}

pages! {
    introduction "introduction";
    inline_ptx "guide/inline-ptx";
    constants "guide/const";
    no_std "guide/no-std";
    dialects "guide/dialects";
    sass "guide/sass";
    ptx_files "guide/ptx-files";
    environment "guide/environment";
    loops "guide/loops";
    matrices "guide/matrices";
    device "guide/device";
    compare "cookbook/compare";
    find "cookbook/find-the-instruction";
    ci "cookbook/ci";
    port "cookbook/port-inline-asm";
    exponential "cookbook/fast-exponential";
    bit_by_bit "unit/bit-by-bit";
}
