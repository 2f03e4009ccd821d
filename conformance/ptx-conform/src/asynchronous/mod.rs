//! Kernels for the asynchronous instructions of sm_90 and later: mbarriers, bulk copies, tensor maps, clusters, `wgmma`
//! and tensor memory. Their results depend on rules that NVIDIA's manual explains by figures or leaves open. Each answer
//! contains the words that a chip returns, and whether `ptx-run` returns the same words.

mod clusters;
mod copies;
mod mbarriers;
mod tensor_copies;
mod tensor_memory;
mod warpgroups;

use crate::device::simulated::engine_whole;
use crate::device::{Chip, Code, Device, Whole};
use crate::kernel::header;
use crate::questions::Answer;
use crate::tensor_map::Map;
use ptx_run::Options;
use std::fmt::Write;

/// The last architecture of a kernel that also runs on all later architectures.
const NEWEST: u16 = u16::MAX;

/// The buffers of a kernel, in the order of its parameters.
const OUTPUT: usize = 0;
const INPUT: usize = 1;

/// The number of bytes of the array `mem` in shared memory.
const SHARED: usize = 32 << 10;

/// A kernel. The results of its threads are stored in the output buffer, register after register. Behind them are the
/// words that the kernel stores itself.
#[derive(Clone)]
pub struct Program {
    /// The question.
    pub what: &'static str,
    /// The name of the kernel.
    pub name: String,
    /// The first and the last architecture that run the kernel.
    pub targets: (u16, u16),
    /// The tensor maps, whose addresses are in `%map0` and so on.
    pub maps: Vec<Map>,
    /// The number of blocks. Several blocks are a cluster.
    blocks: u32,
    /// The number of threads of a block.
    threads: u32,
    /// The number of words that each thread returns.
    results: usize,
    /// The number of words of the output that the body stores. `%stored` is the address of the first.
    stored: usize,
    /// The words of the input buffer.
    input: Vec<u32>,
    /// The statements of the kernel. They read the registers that [`Program::text`] sets.
    body: String,
}

/// Waits for the first phase of the mbarrier `bar`. Ends after 2^16 attempts, so that a kernel also ends on a chip that
/// counts other bytes.
const WAIT: &str = "{ mov.u32 %u, 0;
    again: mbarrier.try_wait.parity.shared.b64 %p, [bar], 0; add.u32 %u, %u, 1;
    setp.ge.or.u32 %p, %u, 65536, %p; @!%p bra again; }\n";

/// Lets all threads of a cluster wait for each other.
const MEET: &str = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;\n";

/// Returns `count` pseudorandom words. Each word is ANDed with `kept` and then ORed with `set`.
fn random(count: usize, kept: u32, set: u32) -> Vec<u32> {
    let word = |i: usize| {
        let mut word = (i as u32).wrapping_mul(0x9e37_79b1).wrapping_add(0x7f4a_7c15);
        word ^= word >> 15;
        word = word.wrapping_mul(0x85eb_ca6b);
        (word ^ word >> 13) & kept | set
    };
    (0..count).map(word).collect()
}

/// Returns statements that copy the first `bytes` bytes of the input to `mem`.
fn fill(bytes: usize) -> String {
    format!(
        "{{ mov.u32 %x, %l;
    fill: mul.wide.u32 %w, %x, 4; add.u64 %w, %in, %w; ld.global.b32 %y, [%w];
    mad.lo.u32 %z, %x, 4, %mem; st.shared.b32 [%z], %y;
    add.u32 %x, %x, %threads; setp.lt.u32 %p, %x, {}; @%p bra fill; }}
    fence.proxy.async; bar.sync 0;\n",
        bytes / 4
    )
}

/// Returns statements that set `bytes` bytes of `mem` to a5.
fn blank(bytes: usize) -> String {
    format!(
        "{{ mov.u32 %x, %l;
    blank: mad.lo.u32 %z, %x, 4, %mem; st.shared.b32 [%z], 0xa5a5a5a5;
    add.u32 %x, %x, %threads; setp.lt.u32 %p, %x, {}; @%p bra blank; }}
    fence.proxy.async; bar.sync 0;\n",
        bytes / 4
    )
}

/// Returns statements that load `count` results of each thread from `mem`, which the threads of a block read together.
fn dump(count: usize) -> String {
    let mut text = "mad.lo.u32 %z, %l, 4, %mem;\n".to_owned();
    for i in 0..count {
        let _ = writeln!(text, "    ld.shared.b32 %r{i}, [%z]; mad.lo.u32 %z, %threads, 4, %z;");
    }
    text
}

impl Program {
    /// Returns a kernel of one block without results.
    fn new(what: &'static str, name: impl Into<String>, body: impl Into<String>) -> Self {
        Self {
            what,
            name: name.into(),
            targets: (90, NEWEST),
            maps: Vec::new(),
            blocks: 1,
            threads: 128,
            results: 0,
            stored: 0,
            input: Vec::new(),
            body: body.into(),
        }
    }

    /// Returns whether a chip runs the kernel.
    #[must_use]
    pub fn runs_on(&self, chip: &Chip) -> bool {
        (self.targets.0..=self.targets.1).contains(&chip.sm)
    }

    /// Returns the words of the input buffer.
    #[must_use]
    pub fn input(&self) -> &[u32] {
        &self.input
    }

