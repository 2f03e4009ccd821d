#!/usr/bin/env bash
# Measures how many microseconds an operation takes in a constant. From the processor time of rustc for 4,000 results,
# subtracts its time for the 4,000 operands alone. Each time is the minimum of three runs. Prints Markdown, with a
# column for the revision PTX_BEFORE.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

count=4000
operations=(
    'add.rz.f32: add_f32(a, b, Rz, Keep, Off).to_bits() as u64'
    'mul.rz.f32: mul_f32(a, b, Rz, Keep, Off).to_bits() as u64'
    'div.rz.f32: div_f32(a, b, Rz, Keep).to_bits() as u64'
    'sqrt.rn.f32: sqrt_f32(a, Rn, Keep).to_bits() as u64'
    'fma.rn.f32: fma_f32(a, b, c, Rn, Keep, Off).to_bits() as u64'
    'fma.rz.f32: fma_f32(a, b, c, Rz, Keep, Off).to_bits() as u64'
    'add.rz.f64: add_f64(a as f64, b as f64, Rz).to_bits()'
    'mul.rz.f64: mul_f64(a as f64, b as f64, Rz).to_bits()'
    'div.rz.f64: div_f64(a as f64, b as f64, Rz).to_bits()'
    'sqrt.rn.f64: sqrt_f64(a as f64, Rn).to_bits()'
    'fma.rn.f64: fma_f64(a as f64, b as f64, c as f64, Rn).to_bits()'
    'add.rn.f16: add_f16(h, 0x3c01, Rn, Keep, Off) as u64'
    'fma.rn.f16: fma_f16(h, 0x3c01, 0x4203, Rn, Keep, Off) as u64'
    'cvt.rn.f16.f32: cvt_f16_f32(a, Rn, Keep, Off) as u64'
    'cvt.rni.s32.f32: cvt_s32_f32(a, Rn, Keep, Off) as u64'
    'rcp.approx.f32: rcp_approx_f32(a, Keep).to_bits() as u64'
    'ex2.approx.ftz.f32: ex2_approx_f32(a, Flush, Sm(90)).to_bits() as u64'
    'lg2.approx.f32: lg2_approx_f32(a, Keep).to_bits() as u64'
    'sin.approx.f32: sin_approx_f32(a, Keep, Sm(90)).to_bits() as u64'
)

# Compiles ptx-core. Arguments: the folder of its sources, the name of the library.
library() { rustc --edition 2024 -O --cap-lints allow --crate-type rlib --crate-name ptx_core -o "lib$2.rlib" "$1/lib.rs"; }

# Prints the processor time of rustc in seconds, the minimum of three runs. Arguments: an expression, the name of the
# library.
seconds() {
    cat > one.rs <<RUST
#![allow(long_running_const_eval, unused)]
use ptx_core::{*, Rounding::*, Subnormals::*, Saturation::*};
pub const RESULT: u64 = {
    let (mut sum, mut word, mut i) = (0_u64, 1_u32, 0);
    while i < $count {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let a = f32::from_bits((word >> 7) % (40 << 23) + (107 << 23));
        let (b, c, h) = (a + 0.75, a - 1.25, (word >> 18) as u16 % 0x3000 + 0x2000);
        sum ^= $1;
        i += 1;
    }
    sum
};
RUST
    local least=1000 TIMEFORMAT=%U
    for _ in 1 2 3; do
        { time rustc --edition 2024 --crate-type lib --emit metadata --extern "ptx_core=lib$2.rlib" one.rs; } 2> said ||
            { cat said >&2; return 1; }
        least=$(echo "$least $(< said)" | awk '{ print $1 < $2 ? $1 : $2 }')
    done
    echo "$least"
}

# Prints the microseconds that an expression takes.
microseconds() { awk "BEGIN { printf \"%.0f\", ($(seconds "$1" "$2") - $3) * 1e6 / $count }"; }

nothing='a.to_bits() as u64'
library "$root/ptx-core/src" now
now=$(seconds "$nothing" now)
if test -n "${PTX_BEFORE:-}"; then
    git -C "$root" archive "$PTX_BEFORE" ptx-core/src | tar x
    library ptx-core/src before
    before=$(seconds "$nothing" before)
fi

echo '| operation | ptx, µs | before, µs |'
echo '|---|---|---|'
for operation in "${operations[@]}"; do
    expression=${operation#*: }
    echo "| \`${operation%%: *}\` | $(microseconds "$expression" now "$now") |" \
        "$(test -z "${PTX_BEFORE:-}" || microseconds "$expression" before "$before") |"
done
