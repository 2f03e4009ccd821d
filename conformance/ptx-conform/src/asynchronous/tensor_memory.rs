//! Tensor memory: the shapes of `tcgen05.ld`, `tcgen05.st` and `tcgen05.cp`, and the operands of `tcgen05.mma`.

use super::{Program, WAIT, fill, random};
use std::fmt::Write;

const MOVE: &str = "which lanes and columns tcgen05.ld, tcgen05.st and tcgen05.cp move";
const OPERANDS: &str = "where tcgen05.mma finds its operands, and where it writes D";

const FAMILY: (u16, u16) = (100, 110);

/// The number of bytes of the input that a kernel copies to shared memory.
const BYTES: usize = 16 << 10;
/// The number of columns that a kernel allocates and fills.
const COLUMNS: usize = 128;
/// The number of columns of D that a kernel returns.
const RETURNED: usize = 16;

/// Columns of tensor memory: of A, of the scales of A and B, and of the metadata.
const A: usize = 64;
const SCALES: [usize; 2] = [96, 104];
const METADATA: usize = 112;

/// The first byte of B in shared memory.
const B: usize = 8 << 10;

/// Returns the names of registers.
fn list(name: &str, count: usize) -> String {
    let all: Vec<_> = (0..count).map(|i| format!("%{name}{i}")).collect();
    format!("{{{}}}", all.join(", "))
}

/// Returns a kernel that allocates tensor memory and fills it, and the first bytes of shared memory, with the input. Then
/// thread 0 runs `first`, and after its operations have ended all threads run `all`. `%tensor` is the address of the
/// columns, and `%lane` the address of the warp's lanes.
fn program(what: &'static str, name: &str, results: usize, first: &str, all: &str) -> Program {
    let mut columns = String::new();
    for column in (0..COLUMNS).step_by(8) {
        for i in 0..8 {
            let _ = write!(columns, "ld.global.b32 %k{i}, [%w+{}]; ", 4 * (column + i));
        }
        let _ = writeln!(
            columns,
            "add.u32 %x, %lane, {column};
    tcgen05.st.sync.aligned.32x32b.x8.b32 [%x], {};",
            list("k", 8)
        );
    }
    let wait = match first {
        "" => String::new(),
        _ => format!(
            "@!%first bra go;
    {first}
    tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];
    go: {WAIT}tcgen05.fence::after_thread_sync;"
        ),
    };
    let body = format!(
        ".reg .b32 %tensor, %lane, %d, %k<8>;
    .reg .pred %warp;
    {}    setp.lt.u32 %warp, %l, 32;
    @%warp tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [slot], {COLUMNS};
    @%warp tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
    tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
    ld.shared.b32 %tensor, [slot];
    and.b32 %lane, %l, 0x60; shl.b32 %lane, %lane, 16; add.u32 %lane, %lane, %tensor;
    mad.wide.u32 %w, %l, {}, %in; add.u64 %w, %w, {BYTES};
    {columns}    tcgen05.wait::st.sync.aligned;
    tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
    {wait}
    {all}
    tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync;
    @%warp tcgen05.dealloc.cta_group::1.sync.aligned.b32 %tensor, {COLUMNS};",
        fill(BYTES),
        4 * COLUMNS
    );
    let input = random(BYTES / 4 + 128 * COLUMNS, u32::MAX, 0);
    Program { targets: FAMILY, results, input, ..Program::new(what, name, body) }
}

/// Returns statements that load `count` columns of the thread's lane.
fn read(count: usize) -> String {
    format!(
        "tcgen05.ld.sync.aligned.32x32b.x{count}.b32 {}, [%lane]; tcgen05.wait::ld.sync.aligned;",
        list("r", count)
    )
}

/// A product of `tcgen05.mma`.
#[derive(Clone, Copy)]
struct Product {
    name: &'static str,
    /// The mnemonic without `tcgen05.mma` and with its modifiers.
    words: &'static str,
    /// The fields of the instruction descriptor that depend on the kind.
    fields: u32,
    rows: u32,
    columns: u32,
    /// The masks of the elements of A and B.
    masks: [u32; 2],
    /// The masks of the scales.
    scales: Option<[u32; 2]>,
    a_in_tensor: bool,
    is_sparse: bool,
    /// The zero-column mask descriptor.
    zero_columns: Option<u64>,
}

/// A product of halves with f32 results. The first product of a kernel does not add D, the second does.
const HALVES: Product = Product {
    name: "",
    words: ".cta_group::1.kind::f16",
    fields: 1 << 4,
    rows: 128,
    columns: 16,
    masks: [0xbfff_bfff, 0],
    scales: None,
    a_in_tensor: false,
    is_sparse: false,
    zero_columns: None,
};
const BYTES_8: Product =
    Product { words: ".cta_group::1.kind::f8f6f4", masks: [0xbfbf_bfbf, 0], ..HALVES };
