//! Sums and products with a carry, of unsigned words; products have the type's sign.

use crate::Call;
use crate::integer::Type;

pub(crate) fn results(call: &Call<'_>) -> Option<Vec<u64>> {
    let (operation, ty) = call.split()?;
    let (operation, writes) = match operation.strip_suffix("_cc") {
        Some(operation) => (operation, true),
        None => (operation, false),
    };
    let ty = Type::parse(ty)?;
    let unsigned = Type { signed: false, ..ty };
    let word = |at: usize| call.words.get(at).map(|word| i128::from(*word));
    let (a, b) = (word(0)?, word(1)?);
    let [i, j] = [a, b].map(|x| ty.value(x as u64));
    let low = i128::from(ty.word(i.wrapping_mul(j)));
    let high = i128::from(ty.word(ty.high(i, j)));
    let exact = match operation {
        "add" if writes => a + b,
        "addc" => a + b + word(2)?,
        "sub" if writes => a - b,
        "subc" => a - b - word(2)?,
        "mad_lo" if writes => low + word(2)?,
        "mad_hi" if writes => high + word(2)?,
        "madc_lo" => low + word(2)? + word(3)?,
        "madc_hi" => high + word(2)? + word(3)?,
        _ => return None,
    };
    let fits = exact == unsigned.clamp(exact);
    let mut all = vec![unsigned.word(exact)];
    if writes {
        all.push((!fits).into());
    }
    Some(all)
}