    /// Returns the PTX of a module with the kernel.
    #[must_use]
    pub fn text(&self, chip: &Chip) -> String {
        let Self { name, blocks, threads, results, body, .. } = self;
        let maps = 0..self.maps.len();
        let parameters: String =
            maps.clone().map(|i| format!(", .param .align 64 .b8 map{i}[128]")).collect();
        let addresses: String = maps
            .map(|i| {
                format!(
                    "    .reg .b64 %map{i}; mov.b64 %map{i}, map{i}; cvta.param.u64 %map{i}, %map{i};\n"
                )
            })
            .collect();
        let (cluster, meet) = match blocks {
            1 => (String::new(), "bar.sync 0;\n"),
            _ => (format!(" .reqnctapercluster {blocks}, 1, 1"), MEET),
        };
        let all = blocks * threads;
        let store =
            |i: usize| format!("    st.global.b32 [%own+{}], %r{i};\n", 4 * i * all as usize);
        let stores: String = (0..*results).map(store).collect();
        format!(
            "{}.visible .entry {name}(.param .u64 output, .param .u64 input{parameters}){cluster}
{{
    .shared .align 1024 .b8 mem[{SHARED}];
    .shared .align 16 .b64 bar[4];
    .shared .align 16 .b32 slot[4];
    .reg .b32 %r<{}>, %t, %l, %rank, %threads, %mem, %bar, %x, %y, %z, %u;
    .reg .b64 %out, %in, %own, %stored, %w, %a, %b, %c;
    .reg .b16 %h;
    .reg .pred %p, %q, %first;
    mov.u32 %l, %tid.x;
    mov.u32 %rank, %ctaid.x;
    mov.u32 %threads, %ntid.x;
    mad.lo.u32 %t, %rank, %threads, %l;
    ld.param.u64 %out, [output];
    ld.param.u64 %in, [input];
    mul.wide.u32 %own, %t, 4;
    add.u64 %own, %out, %own;
    add.u64 %stored, %out, {};
{addresses}    mov.u32 %mem, mem;
    mov.u32 %bar, bar;
    setp.eq.u32 %first, %l, 0;
    @%first mbarrier.init.shared.b64 [bar], 1;
    @%first fence.mbarrier_init.release.cluster;
    {meet}    {}
{stores}    ret;
}}
",
            header(&chip.dialect()),
            (*results).max(1),
            4 * all as usize * results,
            body.trim(),
        )
    }

    /// Returns the bytes of the buffers before the run.
    fn buffers(&self) -> Vec<Vec<u8>> {
        let words = (self.blocks * self.threads) as usize * self.results + self.stored;
        // CUDA does not accept an empty buffer.
        let input = self.input.iter().chain(&[0]).flat_map(|word| word.to_le_bytes());
        vec![vec![0; 4 * words], input.collect()]
    }

    /// Runs the kernel with `run`. Returns the words of the output buffer.
    fn words(
        &self,
        chip: &Chip,
        run: impl FnOnce(&Whole<'_>) -> Result<Vec<Vec<u8>>, String>,
    ) -> Result<Vec<u64>, String> {
        let (text, buffers) = (self.text(chip), self.buffers());
        let whole = Whole {
            entry: &self.name,
            code: Code::Text(&text),
            blocks: [self.blocks, 1, 1],
            threads: [self.threads, 1, 1],
            shared: 0,
            numbers: &[],
            buffers: &buffers,
            maps: &self.maps,
        };
        let found = run(&whole)?;
        let output = found.get(OUTPUT).ok_or("no output")?;
        let words = output.chunks_exact(4).map(|word| {
            u64::from(word.iter().rev().fold(0_u32, |word, byte| word << 8 | u32::from(*byte)))
        });
        Ok(words.collect())
    }

    /// Runs the kernel on a device. Returns the words of the output buffer.
    ///
    /// # Errors
    /// Returns the error of the driver.
    pub fn run(&self, device: &mut dyn Device, chip: &Chip) -> Result<Vec<u64>, String> {
        self.words(chip, |whole| device.run_whole(whole))
    }

    /// Returns the words that `ptx-run` computes.
    ///
    /// # Errors
    /// Returns the fault of the file or of the launch.
    pub fn expected(&self, chip: &Chip) -> Result<Vec<u64>, String> {
        self.words(chip, |whole| engine_whole(whole, &Options::default()))
    }
}

/// Returns all kernels.
#[must_use]
pub fn programs() -> Vec<Program> {
    [
        mbarriers::programs(),
        copies::programs(),
        tensor_copies::programs(),
        clusters::programs(),
        warpgroups::programs(),
        tensor_memory::programs(),
    ]
    .concat()
}

/// Returns the answers of the kernels that a chip can run. A kernel runs when the iterator reaches it.
pub fn answers(device: &mut dyn Device, chip: &Chip) -> impl Iterator<Item = Answer> {
    let all = programs().into_iter().filter(|one| one.runs_on(chip));
    all.map(|one| {
        let threads = one.blocks * one.threads;
        let found = one.run(device, chip);
        Answer::of_kernel(
            one.what,
            (&one.name, threads),
            found,
            || one.expected(chip).ok(),
            "ptx-run",
        )
    })
}
