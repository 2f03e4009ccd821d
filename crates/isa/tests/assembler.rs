//! Compares the instruction table with `ptxas` on random modifiers, versions, targets and operands.
//!
//! | environment variable | meaning |
//! |---|---|
//! | `PTXAS` | the path of `ptxas`; without it, `ptxas` is searched in `PATH` |
//! | `PTXAS_CASES` | the number of statements |
//! | `PTXAS_SEED` | the random seed |

mod judge;

use judge::{REGISTERS, Statement, dialect};
use ptx_isa::forms::Second;
use ptx_isa::{Target, Version, forms};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The assembler `ptxas`. The field `known` caches which versions and targets `ptxas` accepts.
struct Assembler {
    program: PathBuf,
    input: PathBuf,
    known: HashMap<(String, String), bool>,
}

impl Assembler {
    fn find() -> Option<Self> {
        let program = std::env::var_os("PTXAS").map_or_else(|| "ptxas".into(), PathBuf::from);
        let runs = Command::new(&program).arg("--version").stdout(Stdio::null()).status().is_ok();
        let input = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("question.ptx");
        runs.then(|| Self { program, input, known: HashMap::new() })
    }

    fn accepts(&self, statement: &str, version: &str, target: &str) -> bool {
        let registers: String =
            REGISTERS.iter().map(|(ty, names)| format!(".reg .{ty} {names};\n")).collect();
        let text = format!(
            ".version {version}\n.target {target}\n.entry k() {{\n{registers}{statement}\nret;\n}}\n"
        );
        std::fs::write(&self.input, text).expect("the temporary directory is writable");
        // `ptxas` does not generate code for chips before sm_75. For PTX of an older target, request
        // code for sm_75.
        let first = target.split(',').next().unwrap_or_default();
        let old = Target::from_word(first).is_some_and(|target| target.sm < 75);
        let output = Command::new(&self.program)
            .args(["-arch", if old { "sm_75" } else { first }, "-o"])
            .arg(self.input.with_extension("cubin"))
            .arg(&self.input)
            .output()
            .expect("the assembler ran before");
        output.status.success()
    }

    /// Returns whether this assembler accepts the version and the target.
    fn knows(&mut self, version: &str, target: &str) -> bool {
        let key = (version.to_string(), target.to_string());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let known = self.accepts("", version, target);
        self.known.insert(key, known);
        known
    }
}

/// A random number generator (xorshift64*). Its seed reproduces a failure.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(number).unwrap_or_default() % limit
    }

    fn of<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

const LITERALS: &[&str] =
    &["1.0", "-0.5", "1", "017", "0x1F", "0f3F800000", "0d3FF0000000000000", "-1", "1e-3", "3U"];

fn any_operand(random: &mut Random) -> String {
    match random.below(15) {
        0 | 1 => (*random.of(LITERALS)).into(),
        2 => "_".into(),
        3 => "!p".into(),
        4 => "p|q".into(),
        5 => "p|_".into(),
        6 => format!("{{{}, {}}}", any_register(random), any_register(random)),
        _ => any_register(random),
    }
}

fn any_register(random: &mut Random) -> String {
    let names: Vec<_> = random.of(REGISTERS).1.split(',').collect();
    (*random.of(&names)).into()
}

/// Returns a random operand. Two of three operands are registers that fit the type.
fn operand_for(ty: Option<ptx_isa::Type>, random: &mut Random) -> String {
    let fitting = REGISTERS.iter().find(|row| ty.is_some_and(|ty| ty.word() == row.0));
    match fitting {
        Some(row) if random.below(3) > 0 => row.1.split(',').next().unwrap_or_default().into(),
        _ => any_operand(random),
    }
}

fn any_statement(random: &mut Random) -> String {
    let all: Vec<_> = forms::all().collect();
    let form = *random.of(&all);
    let mut words: Vec<&str> = Vec::new();
    for slot in form.slots {
        if !slot.optional || random.below(2) == 0 {
            words.push(*random.of(slot.words));
        }
    }
    let ty = words.iter().rev().find_map(|word| ptx_isa::Type::from_word(word));
    let correct = random.below(2) == 0;
    if !correct && random.below(2) == 0 {
        let extra: &str =
            random.of::<&str>(&["rn", "rz", "rm", "rp", "ftz", "sat", "approx", "full"]);
        words.insert(random.below(words.len()), extra);
    }
    if !correct && random.below(3) == 0 && words.len() > 1 {
        words.remove(random.below(words.len() - 1));
    }
    let modifiers = form.spelt(&words);
    let operands: Vec<_> = form
        .operands
        .iter()
        .map(|operand| match (operand.second, &modifiers) {
            (Second::Always, Some(_)) if random.below(2) == 0 => "p|q".into(),
            (_, Some(modifiers)) => operand_for(form.operand_type(operand, modifiers), random),
            _ => operand_for(ty, random),
        })
        .collect();
    format!("{}.{} {};", form.mnemonic, words.join("."), operands.join(", "))
}

#[test]
fn random_statements() {
    let Some(mut assembler) = Assembler::find() else {
        println!("skipped: no assembler; set PTXAS to the path of NVIDIA's ptxas");
        return;
    };
    let cases = std::env::var("PTXAS_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let versions: Vec<_> = Version::all().map(|v| v.to_string()).collect();
    let targets: Vec<_> = Target::all().map(|t| t.to_string()).collect();
    let mut random = Random(
        std::env::var("PTXAS_SEED")
            .ok()
            .and_then(|n| n.parse().ok())
            .unwrap_or(0x0123_4567_89ab_cdef),
    );
    let (mut reasons, mut unexplained) = (BTreeMap::new(), Vec::new());
    let (mut tested, mut accepted) = (0, 0);
    while tested < cases {
        let mut target = random.of(&targets).clone();
        if matches!(target.as_str(), "sm_10" | "sm_11" | "sm_12") && random.below(2) == 0 {
            target += ", map_f64_to_f32";
        }
        let mut version = random.of(&versions).clone();
        // Use a dialect with many forms for half of the statements. In this dialect, faults are
        // usually in the operands.
        if random.below(2) == 0 {
            (version, target) = ("8.6".into(), "sm_100".into());
        }
        if !assembler.knows(&version, &target) {
            continue;
        }
        let text = any_statement(&mut random);
        let statement = Statement::parse(&text, dialect(&version, &target))
            .unwrap_or_else(|| panic!("cannot parse: {text}"));
        tested += 1;
        let is_accepted = assembler.accepts(&text, &version, &target);
        accepted += usize::from(is_accepted);
        if statement.is_accepted() == is_accepted {
            continue;
        }
        let verdict = if is_accepted { "accepts" } else { "rejects" };
        match statement.classes() {
            Some(classes) => *reasons.entry(classes).or_insert(0) += 1,
            None => unexplained
                .push(format!("{text} under {version}, {target}: the assembler {verdict} it")),
        }
    }
    println!("{tested} statements, {accepted} accepted, {reasons:?}");
    assert!(unexplained.is_empty(), "unexplained:\n{}", unexplained.join("\n"));
}
