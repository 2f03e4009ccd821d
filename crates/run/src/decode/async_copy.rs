//! Decodes `cp.async`.

use super::{Body, Decoder};
use crate::code::copy::{self, Read};
use crate::code::{Access, Action, Order, Site, Width};
use crate::memory::address::Space;
use ptx_isa::Type;
use ptx_module::operation::{self, AsyncCopy};
use ptx_module::resolve::Fault;

impl<'a> Decoder<'a, '_> {
    pub(super) fn async_copy(
        &mut self,
        body: &mut Body<'a>,
        one: &AsyncCopy<'_, 'a>,
    ) -> Result<(), Fault> {
        let mut place = |(operand, at): &operation::Placed<'_, 'a>, space| -> Result<_, Fault> {
            let (_, address, offset) = self.address_in(space, body, operand, at)?;
            let (width, values) = (Width::B32, Vec::new());
            let order = Order::default();
            Ok(Access { space, address, offset, width, is_signed: false, values, order })
        };
        let (to, from) = (place(&one.to, Space::Shared)?, place(&one.from, Space::Global)?);
        let read = match &one.read {
            operation::Read::All => Read::All,
            operation::Read::Count((operand, at)) => {
                Read::Count(self.value(body, operand, at, Type::U32)?)
            }
            operation::Read::Unless((operand, at)) => {
                Read::Unless(self.value(body, operand, at, Type::Pred)?)
            }
        };
        let place = self.sites.last().map(Site::shown).unwrap_or_default().into();
        self.push(Action::AsyncCopy(copy::AsyncCopy { to, from, bytes: one.bytes, read, place }));
        Ok(())
    }
}
