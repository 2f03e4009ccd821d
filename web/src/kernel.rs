//! Runs the kernel of a text, with limits that keep the browser responsive.

use ptx_isa::{COMMAND, Message, Type};
use ptx_run::{
    Argument as Passed, Buffer, FaultKind, Grid, Memory, Module, Options, Parameter, Report,
};
use ptx_tool::run::{Argument, Contents, Extent, Name, NamedAddress, elements, summary};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};

/// The maximum number of threads of a launch.
const THREADS: u64 = 1 << 16;
/// The maximum number of bytes of all buffers together.
const BYTES: u64 = 1 << 26;
/// The maximum number of instructions that a thread may run.
const STEPS: u64 = 1_000_000;
/// The maximum number of calls of the engine's stop condition. The engine calls it after every 2^18 instructions.
const CALLS: u32 = 64;
/// The maximum number of elements of a buffer whose bits are shown.
const SHOWN: usize = 32;

/// The words of a launch, as the options and arguments of `ptx-bits run` have them.
struct Launch<'r> {
    grid: &'r str,
    block: &'r str,
    arguments: &'r str,
}

/// A buffer of a launch.
struct Held {
    label: String,
    buffer: Buffer,
    ty: Type,
    before: Vec<u8>,
}

/// Runs the only kernel of a text. The request is an object with `text`, `grid`, `block` and `arguments`, in the syntax of
/// `ptx-bits run`. The answer has `text`, what the launch prints or why it fails, and `is_fault`.
#[must_use]
pub fn answer(request: &[u8]) -> Value {
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    let word = |name: &str| request[name].as_str().unwrap_or_default();
    let launch = Launch { grid: word("grid"), block: word("block"), arguments: word("arguments") };
    let ran = run(word("text"), &launch);
    let (is_fault, text) = ran.map_or_else(|fault| (true, fault), |text| (false, text));
    json!({ "text": text, "is_fault": is_fault })
}

/// Runs the only kernel of a text. Returns what `ptx-bits run` prints: buffers, races, or the fault.
///
/// # Errors
/// If the text, the launch or the arguments are wrong, or if the kernel faults.
fn run(text: &str, launch: &Launch<'_>) -> Result<String, String> {
    let module = Module::new("text", text).map_err(|error| error.to_string())?;
    let [only] = module.kernels() else {
        let count = module.kernels().len();
        return Err(format!("the text has {count} kernels, and the page runs a text with one"));
    };
    let kernel = module.kernel(&only.name).map_err(|error| error.to_string())?;
    let grid = grid(launch).map_err(|message| message.to_string())?;
    let mut memory = Memory::new();
    let (passed, buffers) = arguments(launch.arguments, &only.parameters, &mut memory)
        .map_err(|message| message.to_string())?;
    module.create_variables(&mut memory).map_err(|error| error.to_string())?;
    let calls = Calls::default();
    let options = Options::default().max_steps(STEPS).races(true).stop_if(move || calls.is_last());
    let report =
        kernel.launch(grid, &passed, &mut memory, &options).map_err(|fault| match fault.kind {
            FaultKind::Stopped => {
                format!(
                    "{fault}\nnote: the page runs at most {} instructions",
                    u64::from(CALLS) << 18
                )
            }
            _ => fault.to_string(),
        })?;
    Ok(shown(&only.name, &buffers, &memory, &report))
}

/// The number of calls of the stop condition.
#[derive(Default)]
struct Calls(AtomicU32);

impl Calls {
    /// Counts a call. Returns whether the launch must stop.
    fn is_last(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= CALLS
    }
}

fn grid(launch: &Launch<'_>) -> Result<Grid, Message> {
    let blocks: Extent = launch.grid.trim().parse()?;
    let threads: Extent = launch.block.trim().parse()?;
    let all = blocks.0.iter().chain(&threads.0);
    let count = all.fold(1_u64, |product, extent| product.saturating_mul((*extent).into()));
    if count > THREADS {
        return Err(Message::new(format!("the page runs at most {THREADS} threads, not {count}")));
    }
    Ok(Grid { blocks: blocks.0, threads: threads.0, shared: 0 })
}

/// Adds the buffers of the arguments to the memory. Returns the arguments for the engine.
fn arguments(
    text: &str,
    parameters: &[Parameter],
    memory: &mut Memory,
) -> Result<(Vec<Passed>, Vec<Held>), Message> {
    let parsed: Vec<Argument> =
        text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let (mut buffers, mut own) = (Vec::new(), Vec::new());
    let mut free = BYTES;
    for (number, argument) in parsed.iter().enumerate() {
        let Argument::Buffer(given) = argument else {
            own.push(None);
            continue;
        };
        let size = match given.contents {
            Contents::Zeros(count) => count as u64 * u64::from(given.ty.bits() / 8),
            _ => 0,
        };
        free = free.checked_sub(size).ok_or_else(|| {
            Message::new(format!("the buffers of the page have at most {BYTES} bytes"))
        })?;
        let read = |_: &str| Err(std::io::Error::other("the page reads no files"));
        let no_address = |_: &NamedAddress| {
            Err(Message::new("the page has no buffers with addresses")
                .note("`ptx-bits run` has them"))
        };
        let before = given.bytes(read, no_address)?;
        let buffer = memory.add_bytes(before.clone(), given.is_read_only);
        own.push(Some(buffer));
        let name = parameters.get(number).map_or("", |parameter| &parameter.name);
        buffers.push(Held { label: format!("{number} {name}"), buffer, ty: given.ty, before });
    }
    let passed = parsed.iter().zip(&own).map(|(argument, buffer)| passed(argument, *buffer, &own));
    Ok((passed.collect::<Result<_, _>>()?, buffers))
}

