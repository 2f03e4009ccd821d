#!/usr/bin/env bash
# Counts the instructions of each operation with callgrind. A pass runs over normal numbers (data A of RESULTS.md). A
# count is the number of instructions in a pass, divided by the number of results. The load of the machine does not
# affect counts. Prints Markdown, with a column for the revision PTX_BEFORE. Exits with status 77 if valgrind, cmake or
# m4 is missing.
#
#     instructions.sh [part of a name]
set -euo pipefail
cd "$(dirname "$0")"
for program in valgrind cmake m4; do
    command -v "$program" > /dev/null || { echo "$program is not installed" >&2; exit 77; }
done
cargo build --release --locked --quiet
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# At the end of each pass, callgrind writes a profile: out.1, out.2, …
valgrind --tool=callgrind --toggle-collect=counted --dump-after=counted --callgrind-out-file="$folder/out" \
    "${CARGO_TARGET_DIR:-target}/release/compare" --instructions "${1:-}" > "$folder/passes" 2> "$folder/said" ||
    { cat "$folder/said"; exit 1; }

number=0
while IFS=$'\t' read -r name competitor results; do
    number=$((number + 1))
    printf '%s\t%s\t%s\t%s\n' "$name" "$competitor" "$results" "$(sed -n 's/^summary: //p' "$folder/out.$number")"
done < "$folder/passes" | awk -F '\t' '
    BEGIN { print "| operation | ptx | before |"; print "|---|---|---|" }
    $2 == "ptx" { if (row) print row " | |"; row = sprintf("| `%s` | %.1f", $1, $4 / $3) }
    $2 == "before" { printf "%s | %.1f |\n", row, $4 / $3; row = "" }
    END { if (row) print row " | |" }'
