//! Tests the variables that are read from cubins.

use crate::assembler::Assembler;
use ptx_sass::{Cubin, Storage};

const TEXT: &str = "
.version 8.0
.target sm_75
.address_size 64
.visible .global .u32 numbers[2] = {5, 7};
.visible .global .align 8 .b8 zeros[24];
.visible .const .u32 nine = 9;
.visible .const .u16 halves[2] = {1, 0x8002};
.visible .entry k(.param .u64 out)
{
    .reg .b64 %a; .reg .b32 %r, %s; .reg .b16 %h;
    ld.param.u64 %a, [out];
    ld.global.u32 %r, [numbers+4];
    ld.global.u32 %s, [zeros+20];
    add.u32 %r, %r, %s;
    ld.const.u32 %s, [nine];
    add.u32 %r, %r, %s;
    ld.const.u16 %h, [halves+2];
    cvt.u32.u16 %s, %h;
    add.u32 %r, %r, %s;
    st.global.u32 [%a], %r;
    ret;
}";

#[test]
fn variables_have_their_memory_and_their_bytes() {
    let Some(assembler) = Assembler::find() else { return };
    for sm in [75, 80, 90, 100, 120] {
        let name = format!("variables_{sm}.ptx");
        let cubin = assembler.cubin(TEXT, &name, &[&format!("-arch=sm_{sm}"), "-O3"]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let objects = Cubin::read(&cubin).expect("a cubin").objects;
        let object = |name: &str| objects.iter().find(|one| one.name == name).expect(name);
        for (name, storage, bytes) in [
            ("numbers", Storage::Global, vec![5, 0, 0, 0, 7, 0, 0, 0]),
            ("zeros", Storage::Global, vec![0; 24]),
            ("nine", Storage::Constant, vec![9, 0, 0, 0]),
            ("halves", Storage::Constant, vec![1, 0, 2, 0x80]),
        ] {
            let one = object(name);
            assert_eq!((one.storage, &one.bytes), (storage, &bytes), "sm_{sm}: {name}");
        }
        let (nine, halves) = (object("nine").offset, object("halves").offset);
        assert!(nine.abs_diff(halves) >= 4, "sm_{sm}: {nine} and {halves}");
    }
}
