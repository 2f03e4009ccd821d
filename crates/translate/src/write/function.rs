//! Generates the body of a function: the variables, and then either nested statements or a loop
//! over block numbers (`states`).

use super::Writer;
use crate::lower::body::{Action, Storage};
use crate::registers::Class;
use crate::rust::own;
use crate::structure::{Node, Structure};
use proc_macro2::{Ident, Literal, Punct, Spacing, TokenStream, TokenTree};
use ptx_module::resolve::flow::BlockId;
use quote::quote;

impl Writer<'_> {
    /// Generates the function body.
    pub(crate) fn function(&self) -> TokenStream {
        let mut out = TokenStream::new();
        self.variables(&mut out);
        match &self.structure {
            Structure::Nested(nodes) => self.nodes(&mut out, nodes, true),
            Structure::States(blocks) => self.states(&mut out, blocks),
        }
        out
    }

    /// Returns which steps are generated: the reachable steps that have an effect or whose result
    /// is read.
    pub(crate) fn written_steps(&self) -> Vec<bool> {
        let mut steps = vec![false; self.body.steps.len()];
        let mut seen = vec![false; self.blocks.len()];
        let mut open = vec![0];
        while let Some(block) = open.pop() {
            if std::mem::replace(&mut seen[block], true) {
                continue;
            }
            let block = &self.blocks[block];
            for step in block.lines.clone().chain(block.last) {
                steps[step] = self.has_effect(&self.body.steps[step].action);
            }
            open.extend(block.exit.targets());
        }
        steps
    }

    fn has_effect(&self, action: &Action) -> bool {
        let is_read = |id: &usize| self.classes[*id] != Class::Unread;
        match action {
            Action::Compute { .. } | Action::Read { .. } => {
                action.destinations().iter().any(is_read)
            }
            _ => true,
        }
    }

    /// Generates the declarations at the top of the function: `.local` arrays and the variables of
    /// [`Class::Function`].
    fn variables(&self, out: &mut TokenStream) {
        let byte = self.shared.names.item("U8");
        for local in &self.body.locals {
            let (name, bytes) = (&local.name, Literal::usize_unsuffixed(local.bytes));
            out.extend(quote!(let mut #name: [#byte; #bytes] = [0; #bytes];));
        }
        for (id, variable) in self.body.variables.iter().enumerate() {
            if self.classes[id] != Class::Function || self.body.parameters.contains(&id) {
                continue;
            }
            let (name, ty) = (&variable.name, self.storage_type(variable.storage));
            let zero = self.zero(variable.storage);
            out.extend(quote!(let mut #name: #ty = #zero;));
        }
    }

    /// Generates the Rust type of a variable.
    pub(crate) fn storage_type(&self, storage: Storage) -> TokenStream {
        let names = self.shared.names;
        match storage {
            Storage::Scalar(ty) => {
                let ty = names.rust_type(ty);
                quote!(#ty)
            }
            Storage::Bytes(bytes) => {
                let (byte, bytes) = (names.item("U8"), Literal::usize_unsuffixed(bytes));
                quote!([#byte; #bytes])
            }
            Storage::Address(_) => {
                let ty = names.item("U64");
                quote!(#ty)
            }
        }
    }

    fn zero(&self, storage: Storage) -> TokenStream {
        match storage {
            Storage::Scalar(ty) => {
                let zero = self.shared.names.literal(0, ty);
                quote!(#zero)
            }
            Storage::Bytes(bytes) => {
                let bytes = Literal::usize_unsuffixed(bytes);
                quote!([0; #bytes])
            }
            Storage::Address(_) => quote!(0),
        }
    }

    /// Generates statements. If `is_last` is true, the function ends after the statements. The
    /// statements then need no `return`.
    fn nodes(&self, out: &mut TokenStream, nodes: &[Node], is_last: bool) {
        for (i, node) in nodes.iter().enumerate() {
            self.node(out, node, is_last && i + 1 == nodes.len());
        }
    }

    fn node(&self, out: &mut TokenStream, node: &Node, is_last: bool) {
        let inner = |nodes: &[Node]| {
            let mut inner = TokenStream::new();
            self.nodes(&mut inner, nodes, false);
            inner
        };
        match node {
            Node::Block(block) => self.block(out, *block),
            Node::If { block, wanted, nodes } => {
                let (condition, nodes) = (self.condition(*block, *wanted), inner(nodes));
                out.extend(quote!(if #condition { #nodes }));
            }
            Node::Match(block, arms) => {
                let index = self.index(*block);
                let arms: Vec<_> = arms.iter().map(|arm| inner(arm)).collect();
                let arms = numbered(&arms);
                out.extend(quote!(match #index { #arms }));
            }
            Node::Labelled(label, nodes) => {
                let (label, nodes) = (lifetime("b", *label), inner(nodes));
                out.extend(quote!(#label: { #nodes }));
            }
            Node::Loop(label, nodes) => {
                let (label, nodes) = (lifetime("l", *label), inner(nodes));
                out.extend(quote!(#label: loop { #nodes }));
            }
            Node::Break(label) => {
                let label = lifetime("b", *label);
                out.extend(quote!(break #label;));
            }
            Node::Continue(label) => {
                let label = lifetime("l", *label);
                out.extend(quote!(continue #label;));
            }
            Node::Leave(block) => self.leave(out, *block, is_last),
        }
    }

    pub(super) fn block(&self, out: &mut TokenStream, block: BlockId) {
        for line in self.blocks[block].lines.clone() {
            self.step(out, &self.body.steps[line]);
        }
    }

    pub(super) fn leave(&self, out: &mut TokenStream, block: BlockId, is_last: bool) {
        let action = self.blocks[block].last.map(|last| &self.body.steps[last].action);
        let returned = &self.returned;
        match action {
            Some(Action::Trap { fault }) => {
                let trap = self.shared.names.item("memory::fault").called(quote!(#fault));
                out.extend(quote!(#trap));
            }
            _ if is_last => out.extend(returned.clone()),
            _ => out.extend(quote!(return #returned;)),
        }
    }

    /// Generates the condition of a block, negated unless `wanted`.
    pub(super) fn condition(&self, block: BlockId, wanted: bool) -> TokenStream {
        let guard = self.blocks[block].last.and_then(|last| self.body.steps[last].guard);
        let Some(guard) = guard else { return quote!(#wanted) };
        let name = &self.body.variables[guard.predicate].name;
        match guard.is_negated == wanted {
            true => quote!(!#name),
            false => quote!(#name),
        }
    }

    pub(super) fn index(&self, block: BlockId) -> TokenStream {
        let action = self.blocks[block].last.map(|last| &self.body.steps[last].action);
        match action {
            Some(Action::Switch { index }) => {
                let index = self.value(index, ptx_isa::Type::U32);
                quote!(#index)
            }
            _ => quote!(0_u32),
        }
    }
}

/// Generates `0 => { … } 1 => { … } _ => { … }`.
pub(super) fn numbered(arms: &[TokenStream]) -> TokenStream {
    let count = arms.len();
    let arms = arms.iter().enumerate().map(|(i, arm)| match i + 1 == count {
        true => quote!(_ => { #arm }),
        false => {
            let number = Literal::usize_unsuffixed(i);
            quote!(#number => { #arm })
        }
    });
    quote!(#(#arms)*)
}

/// Generates a label: `'b7`.
fn lifetime(kind: &str, block: BlockId) -> TokenStream {
    let name: Ident = own(&format!("{kind}{block}"));
    let mut quote = Punct::new('\'', Spacing::Joint);
    quote.set_span(name.span());
    [TokenTree::from(quote), name.into()].into_iter().collect()
}