/// Scales of type ue8m0 between 2^-3 and 2^4.
const POWERS: [u32; 2] = [0x0707_0707, 0x7c7c_7c7c];
const SCALED: Product = Product {
    words: ".cta_group::1.kind::mxf8f6f4.block_scale",
    fields: 1 << 23,
    masks: [0xbfbf_bfbf, 0],
    scales: Some(POWERS),
    ..HALVES
};
const SCALED_4: Product = Product {
    words: ".cta_group::1.kind::mxf4.block_scale",
    fields: 1 << 23 | 1 << 7 | 1 << 10,
    masks: [u32::MAX, 0],
    ..SCALED
};

#[rustfmt::skip]
const PRODUCTS: &[Product] = &[
    Product { name: "mma_rows_64", rows: 64, ..HALVES },
    Product { name: "mma_rows_32", words: ".ws.cta_group::1.kind::f16", rows: 32, columns: 64, ..HALVES },
    Product { name: "mma_tensor_a", a_in_tensor: true, ..HALVES },
    Product { name: "mma_tensor_a_64", a_in_tensor: true, rows: 64, ..HALVES },
    Product { name: "mma_shifted_a", words: ".cta_group::1.kind::f16.ashift", a_in_tensor: true, ..HALVES },
    Product { name: "mma_f16_results", fields: 0, ..HALVES },
    Product { name: "mma_negated", fields: 1 << 4 | 1 << 13, ..HALVES },
    Product { name: "mma_i8", words: ".cta_group::1.kind::i8", fields: 2 << 4 | 1 << 7, masks: [u32::MAX, 0], ..HALVES },
    Product { name: "mma_e2m3_e3m2", fields: 1 << 4 | 3 << 7 | 4 << 10, masks: [u32::MAX, 0], ..BYTES_8 },
    Product { name: "mma_e2m1_e5m2", fields: 1 << 4 | 5 << 7 | 1 << 10, masks: [0xbfbf_bfbf, 0], ..BYTES_8 },
    Product { name: "mma_e2m1_tensor", fields: 1 << 4 | 5 << 7, a_in_tensor: true, ..BYTES_8 },
    Product { name: "mma_zero_columns", columns: 64, words: ".ws.cta_group::1.kind::f16", zero_columns: Some(1 << 39 | 2 << 40 | 3 << 48), ..HALVES },
    Product { name: "mma_mxf8", ..SCALED },
    Product { name: "mma_mxf8_bytes", fields: 1 << 23 | 1 << 4 | 3 << 29, ..SCALED },
    Product { name: "mma_mxf8_e2m1", fields: 1 << 23 | 5 << 7 | 1 << 10, ..SCALED },
    Product { name: "mma_mxf4", ..SCALED_4 },
    Product { name: "mma_nvf4", words: ".cta_group::1.kind::mxf4nvf4.block_scale.block16", fields: 1 << 7 | 1 << 10, scales: Some([0x3f3f_3f3f, 0]), ..SCALED_4 },
    Product { name: "mma_nvf4_block32", words: ".cta_group::1.kind::mxf4nvf4.block_scale.block32", fields: 1 << 23 | 1 << 7 | 1 << 10 | 2 << 29 | 2 << 4, ..SCALED_4 },
    Product { name: "mma_sparse_f16", words: ".sp.cta_group::1.kind::f16", is_sparse: true, ..HALVES },
    Product { name: "mma_sparse_tf32", words: ".sp.cta_group::1.kind::tf32", fields: 1 << 4 | 2 << 7 | 2 << 10, masks: [0x83ff_ffff, 0x3c00_0000], is_sparse: true, ..HALVES },
    Product { name: "mma_sparse_f16_64", words: ".sp.cta_group::1.kind::f16", rows: 64, is_sparse: true, ..HALVES },
    Product { name: "mma_sparse_e4m3", words: ".sp.cta_group::1.kind::f8f6f4", is_sparse: true, ..BYTES_8 },
    Product { name: "mma_sparse_mxf8", words: ".sp.cta_group::1.kind::mxf8f6f4.block_scale", is_sparse: true, ..SCALED },
    Product { name: "mma_sparse_mxf4", words: ".sp.cta_group::1.kind::mxf4.block_scale", is_sparse: true, ..SCALED_4 },
];

impl Product {
    /// Returns the descriptor of a K-major matrix without swizzle, whose rows have `bytes` bytes.
    fn descriptor(at: usize, bytes: usize) -> u64 {
        let [start, leading, stride] = [at, 128, 8 * bytes].map(|x| x as u64 >> 4);
        start | leading << 16 | stride << 32 | 1 << 46
    }

