//! Finds the row for an opcode with modifiers.

use super::names;
use super::opcodes::{self, FIRST_WITH_FLOATS, Row};
use super::unsupported;
use crate::class::Class;
use crate::describe::{choice, instruction};
use crate::dialect::Dialect;
use crate::fault::{At, Fault};
use crate::help::{Help, Part};
use crate::nearest::nearest;

/// A machine instruction: a row and its modifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The row in the table.
    pub row: &'static Row,
    /// The modifier of each class of the row; `None` if the modifier is omitted.
    pub words: Vec<Option<&'static str>>,
}

impl Selection {
    /// Returns the instruction in SASS syntax: `FADD.FTZ`.
    #[must_use]
    pub fn spelling(&self) -> String {
        let words: Vec<_> = self.words.iter().flatten().collect();
        instruction(&self.row.head(), &words)
    }
}

/// Returns the row for an opcode with modifiers on a target.
///
/// # Errors
/// Returns a fault at the first wrong word, with the correct spelling.
pub fn select(opcode: &str, modifiers: &[&str], dialect: &Dialect) -> Result<Selection, Fault> {
    let plain = opcodes::without_unit(opcode);
    let family: Vec<_> = opcodes::all().filter(|row| row.opcode == plain).collect();
    if family.is_empty() {
        return Err(unknown_opcode(opcode, modifiers));
    }
    let times = |words: &[&str], word: &str| words.iter().filter(|one| **one == word).count();
    let most = |word: &str| {
        let all =
            family.iter().map(|row| row.classes.iter().filter(|class| class.has(word)).count());
        all.max().unwrap_or_default().max(1)
    };
    let twice =
        (1..modifiers.len()).find(|&i| times(&modifiers[..i], modifiers[i]) >= most(modifiers[i]));
    if let Some(i) = twice {
        let fault = Fault::new(At::Modifier(i), format!("duplicate modifier `.{}`", modifiers[i]));
        return Err(fault);
    }
    if let Some((i, why)) = unsupported::refused_modifier(plain, modifiers) {
        let what = format!("modifier `.{}` is not supported by `{opcode}`", modifiers[i]);
        return Err(Fault::new(At::Modifier(i), what).note(why));
    }
    let (rows, skip) = match family[0].operation {
        None => (family, 0),
        Some(_) => (with_operation(&family, modifiers)?, 1),
    };
    let rows = with_needed_words(with_distinct_words(rows, modifiers), modifiers);
    let words = spelt(rows[0], &modifiers[skip..], skip)?;
    let present = rows.iter().find(|row| dialect.target.is_none_or(|t| row.is_in(t.sm)));
    match present {
        Some(row) => Ok(Selection { row, words }),
        None => Err(unavailable(rows[0], dialect)),
    }
}

fn unknown_opcode(opcode: &str, modifiers: &[&str]) -> Fault {
    let upper = opcode.to_uppercase();
    if let Some((why, instead)) = unsupported::refused(&upper) {
        let fault = Fault::new(At::Mnemonic, format!("`{opcode}` is not supported")).note(why);
        return match instead {
            Some(instead) => fault.help(Help::write(Part::Mnemonic, instead)),
            None => fault,
        };
    }
    if let Some(sass) = unsupported::in_sass(opcode, modifiers) {
        return Fault::new(At::Mnemonic, format!("`{opcode}` is PTX, not SASS"))
            .help(format!("use {sass}, or `ptx!`"));
    }
    let fault = Fault::new(At::Mnemonic, format!("unknown opcode `{opcode}`"));
    match nearest(&upper, opcodes::names()) {
        Some(near) => fault.help(Help::meant(near)),
        None => {
            let names: Vec<_> = opcodes::names().collect();
            fault.note(format!("the supported opcodes are {}", names.join(", ")))
        }
    }
}

