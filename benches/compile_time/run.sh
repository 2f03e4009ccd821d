#!/usr/bin/env bash
# Measures the compile time of `ptx!`. Compares `cargo check` of a crate that uses the macro with `cargo check` of the
# same crate with direct calls. Dependencies are built before the measurement. Each result is the best of five.
#
#   benches/compile_time/run.sh            1,000 calls of three statements, then one call of 10,000
#                                          statements, then `include_ptx!` of 200 KB of PTX with 90
#                                          functions, and of functions of 250 to 2,000 blocks that
#                                          jump at random
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Writes a crate. Arguments: its name, the function that prints its source.
crate() {
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
    echo 'use ptx::ops::{Rounding::*, Saturation::*, Subnormals::*, div_f32, fma_f32, rcp_f32};'
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
    echo 'use ptx::ops::{Rounding::*, Saturation::*, Subnormals::*, fma_f32};'
    echo 'pub fn f(a: f32) -> f32 { let mut t = 0.0;'
    for _ in $(seq 10000); do echo 't = fma_f32(t, a, 0.5, Rn, Keep, Off);'; done
    echo 't }'
}

# Prints milliseconds. Arguments: the name of a crate, cargo's command.
best_of_five() {
    cd "$work/$1"
    local command
    read -ra command <<< "$2"
    cargo "${command[@]}" --quiet
    for _ in 1 2 3 4 5; do
        echo "// again" >> src/lib.rs
        local start end
        start=$(date +%s%N)
        cargo "${command[@]}" --quiet
        end=$(date +%s%N)
        echo $(((end - start) / 1000000))
    done | sort -n | head -n 1
}

# Prints the times of two crates. Arguments: a title, a name, and two functions that print the source: with the macro, and
# without it.
compare() {
    crate "$2_macro" "$3"
    crate "$2_direct" "$4"
    local with without
    with=$(best_of_five "$2_macro" check)
    without=$(best_of_five "$2_direct" check)
    echo "$1: ptx! $with ms, direct calls $without ms, ratio $(awk "BEGIN { printf \"%.2f\", $with / $without }")"
}

# Writes 90 functions of 2,300 bytes each. Every function has a loop with a branch.
ptx_file() {
    printf '.version 8.0\n.target sm_80\n.address_size 64\n'
    for i in $(seq 90); do
        printf '.visible .func (.param .b32 r) f%d(.param .b32 x, .param .b32 y)\n{\n' "$i"
        printf '    .reg .pred %%p<3>;\n    .reg .f32 %%f<43>;\n    .reg .b32 %%r<2>;\n'
        printf '    ld.param.f32 %%f1, [x];\n    ld.param.f32 %%f2, [y];\n    mov.b32 %%r1, 0;\n$loop:\n'
        for j in $(seq 3 42); do
            printf '    fma.rn.f32 %%f%d, %%f%d, %%f%d, 0f3F%06X;\n' "$j" $((j - 1)) $((j - 2)) $((i * j))
        done
        printf '    setp.lt.f32 %%p1, %%f42, 0f00000000;\n    @%%p1 bra $less;\n'
        printf '    sqrt.approx.f32 %%f42, %%f42;\n$less:\n    mov.f32 %%f1, %%f42;\n'
        printf '    add.u32 %%r1, %%r1, 1;\n    setp.lt.u32 %%p2, %%r1, 8;\n    @%%p2 bra $loop;\n'
        printf '    st.param.f32 [r], %%f42;\n    ret;\n}\n'
    done
}

declared() {
    for i in $(seq 90); do echo "pub fn f$i(x: f32, y: f32) -> f32;"; done
}

included() {
    echo 'ptx::include_ptx! { "functions.ptx"'
    declared
    echo '}'
}

translated() {
    echo '#![allow(warnings)]'
    cargo run --quiet --release --manifest-path "$root/Cargo.toml" -p ptx-bits -- \
        translate "$work/functions.ptx" --declarations <(declared)
}

# Measures a crate that uses `include_ptx!`. The time of the macro is the difference between the times of this crate and
# of a crate that contains the translated code.
include() {
    ptx_file > "$work/functions.ptx"
    crate include_macro included
    cp "$work/functions.ptx" "$work/include_macro/src"
    crate include_direct translated
    local with without built
    with=$(best_of_five include_macro check)
    without=$(best_of_five include_direct check)
    built=$(best_of_five include_direct build)
    echo "$(($(wc -c < "$work/functions.ptx") / 1000)) KB of PTX with 90 functions:" \
        "checked in $with ms, its translation in $without ms, so the macro $((with - without)) ms;" \
        "the translation built in $built ms"
}

# Writes a function of blocks without structure: each block can jump to the next block or to a random one.
# Argument: the number of blocks.
maze_file() {
    awk -v count="$1" 'BEGIN {
        srand(1)
        print ".version 8.0\n.target sm_80\n.address_size 64"
        print ".visible .func (.param .b32 r) maze(.param .b32 x, .param .b32 steps) {"
        print ".reg .pred %p<2>; .reg .b32 %r<10>;"
        print "ld.param.b32 %r0, [x]; ld.param.b32 %r1, [steps];"
        for (i = 0; i < count; i++) {
            a = 2 + int(rand() * 8); b = 2 + int(rand() * 8)
            printf "B%d: sub.u32 %%r1, %%r1, 1; setp.eq.u32 %%p0, %%r1, 0; @%%p0 bra END;\n", i
            printf "mad.lo.u32 %%r%d, %%r%d, 1664525, %d; xor.b32 %%r%d, %%r%d, %%r0;\n", a, b, i, b, a
            printf "and.b32 %%r0, %%r%d, 256; setp.ne.u32 %%p1, %%r0, 0; @%%p1 bra B%d;\n", a, rand() * count
        }
        print "bra B0; END: st.param.b32 [r], %r2; ret; }"
    }'
}

maze() { echo 'ptx::include_ptx! { "maze.ptx" pub fn maze(x: u32, steps: u32) -> u32; }'; }

mazes() {
    crate maze maze
    for count in 250 500 1000 2000; do
        maze_file "$count" > "$work/maze/src/maze.ptx"
        echo "a function of $count blocks without structure: $(best_of_five maze 'build --release') ms"
    done
}

export CARGO_TARGET_DIR=$work/target
compare '1,000 calls of three statements' calls calls_with_macro calls_without
compare '10,000 statements in one call' body body_with_macro body_without
include
mazes
