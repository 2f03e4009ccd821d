//! Finds the functions that cannot be inlined: recursive functions, functions that a call through an address may reach, and
//! functions with `alloca`, whose return frees memory.

use super::{Decoder, unsupported};
use crate::code::Width;
use crate::code::function::Signature;
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_module::resolve::initial::Initial;
use ptx_module::resolve::{self, Fault, Meaning, Operand, Step, Symbol, Through};
use ptx_module::resolve::{bytes, element, is_scalar};
use ptx_module::syntax::{Declaration, Function};
use std::collections::HashSet;
use std::rc::Rc;

/// A function that is not inlined.
pub(super) struct Outlined<'a> {
    /// The number of the text that has the function.
    pub(super) text: usize,
    pub(super) function: &'a Function<'a>,
    pub(super) signature: Signature,
    /// Whether calls by name are not inlined, because the function calls itself by name, directly or through others, or
    /// allocates memory on the stack. Otherwise only calls through addresses are not inlined.
    pub(super) is_never_inlined: bool,
    /// Whether a call of the function may start before an outer call of the function ends.
    pub(super) is_recursive: bool,
    /// The label at the start of the function.
    pub(super) label: usize,
    /// The labels at which the callers continue.
    pub(super) returns: Vec<usize>,
}

/// The size and kind of a parameter or result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    Scalar(Type),
    Bytes(usize),
}

impl Layout {
    /// Returns the layouts of parameters or results.
    ///
    /// # Errors
    /// If a type is not supported.
    pub(super) fn all(declarations: &[Declaration<'_>]) -> Result<Vec<Self>, Fault> {
        let names =
            declarations.iter().flat_map(|one| one.names.iter().map(move |name| (one, name)));
        let one = |(declaration, name)| {
            let is_single = is_scalar(declaration, name);
            match element(declaration)? {
                ty if is_single && ty != Type::B128 => Ok(Self::Scalar(ty)),
                _ => Ok(Self::Bytes(bytes(declaration, name)?)),
            }
        };
        names.map(one).collect()
    }

    /// Returns the widths of the registers that pass a value of this layout.
    pub(super) fn widths(self) -> Vec<Width> {
        match self {
            Self::Scalar(ty) => vec![Width::of_bits(ty.bits())],
            Self::Bytes(bytes) => {
                let mut widths = vec![Width::B64; bytes / 8];
                let rest = [Width::B32, Width::B16, Width::B8];
                widths.extend(rest.into_iter().filter(|width| bytes & width.bytes() != 0));
                widths
            }
        }
    }
}

/// Returns the signature of a function or prototype.
///
/// # Errors
/// If the type of a parameter or result is not supported.
pub(super) fn signature(function: &Function<'_>) -> Result<Signature, Fault> {
    let widths = |declarations: &[Declaration<'_>]| -> Result<Vec<_>, Fault> {
        Ok(Layout::all(declarations)?.into_iter().map(Layout::widths).collect())
    };
    Ok(Signature { parameters: widths(&function.parameters)?, results: widths(&function.returns)? })
}

/// A function of the call graph.
struct Node<'a> {
    /// The number of the text that has the function.
    text: usize,
    function: &'a Function<'a>,
    /// The functions that the function calls by name.
    direct: Vec<usize>,
    /// The signatures of the calls through addresses.
    through: Vec<Signature>,
    /// Whether the function has `alloca`.
    allocates: bool,
}

/// The functions that a kernel may call. The kernel is the first.
#[derive(Default)]
struct Graph<'a> {
    nodes: Vec<Node<'a>>,
    /// The functions that calls through addresses may start.
    candidates: Vec<usize>,
}

impl<'a> Graph<'a> {
    /// Returns the index of a function, which is added unless it is there.
    fn add(&mut self, (text, function): (usize, &'a Function<'a>)) -> usize {
        let name = (text, function.name.text);
        let is_it = |node: &Node<'_>| (node.text, node.function.name.text) == name;
        self.nodes.iter().position(is_it).unwrap_or_else(|| {
            let (direct, through) = (Vec::new(), Vec::new());
            self.nodes.push(Node { text, function, direct, through, allocates: false });
            self.nodes.len() - 1
        })
    }

