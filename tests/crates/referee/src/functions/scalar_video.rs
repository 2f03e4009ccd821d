//! Computes scalar video instructions with the model in [`scalar_video`].

use crate::scalar_video::{self, Modifiers, Third};
use crate::{Compute, Modes, one};
use ptx_core::{Amount, Comparison, Scale, SecondOperation};

pub(super) fn of(name: &str, m: &Modes) -> Option<Compute> {
    let words: Vec<_> = name.split('_').collect();
    let (mnemonic, types) = (words[0].to_string(), words.iter().filter(|w| w.ends_with("32")));
    let mut signed: Vec<_> = types.map(|ty| *ty == "s32").collect();
    if mnemonic == "vset" {
        signed.insert(0, false);
    }
    let signed: [bool; 3] = signed.try_into().ok()?;
    if mnemonic == "vmad" {
        let is_po = words.contains(&"po");
        let (parts, negated) = match *m.numbers.as_slice() {
            [a, b] if is_po => ([a, b], 0),
            [a, b, negated] => ([a, b], negated),
            _ => return None,
        };
        let (saturating, scale) = (m.is_saturating(), m.get(Scale::Unscaled));
        let signs = [negated, is_po.into()];
        return Some(Box::new(move |x| {
            let sources = [x[0] as u32, x[1] as u32, x[2] as u32];
            let d = scalar_video::multiply_add(signed, parts, signs, saturating, scale, sources);
            one(d.into())
        }));
    }
    let is_known = matches!(
        mnemonic.as_str(),
        "vadd" | "vsub" | "vabsdiff" | "vmin" | "vmax" | "vshl" | "vshr" | "vset"
    );
    let (parts, third) = match *m.numbers.as_slice() {
        _ if !is_known => return None,
        [place, a, b] => ([a, b], Third::Merge(place)),
        [a, b] if words.contains(&"second") => ([a, b], Third::Second(m.get(SecondOperation::Add))),
        [a, b] => ([a, b], Third::None),
        _ => return None,
    };
    let modifiers = Modifiers {
        signed,
        parts,
        saturating: m.is_saturating(),
        wrapping: m.get(Amount::Clamp) == Amount::Wrap,
        comparison: m.get(Comparison::F),
        third,
    };
    Some(Box::new(move |x| {
        let sources = [x[0] as u32, x[1] as u32, x[2] as u32];
        one(scalar_video::video(&mnemonic, modifiers, sources).unwrap_or_default().into())
    }))
}
