//! Runs the programs of the page on findings on a device, and reports whether the device gives the bits of the text.
//!
//! The page (`docs/src/findings.md`) has a command for each program, whose arguments are also used here. The device compiles the
//! text. If there is an assembler, its machine code is run, too, without optimisation and with the highest level.

use crate::device::simulated::engine_whole;
use crate::device::{Chip, Code, Device, Number, Whole};
use ptx_isa::{Target, Type};
use ptx_run::Options;
use ptx_tool::dialect;
use ptx_tool::run::{Argument, Buffer, Extent, difference};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/src/findings.md");

/// The files with the programs.
const TEXTS: [(&str, &str); 2] = [
    ("docs/src/miscompiled.ptx", include_str!("../../../docs/src/miscompiled.ptx")),
    ("docs/src/miscompiled_sm_90a.ptx", include_str!("../../../docs/src/miscompiled_sm_90a.ptx")),
];

/// The options of the assembler.
const LEVELS: [&str; 2] = ["-O0", "-O3"];

/// The name of the code that the driver compiles.
const DRIVER: &str = "driver";

/// A program of the page with its arguments.
#[derive(Clone, Debug)]
pub struct Program {
    /// The name of the kernel.
    pub entry: String,
    /// The PTX text of the file.
    pub text: &'static str,
    /// The target of the text.
    pub target: Target,
    blocks: [u32; 3],
    threads: [u32; 3],
    numbers: Vec<Number>,
    /// The types of the elements of the buffers, and the buffers.
    types: Vec<Type>,
    buffers: Vec<Vec<u8>>,
}

/// The result of a program on the device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// The name of the kernel.
    pub program: String,
    /// What compiled the text: `driver`, or the level of the assembler.
    pub code: String,
    /// Whose bits the device gave.
    pub bits: Bits,
    /// The first element that differs from that of the text, or why the program did not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
}

/// Whose bits a device gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bits {
    /// The bits that `ptx-run` computes from the text.
    Text,
    /// Other bits. Those of machine code are the bits that `ptx-run` computes from it, or `ptx-run` cannot run it.
    Machine,
    /// Neither the bits that `ptx-run` computes from the text nor those that it computes from the machine code.
    Neither,
    /// The program did not run.
    None,
}

/// Returns the programs of the page.
///
/// # Errors
/// Returns the command that is not understood.
pub fn programs() -> Result<Vec<Program>, String> {
    let commands = PAGE.lines().filter_map(|line| line.strip_prefix("$ ptx-bits verify "));
    let all = commands.filter(|command| TEXTS.iter().any(|(file, _)| command.starts_with(file)));
    all.map(|command| Program::of(command).ok_or_else(|| format!("not understood: {command}")))
        .collect()
}

/// Runs the programs that a chip has. `ptxas` is the path of the assembler.
///
/// # Errors
/// If the page has a command that is not understood.
pub fn compare(
    device: &mut dyn Device,
    chip: &Chip,
    ptxas: Option<&Path>,
) -> Result<Vec<Finding>, String> {
    let mut findings = Vec::new();
    for program in programs()?.iter().filter(|one| one.runs_on(chip)) {
        findings.push(program.run(device, DRIVER, Code::Text(program.text)));
        let Some(ptxas) = ptxas else { continue };
        for level in LEVELS {
            findings.push(match program.assembled(ptxas, chip, level) {
                Ok(cubin) => program.run(device, level, Code::Cubin(&cubin)),
                Err(why) => program.finding(level, Bits::None, Some(why)),
            });
        }
    }
    Ok(findings)
}

impl Program {
    /// Parses the arguments of `ptx-bits verify`.
    fn of(command: &str) -> Option<Self> {
        let mut words = command.split(' ').map(|word| word.trim_matches('\''));
        let file = words.next()?;
        let (_, text) = TEXTS.into_iter().find(|(known, _)| *known == file)?;
        let target = text.lines().find_map(|line| line.strip_prefix(".target "))?;
        let target = dialect::target(target).ok()?;
        let (entry, [blocks, threads]) = (String::new(), [[1; 3]; 2]);
        let (numbers, types, buffers) = (Vec::new(), Vec::new(), Vec::new());
        let mut one = Self { entry, text, target, blocks, threads, numbers, types, buffers };
        while let Some(word) = words.next() {
            match word {
                "--entry" => one.entry = words.next()?.into(),
                "--grid" => one.blocks = words.next()?.parse::<Extent>().ok()?.0,
                "--block" => one.threads = words.next()?.parse::<Extent>().ok()?.0,
                _ => one.add(word.parse().ok()?)?,
            }
        }
        Some(one)
    }

