//! Several texts that refer to each other's functions and variables, as NVIDIA's linker resolves them.

mod names;
mod prototype;

use crate::check::Finding;
use crate::module::Module;
use crate::resolve::Program;
use names::{Defined, Global, Strength, globals};
use ptx_isa::Message;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Several texts that refer to each other's functions and variables.
///
/// A text means its own functions and variables by their names, unless they are declared `.extern`, `.visible`,
/// `.weak` or `.common`. Such a name means the same in all texts:
///
/// * the `.visible` definition, of which there is at most one;
/// * else the largest `.common` variable;
/// * else the first `.weak` definition.
///
/// Names without a linkage directive are local to their text. Several texts may have such a name.
///
/// ```
/// use ptx_module::Module;
/// use ptx_module::syntax::Source;
/// use std::sync::Arc;
///
/// let head = ".version 8.0 .target sm_80\n";
/// let text = |name, text: &str| {
///     Arc::new(Module::new(Source::new(name, format!("{head}{text}").as_bytes())))
/// };
/// let caller = text("a.ptx", ".extern .func f(); .visible .entry k() { call f; ret; }");
/// let callee = text("b.ptx", ".visible .func f() { ret; }");
/// let linked = Module::link(vec![caller, callee.clone()]).unwrap();
/// assert_eq!(linked.owner(0, "f"), 1);
///
/// let errors = Module::link(vec![callee.clone(), callee]).unwrap_err();
/// assert_eq!(errors[0].finding.message.what, "`f` is defined in two files");
/// ```
#[derive(Debug)]
pub struct Linked {
    texts: Vec<Arc<Module>>,
    /// For each text: the names that another text defines, and the number of this text.
    elsewhere: Vec<HashMap<String, usize>>,
    /// For each text: the names that are not local.
    global: Vec<HashSet<String>>,
}

/// An error of one of several texts.
#[derive(Clone, Debug)]
pub struct LinkError {
    /// The number of the text, counted from 0.
    pub text: usize,
    /// The error, at a position in this text.
    pub finding: Finding,
}

impl Module {
    /// Links texts: resolves the `.extern` names of each text to the definitions in the others. The time is linear in
    /// the length of the texts. An `.extern` name that no text defines is not an error.
    ///
    /// # Errors
    /// Returns the errors of the texts. If there are none, returns an error for each name that two texts define without
    /// `.weak`, and for each name whose declaration does not fit its definition: another kind, state space or size, or
    /// other types of parameters.
    pub fn link(texts: Vec<Arc<Self>>) -> Result<Linked, Vec<LinkError>> {
        let own = texts.iter().enumerate().flat_map(|(text, module)| {
            let errors = module.program().err().into_iter().flatten();
            errors.map(move |finding| LinkError { text, finding: finding.clone() })
        });
        let mut errors: Vec<_> = own.collect();
        if !errors.is_empty() {
            return Err(errors);
        }
        let names: Vec<_> = texts.iter().map(|module| globals(module)).collect();
        let meant = definitions(&names, &texts, &mut errors);
        let mut elsewhere = vec![HashMap::new(); texts.len()];
        for (text, own) in names.iter().enumerate() {
            let mut used = None;
            for one in own {
                let Some(&(owner, definition)) = meant.get(one.name) else { continue };
                if owner == text {
                    continue;
                }
                elsewhere[text].insert(one.name.to_string(), owner);
                let used = used.get_or_insert_with(|| Used::new(&texts[text]));
                if let Some(message) = misfit(one, definition, &texts[owner])
                    && (one.strength.is_some() || used.has(one.name))
                {
                    errors.push(LinkError { text, finding: Finding::error(one.span(), message) });
                }
            }
        }
        match errors.is_empty() {
            true => {
                let all = |own: &Vec<Global<'_>>| own.iter().map(|one| one.name.into()).collect();
                let global = names.iter().map(all).collect();
                Ok(Linked { texts, elsewhere, global })
            }
            false => Err(errors),
        }
    }
}

impl Linked {
    /// Returns the texts, in their order.
    #[must_use]
    pub fn texts(&self) -> &[Arc<Module>] {
        &self.texts
    }

