//! Decodes addresses, constant banks and masks of lanes.

use crate::decode::Decoder;
use crate::instruction::{Address, Base, Constant, Operand, Source, Value};

/// The words of the table for addresses. The number is the bit where the uniform register begins.
const ADDRESSES: [&str; 15] = [
    "added32",
    "global32",
    "global64",
    "atomic",
    "long",
    "local32",
    "local64",
    "shared32",
    "shared64",
    "stored",
    "offset",
    "copied",
    "exchanged",
    "eight32",
    "eight64",
];

impl Decoder<'_> {
    /// Returns whether an operand of the table is an address.
    pub(crate) fn is_address(word: &str) -> bool {
        ADDRESSES.contains(&word)
    }

    pub(crate) fn memory(&self, word: &str) -> Address {
        let fields = &self.fields;
        match word {
            // `QSPC` has no descriptor.
            "added32" => {
                fields.bit(91);
                let is_wide = fields.bit(90);
                Address {
                    uniform: self.uniform(32),
                    ..self.plain(24, is_wide, fields.signed(40, 64))
                }
            }
            "global32" => self.global(32, fields.bit(90), fields.signed(40, 64)),
            "global64" => self.global(64, fields.bit(90), fields.signed(40, 64)),
            // The operation takes bit 90.
            "atomic" => {
                if !fields.bit(91) {
                    // Without a uniform register, its bits have no effect.
                    fields.bits(64, 72);
                }
                match self.sm {
                    ..100 => self.global(64, fields.bit(70), fields.signed(40, 64)),
                    _ => self.global(64, fields.bit(63), fields.signed(40, 63)),
                }
            }
            "long" if fields.bit(91) => self.global(32, fields.bit(90), fields.signed(40, 64)),
            "long" => self.plain(24, true, fields.signed(32, 64)),
            "stored" => self.plain(16, false, fields.signed(44, 64)),
            "offset" => {
                let uniform = self.uniform(64);
                Address { uniform, ..self.plain(16, false, fields.signed(44, 64)) }
            }
            "copied" => {
                let uniform = self.descriptor(64);
                Address { uniform, ..self.plain(24, true, fields.signed(32, 44)) }
            }
            // Eight words. The offset is a multiple of their size.
            "eight32" => self.described(32, fields.signed(40, 57)),
            "eight64" => self.described(64, fields.signed(40, 59)),
            "exchanged" => {
                let offset = fields.signed(40, 64);
                Address { base: self.uniform(24), ..self.plain(24, false, offset) }
            }
            _ => {
                let at = if word.ends_with("64") { 64 } else { 32 };
                let shift = match word.starts_with("shared") {
                    true => [0, 2, 3, 4][fields.bits(78, 80) as usize],
                    false => 0,
                };
                let uniform = if fields.bit(91) { self.uniform(at) } else { Base::Zero };
                Address { shift, uniform, ..self.plain(24, false, fields.signed(40, 64)) }
            }
        }
    }

    /// Returns an address of 32 bytes with a descriptor.
    fn described(&self, at: u32, offset: i64) -> Address {
        Address { uniform: self.descriptor(at), ..self.plain(24, true, 32 * offset) }
    }

    fn plain(&self, low: u32, is_wide: bool, offset: i64) -> Address {
        let base = self.register(low);
        Address { base, is_wide, shift: 0, uniform: Base::Zero, offset }
    }

    /// Returns an address in global memory. Before sm_80 the uniform register is added. Later, it is a descriptor if the
    /// register is a pair.
    fn global(&self, at: u32, is_wide: bool, offset: i64) -> Address {
        let fields = &self.fields;
        let is_uniform = fields.bit(91);
        // With `.E` and without a uniform register, the register is a pair, although bit 90 may have another meaning.
        let is_wide = is_wide || !is_uniform && fields.bit(72);
        let base = self.register(24);
        let added = match is_uniform {
            false => Base::Zero,
            true if self.sm < 80 || !is_wide || base == Base::Zero => {
                if at == 64 && self.sm < 100 {
                    fields.bits(70, 72);
                }
                self.uniform(at)
            }
            true => self.descriptor(at),
        };
        Address { base, is_wide, shift: 0, uniform: added, offset }
    }

    /// Reads a descriptor, which has no effect here.
    fn descriptor(&self, at: u32) -> Base {
        self.fields.bit(91);
        self.fields.bits(at, at + 8);
        if self.sm < 90 {
            // Whether the descriptor contains a policy of the cache.
            self.fields.bit(101);
        }
        Base::Zero
    }

    /// Returns the constant of `LDC`, `ULDC` and `LDCU`.
    pub(crate) fn bank(&self, word: &str) -> Option<Constant> {
        let fields = &self.fields;
        fields.bit(91);
        let bank = fields.bits(54, 59) as u8;
        let low = if word == "ldcu" { 37 } else { 38 };
        if word == "uconst" {
            return Some(Constant { bank, offset: fields.bits(low, 54) as i32, index: Base::Zero });
        }
        let index = if self.row.is_uniform { self.uniform(24) } else { self.register(24) };
        let offset = match index {
            Base::Zero => fields.bits(low, 54).cast_signed(),
            _ => fields.signed(low, 54),
        };
        Some(Constant { bank, offset: offset as i32, index })
    }

    /// Returns the mask of `WARPSYNC`: a register, or a number. `WARPSYNC.ALL` has the mask of all lanes.
    pub(crate) fn warp_mask(&self) -> Option<Operand> {
        let fields = &self.fields;
        let is_later = self.sm >= 90;
        if fields.bits(9, 12) == 4 {
            let mask = fields.bits(32, 64);
            fields.bits(24, 32);
            return Some(Operand::Number(if is_later && mask == 0 {
                u32::MAX.into()
            } else {
                mask
            }));
        }
        let value = Value::Base(self.register(if is_later { 24 } else { 32 }));
        Some(Operand::Source(Source::plain(value)))
    }
}