/// Converts an argument for the engine. `buffer` is its buffer, if it has one; `all` are the buffers of all parameters.
fn passed(
    argument: &Argument,
    buffer: Option<Buffer>,
    all: &[Option<Buffer>],
) -> Result<Passed, Message> {
    Ok(match argument {
        Argument::Scalar(ty, bits) => Passed::scalar(*ty, *bits),
        Argument::Bytes(bytes) => Passed::bytes(bytes.clone()),
        Argument::Null => Passed::null(),
        Argument::Struct(members) => {
            let members = members.iter().map(|member| passed(member, None, all));
            Passed::structure(members.collect::<Result<Vec<_>, _>>()?)
        }
        Argument::Buffer(_) => buffer.map_or_else(Passed::null, Passed::from),
        Argument::Map(map) => {
            let what = format!("tensor map of `{}`: not on this page", map.place);
            return Err(Message::new(what).help(format!("run the kernel with `{COMMAND} run`")));
        }
        Argument::Same(place) => {
            let found = match place.name {
                Name::Parameter(number) => all.get(number).copied().flatten(),
                Name::Word(_) => None,
            };
            let found = found.ok_or_else(|| {
                Message::new(format!("`same:{place}`: no parameter with this number has a buffer"))
                    .note("parameters are counted from 0")
            })?;
            Passed::address(found.address().wrapping_add(place.offset.unwrap_or(0)))
        }
    })
}

/// Returns the buffers after a launch, the output of `vprintf`, the races and the counts.
fn shown(name: &str, buffers: &[Held], memory: &Memory, report: &Report) -> String {
    let mut text = String::new();
    for Held { label, buffer, ty, before } in buffers {
        let after = memory.bytes(*buffer);
        let bits = elements(*ty, after);
        let mut bits: Vec<_> = bits.lines().take(SHOWN + 1).collect();
        if bits.len() > SHOWN {
            bits[SHOWN] = "…";
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{label}: {}\n    {}", summary(*ty, before, after), bits.join(" "));
    }
    text += &String::from_utf8_lossy(&report.printed);
    let races = report.races.iter().map(|race| format!("error: {race}\n"));
    let same = report.same_value_races.iter();
    let same = same.map(|race| format!("warning: {race}, both with the same value\n"));
    let orders = report.order_matters.iter().map(|one| format!("warning: {one}\n"));
    text.extend(races.chain(same).chain(orders));
    let _ =
        write!(text, "{name}: {} threads, {} instructions", report.threads, report.instructions);
    text
}

#[cfg(test)]
mod tests {
    use super::{Launch, run};

    const HEAD: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

    fn ran(body: &str, arguments: &str) -> Result<String, String> {
        run(&format!("{HEAD}{body}"), &Launch { grid: "1", block: "32", arguments })
    }

    #[test]
    fn buffers_show_their_elements() {
        let body = ".entry k(.param .u64 x) { .reg .b64 %a; .reg .f32 %f; ld.param.u64 %a, [x]; \
                    ld.global.f32 %f, [%a]; add.f32 %f, %f, 1.0; st.global.f32 [%a+4], %f; ret; }";
        let shown = run(
            &format!("{HEAD}{body}"),
            &Launch { grid: "1", block: "1", arguments: "f32[]:1.5,0" },
        );
        let expected = "0 x: f32[2], 1 changed: 1.5, 2.5\n    0x3fc00000 0x40200000\n\
                        k: 1 threads, 5 instructions";
        assert_eq!(shown.as_deref(), Ok(expected));
    }

    #[test]
    fn faults_are_messages() {
        let loops = ".entry k() { .reg .b64 %a; L: add.u64 %a, %a, 1; bra L; }";
        assert!(ran(loops, "").is_err_and(|fault| fault.contains("kernel `k`")));
        let empty = ".entry k(.param .u64 x) { ret; }";
        for arguments in ["", "f32", "f32[99999999]", "f32@x.npy", "same:0", "u64[]:same:0", "ü"] {
            assert!(ran(empty, arguments).is_err(), "{arguments}");
        }
        assert!(ran("", "").is_err() && ran(".entry k() { rett; }", "").is_err());
        for (grid, block) in [("", "1"), ("2147483647", "1024"), ("0", "1"), ("1", "2,2,2,2")] {
            let launch = Launch { grid, block, arguments: "u64:0" };
            assert!(run(&format!("{HEAD}{empty}"), &launch).is_err(), "{grid} {block}");
        }
    }
}