/// Returns the rows with the operation that follows the opcode.
fn with_operation(family: &[&'static Row], modifiers: &[&str]) -> Result<Vec<&'static Row>, Fault> {
    let opcode = family[0].opcode;
    let mut operations: Vec<&str> = Vec::new();
    for operation in family.iter().filter_map(|row| row.operation) {
        if !operations.contains(&operation) {
            operations.push(operation);
        }
    }
    let named = |word: &str| operations.contains(&word);
    let expected = || format!("expected {}", choice(operations.iter().copied()));
    let missing =
        || Fault::new(At::Mnemonic, format!("missing operation after `{opcode}`: {}", expected()));
    let first = modifiers.first().copied();
    let found: Vec<_> = family.iter().filter(|row| row.operation == first).copied().collect();
    let Some(first) = first else {
        return Err(missing());
    };
    if !found.is_empty() {
        return Ok(found);
    }
    if let Some(later) = modifiers.iter().position(|word| named(word)) {
        let fault = Fault::new(
            At::Modifier(later),
            format!("modifier `.{}` is out of order", modifiers[later]),
        );
        let mut right = vec![modifiers[later]];
        right.extend(modifiers.iter().enumerate().filter(|&(i, _)| i != later).map(|(_, w)| *w));
        return Err(fault
            .note(format!("the operation comes first after `{opcode}`"))
            .help(Help::write(Part::Spelling, instruction(opcode, &right))));
    }
    if family[0].classes.iter().any(|class| class.has(first)) {
        return Err(missing());
    }
    let fault = Fault::new(At::Modifier(0), format!("unknown operation `.{first}` of `{opcode}`"));
    Err(match nearest(&first.to_uppercase(), operations.iter().copied()) {
        Some(near) => fault.help(Help::meant(format!(".{near}"))),
        None => fault.note(expected()),
    })
}

/// Considers the rows whose fixed modifiers are all written. Returns the considered rows with the
/// most fixed modifiers, or all rows if there is none. A fixed modifier is in every spelling of its row
/// ([`Row::distinct`]).
fn with_distinct_words(rows: Vec<&'static Row>, modifiers: &[&str]) -> Vec<&'static Row> {
    let count = |row: &Row| row.distinct().count();
    let is_written = |row: &&Row| row.distinct().all(|word| modifiers.contains(&word));
    let place = |word| modifiers.iter().position(|one| *one == word);
    let is_ordered = |row: &&Row| row.distinct().map(place).is_sorted();
    let ordered: Vec<_> = rows.iter().copied().filter(is_ordered).collect();
    let rows =
        if ordered.iter().any(|row| is_written(row) && count(row) > 1) { ordered } else { rows };
    match rows.iter().copied().filter(is_written).map(count).max() {
        Some(most) => {
            rows.into_iter().filter(|row| is_written(row) && count(row) == most).collect()
        }
        None => rows,
    }
}

/// Considers the rows all of whose required modifiers are written. Returns those with the most of them, or all rows if
/// there is none.
fn with_needed_words(rows: Vec<&'static Row>, modifiers: &[&str]) -> Vec<&'static Row> {
    let needed = |row: &Row| row.classes.iter().filter(|class| class.default.is_none()).count();
    let is_written = |row: &&Row| {
        let mut needed = row.classes.iter().filter(|class| class.default.is_none());
        needed.all(|class| modifiers.iter().any(|word| class.has(word)))
    };
    let most = rows.iter().copied().filter(is_written).map(needed).max();
    match most {
        Some(most) => {
            rows.into_iter().filter(|row| is_written(row) && needed(row) == most).collect()
        }
        None => rows,
    }
}

/// Returns the modifier of each class. `skip` is the number of modifiers before `words`. The positions of faults
/// include these modifiers.
fn spelt(row: &Row, words: &[&str], skip: usize) -> Result<Vec<Option<&'static str>>, Fault> {
    let mut chosen = vec![None; row.classes.len()];
    let mut order = Vec::with_capacity(words.len());
    for (i, word) in words.iter().enumerate() {
        let at = At::Modifier(i + skip);
        let of_class = |(place, class): (usize, &&'static Class)| {
            Some((place, *class, class.words.iter().copied().find(|choice| choice == word)?))
        };
        let mut all = row.classes.iter().enumerate().filter_map(of_class);
        // A word of two classes belongs to the first class that has no word yet.
        let found = all.clone().find(|(place, ..)| chosen[*place].is_none()).or_else(|| all.next());
        let Some((place, class, word)) = found else { return Err(wrong_word(row, word, at)) };
        if let Some(first) = chosen[place] {
            let role = class.role.trim_start_matches("a ");
            return Err(Fault::new(at, format!("`.{word}` is a second {role}, after `.{first}`")));
        }
        chosen[place] = Some(word);
        order.push(place);
    }
    if !order.is_sorted() {
        let at = (1..order.len()).find(|&i| order[i] < order[i - 1]).unwrap_or_default();
        let right: Vec<_> = chosen.iter().flatten().collect();
        return Err(Fault::new(
            At::Modifier(at + skip),
            format!("modifier `.{}` is out of order", words[at]),
        )
        .note(format!("the order is `{row}`"))
        .help(Help::write(Part::Spelling, instruction(&row.head(), &right))));
    }
    let missing = |(class, word): (&&'static Class, &Option<_>)| {
        (word.is_none() && class.default.is_none()).then_some(*class)
    };
    match row.classes.iter().zip(&chosen).find_map(missing) {
        Some(class) => {
            let name = instruction(&row.head(), words);
            let expected = choice(class.words.iter().copied());
            let role = class.role.trim_start_matches("a ");
            Err(Fault::new(
                At::Mnemonic,
                format!("missing {role} after `{name}`: expected {expected}"),
            ))
        }
        None => Ok(chosen),
    }
}

fn wrong_word(row: &Row, word: &str, at: At) -> Fault {
    let own = || row.classes.iter().flat_map(|class| class.words.iter().copied());
    let form = format!("the form is `{row}`");
    if let Some(role) = names::role(word) {
        let what = format!("modifier `.{word}` is not supported by `{}`", row.name());
        let fault = Fault::new(at, what);
        return match row.classes.iter().find(|class| class.role == role) {
            Some(class) => fault.note(format!("expected {}", choice(class.words.iter().copied()))),
            None => fault.note(form),
        };
    }
    let fault = Fault::new(at, format!("unknown modifier `.{word}`"));
    match nearest(&word.to_uppercase(), own()) {
        Some(near) => fault.help(Help::meant(format!(".{near}"))),
        None => fault.note(form),
    }
}

/// Reports a correct instruction that the target does not have.
fn unavailable(row: &Row, dialect: &Dialect) -> Fault {
    if row.targets.0 > FIRST_WITH_FLOATS {
        let (first, last) = row.targets;
        let targets = match last {
            u16::MAX => format!("sm_{first} or later"),
            last if last == first => format!("sm_{first}"),
            last => format!("sm_{first} to before sm_{}", last + 1),
        };
        return Fault::new(At::Mnemonic, format!("`{}` needs {targets}", row.name()))
            .note(dialect.target_note())
            .help(format!("begin with `.target sm_{first}`"));
    }
    Fault::new(
        At::Mnemonic,
        format!("`{}` needs a target before sm_{FIRST_WITH_FLOATS}", row.opcode),
    )
    .note(dialect.target_note())
    .help(
        "omit it: from sm_70 on `MUFU.EX2` takes a float, and `MUFU.SIN` and `MUFU.COS` take \
         turns: multiply radians by 0.15915494 with `FMUL.RZ` first",
    )
}