    fn program(&self) -> Program {
        let Self { name, words, rows, columns, a_in_tensor, .. } = *self;
        let per_row = match self.scales {
            Some(_) => (rows / 128) << 27,
            None => (rows / 16) << 24,
        };
        let instruction =
            self.fields | u32::from(self.is_sparse) << 2 | (columns / 8) << 17 | per_row;
        let of_b = if self.is_sparse { 64 } else { 32 };
        let descriptors = [("%a", Self::descriptor(0, 32)), ("%b", Self::descriptor(B, of_b))];
        let mut first = String::new();
        for (register, bits) in descriptors {
            let _ = writeln!(
                first,
                "and.b32 %x, %mem, 0x3ffff; shr.u32 %x, %x, 4; cvt.u64.u32 {register}, %x; add.u64 {register}, {register}, {bits:#x};"
            );
        }
        let at = |column: usize| format!("[%tensor+{column}]");
        let left = if a_in_tensor { at(A) } else { "%a".into() };
        let mut operands = vec![at(0), left, "%b".into()];
        if self.is_sparse {
            operands.push(at(METADATA));
        }
        operands.push("%d".into());
        if self.scales.is_some() {
            operands.extend(SCALES.map(at));
        }
        operands.push("%p".into());
        if let Some(mask) = self.zero_columns {
            let _ = writeln!(first, "mov.b64 %c, {mask:#x};");
            operands.push("%c".into());
        }
        let operands = operands.join(", ");
        let _ = write!(
            first,
            "mov.b32 %d, {instruction:#x}; setp.ne.b32 %p, %d, %d;
    tcgen05.mma{words} {operands};
    setp.eq.b32 %p, %d, %d;
    tcgen05.mma{words} {operands};"
        );
        let mut program = program(OPERANDS, name, RETURNED, &first, &read(RETURNED));
        self.mask(&mut program.input);
        program
    }

    /// Removes NaNs from the input, and sets scales and metadata to defined values.
    fn mask(&self, input: &mut [u32]) {
        let set = |word: &mut u32, [kept, set]: [u32; 2]| *word = *word & kept | set;
        let (shared, tensor) = input.split_at_mut(BYTES / 4);
        shared.iter_mut().for_each(|word| set(word, self.masks));
        for lane in tensor.chunks_mut(COLUMNS) {
            lane[A..A + 16].iter_mut().for_each(|word| set(word, self.masks));
            if let Some(masks) = self.scales {
                lane[SCALES[0]..METADATA].iter_mut().for_each(|word| set(word, masks));
            }
            // The digits 4 and e are defined for all types. They are 4 or e by bit 1 of each random digit.
            for word in &mut lane[METADATA..] {
                let bits = *word & 0x2222_2222;
                *word = 0x4444_4444 | bits | bits << 2;
            }
        }
        // Each 32 lanes have the same scales (PTX ISA, "Block Scaling").
        let (first, others) = tensor.split_at_mut(32 * COLUMNS);
        for (i, lane) in others.chunks_mut(COLUMNS).enumerate() {
            let scales = SCALES[0]..METADATA;
            lane[scales.clone()].copy_from_slice(&first[i % 32 * COLUMNS..][scales]);
        }
    }
}

pub(super) fn programs() -> Vec<Program> {
    let mut all = Vec::new();
    for (shape, count, more) in [
        ("16x64b.x4", 4, ""),
        ("16x128b.x2", 4, ""),
        ("16x256b.x2", 8, ""),
        ("16x32bx2.x4", 4, ", 40"),
        ("32x32b.x4.pack::16b", 4, ""),
        ("16x64b.x2.pack::16b", 2, ""),
    ] {
        let load = format!(
            "tcgen05.ld.sync.aligned.{shape}.b32 {}, [%lane]{more}; tcgen05.wait::ld.sync.aligned;",
            list("r", count)
        );
        let name = format!("ld_{}", shape.replace(['.', ':'], "_"));
        all.push(program(MOVE, &name, count, "", &load));
    }
    for (shape, count, more) in [
        ("16x64b.x4", 4, ""),
        ("16x128b.x2", 4, ""),
        ("16x256b.x2", 8, ""),
        ("16x32bx2.x4", 4, "4, "),
        ("32x32b.x4.unpack::16b", 4, ""),
    ] {
        let values: String =
            (0..8).map(|i| format!("mad.lo.u32 %k{i}, %l, 0x10008, {i};\n    ")).collect();
        let store = format!(
            "{values}tcgen05.st.sync.aligned.{shape}.b32 [%lane], {more}{}; tcgen05.wait::st.sync.aligned;
    {}",
            list("k", count),
            read(16)
        );
        let name = format!("st_{}", shape.replace(['.', ':'], "_"));
        all.push(program(MOVE, &name, 16, "", &store));
    }
    for shape in [
        "128x256b",
        "4x256b",
        "128x128b",
        "64x128b.warpx2::02_13",
        "64x128b.warpx2::01_23",
        "32x128b.warpx4",
        "128x128b.b8x16.b6x16_p32",
        "128x128b.b8x16.b4x16_p64",
    ] {
        let bytes = if shape.contains("256b") { 32 } else { 16 };
        let copy = format!(
            "and.b32 %x, %mem, 0x3ffff; shr.u32 %x, %x, 4; cvt.u64.u32 %a, %x; add.u64 %a, %a, {:#x};
    tcgen05.cp.cta_group::1.{shape} [%tensor], %a;",
            Product::descriptor(0, bytes)
        );
        let name = format!("cp_{}", shape.replace(['.', ':'], "_"));
        all.push(program(MOVE, &name, 8, &copy, &read(8)));
    }
    all.push(program(
        MOVE,
        "shift_down",
        16,
        "tcgen05.shift.cta_group::1.down [%tensor];",
        &read(16),
    ));
    all.extend(PRODUCTS.iter().map(Product::program));
    all
}