    /// Returns the functions and variables of a text.
    ///
    /// # Panics
    /// If there is no text with this number.
    #[must_use]
    pub fn program(&self, text: usize) -> &Program<'_> {
        self.texts[text].analysed_program()
    }

    /// Returns the number of the text whose function or variable a text means by a name.
    #[must_use]
    pub fn owner(&self, text: usize, name: &str) -> usize {
        self.elsewhere.get(text).and_then(|names| names.get(name)).copied().unwrap_or(text)
    }

    /// Returns whether other texts can mean the function or variable of a text by its name.
    #[must_use]
    pub fn is_global(&self, text: usize, name: &str) -> bool {
        self.global.get(text).is_some_and(|names| names.contains(name))
    }
}

/// Returns the definition of each name, and the number of its text. A variable without a definition is the first of its
/// declarations.
fn definitions<'n, 'a>(
    names: &'n [Vec<Global<'a>>],
    texts: &[Arc<Module>],
    errors: &mut Vec<LinkError>,
) -> HashMap<&'a str, (usize, &'n Global<'a>)> {
    let mut meant: HashMap<&str, (usize, &Global<'_>)> = HashMap::new();
    for (text, own) in names.iter().enumerate() {
        for one in own {
            if one.strength.is_none() && matches!(one.kind, Defined::Function(_)) {
                continue;
            }
            let Some(&(first, known)) = meant.get(one.name) else {
                meant.insert(one.name, (text, one));
                continue;
            };
            let is_common =
                one.strength == Some(Strength::Common) && known.strength == one.strength;
            if one.strength > known.strength || is_common && one.bytes() > known.bytes() {
                meant.insert(one.name, (text, one));
            } else if [one.strength, known.strength] == [Some(Strength::Strong); 2] {
                let message = Message::new(format!("`{}` is defined in two files", one.name))
                    .note(format!("the first definition is at {}", known.place(&texts[first])))
                    .help("declare one of them `.weak`, or omit `.visible` if only its own file uses it");
                errors.push(LinkError { text, finding: Finding::error(one.span(), message) });
            }
        }
    }
    meant
}

/// Returns the message about a declaration that does not fit the definition of its name in another text.
fn misfit(one: &Global<'_>, definition: &Global<'_>, owner: &Module) -> Option<Message> {
    let name = one.name;
    let place = definition.place(owner);
    match (&one.kind, &definition.kind) {
        (Defined::Function(own), Defined::Function(other)) => {
            prototype::misfit(own, other, &owner.source().text, &place)
        }
        (Defined::Variable(..), Defined::Variable(..)) => {
            let (own, other) = (one.space(), definition.space());
            if own != other {
                let message =
                    Message::new(format!("`{name}` is in another state space than its definition"));
                let [own, other] = [own, other].map(|space| space.map_or("", |space| space.word()));
                return Some(
                    message
                        .note(format!("the definition at {place} is `.{other}`"))
                        .help(format!("declare it `.{other}` instead of `.{own}`")),
                );
            }
            let (own, other) = (one.bytes()?, definition.bytes()?);
            let is_common = |one: &Global<'_>| one.strength == Some(Strength::Common);
            let fits = match (is_common(one), is_common(definition)) {
                (false, false) => own == other,
                (true, false) => own <= other,
                (_, true) => true,
            };
            (!fits).then(|| {
                Message::new(format!("`{name}` has another size than its definition"))
                    .note(format!("it has {own} bytes here, and {other} bytes at {place}"))
            })
        }
        (own, other) => {
            let message = Message::new(format!("expected a {}, found `{name}`", own.word()));
            Some(message.note(format!("`{name}` is a {} at {place}", other.word())))
        }
    }
}

/// The words in the bodies and initial values of a text, collected at the first use.
struct Used<'a> {
    module: &'a Module,
    words: std::cell::OnceCell<HashSet<&'a str>>,
}

impl<'a> Used<'a> {
    fn new(module: &'a Module) -> Self {
        Self { module, words: std::cell::OnceCell::new() }
    }

    /// Returns whether a body or an initial value contains a name. NVIDIA's assembler omits other declarations.
    fn has(&self, name: &str) -> bool {
        self.words.get_or_init(|| names::words(self.module)).contains(name)
    }
}
