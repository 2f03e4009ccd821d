//! Decodes `clusterlaunchcontrol`.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::Action;
use crate::code::bulk::Operand as Place;
use crate::code::launch_control::{FIRST_CTAID, IS_CANCELED, LaunchControl};
use ptx_module::operation::elements;
use ptx_module::resolve::{Fault, Instruction, Operand};

impl<'a> Decoder<'a, '_> {
    /// Decodes `clusterlaunchcontrol.try_cancel`.
    pub(super) fn cancel(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let mut place = |i: usize| -> Result<Place, Fault> {
            let at = &written.operands[i].span;
            let (space, address, offset) = self.address(body, instruction, &operands[i], at)?;
            Ok(Place { space, address, offset })
        };
        let (response, mbarrier) = (place(0)?, place(1)?);
        let is_multicast = selection.modifiers.contains(&Some("multicast::cluster::all"));
        let cancel = LaunchControl::Cancel { response, mbarrier, is_multicast };
        self.push(Action::LaunchControl(Box::new(cancel)));
        Ok(())
    }

    /// Decodes `clusterlaunchcontrol.query_cancel`.
    pub(super) fn query_cancel(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let has = |word: &str| selection.modifiers.contains(&Some(word));
        let [x, y, z, _] = FIRST_CTAID;
        let fields = match () {
            () if has("is_canceled") => &[IS_CANCELED][..],
            () if has("get_first_ctaid::x") => &[x],
            () if has("get_first_ctaid::y") => &[y],
            () if has("get_first_ctaid::z") => &[z],
            () => &FIRST_CTAID,
        };
        let Operand::Register(response) = &operands[1] else {
            return Err(not_supported(instruction));
        };
        let [low, high] = self.registers(body, *response)[..] else {
            return Err(not_supported(instruction));
        };
        let mut to = Vec::new();
        for ((operand, at), field) in
            elements(&operands[0], &written.operands[0]).iter().zip(fields)
        {
            let register = self.destination(body, operand, at)?;
            to.extend(register.map(|register| (register, *field)));
        }
        let query = LaunchControl::Query { to, from: [low, high] };
        self.push(Action::LaunchControl(Box::new(query)));
        Ok(())
    }
}
