//! Writes the kernels for the products as PTX.

use super::{Product, ROW, Unit};
use crate::device::Chip;
use crate::kernel::{HEAD, header};

impl Product {
    /// Returns the PTX of a module with the kernel.
    #[must_use]
    pub fn text(&self, chip: &Chip) -> String {
        let (rows, columns) = self.sizes();
        let blocks = self.blocks();
        let cluster = if blocks > 1 { " .reqnctapercluster 2, 1, 1" } else { "" };
        let head = HEAD.replacen("\n{", &format!("{cluster}\n{{"), 1);
        let words = self.words();
        let mut text = format!(
            "{}.visible .entry {}{head}    .shared .align 1024 .b8 %mem[{}];
    .reg .b32 %l, %mem32, %i, %h, %x, %r<16>;
    .reg .b64 %own, %da, %db;
    .reg .pred %p, %q;
    mov.u32 %l, %tid.x;
    mov.u32 %mem32, %mem;
",
            header(&chip.dialect()),
            self.name,
            // Round up, because each of 128 threads writes the same number of words.
            4 * words.next_multiple_of(128),
        );
        for first in (0..words).step_by(128) {
            text.push_str(&format!(
                "    add.u32 %i, %l, {first};
    mov.u32 %h, %ctaid.x;
    mad.lo.u32 %h, %h, {words}, %i;
    mad.lo.u32 %h, %h, 0x9e3779b1, 0x7f4a7c15;
    shr.u32 %x, %h, 15;
    xor.b32 %h, %h, %x;
    mul.lo.u32 %h, %h, 0x85ebca6b;
    shr.u32 %x, %h, 13;
    xor.b32 %h, %h, %x;
    and.b32 %h, %h, {:#x};
    or.b32 %h, %h, {:#x};
    mad.lo.u32 %i, %i, 4, %mem32;
    st.shared.b32 [%i], %h;
",
                self.element.kept, self.element.set
            ));
        }
        // Adjacent core matrices of a row are 128 bytes apart. The next row of core matrices is eight rows of the
        // matrix away, `8 * length` bytes.
        let descriptor = |name: &str, start: usize, length: usize, fixed: u64| {
            let distances = (128 >> 4) << 16 | (length as u64 / 2) << 32 | fixed;
            format!(
                "    add.u32 %x, %mem32, {start};
    and.b32 %x, %x, 0x3ffff;
    shr.u32 %x, %x, 4;
    cvt.u64.u32 {name}, %x;
    or.b64 {name}, {name}, {distances:#x};
"
            )
        };
        let fixed = if self.unit == Unit::Wgmma { 0 } else { 1 << 46 };
        text.push_str(&descriptor("%da", 0, ROW, fixed));
        text.push_str(&descriptor("%db", rows * ROW, self.column(), fixed));
        let digits = self.digit() * 0x1111_1111;
        text.push_str(&match self.unit {
            Unit::Wgmma => self.wgmma(digits),
            Unit::Tensor(words, kind, format) | Unit::Pair(words, kind, format) => {
                let (rows, columns) = (rows * blocks, columns * blocks);
                // Build the instruction descriptor. Bit 2 is `.sp`, and bits 4 to 5 select f32 results. Bits 7 to 12
                // are the formats of A and B. Bits 17 to 22 are the columns divided by 8, and bits 24 to 28 the rows
                // divided by 16.
                let descriptor = u32::from(self.is_sparse) << 2
                    | 1 << 4
                    | format << 7
                    | format << 10
                    | (columns as u32 / 8) << 17
                    | (rows as u32 / 16) << 24;
                self.tensor(words, kind, descriptor, digits)
            }
        });
        let results = self.results();
        text.push_str(&format!(
            "    mul.wide.u32 %own, %t, {};\n    add.u64 %own, %out, %own;\n",
            8 * results
        ));
        for i in 0..results {
            text.push_str(&format!(
                "    cvt.u64.u32 %w, %r{i};\n    st.global.u64 [%own+{}], %w;\n",
                8 * i
            ));
        }
        text + "    ret;\n}\n"
    }

    fn wgmma(&self, digits: u32) -> String {
        // Only float products have operands for the signs of A and B. Only products of 16-bit elements have operands
        // for transposes.
        let more = match (self.element.ty, self.result) {
            (_, "s32") => "",
            ("f16" | "bf16", _) => ", 1, 1, 0, 0",
            _ => ", 1, 1",
        };
        let metadata = if self.is_sparse { ", %x, 0" } else { "" };
        // A 32-bit register holds two f16 results.
        let (registers, moves) = match self.result {
            "f16" => (
                "%x, %h",
                "    mov.b32 {%h0, %h1}, %x;
    mov.b32 {%h2, %h3}, %h;
    cvt.u32.u16 %r0, %h0;
    cvt.u32.u16 %r1, %h1;
    cvt.u32.u16 %r2, %h2;
    cvt.u32.u16 %r3, %h3;
",
            ),
            _ => ("%r0, %r1, %r2, %r3", ""),
        };
        let form = self.form();
        format!(
            "    .reg .b16 %h<4>;
    fence.proxy.async;
    bar.sync 0;
    mov.b32 %x, {digits:#x};
    setp.ne.b32 %p, %x, %x;
    wgmma.fence.sync.aligned;
    {form} {{{registers}}}, %da, %db{metadata}, %p{more};
    wgmma.commit_group.sync.aligned;
    wgmma.wait_group.sync.aligned 0;
{moves}"
        )
    }

    fn tensor(&self, words: &str, kind: &str, descriptor: u32, digits: u32) -> String {
        let group = format!("cta_group::{}", self.blocks());
        let (meet, several, mask) = if self.blocks() > 1 {
            let meet = "barrier.cluster.arrive.aligned;\n    barrier.cluster.wait.aligned;";
            (meet, ".multicast::cluster", ", 3")
        } else {
            ("bar.sync 0;", "", "")
        };
        let metadata = if self.is_sparse { "[%meta], " } else { "" };
        format!(
            "    .shared .align 8 .b64 %bar;
    .shared .b32 %slot;
    .reg .b32 %bar32, %slot32, %tensor, %lane, %meta, %i32;
    .reg .pred %first;
    mov.u32 %bar32, %bar;
    mov.u32 %slot32, %slot;
    setp.ge.u32 %p, %l, 32;
    @%p bra SKIP;
    tcgen05.alloc.{group}.sync.aligned.shared::cta.b32 [%slot32], 128;
    tcgen05.relinquish_alloc_permit.{group}.sync.aligned;
SKIP:
    setp.ne.u32 %first, %l, 0;
    @!%first mbarrier.init.shared.b64 [%bar32], 1;
    @!%first fence.mbarrier_init.release.cluster;
    fence.proxy.async;
    tcgen05.fence::before_thread_sync;
    bar.sync 0;
    {meet}
    tcgen05.fence::after_thread_sync;
    ld.shared.b32 %tensor, [%slot32];
    and.b32 %lane, %l, 0x60;
    shl.b32 %lane, %lane, 16;
    add.u32 %lane, %lane, %tensor;
    add.u32 %meta, %lane, 64;
    mov.b32 %x, {digits:#x};
    tcgen05.st.sync.aligned.32x32b.x8.b32 [%meta], {{%x, %x, %x, %x, %x, %x, %x, %x}};
    tcgen05.wait::st.sync.aligned;
    tcgen05.fence::before_thread_sync;
    {meet}
    tcgen05.fence::after_thread_sync;
    add.u32 %meta, %tensor, 64;
    mov.b32 %i32, {descriptor:#x};
    setp.ne.b32 %p, %x, %x;
    mov.u32 %h, %ctaid.x;
    setp.ne.or.u32 %q, %h, 0, %first;
    @%q bra WAIT;
    tcgen05.mma{words}.{group}.kind::{kind} [%tensor], %da, %db, {metadata}%i32, %p;
    tcgen05.commit.{group}.mbarrier::arrive::one.shared::cluster{several}.b64 [%bar32]{mask};
WAIT:
    mbarrier.try_wait.parity.shared.b64 %q, [%bar32], 0;
    @!%q bra WAIT;
    tcgen05.fence::after_thread_sync;
    tcgen05.ld.sync.aligned.32x32b.x16.b32 {{{registers}}}, [%lane];
    tcgen05.wait::ld.sync.aligned;
    tcgen05.fence::before_thread_sync;
    {meet}
    setp.ge.u32 %p, %l, 32;
    @%p bra END;
    tcgen05.dealloc.{group}.sync.aligned.b32 %tensor, 128;
END:
",
            registers = (0..16).map(|i| format!("%r{i}")).collect::<Vec<_>>().join(", "),
        )
    }
}
