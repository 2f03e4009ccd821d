//! Tests tensor maps that kernels make with `tensormap.replace`.

use crate::bulk::{WAIT, run};
use ptx_run::Fault;

/// Runs a load with a map of 2 rows of `row` words at the start of `x`, of a tensor with rows of 32 words, which the kernel makes
/// with these fields.
fn made(row: u32, fields: &[(&str, u32)]) -> Result<Vec<u8>, Fault> {
    let x: Vec<u8> = (0..=255).cycle().take(512).collect();
    let replace = |field: &str, ty: &str, values: &str| {
        format!("tensormap.replace.tile.{field}.global.b1024.{ty} [%rd2], {values};\n")
    };
    let fields: String =
        fields.iter().map(|(field, value)| replace(field, "b32", &value.to_string())).collect();
    let bytes = 8 * row;
    let body = [
        replace("global_address", "b64", "%rd1"),
        replace("rank", "b32", "1"),
        replace("box_dim", "b32", &format!("0, {row}")),
        replace("box_dim", "b32", "1, 2"),
        replace("global_dim", "b32", "0, 32"),
        replace("global_dim", "b32", "1, 4"),
        replace("global_stride", "b64", "0, 128"),
        replace("elemtype", "b32", "2"),
        fields,
        format!(
            "fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;
             mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {bytes};
             cp.async.bulk.tensor.2d.shared::cta.global.tile.mbarrier::complete_tx::bytes [s], [%rd2, {{0, 1}}], [bar];
             {WAIT} cp.async.bulk.global.shared::cta.bulk_group [%rd2+128], [s], 256;"
        ),
    ];
    let [_, y] = run(&body.concat(), &x, &[0; 384], None)?;
    Ok(y[128..].to_vec())
}

#[test]
fn rows_of_96_bytes_are_swizzled() {
    // Byte b of row r of the tile has the value 128 (r + 1) + b, and its offset is 96 r + b before the swizzle. The swizzle
    // exchanges the chunks of each pair whose offset has bit 7.
    let text = made(24, &[("swizzle_mode", 4)]);
    let found = text.unwrap_or_else(|fault| panic!("{fault}"));
    for row in 0..2_usize {
        for byte in 0..96 {
            let plain = 96 * row + byte;
            let to = if plain & 128 != 0 { plain ^ 16 } else { plain };
            assert_eq!(usize::from(found[to]), (128 * (row + 1) + byte) % 256, "{row} {byte}");
        }
    }
    let message = made(28, &[("swizzle_mode", 4)]).unwrap_err().to_string();
    assert!(message.contains("a tile's row of 112 bytes exceeds the 96 bytes"), "{message}");
}

#[test]
fn maps_that_do_not_run_have_a_reason() {
    for (fields, what) in [
        (("interleave_layout", 1), "PTX ISA does not say which elements its coordinates name"),
        (("elemtype", 8), "PTX ISA does not say how a copy converts its elements"),
        (("elemtype", 12), "element type 12 is not supported"),
        (("elemtype", 14), "its elements have 4 or 6 bits"),
    ] {
        let message = made(24, &[fields]).unwrap_err().to_string();
        assert!(message.contains(what), "{message}");
    }
}

#[test]
fn a_kernel_makes_a_map_itself() {
    // 3 rows of 8 words, of which the tile has 2 rows of 4 words. The second buffer receives the map, and then the tile.
    let zeros: String = (0..16).map(|i| format!("st.shared.u64 [s+{}], 0;", 8 * i)).collect();
    let replace = |field: &str, ty: &str, values: &str| {
        format!("tensormap.replace.tile.{field}.shared::cta.b1024.{ty} [s], {values};\n")
    };
    let fields = [
        replace("global_address", "b64", "%rd1"),
        replace("rank", "b32", "1"),
        replace("box_dim", "b32", "0, 4"),
        replace("box_dim", "b32", "1, 2"),
        replace("global_dim", "b32", "0, 8"),
        replace("global_dim", "b32", "1, 3"),
        replace("global_stride", "b64", "0, 32"),
        replace("element_stride", "b32", "0, 1"),
        replace("element_stride", "b32", "1, 1"),
        replace("elemtype", "b32", "2"),
        replace("interleave_layout", "b32", "0"),
        replace("swizzle_mode", "b32", "0"),
        replace("fill_mode", "b32", "0"),
    ];
    let body = format!(
        "{zeros} {}
         tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%rd2], [s], 128;
         fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;
         mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 32;
         cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [s+256], [%rd2, {{6, 1}}], [bar]; {WAIT}
         cp.async.bulk.global.shared::cta.bulk_group [%rd2+128], [s+256], 32;",
        fields.concat()
    );
    let words = |all: &[u32]| -> Vec<u8> { all.iter().flat_map(|one| one.to_le_bytes()).collect() };
    let x = words(&(0..24).collect::<Vec<_>>());
    let [_, found] = run(&body, &x, &[0; 256], None).unwrap();
    assert_eq!(found[128..160], words(&[14, 15, 0, 0, 22, 23, 0, 0]));
}