    /// Returns the functions that each function may call; without calls through addresses unless `through_too`.
    fn called(&self, through_too: bool) -> Vec<Vec<usize>> {
        let signatures = self.candidates.iter().map(|one| signature(self.nodes[*one].function));
        let candidates: Vec<_> = self.candidates.iter().zip(signatures).collect();
        let of_node = |node: &Node<'a>| {
            let fits = |own: &Result<Signature, Fault>| {
                own.as_ref().is_ok_and(|own| through_too && node.through.contains(own))
            };
            let through = candidates.iter().filter(|(_, own)| fits(own)).map(|(callee, _)| *callee);
            node.direct.iter().chain(through).copied().collect()
        };
        self.nodes.iter().map(of_node).collect()
    }
}

/// Returns the functions in an order in which callees come first, apart from recursion. Function `i` calls `called[i]`.
fn callees_first(called: &[Vec<usize>]) -> Vec<usize> {
    let (mut is_seen, mut order) = (vec![false; called.len()], Vec::new());
    for root in 0..called.len() {
        let mut open = Vec::new();
        if !std::mem::replace(&mut is_seen[root], true) {
            open.push((root, called[root].iter()));
        }
        while let Some((number, left)) = open.last_mut() {
            match left.next() {
                Some(callee) => {
                    if !std::mem::replace(&mut is_seen[*callee], true) {
                        open.push((*callee, called[*callee].iter()));
                    }
                }
                None => {
                    order.push(*number);
                    open.pop();
                }
            }
        }
    }
    order
}

/// Returns whether each function may call itself, directly or through others. Functions that call each other are found as
/// by S. R. Kosaraju: against the calls, from the last function of [`callees_first`] on.
fn are_recursive(called: &[Vec<usize>]) -> Vec<bool> {
    let mut callers = vec![Vec::new(); called.len()];
    for (caller, called) in called.iter().enumerate() {
        called.iter().for_each(|callee| callers[*callee].push(caller));
    }
    let (mut is_seen, mut is_recursive) = (vec![false; called.len()], vec![false; called.len()]);
    for root in callees_first(called).into_iter().rev() {
        let (mut open, mut group) = (vec![root], Vec::new());
        while let Some(one) = open.pop() {
            if !std::mem::replace(&mut is_seen[one], true) {
                group.push(one);
                open.extend(&callers[one]);
            }
        }
        for one in &group {
            is_recursive[*one] = group.len() > 1 || called[*one].contains(one);
        }
    }
    is_recursive
}