    /// Adds an argument. Numbers come before buffers.
    fn add(&mut self, argument: Argument) -> Option<()> {
        match argument {
            Argument::Scalar(ty, bits) if self.buffers.is_empty() => {
                self.numbers.push(Number { ty, bits });
            }
            Argument::Buffer(buffer) => {
                self.buffers.push(bytes(&buffer)?);
                self.types.push(buffer.ty);
            }
            _ => return None,
        }
        Some(())
    }

    /// Returns whether a chip runs the text.
    fn runs_on(&self, chip: &Chip) -> bool {
        match self.target.suffix {
            None => self.target.sm <= chip.sm,
            Some(_) => self.target.sm == chip.sm,
        }
    }

    fn whole<'a>(&'a self, code: Code<'a>) -> Whole<'a> {
        Whole {
            entry: &self.entry,
            code,
            blocks: self.blocks,
            threads: self.threads,
            shared: 0,
            numbers: &self.numbers,
            buffers: &self.buffers,
            maps: &[],
        }
    }

    fn finding(&self, code: &str, bits: Bits, first: Option<String>) -> Finding {
        Finding { program: self.entry.clone(), code: code.into(), bits, first }
    }

    /// Runs the code, which `name` compiled, on a device.
    fn run(&self, device: &mut dyn Device, name: &str, code: Code<'_>) -> Finding {
        let options = Options::default();
        let bits = device.run_whole(&self.whole(code)).and_then(|found| {
            Ok((engine_whole(&self.whole(Code::Text(self.text)), &options)?, found))
        });
        let (text, found) = match bits {
            Ok(both) => both,
            Err(why) => return self.finding(name, Bits::None, Some(why)),
        };
        let first = self.first(&text, &found);
        let bits = match code {
            _ if first.is_none() => Bits::Text,
            Code::Text(_) => Bits::Machine,
            Code::Cubin(_) => match engine_whole(&self.whole(code), &options) {
                Ok(machine) if machine != found => Bits::Neither,
                _ => Bits::Machine,
            },
        };
        self.finding(name, bits, first)
    }

    /// Describes the first element that differs.
    fn first(&self, text: &[Vec<u8>], found: &[Vec<u8>]) -> Option<String> {
        let mut pairs = self.types.iter().zip(text.iter().zip(found)).enumerate();
        pairs.find_map(|(buffer, (ty, (text, found)))| {
            let different = difference(*ty, text, found)?;
            Some(format!("buffer {buffer}, {}", different.describe(*ty)))
        })
    }

    /// Returns the machine code for a chip.
    fn assembled(&self, ptxas: &Path, chip: &Chip, level: &str) -> Result<Vec<u8>, String> {
        let target = if self.target.suffix.is_some() { self.target } else { Target::sm(chip.sm) };
        let name = format!("ptx-conform-{}-{}{level}", std::process::id(), self.entry);
        let input = std::env::temp_dir().join(name).with_extension("ptx");
        let output = input.with_extension("cubin");
        let cubin = std::fs::write(&input, self.text).and_then(|()| {
            let mut command = Command::new(ptxas);
            command.args(["-arch", &target.to_string(), level, "-o"]).args([&output, &input]);
            let run = command.output()?;
            let why = || String::from_utf8_lossy(&run.stderr).trim().to_string();
            if run.status.success() {
                std::fs::read(&output)
            } else {
                Err(std::io::Error::other(why()))
            }
        });
        for file in [input, output] {
            // A file that was not written cannot be removed.
            let _ = std::fs::remove_file(file);
        }
        cubin.map_err(|error| error.to_string())
    }
}

/// Returns the contents of a buffer without a file and without addresses.
fn bytes(buffer: &Buffer) -> Option<Vec<u8>> {
    let no_file = |_: &str| Err(std::io::Error::other("no file"));
    buffer.bytes(no_file, |_| Err("no address".into())).ok()
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { program, code, bits, first } = self;
        let bits = match bits {
            Bits::Text => "the bits of the text",
            Bits::Machine => "other bits than the text",
            Bits::Neither => {
                "neither the bits of the text nor those that ptx-run computes from the machine code"
            }
            Bits::None => "not run",
        };
        write!(f, "finding {program}, {code}: {bits}")?;
        first.iter().try_for_each(|first| write!(f, ": {first}"))
    }
}
