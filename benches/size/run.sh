#!/usr/bin/env bash
# Prints sizes in bytes as Markdown: the functions of the multi-function unit, square roots and fma at opt-level z,
# and the tables. Exits with status 1 if a function of the unit exceeds 270 bytes, or the tables exceed 12 KB.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

functions=(rcp rsq sqrt lg2 ex2 ex2_float sin cos sin_float cos_float rro_sincos rro_ex2 rcp64h rsq64h)
{
    echo '#![no_std]'
    echo 'use ptx_core::{Rounding, Saturation::Off, Subnormals::Keep};'
    for function in "${functions[@]}"; do
        echo "#[unsafe(no_mangle)] pub fn mufu_$function(x: u32) -> u32 { ptx_core::mufu::$function(x) }"
    done
    echo '#[unsafe(no_mangle)] pub fn sqrt_f32(a: f32, r: Rounding) -> f32 { ptx_core::sqrt_f32(a, r, Keep) }'
    echo '#[unsafe(no_mangle)] pub fn sqrt_f64(a: f64, r: Rounding) -> f64 { ptx_core::sqrt_f64(a, r) }'
    echo '#[unsafe(no_mangle)] pub fn fma_f32(a: f32, b: f32, c: f32, r: Rounding) -> f32 { ptx_core::fma_f32(a, b, c, r, Keep, Off) }'
    echo '#[unsafe(no_mangle)] pub fn fma_f64(a: f64, b: f64, c: f64, r: Rounding) -> f64 { ptx_core::fma_f64(a, b, c, r) }'
} > units.rs
small=(--edition 2024 -Copt-level=z -Ccodegen-units=1 -Cpanic=abort --cap-lints allow)
rustc "${small[@]}" --crate-type rlib --crate-name ptx_core "$root/ptx-core/src/lib.rs"
rustc "${small[@]}" --crate-type lib --emit obj --extern ptx_core=libptx_core.rlib units.rs

# Helpers that several functions call have their own lines.
nm -C -S -t d --size-sort units.o | awk '
    tolower($3) == "t" {
        name = $4
        sub(/::h[0-9a-f]+$/, "", name)
        bytes = $2 + 0
        over = name ~ /mufu/ && bytes > 270
        failed = failed || over
        row[++n] = sprintf("| `%s` | %d%s |", name, bytes, over ? ", above 270" : "")
    }
    END {
        print "| function | bytes |"; print "|---|---|"
        while (n) print row[n--]
        exit failed
    }'
tables=0
while read -r bytes; do tables=$((tables + 16#$bytes)); done < <(objdump -h units.o | awk '$2 ~ /^\.rodata/ { print $3 }')
printf '\nTables and constants: %d bytes.\n' "$tables"
((tables <= 12288))
