#!/usr/bin/env bash
# What `ptx!` costs in compile time: `cargo check` of a crate that uses the macro against the same
# crate with the equivalent direct calls; dependencies built, best of five.
#
#   benches/compile_time/run.sh            1,000 calls of three statements, then one of 10,000
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

crate() { # name, generator
    mkdir -p "$work/$1/src"
    cat > "$work/$1/Cargo.toml" <<TOML
[package]
name = "$1"
version = "0.0.0"
edition = "2024"

[dependencies]
ptx = { path = "$root" }

[workspace]
TOML
    "$2" > "$work/$1/src/lib.rs"
}

calls_with_macro() {
    echo 'use ptx::ptx;'
    for i in $(seq 1000); do
        echo "pub fn f$i(a: f32, b: f32) -> f32 { let d; ptx! { .reg .f32 t; rcp.rn.f32 t, a; \
fma.rn.ftz.f32 t, t, b, a; div.rz.f32 d, t, b; } d }"
    done
}

calls_without() {
    echo 'use ptx::core::{Rounding::*, Saturation::*, Subnormals::*, div_f32, fma_f32, rcp_f32};'
    for i in $(seq 1000); do
        echo "pub fn f$i(a: f32, b: f32) -> f32 { let t = rcp_f32(a, Rn, Keep); \
let t = fma_f32(t, b, a, Rn, Flush, Off); div_f32(t, b, Rz, Keep) }"
    done
}

body_with_macro() {
    echo 'pub fn f(a: f32) -> f32 { ptx::ptx! { .reg .f32 t;'
    for _ in $(seq 10000); do echo 'fma.rn.f32 t, t, a, 0.5;'; done
    echo 't } }'
}

body_without() {
    echo 'use ptx::core::{Rounding::*, Saturation::*, Subnormals::*, fma_f32};'
    echo 'pub fn f(a: f32) -> f32 { let mut t = 0.0;'
    for _ in $(seq 10000); do echo 't = fma_f32(t, a, 0.5, Rn, Keep, Off);'; done
    echo 't }'
}

best_of_five() { # name: seconds
    cd "$work/$1"
    cargo check --quiet
    for _ in 1 2 3 4 5; do
        echo "// again" >> src/lib.rs
        local start end
        start=$(date +%s%N)
        cargo check --quiet
        end=$(date +%s%N)
        echo $(((end - start) / 1000000))
    done | sort -n | head -n 1
}

compare() { # title, name, with, without
    crate "$2_macro" "$3"
    crate "$2_direct" "$4"
    local with without
    with=$(best_of_five "$2_macro")
    without=$(best_of_five "$2_direct")
    echo "$1: ptx! $with ms, direct calls $without ms, ratio $(awk "BEGIN { printf \"%.2f\", $with / $without }")"
}

export CARGO_TARGET_DIR=$work/target
compare '1,000 calls of three statements' calls calls_with_macro calls_without
compare '10,000 statements in one call' body body_with_macro body_without
