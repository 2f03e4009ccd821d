//! Decodes instructions that lanes of a warp run together.

use super::{Body, Decoder};
use crate::code::{Action, warp};
use ptx_isa::Type;
use ptx_module::operation::Warp;
use ptx_module::resolve::Fault;

impl<'a> Decoder<'a, '_> {
    pub(super) fn warp(&mut self, body: &mut Body<'a>, one: &Warp<'_, 'a>) -> Result<(), Fault> {
        let (mut results, mut copies) = ([None; 2], Vec::new());
        for (((operand, at), ty), result) in one.results.iter().zip(&mut results) {
            let Some(to) = self.destination(body, operand, at)? else { continue };
            let (receiver, copy) = self.receiver(Some(to), *ty);
            *result = Some(receiver);
            copies.extend(copy);
        }
        let mut sources = Vec::new();
        for ((operand, at), ty) in &one.sources {
            sources.push(self.value(body, operand, at, *ty)?);
        }
        let mask = match &one.mask {
            Some((operand, at)) => Some(self.value(body, operand, at, Type::U32)?),
            None => None,
        };
        let kind = one.kind.into();
        self.push(Action::Warp(Box::new(warp::Warp { kind, mask, sources, results })));
        copies.into_iter().for_each(|copy| self.push(copy));
        Ok(())
    }
}
