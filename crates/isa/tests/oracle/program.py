#!/usr/bin/env python3
"""Records verdicts of NVIDIA's assembler: `ptxas_program.tsv`, and `ptxas_program_mutants.tsv`.

    program.py --newer PTXAS_13_5 --older PTXAS_12_9 [--family NAME]... [--most N] [--mutants N] [--seed N]
               [--pairs LIST] > ptxas_program.tsv

`--newer` compiles for sm_75 and later targets, `--older` for all other targets. The grid of versions
and targets is the grid of `ptxas_narrow.tsv`. Each statement is first assembled for the dialects in
`PROBES`. A statement is not assembled for the grid if every one of these dialects rejects it for a
reason other than the version or target.
"""

import argparse
import os
import re
import sys

from assembler import REGISTERS, Assembler
from program_statements import FAMILIES, mutants, statements

HERE = os.path.dirname(os.path.abspath(__file__))
PROBES = [
    ("9.5", "sm_80"), ("9.5", "sm_90a"), ("9.5", "sm_100a"), ("9.5", "sm_107f"), ("9.5", "sm_120f"),
    ("6.3", "sm_75"), ("2.0", "sm_20"), ("1.4", "sm_13"),
]
OF_DIALECT = re.compile(r"requires|\.target|PTX ISA|not supported|version", re.IGNORECASE)
SYNTAX = re.compile("Parsing error|Not a name of any known instruction|Unknown modifier")
# The number of statements in a file. The assembler stops at the first statement that it cannot
# parse. The file is then assembled again without the statement, so long files take longer.
BATCH = 100


def grid():
    with open(os.path.join(HERE, "ptxas_narrow.tsv")) as file:
        rows = [re.match(r"# \d+\t\.version (\S+)\t\.target (\S+)$", line) for line in file]
    return [row.groups() for row in rows if row]


def batches(items):
    return [items[i : i + BATCH] for i in range(0, len(items), BATCH)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--newer", required=True)
    parser.add_argument("--older", required=True)
    parser.add_argument("--family", action="append")
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--mutants", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", help="other versions and targets than the grid: `9.5 sm_90,7.0 sm_80`")
    arguments = parser.parse_args()
    assembler = Assembler(arguments.newer, arguments.older)
    families = {k: v for k, v in FAMILIES.items() if not arguments.family or k in arguments.family}
    all_of = dict((text, name) for name, text in reversed(statements(families, arguments.seed, arguments.most)))
    for name, text in mutants(families, arguments.seed, arguments.mutants):
        all_of.setdefault(text, name + "*")
    texts = sorted(all_of, key=lambda text: (list(families).index(all_of[text].rstrip("*")), all_of[text], text))
    errors = {text: [] for text in texts}
    for_grid = set()
    misspelt = set()
    for version, target in PROBES:
        for batch in batches([text for text in texts if text not in misspelt]):
            refused = assembler.refused(batch, version, target)
            for text in batch:
                if text not in refused:
                    for_grid.add(text)
                    continue
                errors[text].append(refused[text])
                # A text that cannot be parsed is misspelt in every version and for every target.
                if SYNTAX.search(refused[text]):
                    misspelt.add(text)
                    continue
                if OF_DIALECT.search(refused[text]):
                    for_grid.add(text)
    masks = dict.fromkeys(texts, 0)
    samples = {text: errors[text][0] if errors[text] else "" for text in texts}
    pairs = [tuple(pair.split()) for pair in arguments.pairs.split(",")] if arguments.pairs else grid()
    in_grid = [text for text in texts if text in for_grid]
    for i, (version, target) in enumerate(pairs):
        for batch in batches(in_grid):
            refused = assembler.refused(batch, version, target)
            for text in batch:
                if text in refused:
                    samples[text] = refused[text]
                else:
                    masks[text] |= 1 << i
        print(i, version, target, assembler.runs, file=sys.stderr, flush=True)
    print("# Verdicts of the PTX assembler on memory, synchronisation and warp instructions, made by program.py.")
    print("# ptxas 13.5 for targets from sm_75 on, ptxas 12.9 for older ones (targets before sm_50 assembled for sm_50).")
    print("# Columns (tab): instruction, accepted as a hex mask over the grid (bit i = grid line i), family")
    print("# (`*`: a mutant), one error text as a sample.")
    print(f"# Seed {arguments.seed}: at most {arguments.most} statements of a pattern, {arguments.mutants} mutants of a family.")
    print("# Declarations:" + REGISTERS.replace("\n", " ") + ".reg .b128 B,C from version 8.3 and sm_70 on;")
    print("# .global .shared .const .param arrays gv sv cv pv of .align 16 .b8, 256 bytes.")
    print("# A statement that the probes refused, none for a reason of version or target, was not assembled for the")
    print(f"# other lines: {len(texts) - len(in_grid)} of {len(texts)}. Probes: " + ", ".join(map(" ".join, PROBES)) + ".")
    print("# Grid:")
    for i, (version, target) in enumerate(pairs):
        print(f"# {i}\t.version {version}\t.target {target}")
    for text in texts:
        print(text, f"{masks[text]:028x}", all_of[text], samples[text], sep="\t")


main()