impl<'a> Decoder<'a, '_> {
    /// Finds the functions that are not inlined, callees first.
    pub(super) fn find_outlined(&mut self, kernel: &'a Function<'a>) {
        let mut graph = Graph::default();
        graph.add((self.text, kernel));
        let mut taken = None;
        let mut next = 0;
        while next < graph.nodes.len() {
            let Node { text, function, .. } = graph.nodes[next];
            let resolved = self.within(text, |owner| owner.function(function));
            for step in &resolved.steps {
                match step {
                    Step::Instruction(one)
                        if one.selection.form.effect() == Some(Effect::StackAllocation) =>
                    {
                        graph.nodes[next].allocates = true;
                    }
                    Step::Instruction(one) if one.selection.form.effect() == Some(Effect::Call) => {
                        let callee = one.operands.iter().find_map(function_name);
                        let callee =
                            callee.and_then(|name| self.within(text, |owner| owner.callee(name)));
                        if let Some(callee) = callee.filter(|(_, callee)| callee.body.is_some()) {
                            let callee = graph.add(callee);
                            graph.nodes[next].direct.push(callee);
                        }
                    }
                    Step::Through(through) => {
                        let signature = self.within(text, |owner| owner.signature_of(through));
                        let Ok(signature) = signature else { continue };
                        let taken = taken.get_or_insert_with(|| self.taken());
                        for function in taken.iter() {
                            if self::signature(function.1).is_ok_and(|own| own == signature) {
                                let candidate = graph.add(*function);
                                if !graph.candidates.contains(&candidate) {
                                    graph.candidates.push(candidate);
                                }
                            }
                        }
                        graph.nodes[next].through.push(signature);
                    }
                    _ => {}
                }
            }
            next += 1;
        }
        if next == 1 && graph.candidates.is_empty() {
            return;
        }
        let called = graph.called(true);
        let (by_name, by_any) = (are_recursive(&graph.called(false)), are_recursive(&called));
        for number in callees_first(&called) {
            let is_candidate = graph.candidates.contains(&number);
            let is_kernel = number == 0;
            let is_never_inlined = by_name[number] || graph.nodes[number].allocates && !is_kernel;
            if !is_candidate && !is_never_inlined {
                continue;
            }
            let Node { text, function, .. } = graph.nodes[number];
            match signature(function) {
                Ok(signature) => {
                    let label = self.new_label();
                    let is_recursive = by_any[number];
                    let returns = Vec::new();
                    self.outlined.push(Outlined {
                        text,
                        function,
                        signature,
                        is_never_inlined,
                        is_recursive,
                        label,
                        returns,
                    });
                }
                Err(fault) => self.within(text, |owner| owner.faults.push(fault)),
            }
        }
    }

    /// Returns the signature of the functions that a call through an address may start.
    pub(super) fn signature_of(&self, through: &Through<'a>) -> Result<Signature, Fault> {
        self.prototype(through).map_or(Ok(Signature::default()), signature)
    }

    /// Returns the prototype of a call through an address, or the first function that `.calltargets` lists.
    pub(super) fn prototype<'t>(&self, through: &'t Through<'a>) -> Option<&'t Function<'a>> {
        let first = || Some(self.callee(through.directive.arguments.first()?.text)?.1);
        through.directive.prototype.as_deref().or_else(first)
    }

    /// Returns the functions of the module whose address an instruction or an initial value takes, in the order of the
    /// texts. Another kernel may have written the address.
    fn taken(&mut self) -> Vec<(usize, &'a Function<'a>)> {
        let mut taken: HashSet<(usize, &str)> = HashSet::new();
        let texts = self.texts;
        for (text, name) in texts.functions() {
            taken.extend(self.within(text, |owner| owner.taken_by(name)));
        }
        for text in 0..texts.all.len() {
            taken.extend(self.within(text, |owner| owner.taken_by_variables()));
        }
        let functions = texts.functions().filter(|one| taken.contains(one));
        let functions = functions
            .filter_map(|(text, name)| Some((text, texts.all[text].program.function(name)?)));
        functions.filter(|(_, one)| one.body.is_some()).collect()
    }

    /// Returns the functions whose address a function of the current text takes, each with the number of its text.
    fn taken_by(&self, name: &'a str) -> Vec<(usize, &'a str)> {
        let Some(function) = self.program.function(name) else { return Vec::new() };
        let resolved = match self.functions.get(&(self.text, name)) {
            Some(known) => Rc::clone(known),
            // Faults of functions that the kernel does not call do not matter.
            None => Rc::new(resolve::function(self.program, function, &unsupported).0),
        };
        let mut names = Vec::new();
        for step in &resolved.steps {
            match step {
                Step::Instruction(one) if one.selection.form.effect() != Some(Effect::Call) => {
                    names.extend(one.operands.iter().filter_map(function_name));
                }
                Step::Through(through) => {
                    names.extend(through.directive.arguments.iter().map(|one| one.text));
                }
                _ => {}
            }
        }
        names.into_iter().filter_map(|name| self.named(name)).collect()
    }

    /// Returns the functions whose address the initial values of the current text contain.
    fn taken_by_variables(&self) -> Vec<(usize, &'a str)> {
        let declared = self.globals.keys().filter_map(|name| self.program.variable(name));
        let initial = declared.filter_map(|(one, name)| Initial::new(one, name).ok());
        let names = initial.flat_map(|one| one.pointers);
        names.filter_map(|one| self.named(&one.name)).collect()
    }

    /// Returns the name of the function that the current text means by a name, and the number of its text.
    fn named(&self, name: &str) -> Option<(usize, &'a str)> {
        self.callee(name).map(|(text, function)| (text, function.name.text))
    }
}

/// Returns the name of the function that an operand names.
fn function_name<'a>(operand: &Operand<'a>) -> Option<&'a str> {
    match operand {
        Operand::Symbol(Symbol { name, meaning: Meaning::Function, .. }) => Some(name),
        Operand::Vector(items) => items.iter().find_map(function_name),
        _ => None,
    }
}
