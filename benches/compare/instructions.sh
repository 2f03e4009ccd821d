#!/usr/bin/env bash
# Instructions of each operation, from callgrind: a pass over 4,096 operands, less a pass over none.
# Unlike times they do not depend on what else the machine does. Exit status 77 without valgrind.
#
#     instructions.sh [part of a name]
set -euo pipefail
cd "$(dirname "$0")"
command -v valgrind > /dev/null || { echo 'valgrind is not installed'; exit 77; }
cargo build --release --locked --quiet
program=target/release/compare

count() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --once "$1" 2>&1 |
        sed -n 's/.*Collected : //p'
}

nothing=$(count '')
"$program" --names | grep -F -- "${1:-}" | while read -r name; do
    total=$(count "$name")
    awk -v name="$name" -v n="$((total - nothing))" \
        'BEGIN { printf "%-24s %6.1f\n", name, n / 4096 }'
done
